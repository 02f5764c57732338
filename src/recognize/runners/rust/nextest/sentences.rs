//! nextest's sentences on the whole run: errors that are no test's, and the warning on tests that were not run.

use super::nextest::{Nextest, Open};
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink};

impl Nextest {
    /// nextest's sentences on the whole run.
    pub(super) fn words(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.starts_with("info: experimental features enabled: ") {
            return Seen::Mine(Class::Noise);
        }
        if let Some(rest) = text.strip_prefix("warning: ") {
            if !rest.contains(" tests were not run due to ") && !rest.contains(" test was not run due to ") {
                return Seen::No;
            }
            self.close(sink);
            sink.emit(Event::BlockOpened(Block::Warning { key: rest }));
            sink.emit(Event::Text(Part::Why));
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Warning);
        }
        let Some(error) = text.strip_prefix("error: ") else { return Seen::No };
        match error {
            "test run failed" | "setup script failed" => {
                self.close(sink);
                sink.emit(Event::Consequence { name: error, kind: FailureKind::Suite });
                self.settle(sink);
                Seen::Mine(Class::Noise)
            }
            "no tests to run" => {
                self.close(sink);
                self.whole(error, FailureKind::Suite, sink);
                sink.emit(Event::BlockClosed);
                self.settle(sink);
                Seen::Mine(Class::Detail)
            }
            "creating test list failed" => {
                self.close(sink);
                self.settle(sink);
                self.whole(error, FailureKind::Collection, sink);
                self.open = Open::Error;
                Seen::Mine(Class::Detail)
            }
            _ if error.starts_with("command `") && error.contains(" test --no-run") => {
                sink.emit(Event::Consequence { name: "building the tests failed", kind: FailureKind::Build });
                Seen::Mine(Class::Noise)
            }
            _ => Seen::No,
        }
    }

    /// A failure of something other than a test.
    pub(super) fn whole(&mut self, name: &str, kind: FailureKind, sink: &mut dyn Sink) {
        self.uncounted.up(1);
        sink.emit(Event::BlockOpened(Block::Whole { name, kind }));
        sink.emit(Event::Heading);
    }
}
