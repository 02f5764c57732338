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
    /// A line of the list of what was logged.
    pub(super) fn read(&mut self, text: &str) {
        let bare = text.trim();
        if console(text) && indent(text) == 4 {
            self.open = bare == "console.error";
        }
        if self.open && self.lines.len() < ERROR_LINES && !bare.is_empty() && frame(text).is_none() {
            self.lines.push(clipped(text));
        }
    }

    /// Tells them as output of the failure that is open.
    pub(super) fn tell(&mut self, sink: &mut dyn Sink) {
        let lines = std::mem::take(self).lines;
        if !lines.is_empty() {
            sink.emit(Event::Decoded { part: Part::Output, text: &lines.join("\n") });
        }
    }
}
