//! What mocha says when a file could not be loaded, which ends the run.

use super::mocha::{Mocha, State};
use crate::event::{Block, Class, Ended, Event, FailureKind, Level, Part, Place, Seen, Sink, Totals};
use crate::recognize::kit::frames::error_text::ErrorText;

/// How it begins.
pub(super) const EXCEPTION: &str = "Exception during run:";

impl Mocha {
    pub(super) fn begin_exception(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        self.open(sink);
        sink.emit(Event::BlockOpened(Block::Whole {
            name: "Exception during run",
            kind: FailureKind::Collection,
        }));
        sink.emit(Event::Heading);
        let mut error = ErrorText::default();
        let rest = text.strip_prefix(EXCEPTION).unwrap_or_default().trim();
        let _ = error.line(rest);
        self.state = State::Exception(error);
        Seen::Mine(Class::Detail)
    }

    pub(super) fn exception(&mut self, mut error: ErrorText, line: &str, sink: &mut dyn Sink) -> Seen {
        let text = line.trim();
        let ended = text.is_empty() || (error.frames && !line.starts_with([' ', '}']));
        if ended {
            self.end_exception(&error, sink);
            return if text.is_empty() { Seen::Mine(Class::Noise) } else { self.tests(line, sink) };
        }
        let (part, place) = error.line(text);
        let required =
            text.strip_prefix("- ").filter(|path| path.contains('/')).map(|file| Place { file, line: None });
        let place = place.map(|(file, line)| Place { file, line: Some(line) }).or(required);
        if let Some(place) = place {
            sink.emit(Event::At { place, better: place.line.is_some() });
        }
        sink.emit(Event::Text(part.unwrap_or(Part::Where)));
        sink.emit(Event::MayHaveEnded);
        self.state = State::Exception(error);
        Seen::Mine(Class::Detail)
    }

    pub(super) fn end_exception(&mut self, error: &ErrorText, sink: &mut dyn Sink) {
        if !error.message().is_empty() {
            sink.emit(Event::Message(error.message()));
        }
        sink.emit(Event::BlockClosed);
        if self.passed == 0 && self.reported.is_empty() {
            // Files are loaded before the first test.
            let none = Totals {
                passed: Some(0),
                failed: Some(0),
                errors: Some(1),
                skipped: Some(0),
                ..Totals::default()
            };
            sink.emit(Event::Declared { totals: none, level: Level::Section });
        } else {
            sink.emit(Event::SectionEnded(Ended::Crash));
        }
        self.running = false;
        self.reported.clear();
    }
}
