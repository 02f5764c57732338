//! Replaces secrets within their lines, and follows the lines of a private key.

use std::borrow::Cow;
use std::ops::Range;

use super::search::{Found, Places};
use super::shapes::Alphabet;
use crate::report::{Hide, REDACTED};

/// How many lines of one key are followed at most; the longest of real ones have about a hundred.
const KEY_LINES: u32 = 400;
/// The most bytes of one line of a key.
const KEY_LINE_BYTES: usize = 200;
/// Bytes of a long line that are looked at and not yet hidden: more than any secret has.
pub const LOOKAHEAD_BYTES: usize = 32 * 1024;
/// How far before that a long line is cut rather at a separator.
const NEAR_BYTES: usize = 4096;
/// The most bytes from the beginning of a key's name to its value.
const NAME_BYTES: usize = 512;
/// The most bytes of a key on one line.
const ONE_LINE_BYTES: usize = 16 * 1024;
/// Bytes in which the beginning of a key's first line is looked for before its last words.
const LABEL_BYTES: usize = 64;
/// The most bytes that stand round a key's line in source code.
const ROUND_BYTES: usize = 8;
/// The mark of a key's line.
const KEY_MARK: &str = "[redacted:private-key]";

/// Bytes that are hidden, and what they are.
type Hidden = (Range<usize>, &'static str);

/// Hides secrets in a sequence of lines.
#[derive(Debug, Default)]
pub struct Redactor {
    /// How many lines of an open key may still come; 0 outside of one.
    key_lines: u32,
    /// Whether a full line of the open key came.
    in_body: bool,
    redacted: u64,
}

/// A line's range without its end, and where the next one begins.
fn line_at(text: &[u8], from: usize) -> (Range<usize>, usize) {
    let rest = text.get(from..).unwrap_or_default();
    match memchr::memchr(b'\n', rest) {
        Some(length) => {
            let end = from.saturating_add(length);
            let bare =
                if rest.get(length.wrapping_sub(1)) == Some(&b'\r') { end.saturating_sub(1) } else { end };
            (from..bare.max(from), end.saturating_add(1))
        }
        None => (from..text.len(), text.len()),
    }
}

/// What a line is inside of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyLine {
    /// As wide as the lines of a key are, alone or behind what a CI puts before it.
    Full,
    /// Base64, but shorter: the last line of a body.
    Short,
    /// A header or a blank line.
    Other,
}

/// What stands round a key's line in source code and in JSON, where it is part of a string.
const ROUND: [&[u8]; 9] = [b"\\n", b"\\r", b"\"", b"'", b"`", b",", b"+", b";", b"\\"];

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

/// What a line would be inside of a key, and which part of it; `None` for one that ends it. Wide lines have 64 to 76
/// bytes (RFC 7468, 4880, and OpenSSH), so that hardly a word of a log is taken for one.
fn key_line(line: &[u8]) -> Option<(KeyLine, Range<usize>)> {
    let part = bare(line);
    let last = line.get(part.clone()).unwrap_or_default();
    let alone = line.trim_ascii();
    let base64 = last.iter().all(|byte| Alphabet::Base64.has(*byte));
    let header = [b"Proc-Type:".as_slice(), b"DEK-Info:", b"Version:", b"Comment:", b"Hash:"];
    let kind = if last.is_empty() || header.iter().any(|name| alone.starts_with(name)) {
        KeyLine::Other
    } else if base64 && (60..=80).contains(&last.len()) && alone.len() <= KEY_LINE_BYTES {
        KeyLine::Full
    } else if base64
        && line.get(..part.start).is_some_and(|before| before.iter().all(|byte| b" \t\"'`".contains(byte)))
        && last.len() < 60
    {
        KeyLine::Short
    } else {
        return None;
    };
    Some((kind, part))
}

impl Redactor {
    /// How many secrets were hidden so far; each line of a key is one.
    #[must_use]
    pub const fn redacted(&self) -> u64 {
        self.redacted
    }

    /// What follows stands in no key that was begun before.
    pub const fn restart(&mut self) {
        self.key_lines = 0;
    }

    /// Hides the secrets of a block of lines. Its line ends stay. Only a key goes on from one block to the next.
    pub fn block<'a>(&mut self, text: &'a [u8]) -> Cow<'a, [u8]> {
        let hidden = self.find(text);
        self.count(&hidden);
        Self::without(text, hidden)
    }

    /// Hides the secrets of the beginning of a line that is too long for a block, and gives how many bytes that is: all
    /// but about [`LOOKAHEAD_BYTES`], so that no secret is cut.
    pub fn beginning<'a>(&mut self, text: &'a [u8]) -> (Cow<'a, [u8]>, usize) {
        let mut hidden = self.find(text);
        // What begins behind the cut is found again.
        self.key_lines = 0;
        let cut = text.len().saturating_sub(LOOKAHEAD_BYTES);
        let near = cut.saturating_sub(NEAR_BYTES);
        let blank = memchr::memrchr3(b' ', b',', b'}', text.get(near..cut).unwrap_or_default());
        let mut cut = blank.map_or(cut, |at| near.saturating_add(at).saturating_add(1));
        for (at, _) in &hidden {
            // What touches the end may go on behind it: it is found whole the next time, unless it is all there is.
            if at.end == text.len() && at.start > 0 {
                cut = cut.min(at.start);
                break;
            }
            // A key and its value stay together.
            if at.start < cut.saturating_add(NAME_BYTES) && cut < at.end {
                cut = at.end;
            }
        }
        hidden.retain(|(at, _)| at.start < cut);
        self.count(&hidden);
        (Self::without(text.get(..cut).unwrap_or(text), hidden), cut.min(text.len()))
    }

    fn count(&mut self, hidden: &[Hidden]) {
        self.redacted = self.redacted.saturating_add(u64::try_from(hidden.len()).unwrap_or(u64::MAX));
    }

    fn without(text: &[u8], hidden: Vec<Hidden>) -> Cow<'_, [u8]> {
        if hidden.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut shown = Vec::with_capacity(text.len());
        let mut from = 0;
        for (at, kind) in hidden {
            shown.extend_from_slice(text.get(from..at.start).unwrap_or_default());
            shown.extend_from_slice(REDACTED.as_bytes());
            shown.extend_from_slice(kind.as_bytes());
            shown.push(b']');
            from = at.end;
        }
        shown.extend_from_slice(text.get(from..).unwrap_or_default());
        Cow::Owned(shown)
    }

    /// Hides the secrets of one line, or of several. `None` when there are none.
    pub fn text(&mut self, text: &str) -> Option<String> {
        match self.block(text.as_bytes()) {
            Cow::Borrowed(_) => None,
            Cow::Owned(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    /// Lines of a key whose beginning was not seen: from the last one before its end upwards.
    pub fn lines_before_end(lines: &mut [&mut Box<str>]) -> u64 {
        let mut hidden = 0_u64;
        let mut inside = false;
        for at in (0..lines.len()).rev() {
            let last = lines.get(at.saturating_add(1)).is_some_and(|line| line.contains("-----END "));
            let Some(line) = lines.get_mut(at) else { continue };
            if line.contains("PRIVATE KEY-----") {
                inside = line.contains("-----END ");
            } else if inside && &***line != KEY_MARK {
                let kind = key_line(line.as_bytes()).map(|(kind, _)| kind);
                inside = kind == Some(KeyLine::Full) || (kind == Some(KeyLine::Short) && last);
                if inside {
                    **line = KEY_MARK.into();
                    hidden = hidden.saturating_add(1);
                }
            }
        }
        hidden
    }

    fn find(&mut self, text: &[u8]) -> Vec<Hidden> {
        let mut hidden = Vec::new();
        let mut from = self.key(text, 0, &mut hidden);
        let mut places = Places::new(text);
        while let Some((found, behind)) = places.next(from) {
            from = match found {
                Found::Secret(secret) => {
                    hidden.push((secret.at, secret.kind));
                    behind
                }
                Found::KeyWords(end) => self.key_begins(text, end, &mut hidden),
            };
        }
        hidden
    }

    /// The words `PRIVATE KEY` end at `end`; gives where the search goes on.
    fn key_begins(&mut self, text: &[u8], end: usize, hidden: &mut Vec<Hidden>) -> usize {
        let near = text.get(end.saturating_sub(LABEL_BYTES)..end).unwrap_or_default();
        let rest = text.get(end..).unwrap_or_default();
        let Some(begin) = memchr::memmem::rfind(near, b"-----BEGIN ") else { return end };
        let label = near.get(begin.saturating_add(11)..).unwrap_or_default();
        let label_fits = label.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b' ');
        let closing =
            [b"-----".as_slice(), b" BLOCK-----"].into_iter().find(|closing| rest.starts_with(closing));
        let (true, Some(closing)) = (label_fits, closing) else { return end };
        let from = end.saturating_add(closing.len());
        // Of a long line only as much is looked at as a key can have.
        let window = text.get(from..).map_or(&[][..], |text| text.get(..ONE_LINE_BYTES).unwrap_or(text));
        let (line, after) = line_at(window, 0);
        let same_line = window.get(line).unwrap_or_default();
        if let Some(last) = memchr::memmem::find(same_line, b"-----END ") {
            // A key on one line, as in JSON and in variables.
            if last > 0 {
                hidden.push((from..from.saturating_add(last), "private-key"));
            }
            return from.saturating_add(last).saturating_add(9);
        }
        // In a string it goes up to the end of that.
        let length = same_line.iter().take_while(|byte| !b"\"'`<>".contains(byte)).count();
        let string = same_line.get(..length).unwrap_or_default();
        // A backslash belongs to the quote behind it.
        let length = length.saturating_sub(string.iter().rev().take_while(|byte| **byte == b'\\').count());
        let behind = from.saturating_add(length);
        let marked = memchr::memmem::find(same_line, REDACTED.as_bytes()).is_some();
        if length > 16 && !marked {
            hidden.push((from..behind, "private-key"));
        }
        if same_line.len().saturating_sub(length) > ROUND_BYTES {
            return behind;
        }
        self.key_lines = KEY_LINES;
        self.in_body = false;
        self.key(text, from.saturating_add(after), hidden)
    }

    /// Hides the lines of an open key from `from` on; gives where the search goes on.
    fn key(&mut self, text: &[u8], from: usize, hidden: &mut Vec<Hidden>) -> usize {
        let mut from = from;
        while self.key_lines > 0 && from < text.len() {
            let (line, after) = line_at(text, from);
            let bytes = text.get(line.clone()).unwrap_or_default();
            let marked = memchr::memmem::find(bytes, KEY_MARK.as_bytes()).is_some();
            let hides = match key_line(bytes) {
                Some((KeyLine::Full, part)) => {
                    self.in_body = true;
                    Some(part)
                }
                Some((KeyLine::Short, part)) if self.in_body => {
                    // Behind it only a checksum can come.
                    self.key_lines = self.key_lines.min(2);
                    Some(part)
                }
                Some((KeyLine::Other, _)) => None,
                Some((KeyLine::Short, _)) | None if marked => None,
                Some((KeyLine::Short, _)) | None => {
                    self.key_lines = 0;
                    break;
                }
            };
            self.key_lines = self.key_lines.saturating_sub(1);
            if let Some(part) = hides {
                let start = line.start.saturating_add(part.start);
                hidden.push((start..line.start.saturating_add(part.end), "private-key"));
            }
            from = after;
        }
        from
    }
}

impl Hide for Redactor {
    fn lines(&mut self, lines: &mut [&mut Box<str>]) -> u64 {
        self.restart();
        let before = self.redacted;
        for line in lines.iter_mut() {
            if let Some(shown) = Self::text(self, line) {
                **line = shown.into();
            }
        }
        let upwards = Self::lines_before_end(lines);
        self.redacted.saturating_sub(before).saturating_add(upwards)
    }

    fn text(&mut self, text: &str) -> Option<String> {
        self.restart();
        Self::text(self, text)
    }
}

#[cfg(test)]
mod tests;
