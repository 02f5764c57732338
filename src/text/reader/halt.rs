//! Where the reader halts: before a line that may begin something that is not read as lines, such as a document.
//!
//! The caller decides what such a line looks like. When the reader halts, the caller takes the bytes, or says that they
//! are lines after all. Bytes of UTF-16 are always lines.

use super::super::channel::stamps::{self, Before};
use super::super::line::HELD_BYTES;
use super::LineReader;

/// What text files may begin with.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Before which lines the reader halts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Halt {
    begins: Option<fn(&[u8]) -> bool>,
    /// Whether it halts before the line that waits.
    pub(super) is_on: bool,
    /// It does not halt up to the line of this number.
    passed: u64,
}

impl Halt {
    /// Whether to halt before a line with this text, without a CI's prefix, after so many lines. Most lines begin with a
    /// letter.
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
    /// The most bytes of a prefix.
    pub const BYTES: usize = 1024;

    /// How many bytes the prefix of the next line has.
    pub fn next(&mut self, line: &[u8]) -> usize {
        let prefix = stamps::measure(line, self.0);
        if !line.is_empty() {
            self.0 = self.0.next(prefix.clue);
        }
        prefix.length
    }
}

impl LineReader {
    /// A reader that halts before lines for which `begins` returns true. `begins` gets the text of lines that begin with
    /// a bracket.
    #[must_use]
    pub fn halting_before(begins: fn(&[u8]) -> bool) -> Self {
        let halt = Halt { begins: Some(begins), ..Halt::default() };
        Self { halt, ..Self::new() }
    }

    /// Whether it halts before a line: then the bytes that wait begin with that line.
    #[must_use]
    pub const fn is_halted(&self) -> bool {
        self.halt.is_on
    }

    /// The bytes that wait.
    #[must_use]
    pub fn waiting(&self) -> &[u8] {
        self.input.waiting()
    }

    /// The prefixes of the lines from the one before which it halts, if that one has a prefix.
    #[must_use]
    pub fn prefixes(&self) -> Option<Prefixes> {
        let line = first_line(self.waiting());
        (stamps::measure(line, self.before).length > 0).then_some(Prefixes(self.before))
    }

    /// The next `lines` lines are lines: it goes on.
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

    /// Whether it halts before a line that is not read on the quick ways, judged by the part that was read.
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

/// The first line, up to [`HELD_BYTES`].
fn first_line(bytes: &[u8]) -> &[u8] {
    let held = bytes.get(..HELD_BYTES).unwrap_or(bytes);
    held.get(..memchr::memchr(b'\n', held).unwrap_or(held.len())).unwrap_or(held)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a text that is read in pieces of this size; lines that begin with a `<` are taken as bytes up to
    /// their end.
    fn read(text: &[u8], size: usize) -> Vec<String> {
        let mut reader = LineReader::halting_before(|line| line.trim_ascii_start().starts_with(b"<"));
        let mut found = Vec::new();
        for piece in text.chunks(size).map(Some).chain([None]) {
            match piece {
                Some(piece) => {
                    reader.space()[..piece.len()].copy_from_slice(piece);
                    reader.filled(piece.len());
                }
                None => reader.finish(),
            }
            loop {
                reader.plain_lines(|plain| {
                    if let super::super::Plain::Line(line) = plain {
                        found.push(line.text.to_owned());
                    }
                    super::super::After::default()
                });
                if let Some(line) = reader.next_line() {
                    found.push(line.text.to_owned());
                    continue;
                }
                let waiting = String::from_utf8_lossy(reader.waiting()).into_owned();
                if !reader.is_halted() || (!waiting.contains('\n') && piece.is_some()) {
                    break;
                }
                if waiting.contains("<pass>") {
                    found.push(format!("passed {:?}", reader.prefixes().is_some()));
                    reader.pass(2);
                    continue;
                }
                let all = reader.take_waiting();
                let end = all.iter().position(|byte| *byte == b'\n').map_or(all.len(), |end| end + 1);
                found.push(format!("taken {}", String::from_utf8_lossy(&all[..end])));
                reader.space()[..all.len() - end].copy_from_slice(&all[end..]);
                reader.filled(all.len() - end);
            }
        }
        found
    }

    #[test]
    fn lines_halt_before_one_that_begins_something_else_however_it_is_read() {
        let text =
            "a\n <b>\nc\n\u{feff}<d>\n2026-01-02T03:04:05.678Z <e>\n\u{1b}[1mf\u{1b}[0m\n<g\u{1}>\nh\n<i>";
        let taken = [
            "a",
            "taken  <b>\n",
            "c",
            "taken \u{feff}<d>\n",
            "taken 2026-01-02T03:04:05.678Z <e>\n",
            "f",
            "taken <g\u{1}>\n",
            "h",
            "taken <i>",
        ];
        for size in 1..text.len() {
            assert_eq!(read(text.as_bytes(), size), taken, "{size}");
        }
    }

    #[test]
    fn lines_that_are_lines_after_all_are_not_asked_again() {
        let text = "a\n<pass>\n<b>\n<c>\n";
        assert_eq!(read(text.as_bytes(), text.len()), ["a", "passed false", "<pass>", "<b>", "taken <c>\n"]);
        let text = "2026-01-02T03:04:05.678Z <pass>\n";
        assert_eq!(read(text.as_bytes(), text.len()), ["passed true", "<pass>"]);
    }

    #[test]
    fn a_long_line_halts_too_and_so_does_none_of_utf_16() {
        let text = format!("<{}\na\n", "b".repeat(200_000));
        let mut reader = LineReader::halting_before(|line| line.starts_with(b"<"));
        for piece in text.as_bytes().chunks(50_000) {
            reader.space()[..piece.len()].copy_from_slice(piece);
            reader.filled(piece.len());
            assert!(reader.next_line().is_none());
        }
        assert!(reader.is_halted());
        let wide: Vec<u8> =
            [0xff, 0xfe].into_iter().chain("<a\nb\n".bytes().flat_map(|byte| [byte, 0])).collect();
        assert_eq!(read(&wide, wide.len()), ["<a", "b"]);
    }
}
