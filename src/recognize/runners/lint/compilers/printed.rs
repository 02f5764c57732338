//! How D's compilers and Nim's print a place and a severity.

use crate::event::Place;
use crate::recognize::kit::lint::finding::{Weight, ends_in, weight};
use crate::recognize::kit::scan;

/// The place at the beginning of a line, `PATH(LINE)`, `PATH(LINE,COL)` or `PATH(LINE, COL)`, and what follows.
pub(super) fn position<'a>(text: &'a str, endings: &[&str]) -> Option<(Place<'a>, &'a str)> {
    let (file, rest) = text.split_once('(')?;
    if file.contains(' ') || !ends_in(file, endings) {
        return None;
    }
    let (line, rest) = scan::number(rest)?;
    let rest = match rest.strip_prefix(',') {
        Some(column) => scan::number(column.trim_start())?.1,
        None => rest,
    };
    Some((Place { file, line: Some(line) }, rest.strip_prefix(')')?))
}

/// How bad it is, and the message after the severity.
pub(super) fn graded(text: &str) -> Option<(Weight, &str)> {
    let (word, message) = text.split_once(": ")?;
    Some((weight(word, &["Error"], &["Warning", "Deprecation"])?, message))
}
