//! Ends of tests that are after other text: a test that runs beside them printed without ending its line.

use super::swift_testing::SwiftTesting;
use super::swift_testing_lines::{Fact, Subject, glued, sentence, symbol};
use crate::event::{Event, Seen, Sink};
use crate::text::Line;

impl SwiftTesting {
    /// The end of a test that runs, after other text.
    pub(super) fn glued(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Option<Seen> {
        if !self.open || self.names.running() == 0 {
            return None;
        }
        let text = glued(line.ending())?;
        let read = sentence(symbol(text)?.1)?;
        let ended = matches!(read.fact, Fact::Passed { .. } | Fact::Failed);
        if !ended || read.subject != Subject::Test || !self.names.runs(read.name) {
            return None;
        }
        if read.fact == Fact::Failed {
            sink.emit(Event::Instead(text));
        }
        Some(self.sentence(&read, sink))
    }
}
