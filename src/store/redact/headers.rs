//! Headers of HTTP that hold secrets: `Authorization`, `Cookie`, `Set-Cookie`. Others have names that say so (`named`).

use super::escapes::{before, past_color, past_quote, run, sign};
use super::shapes::Secret;
use super::words::{has_digit, is_chosen, is_mixed, is_placeholder, is_worded};
use crate::budget::Count as _;

/// The most bytes of a value.
const VALUE: usize = 4096;
/// The least bytes of the value of a cookie, and of an authorization.
const LEAST: usize = 8;
/// The most cookies of a header that are looked at.
const COOKIES: usize = 64;

/// After the sign and the quotes that follow a header's name; `None` when no value follows.
fn value_at(text: &[u8], end: usize) -> Option<usize> {
    let (quoted, at) = past_quote(text, end);
    let at = past_color(text, at);
    let at = at.saturating_add(run(text, at, 4, |byte| byte == b' '));
    let (_, at) = sign(text, at)?;
    let at = past_color(text, at);
    let at = at.saturating_add(run(text, at, 4, |byte| b" \t[".contains(&byte)));
    // The name alone may be in quotes, as the first of two arguments.
    let (quote, at) = past_quote(text, at);
    (quote.is_some() || quoted.is_none() || before(text, at) == Some(b' ')).then_some(at)
}

/// Whether a byte goes on with credentials (RFC 9110).
fn is_credential(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~+/=:%|".contains(&byte)
}

/// What an `Authorization` holds, whose name's last bytes end at `end`: a scheme and its value, or a value alone.
pub(super) fn authorization(text: &[u8], _start: usize, end: usize) -> Option<Secret> {
    let at = value_at(text, end)?;
    let scheme = run(text, at, 32, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let gap = at.saturating_add(scheme);
    let blank = match text.get(gap..)? {
        [b' ' | b'+', ..] => 1,
        [b'%', b'2', b'0', ..] => 3,
        _ => 0,
    };
    let from = if scheme > 0 && blank > 0 { gap.saturating_add(blank) } else { at };
    let name = text.get(at..gap)?;
    let length = run(text, from, VALUE, is_credential);
    let value = text.get(from..from.saturating_add(length))?;
    let trimmed = length.saturating_sub(value.iter().rev().take_while(|byte| b".:".contains(byte)).count());
    let value = value.get(..trimmed)?;
    let made = (has_digit(value) || is_mixed(value)) && !is_worded(value);
    if trimmed < LEAST || !made || is_placeholder(value) {
        return None;
    }
    let kind = match name {
        name if from == at || name.is_empty() => "authorization",
        name if name.eq_ignore_ascii_case(b"basic") => "basic-auth",
        name if name.eq_ignore_ascii_case(b"bearer") => "bearer-token",
        _ => "authorization",
    };
    Some(Secret { at: from..from.saturating_add(trimmed), kind })
}

/// The cookies of a header, whose name's last bytes end at `end`: each value that looks like a session.
pub(super) fn cookies(text: &[u8], end: usize, hidden: &mut Vec<Secret>) {
    let Some(mut at) = value_at(text, end) else { return };
    for _ in 0..COOKIES {
        let name = run(text, at, 128, |byte| byte.is_ascii_alphanumeric() || b"_-.$%:[]".contains(&byte));
        let sign = at.saturating_add(name);
        if name == 0 || text.get(sign) != Some(&b'=') {
            break;
        }
        let from = sign.saturating_add(1);
        let wanted = |byte: u8| byte > b' ' && !b";,\"'\\<>`".contains(&byte);
        let length = run(text, from, VALUE, wanted);
        let value = text.get(from..from.saturating_add(length)).unwrap_or_default();
        if length >= LEAST && is_chosen(value) && !is_worded(value) && !is_placeholder(value) {
            hidden.push(Secret { at: from..from.saturating_add(length), kind: "cookie" });
        }
        at = from.saturating_add(length);
        if text.get(at) != Some(&b';') {
            break;
        }
        at.up(1);
        at.up(run(text, at, 2, |byte| byte == b' '));
    }
}
