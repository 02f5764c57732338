//! What clang alone says.

use crate::recognize::kit::scan;

/// clang's number of errors: `3 errors generated.`, `1 warning and 3 errors generated.`
pub(super) fn generated(text: &str) -> Option<u64> {
    let counts = text.strip_suffix(" generated.")?;
    let errors = counts.rsplit(" and ").next()?;
    let (number, rest) = scan::number(errors)?;
    matches!(rest, " error" | " errors").then_some(number)
}
