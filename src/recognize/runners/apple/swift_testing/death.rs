//! A run whose process died.
//!
//! The dead test is the one that xcodebuild names, or the only one that ran; else nobody can be named, and the tests
//! that began and never ended speak for themselves.

use super::swift_testing::{SwiftTesting, unquoted};
use crate::budget::Count as _;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Grade, Outcome, Part, Place, Seen, Sink, TestId,
};
use crate::recognize::runners::apple::shared::runtime::{is_restart, restarted_test};

/// What a runtime printed before its process died, if it did.
#[derive(Debug)]
pub(super) struct LastWords {
    /// The whole line.
    pub line: String,
    /// From `Fatal error` on.
    pub message: String,
    /// File and line.
    pub place: Option<(String, u64)>,
}

impl SwiftTesting {
    /// The process died with this line; xcodebuild may start another one for the tests that are left.
    pub(super) fn died(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        self.close_block(sink);
        let named =
            restarted_test(text).map(|shown| shown.rsplit(['.', '/']).next().unwrap_or(shown).to_owned());
        let sole = self.names.sole().map(str::to_owned);
        let again = is_restart(text);
        let died = named.or(sole);
        match &died {
            Some(name) => {
                let id = TestId::bare(unquoted(name));
                sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Crash }));
                self.tell_last_words(sink);
                sink.emit(Event::Text(Part::Why));
                let outcome = Outcome::Failed(FailureKind::Crash);
                sink.emit(Event::Finished { id, outcome, grade: Grade::Block, attempt: 0, alias: "" });
            }
            None => {
                sink.emit(Event::BlockOpened(Block::Whole { name: text, kind: FailureKind::Crash }));
                self.tell_last_words(sink);
                sink.emit(Event::Text(Part::Why));
            }
        }
        sink.emit(Event::BlockClosed);
        self.failed.up(1);
        self.last_words = None;
        self.names.lose_running();
        if again {
            let died = u64::from(died.is_some());
            self.before = self.before.saturating_add(self.ended).saturating_add(died);
            self.ended = 0;
            self.restarted = true;
        } else {
            sink.emit(Event::SectionEnded(Ended::Crash));
            *self = Self::default();
        }
        Seen::Mine(Class::Detail)
    }

    /// The stream ended while tests ran, after last words.
    pub(super) fn lost(&mut self, sink: &mut dyn Sink) {
        let Some(words) = self.last_words.as_ref().filter(|_| self.names.running() > 0) else { return };
        let kind = FailureKind::Crash;
        sink.emit(Event::BlockOpened(match self.names.sole() {
            Some(name) => Block::Test { id: TestId::bare(unquoted(name)), kind },
            None => Block::Whole { name: &words.message, kind },
        }));
        self.tell_last_words(sink);
        sink.emit(Event::BlockClosed);
    }

    fn tell_last_words(&self, sink: &mut dyn Sink) {
        let Some(words) = &self.last_words else { return };
        sink.emit(Event::Decoded { part: Part::Why, text: &words.line });
        if let Some((file, line)) = &words.place {
            sink.emit(Event::At { place: Place { file, line: Some(*line) }, better: true });
        }
        sink.emit(Event::Message(&words.message));
    }
}
