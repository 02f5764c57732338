//! ExUnit's `--trace`: a line for each test, which tells that it ended and not how.

use super::exunit::{ATTEMPT, Exunit};
use super::exunit_lines::Trace;
use crate::budget::Count as _;
use crate::event::{Class, Event, Grade, Outcome, Seen, TestId};
use crate::recognize::kit::Run;

impl Exunit {
    pub(super) fn trace(&mut self, name: &str, trace: Trace, run: &mut Run<'_>) -> Seen {
        self.tell_ended();
        self.open(run);
        self.traced.up(1);
        match trace {
            Trace::Began => {
                self.flight = Some(name.to_owned());
                Seen::Mine(Class::Noise)
            }
            Trace::Ended => {
                (self.flight, self.ended) = (None, true);
                Seen::Mine(Class::Passed)
            }
            Trace::Skipped | Trace::Excluded => {
                self.flight = None;
                let (id, outcome) = (self.id(name), Outcome::Skipped);
                run.emit(Event::Finished { id, outcome, grade: Grade::Line, attempt: ATTEMPT, alias: "" });
                Seen::Mine(Class::Skipped)
            }
        }
    }

    pub(super) fn id<'a>(&'a self, name: &'a str) -> TestId<'a> {
        match self.module.as_str() {
            "" => TestId::bare(name),
            module => TestId { module, separator: " ", name },
        }
    }

    /// No failure followed the line of the test that ended.
    pub(super) fn tell_ended(&mut self) {
        if std::mem::take(&mut self.ended) {
            self.calm.up(1);
        }
    }

    /// The tests of a traced module are over: tells those that did not fail.
    pub(super) fn tell_calm(&mut self, run: &mut Run<'_>) {
        self.tell_ended();
        let passed = std::mem::take(&mut self.calm);
        if passed > 0 {
            run.emit(Event::Counted { passed, failed: 0, skipped: 0, other: 0 });
        }
    }
}
