//! Values of keys that are named as secrets: `DB_PASSWORD=...`, `"client_secret": "..."`.
//!
//! The name alone decides nothing: parsers speak of tokens and tests of passwords. The value has to stand as a value
//! does, and look like one that was made: a password is not a word of a sentence, and a token has many different bytes.

use super::shapes::{Secret, before, is_placeholder, run};

/// Which key it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// People choose the value.
    Password,
    /// A machine made the value.
    Token,
}

/// The least bytes of a password and of a token that was made.
const LEAST: (usize, usize) = (6, 16);
/// The least entropy of a made value, in bits a byte.
const BITS: f64 = 3.0;
/// The most bytes of a value.
const MOST: usize = 4096;

/// The value of a key whose telling part lies from `start` to `end`.
pub(super) fn value(text: &[u8], _start: usize, end: usize, key: Key) -> Option<Secret> {
    let name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let mut at = end.saturating_add(run(text, end, 24, name));
    let quoted = text.get(at).is_some_and(|byte| matches!(byte, b'"' | b'\''));
    at = at.saturating_add(usize::from(quoted));
    let blanks = run(text, at, 4, |byte| byte == b' ');
    at = at.saturating_add(blanks);
    let sign = *text.get(at)?;
    let assigned =
        sign == b'=' && !text.get(at.saturating_add(1)).is_some_and(|byte| matches!(byte, b'=' | b'~'));
    if !assigned && sign != b':' {
        return None;
    }
    at = at.saturating_add(1);
    if sign == b'=' && text.get(at) == Some(&b'>') {
        at = at.saturating_add(1);
    }
    let gap = run(text, at, 4, |byte| byte == b' ');
    at = at.saturating_add(gap);
    let quote = text.get(at).copied().filter(|byte| matches!(byte, b'"' | b'\'' | b'`'));
    at = at.saturating_add(usize::from(quote.is_some()));
    let ends = |byte: u8| match quote {
        Some(quote) => byte == quote || byte < b' ',
        None => byte <= b' ' || b"\"'`,;&|<>()[]{}\\".contains(&byte),
    };
    let length = run(text, at, MOST, |byte| !ends(byte));
    let value = text.get(at..at.saturating_add(length))?;
    // `password=x` as a shell, a file of variables or a connection string has it; with blanks round it, a sentence.
    let tight = assigned && blanks == 0 && gap == 0;
    let stands = tight || (quote.is_some() && (quoted || assigned));
    if !stands || is_placeholder(value) || before(text, at) == Some(b'$') {
        return None;
    }
    let fits = match key {
        Key::Password => length >= LEAST.0 && !value.contains(&b' ') && made(value, LEAST.0, 2.0),
        Key::Token => made(value, LEAST.1, BITS),
    };
    let kind = match key {
        Key::Password => "password",
        Key::Token => "secret",
    };
    fits.then(|| Secret { at: at..at.saturating_add(length), kind })
}

/// Whether a value is long and mixed enough to have been made.
fn made(value: &[u8], least: usize, bits: f64) -> bool {
    let letters = value.iter().any(u8::is_ascii_alphabetic);
    let others = value.iter().any(|byte| byte.is_ascii_digit() || b"!@#$%^&*+=?".contains(byte));
    // A path of a language or of a file is no secret.
    let path = memchr::memmem::find(value, b"::").is_some() || value.first() == Some(&b'/');
    value.len() >= least && letters && others && !path && !value.contains(&b' ') && entropy(value) >= bits
}

/// Shannon's entropy, in bits a byte.
fn entropy(value: &[u8]) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in value {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count = count.saturating_add(1);
        }
    }
    let whole = f64::from(u32::try_from(value.len()).unwrap_or(u32::MAX));
    let bits = |count: &u32| {
        let part = f64::from(*count) / whole;
        -part * part.log2()
    };
    counts.iter().filter(|count| **count > 0).map(bits).sum()
}
