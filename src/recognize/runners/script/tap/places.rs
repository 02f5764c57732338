//! Places and prose in comments: Test::More's and bats', and lines of node's that are too long.

use crate::event::{Event, Place, Sink};
use crate::recognize::kit::scan;

/// From how many bytes on a comment is broken after its sentences.
const LONG_LINE: usize = 180;

/// A long line of prose on several lines, so that its end is not clipped.
pub(super) fn by_sentences(text: &str) -> std::borrow::Cow<'_, str> {
    if text.len() <= LONG_LINE { text.into() } else { text.replace(". ", ".\n").into() }
}

/// Test::More's `at t/cart.t line 12.`
pub(super) fn perl_place(text: &str) -> Option<Place<'_>> {
    let rest = match text.strip_prefix("at ") {
        Some(rest) => rest,
        None => {
            text.strip_prefix("Failed test at ").or_else(|| text.strip_prefix("Failed (TODO) test at "))?
        }
    };
    let (file, line) = rest.rsplit_once(" line ")?;
    let line = scan::whole_number(line.strip_suffix('.').unwrap_or(line))?;
    (!file.is_empty()).then_some(Place { file, line: Some(line) })
}

/// Bats' `(in test file test/cart.bats, line 12)`; the file of the test is better than that of a helper.
pub(super) fn bats_place(text: &str, placed: bool, sink: &mut dyn Sink) -> bool {
    let (better, rest) = match text.split_once("in test file ") {
        Some((_, rest)) => (true, rest),
        None => match text.split_once("(from function ").and_then(|(_, rest)| rest.split_once(" in file ")) {
            Some((_, rest)) => (false, rest),
            None => return false,
        },
    };
    let Some((file, line)) = rest.split_once(", line ") else { return false };
    let Some((line, _)) = scan::number(line) else { return false };
    if better || !placed {
        sink.emit(Event::At { place: Place { file, line: Some(line) }, better });
    }
    true
}
