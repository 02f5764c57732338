//! The lines that the ledger counted last, found by their text.
//!
//! A recognizer may hold lines until it knows whose they are, and report their text later. Here the line of a text is
//! found again, so that a line that is shown counts as shown, and is not shown twice. Bounded; no text is held.

use super::report::Report;
use super::stored::Stored;
use crate::event::Class;
use crate::text::Line;

/// How many lines are remembered.
const LINES: usize = 128;
/// How many bytes at each end of a text distinguish it from others, besides its length.
const END: usize = 16;

/// What distinguishes a line from others: its ends, with their blanks. Every line is remembered and few are looked for,
/// so blanks are only taken off when one is looked for.
#[derive(Clone, Copy, Debug)]
struct Print {
    length: usize,
    /// The first bytes.
    head: [u8; END],
    /// The last bytes, aligned to the end.
    tail: [u8; END],
}

impl Print {
    #[inline]
    fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let length = bytes.len();
        if let (Some(head), Some(tail)) = (bytes.first_chunk(), bytes.last_chunk()) {
            return Self { length, head: *head, tail: *tail };
        }
        let (mut head, mut tail) = ([0; END], [0; END]);
        head.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        tail.iter_mut().rev().zip(bytes.iter().rev()).for_each(|(to, from)| *to = *from);
        Self { length, head, tail }
    }

    /// Whether the line is this text, as far as its ends show. Blanks at the ends of the line do not count; the text has
    /// none.
    fn is(&self, text: &[u8]) -> bool {
        // Most lines are shorter, or differ in their first byte: nothing else is looked at.
        let same_first =
            self.head.first() == text.first() || self.head.first().is_none_or(u8::is_ascii_whitespace);
        if self.length < text.len() || !same_first {
            return false;
        }
        let kept = self.length.min(END);
        let head = self.head.get(..kept).unwrap_or_default();
        let tail = self.tail.get(END.saturating_sub(kept)..).unwrap_or_default();
        let (first, last) = (head.trim_ascii_start(), tail.trim_ascii_end());
        let blanks = [head.len().saturating_sub(first.len()), tail.len().saturating_sub(last.len())];
        let length = self.length.saturating_sub(blanks.iter().sum());
        // Of a line that begins with many blanks only the end is known.
        let begins = if first.is_empty() {
            length >= text.len()
        } else {
            length == text.len() && same_start(first, text)
        };
        let last = last.get(last.len().saturating_sub(text.len())..).unwrap_or_default();
        begins && text.ends_with(last) && !last.is_empty()
    }
}

/// Whether one begins with the other.
fn same_start(one: &[u8], other: &[u8]) -> bool {
    let length = one.len().min(other.len());
    one.get(..length) == other.get(..length)
}

/// A line that the ledger counted.
#[derive(Clone, Copy, Debug)]
struct Booked {
    print: Print,
    number: u64,
    chars: u64,
    class: Class,
    /// Whether its text was found already.
    found: bool,
}

/// The last counted lines, which a recognizer may hold.
#[derive(Debug, Default)]
pub(super) struct Recent {
    lines: Vec<Booked>,
    /// Where the next one goes: the lines before it are newer than the others.
    next: usize,
}

impl Recent {
    /// Remembers a line.
    #[inline]
    pub(super) fn add(&mut self, line: &Line<'_>, class: Class) {
        if matches!(class, Class::Passed | Class::Totals | Class::Skipped) {
            return;
        }
        if line.text.is_empty() {
            return;
        }
        let booked = Booked {
            print: Print::of(line.text),
            number: line.number,
            chars: line.chars,
            class,
            found: false,
        };
        match self.lines.get_mut(self.next) {
            Some(oldest) => *oldest = booked,
            None => self.lines.push(booked),
        }
        self.next = self.next.saturating_add(1).checked_rem(LINES).unwrap_or(0);
    }

    /// Held text as the line that it comes from. Of equal lines it is the last one that was not found before.
    pub(super) fn line_of(&mut self, held: Stored) -> Stored {
        let text = held.text.trim().as_bytes();
        let is_it = |line: &&mut Booked| !line.found && line.print.is(text);
        let Some((newer, older)) = self.lines.split_at_mut_checked(self.next) else { return held };
        let Some(line) = newer.iter_mut().rev().chain(older.iter_mut().rev()).find(is_it) else {
            return held;
        };
        line.found = true;
        Stored { number: line.number, chars: line.chars, class: line.class, ..held }
    }
}

impl Report {
    /// A piece of decoded text as the line that it comes from, if a recognizer held one; else the first piece is of the
    /// current line.
    pub(super) fn store_held(&mut self, line: Option<&Line<'_>>, index: usize, piece: &str) -> Stored {
        let stored = Stored::decoded(piece, Class::Detail);
        let current = line.filter(|line| line.text.trim() == piece.trim());
        let stored = if current.is_some() { stored } else { self.recent.line_of(stored) };
        match current.or(line.filter(|_| index == 0)) {
            Some(line) if stored.number == 0 => {
                let own = self.store(line, Class::Detail);
                Stored { number: own.number, chars: own.chars, class: own.class, ..stored }
            }
            _ => stored,
        }
    }

    /// The heading: the current line, or what was named instead of it.
    pub(super) fn store_heading(&mut self, line: Option<&Line<'_>>) -> Option<Stored> {
        let instead = self.instead.take();
        let own = line.map(|line| self.store(line, Class::Detail));
        match (instead, own) {
            (Some(text), own) => {
                let held = self.recent.line_of(Stored::decoded(&text, Class::Detail));
                Some(match own {
                    Some(own) if held.number == 0 => Stored { text: held.text, ..own },
                    _ => held,
                })
            }
            (None, own) => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recent(lines: &[&str]) -> Recent {
        let mut recent = Recent::default();
        for (number, text) in (1..).zip(lines) {
            recent.add(&Line { number, ..Line::of(text) }, Class::Other);
        }
        recent
    }

    fn number(recent: &mut Recent, text: &str) -> u64 {
        recent.line_of(Stored::decoded(text, Class::Detail)).number
    }

    #[test]
    fn held_text_finds_its_line() {
        let mut recent = recent(&["  a rope", "a quay", "a quay", ""]);
        assert_eq!(number(&mut recent, "a rope"), 1);
        assert_eq!(
            [0; 3].map(|_: u64| number(&mut recent, "a quay")),
            [3, 2, 0],
            "each line is found once, the last one first"
        );
        assert_eq!((number(&mut recent, "a boat"), number(&mut recent, "")), (0, 0));
    }

    #[test]
    fn only_the_last_lines_are_remembered() {
        let texts: Vec<String> = (0..LINES + 5).map(|number| format!("rope {number}")).collect();
        let mut recent = recent(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(recent.lines.len(), LINES);
        assert_eq!((number(&mut recent, "rope 4"), number(&mut recent, "rope 5")), (0, 6));
    }
}
