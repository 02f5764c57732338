//! The lines of jest's own, one at a time.
//!
//! Sources: `getResultHeader`, `getSummary` and `SummaryReporter` of `@jest/reporters`, `formatResultsErrors` of
//! `jest-message-util`, `getConsoleOutput` of `@jest/console`.

use crate::event::Totals;
use crate::recognize::kit::clip::indent;
use crate::recognize::kit::frames::v8::source;
use crate::recognize::kit::scan;

/// What separates the describe blocks of a name.
pub const SEPARATOR: &str = " › ";
/// The title of the report of a file that could not be run.
pub const SUITE: &str = "Test suite failed to run";

/// How jest's lines begin that matter while no section is open.
pub const STARTS: [&str; 21] = [
    "● ",
    "●  process.exit called with ",
    "::group::PASS ",
    "PASS ",
    "FAIL ",
    "RUNS ",
    "Determining test suites to run...",
    "● Validation Error",
    "● Multiple configurations found",
    "No tests found, exiting with code 1",
    "Test Suites: ",
    "Tests: ",
    "LOGGING RETRY ERRORS",
    "console.",
    "Ran all test suites",
    "Jest did not exit ",
    "Force exiting Jest: ",
    "Jest has detected the following ",
    "Test run was interrupted.",
    "A worker process has failed to exit gracefully",
    "Jest: ",
];

/// The line that heads what jest says of one test file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// Whether it says `PASS`.
    pub passed: bool,
    /// The project's name, when there is one, and the file's path.
    pub file: &'a str,
}

/// `PASS test/a.test.js`, `FAIL ui test/b.test.tsx (5.2 s, 80 MB heap size)`.
#[must_use]
pub fn header(text: &str) -> Option<Header<'_>> {
    if indent(text) > 2 {
        return None;
    }
    let text = text.trim();
    let text = text.strip_prefix("::group::").unwrap_or(text);
    let (passed, rest) = match text.strip_prefix("PASS ") {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix("FAIL ")?),
    };
    let rest = rest.trim();
    let file = match rest.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")) {
        Some((file, detail)) if detail.ends_with('s') || detail.ends_with(" MB heap size") => file,
        Some(_) => return None,
        None => rest,
    };
    let plain = file.len() <= 1024 && !file.contains(" > ") && !file.contains(SEPARATOR);
    // Before version 19 a file of snapshots that nobody uses failed like a file of tests.
    (plain && (source(file) || file.ends_with(".snap"))).then_some(Header { passed, file })
}

/// `::group::Errors thrown in test/a.test.js`: the file whose reports follow.
#[must_use]
pub fn errors_in(text: &str) -> Option<&str> {
    let text = text.strip_prefix("::group::").unwrap_or(text);
    text.strip_prefix("Errors thrown in ").filter(|file| source(file))
}

/// `  ● title`: the title of a report or of a list.
#[must_use]
pub fn title(text: &str) -> Option<&str> {
    text.strip_prefix("  ● ").map(str::trim).filter(|title| !title.is_empty())
}

/// `console.log`, `console.error` and their like: the head of something that was logged.
#[must_use]
pub fn console(text: &str) -> bool {
    let word = text.trim_start().strip_prefix("console.").unwrap_or("1");
    !word.is_empty() && word.len() <= 16 && word.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// `Test Suites: 1 failed, 2 of 3 total`: the numbers, and whether it is reported while the run goes on.
#[must_use]
pub fn suites(text: &str) -> Option<(Totals, bool)> {
    let rest = text.strip_prefix("Test Suites: ")?;
    numbers(rest).map(|totals| (totals, rest.contains(" of ")))
}

/// `Tests:       1 failed, 2 skipped, 3 todo, 4 passed, 10 total`.
#[must_use]
pub fn tests(text: &str) -> Option<Totals> {
    let mut totals = numbers(text.strip_prefix("Tests: ")?)?;
    // A test that is still to be written was not run.
    if let Some(todo) = totals.other.take() {
        totals.skipped = Some(totals.skipped.unwrap_or(0).saturating_add(todo));
    }
    totals.failed.get_or_insert(0);
    totals.skipped.get_or_insert(0);
    totals.passed.get_or_insert(0);
    Some(totals)
}

/// Only numbers and the words of jest's summary.
fn numbers(rest: &str) -> Option<Totals> {
    let rest = rest.trim();
    let reported = rest.split(", ").all(|part| {
        let mut words = part.split(' ');
        let number = words.next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        number
            && matches!(
                words.next(),
                Some("failed" | "skipped" | "pending" | "todo" | "passed" | "total" | "of")
            )
    });
    (reported && rest.ends_with(" total")).then(|| scan::totals(rest))
}

/// Lines that are between and below the totals.
#[must_use]
pub fn below(text: &str) -> bool {
    text.is_empty() || text.starts_with("Snapshots: ") || text.starts_with("Time: ") || bar(text)
}

/// `Snapshots:   1 obsolete, 1 passed, 2 total`: what is obsolete. It fails the run unless it is removed.
#[must_use]
pub fn obsolete(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("Snapshots: ")?;
    rest.split(", ").map(str::trim).find(|part| part.ends_with(" obsolete"))
}

/// A line of the table or of the summary of coverage, which another stream may put between the totals.
#[must_use]
pub fn covers(text: &str) -> bool {
    const NAMES: [&str; 5] = ["Statements ", "Branches ", "Functions ", "Lines ", "====="];
    text.bytes().filter(|byte| *byte == b'|').count() >= 4 || NAMES.iter().any(|name| text.starts_with(name))
}

/// The progress bar of a terminal.
fn bar(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().all(|each| each == '█')
}

/// `Jest: "global" coverage threshold for lines (80%) not met: 50%` and its kin: they fail the run.
#[must_use]
pub fn threshold(text: &str) -> bool {
    text.strip_prefix("Jest: ").is_some_and(|rest| {
        rest.contains(" coverage threshold for ") && rest.contains(") not met: ")
            || rest.starts_with("Coverage for ")
                && rest.contains(" does not meet ")
                && rest.contains(" threshold (")
            || rest.starts_with("Uncovered count for ") && rest.contains(" threshold (")
            || rest.starts_with("Coverage data for ") && rest.ends_with(" was not found.")
    })
}

/// What jest says when code goes on after its environment is gone; the run fails though every test passed.
#[must_use]
pub fn torn_down(text: &str) -> bool {
    text.starts_with("ReferenceError: You are trying to ") && text.contains("torn down")
}

/// What jest says of handles and workers that did not end; the result is.
#[must_use]
pub fn warning(text: &str) -> bool {
    text.starts_with("Jest did not exit ")
        || text.starts_with("Force exiting Jest: ")
        || text.starts_with("Jest has detected the following ")
        || text.starts_with("A worker process has failed to exit gracefully")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_names_a_source_file() {
        let reported = |text| header(text).map(|header| (header.passed, header.file));
        assert_eq!(reported("PASS test/a.test.js"), Some((true, "test/a.test.js")));
        assert_eq!(
            reported(" FAIL  ui src/b.test.tsx (5.213 s, 80 MB heap size)"),
            Some((false, "ui src/b.test.tsx"))
        );
        assert_eq!(reported("  FAIL test/a.test.js (12 ms)"), Some((false, "test/a.test.js")));
        assert_eq!(reported(" FAIL  test/a.test.js > cart > adds"), None);
        assert_eq!(reported(" FAIL  test/a.test.js [ test/a.test.js ]"), None);
        assert_eq!(reported("PASS  Tests\\Unit\\ExampleTest"), None);
        assert_eq!(reported(" FAIL  __snapshots__/a.js.snap"), Some((false, "__snapshots__/a.js.snap")));
        assert_eq!(reported("PASS"), None);
        assert_eq!(reported("      PASS test/a.test.js"), None);
    }

    #[test]
    fn totals_hold_only_the_words_of_the_summary() {
        let read = tests("Tests:       2 failed, 1 skipped, 3 todo, 4 passed, 10 total").unwrap();
        assert_eq!(
            (read.failed, read.skipped, read.passed, read.total),
            (Some(2), Some(4), Some(4), Some(10))
        );
        assert_eq!(tests("Tests: all fine, 3 total"), None);
        assert_eq!(tests("Tests: 3 passed"), None);
        assert!(suites("Test Suites: 1 failed, 2 of 3 total").is_some_and(|(_, running)| running));
    }

    #[test]
    fn a_missed_threshold_is_reported_in_four_ways() {
        assert!(threshold("Jest: \"global\" coverage threshold for lines (80%) not met: 50%"));
        assert!(threshold("Jest: Coverage for lines (50%) does not meet \"global\" threshold (90%)"));
        assert!(threshold("Jest: Uncovered count for lines (12) exceeds \"global\" threshold (10)"));
        assert!(threshold("Jest: Coverage data for ./src/x.js was not found."));
        assert!(!threshold("Jest: all coverage thresholds met"));
    }
}
