//! A bounded text that grows at its end: the first [`HELD_BYTES`] and the last [`TAIL_BYTES`].
//!
//! `rows` writes into it; however much is written, no more is kept. Cuts are between characters.

use crate::budget::Count as _;
use crate::text::safe;
use crate::text::{HELD_BYTES, TAIL_BYTES};

/// So many visible forms, which have at least three bytes, fill the tail.
const TAIL_FORMS: usize = TAIL_BYTES / 2;

/// How long the tail may grow, in bytes, before its front is dropped, so that this happens rarely.
const TAIL_SLACK: usize = TAIL_BYTES * 4;

/// The kept parts of a text.
#[derive(Debug, Default)]
pub(super) struct Held {
    text: String,
    /// At least the last [`TAIL_BYTES`] of the whole text, if `over`; else empty.
    tail: String,
    over: bool,
    /// Whether something that is not blank was written.
    inked: bool,
}

impl Held {
    /// Writes a text; what does not fit into the held text goes only to the tail.
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

    /// Writes a text that is kept whole or only in the tail.
    pub(super) fn push_whole(&mut self, piece: &str) {
        if !self.over && piece.len() > HELD_BYTES.saturating_sub(self.text.len()) {
            self.begin_tail();
        }
        self.push(piece);
    }

    /// Writes a visible form for each of these, as [`push_whole`](Self::push_whole) does one by one. What neither the
    /// held text nor the tail has room for costs nothing.
    pub(super) fn push_forms<T: Copy>(&mut self, of: &[T], form: impl Fn(T) -> &'static str) {
        let mut left = of.iter();
        while !self.over {
            let Some(each) = left.next() else { return };
            self.push_whole(form(*each));
        }
        let left = left.as_slice();
        for each in left.get(left.len().saturating_sub(TAIL_FORMS)..).unwrap_or(left) {
            self.push_tail(form(*each));
        }
    }

    /// Writes the visible form of every character, as [`push_whole`](Self::push_whole) does one by one. What neither the
    /// held text nor the tail has room for costs nothing.
    pub(super) fn push_visible(&mut self, characters: &str) {
        let mut form = String::new();
        let mut left = characters.chars();
        while !self.over {
            let Some(character) = left.next() else { return };
            form.clear();
            safe::escape(character, &mut form);
            self.push_whole(&form);
        }
        let left = left.as_str();
        let last = after(left, left.len().saturating_sub(TAIL_FORMS.saturating_mul(4)));
        for character in left.get(last..).unwrap_or_default().chars() {
            form.clear();
            safe::escape(character, &mut form);
            self.push_tail(&form);
        }
    }

    /// Writes ASCII, every control in it in its visible form, as [`push`](Self::push) and
    /// [`push_whole`](Self::push_whole) do piece by piece. What neither the held text nor the tail has room for costs
    /// nothing. Returns how many controls there are.
    pub(super) fn push_ascii(&mut self, bytes: &[u8]) -> u64 {
        let controls = bytes.iter().filter(|byte| safe::is_control(**byte)).count();
        let mut rest = bytes;
        while !rest.is_empty() {
            if self.over {
                rest = rest.get(rest.len().saturating_sub(TAIL_BYTES)..).unwrap_or(rest);
            }
            let plain = rest.iter().take_while(|byte| !safe::is_control(**byte)).count();
            let (text, after) = rest.split_at_checked(plain).unwrap_or((rest, &[]));
            if !text.is_empty() {
                self.push(std::str::from_utf8(text).unwrap_or_default());
            }
            let forms = after.iter().take_while(|byte| safe::is_control(**byte)).count();
            let (forms, after) = after.split_at_checked(forms).unwrap_or((after, &[]));
            self.push_forms(forms, safe::form);
            rest = after;
        }
        u64::try_from(controls).unwrap_or(u64::MAX)
    }

    /// Writes what another one holds; what that one lost stays lost.
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
        at.down(1);
    }
    at
}

/// The first boundary between characters at or after `at` (bytes).
pub(super) fn after(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at.up(1);
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
    fn forms_together_are_forms_one_by_one() {
        let form = |byte: u8| if byte == 0 { "<U+0000>" } else { "\u{fffd}" };
        for (before, count) in [(0, 10), (HELD_BYTES - 20, 1), (HELD_BYTES - 20, 9), (0, 50_000)] {
            let bytes: Vec<u8> = (0..count).map(|at| u8::from(at % 3 == 0)).collect();
            let mut one_by_one = held(&[&"x".repeat(before)]);
            bytes.iter().for_each(|byte| one_by_one.push_whole(form(*byte)));
            let mut together = held(&[&"x".repeat(before)]);
            together.push_forms(&bytes, form);
            let parts = |held: &Held| (held.text().to_owned(), held.tail().to_owned(), held.is_blank());
            assert_eq!(parts(&one_by_one), parts(&together));
        }
    }

    #[test]
    fn visible_forms_together_are_those_of_each_character() {
        for (before, count) in [(0, 10), (HELD_BYTES - 20, 9), (0, 50_000)] {
            let characters = "\u{90}\u{202e}\u{e0041}".repeat(count);
            let mut one_by_one = held(&[&"x".repeat(before)]);
            for character in characters.chars() {
                let mut form = String::new();
                safe::escape(character, &mut form);
                one_by_one.push_whole(&form);
            }
            let mut together = held(&[&"x".repeat(before)]);
            together.push_visible(&characters);
            assert_eq!((one_by_one.text(), one_by_one.tail()), (together.text(), together.tail()));
        }
    }

    #[test]
    fn ascii_together_is_ascii_piece_by_piece() {
        for (before, count) in [(0, 10), (HELD_BYTES - 20, 9), (0, HELD_BYTES / 4), (0, 200_000)] {
            let bytes: Vec<u8> = (0..count).map(|at| [b'a', 0, b' ', b'b', 7, 8][at % 6]).collect();
            let mut piece_by_piece = held(&[&"x".repeat(before)]);
            for byte in &bytes {
                match byte {
                    0..=8 => piece_by_piece.push_whole(safe::form(*byte)),
                    _ => piece_by_piece.push(std::str::from_utf8(&[*byte]).unwrap()),
                }
            }
            let mut together = held(&[&"x".repeat(before)]);
            let controls = bytes.iter().filter(|byte| **byte < 9).count();
            assert_eq!(together.push_ascii(&bytes), u64::try_from(controls).unwrap());
            assert_eq!((piece_by_piece.text(), piece_by_piece.tail()), (together.text(), together.tail()));
        }
    }

    #[test]
    fn appending_keeps_the_end() {
        let mut first = held(&["a"]);
        first.append(&held(&[&"x".repeat(HELD_BYTES), "end"]));
        assert!(first.text().starts_with("ax") && first.tail().ends_with("xend"));
        assert_eq!(first.tail().len(), TAIL_BYTES);
    }
}
