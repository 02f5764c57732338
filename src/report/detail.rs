//! What is known of one failure besides its name, and what that takes up in memory.

use super::stored::Stored;
use crate::event::Part;

/// The most bytes of one failure's detail.
pub const DETAIL_BYTES: usize = 64 * 1024;
/// What the allocator takes for each piece that it hands out, about.
const ALLOCATION: usize = 16;
/// What one line takes up besides its text.
const LINE: usize = size_of::<(Part, Stored)>() + ALLOCATION;

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
    /// What the lines count for in the bound of one failure.
    pub(super) bytes: usize,
    /// Whether lines were left out because a bound was reached.
    pub shortened: bool,
}

impl Detail {
    /// What it takes up in memory, in bytes: text, boxes and room that is not used yet.
    pub(super) fn held(&self) -> usize {
        let text = |text: &str| Self::cost_of_text(text.len());
        let lines =
            self.lines.iter().fold(0_usize, |sum, (_, line)| sum.saturating_add(text(&line.text)));
        let list = self.lines.capacity().saturating_mul(size_of::<(Part, Stored)>());
        let heading = self.heading.as_ref().map_or(0, |line| text(&line.text));
        let place = self.place.as_ref().map_or(0, |(file, _)| text(file));
        let message = self.message.as_deref().map_or(0, text);
        [Self::EMPTY, lines, list, heading, place, message].into_iter().fold(0, usize::saturating_add)
    }

    /// What one without any text takes up.
    pub(super) const EMPTY: usize = size_of::<Self>() + 2 * ALLOCATION;

    /// What a text of so many bytes takes up.
    pub(super) const fn cost_of_text(text: usize) -> usize {
        text.saturating_add(ALLOCATION)
    }

    /// What a line of so many bytes takes up, about.
    pub(super) const fn cost_of_line(text: usize) -> usize {
        text.saturating_add(LINE)
    }

    /// Adds a line; tells by how many bytes the list grew besides it.
    pub(super) fn push(&mut self, part: Part, line: Stored) -> usize {
        let before = self.lines.capacity();
        if self.lines.len() == before {
            // Most failures have a few lines: room for twice as many would be most of what is held.
            self.lines.reserve_exact(before.div_euclid(2).max(2));
        }
        self.lines.push((part, line));
        let grown = self.lines.capacity().saturating_sub(before);
        grown.saturating_mul(size_of::<(Part, Stored)>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Class;

    #[test]
    fn what_is_held_is_text_and_what_stands_around_it() {
        let mut detail = Detail::default();
        assert_eq!(detail.held(), Detail::EMPTY);
        let grown = detail.push(Part::Why, Stored::decoded("0123456789", Class::Detail));
        assert_eq!(grown, 2 * size_of::<(Part, Stored)>());
        assert_eq!(detail.held(), Detail::EMPTY + grown + 10 + ALLOCATION);
        assert_eq!(detail.push(Part::Why, Stored::decoded("", Class::Detail)), 0);
    }
}
