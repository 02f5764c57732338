//! Totals of passes alone, as any tool may close its output with them: `171 passed`, `12 tests, 0 failures`.
//!
//! They prove nothing, since any test can print them. But when they are the last thing that an unknown tool prints, what
//! looked like a failure before them most likely was output. Every word of such a line must be known to be harmless:
//! `12 passed, 1 broken` is not one.

use super::counts::TESTED;
use crate::recognize::kit::scan;

/// The longest of such lines, in bytes.
const LONGEST: usize = 200;

/// Words that count passes when a number above zero is beside them.
const PASSING: [&str; 9] =
    ["passed", "passing", "pass", "passes", "ok", "succeeded", "successful", "successes", "run"];

/// Words of failing, which have to have a zero.
const FAILING: [&str; 9] =
    ["failed", "failing", "failure", "failures", "fail", "error", "errors", "errored", "issues"];

/// Other words that may be in such a line.
const HARMLESS: [&str; 27] = [
    "all", "and", "in", "of", "the", "with", "example", "total", "skipped", "skip", "ignored", "pending",
    "todo", "info", "time", "elapsed", "finished", "seconds", "second", "secs", "sec", "s", "ms", "m", "us",
    "no", "were",
];

/// Whether the line says that tests passed, and nothing else.
pub(super) fn says_only_passed(text: &str) -> bool {
    // Called on every unknown line: the first byte decides most of them.
    let begin = scan::trim_start(text).as_bytes();
    let may = matches!(
        begin.first(),
        Some(b'0'..=b'9' | b'A' | b'a' | b'O' | b'T' | b't' | b'P' | b'F' | b'f' | b'#' | b'[')
    );
    may && text.len() <= LONGEST && says_harmless(text)
}

/// Whether the line begins with the mark of a test that passed: what follows is its name.
pub(super) fn marks_a_pass(text: &str) -> bool {
    const MARKS: [&str; 9] =
        ["PASS: ", "PASS ", "PASSED ", "ok ", "[PASS] ", "[OK] ", "\u{2713} ", "\u{2714} ", "\u{221a} "];
    let begin = scan::trim_start(text);
    MARKS.iter().any(|mark| begin.starts_with(mark))
}

/// Whether every piece of the line is harmless, and one says that tests passed.
#[inline(never)]
fn says_harmless(text: &str) -> bool {
    if !scan::has_digit(text.as_bytes()) || !may_count(text.as_bytes()) {
        return false;
    }
    let mut reported = Reported { passes: text.starts_with("OK ("), ..Reported::default() };
    let pieces = text.split([',', ';', '|', '(', ')', '[', ']']);
    let harmless = pieces.into_iter().all(|piece| read(piece, &mut reported));
    harmless && (reported.passes || (reported.tests && reported.none_failed))
}

/// Whether the line holds three letters of a word of passing or failing: without them nothing is counted.
fn may_count(line: &[u8]) -> bool {
    scan::has_letters(line, |first, second, third| {
        let pas = (first == b'p') & (second == b'a') & (third == b's');
        let cce = (first == b'c') & (second == b'c') & (third == b'e');
        let run = (first == b'r') & (second == b'u') & (third == b'n');
        let fai = (first == b'f') & (second == b'a') & (third == b'i');
        let err = (first == b'e') & (second == b'r') & (third == b'r');
        let ssu = (first == b's') & (second == b's') & (third == b'u');
        let ok = (first == b'o') & (second == b'k');
        pas | cce | run | fai | err | ssu | ok
    })
}

/// What the pieces of a line say.
#[derive(Clone, Copy, Debug, Default)]
struct Reported {
    /// `12 passed`
    passes: bool,
    /// `12 tests`
    tests: bool,
    /// `0 failures`
    none_failed: bool,
}

fn words(piece: &str) -> impl Iterator<Item = &str> {
    piece.split([' ', '\t', ':', '=', '.', '#', '-', '/', '!']).filter(|word| !word.is_empty())
}

/// Reads a piece without commas. Returns false when a word in it is not harmless.
fn read(piece: &str, reported: &mut Reported) -> bool {
    let number = words(piece).find_map(scan::whole_number);
    let is = |word: &str, list: &[&str]| list.iter().any(|each| word.eq_ignore_ascii_case(each));
    let holds = |wanted: &str| words(piece).any(|word| word.eq_ignore_ascii_case(wanted));
    for word in words(piece) {
        if is(word, &PASSING) {
            reported.passes |= number.is_some_and(|number| number > 0) || holds("all");
        } else if is(word, &FAILING) {
            match number {
                Some(0) => reported.none_failed = true,
                None if holds("no") => reported.none_failed = true,
                _ => return false,
            }
        } else if let Some((_, unit)) = scan::number(word) {
            // `12`, `0.3s` and `49ms`.
            if !is(unit, &["", "s", "ms", "m", "us"]) {
                return false;
            }
        } else if is(word, &["tests", "examples", "test"]) {
            reported.tests |= number.is_some_and(|number| number > 0);
        } else if !is(word, &HARMLESS) && !is(word, &TESTED) && word.chars().any(char::is_alphanumeric) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_of_passes_alone_are_known_in_many_forms() {
        for text in [
            "  171 passed",
            "171 tests passed",
            "  171 passing (49ms)",
            "120 examples, 0 failures",
            "12 tests, 0 failures, 2 skipped",
            "Tests:       171 passed, 171 total",
            "Test Suites: 8 passed, 8 total",
            "All tests passed (171 assertions in 171 test cases)",
            "OK (12 tests, 30 assertions)",
            "[INFO] Tests run: 171, Failures: 0, Errors: 0, Skipped: 0",
            "# pass 12",
            "12 passed in 0.31s",
            "Finished: all 12 checks passed",
        ] {
            assert!(says_only_passed(text), "{text}");
        }
    }

    #[test]
    fn every_word_that_counts_has_the_letters_that_are_looked_for() {
        for word in PASSING.iter().chain(&FAILING) {
            assert!(may_count(word.as_bytes()) && may_count(word.to_uppercase().as_bytes()), "{word}");
        }
        assert!(!may_count(b"the tide turns at 12"));
    }

    #[test]
    fn any_other_word_or_number_is_enough_to_doubt_it() {
        for text in [
            "",
            "12",
            "0 passed",
            "12 passed, 1 failed",
            "12 passed, 1 broken",
            "12 passed, 1 timed out",
            "Tests run: 3, Failures: 1",
            "Tests passed: x1",
            "not all tests passed",
            "3 failures",
            "passed",
            "test a ... ok",
            "ok 3 - adds",
        ] {
            assert!(!says_only_passed(text), "{text}");
        }
    }
}
