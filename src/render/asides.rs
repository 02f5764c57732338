//! What a command printed besides its tests, when the answer replaces its output: a path, an address, a hint. In a run
//! that passed, these few lines may be what it was run for.

use super::row::{Row, cost_of};
use super::text::Body;
use crate::budget::Ledger;
use crate::event::Class;
use crate::report::{Report, Stored};

/// The most lines; when there are more, none is shown.
const LINES: u64 = 10;
/// The most chars of all these lines.
const CHARS: u64 = 1_000;

/// Prints the lines that belong to nothing recognized, in order, if they are few.
pub(super) fn tell_asides(report: &Report, body: &mut Body<'_>, ledger: &mut Ledger) {
    let is_apart = |line: &&Stored| line.class == Class::Other && !line.text.trim().is_empty();
    let rows: Vec<Row<'_>> =
        report.whole().unwrap_or_default().iter().filter(is_apart).map(Row::Input).collect();
    let cost = cost_of(&rows, body.page.ruler());
    if cost.lines <= LINES && cost.chars <= CHARS {
        body.rows(&rows, ledger);
    }
}
