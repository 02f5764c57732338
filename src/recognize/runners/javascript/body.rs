//! The text of one error as the runners of JavaScript print it: which of its lines tell why.
//!
//! The message comes first (of any shape), then perhaps a difference between expected and received, a source excerpt,
//! and frames. Blank lines are layout. The first frame in the user's own code is the place.

use super::frame::{excerpt, frame, library};
use super::text::clipped;
use crate::event::{Class, Event, Part, Sink};

/// The most lines of one error that tell why; what follows is shown with its surroundings.
const WHY_LINES: u32 = 200;

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

    /// A reader behind the first line of a message, which the caller has told.
    #[must_use]
    pub fn told() -> Self {
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
        self.lines = self.lines.saturating_add(1);
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
        }
        if self.difference && !text.starts_with(['-', '+']) {
            return Part::Where;
        }
        self.values(bare, sink);
        self.why = self.why.saturating_add(1);
        if self.why > WHY_LINES { Part::Where } else { Part::Why }
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
        let value = |text: &str| text.split_once(':').map(|(_, value)| clipped(value.trim()));
        if bare.starts_with("Expected") {
            self.expected = value(bare).unwrap_or_default();
        } else if bare.starts_with("Received") && !self.expected.is_empty() {
            let received = value(bare).unwrap_or_default();
            sink.emit(Event::Message(&format!("expected {}, received {received}", self.expected)));
            self.called = false;
        }
    }
}
