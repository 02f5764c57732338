//! Nim's compiler: `PATH.nim(LINE, COL) Error: message`.

use super::printed::{graded, position};
use crate::recognize::kit::lint::finding::Finding;

/// `src/quay.nim(3, 6) Error: undeclared identifier: 'moor'`.
pub(super) fn finding(text: &str) -> Option<Finding<'_>> {
    let (place, rest) = position(text, &["nim", "nims"])?;
    let (weight, message) = graded(rest.strip_prefix(' ')?)?;
    Some(Finding { place, column: None, weight, message })
}

/// Its last word.
pub(super) fn build_failures(text: &str) -> bool {
    text.starts_with("Error: execution of an external program failed: '")
        || text.starts_with("Error: execution of an external compiler program '")
}
