//! yamllint, in its standard, coloured and parsable forms.
//!
//! Standard: a file's path alone, then rows `  LINE:COL  error  message  (rule)`. Parsable: `PATH:LINE:COL: [error] message
//! (rule)`. Only errors fail the run. There are no totals, and a run without findings prints nothing. Source: yamllint's
//! `cli.py`.

use crate::event::Place;
use crate::recognize::PassShape;
use crate::recognize::kit::lint::finding::{Finding, ends_in, numbers, position, weight};
use crate::recognize::kit::linter::{Linter, Rows, Table};

/// yamllint.
#[derive(Debug, Default)]
pub struct Yamllint;

impl Linter for Yamllint {
    const TABLE: Table = Table {
        name: "yamllint",
        reads: "yamllint",
        passes: &[PassShape { start: "", end: ".yml" }, PassShape { start: "", end: ".yaml" }],
        places: Some(&[]),
        findings: &[parsable],
        rows: Some(Rows { file: is_path, row }),
        ..Table::NONE
    };
}

fn parsable(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(' ')?;
    let (word, _) = message.strip_prefix('[')?.split_once("] ")?;
    let weight = weight(word, &["error"], &["warning"])?;
    column.map(|column| Finding { place, column: Some(column), weight, message })
}

fn is_path(text: &str) -> bool {
    ends_in(text, &["yml", "yaml"]) && !text.starts_with(' ') && !text.contains(": ")
}

fn row<'a>(file: &'a str, text: &'a str) -> Option<Finding<'a>> {
    // Spectral, which prints the same rows, aligns their numbers to the right.
    let (line, column, rest) = numbers(text.strip_prefix(' ')?.trim_start())?;
    let (word, message) = rest.trim_start().split_once(' ')?;
    let weight = weight(word, &["error"], &["warning"])?;
    let place = Place { file, line: Some(line) };
    Some(Finding { place, column: Some(column), weight, message: message.trim() })
}
