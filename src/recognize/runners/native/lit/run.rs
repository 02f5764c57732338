//! One run of lit: what was located of it, and the numbers that end it.

use super::lit_lines::{self, Of};
use crate::budget::Count as _;
use crate::event::{FailureKind, Totals};
use crate::recognize::kit::bounds::NAME_BYTES;

/// The most names of failures that are remembered.
pub(super) const MOST_NAMES: usize = 1024;

/// The numbers at a run's end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
    pub other: u64,
    excluded: u64,
    /// `Total Discovered Tests: 14`.
    discovered: Option<u64>,
    /// `Testing Time: 0.04s` was above: every number is reported. Else only those of failures are.
    full: bool,
}

impl Sum {
    /// Whether a number was reported.
    pub(super) fn counts(&self) -> bool {
        self.ran() > 0 || self.excluded > 0
    }

    fn ran(&self) -> u64 {
        [self.passed, self.failed, self.skipped, self.other]
            .iter()
            .fold(0, |sum, part| sum.saturating_add(*part))
    }
}

/// A run.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// How many tests run, when that was reported.
    pub announced: Option<u64>,
    /// Another head came before this run's end: a test printed it, or the run died.
    pub other: Option<u64>,
    /// It died: another one began after it.
    died: bool,
    /// How many tests the last result tells of.
    all: u64,
    /// The number of the last result, and how many there were.
    pub highest: u64,
    results: u64,
    pub passed: u64,
    /// Results that are no failures are reported too.
    names_all: bool,
    /// What tests printed is reported those that passed too.
    pub shows_all: bool,
    /// Failures located, and the first names.
    pub failed: u64,
    pub names: Vec<String>,
    /// Names that are in lists alone.
    pub listed: Vec<String>,
    pub sum: Option<Sum>,
    /// Why the rest did not run.
    pub stopped: Option<FailureKind>,
}

impl Run {
    pub(super) fn new(announced: Option<u64>) -> Self {
        Self { announced, ..Self::default() }
    }

    /// Another head came.
    pub(super) fn begins_again(&mut self, announced: u64) {
        self.other = Some(announced);
        // Without results of tests that passed, nothing that such tests printed is shown.
        self.died |= !self.names_all;
    }

    /// A result was reported.
    pub(super) fn reported(&mut self, result: &lit_lines::Result<'_>) {
        self.died |= self.other == Some(result.all) && self.announced == self.other && result.number == 1;
        self.all = result.all;
        self.sum = None;
        self.highest = self.highest.max(result.number);
        self.results.up(1);
        match result.of() {
            Of::Failed(_) => {
                self.failed.up(1);
                keep(&mut self.names, result.name);
            }
            of => {
                self.names_all = true;
                self.passed.up(u64::from(of == Of::Passed));
            }
        }
    }

    /// The line above the numbers, or a list.
    pub(super) fn closes(&mut self, full: bool, discovered: Option<u64>) {
        let sum = self.sum.get_or_insert_default();
        if (full || discovered.is_some()) && (sum.counts() || sum.discovered.is_some()) {
            // What came before was in the output of a test.
            *sum = Sum::default();
        }
        sum.full |= full;
        sum.discovered = discovered.or(sum.discovered);
    }

    /// A closing list begins.
    pub(super) fn closes_with_list(&mut self) {
        if self.sum.is_some_and(|sum| sum.counts()) {
            self.sum = None;
        }
        self.closes(false, None);
    }

    /// A number.
    pub(super) fn counts(&mut self, of: Of, number: u64) {
        let Some(sum) = self.sum.as_mut() else { return };
        let slot = match of {
            Of::Passed => &mut sum.passed,
            Of::Failed(_) => &mut sum.failed,
            Of::Expected | Of::Unknown => &mut sum.other,
            Of::Skipped => &mut sum.skipped,
            Of::Excluded => &mut sum.excluded,
        };
        slot.up(number);
    }

    /// A name of a list of failures, as the run reported it before; a name that it did not tell is remembered.
    pub(super) fn lists<'a>(&'a mut self, listed: &'a str) -> Option<&'a str> {
        if self.names.iter().all(|name| !lit_lines::means(listed, name)) {
            keep(&mut self.listed, listed);
            return None;
        }
        self.names.iter().find(|name| lit_lines::means(listed, name)).map(String::as_str)
    }

    /// Whether lists and numbers can be the run's own: all tests were reported.
    pub(super) fn is_over(&self) -> bool {
        self.announced.is_none_or(|announced| {
            !self.names_all || self.highest >= announced || self.stopped.is_some() || self.other.is_some()
        })
    }

    /// The rest did not run, and not because of failures: nobody knows whether it would have passed.
    pub(super) fn is_cut(&self) -> bool {
        let all_ran = self.sum.is_some_and(|sum| sum.full && sum.skipped == 0);
        self.stopped.is_some_and(|kind| kind != FailureKind::Suite) && !all_ran
    }

    /// The run's totals, when they are whole and nothing contradicts them.
    pub(super) fn totals(&self) -> Option<Totals> {
        let goes_on = self.announced.is_none_or(|announced| self.all == 0 || self.all == announced);
        let sum = self.sum.filter(|_| self.is_over() && goes_on && !self.died)?;
        let announced = self.announced.unwrap_or(0);
        // Failures that are reported in the output of a test that passed took a number which another test has too.
        let forged = if self.shows_all { self.results.saturating_sub(announced) } else { 0 };
        let stopped = self.stopped.is_some();
        if !stopped && self.failed.saturating_sub(sum.failed) > forged {
            return None;
        }
        let whole =
            sum.discovered.is_none_or(|discovered| sum.ran().saturating_add(sum.excluded) >= discovered);
        if sum.full && (sum.ran() == 0 || sum.ran() < announced || !whole) {
            return None;
        }
        if !sum.full {
            // The quiet form tells of failures alone.
            let reported = self.announced.is_some() && sum.discovered.is_some() || sum.failed > 0;
            // A run that was stopped has results that its numbers do not have; none of another run's takes them back.
            let failed = if stopped { sum.failed.max(self.failed) } else { sum.failed };
            let total = self.announced.filter(|announced| *announced >= failed);
            return reported.then_some(Totals { failed: Some(failed), total, ..Totals::default() });
        }
        // Tests that ended after the run was stopped are reported with their results and counted as skipped.
        let (mut passed, mut failed) = (sum.passed, sum.failed);
        if stopped {
            (passed, failed) = (passed.max(self.passed), failed.max(self.failed));
        }
        let late = passed.saturating_add(failed).saturating_sub(sum.passed.saturating_add(sum.failed));
        Some(Totals {
            passed: Some(passed),
            failed: Some(failed),
            skipped: Some(sum.skipped.saturating_sub(late)),
            other: Some(sum.other),
            ..Totals::default()
        })
    }
}

fn keep(names: &mut Vec<String>, name: &str) {
    if names.len() < MOST_NAMES && name.len() <= NAME_BYTES && names.iter().all(|each| each != name) {
        names.push(name.to_owned());
    }
}
