//! vitest's summary: `Test Files  1 failed | 2 passed (3)`, `Tests  ...`, `Errors  1 error`, `Start at`, `Duration`.
//!
//! Two blanks are after a title; the status that a terminal repaints has one, and is not final.

use crate::budget::Count as _;
use crate::event::Totals;
use crate::recognize::kit::scan;

/// What is after a title of the summary.
fn titled<'a>(text: &'a str, title: &str) -> Option<&'a str> {
    text.trim_start().strip_prefix(title)?.strip_prefix("  ").map(str::trim)
}

/// `Test Files  1 failed | 2 passed (3)`: the numbers of files.
#[must_use]
pub fn files(text: &str) -> Option<Totals> {
    titled(text, "Test Files").and_then(numbers)
}

/// `Tests  1 failed | 2 passed (3)`.
#[must_use]
pub fn tests(text: &str) -> Option<Totals> {
    let mut totals = titled(text, "Tests").and_then(numbers)?;
    for slot in [&mut totals.passed, &mut totals.failed, &mut totals.skipped] {
        slot.get_or_insert(0);
    }
    Some(totals)
}

/// `Errors  2 errors`: errors outside of tests.
#[must_use]
pub fn errors(text: &str) -> Option<u64> {
    let (number, word) = scan::number(titled(text, "Errors")?)?;
    matches!(word, " error" | " errors").then_some(number)
}

/// Other rows of the summary; the last of them is `Duration`.
#[must_use]
pub fn row(text: &str) -> bool {
    ["Type Errors", "Start at", "Duration", "Leaks", "Snapshots", "Per blob"]
        .iter()
        .any(|title| titled(text, title).is_some())
}

/// `  Snapshots  1 failed`, which is above the other rows.
#[must_use]
pub fn snapshots(text: &str) -> bool {
    titled(text, "Snapshots").is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
}

fn numbers(rest: &str) -> Option<Totals> {
    if rest == "no tests" {
        return Some(Totals { passed: Some(0), failed: Some(0), skipped: Some(0), ..Totals::default() });
    }
    let inner = rest.strip_suffix(')')?;
    // Nothing is before the number when no test finished.
    let (parts, total) = inner.rsplit_once(" (").or_else(|| Some(("", inner.strip_prefix('(')?)))?;
    let mut totals = Totals { total: scan::whole_number(total), ..Totals::default() };
    totals.total?;
    let mut sum = 0_u64;
    for part in parts.split(" | ").filter(|part| !part.is_empty()) {
        let (number, word) = scan::number(part)?;
        sum.up(number);
        let slot = match word {
            " passed" => &mut totals.passed,
            " failed" => &mut totals.failed,
            " skipped" | " todo" => &mut totals.skipped,
            " expected fail" => &mut totals.other,
            _ => return None,
        };
        *slot = Some(slot.unwrap_or(0).saturating_add(number));
    }
    // What did not run because its worker died has no word.
    let rest = totals.total.unwrap_or(0).saturating_sub(sum);
    if rest > 0 {
        totals.other = Some(totals.other.unwrap_or(0).saturating_add(rest));
    }
    Some(totals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_has_two_blanks_after_its_titles() {
        let read =
            tests("      Tests  3 failed | 166 passed | 1 expected fail | 2 skipped | 1 todo (173)").unwrap();
        let reported = [read.failed, read.passed, read.skipped, read.other, read.total];
        assert_eq!(reported, [Some(3), Some(166), Some(3), Some(1), Some(173)]);
        assert_eq!(tests("      Tests 3 failed (3)"), None);
        assert_eq!(tests("      Tests  no tests").unwrap().passed, Some(0));
        assert_eq!(tests("      Tests  2 failed | 160 passed (171)").unwrap().other, Some(9));
        assert_eq!(errors("     Errors  1 error"), Some(1));
        assert!(row("   Start at  23:25:08") && !row("   Start at 23:25:08"));
    }
}
