//! The bytes of an input on their way to a chunker: counted, without secrets, and of a range of lines alone.

use crate::budget::Count as _;
use crate::store::redact::Redactor;

/// Bytes that are searched for secrets at once, at least.
const BLOCK_BYTES: usize = 64 * 1024;
/// Bytes of one line that are held before it is parted.
const LINE_BYTES: usize = 1024 * 1024;
/// Lines before a range that are searched too: a private key may have begun there.
const LINES_BEFORE: u64 = 420;

/// Lines of an input, counted from 1, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first.
    pub from: u64,
    /// The last; the end of the input when there is none.
    pub to: Option<u64>,
}

impl Range {
    /// The whole input.
    pub const ALL: Self = Self { from: 1, to: None };
}

/// Takes an input block by block, and gives what is to be seen of it. Holds one block.
#[derive(Debug)]
pub struct Feed {
    redactor: Option<Redactor>,
    range: Range,
    /// What was not given yet; it begins in line `line`.
    pending: Vec<u8>,
    line: u64,
    newlines: u64,
    ends_line: bool,
    bytes: u64,
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

impl Feed {
    /// Nothing taken yet. Secrets are hidden when there is a redactor.
    #[must_use]
    pub const fn new(range: Range, redactor: Option<Redactor>) -> Self {
        Self { redactor, range, pending: Vec::new(), line: 1, newlines: 0, ends_line: true, bytes: 0 }
    }

    /// Lines so far; a last one without a line end counts.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.newlines.saturating_add(u64::from(!self.ends_line))
    }

    /// Bytes so far.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many secrets were hidden.
    #[must_use]
    pub fn redacted(&self) -> u64 {
        self.redactor.as_ref().map_or(0, Redactor::redacted)
    }

    /// Takes a block and gives what can be given.
    pub fn take(&mut self, block: &[u8], mut give: impl FnMut(&[u8])) {
        let Some(last) = block.last() else { return };
        self.ends_line = *last == b'\n';
        self.bytes.up(count(block.len()));
        let wanted = self.wanted(block);
        self.newlines.up(count(memchr::memchr_iter(b'\n', block).count()));
        // Blocks end at the same bytes however the input comes, and with them what is known of its secrets.
        let mut left = wanted;
        while !left.is_empty() {
            let room = BLOCK_BYTES.saturating_sub(self.pending.len() % BLOCK_BYTES);
            let (now, later) = left.split_at_checked(room).unwrap_or((left, &[]));
            self.pending.extend_from_slice(now);
            left = later;
            if self.pending.len().is_multiple_of(BLOCK_BYTES) {
                self.give_block(&mut give);
            }
        }
    }

    /// Gives whole lines when a block is full.
    fn give_block(&mut self, give: &mut impl FnMut(&[u8])) {
        while self.pending.len() >= BLOCK_BYTES {
            let line_end = Redactor::cut(&self.pending);
            let blank = || memchr::memrchr2(b' ', b',', &self.pending);
            let end = match line_end {
                Some(end) => end,
                None if self.pending.len() < LINE_BYTES => break,
                None => blank().map_or(self.pending.len(), |at| at.saturating_add(1)),
            };
            self.give(end, give);
        }
    }

    /// Gives the rest.
    pub fn end(&mut self, mut give: impl FnMut(&[u8])) {
        if !self.pending.is_empty() {
            self.give(self.pending.len(), &mut give);
        }
    }

    /// The part of a block from the first line on that has to be looked at, to the last one.
    fn wanted<'a>(&mut self, block: &'a [u8]) -> &'a [u8] {
        let now = self.newlines.saturating_add(1);
        if self.range.to.is_some_and(|to| now > to) {
            return &[];
        }
        let first = self.range.from.saturating_sub(LINES_BEFORE);
        let skipped = first.saturating_sub(now);
        if skipped == 0 {
            return block;
        }
        let nth = usize::try_from(skipped.saturating_sub(1)).unwrap_or(usize::MAX);
        match memchr::memchr_iter(b'\n', block).nth(nth) {
            Some(at) => {
                self.line = first;
                block.get(at.saturating_add(1)..).unwrap_or_default()
            }
            None => &[],
        }
    }

    fn give(&mut self, end: usize, give: &mut impl FnMut(&[u8])) {
        let pending = std::mem::take(&mut self.pending);
        let (shown, end) = match &mut self.redactor {
            Some(redactor) => redactor.lines(&pending, end),
            None => (std::borrow::Cow::Borrowed(pending.get(..end).unwrap_or(&pending)), end),
        };
        let later = pending.get(end..).unwrap_or_default();
        let newlines = count(memchr::memchr_iter(b'\n', &shown).count());
        let after = self.line.saturating_add(newlines);
        let ends_line = shown.last() == Some(&b'\n');
        let last = after.saturating_sub(u64::from(ends_line));
        if self.line >= self.range.from && self.range.to.is_none_or(|to| last <= to) {
            give(&shown);
        } else {
            for line in shown.split_inclusive(|byte| *byte == b'\n') {
                if self.line >= self.range.from && self.range.to.is_none_or(|to| self.line <= to) {
                    give(line);
                }
                self.line.up(u64::from(line.last() == Some(&b'\n')));
            }
        }
        self.line = after;
        self.pending = later.to_vec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fed(input: &[u8], range: Range, block: usize) -> (Vec<u8>, u64) {
        let mut feed = Feed::new(range, Some(Redactor::default()));
        let mut given = Vec::new();
        for block in input.chunks(block) {
            feed.take(block, |bytes| given.extend_from_slice(bytes));
        }
        feed.end(|bytes| given.extend_from_slice(bytes));
        (given, feed.lines())
    }

    #[test]
    fn a_range_of_lines_is_given_and_all_lines_are_counted() {
        let input: String = (1..=5000).map(|number| format!("{number}\n")).collect();
        for block in [1, 100, 100_000] {
            for (from, to) in [(1, None), (1, Some(3)), (4990, Some(5010)), (2000, Some(2001)), (6000, None)]
            {
                let expected: String =
                    (from..=to.unwrap_or(5000).min(5000)).map(|number| format!("{number}\n")).collect();
                let found = fed(input.as_bytes(), Range { from, to }, block);
                assert_eq!(found, (expected.into_bytes(), 5000), "{from} {to:?} {block}");
            }
        }
        assert_eq!(fed(b"a\r\n\xff\nb", Range::ALL, 2), (b"a\r\n\xff\nb".to_vec(), 3));
        assert_eq!(fed(b"a\nb", Range { from: 2, to: Some(2) }, 1), (b"b".to_vec(), 2));
        assert_eq!(fed(b"", Range::ALL, 1), (Vec::new(), 0));
    }

    #[test]
    fn a_key_that_begins_before_the_range_is_hidden_in_it() {
        let body = "MIIEpAIBAAKCAQEA7bq1cZ9xYv0dJm2cXo5f8QeLw3nKp4TgRzVhUy6sBtMa1c2D\n".repeat(30);
        let input = format!(
            "{}-----BEGIN RSA PRIVATE KEY-----\n{body}-----END RSA PRIVATE KEY-----\n",
            "x\n".repeat(1000)
        );
        let (given, _) = fed(input.as_bytes(), Range { from: 1010, to: Some(1012) }, 1000);
        assert_eq!(String::from_utf8(given).unwrap(), "[redacted:private-key]\n".repeat(3));
    }
}
