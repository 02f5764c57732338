//! What a run tells of a test whose report is over, and of all when it ends.

use super::autotest_lines::{self, At, Word};
use super::block;
use super::mixed::{Mixed, Test};
use super::run::{MOST_NAMES, NAME_BYTES, Run};
use super::state::{Counts, Failed, Form};
use super::sum::Reader;
use super::tell::{self, id};
use crate::budget::Count as _;
use crate::event::{Block, Ended, Event, FailureKind, Grade, Level, Part, Place, Sink, Totals};
use crate::text::head;

impl Run {
    /// Tells the test whose report is over.
    pub(super) fn flush(&mut self, sink: &mut dyn Sink) {
        let Some(open) = self.open.take() else { return };
        self.last = Some((open.number, open.place.clone()));
        if self.seen.len() < MOST_NAMES {
            self.seen.insert(open.number);
        }
        let shown = open.number.to_string();
        let id = id(&shown, &open.name);
        let Some(tail) = open.tail else {
            sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Unfinished }));
            sink.emit(Event::Instead(&open.head));
            sink.emit(Event::Heading);
            tell::place(autotest_lines::place(&open.place), sink);
            let message = open.text.tell(sink);
            tell::message(message.as_deref().or(self.caught().as_deref()), sink);
            sink.emit(Event::BlockClosed);
            self.located.failed.up(1);
            return;
        };
        self.count(tail.word);
        if !tail.word.fails() {
            self.named.up(u64::from(tail.word == Word::Ok));
            sink.emit(Event::finished(id, tell::outcome(tail.word)));
            return;
        }
        self.remember(open.number, &open.name);
        sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        sink.emit(Event::Instead(&open.head));
        sink.emit(Event::Heading);
        let failed_at = tail.place.as_ref().map(|(file, line)| Place { file, line: *line });
        tell::place(failed_at.or_else(|| autotest_lines::place(&open.place)), sink);
        let message = open.text.tell(sink);
        sink.emit(Event::Decoded { part: Part::Where, text: &tail.line });
        tell::message(message.as_deref(), sink);
        tell::unexpected(tail.word, sink);
        sink.emit(Event::BlockClosed);
    }

    fn caught(&self) -> Option<String> {
        self.signal.as_ref().map(|signal| format!("caught signal {signal}"))
    }

    pub(super) fn remember(&mut self, number: u64, name: &str) {
        if self.failed.len() < MOST_NAMES {
            self.failed.push(Failed { number, name: head(name, NAME_BYTES).to_owned() });
        }
    }

    /// Whether a test was reported to have failed.
    pub(super) fn knows(&self, number: u64) -> bool {
        self.failed.iter().any(|each| each.number == number)
    }

    /// A log's list names a failure.
    pub(super) fn list(&mut self, at: At<'_>, name: &str, word: Word, sink: &mut dyn Sink) {
        if self.knows(at.number) {
            return;
        }
        self.remember(at.number, name);
        self.count(word);
        let shown = at.number.to_string();
        tell::claim(id(&shown, name), word, Grade::Listed, sink);
        sink.emit(Event::Heading);
        tell::place(autotest_lines::place(at.place), sink);
        tell::unexpected(word, sink);
    }

    /// Whether it is a log's own.
    pub(super) fn is_of_log(&self) -> bool {
        matches!(self.form, Form::Log)
    }

    /// The totals of a log, where the run itself reported none.
    pub(super) fn adopt(&mut self, reader: Reader) {
        self.reader = reader;
    }

    /// Tells what the closing list names, or what the last lines of reports reported where none came.
    fn end_mixed(&mut self, sink: &mut dyn Sink) {
        let mixed = match std::mem::take(&mut self.form) {
            Form::Mixed(mixed) => mixed,
            form => {
                self.form = form;
                Mixed::default()
            }
        };
        let mut failed = std::mem::take(&mut self.listed);
        if failed.is_empty() && self.sum().is_none_or(|sum| sum.failed > 0) {
            let words = mixed.tests.iter().filter_map(|(number, test)| Some((*number, test.word?)));
            failed.extend(words.filter(|(_, word)| word.fails()));
        }
        let none = Test::default();
        for (number, word) in
            failed.iter().filter(|(number, _)| !self.knows(*number)).copied().collect::<Vec<_>>()
        {
            let test = mixed.tests.get(&number).unwrap_or(&none);
            self.remember(number, &test.name);
            self.count(word);
            let shown = number.to_string();
            tell::claim(id(&shown, &test.name), word, Grade::Listed, sink);
            sink.emit(Event::Instead(&format!("{number}: {}", test.name)));
            sink.emit(Event::Heading);
            let differs = test.text.tell(sink);
            let place = test.place.as_ref().map(|(file, line)| Place { file, line: *line });
            tell::place(place, sink);
            let status = place.and_then(|place| mixed.printed(place.file, place.line?)).map(str::to_owned);
            tell::message(block::message(status, differs).as_deref(), sink);
            tell::unexpected(word, sink);
            sink.emit(Event::BlockClosed);
        }
        for word in mixed.words().filter(|word| !word.fails()) {
            self.count(word);
        }
        if self.sum().is_some() {
            return;
        }
        for (number, test) in mixed.tests.iter().filter(|(_, test)| test.word.is_none()) {
            if !failed.iter().any(|(each, _)| each == number) {
                let shown = number.to_string();
                sink.emit(Event::Started(id(&shown, &test.name)));
            }
        }
    }

    /// The run is over.
    pub(super) fn end(mut self, sink: &mut dyn Sink) {
        self.flush(sink);
        if let Some((number, name)) = self.flight.take() {
            let shown = number.to_string();
            sink.emit(Event::BlockOpened(Block::Test {
                id: id(&shown, &name),
                kind: FailureKind::Unfinished,
            }));
            sink.emit(Event::Instead(&format!("{number}: {name}")));
            sink.emit(Event::Heading);
            tell::message(self.caught().as_deref().or(self.follows.as_deref()), sink);
            sink.emit(Event::BlockClosed);
            self.located.failed.up(1);
        }
        let named = !matches!(self.form, Form::Mixed(_) | Form::Log);
        self.end_mixed(sink);
        let sum = self.sum().filter(|sum| {
            let Counts { passed, failed, skipped, other } = self.located;
            let known = passed.saturating_add(failed).saturating_add(skipped).saturating_add(other);
            // Each report names its test.
            let whole = !matches!(self.form, Form::Verbose) || known == sum.total();
            !self.broken && whole && known <= sum.total() && (sum.stopped || failed <= sum.failed)
        });
        let Some(sum) = sum else {
            if !named {
                let passed = self.located.passed.saturating_sub(self.named);
                sink.emit(Event::Counted { passed, failed: 0, skipped: 0, other: 0 });
            }
            let how = if self.signal.is_some() { Ended::Crash } else { Ended::Replaced };
            sink.emit(Event::SectionEnded(how));
            return;
        };
        let failed = sum.failed.max(self.located.failed);
        let ran = sum.run.saturating_sub(failed);
        let other = match self.form {
            // It names all that passed.
            Form::Log => sum.expected.unwrap_or(ran.saturating_sub(self.located.passed)),
            _ => sum.expected.unwrap_or(self.located.other),
        };
        let passed = ran.saturating_sub(other);
        if !named {
            let passed = passed.saturating_sub(self.named);
            sink.emit(Event::Counted { passed, failed: 0, skipped: 0, other: 0 });
        }
        let totals = Totals {
            passed: Some(passed),
            failed: Some(failed),
            skipped: Some(sum.skipped),
            other: Some(other),
            ..Totals::default()
        };
        sink.emit(Event::Declared { totals, level: Level::Section });
    }
}
