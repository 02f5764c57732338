//! The totals at the end of a run, and which tests have ended before them.

use crate::budget::Count as _;
use crate::event::Totals;

/// How many numbers of tests are remembered.
const MOST_NUMBERS: usize = 65_536;

/// The totals as far as they were reported.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    passed: Option<u64>,
    fail: Option<u64>,
    unexpected: u64,
    timeout: u64,
    skipped: u64,
    other: u64,
}

impl Sums {
    /// Takes a line of the totals. The first one begins them anew.
    pub(super) fn take(&mut self, label: &str, number: u64) {
        match label {
            "Ok" => *self = Self { passed: Some(number), ..Self::default() },
            "Fail" => self.fail = Some(number),
            "Unexpected Pass" => self.unexpected = number,
            "Timeout" => self.timeout = number,
            "Skipped" => self.skipped = number,
            // Failures that were expected, and what nobody judged.
            _ => self.other.up(number),
        }
    }

    /// Whether the first line came.
    pub(super) fn began(&self) -> bool {
        self.passed.is_some()
    }

    /// Whether those lines came that are never left out.
    pub(super) fn are_whole(&self) -> bool {
        self.passed.is_some() && self.fail.is_some()
    }

    /// What `Fail` says.
    pub(super) fn fail(&self) -> Option<u64> {
        self.fail
    }

    /// How many tests there were.
    pub(super) fn total(&self) -> u64 {
        let parts = [self.fail.unwrap_or(0), self.unexpected, self.timeout, self.skipped, self.other];
        parts.into_iter().fold(self.passed.unwrap_or(0), u64::saturating_add)
    }

    /// The numbers in the words of all runners: what passed against expectation and what took too long failed.
    pub(super) fn totals(&self) -> Option<Totals> {
        let (passed, fail) = (self.passed?, self.fail?);
        let failed = fail.saturating_add(self.unexpected).saturating_add(self.timeout);
        Some(Totals {
            passed: Some(passed),
            failed: Some(failed),
            skipped: Some(self.skipped),
            other: Some(self.other),
            ..Totals::default()
        })
    }
}

/// The numbers of the tests that ended: one that ends twice tells that another run began.
#[derive(Debug, Default)]
pub(super) struct Numbers(Vec<bool>);

impl Numbers {
    /// Whether the test of this number has ended before.
    pub(super) fn has(&self, number: u64) -> bool {
        usize::try_from(number).ok().and_then(|at| self.0.get(at)).copied().unwrap_or(false)
    }

    /// The test of this number ended.
    pub(super) fn add(&mut self, number: u64) {
        let Some(at) = usize::try_from(number).ok().filter(|at| *at < MOST_NUMBERS) else { return };
        if self.0.len() <= at {
            self.0.resize(at.saturating_add(1), false);
        }
        if let Some(ended) = self.0.get_mut(at) {
            *ended = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_remembered_up_to_the_bound() {
        let mut numbers = Numbers::default();
        for number in [1, 65_534, 65_535, 65_536] {
            assert!(!numbers.has(number));
            numbers.add(number);
            assert_eq!(numbers.has(number), number < 65_536, "{number}");
        }
    }

    #[test]
    fn unexpected_passes_and_timeouts_failed() {
        let mut sums = Sums::default();
        for (label, number) in
            [("Ok", 5), ("Expected Fail", 1), ("Fail", 6), ("Unexpected Pass", 2), ("Timeout", 1)]
        {
            sums.take(label, number);
        }
        let totals = sums.totals().unwrap();
        assert_eq!((totals.passed, totals.failed, totals.other), (Some(5), Some(9), Some(1)));
    }
}
