//! Follows the lines of a private key: PEM, OpenPGP, OpenSSH, SSH2 and PuTTY.
//!
//! Only lines that look as a key's do are hidden, so that a forged beginning hides nothing else. What is before and
//! after them, a time or the name of a container, stays; lines of others may come between. Lines may be broken anew at a
//! console's width, or joined. Where only the end of a key was seen, the lines before it are hidden.

use std::ops::Range;

use super::escapes::{has, run, run_before};
use super::lines::{line_at, line_start, line_start_within, shape};
use super::shapes::Alphabet;
use super::words::{has_digit, is_mixed, is_worded};
use crate::budget::Count as _;
use crate::report::REDACTED;

/// How many lines of one key are followed at most; the longest of real ones have about a hundred.
const LINES: usize = 400;
/// How many lines of others may come between those of a key, one after another and altogether.
const FOREIGN: (u32, u32) = (40, 400);
/// The most bytes of a line that has one of a key in it.
const LINE_BYTES: usize = 16 * 1024;
/// Bytes of base64 in a line of a key that was broken anew, and in the first one of a short key.
const BROKEN: usize = 40;
const FIRST: usize = 16;
/// So many lines may come after the last one of a key before it ends.
const AFTER_LAST: u32 = 2;
/// Bytes of base64 in a full line (RFC 7468, 4880, PuTTY and OpenSSH), so that hardly a word of a log is taken for one.
const FULL: Range<usize> = 60..81;
/// The most bytes of a key on one line.
const ONE_LINE_BYTES: usize = 16 * 1024;
/// Bytes in which the beginning of a key's first line is looked for before its last words.
const LABEL_BYTES: usize = 96;
/// The most bytes that are round a key's line in source code.
const ROUND_BYTES: usize = 8;
/// The mark of a key's line.
pub(super) const KEY_MARK: &str = "[redacted:private-key]";
/// What is printed for a key.
pub(super) const KIND: &str = "private-key";
/// What is round a key's line in source code and in JSON, where it is part of a string.
const ROUND: [&[u8]; 10] = [b"\\n", b"\\r", b"\"", b"'", b"`", b",", b"+", b";", b"\\", b"\x1b[0m"];
/// Headers within a key.
const HEADERS: [&[u8]; 6] = [b"Proc-Type:", b"DEK-Info:", b"Version:", b"Comment:", b"Hash:", b"Subject:"];
/// How the last line of a key, or what follows its lines, is known.
const ENDS: [&[u8]; 3] = [b"-----END ", b"---- END ", b"Private-MAC:"];

/// How another key begins where the last line of one is missing.
const BEGINS: [&[u8]; 2] = [b"-----BEGIN ", b"---- BEGIN "];

/// What a line is inside of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Line {
    /// As wide as the lines of a key are, whatever is round it.
    Full(Range<usize>),
    /// Base64, but shorter: the last line of a body.
    Short(Range<usize>),
    /// A header or a blank line.
    Other,
    /// Of somebody else.
    Foreign,
}

/// What was round a full line: its shape before and after.
#[derive(Debug, Default, PartialEq, Eq)]
struct Around {
    before: Vec<u8>,
    trailing: Vec<u8>,
}

impl Around {
    fn of(line: &[u8], part: &Range<usize>) -> Self {
        let before = line.get(..part.start).unwrap_or_default();
        let trailing = line.get(part.end..).unwrap_or_default();
        Self { before: shape(before).collect(), trailing: shape(trailing).collect() }
    }

    /// The part of a line round which the same is.
    fn part(&self, line: &[u8]) -> Option<Range<usize>> {
        let end = line.len().checked_sub(self.trailing.len())?;
        let before = line.get(..self.before.len())?;
        let trailing = line.get(end..)?;
        let fits = shape(before).eq(self.before.iter().copied())
            && shape(trailing).eq(self.trailing.iter().copied());
        (fits && self.before.len() < end).then_some(self.before.len()..end)
    }
}

/// The part of a line that may belong to a key: its last word, without quotes.
fn bare(line: &[u8]) -> Range<usize> {
    let mut end = line.trim_ascii_end().len();
    while let Some(shorter) = ROUND
        .iter()
        .find_map(|round| line.get(..end)?.strip_suffix(*round))
        .map(|rest| rest.trim_ascii_end().len())
    {
        end = shorter;
    }
    let whole = line.get(..end).unwrap_or_default();
    let blank = whole.iter().rposition(u8::is_ascii_whitespace).map_or(0, |at| at.saturating_add(1));
    let quotes = whole.get(blank..).unwrap_or_default().iter().take_while(|byte| b"\"'`".contains(byte));
    blank.saturating_add(quotes.count())..end
}

/// The row of base64 in a line that is as wide as a key's lines are, or wider when they were joined.
fn full(line: &[u8], widths: &Range<usize>) -> Option<Range<usize>> {
    let mut at = 0;
    while at < line.len() {
        let length = run(line, at, line.len(), |byte| Alphabet::Base64.has(byte));
        // The last line ends with `=`, and nothing begins so.
        let from = at.saturating_add(run(line, at, length, |byte| byte == b'='));
        let part = from..at.saturating_add(length);
        let row = line.get(part.clone()).unwrap_or_default();
        if widths.contains(&row.len()) && is_row(row) {
            return Some(part);
        }
        at = at.saturating_add(length).saturating_add(1);
    }
    None
}

/// Whether base64 is neither a hash nor a path.
fn is_row(row: &[u8]) -> bool {
    let slashes = row.iter().filter(|byte| **byte == b'/').count();
    let most = row.len().div_euclid(10);
    row.iter().any(u8::is_ascii_uppercase) && row.iter().any(u8::is_ascii_lowercase) && slashes <= most
}

fn is_base64(line: &[u8]) -> bool {
    !line.is_empty() && line.iter().all(|byte| Alphabet::Base64.has(*byte))
}

/// What a line would be inside of a key.
fn classify(line: &[u8], around: Option<&Around>) -> Line {
    let alone = line.trim_ascii();
    if alone.is_empty() || HEADERS.iter().any(|name| alone.starts_with(name)) {
        return Line::Other;
    }
    if line.len() > LINE_BYTES {
        return Line::Foreign;
    }
    if let Some(part) = full(line, &FULL).or_else(|| full(line, &(FULL.end..LINE_BYTES))) {
        return Line::Full(part);
    }
    let row = |part: &Range<usize>| line.get(part.clone()).unwrap_or_default();
    let last = |part: &Range<usize>| {
        let row = row(part);
        is_base64(row) && (row.ends_with(b"=") || !is_short_word(row))
    };
    if let Some(part) = around.and_then(|around| around.part(line)).filter(last) {
        let broken = part.len() >= BROKEN && is_row(row(&part));
        return if broken { Line::Full(part) } else { Line::Short(part) };
    }
    let part = bare(line);
    let quotes = |before: &[u8]| before.iter().all(|byte| b" \t\"'`".contains(byte));
    if line.get(..part.start).is_some_and(quotes) && last(&part) {
        return Line::Short(part);
    }
    // What is no more than its round is a blank line of the key.
    let blank = around.is_some_and(|around| {
        alone.len() <= around.before.trim_ascii().len() && shape(alone).eq(shape(around.before.trim_ascii()))
    });
    if blank || line.get(part).is_some_and(<[u8]>::is_empty) { Line::Other } else { Line::Foreign }
}

/// Whether a row of base64 may as well be a word or a number.
fn is_short_word(row: &[u8]) -> bool {
    let letters = row.iter().all(u8::is_ascii_alphabetic) && !is_mixed(row);
    let digits = row.iter().all(u8::is_ascii_digit);
    letters || digits || is_worded(row)
}

/// What comes next in a text while a key is open.
pub(super) enum Step {
    /// A part of a line is hidden; the next line begins at the number.
    Hides(Range<usize>, usize),
    /// A line of the key that hides nothing.
    Skips(usize),
    /// A line of somebody else, to be searched for other secrets.
    Foreign(usize),
    /// The key has ended before this line.
    Ends,
}

/// A key whose lines come.
#[derive(Debug, Default)]
pub(super) struct Key {
    /// How many lines may still come; 0 outside of one.
    lines: usize,
    foreign: (u32, u32),
    /// What was round the last full line, or the first words of the key.
    around: Around,
    /// Whether a line of it was seen.
    seen: bool,
}

/// What the first line of a key hides, and where the search goes on.
pub(super) struct Begun {
    pub(super) hides: Option<Range<usize>>,
    pub(super) from: usize,
}

impl Key {
    /// Whether lines of a key may come.
    pub(super) const fn is_open(&self) -> bool {
        self.lines > 0
    }

    /// What follows is in no key.
    pub(super) fn close(&mut self) {
        *self = Self::default();
    }

    fn open(&mut self, around: Around) {
        *self = Self { lines: LINES, foreign: FOREIGN, around, seen: false };
    }

    /// The lines of a key of PuTTY begin after this one, whose words begin at `start`.
    pub(super) fn opens_after(&mut self, text: &[u8], start: usize, end: usize) -> usize {
        let before = text.get(line_start(text, start)..start).unwrap_or_default();
        self.open(Around::of(before, &(before.len()..before.len())));
        line_at(text, end).1
    }

    /// The words `PRIVATE KEY` end at `end`.
    pub(super) fn begins(&mut self, text: &[u8], end: usize) -> Begun {
        let none = |from: usize| Begun { hides: None, from };
        let near = text.get(end.saturating_sub(LABEL_BYTES)..end).unwrap_or_default();
        let last =
            |words: [&[u8]; 2]| words.iter().filter_map(|words| memchr::memmem::rfind(near, words)).max();
        let Some(begin) = last([b"-----BEGIN", b"---- BEGIN"]) else { return none(end) };
        let label = near.get(begin.saturating_add(10)..).unwrap_or_default();
        let fits = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b" _-%+".contains(byte);
        let closings = [b"-----".as_slice(), b" BLOCK-----", b" ----", b"%20BLOCK-----", b"+BLOCK-----"];
        let closing = closings.into_iter().find(|closing| has(text, end, closing));
        let (true, Some(closing)) = (label.iter().all(fits), closing) else { return none(end) };
        let from = end.saturating_add(closing.len());
        let begin = end.saturating_sub(near.len()).saturating_add(begin);
        let line = text.get(line_start(text, begin)..).unwrap_or_default();
        let before = begin.saturating_sub(line_start(text, begin));
        // Of a long line only as much is looked at as a key can have.
        let window = text.get(from..).map_or(&[][..], |text| text.get(..ONE_LINE_BYTES).unwrap_or(text));
        let (rest, trailing) = line_at(window, 0);
        let same_line = window.get(rest).unwrap_or_default();
        let marked = memchr::memmem::find(same_line, REDACTED.as_bytes()).is_some();
        let ends = ENDS.iter().filter_map(|ends| memchr::memmem::find(same_line, ends)).min();
        if let Some(last) = ends {
            // A key on one line, as in JSON and in variables.
            let after = from.saturating_add(last);
            return Begun { hides: (last > 0).then_some(from..after), from: after.saturating_add(9) };
        }
        // In a string it goes up to the end of that.
        let length = same_line.iter().take_while(|byte| !b"\"'`<>".contains(byte)).count();
        let string = same_line.get(..length).unwrap_or_default();
        // A backslash belongs to the quote after it.
        let length = length.saturating_sub(string.iter().rev().take_while(|byte| **byte == b'\\').count());
        let after = from.saturating_add(length);
        let hides = (length > 16 && !marked && is_key_text(string)).then_some(from..after);
        if same_line.len().saturating_sub(length) > ROUND_BYTES && !has(same_line, length, b"\"}") {
            // The rest of an object of JSON may be a log's, whose next lines hold the key.
            if hides.is_none() && length <= ROUND_BYTES {
                self.open(Around::default());
            }
            return Begun { hides, from: after };
        }
        let whole =
            line.get(..from.saturating_sub(begin).saturating_add(before).saturating_add(same_line.len()));
        let marks = before..before.saturating_add(from.saturating_sub(begin));
        self.open(if hides.is_none() {
            Around::of(whole.unwrap_or_default(), &marks)
        } else {
            Around::default()
        });
        Begun { hides, from: from.saturating_add(trailing) }
    }

    /// Looks at the line that begins at `from`.
    pub(super) fn step(&mut self, text: &[u8], from: usize) -> Step {
        let (line, trailing) = line_at(text, from);
        let bytes = text.get(line.clone()).unwrap_or_default();
        let within =
            |part: &Range<usize>| line.start.saturating_add(part.start)..line.start.saturating_add(part.end);
        if BEGINS.iter().chain(&ENDS).any(|ends| memchr::memmem::find(bytes, ends).is_some()) {
            self.close();
            return Step::Ends;
        }
        if memchr::memmem::find(bytes, KEY_MARK.as_bytes()).is_some() {
            self.lines.down(1);
            return Step::Skips(trailing);
        }
        match classify(bytes, Some(&self.around)) {
            Line::Full(part) => {
                self.around = Around::of(bytes, &part);
                self.foreign.0 = FOREIGN.0;
                self.lines.down(1);
                self.seen = true;
                Step::Hides(within(&part), trailing)
            }
            Line::Short(part) if self.seen || is_first(bytes, &part) => {
                // After it only a checksum can come, unless lines were broken anew.
                self.foreign.0 = self.foreign.0.min(AFTER_LAST);
                self.lines.down(1);
                self.seen = true;
                Step::Hides(within(&part), trailing)
            }
            Line::Other => {
                self.lines.down(1);
                Step::Skips(trailing)
            }
            Line::Short(_) | Line::Foreign => {
                self.foreign = (self.foreign.0.saturating_sub(1), self.foreign.1.saturating_sub(1));
                if self.foreign.0 == 0 || self.foreign.1 == 0 {
                    self.close();
                    return Step::Ends;
                }
                Step::Foreign(trailing)
            }
        }
    }
}

/// Whether what follows the first words of a key in a string may be one.
fn is_key_text(text: &[u8]) -> bool {
    let row = text.split(|byte| !Alphabet::Base64.has(*byte)).map(<[u8]>::len).max();
    row.is_some_and(|row| row >= 16)
}

/// Whether a row is long enough to be the first one of a short key.
fn is_first(line: &[u8], part: &Range<usize>) -> bool {
    let row = line.get(part.clone()).unwrap_or_default();
    row.len() >= FIRST && is_mixed(row) && has_digit(row)
}

/// The parts of lines that are a key's, whose last words end at `end` and whose first ones were not seen. Lines before
/// `from` were looked at before.
pub(super) fn before_end(text: &[u8], from: usize, end: usize) -> Vec<Range<usize>> {
    let near = text.get(end.saturating_sub(LABEL_BYTES)..end).unwrap_or_default();
    let mut parts = Vec::new();
    let Some(mark) = memchr::memmem::rfind(near, b"-----END ") else { return parts };
    let mark = end.saturating_sub(near.len()).saturating_add(mark);
    // A key on one line ends there.
    let one_line = |byte: u8| Alphabet::Base64.has(byte) || byte == b'\\';
    let same = run_before(text, mark, mark.saturating_sub(from).min(ONE_LINE_BYTES), one_line);
    let own = mark.saturating_sub(same)..mark;
    if text.get(own.clone()).is_some_and(is_key_text) {
        parts.push(own);
        return parts;
    }
    let mut start = line_start(text, mark);
    let before = text.get(start..mark).unwrap_or_default();
    let mut around = Around::of(before, &(before.len()..before.len()));
    while let Some(above) = start.checked_sub(1).filter(|above| *above > from && parts.len() < LINES) {
        start = line_start_within(text, above, LINE_BYTES);
        if start < from {
            break;
        }
        let (line, _) = line_at(text, start);
        let bytes = text.get(line).unwrap_or_default();
        let part = match classify(bytes, Some(&around)) {
            Line::Full(part) => {
                around = Around::of(bytes, &part);
                part
            }
            Line::Short(part) if parts.is_empty() => part,
            Line::Short(_) | Line::Other | Line::Foreign => break,
        };
        parts.push(start.saturating_add(part.start)..start.saturating_add(part.end));
    }
    parts.reverse();
    parts
}
