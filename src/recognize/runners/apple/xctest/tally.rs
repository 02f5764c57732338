//! What a section located so far, and what its totals therefore say about tests.
//!
//! XCTest's closing line counts tests and failed assertions, never failed tests: one test may fail four assertions,
//! a retried test fails and then passes. The number of failed tests follows from the tests located, as long as the
//! two numbers of the line leave no room for a test that was not seen; else the line is passed on as it is, so
//! that it does not agree with what was located and nothing is closed by it.

use std::collections::HashMap;

use super::xctest_lines::Executed;
use crate::budget::Count as _;
use crate::event::Totals;

/// The most failed tests of one section that are held by key; beyond it they are only counted.
pub const FAILED_HELD: usize = 65_536;

/// Counts of one section.
#[derive(Debug, Default)]
pub struct Tally {
    /// Attempts that ended: passed, failed, skipped or expected to fail.
    ended: u64,
    /// Attempts that repeat an earlier one of the same test.
    repeats: u64,
    /// Attempts that failed.
    failures: u64,
    /// Attempts skipped.
    skipped: u64,
    /// Attempts that passed because their failure was expected.
    expected: u64,
    /// Failed assertions seen.
    assertions: u64,
    /// Tests whose last attempt failed, by key, and whether it ended (else an assertion claims so).
    failing: HashMap<u64, bool>,
    /// Failed tests beyond [`FAILED_HELD`].
    beyond: u64,
}

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Passed.
    Passed,
    /// Passed with an expected failure.
    Expected,
    /// Failed or crashed.
    Failed,
    /// Skipped.
    Skipped,
}

impl Tally {
    /// Counts an attempt that ended.
    pub fn end(&mut self, key: u64, ending: Ending, attempt: u32) {
        self.ended.up(1);
        // An assertion claims its test before the status line does: that alone is no earlier attempt.
        let failed_before = !self.failing.is_empty() && self.failing.get(&key) == Some(&true);
        if attempt > 1 || failed_before {
            self.repeats.up(1);
        }
        match ending {
            Ending::Failed => {
                self.failures.up(1);
                self.claim(key);
                if let Some(ended) = self.failing.get_mut(&key) {
                    *ended = true;
                }
                return;
            }
            Ending::Skipped => self.skipped.up(1),
            Ending::Expected => self.expected.up(1),
            Ending::Passed => {}
        }
        if !self.failing.is_empty() {
            self.failing.remove(&key);
        }
    }

    /// Counts tests that passed before the log begins.
    pub fn passed_before(&mut self, tests: u64) {
        self.ended.up(tests);
    }

    /// Counts a failed assertion, which claims its test.
    pub fn assert(&mut self, key: u64) {
        self.assertions.up(1);
        self.claim(key);
    }

    /// Something but an assertion says that this test failed.
    pub fn claim(&mut self, key: u64) {
        if self.failing.contains_key(&key) {
            return;
        }
        if self.failing.len() < FAILED_HELD {
            self.failing.insert(key, false);
        } else {
            self.beyond.up(1);
        }
    }

    /// Attempts that were skipped.
    pub const fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Whether the last attempt of this test failed.
    pub fn is_failing(&self, key: u64) -> bool {
        self.failing.contains_key(&key)
    }

    /// Tests whose last attempt failed.
    pub fn failing(&self) -> u64 {
        u64::try_from(self.failing.len()).unwrap_or(u64::MAX).saturating_add(self.beyond)
    }

    /// Tests that passed at last, as far as they were seen.
    pub fn passed(&self) -> u64 {
        let others = self.skipped.saturating_add(self.expected).saturating_add(self.failing());
        self.ended.saturating_sub(self.repeats).saturating_sub(others)
    }

    /// How many tests the closing line counts beyond the attempts that were seen to end.
    pub fn missing(&self, line: &Executed) -> u64 {
        line.tests.saturating_sub(self.ended)
    }

    /// Whether the failures of the closing line are all accounted for by what was seen.
    pub fn explains(&self, line: &Executed) -> bool {
        line.failures <= self.assertions.max(self.failures)
            || (self.missing(line) == 0 && self.failures.max(self.assertions) > 0)
    }

    /// The closing line in numbers of tests.
    pub fn declared(&self, line: &Executed) -> Totals {
        let located = self.failing();
        let failed = if line.failures == 0 {
            0
        } else if self.explains(line) {
            located.min(line.failures)
        } else {
            let unseen = line.failures.saturating_sub(self.assertions.max(self.failures));
            let room = self.missing(line);
            located.saturating_add(if room == 0 { unseen } else { unseen.min(room) })
        };
        let total =
            if line.tests == self.ended { line.tests.saturating_sub(self.repeats) } else { line.tests };
        let skipped = line.skipped.unwrap_or(self.skipped);
        let passed = total.saturating_sub(failed).saturating_sub(skipped).saturating_sub(self.expected);
        Totals {
            passed: Some(passed),
            failed: Some(failed),
            errors: None,
            skipped: Some(skipped),
            other: (self.expected > 0).then_some(self.expected),
            total: Some(total),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(tests: u64, failures: u64) -> Executed {
        Executed { tests, failures, skipped: None }
    }

    fn reported(totals: Totals) -> (u64, u64, u64) {
        (totals.passed.unwrap(), totals.failed.unwrap(), totals.total.unwrap())
    }

    #[test]
    fn four_failed_assertions_of_one_test_are_one_failed_test() {
        let mut tally = Tally::default();
        for _ in 0..4 {
            tally.assert(7);
        }
        tally.end(7, Ending::Failed, 0);
        tally.end(8, Ending::Passed, 0);
        assert_eq!(reported(tally.declared(&line(2, 4))), (1, 1, 2));
    }

    #[test]
    fn failures_without_an_assertion_line_count_by_their_tests() {
        let mut tally = Tally::default();
        tally.end(1, Ending::Failed, 0);
        tally.end(2, Ending::Failed, 0);
        tally.end(3, Ending::Passed, 0);
        assert_eq!(reported(tally.declared(&line(3, 5))), (1, 2, 3));
    }

    #[test]
    fn a_retried_test_that_passed_counts_once_and_is_not_failed() {
        let mut tally = Tally::default();
        tally.assert(1);
        tally.end(1, Ending::Failed, 1);
        tally.end(1, Ending::Passed, 2);
        tally.end(2, Ending::Passed, 1);
        assert_eq!(reported(tally.declared(&line(3, 1))), (2, 0, 2));
    }

    #[test]
    fn a_failure_that_was_not_seen_stays_in_the_numbers() {
        let mut tally = Tally::default();
        tally.end(1, Ending::Passed, 0);
        assert_eq!(reported(tally.declared(&line(2, 1))), (1, 1, 2));
        // Outside of any test: the runner's word is.
        tally.end(2, Ending::Passed, 0);
        assert_eq!(reported(tally.declared(&line(2, 1))), (1, 1, 2));
    }

    #[test]
    fn a_crash_before_the_restart_is_part_of_the_totals() {
        let mut tally = Tally::default();
        for key in 0..6 {
            tally.end(key, Ending::Passed, 0);
        }
        tally.end(6, Ending::Failed, 0);
        tally.end(7, Ending::Passed, 0);
        tally.end(8, Ending::Passed, 0);
        assert_eq!(reported(tally.declared(&line(9, 1))), (8, 1, 9));
    }

    #[test]
    fn the_keys_of_failed_tests_are_bounded_and_their_number_is_not() {
        let mut tally = Tally::default();
        let more = u64::try_from(FAILED_HELD).unwrap() + 3;
        for key in 0..more {
            tally.end(key, Ending::Failed, 0);
        }
        assert_eq!(tally.failing.len(), FAILED_HELD);
        assert_eq!(tally.failing(), more);
    }
}
