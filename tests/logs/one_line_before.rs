//! Whatever single line is before an error, the error is heard: no recognizer that merely looks out for more, without
//! a section of its own, takes the line after for something harmless.

use std::collections::BTreeSet;

use weir::event::{Block, Class, Event, Listener, Opened, Outcome, Runner};
use weir::recognize::Scanner;
use weir::text::Line;

use crate::support::kept::all;
use crate::support::sweep::{exhaustive, sample, side_by_side};

/// How many lines of each log are tried, each with one error after it.
const LINES: usize = 20;

/// What is printed after a line.
const ERRORS: [&str; 4] = [
    "error: the harbour is closed",
    "FAIL: 1/3001",
    "Segmentation fault (core dumped)",
    "make: *** [Makefile:3: harbour] Error 1",
];

/// Hears whether a line is reported as a failure, as a part of one or as a sign of one, and whether a run has begun.
#[derive(Default)]
struct Ear {
    reported: bool,
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
            | Event::CommandFailed => self.reported = true,
            Event::BlockOpened(block) => self.reported |= !matches!(block, Block::Warning { .. }),
            _ => {}
        }
    }

    fn judged(&mut self, _: &Line<'_>, _: Class) {}
}

/// Whether the error after a line is reported, or a run has begun, in whose output it is.
fn is_heard(mut scanner: Scanner, line: &str, error: &str) -> bool {
    let mut ear = Ear::default();
    scanner.line(&Line::of(line), &mut ear);
    scanner.line(&Line::of(error), &mut ear);
    // What waits for more is reported when other text or the end comes.
    for _ in 0..30 {
        scanner.line(&Line::of("the tide turns"), &mut ear);
    }
    scanner.end(&mut ear);
    ear.reported || ear.begun
}

#[test]
fn an_error_after_any_one_line_is_heard() {
    let mut tried = BTreeSet::new();
    for log in all() {
        let lines: Vec<&str> = log.text.lines().filter(|line| line.len() < 200).collect();
        for line in sample(&log.name, lines.len(), LINES).into_iter().map(|number| lines[number]) {
            tried.extend(sample(line, ERRORS.len(), 1).into_iter().map(|number| (line, ERRORS[number])));
        }
    }
    let tried: Vec<(&str, &str)> = tried.into_iter().collect();
    assert!(tried.len() > if exhaustive() { 40_000 } else { 10_000 }, "{}", tried.len());
    let parts: Vec<&[(&str, &str)]> = tried.chunks(500).collect();
    let hidden = side_by_side(&parts, |part| {
        let scanner = Scanner::new(None);
        let hidden = part.iter().filter(|(line, error)| !is_heard(scanner.sibling(), line, error));
        hidden.map(|(line, error)| format!("{line}\n    {error}")).collect::<Vec<_>>()
    });
    assert_eq!(hidden.concat(), [""; 0], "of {}", tried.len());
}
