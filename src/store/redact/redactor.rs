//! Replaces secrets within their lines.

use std::borrow::Cow;

use super::keys::{self, Key, Step};
use super::numbers::Numbers;
use super::search::{Found, Places};
use super::shapes::Secret;
use crate::report::{Hide, Pass, REDACTED};

/// Bytes of a long line that are looked at and not yet hidden: more than any secret has.
pub const LOOKAHEAD_BYTES: usize = 32 * 1024;
/// How far before that a long line is cut rather at a separator.
const NEAR_BYTES: usize = 4096;
/// The most bytes from the beginning of a key's name to its value.
const NAME_BYTES: usize = 512;
/// Hides secrets in a sequence of lines.
#[derive(Debug, Default)]
pub struct Redactor {
    /// A private key whose lines come.
    key: Key,
    numbers: Numbers,
    pass: Pass,
    redacted: u64,
}

impl Redactor {
    /// How many secrets were hidden so far; each line of a key is one.
    #[must_use]
    pub const fn redacted(&self) -> u64 {
        self.redacted
    }

    /// What follows is in no key that was begun before.
    pub fn restart(&mut self) {
        self.key.close();
    }

    /// Hides the secrets of a block of lines. Its line ends stay. Only a key goes on from one block to the next.
    pub fn block<'a>(&mut self, text: &'a [u8]) -> Cow<'a, [u8]> {
        let hidden = self.find(text);
        self.without(text, hidden)
    }

    /// Hides the secrets of the beginning of a line that is too long for a block, and gives how many bytes that is: all
    /// but about [`LOOKAHEAD_BYTES`], so that no secret is cut.
    pub fn beginning<'a>(&mut self, text: &'a [u8]) -> (Cow<'a, [u8]>, usize) {
        let mut hidden = self.find(text);
        // What begins after the cut is found again.
        self.restart();
        let cut = text.len().saturating_sub(LOOKAHEAD_BYTES);
        let near = cut.saturating_sub(NEAR_BYTES);
        let blank = memchr::memrchr3(b' ', b',', b'}', text.get(near..cut).unwrap_or_default());
        let mut cut = blank.map_or(cut, |at| near.saturating_add(at).saturating_add(1));
        for Secret { at, .. } in &hidden {
            // What touches the end may go on after it: it is found whole the next time, unless it is all there is.
            if at.end == text.len() && at.start > 0 {
                cut = cut.min(at.start);
                break;
            }
            // A key and its value stay together.
            if at.start < cut.saturating_add(NAME_BYTES) && cut < at.end {
                cut = at.end;
            }
        }
        hidden.retain(|secret| secret.at.start < cut);
        (self.without(text.get(..cut).unwrap_or(text), hidden), cut.min(text.len()))
    }

    fn without<'a>(&mut self, text: &'a [u8], hidden: Vec<Secret>) -> Cow<'a, [u8]> {
        if hidden.is_empty() {
            return Cow::Borrowed(text);
        }
        self.redacted = self.redacted.saturating_add(u64::try_from(hidden.len()).unwrap_or(u64::MAX));
        self.learn(text, &hidden);
        let mut shown = Vec::with_capacity(text.len());
        let mut from = 0;
        for Secret { at, kind } in hidden {
            shown.extend_from_slice(text.get(from..at.start).unwrap_or_default());
            shown.extend_from_slice(REDACTED.as_bytes());
            shown.extend_from_slice(kind.as_bytes());
            if let Some(number) = self.numbers.number(kind, text.get(at.clone()).unwrap_or_default()) {
                shown.extend_from_slice(format!("#{number}").as_bytes());
            }
            shown.push(b']');
            from = at.end;
        }
        shown.extend_from_slice(text.get(from..).unwrap_or_default());
        Cow::Owned(shown)
    }

    /// Takes note of secrets, so that they have numbers when there are different ones of a kind. The lines of a key are
    /// parts of one secret.
    fn learn(&mut self, text: &[u8], hidden: &[Secret]) {
        for Secret { at, kind } in hidden.iter().filter(|secret| secret.kind != keys::KIND) {
            self.numbers.learn(kind, text.get(at.clone()).unwrap_or_default());
        }
    }

    /// Hides the secrets of one line, or of several. `None` when there are none.
    pub fn text(&mut self, text: &str) -> Option<String> {
        match self.block(text.as_bytes()) {
            Cow::Borrowed(_) => None,
            Cow::Owned(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    fn learn_text(&mut self, text: &[u8]) {
        let hidden = self.find(text);
        self.learn(text, &hidden);
    }

    fn find(&mut self, text: &[u8]) -> Vec<Secret> {
        let mut hidden = Vec::new();
        let mut places = Places::new(text);
        let mut from = 0;
        while from < text.len() {
            let limit = if self.key.is_open() {
                match self.key.step(text, from) {
                    Step::Hides(at, trailing) => {
                        hidden.push(Secret { at, kind: keys::KIND });
                        from = trailing;
                        continue;
                    }
                    Step::Skips(trailing) => {
                        from = trailing;
                        continue;
                    }
                    Step::Foreign(trailing) => trailing,
                    Step::Ends => continue,
                }
            } else {
                text.len()
            };
            from = self.search(text, &mut places, (from, limit), &mut hidden);
        }
        hidden
    }

    /// Searches a part of the text for secrets, up to its end or to the first line of a key. Gives where that is.
    fn search(
        &mut self,
        text: &[u8],
        places: &mut Places<'_>,
        (from, limit): (usize, usize),
        hidden: &mut Vec<Secret>,
    ) -> usize {
        let mut from = from;
        while let Some((found, after)) = places.next(from, limit, hidden) {
            from = match found {
                Found::Secrets => after,
                Found::KeyWords(end) => {
                    let begun = self.key.begins(text, end);
                    hidden.extend(begun.hides.map(|at| Secret { at, kind: keys::KIND }));
                    begun.from
                }
                Found::KeyLines(end) => self.key.opens_after(text, end),
            };
            if from > limit || (self.key.is_open() && !matches!(found, Found::Secrets)) {
                return from;
            }
        }
        limit.max(from)
    }
}

impl Hide for Redactor {
    fn pass(&mut self, pass: Pass) {
        self.pass = pass;
    }

    fn lines(&mut self, lines: &mut [&mut Box<str>]) -> u64 {
        self.restart();
        let before = self.redacted;
        let texts: Vec<&str> = lines.iter().map(|line| &***line).collect();
        let text = texts.join("\n");
        if self.pass == Pass::Learn {
            self.learn_text(text.as_bytes());
            return 0;
        }
        if let Cow::Owned(shown) = self.block(text.as_bytes()) {
            let shown = String::from_utf8_lossy(&shown);
            let mut rest = &*shown;
            for line in lines.iter_mut() {
                // Line ends stay, those within a text too.
                let ends = memchr::memchr_iter(b'\n', line.as_bytes()).count();
                let end = memchr::memchr_iter(b'\n', rest.as_bytes()).nth(ends).unwrap_or(rest.len());
                let (text, later) = rest.split_at_checked(end).unwrap_or((rest, ""));
                if ***line != *text {
                    **line = text.into();
                }
                rest = later.strip_prefix('\n').unwrap_or(later);
            }
        }
        let upwards = keys::lines_before_end(lines);
        self.redacted.saturating_sub(before).saturating_add(upwards)
    }

    fn text(&mut self, text: &str) -> Option<String> {
        self.restart();
        if self.pass == Pass::Learn {
            self.learn_text(text.as_bytes());
            return None;
        }
        Self::text(self, text)
    }
}

#[cfg(test)]
mod tests;
