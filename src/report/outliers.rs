//! Lines of an unknown tool that are marked unlike nearly all others: `F sails` and `[x] sails` among thousands of
//! `. sails` and `[ ] sails`, `sails WA` among thousands of `sails AC`.
//!
//! Compares marks and understands none. It only decides which lines get the room that stronger signs leave.

use crate::budget::Count as _;

/// How many different marks of one side are counted.
const MARKS: usize = 16;
/// From how many lines on they are compared.
const LEAST: u32 = 32;
/// A mark of at most one line in `RARE` is rare. Marks are compared only where at most one line in `OTHERS` has a mark
/// that is not among the counted ones.
const RARE: u32 = 50;
const OTHERS: u32 = 5;
/// Numbers of words are compared only where all lines but one in so many have the same number.
const SAME: u32 = 10;
/// A word of more bytes is a name: all names are alike.
const LONGEST: usize = 8;

/// The most frequent marks at one end of the lines, and how often they came.
#[derive(Debug, Default)]
struct Side {
    marks: [(u64, u32); MARKS],
    lines: u32,
    counted: u32,
}

/// What the lines of a stream begin and end with.
#[derive(Debug, Default)]
pub(super) struct Outliers {
    first: Side,
    last: Side,
    /// How many words they have.
    words: Side,
}

/// A number for what a line begins or ends with. Names of tests differ in each line, and so do numbers: they are alike.
fn mark(word: &[u8]) -> u64 {
    let is_name =
        word.len() > LONGEST || word.iter().any(|byte| matches!(byte, b'0'..=b'9' | b'_' | b'/' | b'.'));
    if is_name && word.iter().any(u8::is_ascii_alphanumeric) {
        return 1;
    }
    // At most eight bytes: of a short word, or of a row of points.
    word.iter().take(LONGEST).fold(2, |sum, byte| sum.wrapping_mul(257).wrapping_add(u64::from(*byte)))
}

/// How many words of a line have a blank before them, which is one less than all.
fn blanks_before_words(line: &[u8]) -> u64 {
    /// How many are counted in one byte, without an early end: so the compiler can look at many bytes at once.
    const AT_ONCE: usize = 255;
    let is_blank = |byte: u8| (byte == b' ') | (byte == b'\t');
    let after = line.get(1..).unwrap_or_default();
    let parts = line.chunks(AT_ONCE).zip(after.chunks(AT_ONCE));
    parts.fold(0_u64, |sum, (line, after)| {
        let begins = line.iter().zip(after).map(|(byte, next)| u8::from(is_blank(*byte) & !is_blank(*next)));
        sum.saturating_add(u64::from(begins.fold(0_u8, u8::wrapping_add)))
    })
}

impl Side {
    /// Counts a mark. Returns whether it is rare, and nearly all lines have one of a few other marks.
    fn is_rare(&mut self, mark: u64) -> bool {
        self.lines.up(1);
        let at = self.marks.iter().position(|(each, count)| *each == mark && *count > 0);
        let free = at.or_else(|| self.marks.iter().position(|(_, count)| *count == 0));
        let count = match free.and_then(|at| self.marks.get_mut(at)) {
            Some(slot) => {
                *slot = (mark, slot.1.saturating_add(1));
                self.counted.up(1);
                slot.1
            }
            // Marks that come often outlast the others.
            None => {
                self.marks.iter_mut().for_each(|(_, count)| *count = count.saturating_sub(1));
                self.counted.down(u32::try_from(MARKS).unwrap_or(u32::MAX));
                0
            }
        };
        let others = self.lines.saturating_sub(self.counted);
        self.lines >= LEAST && count <= self.lines.div_euclid(RARE) && others <= self.lines.div_euclid(OTHERS)
    }

    /// Whether nearly all lines have the same mark.
    fn is_one(&self) -> bool {
        let most = self.marks.iter().map(|(_, count)| *count).max().unwrap_or(0);
        self.lines.saturating_sub(most) <= self.lines.div_euclid(SAME)
    }
}

impl Outliers {
    /// Whether a line is marked unlike nearly all lines before it.
    pub(super) fn is_one(&mut self, text: &str) -> bool {
        let bytes = text.as_bytes().trim_ascii();
        let blank = |byte: &u8| *byte == b' ' || *byte == b'\t';
        let first = bytes.split(blank).next().unwrap_or_default();
        let last = bytes.rsplit(blank).next().unwrap_or_default();
        if first.is_empty() {
            return false;
        }
        let words = self.words.is_rare(blanks_before_words(bytes)) && self.words.is_one();
        let first = self.first.is_rare(mark(first));
        self.last.is_rare(mark(last)) || first || words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(line: impl Fn(u32) -> String) -> Vec<u32> {
        let mut outliers = Outliers::default();
        (0..3000).filter(|number| outliers.is_one(&line(*number))).collect()
    }

    #[test]
    fn a_line_with_a_mark_of_its_own_is_at_out() {
        for (well, badly) in [
            (". {}", "F {}"),
            ("[ ] {}", "[x] {}"),
            ("{}", "[x] {}"),
            ("{}", "{}: 0/1"),
            ("{} AC", "{} WA"),
            ("\u{2713} {}", "{}: 0/1"),
            ("test {} Y", "test {} N"),
        ] {
            let name = |number: u32| format!("sails_{number}_miles");
            let line = |number: u32| {
                let form = if number % 500 == 499 { badly } else { well };
                form.replace("{}", &name(number))
            };
            assert_eq!(reported(line), [499, 999, 1499, 1999, 2499, 2999], "{badly}");
        }
    }

    #[test]
    fn lines_that_differ_all_have_none() {
        let words = ["it", "sails", "over", "the", "sea", "and", "none", "of", "us", "knows", "where", "to"];
        let line = |number: u32| {
            let word = |of: u32| words[usize::try_from(of).unwrap() % words.len()];
            format!(
                "{}{} {} {}{}",
                word(number),
                word(number / 7),
                word(number / 3),
                word(number / 5),
                word(number / 11)
            )
        };
        let reported = reported(line).len();
        assert!(reported < 150, "{reported}");
    }
}
