//! JSHint: `PATH: line 3, col 17, message`.

use crate::event::Place;
use crate::recognize::kit::lint::finding::{Finding, ends_in};
use crate::recognize::kit::scan;

/// `bad.js: line 3, col 17, Missing semicolon.`, but not eslint's `Error - message`.
pub(super) fn finding(text: &str) -> Option<Finding<'_>> {
    let (file, rest) = scan::split_once(text, ": line ")?;
    let (line, rest) = scan::number(rest)?;
    let (column, rest) = scan::number(rest.strip_prefix(", col ")?)?;
    let message = rest.strip_prefix(", ")?;
    let graded = ["Error - ", "Warning - "].iter().any(|grade| message.starts_with(grade));
    let own = !graded && ends_in(file, &["js", "mjs", "cjs", "html", "htm"]);
    own.then_some(Finding::fails(Place { file, line: Some(line) }, Some(column), message))
}
