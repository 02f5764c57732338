//! What ends a document: the producer's totals, a plan that was not kept, tests that were skipped as a whole.

use super::Tap;
use super::above::Above;
use super::block::claim;
use super::document::Document;
use super::totals::Group;
use crate::budget::Count as _;
use crate::event::{Ended, Event, FailureKind, Level, Opened, Outcome, Seen, Sink, TestId, Totals};

impl Tap {
    /// Ends the document, as well as it can be ended.
    #[inline(never)]
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) {
        self.end_block(sink);
        self.block.forget_held();
        self.subtest_indent = None;
        self.title.clear();
        self.above = Above::default();
        let group = std::mem::take(&mut self.group);
        if self.is_bare_plan() {
            self.start(Opened::Own, sink);
        }
        if let Some(totals) = group.totals().filter(|totals| self.is_cut_to(totals)) {
            self.start(Opened::Headless, sink);
            self.document = None;
            sink.emit(Event::Declared { totals, level: Level::Section });
            return;
        }
        if self.document.as_ref().is_some_and(Document::ran_nothing) {
            self.start(Opened::Own, sink);
        }
        let Some(mut document) = self.document.take() else { return tell_alone(&group, sink) };
        let complete = document.is_complete();
        if !complete || !document.started {
            return;
        }
        self.ran = document.results;
        document.leave(document.base.saturating_add(1));
        if let Some(planned) =
            document.planned.filter(|planned| *planned != document.results && !document.broken)
        {
            let printed = format!("bad plan: {planned} tests planned, {} ran", document.results);
            document.failed.up(1);
            tell_whole(&printed, FailureKind::Suite, sink);
        }
        let totals = group.totals().and_then(|reported| agreed(reported, &mut document, sink));
        let totals = totals.unwrap_or_else(|| document.counted());
        sink.emit(Event::Declared { totals, level: Level::Section });
    }

    /// Ends a document that is over before another one begins.
    pub(super) fn replace(&mut self, indent: usize, sink: &mut dyn Sink) {
        if let Some(document) = &self.document {
            let lost = document.started && !document.is_complete();
            self.finish(sink);
            if lost {
                sink.emit(Event::SectionEnded(Ended::Replaced));
            }
        }
        sink.emit(Event::MayHaveBegun);
        self.document = Some(Document::at(indent));
    }

    /// Whether totals with failures are after the end of a document: a plan that is not kept, in a log that is cut in
    /// front.
    fn is_cut_to(&self, totals: &Totals) -> bool {
        let cut = |document: &Document| document.planned.is_some_and(|planned| document.results < planned);
        tells_failures(totals) && self.document.as_ref().is_some_and(cut)
    }

    /// A comment while no document is open: a log may be cut in front of its totals. Those without a failure prove nothing
    /// alone.
    pub(super) fn stray_comment(&mut self, comment: Option<&str>, sink: &mut dyn Sink) -> Option<Seen> {
        if comment.is_some_and(|comment| self.group.take(comment)) {
            return Some(Seen::No);
        }
        tell_alone(&std::mem::take(&mut self.group), sink);
        None
    }

    /// Whether a plan is all that came of a document after a whole one: the run died at once. The same plan twice may be
    /// one that is reported above and below its tests.
    fn is_bare_plan(&self) -> bool {
        let bare = |document: &Document| {
            document.results == 0
                && document.planned.is_some_and(|planned| planned > 0 && planned != self.ran)
        };
        self.ran > 0 && self.document.as_ref().is_some_and(|document| !document.started && bare(document))
    }
}

/// What the producer's comments say, if it agrees with what was counted. A producer that counts tests with subtests among its failures
/// has them reported now; one that counts only the outermost level says less than was counted.
pub(super) fn agreed(reported: Totals, document: &mut Document, sink: &mut dyn Sink) -> Option<Totals> {
    let failures = reported.failed.unwrap_or(0).saturating_add(reported.errors.unwrap_or(0));
    let parents = u64::try_from(document.parents.len()).unwrap_or(u64::MAX);
    if failures > document.failed && failures == document.failed.saturating_add(parents) {
        for parent in &document.parents {
            claim(parent, FailureKind::Test, sink);
            sink.emit(Event::Instead(&format!("not ok - {}", parent.name)));
            sink.emit(Event::Heading);
            sink.emit(Event::BlockClosed);
        }
        return Some(reported);
    }
    if failures > document.failed && failures < document.failed.saturating_add(parents) {
        // Which of them is counted cannot be reported.
        sink.emit(Event::Counted { passed: 0, failed: failures, skipped: 0, other: 0 });
        return Some(reported);
    }
    // AVA counts what is still to do among its failures.
    if failures > document.failed && failures == document.failed.saturating_add(document.other) {
        return None;
    }
    let outermost = reported.total == Some(document.results) && parents > 0;
    (!outermost || failures == document.failed).then_some(reported)
}

/// Totals that are alone; few comments like them may be anybody's.
fn tell_alone(group: &Group, sink: &mut dyn Sink) {
    if let Some(totals) = group.whole().filter(tells_failures) {
        sink.emit(Event::Declared { totals, level: Level::Section });
    }
}

fn tells_failures(totals: &Totals) -> bool {
    totals.failed > Some(0) || totals.errors > Some(0)
}

pub(super) fn skip(name: &str, sink: &mut dyn Sink) {
    let name = if name.is_empty() { "skipped" } else { name };
    sink.emit(Event::finished(TestId::bare(name), Outcome::Skipped));
}

pub(super) fn tell_whole(printed: &str, kind: FailureKind, sink: &mut dyn Sink) {
    sink.emit(Event::BlockOpened(crate::event::Block::Whole { name: printed, kind }));
    sink.emit(Event::Instead(printed));
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
