//! What is at the end of a group, and the totals that follow from it.

use super::run::{FAILURES, Run};
use crate::budget::Count as _;
use crate::event::{Event, FailureKind, Grade, Level, Outcome, Sink, TestId, Totals};

/// What is at the end of a group.
#[derive(Debug, Default)]
pub(super) struct Closing {
    pub(super) ran: u64,
    pub(super) passed: Option<u64>,
    pub(super) skipped: u64,
    pub(super) failed: u64,
    /// Names of the list of failures.
    pub(super) listed: Vec<String>,
}

impl Closing {
    /// Takes the length of a list, unless there are not as many tests.
    pub(super) fn takes(&mut self, failures: bool, number: u64) {
        let other = if failures { self.skipped } else { self.failed };
        let all = number.saturating_add(other).saturating_add(self.passed.unwrap_or(0));
        let slot = if failures { &mut self.failed } else { &mut self.skipped };
        if *slot == 0 && all <= self.ran {
            *slot = number;
        }
    }

    /// How long the list of failures is.
    pub(super) fn room(&self) -> usize {
        usize::try_from(self.failed).unwrap_or(usize::MAX).min(FAILURES)
    }
}

/// Tells a group's totals, unless its lines contradict them, or nobody failed though it is `doubted` or
/// fewer results came.
pub(super) fn declare(run: &Run, closing: &Closing, doubted: bool, sink: &mut dyn Sink) -> bool {
    let count = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
    // Half of the lines are written to the standard error: without them the results count.
    let (passed, skipped) = match closing.passed {
        Some(passed) => (passed, closing.skipped),
        None if run.ended == closing.ran => (run.passed, run.skipped),
        None => return false,
    };
    let Some(bad) = closing.ran.checked_sub(passed).and_then(|rest| rest.checked_sub(skipped)) else {
        return false;
    };
    let reported = run.cut || run.ended >= closing.ran;
    if bad == 0 && run.groups == 0 && (doubted || !reported) {
        return false;
    }
    let failed = closing.failed.min(bad);
    let mut surplus = count(run.failures.len()).saturating_sub(bad);
    if count(closing.listed.len()) == closing.failed {
        for (name, shown) in run.failures.iter().rev() {
            if surplus > 0 && !closing.listed.contains(name) {
                surplus.down(1);
                sink.emit(Event::Withdrawn(TestId::bare(shown)));
            }
        }
    }
    let mut known: Vec<&(String, String)> = run.failures.iter().collect();
    for name in &closing.listed {
        // The list has the order in which they came.
        let at = known.iter().position(|(failed, _)| failed == name);
        let shown = at.map_or(name, |at| &known.remove(at).1);
        let (id, outcome) = (TestId::bare(shown), Outcome::Failed(FailureKind::Test));
        sink.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
    }
    let errors = bad.saturating_sub(failed).saturating_add(run.groups);
    let totals = Totals {
        passed: Some(passed),
        failed: Some(failed),
        errors: (errors > 0).then_some(errors),
        skipped: Some(skipped),
        ..Totals::default()
    };
    sink.emit(Event::Declared { totals, level: Level::Section });
    true
}
