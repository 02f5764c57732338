//! What the last line of a stream says, when no recognizer claims it.
//!
//! After a run that passed, a stream may go on with an unknown tool, or with a shell that did not find the next command.
//! While lines come, words of failing are chatter: tests print them, and scripts look for programs that do not exist. The
//! last line is different: a command that goes well does not end with a word of failing. So the last line is read more
//! closely than any other, and with more words: it is not a failure, but with it the stream is not called passed.

use super::counts::{counts_failures, says_none};
use crate::recognize::kit::scan;

/// The longest line that is read, in bytes: longer ones are data.
const LONGEST: usize = 400;

/// Words of failing, in lower case.
const WORDS: [&str; 50] = [
    "abort",
    "aborted",
    "aborting",
    "bailed",
    "bailing",
    "broken",
    "canceled",
    "cancelled",
    "cannot",
    "couldn't",
    "can't",
    "crash",
    "crashed",
    "denied",
    "died",
    "error",
    "errored",
    "errors",
    "exception",
    "exceptions",
    "fail",
    "failed",
    "failing",
    "fails",
    "failure",
    "failures",
    "fatal",
    "hangup",
    "illegal",
    "incomplete",
    "interrupted",
    "invalid",
    "killed",
    "mismatch",
    "panic",
    "panicked",
    "refused",
    "rejected",
    "terminated",
    "unable",
    "uncaught",
    "unexpected",
    "unexpectedly",
    "unhandled",
    "unrecognized",
    "unresolved",
    "unsupported",
    "violation",
    "violations",
    "wrong",
];

/// Phrases of failing, in lower case: of shells, `env`, `make` and tools that only check.
const PHRASES: [&str; 14] = [
    "not found",
    "no such file",
    "no such command",
    "could not",
    "did not",
    "not recognized",
    "not remade",
    "not permitted",
    "not a directory",
    "timed out",
    "out of memory",
    "i/o timeout",
    "handshake timeout",
    "would be reformatted",
];

/// What checkers find, in lower case: `3 issues found`.
const FOUND: [&str; 4] = ["issue", "issues", "problem", "problems"];

/// Words that take back the word of failing after them, in lower case: `no exceptions`, `0 tests crashed`.
const NONE: [&str; 6] = ["no", "0", "zero", "without", "nothing", "never"];

/// Words that take back the word of failing before them, when their piece of the line ends with them, in lower case:
/// `violations: 0`, `exceptions found: none`.
const NONE_AFTER: [&str; 5] = ["0", "zero", "none", "false", "null"];

/// What may be between the number and its word of failing, in lower case.
const BETWEEN: [&str; 9] = ["test", "tests", "file", "files", "found", "count", "new", "known", "were"];

/// First words of lines with which a tool warns, hints or says that a test passed: it goes on.
const GOES_ON: [&str; 19] = [
    "warn",
    "warning",
    "warnings",
    "note",
    "notice",
    "info",
    "debug",
    "trace",
    "hint",
    "help",
    "tip",
    "deprecated",
    "deprecation",
    "pass",
    "passed",
    "ok",
    "success",
    "succeeded",
    "skip",
];

/// Marks of a test that passed.
const MARKS: [char; 6] = ['\u{2713}', '\u{2714}', '\u{221a}', '\u{2705}', '\u{1f389}', '\u{2728}'];

/// Whether the last lines, the last one first, end with a word of failing. Returns its index among them. The caller
/// bounds how many are read.
#[must_use]
pub(in crate::recognize) fn fails<'a>(last: impl IntoIterator<Item = &'a str>) -> Option<usize> {
    for (index, text) in last.into_iter().enumerate() {
        if says_failing(text) {
            return Some(index);
        }
        if !is_farewell(text) {
            return None;
        }
    }
    None
}

/// What CI services print when a job is over, whether it went well or not.
const CLEANING: [&str; 5] = [
    "Post job cleanup.",
    "Cleaning up orphan processes",
    "Terminate orphan process: ",
    "Cleaning up project directory and file based variables",
    "[command]/usr/bin/git ",
];

/// What shells, `time`, `make` and CI services print after the last line of a command, whether it went well or not.
fn is_farewell(text: &str) -> bool {
    let begin = text.trim();
    if CLEANING.iter().any(|start| begin.starts_with(start)) {
        return true;
    }
    let time = ["real", "user", "sys"].iter().any(|word| {
        begin
            .strip_prefix(word)
            .and_then(|rest| rest.trim_start().bytes().next())
            .is_some_and(|byte| byte.is_ascii_digit())
    });
    time || begin.is_empty() || (begin.starts_with("make") && begin.contains(": Leaving directory "))
}

/// Whether the line says, in any words, that something went wrong.
fn says_failing(text: &str) -> bool {
    if text.len() > LONGEST || goes_on(text) || says_none(text) {
        return false;
    }
    if counts_failures(text) {
        return true;
    }
    if is_frame(text) || is_end_of_node(text) {
        return true;
    }
    let lower = text.to_ascii_lowercase();
    PHRASES.iter().any(|phrase| lower.contains(phrase)) || lower.split([',', ';', '|']).any(has_word)
}

/// Whether a piece of a line, in lower case, has a word of failing that no other word of it takes back.
fn has_word(piece: &str) -> bool {
    let mut before = "";
    let mut rest = words(piece).peekable();
    while let Some(word) = rest.next() {
        let found = FOUND.contains(&word) && rest.peek() == Some(&"found");
        let fails = found || WORDS.contains(&word);
        if fails && !NONE.contains(&before) {
            let mut after = rest.clone().skip_while(|word| BETWEEN.contains(word));
            let none = after.next().is_some_and(|word| NONE_AFTER.contains(&word.trim_start_matches(':')));
            if !(none && after.next().is_none()) {
                return true;
            }
        }
        if !BETWEEN.contains(&word) {
            before = word;
        }
    }
    false
}

/// A stack frame, which is the last line of what a program prints about an exception: `at run (a.js:3:4)`,
/// `at A.main(A.java:3)`.
fn is_frame(text: &str) -> bool {
    let frame = text.trim().strip_prefix("at ");
    frame.is_some_and(|frame| {
        let place = frame
            .strip_suffix(')')
            .and_then(|frame| frame.rsplit_once('('))
            .map_or(frame, |(_, place)| place);
        let (file, line) = place.rsplit_once(':').unwrap_or((place, ""));
        !file.is_empty() && scan::whole_number(line).is_some() && text.starts_with([' ', '\t'])
    })
}

/// `Node.js v20.20.2`, the last line of what node prints about the error that ended it.
pub(super) fn is_end_of_node(text: &str) -> bool {
    let version = text.trim_end().strip_prefix("Node.js v");
    version.is_some_and(|version| {
        version.starts_with(|first: char| first.is_ascii_digit())
            && version.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
    })
}

/// The words of a line, but not those inside of names of files, tests and options.
fn words(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split([
        ' ', '\t', '(', ')', '[', ']', '{', '}', '"', '=', '!', ',', ';', '*', '|', '`', '\u{2018}',
        '\u{2019}',
    ])
    .map(|word| word.trim_end_matches(['.', ':']).trim_matches('\''))
    .filter(|word| !word.is_empty())
}

/// Whether the line warns or says that something passed.
fn goes_on(text: &str) -> bool {
    let begin = scan::trim_start(text);
    let first = begin.split(|char: char| !char.is_ascii_alphanumeric()).find(|word| !word.is_empty());
    let is = |word: &str| GOES_ON.iter().any(|each| word.eq_ignore_ascii_case(each));
    let last = text.trim_end().trim_end_matches(['.', '!', ']', ')']);
    let last = last.rsplit([' ', '\t', '[', '(', ':']).next().unwrap_or_default();
    let second = begin.split_ascii_whitespace().nth(1).unwrap_or_default();
    (first.is_some_and(is) && !begin.starts_with("[warn] Code style issues"))
        || (first == Some("npm") && is(second))
        || begin.starts_with(MARKS)
        || ["ok", "pass", "passed", "success", "succeeded"].iter().any(|word| last.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_that_does_not_find_a_command_is_understood() {
        for text in [
            "sh: 1: anchor: not found",
            "/bin/sh: 3: ./anchor: not found",
            "./run.sh: line 4: anchor: command not found",
            "bash: line 1: anchor: command not found",
            "bash: ./anchor: No such file or directory",
            "bash: ./anchor: Permission denied",
            "zsh: command not found: anchor",
            "fish: Unknown command: anchor (not found)",
            "env: \u{2018}node\u{2019}: No such file or directory",
            "/usr/bin/env: node: No such file or directory",
            "'anchor' is not recognized as an internal or external command,",
            "Killed",
            "Terminated",
        ] {
            assert!(says_failing(text), "{text}");
        }
    }

    #[test]
    fn tools_that_nobody_knows_are_understood() {
        for text in [
            "[warn] Code style issues found in 2 files. Run Prettier with --write to fix.",
            "[tide] Status: FAILURE!",
            "DONE 3 tests, 1 failure, 2 errors in 0.2s",
            "00:01 +77 ~1 -2: Some tests failed.",
            "make: Target 'all' not remade because of errors.",
            "Command failed with status (1)",
            "testsuite: WARNING: caught signal TERM, bailing out",
            "Incomplete: No specs found",
            "1 file would be reformatted, 1 file would fail to reformat.",
            "  Unexpectedly Passed: 1 (7.14%)",
            "03:04:25 Finished: FAILURE",
            "==4711==ABORTING",
            "pwsh: the process was killed",
            " 2 uncaught exceptions",
            "3 issues found",
            "tide: 2 problems found, 0 fixed",
            "Error: none of the quays could be read",
            "10 exceptions",
            "violations: 0 of the fatal kind, 3 violations",
            "no quay: the tide crashed",
            "tide: unable to reach the quay",
            "Node.js v20.20.2",
            "    at Object.<anonymous> (/quay/tide.js:3:9)",
            "    at file:///quay/tide.js:3:9",
            "\tat quay.Tide.main(Tide.java:11)",
            "dial tcp 192.0.2.7:443: i/o timeout",
            "net/http: TLS handshake timeout",
        ] {
            assert!(says_failing(text), "{text}");
        }
    }

    #[test]
    fn chatter_after_a_run_that_passed_says_nothing() {
        for text in [
            "",
            "Done in 0.31s.",
            "0 failures, 0 errors",
            "No issues found",
            "0 problems found",
            "issues found: 0",
            "exceptions found: none",
            "violations: 0, warnings: 2",
            "Finished without an answer, without errors",
            "0 tests crashed",
            "{\"output\": \"moored\", \"interrupted\": false}",
            "{\"interrupted\": false, \"error\": null}",
            "{\"output\":\"moored\",\"interrupted\":false}",
            "no test crashed",
            "never panicked",
            "found 0 vulnerabilities",
            "src/errors.py      12      0   100%",
            "error_handler.rs | 98.2 |",
            "Coverage report written to target/failed-tests/index.html",
            "warning: `tide` (lib) generated 1 warning about an error type",
            "npm notice a new version: an error was fixed",
            "\u{2713} rejects an invalid tide",
            "handles an error ... ok",
            "a tide that cannot be read: PASSED",
            "ok 12 - fails when there is no quay",
            "See https://example.com/errors",
            "real\t0m0.005s",
            "Node.js v20 is used",
            "at noon (tide 3:4)",
        ] {
            assert!(!says_failing(text), "{text}");
        }
    }

    #[test]
    fn a_farewell_may_are_after_the_last_word() {
        let time = ["sys\t0m0.001s", "user\t0m0.002s", "real\t0m0.005s", "sh: 1: anchor: not found", "a"];
        assert_eq!(fails(time), Some(3));
        assert_eq!(
            fails([
                "make[1]: Leaving directory '/quay'",
                "make[1]: Target 'all' not remade because of errors."
            ]),
            Some(1)
        );
        assert_eq!(fails(["Done in 0.31s.", "sh: 1: anchor: not found"]), None);
        assert_eq!(fails([""; 20]), None);
        assert_eq!(fails([]), None);
    }
}
