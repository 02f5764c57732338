//! Values of keys that are named as secrets: `DB_PASSWORD=...`, `"client_secret": "..."`, `token: ...`.
//!
//! The name alone decides nothing: parsers speak of tokens and tests of passwords. The value has to be as a value
//! does, and look like one that was made: a password is not a word of a sentence, and a token has many different bytes
//! in no order that a name would have. Colours, quotes within quotes and escaped signs are looked through.

use super::escapes::{Quote, Sign, before, has, one, past_color, past_quote, run, run_before, sign};
use super::names::{Name, Sure, Word};
use super::shapes::{Alphabet, Secret};
use super::words::{JUDGED, changes, is_chosen, is_hex, is_made, is_mixed, is_placeholder, is_worded};

/// The least bytes of a password, of a token that was made, and of one of a variable in capital letters.
const LEAST: (usize, usize, usize) = (6, 15, 12);
/// The most bytes of a value.
const MOST: usize = 4096;
/// The least bytes of a value that a file of credentials has in base64.
const BASE64: usize = 12;

/// How a value is after its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IsAt {
    /// `key=value`, as a shell, a file of variables or a connection string has it.
    Tight,
    /// `key:value`.
    Glued,
    /// In quotes.
    Quoted,
    /// `key: value` or `key = value`, as a file of settings has it.
    Loose,
    /// `--key value`, as a command has it.
    Option,
}

/// Where a value is, and how it is there.
struct Place {
    at: usize,
    quote: Option<Quote>,
    is_at: IsAt,
    /// In a tag of XML it ends before the next one.
    tag: bool,
}

fn blanks(text: &[u8], at: usize) -> usize {
    run(text, at, 8, |byte| matches!(byte, b' ' | b'\t'))
}

/// Where the value of a name is that ends at `end`.
fn place(text: &[u8], name: &Name<'_>) -> Option<Place> {
    let (quoted, after) = past_quote(text, name.end);
    let at = past_color(text, after);
    // A name may be the index of a map: `config["token"] = ...`.
    let at = at.saturating_add(usize::from(quoted.is_some() && one(text, at, b"]")));
    let gap_before = blanks(text, at);
    let at = past_color(text, at.saturating_add(gap_before));
    let Some((sign, at)) = sign(text, at) else {
        let gap = blanks(text, name.end);
        let from = name.end.saturating_add(gap);
        let (quote, from) = past_quote(text, from);
        let option = name.is_option() && gap > 0 && !one(text, from, b"-");
        return option.then_some(Place { at: from, quote, is_at: IsAt::Option, tag: false });
    };
    let at = past_color(text, at);
    let gap = blanks(text, at);
    let at = past_color(text, at.saturating_add(gap));
    let (quote, at) = past_quote(text, at);
    // Strings of some languages have a letter before their quotes.
    let (quote, at) = match (quote, text.get(at..)) {
        (None, Some([b'b' | b'r' | b'f' | b'u' | b'@', b'"' | b'\'', ..])) => {
            past_quote(text, at.saturating_add(1))
        }
        _ => (quote, at),
    };
    let equals = sign == Sign::Equals;
    let tag = sign == Sign::Tag;
    let is_at = match quote {
        _ if tag => (quote.is_none() && before(text, name.start) == Some(b'<')).then_some(IsAt::Quoted)?,
        Some(_) if sign == Sign::Comma => quoted.map(|_| IsAt::Quoted)?,
        None if sign == Sign::Comma => return None,
        Some(_) => IsAt::Quoted,
        None if equals && gap_before == 0 && gap == 0 => IsAt::Tight,
        None if gap > 0 && quoted.is_none() => IsAt::Loose,
        None if gap_before == 0 && gap == 0 && quoted.is_none() => IsAt::Glued,
        None => return None,
    };
    Some(Place { at, quote, is_at, tag })
}

/// The telling part of a name, whose literal lies from `start` to `end`: with its first letter, which the literal leaves
/// out because it may be a capital one, and without signs.
fn reported(text: &[u8], start: usize, end: usize, word: Word) -> Option<(usize, usize)> {
    let literal = text.get(start..end)?;
    let signs = |byte: &&u8| !byte.is_ascii_alphanumeric();
    // The outcome of a test is in quotes, too: `"Action":"pass",`.
    if word == Word::Pass && literal.ends_with(b"\"") && !one(text, end, b": =]") {
        return None;
    }
    let end = end.saturating_sub(literal.iter().rev().take_while(signs).count());
    if matches!(word, Word::Pass | Word::Key) {
        return Some((start.saturating_add(literal.iter().take_while(signs).count()), end));
    }
    let first: &[u8] = match literal.first()?.to_ascii_lowercase() {
        b'a' => b"pP",
        b'r' => b"cC",
        b'o' if !literal.starts_with(b"onar") => b"tT",
        _ => b"sS",
    };
    before(text, start).filter(|byte| first.contains(byte))?;
    Some((start.saturating_sub(1), end))
}

/// The value of a key whose telling part's literal lies from `start` to `end`.
pub(super) fn value(text: &[u8], start: usize, end: usize, word: Word) -> Option<Secret> {
    let name = reported(text, start, end, word).and_then(|(start, end)| Name::around(text, start, end))?;
    let sure = name.sure(text, word);
    if sure == Sure::No {
        return None;
    }
    let Some(Place { at, quote, is_at, tag }) = place(text, &name) else {
        return (word == Word::Password && name.is_bare()).then(|| netrc(text, &name)).flatten();
    };
    // `a::b::token` and `arn:...:secret:name` are paths.
    let path = has(text, name.start.saturating_sub(2), b"::")
        || (is_at == IsAt::Glued && before(text, name.start) == Some(b':'));
    if path || before(text, at) == Some(b'$') {
        return None;
    }
    let made = |value: &[u8], least: usize| match word {
        Word::Password => is_chosen(value),
        // `pass: test_case_1` is the outcome of a test.
        Word::Pass => {
            is_chosen(value) && !(is_worded(value) && value.iter().any(|byte| b"_-./".contains(byte)))
        }
        Word::Token => is_made(value, least),
        Word::Key => is_made(value, least) && (sure == Sure::Yes || name.is_capital() || is_strange(value)),
    };
    let goes_on = |byte: u8| if tag { byte >= b' ' && byte != b'<' } else { is_bare(byte) };
    let length = match quote {
        Some(quote) => quote.length(text, at),
        None => {
            let short = run(text, at, JUDGED, goes_on);
            // Only a value that is hidden is followed to its end: what comes again and again is looked at once.
            if short < JUDGED {
                short
            } else if made(text.get(at..)?.get(..JUDGED)?, LEAST.1) {
                run(text, at, MOST, goes_on)
            } else {
                return None;
            }
        }
    };
    let mut value = text.get(at..at.saturating_add(length))?;
    if quote.is_none() && !tag {
        value = without_end(value);
    }
    let after = at.saturating_add(value.len());
    let capital = name.is_capital();
    let fits = match is_at {
        IsAt::Tight if matches!(word, Word::Password | Word::Pass) && capital && value.len() >= LEAST.0 => {
            !value.contains(&b':') && !matches!(value.first(), Some(b'/' | b'.'))
        }
        IsAt::Tight if capital => made(value, LEAST.2),
        IsAt::Tight | IsAt::Quoted | IsAt::Option => made(value, LEAST.1),
        IsAt::Glued => made(value, LEAST.1) && is_glued(value) && !one(text, after, b":/.("),
        IsAt::Loose => made(value, LEAST.1) && ends_here(text, after, value, word),
    };
    // `--password VALUE` in a help names what is wanted.
    let asked = is_at == IsAt::Option && !value.iter().any(u8::is_ascii_lowercase) && is_worded(value);
    let call = quote.is_none() && one(text, after, b"(");
    if !fits || asked || call || is_placeholder(value) {
        return None;
    }
    let kind = match word {
        Word::Password | Word::Pass => "password",
        Word::Token | Word::Key => "secret",
    };
    Some(Secret { at: at..after, kind })
}

/// Whether a byte goes on with a value that has no quotes.
fn is_bare(byte: u8) -> bool {
    byte > b' ' && byte < 0x7f && !b"\"'`,;&|<>()[]{}\\".contains(&byte)
}

/// A value without what ends a sentence, or begins the quote of a URL.
fn without_end(value: &[u8]) -> &[u8] {
    let end = memchr::memmem::find(value, b"%22").or_else(|| memchr::memmem::find(value, b"%26"));
    let value = end.and_then(|end| value.get(..end)).unwrap_or(value);
    let dots = value.iter().rev().take_while(|byte| b".:".contains(byte)).count();
    value.get(..value.len().saturating_sub(dots)).unwrap_or(value)
}

/// Whether a value is none of the hashes and ids that keys of other things have.
fn is_strange(value: &[u8]) -> bool {
    !is_hex(value)
        && value.iter().all(|byte| Alphabet::Base64.has(*byte) || *byte == b'_')
        && value.len() >= 20
}

/// Whether a value may be right after a colon: `file:line`, `scope:name` and times do so, too.
fn is_glued(value: &[u8]) -> bool {
    value.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-+=!@#$%^*?~".contains(byte))
        && changes(value) >= 1
        || is_made(value, LEAST.2)
}

/// Whether a loose value ends as one does, and does not go on as a sentence.
fn ends_here(text: &[u8], end: usize, value: &[u8], word: Word) -> bool {
    let end = past_color(text, end);
    let strong = !matches!(word, Word::Password | Word::Pass)
        && value.len() >= 20
        && (changes(value) > 2 || is_mixed(value));
    strong || text.get(end).is_none_or(|byte| b"\r\n,;\"')]}\\".contains(byte)) || has(text, end, b"%2")
}

/// What follows the word `password` of a netrc file: `login NAME password VALUE`, on one line or on two.
fn netrc(text: &[u8], name: &Name<'_>) -> Option<Secret> {
    let gap = blanks(text, name.end);
    let at = name.end.saturating_add(gap);
    let wanted = |byte: u8| byte > b' ' && !b"\"'`\\".contains(&byte);
    let length = run(text, at, 256, wanted);
    let value = text.get(at..at.saturating_add(length))?;
    let white = |at: usize| at.saturating_sub(run_before(text, at, 64, |byte| byte.is_ascii_whitespace()));
    let word = |at: usize| at.saturating_sub(run_before(text, at, 128, |byte| byte > b' '));
    let user = white(name.start);
    let login = white(word(user));
    let after_login = user < name.start && has(text, login.saturating_sub(5), b"login");
    let line = text.get(..name.start)?;
    let line = line.get(memchr::memrchr(b'\n', line).map_or(0, |at| at.saturating_add(1))..)?;
    let ends = text.get(at.saturating_add(length)).is_none_or(|byte| b"\r\n".contains(byte));
    let alone = line.trim_ascii().is_empty() && ends && is_chosen(value);
    let fits = gap > 0 && !value.is_empty() && !is_placeholder(value) && (after_login || alone);
    fits.then(|| Secret { at: at..at.saturating_add(length), kind: "password" })
}

/// The credentials of a registry, in base64: `"auth": "..."` of Docker, `_auth=...` of npm.
pub(super) fn registry(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let name =
        reported(text, start, end, Word::Pass).and_then(|(start, end)| Name::around(text, start, end))?;
    let place = place(text, &name).filter(|place| place.is_at != IsAt::Option)?;
    let length = Alphabet::Base64.run(text, place.at, MOST);
    let value = text.get(place.at..place.at.saturating_add(length))?;
    let fits =
        length >= BASE64 && value.first() != Some(&b'/') && !is_worded(value) && !is_placeholder(value);
    (fits && (changes(value) > 0 || value.ends_with(b"=")))
        .then(|| Secret { at: place.at..place.at.saturating_add(length), kind: "registry-auth" })
}

/// A password in a file of settings of NuGet: `key="ClearTextPassword" value="..."`; its name ends at `end`.
pub(super) fn nuget_password(text: &[u8], end: usize) -> Option<Secret> {
    let (_, at) = past_quote(text, end);
    let at = at.saturating_add(blanks(text, at));
    let at = at.saturating_add(if has(text, at, b"value=") { 6 } else { return None });
    let (quote, at) = past_quote(text, at);
    let length = quote?.length(text, at);
    let value = text.get(at..at.saturating_add(length))?;
    (length >= LEAST.0 && !is_placeholder(value))
        .then(|| Secret { at: at..at.saturating_add(length), kind: "password" })
}
