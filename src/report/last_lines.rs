//! The last lines of a stream, in one piece of memory that is used again: keeping one costs no allocation.
//!
//! What is kept is bounded by the caller, who takes lines off the front. Text that was taken off is dropped in bulk, so
//! that at most about twice the kept text is held.

use std::collections::VecDeque;

use super::stored::Stored;
use crate::budget::Count as _;
use crate::event::Class;
use crate::text::Line;

/// Text that was taken off is dropped when there is this much of it, and as much as there is kept text. In bytes.
const DEAD_BYTES: usize = 16 * 1024;

#[derive(Debug)]
struct Kept {
    number: u64,
    chars: u64,
    length: usize,
    class: Class,
    shortened: bool,
}

/// Lines in their order, oldest first.
#[derive(Debug, Default)]
pub struct LastLines {
    lines: VecDeque<Kept>,
    /// The text of all lines, one after the other, after `dead` bytes of lines that were taken off.
    text: String,
    dead: usize,
}

impl LastLines {
    /// How many lines are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Keeps a line as [`Stored::of`] would. Returns the bytes of its text.
    #[inline]
    pub fn push(&mut self, line: &Line<'_>, class: Class) -> usize {
        let (number, chars) = Stored::account(line);
        let (length, shortened) = if Stored::is_whole(line) {
            self.text.push_str(line.text);
            (line.text.len(), false)
        } else {
            self.push_shortened(line, class)
        };
        self.lines.push_back(Kept { number, chars, length, class, shortened });
        length
    }

    /// Adds what is kept of a long line: its bytes, and whether it was shortened.
    #[inline(never)]
    fn push_shortened(&mut self, line: &Line<'_>, class: Class) -> (usize, bool) {
        let stored = Stored::of(line, class);
        self.text.push_str(&stored.text);
        (stored.text.len(), stored.shortened)
    }

    /// Takes the oldest lines off as long as `goes` returns true; its arguments are how many are left, and the bytes of
    /// the oldest one's text.
    pub fn pop_while(&mut self, mut goes: impl FnMut(usize, usize) -> bool) {
        let mut left = self.lines.len();
        let mut gone = 0_usize;
        for oldest in &self.lines {
            if !goes(left, oldest.length) {
                break;
            }
            gone.up(oldest.length);
            left.down(1);
        }
        self.lines.drain(..self.lines.len().saturating_sub(left));
        self.dead.up(gone);
        let live = self.text.len().saturating_sub(self.dead);
        if self.dead >= DEAD_BYTES.max(live) {
            self.text.drain(..self.dead);
            self.dead = 0;
        }
    }

    /// The lines, newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = Stored> {
        self.lines.iter().rev().scan(self.text.len(), |end, kept| {
            let start = end.saturating_sub(kept.length);
            let text = self.text.get(start..*end).unwrap_or_default().into();
            *end = start;
            let Kept { number, chars, class, shortened, .. } = *kept;
            Some(Stored { text, number, chars, class, shortened })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_come_back_as_they_were_stored() {
        let mut last = LastLines::default();
        let mut stored = VecDeque::new();
        for number in 1..=3000_u64 {
            let text = format!("é {number}").repeat(usize::try_from(number % 40).unwrap() * 20);
            let line = Line { number, last_row: number % 7 != 0, ..Line::of(&text) };
            last.push(&line, Class::Noise);
            stored.push_back(Stored::of(&line, Class::Noise));
            if last.len() > 60 {
                last.pop_while(|left, bytes| {
                    let goes = left > 50;
                    if goes {
                        assert_eq!(Some(bytes), stored.pop_front().map(|line| line.text.len()));
                    }
                    goes
                });
            }
            assert!(
                last.text.len()
                    <= 3 * stored.iter().map(|line| line.text.len()).sum::<usize>() + 2 * DEAD_BYTES
            );
        }
        assert_eq!(last.newest_first().collect::<Vec<_>>(), stored.into_iter().rev().collect::<Vec<_>>());
    }
}
