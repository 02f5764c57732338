//! nextest's header and summary: how many tests it starts, and what became of them.

use crate::budget::Count as _;
use crate::event::Totals;
use crate::recognize::kit::scan;

/// What a summary line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Tests (or stress iterations) that ran.
    pub run: u64,
    /// Results per kind; flaky, slow and leaky tests are among them already.
    pub totals: Totals,
    /// Tests that passed after an attempt failed.
    pub flaky: u64,
}

/// `Starting 169 tests across 3 binaries (2 tests skipped)`: how many tests the summary will add up to.
///
/// That includes the skipped ones, which older versions count after a semicolon or together with skipped binaries.
#[must_use]
pub fn starting(text: &str) -> Option<u64> {
    let (tests, rest) = scan::number(aligned(text, "Starting ", 4)?)?;
    let rest = rest.strip_prefix(" tests across ").or_else(|| rest.strip_prefix(" test across "))?;
    let (_, rest) = scan::number(rest)?;
    let rest = rest.strip_prefix(" binaries").or_else(|| rest.strip_prefix(" binary"))?;
    let skipped = rest.strip_prefix(" (").or_else(|| rest.strip_prefix("; ")).and_then(scan::number);
    let skipped = match skipped {
        Some((count, words)) if words.starts_with(" test") || words.starts_with(" skipped") => count,
        _ => 0,
    };
    Some(tests.saturating_add(skipped))
}

/// `Summary [   0.593s] 16/120 tests run: 15 passed (1 slow), 1 failed, 1 timed out, 0 skipped`.
///
/// A stress run's summary counts iterations and is none.
#[must_use]
pub fn summary(text: &str) -> Option<Summary> {
    let rest = aligned(text, "Summary [", 5)?;
    let (_, rest) = rest.split_once("s] ")?;
    results(rest)
}

/// `Stress test [   0.005s] iteration 1/2: 2 tests run: 1 passed, 1 failed, 12 skipped`: one iteration's summary.
#[must_use]
pub fn iteration_ends(text: &str) -> Option<Summary> {
    let rest = aligned(text, "Stress test [", 1)?;
    let (_, rest) = rest.split_once("s] iteration ")?;
    let (_, rest) = rest.split_once(": ")?;
    results(rest)
}

/// `Stress test iteration 1/2 (00:00:00 elapsed so far, 2 iterations remaining)`.
#[must_use]
pub fn iteration_begins(text: &str) -> bool {
    aligned(text, "Stress test iteration ", 1).is_some_and(|rest| scan::number(rest).is_some())
}

/// `Summary [   0.009s] 2/2 stress run iterations: 0 passed, 2 failed`.
#[must_use]
pub fn stress_summary(text: &str) -> bool {
    aligned(text, "Summary [", 5).is_some_and(|rest| rest.contains(" stress run iteration"))
}

/// `  Cancelling due to test failure: 1 test still running`, `     Killing due to second signal`.
#[must_use]
pub fn cancelling(text: &str) -> bool {
    let bare = text.trim_start();
    let indent = text.len().saturating_sub(bare.len());
    let word = bare.split([' ', ':']).next().unwrap_or_default();
    let own = matches!(word, "Cancelling" | "Canceling" | "Killing");
    own && (indent == 12_usize.saturating_sub(word.len()) || indent == 0)
        && (bare.len() == word.len() || bare.contains(" due to ") || bare.contains(" still running"))
}

/// `     Running [ 00:00:00] ... 3/120: 1 running, 2 passed` and `[ 00:00:00] crate tests::a`, as a terminal shows them.
#[must_use]
pub fn progress(text: &str) -> bool {
    let bare = text.trim_start();
    let clock = bare.strip_prefix("Running ").unwrap_or(bare).strip_prefix("[ ");
    clock.and_then(|clock| clock.split_once(']')).is_some_and(|(clock, _)| {
        clock.len() == 8 && clock.bytes().all(|byte| byte.is_ascii_digit() || byte == b':')
    })
}

/// nextest's ruler: twelve strokes.
#[must_use]
pub fn ruler(text: &str) -> bool {
    let text = text.trim();
    let strokes = text.chars().count();
    strokes == 12 && (text.chars().all(|each| each == '─') || text.chars().all(|each| each == '-'))
}

/// What follows the word, when it is in its column or at the line's beginning (a repainted row).
fn aligned<'a>(text: &'a str, word: &str, column: usize) -> Option<&'a str> {
    let trimmed = text.trim_start_matches(' ');
    let indent = text.len().saturating_sub(trimmed.len());
    if indent == column || indent == 0 { trimmed.strip_prefix(word) } else { None }
}

/// `16/120 tests run: 15 passed (1 slow, 1 flaky), 1 failed, 1 exec failed, 1 timed out, 0 skipped`.
fn results(text: &str) -> Option<Summary> {
    let (run, rest) = scan::number(text)?;
    // Tests that a cancelled run did not reach are skipped ones: so the parts add up to what was announced.
    let (unreached, rest) = match rest.strip_prefix('/').and_then(scan::number) {
        Some((of, rest)) => (of.saturating_sub(run), rest),
        None => (0, rest),
    };
    let rest = rest.strip_prefix(" tests run: ").or_else(|| rest.strip_prefix(" test run: "))?;
    let mut totals = Totals::default();
    let (mut failed, mut flaky) = (0_u64, 0_u64);
    let mut rest = rest;
    while let Some((count, words)) = scan::number(rest.trim_start()) {
        // The details in brackets are contained in the number before them, and hold commas themselves.
        let end = words.find([',', '(']).unwrap_or(words.len());
        let (word, after) = words.split_at_checked(end)?;
        // A terminal pads a line with blanks; what follows them is another line.
        match word.trim_start().split("   ").next().unwrap_or_default().trim_end() {
            "passed" => totals.passed = Some(count),
            "failed" | "exec failed" | "timed out" => failed.up(count),
            "skipped" => totals.skipped = Some(count),
            _ => {}
        }
        let after = match after.strip_prefix('(') {
            Some(details) => {
                let (details, after) = details.split_once(')')?;
                let counts = details.split(',').filter_map(|each| each.trim().strip_suffix(" flaky"));
                flaky = counts.filter_map(scan::whole_number).fold(flaky, u64::saturating_add);
                after
            }
            None => after,
        };
        let Some(next) = after.strip_prefix(',') else { break };
        rest = next;
    }
    totals.failed = Some(failed);
    if unreached > 0 {
        totals.skipped = Some(totals.skipped.unwrap_or(0).saturating_add(unreached));
    }
    totals.passed.is_some().then_some(Summary { run, totals, flaky })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_announces_the_number_of_tests() {
        assert_eq!(starting("    Starting 169 tests across 3 binaries (2 tests skipped)"), Some(171));
        assert_eq!(starting("    Starting 24 tests across 5 binaries; 17 skipped"), Some(41));
        assert_eq!(starting("    Starting 4 tests across 2 binaries (19 skipped)"), Some(23));
        assert_eq!(starting("    Starting 4 tests across 2 binaries (3 binaries skipped)"), Some(4));
        assert_eq!(starting("    Starting 1 test across 1 binary"), Some(1));
        assert_eq!(
            starting("    Starting 9 tests across 2 binaries (run ID: 1, nextest profile: ci)"),
            Some(9)
        );
        assert_eq!(starting("        Starting 9 tests across 2 binaries"), None);
        assert_eq!(starting("Starting 3 workers"), None);
    }

    #[test]
    fn a_summary_adds_all_ways_to_fail_and_counts_unreached_tests_as_skipped() {
        let read = summary(
            "     Summary [  15.750s] 8/10 tests run: 5 passed (1 slow, 1 flaky, 1 leaky), 2 failed (1 due to being leaky), 1 exec failed, 1 timed out, 2 skipped",
        );
        let totals = Totals { passed: Some(5), failed: Some(4), skipped: Some(4), ..Totals::default() };
        assert_eq!(read, Some(Summary { run: 8, totals, flaky: 1 }));
        let read = summary("     Summary [   0.072s] 1 test run: 1 passed");
        let totals = Totals { passed: Some(1), failed: Some(0), ..Totals::default() };
        assert_eq!(read, Some(Summary { run: 1, totals, flaky: 0 }));
    }

    #[test]
    fn a_stress_run_is_summed_per_iteration() {
        let totals = Totals { passed: Some(1), failed: Some(1), skipped: Some(12), ..Totals::default() };
        assert_eq!(
            iteration_ends(
                " Stress test [   0.005s] iteration 1/2: 2 tests run: 1 passed, 1 failed, 12 skipped"
            ),
            Some(Summary { run: 2, totals, flaky: 0 })
        );
        assert!(iteration_begins(
            " Stress test iteration 1/2 (00:00:00 elapsed so far, 2 iterations remaining)"
        ));
        let last = "     Summary [   0.009s] 2/2 stress run iterations: 0 passed, 2 failed";
        assert!(stress_summary(last) && summary(last).is_none());
    }
}
