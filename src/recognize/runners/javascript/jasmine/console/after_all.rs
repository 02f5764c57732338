//! What failed outside of specs as Jasmine 2 tells it below the time, and what is taken back when specs go on.

use super::{Body, Jasmine, Names};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Seen, TestId};
use crate::recognize::kit::Run;

/// How Jasmine 2 heads an error of a suite, below the time.
const AFTER_ALL: &str = "An error was thrown in an afterAll";

impl Jasmine {
    /// A line after the closing numbers, when it tells such a failure.
    pub(super) fn after_all(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if self.timed && text == AFTER_ALL {
            // Jasmine 2 tells each error of a suite so; a blank line is between two suites, which it counts.
            if !run.is_open() {
                self.others.up(1);
                let name = self.names.next("afterAll");
                run.fail_whole(&name, FailureKind::Setup);
                self.body = Body::default();
            }
            run.may_have_ended();
            return Some(Seen::Mine(Class::Detail));
        }
        if run.is_open()
            && let Some(message) = text.strip_prefix("AfterAll ")
        {
            self.body.line(message, run);
            run.may_have_ended();
            return Some(Seen::Mine(Class::Detail));
        }
        run.close();
        None
    }

    pub(super) fn withdraw(&mut self, run: &mut Run<'_>) {
        for name in std::mem::take(&mut self.claims) {
            run.emit(Event::Withdrawn(TestId::bare(&name)));
        }
        self.others = 0;
        self.names = Names::default();
    }
}
