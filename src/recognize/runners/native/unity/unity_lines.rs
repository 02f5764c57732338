//! The lines of Unity, Ceedling and PlatformIO, each read by itself.

use crate::event::{Place, Totals};
use crate::recognize::kit::scan;

/// The longest name of a test or file, in bytes.
pub(super) const LONGEST_NAME: usize = 400;
/// The ruler in front of a program's numbers, in characters.
pub(super) const RULER: usize = 23;

/// Ceedling's headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    Failed,
    Ignored,
    Overall,
}

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Pass,
    Fail,
    Ignore,
}

/// A line that tells a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reported<'a> {
    pub(super) place: Place<'a>,
    pub(super) name: &'a str,
    pub(super) status: Status,
    /// The message or reason, or empty.
    pub(super) says: &'a str,
}

/// Reads one of `1 failed`, `2 skipped` and `3 succeeded`.
pub(super) fn part(totals: Totals, part: &str) -> Option<Totals> {
    let (number, word) = scan::number(part)?;
    Some(match word.trim() {
        "failed" => Totals { failed: Some(number), ..totals },
        "skipped" => Totals { skipped: Some(number), ..totals },
        "succeeded" => Totals { passed: Some(number), ..totals },
        _ => return None,
    })
}

/// A name cut to what is held.
pub(super) fn head(name: &str) -> &str {
    crate::text::head(name, LONGEST_NAME)
}

/// `Processing test_cart in native environment`.
pub(super) fn is_processing(text: &str) -> bool {
    text.strip_prefix("Processing ")
        .and_then(|rest| rest.strip_suffix(" environment"))
        .is_some_and(|inner| inner.split(' ').count() == 3 && inner.contains(" in "))
}

pub(super) fn is_ruler(text: &str) -> bool {
    scan::is_ruler(text, '-', 19) && text.len() <= RULER
}

pub(super) fn list(text: &str) -> Option<List> {
    let lists = [
        (" FAILED TEST SUMMARY", List::Failed),
        (" IGNORED TEST SUMMARY", List::Ignored),
        (" OVERALL TEST SUMMARY", List::Overall),
    ];
    lists
        .iter()
        .find(|(words, _)| text.ends_with(words) || Some(text) == words.get(1..))
        .map(|(_, list)| *list)
}

/// Reads `3 Tests 1 Failures 0 Ignored`.
pub(super) fn program_totals(text: &str) -> Option<Totals> {
    let (tests, rest) = scan::number(text)?;
    let (failed, rest) = scan::number(rest.strip_prefix(" Tests ")?)?;
    let (ignored, rest) = scan::number(rest.strip_prefix(" Failures ")?)?;
    (rest.trim() == "Ignored").then_some(())?;
    Some(Totals {
        total: Some(tests),
        passed: Some(tests.saturating_sub(failed).saturating_sub(ignored)),
        failed: Some(failed),
        skipped: Some(ignored),
        ..Totals::default()
    })
}

/// Reads the line of a test, a program's or PlatformIO's.
pub(super) fn reported(text: &str) -> Option<Reported<'_>> {
    let (line, word) =
        match text.rsplit_once("\t[").and_then(|(line, word)| Some((line, word.strip_suffix(']')?))) {
            Some((line, "PASSED")) => (line, Some(Status::Pass)),
            Some((line, "FAILED")) => (line, Some(Status::Fail)),
            Some((line, "IGNORED" | "SKIPPED")) => (line, Some(Status::Ignore)),
            _ => (text, None),
        };
    // The points of the fixture extension are before a failure without a break.
    let unpointed = line.trim_start_matches(['.', '!']);
    let line = if unpointed.starts_with(['/', '\\']) { line } else { unpointed };
    let (place, rest) = scan::place(line)?;
    if place.line.is_none() || rest.len() > line.len() {
        return None;
    }
    if let Some(reported) = program(place, rest) {
        return Some(reported);
    }
    // PlatformIO leaves the word out, and puts a blank in front of the name since 6.0.
    let status = word?;
    let (name, says) = rest.trim_start().split_once(": ").unwrap_or((rest.trim_start(), ""));
    is_name(name).then_some(Reported { place, name, status, says })
}

/// Reads `NAME:FAIL: MESSAGE`, after the place.
pub(super) fn program<'a>(place: Place<'a>, rest: &'a str) -> Option<Reported<'a>> {
    let words = [(":PASS", Status::Pass), (":FAIL", Status::Fail), (":IGNORE", Status::Ignore)];
    words.iter().find_map(|(word, status)| {
        let at = scan::find(rest, word)?;
        let (name, rest) = rest.split_at_checked(at)?;
        let says = rest.strip_prefix(word)?;
        let says = match says.strip_prefix(':') {
            Some(says) => says.trim(),
            // A test that took its time: `PASS (12 ms)`.
            None if says.is_empty() || says.starts_with(" (") && says.ends_with(')') => "",
            None => return None,
        };
        is_name(name).then_some(Reported { place, name, status: *status, says })
    })
}

/// A function's name, or the fixture's `TEST(group, name)`.
pub(super) fn is_name(name: &str) -> bool {
    let plain = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
    };
    if name.len() > LONGEST_NAME {
        return false;
    }
    match name.split_once('(') {
        Some((function, arguments)) => {
            (plain(function) || function == "TEST" || function == "IGNORE_TEST") && arguments.ends_with(')')
        }
        None => plain(name),
    }
}
