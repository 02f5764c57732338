//! The lines of EUnit and of rebar3's own report, each read by itself.

use crate::event::{FailureKind, Place, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::scan;

/// How lines begin that are looked at outside of runs too.
pub(super) const STARTS: &[&str] = &[
    "======================== EUnit =",
    "===> Performing EUnit tests",
    "==> ",
    "===> Error running tests",
    "===> Error Running EUnit Tests",
    "Failed: ",
    "All ",
    "Test passed.",
    "There were no tests to run.",
    "One or more tests were cancelled.",
    "*timed out*",
    "*unexpected termination of test process*",
    "*could not start test process*",
    "*** bad test descriptor ***",
    "*** result from ",
    "*** test generator ",
    "*** no such function: ",
    "*** test module not found ***",
    "*** application not found ***",
    "*** error reading file ***",
    "*** context ",
    "*** instantiation of subtests failed ***",
];

/// How lines end that tell a test which did not pass.
pub(super) const ENDS: &[PassShape] = &[
    PassShape { start: "", end: "...*failed*" },
    PassShape { start: "", end: "...*timed out*" },
    PassShape { start: "", end: "...*skipped*" },
    PassShape { start: "", end: "...*did not run*" },
    PassShape { start: "", end: "...*cancelled because of subtask*" },
    PassShape { start: "", end: "...*unexpected termination of test process*" },
    PassShape { start: "", end: "...*could not start test process*" },
];

/// What a test or a group is given up for, with the words of `eunit_tty:format_cancel`.
const GIVEN_UP: [(&str, FailureKind); 7] = [
    ("*timed out*", FailureKind::Timeout),
    ("*unexpected termination of test process*", FailureKind::Crash),
    ("*could not start test process*", FailureKind::Crash),
    ("*cancelled because of subtask*", FailureKind::Unfinished),
    ("*skipped*", FailureKind::Unfinished),
    ("*test was aborted*", FailureKind::Unfinished),
    ("*unknown*", FailureKind::Unfinished),
];

/// The longest name or file that is read, in bytes.
pub(super) const LONGEST_NAME: usize = 400;

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Result {
    Passed,
    Failed,
    /// There is no such function or module.
    DidNotRun,
    /// It was given up: it took too long, or what it is in broke. `Unfinished` when the line does not say why.
    GivenUp(FailureKind),
}

/// A line of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reported<'a> {
    pub(super) module: &'a str,
    pub(super) name: &'a str,
    pub(super) result: Result,
    /// The words of the result, without their stars.
    pub(super) status: &'a str,
}

/// Reads `cart_tests:18: total_test (four goods)...*failed*` and `cart_tests: total_test...[0.001 s] ok`.
pub(super) fn reported(text: &str) -> Option<Reported<'_>> {
    let (test, status) = text.trim().rsplit_once("...")?;
    let result = match status.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((_, result)) => result,
        None => status,
    };
    let result = match result {
        "ok" => Result::Passed,
        "*failed*" => Result::Failed,
        "*did not run*" => Result::DidNotRun,
        _ => Result::GivenUp(given_up(result)?.1),
    };
    let (module, name) = test_name(test)?;
    Some(Reported { module, name, result, status: status.trim_matches(['*', ' ']) })
}

/// Reads `cart_tests:18: total_test (four goods)`.
fn test_name(test: &str) -> Option<(&str, &str)> {
    let (module, name) = test.split_once(": ")?;
    let module = module
        .split_once(':')
        .filter(|(_, line)| scan::whole_number(line).is_some())
        .map_or(module, |(module, _)| module);
    let plain = !module.is_empty()
        && module.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@' | b'.'));
    (plain && !name.is_empty() && test.len() <= LONGEST_NAME).then_some((module, name))
}

/// Whether the line heads a failure.
pub(super) fn is_heading(text: &str) -> bool {
    given_up(text).is_some() || reported(text).is_some_and(|reported| reported.result != Result::Passed)
}

/// Whether the line begins a test, whatever was printed after that.
pub(super) fn begins_test(text: &str) -> bool {
    text.split_once("...").is_some_and(|(test, _)| test_name(test.trim_start()).is_some())
}

/// Reads why a group, or a test, was given up: `*timed out*`, `*** context setup failed ***`.
pub(super) fn given_up(text: &str) -> Option<(&str, FailureKind)> {
    if let Some(title) = text.strip_prefix("*** ").and_then(|rest| rest.strip_suffix(" ***")) {
        let known = STARTS.iter().any(|start| start.starts_with("*** ") && text.starts_with(start));
        return known.then_some((title, FailureKind::Setup));
    }
    GIVEN_UP.iter().find(|(words, _)| *words == text).map(|(words, kind)| (words.trim_matches('*'), *kind))
}

/// Reads `in function cart_tests:total_test/0 (test/cart_tests.erl, line 6)`.
pub(super) fn frame(text: &str) -> Option<Place<'_>> {
    let text = text.trim_start_matches('*');
    let rest = text.strip_prefix("in function ").or_else(|| text.strip_prefix("in call from "))?;
    let (_, place) = rest.rsplit_once(" (")?;
    let (file, line) = place.strip_suffix(')')?.split_once(", line ")?;
    Some(Place { file, line: Some(scan::whole_number(line)?) })
}

/// Reads `  Failed: 5.  Skipped: 0.  Passed: 2.` and the lines of a run that passed; all are indented by two blanks. Only the
/// former has a sum, and stands for a run that did not pass.
pub(super) fn totals(text: &str) -> Option<Totals> {
    let says = text.strip_prefix("  ")?.trim_end();
    let passed =
        |number| Totals { passed: Some(number), failed: Some(0), skipped: Some(0), ..Totals::default() };
    match says {
        "Test passed." | "1 test passed." => return Some(passed(1)),
        "There were no tests to run." => return Some(passed(0)),
        _ => {}
    }
    if let Some(number) = says.strip_prefix("All ").unwrap_or(says).strip_suffix(" tests passed.") {
        return scan::whole_number(number).map(passed);
    }
    let (failed, rest) = scan::number(says.strip_prefix("Failed: ")?)?;
    let (skipped, rest) = scan::number(rest.strip_prefix(".  Skipped: ")?)?;
    let (passed, rest) = scan::number(rest.strip_prefix(".  Passed: ")?)?;
    (rest == ".").then_some(Totals {
        total: Some(passed.saturating_add(failed).saturating_add(skipped)),
        passed: Some(passed),
        failed: Some(failed),
        skipped: Some(skipped),
        ..Totals::default()
    })
}

/// Reads rebar3's `11 tests, 5 failures, 4 cancelled`; gives the number of the cancelled too.
pub(super) fn rebar_totals(text: &str) -> Option<(Totals, u64)> {
    let (tests, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(" tests, ").or_else(|| rest.strip_prefix(" test, "))?;
    let (mut failed, mut skipped, mut cancelled) = (None, 0, 0);
    for part in rest.split(", ") {
        let (number, word) = scan::number(part)?;
        match word {
            " failures" | " failure" => failed = Some(number),
            " skipped" => skipped = number,
            " cancelled" => cancelled = number,
            _ => return None,
        }
    }
    let failed = failed?;
    let passed = tests.saturating_sub(failed).saturating_sub(skipped).saturating_sub(cancelled);
    let totals =
        Totals { passed: Some(passed), failed: Some(failed), skipped: Some(skipped), ..Totals::default() };
    Some((totals, cancelled))
}

/// Reads `  1) cart_tests:total_test/0`.
pub(super) fn numbered(text: &str) -> Option<(u64, &str)> {
    let (number, name) = text.strip_prefix("  ")?.split_once(") ")?;
    let number = scan::whole_number(number)?;
    (!name.is_empty() && name.len() <= LONGEST_NAME).then(|| (number, name.trim_end()))
}

/// The file and the line of a term of the stack: `{file,"test/a.erl"},` and `{line,12}]},`, which may be on two lines.
///
/// Files of OTP have no folder; they are of no use.
pub(super) fn term_file<'a>(text: &'a str, module: &str) -> Option<&'a str> {
    // A long name is on a line of its own.
    let rest = text.split_once("{file,\"").map(|(_, rest)| rest).or_else(|| text.strip_prefix('"'))?;
    let file = rest.split_once("\"}")?.0;
    let own = file.strip_suffix(".erl").is_some_and(|stem| stem == module);
    Some(if file.contains(['/', '\\']) || own { file } else { "" })
}

/// See [`term_file`].
pub(super) fn term_line(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once("{line,")?;
    Some(scan::number(rest)?.0)
}
