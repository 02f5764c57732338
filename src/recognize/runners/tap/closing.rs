//! What ends a document: the producer's totals, a plan that was not kept, tests that were skipped as a whole.

use super::block::claim;
use super::document::Document;
use crate::event::{Ended, Event, FailureKind, Outcome, Sink, TestId, Totals};

/// What the producer's comments say, if it agrees with what was counted. A producer that counts tests with subtests among its failures
/// has them told now; one that counts only the outermost level says less than was counted.
pub(super) fn agreed(told: Totals, document: &mut Document, sink: &mut dyn Sink) -> Option<Totals> {
    let failures = told.failed.unwrap_or(0).saturating_add(told.errors.unwrap_or(0));
    let parents = u64::try_from(document.parents.len()).unwrap_or(u64::MAX);
    if failures > document.failed && failures == document.failed.saturating_add(parents) {
        for parent in &document.parents {
            claim(parent, FailureKind::Test, sink);
            sink.emit(Event::Instead(&format!("not ok - {}", parent.name)));
            sink.emit(Event::Heading);
            sink.emit(Event::BlockClosed);
        }
        return Some(told);
    }
    if failures > document.failed && failures < document.failed.saturating_add(parents) {
        // Which of them is counted cannot be told.
        sink.emit(Event::Counted { passed: 0, failed: failures, skipped: 0, other: 0 });
        return Some(told);
    }
    // AVA counts what is still to do among its failures.
    if failures > document.failed && failures == document.failed.saturating_add(document.other) {
        return None;
    }
    let outermost = told.total == Some(document.results) && parents > 0;
    (!outermost || failures == document.failed).then_some(told)
}

pub(super) fn skip(name: &str, sink: &mut dyn Sink) {
    let name = if name.is_empty() { "skipped" } else { name };
    sink.emit(Event::finished(TestId::bare(name), Outcome::Skipped));
}

pub(super) fn tell_whole(said: &str, kind: FailureKind, sink: &mut dyn Sink) {
    sink.emit(Event::BlockOpened(crate::event::Block::Whole { name: said, kind }));
    sink.emit(Event::Instead(said));
    sink.emit(Event::Heading);
}

/// What producers print when the plan was not kept.
pub(super) fn is_broken_plan(text: &str) -> bool {
    text.starts_with("Looks like your test exited with ")
        || text.starts_with("Looks like your test died ")
        || text.starts_with("Looks like you planned ")
        || text.starts_with("bats warning: Executed ")
}

/// `Bail out!`: the run gives up.
pub(super) fn give_up(reason: &str, sink: &mut dyn Sink) {
    tell_whole("Bail out!", FailureKind::Crash, sink);
    if !reason.is_empty() {
        sink.emit(Event::Message(reason));
    }
    sink.emit(Event::SectionEnded(Ended::Crash));
}
