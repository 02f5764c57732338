//! A bounded text that grows at its end: the first [`HELD_BYTES`] and the last [`TAIL_BYTES`].
//!
//! `rows` writes into it; however much is written, no more is kept. Cuts fall between characters.

use crate::text::{HELD_BYTES, TAIL_BYTES};

/// How long the tail may grow before its front is thrown away, so that this happens rarely.
const TAIL_SLACK: usize = TAIL_BYTES * 4;

/// The kept parts of a text.
#[derive(Debug, Default)]
pub(super) struct Held {
    text: String,
    /// More than the last [`TAIL_BYTES`] of the whole text, if `over`; else empty.
    tail: String,
    over: bool,
    /// Something that is not blank was written.
    inked: bool,
}

impl Held {
    /// Writes; what does not fit into the held text goes to the tail alone.
    pub(super) fn push(&mut self, piece: &str) {
        self.inked = self.inked || piece.bytes().any(|byte| !matches!(byte, b' ' | b'\t'));
        if !self.over {
            let room = HELD_BYTES.saturating_sub(self.text.len());
            if piece.len() <= room {
                self.text.push_str(piece);
                return;
            }
            let fits = before(piece, room);
            self.text.push_str(piece.get(..fits).unwrap_or_default());
            self.begin_tail();
            self.push_tail(piece.get(fits..).unwrap_or_default());
            return;
        }
        self.push_tail(piece);
    }

    /// Writes something that is kept whole or only in the tail.
    pub(super) fn push_whole(&mut self, piece: &str) {
        if !self.over && piece.len() > HELD_BYTES.saturating_sub(self.text.len()) {
            self.begin_tail();
        }
        self.push(piece);
    }

    /// Writes what another holds; what that one lost stays lost.
    pub(super) fn append(&mut self, other: &Self) {
        self.push(&other.text);
        self.inked = self.inked || other.inked;
        if other.over {
            if !self.over {
                self.begin_tail();
            }
            self.push_tail(&other.tail);
        }
    }

    fn begin_tail(&mut self) {
        self.over = true;
        self.tail.clear();
        let from = after(&self.text, self.text.len().saturating_sub(TAIL_BYTES));
        self.tail.push_str(self.text.get(from..).unwrap_or_default());
    }

    fn push_tail(&mut self, piece: &str) {
        let from = after(piece, piece.len().saturating_sub(TAIL_SLACK));
        self.tail.push_str(piece.get(from..).unwrap_or_default());
        if self.tail.len() > TAIL_SLACK {
            let front = before(&self.tail, self.tail.len().saturating_sub(TAIL_BYTES));
            self.tail.drain(..front);
        }
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.tail.clear();
        self.over = false;
        self.inked = false;
    }

    /// The first bytes, at most [`HELD_BYTES`].
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The last bytes, at most [`TAIL_BYTES`], when the text is longer than what is held; else empty.
    pub(super) fn tail(&self) -> &str {
        let from = after(&self.tail, self.tail.len().saturating_sub(TAIL_BYTES));
        self.tail.get(from..).unwrap_or_default()
    }

    /// Whether nothing but blanks was written.
    pub(super) fn is_blank(&self) -> bool {
        !self.inked
    }
}

/// The last boundary between characters at or before `at` (bytes).
pub(super) fn before(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at = at.saturating_sub(1);
    }
    at
}

/// The first boundary between characters at or after `at` (bytes).
pub(super) fn after(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at = at.saturating_add(1);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(pieces: &[&str]) -> Held {
        let mut held = Held::default();
        for piece in pieces {
            held.push(piece);
        }
        held
    }

    #[test]
    fn a_text_at_the_bound_is_whole_and_one_byte_more_has_a_tail() {
        let bound = "x".repeat(HELD_BYTES);
        let at = held(&[&bound]);
        assert_eq!((at.text().len(), at.tail()), (HELD_BYTES, ""));
        let above = held(&[&bound, "y"]);
        assert_eq!(above.text(), bound);
        assert_eq!(above.tail(), format!("{}y", "x".repeat(TAIL_BYTES - 1)));
    }

    #[test]
    fn the_split_into_pieces_does_not_matter() {
        let text = "aé✓🦀 ".repeat(20_000);
        let whole = held(&[&text]);
        let pieces: Vec<String> = text.chars().map(String::from).collect();
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let cut = held(&pieces);
        assert_eq!((whole.text(), whole.tail()), (cut.text(), cut.tail()));
        assert!(text.starts_with(whole.text()) && text.ends_with(whole.tail()));
        assert!(whole.tail().len() > TAIL_BYTES - 4 && whole.text().len() > HELD_BYTES - 4);
    }

    #[test]
    fn an_escape_is_not_cut_at_the_bound() {
        let mut held = held(&[&"x".repeat(HELD_BYTES - 4)]);
        held.push_whole("<U+202E>");
        assert_eq!(held.text().len(), HELD_BYTES - 4);
        assert!(held.tail().ends_with("x<U+202E>"));
    }

    #[test]
    fn appending_keeps_the_end() {
        let mut first = held(&["a"]);
        first.append(&held(&[&"x".repeat(HELD_BYTES), "end"]));
        assert!(first.text().starts_with("ax") && first.tail().ends_with("xend"));
        assert_eq!(first.tail().len(), TAIL_BYTES);
    }
}
