//! The lines of Automake's harnesses and of the make round them, each read by itself.
//!
//! Source: `lib/am/check.am`, `lib/test-driver` and `lib/tap-driver.sh` of Automake 1.11 to 1.17.

use crate::event::{FailureKind, TestId};
use crate::recognize::kit::scan;

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Pass,
    Fail,
    Skip,
    /// It failed, as it was expected to.
    ExpectedFail,
    /// It passed, though it was expected to fail.
    UnexpectedPass,
    /// It could not be run as it should.
    Error,
}

impl Word {
    fn read(text: &str) -> Option<Self> {
        Some(match text {
            "PASS" => Self::Pass,
            "FAIL" => Self::Fail,
            "SKIP" => Self::Skip,
            "XFAIL" => Self::ExpectedFail,
            "XPASS" => Self::UnexpectedPass,
            "ERROR" => Self::Error,
            _ => return None,
        })
    }

    pub(super) fn fails(self) -> bool {
        matches!(self, Self::Fail | Self::UnexpectedPass | Self::Error)
    }
}

/// A line of result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reported<'a> {
    pub(super) word: Word,
    /// All that follows the word.
    pub(super) name: &'a str,
    /// The test program.
    pub(super) test: &'a str,
    /// What is after it: `3 - name` and `- message` of a driver that reads TAP.
    pub(super) case: &'a str,
}

impl<'a> Reported<'a> {
    pub(super) fn id(&self) -> TestId<'a> {
        if self.case.is_empty() {
            TestId::split_last(self.test, "/")
        } else {
            TestId { module: self.test, separator: " ", name: self.case }
        }
    }

    pub(super) fn kind(&self) -> FailureKind {
        match self.word {
            Word::Error if self.case.contains("(terminated by signal ") => FailureKind::Crash,
            Word::Error => FailureKind::Setup,
            _ => FailureKind::Test,
        }
    }

    /// What there is to say when nobody says more.
    pub(super) fn message(&self) -> Option<&'a str> {
        match self.word {
            Word::UnexpectedPass => Some("passed, but was expected to fail"),
            Word::Error => self.case.strip_prefix("- "),
            _ => None,
        }
    }
}

/// Reads `PASS: moors.sh`, `FAIL: turns.tap 2 - name` and `ERROR: turns.tap - missing test plan`.
pub(super) fn result(text: &str) -> Option<Reported<'_>> {
    let (word, name) = text.split_once(": ")?;
    let word = Word::read(word)?;
    let (test, case) = name.split_once(' ').unwrap_or((name, ""));
    let named =
        !test.is_empty() && !test.ends_with([':', ',']) && !test.starts_with(['(', '"', '\'', '<', '[']);
    let numbered = scan::number(case).is_some_and(|(_, rest)| rest.is_empty() || rest.starts_with(' '));
    (named && (case.is_empty() || numbered || case.starts_with("- "))).then_some(Reported {
        word,
        name,
        test,
        case,
    })
}

/// Reads the driver's last line in a test's log: `FAIL moors.sh (exit status: 1)`. The test, and the part in brackets.
pub(super) fn exit(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.split_once(' ')?;
    Word::read(word)?;
    let (test, status) = rest.split_once(" (")?;
    let status = status.strip_suffix(')')?;
    scan::whole_number(status.strip_prefix("exit status: ")?)?;
    (!test.contains(' ')).then_some((test, status))
}

/// Reads a line of numbers: `# XPASS: 1`.
pub(super) fn count(text: &str) -> Option<(&str, u64)> {
    let (label, number) = text.strip_prefix("# ")?.split_once(':')?;
    let known = label == "TOTAL" || Word::read(label).is_some();
    Some((label, scan::whole_number(number.trim_start())?)).filter(|_| known)
}

/// Totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    /// Of the parallel harness.
    pub(super) parallel: bool,
    /// All tests, those that were skipped included.
    pub(super) total: u64,
    /// What failed, against expectation passed, or could not be run.
    pub(super) failed: u64,
    pub(super) skipped: u64,
    /// What failed as it was expected to; of a serial run that failed nobody tells.
    pub(super) expected: Option<u64>,
}

/// Reads the serial harness' closing line: `All 3 tests passed`, `2 of 5 tests failed` and their like.
pub(super) fn banner(text: &str) -> Option<Sum> {
    let (printed, more) = match text.split_once(" (") {
        Some((printed, more)) => (printed, Some(more.strip_suffix(')')?)),
        None => (text, None),
    };
    let (number, rest) = scan::number(printed.strip_prefix("All ").unwrap_or(printed))?;
    let (failed, total, rest) = match rest.strip_prefix(" of ") {
        Some(rest) => {
            let (total, rest) = scan::number(rest)?;
            (number, total, rest)
        }
        None => (0, number, rest),
    };
    let rest = rest.strip_prefix(" tests ").or_else(|| rest.strip_prefix(" test "))?;
    let expected = match (rest, more, failed) {
        ("passed", None, 0) => Some(0),
        ("behaved as expected", Some(more), 0) => {
            let (number, rest) = scan::number(more)?;
            rest.starts_with(" expected failure").then_some(())?;
            Some(number)
        }
        ("failed", _, 1..) => None,
        ("did not behave as expected", Some(more), 1..) if more.contains(" unexpected pass") => None,
        _ => return None,
    };
    (failed <= total).then_some(Sum { parallel: false, total, failed, skipped: 0, expected })
}

/// Reads `(1 test was not run)`.
pub(super) fn not_run(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix('(')?)?;
    matches!(rest, " test was not run)" | " tests were not run)").then_some(number)
}

/// Whether make begins to run the tests here: `make  check-TESTS`.
pub(super) fn is_begin(text: &str) -> bool {
    let mut words = text.split(' ');
    let program = words.next().and_then(|word| word.rsplit('/').next());
    is_make(program.unwrap_or_default()) && words.any(|word| word == "check-TESTS")
}

fn is_make(name: &str) -> bool {
    matches!(name, "make" | "gmake" | "bmake" | "remake")
}

/// Reads the harness' complaint of a test that left no result: `fatal: making test-suite.log: failed to create moors.trs`.
/// The test, and whether this is the first of two such lines.
pub(super) fn left_nothing(text: &str) -> Option<(&str, bool)> {
    let rest = text.strip_prefix("fatal: making ")?.split_once(": failed to create ")?.1;
    let first = rest.strip_suffix(".trs");
    Some((first.or_else(|| rest.strip_suffix(".log"))?, first.is_some()))
}

/// What make itself says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made<'a> {
    /// Its own name, with its depth, and a folder.
    Enters(&'a str, &'a str),
    Leaves(&'a str, &'a str),
    /// Something other than a run of tests failed.
    Breaks,
    /// A run of tests failed.
    Fails,
    Else,
}

/// Reads a line of make: `make[2]: Leaving directory 'x'`, `make: *** [Makefile:7: a.o] Error 1`.
pub(super) fn made(text: &str) -> Option<Made<'_>> {
    let (program, rest) = text.split_once(": ")?;
    if !is_make(program.split('[').next()?.rsplit('/').next()?) {
        return None;
    }
    Some(if let Some(folder) = rest.strip_prefix("Entering directory ") {
        Made::Enters(program, folder)
    } else if let Some(folder) = rest.strip_prefix("Leaving directory ") {
        Made::Leaves(program, folder)
    } else if let Some(target) = rest.strip_prefix("*** [").and_then(|rest| rest.split(']').next()) {
        let target = target.rsplit([' ', '/']).next().unwrap_or(target);
        let tests = target == "test-suite.log" || target.starts_with("check");
        if tests { Made::Fails } else { Made::Breaks }
    } else {
        Made::Else
    })
}

/// Whether make or another part of the build printed it: in a run of tests it is no test's.
pub(super) fn is_build(text: &str) -> bool {
    let word = text.strip_prefix("  ").and_then(|rest| rest.split(' ').next()).unwrap_or_default();
    let silent = word.len() >= 2 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    silent || made(text).is_some() || text.starts_with("Making ")
}
