//! Counts what a section of a report file reported, and makes one statement of totals out of that and of its own numbers.
//!
//! The numbers that report files state about themselves follow many conventions: disabled tests counted or not,
//! retries counted once or each time, an error in tear-down a second test. When one of the known conventions explains
//! them, the totals stated are those of the tests that were reported; when none does, the file's own numbers are, so
//! that the report can say the difference. They are never made greener than either.

use crate::budget::Count as _;
use crate::event::{Outcome, Totals};

/// What a file says of itself. `None` is not printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// All tests.
    pub tests: Option<u64>,
    /// Failed tests.
    pub failures: Option<u64>,
    /// Errors.
    pub errors: Option<u64>,
    /// Skipped tests.
    pub skipped: Option<u64>,
    /// Disabled tests.
    pub disabled: Option<u64>,
}

impl Stated {
    /// Whether it says anything that totals are made of.
    pub fn anything(&self) -> bool {
        self.tests.is_some() || self.failures.is_some() || self.errors.is_some()
    }

    /// Failures and errors, when either is printed.
    pub fn bad(&self) -> Option<u64> {
        match (self.failures, self.errors) {
            (None, None) => None,
            (failures, errors) => Some(failures.unwrap_or(0).saturating_add(errors.unwrap_or(0))),
        }
    }

    /// The sum of two; what only one of them says is kept.
    pub fn plus(self, other: Self) -> Self {
        let sum = |a: Option<u64>, b: Option<u64>| match (a, b) {
            (None, None) => None,
            (a, b) => Some(a.unwrap_or(0).saturating_add(b.unwrap_or(0))),
        };
        Self {
            tests: sum(self.tests, other.tests),
            failures: sum(self.failures, other.failures),
            errors: sum(self.errors, other.errors),
            skipped: sum(self.skipped, other.skipped),
            disabled: sum(self.disabled, other.disabled),
        }
    }

    /// The numbers as they are.
    fn totals(&self) -> Totals {
        let skipped = match (self.skipped, self.disabled) {
            (None, None) => None,
            (skipped, disabled) => Some(skipped.unwrap_or(0).saturating_add(disabled.unwrap_or(0))),
        };
        let passed = self
            .tests
            .zip(self.bad())
            .map(|(tests, bad)| tests.saturating_sub(bad).saturating_sub(skipped.unwrap_or(0)));
        Totals { passed, failed: self.failures, errors: self.errors, skipped, other: None, total: self.tests }
    }
}

/// What was reported test by test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Located {
    /// Tests that passed in the end.
    pub passed: u64,
    /// Tests, and suites as a whole, that failed in the end.
    pub failed: u64,
    /// Skipped tests.
    pub skipped: u64,
    /// Expected failures.
    pub other: u64,
    /// Records of failed tests, each attempt counted.
    pub records: u64,
    /// Failure and error elements.
    pub marks: u64,
    /// Failure and error elements and those of further attempts.
    pub attempts: u64,
}

impl Located {
    /// Counts one test.
    pub fn add(&mut self, outcome: Outcome) {
        let slot = self.slot(outcome);
        slot.up(1);
    }

    /// Takes back one test, whose later attempt is about to be counted.
    pub fn take_back(&mut self, outcome: Outcome) {
        let slot = self.slot(outcome);
        slot.down(1);
    }

    fn slot(&mut self, outcome: Outcome) -> &mut u64 {
        match outcome {
            Outcome::Passed => &mut self.passed,
            Outcome::Failed(_) => &mut self.failed,
            Outcome::Skipped => &mut self.skipped,
            Outcome::Other => &mut self.other,
        }
    }

    /// The number of tests.
    pub fn total(&self) -> u64 {
        self.passed.saturating_add(self.failed).saturating_add(self.skipped).saturating_add(self.other)
    }

    /// Adds another section's numbers.
    pub fn plus(self, other: Self) -> Self {
        Self {
            passed: self.passed.saturating_add(other.passed),
            failed: self.failed.saturating_add(other.failed),
            skipped: self.skipped.saturating_add(other.skipped),
            other: self.other.saturating_add(other.other),
            records: self.records.saturating_add(other.records),
            marks: self.marks.saturating_add(other.marks),
            attempts: self.attempts.saturating_add(other.attempts),
        }
    }

    /// One statement of totals; `None` when the file says nothing of itself and reported no test.
    ///
    /// Meant for a section whose end was seen: then the tests that were reported are all there are.
    pub fn totals(&self, stated: &Stated) -> Option<Totals> {
        if !stated.anything() {
            return (self.total() > 0).then(|| self.own(None));
        }
        let explained = match stated.bad() {
            Some(bad) => [self.failed, self.records, self.marks, self.attempts].contains(&bad),
            None => self.failed == 0,
        };
        // A number of tests beyond all that was reported means that tests are missing, whatever the failures say. Fewer
        // are a convention: skipped, disabled or repeated tests that are not counted, but never all of the passes.
        let retries =
            if stated.bad() == Some(self.attempts) { self.attempts.saturating_sub(self.failed) } else { 0 };
        let complete = stated.tests.is_none_or(|tests| tests <= self.total().saturating_add(retries));
        let counted = stated.tests.is_none_or(|tests| {
            let bad = stated.bad().unwrap_or(0);
            tests.saturating_add(bad) >= self.passed.saturating_add(self.failed) || self.records > self.failed
        });
        if !(explained && complete && counted) {
            return Some(self.beside(stated.totals()));
        }
        Some(self.own(stated.errors.map(|errors| errors.min(self.failed))))
    }

    /// A file's own numbers, with the expected failures that were reported taken out of the skipped tests.
    fn beside(&self, stated: Totals) -> Totals {
        match stated.skipped.and_then(|skipped| skipped.checked_sub(self.other)) {
            Some(skipped) if self.other > 0 => {
                Totals { skipped: Some(skipped), other: Some(self.other), ..stated }
            }
            _ => stated,
        }
    }

    /// The numbers of the tests that were reported, so many of the failures being errors.
    fn own(&self, errors: Option<u64>) -> Totals {
        Totals {
            passed: Some(self.passed),
            failed: Some(self.failed.saturating_sub(errors.unwrap_or(0))),
            errors,
            skipped: Some(self.skipped),
            other: Some(self.other),
            total: Some(self.total()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stated(tests: u64, failures: u64, errors: u64, skipped: u64) -> Stated {
        Stated {
            tests: Some(tests),
            failures: Some(failures),
            errors: Some(errors),
            skipped: Some(skipped),
            disabled: None,
        }
    }

    #[test]
    fn numbers_that_a_convention_explains_become_those_of_the_tests() {
        let located =
            Located { passed: 2, failed: 1, skipped: 1, other: 1, records: 1, marks: 1, attempts: 1 };
        let totals = located.totals(&stated(5, 1, 0, 2)).unwrap();
        assert_eq!((totals.passed, totals.failed, totals.errors), (Some(2), Some(1), Some(0)));
        assert_eq!((totals.skipped, totals.other, totals.total), (Some(1), Some(1), Some(5)));
        // An older convention: skipped tests are no tests.
        assert_eq!(located.totals(&stated(3, 1, 0, 2)).unwrap().total, Some(5));
        // A failure and an error in the tear-down of one test, counted as two.
        let twice = Located { passed: 0, failed: 1, records: 2, marks: 2, attempts: 2, ..Located::default() };
        let totals = twice.totals(&stated(1, 1, 1, 0)).unwrap();
        assert_eq!((totals.failed, totals.errors, totals.total), (Some(0), Some(1), Some(1)));
    }

    #[test]
    fn further_attempts_may_be_counted_as_tests_and_failures() {
        let located = Located { failed: 1, records: 1, marks: 1, attempts: 4, ..Located::default() };
        let totals = located.totals(&stated(4, 4, 0, 0)).unwrap();
        assert_eq!((totals.failed, totals.total), (Some(1), Some(1)));
    }

    #[test]
    fn numbers_that_nothing_explains_are_as_they_are() {
        let located =
            Located { passed: 2, failed: 1, records: 1, marks: 1, attempts: 1, ..Located::default() };
        let totals = located.totals(&stated(5, 3, 0, 0)).unwrap();
        assert_eq!((totals.passed, totals.failed, totals.total), (Some(2), Some(3), Some(5)));
        let missing = located.totals(&stated(5, 1, 0, 0)).unwrap();
        assert_eq!((missing.passed, missing.total), (Some(4), Some(5)));
        assert_eq!(Located::default().totals(&Stated::default()), None);
        assert_eq!(located.totals(&Stated::default()).unwrap().total, Some(3));
        let failures_not_printed = Stated { tests: Some(3), ..Stated::default() };
        assert_eq!(located.totals(&failures_not_printed).unwrap().passed, None);
    }
}
