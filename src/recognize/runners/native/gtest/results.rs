//! Lines of result: what they make of the test that runs, and of a failure of the brief form.

use super::failure::Reported;
use super::gtest::GoogleTest;
use super::gtest_lines;
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Grade, Opened, Outcome, Part, Seen, Sink};

impl GoogleTest {
    pub(super) fn passed(&mut self, name: &str, sink: &mut dyn Sink) -> Seen {
        match &self.run.running {
            Some(running) if running != name => return Seen::Inside(Class::Other),
            // Anybody can print it where nothing of a run was seen; another runner's log may hold it.
            None if self.run.opened != Some(Opened::Own) => return Seen::No,
            _ => {}
        }
        if self.run.open.about.is_some() {
            // What looked like a crash or a failure was only printed.
            sink.emit(Event::Withdrawn(gtest_lines::id(name)));
        }
        sink.emit(Event::finished(gtest_lines::id(name), Outcome::Passed));
        self.finished();
        Seen::Mine(Class::Passed)
    }

    pub(super) fn was_skipped(&mut self, name: &str, sink: &mut dyn Sink) -> Seen {
        if self.run.running.as_deref().is_some_and(|running| running != name) {
            return Seen::Inside(Class::Other);
        }
        if self.run.running.is_none() {
            // The closing list of what was skipped.
            return Seen::Mine(Class::Noise);
        }
        sink.emit(Event::finished(gtest_lines::id(name), Outcome::Skipped));
        if let Some(reason) = self.run.open.skip.take().filter(|reason| !reason.is_empty()) {
            sink.emit(Event::Reason(&format!("{name}: {reason}")));
        }
        self.run.skipped.up(1);
        self.finished();
        Seen::Mine(Class::Skipped)
    }

    /// A line of result, or of the closing list, that says failed.
    pub(super) fn failed(&mut self, name: &str, text: &str, sink: &mut dyn Sink) -> Seen {
        let finished = |grade: Grade| Event::Finished {
            id: gtest_lines::id(name),
            outcome: Outcome::Failed(FailureKind::Test),
            grade,
            attempt: 0,
            alias: "",
        };
        if self.listing {
            sink.emit(finished(Grade::Listed));
            return Seen::Mine(Class::Detail);
        }
        match &self.run.running {
            Some(running) if running != name => {
                self.keep(text, sink);
                return Seen::Inside(Class::Other);
            }
            Some(_) => {}
            None => return self.failed_alone(name, sink),
        }
        sink.emit(finished(Grade::Line));
        sink.emit(Event::Heading);
        match self.run.open.reported.in_one_line() {
            "" => {
                if let Some(text) = self.run.last.take() {
                    sink.emit(Event::Decoded { part: Part::Output, text: &text });
                }
            }
            message => sink.emit(Event::Message(message)),
        }
        self.finished();
        Seen::Mine(Class::Detail)
    }

    /// The brief form: the failure's text came before anybody knew whose it is.
    pub(super) fn failed_alone(&mut self, name: &str, sink: &mut dyn Sink) -> Seen {
        let Some(brief) = self.brief.take() else { return Seen::No };
        self.run.opened.get_or_insert(Opened::Headless);
        sink.emit(Event::BlockOpened(Block::Test { id: gtest_lines::id(name), kind: FailureKind::Test }));
        sink.emit(Event::Heading);
        let mut reported = Reported::default();
        let mut placed = false;
        for text in &brief.lines {
            let part = match gtest_lines::part(text) {
                Some((place, _, rest)) => {
                    reported.begin(rest);
                    if let Some(place) = place.filter(|_| !placed) {
                        sink.emit(Event::At { place, better: false });
                        placed = true;
                    }
                    Part::Why
                }
                None if reported.tells_why(text) => Part::Why,
                None => Part::Output,
            };
            sink.emit(Event::Decoded { part, text });
        }
        sink.emit(Event::Message(reported.in_one_line()));
        sink.emit(Event::BlockClosed);
        Seen::Mine(Class::Detail)
    }
}
