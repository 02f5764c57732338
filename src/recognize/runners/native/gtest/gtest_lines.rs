//! The shapes of GoogleTest's lines, one line at a time.
//!
//! Source: `PrettyUnitTestResultPrinter` and `BriefUnitTestResultPrinter` of googletest, releases 1.8 to 1.17. Every line
//! of the printer begins with a tag of twelve columns and a blank; a name is `SUITE.TEST`, with `/` in both parts for
//! typed and parametrised tests, and `, where GetParam() = ...` after it where it failed.

use crate::event::{Place, TestId, Totals};
use crate::recognize::kit::scan;

/// A line of the printer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed<'a> {
    /// `[==========] Running 3 tests from 2 test suites.`
    Running(u64),
    /// `[==========] 3 tests from 2 test suites ran. (4 ms total)`
    Ran(u64),
    /// `[----------] ...`: a suite's begin or end, the global environment.
    Rule(&'a str),
    /// `[ RUN      ] A.B`
    Run(&'a str),
    /// `[       OK ] A.B (0 ms)`
    Ok(&'a str),
    /// `[  SKIPPED ] A.B (0 ms)`
    Skipped(&'a str),
    /// `[  FAILED  ] A.B, where GetParam() = 3 (0 ms)`, and the same in the closing list.
    Failed(&'a str),
    /// `[  FAILED  ] Suite: SetUpTestSuite or TearDownTestSuite`, the whole after the tag.
    SuiteFailed(&'a str),
    /// `[  PASSED  ] 3 tests.`
    PassedTotal(u64),
    /// `[  SKIPPED ] 2 tests, listed below:`, and without the list in the brief form.
    SkippedTotal(u64),
    /// `[  FAILED  ] 2 tests, listed below:`
    FailedTotal(u64),
    /// `[ DISABLED ] A.B` and other lines with a tag that say nothing of a result.
    Other,
}

/// The tags that tell a test's end.
pub const OK: &str = "[       OK ] ";
const FAILED: &str = "[  FAILED  ] ";
const SKIPPED: &str = "[  SKIPPED ] ";

/// Reads a line that begins with a tag.
#[must_use]
pub fn printed(text: &str) -> Option<Printed<'_>> {
    if !text.starts_with('[') {
        return None;
    }
    let (tag, rest) = text.split_at_checked(12)?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    match tag {
        "[       OK ]" => name(rest).map(Printed::Ok),
        "[ RUN      ]" => name(rest).map(Printed::Run),
        "[==========]" => header(rest),
        "[----------]" => Some(Printed::Rule(rest)),
        "[  PASSED  ]" => {
            let (number, rest) = scan::number(rest)?;
            matches!(rest, " test." | " tests.").then_some(Printed::PassedTotal(number))
        }
        "[  SKIPPED ]" => total(rest).map(Printed::SkippedTotal).or_else(|| name(rest).map(Printed::Skipped)),
        "[  FAILED  ]" => {
            let whole = rest.ends_with(": SetUpTestSuite or TearDownTestSuite")
                || rest.ends_with(": SetUpTestCase or TearDownTestCase");
            if whole {
                return Some(Printed::SuiteFailed(rest));
            }
            total(rest).map(Printed::FailedTotal).or_else(|| name(rest).map(Printed::Failed))
        }
        "[ DISABLED ]" | "[    OK    ]" => Some(Printed::Other),
        _ => None,
    }
}

/// `Running 3 tests from 2 test suites.` and `3 tests from 2 test suites ran. (4 ms total)`.
fn header(rest: &str) -> Option<Printed<'_>> {
    if let Some(rest) = rest.strip_prefix("Running ") {
        let (number, rest) = counted(rest)?;
        return (rest == ".").then_some(Printed::Running(number));
    }
    let (number, rest) = counted(rest)?;
    rest.starts_with(" ran.").then_some(Printed::Ran(number))
}

/// `3 tests from 2 test suites` at the front.
fn counted(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(" tests from ").or_else(|| rest.strip_prefix(" test from "))?;
    let (_, rest) = scan::number(rest)?;
    let nouns = [" test suites", " test suite", " test cases", " test case"];
    Some((number, nouns.iter().find_map(|noun| rest.strip_prefix(noun))?))
}

/// `2 tests, listed below:` and `2 tests.`
fn total(rest: &str) -> Option<u64> {
    let (number, rest) = scan::number(rest)?;
    matches!(rest, " test, listed below:" | " tests, listed below:" | " test." | " tests.").then_some(number)
}

/// The name at the front of what follows a tag: without parameters and time.
#[must_use]
pub fn name(rest: &str) -> Option<&str> {
    let rest = rest.trim_ascii_end();
    let end = rest.find([' ', ',']).unwrap_or(rest.len());
    let (name, trailing) = rest.split_at_checked(end)?;
    let after = trailing.is_empty() || trailing.starts_with(", where ") || trailing.starts_with(" (");
    let (suite, test) = name.split_once('.')?;
    let word = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|each| each.is_alphanumeric() || matches!(each, '_' | '/' | '-' | '<' | '>' | ':'))
    };
    (after && word(suite) && !test.is_empty() && !test.contains('.')).then_some(name)
}

/// The test of a name as printed.
#[must_use]
pub fn id(name: &str) -> TestId<'_> {
    match name.split_once('.') {
        Some((module, name)) => TestId { module, separator: ".", name },
        None => TestId::bare(name),
    }
}

/// A test's end after text that the test printed without a line end: `progress 3/3[       OK ] A.B (0 ms)`.
#[must_use]
pub fn glued<'a>(ending: &'a str, running: &str) -> Option<(Printed<'a>, usize)> {
    [OK, FAILED, SKIPPED].iter().find_map(|tag| {
        let at = ending.rfind(tag)?;
        let reported = printed(ending.get(at..)?)?;
        let (Printed::Ok(name) | Printed::Failed(name) | Printed::Skipped(name)) = reported else {
            return None;
        };
        (at > 0 && name == running).then_some((reported, at))
    })
}

/// ` 3 FAILED TESTS`, ` 1 FAILED TEST`, ` 2 FAILED TEST SUITES`.
#[must_use]
pub fn closing_count(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.trim_start())?;
    matches!(rest, " FAILED TEST" | " FAILED TESTS" | " FAILED TEST SUITE" | " FAILED TEST SUITES")
        .then_some(number)
}

/// How an assertion that did not hold begins: its place and what follows on the same line.
#[must_use]
pub fn part(text: &str) -> Option<(Option<Place<'_>>, PartKind, &str)> {
    if let Some(kind) = text.strip_prefix("unknown file: ") {
        return part_kind(kind).map(|(kind, rest)| (None, kind, rest));
    }
    if text.starts_with([' ', '\t', '[']) {
        return None;
    }
    if let Some(place) = text.strip_suffix(": Failure").or_else(|| text.strip_suffix(": Skipped")) {
        // A path may hold blanks, and its line may be anything that a filter made of it.
        let (file, line) = place.rsplit_once(':')?;
        let line = if line == "#" { None } else { Some(scan::whole_number(line)?) };
        let kind = if text.ends_with('e') { PartKind::Failure } else { PartKind::Skipped };
        return Some((Some(Place { file, line }), kind, ""));
    }
    // Visual Studio's form has no line of its own: `a.cc(3): error: Value of: x`.
    let (place, rest) = scan::place(text).filter(|_| text.contains("): "))?;
    let (kind, rest) = part_kind(rest.trim_start())?;
    Some((Some(place), kind, rest))
}

/// What a part of a test's result says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// An assertion did not hold, or something was thrown.
    Failure,
    /// `GTEST_SKIP()`.
    Skipped,
}

fn part_kind(text: &str) -> Option<(PartKind, &str)> {
    match text {
        "Failure" => Some((PartKind::Failure, "")),
        "Skipped" => Some((PartKind::Skipped, "")),
        _ => text.strip_prefix("error: ").map(|rest| (PartKind::Failure, rest)),
    }
}

/// The numbers of a run that has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    /// Tests that ran.
    pub ran: Option<u64>,
    /// Tests that passed.
    pub passed: Option<u64>,
    /// Tests that were skipped.
    pub skipped: Option<u64>,
    /// Tests that failed.
    pub failed: Option<u64>,
}

impl Closing {
    /// As totals; what the brief form does not say follows from the rest. `located` are the skips that were seen.
    #[must_use]
    pub fn totals(&self, located: u64, suites: u64) -> Totals {
        let rest = self.ran.map(|ran| ran.saturating_sub(self.passed.unwrap_or(0)));
        let skipped = self.skipped.or_else(|| match (self.failed, rest) {
            (Some(failed), Some(rest)) => Some(rest.saturating_sub(failed)),
            (None, Some(rest)) => Some(located.min(rest)),
            _ => None,
        });
        let failed = self.failed.or_else(|| Some(rest?.saturating_sub(skipped.unwrap_or(0))));
        let errors = (suites > 0).then_some(suites);
        Totals { passed: self.passed, failed, errors, skipped, other: None, total: self.ran }
    }
}
