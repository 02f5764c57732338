//! Lines of a text: where they are, and what is before the text of each, a time or the name of a container.

use std::ops::Range;

use super::escapes::run;

/// The most bytes that are before the text of a line.
const LEAD: usize = 256;

/// A line's range without its end, and where the next one begins.
pub(super) fn line_at(text: &[u8], from: usize) -> (Range<usize>, usize) {
    let rest = text.get(from..).unwrap_or_default();
    match memchr::memchr(b'\n', rest) {
        Some(length) => {
            let end = from.saturating_add(length);
            let bare =
                if rest.get(length.wrapping_sub(1)) == Some(&b'\r') { end.saturating_sub(1) } else { end };
            (from..bare.max(from), end.saturating_add(1))
        }
        None => (from..text.len(), text.len()),
    }
}

/// Where the line of a position begins, at most [`LEAD`] bytes before it.
pub(super) fn line_start(text: &[u8], at: usize) -> usize {
    line_start_within(text, at, LEAD)
}

/// Where the line of a position begins, so many bytes before it at most.
pub(super) fn line_start_within(text: &[u8], at: usize, most: usize) -> usize {
    let from = at.saturating_sub(most);
    let near = text.get(from..at).unwrap_or_default();
    memchr::memrchr(b'\n', near).map_or(from, |end| from.saturating_add(end).saturating_add(1))
}

/// Bytes of which every digit is the same.
pub(super) fn shape(bytes: &[u8]) -> impl Iterator<Item = u8> {
    bytes.iter().map(|byte| if byte.is_ascii_digit() { b'0' } else { *byte })
}

/// What is before the text of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead<'a> {
    bytes: &'a [u8],
}

impl<'a> Lead<'a> {
    /// What is on the line of a position before it.
    pub(super) fn before(text: &'a [u8], at: usize) -> Self {
        let bytes = text.get(line_start(text, at)..at).unwrap_or_default();
        // Quotes and brackets belong to what comes after them.
        let own = bytes.iter().rev().take_while(|byte| b"\"'`[\\".contains(byte)).count();
        Self { bytes: bytes.get(..bytes.len().saturating_sub(own)).unwrap_or_default() }
    }

    /// Where the own text of the line that begins at `from` begins: after what is before the text of the first one, too,
    /// and after blanks. Also whether that is deeper than there.
    pub(super) fn past(&self, text: &[u8], from: usize) -> (usize, bool) {
        let line = text.get(from..).unwrap_or_default();
        let same = shape(self.bytes).zip(shape(line)).take_while(|(one, other)| one == other).count();
        // A word that only begins alike is no part of it.
        let alike = self.bytes.get(..same).unwrap_or_default();
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'|' | b'>');
        let same = if same == self.bytes.len() {
            same
        } else {
            alike.iter().rposition(ends).map_or(0, |at| at.saturating_add(1))
        };
        let from = from.saturating_add(same);
        let blanks = run(text, from, LEAD, |byte| matches!(byte, b' ' | b'\t'));
        let marks = self.bytes.get(same..).unwrap_or_default();
        // Dashes of a list and quotes before the first name are as wide as blanks.
        (from.saturating_add(blanks), blanks > marks.len())
    }
}
