//! A line that is kept for the answer.

use crate::budget::{ClassIndex, Count as _};
use crate::event::Class;
use crate::text::Line;

/// The most bytes of one kept line: more than any mode can show of it with its continuations.
const STORED_BYTES: usize = 4 * 1024;
/// The last bytes of a longer line that are kept after its beginning, so that a verdict at its end survives.
const STORED_TAIL: usize = 96;

/// A kept line: its text, and what the ledger counts for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The text, at most about 4 KiB; of a longer line the beginning and the end.
    pub text: Box<str>,
    /// The input line's number from 1; 0 for text that is not an input line of its own.
    pub number: u64,
    /// How many chars the whole input line has, with its end; 0 for a row that was drawn over, for decoded text, and for
    /// a line that was counted before it was kept.
    pub chars: u64,
    /// The class under which the ledger saw the line.
    pub class: Class,
    /// Whether the text holds less than the line.
    pub shortened: bool,
}

/// The number under which the ledger counts a class.
#[must_use]
pub fn class_index(class: Class) -> ClassIndex {
    ClassIndex(match class {
        Class::Passed => 0,
        Class::Noise => 1,
        Class::Detail => 2,
        Class::Warning => 3,
        Class::Skipped => 4,
        Class::Totals => 5,
        Class::Other => 6,
    })
}

impl Stored {
    /// Keeps a line.
    #[must_use]
    pub fn of(line: &Line<'_>, class: Class) -> Self {
        let (text, shortened) = shorten(line.text, line.tail);
        let (number, chars) = Self::account(line);
        Self { text, number, chars, class, shortened }
    }

    /// Whether a line is kept whole.
    #[must_use]
    pub const fn is_whole(line: &Line<'_>) -> bool {
        line.text.len() <= STORED_BYTES && line.tail.is_empty()
    }

    /// How many bytes of a line's text are kept at least.
    #[must_use]
    pub fn least_text(line: &Line<'_>) -> usize {
        line.text.len().min(STORED_BYTES)
    }

    /// The number and the chars under which a line is kept.
    #[must_use]
    pub const fn account(line: &Line<'_>) -> (u64, u64) {
        if line.last_row { (line.number, line.chars) } else { (0, 0) }
    }

    /// Keeps text that is not an input line of its own.
    #[must_use]
    pub fn decoded(text: &str, class: Class) -> Self {
        let (text, shortened) = shorten(text, "");
        Self { text, number: 0, chars: 0, class, shortened }
    }

    /// What the line takes up in memory, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.text.len().saturating_add(size_of::<Self>())
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at.down(1);
    }
    at
}

fn shorten(text: &str, tail: &str) -> (Box<str>, bool) {
    if text.len() <= STORED_BYTES && tail.is_empty() {
        return (text.into(), false);
    }
    let end = if tail.is_empty() { text } else { tail };
    let head = text.get(..floor(text, STORED_BYTES.min(text.len()))).unwrap_or("");
    let last = end.get(floor(end, end.len().saturating_sub(STORED_TAIL))..).unwrap_or("");
    (format!("{head}{last}").into(), true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_keeps_its_beginning_and_its_end() {
        let long = format!("test {} ... FAILED", "é".repeat(9000));
        let stored = Stored::of(&Line::of(&long), Class::Detail);
        assert!(stored.shortened && stored.text.len() <= STORED_BYTES + STORED_TAIL);
        assert!(stored.text.starts_with("test é") && stored.text.ends_with(" ... FAILED"));
        let short = Stored::of(&Line::of("a"), Class::Other);
        assert_eq!((&*short.text, short.shortened, short.chars), ("a", false, 2));
    }
}
