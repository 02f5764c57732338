//! Single lines of unittest: headings, results of `-v`, points.

use crate::event::{FailureKind, Outcome};
use crate::recognize::kit::durations::in_parentheses;
use crate::recognize::kit::scan;

/// The longest description of a test in a heading, in bytes.
const LONGEST: usize = 8192;

/// What a heading tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    Failure,
    Error,
    UnexpectedSuccess,
}

/// Reads `FAIL: test_x (tests.a.Cart.test_x)`.
pub(super) fn problem(text: &str) -> Option<(Problem, &str)> {
    let text = text.trim_end();
    let words = [
        ("FAIL", Problem::Failure),
        ("ERROR", Problem::Error),
        ("UNEXPECTED SUCCESS", Problem::UnexpectedSuccess),
    ];
    words
        .iter()
        .find_map(|(word, problem)| {
            let rest = text.strip_prefix(word)?;
            // unittest-xml-reporting says how long the test took: `FAIL [0.005s]: test_x (tests.a.Cart.test_x)`.
            let timed = rest.strip_prefix(" [").and_then(|rest| rest.split_once("s]"));
            let rest = match timed {
                Some((time, rest)) if is_time(time) => rest,
                _ => rest,
            };
            Some((*problem, rest.strip_prefix(": ")?))
        })
        .filter(|(_, description)| !description.is_empty() && description.len() <= LONGEST)
}

/// Splits `BEFORE ... AFTER` at the last dots whose result is known, else at the last dots.
pub(super) fn split_result(text: &str) -> Option<(&str, &str)> {
    let first = scan::find(text, " ...")?;
    let at = match scan::find(text.get(first..)?, " ... ") {
        Some(_) => text.rfind(" ... ")?,
        None => text.strip_suffix(" ...").map(str::len)?,
    };
    let (before, after) = text.split_at_checked(at)?;
    let after = after.strip_prefix(" ...")?;
    // `skipped 'because of ... x'` holds dots of its own.
    if word(after.trim()).is_none()
        && let Some((first, rest)) = scan::split_once(text, ") ... ")
        && rest.starts_with("skipped ")
    {
        return Some((text.get(..first.len().saturating_add(1))?, rest));
    }
    Some((before, after))
}

/// Seconds with their fraction: `0.005`.
fn is_time(text: &str) -> bool {
    text.contains('.') && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// The result without the time that unittest-xml-reporting puts after it: `FAIL (0.005s)`.
fn without_time(text: &str) -> &str {
    in_parentheses(text, "s").filter(|(_, time)| is_time(time)).map_or(text, |(result, _)| result)
}

/// Reads a result of `-v`.
pub(super) fn word(text: &str) -> Option<Outcome> {
    let timed = without_time(text);
    if timed.len() < text.len() && timed == "skip" {
        return Some(Outcome::Skipped);
    }
    Some(match timed {
        "ok" => Outcome::Passed,
        "FAIL" | "ERROR" => Outcome::Failed(FailureKind::Test),
        "unexpected success" => Outcome::Failed(FailureKind::Test),
        "expected failure" => Outcome::Other,
        _ if text.starts_with("skipped '") || text.starts_with("skipped \"") => Outcome::Skipped,
        // nose's words.
        _ if text == "SKIP" || text.starts_with("SKIP: ") => Outcome::Skipped,
        _ => return None,
    })
}

/// Whether a line ends with a result, perhaps right after output.
pub(super) fn ends_with_result(text: &str) -> bool {
    let text = without_time(text.trim_end());
    let words = ["ok", "FAIL", "ERROR", "expected failure", "unexpected success"];
    words.iter().any(|word| text.ends_with(word)) || text.contains("skipped '") || text.contains("skipped \"")
}

/// Whether a line holds nothing but the points and letters of a run without `-v`.
pub(super) fn is_points(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| b".FEsxu".contains(&byte))
}

/// Reads Django's `Found 12 test(s).`
pub(super) fn found(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("Found ")?)?;
    (rest.trim_end() == " test(s).").then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_and_a_heading_may_tell_how_long_the_test_took() {
        let failed = Some(Outcome::Failed(FailureKind::Test));
        assert_eq!(word("FAIL (0.005s)"), failed);
        assert_eq!(word("ok (0.000s)"), Some(Outcome::Passed));
        assert_eq!(word("skip (0.000s)"), Some(Outcome::Skipped));
        assert_eq!(word("ok (fine)"), None);
        assert_eq!(word("skip"), None);
        assert!(ends_with_result("moored ok (0.010s)"));
        let heading = "ERROR [0.010s]: test_moor (quay.Barge.test_moor)";
        assert_eq!(problem(heading), Some((Problem::Error, "test_moor (quay.Barge.test_moor)")));
        assert_eq!(problem("ERROR [harbour]: closed"), None);
    }
}
