//! How much a sign of a failure says: it ranks the lines of an unknown tool's log that does not fit.
//!
//! Only lines that `generic` takes for a sign, or that are worth showing beside signs, come here. It only decides the
//! order in which lines get room.

use super::{build_failures, verdicts};
use crate::event::Strength;
use crate::recognize::kit::{crash, exceptions};
use crate::text::channel::levels;

/// Beginnings of lines that installers and shells print while they work, and after which they often go on.
const CHATTER: [&str; 20] = [
    "E: ",
    "W: ",
    "N: ",
    "Err:",
    "Ign:",
    "npm WARN",
    "npm warn",
    "npm notice",
    "[WARN",
    "WARN",
    "warn",
    "Warning",
    "+ ",
    "$ ",
    "> ",
    "# ",
    "DEBUG",
    "[DEBUG",
    "INFO",
    "curl: (",
];

/// Words inside a line that say that something is tried again or does not matter.
const AGAIN: [&str; 8] = [
    "etrying",
    "will retry",
    "retry in",
    "(ignored)",
    "attempt ",
    "continue-on-error",
    "deprecated",
    "allowed to fail",
];

/// Beginnings of lines that name what failed.
const NAMES: [&str; 14] = [
    "FAIL",
    "--- FAIL",
    "not ok ",
    "✗ ",
    "✘ ",
    "✖ ",
    "✕ ",
    "● ",
    "× ",
    "\u{2a2f} ",
    "\u{274c} ",
    "[FAIL",
    "[  FAILED  ]",
    "[-] ",
];

/// Verdicts of a test in lower case, at the end of its line.
const FAILED_AFTER: [&str; 4] = [" (Failed)", " (failed)", " [Failed]", " [failed]"];
/// The same after points.
const FAILED_POINTS: [&str; 4] = ["... Failed", "... failed", "...Failed", "...failed"];

/// Marks of a failure, which may be after the name, before the reason or at the end of the line.
const MARKS: [&str; 5] = ["\u{2718}", "\u{2717}", "\u{2716}", "\u{2715}", "\u{274c}"];

/// Whether a mark of a failure has a blank before it, and a blank or nothing after it.
#[inline(never)]
fn is_marked(text: &str) -> bool {
    let alone = |mark: &&str| {
        text.split_once(mark).is_some_and(|(before, after)| {
            before.ends_with(' ') && (after.is_empty() || after.starts_with([' ', '\u{fe0f}']))
        })
    };
    MARKS.iter().any(alone)
}

/// How Perl's tests name a failure in a comment.
const FAILED_TEST: &str = "  Failed test '";

/// Words inside a line that names something that failed.
const NAMED_INSIDE: [&str; 8] =
    [" FAILED", "<<< FAIL", "<<< ERR", "*failed*", ": error:", ": fatal error:", ": error TS", " error CS"];

/// Beginnings of lines that say why.
const CAUSES: [&str; 29] = [
    "! ",
    "Traceback",
    "Debugger entered--",
    "error[",
    "** (",
    "== Compilation error",
    "Exception",
    "Uncaught ",
    "Unhandled",
    "Assert",
    "assert",
    "AssertionError",
    "panic",
    "PHP Fatal",
    "SyntaxError",
    "fatal error",
    "Fatal error",
    "ModuleNotFoundError",
    "ImportError",
    "error TS",
    "npm ERR! code",
    "npm error code",
    "Segmentation fault",
    "Aborted",
    "Caused by: ",
    "fatal: ",
    "FATAL",
    "##teamcity[testFailed",
    ":test-result:",
];

/// Words inside a line that says why.
const INSIDE: [&str; 12] = [
    "undefined reference",
    " panicked at ",
    "ssertion failed",
    "ssertionError",
    ": command not found",
    "No such file or directory",
    "Sanitizer",
    "core dumped",
    " runtime error: ",
    "timed out",
    "not found",
    " but was:",
];

/// What ends a tool's output when it failed.
const OUTCOMES: [&str; 10] = [
    "BUILD FAIL",
    "Build FAILED",
    "** BUILD FAILED",
    "** TEST FAILED",
    "Tests failed",
    "Test failed",
    "FAILURES!",
    "ERRORS!",
    "There was 1 failure",
    "There were ",
];

/// The strength of a line that is a sign. `counts` is whether it is totals or an exit status.
#[inline(never)]
pub(super) fn of_sign(text: &str, counts: bool) -> Strength {
    let begin = text.trim_start();
    let begins = |list: &[&str]| list.iter().any(|start| begin.starts_with(start));
    let holds = |list: &[&str]| list.iter().any(|words| text.contains(words));
    if begins(&CHATTER) || holds(&AGAIN) {
        return Strength::Slight;
    }
    if begin.starts_with(|first: char| first.is_ascii_digit()) && is_numbered(begin) {
        return Strength::Name;
    }
    if counts || begins(&OUTCOMES) {
        return Strength::Outcome;
    }
    if begins(&NAMES) || holds(&NAMED_INSIDE) || verdicts::says_fail(text) || super::placed::is_titled(text) {
        return Strength::Name;
    }
    let cause = begins(&CAUSES)
        || holds(&INSIDE)
        || crash::sign(text).is_some()
        || build_failures::is_printed(begin)
        || exceptions::is_exception(text);
    if cause || crate::recognize::kit::scan::place(text).is_some() { Strength::Cause } else { Strength::Word }
}

/// The strength of a line that is not a sign, if it is worth showing beside signs.
pub(super) fn of_hint(text: &str) -> Option<Strength> {
    let begin = crate::recognize::kit::scan::trim_start(text);
    match begin.as_bytes() {
        [b'1'..=b'9', ..] if is_numbered(begin) => Some(Strength::Name),
        [b'[', b'-', b']', b' ', ..] => Some(Strength::Name),
        [b'#', b' ', ..] if begin.contains(FAILED_TEST) => Some(Strength::Name),
        // The branches of a tree.
        [0xe2, ..] if !begin.starts_with(['\u{2713}', '\u{2714}', '\u{221a}']) && is_marked(begin) => {
            Some(Strength::Name)
        }
        [b'+' | b'|' | b'\'', ..] if begin.contains(" [X] ") => Some(Strength::Name),
        [b'W' | b'w', b'A' | b'a', b'R' | b'r', b'N' | b'n', ..] => Some(Strength::Warning),
        [b'F', b'a', b'i', b'l', b'u', b'r', b'e', b':', ..] => Some(Strength::Cause),
        // What installers and shells print when they could not do something; they may go on.
        [b'F', b'a', b'i', b'l', b'e', b'd', b' ', ..]
        | [b'C', b'o', b'u', b'l', b'd', b' ', b'n', b'o', b't', b' ', ..]
        | [b'c', b'u', b'r', b'l', b':', b' ', b'(', ..] => Some(Strength::Word),
        _ if levels::is_error(begin) => Some(Strength::Word),
        _ => {
            let end = crate::recognize::kit::scan::trim_end(text);
            match end.as_bytes().last()? {
                b'd' if FAILED_POINTS.iter().any(|points| end.ends_with(points)) => Some(Strength::Name),
                b'.' | b'd' if end.ends_with(" failed") || end.ends_with(" failed.") => Some(Strength::Word),
                b'R' if end.ends_with(" ERROR") => Some(Strength::Name),
                b':' if end.ends_with(") failed:") => Some(Strength::Name),
                b')' | b']' if FAILED_AFTER.iter().any(|mark| end.ends_with(mark)) => Some(Strength::Name),
                0x8c | 0x95..=0x98 | 0x8f if is_marked(end) => Some(Strength::Name),
                b'c' | b's' if end.contains("***Failed ") => Some(Strength::Name),
                b'd' if end.ends_with(": command not found") => Some(Strength::Cause),
                _ => None,
            }
        }
    }
}

/// The number of a failure in a list, `  12) name`, or of an example with the mark of one that failed, `  12  \u{2718} name`.
#[inline(never)]
fn is_numbered(begin: &str) -> bool {
    let Some((_, rest)) = crate::recognize::kit::scan::number(begin) else { return false };
    let short = begin.len().saturating_sub(rest.len()) <= 4;
    match rest.strip_prefix(") ") {
        Some(name) => short && !name.is_empty(),
        None => {
            let marked =
                |mark: &&str| rest.trim_start().strip_prefix(*mark).is_some_and(|name| name.starts_with(' '));
            rest.starts_with(' ') && MARKS.iter().any(marked)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crashes_compile_errors_and_assertions_rank_above_words_and_those_above_chatter() {
        for (text, strength) in [
            ("thread 'main' panicked at a.rs:1:2:", Strength::Cause),
            ("src/a.c:3:4: error: no", Strength::Name),
            ("AssertionError: 1 != 2", Strength::Cause),
            ("not ok 3 - adds", Strength::Name),
            ("FAIL: adds", Strength::Name),
            ("12) Failure:", Strength::Name),
            ("make: a: command not found", Strength::Cause),
            ("ERROR something", Strength::Word),
            ("error: nothing to do", Strength::Word),
            ("E: Unable to locate package a", Strength::Slight),
            ("npm WARN error: a", Strength::Slight),
            ("error: a. Retrying in 3 seconds", Strength::Slight),
            ("+ echo FAILED", Strength::Slight),
            ("BUILD FAILED", Strength::Outcome),
        ] {
            assert_eq!(of_sign(text, false), strength, "{text}");
        }
        assert_eq!(of_sign("12) Failure:", true), Strength::Name);
        assert_eq!(of_sign("3 failed, 4 passed", true), Strength::Outcome);
        assert!(
            Strength::Name > Strength::Cause
                && Strength::Cause > Strength::Outcome
                && Strength::Outcome > Strength::Word
        );
        assert!(Strength::Word > Strength::Slight && Strength::Slight > Strength::Warning);
    }

    #[test]
    fn what_is_at_beside_signs_is_shown_too() {
        assert_eq!(of_hint("  12) adds (Calc)"), Some(Strength::Name));
        assert_eq!(of_hint("[-] adds 12ms"), Some(Strength::Name));
        assert_eq!(of_hint("  150  \u{2718} adds two items"), Some(Strength::Name));
        assert_eq!(of_hint("10:00:03.555 [main] ERROR a.Cart - no"), Some(Strength::Word));
        assert_eq!(of_hint("warning: unused"), Some(Strength::Warning));
        assert_eq!(of_hint("Running the tests failed."), Some(Strength::Word));
        assert_eq!(of_hint("insert/digraph     ERROR"), Some(Strength::Name));
        assert_eq!(of_hint("3/340 Test #3: cart.adds ........***Failed    0.00 sec"), Some(Strength::Name));
        assert_eq!(of_hint("  2 - cart.adds (Failed)"), Some(Strength::Name));
        assert_eq!(of_hint("cart adds ... failed"), Some(Strength::Name));
        assert_eq!(of_hint("adds (quay.Cart) failed:"), Some(Strength::Name));
        assert_eq!(of_hint("#   Failed test 'adds'"), Some(Strength::Name));
        assert_eq!(of_hint("a.sh: line 3: b: command not found"), Some(Strength::Cause));
        assert_eq!(of_hint("curl: (22) The requested URL returned error: 404"), Some(Strength::Word));
        assert_eq!(of_hint("Could not resolve \"./cart\" from \"src/main.ts\""), Some(Strength::Word));
        for text in ["│  ├─ adds() ✘ expected 3", "adds two ✗", "| +-- adds() [X] expected 3", "adds ❌"]
        {
            assert_eq!(of_hint(text), Some(Strength::Name), "{text}");
        }
        for text in [
            "",
            "│  ├─ adds() ✔",
            "adds ✓",
            "✔ shows ✘✘",
            "12",
            "12 passed",
            "150  \u{2714} adds",
            "12) ",
            "it works.",
            "those that failed:",
            "ended",
        ] {
            assert_eq!(of_hint(text), None, "{text}");
        }
    }
}
