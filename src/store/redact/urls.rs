//! Passwords and tokens in addresses: `scheme://user:password@host`, `https://token@host`.
//!
//! People paste passwords unescaped, so that a `/` or a `#` may be in one; and a log escapes addresses, as JSON does
//! (`:\/\/`) and as queries do (`%3A%2F%2F`).

use super::escapes::{before, has, run, run_before};
use super::shapes::Secret;
use super::words::{is_made, is_placeholder, is_worded};

/// The most bytes of user, password and host.
const AUTHORITY: usize = 512;
/// The least bytes of a token that is the user of a URL.
const TOKEN: usize = 16;
/// Passwords that only are beside a token.
const BESIDE_A_TOKEN: [&[u8]; 4] = [b"x-oauth-basic", b"x-token-auth", b"", b"x"];

/// How the separators of a URL are written.
struct Written {
    at: &'static [u8],
    colon: &'static [u8],
    ends: &'static [u8],
}

const PLAIN: Written = Written { at: b"@", colon: b":", ends: b"/?#\"'<>`|\\()" };
const ENCODED: Written = Written { at: b"%40", colon: b"%3A", ends: b"/?#\"'<>`|\\()&" };

const fn secret(from: usize, to: usize, kind: &'static str) -> Secret {
    Secret { at: from..to, kind }
}

/// What is secret in a URL whose `://` lies from `start` to `end`.
pub(super) fn url(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    if !before(text, start)?.is_ascii_alphanumeric() {
        return None;
    }
    let written = if has(text, start, b"%") { &ENCODED } else { &PLAIN };
    let ends = |byte: u8| byte <= b' ' || written.ends.contains(&byte);
    let length = run(text, end, AUTHORITY, |byte| !ends(byte));
    let mut authority = text.get(end..end.saturating_add(length))?;
    if written.at.len() > 1
        && let Some(path) = memchr::memmem::find(authority, b"%2F")
    {
        authority = authority.get(..path)?;
    }
    match memchr::memmem::rfind(authority, written.at) {
        // What comes after the name of an image is its hash.
        Some(host) if has(authority, host.saturating_add(1), b"sha256:") => None,
        Some(host) => {
            let user = authority.get(..host)?;
            match memchr::memmem::find(user, written.colon) {
                Some(colon) => pair(user, colon, written.colon.len(), end),
                None => is_token(user).then(|| secret(end, end.saturating_add(host), "url-token")),
            }
        }
        None if written.at.len() == 1 => unescaped(text, end),
        None => None,
    }
}

/// Whether the user of a URL is a token.
fn is_token(user: &[u8]) -> bool {
    is_made(user, TOKEN) && !is_placeholder(user)
}

/// What is secret in `user:password`, whose first byte is at `end`.
fn pair(user: &[u8], colon: usize, width: usize, end: usize) -> Option<Secret> {
    let from = colon.saturating_add(width);
    let (name, password) = (user.get(..colon)?, user.get(from..)?);
    let (whole, from) = (end.saturating_add(user.len()), end.saturating_add(from));
    if BESIDE_A_TOKEN.contains(&password) {
        return is_token(name).then(|| secret(end, end.saturating_add(colon), "url-token"));
    }
    if is_placeholder(password) {
        return None;
    }
    Some(if is_token(name) { secret(end, whole, "url-token") } else { secret(from, whole, "url-password") })
}

/// The password of a URL with a `/`, a `#` or a bar in it, which ends the authority for everybody else.
fn unescaped(text: &[u8], end: usize) -> Option<Secret> {
    let length = run(text, end, AUTHORITY, |byte| byte > b' ' && !b"\"'<>`\\".contains(&byte));
    let word = text.get(end..end.saturating_add(length))?;
    let user = run(word, 0, 128, |byte| byte.is_ascii_alphanumeric() || b"_.~%+-".contains(&byte));
    let from = user.saturating_add(1);
    let rest = word.get(user..)?.strip_prefix(b":")?;
    let port = run(rest, 0, 5, |byte| byte.is_ascii_digit());
    if rest.get(port).is_none_or(|byte| b"/?#".contains(byte)) && port > 0 {
        return None;
    }
    let mut ends = memchr::memchr_iter(b'@', rest);
    let host = ends.rfind(|at| is_host(rest.get(at.saturating_add(1)..).unwrap_or_default()))?;
    let password = rest.get(..host)?;
    let slash = password.iter().position(|byte| b"/?#|()".contains(byte))?;
    let first = password.get(..slash)?;
    // `scheme://name:tag/path@version` is no password.
    if slash == 0 || is_placeholder(password) || (first.len() > 2 && is_worded(first)) {
        return None;
    }
    let from = end.saturating_add(from);
    Some(secret(from, from.saturating_add(host), "url-password"))
}

/// Whether a text begins with the name of a host, and not with a version.
fn is_host(text: &[u8]) -> bool {
    let length = run(text, 0, 255, |byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte));
    let name = text.get(..length).unwrap_or_default();
    let address = name.iter().filter(|byte| **byte == b'.').count() == 3;
    (name.first().is_some_and(u8::is_ascii_alphabetic) || address)
        && text.get(length).is_none_or(|byte| b":/?#,".contains(byte))
}

/// The password of `user:password@tcp(host)`, as Go's driver of MySQL has it. `@tcp(` begins at `start`.
pub(super) fn dsn(text: &[u8], start: usize, _end: usize) -> Option<Secret> {
    let length = run_before(text, start, 256, |byte| byte > b' ' && !b"\"'`<>\\".contains(&byte));
    let first = start.saturating_sub(length);
    let word = text.get(first..start)?;
    let colon = memchr::memchr(b':', word)?;
    let password = word.get(colon.saturating_add(1)..)?;
    let fits = !password.is_empty() && !is_placeholder(password) && colon > 0;
    fits.then(|| secret(first.saturating_add(colon).saturating_add(1), start, "url-password"))
}
