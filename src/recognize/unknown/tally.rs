//! Tallies of unknown tools: a label before each number, with passes and failures on one line.
//!
//! `Passing: 2 | Failing: 1`, `PASS=2 WARN=0 ERROR=1`, `Pass 2. Fail 1. Skip 0.` A label of failing alone is a setting or a
//! field of a logger; beside a label of passing it counts. `counts` reads the totals whose words count alone.

use crate::recognize::kit::scan;

/// Labels of what passed, in lower case.
const PASSING: [&str; 10] =
    ["ok", "pass", "passed", "passes", "passing", "succeeded", "success", "successes", "successful", "valid"];
/// Labels of what did not pass.
const FAILING: [&str; 12] = [
    "broken", "crashed", "crashing", "error", "errors", "fail", "failed", "failing", "fails", "failure",
    "fatal", "invalid",
];

/// Whether the line is a tally with failures.
#[must_use]
pub(super) fn tells_failures(text: &str) -> bool {
    let (mut passing, mut failing) = (false, false);
    for piece in text.split([',', ';', '|']).flat_map(|piece| piece.split(". ")) {
        // One piece may hold several pairs.
        let apart = |char: char| char == ' ' && piece.contains('=');
        for (label, value) in piece.split(apart).filter_map(entry) {
            let is = |list: &[&str]| list.iter().any(|each| each.eq_ignore_ascii_case(label));
            passing |= is(&PASSING);
            failing |= value > 0 && is(&FAILING);
        }
    }
    passing && failing
}

/// The number of an entry, and its label without the noun after it and the title before it.
fn entry(piece: &str) -> Option<(&str, u64)> {
    let piece = piece.trim().trim_end_matches('.');
    let (label, value) = piece.rsplit_once([':', '=', ' '])?;
    let value = scan::whole_number(value)?;
    let label = label.trim_end().trim_end_matches([':', '=']).trim_end();
    let label = label.rsplit([':', '-']).next().unwrap_or_default().trim_start();
    let (word, noun) = label.split_once(' ').unwrap_or((label, ""));
    (!noun.contains(' ') && !noun.contains("xpected")).then_some((word, value))
}

#[cfg(test)]
mod tests {
    use super::super::counts;
    use super::*;

    #[test]
    fn a_number_of_failures_beside_one_of_passes_counts() {
        for text in [
            "Pass: 2, fail: 1, skip: 0.",
            "12:00:01  Done. PASS=2 WARN=0 ERROR=1 SKIP=0 TOTAL=3",
            "RESULTS    : PASS 2 | ERROR 0 | FAIL 1 | SKIP 0",
            "Tests finished: Pass 2. Fail 1. Fatal 0. Skip 0. Build failure 0",
            "Passed checks: 2, Failed checks: 1, Skipped checks: 0",
            "Summary: 3 berths found in 1 file - Valid: 2, Invalid: 1, Errors: 0, Skipped: 0",
            "Tested: 2 | Passing: 1 | Failing: 0 | Crashing: 1",
        ] {
            assert!(tells_failures(text), "{text}");
        }
    }

    #[test]
    fn the_quick_look_rules_out_no_label() {
        for label in FAILING {
            let text = format!("Passed: 2, {label}: 1");
            assert!(counts::may_count_failures(&text) && counts::counts_failures(&text), "{text}");
        }
    }

    #[test]
    fn a_label_alone_and_an_expected_failure_count_none() {
        for text in [
            "",
            "Pass: 3, fail: 0, skip: 1.",
            "PASS=2 WARN=1 ERROR=0 SKIP=0 TOTAL=3",
            "Passed checks: 2, Failed checks: 0, Skipped checks: 1",
            "passed: 2, expected failures: 1",
            "retry=3 error=1",
            "pass 1 of 3, error 5",
            "PASS=2 XFAIL=1",
            "Passed: 3, Failed (expected): 1",
        ] {
            assert!(!tells_failures(text), "{text}");
        }
    }
}
