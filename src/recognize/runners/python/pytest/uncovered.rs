//! pytest-cov's threshold: a session whose tests passed fails, and its totals do not say so.

use super::parts::Part;
use super::pytest::Pytest;
use crate::event::{Class, Event, FailureKind, Seen, Sink, TestId};

/// What the failure is called.
const NAME: &str = "test coverage";

/// Whether pytest-cov says that too little was covered.
pub(super) fn says_so(text: &str) -> bool {
    text.starts_with("FAIL Required test coverage of ")
        || text.starts_with("ERROR: Coverage failure: total of ")
}

impl Pytest {
    /// The line, where pytest-cov may write it: after the last test or below the warnings.
    ///
    /// A test whose output is not captured may print it too. Then a result follows.
    pub(super) fn uncovered(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let where_it_may_be = match self.part {
            Part::Progress => self.nested.is_none(),
            Part::Warnings | Part::Foreign | Part::Summary | Part::Reruns => true,
            Part::Outside | Part::Errors | Part::Failures | Part::Expected | Part::Passes => false,
        };
        if !where_it_may_be || !says_so(text) {
            return None;
        }
        self.ensure_open(sink);
        self.close(sink);
        self.uncovered |= self.part == Part::Progress;
        sink.emit(Event::Consequence { name: NAME, kind: FailureKind::Suite });
        sink.emit(Event::Message(text.trim_end()));
        Some(Seen::Mine(Class::Detail))
    }

    /// A result came: the line before it was a test's.
    pub(super) fn forget_uncovered(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.uncovered) {
            sink.emit(Event::Withdrawn(TestId::bare(NAME)));
        }
    }
}
