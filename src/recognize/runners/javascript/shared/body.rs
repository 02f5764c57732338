//! The text of one error as the runners of JavaScript print it: which of its lines tell why.
//!
//! The message comes first (of any shape), then perhaps a difference between expected and received, a source excerpt,
//! and frames. Blank lines are layout. The first frame in the user's own code is the place.

use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Sink};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::frames::v8::{excerpt, frame, library};

/// The most lines of one error that tell why; what follows is shown with its surroundings.
const WHY_LINES: u32 = 200;

/// What chai says after a message of how it compared.
const COMPARISONS: [&str; 2] = [" // Object.is equality", " // deep equality"];

/// Reads the lines of one error.
#[derive(Clone, Debug, Default)]
pub struct Body {
    why: u32,
    /// Lines seen.
    lines: u32,
    placed: bool,
    /// Inside a difference: lines without a sign are context.
    difference: bool,
    /// Whether the first line tells what was called, not what was wrong: `expect(received).toBe(expected)`.
    called: bool,
    expected: String,
    /// The first line of a difference that was expected.
    removed: String,
    /// Inside the advice that jest prints before the real message.
    advice: bool,
    /// The message comes with the next line.
    awaited: bool,
    /// Whether the excerpt's marked line tells why: a file that cannot be loaded has no better message.
    marked: bool,
}

impl Body {
    /// A reader at the beginning of an error of a file that could not be loaded.
    #[must_use]
    pub fn of_file() -> Self {
        Self { marked: true, ..Self::default() }
    }

    /// A reader after the first line of a message, which the caller has reported.
    #[must_use]
    pub fn reported() -> Self {
        Self { why: 1, lines: 1, ..Self::default() }
    }

    /// How many lines were read.
    #[must_use]
    pub const fn lines(&self) -> u32 {
        self.lines
    }

    /// Judges a line of the error, without the indentation of the whole.
    pub fn line(&mut self, text: &str, sink: &mut dyn Sink) -> Class {
        let bare = text.trim();
        if bare.is_empty() {
            return Class::Noise;
        }
        self.lines.up(1);
        let part = self.part(text, bare, sink);
        sink.emit(Event::Text(part));
        Class::Detail
    }

    fn part(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> Part {
        if let Some(place) = frame(bare) {
            self.difference = false;
            if !self.placed && !place.file.is_empty() && !library(place.file) {
                self.placed = true;
                sink.emit(Event::At { place, better: false });
                return Part::Why;
            }
            return Part::Where;
        }
        if excerpt(text) && (self.why > 0 || self.placed) {
            self.difference = false;
            return if self.marked && bare.starts_with('>') { Part::Why } else { Part::Where };
        }
        if self.advice {
            self.advice = bare != "Details:";
            self.awaited = !self.advice;
            return Part::Where;
        }
        if self.awaited {
            self.awaited = false;
            sink.emit(Event::Message(bare));
        }
        if self.why == 0 {
            self.called = bare.strip_prefix("Error: ").unwrap_or(bare).starts_with("expect(");
            self.advice = bare == "Jest encountered an unexpected token";
            if !self.called
                && let Some(printed) = COMPARISONS.iter().find_map(|comparison| bare.strip_suffix(comparison))
            {
                sink.emit(Event::Message(printed));
            }
        }
        if self.difference && !text.starts_with(['-', '+']) {
            return Part::Where;
        }
        if self.difference && self.called {
            self.differs(bare, sink);
        }
        self.values(bare, sink);
        self.why.up(1);
        if self.why > WHY_LINES { Part::Where } else { Part::Why }
    }

    /// The first lines that differ are the message of an expectation that says no values.
    fn differs(&mut self, bare: &str, sink: &mut dyn Sink) {
        if bare.starts_with('-') && self.removed.is_empty() {
            self.removed = clipped(bare);
        } else if bare.starts_with('+') {
            let between = if self.removed.is_empty() { "" } else { " " };
            sink.emit(Event::Message(&format!("{}{between}{}", self.removed, clipped(bare))));
            self.called = false;
        }
    }

    /// `Expected: 1` and `Received: 2` together are the message of a failed expectation.
    fn values(&mut self, bare: &str, sink: &mut dyn Sink) {
        if bare.starts_with("+ Received") || bare.starts_with("+ actual") {
            self.difference = true;
            return;
        }
        if !self.called {
            return;
        }
        if bare.starts_with("Expected") && bare.contains(':') {
            self.expected = clipped(bare);
        } else if bare.starts_with("Received") && !self.expected.is_empty() {
            sink.emit(Event::Message(&format!("{}, {}", self.expected, clipped(bare))));
            self.called = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan;

    fn messages(lines: &str) -> Vec<String> {
        let (mut body, mut reported) = (Body::default(), scan::Messages::default());
        lines.lines().for_each(|line| {
            body.line(line, &mut reported);
        });
        reported.0
    }

    #[test]
    fn the_values_of_an_expectation_are_its_message() {
        let called = "expect(received).toBe(expected) // Object.is equality\n\n";
        assert_eq!(messages(&format!("{called}Expected: 1\nReceived: 2")), ["Expected: 1, Received: 2"]);
        let lengths = "expect(received).toHaveLength(expected)\nExpected length: 1\nReceived length: 2";
        assert_eq!(messages(lengths), ["Expected length: 1, Received length: 2"]);
    }

    #[test]
    fn what_differs_first_is_the_message_where_no_values_are_reported() {
        let called =
            "expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n";
        let differs =
            "  Object {\n-   \"a\": 1,\n+   \"a\": 2,\n    \"b\": 3,\n-   \"c\": 1,\n+   \"c\": 2,\n  }";
        assert_eq!(messages(&format!("{called}{differs}")), ["-   \"a\": 1, +   \"a\": 2,"]);
        assert_eq!(messages(&format!("{called}+   2,")), ["+   2,"]);
    }

    #[test]
    fn how_chai_compared_is_no_part_of_the_message() {
        let printed = "AssertionError: expected 1 to be 2";
        assert_eq!(messages(&format!("{printed} // Object.is equality")), [printed]);
        assert!(messages(printed).is_empty());
    }
}
