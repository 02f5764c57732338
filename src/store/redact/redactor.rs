//! Replaces secrets within their lines, and follows the lines of a private key.

use std::borrow::Cow;
use std::ops::Range;

use super::search::{Found, next};
use super::shapes::Alphabet;
use crate::report::{Hide, REDACTED};

/// How many lines of one key are followed at most; the longest of real ones have about a hundred.
const KEY_LINES: u32 = 400;
/// The most bytes of one line of a key.
const KEY_LINE_BYTES: usize = 200;
/// The mark of a key's line.
const KEY_MARK: &str = "[redacted:private-key]";

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

/// What a line would be inside of a key; `None` for one that ends it. Wide lines have 64 to 76 bytes (RFC 7468, 4880,
/// and OpenSSH), so that hardly a word of a log is taken for one.
fn key_line(line: &[u8]) -> Option<KeyLine> {
    let line = line.trim_ascii();
    let last = line.rsplit(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
    let base64 = last.iter().all(|byte| Alphabet::Base64.has(*byte));
    let header = [b"Proc-Type:".as_slice(), b"DEK-Info:", b"Version:", b"Comment:", b"Hash:"];
    if line.is_empty() || header.iter().any(|name| line.starts_with(name)) {
        Some(KeyLine::Other)
    } else if base64 && (60..=80).contains(&last.len()) && line.len() <= KEY_LINE_BYTES {
        Some(KeyLine::Full)
    } else if base64 && last.len() == line.len() && line.len() < 60 {
        Some(KeyLine::Short)
    } else {
        None
    }
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
                let kind = key_line(line.as_bytes());
                inside = kind == Some(KeyLine::Full) || (kind == Some(KeyLine::Short) && last);
                if inside {
                    **line = KEY_MARK.into();
                    hidden = hidden.saturating_add(1);
                }
            }
        }
        hidden
    }

    fn find(&mut self, text: &[u8]) -> Vec<(Range<usize>, &'static str)> {
        let mut hidden = Vec::new();
        let mut from = self.key(text, 0, &mut hidden);
        while let Some((found, behind)) = next(text, from) {
            from = match found {
                Found::Secret(secret) => {
                    hidden.push((secret.at, secret.kind));
                    behind
                }
                Found::KeyWords(end) => self.key_begins(text, end, &mut hidden),
            };
        }
        self.redacted = self.redacted.saturating_add(u64::try_from(hidden.len()).unwrap_or(u64::MAX));
        hidden
    }

    /// The words `PRIVATE KEY` end at `end`; gives where the search goes on.
    fn key_begins(
        &mut self,
        text: &[u8],
        end: usize,
        hidden: &mut Vec<(Range<usize>, &'static str)>,
    ) -> usize {
        let line_start =
            memchr::memrchr(b'\n', text.get(..end).unwrap_or_default()).map_or(0, |at| at.saturating_add(1));
        let before = text.get(line_start..end).unwrap_or_default();
        let rest = text.get(end..).unwrap_or_default();
        let Some(begin) = memchr::memmem::rfind(before, b"-----BEGIN ") else { return end };
        let label = before.get(begin.saturating_add(11)..).unwrap_or_default();
        let label_fits =
            label.len() < 40 && label.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b' ');
        let closing =
            [b"-----".as_slice(), b" BLOCK-----"].into_iter().find(|closing| rest.starts_with(closing));
        let (true, Some(closing)) = (label_fits, closing) else { return end };
        let from = end.saturating_add(closing.len());
        let (line, _) = line_at(text, from);
        let same_line = text.get(line.clone()).unwrap_or_default();
        if let Some(last) = memchr::memmem::find(same_line, b"-----END ") {
            // A key on one line, as in JSON and in variables.
            if last > 0 {
                hidden.push((from..from.saturating_add(last), "private-key"));
            }
            return from.saturating_add(last).saturating_add(9);
        }
        if same_line.len() > 16 {
            hidden.push((line.clone(), "private-key"));
        }
        self.key_lines = KEY_LINES;
        self.in_body = false;
        self.key(text, line_at(text, from).1, hidden)
    }

    /// Hides the lines of an open key from `from` on; gives where the search goes on.
    fn key(&mut self, text: &[u8], from: usize, hidden: &mut Vec<(Range<usize>, &'static str)>) -> usize {
        let mut from = from;
        while self.key_lines > 0 && from < text.len() {
            let (line, after) = line_at(text, from);
            let bytes = text.get(line.clone()).unwrap_or_default();
            let hides = match key_line(bytes) {
                Some(KeyLine::Full) => {
                    self.in_body = true;
                    true
                }
                Some(KeyLine::Short) if self.in_body => {
                    // Behind it only a checksum can come.
                    self.key_lines = self.key_lines.min(2);
                    true
                }
                Some(KeyLine::Other) => false,
                Some(KeyLine::Short) | None if bytes == KEY_MARK.as_bytes() => false,
                Some(KeyLine::Short) | None => {
                    self.key_lines = 0;
                    break;
                }
            };
            self.key_lines = self.key_lines.saturating_sub(1);
            if hides {
                hidden.push((line, "private-key"));
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
