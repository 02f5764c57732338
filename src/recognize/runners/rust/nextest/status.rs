//! nextest's status lines: `        FAIL [   0.005s] (131/169) shopcore::refunds tests::name`.
//!
//! The word is aligned to the right in 12 columns; then come a duration (or blanks) in brackets, since 0.9.98 a
//! counter, in a stress run its index, the binary's id and the test's name. The column is what tells a status line
//! from captured output, which is four columns deeper. Rows of a repainted terminal lose their indentation, so no
//! indentation at all is accepted too.

use crate::event::{FailureKind, TestId};
use crate::recognize::kit::durations::is_decimal;
use crate::recognize::kit::scan;

/// The columns in which nextest aligns its words.
const WIDTH: usize = 12;
/// The longest word, with attempts of several digits, in bytes.
const WORD_BYTES: usize = 20;

/// How nextest's own lines begin, for the prefilter: status words, header, summary, rulers of output, errors.
pub const STARTS: [&str; 45] = [
    "PASS [",
    "FAIL [",
    "FAIL + LEAK [",
    "LEAK [",
    "LEAK-FAIL [",
    "TIMEOUT [",
    "TIMEOUT-PASS [",
    "TERMINATING [",
    "SLOW",
    "SKIP [",
    "START [",
    "XFAIL [",
    "EXECFAIL [",
    "ABORT",
    "SIG",
    "TRY ",
    "RETRY ",
    "DELAY ",
    "FLAKY ",
    "FLKY-FL ",
    "SETUP ",
    "Starting ",
    "Summary [",
    "Stress test ",
    "Nextest run ID ",
    "Running [",
    "Cancelling",
    "Canceling",
    "Killing",
    "stdout ──",
    "stderr ──",
    "output ──",
    "── stdout",
    "── stderr",
    "── output",
    "stdout --",
    "stderr --",
    "output --",
    "error: test run failed",
    "error: setup script failed",
    "error: no tests to run",
    "error: creating test list failed",
    "error: command `",
    "warning: ",
    "info: experimental features enabled: ",
];

/// The longest name that is kept, in bytes. A longer one is reported, but its output is not attached to it.
const NAME_BYTES: usize = 4096;
/// What a status line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// `PASS`, `LEAK`, `TIMEOUT-PASS`, `TRY 2 PASS`, `FLAKY 2/3`, the closing list's `SLOW`.
    Passed,
    /// `FAIL`, `SIGSEGV`, `TIMEOUT`, `XFAIL` (could not be executed), `TRY 1 ABRT`, `FLKY-FL 2/2` ...
    Failed(FailureKind),
    /// `SKIP`.
    Skipped,
    /// `START`: only without capture.
    Started,
    /// `SLOW [>`, `TERMINATING`, `RETRY`, `DELAY`: the test goes on.
    Running,
    /// `SETUP [      1/1]`: a setup script starts, or runs on for long.
    SetupRunning,
    /// `SETUP PASS`.
    SetupPassed,
    /// `SETUP FAIL` and the other ends of a setup script.
    SetupFailed,
}

/// A status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status<'a> {
    /// What it says.
    pub word: Word,
    /// The attempt, from 1; 0 when the line does not say it.
    pub attempt: u32,
    /// How many tests had finished, when the line counts them.
    pub finished: Option<u64>,
    /// The name as shown: binary id and test, or a setup script's id and command.
    pub name: &'a str,
}

/// Reads a status line.
#[must_use]
pub fn parse(text: &str) -> Option<Status<'_>> {
    let trimmed = text.trim_start_matches(' ');
    let indent = text.len().saturating_sub(trimmed.len());
    let open = trimmed.bytes().take(WORD_BYTES).position(|byte| byte == b'[')?;
    let (word, rest) = trimmed.split_at_checked(open)?;
    let word = word.strip_suffix(' ')?;
    if !(indent == WIDTH.saturating_sub(word.len()) || indent == 0) {
        return None;
    }
    let (bracket, rest) = rest.strip_prefix('[')?.split_once("] ")?;
    let (bracket, over) = match bracket.strip_prefix('>') {
        Some(bracket) => (bracket.trim(), true),
        None => (bracket.trim(), false),
    };
    let setup_counter =
        word == "SETUP" && bracket.split_once('/').is_some_and(|(at, of)| digits(at) && digits(of));
    if !(bracket.is_empty() || duration(bracket) || setup_counter) {
        return None;
    }
    let (word, attempt) = verdict(word, over)?;
    let (finished, name) = counters(rest);
    // A terminal pads a line with blanks; what follows them is another line.
    let name = name.split("   ").next().unwrap_or(name);
    (!name.is_empty()).then_some(Status { word, attempt, finished, name })
}

/// What the word in front of the brackets says, and which attempt it is. `over` is the `>` of a test that runs on.
fn verdict(word: &str, over: bool) -> Option<(Word, u32)> {
    if let Some(rest) = word.strip_prefix("TRY ") {
        let (attempt, rest) = scan::number(rest)?;
        let attempt = u32::try_from(attempt).unwrap_or(u32::MAX);
        let word = match rest.strip_prefix(' ')? {
            "SLOW" | "TRMNTG" => Word::Running,
            "START" => Word::Started,
            "PASS" | "LEAK" | "TMPASS" => Word::Passed,
            short => Word::Failed(failure(short)?),
        };
        return Some((word, attempt));
    }
    if let Some((kind, counts)) = word.rsplit_once(' ')
        && let Some((attempt, of)) = counts.split_once('/')
        && digits(attempt)
        && digits(of)
    {
        let attempt = attempt.parse().unwrap_or(u32::MAX);
        return match kind {
            "FLAKY" => Some((Word::Passed, attempt)),
            "FLKY-FL" => Some((Word::Failed(FailureKind::Test), attempt)),
            "RETRY" | "DELAY" => Some((Word::Running, attempt)),
            _ => None,
        };
    }
    let word = match word {
        "PASS" | "LEAK" | "TIMEOUT-PASS" | "SLOW + LEAK" | "SLOW+TMPASS" => Word::Passed,
        "SLOW" if over => Word::Running,
        "SLOW" => Word::Passed,
        "TERMINATING" => Word::Running,
        "START" => Word::Started,
        "SKIP" => Word::Skipped,
        "SETUP" | "SETUP SLOW" | "SETUP TRMNTG" => Word::SetupRunning,
        "SETUP PASS" | "SETUP LEAK" => Word::SetupPassed,
        setup if setup.starts_with("SETUP ") => Word::SetupFailed,
        other => Word::Failed(failure(other)?),
    };
    Some((word, 0))
}

/// How a test failed by its word, in the long form (`SIGSEGV`, `TIMEOUT`) or the short one of an attempt (`SEGV`, `TMT`).
fn failure(word: &str) -> Option<FailureKind> {
    match word {
        "FAIL" | "FAIL + LEAK" | "LEAK-FAIL" | "FL+LK" | "LKFAIL" => Some(FailureKind::Test),
        "TIMEOUT" | "TMT" => Some(FailureKind::Timeout),
        "XFAIL" | "EXECFAIL" | "ABORT" => Some(FailureKind::Crash),
        _ => {
            let signal =
                word.strip_prefix("ABORT SIG ").or_else(|| word.strip_prefix("SIG ")).is_some_and(digits);
            let name = word.len() > 2
                && word.len() < 12
                && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
            let known = word.strip_prefix("SIG").unwrap_or(word);
            (signal || (name && SIGNALS.contains(&known))).then_some(FailureKind::Crash)
        }
    }
}

/// The signals by which a process ends, without `SIG` (signal(7)).
const SIGNALS: [&str; 22] = [
    "ABRT", "ALRM", "BUS", "EMT", "FPE", "HUP", "ILL", "INT", "IO", "KILL", "PIPE", "PROF", "PWR", "QUIT",
    "SEGV", "STKFLT", "SYS", "TERM", "TRAP", "USR1", "USR2", "XCPU",
];

/// Whether the text is a decimal number.
fn digits(text: &str) -> bool {
    scan::whole_number(text).is_some()
}

/// `0.005s`, `120.000s`.
fn duration(text: &str) -> bool {
    text.strip_suffix('s').is_some_and(|number| is_decimal(number.as_bytes()))
}

/// Takes the counter and the stress index off the front: `( 17/120) `, `(───────) `, `[1/3] `, in any order.
fn counters(mut rest: &str) -> (Option<u64>, &str) {
    let mut finished = None;
    for _ in 0..2 {
        rest = rest.trim_start_matches(' ');
        let inner = if let Some(open) = rest.strip_prefix('(') {
            open.split_once(") ").map(|(inner, after)| (inner, after, true))
        } else if let Some(open) = rest.strip_prefix('[') {
            open.split_once("] ").map(|(inner, after)| (inner, after, false))
        } else {
            None
        };
        let Some((inner, after, counts)) = inner else { break };
        let (at, of) = inner.trim().split_once('/').unwrap_or((inner.trim(), "0"));
        let ruler = !inner.is_empty() && inner.chars().all(|each| matches!(each, '─' | '-'));
        if !(ruler || (digits(at) && digits(of))) {
            break;
        }
        if counts {
            finished = scan::whole_number(at);
        }
        rest = after;
    }
    (finished, rest.trim())
}

/// Splits a shown name: the binary's id and the path of the test's module are the module.
#[must_use]
pub fn id(name: &str) -> TestId<'_> {
    let Some((binary, test)) = name.split_once(' ') else { return TestId::bare(name) };
    match test.rsplit_once("::") {
        Some((_, last)) if !last.is_empty() => TestId::split_last(name, "::"),
        _ => TestId { module: binary, separator: " ", name: test },
    }
}

/// The text, at most [`NAME_BYTES`] of it.
pub fn clipped(text: &str) -> String {
    crate::text::head(text, NAME_BYTES).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(Word, u32, Option<u64>, &str)> {
        parse(text).map(|status| (status.word, status.attempt, status.finished, status.name))
    }

    #[test]
    fn words_of_all_versions_are_read() {
        let failed = |kind| Word::Failed(kind);
        for (text, expected) in [
            ("        PASS [   0.008s] shop tests::a", (Word::Passed, 0, None, "shop tests::a")),
            ("        PASS [   0.008s] (  1/169) shop tests::a", (Word::Passed, 0, Some(1), "shop tests::a")),
            ("TIMEOUT-PASS [ 240.000s] (  3/100) b t", (Word::Passed, 0, Some(3), "b t")),
            ("        SLOW [> 60.000s] (───────) b t", (Word::Running, 0, None, "b t")),
            ("        SLOW [  30.000s] ( 22/100) b t", (Word::Passed, 0, Some(22), "b t")),
            ("  TRY 2 PASS [   1.000s] (7/9) b t", (Word::Passed, 2, Some(7), "b t")),
            ("   FLAKY 2/3 [   0.005s] [3/3] b t", (Word::Passed, 2, None, "b t")),
            (" FLKY-FL 2/2 [   0.007s] (1/3) b t", (failed(FailureKind::Test), 2, Some(1), "b t")),
            ("  TRY 1 FAIL [   0.006s] (-------) b t", (failed(FailureKind::Test), 1, None, "b t")),
            ("TRY 2 LKFAIL [   1.000s] b t", (failed(FailureKind::Test), 2, None, "b t")),
            ("  TRY 1 ABRT [   0.004s] (─────) b t", (failed(FailureKind::Crash), 1, None, "b t")),
            ("   TRY 2 TMT [  60.000s] b t", (failed(FailureKind::Timeout), 2, None, "b t")),
            (" FAIL + LEAK [   1.000s] b t", (failed(FailureKind::Test), 0, None, "b t")),
            ("     SIGSEGV [   0.006s] (41/90) b t::u", (failed(FailureKind::Crash), 0, Some(41), "b t::u")),
            ("ABORT SIG 37 [   0.006s] b t", (failed(FailureKind::Crash), 0, None, "b t")),
            ("       XFAIL [   1.000s] b t", (failed(FailureKind::Crash), 0, None, "b t")),
            ("        SKIP [         ] b t", (Word::Skipped, 0, None, "b t")),
            ("   RETRY 2/3 [         ] b t", (Word::Running, 2, None, "b t")),
            ("       SETUP [      1/1] moor: sh -c 'x'", (Word::SetupRunning, 0, None, "moor: sh -c 'x'")),
            ("  SETUP FAIL [   0.004s] moor: sh", (Word::SetupFailed, 0, None, "moor: sh")),
            ("FAIL [   0.005s] shop tests::a", (failed(FailureKind::Test), 0, None, "shop tests::a")),
        ] {
            assert_eq!(read(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_columns_words_and_brackets_are_no_status() {
        for text in [
            "            PASS [   0.005s] (1/1) shop tests::captured",
            "    FAIL [   0.005s] shop tests::captured",
            "        FAIL [ soon ] shop tests::a",
            "        FAIL [   0.005s]",
            "        WORD [   0.005s] shop tests::a",
            "FAILED [0.005s] shop",
            "PASS",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_name_is_split_into_module_and_test() {
        assert_eq!(id("shop a::tests::b"), TestId { module: "shop a::tests", separator: "::", name: "b" });
        assert_eq!(id("shop::promo b c"), TestId { module: "shop::promo", separator: " ", name: "b c" });
    }
}
