//! The empty line after each line of text that was copied from a console or a web page: `a`, nothing, `b`, nothing.
//!
//! The first lines show it: every other one is empty. Only one empty line after each other line is taken off, so an empty
//! line of the log itself stays. Once several lines come without it, nothing more is taken off.

use crate::budget::Count as _;

/// How many lines are needed to know it; fewer are enough when there are no more.
const LINES: usize = 20;
/// How many of them have text at least.
const TEXTS: usize = 6;
/// After so many lines with text in a row nothing is taken off anymore.
const MISSES: u8 = 4;
/// The longest line of blanks that is an empty one, in bytes.
const BLANKS: usize = 80;

/// Takes the empty lines off.
#[derive(Debug, Default)]
pub(super) struct Doubled {
    /// The beginning of a line, as long as it is nothing but blanks.
    held: Vec<u8>,
    /// Whether the beginning of the present line was already passed on.
    inside: bool,
    /// Whether an empty line is due.
    due: bool,
    /// How many lines with text came in a row.
    misses: u8,
    lines: u64,
}

/// How lines with and without text follow each other.
enum Order {
    /// Every other one is empty. `lines` is how many there are, `texts` how many of them have text.
    Alternate { lines: usize, texts: usize },
    /// They follow each other in other ways.
    Other,
}

/// How the first lines follow each other. The last one may be incomplete.
fn order(text: &[u8]) -> Order {
    let (mut lines, mut texts) = (0_usize, 0_usize);
    for (at, line) in text.trim_ascii_start().split_inclusive(|byte| *byte == b'\n').take(LINES).enumerate() {
        let blank = line.trim_ascii().is_empty();
        if at % 2 == 1 && !blank {
            return Order::Other;
        }
        lines.up(1);
        texts.up(usize::from(!blank));
    }
    Order::Alternate { lines, texts }
}

impl Doubled {
    /// Whether the lines alternate so far, but are too few to decide.
    pub(super) fn may_be(text: &[u8]) -> bool {
        let whole = memchr::memrchr(b'\n', text).and_then(|end| text.get(..=end)).unwrap_or_default();
        matches!(order(text), Order::Alternate { .. })
            && matches!(order(whole), Order::Alternate { lines, .. } if lines < LINES)
    }

    /// Begins if an empty line follows each of these first lines, or of all there are.
    pub(super) fn find(text: &[u8]) -> Option<Self> {
        matches!(order(text), Order::Alternate { texts, .. } if texts >= TEXTS).then(Self::default)
    }

    /// Takes the next bytes, and adds them without the empty lines.
    pub(super) fn add(&mut self, bytes: &[u8], into: &mut Vec<u8>) {
        if self.misses >= MISSES && self.held.is_empty() {
            into.extend_from_slice(bytes);
            return;
        }
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let ends = piece.ends_with(b"\n");
            if self.inside {
                into.extend_from_slice(piece);
            } else {
                self.held.extend_from_slice(piece);
                let blank = self.held.trim_ascii().is_empty();
                if blank && !ends && self.held.len() <= BLANKS {
                    continue;
                }
                self.begin(blank, into);
            }
            self.inside = !ends;
        }
    }

    /// The text ended.
    pub(super) fn finish(&mut self, into: &mut Vec<u8>) {
        if !self.held.is_empty() {
            self.begin(true, into);
        }
        self.inside = false;
    }

    /// Decides on the line whose beginning is in `held`.
    fn begin(&mut self, blank: bool, into: &mut Vec<u8>) {
        let over = self.misses >= MISSES;
        if blank && self.due && !over {
            self.lines.up(1);
            (self.due, self.misses) = (false, 0);
        } else {
            self.misses = if over || (!blank && self.due) { self.misses.saturating_add(1) } else { 0 };
            self.due = true;
            into.extend_from_slice(&self.held);
        }
        self.held.clear();
    }

    /// How many empty lines were taken off.
    pub(super) const fn lines(&self) -> u64 {
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(text: &str) -> Option<(String, u64)> {
        let whole = |piece: usize| {
            let mut doubled = Doubled::find(text.as_bytes())?;
            let mut into = Vec::new();
            text.as_bytes().chunks(piece).for_each(|piece| doubled.add(piece, &mut into));
            doubled.finish(&mut into);
            Some((String::from_utf8(into).unwrap(), doubled.lines()))
        };
        assert_eq!(whole(1), whole(usize::MAX));
        whole(7)
    }

    #[test]
    fn one_empty_line_after_each_line_goes() {
        let log = "RUNS\n  a\n\n    b\n\n\n  c\nd\ne\nf";
        let (lines, ending) = (log.split('\n').count() as u64 - 1, log.replace('\n', "\n\n"));
        assert_eq!(without(&ending), Some((log.to_owned(), lines)));
        let carried = log.replace('\n', "\r\n");
        assert_eq!(without(&carried.replace("\r\n", "\r\n\r\n")), Some((carried, lines)));
        assert_eq!(without(&log.replace('\n', "\n  \n")), Some((log.to_owned(), lines)));
    }

    #[test]
    fn nothing_goes_where_lines_come_without_an_empty_one() {
        let doubled = "a\n\nb\n\nc\n\nd\n\ne\n\nf\n\ng\n\nh\n\ni\n\nj\n\n";
        let (text, lines) = without(&format!("{doubled}1\n2\n3\n4\n5\n\n6\n")).unwrap();
        assert_eq!((&*text, lines), ("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n1\n2\n3\n4\n5\n\n6\n", 10));
    }

    #[test]
    fn other_lines_have_none() {
        for text in
            ["", "a\n\nb\n\nc\n", "a\n\nb\n\nc\n\nd\n\ne\n\nf\ng\n", "a\nb\n\n\n\n\n\n\n", "\n\n\n\n\n\n\n\n"]
        {
            assert_eq!(without(text), None, "{text:?}");
        }
    }

    #[test]
    fn lines_are_waited_for_as_long_as_they_alternate() {
        let lines = "a\n\n".repeat(LINES);
        for at in 0..lines.len() {
            let known = lines[..at].bytes().filter(|byte| *byte == b'\n').count() >= LINES;
            assert_eq!(Doubled::may_be(&lines.as_bytes()[..at]), !known, "{at}");
        }
        assert!(!Doubled::may_be(b"a\n\nb\nc"));
    }
}
