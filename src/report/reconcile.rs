//! Whether a runner's totals agree with its announcement and with what was located; one rule for all runners.
//!
//! A total counts as the section's own when it equals the announced number, or when it equals what was located, or,
//! for a runner that announces nothing, when nothing located contradicts it. The first two with all failures located
//! close the section for good; otherwise later totals may still replace them, so that totals which a test printed
//! in the middle of a run do not end it.

use super::section::Located;
use crate::event::Totals;

/// How well totals agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// They contradict the announcement or what was located.
    None,
    /// Nothing contradicts them, but they are not confirmed either.
    Weak,
    /// Confirmed by the announcement or by the located passes, and every failure is located.
    Strong,
}

/// Failures and errors that totals declare.
#[must_use]
pub fn declared_failures(totals: &Totals) -> Option<u64> {
    match (totals.failed, totals.errors) {
        (None, None) => None,
        (failed, errors) => Some(failed.unwrap_or(0).saturating_add(errors.unwrap_or(0))),
    }
}

/// How many tests totals declare: the sum of the parts, or the runner's own total when parts are missing.
#[must_use]
pub fn declared_sum(totals: &Totals) -> u64 {
    let parts = [totals.passed, totals.failed, totals.errors, totals.skipped, totals.other];
    let sum = parts.iter().flatten().fold(0_u64, |sum, part| sum.saturating_add(*part));
    if totals.passed.is_none() { totals.total.unwrap_or(sum).max(sum) } else { sum }
}

/// Compares totals with the announced number and with what was located.
#[must_use]
pub fn agreement(totals: &Totals, announced: Option<u64>, located: &Located) -> Agreement {
    let failures = declared_failures(totals).unwrap_or(0);
    let all_failures = located.failures() == failures;
    let passes = totals.passed.unwrap_or_else(|| declared_sum(totals).saturating_sub(failures));
    let exact = all_failures && located.passes() == passes && located.passes().saturating_add(failures) > 0;
    let announced_fits = announced.is_some_and(|announced| announced == declared_sum(totals));
    // A verbose form that names every test must have named as many passes as the totals count.
    let passes_fit = located.passes() == 0 || located.passes() == passes;
    if exact || (announced_fits && all_failures && passes_fit) {
        Agreement::Strong
    } else if announced_fits || (announced.is_none() && all_failures && located.passes() <= passes) {
        Agreement::Weak
    } else {
        Agreement::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(passed: u64, failed: u64) -> Totals {
        Totals { passed: Some(passed), failed: Some(failed), ..Totals::default() }
    }

    fn located(passed: u64, failed: u64) -> Located {
        Located { passed, failed, ..Located::default() }
    }

    #[test]
    fn an_announced_number_and_all_failures_located_agree_strongly() {
        assert_eq!(agreement(&totals(166, 3), Some(169), &located(166, 3)), Agreement::Strong);
        assert_eq!(agreement(&totals(166, 3), Some(169), &located(0, 3)), Agreement::Strong);
    }

    #[test]
    fn totals_that_contradict_the_announcement_do_not_agree() {
        assert_eq!(agreement(&totals(99, 0), Some(5), &located(2, 0)), Agreement::None);
    }

    #[test]
    fn the_announced_number_reported_before_all_tests_are_is_weak() {
        assert_eq!(agreement(&totals(5, 0), Some(5), &located(2, 0)), Agreement::Weak);
        assert_eq!(agreement(&totals(4, 1), Some(5), &located(4, 0)), Agreement::Weak);
    }

    #[test]
    fn without_an_announcement_what_was_located_decides() {
        assert_eq!(agreement(&totals(999, 0), None, &located(3, 1)), Agreement::None);
        assert_eq!(agreement(&totals(3, 1), None, &located(3, 1)), Agreement::Strong);
        assert_eq!(agreement(&totals(3, 1), None, &located(0, 1)), Agreement::Weak);
        assert_eq!(agreement(&totals(2, 0), None, &located(3, 0)), Agreement::None);
    }

    #[test]
    fn a_total_above_the_announced_one_is_right_when_every_part_was_located() {
        // A test that passes and whose tear-down fails counts twice with pytest.
        let with_error = Totals { errors: Some(1), ..totals(5, 0) };
        assert_eq!(agreement(&with_error, Some(5), &located(5, 1)), Agreement::Strong);
    }

    #[test]
    fn errors_count_as_failures() {
        let both = Totals { errors: Some(2), ..totals(4, 1) };
        assert_eq!((declared_failures(&both), declared_sum(&both)), (Some(3), 7));
        assert_eq!(declared_failures(&Totals::default()), None);
    }
}
