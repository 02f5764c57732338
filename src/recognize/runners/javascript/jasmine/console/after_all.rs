//! What failed outside of specs as Jasmine 2 tells it below the time, and what is taken back when specs go on.

use super::{Body, Jasmine, Names};
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Seen, Sink, TestId};

/// How Jasmine 2 heads an error of a suite, below the time.
const AFTER_ALL: &str = "An error was thrown in an afterAll";

impl Jasmine {
    /// A line after the closing numbers, when it tells such a failure.
    pub(super) fn after_all(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if self.timed && text == AFTER_ALL {
            // Jasmine 2 tells each error of a suite so; a blank line is between two suites, which it counts.
            if !self.open {
                self.others.up(1);
                let name = self.names.next("afterAll");
                sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Setup }));
                sink.emit(Event::Heading);
                (self.open, self.body) = (true, Body::default());
            }
            sink.emit(Event::MayHaveEnded);
            return Some(Seen::Mine(Class::Detail));
        }
        if self.open
            && let Some(message) = text.strip_prefix("AfterAll ")
        {
            self.body.line(message, sink);
            sink.emit(Event::MayHaveEnded);
            return Some(Seen::Mine(Class::Detail));
        }
        self.close(sink);
        None
    }

    pub(super) fn withdraw(&mut self, sink: &mut dyn Sink) {
        for name in std::mem::take(&mut self.claims) {
            sink.emit(Event::Withdrawn(TestId::bare(&name)));
        }
        self.others = 0;
        self.names = Names::default();
    }
}
