//! Marks of tests on a line that has no end yet: `..F.s`, as unittest, rspec and others print one for each test.
//!
//! When the line ends, the report counts its tests, or the end of the run does; only rows that end with a count are counted here.

use crate::budget::Count as _;

/// What the marks of the unfinished line say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// Tests that passed.
    pub(super) passed: u64,
    /// Tests that failed.
    pub(super) failed: u64,
    /// All tests, those with other marks among them.
    pub(super) done: u64,
    at: At,
}

/// Where in the line we are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum At {
    /// Before a mark, or among marks from the beginning on.
    #[default]
    Begin,
    /// In the name of a file of Python, so many bytes of `.py` seen.
    Name(u8),
    /// Among marks after a name or a blank.
    Marks,
    /// In a sequence of colours, among marks.
    Colour,
    /// After the marks.
    After,
    /// In a line that is no row of marks.
    Text,
}

/// So many marks and a count after them are a row, as PHPUnit ends each of its rows: `63 / 130 (48%)`.
const ROW: u64 = 20;

/// Rows of marks, the one that has no end yet among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rows {
    /// The row that has no end yet.
    pub(super) last: Marks,
    /// All rows before it.
    pub(super) before: Marks,
}

impl Rows {
    /// The next bytes of the output.
    pub(super) fn see(&mut self, bytes: &[u8]) {
        for line in bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
            let ends = line.ends_with(b"\n") || line.ends_with(b"\r");
            // Most lines that are whole already are no rows.
            if !(ends && self.last == Marks::default() && line.first().is_some_and(u8::is_ascii_alphanumeric))
            {
                self.last.see(line);
            }
            if ends {
                let row = std::mem::take(&mut self.last);
                if row.at == At::After && row.done >= ROW {
                    self.before.add(row);
                }
            }
        }
    }
}

impl Marks {
    fn add(&mut self, more: Self) {
        self.passed.up(more.passed);
        self.failed.up(more.failed);
        self.done.up(more.done);
    }

    fn see(&mut self, line: &[u8]) {
        for byte in line {
            match (self.at, byte) {
                (At::After | At::Text, _) | (_, b'\n' | b'\r') => return,
                _ => self.next(*byte),
            }
        }
    }

    fn next(&mut self, byte: u8) {
        self.at = match (self.at, byte) {
            (At::Colour, b'm') => At::Marks,
            (At::Colour, _) => At::Colour,
            (At::Name(3), b' ') => At::Marks,
            (At::Name(_), b' ') => At::Text,
            (At::Name(_), b'.') => At::Name(1),
            (At::Name(1), b'p') => At::Name(2),
            (At::Name(2), b'y') => At::Name(3),
            (At::Name(_), _) => At::Name(0),
            (_, 0x1b) => At::Colour,
            (at, b' ') if self.done == 0 => at,
            (_, b' ') => At::Marks,
            (at, _) => match (self.mark(byte), at) {
                (true, at) => at,
                (false, At::Marks) if self.done > 0 && !byte.is_ascii_alphabetic() => At::After,
                (false, _) => {
                    *self = Self::default();
                    At::Name(0)
                }
            },
        };
    }

    /// Counts a mark; false when it is none.
    fn mark(&mut self, byte: u8) -> bool {
        match byte {
            // The last byte of the dot that mocha prints; the others of it are nothing.
            b'.' | 0xa4 => self.passed.up(1),
            b'F' | b'E' | b'!' => self.failed.up(1),
            b's' | b'S' | b'x' | b'X' | b'u' | b'I' | b'R' | b'W' | b'*' | b',' => {}
            0xe2 | 0x80 => return true,
            _ => return false,
        }
        self.done.up(1);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(text: &str) -> (u64, u64, u64) {
        let (mut whole, mut pieces) = (Rows::default(), Rows::default());
        whole.see(text.as_bytes());
        text.as_bytes().chunks(2).for_each(|piece| pieces.see(piece));
        assert_eq!(whole, pieces, "{text}");
        (whole.last.passed, whole.last.failed, whole.last.done)
    }

    #[test]
    fn marks_of_the_last_line_count() {
        assert_eq!(marks("..F.s"), (3, 1, 5));
        assert_eq!(marks("x\ntests/test_a.py ..E"), (2, 1, 3));
        assert_eq!(marks("src/test_s.py F"), (0, 1, 1));
        assert_eq!(marks("\u{1b}[32m.\u{1b}[0m\u{1b}[31mF\u{1b}[0m"), (1, 1, 2));
        assert_eq!(marks("  \u{2024}\u{2024}!,"), (2, 1, 4));
        assert_eq!(marks("...F.   5 / 9 (55%)"), (4, 1, 5));
    }

    #[test]
    fn rows_with_a_count_add_up() {
        let mut rows = Rows::default();
        rows.see(format!("x\n{} 20 / 50 (40%)\n..\n{}\n..", ".".repeat(19) + "F", ".".repeat(20)).as_bytes());
        assert_eq!(
            (rows.before.passed, rows.before.failed, rows.before.done, rows.last.done),
            (19, 1, 20, 2)
        );
    }

    #[test]
    fn another_line_has_none() {
        for text in [
            "",
            "...\n",
            "Compiling...",
            "Fetching x.",
            "tests.py",
            "a.pyc ..",
            "... waiting",
            "E: no",
            "\u{1b}[31mFailed",
        ] {
            assert_eq!(marks(text), (0, 0, 0), "{text}");
        }
    }
}
