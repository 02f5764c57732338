//! The shapes of CTest's lines, one line at a time.
//!
//! Source: `cmCTestRunTest`, `cmCTestTestHandler` and `cmCTestMultiProcessHandler` of CMake 3.0 to 4.1. The width of a
//! name's column follows from the longest name, so nothing here counts columns.

use crate::event::{FailureKind, Totals};
use crate::recognize::kit::scan;

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// `Passed`.
    Passed,
    /// `***Skipped`, `***Not Run (Disabled)`.
    Skipped,
    /// `***Disabled`: not counted.
    Disabled,
    /// Anything else.
    Failed(FailureKind),
}

/// A line of result: ` 7/40 Test  #7: name ...***Exception: SegFault  0.00 sec`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status<'a> {
    /// The test's number.
    pub number: u64,
    /// How many tests there are, where it is reported; not for a test that is repeated.
    pub of: Option<u64>,
    /// The test's name.
    pub name: &'a str,
    /// Its result.
    pub result: Result,
    /// How the result is reported, without the time: `Exception: SegFault`, `Failed  Required regular expression not found.`
    pub words: &'a str,
}

/// Reads a line of result.
#[must_use]
pub fn status(text: &str) -> Option<Status<'_>> {
    let rest = text.trim_ascii_start();
    let (of, rest) = match rest.strip_prefix("Test") {
        Some(rest) => (None, rest),
        None => {
            let (_, rest) = scan::number(rest)?;
            let (of, rest) = scan::number(rest.strip_prefix('/')?)?;
            (Some(of), rest.strip_prefix(" Test")?)
        }
    };
    let (number, rest) = scan::number(rest.strip_prefix(' ')?.trim_start().strip_prefix('#')?)?;
    let rest = rest.strip_prefix(": ")?;
    let timed = rest.trim_ascii_end().strip_suffix(" sec").and_then(|rest| rest.rsplit_once(' '));
    let timed =
        timed.filter(|(_, seconds)| seconds.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'));
    let rest = match timed {
        Some((rest, _)) => rest,
        // A reason with a regular expression ends on another line.
        None => {
            rest.contains("***Failed").then_some(rest).filter(|rest| rest.contains(" regular expression "))?
        }
    };
    // The name is filled up with dots; a reason may hold dots too.
    let (name, reported) = match rest.split_once("***") {
        Some((name, reported)) => (name, reported),
        None => (rest.strip_suffix("Passed").or_else(|| rest.trim_end().strip_suffix("Passed"))?, "Passed"),
    };
    let before =
        ["Subprocess aborted", "Child aborted", "Child killed", "Subprocess killed", "Process failed"];
    let name = name.trim_end();
    let (name, cause) = before
        .iter()
        .find_map(|cause| Some((name.strip_suffix(cause)?, *cause)))
        .or_else(|| exited(name))
        .unwrap_or((name, ""));
    let name = name.trim_end_matches(['.', ' ']);
    let reported = reported.trim();
    let result = match reported {
        "Passed" => Result::Passed,
        "Skipped" => Result::Skipped,
        "Not Run (Disabled)" => Result::Disabled,
        _ if reported.starts_with("Timeout") => Result::Failed(FailureKind::Timeout),
        _ if reported.starts_with("Exception") => Result::Failed(FailureKind::Crash),
        _ if reported.starts_with("Not Run")
            || reported.starts_with("Bad")
            || reported.starts_with("Unable") =>
        {
            Result::Failed(FailureKind::Setup)
        }
        _ => Result::Failed(FailureKind::Test),
    };
    let words = if cause.is_empty() { reported } else { cause };
    (!name.is_empty()).then_some(Status { number, of, name, result, words })
}

/// A name with the status of an exception of Windows after it: `name ....Exit code 0xc0000374`.
fn exited(text: &str) -> Option<(&str, &str)> {
    let at = text.rfind("Exit code 0x")?;
    let (name, cause) = text.split_at_checked(at)?;
    let digits = cause.strip_prefix("Exit code 0x")?;
    let own = !digits.is_empty() && digits.bytes().all(|each| each.is_ascii_hexdigit());
    (own && name.ends_with(['.', ' '])).then_some((name, cause))
}

/// `      Start  7: name`.
#[must_use]
pub fn start(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = scan::number(text.trim_ascii_start().strip_prefix("Start ")?.trim_start())?;
    Some((number, rest.strip_prefix(": ")?))
}

/// `12: text`: what test 12 printed, in the verbose form.
#[must_use]
pub fn printed(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = scan::number(text)?;
    Some((number, rest.strip_prefix(": ").or_else(|| (rest == ":").then_some(""))?))
}

/// ` 40 - name (Failed)` after a tab of the closing lists, with a test's labels after it since 4.0. Terminals that are
/// copied from make the tab blanks.
#[must_use]
pub fn listed(text: &str) -> Option<(&str, &str)> {
    let indented = text.starts_with('\t') || text.starts_with("  ");
    let (_, rest) = scan::number(indented.then(|| text.trim_ascii_start())?)?;
    let (name, rest) = rest.strip_prefix(" - ")?.rsplit_once(" (")?;
    let (reason, _) = rest.split_once(')')?;
    Some((name, reason))
}

/// `98% tests passed, 3 tests failed out of 171`: failed and total.
#[must_use]
pub fn totals(text: &str) -> Option<(u64, u64)> {
    let (_, rest) = scan::number(text.trim_ascii_start())?;
    let (failed, rest) = scan::number(rest.strip_prefix("% tests passed, ")?)?;
    let rest =
        rest.strip_prefix(" tests failed out of ").or_else(|| rest.strip_prefix(" test failed out of "))?;
    let total = scan::whole_number(rest.trim_end())?;
    Some((failed, total))
}

/// The totals in numbers. A test that was skipped counts as passed there.
#[must_use]
pub fn as_totals(failed: u64, total: u64, skipped: u64) -> Totals {
    let passed = total.saturating_sub(failed).saturating_sub(skipped);
    Totals {
        passed: Some(passed),
        failed: Some(failed),
        skipped: Some(skipped),
        total: Some(total),
        ..Totals::default()
    }
}
