//! What is between rulers of `=`: the totals of both harnesses, and the title of a `test-suite.log`.

use super::automake_lines::{self, Sum};
use crate::budget::Count as _;
use crate::recognize::kit::scan;

/// The shortest ruler: as long as the shortest closing line.
const SHORTEST: usize = 13;
/// How many lines of others may be in totals, when several folders are tested at once.
const PATIENCE: u32 = 100;

/// The numbers of the parallel harness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    total: Option<u64>,
    sum: Sum,
}

impl Counts {
    /// Takes a line of them.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let Some((label, number)) = automake_lines::count(text) else { return false };
        match label {
            "TOTAL" => *self = Self { total: Some(number), ..Self::default() },
            "FAIL" | "XPASS" | "ERROR" => self.sum.failed.up(number),
            "SKIP" => self.sum.skipped = number,
            "XFAIL" => self.sum.expected = Some(number),
            _ => {}
        }
        true
    }

    /// The totals, when all came.
    pub(super) fn sum(self) -> Option<Sum> {
        self.sum.expected?;
        Some(Sum { parallel: true, total: self.total?, ..self.sum })
    }
}

#[derive(Clone, Copy, Debug, Default)]
enum Stage {
    #[default]
    Nothing,
    /// Below a ruler of this length.
    Ruler(usize),
    /// Below the title of a log whose ruler has this length.
    Title(usize),
    /// Below `Testsuite summary for ...`; lines of others so far.
    Headed(u32),
    /// In the numbers; lines of others so far.
    Counts(Counts, u32),
    /// Below the serial harness' closing line, whose ruler has this length.
    Serial(usize, Sum),
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing of a block.
    Nothing,
    /// A ruler, below which something may be.
    Ruler,
    /// A line of totals.
    Part,
    /// The last line of totals.
    Sum(Sum),
    /// The last line of a log's title.
    Log,
}

/// Reads the blocks.
#[derive(Debug, Default)]
pub(super) struct Blocks(Stage);

impl Blocks {
    /// Whether the next line may be of one.
    pub(super) fn is_open(&self) -> bool {
        !matches!(self.0, Stage::Nothing)
    }

    /// Judges a line.
    pub(super) fn line(&mut self, text: &str) -> Found {
        let ruler = scan::is_ruler(text, '=', SHORTEST).then_some(text.len());
        let (next, found) = match (std::mem::take(&mut self.0), ruler) {
            (Stage::Title(length), Some(ruler)) if ruler == length => (Stage::Nothing, Found::Log),
            (Stage::Serial(length, sum), Some(ruler)) if ruler == length => (Stage::Nothing, Found::Sum(sum)),
            (Stage::Headed(_), Some(_)) => (Stage::Counts(Counts::default(), 0), Found::Part),
            (Stage::Counts(counts, _), Some(_)) if counts.sum().is_some() => {
                (Stage::Nothing, counts.sum().map_or(Found::Nothing, Found::Sum))
            }
            (_, Some(length)) => (Stage::Ruler(length), Found::Ruler),
            // The head is missing.
            (Stage::Nothing | Stage::Ruler(_), None) if text.starts_with("# TOTAL:") => {
                let mut counts = Counts::default();
                counts.take(text);
                (Stage::Counts(counts, 0), Found::Part)
            }
            (Stage::Ruler(length), None) => Self::below(text, length),
            (Stage::Serial(length, sum), None) => match automake_lines::not_run(text) {
                Some(skipped) => {
                    let total = sum.total.saturating_add(skipped);
                    (Stage::Serial(length, Sum { skipped, total, ..sum }), Found::Part)
                }
                None if is_advice(text) => (Stage::Serial(length, sum), Found::Part),
                None => (Stage::Nothing, Found::Nothing),
            },
            (Stage::Headed(lines), None) if lines < PATIENCE => {
                (Stage::Headed(lines.saturating_add(1)), Found::Nothing)
            }
            (Stage::Counts(mut counts, lines), None) if lines < PATIENCE => {
                if counts.take(text) {
                    (Stage::Counts(counts, lines), Found::Part)
                } else {
                    (Stage::Counts(counts, lines.saturating_add(1)), Found::Nothing)
                }
            }
            (_, None) => (Stage::Nothing, Found::Nothing),
        };
        self.0 = next;
        found
    }

    /// A line below a ruler.
    fn below(text: &str, length: usize) -> (Stage, Found) {
        if text.starts_with("Testsuite summary") {
            return (Stage::Headed(0), Found::Part);
        }
        if let Some(sum) = automake_lines::banner(text) {
            return (Stage::Serial(length, sum), Found::Part);
        }
        let chars = text.chars().count();
        // The title is indented by as many blanks as the ruler is longer on either side.
        let titled = text.starts_with("   ") && text.ends_with(".log") && text.contains(": ");
        if titled && chars.saturating_add(3) == length {
            return (Stage::Title(length), Found::Nothing);
        }
        (Stage::Nothing, Found::Nothing)
    }
}

/// Whether it tells what to do about failures, in the totals.
pub(super) fn is_advice(text: &str) -> bool {
    text.starts_with("Please report to ") || (text.starts_with("See ") && text.ends_with(".log"))
}
