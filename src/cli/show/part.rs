//! Stored lines up to where something is missing, with their secrets hidden.

use std::io;
use std::ops::ControlFlow;

use crate::store::Snapshot;
use crate::store::redact::Redactor;
use crate::text::LineReader;

/// Gives each line from the number `begin` on, with its number in the whole input; the first one that is read has the number
/// `first`. Gives a break when `each` wants no more.
///
/// # Errors
///
/// The stored text cannot be read, or what `each` gives.
pub(super) fn part(
    snapshot: &mut Snapshot,
    first: u64,
    begin: u64,
    each: &mut dyn FnMut(u64, &str) -> io::Result<ControlFlow<()>>,
) -> io::Result<ControlFlow<()>> {
    let mut reader = LineReader::new();
    let mut redactor = Redactor::default();
    loop {
        let count = snapshot.read_part(reader.space())?;
        if count == 0 {
            reader.finish()
        } else {
            reader.filled(count)
        }
        while let Some(line) = reader.next_line() {
            let number = first.saturating_add(line.number).saturating_sub(1);
            if !line.last_row || number < begin {
                continue;
            }
            let hidden = Redactor::text(&mut redactor, line.text);
            if each(number, hidden.as_deref().unwrap_or(line.text))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if count == 0 {
            return Ok(ControlFlow::Continue(()));
        }
    }
}
