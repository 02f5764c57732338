//! What a failing file's tests logged as an error.

use super::lines::console;
use crate::event::{Event, Part, Sink};
use crate::recognize::runners::javascript::{clipped, frame, indent};

/// The most lines of errors that are reported with a file's first failure.
const ERROR_LINES: usize = 6;

/// What was logged as an error.
#[derive(Debug, Default)]
pub(super) struct Errors {
    lines: Vec<String>,
    /// The lines below `console.error` come.
    open: bool,
}

impl Errors {
    /// A line of the list of what was logged, or of what was logged before its file is named.
    pub(super) fn read(&mut self, text: &str) {
        let bare = text.trim();
        if console(text) && indent(text) <= 4 {
            self.open = bare == "console.error";
        }
        let tells = !bare.is_empty() && frame(text).is_none() && !is_source(bare);
        if self.open && self.lines.len() < ERROR_LINES && tells {
            self.lines.push(clipped(text));
        }
    }

    /// What was logged before a file is named: by its tests, if it failed.
    pub(super) fn of_next_file(&mut self, passed: bool) -> Self {
        let before = std::mem::take(self);
        if passed { Self::default() } else { Self { open: false, ..before } }
    }

    /// Tells them as output of the failure that is open.
    pub(super) fn tell(&mut self, sink: &mut dyn Sink) {
        let lines = std::mem::take(self).lines;
        if !lines.is_empty() {
            sink.emit(Event::Decoded { part: Part::Output, text: &lines.join("\n") });
        }
    }
}

/// A row of an excerpt of source.
fn is_source(text: &str) -> bool {
    let numbers = |each: char| each.is_ascii_digit() || matches!(each, ' ' | '>');
    text.trim_start_matches(numbers).starts_with('|')
}
