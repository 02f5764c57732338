//! The block of a failed test while its lines come.

use super::cargo_test::Phase;
use crate::event::{Event, Place, Sink};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::runners::rust::shared::assertion::Assertion;

/// What is known of the last block.
#[derive(Debug, Default)]
pub(super) struct OpenBlock {
    /// Its test; empty when the name is longer than what is remembered.
    pub name: String,
    /// In which part of it something began that looks like the closing list.
    pub left: Phase,
    /// A panic has been seen.
    panicked: bool,
    /// The next line is what the panic printed.
    message_due: bool,
    /// What it printed is an assertion's, whose values follow.
    assertion: Option<Assertion>,
    /// The test prints the report of another run.
    pub nested: bool,
}

impl OpenBlock {
    /// A new block.
    pub fn of(name: &str) -> Self {
        let name = if name.len() <= NAME_BYTES { name.to_owned() } else { String::new() };
        Self { name, ..Self::default() }
    }

    /// Whether the line is the panic of a test of the other run, whose report this test prints.
    pub fn is_another(&self, panic: &str) -> bool {
        self.nested && !self.is_own(panic)
    }

    fn is_own(&self, panic: &str) -> bool {
        let thread = panic.trim_start().strip_prefix("thread '");
        let rest = thread.and_then(|thread| thread.strip_prefix(self.name.as_str()));
        rest.is_some_and(|rest| rest.starts_with('\''))
    }

    /// The first line of a panic, which happened here: the first one tells the place, the test's own one tells it better.
    pub fn panicked(&mut self, panic: &str, place: Place<'_>, sink: &mut dyn Sink) {
        sink.emit(Event::At { place, better: !self.panicked || self.is_own(panic) });
        self.panicked = true;
    }

    /// The message is on the next line.
    pub fn expect_message(&mut self) {
        self.message_due = true;
    }

    /// A line of text.
    pub fn text(&mut self, text: &str, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.message_due) {
            sink.emit(Event::Message(text.trim()));
            self.assertion = Assertion::begun(text.trim());
        } else if let Some(assertion) = &mut self.assertion {
            assertion.line(text, sink);
        }
    }
}
