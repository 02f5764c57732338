//! Verilator: `%Error[-CODE]: PATH:LINE:COL: message`, and `%Error: Exiting due to 2 error(s)` at the end.

use crate::event::Place;
use crate::recognize::kit::lint::finding::{Finding, weight};
use crate::recognize::kit::scan;

/// `%Error: top.v:15:5: syntax error`, `%Warning-WIDTH: top.v:12:9: no`, `%Error: no file`.
pub(super) fn finding(text: &str) -> Option<Finding<'_>> {
    let (word, rest) = text.strip_prefix('%')?.split_once(": ")?;
    let (word, code) = word.split_once('-').unwrap_or((word, ""));
    let weight = weight(word, &["Error"], &["Warning"])?;
    let coded = code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    let (place, message) = match scan::place(rest) {
        Some((place, rest)) => (place, rest.trim_start()),
        None => (Place { file: "", line: None }, rest),
    };
    (coded && !message.is_empty()).then_some(Finding { place, column: None, weight, message })
}

/// An excerpt, or what it adds.
pub(super) fn goes_on(text: &str) -> bool {
    let bare = text.trim_start();
    let margin = scan::number(bare).map_or(bare, |(_, rest)| rest).trim_start().starts_with("| ");
    text.starts_with("    ") && (margin || bare.starts_with(['.', ':']))
}

/// Its last word.
pub(super) fn build_failures(text: &str) -> bool {
    text.starts_with("%Error: Exiting due to ") || text.starts_with("%Error: Command Failed ")
}
