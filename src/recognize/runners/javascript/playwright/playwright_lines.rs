//! Playwright's own lines, one at a time.
//!
//! Sources: `reporters/base`, `list`, `line` of the package `playwright`, versions 1.20 to 1.57.

use crate::event::{FailureKind, Outcome, Totals};
use crate::recognize::kit::clip::indent;
use crate::recognize::kit::scan;

/// What separates the parts of a name: project, place, describe blocks, title.
pub const SEPARATOR: &str = " › ";

/// How Playwright's lines begin that matter while no section is open.
pub const STARTS: [&str; 4] = [
    "Running ",
    "Error: No tests found",
    "Error: Process from config.webServer was not able to start",
    "Error: Timed out waiting ",
];

/// What is after a number where a run's beginning is missing: in the row above the names of those that failed, and in the
/// headings of failures.
pub const NUMBERED: [&str; 2] = [" failed", ") ["];

/// `Running 4 tests using 1 worker`: the number of tests.
#[must_use]
pub fn begins(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("Running ")?)?;
    let rest = rest.strip_prefix(" test")?;
    let rest = rest.strip_prefix('s').unwrap_or(rest).strip_prefix(" using ")?;
    let (_, rest) = scan::number(rest)?;
    rest.starts_with(" worker").then_some(number)
}

/// Errors before a run that end it.
#[must_use]
pub fn aborted(text: &str) -> bool {
    text.starts_with("Error: No tests found")
        || text.starts_with("Error: Process from config.webServer was not able to start")
        || text.starts_with("Error: Timed out waiting ") && text.contains("config.webServer")
}

/// Whether a name holds the place of a test: `[shop] › few/cart.spec.ts:5:5 › cart › adds`.
fn named(name: &str) -> bool {
    let Some((first, rest)) = name.split_once(SEPARATOR) else { return false };
    let place = if first.starts_with('[') { rest.split(SEPARATOR).next().unwrap_or_default() } else { first };
    let mut parts = place.rsplit(':');
    let numbers = [parts.next(), parts.next()];
    parts.next().is_some()
        && numbers.iter().all(|part| part.is_some_and(|part| scan::whole_number(part).is_some()))
}

/// A line of the list reporter: the outcome, the name, and the number of the retry.
#[must_use]
pub fn test(text: &str) -> Option<(Outcome, &str, u32)> {
    let (icon, rest) = text.trim_start().split_once(' ')?;
    let outcome = match icon {
        "✓" | "ok" => Outcome::Passed,
        "✘" | "x" => Outcome::Failed(FailureKind::Test),
        "-" => Outcome::Skipped,
        _ => return None,
    };
    let (_, rest) = scan::number(rest.trim_start())?;
    let mut name = rest.strip_prefix(' ')?.trim();
    if let Some((before, time)) = name.strip_suffix(')').and_then(|inner| inner.rsplit_once(" ("))
        && time.starts_with(|each: char| each.is_ascii_digit())
        && time.ends_with(['s', 'm', 'h'])
    {
        name = before;
    }
    let mut retry = 0;
    if let Some((before, number)) = name.strip_suffix(')').and_then(|inner| inner.rsplit_once(" (retry #")) {
        retry = number.parse().unwrap_or(1);
        name = before;
    }
    named(name).then_some((outcome, name, retry))
}

/// A line of the line reporter: `[3/4] [shop] › few/cart.spec.ts:10:3 › cart › adds`.
#[must_use]
pub fn progress(text: &str) -> bool {
    let Some((counter, name)) = text.strip_prefix('[').and_then(|rest| rest.split_once("] ")) else {
        return false;
    };
    let numbers = counter
        .split_once('/')
        .is_some_and(|(at, of)| scan::whole_number(at).is_some() && scan::whole_number(of).is_some());
    numbers && named(name.strip_prefix("(retries) ").unwrap_or(name))
}

/// Text without the ruler after it.
fn unruled(text: &str) -> &str {
    text.trim_end_matches(['─', '=', '-']).trim_end()
}

/// The heading of a failure: `  1) [shop] › few/cart.spec.ts:5:5 › cart › adds ─────`.
#[must_use]
pub fn heading(text: &str) -> Option<&str> {
    if indent(text) != 2 {
        return None;
    }
    let (_, rest) = scan::number(text.trim_start())?;
    let name = unruled(rest.strip_prefix(") ")?);
    named(name).then_some(name)
}

/// A name of a closing list: `    [shop] › few/cart.spec.ts:5:5 › cart › adds ─────`.
#[must_use]
pub fn listed(text: &str) -> Option<&str> {
    if indent(text) != 4 {
        return None;
    }
    let name = unruled(text.trim());
    named(name).then_some(name)
}

/// What a row of the summary counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Failed,
    Interrupted,
    Flaky,
    Skipped,
    DidNotRun,
    Passed,
    Errors,
}

/// A row of the summary: `  3 failed`, `  1 passed (2.8s)`, `  1 error was not a part of any test, ...`.
#[must_use]
pub fn row(text: &str) -> Option<(Row, u64)> {
    if indent(text) != 2 {
        return None;
    }
    let (number, rest) = scan::number(text.trim())?;
    let row = match rest {
        " failed" => Row::Failed,
        " interrupted" => Row::Interrupted,
        " flaky" => Row::Flaky,
        " skipped" => Row::Skipped,
        " did not run" => Row::DidNotRun,
        " passed" => Row::Passed,
        _ if rest.starts_with(" passed (") && rest.ends_with(')') => Row::Passed,
        _ if rest.contains(" not a part of any test") => Row::Errors,
        _ => return None,
    };
    Some((row, number))
}

/// Adds a row to the totals. A flaky test passed at last; what did not run counts as neither.
pub fn add(totals: &mut Totals, row: Row, number: u64) {
    let slot = match row {
        Row::Failed | Row::Interrupted => &mut totals.failed,
        Row::Flaky | Row::Passed => &mut totals.passed,
        Row::Skipped => &mut totals.skipped,
        Row::DidNotRun => &mut totals.other,
        Row::Errors => &mut totals.errors,
    };
    *slot = Some(slot.unwrap_or(0).saturating_add(number));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_begins_with_its_number_of_tests() {
        assert_eq!(begins("Running 4 tests using 1 worker"), Some(4));
        assert_eq!(begins("Running 1 test using 12 workers, shard 1 of 3"), Some(1));
        assert_eq!(begins("Running 4 tests"), None);
    }

    #[test]
    fn a_name_holds_the_tests_place() {
        let name = "[shop] › a.spec.ts:5:5 › cart › adds";
        assert_eq!(test(&format!("  ✓  12 {name} (15ms)")), Some((Outcome::Passed, name, 0)));
        let failed = Outcome::Failed(FailureKind::Test);
        assert_eq!(test(&format!("  x  3 {name} (retry #2) (1.2m)")), Some((failed, name, 2)));
        assert_eq!(test("  - 3 items › left"), None);
        assert_eq!(heading(&format!("  1) {name} ─────")), Some(name));
        assert_eq!(heading("  1) first › second"), None);
        assert_eq!(listed(&format!("    {name} ─────")), Some(name));
        assert!(progress(&format!("[3/4] (retries) {name}")) && !progress("[3/4] step"));
        assert!(named("a.spec.ts:5:5 › adds") && !named("a.spec.ts › adds"));
    }

    #[test]
    fn rows_of_the_summary_add_up() {
        let mut totals = Totals::default();
        for text in ["  3 failed", "  1 interrupted", "  1 flaky", "  2 did not run", "  4 passed (2.8s)"] {
            let (row, number) = row(text).unwrap();
            add(&mut totals, row, number);
        }
        assert_eq!((totals.failed, totals.passed, totals.other), (Some(4), Some(5), Some(2)));
        assert_eq!(row("  3 failed attempts"), None);
    }
}
