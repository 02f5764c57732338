//! The shapes of Bazel's lines, one line at a time.
//!
//! Source: `TestSummaryPrinter`, `TerminalTestResultNotifier` and `UiEventHandler` of Bazel 0.4 to 8.

use crate::event::{FailureKind, Totals};
use crate::recognize::kit::scan;

/// What became of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// `PASSED`.
    Passed,
    /// `FLAKY`: it passed in the end.
    Flaky,
    /// `SKIPPED`.
    Skipped,
    /// `NO STATUS`: it did not run because the build stopped.
    NotRun,
    /// Anything else.
    Failed(FailureKind),
}

/// A line of the closing table: `//pkg:t      FAILED in 3.2s`, `//pkg:u   (cached) PASSED in 0.1s`.
#[must_use]
pub fn table(text: &str) -> Option<(&str, Result)> {
    if !text.starts_with("//") && !text.starts_with('@') {
        return None;
    }
    let (label, rest) = text.split_once(' ')?;
    if !label.contains("//") {
        return None;
    }
    let rest = rest.trim();
    let rest = rest.strip_prefix("(cached) ").unwrap_or(rest);
    let timed =
        |word: &str| rest.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(" in "));
    let result = if timed("PASSED") {
        Result::Passed
    } else if rest.starts_with("FLAKY, failed in ") {
        Result::Flaky
    } else if rest == "FAILED TO BUILD" {
        Result::Failed(FailureKind::Build)
    } else if timed("FAILED") {
        Result::Failed(FailureKind::Test)
    } else if timed("TIMEOUT") {
        Result::Failed(FailureKind::Timeout)
    } else if timed("REMOTE FAILURE") || timed("INCOMPLETE") || rest == "TOOL FAILED" {
        Result::Failed(FailureKind::Suite)
    } else if rest == "NO STATUS" || rest == "HALTED BEFORE TESTING" {
        Result::NotRun
    } else if rest == "SKIPPED" {
        Result::Skipped
    } else {
        return None;
    };
    Some((label, result))
}

/// `FAIL: //pkg:t (see /path/test.log)` and `TIMEOUT: //pkg:t (shard 1 of 3) (see ...)`: the target, with its shard.
#[must_use]
pub fn live(text: &str) -> Option<(&str, FailureKind)> {
    let (rest, kind) = match text.strip_prefix("FAIL: ") {
        Some(rest) => (rest, FailureKind::Test),
        None => (text.strip_prefix("TIMEOUT: ")?, FailureKind::Timeout),
    };
    let seen = rest.contains(" (see ") && rest.ends_with(')');
    let label = with_shard(rest);
    (seen && label.contains("//")).then_some((label, kind))
}

/// The label at the front, and the shard or run after it: `//pkg:t (shard 1 of 3)`.
fn with_shard(text: &str) -> &str {
    let end = text.find(' ').unwrap_or(text.len());
    let (label, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let part = rest.starts_with(" (shard ") || rest.starts_with(" (run ");
    let close = rest.find(')').filter(|_| part).map(|close| end.saturating_add(close).saturating_add(1));
    close.and_then(|close| text.get(..close)).unwrap_or(label)
}

/// `==================== Test output for //pkg:t:`
#[must_use]
pub fn dump(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("==================== Test output for ")?.strip_suffix(':')?;
    Some(with_shard(rest))
}

/// A name under which a target was reported, without the number of its attempt.
#[must_use]
pub fn without_attempt(name: &str) -> &str {
    name.rsplit_once(" (attempt ").map_or(name, |(name, _)| name)
}

/// The ruler below a log: 80 characters. A test framework's own rulers have other lengths.
#[must_use]
pub fn ends_dump(text: &str) -> bool {
    text.len() == 80 && scan::is_ruler(text, '=', 80)
}

/// `INFO: Found 2 targets and 3 test targets...`: the test targets.
#[must_use]
pub fn found(text: &str) -> Option<u64> {
    let rest = text.strip_prefix("INFO: Found ")?.strip_suffix("...")?;
    let last = rest.rsplit_once(" and ").map_or(rest, |(_, last)| last);
    let (number, rest) = scan::number(last)?;
    matches!(rest, " test target" | " test targets").then_some(number)
}

/// `Executed 2 out of 4 tests: 2 tests pass, 1 fails to build, 1 fails locally and 1 was skipped.`
#[must_use]
pub fn totals(text: &str) -> Option<Totals> {
    let (_, rest) = scan::number(text.strip_prefix("Executed ")?)?;
    let (total, rest) = scan::number(rest.strip_prefix(" out of ")?)?;
    let rest = rest.strip_prefix(" tests: ").or_else(|| rest.strip_prefix(" test: "))?;
    let mut totals = Totals {
        passed: Some(0),
        failed: Some(0),
        skipped: Some(0),
        total: Some(total),
        ..Totals::default()
    };
    for part in rest.trim_end_matches('.').split(", ").flat_map(|part| part.split(" and ")) {
        let (number, words) = scan::number(part.trim())?;
        let words = words.trim().trim_start_matches("tests ").trim_start_matches("test ");
        let slot = if words.starts_with("pass") {
            &mut totals.passed
        } else if words.starts_with("was skipped") || words.starts_with("were skipped") {
            &mut totals.skipped
        } else if words.starts_with("fail") || words.starts_with("timed out") {
            &mut totals.failed
        } else {
            continue;
        };
        *slot = Some(slot.unwrap_or(0).saturating_add(number));
    }
    Some(totals)
}

/// Whether an error tells of a command that failed, whose own output tells why: `... failed: (Exit 1): gcc failed: ...`.
#[must_use]
pub fn of_command(message: &str) -> bool {
    message.contains(" failed: (Exit ")
        || message.contains(" failed (Exit ")
        || message.contains(" failed: (Segmentation fault)")
        || message.contains(" failed: error executing ")
        || message.contains(" failed: Worker process ")
}
