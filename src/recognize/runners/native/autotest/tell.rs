//! Events about one test.

use super::autotest_lines::Word;
use crate::event::{Class, Event, FailureKind, Grade, Outcome, Place, Sink, TestId};

/// A test's name: titles can repeat, and its number is what runs it again.
pub(super) fn id<'a>(number: &'a str, name: &'a str) -> TestId<'a> {
    if name.is_empty() {
        return TestId::bare(number);
    }
    TestId { module: number, separator: ": ", name }
}

/// How a line with a result counts.
pub(super) fn class(word: Word) -> Class {
    match word {
        Word::Ok => Class::Passed,
        Word::Skipped => Class::Skipped,
        Word::ExpectedFailure => Class::Other,
        Word::Failed | Word::UnexpectedPass => Class::Detail,
    }
}

pub(super) fn outcome(word: Word) -> Outcome {
    match word {
        Word::Ok => Outcome::Passed,
        Word::Skipped => Outcome::Skipped,
        Word::ExpectedFailure => Outcome::Other,
        Word::Failed | Word::UnexpectedPass => Outcome::Failed(FailureKind::Test),
    }
}

/// A test finished.
pub(super) fn claim(id: TestId<'_>, word: Word, grade: Grade, sink: &mut dyn Sink) {
    sink.emit(Event::Finished { id, outcome: outcome(word), grade, attempt: 0, alias: "" });
}

/// Where it is.
pub(super) fn place(place: Option<Place<'_>>, sink: &mut dyn Sink) {
    if let Some(place) = place {
        sink.emit(Event::At { place, better: true });
    }
}

/// Why it failed.
pub(super) fn message(message: Option<&str>, sink: &mut dyn Sink) {
    if let Some(message) = message {
        sink.emit(Event::Message(message));
    }
}

/// Why it failed when it passed.
pub(super) fn unexpected(word: Word, sink: &mut dyn Sink) {
    if word == Word::UnexpectedPass {
        sink.emit(Event::Message("passed, but was expected to fail"));
    }
}
