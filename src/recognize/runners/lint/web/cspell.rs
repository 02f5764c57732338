//! cspell: `PATH:LINE:COL - Unknown word (x)`.

use crate::recognize::kit::lint::finding::{Finding, position};
use crate::recognize::kit::scan;

/// `a.md:1:3 - Unknown word (Titel) fix: (Title)`.
pub(super) fn finding(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(" - ")?;
    let own = ["Unknown word (", "Misspelled word (", "Forbidden word ("];
    own.iter().any(|own| message.starts_with(own)).then_some(Finding::fails(place, column, message))
}

/// `CSpell: Files checked: 3, Issues found: 2 in 1 file.`
pub(super) fn errors(text: &str) -> Option<u64> {
    let (_, rest) = scan::number(text.strip_prefix("CSpell: Files checked: ")?)?;
    Some(scan::number(rest.strip_prefix(", Issues found: ")?)?.0)
}
