//! The lines of EUnit and of rebar3's own report, each read by itself.

use crate::event::{Place, Totals};
use crate::recognize::scan;

/// How lines begin that are looked at outside of runs too.
pub(super) const STARTS: &[&str] = &[
    "======================== EUnit =",
    "===> Performing EUnit tests",
    "===> Error running tests",
    "Failed: ",
    "All ",
    "Test passed.",
    "There were no tests to run.",
    "One or more tests were cancelled.",
    "*** context ",
];
/// The longest name or file that is read, in bytes.
pub(super) const LONGEST_NAME: usize = 400;

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Result {
    Passed,
    Failed,
    Skipped,
    /// It was given up: it took too long, or what it stands in broke.
    Cancelled,
}

/// A line of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Told<'a> {
    pub(super) module: &'a str,
    pub(super) name: &'a str,
    pub(super) result: Result,
}

/// Reads `cart_tests:18: total_test (four goods)...*failed*` and `cart_tests: total_test...[0.001 s] ok`.
pub(super) fn told(text: &str) -> Option<Told<'_>> {
    let (test, result) = text.trim().rsplit_once("...")?;
    let result = match result.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((_, result)) => result,
        None => result,
    };
    let result = match result {
        "ok" => Result::Passed,
        "*failed*" => Result::Failed,
        "*skipped*" | "*did not run*" => Result::Skipped,
        "*timed out*" | "*test was aborted*" | "*unknown*" => Result::Cancelled,
        _ => return None,
    };
    let (module, name) = test.split_once(": ")?;
    let module = module
        .split_once(':')
        .filter(|(_, line)| scan::whole_number(line).is_some())
        .map_or(module, |(module, _)| module);
    let plain = !module.is_empty()
        && module.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@' | b'.'));
    (plain && !name.is_empty() && test.len() <= LONGEST_NAME).then_some(Told { module, name, result })
}

/// Reads `in function cart_tests:total_test/0 (test/cart_tests.erl, line 6)`.
pub(super) fn frame(text: &str) -> Option<Place<'_>> {
    let text = text.trim_start_matches('*');
    let rest = text.strip_prefix("in function ").or_else(|| text.strip_prefix("in call from "))?;
    let (_, place) = rest.rsplit_once(" (")?;
    let (file, line) = place.strip_suffix(')')?.split_once(", line ")?;
    Some(Place { file, line: Some(scan::whole_number(line)?) })
}

/// Reads `  Failed: 5.  Skipped: 0.  Passed: 2.` and the lines of a run that passed; all are indented by two blanks.
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
pub(super) fn numbered(text: &str) -> Option<&str> {
    let (number, name) = text.strip_prefix("  ")?.split_once(") ")?;
    scan::whole_number(number)?;
    (!name.is_empty() && name.len() <= LONGEST_NAME).then(|| name.trim_end())
}

/// The file and the line of a term of the stack: `{file,"test/a.erl"},` and `{line,12}]},`, which may stand on two lines.
///
/// Files of OTP have no folder; they are of no use.
pub(super) fn term_file<'a>(text: &'a str, module: &str) -> Option<&'a str> {
    // A long name stands on a line of its own.
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
