//! The tables that close a set of tests.

use crate::event::{Event, Level, Sink, Totals};
use crate::recognize::scan;

/// The most columns of a table.
const MOST_COLUMNS: usize = 8;
/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Pass,
    Fail,
    Error,
    Broken,
    Total,
    Time,
}

/// A table's columns, by where their words end, in characters behind the bar.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) columns: Vec<(usize, Column)>,
    /// Its first row came.
    pub(super) rooted: bool,
}

/// The numbers of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) passed: u64,
    pub(super) failed: u64,
    pub(super) errors: u64,
    pub(super) broken: u64,
}

impl Sums {
    pub(super) fn add(&mut self, other: Self) {
        self.passed = self.passed.saturating_add(other.passed);
        self.failed = self.failed.saturating_add(other.failed);
        self.errors = self.errors.saturating_add(other.errors);
        self.broken = self.broken.saturating_add(other.broken);
    }

    pub(super) fn declare(self, sink: &mut dyn Sink) {
        let totals = Totals {
            passed: Some(self.passed),
            failed: Some(self.failed),
            errors: Some(self.errors),
            other: Some(self.broken),
            ..Totals::default()
        };
        sink.emit(Event::Declared { totals, level: Level::Section });
    }
}

/// Reads `Test Summary: | Pass  Fail  Total  Time`.
pub(super) fn header(text: &str) -> Option<Table> {
    let behind = text.strip_prefix("Test Summary:")?.trim_start().strip_prefix('|')?;
    let mut table = Table::default();
    for (end, word) in words(behind) {
        let column = match word {
            "Pass" => Column::Pass,
            "Fail" => Column::Fail,
            "Error" => Column::Error,
            "Broken" => Column::Broken,
            "Total" => Column::Total,
            "Time" => Column::Time,
            _ => return None,
        };
        if table.columns.len() < MOST_COLUMNS {
            table.columns.push((end, column));
        }
    }
    Some(table)
}

/// Reads a row's numbers: each ends where its column's word ends.
pub(super) fn sums(text: &str, columns: &[(usize, Column)]) -> Option<Sums> {
    let (_, numbers) = text.rsplit_once('|')?;
    let mut sums = Sums::default();
    for (end, word) in words(numbers) {
        if matches!(word, "None" | "No" | "tests") {
            continue;
        }
        let (_, column) = columns.iter().find(|(column, _)| *column == end)?;
        let slot = match column {
            Column::Pass => &mut sums.passed,
            Column::Fail => &mut sums.failed,
            Column::Error => &mut sums.errors,
            Column::Broken => &mut sums.broken,
            Column::Total => {
                scan::whole_number(word)?;
                continue;
            }
            Column::Time => continue,
        };
        *slot = scan::whole_number(word)?;
    }
    Some(sums)
}

/// The words of a text, with where they end in characters.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0_usize;
    text.split(' ').filter_map(move |word| {
        let at = end.saturating_add(word.chars().count());
        end = at.saturating_add(1);
        (!word.is_empty()).then_some((at, word))
    })
}
