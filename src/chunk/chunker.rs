//! Cuts a stream of bytes into chunks.
//!
//! No more is held than the longest chunk and one block of input. Where a chunk ends depends on its own bytes and the
//! next few, never on how the bytes came or on chunks before it.

use super::bounds::{Boundary, Bounds};
use super::kinds::{Kind, Kinds};
use super::sentence::{cut_within, last_end, may_end};
use crate::budget::{Count as _, Measure};
use crate::text::is_unsafe;

/// Bytes of a line that have to be there before it is judged, unless it ends sooner.
const JUDGED: usize = 200;
/// Bytes after a cut within a line that have to be there before it is made.
const AFTER: usize = 256;

/// A piece of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// Its number, from 0.
    pub index: u64,
    /// The line that its first byte is in, from 1.
    pub start_line: u64,
    /// The line that its last byte is in.
    pub end_line: u64,
    /// Its bytes, as they came.
    pub bytes: &'a [u8],
}

/// What a text costs.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    chars: u64,
    tokens: u64,
    /// Bytes as a JSON string, at most.
    encoded: u64,
}

/// A line that fits.
#[derive(Clone, Copy, Debug)]
struct Row {
    end: usize,
    kind: Kind,
    /// Whether it ends with an abbreviation, after which its sentence goes on.
    goes_on: bool,
}

/// Cuts what is pushed into it.
#[derive(Debug)]
pub struct Chunker<'m> {
    bounds: Bounds,
    measure: &'m dyn Measure,
    held: Vec<u8>,
    at: usize,
    line: u64,
    index: u64,
    ended: bool,
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// Bytes of a char in a JSON string, at most.
fn encoded(character: char) -> u64 {
    match character {
        '"' | '\\' | '\n' | '\t' => 2,
        // These are escaped or not by their neighbours, which may be in another chunk.
        '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' => 6,
        character if is_unsafe(character) => 12,
        character => count(character.len_utf8()),
    }
}

impl<'m> Chunker<'m> {
    /// Nothing pushed yet; the first line has the number `first_line`.
    #[must_use]
    pub const fn new(bounds: Bounds, measure: &'m dyn Measure, first_line: u64) -> Self {
        Self { bounds, measure, held: Vec::new(), at: 0, line: first_line, index: 0, ended: false }
    }

    /// Begins with the chunk of this number: what was before it is known already.
    #[must_use]
    pub const fn numbered(mut self, index: u64) -> Self {
        self.index = index;
        self
    }

    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.held.drain(..self.at.min(self.held.len()));
        self.at = 0;
        self.held.extend_from_slice(bytes);
    }

    /// There are no more bytes.
    pub const fn end(&mut self) {
        self.ended = true;
    }

    /// How many chunks were given so far.
    #[must_use]
    pub const fn given(&self) -> u64 {
        self.index
    }

    /// The next chunk; `None` when it takes more bytes to tell, or none are left.
    pub fn next_chunk(&mut self) -> Option<Chunk<'_>> {
        let window = self.held.get(self.at..).unwrap_or_default();
        if window.is_empty() {
            return None;
        }
        let length = self.cut(window)?.clamp(1, window.len());
        let from = self.at;
        self.at = from.saturating_add(length);
        let bytes = self.held.get(from..self.at).unwrap_or_default();
        let newlines = count(memchr::memchr_iter(b'\n', bytes).count());
        let start_line = self.line;
        self.line = start_line.saturating_add(newlines);
        let end_line = self.line.saturating_sub(u64::from(bytes.last() == Some(&b'\n')));
        let index = self.index;
        self.index = index.saturating_add(1);
        Some(Chunk { index, start_line, end_line, bytes })
    }

    /// Bytes of the next chunk, `None` when more have to be seen.
    fn cut(&self, window: &[u8]) -> Option<usize> {
        let most_lines = usize::try_from(self.bounds.lines).unwrap_or(usize::MAX);
        let first = self.index == 0;
        let mut kinds = Kinds::default();
        let mut rows: Vec<Row> = Vec::new();
        let mut spent = Cost::default();
        let mut at = 0_usize;
        loop {
            let rest = window.get(at..).unwrap_or_default();
            if rest.is_empty() {
                return self.ended.then_some(window.len());
            }
            let newline = memchr::memchr(b'\n', rest).map(|found| found.saturating_add(1));
            let line = rest.get(..newline.unwrap_or(rest.len())).unwrap_or_default();
            let whole = newline.is_some() || self.ended;
            if !whole && line.len() < JUDGED {
                return None;
            }
            let cost = self.cost(line, spent);
            let kind = kinds.next(line);
            if !self.fits(cost) {
                return self.choose(window, &rows, kind, at, spent);
            }
            if !whole {
                return None;
            }
            if !first && rows.len() >= most_lines {
                return self.choose(window, &rows, kind, at, spent);
            }
            at.up(line.len());
            rows.push(Row { end: at, kind, goes_on: !may_end(line) });
            spent = cost;
        }
    }

    fn cost(&self, line: &[u8], spent: Cost) -> Cost {
        let mut cost = spent;
        let mut text = String::new();
        let by_chars = self.measure.of_chars(0).is_some();
        for part in line.utf8_chunks() {
            let (valid, wrong) = (part.valid(), count(part.invalid().len()));
            cost.chars = cost.chars.saturating_add(count(valid.chars().count())).saturating_add(wrong);
            let plain =
                valid.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\');
            let bytes = if plain {
                count(valid.len())
            } else {
                valid.chars().map(encoded).fold(0, u64::saturating_add)
            };
            cost.encoded = cost.encoded.saturating_add(bytes).saturating_add(wrong.saturating_mul(3));
            if !by_chars {
                text.push_str(valid);
                text.extend(part.invalid().iter().map(|_| '\u{fffd}'));
            }
        }
        cost.tokens = match self.measure.of_chars(cost.chars) {
            Some(tokens) => tokens,
            None => spent.tokens.saturating_add(self.measure.tokens(&text)),
        };
        cost
    }

    const fn fits(&self, cost: Cost) -> bool {
        cost.tokens <= self.bounds.tokens && cost.encoded <= self.bounds.bytes
    }

    /// Where the chunk ends, `rows` being the lines that fit, and `next` the kind of the line at `at`, which does not.
    fn choose(&self, window: &[u8], rows: &[Row], next: Kind, at: usize, spent: Cost) -> Option<usize> {
        let most_lines = usize::try_from(self.bounds.lines).unwrap_or(usize::MAX);
        let fitting = rows.len().min(most_lines);
        if self.bounds.boundary == Boundary::Sentence || fitting == 0 {
            let inside = rows.len() < most_lines;
            let fits = if inside {
                at.saturating_add(self.fits_within(window, at, spent))
            } else {
                row_end(rows, fitting)
            };
            let enough = self.ended
                || window.len() >= fits.saturating_add(AFTER)
                || memchr::memchr(b'\n', window.get(fits..).unwrap_or_default()).is_some();
            if inside && !enough {
                return None;
            }
            let held = window.get(..fits.saturating_add(AFTER).min(window.len())).unwrap_or(window);
            let text = valid_prefix(held);
            let sentence = || last_end(text.get(..fits)?, 0);
            let end = match (self.bounds.boundary, fitting) {
                (Boundary::Sentence, _) if text.len() >= fits && sentence().is_some() => {
                    sentence().unwrap_or(fits)
                }
                (_, 0) if text.len() >= fits => before_line_end(window, cut_within(text, fits)),
                (_, 0) => before_line_end(window, fits),
                _ => row_end(rows, fitting),
            };
            return Some(self.shrunk(window, end));
        }
        let kind = |line: usize| rows.get(line).map_or(next, |row| row.kind);
        let lines = match self.bounds.boundary {
            Boundary::Line | Boundary::Sentence => fitting,
            Boundary::Entry => entry(fitting, kind),
            Boundary::Paragraph => {
                paragraph(1, fitting, kind).unwrap_or_else(|| sentence_line(window, rows, fitting))
            }
            Boundary::Auto => {
                let goes_on = |lines: usize| {
                    lines.checked_sub(1).and_then(|last| rows.get(last)).is_some_and(|row| row.goes_on)
                };
                auto(fitting, kind, goes_on)
            }
        };
        Some(row_end(rows, lines))
    }

    /// A cut that fits: a shorter text may cost more than a longer one, when it ends with a blank of its own.
    fn shrunk(&self, window: &[u8], end: usize) -> usize {
        if self.measure.of_chars(0).is_some() {
            return end;
        }
        let least = first_char(window);
        let fits = |end: usize| {
            let text = String::from_utf8_lossy(window.get(..end).unwrap_or_default());
            self.measure.tokens(&text) <= self.bounds.tokens
        };
        let shorter =
            |end: &usize| end.checked_sub(1).map(|end| before_line_end(window, char_boundary(window, end)));
        std::iter::successors(Some(end), shorter)
            .take(SHRINKS)
            .find(|end| *end <= least || fits(*end))
            .unwrap_or(end)
    }

    /// How many bytes of the line at `at` fit beside what is spent; 0 to all of them, at a boundary of chars.
    fn fits_within(&self, window: &[u8], at: usize, spent: Cost) -> usize {
        let rest = window.get(at..).unwrap_or_default();
        let line = rest
            .get(..memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end.saturating_add(1)))
            .unwrap_or(rest);
        let by_chars = self.measure.of_chars(0).is_some();
        let mut cost = spent;
        let mut length = 0_usize;
        'all: for part in line.utf8_chunks() {
            let wrong = part.invalid().iter().map(|_| (1, 3));
            for (bytes, takes) in
                part.valid().chars().map(|each| (each.len_utf8(), encoded(each))).chain(wrong)
            {
                cost.chars.up(1);
                cost.encoded.up(takes);
                let over =
                    self.measure.of_chars(cost.chars).is_some_and(|tokens| tokens > self.bounds.tokens);
                if over || cost.encoded > self.bounds.bytes {
                    break 'all;
                }
                length.up(bytes);
            }
        }
        if by_chars {
            return length;
        }
        // Who has to see the text is asked for ever smaller differences.
        let (mut low, mut high) = (0_usize, length);
        while low < high {
            let middle = low.saturating_add(high.saturating_sub(low).div_ceil(2));
            let text = String::from_utf8_lossy(line.get(..middle).unwrap_or_default());
            if spent.tokens.saturating_add(self.measure.tokens(&text)) <= self.bounds.tokens {
                low = middle;
            } else {
                high = middle.saturating_sub(1);
            }
        }
        char_boundary(line, low)
    }
}

/// How many chars a cut is moved back at most.
const SHRINKS: usize = 64;

fn row_end(rows: &[Row], lines: usize) -> usize {
    lines.checked_sub(1).and_then(|last| rows.get(last)).map_or(0, |row| row.end)
}

/// The text up to the first byte that belongs to none.
fn valid_prefix(bytes: &[u8]) -> &str {
    bytes.utf8_chunks().next().map_or("", |part| part.valid())
}

/// The last boundary of chars at or before `at`: not within a sequence of UTF-8.
fn char_boundary(bytes: &[u8], at: usize) -> usize {
    let inside = |at: usize| bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    (at.saturating_sub(3)..=at).rev().find(|at| !inside(*at)).unwrap_or(at)
}

/// A cut that does not part `\r\n`, and is beyond 0.
fn before_line_end(window: &[u8], at: usize) -> usize {
    let at = if at == 0 { first_char(window) } else { at };
    let parts = window.get(at) == Some(&b'\n') && window.get(at.saturating_sub(1)) == Some(&b'\r');
    match at.checked_sub(1) {
        Some(before) if parts && before > 0 => before,
        _ if parts => at.saturating_add(1),
        _ => at,
    }
}

/// Bytes of the first char, for bounds that are smaller than any.
fn first_char(window: &[u8]) -> usize {
    let first = valid_prefix(window.get(..4.min(window.len())).unwrap_or_default()).chars().next();
    first.map_or(1, char::len_utf8)
}

fn is_start(kind: Kind) -> bool {
    matches!(kind, Kind::Entry | Kind::Plain)
}

/// The most lines, up to `fitting`, after which an entry begins; else a line of its own; else all.
fn entry(fitting: usize, kind: impl Fn(usize) -> Kind) -> usize {
    let last = |wanted: &dyn Fn(Kind) -> bool| (1..=fitting).rev().find(|line| wanted(kind(*line)));
    last(&|kind| kind == Kind::Entry).or_else(|| last(&is_start)).unwrap_or(fitting)
}

/// The most lines, from `from` to `fitting`, after which a paragraph begins.
fn paragraph(from: usize, fitting: usize, kind: impl Fn(usize) -> Kind) -> Option<usize> {
    (from.max(1)..=fitting)
        .rev()
        .find(|line| kind(line.saturating_sub(1)) == Kind::Blank && kind(*line) != Kind::Blank)
}

fn auto(fitting: usize, kind: impl Fn(usize) -> Kind, goes_on: impl Fn(usize) -> bool) -> usize {
    let entries = (0..=fitting).filter(|line| kind(*line) == Kind::Entry).count();
    if entries >= 2 {
        return entry(fitting, kind);
    }
    let half = fitting.div_ceil(2);
    let whole = |line: &usize| is_start(kind(*line));
    paragraph(half, fitting, &kind)
        .filter(whole)
        .or_else(|| (1..=fitting).rev().find(|line| whole(line) && !goes_on(*line)))
        .or_else(|| (1..=fitting).rev().find(whole))
        .unwrap_or(fitting)
}

/// The most lines of which the last one ends a sentence; else all.
fn sentence_line(window: &[u8], rows: &[Row], fitting: usize) -> usize {
    let ends = |lines: &usize| {
        let end = row_end(rows, *lines);
        let line =
            window.get(row_end(rows, lines.saturating_sub(1))..end).unwrap_or_default().trim_ascii_end();
        matches!(line.last(), Some(b'.' | b'!' | b'?' | b'"')) && may_end(line)
    };
    (1..=fitting).rev().find(ends).unwrap_or(fitting)
}

#[cfg(test)]
mod tests;
