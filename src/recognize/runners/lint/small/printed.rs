//! A line that begins with a place, as most small linters print it.

use crate::event::Place;
use crate::recognize::kit::diagnostics;
use crate::recognize::kit::lint::finding::{Finding, ends_in};

/// The place and what is after it.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    pub place: Place<'a>,
    pub column: Option<u64>,
    pub message: &'a str,
}

impl<'a> Printed<'a> {
    /// Whether the file has one of these endings.
    pub fn is_in(&self, endings: &[&str]) -> bool {
        ends_in(self.place.file, endings)
    }

    /// Whether a compiler's severity begins the message, or nothing is there.
    pub fn is_severe(&self) -> bool {
        self.message.is_empty() || diagnostics::severity(self.message).is_some()
    }

    /// A finding that fails the run.
    pub const fn fails(&self) -> Finding<'a> {
        Finding::fails(self.place, self.column, self.message)
    }
}
