//! The lines of Common Test and of rebar3's report of it, each read by itself.

use crate::budget::Count as _;
use crate::event::Totals;
use crate::recognize::kit::scan;

pub(super) fn is_atom(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@' | b'.'))
}

/// How the rulers round a failure of Common Test begin.
pub(super) const RULER: &str = "- - - - ";

/// Reads `Common Test starting (cwd is /p)`, and the form with a version.
pub(super) fn is_start(text: &str) -> bool {
    text.strip_prefix("Common Test ")
        .and_then(|rest| rest.split_once("starting (cwd is "))
        .is_some_and(|(version, _)| version.is_empty() || version.starts_with('v') && version.ends_with(' '))
}

/// Reads `TEST INFO: 2 test(s), 7 case(s) in 2 suite(s)`, where a test is a folder.
pub(super) fn folders(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("TEST INFO: ")?)?;
    rest.starts_with(" test(s), ").then_some(number)
}

/// Reads `Testing lib.shop: Starting test, 7 test cases`; the number is missing when test cases are repeated.
pub(super) fn folder_begins(text: &str) -> Option<(&str, Option<u64>)> {
    let (subject, rest) = text.strip_prefix("Testing ")?.split_once(": Starting test")?;
    if subject.is_empty() || subject.contains(' ') {
        return None;
    }
    if rest.is_empty() || rest == " (with repeated test cases)" {
        return Some((subject, None));
    }
    let (number, rest) = scan::number(rest.strip_prefix(", ")?)?;
    matches!(rest, " test cases" | " test case").then_some((subject, Some(number)))
}

/// Reads `cart_SUITE:total failed on line 9`, and after a ruler the forms without a line.
pub(super) fn failed(text: &str, ruled: bool) -> Option<(&str, &str, Option<u64>)> {
    let (test, line) = match text.split_once(" failed on line ") {
        Some((test, line)) => (test, Some(scan::whole_number(line)?)),
        None if ruled => {
            (text.strip_suffix(" failed").or_else(|| text.strip_suffix(" could not be executed"))?, None)
        }
        None => return None,
    };
    let (suite, name) = test.split_once(':')?;
    (is_atom(suite) && is_atom(name)).then_some((suite, name, line))
}

/// Reads what Common Test says where no test can be named.
pub(super) fn error_in_suite(text: &str) -> Option<&str> {
    text.strip_prefix("Error detected: ").or_else(|| text.strip_prefix("Error in suite detected: "))
}

/// Reads `Failed 3 tests. Skipped 1 (1, 0) tests. Passed 3 tests.` and `All 2 tests passed.`
pub(super) fn rebar_totals(text: &str) -> Option<Totals> {
    let mut totals = Totals { passed: Some(0), failed: Some(0), skipped: Some(0), ..Totals::default() };
    if let Some(number) = text.strip_prefix("All ").and_then(|rest| rest.strip_suffix(" tests passed.")) {
        return Some(Totals { passed: Some(scan::whole_number(number)?), ..totals });
    }
    let mut parts = 0_u32;
    for part in text.split_inclusive(" tests.") {
        let words = part.trim().strip_suffix(" tests.")?;
        let (word, rest) = words.split_once(' ')?;
        let (number, rest) = scan::number(rest)?;
        match (word, rest) {
            ("Failed", "") => totals.failed = Some(number),
            ("Passed", "") => totals.passed = Some(number),
            ("Skipped", rest) if rest.is_empty() || rest.starts_with(" (") => totals.skipped = Some(number),
            _ => return None,
        }
        parts.up(1);
    }
    // What passed is reported after something else.
    (parts > 0 && !(parts == 1 && text.starts_with("Passed "))).then_some(totals)
}

/// Reads `Testing lib.shop: TEST COMPLETE, 3 ok, 3 failed, 1 skipped of 7 test cases`, and gives the folder too.
pub(super) fn complete(text: &str) -> Option<(&str, Totals)> {
    let (subject, parts) = text.strip_prefix("Testing ")?.split_once(": TEST COMPLETE, ")?;
    let (parts, all) = parts.rsplit_once(" of ")?;
    let all = all.strip_suffix(" test cases").or_else(|| all.strip_suffix(" test case"))?;
    let mut totals = Totals { passed: Some(0), failed: Some(0), skipped: Some(0), ..Totals::default() };
    totals.total = Some(scan::whole_number(all)?);
    for part in parts.split(", ") {
        let (number, word) = scan::number(part)?;
        match word {
            " ok" => totals.passed = Some(number),
            " failed" => totals.failed = Some(number),
            " skipped" => totals.skipped = Some(number),
            _ => return None,
        }
    }
    Some((subject, totals))
}
