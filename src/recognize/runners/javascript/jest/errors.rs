//! What a failing file's tests logged as an error.

use super::jest_lines::console;
use crate::event::{Event, Part, Sink};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::frames::v8::{frame, library};

/// The most lines of errors that are reported with a file's first failure.
const ERROR_LINES: usize = 6;

/// What was logged as an error.
#[derive(Debug, Default)]
pub(super) struct Errors {
    lines: Vec<String>,
    /// Below `console.error`: whether the first frame in a file of the project was held.
    framed: Option<bool>,
}

impl Errors {
    /// A line of the list of what was logged, or of what was logged before its file is named.
    pub(super) fn read(&mut self, text: &str) {
        let bare = text.trim();
        if console(text) && indent(text) <= 4 {
            self.framed = (bare == "console.error").then_some(false);
        }
        let Some(framed) = &mut self.framed else { return };
        if self.lines.len() >= ERROR_LINES || bare.is_empty() || is_source(bare) {
            return;
        }
        // Of a stack the first frame of the project shows where it came from.
        let own = frame(text).map(|place| !place.file.is_empty() && !library(place.file));
        if own.is_none_or(|own| own && !std::mem::replace(framed, true)) {
            self.lines.push(clipped(text));
        }
    }

    /// What was logged before a file is named: by its tests, if it failed.
    pub(super) fn of_next_file(&mut self, passed: bool) -> Self {
        let before = std::mem::take(self);
        if passed { Self::default() } else { Self { framed: None, ..before } }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_stack_that_was_logged_the_first_frame_of_the_project_is_held() {
        let mut errors = Errors::default();
        for line in [
            "    console.error",
            "      Error: no rope",
            "          at moor (/w/node_modules/quay/lib/moor.js:4:13)",
            "          at /w/src/quay.js:51:26",
            "          at /w/src/pier.js:7:1",
            "    console.log",
            "      no pier",
        ] {
            errors.read(line);
        }
        let mut events: Vec<String> = Vec::new();
        errors.tell(&mut events);
        assert!(events[0].contains("quay.js:51") && !events[0].contains("node_modules"), "{events:?}");
        assert!(!events[0].contains("pier"), "{events:?}");
    }
}
