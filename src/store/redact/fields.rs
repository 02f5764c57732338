//! A name in one field, its value in another: `name: DB_PASSWORD` and `value: ...`, `<key>` and `<string>`.
//!
//! Kubernetes, ECS, CloudFormation, protocol buffers, HCL, property files in XML and property lists have it so, on one
//! line or on several. The value is in the next fields of the same object, or right before the name.

use super::escapes::{Sign, before, blanks, has, past_color, past_quote, run, run_before, sign};
use super::judge::Judge;
use super::lines::Lead;
use super::named::{is_tag, leaf};
use super::names::Name;
use super::nested::{Bare, expression};
use super::shapes::Secret;
use super::tables::cell;

/// So many fields may be between a name and its value, and so many line ends.
const FIELDS: usize = 4;
const LINES: usize = 5;
/// The most bytes of a field's name, of a path that ends with a telling name, and of blanks that align signs.
const WORD: usize = 32;
const PATH: usize = 64;
const ALIGNED: usize = 24;
/// The most bytes between a value and the name after it.
const BACK: usize = 256;
/// The most bytes of a closing tag, and of attributes.
const TAG: usize = 48;
const ATTRIBUTES: usize = 256;
/// How the names of fields end that hold names, and of those that hold values.
const NAMES: [&[u8]; 9] =
    [b"name", b"key", b"field", b"variable", b"param", b"parameter", b"property", b"option", b"setting"];
const VALUES: [&[u8]; 8] = [b"value", b"val", b"content", b"string", b"default", b"text", b"body", b"data"];

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Whether a word ends with one of those, in letters of either case.
pub(super) fn ends_with_one(word: &[u8], known: &[&[u8]]) -> bool {
    let end = |known: &&[u8]| {
        let from = word.len().checked_sub(known.len());
        from.and_then(|from| word.get(from..)).is_some_and(|end| end.eq_ignore_ascii_case(known))
    };
    known.iter().any(end)
}

fn quotes_before(text: &[u8], at: usize) -> usize {
    run_before(text, at, 8, |byte| b"\"'`\\".contains(&byte))
}

fn blanks_before(text: &[u8], at: usize) -> usize {
    run_before(text, at, ALIGNED, |byte| matches!(byte, b' ' | b'\t'))
}

/// Where the field begins that holds a telling name, which begins at `start`: `name: `, `"Key":"`, `<name>`, `--name `.
fn field(text: &[u8], start: usize) -> Option<usize> {
    let at =
        start.saturating_sub(run_before(text, start, PATH, |byte| is_word(byte) || b"./".contains(&byte)));
    let at = at.saturating_sub(quotes_before(text, at));
    let gap = blanks_before(text, at);
    let last = at.saturating_sub(gap);
    let (last, option) = match before(text, last)? {
        b'>' if before(text, last.saturating_sub(1)) == Some(b'=') => (last.saturating_sub(2), false),
        b'=' | b':' | b'>' => (last.saturating_sub(1), false),
        _ if gap > 0 => (last, true),
        _ => return None,
    };
    let last = last.saturating_sub(blanks_before(text, last));
    let last = last.saturating_sub(quotes_before(text, last));
    let first = last.saturating_sub(run_before(text, last, WORD, is_word));
    let word = text.get(first..last)?;
    let fits = ends_with_one(word, &NAMES) && (!option || word.starts_with(b"-"));
    fits.then_some(first)
}

/// After what is between two fields of one object; `None` when the object ends.
fn gap(text: &[u8], at: usize, lead: &Lead<'_>, lines: &mut usize) -> Option<usize> {
    let mut at = at;
    loop {
        at = past_color(text, at);
        at = match text.get(at..)? {
            [b'<', b'/', ..] => {
                let tag = run(text, at, TAG, |byte| byte > b' ' && byte != b'>');
                at.saturating_add(tag)
            }
            [b'\\', b'n' | b't' | b'r', ..] => at.saturating_add(2),
            [b'\n', ..] => {
                *lines = lines.checked_sub(1)?;
                lead.past(text, at.saturating_add(1)).0
            }
            [byte, ..] if b" \t\r,;\"'`\\+-|:<>".contains(byte) => at.saturating_add(1),
            [byte, ..] if is_word(*byte) => return Some(at),
            _ => return None,
        };
    }
}

/// The values of a name that is the value of a field, or a tag with attributes.
pub(super) fn values(text: &[u8], name: &Name<'_>, judge: &Judge, hidden: &mut Vec<Secret>) {
    if is_tag(text, name) {
        let attributes = run(text, name.end, ATTRIBUTES, |byte| byte >= b' ' && !b"<>".contains(&byte));
        let end = name.end.saturating_add(attributes);
        if has(text, end, b">") && before(text, end) != Some(b'/') {
            within(text, end.saturating_add(1), &Lead::before(text, name.start), judge, hidden);
        }
        return;
    }
    let Some(first) = field(text, name.start) else { return };
    let known = hidden.len();
    after(text, name, first, judge, hidden);
    if hidden.len() == known {
        hidden.extend(earlier(text, first, judge));
    }
}

/// The value in the next fields. A field that is called as the first one begins another object.
fn after(text: &[u8], name: &Name<'_>, first: usize, judge: &Judge, hidden: &mut Vec<Secret>) {
    let lead = &Lead::before(text, first);
    let own = text.get(first..first.saturating_add(run(text, first, WORD, is_word))).unwrap_or_default();
    let (quote, mut at) = past_quote(text, name.end);
    let attribute = quote.is_some() && before(text, name.start.saturating_sub(1)) == Some(b'=');
    let mut lines = LINES;
    for _ in 0..FIELDS {
        if attribute && has(text, at, b">") && within(text, at.saturating_add(1), lead, judge, hidden) {
            return;
        }
        let Some(from) = gap(text, at, lead, &mut lines) else { return };
        let length = run(text, from, WORD, is_word);
        let end = from.saturating_add(length);
        let word = text.get(from..end).unwrap_or_default();
        let (_, after_word) = past_quote(text, end);
        let signed =
            after_word.saturating_add(run(text, after_word, ALIGNED, |byte| matches!(byte, b' ' | b'\t')));
        let option = before(text, from) == Some(b'-') && signed > after_word;
        let value = match sign(text, signed) {
            Some((Sign::Comma, _)) => return,
            Some((Sign::Tag, value)) if ends_with_one(word, &VALUES) => {
                within(text, value, lead, judge, hidden);
                return;
            }
            Some((_, value)) => value,
            None if option => signed,
            None => return,
        };
        let value = past_color(text, value);
        let value = value.saturating_add(blanks(text, value));
        if ends_with_one(word, &VALUES) {
            expression(text, value, (lead, Bare::Yes), judge, hidden);
            return;
        }
        if word.eq_ignore_ascii_case(own) {
            return;
        }
        let Some(skipped) = leaf(text, value, judge) else { return };
        at = past_quote(text, skipped.end).1;
    }
}

/// The text of an element of XML, which begins at `at`: a value, or the element of one.
fn within(text: &[u8], at: usize, lead: &Lead<'_>, judge: &Judge, hidden: &mut Vec<Secret>) -> bool {
    let at = if has(text, at, b"<![CDATA[") { at.saturating_add(9) } else { at };
    let own = at.saturating_add(run(text, at, 2, |byte| byte == b'\r' || byte == b'\n'));
    let at = if own > at { lead.past(text, own).0 } else { at };
    let length = cell(text, at);
    let value = text.get(at..at.saturating_add(length)).unwrap_or_default().trim_ascii_end();
    let fits = judge.takes(value);
    if fits {
        hidden.push(judge.secret(at..at.saturating_add(value.len())));
    }
    fits
}

/// The value right before the field of the name, which begins at `first`.
fn earlier(text: &[u8], first: usize, judge: &Judge) -> Option<Secret> {
    let near = text.get(first.saturating_sub(BACK)..first)?;
    let from = first.saturating_sub(near.len());
    let last = memchr::memmem::rfind(near, b"alue")?;
    let end = from.saturating_add(last).saturating_add(4);
    let (_, at) = past_quote(text, end);
    let (kind, at) = sign(text, at.saturating_add(blanks(text, at)))?;
    let at = at.saturating_add(blanks(text, at));
    let value = leaf(text, at, judge)?;
    let (_, after) = past_quote(text, value.end);
    let between = text.get(after..first)?;
    let separate = |byte: &u8| byte.is_ascii_whitespace() || b",;\"'`\\+-|:".contains(byte);
    let fits = kind != Sign::Comma && between.iter().all(separate);
    (fits && judge.takes(text.get(value.clone())?)).then(|| judge.secret(value))
}
