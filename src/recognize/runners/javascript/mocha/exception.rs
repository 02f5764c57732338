//! What mocha says when a file could not be loaded, which ends the run.

use super::mocha::{Mocha, State};
use crate::event::{Block, Class, Ended, Event, FailureKind, Level, Part, Place, Seen, Totals};
use crate::recognize::kit::Run;
use crate::recognize::kit::frames::error_text::ErrorText;

/// How it begins.
pub(super) const EXCEPTION: &str = "Exception during run:";

impl Mocha {
    pub(super) fn begin_exception(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        self.open(run);
        run.emit(Event::BlockOpened(Block::Whole {
            name: "Exception during run",
            kind: FailureKind::Collection,
        }));
        run.emit(Event::Heading);
        let mut error = ErrorText::default();
        let rest = text.strip_prefix(EXCEPTION).unwrap_or_default().trim();
        let _ = error.line(rest);
        self.state = State::Exception(error);
        Seen::Mine(Class::Detail)
    }

    pub(super) fn exception(&mut self, mut error: ErrorText, line: &str, run: &mut Run<'_>) -> Seen {
        let text = line.trim();
        let ended = text.is_empty() || (error.frames && !line.starts_with([' ', '}']));
        if ended {
            self.end_exception(&error, run);
            return if text.is_empty() { Seen::Mine(Class::Noise) } else { self.tests(line, run) };
        }
        let (part, place) = error.line(text);
        let required =
            text.strip_prefix("- ").filter(|path| path.contains('/')).map(|file| Place { file, line: None });
        let place = place.map(|(file, line)| Place { file, line: Some(line) }).or(required);
        if let Some(place) = place {
            run.emit(Event::At { place, better: place.line.is_some() });
        }
        run.emit(Event::Text(part.unwrap_or(Part::Where)));
        run.emit(Event::MayHaveEnded);
        self.state = State::Exception(error);
        Seen::Mine(Class::Detail)
    }

    pub(super) fn end_exception(&mut self, error: &ErrorText, run: &mut Run<'_>) {
        if !error.message().is_empty() {
            run.emit(Event::Message(error.message()));
        }
        run.emit(Event::BlockClosed);
        if self.passed == 0 && self.reported.is_empty() {
            // Files are loaded before the first test.
            let none = Totals {
                passed: Some(0),
                failed: Some(0),
                errors: Some(1),
                skipped: Some(0),
                ..Totals::default()
            };
            run.emit(Event::Declared { totals: none, level: Level::Section });
        } else {
            run.emit(Event::SectionEnded(Ended::Crash));
        }
        run.forget();
        self.reported.clear();
    }
}
