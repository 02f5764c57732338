//! Tests of which an attempt failed: whether another one passed may be known by the totals alone.
//!
//! How much nextest prints is up to its user: `TRY 1 FAIL` may be all that is printed of a test that passed on its second
//! attempt. It is called flaky when the totals bear it out: they count as many flaky tests as were tried again, as many
//! failures as the closing list names, and no other passes than those that were printed, where passes are printed.

use std::collections::BTreeMap;

use super::status::{self, clipped};
use crate::budget::Count as _;
use crate::event::{Event, Grade, Outcome, Sink, Totals};

/// The most tests that are remembered. Beyond them nobody is called flaky by the totals.
const TESTS: usize = 4096;

/// The tests whose last known attempt failed, and what the closing list says.
#[derive(Debug, Default)]
pub(super) struct Tried {
    tests: BTreeMap<String, u32>,
    /// There were more.
    is_full: bool,
    /// Failures of the closing list.
    listed: u64,
    /// Passes that were printed, and how many of them after an attempt had failed.
    passed: u64,
    passed_again: u64,
    /// How many tests are flaky by the totals.
    flaky: u64,
}

impl Tried {
    /// Takes note of a status; gives whether an attempt of this test had failed, and no other one was printed since.
    pub(super) fn reported(&mut self, name: &str, outcome: Outcome, attempt: u32, grade: Grade) -> bool {
        let fails = matches!(outcome, Outcome::Failed(_));
        if fails && grade == Grade::Listed {
            self.listed.up(1);
        }
        let known = self.tests.contains_key(name);
        if outcome == Outcome::Passed && grade == Grade::Line {
            self.passed.up(1);
            self.passed_again.up(u64::from(known));
        }
        if !fails || grade == Grade::Listed {
            self.tests.remove(name);
        } else if known || attempt > 0 && self.tests.len() < TESTS {
            self.tests.insert(clipped(name), attempt);
        } else {
            self.is_full |= attempt > 0;
        }
        known
    }

    /// The totals came, with so many flaky tests.
    pub(super) const fn summed_up(&mut self, flaky: u64) {
        (self.flaky, self.listed) = (flaky, 0);
    }

    /// The totals are known: whoever is not in a complete closing list passed in the end.
    pub(super) fn settle(&mut self, totals: &Totals, sink: &mut dyn Sink) {
        let tests = std::mem::take(&mut self.tests);
        let tried = u64::try_from(tests.len()).unwrap_or(u64::MAX);
        let again = self.passed_again.saturating_add(tried);
        let passed = totals.passed == Some(self.passed.saturating_add(tried)) || self.passed == 0;
        if self.is_full || totals.failed != Some(self.listed) || self.flaky != again || !passed {
            return;
        }
        for (name, attempt) in tests {
            let attempt = attempt.saturating_add(1);
            let (id, outcome, grade) = (status::id(&name), Outcome::Passed, Grade::Listed);
            sink.emit(Event::Finished { id, outcome, grade, attempt, alias: "" });
        }
    }
}
