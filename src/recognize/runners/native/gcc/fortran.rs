//! The first line of gfortran's diagnostics, for `gcc`: the place alone, after which excerpt, severity and message follow.

use crate::event::Place;
use crate::recognize::kit::{diagnostics, scan};

/// The most lines of the excerpt that have no margin: source and marks, twice where two places are meant.
pub const EXCERPT: u8 = 4;

/// Endings of Fortran's files.
pub const EXTENSIONS: [&str; 8] = ["f", "F", "for", "f90", "F90", "f95", "f03", "f08"];

/// Reads `quay.f90:12:9:`; up to version 4 a point is before the column.
#[must_use]
pub fn place(text: &str) -> Option<Place<'_>> {
    let text = text.strip_suffix(':')?;
    let text = match text.rsplit_once('.') {
        Some((before, column)) if scan::whole_number(column).is_some() => before,
        _ => text,
    };
    let (place, rest) = scan::place(text)?;
    let fortran = EXTENSIONS.contains(&diagnostics::extension(place.file));
    (rest.is_empty() && fortran).then_some(place)
}
