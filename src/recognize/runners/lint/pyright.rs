//! pyright and basedpyright.
//!
//! A file's path alone, then its diagnostics, indented by two: `  PATH:LINE:COL - error: message (rule)`; lines indented
//! deeper go on with the message. The end is `N errors, M warnings, K informations` (the last word is `notes` with
//! basedpyright). Source: pyright's `pyright.ts` (`reportDiagnosticsAsText`).

use crate::event::Part;
use crate::recognize::PassShape;
use crate::recognize::kit::lint::finding::{Finding, position, weight};
use crate::recognize::kit::linter::{Follows, Linter, Sum, Table, Unreported};
use crate::recognize::kit::{Shape, shape};

/// How it ends.
const TOTALS: [Shape; 2] = [
    shape("{errors} error{s}, {number} warning{s}, {number} information{s}"),
    shape("{errors} error{s}, {number} warning{s}, {number} note{s}"),
];

/// pyright.
#[derive(Debug, Default)]
pub struct Pyright;

impl Linter for Pyright {
    const TABLE: Table = Table {
        name: "pyright",
        reads: "pyright and basedpyright",
        passes: &[
            PassShape { start: "", end: " informations" },
            PassShape { start: "", end: " information" },
            PassShape { start: "", end: " notes" },
            PassShape { start: "", end: " warnings," },
        ],
        places: Some(&["py"]),
        blanks: true,
        findings: &[message],
        follows: Follows::Lines { fits: goes_on, most: u32::MAX, part: Part::Why },
        totals: |text| Sum::of(&TOTALS, text.trim_end(), Sum::Well),
        unreported: Unreported::Declared,
        ..Table::NONE
    };
}

/// Whether a line is indented deeper than a message.
fn goes_on(text: &str) -> bool {
    let bare = text.trim_start();
    text.len().saturating_sub(bare.len()) > 3 && !bare.is_empty()
}

fn message(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text.trim_start())?;
    // tsc's pretty form has a code between word and colon.
    let (word, message) = rest.strip_prefix(" - ")?.split_once(": ")?;
    let weight = weight(word, &["error"], &["warning", "information", "note"])?;
    Some(Finding { place, column, weight, message: message.trim_end() })
}
