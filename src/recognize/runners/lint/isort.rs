//! isort, checking only: `ERROR: PATH Imports are incorrectly sorted and/or formatted.` and nothing when all is well.
//! Source: isort's `main.py`.

use super::shared::on_file;
use crate::recognize::kit::lint::finding::Finding;
use crate::recognize::kit::linter::{Linter, Table};

/// What it prints of a file.
const UNSORTED: &str = "Imports are incorrectly sorted and/or formatted.";

/// isort.
#[derive(Debug, Default)]
pub struct Isort;

impl Linter for Isort {
    const TABLE: Table = Table {
        name: "isort",
        reads: "isort --check",
        starts: &["ERROR: "],
        findings: &[finding],
        ..Table::NONE
    };
}

fn finding(text: &str) -> Option<Finding<'_>> {
    let file = text.strip_prefix("ERROR: ")?.strip_suffix(UNSORTED)?.strip_suffix(' ')?;
    Some(on_file(file, UNSORTED))
}
