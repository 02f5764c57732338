//! Bytes in, lines out: the bounded reader through which everything else sees the input.
//!
//! The caller pushes bytes: it reads into [`LineReader::space`], reports how many bytes came with [`LineReader::filled`],
//! and asks for lines until there are no more. A line is borrowed from the buffer (`input`); a line with colours is
//! copied without them; only a line that holds other controls, dangerous code points or more than `HELD_BYTES` goes
//! through `rows`. Memory does not grow with the input: a line longer than [`STREAM_BYTES`] is read in pieces, and so are
//! its rows. The lines do not depend on how the bytes were split into reads.
//!
//! It does not read input by itself, knows no runners, and never fails.

use super::channel::Receipts;
use super::channel::stamps::{self, Before, Clue, Prefix};
use super::channel::stripped::Stripped;
use super::input::Input;
use super::line::{HELD_BYTES, Line};
use super::rows::{Extent, Piece, Rows, Stop};
use super::safe::{self, count};
use halt::Halt;
pub use halt::Prefixes;
pub use plain::{After, Plain};
pub use totals::Totals;

use crate::budget::Count as _;

mod coloured;
mod halt;
mod plain;
mod totals;

/// An unfinished line of this size is read in pieces. It is more than `HELD_BYTES`, so that the quick ways never depend
/// on how much was read so far.
const STREAM_BYTES: usize = 128 * 1024;

/// Splits a stream of bytes into bounded, sanitised lines and rows.
#[derive(Debug)]
pub struct LineReader {
    input: Input,
    rows: Rows,
    /// A line whose colours were taken out.
    side: Vec<u8>,
    /// The same line with its colours written out, when it may be a side of a comparison.
    escapes: String,
    way: Way,
    before: Before,
    /// How often which prefixes were stripped.
    stripped: Stripped,
    /// How many bytes the blocks had that plain lines were borrowed from.
    borrowed: u64,
    /// What the CI's prefixes of the present line's rows say.
    line_clue: Option<Clue>,
    totals: Totals,
    halt: Halt,
}

/// How the present line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// There is none.
    Between,
    /// Through the rows; its end, once it is known, is `ahead` bytes ahead.
    Rows { ahead: Option<usize> },
    /// Through the rows; all of it was fed, its last row is being borrowed.
    LastRow,
}

/// A line that is in a buffer, ready to be borrowed.
#[derive(Clone, Copy, Debug)]
struct Whole {
    /// Where it begins (bytes): in the input, before what waits now, or in the side buffer.
    at: usize,
    /// How many bytes the prefix before its text has.
    before: usize,
    /// How many bytes prefix and text have together.
    length: usize,
    chars: u64,
    error: bool,
    clock: usize,
}

/// Where a line is that is not ordinary.
#[derive(Debug)]
enum Found {
    /// In the side buffer, without its colours.
    Side(Whole),
    /// In the rows.
    Row { piece: Piece, before: usize, chars: u64, escaped: u64, error: bool, last: bool },
}

impl Default for LineReader {
    fn default() -> Self {
        Self::new()
    }
}

impl LineReader {
    /// A reader before its first byte. Takes 256 KiB of memory at once, and about as much again in the worst case.
    #[must_use]
    pub fn new() -> Self {
        Self {
            input: Input::new(),
            rows: Rows::new(),
            side: Vec::new(),
            escapes: String::new(),
            way: Way::Between,
            before: Before::default(),
            stripped: Stripped::default(),
            borrowed: 0,
            line_clue: None,
            totals: Totals::default(),
            halt: Halt::default(),
        }
    }

    /// The room to read into: at least 64 KiB, if [`next_line`](Self::next_line) returned `None` before.
    pub fn space(&mut self) -> &mut [u8] {
        self.input.space()
    }

    /// `count` bytes were read into [`space`](Self::space).
    pub fn filled(&mut self, count: usize) {
        self.input.filled(count);
    }

    /// The stream ended: a last line without newline counts as one. Ask for lines once more.
    pub fn finish(&mut self) {
        self.input.end();
    }

    /// A file ended and another one follows: ends an unfinished line. Ask for lines before more is read.
    pub fn separate(&mut self) {
        self.before = self.before.renewed();
        self.input.end();
    }

    /// `lines` lines of the input were read elsewhere: the next ones are numbered after them.
    pub const fn passed_over(&mut self, lines: u64) {
        self.totals.lines = self.totals.lines.saturating_add(lines);
    }

    /// What was seen so far.
    #[must_use]
    pub const fn totals(&self) -> Totals {
        self.totals
    }

    /// The receipts for what was taken off before the text of lines.
    #[must_use]
    pub fn receipts(&self) -> Receipts {
        self.stripped.receipts()
    }

    /// The next line or row; `None` when more bytes are needed.
    ///
    /// A row that was drawn over has `last_row: false` and no chars; a blank one is skipped.
    #[inline]
    pub fn next_line(&mut self) -> Option<Line<'_>> {
        if let Some(whole) = self.ordinary() {
            return Some(lend(self.input.before(whole.at, whole.length), &whole, self.totals.lines));
        }
        self.other_line()
    }

    #[inline(never)]
    fn other_line(&mut self) -> Option<Line<'_>> {
        let found = self.find()?;
        let number = self.totals.lines;
        Some(match found {
            Found::Side(whole) => {
                let end = whole.at.saturating_add(whole.length);
                let line = lend(self.side.get(whole.at..end).unwrap_or_default(), &whole, number);
                Line { escapes: &self.escapes, ..line }
            }
            Found::Row { piece, before, chars, escaped, error, last } => {
                let row = self.rows.text().get(piece.range);
                let (before, text) = row.and_then(|row| row.split_at_checked(before)).unwrap_or_default();
                let tail = if piece.last { self.rows.tail() } else { "" };
                let line =
                    Line { text, tail, chars, last_row: last, escaped, error, ..Line::plain("", number) };
                Line { before, ..line }
            }
        })
    }

    /// An ordinary line: one search for the first control finds its newline. It can be borrowed unchanged.
    #[inline]
    fn ordinary(&mut self) -> Option<Whole> {
        // After a search for newlines in vain, only the bytes after it are searched.
        if self.way != Way::Between || !self.input.is_fresh() || self.halt.is_on {
            return None;
        }
        let waiting = self.input.waiting();
        if let [b'\n', ..] = waiting {
            self.input.consume(1);
            self.totals.lines.up(1);
            self.totals.chars.up(1);
            return Some(Whole { at: 0, before: 0, length: 0, chars: 1, error: false, clock: 0 });
        }
        let (length, made) = safe::before_control(waiting);
        let (line, after) = waiting.split_at_checked(length)?;
        let ending: u8 = match after {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        if length > HELD_BYTES {
            return None;
        }
        let count = count(line, made)?;
        let prefix = stamps::measure(line, self.before);
        if self.halt.is_before(line.get(prefix.length..).unwrap_or_default(), self.totals.lines) {
            self.halt.is_on = true;
            return None;
        }
        let used = length.saturating_add(usize::from(ending));
        let chars = count.saturating_add(u64::from(ending));
        self.input.consume(used);
        self.count_line(prefix, length > 0, chars, 0);
        let Prefix { length: before, error, .. } = prefix;
        Some(Whole { at: used, before, length, chars, error, clock: prefix.clock() })
    }

    fn find(&mut self) -> Option<Found> {
        loop {
            if self.way != Way::Between {
                if let Some(found) = self.next_row() {
                    return Some(found);
                }
                if self.way != Way::Between {
                    return None;
                }
            }
            if self.halt.is_on || !self.input.is_known() {
                return None;
            }
            if let Some(newline) = self.input.newline() {
                if let Some(whole) = self.coloured(newline) {
                    return Some(Found::Side(whole));
                }
                self.begin_rows(Some(newline));
                continue;
            }
            let waiting = self.input.waiting().len();
            if waiting > STREAM_BYTES {
                self.begin_rows(None);
            } else if !self.input.decode() {
                if waiting == 0 || !self.input.is_ended() {
                    return None;
                }
                self.begin_rows(Some(waiting));
            }
        }
    }

    /// Counts a line that did not go through the rows. `colours` is how many bytes its colours have, which are ASCII;
    /// without them the line may be empty.
    #[inline]
    fn count_line(&mut self, prefix: Prefix, inked: bool, chars: u64, colours: usize) {
        // An empty line says nothing of prefixes.
        if inked {
            self.before = self.before.next(prefix.clue);
        }
        self.stripped.add(prefix.kind);
        self.totals.lines.up(1);
        let colours = u64::try_from(colours).unwrap_or(u64::MAX);
        self.end_line(chars, colours.saturating_add(prefix.chars));
    }

    #[inline]
    fn end_line(&mut self, chars: u64, decoration: u64) {
        self.totals.chars.up(chars);
        self.totals.decoration.up(decoration);
    }

    /// The slow way: passes the line to the rows, unless the reader halts before it.
    fn begin_rows(&mut self, ahead: Option<usize>) {
        if self.halts(ahead) {
            return;
        }
        self.rows.begin();
        self.totals.lines.up(1);
        self.line_clue = None;
        self.way = Way::Rows { ahead };
    }

    /// The next row of the line that goes through the rows; `None` when the line is over or more bytes are needed.
    fn next_row(&mut self) -> Option<Found> {
        loop {
            while let Some(piece) = self.rows.piece() {
                if let Some(found) = self.row(piece) {
                    return Some(found);
                }
            }
            let ahead = match self.way {
                Way::Between => return None,
                Way::LastRow => {
                    self.input.consume(1);
                    self.way = Way::Between;
                    return None;
                }
                // The end of the line may be among bytes that came since.
                Way::Rows { ahead } => ahead.or_else(|| self.input.newline()),
            };
            let waiting = self.input.waiting();
            let (bytes, extent) = match ahead {
                Some(ahead) => (waiting.get(..ahead).unwrap_or(waiting), Extent::Whole),
                None => (waiting, Extent::Part),
            };
            let (used, stop) = self.rows.feed(bytes, extent);
            self.input.consume(used);
            let ahead = ahead.map(|ahead| ahead.saturating_sub(used));
            self.way = Way::Rows { ahead };
            match (stop, ahead) {
                (Stop::Row, _) => {}
                (Stop::Used, Some(_)) => {
                    if self.rows.end() == Stop::Used {
                        self.way = Way::LastRow;
                    }
                }
                (Stop::Used, None) => {
                    let ahead = self.end_ahead()?;
                    self.way = Way::Rows { ahead };
                }
            }
        }
    }

    /// Where the line that goes through the rows ends, as far as it is known. `None` when more bytes are needed.
    fn end_ahead(&mut self) -> Option<Option<usize>> {
        if let Some(newline) = self.input.newline() {
            return Some(Some(newline));
        }
        if self.input.decode() {
            return Some(None);
        }
        self.input.is_ended().then(|| Some(self.input.waiting().len()))
    }

    /// The part of a row's piece that is borrowed; `None` for a blank row that is not the line's last.
    fn row(&mut self, piece: Piece) -> Option<Found> {
        let text = self.rows.text().get(piece.range.clone()).unwrap_or_default();
        let prefix = stamps::measure(text.as_bytes(), self.before);
        let before = prefix.length;
        let blank = text.get(before..).unwrap_or_default().trim_ascii().is_empty();
        // An empty line says nothing of prefixes.
        if !text.is_empty() {
            self.line_clue = Some(self.line_clue.unwrap_or_default().or(prefix.clue));
        }
        if self.way != Way::LastRow || !piece.last {
            let (chars, escaped, error) = (0, 0, prefix.error);
            return (!blank).then_some(Found::Row { piece, before, chars, escaped, error, last: false });
        }
        let counts = self.rows.counts();
        // A newline waits, unless the input ended without one.
        let ending = u64::from(!self.input.waiting().is_empty());
        let chars = counts.chars.saturating_add(ending);
        let covered = counts.shown.saturating_add(counts.removed);
        let stripped = prefix.chars.min(counts.shown);
        self.stripped.add(prefix.kind);
        self.end_line(chars, counts.chars.saturating_sub(covered).saturating_add(stripped));
        if let Some(clue) = self.line_clue {
            self.before = self.before.next(clue);
        }
        // A byte order mark before a stamp comes from logs that a CI joined.
        let mark = u64::from(
            prefix.mark || (self.rows.had_mark() && self.line_clue.is_some_and(|clue| clue.is_stamped())),
        );
        let escaped = counts.escaped.saturating_sub(mark);
        Some(Found::Row { piece, before, chars, escaped, error: prefix.error, last: true })
    }
}

/// A line without escapes.
#[inline]
fn lend<'a>(bytes: &'a [u8], whole: &Whole, number: u64) -> Line<'a> {
    let text = if bytes.is_empty() { "" } else { std::str::from_utf8(bytes).unwrap_or_default() };
    let Whole { before, chars, error, clock, .. } = *whole;
    let (before, text) = text.split_at_checked(before).unwrap_or_default();
    Line { text, before, chars, error, clock, ..Line::plain("", number) }
}

#[cfg(test)]
mod tests;
