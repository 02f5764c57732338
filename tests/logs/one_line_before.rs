//! Whatever single line stands before an error, the error is heard: no recognizer that merely looks out for more, without
//! a section of its own, takes the line behind for something harmless.

use std::collections::BTreeSet;
use std::fs;

use crate::support::logs::{LOGS, testdata};
use weir::event::{Block, Class, Event, Listener, Opened, Outcome, Runner};
use weir::recognize::Scanner;
use weir::text::Line;

/// What is printed behind each line.
const ERRORS: [&str; 4] = [
    "error: the harbour is closed",
    "FAIL: 1/3001",
    "Segmentation fault (core dumped)",
    "make: *** [Makefile:3: harbour] Error 1",
];

/// Hears whether a line is told as a failure, as a part of one or as a sign of one, and whether a run has begun.
#[derive(Default)]
struct Ear {
    told: bool,
    begun: bool,
}

impl Listener for Ear {
    fn event(&mut self, _: usize, _: Runner, _: Option<&Line<'_>>, event: Event<'_>) {
        match event {
            Event::SectionStarted { opened: Opened::Own, .. } | Event::Started(_) => self.begun = true,
            Event::Finished { outcome: Outcome::Failed(_), .. }
            | Event::Sign(_)
            | Event::Text(_)
            | Event::Heading
            | Event::Consequence { .. }
            | Event::CommandFailed => self.told = true,
            Event::BlockOpened(block) => self.told |= !matches!(block, Block::Warning { .. }),
            _ => {}
        }
    }

    fn judged(&mut self, _: &Line<'_>, _: Class) {}
}

#[test]
fn an_error_behind_any_one_line_is_heard() {
    let mut lines = BTreeSet::new();
    for path in testdata(&LOGS) {
        let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
        lines.extend(text.lines().filter(|line| line.len() < 200).map(str::to_owned));
    }
    assert!(lines.len() > 10_000, "{}", lines.len());
    let scanner = Scanner::new(None);
    let mut hidden = BTreeSet::new();
    for line in &lines {
        for error in ERRORS {
            let mut ear = Ear::default();
            let mut scanner = scanner.sibling();
            scanner.line(&Line::of(line), &mut ear);
            scanner.line(&Line::of(error), &mut ear);
            // What waits for more is told when other text or the end comes.
            for _ in 0..30 {
                scanner.line(&Line::of("the tide turns"), &mut ear);
            }
            scanner.end(&mut ear);
            if !ear.told && !ear.begun {
                hidden.insert(format!("{line}\n    {error}"));
            }
        }
    }
    let all: Vec<&str> = hidden.iter().map(String::as_str).collect();
    assert_eq!(all, [""; 0], "{} of {}", all.len(), lines.len());
}
