//! The lines of lit, each read by itself.

use crate::event::{FailureKind, Place, TestId};
use crate::recognize::kit::scan;

/// What a result, a list or a number is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Passed,
    Failed(FailureKind),
    /// It failed as it was expected to.
    Expected,
    Skipped,
    /// Not selected: it counts nowhere.
    Excluded,
    /// A suite's own word.
    Unknown,
}

impl Of {
    pub(super) fn kind(self) -> Option<FailureKind> {
        if let Self::Failed(kind) = self { Some(kind) } else { None }
    }
}

/// `FAIL: harbour :: quay/a.test (3 of 14, 2 of 3 attempts)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Result<'a> {
    pub code: &'a str,
    pub name: &'a str,
    pub number: u64,
    pub all: u64,
}

impl Result<'_> {
    pub(super) fn of(&self) -> Of {
        match self.code {
            "PASS" | "FLAKYPASS" | "FIXED" => Of::Passed,
            "FAIL" | "XPASS" | "UNRESOLVED" => Of::Failed(FailureKind::Test),
            "TIMEOUT" => Of::Failed(FailureKind::Timeout),
            // The benchmarks of LLVM have it.
            "NOEXE" => Of::Failed(FailureKind::Setup),
            "XFAIL" => Of::Expected,
            "UNSUPPORTED" | "SKIPPED" => Of::Skipped,
            "EXCLUDED" => Of::Excluded,
            _ => Of::Unknown,
        }
    }
}

/// Reads `-- Testing: 3 of 14 tests, 2 workers --`: how many tests run.
pub(super) fn head(text: &str) -> Option<u64> {
    let inner = text.trim().strip_prefix("-- Testing: ")?.strip_suffix(" --")?;
    let (tests, workers) = inner.split_once(" tests, ")?;
    let (selected, all) = tests.split_once(" of ").unwrap_or((tests, tests));
    let workers = workers.strip_suffix(" workers").or_else(|| workers.strip_suffix(" threads"));
    scan::whole_number(workers?)?;
    scan::whole_number(all)?;
    scan::whole_number(selected)
}

/// Reads a line of result.
pub(super) fn result(text: &str) -> Option<Result<'_>> {
    let inner = text.strip_suffix(')')?;
    let (code, rest) = inner.split_once(": ")?;
    let is_code = code.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    if !is_code || code.is_empty() {
        return None;
    }
    let (name, numbers) = rest.rsplit_once(" (")?;
    let (numbers, attempts) = numbers.split_once(", ").unwrap_or((numbers, ""));
    if !(attempts.is_empty() || attempts.ends_with(" attempts")) || !name.contains(" :: ") {
        return None;
    }
    let (number, all) = numbers.split_once(" of ")?;
    let (number, all) = (scan::whole_number(number)?, scan::whole_number(all)?);
    (number > 0 && number <= all).then_some(Result { code, name, number, all })
}

/// Reads `******************** TEST 'harbour :: a.test' FAILED ********************`.
pub(super) fn block(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("******************** TEST '")?;
    inner.strip_suffix("' FAILED ********************")
}

/// The line between blocks, and above lists.
pub(super) fn is_ruler(text: &str) -> bool {
    text == "********************"
}

/// Reads `Timed Out Tests (1):`.
pub(super) fn list(text: &str) -> Option<(Of, u64)> {
    let (label, number) = text.strip_suffix("):")?.split_once(" Tests (")?;
    Some((about(label)?, scan::whole_number(number)?))
}

/// Reads `  Timed Out        : 1 (7.14%)` and `  Individual Timeouts: 1`.
pub(super) fn count(text: &str) -> Option<(Of, u64)> {
    let (label, number) = text.strip_prefix("  ")?.split_once(": ")?;
    let number = number.trim_start();
    let number =
        number.split_once(" (").filter(|(_, rest)| rest.ends_with("%)")).map_or(number, |parts| parts.0);
    Some((about(label.trim_end())?, scan::whole_number(number)?))
}

/// What a word at a list or a number is about. The older ones printed `Failing Tests` and `Unexpected Failures`.
fn about(label: &str) -> Option<Of> {
    let of = match label {
        "Passed" | "Passed With Retry" | "Passed After Update" | "Expected Passes" | "Passes With Retry" => {
            Of::Passed
        }
        "Failed"
        | "Failing"
        | "Unexpected Failures"
        | "Unresolved"
        | "Unresolved Tests"
        | "Unexpectedly Passed"
        | "Unexpected Passing"
        | "Unexpected Passes" => Of::Failed(FailureKind::Test),
        "Timed Out" | "Individual Timeouts" => Of::Failed(FailureKind::Timeout),
        "Executable Missing" => Of::Failed(FailureKind::Setup),
        "Expectedly Failed" | "Expected Failing" | "Expected Failures" => Of::Expected,
        "Skipped" | "Unsupported" | "Unsupported Tests" => Of::Skipped,
        "Excluded" => Of::Excluded,
        _ => {
            let word = label.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b' ');
            (word && label.bytes().next()?.is_ascii_uppercase()).then_some(Of::Unknown)?
        }
    };
    Some(of)
}

/// Why the rest was not run: `  interrupted by user, skipping remaining tests`, after what a progress bar left.
pub(super) fn stopped(text: &str) -> Option<FailureKind> {
    let Some(begin) = text.strip_suffix(", skipping remaining tests") else {
        return text.ends_with(" [interrupted by user]").then_some(FailureKind::Unfinished);
    };
    match begin {
        "warning: reached timeout" => Some(FailureKind::Timeout),
        "warning: reached maximum number of test failures" => Some(FailureKind::Suite),
        _ => begin.ends_with("  interrupted by user").then_some(FailureKind::Unfinished),
    }
}

/// Reads `lit: /a/lit.cfg.py:3: error: no crane` and `lit: error: unrecognized arguments`: place, word, message.
pub(super) fn printed(text: &str) -> Option<(Option<Place<'_>>, &str, &str)> {
    const NAMES: [&str; 5] = ["lit: ", "lit.py: ", "llvm-lit: ", "llvm-lit.py: ", "libcxx-lit: "];
    const WORDS: [&str; 5] = ["fatal", "error", "warning", "note", "debug"];
    let rest = NAMES.iter().find_map(|name| text.strip_prefix(name))?;
    let (place, rest) = match scan::place(rest) {
        Some((place, rest)) => (Some(place), rest.trim_start()),
        None => (None, rest),
    };
    let (word, message) = rest.split_once(": ")?;
    (WORDS.contains(&word) && (place.is_some() || word == "error")).then_some((place, word, message))
}

/// The reason for which nothing ran: `error: did not discover any tests for provided path(s)`.
pub(super) fn nothing(text: &str) -> Option<&str> {
    let message = text.strip_prefix("error: ")?;
    // The older ones have the misprint.
    let none = message.starts_with("did not discover any tests for provided path(s)")
        || message.starts_with("did not disover any tests for provided path(s)")
        || message.starts_with("filter did not match any tests (of ");
    none.then_some(message)
}

/// The file is in its suite: `harbour :: quay/a.test`.
pub(super) fn id(name: &str) -> TestId<'_> {
    match name.split_once(" :: ") {
        Some((module, name)) if !name.is_empty() => TestId { module, separator: " :: ", name },
        _ => TestId::bare(name),
    }
}

/// Whether a list's name means the test: the name itself, a path to its file (`-r`), or a test of the shard of a
/// googletest that it is (`unit/./All/2/8` ran `unit/./All/Cart/Adds`).
pub(super) fn means(listed: &str, name: &str) -> bool {
    if listed == name {
        return true;
    }
    let path = name.split_once(" :: ").map_or(name, |parts| parts.1);
    let is_path = !listed.contains(" :: ") && listed.ends_with(path) && {
        let before = listed.strip_suffix(path).unwrap_or_default();
        before.is_empty() || before.ends_with('/')
    };
    is_path || shard(name).is_some_and(|binary| listed.starts_with(binary))
}

/// The part of a shard's name that the tests in it share.
fn shard(name: &str) -> Option<&str> {
    let (rest, all) = name.rsplit_once('/')?;
    let (binary, number) = rest.rsplit_once('/')?;
    scan::whole_number(all)?;
    scan::whole_number(number)?;
    name.get(..binary.len().saturating_add(1))
}
