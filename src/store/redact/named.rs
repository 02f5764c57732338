//! Values of keys that are named as secrets: `DB_PASSWORD=...`, `"client_secret": "..."`, `token: ...`.
//!
//! The name alone decides nothing: parsers speak of tokens and tests of passwords. The value has to stand as a value
//! does, and look like one that was made: a password is not a word of a sentence, and a token has many different bytes
//! in no order that a name would have. Colours between name and value, and quotes within quotes, are looked through.

use super::shapes::{Secret, before, is_placeholder, past_color, run};

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
/// How many first bytes of a value are looked at, and of a value without quotes at first.
const JUDGED: usize = 64;
/// How often letters and digits follow one another at least in a value that a machine made.
const CHANGES: usize = 2;
/// What a key is about that only has to do with a secret.
const ABOUT: [&[u8]; 19] = [
    b"id", b"name", b"type", b"count", b"length", b"len", b"size", b"index", b"url", b"uri", b"path",
    b"file", b"expir", b"hash", b"ttl", b"policy", b"version", b"kind", b"error",
];

/// How a value stands behind its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    /// `key=value`, as a shell, a file of variables or a connection string has it.
    Tight,
    /// In quotes.
    Quoted,
    /// `key: value` or `key = value`, as a file of settings has it.
    Loose,
}

fn one(text: &[u8], at: usize, wanted: &[u8]) -> bool {
    text.get(at).is_some_and(|byte| wanted.contains(byte))
}

/// Behind a quote that may be escaped: which one, and where.
fn past_quote(text: &[u8], at: usize) -> (Option<u8>, bool, usize) {
    let escaped = one(text, at, b"\\") && one(text, at.saturating_add(1), b"\"'");
    let quote_at = at.saturating_add(usize::from(escaped));
    match text.get(quote_at) {
        Some(quote @ (b'"' | b'\'' | b'`')) => (Some(*quote), escaped, quote_at.saturating_add(1)),
        _ => (None, false, at),
    }
}

fn is_about(name: &[u8]) -> bool {
    let bare = name.trim_ascii_start();
    let bare = bare.strip_prefix(b"_").or_else(|| bare.strip_prefix(b"-")).unwrap_or(bare);
    let begins = |about: &&[u8]| {
        bare.get(..about.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(about))
            // `identity` is no id, `ids` are.
            && !bare.get(about.len()).is_some_and(|byte| byte.is_ascii_lowercase() && *byte != b's' && about.len() < 3)
    };
    ABOUT.iter().any(begins)
}

/// The value of a key whose telling part lies from `start` to `end`.
pub(super) fn value(text: &[u8], start: usize, end: usize, key: Key) -> Option<Secret> {
    let name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let mut at = end.saturating_add(run(text, end, 24, name));
    if is_about(text.get(end..at)?) {
        return None;
    }
    let (quoted, _, behind) = past_quote(text, at);
    at = past_color(text, behind);
    let blanks = run(text, at, 4, |byte| byte == b' ');
    at = past_color(text, at.saturating_add(blanks));
    let sign = *text.get(at).filter(|sign| matches!(sign, b'=' | b':'))?;
    at = at.saturating_add(1);
    if one(text, at, b"=~:") {
        return None;
    }
    at = at.saturating_add(usize::from(sign == b'=' && one(text, at, b">")));
    at = past_color(text, at);
    let gap = run(text, at, 4, |byte| byte == b' ');
    at = past_color(text, at.saturating_add(gap));
    let (quote, escaped, behind) = past_quote(text, at);
    at = behind;
    let stands = match quote {
        Some(_) if quoted.is_some() || sign == b'=' || gap > 0 => Stands::Quoted,
        Some(_) => return None,
        None if sign == b'=' && blanks == 0 && gap == 0 => Stands::Tight,
        None if gap > 0 && quoted.is_none() => Stands::Loose,
        None => return None,
    };
    if before(text, at) == Some(b'$') {
        return None;
    }
    let length = match quote {
        Some(quote) => in_quotes(text, at, quote, escaped),
        None => {
            let short = run(text, at, JUDGED, is_bare);
            // Only a value that is hidden is followed to its end: what comes again and again is looked at once.
            let goes_on = short == JUDGED && is_made(text.get(at..)?.get(..JUDGED)?, key);
            if goes_on { run(text, at, MOST, is_bare) } else { short }
        }
    };
    let value = text.get(at..at.saturating_add(length))?;
    let capital = text.get(start..end)?.iter().all(|byte| !byte.is_ascii_lowercase());
    let fits = match stands {
        Stands::Tight if key == Key::Password && capital && value.len() >= LEAST.0 => !value.contains(&b':'),
        Stands::Tight | Stands::Quoted => is_made(value, key),
        Stands::Loose => is_made(value, key) && ends_here(text, at.saturating_add(length), value, key),
    };
    if !fits || is_placeholder(value) {
        return None;
    }
    let kind = match key {
        Key::Password => "password",
        Key::Token => "secret",
    };
    Some(Secret { at: at..at.saturating_add(length), kind })
}

/// Whether a byte goes on with a value that has no quotes.
fn is_bare(byte: u8) -> bool {
    byte > b' ' && !b"\"'`,;&|<>()[]{}\\".contains(&byte)
}

/// Bytes up to the quote that ends a value.
fn in_quotes(text: &[u8], at: usize, quote: u8, escaped: bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let mut length = 0_usize;
    while let Some(byte) = rest.get(length).filter(|_| length < MOST) {
        match *byte {
            b'\\' if escaped && one(rest, length.saturating_add(1), &[quote]) => break,
            // In quotes a backslash takes the next byte with it, unless that ends the line.
            b'\\' if rest.get(length.saturating_add(1)).is_some_and(|next| *next >= b' ') => {
                length = length.saturating_add(2);
            }
            byte if byte == quote || byte < b' ' => break,
            _ => length = length.saturating_add(1),
        }
    }
    length.min(rest.len())
}

/// Whether a loose value ends as one does, and does not go on as a sentence.
fn ends_here(text: &[u8], end: usize, value: &[u8], key: Key) -> bool {
    let end = past_color(text, end);
    let strong = key == Key::Token && value.len() >= 20 && changes(value) > CHANGES;
    strong || text.get(end).is_none_or(|byte| b"\r\n,;\"')]}\\".contains(byte))
}

/// How often a digit follows a letter, or a letter a digit.
fn changes(value: &[u8]) -> usize {
    let class = |byte: u8| (byte.is_ascii_digit(), byte.is_ascii_alphabetic());
    let turns = |pair: &[u8]| match pair {
        [one, other] => {
            matches!((class(*one), class(*other)), ((true, _), (_, true)) | ((_, true), (true, _)))
        }
        _ => false,
    };
    value.windows(2).filter(|pair| turns(pair)).count()
}

/// Whether a value is long and mixed enough to have been made.
fn is_made(value: &[u8], key: Key) -> bool {
    let judged = value.get(..JUDGED).unwrap_or(value);
    let letters = judged.iter().any(u8::is_ascii_alphabetic);
    let others = judged.iter().any(|byte| byte.is_ascii_digit() || b"!@#$%^&*+=?".contains(byte));
    // A path of a language or of a file, a call and a sentence are no secrets.
    let path = memchr::memmem::find(judged, b"::").is_some()
        || matches!(value.first(), Some(b'/' | b'.'))
        || judged.contains(&b'(')
        || judged.contains(&b' ');
    letters
        && others
        && !path
        && match key {
            Key::Password => value.len() >= LEAST.0 && entropy(judged) >= 2.0,
            Key::Token => value.len() >= LEAST.1 && changes(judged) >= CHANGES && entropy(judged) >= BITS,
        }
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
