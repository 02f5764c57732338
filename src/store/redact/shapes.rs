//! Shapes of secrets that tell themselves: prefixes of tokens, passwords in URLs, signed tokens, headers.
//!
//! The prefixes and lengths are those that the issuers document for secret scanning.

use std::ops::Range;

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
    /// `a-f0-9`.
    Hex,
    /// `A-Za-z0-9`.
    Plain,
    /// `A-Za-z0-9_-`.
    Url,
    /// `A-Za-z0-9_.-`.
    Dotted,
    /// `A-Za-z0-9+/=`.
    Base64,
    /// `A-Za-z0-9/`.
    Path,
}

impl Alphabet {
    pub(super) const fn has(self, byte: u8) -> bool {
        match self {
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Hex => byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'),
            Self::Plain => byte.is_ascii_alphanumeric(),
            Self::Url => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Self::Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'),
            Self::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='),
            Self::Path => byte.is_ascii_alphanumeric() || byte == b'/',
        }
    }
}

/// A token that begins with a fixed prefix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: &'static str,
    pub(super) alphabet: Alphabet,
    /// Bytes behind the prefix, at least and at most.
    pub(super) least: usize,
    pub(super) most: usize,
}

/// The byte before a position.
pub(super) fn before(text: &[u8], at: usize) -> Option<u8> {
    at.checked_sub(1).and_then(|at| text.get(at)).copied()
}

/// How many bytes from `at` on are wanted ones, `most` at most.
pub(super) fn run(text: &[u8], at: usize, most: usize, wanted: impl Fn(u8) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.iter().take(most).take_while(|byte| wanted(**byte)).count()
}

/// The most bytes of a sequence that sets a colour.
const COLOR_BYTES: usize = 24;

/// Behind the sequences that set colours (`ESC [ ... m`, ECMA-48) at a position.
pub(super) fn past_color(text: &[u8], at: usize) -> usize {
    let mut at = at;
    while let Some([0x1b, b'[', rest @ ..]) = text.get(at..) {
        let length = run(rest, 0, COLOR_BYTES, |byte| byte.is_ascii_digit() || matches!(byte, b';' | b':'));
        if rest.get(length) != Some(&b'm') {
            break;
        }
        at = at.saturating_add(length).saturating_add(3);
    }
    at
}

/// Whether a word may begin at a position: behind none of its bytes, or behind a colour.
pub(super) fn begins(text: &[u8], at: usize, goes_on: impl Fn(u8) -> bool) -> bool {
    let Some(last) = before(text, at).filter(|byte| goes_on(*byte)) else { return true };
    let from = at.saturating_sub(COLOR_BYTES.saturating_add(3));
    let near = text.get(from..at).unwrap_or_default();
    last == b'm' && memchr::memrchr(0x1b, near).is_some_and(|escape| past_color(near, escape) == near.len())
}

/// Whether bytes have at least one digit.
fn has_digit(bytes: &[u8]) -> bool {
    bytes.iter().any(u8::is_ascii_digit)
}

impl Token {
    /// The token whose prefix lies from `start` to `end`.
    pub(super) fn at(&self, text: &[u8], start: usize, end: usize) -> Option<Secret> {
        if !begins(text, start, |byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return None;
        }
        let length = run(text, end, self.most.saturating_add(1), |byte| self.alphabet.has(byte));
        let body = text.get(end..end.saturating_add(length))?;
        // A full stop behind it ends a sentence.
        let length = length.saturating_sub(body.iter().rev().take_while(|byte| **byte == b'.').count());
        let telling = body.iter().any(|byte| *byte != b'x' && *byte != b'X' && *byte != b'0');
        if length < self.least || length > self.most || !telling {
            return None;
        }
        Some(Secret { at: start..end.saturating_add(length), kind: self.kind })
    }
}

/// The most bytes of an authority, user and password included.
const AUTHORITY: usize = 512;

/// The password of a URL whose `://` lies from `start` to `end`.
pub(super) fn url_password(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    if !before(text, start)?.is_ascii_alphanumeric() {
        return None;
    }
    let ends = |byte: u8| byte <= b' ' || b"/?#\"'<>`|\\()".contains(&byte);
    let length = run(text, end, AUTHORITY, |byte| !ends(byte));
    let authority = text.get(end..end.saturating_add(length))?;
    let host = memchr::memrchr(b'@', authority)?;
    let user = memchr::memchr(b':', authority.get(..host)?)?;
    let from = user.saturating_add(1);
    let password = authority.get(from..host)?;
    if password.is_empty() || is_placeholder(password) {
        return None;
    }
    Some(Secret { at: end.saturating_add(from)..end.saturating_add(host), kind: "url-password" })
}

/// Whether a value only stands for a secret: stars, a variable, a mark of whoever hid it.
pub(super) fn is_placeholder(value: &[u8]) -> bool {
    let same = value.first().is_some_and(|first| value.iter().all(|byte| byte == first));
    same || value.first().is_some_and(|first| b"$<{[%*(&".contains(first))
        || [b"***".as_slice(), b"...", b"${", b"{{"]
            .iter()
            .any(|mark| memchr::memmem::find(value, mark).is_some())
}

/// A signed token of three parts (RFC 7519), whose first `eyJ` lies at `start`.
pub(super) fn signed_token(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    if !begins(text, start, |byte| Alphabet::Dotted.has(byte)) {
        return None;
    }
    let length = run(text, end, 16 * 1024, |byte| Alphabet::Dotted.has(byte));
    let whole = text.get(start..end.saturating_add(length))?;
    let mut parts = whole.split(|byte| *byte == b'.');
    let (head, body, signature) = (parts.next()?, parts.next()?, parts.next()?);
    if head.len() < 12 || !body.starts_with(b"eyJ") || body.len() < 12 || signature.len() < 10 {
        return None;
    }
    Some(Secret { at: start..end.saturating_add(length), kind: "jwt" })
}

/// What follows `Bearer `, whose last bytes lie before `end`.
pub(super) fn bearer(text: &[u8], _start: usize, end: usize) -> Option<Secret> {
    let wanted = |byte: u8| Alphabet::Dotted.has(byte) || b"~+/=".contains(&byte);
    let length = run(text, end, 4096, wanted);
    let value = text.get(end..end.saturating_add(length))?;
    let kind = |byte: u8| (byte.is_ascii_digit(), byte.is_ascii_alphabetic());
    let turns = |pair: &&[u8]| pair.first().map(|byte| kind(*byte)) != pair.last().map(|byte| kind(*byte));
    // A name of several words has some turns, too, but seldom digits on both sides of a letter.
    let mixed = has_digit(value) && value.windows(2).filter(turns).take(4).count() == 4;
    (length >= 20 && mixed && !is_placeholder(value))
        .then(|| Secret { at: end..end.saturating_add(length), kind: "bearer-token" })
}

/// What follows `uthorization` and a scheme: the words of HTTP's basic authentication.
pub(super) fn basic(text: &[u8], _start: usize, end: usize) -> Option<Secret> {
    let gap = run(text, end, 8, |byte| b"\"': =\t".contains(&byte));
    let scheme = end.saturating_add(gap);
    let name = text.get(scheme..scheme.saturating_add(6))?;
    if !name.eq_ignore_ascii_case(b"basic ") {
        return None;
    }
    let from = scheme.saturating_add(6);
    let length = run(text, from, 4096, |byte| Alphabet::Base64.has(byte));
    (length >= 8).then(|| Secret { at: from..from.saturating_add(length), kind: "basic-auth" })
}

/// A token of Slack, whose first bytes `xox` lie before `end`: one letter tells for whom, and a dash comes.
pub(super) fn slack(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let letter = text.get(end).is_some_and(|byte| b"baprsceo".contains(byte));
    let dash = end.saturating_add(1);
    // `xoxe.xoxp-`: a token that can be turned into others.
    let dash = if text.get(dash..)?.starts_with(b".xox") { dash.saturating_add(5) } else { dash };
    let least = Token { kind: "slack-token", alphabet: Alphabet::Url, least: 20, most: 400 };
    let body = dash.saturating_add(1);
    if !letter || text.get(dash) != Some(&b'-') || !has_digit(text.get(body..)?.get(..12)?) {
        return None;
    }
    least.at(text, start, body)
}

/// A key of Stripe, whose `k_live_` or `k_test_` lies from `start` to `end`.
pub(super) fn stripe(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let first = start.checked_sub(1).filter(|at| matches!(text.get(*at), Some(b's' | b'r')))?;
    let key =
        Token { kind: "stripe-key", alphabet: Alphabet::Plain, least: 16, most: 255 }.at(text, first, end)?;
    // A function may be called so; a key has digits among its letters.
    has_digit(text.get(end..key.at.end)?).then_some(key)
}

/// A key of SendGrid: 22 and 43 bytes.
pub(super) fn sendgrid(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let part = |from: usize| run(text, from, 64, |byte| Alphabet::Url.has(byte));
    let dot = end.saturating_add(22);
    let begins = begins(text, start, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let fits = begins && part(end) == 22 && text.get(dot) == Some(&b'.') && part(dot.saturating_add(1)) == 43;
    fits.then(|| Secret { at: start..dot.saturating_add(44), kind: "sendgrid-key" })
}

/// A key of OpenAI, in which `T3BlbkFJ` lies from `start` to `end`.
pub(super) fn openai(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let behind = run(text, end, 255, |byte| Alphabet::Url.has(byte));
    let near = start.saturating_sub(255);
    let first = near.saturating_add(memchr::memmem::rfind(text.get(near..start)?, b"sk-")?);
    let between = text.get(first..start)?;
    let fits = begins(text, first, |byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && between.iter().all(|byte| Alphabet::Url.has(*byte))
        && between.len() >= 16
        && behind >= 16;
    fits.then(|| Secret { at: first..end.saturating_add(behind), kind: "openai-key" })
}
