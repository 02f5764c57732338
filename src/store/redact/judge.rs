//! Whether a value is one that its name promises.
//!
//! The name alone decides nothing: parsers speak of tokens and tests of passwords. A password is not a word of a
//! sentence, and a token has many different bytes in no order that a name would have.

use std::ops::Range;

use super::escapes::{before, run};
use super::names::{Name, Sure, Word};
use super::shapes::{Alphabet, Secret};
use super::words::{
    JUDGED, changes, has_digit, is_chosen, is_hex, is_made, is_mixed, is_placeholder, is_stand_in, is_strong,
    is_worded,
};
use crate::budget::Count as _;

/// The least bytes of a password, of a token that was made, and of one of a variable in capital letters.
pub(super) const LEAST: (usize, usize, usize) = (6, 15, 12);
/// The least bytes of a password in a list.
const LISTED: usize = 8;
/// The most bytes of a value.
const MOST: usize = 4096;
/// The most bytes of the name of a value that follows another one.
const NEXT_NAME: usize = 40;

/// What is known of a name, by which its values are judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judge {
    pub(super) word: Word,
    sure: Sure,
    pub(super) capital: bool,
    /// The least bytes of a token that a machine made.
    least: usize,
}

impl Judge {
    /// Of a value that only its place tells of.
    pub(super) const PASSWORD: Self =
        Self { word: Word::Password, sure: Sure::Yes, capital: false, least: LEAST.1 };

    /// `None` for the name of something else.
    pub(super) fn of(text: &[u8], name: &Name<'_>, word: Word) -> Option<Self> {
        let sure = name.sure(text, word);
        let least = || if name.is_of_service() { LEAST.2 } else { LEAST.1 };
        (sure != Sure::No).then(|| Self { word, sure, capital: name.is_capital(), least: least() })
    }

    /// Whether people choose the value.
    pub(super) const fn is_chosen_by_people(&self) -> bool {
        matches!(self.word, Word::Password | Word::Pass)
    }

    /// Whether a value was made or chosen as a secret.
    pub(super) fn is_made(&self, value: &[u8]) -> bool {
        self.is_made_of(value, self.least)
    }

    /// The same; so many bytes at least has one that a machine made.
    pub(super) fn is_made_of(&self, value: &[u8], least: usize) -> bool {
        match self.word {
            Word::Password => is_chosen(value),
            // `pass: test_case_1` is the outcome of a test.
            Word::Pass => {
                is_chosen(value) && !(is_worded(value) && value.iter().any(|byte| b"_-./".contains(byte)))
            }
            Word::Token => is_made(value, least) || is_strong(value),
            Word::Key => {
                let sure = self.sure == Sure::Yes;
                (is_made(value, least) && (sure || self.capital || is_strange(value)))
                    || (sure && is_strong(value))
            }
        }
    }

    /// Whether a value is a secret where only a value can be.
    pub(super) fn takes(&self, value: &[u8]) -> bool {
        let address = memchr::memmem::find(value, b"://").is_some();
        self.is_made(value)
            && !is_placeholder(value)
            && !is_stand_in(value)
            && !address
            && !value.starts_with(b"#/")
    }

    /// Whether a value is a secret among others in a list or a call: most of those are names.
    pub(super) fn takes_in_list(&self, value: &[u8]) -> bool {
        let plain = || value.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-+/=".contains(byte));
        let other = value.iter().any(|byte| b"[\\".contains(byte));
        let made = match self.word {
            Word::Password => {
                value.len() >= LISTED
                    && (changes(value) > 0 || is_mixed(value))
                    && !is_worded(value)
                    && !other
            }
            Word::Pass => is_strong(value),
            Word::Token | Word::Key => {
                plain() && has_digit(value) && (changes(value) >= 3 || is_strong(value)) && !is_uuid(value)
            }
        };
        made && self.takes(value)
    }

    /// The same for a value that has a name of its own in it.
    pub(super) fn takes_of(&self, value: &[u8]) -> bool {
        self.takes_in_list(value) || (!self.is_chosen_by_people() && is_strong(value) && self.takes(value))
    }

    /// Whether a value is a secret where something else could be as well.
    pub(super) fn takes_alone(&self, value: &[u8]) -> bool {
        let name = value.contains(&b'_') && changes(value) < 4;
        self.sure == Sure::Yes && is_strong(value) && !name && !is_placeholder(value)
    }

    /// The value that lies there, as a secret.
    pub(super) const fn secret(&self, at: Range<usize>) -> Secret {
        let kind = if self.is_chosen_by_people() { "password" } else { "secret" };
        Secret { at, kind }
    }

    /// How many bytes a value without quotes has; that of a variable may have brackets. What is again and again in a text
    /// is looked at once: only a value that is one is followed to its end.
    pub(super) fn bare(&self, text: &[u8], at: usize) -> Option<usize> {
        let variable = self.capital && before(text, at) == Some(b'=');
        let short = bare(text, at, JUDGED, variable);
        if short < JUDGED {
            return Some(short);
        }
        let first = text.get(at..at.saturating_add(JUDGED))?;
        self.is_made(first).then(|| bare(text, at, MOST, variable))
    }
}

/// How many bytes from `at` on are those of a value without quotes, `most` at most. A sign that may end one goes on with
/// it when more of it follows, and no other name.
fn bare(text: &[u8], at: usize, most: usize, variable: bool) -> usize {
    let mut length = 0_usize;
    let mut open = 0_usize;
    while length < most {
        let here = at.saturating_add(length);
        let Some(byte) = text.get(here).copied() else { break };
        let goes_on = match byte {
            0..=b' ' | 0x7f.. | b'"' | b'\\' => false,
            b'&' | b'|' => follows(text, here, false),
            b',' | b';' => follows(text, here, true),
            b'(' | b'[' | b'{' if variable && length > 0 => {
                open.up(1);
                follows(text, here, false)
            }
            b')' | b']' | b'}' if variable && open > 0 => {
                open.down(1);
                true
            }
            b'<' | b'>' | b'`' | b'\'' if variable && length > 0 => follows(text, here, false),
            b'\'' | b'`' | b'<' | b'>' | b'(' | b')' | b'[' | b']' | b'{' | b'}' => false,
            _ => true,
        };
        if !goes_on {
            break;
        }
        length.up(1);
    }
    length
}

/// Whether a value goes on after the sign at a position: a next value is no name of its own.
fn follows(text: &[u8], at: usize, strictly: bool) -> bool {
    let from = at.saturating_add(1);
    let name = run(text, from, NEXT_NAME, |byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
    let after = text.get(from.saturating_add(name)).copied().unwrap_or(b' ');
    let first = text.get(from).copied().unwrap_or(b' ');
    let is_name = name > 0 && matches!(after, b'=' | b':');
    let part = text.get(from..from.saturating_add(name)).unwrap_or_default();
    // An entity of XML, as `&amp;`, ends a value.
    let entity = text.get(at) == Some(&b'&') && after == b';';
    first.is_ascii_graphic()
        && !b"\"'`&|;,<>()[]{}\\".contains(&first)
        && !is_name
        && !entity
        && (!strictly || (name >= 8 && is_chosen(part) && !is_worded(part)))
}

/// Whether a value is the number of something (RFC 9562).
fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36 && value.contains(&b'-') && is_hex(value)
}

/// Whether a value is none of the hashes and ids that keys of other things have.
fn is_strange(value: &[u8]) -> bool {
    !is_hex(value)
        && value.iter().all(|byte| Alphabet::Base64.has(*byte) || *byte == b'_')
        && value.len() >= 20
}

/// Whether a value may be right after a colon: `file:line`, `scope:name` and times do so, too.
pub(super) fn is_glued(value: &[u8]) -> bool {
    value.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-+=!@#$%^&*?~|".contains(byte))
        && changes(value) >= 1
        || is_made(value, LEAST.2)
}

/// A value without what ends a sentence, or begins the quote of a URL.
pub(super) fn without_end(value: &[u8]) -> &[u8] {
    let end = memchr::memmem::find(value, b"%22").or_else(|| memchr::memmem::find(value, b"%26"));
    let value = end.and_then(|end| value.get(..end)).unwrap_or(value);
    let dots = value.iter().rev().take_while(|byte| b".:".contains(byte)).count();
    value.get(..value.len().saturating_sub(dots)).unwrap_or(value)
}

/// Whether a value that a sentence could hold goes on with no other word after it.
pub(super) fn is_sure(value: &[u8], judge: &Judge) -> bool {
    !judge.is_chosen_by_people() && value.len() >= 20 && (changes(value) > 2 || is_mixed(value))
}
