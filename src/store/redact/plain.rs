//! A text without what nobody sees in it: NUL, characters of no width, and colours within words.
//!
//! A secret may have one inside. It is looked for in the text without them, and hidden with them. Colours are so many in
//! a log that they are only looked at where a secret may be.

use std::ops::Range;

use crate::budget::Count as _;

/// The most bytes of a sequence that sets a colour.
const COLOR_BYTES: usize = 32;
/// The most bytes round a literal that are looked at without colours.
const NEAR: usize = 2048;
/// Characters of no width: joiners, marks of direction, and the mark of a byte order.
const NO_WIDTH: [&[u8]; 7] = [
    "\u{200b}".as_bytes(),
    "\u{200c}".as_bytes(),
    "\u{200d}".as_bytes(),
    "\u{200e}".as_bytes(),
    "\u{200f}".as_bytes(),
    "\u{2060}".as_bytes(),
    "\u{feff}".as_bytes(),
];

/// A text without what nobody sees.
#[derive(Default)]
pub(super) struct Plain {
    pub(super) text: Vec<u8>,
    /// Where in that text something was cut, and how many bytes were cut up to there.
    cuts: Vec<(usize, usize)>,
    /// How many bytes of the original text are before this one.
    skipped: usize,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// How many bytes at a position are NUL or of no width.
fn no_width(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    match rest.first() {
        Some(0) => 1,
        Some(_) => NO_WIDTH.iter().find(|bytes| rest.starts_with(bytes)).map_or(0, |bytes| bytes.len()),
        None => 0,
    }
}

/// How many bytes a sequence of ECMA-48 has at a position.
fn sequence(text: &[u8], at: usize) -> usize {
    let Some(sequence) = text.get(at..).and_then(|rest| rest.strip_prefix(b"\x1b[")) else { return 0 };
    let end = sequence.iter().take(COLOR_BYTES).position(|byte| (0x40..0x7f).contains(byte));
    end.map_or(0, |end| end.saturating_add(3))
}

impl Plain {
    /// A text without NUL and characters of no width; `None` when it has none.
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        Self::without(text, memchr::memchr3_iter(0, 0xe2, 0xef, text), no_width)
    }

    /// The line round a part of a text without the colours that are before or after letters there; `None` when none are
    /// after the part.
    pub(super) fn near(text: &[u8], part: &Range<usize>) -> Option<Self> {
        let after = text.get(part.start..part.start.saturating_add(NEAR).min(text.len()))?;
        let after = memchr::memchr(b'\n', after).and_then(|end| after.get(..end)).unwrap_or(after);
        memchr::memchr(0x1b, after)?;
        let begin = super::lines::line_start_within(text, part.start, NEAR);
        let line = text.get(begin..part.start.saturating_add(after.len()))?;
        let letters = |at: usize, end: usize| {
            let before = at.checked_sub(1).and_then(|at| line.get(at));
            before.is_some_and(|byte| is_word(*byte)) && line.get(end).is_some_and(|byte| is_word(*byte))
        };
        let colors = |text: &[u8], at: usize| {
            let mut end = at;
            while let length @ 1.. = sequence(text, end) {
                end.up(length);
            }
            if letters(at, end) { end.saturating_sub(at) } else { 0 }
        };
        let plain = Self::without(line, memchr::memchr_iter(0x1b, line), colors)?;
        Some(Self { skipped: begin, ..plain })
    }

    /// A text without what begins at some of these places; `None` when nothing does.
    fn without(
        text: &[u8],
        starts: impl Iterator<Item = usize>,
        length: impl Fn(&[u8], usize) -> usize,
    ) -> Option<Self> {
        let mut plain = Self::default();
        let (mut from, mut cut) = (0_usize, 0_usize);
        for start in starts {
            let length = if start < from { 0 } else { length(text, start) };
            if length > 0 {
                plain.text.extend_from_slice(text.get(from..start).unwrap_or_default());
                cut.up(length);
                plain.cuts.push((plain.text.len(), cut));
                from = start.saturating_add(length);
            }
        }
        if from == 0 {
            return None;
        }
        plain.text.extend_from_slice(text.get(from..).unwrap_or_default());
        Some(plain)
    }

    /// Where a part of this text is in the original one.
    pub(super) fn original(&self, part: &Range<usize>) -> Range<usize> {
        let cut = |at: usize| {
            let before = self.cuts.partition_point(|(place, _)| *place <= at);
            before.checked_sub(1).and_then(|last| self.cuts.get(last)).map_or(0, |(_, cut)| *cut)
        };
        // The last byte of a part says where it ends: what is cut after it stays.
        let last = part.end.saturating_sub(1);
        let start = part.start.saturating_add(cut(part.start)).saturating_add(self.skipped);
        start..part.end.saturating_add(cut(last)).saturating_add(self.skipped)
    }

    /// Where a place of the original text is in this one.
    pub(super) fn place(&self, at: usize) -> usize {
        let at = at.saturating_sub(self.skipped);
        let cut = self.cuts.iter().take_while(|(place, cut)| place.saturating_add(*cut) <= at).last();
        at.saturating_sub(cut.map_or(0, |(_, cut)| *cut))
    }
}
