//! The quick way through a block: lines that need neither decoding nor escapes are borrowed in place.

use super::super::channel::stamps;
use super::super::line::{HELD_BYTES, Line, Together};
use super::super::safe;
use super::{LineReader, Way};
use crate::budget::Count as _;

/// From how many empty lines on they are passed on as one.
const BLANKS: usize = 4;

/// A plain line, or several empty ones.
#[derive(Clone, Copy, Debug)]
pub enum Plain<'a> {
    /// A line.
    Line(&'a Line<'a>),
    /// Empty lines, each of one char.
    Blanks {
        /// The number of the first one.
        first: u64,
        /// How many there are.
        count: u64,
    },
}

/// Whole lines after one that was borrowed, without a prefix.
#[derive(Clone, Copy, Debug, Default)]
pub struct After {
    /// How many.
    pub lines: u64,
    /// How many bytes they have, with their ends.
    pub bytes: usize,
}

impl LineReader {
    /// Calls `each` with the next whole lines that hold only printable ASCII and tabs, as most lines of most streams do:
    /// the bytes of a block are checked at once, not line by line. `each` may take lines after its own; these are
    /// skipped. Then [`next_line`](Self::next_line) has the next line, if there is one.
    #[inline]
    pub fn plain_lines(&mut self, mut each: impl FnMut(Plain<'_>) -> After) {
        if self.way != Way::Between || !self.input.is_fresh() || self.halt.is_on {
            return;
        }
        let waiting = self.input.waiting();
        let run = safe::plain_run(waiting);
        let Some(plain) = waiting.get(..run) else { return };
        let end = memchr::memrchr(b'\n', plain).map_or(0, |last| last.saturating_add(1));
        let Some(Ok(text)) = plain.get(..end).map(str::from_utf8) else { return };
        let mut start = 0_usize;
        let mut totals = self.totals;
        'runs: while let Some(run) = text.get(start..).filter(|run| !run.is_empty()) {
            let base = start;
            for newline in memchr::memchr_iter(b'\n', run.as_bytes()) {
                let from = start;
                let end = base.saturating_add(newline);
                let Some(rest) = text.get(from..) else { break 'runs };
                if from == end && rest.as_bytes().starts_with(&[b'\n'; BLANKS]) {
                    let blank = rest.bytes().take_while(|byte| *byte == b'\n').count();
                    let count = u64::try_from(blank).unwrap_or(u64::MAX);
                    let first = totals.lines.saturating_add(1);
                    totals.lines.up(count);
                    totals.chars.up(count);
                    start = from.saturating_add(blank);
                    each(Plain::Blanks { first, count });
                    continue 'runs;
                }
                let length = end.saturating_sub(from);
                let Some(line) = rest.get(..length) else { break 'runs };
                if length > HELD_BYTES {
                    break 'runs;
                }
                let measured = !self.before.expects_none(line);
                let prefix = measured.then(|| stamps::measure(line.as_bytes(), self.before));
                let parted = prefix.and_then(|prefix| line.split_at_checked(prefix.length));
                let (before, text) = parted.unwrap_or(("", line));
                if self.halt.is_before(text.as_bytes(), totals.lines) {
                    self.halt.is_on = true;
                    break 'runs;
                }
                start = end.saturating_add(1);
                let position = self.borrowed.saturating_add(u64::try_from(from).unwrap_or(u64::MAX));
                let chars = u64::try_from(length).unwrap_or(u64::MAX).saturating_add(1);
                totals.lines.up(1);
                totals.chars.up(chars);
                let (mut error, mut clock) = (false, 0);
                if let Some(prefix) = prefix {
                    if length > 0 {
                        self.before = self.before.next(prefix.clue);
                    }
                    self.stripped.add(prefix.kind);
                    totals.decoration.up(prefix.chars);
                    (error, clock) = (prefix.error, prefix.clock());
                }
                let number = totals.lines;
                // This line may be the first that has a prefix.
                let together = Some(Together { text: rest, length, position, bare: self.before.is_bare() });
                let line = Line { text, before, error, clock, chars, together, ..Line::plain("", number) };
                let after = each(Plain::Line(&line));
                if after.lines > 0 {
                    totals.lines.up(after.lines);
                    totals.chars.up(u64::try_from(after.bytes).unwrap_or(u64::MAX));
                    start.up(after.bytes);
                    continue 'runs;
                }
            }
            break;
        }
        self.totals = totals;
        self.borrowed.up(u64::try_from(end).unwrap_or(u64::MAX));
        self.input.consume(start);
    }
}
