//! The shapes of sbt's and its test frameworks' lines. No state.

use crate::budget::Count as _;
use crate::event::Totals;
use crate::recognize::kit::durations::in_parentheses;
use crate::recognize::kit::scan;

/// How sbt marked a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Info,
    Warn,
    Error,
    Success,
    Bare,
}

/// Splits the mark off. Trailing blanks are cut.
pub(super) fn mark(text: &str) -> (Mark, &str) {
    let text = text.trim_end();
    for (word, mark) in [
        ("[info]", Mark::Info),
        ("[error]", Mark::Error),
        ("[warn]", Mark::Warn),
        ("[success]", Mark::Success),
        ("[debug]", Mark::Info),
    ] {
        if let Some(rest) = text.strip_prefix(word) {
            return (mark, rest.strip_prefix(' ').unwrap_or(rest));
        }
    }
    (Mark::Bare, text)
}

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Passed,
    Failed,
    Skipped,
    Other,
}

/// A line of ScalaTest's report: its indentation, name and verdict.
pub(super) fn test(rest: &str) -> Option<(usize, &str, Verdict)> {
    let begin = rest.trim_start();
    let indent = rest.len().saturating_sub(begin.len());
    let text = without_time(begin.strip_prefix("- ")?);
    for (word, verdict) in [
        (" *** FAILED ***", Verdict::Failed),
        (" !!! IGNORED !!!", Verdict::Skipped),
        (" !!! CANCELED !!!", Verdict::Other),
        (" (pending)", Verdict::Other),
    ] {
        if let Some(name) = text.strip_suffix(word) {
            return Some((indent, name.trim_end(), verdict));
        }
    }
    Some((indent, text, Verdict::Passed))
}

/// Cuts ` (12 milliseconds)` off.
pub(super) fn without_time(text: &str) -> &str {
    match in_parentheses(text, "") {
        Some((before, time))
            if scan::number(time).is_some()
                && ["second", "minute", " ms", "s"].iter().any(|unit| time.contains(unit)) =>
        {
            before
        }
        _ => text,
    }
}

/// Reads `CartSpec:`.
pub(super) fn suite(rest: &str) -> Option<&str> {
    let name = rest.strip_suffix(':')?;
    let class = crate::recognize::kit::frames::jvm::is_class(name);
    let upper = name.rsplit('.').next()?.starts_with(|first: char| first.is_ascii_uppercase());
    (class && upper).then_some(name)
}

/// ScalaTest's last word on a failed run: `*** 1 SUITE ABORTED ***`, `*** 2 TESTS FAILED ***`.
pub(super) fn closing(text: &str) -> Option<&str> {
    let what = text.strip_prefix("*** ")?.strip_suffix(" ***")?;
    let (number, rest) = scan::number(what)?;
    let known = matches!(rest, " SUITE ABORTED" | " SUITES ABORTED" | " TEST FAILED" | " TESTS FAILED");
    (known && number > 0).then_some(what)
}

/// Reads `Tests: succeeded 166, failed 3, canceled 0, ignored 2, pending 0`.
pub(super) fn scalatest(rest: &str) -> Option<Totals> {
    let mut totals = Totals::default();
    let mut other = 0_u64;
    for part in rest.strip_prefix("Tests: ")?.split(", ") {
        let (word, number) = part.split_once(' ')?;
        let number = scan::whole_number(number.trim())?;
        match word {
            "succeeded" => totals.passed = Some(number),
            "failed" => totals.failed = Some(number),
            "ignored" => totals.skipped = Some(number),
            "canceled" | "pending" => other.up(number),
            _ => return None,
        }
    }
    totals.other = Some(other);
    totals.passed.is_some().then_some(totals)
}

/// Reads sbt's `Failed: Total 171, Failed 3, Errors 0, Passed 168, Ignored 2`.
pub(super) fn sbt(rest: &str) -> Option<Totals> {
    let (word, numbers) = rest.split_once(": Total ")?;
    // sbt 0.12 and before print `Passed: : Total 5`.
    let word = word.trim_end_matches([':', ' ']);
    if !["Passed", "Failed", "Error"].contains(&word) {
        return None;
    }
    let mut totals = Totals::default();
    let mut other = 0_u64;
    for part in numbers.split(", ").skip(1) {
        let (word, number) = part.split_once(' ')?;
        let number = scan::whole_number(number.trim())?;
        match word {
            "Passed" => totals.passed = Some(number),
            "Failed" => totals.failed = Some(number),
            "Errors" => totals.errors = Some(number),
            "Ignored" | "Skipped" => {
                totals.skipped = Some(totals.skipped.unwrap_or(0).saturating_add(number))
            }
            _ => other.up(number),
        }
    }
    totals.other = Some(other);
    totals.passed.is_some().then_some(totals)
}

/// The place at the end of a message: `1 did not equal 2 (CartSpec.scala:12)`.
pub(super) fn place(text: &str) -> Option<crate::event::Place<'_>> {
    let (_, inner) = text.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    let (file, line) = inner.rsplit_once(':')?;
    let source = [".scala", ".java", ".kt", ".sc"].iter().any(|ending| file.ends_with(ending));
    let line = scan::whole_number(line)?;
    source.then_some(crate::event::Place { file, line: Some(line) })
}

/// scalac's error for the warnings above it, where warnings fail the build.
pub(super) fn fails_for_warnings(text: &str) -> bool {
    text.starts_with("No warnings can be incurred under -")
}

/// A compiler's error as sbt marks it: `/p/A.scala:3:5: not found: value x`.
pub(super) fn diagnostic(rest: &str) -> Option<(crate::event::Place<'_>, &str)> {
    if rest.starts_with(' ') {
        return None;
    }
    let (place, message) = scan::place(rest)?;
    let ending = crate::recognize::kit::diagnostics::extension(place.file);
    let message = message.trim_start_matches(':').trim();
    let message = message.strip_prefix("error: ").unwrap_or(message);
    (matches!(ending, "scala" | "java" | "sbt" | "sc") && !message.is_empty()).then_some((place, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_on_a_failed_run_is_read() {
        assert_eq!(closing("*** 1 SUITE ABORTED ***"), Some("1 SUITE ABORTED"));
        assert_eq!(closing("*** 12 TESTS FAILED ***"), Some("12 TESTS FAILED"));
        assert_eq!(closing("*** 0 TESTS FAILED ***"), None);
        assert_eq!(closing("*** 3 PINTS ***"), None);
    }

    #[test]
    fn tests_totals_and_places_are_read() {
        assert_eq!(test("- adds (12 milliseconds)"), Some((0, "adds", Verdict::Passed)));
        assert_eq!(test("  - adds *** FAILED *** (1 second)"), Some((2, "adds", Verdict::Failed)));
        assert_eq!(test("- adds (pending)"), Some((0, "adds", Verdict::Other)));
        assert_eq!(suite("a.CartSpec:"), Some("a.CartSpec"));
        assert_eq!(suite("note:"), None);
        let read = scalatest("Tests: succeeded 166, failed 3, canceled 1, ignored 2, pending 1").unwrap();
        assert_eq!(
            (read.passed, read.failed, read.skipped, read.other),
            (Some(166), Some(3), Some(2), Some(2))
        );
        let read = sbt("Failed: Total 171, Failed 3, Errors 1, Passed 167, Ignored 2").unwrap();
        assert_eq!(
            (read.passed, read.failed, read.errors, read.skipped),
            (Some(167), Some(3), Some(1), Some(2))
        );
        let old = sbt("Passed: : Total 9, Failed 0, Errors 0, Passed 9, Skipped 0").unwrap();
        assert_eq!((old.passed, old.failed, old.skipped), (Some(9), Some(0), Some(0)));
        assert_eq!(place("1 did not equal 2 (CartSpec.scala:12)").and_then(|place| place.line), Some(12));
        assert_eq!(
            diagnostic("/p/A.scala:3:5: not found: value x").map(|(_, message)| message),
            Some("not found: value x")
        );
    }
}
