//! The lines of LuaUnit, each read by itself.

use crate::event::{Class, Outcome, Place, TestId, Totals};
use crate::recognize::kit::scan;

/// How a line of points, of several ones at least, and a line of a run begin.
pub(super) const STARTS: [&str; 23] = [
    "OK",
    "..",
    ".A",
    ".K",
    ".F",
    ".E",
    ".S",
    "F.",
    "FF",
    "FE",
    "FS",
    "E.",
    "EF",
    "EE",
    "ES",
    "S.",
    "SF",
    "SE",
    "SS",
    "Started on ",
    "Tests with errors:",
    "Failed tests:",
    "Ran ",
];

/// Reads `Ran 4 tests in 0.001 seconds, 1 success, 2 failures, 1 error, 1 skipped`.
pub(super) fn totals(text: &str) -> Option<Totals> {
    let (ran, rest) = scan::number(text.strip_prefix("Ran ")?)?;
    let rest = rest.strip_prefix(" tests in ").or_else(|| rest.strip_prefix(" test in "))?;
    let (seconds, rest) = rest.split_once(" seconds, ")?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if !digits(seconds) {
        return None;
    }
    let mut totals = Totals { failed: Some(0), errors: Some(0), skipped: Some(0), ..Totals::default() };
    for part in rest.split(", ") {
        let (number, word) = scan::number(part)?;
        let place = match word.trim_start() {
            "success" | "successes" => &mut totals.passed,
            "failure" | "failures" => &mut totals.failed,
            "error" | "errors" => &mut totals.errors,
            "skipped" => &mut totals.skipped,
            "non-selected" | "non selected" | "ignored" => continue,
            _ => return None,
        };
        *place = Some(number);
    }
    let reported = totals.passed?.saturating_add(bad(&totals));
    (reported == ran).then_some(totals)
}

/// What did not pass.
pub(super) fn bad(totals: &Totals) -> u64 {
    totals.failed.unwrap_or(0).saturating_add(totals.errors.unwrap_or(0))
}

/// All tests that were reported.
pub(super) fn all(totals: &Totals) -> u64 {
    let passed = totals.passed.unwrap_or(0).saturating_add(totals.skipped.unwrap_or(0));
    passed.saturating_add(bad(totals))
}

/// `2) TestHarbour.testUnloads`
pub(super) fn entry(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = scan::number(text)?;
    let name = rest.strip_prefix(") ")?;
    (!name.trim().is_empty()).then_some((number, name))
}

/// `    TestHarbour.testMoors ... ` and what is after it.
pub(super) fn begun(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix("    ").filter(|inner| !inner.starts_with(' '))?;
    let (name, rest) = match inner.strip_suffix(" ...") {
        Some(name) => (name, ""),
        None => inner.split_once(" ... ")?,
    };
    (!name.is_empty()).then_some((name, rest))
}

/// The word that ends a test, perhaps after what it printed.
pub(super) fn verdict(text: &str) -> Option<Outcome> {
    use crate::event::FailureKind::Test;
    if text.ends_with("Ok") {
        Some(Outcome::Passed)
    } else if text.ends_with("FAIL") || text.ends_with("ERROR") {
        Some(Outcome::Failed(Test))
    } else if text.ends_with("SKIP") {
        Some(Outcome::Skipped)
    } else {
        None
    }
}

/// The place and the words of a message.
pub(super) fn message(text: &str) -> (Option<Place<'_>>, &str) {
    match scan::place(text) {
        Some((place, printed)) => (Some(place), printed.trim_start()),
        None => (None, text),
    }
}

/// How the line of a test with this result is counted.
pub(super) const fn class(outcome: Outcome) -> Class {
    match outcome {
        Outcome::Passed => Class::Passed,
        Outcome::Skipped => Class::Skipped,
        _ => Class::Detail,
    }
}

pub(super) fn id(name: &str) -> TestId<'_> {
    TestId::split_last(name, ".")
}

const fn is_point(byte: u8) -> bool {
    matches!(byte, b'.' | b'F' | b'E' | b'S')
}

/// How many points are on a line: the least that can be, the most at its ends, and all that look like one, since what
/// tests print is between them.
pub(super) fn points(text: &str) -> (u64, u64, u64) {
    let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    let all = number(text.bytes().filter(|byte| is_point(*byte)).count());
    if text.bytes().all(is_point) {
        return (all, all, all);
    }
    let after = text.bytes().rev().take_while(|byte| is_point(*byte)).count();
    (0, leading(text).saturating_add(number(after)), all)
}

/// Points at the beginning of a line.
pub(super) fn leading(text: &str) -> u64 {
    u64::try_from(text.bytes().take_while(|byte| is_point(*byte)).count()).unwrap_or(u64::MAX)
}

/// A shell's word for the death of a program, perhaps after points.
pub(super) fn dies(text: &str) -> bool {
    let word = text.strip_suffix(" (core dumped)").unwrap_or(text);
    ["Killed", "Aborted", "Segmentation fault", "Terminated"]
        .into_iter()
        .any(|death| word.strip_suffix(death).is_some_and(|points| points.bytes().all(is_point)))
}
