//! A node process that died: its stacks, and V8's last words.
//!
//! `----- JavaScript stack trace -----` is after an abort, `FATAL ERROR: ... JavaScript heap out of memory` before one. The first frame in the
//! user's own files names the failure; without one V8's message does. Exceptions that nobody caught are signs for everybody.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen, TestId};
use crate::recognize::kit::frames::error_text::place_of;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// How many lines a stack may have.
const MOST_LINES: u32 = 100;
const STACK: &str = "----- JavaScript stack trace -----";

/// node.
#[derive(Debug, Default)]
pub struct Node {
    /// Lines of the open stack.
    stack: Option<u32>,
    /// A failure was reported for it.
    reported: bool,
    /// Its name, while node's test runner may tell the same of the file.
    name: String,
    blank: u8,
}

/// How many blank lines may be between a stack and what node's test runner says.
const BLANK_LINES: u8 = 4;

impl Runner for Node {
    const SPEC: Spec = Spec {
        name: "node",
        reads: "node processes that died",
        starts: &[STACK, "FATAL ERROR: "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.stack.is_some() || !self.name.is_empty()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged().trim();
        if text == STACK {
            (self.stack, self.reported) = (Some(0), false);
            return Seen::Inside(Class::Detail);
        }
        if let Some(printed) = text.strip_prefix("FATAL ERROR: ") {
            let v8 = [
                "JavaScript heap out of memory",
                "v8::",
                "node::",
                "Allocation failed",
                "invalid array length",
            ];
            if !v8.iter().any(|words| printed.contains(words)) {
                return Seen::No;
            }
            return run.fail_whole_at_once(text, FailureKind::Crash, "");
        }
        let Some(lines) = &mut self.stack else { return self.after(text, run) };
        lines.up(1);
        let over = *lines > MOST_LINES;
        if text.is_empty() && *lines <= 1 {
            return Seen::Inside(Class::Detail);
        }
        let frame =
            text.split_once(": ").filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
        let Some((_, frame)) = frame.filter(|_| !over) else {
            self.stack = None;
            run.close();
            return self.after(text, run);
        };
        match place_of(frame) {
            Some((file, at)) if !self.reported => {
                self.reported = true;
                (self.name, self.blank) = (file.to_owned(), 0);
                run.fail_whole(file, FailureKind::Crash);
                run.at(Place { file, line: Some(at) });
                run.message("node died here");
            }
            _ if self.reported => {
                run.text(Part::Where);
            }
            _ => {}
        }
        Seen::Inside(Class::Detail)
    }
}

impl Node {
    /// node's test runner tells of a file that died: what was reported here is the same.
    fn after(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if self.name.is_empty() {
            return Seen::No;
        }
        if text.is_empty() && self.blank < BLANK_LINES {
            self.blank.up(1);
            return Seen::No;
        }
        let same = text.strip_prefix("✖ ").and_then(|rest| rest.split_once(" (")).is_some_and(|(file, _)| {
            let short = file.trim_start_matches("./");
            !short.is_empty() && self.name.ends_with(short)
        });
        if same {
            run.emit(Event::Withdrawn(TestId::bare(&self.name)));
        }
        self.name.clear();
        Seen::No
    }
}
