//! The lines that the reader passes on together with one: each is judged in place, on a short way to the recognizers.
//!
//! The checks of the reader and the streams are made here: whether a CI's or a stream's prefix is before the line. A line
//! in doubt ends the short way, and the reader passes it on by itself.

use crate::budget::Count as _;
use crate::recognize::documents;
use crate::text::channel::names::{self, Begin};
use crate::text::{self, After, HELD_BYTES, Line, Together};

/// So many empty lines in a row are left to the reader, which passes them on as one.
const BLANKS: usize = 3;

/// The lines after one in its block.
pub(in crate::recognize) struct Following<'a> {
    together: Together<'a>,
    /// The number of the line that they are after.
    number: u64,
    /// How many bytes from the beginning of that line on have no stream's name.
    free: usize,
    /// Where the next line begins.
    begin: usize,
    taken: After,
}

impl<'a> Following<'a> {
    /// The lines after a line, when no CI's prefix may be before any line.
    #[inline]
    pub(in crate::recognize) fn after(line: &Line<'a>, free: usize) -> Option<Self> {
        let together = line.together.filter(|together| together.bare)?;
        let begin = together.length.saturating_add(1);
        let free = free.min(together.text.len());
        (begin < free).then_some(Self { together, number: line.number, free, begin, taken: After::default() })
    }

    /// How many bytes from the beginning of the last returned line on have no stream's name.
    #[inline]
    pub(in crate::recognize) const fn free(&self, line: &Line<'_>) -> usize {
        self.free.saturating_add(line.text.len()).saturating_add(1).saturating_sub(self.begin)
    }

    /// These lines after the last one were judged together.
    #[inline]
    pub(in crate::recognize) fn pass(&mut self, lines: After) {
        self.begin.up(lines.bytes);
        self.taken.lines.up(lines.lines);
        self.taken.bytes.up(lines.bytes);
    }

    pub(in crate::recognize) const fn taken(&self) -> After {
        self.taken
    }

    /// The next line, which is then to be judged, if its text may be.
    #[inline]
    pub(in crate::recognize) fn next_if(&mut self, may_be: impl FnOnce(&str) -> bool) -> Option<Line<'a>> {
        let Together { text: whole, position, .. } = self.together;
        let near = whole.get(self.begin..self.free)?;
        let length = memchr::memchr(b'\n', near.as_bytes())?;
        let text = near.get(..length)?;
        let begin = names::begin(text);
        if length > HELD_BYTES || text::may_have_prefix(text) || begin == Begin::Anything {
            return None;
        }
        // A document begins with a bracket, not with a word: only lines without a prefix need the check.
        if !may_be(text) || (begin == Begin::Nothing && documents::may_begin(text.as_bytes())) {
            return None;
        }
        if length == 0 && near.as_bytes().get(1..).is_some_and(|more| more.starts_with(&[b'\n'; BLANKS])) {
            return None;
        }
        let position = position.saturating_add(u64::try_from(self.begin).unwrap_or(u64::MAX));
        let together = Some(Together { text: whole.get(self.begin..)?, length, position, bare: true });
        self.pass(After { lines: 1, bytes: length.saturating_add(1) });
        Some(Line { together, ..Line::plain(text, self.number.saturating_add(self.taken.lines)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, bare: bool) -> Line<'_> {
        let length = text.find('\n').unwrap();
        let together = Some(Together { text, length, position: 100, bare });
        Line { together, ..Line::plain(&text[..length], 7) }
    }

    fn given(text: &str, free: usize) -> Vec<(String, u64, u64)> {
        let Some(mut following) = Following::after(&line(text, true), free) else { return Vec::new() };
        let mut lines = Vec::new();
        while let Some(line) = following.next_if(|_| true) {
            let together = line.together.unwrap();
            assert!(together.text.starts_with(line.text) && together.length == line.text.len());
            assert_eq!(following.free(&line), free - (together.position as usize - 100));
            lines.push((line.text.to_owned(), line.number, together.position));
        }
        let bytes = lines.iter().map(|(text, ..)| text.len() + 1).sum::<usize>();
        assert_eq!((following.taken().lines, following.taken().bytes), (lines.len() as u64, bytes));
        lines
    }

    #[test]
    fn each_line_is_at_where_the_reader_would_lend_it() {
        let row = |text: &str, number, position| (text.to_owned(), number, position);
        let text = "a\nb c\n\nd\n";
        assert_eq!(given(text, text.len()), [row("b c", 8, 102), row("", 9, 106), row("d", 10, 107)]);
        assert_eq!(given(text, 8), [row("b c", 8, 102), row("", 9, 106)], "the end of `d` is not looked at");
        assert_eq!(given("a\nb\n", 2), []);
    }

    #[test]
    fn what_may_have_a_prefix_and_many_empty_lines_are_left_to_the_reader() {
        for text in
            ["[12:00:00] b\n", "12:00:00 b\n", "@a/b:c: d\n", "[0] b\n", "#12 0.3 b\n", "> a\n", "\n\n\n\n"]
        {
            let text = format!("a\n{text}c\n");
            assert_eq!(given(&text, text.len()), [], "{text}");
        }
        for text in ["# Subtest: a\n", "12 passed\n", "--- PASS: a\n", "Running\n", "\n\n\n"] {
            let text = format!("a\n{text}c\n");
            assert_eq!(given(&text, text.len()).len(), text.matches('\n').count() - 1, "{text}");
        }
        assert!(Following::after(&line("a\nb\n", false), 4).is_none());
    }

    #[test]
    fn lines_that_were_judged_together_are_passed_over() {
        let text = "a\nb\nc\nd\ne\n";
        let mut following = Following::after(&line(text, true), text.len()).unwrap();
        assert_eq!(following.next_if(|text| text == "b").unwrap().text, "b");
        following.pass(After { lines: 2, bytes: 4 });
        assert!(following.next_if(|_| false).is_none());
        let last = following.next_if(|_| true).unwrap();
        assert_eq!((last.text, last.number, following.taken().lines), ("e", 11, 4));
    }
}
