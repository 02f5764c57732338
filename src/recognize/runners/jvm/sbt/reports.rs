//! Failed and passed tests as each framework reports them.

use super::open::Open;
use super::sbt::Sbt;
use super::sbt_lines::{Mark, Verdict};
use crate::event::{Block, Class, Event, FailureKind, Outcome, Seen, Sink, TestId};
use crate::recognize::kit::frames::jvm::Trace;

impl Sbt {
    /// A suite or run that broke as a whole.
    pub(super) fn whole(&mut self, mark: Mark, name: &str, kind: FailureKind, sink: &mut dyn Sink) -> Seen {
        sink.emit(Event::BlockOpened(Block::Whole { name, kind }));
        sink.emit(Event::Heading);
        self.open = Open::Failure(mark, 0, Trace::of(name));
        Seen::Mine(Class::Detail)
    }

    /// A test of ScalaTest.
    pub(super) fn scalatest(
        &mut self,
        mark: Mark,
        indent: usize,
        name: &str,
        verdict: Verdict,
        sink: &mut dyn Sink,
    ) -> Option<Seen> {
        // A dash begins much: outside of a suite only a failed test is certain.
        let certain =
            verdict == Verdict::Failed || !self.suite.is_empty() || (self.running && mark == Mark::Bare);
        let stranger = self.suite_mark.is_some_and(|own| own != mark);
        let bare = mark == Mark::Bare && self.suite.is_empty() && verdict != Verdict::Failed;
        if !certain || stranger || bare {
            return None;
        }
        self.begin(None, sink);
        let shown = if self.scope.is_empty() { name.to_owned() } else { format!("{} {name}", self.scope) };
        let separator = if self.suite.is_empty() { "" } else { " > " };
        let id = TestId { module: &self.suite, separator, name: &shown };
        let finished = |outcome| Event::finished(id, outcome);
        Some(match verdict {
            Verdict::Passed => {
                sink.emit(finished(Outcome::Passed));
                Seen::Mine(Class::Passed)
            }
            Verdict::Skipped => {
                sink.emit(finished(Outcome::Skipped));
                Seen::Mine(Class::Skipped)
            }
            Verdict::Other => {
                sink.emit(finished(Outcome::Other));
                Seen::Mine(Class::Skipped)
            }
            Verdict::Failed => {
                sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
                sink.emit(Event::Heading);
                self.open = Open::Failure(mark, indent, Trace::of(&self.suite));
                Seen::Mine(Class::Detail)
            }
        })
    }

    /// `a.CartSuite.adds  0.02s munit.FailException: /p/CartSuite.scala:12 no`.
    pub(super) fn munit(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        self.begin(None, sink);
        let words: Vec<&str> = text.splitn(64, ' ').collect();
        let timed = words.iter().position(|word| {
            word.strip_suffix('s').is_some_and(|time| {
                time.split('.').all(|part| crate::recognize::kit::scan::whole_number(part).is_some())
            })
        });
        let (name, message) = match timed {
            Some(at) => {
                let name = words.get(..at).unwrap_or_default().join(" ");
                (name.trim().to_owned(), words.get(at.saturating_add(1)..).unwrap_or_default().join(" "))
            }
            None => (text.trim().to_owned(), String::new()),
        };
        let id = TestId::split_last(&name, ".");
        let id = match name.strip_prefix(self.suite.as_str()).and_then(|rest| rest.strip_prefix('.')) {
            Some(test) if !self.suite.is_empty() => {
                TestId { module: &self.suite, separator: ".", name: test }
            }
            _ => id,
        };
        sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        sink.emit(Event::Heading);
        let place = message.split(' ').find_map(|word| crate::recognize::kit::scan::place(word));
        if let Some((place, _)) = place {
            sink.emit(Event::At { place, better: false });
        }
        let printed = match place.and_then(|(place, _)| message.split_once(place.file)) {
            Some((_, after)) => after.split_once(' ').map_or("", |(_, printed)| printed),
            None => message.as_str(),
        };
        if !printed.is_empty() {
            sink.emit(Event::Message(printed));
        }
        self.open = Open::Munit(Trace::of(&self.suite));
        Seen::Mine(Class::Detail)
    }

    /// `Test a.CartTest.adds failed: expected:<1> but was:<2>, took 0.01 sec`.
    pub(super) fn junit(&mut self, rest: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (name, message) = rest.strip_prefix("Test ")?.split_once(" failed: ")?;
        if name.contains(' ') || !name.contains('.') {
            return None;
        }
        self.begin(None, sink);
        let id = TestId::split_last(name, ".");
        sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        sink.emit(Event::Heading);
        let message = message.rsplit_once(", took ").map_or(message, |(message, _)| message);
        sink.emit(Event::Message(message));
        self.open = Open::Failure(Mark::Error, 0, Trace::of(id.module));
        Some(Seen::Mine(Class::Detail))
    }
}
