//! The list of unexpected successes, at the end of a run's reports.

use super::names::Name;
use super::unittest::{State, Unittest};
use super::unittest_lines::{Problem, problem};
use crate::event::{Block, Class, Event, FailureKind, Seen, TestId};
use crate::recognize::kit::Run;

impl Unittest {
    /// The list of unexpected successes, which have no text.
    pub(super) fn unexpected(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((Problem::UnexpectedSuccess, description)) = problem(text) {
            // unittest-xml-reporting describes its own object there, and the test on the next line.
            if description.starts_with("<xmlrunner.") {
                self.state = State::Unexpected;
                return Seen::Mine(Class::Noise);
            }
            return self.unexpectedly(description, run);
        }
        if run.is_running() && Name::is_certain(text) {
            return self.unexpectedly(text, run);
        }
        self.tests(text, run)
    }

    /// A test that was to fail and passed.
    fn unexpectedly(&mut self, description: &str, run: &mut Run<'_>) -> Seen {
        self.open_once(run);
        let name = Name::read(description);
        let id = name.as_ref().map_or_else(|| TestId::bare(description), Name::id);
        run.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        run.emit(Event::Heading);
        run.emit(Event::Message("unexpected success"));
        run.emit(Event::BlockClosed);
        self.state = State::Unexpected;
        Seen::Mine(Class::Detail)
    }
}
