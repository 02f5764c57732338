//! The shapes of XCTest's lines, read without any state.
//!
//! Sources: swift-corelibs-xctest's print observer for Linux, and what xcodebuild prints for Apple's platforms.
//! What a line means where it is is the recognizer's business.

use super::name::test_id;
use crate::event::{Place, TestId};
use crate::recognize::kit::scan::{number, whole_number};

/// Who speaks: XCTest in the test process, or xcodebuild on behalf of a parallel run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// `Test Case '...' passed (0.001 seconds).`
    Process,
    /// `Test case '...' passed on 'iPhone 16 - App (123)' (0.001 seconds)`
    Parallel,
}

/// What a status line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// The test began.
    Started,
    /// It passed.
    Passed,
    /// It failed.
    Failed,
    /// It was skipped.
    Skipped,
}

/// `Test Case 'NAME' VERB ...`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status<'a> {
    /// Who says so.
    pub voice: Voice,
    /// The test.
    pub id: TestId<'a>,
    /// Its state.
    pub verb: Verb,
    /// The iteration, from 1, of a run that repeats tests; else 0.
    pub attempt: u32,
}

/// Reads a status line that begins at the text's first byte.
pub fn status(text: &str) -> Option<Status<'_>> {
    let (voice, rest) = match text.strip_prefix("Test Case '") {
        Some(rest) => (Voice::Process, rest),
        None => (Voice::Parallel, text.strip_prefix("Test case '")?),
    };
    let (name, rest) = if rest.starts_with(['-', '+']) {
        let end = rest.find("]' ")?.saturating_add(1);
        (rest.get(..end)?, rest.get(end.saturating_add(2)..)?)
    } else {
        rest.split_once("' ")?
    };
    let end = rest.bytes().position(|byte| !byte.is_ascii_lowercase()).unwrap_or(rest.len());
    let (verb, tail) = rest.split_at_checked(end)?;
    let tail = tail.trim_end().trim_end_matches('.');
    let timed = tail.contains(" seconds)") && (tail.starts_with(" (") || tail.starts_with(" on '"));
    let verb = match verb {
        "started" if matches!(tail.as_bytes().first(), None | Some(b' ')) => Verb::Started,
        "passed" if timed => Verb::Passed,
        "failed" if timed => Verb::Failed,
        "skipped" if timed => Verb::Skipped,
        _ => return None,
    };
    Some(Status { voice, id: test_id(name)?, verb, attempt: attempt(tail) })
}

/// The `2` of `(Iteration 2 of 3)`, or 0.
fn attempt(tail: &str) -> u32 {
    let after = tail.find("(Iteration ").and_then(|at| tail.get(at.saturating_add(11)..));
    let value = after.and_then(number).map_or(0, |(value, _)| value);
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// `Test Suite 'NAME' started at ...` and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suite<'a> {
    /// Who says so.
    pub voice: Voice,
    /// The suite: `All tests`, a bundle, a class.
    pub name: &'a str,
    /// Whether it begins; else it ended.
    pub phase: Phase,
}

/// Beginning or end of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// `started`
    Start,
    /// `passed`, `failed`, and `finished` of the oldest versions.
    End,
}

/// Reads a suite's line.
pub fn suite(text: &str) -> Option<Suite<'_>> {
    let (voice, rest) = match text.strip_prefix("Test Suite '") {
        Some(rest) => (Voice::Process, rest),
        None => (Voice::Parallel, text.strip_prefix("Test suite '")?),
    };
    let (name, rest) = rest.split_once("' ")?;
    let joint = match voice {
        Voice::Process => " at ",
        Voice::Parallel => " on '",
    };
    let (verb, _) = rest.split_once(joint)?;
    let phase = match verb {
        "started" => Phase::Start,
        "passed" | "failed" | "finished" | "skipped" => Phase::End,
        _ => return None,
    };
    Some(Suite { voice, name, phase })
}

/// `Executed N tests, with S tests skipped and F failures (U unexpected) in 0.1 (0.2) seconds`
///
/// The failures are failed assertions, of which one test may have several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Executed {
    /// Tests run, skipped ones included.
    pub tests: u64,
    /// Failed assertions and thrown errors.
    pub failures: u64,
    /// Skipped tests; `None` when the line does not say.
    pub skipped: Option<u64>,
}

/// Reads a suite's totals.
pub fn executed(text: &str) -> Option<Executed> {
    let (tests, rest) = number(text.strip_prefix("Executed ")?)?;
    let rest = rest.strip_prefix(" test")?;
    let rest = rest.strip_prefix('s').unwrap_or(rest).strip_prefix(", with ")?;
    let (counts, times) = rest.rsplit_once(" in ")?;
    if !times.trim_end().trim_end_matches('.').ends_with(" seconds") {
        return None;
    }
    let mut read = Executed { tests, ..Executed::default() };
    let mut reported = false;
    for part in counts.split(" and ").flat_map(|part| part.split(", ")) {
        let (value, words) = number(part.trim_start())?;
        if words.starts_with(" failure") {
            read.failures = value;
            reported = true;
        } else if words.contains(" skipped") {
            read.skipped = Some(value);
        }
    }
    reported.then_some(read)
}

/// `PATH:LINE: error: TEST : MESSAGE`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assertion<'a> {
    /// Where; `None` for `<unknown>:0`.
    pub place: Option<Place<'a>>,
    /// The test.
    pub id: TestId<'a>,
    /// The message's first line.
    pub message: &'a str,
}

/// Reads an assertion's line. In the bracketed spelling it may be after output without a line end.
pub fn assertion(text: &str) -> Option<Assertion<'_>> {
    let at = text.find(": error: ")?;
    let (before, after) = (text.get(..at)?, text.get(at.saturating_add(9)..)?);
    let (name, message) = if after.starts_with("-[") || after.starts_with("+[") {
        let end = after.find(']')?.saturating_add(1);
        (after.get(..end)?, after.get(end..)?.strip_prefix(" :")?)
    } else {
        let (name, message) = after.split_once(" :")?;
        if name.contains(' ') || !name.contains('.') || !message.starts_with([' ', '\t']) {
            return None;
        }
        (name, message)
    };
    let (file, line) = before.rsplit_once(':')?;
    let line = whole_number(line)?;
    let place = (line > 0).then_some(Place { file, line: Some(line) });
    Some(Assertion { place, id: test_id(name)?, message: message.trim_start() })
}

/// `PATH:LINE: TEST : Test skipped - reason`
pub fn is_skip_reason(text: &str) -> bool {
    text.contains(" : Test skipped")
}

/// `PATH:LINE: expected failure ...`, which `XCTExpectFailure` makes of an assertion.
pub fn is_expected_failure(text: &str) -> bool {
    !text.contains(": error: ")
        && (text.contains(": expected failure") || text.contains(": Expected failure"))
}

/// `t =  6.26s Assertion Failure: File.m:40: message` of a user interface test's record.
pub fn interface_failure(text: &str) -> Option<(Option<Place<'_>>, &str)> {
    let rest = text.strip_prefix("t = ")?.trim_start();
    let (seconds, rest) = rest.split_once("s ")?;
    if !seconds.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let rest = rest.trim_start().strip_prefix("Assertion Failure: ")?;
    let (head, message) = rest.split_once(": ").unwrap_or(("", rest));
    match head.rsplit_once(':').map(|(file, line)| (file, whole_number(line))) {
        Some(("<unknown>", _)) => Some((None, message)),
        Some((file, Some(line))) if line > 0 => Some((Some(Place { file, line: Some(line) }), message)),
        _ => Some((None, rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(text: &str) -> Option<(Voice, String, Verb, u32)> {
        status(text).map(|read| {
            let id = read.id;
            (read.voice, format!("{}{}{}", id.module, id.separator, id.name), read.verb, read.attempt)
        })
    }

    #[test]
    fn a_status_line_is_read_in_every_spelling() {
        let row = |voice, name: &str, verb, attempt| Some((voice, name.to_owned(), verb, attempt));
        let cases = [
            ("Test Case '-[A.S t]' started.", row(Voice::Process, "A.S.t", Verb::Started, 0)),
            (
                "Test Case '-[A.S t]' started (Iteration 2 of 3).",
                row(Voice::Process, "A.S.t", Verb::Started, 2),
            ),
            (
                "Test Case 'S.t' started at 2025-08-10 01:38:55.195",
                row(Voice::Process, "S.t", Verb::Started, 0),
            ),
            ("Test Case '-[A.S t]' failed (0.012 seconds).", row(Voice::Process, "A.S.t", Verb::Failed, 0)),
            ("Test Case 'S.t' passed (0.0 seconds)", row(Voice::Process, "S.t", Verb::Passed, 0)),
            (
                "Test case 'S.t()' failed on 'iPhone 16 - App (9)' (0.1 seconds)",
                row(Voice::Parallel, "S.t()", Verb::Failed, 0),
            ),
            (
                "Test case 'S/t()' skipped on 'My Mac - App (9)' (0.1 seconds)",
                row(Voice::Parallel, "S.t()", Verb::Skipped, 0),
            ),
            ("Test Case '-[A.S t]' failed", None),
            ("Test Case '-[A.S t]' measured [Time, seconds] average: 0.1", None),
            ("Test Case 'no end", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(reported(text), wanted, "{text}");
        }
    }

    #[test]
    fn executed_reads_skips_and_the_two_times() {
        let read = |text| executed(text).map(|read| (read.tests, read.failures, read.skipped));
        assert_eq!(
            read("Executed 389 tests, with 8 failures (0 unexpected) in 12.345 (12.400) seconds"),
            Some((389, 8, None))
        );
        assert_eq!(
            read(
                "Executed 3 tests, with 1 test skipped and 0 failures (0 unexpected) in 0.083 (0.085) seconds"
            ),
            Some((3, 0, Some(1)))
        );
        assert_eq!(
            read("Executed 1 test, with 1 failure (1 unexpected) in 0.1 (0.1) seconds"),
            Some((1, 1, None))
        );
        assert_eq!(read("Executed 1 out of 1 test: 1 fails locally."), None);
        assert_eq!(read("Executed 3 tests, with joy in 3 seconds"), None);
    }

    #[test]
    fn an_assertion_names_place_test_and_message() {
        let read = |text| {
            assertion(text).map(|read| (read.place.and_then(|place| place.line), read.id.name, read.message))
        };
        assert_eq!(
            read("/p/My App/F.swift:42: error: -[A.S t] : XCTAssertTrue failed - no"),
            Some((Some(42), "t", "XCTAssertTrue failed - no"))
        );
        assert_eq!(read("/p/F.swift:4: error: S.t : XCTFail failed"), Some((Some(4), "t", "XCTFail failed")));
        assert_eq!(
            read("<unknown>:0: error: -[A.S t] : failed: caught error: \"x\""),
            Some((None, "t", "failed: caught error: \"x\""))
        );
        assert_eq!(read("/p/F.swift:4:10: error: cannot find 'a' in scope"), None);
        assert_eq!(read("/p/F.swift:4:10: error: value of type 'A.B' : no"), None);
    }
}
