//! Values of keys that are named as secrets: `DB_PASSWORD=...`, `"client_secret": "..."`, `token: ...`.
//!
//! The value has to be as a value does, and look like one that was made (`judge`). Colours, quotes within quotes and
//! escaped signs are looked through. What is not right after its name is found by `fields`, `nested` and `tables`.

use std::ops::Range;

use super::escapes::{Quote, Sign, before, blanks, has, one, past_color, past_quote, run, run_before, sign};
use super::judge::{Judge, LEAST, is_glued, is_sure, without_end};
use super::lines::Lead;
use super::names::{Name, Word};
use super::shapes::{Alphabet, Secret};
use super::words::{changes, is_chosen, is_mixed, is_placeholder, is_worded};
use super::{fields, nested, tables};

/// The most bytes of a value that a file of credentials has in base64, and the least.
const BASE64: (usize, usize) = (4096, 12);
/// The most bytes of a row of dots or dashes between a name and its value.
const LEADER: usize = 64;
/// The most bytes of a line that asks for a password, after that word.
const QUESTION: usize = 160;
/// The most bytes after a name in brackets that say who sees it, as PHP prints them.
const VISIBILITY: usize = 40;

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

/// After what may be round a name and belongs to it: quotes, brackets of an index, marks of a text, a row of dots. Also
/// whether it was in quotes or brackets.
fn past_name(text: &[u8], name: &Name<'_>) -> (bool, usize) {
    let (quote, at) = past_quote(text, name.end);
    let at = past_color(text, at);
    let rest = text.get(at..).unwrap_or_default();
    let in_brackets = quote.is_some() || before(text, name.start) == Some(b'[');
    let at = match rest {
        // A name may be the index of a map: `config["token"] = ...`.
        [b']', ..] if in_brackets => at.saturating_add(1),
        [b':', ..] if in_brackets => {
            let near = rest.get(..VISIBILITY).unwrap_or(rest);
            let end = memchr::memmem::find(near, b"]=>").or_else(|| memchr::memmem::find(near, b"] =>"));
            end.map_or(at, |end| at.saturating_add(end).saturating_add(1))
        }
        [b' ', number, b':', ..] if number.is_ascii_digit() => at.saturating_add(2),
        [b';', b's', b':', ..] => at.saturating_add(run(rest, 0, 8, |byte| byte != b'"')).saturating_sub(1),
        [b'*', ..] => at.saturating_add(run(text, at, 2, |byte| byte == b'*')),
        [b'.', b'.', b'.', ..] => at.saturating_add(run(text, at, LEADER, |byte| byte == b'.')),
        _ => at,
    };
    (quote.is_some(), at)
}

/// Where the value of a name is.
fn place(text: &[u8], name: &Name<'_>) -> Option<Place> {
    let (quoted, at) = past_name(text, name);
    let gap_before = blanks(text, at);
    let at = past_color(text, at.saturating_add(gap_before));
    let Some((sign, at)) = sign(text, at) else {
        let gap = blanks(text, name.end);
        let from = name.end.saturating_add(gap);
        let (quote, from) = past_quote(text, from);
        let option = name.is_option() && gap > 0 && !one(text, from, b"-");
        return option.then_some(Place { at: from, quote, is_at: IsAt::Option, tag: false });
    };
    let at = at.saturating_add(run(text, at, 2, |byte| byte == b'*'));
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
        _ if tag => (quote.is_none() && is_tag(text, name)).then_some(IsAt::Quoted)?,
        Some(_) if sign == Sign::Comma => quoted.then_some(IsAt::Quoted)?,
        None if matches!(sign, Sign::Comma | Sign::Or) => return None,
        Some(_) => IsAt::Quoted,
        None if equals && gap_before == 0 && gap == 0 => IsAt::Tight,
        None if gap > 0 && !quoted => IsAt::Loose,
        None if gap_before == 0 && gap == 0 && !quoted => IsAt::Glued,
        None => return None,
    };
    Some(Place { at, quote, is_at, tag })
}

/// Whether a name is that of a tag of XML, with its space before it or without.
pub(super) fn is_tag(text: &[u8], name: &Name<'_>) -> bool {
    match before(text, name.start) {
        Some(b'<') => true,
        Some(b';') => has(text, name.start.saturating_sub(4), b"&lt;"),
        Some(b':') => {
            let space =
                run_before(text, name.start.saturating_sub(1), 24, |byte| byte.is_ascii_alphanumeric());
            before(text, name.start.saturating_sub(1).saturating_sub(space)) == Some(b'<')
        }
        _ => false,
    }
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
    let whole = matches!(word, Word::Pass | Word::Key) && !literal.starts_with(b"ass");
    if whole {
        return Some((start.saturating_add(literal.iter().take_while(signs).count()), end));
    }
    let first: &[u8] = match literal.first()?.to_ascii_lowercase() {
        b'a' => b"pP",
        b'r' => b"cC",
        b'e' if literal.eq_ignore_ascii_case(b"eypass") => b"kK",
        b'o' if !literal.starts_with(b"onar") => b"tT",
        _ => b"sS",
    };
    before(text, start).filter(|byte| first.contains(byte))?;
    Some((start.saturating_sub(1), end))
}

/// A key of Mailgun, which itself begins with the word.
fn key_of_mailgun(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let first =
        before(text, start).is_none_or(|byte| !byte.is_ascii_alphanumeric() && !b"_-.".contains(&byte));
    let length = if has(text, end, b"-") { Alphabet::Hex.run(text, end.saturating_add(1), 33) } else { 0 };
    let at = start..end.saturating_add(length).saturating_add(1);
    (first && length == 32 && !one(text, at.end, b"-_")).then_some(Secret { at, kind: "mailgun-key" })
}

/// The values of a key whose telling part's literal lies from `start` to `end`.
pub(super) fn values(text: &[u8], start: usize, end: usize, word: Word, hidden: &mut Vec<Secret>) {
    if word == Word::Key
        && let Some(secret) = key_of_mailgun(text, start, end)
    {
        hidden.push(secret);
        return;
    }
    let name = reported(text, start, end, word).and_then(|(start, end)| Name::around(text, start, end));
    let Some(name) = name else { return };
    let Some(judge) = Judge::of(text, &name, word) else { return };
    // `a::b::token` and `arn:...:secret:name` are paths.
    if before(text, name.start) == Some(b':')
        && (has(text, name.start.saturating_sub(2), b"::") || one(text, name.end, b":"))
    {
        return;
    }
    if let Some(secret) = value(text, &name, &judge) {
        let after = secret.at.end;
        hidden.push(secret);
        hidden.extend(other_side(text, after, &judge));
        return;
    }
    let lead = Lead::before(text, name.start);
    let (quoted, after) = past_name(text, &name);
    let known = hidden.len();
    if word == Word::Token && name.is_bare() {
        nested::manifest(text, name.start, name.end, hidden);
    }
    fields::values(text, &name, &judge, hidden);
    if hidden.len() == known {
        nested::values(text, (&name, after, quoted), lead, &judge, hidden);
    }
    if hidden.len() == known {
        hidden.extend(argument(text, &name, after, quoted, &judge));
    }
    if hidden.len() == known {
        tables::values(text, &name, after, &judge, hidden);
    }
    if hidden.len() == known && word == Word::Password {
        hidden.extend(asked(text, after, &judge));
    }
}

/// What is at the end of a line that asks for a password, or gives one: `password for bob: ...`.
fn asked(text: &[u8], after: usize, judge: &Judge) -> Option<Secret> {
    let rest = text.get(after..).filter(|rest| rest.starts_with(b" "))?;
    let rest = rest.get(..QUESTION).unwrap_or(rest);
    let line =
        memchr::memchr(b'\n', rest).map_or(rest, |end| rest.get(..end).unwrap_or_default()).trim_ascii_end();
    let at = memchr::memmem::rfind(line, b": ")?.saturating_add(2);
    let place = leaf(text, after.saturating_add(at), judge)?;
    let ends = place.end.saturating_sub(after) >= line.len();
    (ends && judge.takes_alone(text.get(place.clone())?)).then(|| judge.secret(place))
}

/// The value of a name, right after it.
fn value(text: &[u8], name: &Name<'_>, judge: &Judge) -> Option<Secret> {
    let Some(Place { at, quote, is_at, tag }) = place(text, name) else {
        return (judge.word == Word::Password && name.is_bare()).then(|| netrc(text, name)).flatten();
    };
    if before(text, at) == Some(b'$') {
        return None;
    }
    let length = match quote {
        Some(quote) => quote.length(text, at),
        None if tag => tables::cell(text, at),
        None => judge.bare(text, at)?,
    };
    let mut value = text.get(at..at.saturating_add(length))?;
    if quote.is_none() && !tag {
        value = without_end(value);
    }
    let after = at.saturating_add(value.len());
    let fits = match is_at {
        IsAt::Tight if judge.is_chosen_by_people() && judge.capital && value.len() >= LEAST.0 => {
            !value.contains(&b':') && !matches!(value.first(), Some(b'/' | b'.'))
        }
        IsAt::Tight if judge.capital => judge.is_made_of(value, LEAST.2),
        IsAt::Tight | IsAt::Quoted | IsAt::Option => judge.is_made(value),
        IsAt::Glued => judge.is_made(value) && is_glued(value) && !one(text, after, b":/.("),
        IsAt::Loose => judge.is_made(value) && ends_here(text, after, value, judge),
    };
    // A header that a command sends has a value, whatever that looks like.
    let sent = is_sent(text, name) && value.len() >= LEAST.0 && !is_worded(value);
    // `--password VALUE` in a help names what is wanted.
    let asked = is_at == IsAt::Option && !value.iter().any(u8::is_ascii_lowercase) && is_worded(value);
    let call = quote.is_none() && one(text, after, b"(");
    ((fits || sent) && !asked && !call && !is_placeholder(value)).then(|| judge.secret(at..after))
}

/// Whether a name is that of a header in quotes that a command sends.
fn is_sent(text: &[u8], name: &Name<'_>) -> bool {
    let quote = before(text, name.start).is_some_and(|byte| b"\"'".contains(&byte));
    let option = text.get(..name.start.saturating_sub(1)).unwrap_or_default();
    quote && [b" -H ".as_slice(), b"--header ", b"--header="].iter().any(|header| option.ends_with(header))
}

/// After an arrow between an old value and a new one, and blanks before it.
fn past_arrow(text: &[u8], at: usize) -> Option<usize> {
    let at = past_color(text, at);
    let at = at.saturating_add(blanks(text, at));
    let arrow = [b"->".as_slice(), b"=>", "→".as_bytes()].into_iter().find(|arrow| has(text, at, arrow))?;
    Some(at.saturating_add(arrow.len()))
}

/// The other side of a change: `password = "old" -> "new"`; the first one ends at `end`.
fn other_side(text: &[u8], end: usize, judge: &Judge) -> Option<Secret> {
    let (_, at) = past_quote(text, end);
    let at = past_arrow(text, at)?;
    let at = past_color(text, at.saturating_add(blanks(text, at)));
    let value = leaf(text, at, judge)?;
    judge.takes(text.get(value.clone())?).then(|| judge.secret(value))
}

/// The value at a position, in quotes or without.
pub(super) fn leaf(text: &[u8], at: usize, judge: &Judge) -> Option<Range<usize>> {
    let (quote, from) = past_quote(text, at);
    let length = match quote {
        Some(quote) => quote.length(text, from),
        None => {
            let length = judge.bare(text, from)?;
            without_end(text.get(from..from.saturating_add(length))?).len()
        }
    };
    (length > 0).then(|| from..from.saturating_add(length))
}

/// Words before a name that give it a value, and words between the two.
const SETTERS: [&[u8]; 20] = [
    b"set",
    b"setenv",
    b"setx",
    b"SetEnv",
    b"ENV",
    b"ARG",
    b"export",
    b"config",
    b"put",
    b"add",
    b"define",
    b"-x",
    b"-gx",
    b"-Ux",
    b"-g",
    b"--global",
    b"--secret",
    b"fastcgi_param",
    b"uwsgi_param",
    b"proxy_set_header",
];
const LINKS: [&[u8]; 4] = [b"is", b"was", b"to", b"BY"];

/// The value that is an argument, or another word after a name: `setenv DB_PASSWORD ...`, `ENV DB_PASSWORD ...`,
/// `setPassword("...")`, `PASSWORD '...'`, `the token is ...`.
fn argument(text: &[u8], name: &Name<'_>, after: usize, quoted: bool, judge: &Judge) -> Option<Secret> {
    // A setting may have a part more: `pypi-token.pypi`.
    let more = run(text, after, LEADER, |byte| byte.is_ascii_alphanumeric() || byte == b'.');
    let after = if one(text, after, b".") { after.saturating_add(more) } else { after };
    let gap = blanks(text, after);
    let mut at = past_color(text, after.saturating_add(gap));
    let call = one(text, after, b"({") && !quoted;
    if call {
        at = after.saturating_add(1);
    } else if gap == 0 {
        return None;
    }
    let link = LINKS.iter().find(|link| !call && has(text, at, link));
    let linked = link.map(|link| at.saturating_add(link.len())).filter(|at| one(text, *at, b" :"));
    if let Some(end) = linked {
        at = end.saturating_add(run(text, end, 4, |byte| b" :".contains(&byte)));
    }
    let (quote, _) = past_quote(text, at);
    let place = leaf(text, at, judge)?;
    let value = text.get(place.clone())?;
    if call {
        let fits = if judge.is_chosen_by_people() { judge.takes(value) } else { judge.takes_alone(value) };
        return (quote.is_some() && fits).then(|| judge.secret(place));
    }
    let set = || {
        let line = text.get(name.start.saturating_sub(LEADER)..name.start).unwrap_or_default();
        let mut words =
            line.rsplit(|byte| b" \t\n\"'".contains(byte)).filter(|word| !word.is_empty()).take(3);
        words.any(|word| SETTERS.contains(&word))
    };
    let (_, end) = past_quote(text, place.end);
    let in_quotes = quote.is_some() && judge.is_chosen_by_people() && (linked.is_none() || quoted);
    // What a sentence speaks of has more words after it.
    let in_quotes = in_quotes
        && !(one(text, end, b" ") && text.get(end.saturating_add(1)).is_some_and(u8::is_ascii_alphabetic));
    let fits = judge.takes_alone(value) || (judge.takes(value) && (in_quotes || set()));
    (fits && !one(text, place.end, b"(/")).then(|| judge.secret(place))
}

/// Whether a loose value ends as one does, and does not go on as a sentence.
fn ends_here(text: &[u8], end: usize, value: &[u8], judge: &Judge) -> bool {
    let end = past_color(text, end);
    is_sure(value, judge)
        || text.get(end).is_none_or(|byte| b"\r\n,;\"')]}\\".contains(byte))
        || has(text, end, b"%2")
        || (judge.word == Word::Password && past_arrow(text, end).is_some())
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

/// The credentials of a registry, in base64: `"auth": "..."` of Docker, `.dockerconfigjson: ...`, `_auth=...` of npm.
pub(super) fn registry(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let name =
        reported(text, start, end, Word::Pass).and_then(|(start, end)| Name::around(text, start, end))?;
    let set = has(text, name.start.saturating_sub(4), b"set ") && one(text, name.end, b" ");
    let place = match place(text, &name) {
        Some(place) => Some(place).filter(|place| place.is_at != IsAt::Option),
        None => {
            set.then(|| Place { at: name.end.saturating_add(1), quote: None, is_at: IsAt::Loose, tag: false })
        }
    }?;
    let length = Alphabet::Base64.run(text, place.at, BASE64.0);
    let value = text.get(place.at..place.at.saturating_add(length))?;
    let path = value.first() == Some(&b'/') && !is_mixed(value);
    let fits = length >= BASE64.1 && !path && !is_worded(value) && !is_placeholder(value);
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
