//! What the linters of one language share.

use crate::recognize::kit::lint::finding::{Finding, Weight, position};

/// The endings of files that tools for Python read.
pub(super) const ENDINGS: [&str; 6] = ["py", "pyi", "pyx", "pyw", "ipynb", ""];

/// A finding on a file that the tool would change or cannot read, with its place when that is printed.
pub(super) fn on_file<'a>(file: &'a str, message: &'a str) -> Finding<'a> {
    match position(file) {
        Some((place, column, _)) => Finding::fails(place, column, message),
        None => Finding::in_file(file, Weight::Fails, message),
    }
}
