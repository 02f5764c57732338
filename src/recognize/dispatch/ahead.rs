//! The lines after a pass, as long as they are passes of the same recognizer: the short way for most lines of most logs.
//!
//! Every check between the reader and the recognizer is made here too, so that the result is the same on both ways:
//! whether a CI's or a stream's prefix is before the line, and whose pass shape it has. A line in doubt ends the short
//! way and goes the long way.

use super::prefilter::Prefilter;
use crate::budget::Count as _;
use crate::text::channel::names::{self, Begin};
use crate::text::{self, After, HELD_BYTES, JUDGED_BYTES, Line, Together};

/// The lines that may be taken.
pub struct Ahead<'a> {
    /// The text that follows, up to the first char that a stream's prefix has.
    text: &'a str,
    /// The number of the line that comes next.
    number: u64,
    /// The bytes of that line with its end, once it was looked at.
    bytes: usize,
    taken: After,
    shapes: &'a Prefilter,
    /// The recognizer whose passes are taken.
    recognizer: usize,
    /// Whether no line that has one of its shapes can be another recognizer's pass.
    alone: bool,
}

impl<'a> Ahead<'a> {
    /// The lines after a line in its block. The first `unbarred` bytes from the line's beginning on have neither a bar
    /// nor a dollar sign. `None` where a CI's prefix may be before any line.
    #[inline]
    pub(in crate::recognize) fn after(
        line: &Line<'a>,
        unbarred: usize,
        shapes: &'a Prefilter,
        recognizer: usize,
    ) -> Option<Self> {
        let Together { text, length, .. } = line.together.filter(|together| together.bare)?;
        let text = text.get(length.checked_add(1)?..unbarred.min(text.len()))?;
        // Passes of one runner begin alike: where they take turns with other lines, each try would be in vain.
        if text.as_bytes().first() != line.text.as_bytes().first() {
            return None;
        }
        let number = line.number.saturating_add(1);
        let alone = shapes.is_alone(recognizer);
        Some(Self { text, number, bytes: 0, taken: After::default(), shapes, recognizer, alone })
    }

    pub(in crate::recognize) const fn taken(&self) -> After {
        self.taken
    }

    /// The text that comes next, as far as a line is judged, for a recognizer that reads lines by itself. It must then
    /// [take](Self::take_bytes) only lines that have one of its pass shapes, one at a time.
    #[inline]
    pub fn rest(&self) -> Option<&'a str> {
        let near = self.text.get(..JUDGED_BYTES).unwrap_or(self.text);
        let doubtful = !self.alone || text::may_have_prefix(near) || names::begin(near) == Begin::Anything;
        (!doubtful).then_some(near)
    }

    /// The next line, if it has the shape of the recognizer's passes: the same until it is [taken](Self::take).
    #[inline]
    pub fn line(&mut self) -> Option<Line<'a>> {
        let length = memchr::memchr(b'\n', self.text.as_bytes())?;
        let text = self.text.get(..length)?;
        if length > HELD_BYTES || text::may_have_prefix(text) || names::begin(text) == Begin::Anything {
            return None;
        }
        self.bytes = length.saturating_add(1);
        let line = Line::plain(text, self.number);
        (self.shapes.pass(&line) == Some(self.recognizer)).then_some(line)
    }

    /// The line that was looked at last is a pass and says nothing else.
    #[inline]
    pub fn take(&mut self) {
        self.take_bytes(self.bytes);
    }

    /// The next `bytes` bytes are a line, with its end, that is a pass and says nothing else.
    #[inline]
    pub fn take_bytes(&mut self, bytes: usize) {
        self.text = self.text.get(bytes..).unwrap_or_default();
        self.number.up(1);
        self.taken.lines.up(1);
        self.taken.bytes.up(bytes);
    }
}
