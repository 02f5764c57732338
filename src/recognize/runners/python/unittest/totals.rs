//! The last lines of a run: `Ran 171 tests in 0.1s`, then `OK (skipped=2)` or `FAILED (failures=3, errors=1)`.

use super::unittest::{MOST_NAMES, Unittest};
use crate::event::Totals;
use crate::recognize::kit::scan;

/// Whether `Ran 60 tests in 0.03s` is pytest-tldr's: it tells hundredths of a second, all others tell thousandths.
pub(super) fn is_tldr(text: &str) -> bool {
    let time = text.trim_end().strip_suffix('s').and_then(|text| text.rsplit_once('.'));
    time.is_some_and(|(_, digits)| digits.len() == 2)
}

/// What the result line counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) failures: u64,
    pub(super) errors: u64,
    pub(super) skipped: u64,
    pub(super) expected: u64,
    pub(super) unexpected: u64,
}

/// Reads `OK`, `OK (skipped=2)`, `FAILED (failures=3, errors=1)`, `NO TESTS RAN`.
pub(super) fn outcome(text: &str) -> Option<Outcome> {
    let text = text.trim_end();
    let rest = ["OK", "FAILED", "NO TESTS RAN"].iter().find_map(|word| text.strip_prefix(word))?;
    let mut outcome = Outcome::default();
    if rest.is_empty() {
        return Some(outcome);
    }
    // green counts what passed too, and writes its words with underscores.
    let green = rest.contains("passes=");
    for part in rest.strip_prefix(" (")?.strip_suffix(')')?.split(", ") {
        let (key, value) = part.split_once('=')?;
        let value = scan::whole_number(value)?;
        let slot = match key {
            "failures" => &mut outcome.failures,
            "errors" => &mut outcome.errors,
            // nose says `SKIP`.
            "skipped" | "SKIP" => &mut outcome.skipped,
            "skips" if green => &mut outcome.skipped,
            "expected failures" | "expected_failures" => &mut outcome.expected,
            "unexpected successes" | "unexpected_successes" => &mut outcome.unexpected,
            // Twisted's trial says so of its runs.
            "successes" | "skips" | "expectedFailures" | "unexpectedSuccesses" => return None,
            _ => continue,
        };
        *slot = value;
    }
    Some(outcome)
}

impl Unittest {
    /// The totals: unittest prints problems, not passes. One test can have several (subtests, its tear-down), and the
    /// fixture of a class has some without being a test.
    pub(super) fn totals(&self, ran: u64, outcome: Outcome) -> Totals {
        let problems = outcome.failures.saturating_add(outcome.errors);
        let all_named = self.blocks == problems && self.troubled.len() < MOST_NAMES;
        let troubled =
            if all_named { u64::try_from(self.troubled.len()).unwrap_or(problems) } else { problems };
        let others = [troubled, outcome.skipped, outcome.expected, outcome.unexpected]
            .iter()
            .fold(0_u64, |sum, each| sum.saturating_add(*each));
        let passed = if self.tldr && self.dots > 0 {
            self.dots.min(ran.saturating_sub(outcome.failures))
        } else {
            let beside = if self.tldr { outcome.skipped } else { 0 };
            ran.saturating_sub(others.saturating_sub(beside)).max(self.passed.min(ran))
        };
        Totals {
            passed: Some(passed),
            failed: Some(outcome.failures.saturating_add(outcome.unexpected)),
            errors: Some(outcome.errors),
            skipped: Some(outcome.skipped),
            other: Some(outcome.expected),
            total: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::runners::python::shared::ran::ran;

    #[test]
    fn pytest_tldr_is_reported_by_its_time() {
        assert!(is_tldr("Ran 60 tests in 0.03s"));
        assert!(!is_tldr("Ran 60 tests in 0.030s") && !is_tldr("Ran 1 test in 3s"));
    }

    #[test]
    fn the_last_lines_are_read_strictly() {
        assert_eq!(ran("Ran 171 tests in 0.006s"), Some(171));
        assert_eq!(ran("Ran 1 test in 12.000s"), Some(1));
        assert_eq!(ran("Ran 3 sessions:"), None);
        assert_eq!(ran("Ran 3 tests in the morning"), None);
        assert_eq!(
            outcome("FAILED (failures=3, errors=1, skipped=2, expected failures=4, unexpected successes=5)"),
            Some(Outcome { failures: 3, errors: 1, skipped: 2, expected: 4, unexpected: 5 })
        );
        assert_eq!(outcome("OK"), Some(Outcome::default()));
        assert_eq!(outcome("OK (SKIP=2)"), Some(Outcome { skipped: 2, ..Outcome::default() }));
        assert_eq!(outcome("OK then"), None);
        assert_eq!(ran("Ran 37 tests in 0.175s using 2 processes"), Some(37));
        assert_eq!(ran("Ran 37 tests in 0.175s using 2 boats"), None);
        assert_eq!(
            outcome("FAILED (errors=1, expected_failures=2, failures=3, passes=9, skips=4)"),
            Some(Outcome { failures: 3, errors: 1, skipped: 4, expected: 2, unexpected: 0 })
        );
        assert_eq!(outcome("FAILED (skips=1, successes=2)"), None);
        assert_eq!(outcome("FAILED (failures=1, successes=2)"), None);
    }
}
