//! A secret in a text, and tokens that begin with a fixed prefix.

use std::ops::Range;

use super::escapes::{before, begins, run, run_before};
use super::words::{has_digit, is_long_worded};
use crate::budget::Count as _;

/// A secret in a text, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Secret {
    /// Which bytes.
    pub(super) at: Range<usize>,
    /// What is printed in their place.
    pub(super) kind: &'static str,
}

/// Which bytes the rest of a token is made of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Alphabet {
    /// `A-Z0-9`.
    Upper,
    /// `a-z0-9`.
    Lower,
    /// `a-fA-F0-9`.
    Hex,
    /// `A-Za-z0-9`.
    Plain,
    /// `A-Za-z0-9_-`.
    Url,
    /// `A-Za-z0-9_.=-`.
    Dotted,
    /// `A-Za-z0-9+/=`.
    Base64,
}

impl Alphabet {
    pub(super) const fn has(self, byte: u8) -> bool {
        match self {
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Lower => byte.is_ascii_lowercase() || byte.is_ascii_digit(),
            Self::Hex => byte.is_ascii_hexdigit(),
            Self::Plain => byte.is_ascii_alphanumeric(),
            Self::Url => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Self::Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'='),
            Self::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='),
        }
    }

    /// How many bytes from `at` on are of this alphabet, `most` at most.
    pub(super) fn run(self, text: &[u8], at: usize, most: usize) -> usize {
        run(text, at, most, |byte| self.has(byte))
    }
}

/// What may be before a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// Anything: nothing else begins so.
    Any,
    /// The beginning of a word, an underscore or a single letter: longer words may end so.
    Word,
}

impl Left {
    pub(super) fn fits(self, text: &[u8], at: usize) -> bool {
        let goes_on = |byte: u8| byte.is_ascii_alphanumeric();
        let letter = || before(text, at).is_some_and(|byte| byte.is_ascii_alphabetic());
        self == Self::Any
            || begins(text, at, goes_on)
            || (letter() && begins(text, at.saturating_sub(1), goes_on))
    }
}

/// A token that begins with a fixed prefix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: &'static str,
    pub(super) alphabet: Alphabet,
    /// Bytes after the prefix, at least and at most.
    pub(super) least: usize,
    pub(super) most: usize,
    pub(super) left: Left,
}

impl Token {
    /// The token whose prefix lies from `start` to `end`.
    pub(super) fn at(&self, text: &[u8], start: usize, end: usize) -> Option<Secret> {
        let length = self.alphabet.run(text, end, self.most.saturating_add(1));
        let body = text.get(end..end.saturating_add(length))?;
        // A full stop after it ends a sentence.
        let length = length.saturating_sub(body.iter().rev().take_while(|byte| **byte == b'.').count());
        if length < self.least || length > self.most || !self.is_telling(body) || !self.left.fits(text, start)
        {
            return None;
        }
        Some(Secret { at: start..end.saturating_add(length), kind: self.kind })
    }

    /// Whether the rest of a token is neither a row of stand-ins nor a name.
    fn is_telling(&self, body: &[u8]) -> bool {
        let is_in = |byte: &u8| matches!(*byte, b'x' | b'X' | b'0' | b'*' | b'-' | b'_');
        let is_name = || {
            matches!(self.alphabet, Alphabet::Plain)
                && self.least > 30
                && !has_digit(body)
                && is_long_worded(body)
        };
        !body.iter().all(is_in) && !is_name()
    }
}

/// Parts of exact lengths with a byte between them, from `at` on: where they end.
pub(super) fn parts(text: &[u8], at: usize, parts: &[(Alphabet, usize)], between: u8) -> Option<usize> {
    let mut at = at;
    for (number, (alphabet, length)) in parts.iter().enumerate() {
        if number > 0 {
            (text.get(at) == Some(&between)).then_some(())?;
            at.up(1);
        }
        (alphabet.run(text, at, *length) == *length).then_some(())?;
        at.up(*length);
    }
    Some(at)
}

/// What is made of `parts` after a prefix that lies from `start` to `end`.
pub(super) fn parted(
    text: &[u8],
    (start, end): (usize, usize),
    wanted: &[(Alphabet, usize)],
    between: u8,
    kind: &'static str,
) -> Option<Secret> {
    let after = parts(text, end, wanted, between)?;
    let goes_on = text.get(after).is_some_and(u8::is_ascii_alphanumeric);
    (!goes_on && Left::Word.fits(text, start)).then_some(Secret { at: start..after, kind })
}

/// How many bytes of an alphabet are before `at`, when they are from `least` to `most`.
pub(super) fn part_before(
    text: &[u8],
    at: usize,
    alphabet: Alphabet,
    least: usize,
    most: usize,
) -> Option<usize> {
    let length = run_before(text, at, most, |byte| alphabet.has(byte));
    (length >= least && has_digit(text.get(at.saturating_sub(length)..at)?)).then_some(length)
}
