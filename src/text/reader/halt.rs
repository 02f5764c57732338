//! Where lines halt: before one that may begin what is not read as lines, such as a document.
//!
//! Whoever reads the lines says what such a line looks like. From there on it takes the bytes, or says that they are lines after
//! all. Bytes of UTF-16 are always lines.

use super::super::channel::stamps::{self, Before};
use super::super::line::HELD_BYTES;
use super::LineReader;

/// What text files may begin with.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Before which lines the reader halts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Halt {
    begins: Option<fn(&[u8]) -> bool>,
    /// It halts before the line that waits.
    pub(super) is_on: bool,
    /// Up to the line of this number it does not.
    passed: u64,
}

impl Halt {
    /// Whether to halt before a line of this text, without a CI's prefix, after so many lines. Most lines begin with a letter.
    #[inline]
    pub(super) fn is_before(self, text: &[u8], lines: u64) -> bool {
        matches!(text.first(), Some(b' ' | b'\t' | b'{' | b'[' | b'<' | 0xEF)) && self.is_asked(text, lines)
    }

    #[inline(never)]
    fn is_asked(self, text: &[u8], lines: u64) -> bool {
        let begun = matches!(text.trim_ascii_start().first(), Some(b'{' | b'[' | b'<' | 0xEF));
        begun && lines >= self.passed && self.begins.is_some_and(|begins| begins(text))
    }
}

/// The prefixes of a CI before lines that are read elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Prefixes(Before);

impl Prefixes {
    /// The most bytes of a line that a prefix takes.
    pub const BYTES: usize = 1024;

    /// Bytes of the prefix before the next line.
    pub fn next(&mut self, line: &[u8]) -> usize {
        let prefix = stamps::measure(line, self.0);
        if !line.is_empty() {
            self.0 = self.0.next(prefix.clue);
        }
        prefix.length
    }
}

impl LineReader {
    /// A reader that halts before lines of which this is true. It is asked for the text of those that begin with a bracket.
    #[must_use]
    pub fn halting_before(begins: fn(&[u8]) -> bool) -> Self {
        let halt = Halt { begins: Some(begins), ..Halt::default() };
        Self { halt, ..Self::new() }
    }

    /// Whether it halts before a line: the bytes that wait begin with it.
    #[must_use]
    pub const fn is_halted(&self) -> bool {
        self.halt.is_on
    }

    /// The bytes that wait.
    #[must_use]
    pub fn waiting(&self) -> &[u8] {
        self.input.waiting()
    }

    /// The prefixes of the lines from the one on before which it halts, when that one has a prefix.
    #[must_use]
    pub fn prefixes(&self) -> Option<Prefixes> {
        let line = first_line(self.waiting());
        (stamps::measure(line, self.before).length > 0).then_some(Prefixes(self.before))
    }

    /// So many lines that wait are lines: it goes on.
    pub fn pass(&mut self, lines: u64) {
        self.halt.is_on = false;
        self.halt.passed = self.totals.lines.saturating_add(lines);
    }

    /// Takes the bytes that wait, and goes on after them.
    pub fn take_waiting(&mut self) -> Vec<u8> {
        self.halt.is_on = false;
        let waiting = self.waiting().to_vec();
        self.input.consume(waiting.len());
        waiting
    }

    /// Whether it halts before a line that is not read the quick ways, as far as it is there.
    pub(super) fn halts(&mut self, ahead: Option<usize>) -> bool {
        if self.halt.begins.is_none() || !self.input.is_utf8() {
            return false;
        }
        let line = self.waiting();
        let line = first_line(line.get(..ahead.unwrap_or(line.len())).unwrap_or(line));
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        let prefix = stamps::measure(line, self.before).length;
        self.halt.is_on = self.halt.is_before(line.get(prefix..).unwrap_or_default(), self.totals.lines);
        self.halt.is_on
    }
}

/// The first line, as much as is held of any.
fn first_line(bytes: &[u8]) -> &[u8] {
    let held = bytes.get(..HELD_BYTES).unwrap_or(bytes);
    held.get(..memchr::memchr(b'\n', held).unwrap_or(held.len())).unwrap_or(held)
}
