//! Single lines of unittest: headings, results of `-v`, points.

use crate::event::{FailureKind, Outcome};
use crate::recognize::scan;

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
        ("FAIL: ", Problem::Failure),
        ("ERROR: ", Problem::Error),
        ("UNEXPECTED SUCCESS: ", Problem::UnexpectedSuccess),
    ];
    words
        .iter()
        .find_map(|(word, problem)| Some((*problem, text.strip_prefix(word)?)))
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

/// Reads a result of `-v`.
pub(super) fn word(text: &str) -> Option<Outcome> {
    Some(match text {
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

/// Whether a line ends with a result, perhaps right behind output.
pub(super) fn ends_with_result(text: &str) -> bool {
    let text = text.trim_end();
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
