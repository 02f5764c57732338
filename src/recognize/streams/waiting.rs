//! A line that may be the first of several streams, until those behind it decide.

use crate::recognize::prefixes::{Form, Found};
use crate::text::Line;

/// A line that waits for those behind it.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) form: Form,
    pub(super) name: Box<str>,
    pub(super) certain: bool,
    pub(super) length: usize,
    pub(super) text: String,
    tail: String,
    pub(super) number: u64,
    chars: u64,
    last_row: bool,
    escaped: u64,
    error: bool,
}

impl Waiting {
    pub(super) fn of(line: &Line<'_>, found: &Found<'_>) -> Self {
        Self {
            form: found.form,
            name: found.name.into(),
            certain: found.is_certain(),
            length: found.length,
            text: line.text.to_owned(),
            tail: line.tail.to_owned(),
            number: line.number,
            chars: line.chars,
            last_row: line.last_row,
            escaped: line.escaped,
            error: line.error,
        }
    }

    pub(super) fn line(&self) -> Line<'_> {
        Line {
            text: &self.text,
            tail: &self.tail,
            number: self.number,
            chars: self.chars,
            last_row: self.last_row,
            escaped: self.escaped,
            error: self.error,
            together: None,
        }
    }
}
