//! The list of unexpected successes, at the end of a run's reports.

use super::names::Name;
use super::unittest::{State, Unittest};
use super::unittest_lines::{Problem, problem};
use crate::event::{Block, Class, Event, FailureKind, Seen, Sink, TestId};

impl Unittest {
    /// The list of unexpected successes, which have no text.
    pub(super) fn unexpected(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some((Problem::UnexpectedSuccess, description)) = problem(text) {
            // unittest-xml-reporting describes its own object there, and the test on the next line.
            if description.starts_with("<xmlrunner.") {
                self.state = State::Unexpected;
                return Seen::Mine(Class::Noise);
            }
            return self.unexpectedly(description, sink);
        }
        if self.running && Name::is_certain(text) {
            return self.unexpectedly(text, sink);
        }
        self.tests(text, sink)
    }

    /// A test that was to fail and passed.
    fn unexpectedly(&mut self, description: &str, sink: &mut dyn Sink) -> Seen {
        self.open_once(sink);
        let name = Name::read(description);
        let id = name.as_ref().map_or_else(|| TestId::bare(description), Name::id);
        sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        sink.emit(Event::Heading);
        sink.emit(Event::Message("unexpected success"));
        sink.emit(Event::BlockClosed);
        self.state = State::Unexpected;
        Seen::Mine(Class::Detail)
    }
}
