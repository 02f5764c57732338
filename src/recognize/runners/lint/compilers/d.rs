//! D's compilers (dmd, ldc2, under dub too): `PATH.d(LINE,COL): Error: message`, more of it after a wider gap. An error that
//! nobody caught, as tests throw: `core.exception.AssertError@PATH.d(LINE): message`.

use super::printed::{graded, position};
use crate::event::Place;
use crate::recognize::kit::lint::finding::Finding;
use crate::recognize::kit::scan;

/// Endings of its files.
const ENDINGS: [&str; 2] = ["d", "di"];

/// `source/app.d(5,5): Error: undefined identifier`.
pub(super) fn finding(text: &str) -> Option<Finding<'_>> {
    let (place, rest) = position(text, &ENDINGS)?;
    let (weight, message) = graded(rest.strip_prefix(": ")?)?;
    Some(Finding { place, column: None, weight, message })
}

/// More of an error.
pub(super) fn goes_on(text: &str) -> bool {
    position(text, &ENDINGS).is_some_and(|(_, rest)| rest.starts_with(":        "))
}

/// `core.exception.AssertError@source/app.d(5): no`.
pub(super) fn uncaught(text: &str) -> Option<(Place<'_>, &str)> {
    let (class, rest) = text.split_once('@')?;
    let named = class.contains('.')
        && ["Error", "Exception"].iter().any(|end| class.ends_with(end))
        && class.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_');
    let (place, rest) = position(rest, &ENDINGS)?;
    Some((place, rest.strip_prefix(": ").unwrap_or("uncaught"))).filter(|_| named)
}

/// The last word of dub.
pub(super) fn build_failures(text: &str) -> bool {
    let failed = text.strip_prefix("Error ").and_then(|rest| rest.split_once(" failed with exit code "));
    failed.is_some_and(|(program, code)| {
        let name = program.rsplit('/').next().unwrap_or(program);
        ["dmd", "ldc2", "ldmd2", "gdc", "gdmd"].contains(&name) && scan::number(code).is_some()
    })
}
