//! Signs of a failure in lines that no recognizer claims: an unknown tool's log, or text between known runs.
//!
//! With a strong sign, a run is not called passed without its exit status. A sign is never a failure by itself: it says
//! where to look, and the lines around it are shown.
//!
//! A quick check says which kinds of signs a line can hold. It may find too many, never too few: all literals in one
//! search, the beginnings by their first two bytes, totals by a digit and a few letters of a word of failing.

use super::counts::{counts_failures, may_count_failures, says_none};
use super::failure_words::{FailureWords, Mentioned};
use super::{build_failures, commands, exit_status, passes, placed, strength, verdicts};
use crate::event::{Event, Runner, Strength};
use crate::recognize::kit::literals::{Beginnings, Clean, Grouped, Groups};
use crate::recognize::kit::{crash, exceptions, scan};
use crate::text::Line;

/// Beginnings of lines that are strong signs, after blanks. Upper and lower case matter.
const STARTS: &[&str] = &[
    "== Compilation error in file",
    "** (CompileError)",
    "** (SyntaxError)",
    "** (TokenMissingError)",
    "** (EXIT",
    "** (RuntimeError)",
    "** (UndefinedFunctionError)",
    "** (Mix)",
    "error:",
    "Error:",
    "ERROR:",
    "Type error: ",
    "error during build:",
    "Failed to compile",
    "BEGIN failed--compilation aborted",
    "CONFLICT (",
    "Automatic merge failed",
    "Your requirements could not be resolved",
    "Could not find compatible versions",
    "An error occurred (",
    "error[",
    "fatal:",
    "Fatal:",
    "FATAL:",
    "fatal error",
    "Fatal error",
    "FATAL ERROR",
    "FAILED",
    "FAILURE",
    "FAIL:",
    "FAIL ",
    "--- FAIL",
    "BUILD FAILED",
    "Build FAILED",
    "** BUILD FAILED",
    "** TEST FAILED",
    "Traceback (most recent call last)",
    "Debugger entered--Lisp error:",
    "panic:",
    "not ok ",
    "npm ERR!",
    "npm error",
    "ERR!",
    "✗ ",
    "✘ ",
    "✖ ",
    "✕ ",
    "● ",
    "× ",
    "\u{2a2f} ",
    "\u{274c} ",
    "! LaTeX Error",
    "! Undefined control sequence",
    "! Emergency stop",
    "!  ==> Fatal error occurred",
    "[ERROR]",
    "[FAIL]",
    "[FAILED]",
    "[Failed]",
    "[  FAILED  ]",
    "##[error]",
    "::error",
    "E: ",
    "Exception in thread",
    "Unhandled exception",
    "Uncaught ",
    "Segmentation fault",
    "Aborted",
    "Bus error",
    "Illegal instruction",
    "core dumped",
    "command not found",
    "ERROR ",
    "Failures:",
    "There was 1 failure",
    "There were ",
    "FAILURES!",
    // Symfony's bridge fails a run of PHPUnit because of them, unless it is set to accept so many.
    "Remaining direct deprecation notices (",
    "Remaining self deprecation notices (",
    "Remaining indirect deprecation notices (",
    "Remaining deprecation notices (",
    "Other deprecation notices (",
    "Unsilenced deprecation notices (",
    // Ginkgo's last line, also when all specs of a suite passed.
    "Test Suite Failed",
    "ERRORS!",
    "  1) ",
    "PHP Fatal error",
    "SyntaxError",
    "ModuleNotFoundError",
    "ImportError",
    "error TS",
    "Tests failed",
    "Test failed",
    "##teamcity[testFailed ",
    "##teamcity[buildProblem ",
    ":test-result: FAIL",
    ":test-result: ERROR",
];

/// Literals inside lines that are strong signs.
const INSIDE: &[&str] = &[
    "<failure",
    " outcome=\"Failed\"",
    " result=\"Failed\"",
    " result=\"Fail\"",
    " result=\"Failure\"",
    // GCC's diagnostics as JSON.
    "\"kind\": \"error\"",
    "\"kind\": \"fatal error\"",
    " panicked at ",
    // With any text before it.
    "Failed to compile.",
    "| Failed to compile",
    ": error:",
    ": fatal error:",
    ": Error: ",
    ": ERROR: ",
    "AddressSanitizer",
    "UndefinedBehaviorSanitizer",
    "LeakSanitizer",
    "ThreadSanitizer",
    "MemorySanitizer",
    " (core dumped)",
    " runtime error: ",
    ": No space left on device",
    " FAILED",
    "BUILD FAILURE",
    "terminate called",
    ": error TS",
    " error CS",
    "exited with signal",
    "timed out after",
    "OOMKilled",
    "Segmentation fault",
    "undefined reference",
    " Error ",
    "[ERROR]",
    "process exited with",
    "COMPILATION ERROR",
    "version solving failed",
    " in @INC (",
    "*failed*",
    " but was:<",
    " but was: <",
];

/// The word that [`verdicts`] checks.
const WORDS: &[&str] = &["FAIL"];

/// What the lines that [`exit_code`] reads hold.
const EXITS: &[&str] = &[
    "exit code",
    "exit status",
    "exited with ",
    "exit value ",
    "returned ",
    "status code ",
    "error code ",
    " (exit ",
];

/// The groups of literals, by the kind of sign that holds them.
const IN_SIGNS: Groups = 1;
const IN_EXITS: Groups = 1 << 1;
const IN_CRASHES: Groups = 1 << 2;
const IN_EXCEPTIONS: Groups = 1 << 3;
const IN_VERDICTS: Groups = 1 << 4;
const IN_GIVING_UP: Groups = 1 << 5;

/// What was seen of one stream so far.
#[derive(Debug, Default)]
pub struct Memory {
    clean: Clean,
    mentioned: Mentioned,
}

/// The recognizer for the rest.
#[derive(Debug)]
pub struct Generic {
    literals: Grouped,
    /// [`STARTS`], and those of [`build_failures`].
    starts: Beginnings,
    crashes: Beginnings,
    failure_words: FailureWords,
}

impl Default for Generic {
    fn default() -> Self {
        Self {
            literals: Grouped::new(&[
                INSIDE,
                EXITS,
                crash::INSIDE,
                exceptions::INSIDE,
                WORDS,
                &build_failures::INSIDE,
            ]),
            starts: STARTS.iter().chain(build_failures::STARTS).copied().collect(),
            crashes: crash::beginnings().collect(),
            failure_words: FailureWords::default(),
        }
    }
}

impl Generic {
    /// The name under which signs are reported.
    pub const RUNNER: Runner = Runner("unknown");

    /// Whether the line is a strong sign of a failure.
    #[must_use]
    pub fn is_sign(&self, line: &Line<'_>, clean: &mut Clean) -> bool {
        let text = line.judged();
        let begin = scan::trim_start(text);
        if begin.is_empty() {
            return false;
        }
        // After the mark of its CI, a failing action prints why, and nothing else.
        if line.error && !says_none(text) {
            return true;
        }
        if begin.as_bytes().first() == Some(&b'[') && is_of_chromium(begin) {
            return false;
        }
        let literals = self.literals.find(line, clean);
        let holds = |groups: Groups| literals & groups != 0;
        (self.starts.begin(begin) && !says_none(begin) && !build_failures::only_warns(begin))
            || (begin.starts_with("FAIL") && begin.trim_end() == "FAIL")
            || (holds(IN_GIVING_UP) && !build_failures::counts_none(begin))
            || build_failures::is_shaped(begin)
            || (holds(IN_SIGNS) && !says_none(text))
            || (holds(IN_VERDICTS) && verdicts::says_fail(text))
            || (may_count_failures(text) && counts_failures(text))
            || (holds(IN_EXITS) && exit_code(text))
            || is_exit_status(begin)
            || commands::is_missing(text)
            || placed::is_error(text)
            || placed::is_titled(text)
            || ((holds(IN_CRASHES) || self.crashes.begin(begin)) && crash::sign(text).is_some())
            || (holds(IN_EXCEPTIONS)
                && (exceptions::is_exception(text) || exceptions::is_coded_finding(text)))
    }
}

/// `[20212:1002/220301.447811:ERROR:zygote_host_impl_linux.cc(263)] `: what Chromium logs of itself when it goes on. Its
/// last line has `FATAL`.
fn is_of_chromium(text: &str) -> bool {
    let head = text.strip_prefix('[').and_then(|text| text.split_once("] "));
    let mut fields = head.map_or("", |(head, _)| head).split(':');
    let number = |field: Option<&str>| {
        field.is_some_and(|field| {
            !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit() || b"/.".contains(&byte))
        })
    };
    number(fields.next())
        && number(fields.next())
        && matches!(fields.next(), Some("ERROR" | "WARNING"))
        && fields.next().is_some_and(|place| place.contains(".cc(") && place.ends_with(')'))
}

impl Generic {
    /// What an unclaimed line says of a failure.
    #[must_use]
    pub fn judge(&self, line: &Line<'_>, memory: &mut Memory) -> Option<Event<'static>> {
        let Memory { clean, mentioned } = memory;
        let text = line.judged();
        if self.is_sign(line, clean) {
            let exits = || exit_code(text) || is_exit_status(scan::trim_start(text));
            let counts = (may_count_failures(text) && counts_failures(text)) || exits();
            let strength = strength::of_sign(text, counts);
            let reported = line.error && strength == Strength::Word;
            return Some(Event::Sign(if reported { Strength::Cause } else { strength }));
        }
        if passes::says_only_passed(text) {
            return Some(Event::SaysPassed);
        }
        strength::of_hint(text).or_else(|| self.failure_words.find(line, mentioned)).map(Event::Hint)
    }

    /// Whether a line that is a sign says that a command failed: its exit status, or what a shell prints about it.
    #[must_use]
    pub fn ends_command(line: &Line<'_>) -> bool {
        const PRINTED: [&str; 6] = [
            ": command not found",
            "(core dumped)",
            "Segmentation fault",
            ": Permission denied",
            ": No such file or directory",
            ": *** ",
        ];
        let text = line.judged();
        exit_code(text)
            || is_exit_status(scan::trim_start(text))
            || PRINTED.iter().any(|words| text.contains(words))
    }

    /// Whether a tool that runs several scripts at once prints this line, which is a sign, about one that failed:
    /// npm-run-all's `ERROR: "lint" exited with 1.`, or a shell's line about one that a signal ended.
    #[must_use]
    pub fn stops(line: &Line<'_>) -> bool {
        let text = scan::trim_start(line.judged());
        if commands::is_death(text) {
            return true;
        }
        let ending = text.strip_prefix("ERROR: \"").and_then(|rest| rest.split_once("\" exited with "));
        ending.is_some_and(|(name, status)| {
            let status = status.trim_end().strip_suffix('.').and_then(scan::whole_number);
            !name.contains('"') && status.is_some_and(|status| status > 0)
        })
    }

    /// Whether a line inside a recognizer's block begins like a failure: then it is shown if there is room.
    #[must_use]
    pub fn hints(&self, line: &Line<'_>) -> bool {
        let begin = scan::trim_start(line.judged());
        self.starts.begin(begin) && !says_none(begin)
    }
}

/// Whether the line is only an exit status above zero.
#[inline]
fn is_exit_status(begin: &str) -> bool {
    exit_status::may_be(begin) && exit_status::fails(begin)
}

/// `exit code N`, `exit status N`, `exited with N`, `code: N` with N above zero, and dune's `(exit N)` at the end.
#[inline(never)]
fn exit_code(text: &str) -> bool {
    let last = text.trim_end().strip_suffix(')').and_then(|text| text.rsplit_once(" (exit "));
    // A test that passed may be named after the status that it expects.
    let last = last.filter(|(before, _)| !passes::marks_a_pass(before));
    if last.and_then(|(_, value)| scan::whole_number(value)).is_some_and(|value| value > 0) {
        return true;
    }
    [
        "exit code ",
        "exit code: ",
        "exit status ",
        "exit status: ",
        "exited with code ",
        "exited with status ",
        "exited with non-zero status ",
        "exited with ",
        "exit value ",
        "returned ",
        "returned with error code ",
        "status code ",
    ]
    .iter()
    .any(|label| {
        text.find(label)
            .and_then(|at| text.get(at.saturating_add(label.len())..))
            .and_then(scan::number)
            .is_some_and(|(value, _)| value > 0 && (*label != "returned " || text.contains("exit status")))
    })
}

#[cfg(test)]
mod tests {
    use super::super::counts::FAILING;
    use super::*;

    fn sign(text: &str) -> bool {
        Generic::default().is_sign(&Line::of(text), &mut Clean::default())
    }

    #[test]
    fn what_chromium_logs_of_itself_is_no_sign() {
        assert!(!sign(
            "[2:1002/220301.447811:ERROR:quay_host.cc(263)] Failed to adjust the berth: Permission denied (13)"
        ));
        assert!(sign("[2:1002/220301.447811:FATAL:quay_host.cc(263)] Check failed: berth."));
        assert!(sign("[2:1002/220301.447811:ERROR:quay] : ERROR: no berth"));
    }

    #[test]
    fn a_pass_named_after_a_status_and_a_critical_path_are_no_signs() {
        for text in
            ["PASS: rejects (exit 2)", "ok 3 - rejects (exit 2)", "✓ rejects (exit 2)", "CRITICAL path ok"]
        {
            assert!(!sign(text), "{text}");
        }
        for text in
            ["Command [3] rejects (exit 2)", "CRITICAL Ansible return code was 2", "CRITICAL no route"]
        {
            assert!(sign(text), "{text}");
        }
    }

    #[test]
    fn what_tools_print_of_failures_is_a_sign() {
        for text in [
            "error: nothing to do",
            "  Error: boom",
            "BUILD FAILED",
            "FAIL",
            "Traceback (most recent call last):",
            "panic: no",
            "3 tests, 1 failure",
            "Tests: 3 failed, 5 total",
            "  2 failing",
            "Type error: Type 'string' is not assignable to type 'number'.",
            "CONFLICT (content): Merge conflict in src/cart.c",
            "Debugger entered--Lisp error: (error \"no connection\")",
            "Can't locate Harbour.pm in @INC (you may need to install the Harbour module) at t/a.t line 3.",
            "Because no versions of a match >9 and b depends on a (>9), version solving failed.",
            "Found 3 errors in 2 files",
            "Failures: 1",
            "Process completed with exit code 2.",
            "exit status 1",
            "src/a.py:3:1: F401 unused import",
            "not ok 3 - adds",
            "ERROR! 1 errors",
            "data.cart.test_total: FAIL (1.2ms)",
            "cart_tests:12: total_test...*failed*",
            "ASSERT:totals expected:<4> but was:<3>",
            " 1.  AssertionError  total is 4",
            "\u{274c} totals",
            "-- NAMING ERROR ------------------------------ src/Cart.elm",
            "cart.c:12: TFAIL: total returned 3, expected 4",
            "! Undefined control sequence.",
            "src/a.zig:12:3: tracer died",
            "\u{274c} Failed 0.5s after the start",
            "ERROR: connect failed 0x8007",
            "cart total FAIL expected 4",
            "FAIL: 0 is not 1",
            "10 tests FAILED",
            "-- MODULE NOT FOUND ------------------------------------------- src/Cart.purs",
            "[ERROR] The compilation of cart.1.0 failed",
            "error: building cart-2.0 failed",
            "ERROR: the call failed: 0x80070005",
            "cartdoctor: ERROR: cart.adoc: line 3: no such file",
            "[!] RollupError: Unexpected token",
            "  ===> Compiling src/cart.erl failed",
            "Execution of cart.pl aborted due to compilation errors.",
            "        quay alias test/runtest (exit 2)",
            "error: the suite broke, leaks found: 0",
            "FAILED (memory leaks found: 0)",
            "[{\"kind\": \"error\", \"children\": [], \"message\": \"expected expression\"}]",
            "Script @php artisan cart:warm handling the post-install-cmd event returned with error code 1",
        ] {
            assert!(sign(text), "{text}");
        }
    }

    #[test]
    fn what_says_that_nothing_failed_is_none() {
        for text in [
            "0 failed, 3 passed",
            "no errors",
            "exit status 0",
            "test handles_error ... ok",
            "12 passing",
            "Found 0 errors",
            "# fail 0",
            "Finished in 3.2 seconds",
            "see http://example.com:80/a",
            "test/test_a.c:12:test_total:PASS",
            "test/test_a.c:12: test_total [PASSED]",
            "a_test.lua:12: totals ... ok",
            "src/a.py:3: DEBUG opening the harbour",
            "tst_a.c:12: TPASS: total returned 4",
            "-- the harbour master -------- a.md",
            "src/a.py:3: DeprecationWarning: the harbour is old",
            "! Missing translations: de",
            "\u{274c} Failed 0",
            "FAIL: 0",
            "FAIL count: 0",
            "FAILURES: none",
            "0 tests FAILED",
            "\u{274c} Failed 0, passed 3",
            "expected FAIL, got FAIL ... ok",
            "Should FAIL: bad input [PASS]",
            "mode=FAIL",
            " 1. ValidationError  rejects",
            "-- RUNNING TESTS ---- a.sql",
            "test 0 FAIL",
            "| Suite | PASS | FAIL | SKIP |",
            "PASS (12) FAIL (0)",
            "Failures: 0",
            "        quay alias test/runtest (exit 0)",
            "[{\"kind\": \"warning\", \"children\": [], \"message\": \"unused variable\"}]",
            "opens (exit 2) and goes on",
            "[INFO] Tests run: 171, Failures: 0, Errors: 0, Skipped: 0",
        ] {
            assert!(!sign(text), "{text}");
        }
    }

    /// The same without the quick check.
    fn close_look(text: &str) -> bool {
        let begin = text.trim_start();
        STARTS.iter().any(|start| begin.starts_with(start) && !says_none(begin))
            || begin.trim_end() == "FAIL"
            || (build_failures::is_printed(begin) && !says_none(begin))
            || build_failures::is_shaped(begin)
            || (build_failures::INSIDE.iter().any(|literal| text.contains(literal))
                && !build_failures::counts_none(begin))
            || INSIDE.iter().any(|literal| text.contains(literal) && !says_none(text))
            || verdicts::says_fail(text)
            || counts_failures(text)
            || exit_code(text)
            || is_exit_status(begin)
            || placed::is_error(text)
            || placed::is_titled(text)
            || crash::sign(text).is_some()
            || exceptions::is_exception(text)
            || exceptions::is_coded_finding(text)
    }

    #[test]
    fn the_quick_look_rules_out_no_sign() {
        let generic = Generic::default();
        let words = [
            "3",
            "0",
            "tests",
            "a.py:3:",
            " ",
            ": ",
            "Failures",
            "errors=",
            "FAILED",
            "exit Status",
            "1 Issue",
            "TypeError",
            "KeyError: ",
            "x (LoadError)",
            "SC2154 (warning): ",
            "Killed",
            "thread 'a' panicked at b.rs:1:2:",
            "| ",
            "./a.sh: line 3: 7 Killed ./b",
            "a: Assertion `x' failed.",
            "goroutine 3 [running]:",
            "==1==ERROR: ASanitizer: x",
            "process didn't exit successfully: `a` (exit status: 3)",
            "Uncaught exception: x",
            "code: 'ERR_A'",
        ];
        let mut signs = 0;
        let beginnings: Vec<&str> = crash::beginnings().collect();
        let lists =
            [STARTS, INSIDE, WORDS, EXITS, FAILING, crash::INSIDE, exceptions::INSIDE, &beginnings, &words]
                .concat();
        for first in lists {
            for second in words {
                for text in
                    [format!("{first}{second}"), format!("{second}{first}2"), format!("  x{second} {first}")]
                {
                    let close = close_look(&text);
                    assert_eq!(generic.is_sign(&Line::of(&text), &mut Clean::default()), close, "{text}");
                    signs += usize::from(close);
                }
            }
        }
        assert!(signs > 1000, "{signs}");
    }
}
