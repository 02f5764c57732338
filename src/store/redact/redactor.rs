//! Replaces secrets within their lines.

use std::borrow::Cow;

use super::keys::{self, Key, Step};
use super::lines::line_at;
use super::numbers::Numbers;
use super::plain::Plain;
use super::search::{Found, Places};
use super::shapes::Secret;
use super::special::facebook_apps;
use crate::budget::Count as _;
use crate::report::{Hide, Pass, REDACTED};

/// Bytes of a long line that are looked at and not yet hidden: more than any secret has.
pub const LOOKAHEAD_BYTES: usize = 32 * 1024;
/// Bytes after the lines of a block in which values of their names may be.
const VALUE_BYTES: usize = 1024;
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
    /// Whether no secret was found while they were learned: then there is none to hide.
    found_none: bool,
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
        self.lines(text, text.len()).0
    }

    /// Hides the secrets of the lines up to `end`, and gives where the next ones begin: later when those after `end` hold
    /// the value of a name before it.
    pub fn lines<'a>(&mut self, text: &'a [u8], end: usize) -> (Cow<'a, [u8]>, usize) {
        let (hidden, end) = self.find(text, end);
        (self.without(text.get(..end).unwrap_or(text), hidden), end)
    }

    /// Where the lines of a text end that can be hidden before more of it comes: some are left, for they may hold the value
    /// of a name. `None` when no line ends.
    #[must_use]
    pub fn cut(text: &[u8]) -> Option<usize> {
        let most = text.get(..text.len().saturating_sub(VALUE_BYTES)).unwrap_or_default();
        let end = memchr::memrchr(b'\n', most).or_else(|| memchr::memrchr(b'\n', text))?;
        Some(end.saturating_add(1))
    }

    /// Hides the secrets of the beginning of a line that is too long for a block, and gives how many bytes that is: all
    /// but about [`LOOKAHEAD_BYTES`], so that no secret is cut.
    pub fn beginning<'a>(&mut self, text: &'a [u8]) -> (Cow<'a, [u8]>, usize) {
        let (mut hidden, _) = self.find(text, text.len());
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
        self.redacted.up(u64::try_from(hidden.len()).unwrap_or(u64::MAX));
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
        let (hidden, _) = self.find(text, text.len());
        self.found_none &= hidden.is_empty();
        self.learn(text, &hidden);
    }

    /// Whether nothing is to be hidden in what was learned from.
    fn has_nothing_to_hide(&self) -> bool {
        self.pass == Pass::Hide && self.found_none
    }

    /// The secrets of the lines up to `end`, and of those that hold values of their names: where the last of them ends.
    fn find(&mut self, text: &[u8], end: usize) -> (Vec<Secret>, usize) {
        let Some(plain) = Plain::of(text) else { return self.find_in(text, end) };
        let (mut hidden, end) = self.find_in(&plain.text, plain.place(end));
        for secret in &mut hidden {
            secret.at = plain.original(&secret.at);
        }
        (hidden, plain.original(&(end..end)).start)
    }

    fn find_in(&mut self, text: &[u8], end: usize) -> (Vec<Secret>, usize) {
        let mut hidden = Vec::new();
        let mut places = Places::new(text);
        let mut from = 0;
        let mut end = end;
        while from < end {
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
                end
            };
            let known = hidden.len();
            from = self.search(text, &mut places, (from, limit), &mut hidden);
            let new = hidden.iter().skip(known).map(|secret: &Secret| secret.at.end).max();
            if let Some(last) = new.filter(|last| *last > end) {
                end = line_at(text, last).1;
            }
        }
        facebook_apps(text.get(..end).unwrap_or(text), &mut hidden);
        in_order(&mut hidden);
        (hidden, end)
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
                    if begun.hides.is_none() && !self.key.is_open() {
                        let seen = hidden.last().map_or(0, |last| last.at.end);
                        let parts = keys::before_end(text, seen, end).into_iter();
                        hidden.extend(parts.map(|at| Secret { at, kind: keys::KIND }));
                    }
                    hidden.extend(begun.hides.map(|at| Secret { at, kind: keys::KIND }));
                    begun.from
                }
                Found::KeyLines(start, end) => self.key.opens_after(text, start, end),
            };
            if from > limit || (self.key.is_open() && !matches!(found, Found::Secrets)) {
                return from;
            }
        }
        limit.max(from)
    }
}

/// Puts secrets in the order of the text, and those that overlap together.
fn in_order(hidden: &mut Vec<Secret>) {
    let apart = |pair: &[Secret]| matches!(pair, [one, other] if one.at.end <= other.at.start);
    if hidden.windows(2).all(apart) {
        return;
    }
    hidden.sort_by_key(|secret| secret.at.start);
    hidden.dedup_by(|later, first| {
        let overlaps = later.at.start < first.at.end;
        if overlaps {
            first.at.end = first.at.end.max(later.at.end);
        }
        overlaps
    });
}

impl Hide for Redactor {
    fn pass(&mut self, pass: Pass) {
        self.pass = pass;
        self.found_none |= pass == Pass::Learn;
    }

    fn lines(&mut self, lines: &mut [&mut Box<str>]) -> u64 {
        if self.has_nothing_to_hide() {
            return 0;
        }
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
        self.redacted.saturating_sub(before)
    }

    fn text(&mut self, text: &str) -> Option<String> {
        if self.has_nothing_to_hide() {
            return None;
        }
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
