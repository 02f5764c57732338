//! The tables that close a set of tests.

use crate::budget::Count as _;
use crate::event::Totals;
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::scan;
use crate::text::head;

/// The most columns of a table.
const MOST_COLUMNS: usize = 8;
/// How many rows of a table are held.
const MOST_ROWS: usize = 1024;
/// The longest row that is held, in bytes.
const LONGEST_ROW: usize = 1024;

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

/// A table's columns, by where their words end, in characters after the bar.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) columns: Vec<(usize, Column)>,
    /// Its first row came.
    pub(super) rooted: bool,
    /// The first row's sums, when the failures before do not account for them: the rows tell the rest.
    pub(super) untold: Option<Sums>,
    /// The rows since then.
    rows: Vec<Row>,
    /// Its head, as it is printed.
    pub(super) head: String,
    /// The line right above it, with the place that what was thrown came from.
    pub(super) origin: Option<String>,
}

/// A row of a table.
#[derive(Debug)]
pub(super) struct Row {
    indent: usize,
    failing: bool,
    pub(super) name: String,
    pub(super) text: String,
    pub(super) sums: Sums,
}

impl Table {
    /// Holds a row.
    pub(super) fn hold(&mut self, text: &str, sums: Sums) {
        let Some((name, _)) = text.rsplit_once('|').filter(|_| self.rows.len() < MOST_ROWS) else { return };
        let indent = name.len().saturating_sub(name.trim_start().len());
        let name = head(name.trim(), NAME_BYTES).to_owned();
        let text = head(text.trim(), LONGEST_ROW).to_owned();
        self.rows.push(Row { indent, failing: sums.failing() > 0, name, text, sums });
    }

    /// The innermost sets that did not pass.
    pub(super) fn failing(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().enumerate().filter_map(|(at, row)| {
            let inner = self.rows.get(at.saturating_add(1)..).unwrap_or_default();
            let inner = inner.iter().take_while(|inner| inner.indent > row.indent);
            (row.failing && !inner.clone().any(|inner| inner.failing)).then_some(row)
        })
    }
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
    /// Reads `Some tests did not pass: 3 passed, 1 failed, 0 errored, 2 broken.`
    pub(super) fn printed(text: &str) -> Option<Self> {
        let mut sums = Self::default();
        for part in text.strip_prefix("Some tests did not pass: ")?.trim_end_matches('.').split(", ") {
            let (count, word) = scan::number(part)?;
            match word {
                " passed" => sums.passed = count,
                " failed" => sums.failed = count,
                " errored" => sums.errors = count,
                " broken" => sums.broken = count,
                _ => return None,
            }
        }
        Some(sums)
    }

    /// How many tests did not pass.
    pub(super) const fn failing(self) -> u64 {
        self.failed.saturating_add(self.errors)
    }

    pub(super) fn add(&mut self, other: Self) {
        self.passed.up(other.passed);
        self.failed.up(other.failed);
        self.errors.up(other.errors);
        self.broken.up(other.broken);
    }

    pub(super) fn totals(self) -> Totals {
        Totals {
            passed: Some(self.passed),
            failed: Some(self.failed),
            errors: Some(self.errors),
            other: Some(self.broken),
            ..Totals::default()
        }
    }
}

/// Reads `Test Summary: | Pass  Fail  Total  Time`.
pub(super) fn header(text: &str) -> Option<Table> {
    let after = text.strip_prefix("Test Summary:")?.trim_start().strip_prefix('|')?;
    let mut table = Table::default();
    for (end, word) in words(after) {
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
