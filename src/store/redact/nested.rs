//! Values that are within something after their name: a list, an object, a call, lines that are deeper.
//!
//! `passwords: ["...", "..."]`, `password: Some("...")`, `string(14) "..."`, the scalars and maps of YAML, and what a
//! language prints with the type of a value before it.

use std::ops::Range;

use super::escapes::{Sign, before, blanks, has, one, past_color, past_quote, run, run_before, sign};
use super::fields::ends_with_one;
use super::judge::Judge;
use super::lines::{Lead, line_at, line_start};
use super::named::leaf;
use super::names::Name;
use super::shapes::Secret;
use super::words::is_worded;
use crate::budget::Count as _;

/// The most bytes and parts of a list that are looked at.
const LIST: usize = 4096;
const PARTS: usize = 256;
/// The most brackets that are open at once.
const DEPTH: usize = 16;
/// The most lines of a scalar or map.
const LINES: usize = 64;
/// The most words of types before a value, and bytes of each.
const WORDS: usize = 5;
const WORD: usize = 32;
/// How names in an object end whose values are none of its secrets.
const OTHERS: [&[u8]; 22] = [
    b"id",
    b"name",
    b"type",
    b"kind",
    b"user",
    b"url",
    b"uri",
    b"host",
    b"email",
    b"version",
    b"hash",
    b"digest",
    b"arn",
    b"time",
    b"date",
    b"path",
    b"file",
    b"ref",
    b"algorithm",
    b"description",
    b"publickey",
    b"fingerprint",
];

/// The values that are within something after a name: after a sign, or after the type that was declared.
pub(super) fn values(
    text: &[u8],
    (name, after, quoted): (&Name<'_>, usize, bool),
    lead: Lead<'_>,
    judge: &Judge,
    hidden: &mut Vec<Secret>,
) {
    let at = past_color(text, after.saturating_add(blanks(text, after)));
    let signed = sign(text, at);
    match signed {
        Some((Sign::Tag | Sign::Or, _)) => {}
        Some((Sign::Comma, _)) if !one(text, at.saturating_sub(1), b"\"'") => {}
        None if one(text, at, b"\r\n") && has(text, name.start.saturating_sub(1), b"[") => {
            section(text, at, judge, hidden)
        }
        Some((_, at)) => {
            let at = past_color(text, at);
            let at = at.saturating_add(blanks(text, at));
            expression(text, at, (&lead, Bare::No), judge, hidden);
        }
        None if at > after && !quoted => typed(text, at, judge, hidden),
        None => {}
    }
}

/// The values of a section of settings, whose name in brackets is a line.
fn section(text: &[u8], at: usize, judge: &Judge, hidden: &mut Vec<Secret>) {
    let mut from = line_at(text, at).1;
    for _ in 0..LINES {
        let (line, next) = line_at(text, from);
        let own = text.get(line.clone()).unwrap_or_default().trim_ascii_start();
        if own.is_empty() || own.starts_with(b"[") {
            return;
        }
        if own.contains(&b'=') {
            only(text, line.end.saturating_sub(own.len()), line.end, judge, hidden);
        }
        from = next;
    }
}

/// The value of what is declared with a type: `apiToken string = "..."`.
fn typed(text: &[u8], at: usize, judge: &Judge, hidden: &mut Vec<Secret>) {
    let length = run(text, at, WORD, |byte| byte.is_ascii_alphanumeric() || b"_ &*?.<>[]:'".contains(&byte));
    let at = at.saturating_add(length);
    let Some((Sign::Equals, at)) = sign(text, at).filter(|_| length > 0) else { return };
    let at = at.saturating_add(blanks(text, at));
    if past_quote(text, at).0.is_some() {
        hidden.extend(taken(text, at, judge));
    }
}

/// The value at a position, when it is one.
fn taken(text: &[u8], at: usize, judge: &Judge) -> Option<Secret> {
    let value = leaf(text, at, judge)?;
    judge.takes(text.get(value.clone())?).then(|| judge.secret(value))
}

/// Whether a line ends at a position, but for a remark; `|` and `>` of YAML, and a tag of it, may come before that.
fn ends_line(text: &[u8], at: usize) -> bool {
    let tag = run(text, at, WORD, |byte| byte > b' ' && b"!&".contains(text.get(at).unwrap_or(&b' ')));
    let at = at.saturating_add(tag).saturating_add(blanks(text, at.saturating_add(tag)));
    let style = usize::from(one(text, at, b"|>"));
    let marks = if style > 0 {
        run(text, at.saturating_add(1), 2, |byte| b"+-0123456789".contains(&byte))
    } else {
        0
    };
    let at = at.saturating_add(style).saturating_add(marks);
    let at = at.saturating_add(blanks(text, at));
    text.get(at).is_none_or(|byte| b"\r\n#".contains(byte))
}

/// Whether a value may be without quotes and without anything round it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bare {
    Yes,
    No,
}

/// What is after a sign: a value with its type, a list, or the next lines.
pub(super) fn expression(
    text: &[u8],
    at: usize,
    (lead, bare): (&Lead<'_>, Bare),
    judge: &Judge,
    hidden: &mut Vec<Secret>,
) {
    let known = hidden.len();
    let mut bare = bare;
    if ends_line(text, at) {
        return block(text, at, lead, judge, hidden);
    }
    let mut at = at;
    for number in 0..WORDS {
        at = past_color(text, at.saturating_add(blanks(text, at)));
        if past_quote(text, at).0.is_some() {
            hidden.extend(taken(text, at, judge));
            return;
        }
        let word =
            run(text, at, WORD, |byte| byte.is_ascii_alphanumeric() || b"_.:&<>@!*?$%-".contains(&byte));
        let after = at.saturating_add(word);
        if one(text, after, b"([{") {
            at = list(text, after, judge, hidden);
            if hidden.len() > known {
                return;
            }
            continue;
        }
        if one(text, after, b"\r\n") && number == 0 && is_type(text, at..after) {
            return block(text, after, lead, judge, hidden);
        }
        if bare == Bare::Yes {
            hidden.extend(taken(text, at, judge));
        }
        // A tag or an anchor of YAML comes before its value.
        bare = if one(text, at, b"!&") { Bare::Yes } else { Bare::No };
        if hidden.len() > known || word == 0 {
            return;
        }
        at = match sign(text, after.saturating_add(blanks(text, after))) {
            Some((Sign::Equals, after)) => after,
            _ if one(text, after, b" \"'") => after,
            _ => return,
        };
    }
}

/// Whether a word is the name of a type, which is printed before what it has: `Array`, `Optional<String>`.
fn is_type(text: &[u8], at: Range<usize>) -> bool {
    let word = text.get(at).unwrap_or_default();
    let letters = word.iter().all(|byte| byte.is_ascii_alphabetic() || b"<>".contains(byte));
    word.first().is_some_and(u8::is_ascii_uppercase) && letters && (is_worded(word) || word.ends_with(b">"))
}

/// The password of a pair: `auth=("user", "...")`. Its bracket ends at `end`.
pub(super) fn pair(text: &[u8], _start: usize, end: usize, hidden: &mut Vec<Secret>) {
    list(text, end.saturating_sub(1), &Judge::PASSWORD, hidden);
}

/// The values of a secret of Kubernetes, whose kind lies from `start` to `end`: those of its data, before or after that.
pub(super) fn manifest(text: &[u8], start: usize, end: usize, hidden: &mut Vec<Secret>) {
    let quotes = start.saturating_sub(run_before(text, start, 8, |byte| b" :\"'\\".contains(&byte)));
    if !has(text, start, b"Secret") || !has(text, quotes.saturating_sub(4), b"kind") {
        return;
    }
    let from = start.saturating_sub(LIST);
    let near = text.get(from..start).unwrap_or_default();
    let from = memchr::memmem::rfind(near, b"---").map_or(from, |at| from.saturating_add(at));
    let near = text.get(end..).map_or(&[][..], |rest| rest.get(..LIST).unwrap_or(rest));
    let to = end.saturating_add(memchr::memmem::find(near, b"---").unwrap_or(near.len()));
    let document = text.get(from..to).unwrap_or_default();
    for at in memchr::memmem::find_iter(document, b"ata").take(DEPTH) {
        let after = past_quote(text, from.saturating_add(at).saturating_add(3)).1;
        let begins = before(text, from.saturating_add(at)).is_some_and(|byte| b"dD".contains(&byte));
        let Some((Sign::Colon, value)) = sign(text, after).filter(|_| begins) else { continue };
        let value = value.saturating_add(blanks(text, value));
        let name = from.saturating_add(at).saturating_sub(1);
        let name = name.saturating_sub(run_before(text, name, WORD, |byte| byte.is_ascii_alphanumeric()));
        expression(text, value, (&Lead::before(text, name), Bare::No), &Judge::PASSWORD, hidden);
    }
}

/// A part of a list or of a line.
enum Part {
    Open,
    Close,
    /// A name within it; whether its value is another thing.
    Key(bool),
    Value(Range<usize>),
    Nothing,
}

/// The part of a list at a position, and where the next one begins.
fn part(text: &[u8], at: usize, judge: &Judge) -> (Part, usize) {
    let next = at.saturating_add(1);
    let signed = |after: usize| {
        let at = past_color(text, after);
        sign(text, at.saturating_add(blanks(text, at)))
            .filter(|(sign, _)| !matches!(sign, Sign::Comma | Sign::Tag))
    };
    let key = |word: Range<usize>, after: usize| {
        let word = text.get(word).unwrap_or_default();
        (Part::Key(ends_with_one(word, &OTHERS)), after)
    };
    if let (Some(quote), from) = past_quote(text, at) {
        let end = from.saturating_add(quote.length(text, from));
        let (_, after) = past_quote(text, end);
        let after = after.max(next);
        return match signed(after) {
            Some((_, after)) => key(from..end, after),
            None => (Part::Value(from..end), after),
        };
    }
    match text.get(at) {
        Some(b'(' | b'[' | b'{') => return (Part::Open, next),
        Some(b')' | b']' | b'}') => return (Part::Close, next),
        _ => {}
    }
    let name = run(text, at, WORD, |byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
    let after = at.saturating_add(name);
    if name > 0 {
        if one(text, after, b"([{") {
            return (Part::Key(false), after);
        }
        if let Some((_, signed)) = signed(after).filter(|_| !has(text, after, b"==")) {
            let pads = text.get(after) == Some(&b'=')
                && text.get(signed).is_none_or(|byte| b" \r\n,)]}".contains(byte));
            if !pads {
                return key(at..after, signed);
            }
        }
    }
    match leaf(text, at, judge) {
        Some(value) => {
            let after = value.end.max(next);
            (Part::Value(value), after)
        }
        None => (Part::Nothing, next),
    }
}

/// The values of a list or an object whose bracket is at a position. Gives where it ends.
fn list(text: &[u8], at: usize, judge: &Judge, hidden: &mut Vec<Secret>) -> usize {
    let end = at.saturating_add(LIST).min(text.len());
    let (mut at, mut depth, mut key) = (at, 0_usize, None);
    for _ in 0..PARTS {
        at.up(run(text, at, LIST, |byte| byte <= b' ' && byte != 0x1b || b",;+|*".contains(&byte)));
        at = past_color(text, at);
        if at >= end {
            return end;
        }
        let (part, next) = part(text, at, judge);
        match part {
            Part::Open if depth < DEPTH => depth.up(1),
            Part::Open => return next,
            Part::Close => {
                depth.down(1);
                if depth == 0 {
                    return next;
                }
            }
            Part::Key(is_other) => key = Some(is_other),
            Part::Value(value) => {
                let bytes = text.get(value.clone()).unwrap_or_default();
                let fits = match key.take() {
                    Some(is_other) => !is_other && judge.takes_of(bytes),
                    None => judge.takes_in_list(bytes),
                };
                if fits {
                    hidden.push(judge.secret(value));
                }
            }
            Part::Nothing => {}
        }
        at = next;
    }
    at
}

/// The values on the lines after that of a position, that are deeper than the name, or are its list.
fn block(text: &[u8], at: usize, lead: &Lead<'_>, judge: &Judge, hidden: &mut Vec<Secret>) {
    // PHP prints a value on the line below its name, and no deeper; Rust does so in a pair.
    let start = line_start(text, at);
    let line = text.get(start..at).unwrap_or_default().trim_ascii_end();
    let above = start.checked_sub(1).map(|end| text.get(line_start(text, end)..end).unwrap_or_default());
    let pair = || above.is_some_and(|above| above.trim_ascii_end().ends_with(b"("));
    let arrow = line.ends_with(b"=>") || (line.ends_with(b",") && pair());
    let mut from = line_at(text, at).1;
    for number in 0..LINES {
        let (line, next) = line_at(text, from);
        let (at, deeper) = lead.past(text, from);
        let dash = has(text, at, b"- ");
        if at < line.end {
            if !(deeper || dash || arrow && number == 0) {
                return;
            }
            only(text, at, line.end, judge, hidden);
        }
        if next >= text.len() {
            return;
        }
        from = next;
    }
}

/// The value that is all of a line, or the last of it after names and types.
fn only(text: &[u8], at: usize, end: usize, judge: &Judge, hidden: &mut Vec<Secret>) {
    let mut at = at;
    let mut found = None;
    let mut other = false;
    for _ in 0..WORDS.saturating_mul(2) {
        at.up(run(text, at, LIST, |byte| b" \t\r,;+-|*".contains(&byte)));
        at = past_color(text, at);
        if at >= end {
            break;
        }
        let (part, next) = part(text, at, judge);
        match part {
            Part::Key(is_other) => other = is_other,
            // Only types come before a value.
            Part::Value(value) if found.is_none() => found = Some(value),
            Part::Value(value) if past_quote(text, at).0.is_some() => found = Some(value),
            Part::Value(_) => return,
            Part::Open | Part::Close | Part::Nothing => {}
        }
        at = next;
    }
    let Some(value) = found.filter(|_| !other && at >= end) else { return };
    if judge.takes_of(text.get(value.clone()).unwrap_or_default()) {
        hidden.push(judge.secret(value));
    }
}
