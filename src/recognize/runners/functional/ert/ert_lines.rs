//! The lines of ERT, each read by itself.

use crate::event::Place;
use crate::recognize::kit::durations::is_decimal;
use crate::recognize::kit::scan;

/// What became of a test. In capitals it is what nobody expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Result {
    Passed,
    Skipped,
    /// It failed, as was expected.
    Expected,
    Failed,
    /// It passed, as nobody expected.
    Surprising,
    /// It was left in the middle; the totals do not count it.
    Left,
}

impl Result {
    pub(super) fn is_bad(self) -> bool {
        matches!(self, Self::Failed | Self::Surprising | Self::Left)
    }
}

fn result(word: &str) -> Option<Result> {
    Some(match word {
        "passed" => Result::Passed,
        "skipped" | "SKIPPED" => Result::Skipped,
        "failed" | "quit" | "aborted" => Result::Expected,
        "FAILED" => Result::Failed,
        "PASSED" => Result::Surprising,
        "QUIT" | "ABORTED" => Result::Left,
        _ => return None,
    })
}

/// The line of a test that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Status<'a> {
    pub(super) result: Result,
    pub(super) position: u64,
    pub(super) of: u64,
    pub(super) name: &'a str,
    pub(super) place: Option<Place<'a>>,
}

/// Reads `   FAILED  2/12  unloads (0.000093 sec) at quay.el:3`, the place in newer versions alone.
pub(super) fn status(text: &str) -> Option<Status<'_>> {
    let (word, rest) = text.trim_start().split_once(' ')?;
    let result = result(word)?;
    let (position, rest) = scan::number(rest.trim_start())?;
    let (of, rest) = scan::number(rest.strip_prefix('/')?)?;
    let rest = rest.strip_prefix("  ")?;
    let (before, after) = rest.rsplit_once(" sec)")?;
    let (name, seconds) = before.rsplit_once(" (")?;
    let place = match after.strip_prefix(" at ").and_then(|place| place.rsplit_once(':')) {
        Some((file, line)) => Some(Place { file, line: Some(scan::whole_number(line)?) }),
        None if after.is_empty() => None,
        None => return None,
    };
    (is_seconds(seconds) && !name.is_empty() && position > 0 && position <= of).then_some(Status {
        result,
        position,
        of,
        name,
        place,
    })
}

fn is_seconds(text: &str) -> bool {
    is_decimal(text.as_bytes())
}

/// Reads `Running 12 tests (2026-01-02 03:04:05+0000, selector ‘t’)`, without the selector in older versions.
pub(super) fn begins(text: &str) -> Option<u64> {
    let (count, rest) = scan::number(text.strip_prefix("Running ")?)?;
    let date = rest.strip_prefix(" tests (").filter(|rest| rest.ends_with(')'))?;
    is_date(date).then_some(count)
}

/// `2026-01-02 03:04:05`
fn is_date(text: &str) -> bool {
    text.get(..19).is_some_and(|date| {
        date.bytes().zip(*b"0000-00-00 00:00:00").all(|(byte, shape)| match shape {
            b'0' => byte.is_ascii_digit(),
            _ => byte == shape,
        })
    })
}

/// The numbers at the end of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) aborted: bool,
    pub(super) all: u64,
    pub(super) expected: u64,
    pub(super) unexpected: u64,
    pub(super) skipped: u64,
    /// How many of the expected results are failures, reported on a line of their own.
    pub(super) failures: u64,
}

impl Sum {
    /// Tests that are in none of the numbers: those of a whole run were left, those of an aborted one may not have run.
    pub(super) const fn uncounted(&self) -> u64 {
        let counted = self.expected.saturating_add(self.unexpected).saturating_add(self.skipped);
        self.all.saturating_sub(counted)
    }

    /// Tests that did something else than expected, and those that were left.
    pub(super) const fn bad(&self) -> u64 {
        self.unexpected.saturating_add(if self.aborted { 0 } else { self.uncounted() })
    }
}

/// Reads `Ran 12 tests, 3 results as expected, 7 unexpected, 1 skipped (2026-01-02 03:04:05+0000, 0.7 sec)`.
pub(super) fn sum(text: &str) -> Option<Sum> {
    let inner = text.strip_prefix("Aborted: ");
    let aborted = inner.is_some();
    let (all, rest) = scan::number(inner.unwrap_or(text).strip_prefix("Ran ")?)?;
    let (expected, rest) = scan::number(rest.strip_prefix(" tests, ")?)?;
    let rest = rest.strip_prefix(" results as expected")?;
    let number = |rest, word: &str| -> Option<(u64, &str)> {
        let (count, rest) = scan::number(str::strip_prefix(rest, ", ")?)?;
        Some((count, rest.strip_prefix(word)?))
    };
    // Older versions leave out what is zero.
    let (unexpected, rest) = number(rest, " unexpected").unwrap_or((0, rest));
    let (skipped, rest) = number(rest, " skipped").unwrap_or((0, rest));
    let rest = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'))?;
    is_date(rest).then_some(Sum { aborted, all, expected, unexpected, skipped, failures: 0 })
}

/// `1 expected failures`
pub(super) fn failures(text: &str) -> Option<u64> {
    scan::whole_number(text.strip_suffix(" expected failures")?)
}

/// The heading of a list after the totals.
pub(super) fn is_list(text: &str) -> bool {
    ["unexpected", "skipped"].iter().any(|word| {
        text.strip_suffix(" results:")
            .and_then(|rest| rest.strip_suffix(word))
            .and_then(|rest| rest.strip_suffix(' '))
            .and_then(scan::whole_number)
            .is_some()
    })
}

/// An entry of such a list: `   FAILED  unloads`, perhaps with a reason.
pub(super) fn listed(text: &str) -> Option<(Result, &str)> {
    let (word, rest) = text.strip_prefix(' ')?.trim_start().split_once("  ")?;
    let name = rest.split_once("  ").map_or(rest, |(name, _)| name);
    (word.bytes().all(|byte| byte.is_ascii_uppercase()) && !name.is_empty()).then_some((result(word)?, name))
}

/// What a line says of a test that did not do as was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    Backtrace,
    Condition,
    PassedUnexpectedly,
    Left,
}

/// Reads `Test unloads backtrace:` and its like.
pub(super) fn says(text: &str) -> Option<(Says, &str)> {
    if let Some(name) = text.strip_prefix("Quit during ") {
        return (!name.is_empty() && !name.contains(' ')).then_some((Says::Left, name));
    }
    let rest = text.strip_prefix("Test ")?;
    [
        (" backtrace:", Says::Backtrace),
        (" condition:", Says::Condition),
        (" passed unexpectedly", Says::PassedUnexpectedly),
        (" aborted with non-local exit", Says::Left),
    ]
    .into_iter()
    .find_map(|(words, says)| {
        let name = rest.strip_suffix(words)?;
        (!name.is_empty() && !name.contains(' ')).then_some((says, name))
    })
}

/// `Debugger entered--Lisp error: (void-variable tide)`
pub(super) fn died(text: &str) -> Option<&str> {
    text.strip_prefix("Debugger entered--Lisp error: ").filter(|error| error.starts_with('('))
}

/// The condition without the name that all of failed checks have.
pub(super) fn bare(condition: &str) -> &str {
    let inner = condition.strip_prefix("(ert-test-failed ").and_then(|rest| rest.strip_suffix(')'));
    let Some(inner) = inner else { return condition };
    inner
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .or_else(|| inner.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')))
        .unwrap_or(inner)
}
