//! The lines of CUnit, each read by itself.

use crate::event::{Place, TestId};
use crate::recognize::kit::scan;

/// What a line may end with when a test is over.
const PASSED: [&str; 2] = ["passed", "PASSED"];
const FAILED: &str = "FAILED";
const SKIPPED: &str = "SKIPPED";

/// Whether it is the name of CUnit that a run begins with.
pub(super) fn is_banner(text: &str) -> bool {
    let text = text.trim_start();
    ["CUnit - A unit testing framework for C", "CUnit - A Unit testing framework for C"]
        .iter()
        .chain(&["CUnit : A unit testing framework for C", "CUnit : A Unit testing framework for C"])
        .any(|name| text.starts_with(name))
        || text == "Starting CUnit test:"
        || text == "Starting CUnit:"
}

/// Reads `Suite harbour, Test unloads had failures:`.
pub(super) fn had_failures(text: &str) -> Option<(&str, &str)> {
    let both = text.strip_prefix("Suite ")?.strip_suffix(" had failures:")?;
    both.split_once(", Test ").filter(|(_, test)| !test.is_empty())
}

/// Reads `Suite: harbour`, and `Running Suite : harbour` of the console.
pub(super) fn suite(text: &str) -> Option<&str> {
    text.strip_prefix("Suite: ").or_else(|| text.strip_prefix("Running Suite : "))
}

/// A test's name where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Begun<'a> {
    pub(super) name: &'a str,
    /// What is after it; `None` on the console, which tells no results and ends no name.
    pub(super) rest: Option<&'a str>,
}

/// Reads `  Test: unloads ...passed`, and `     Running Test : unloads` of the console.
pub(super) fn begun(text: &str) -> Option<Begun<'_>> {
    let reported = text.trim_start();
    if reported.len() == text.len() {
        return None;
    }
    let (name, rest) = if let Some(reported) = reported.strip_prefix("Test: ") {
        reported.split_once(" ...").map(|(name, rest)| (name, Some(rest.trim_start())))?
    } else {
        let reported =
            reported.strip_prefix("Running Test : ").or_else(|| reported.strip_prefix("Running test : "))?;
        reported.split_once(" ..").map_or((reported, None), |(name, rest)| (name, Some(rest)))
    };
    (!name.is_empty()).then_some(Begun { name, rest })
}

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Became {
    Passed,
    Failed,
    Skipped,
}

/// The result that a line ends with.
pub(super) fn result(text: &str) -> Option<Became> {
    match text {
        _ if PASSED.iter().any(|word| text.ends_with(word)) => Some(Became::Passed),
        _ if text.ends_with(FAILED) => Some(Became::Failed),
        _ if text.ends_with(SKIPPED) => Some(Became::Skipped),
        _ => None,
    }
}

/// Whether the line may hold a result: a suite's clean-up goes on after it.
pub(super) fn may_hold_result(text: &str) -> bool {
    PASSED.iter().chain(&[FAILED, SKIPPED]).any(|word| text.contains(word))
}

/// A check that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Check<'a> {
    pub(super) number: u64,
    pub(super) place: Option<Place<'a>>,
    pub(super) condition: &'a str,
}

/// Reads `    1. tide.c:4  - CU_ASSERT_EQUAL(4,5)`; newer versions name the function before the file.
pub(super) fn check(text: &str) -> Option<Check<'_>> {
    let (number, rest) = numbered(text.strip_prefix("  ")?)?;
    let (at, condition) = rest.split_once("  - ")?;
    Some(Check { number, place: place(at)?, condition })
}

/// Splits `  1. ` off the front.
fn numbered(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = scan::number(text.trim_start())?;
    Some((number, rest.strip_prefix(". ")?))
}

/// Reads `tide.c:4` and `unloads:tide.c:4`. The inner is `None` when it is no place in a file.
fn place(text: &str) -> Option<Option<Place<'_>>> {
    let (file, line) = text.rsplit_once(':')?;
    let line = scan::whole_number(line)?;
    let file = match file.split_once(':') {
        // A drive.
        Some((drive, rest)) if drive.len() == 1 && rest.starts_with(['\\', '/']) => file,
        Some((_, file)) => file,
        None => file,
    };
    Some((line > 0 && !file.is_empty()).then_some(Place { file, line: Some(line) }))
}

/// A line of the console's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listed<'a> {
    pub(super) suite: &'a str,
    pub(super) test: &'a str,
    pub(super) check: Check<'a>,
}

/// Reads `1. tide.c:4 : (harbour : unloads) : CU_ASSERT_EQUAL(4,5)`.
pub(super) fn listed(text: &str) -> Option<Listed<'_>> {
    let (number, rest) = numbered(text)?;
    let (at, rest) = rest.split_once(" : (")?;
    let (names, condition) = rest.split_once(") : ")?;
    let (suite, test) = names.split_once(" : ").or_else(|| names.split_once(" :"))?;
    Some(Listed { suite, test: test.trim(), check: Check { number, place: place(at)?, condition } })
}

/// Reads `WARNING - Suite initialization failed for 'quay'.`, and of a clean-up: what was done, and the suite.
pub(super) fn warning(text: &str) -> Option<(&str, &str)> {
    let (what, suite) = text.strip_prefix("WARNING - ")?.split_once(" failed for '")?;
    let what = matches!(what, "Suite initialization" | "Suite cleanup").then_some(what)?;
    Some((what, suite.strip_suffix("'.")?))
}

/// Whether the table of numbers begins.
pub(super) fn is_summary(text: &str) -> bool {
    let mut words = text.trim_start_matches('-').split_whitespace();
    ["Run", "Summary:", "Type", "Total", "Ran", "Passed", "Failed"]
        .iter()
        .all(|word| words.next() == Some(word))
        && matches!((words.next(), words.next()), (None | Some("Inactive"), None))
}

/// A row of that table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) ran: u64,
    pub(super) failed: u64,
    pub(super) inactive: u64,
}

/// Reads `tests      3      3      2      1        0`.
pub(super) fn row(text: &str, kind: &str) -> Option<Row> {
    let mut words = text.split_whitespace();
    let mut next = || match words.next() {
        None | Some("n/a") => Some(0),
        Some(word) => scan::whole_number(word),
    };
    // The kind is a word too.
    if text.split_whitespace().next() != Some(kind) || text.split_whitespace().count() < 5 {
        return None;
    }
    next();
    next()?;
    let ran = next()?;
    next()?;
    Some(Row { ran, failed: next()?, inactive: next()? })
}

pub(super) const fn id<'a>(suite: &'a str, test: &'a str) -> TestId<'a> {
    TestId { module: suite, separator: ": ", name: test }
}
