//! The shapes of the lines of `meson test`, one line at a time.
//!
//! Source: `mesonbuild/mtest.py` of Meson 0.49 to 1.12. The widths of the columns follow from the longest name, so nothing
//! here counts columns.

use crate::event::{FailureKind, TestId};
use crate::recognize::kit::scan;

/// What became of a test, as Meson's word says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// `RUNNING`, in the verbose form.
    Running,
    /// `OK`
    Passed,
    /// `EXPECTEDFAIL`, and `IGNORED` where a person looked at the output: neither passed nor failed.
    Other,
    /// `SKIP`
    Skipped,
    /// Anything that makes the run fail.
    Failed(FailureKind),
}

fn word(text: &str) -> Option<Word> {
    Some(match text {
        "RUNNING" => Word::Running,
        "OK" => Word::Passed,
        "EXPECTEDFAIL" | "IGNORED" => Word::Other,
        "SKIP" => Word::Skipped,
        "FAIL" | "UNEXPECTEDPASS" | "ERROR" | "INTERRUPT" => Word::Failed(FailureKind::Test),
        "TIMEOUT" => Word::Failed(FailureKind::Timeout),
        _ => return None,
    })
}

/// A line of result: ` 7/15 quay - harbour:takes   FAIL   0.01s   exit status 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Status<'a> {
    /// The test's number.
    pub number: u64,
    /// How many tests there are.
    pub of: u64,
    /// The test's name, with its suites and its project.
    pub name: &'a str,
    /// What became of it.
    pub word: Word,
    /// How that was reported: the word, and what follows the time.
    pub reported: &'a str,
    /// What follows the time: `exit status 1`, `(exit status 1)` before 0.57, `2/3 subtests passed`.
    pub details: &'a str,
}

/// Splits `7/15 ` off the front.
fn numbered(text: &str) -> Option<(u64, u64, &str)> {
    let (number, rest) = scan::number(text.trim_ascii_start())?;
    let (of, rest) = scan::number(rest.strip_prefix('/')?)?;
    let rest = rest.strip_prefix(' ')?;
    (number > 0 && number <= of).then_some((number, of, rest))
}

/// Reads a line of result. The word is before a time with two decimals, or ends the line of a test that runs.
pub(super) fn status(text: &str) -> Option<Status<'_>> {
    let (number, of, rest) = numbered(text)?;
    if let Some(name) = rest.trim_end().strip_suffix(" RUNNING") {
        let name = name.trim();
        let running = Status { number, of, name, word: Word::Running, reported: "RUNNING", details: "" };
        return (!name.is_empty()).then_some(running);
    }
    // A name may hold anything, so the last word that is before a time counts.
    let mut at = rest.len();
    while let Some(blank) = rest.get(..at)?.rfind(' ') {
        at = blank;
        let Some(details) = timed(rest.get(blank..)?) else { continue };
        let before = rest.get(..blank)?.trim_end();
        let (name, result) = before.rsplit_once(' ')?;
        let Some(word) = word(result) else { continue };
        let name = name.trim();
        let reported = rest.get(before.len().saturating_sub(result.len())..)?.trim_end();
        return (!name.is_empty() && word != Word::Running).then_some(Status {
            number,
            of,
            name,
            word,
            reported,
            details,
        });
    }
    None
}

/// Reads ` 0.01s` and ` 0.01 s` of 0.49, and gives what follows.
fn timed(text: &str) -> Option<&str> {
    let (_, rest) = scan::number(text.trim_start())?;
    let decimals = rest.strip_prefix('.')?;
    let (_, rest) = scan::number(decimals)?;
    let rest = rest.strip_prefix('s').or_else(|| rest.strip_prefix(" s"))?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim())
}

/// A part of a test that tells of its parts (TAP, Rust): `▶ 9/15 - turns at twelve   FAIL`. Its test's number, and whether
/// it failed.
pub(super) fn part(text: &str) -> Option<(u64, bool)> {
    let rest = text.strip_prefix("\u{25b6} ").or_else(|| text.strip_prefix("| "))?;
    let (number, _, rest) = numbered(rest)?;
    let (_, result) = rest.trim_end().rsplit_once(' ')?;
    let word = word(result).filter(|word| *word != Word::Running)?;
    Some((number, matches!(word, Word::Failed(_))))
}

/// What is round the output of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruler {
    /// A line with scissors above it.
    Begin,
    /// A line without them below it.
    End,
}

/// Reads the lines round a test's output: `――― ✀  ―――`, `――――――`, and `--- 8< ---` where only ASCII can be printed.
pub(super) fn ruler(text: &str) -> Option<Ruler> {
    let text = text.trim_end();
    let dash = text.chars().next().filter(|first| matches!(first, '\u{2015}' | '-'))?;
    if scan::is_ruler(text, dash, 40) {
        return Some(Ruler::End);
    }
    let inner = text.trim_matches(dash);
    let sides = text.len().saturating_sub(inner.len()) >= dash.len_utf8().saturating_mul(40);
    (sides && matches!(inner.trim(), "\u{2700}" | "8<")).then_some(Ruler::Begin)
}

/// Reads a line of the totals: `Expected Fail:     1   `.
pub(super) fn total(text: &str) -> Option<(&str, u64)> {
    let (label, rest) = text.split_once(':')?;
    let known = ["Ok", "Expected Fail", "Fail", "Unexpected Pass", "Skipped", "Ignored", "Timeout"];
    let number = scan::whole_number(rest.trim())?;
    (known.contains(&label) && rest.starts_with("   ")).then_some((label, number))
}

/// Reads `Full log written to build/meson-logs/testlog.txt`.
pub(super) fn is_full_log(text: &str) -> bool {
    text.strip_prefix("Full log written to ")
        .is_some_and(|path| path.contains("meson-logs/") || path.contains("meson-logs\\"))
}

/// Reads `Could not rebuild FOLDER`: the tests were never run.
pub(super) fn is_not_rebuilt(text: &str) -> bool {
    text.strip_prefix("Could not rebuild ")
        .is_some_and(|folder| folder.starts_with(['/', '.', '\\']) || folder.get(1..3) == Some(":\\"))
}

/// How a test failed: what a signal killed did not fail by itself, when it did not take too long.
pub(super) fn kind(kind: FailureKind, details: &str) -> FailureKind {
    let killed = details.trim_start_matches('(').starts_with("killed by signal ");
    if killed && kind == FailureKind::Test { FailureKind::Crash } else { kind }
}

/// What Meson says of a failure: `exit status 1`, `TIMEOUT killed by signal 15 SIGTERM`, `UNEXPECTEDPASS`.
pub(super) fn message(status: &Status<'_>) -> String {
    let details = status.details.trim_start_matches('(').trim_end_matches(')');
    let word = status.reported.split(' ').next().unwrap_or_default();
    match (word, details) {
        ("FAIL", details) if !details.is_empty() => details.to_owned(),
        (word, details) => format!("{word} {details}").trim_end().to_owned(),
    }
}

/// A test's name: `quay - harbour:takes`, and `harbour:quay / takes` before 1.8.
pub(super) fn id(name: &str) -> TestId<'_> {
    let at = |separator: &'static str| {
        let (module, name) = name.split_once(separator)?;
        (!module.is_empty() && !name.is_empty()).then_some(TestId { module, separator, name })
    };
    at(" / ").or_else(|| at(":")).unwrap_or(TestId::bare(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_before_a_time() {
        let read = |text| status(text).map(|status| (status.number, status.of, status.name, status.reported));
        assert_eq!(
            read(" 7/15 quay - harbour:takes     FAIL            0.01s   exit status 1"),
            Some((7, 15, "quay - harbour:takes", "FAIL            0.01s   exit status 1"))
        );
        assert_eq!(
            read("1/3 harbour:quay / takes FAIL           0.01s (exit status 1)"),
            Some((1, 3, "harbour:quay / takes", "FAIL           0.01s (exit status 1)"))
        );
        assert_eq!(
            read("1/4 harbour:quay / moors   OK       0.01 s "),
            Some((1, 4, "harbour:quay / moors", "OK       0.01 s"))
        );
        assert_eq!(read("1/2 FAIL 0.01s OK   0.10s"), Some((1, 2, "FAIL 0.01s", "OK   0.10s")));
        assert_eq!(read("1/2 a   RUNNING       "), Some((1, 2, "a", "RUNNING")));
        for text in ["5/4 a OK 0.01s", "1/4 a OK", "1/4 OK 0.01s", "1/4 a FINE 0.01s", "1/4 a OK 3s", "1/4"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_part_has_no_time() {
        assert_eq!(part("\u{25b6}  9/15 - turns at twelve     FAIL          "), Some((9, true)));
        assert_eq!(part("| 1/2 - ebbs  OK"), Some((1, false)));
        assert_eq!(part("| 1/2 | OK |"), None);
    }

    #[test]
    fn scissors_begin_what_a_test_printed() {
        let dashes = "\u{2015}".repeat(40);
        assert_eq!(ruler(&dashes), Some(Ruler::End));
        assert_eq!(ruler(&format!("{dashes} \u{2700}  {dashes}")), Some(Ruler::Begin));
        assert_eq!(ruler(&format!("{0} 8< {0}", "-".repeat(37))), Some(Ruler::Begin));
        assert_eq!(ruler("------ 8< ------"), None);
        assert_eq!(ruler("----------"), None);
    }

    #[test]
    fn totals_have_known_labels_and_are_in_a_column() {
        assert_eq!(total("Expected Fail:     1   "), Some(("Expected Fail", 1)));
        for text in ["Ok: 3", "Failed:            3", "Ok:                 3 tests"] {
            assert_eq!(total(text), None, "{text}");
        }
    }

    #[test]
    fn a_name_has_its_project_before_it() {
        assert_eq!(
            id("quay - harbour:takes"),
            TestId { module: "quay - harbour", separator: ":", name: "takes" }
        );
        assert_eq!(
            id("harbour:quay / takes"),
            TestId { module: "harbour:quay", separator: " / ", name: "takes" }
        );
        assert_eq!(id("takes"), TestId::bare("takes"));
    }
}
