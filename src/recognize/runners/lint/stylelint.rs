//! stylelint, in its default (string) and unix forms.
//!
//! A file's path alone, rows `  LINE:COL  ✖  message  rule` (`⚠` for a warning), and at the end `✖ N problems (E errors, W
//! warnings)` or the same without the mark. Unix: `PATH:LINE:COL: message (rule) [error]`. Errors are failures. Source: stylelint's `formatters/stringFormatter.mjs`.

use crate::event::Place;
use crate::recognize::PassShape;
use crate::recognize::kit::lint::finding::{Finding, ends_in, numbers, position, weight};
use crate::recognize::kit::linter::{Linter, Rows, Sum, Table, Unreported};
use crate::recognize::kit::{Shape, shape};

/// The endings of files that stylelint reads.
const ENDINGS: [&str; 6] = ["css", "scss", "sass", "less", "pcss", "styl"];
/// How it ends.
const PROBLEMS: [Shape; 2] = [
    shape("{number} problem{s} ({errors} error{s}, {any}"),
    shape("\u{2716} {number} problem{s} ({errors} error{s}, {any}"),
];

/// stylelint.
#[derive(Debug, Default)]
pub struct Stylelint;

impl Linter for Stylelint {
    const TABLE: Table = Table {
        name: "stylelint",
        reads: "stylelint",
        starts: &["\u{2716} "],
        passes: &[
            PassShape { start: "", end: ".css" },
            PassShape { start: "", end: ".scss" },
            PassShape { start: "", end: ".sass" },
            PassShape { start: "", end: ".less" },
            PassShape { start: "", end: ".pcss" },
            PassShape { start: "", end: ".styl" },
            PassShape { start: "", end: " warnings)" },
            PassShape { start: "", end: " warning)" },
        ],
        places: Some(&[]),
        findings: &[unix],
        rows: Some(Rows { file: is_path, row }),
        totals: |text| Sum::of(&PROBLEMS, text, Sum::Nothing),
        unreported: Unreported::Ignored,
        ..Table::NONE
    };
}

/// `PATH:LINE:COL: message (rule) [error]`
fn unix(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(' ')?;
    let weight = weight(message.rsplit_once(") [")?.1, &["error]"], &["warning]"])?;
    ends_in(place.file, &ENDINGS).then_some(Finding { place, column, weight, message })
}

fn is_path(text: &str) -> bool {
    ends_in(text, &ENDINGS) && !text.contains(": ") && !text.starts_with(' ')
}

fn row<'a>(file: &'a str, text: &'a str) -> Option<Finding<'a>> {
    let (line, column, rest) = numbers(text.strip_prefix(' ')?.trim_start())?;
    let (mark, message) = rest.trim_start().split_once(' ')?;
    let weight = weight(mark, &["\u{2716}", "\u{d7}"], &["\u{26a0}", "\u{203c}", "\u{2139}"])?;
    let place = Place { file, line: Some(line) };
    Some(Finding { place, column: Some(column), weight, message: message.trim() })
}
