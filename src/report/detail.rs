//! What is known of one failure besides its name, and how much memory that takes.

use super::stored::Stored;
use crate::budget::Count as _;
use crate::event::Part;

/// The most bytes of one failure's detail.
pub const DETAIL_BYTES: usize = 64 * 1024;
/// How many of them captured output and frames leave free: why a test failed may be reported after them.
const AFTER_OUTPUT: usize = 8 * 1024;
/// Captured output of fewer bytes is kept whole: dropping it frees too little.
const LEAST_OUTPUT: usize = 16 * 1024;
/// What the allocator takes for each allocation, about, in bytes.
const ALLOCATION: usize = 16;
/// What one line takes up in the list, in bytes, without its text.
const LINE: usize = size_of::<(Part, Stored)>();
/// The lines for which there is room at first.
const FEWEST_LINES: usize = 2;

/// What is known of one failure besides its name.
#[derive(Clone, Debug, Default)]
pub struct Detail {
    /// The line that names what can be rerun.
    pub heading: Option<Stored>,
    /// The lines of the blocks, in order.
    pub lines: Vec<(Part, Stored)>,
    /// Where it failed.
    pub place: Option<(Box<str>, Option<u64>)>,
    /// The message that the recognizer named.
    pub message: Option<Box<str>>,
    /// What the lines count against the bound of one failure, in bytes.
    pub(super) bytes: usize,
    /// Whether lines were left out because a bound was reached.
    pub shortened: bool,
}

impl Detail {
    /// Whether it holds a message, or lines that say why.
    pub(super) fn says_why(&self) -> bool {
        self.message.is_some() || self.lines.iter().any(|(part, _)| *part == Part::Why)
    }

    /// How many bytes of lines a failure may have when one of this part is added.
    pub(super) const fn room(part: Part) -> usize {
        match part {
            Part::Output | Part::Where => DETAIL_BYTES.saturating_sub(AFTER_OUTPUT),
            Part::Why => DETAIL_BYTES,
        }
    }

    /// What it takes up in memory, in bytes: text, boxes and room that is not used yet.
    pub(super) fn held(&self) -> usize {
        let text = |text: &str| Self::cost_of_text(text.len());
        let lines = self.lines.iter().fold(0_usize, |sum, (_, line)| sum.saturating_add(text(&line.text)));
        let list = self.lines.capacity().saturating_mul(LINE);
        let heading = self.heading.as_ref().map_or(0, |line| text(&line.text));
        let place = self.place.as_ref().map_or(0, |(file, _)| text(file));
        let message = self.message.as_deref().map_or(0, text);
        [Self::EMPTY, lines, list, heading, place, message].into_iter().fold(0, usize::saturating_add)
    }

    /// What a detail without any text takes up, in bytes.
    pub(super) const EMPTY: usize = size_of::<Self>() + 2 * ALLOCATION;

    /// What a text of this length takes up, in bytes.
    pub(super) const fn cost_of_text(text: usize) -> usize {
        text.saturating_add(ALLOCATION)
    }

    /// What one more line takes up, in bytes, for a text of this length; `detail` is `None` when there is none yet.
    pub(super) fn cost_of_line(detail: Option<&Self>, text: usize) -> usize {
        let begins = if detail.is_none() { Self::EMPTY } else { 0 };
        let grows = detail.map_or(FEWEST_LINES, Self::growth).saturating_mul(LINE);
        Self::cost_of_text(text).saturating_add(begins).saturating_add(grows)
    }

    /// Forgets the older half of the captured output: its end is next to the failure. Returns how many bytes that frees;
    /// 0 when there is not much output.
    pub(super) fn forget_old_output(&mut self) -> usize {
        let output = |lines: &[(Part, Stored)]| {
            let output = lines.iter().filter(|(part, _)| *part == Part::Output);
            output.fold(0_usize, |sum, (_, line)| sum.saturating_add(line.bytes()))
        };
        let all = output(&self.lines);
        if all < LEAST_OUTPUT {
            return 0;
        }
        let (mut gone, mut held) = (0_usize, 0_usize);
        self.lines.retain(|(part, line)| {
            let goes = *part == Part::Output && gone < all.div_euclid(2);
            if goes {
                gone.up(line.bytes());
                held.up(Self::cost_of_text(line.text.len()));
            }
            !goes
        });
        self.bytes.down(gone);
        self.shortened = true;
        held
    }

    /// By how many lines the list grows for one more.
    fn growth(&self) -> usize {
        // Most failures have a few lines: to double the room would waste most of the memory that is held.
        let full = self.lines.len() == self.lines.capacity();
        if full { self.lines.len().div_euclid(2).max(FEWEST_LINES) } else { 0 }
    }

    /// Adds a line. Returns by how many bytes the list grew, without the line's own text.
    pub(super) fn push(&mut self, part: Part, line: Stored) -> usize {
        let before = self.lines.capacity();
        self.lines.reserve_exact(self.growth());
        self.lines.push((part, line));
        let grown = self.lines.capacity().saturating_sub(before);
        grown.saturating_mul(LINE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Class;

    #[test]
    fn what_is_held_is_text_and_what_is_at_around_it() {
        let mut detail = Detail::default();
        assert_eq!(detail.held(), Detail::EMPTY);
        let grown = detail.push(Part::Why, Stored::decoded("0123456789", Class::Detail));
        assert_eq!(grown, 2 * LINE);
        assert_eq!(detail.held(), Detail::EMPTY + grown + 10 + ALLOCATION);
        assert_eq!(detail.push(Part::Why, Stored::decoded("", Class::Detail)), 0);
    }
}
