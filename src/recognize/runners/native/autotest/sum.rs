//! The totals below `Test results.`, which are a sentence of up to four lines.

use crate::recognize::kit::scan;

/// The totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    /// Tests that ran: not those that were skipped.
    pub(super) run: u64,
    /// What failed unexpectedly, and what passed unexpectedly.
    pub(super) failed: u64,
    pub(super) skipped: u64,
    /// What failed as it was expected to, where the sentence says so.
    pub(super) expected: Option<u64>,
    /// The first failure ended the run (`--errexit`): how many failed is not reported.
    pub(super) stopped: bool,
}

impl Sum {
    /// All tests.
    pub(super) fn total(&self) -> u64 {
        self.run.saturating_add(self.skipped)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Not in totals.
    #[default]
    Nothing,
    /// Below the title.
    Wanted,
    /// So many ran; so many passed unexpectedly.
    Ran(u64, Option<u64>),
    Done(Sum),
    /// The line about those that were skipped came too.
    Over(Sum),
}

/// Reads the totals.
#[derive(Debug, Default)]
pub(super) struct Reader(Stage);

impl Reader {
    /// The title came.
    pub(super) fn begin(&mut self) {
        self.0 = Stage::Wanted;
    }

    /// Something of the run follows: what came was none of it.
    pub(super) fn forget(&mut self) {
        self.0 = Stage::Nothing;
    }

    /// Whether the title came.
    pub(super) fn has_begun(&self) -> bool {
        self.0 != Stage::Nothing
    }

    /// The totals, when they came.
    pub(super) fn sum(&self) -> Option<Sum> {
        match self.0 {
            Stage::Done(sum) | Stage::Over(sum) => Some(sum),
            _ => None,
        }
    }

    /// Takes a line of them.
    pub(super) fn line(&mut self, text: &str) -> bool {
        let next = match self.0 {
            Stage::Nothing | Stage::Over(_) => None,
            Stage::Wanted => first(text),
            Stage::Ran(run, passed) => second(text, run, passed),
            Stage::Done(sum) => skipped(text).map(|skipped| Stage::Over(Sum { skipped, ..sum })),
        };
        self.0 = next.unwrap_or(self.0);
        next.is_some()
    }
}

fn tests(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = scan::number(text)?;
    Some((number, rest.strip_prefix(" tests ").or_else(|| rest.strip_prefix(" test "))?))
}

/// `ERROR: All 8 tests were run,`
fn first(text: &str) -> Option<Stage> {
    let (error, text) = match text.strip_prefix("ERROR: ") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (run, rest) = tests(text.strip_prefix("All ").unwrap_or(text))?;
    let sum = Sum { run, ..Sum::default() };
    match rest.strip_prefix("were ").or_else(|| rest.strip_prefix("was ")).unwrap_or(rest) {
        "successful." if !error => Some(Stage::Done(Sum { expected: Some(0), ..sum })),
        "behaved as expected." if !error => Some(Stage::Done(sum)),
        "run," if error => Some(Stage::Ran(run, None)),
        "run, one failed unexpectedly and inhibited subsequent tests."
        | "run, one passed unexpectedly and inhibited subsequent tests."
            if error =>
        {
            Some(Stage::Done(Sum { failed: 1, stopped: true, ..sum }))
        }
        _ => None,
    }
}

/// `4 failed (1 expected failure).`
fn second(text: &str, run: u64, passed: Option<u64>) -> Option<Stage> {
    let (number, rest) = scan::number(text)?;
    let done = |failed: u64, expected: Option<u64>| {
        let known = failed.saturating_add(expected.unwrap_or(0));
        (failed > 0 && known <= run).then_some(Stage::Done(Sum { run, failed, expected, ..Sum::default() }))
    };
    if let Some(rest) = rest.strip_prefix(" failed (") {
        let (expected, rest) = scan::number(rest)?;
        matches!(rest, " expected failure)." | " expected failures).").then_some(())?;
        return done(passed.unwrap_or(0).saturating_add(number.checked_sub(expected)?), Some(expected));
    }
    match (rest, passed) {
        (" failed unexpectedly.", None) => done(number, Some(0)),
        // Whether some failed as they were expected to is not reported.
        (" passed unexpectedly.", None) => done(number, None),
        (" passed unexpectedly,", None) => Some(Stage::Ran(run, Some(number))),
        (rest, None) => {
            let (_, rest) = scan::number(rest.strip_prefix(" did not behave as expected (")?)?;
            matches!(rest, " unexpected failure)." | " unexpected failures).").then_some(())?;
            done(number, Some(0))
        }
        _ => None,
    }
}

/// `2 tests were skipped.`
fn skipped(text: &str) -> Option<u64> {
    let (number, rest) = tests(text)?;
    matches!(rest, "were skipped." | "was skipped.").then_some(number)
}
