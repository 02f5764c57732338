//! A line that is held until those after it decide what it is.

use crate::text::Line;

/// A line with a copy of its text.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) text: String,
    tail: String,
    before: String,
    escapes: String,
    pub(super) number: u64,
    chars: u64,
    last_row: bool,
    escaped: u64,
    error: bool,
    pub(super) clock: usize,
}

impl Held {
    pub(super) fn of(line: &Line<'_>) -> Self {
        Self {
            text: line.text.to_owned(),
            tail: line.tail.to_owned(),
            before: line.before.to_owned(),
            escapes: line.escapes.to_owned(),
            number: line.number,
            chars: line.chars,
            last_row: line.last_row,
            escaped: line.escaped,
            error: line.error,
            clock: line.clock,
        }
    }

    pub(super) fn before(&self) -> &str {
        &self.before
    }

    pub(super) fn line(&self) -> Line<'_> {
        Line {
            text: &self.text,
            tail: &self.tail,
            before: &self.before,
            number: self.number,
            chars: self.chars,
            last_row: self.last_row,
            escaped: self.escaped,
            error: self.error,
            clock: self.clock,
            together: None,
            escapes: &self.escapes,
        }
    }
}
