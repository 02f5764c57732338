//! One part of a stored JSON document, found by its path and printed as it stands there.
//!
//! `.a.b`, `.items[3]`, `.["a.b"]`: names and numbers from the outside in. The part is found in the text itself, so that
//! what is printed is what was stored: its numbers, the order of its keys, its blanks. Only characters that a terminal
//! would obey are written as JSON's `\u` escapes, which mean the same.

use std::io::{self, Write};

use serde::de::IgnoredAny;

use super::next::{commands, quoted};
use super::start::Start;
use crate::settings::Settings;
use crate::store::Snapshot;
use crate::text::is_unsafe;

/// Chars that are kept for the last line of a part that has several pages.
const LAST_CHARS: usize = 200;
/// The most bytes of a part on one page.
const MOST_BYTES: usize = 998_000;
/// Names that a refusal tells.
const NAMES: usize = 12;

/// A step from a value to one of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A key of an object; digits count from 0 in an array, too.
    Key(String),
    /// A place in an array, from 0.
    At(usize),
}

/// A way to a part of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// As it was typed.
    pub typed: String,
    steps: Vec<Step>,
}

/// The end of the JSON value that begins at `text`.
fn value_length(text: &str) -> Option<usize> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    Some(values.byte_offset())
}

fn trim(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\n', '\r'])
}

impl Path {
    /// Reads a path. `None` when it is none.
    #[must_use]
    pub fn parse(typed: &str) -> Option<Self> {
        let mut steps = Vec::new();
        let mut rest = if typed == "." { "" } else { typed };
        let mut first = true;
        while !rest.is_empty() {
            if let Some(inner) = rest.strip_prefix('[').or_else(|| rest.strip_prefix(".[")) {
                let inner_key = inner.starts_with('"').then(|| value_length(inner)).flatten();
                let (word, behind) = match inner_key {
                    Some(length) => inner.split_at_checked(length)?,
                    None => inner.split_at_checked(inner.find(']')?)?,
                };
                rest = behind.strip_prefix(']')?;
                steps.push(match inner_key {
                    Some(_) => Step::Key(serde_json::from_str(word).ok()?),
                    None => Step::At(word.parse().ok()?),
                });
            } else {
                let word = match rest.strip_prefix('.') {
                    Some(word) => word,
                    None if first => rest,
                    None => return None,
                };
                let end = word.find(['.', '[']).unwrap_or(word.len());
                let (name, behind) = word.split_at_checked(end)?;
                if name.is_empty() {
                    return None;
                }
                steps.push(Step::Key(name.to_owned()));
                rest = behind;
            }
            first = false;
        }
        Some(Self { typed: typed.to_owned(), steps })
    }

    /// The part of a document, as it stands there; or what there is instead at the first step that leads nowhere.
    fn find<'a>(&self, document: &'a str) -> Result<&'a str, Vec<String>> {
        let mut here = trim(document);
        for step in &self.steps {
            here = match (step, parts(here)) {
                (Step::Key(key), Parts::Object(parts)) => {
                    let found = parts.iter().find(|(name, _)| name == key).map(|(_, part)| *part);
                    found.ok_or_else(|| parts.into_iter().map(|(name, _)| name).collect::<Vec<_>>())?
                }
                (Step::Key(key), Parts::Array(parts)) => {
                    let at = key.parse::<usize>().ok();
                    at.and_then(|at| parts.get(at).copied()).ok_or_else(|| numbers(parts.len()))?
                }
                (Step::At(at), Parts::Array(parts)) => {
                    parts.get(*at).copied().ok_or_else(|| numbers(parts.len()))?
                }
                (Step::At(_), Parts::Object(parts)) => {
                    return Err(parts.into_iter().map(|(name, _)| name).collect());
                }
                (_, Parts::None) => return Err(Vec::new()),
            };
        }
        let length = value_length(here).ok_or_else(Vec::new)?;
        here.get(..length).ok_or_else(Vec::new)
    }
}

fn numbers(length: usize) -> Vec<String> {
    length.checked_sub(1).map_or_else(Vec::new, |last| vec![format!("0 to {last}")])
}

/// The parts of a value.
enum Parts<'a> {
    Object(Vec<(String, &'a str)>),
    Array(Vec<&'a str>),
    None,
}

fn parts(text: &str) -> Parts<'_> {
    let whole = || -> Option<Parts<'_>> {
        let (object, mut rest) = match text.as_bytes().first()? {
            b'{' => (true, trim(text.get(1..)?)),
            b'[' => (false, trim(text.get(1..)?)),
            _ => return None,
        };
        let (mut fields, mut items) = (Vec::new(), Vec::new());
        while !rest.starts_with(['}', ']']) {
            let mut name = String::new();
            if object {
                let (key, behind) = rest.split_at_checked(value_length(rest)?)?;
                name = serde_json::from_str(key).ok()?;
                rest = trim(trim(behind).strip_prefix(':')?);
            }
            let (value, behind) = rest.split_at_checked(value_length(rest)?)?;
            if object {
                fields.push((name, value))
            } else {
                items.push(value)
            }
            rest = trim(behind);
            rest = rest.strip_prefix(',').map_or(rest, trim);
        }
        Some(if object { Parts::Object(fields) } else { Parts::Array(items) })
    };
    whole().unwrap_or(Parts::None)
}

/// Why there is nothing to show.
#[derive(Debug)]
pub(super) enum Unshown {
    /// What is stored is no JSON document.
    NoJson,
    /// There is no such part; there are these instead.
    NoPart(Vec<String>),
    /// It could not be written.
    Write(io::Error),
}

/// JSON that says the same and that no terminal obeys.
fn harmless(part: &str) -> String {
    let mut text = String::with_capacity(part.len());
    for char in part.chars() {
        if is_unsafe(char) && char != '\n' && char != '\t' {
            // Outside of strings only a carriage return can stand, which means nothing.
            if char != '\r' {
                for unit in char.encode_utf16(&mut [0; 2]) {
                    text.push_str(&format!("\\u{unit:04x}"));
                }
            }
        } else {
            text.push(char);
        }
    }
    text
}

/// Prints a part: whole when the limits allow it, else from a certain char on, with the command that goes on.
pub(super) fn show(
    snapshot: &Snapshot,
    document: &[u8],
    path: &Path,
    start: &Start,
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<(), Unshown> {
    let document = std::str::from_utf8(document).map_err(|_| Unshown::NoJson)?;
    if serde_json::from_str::<IgnoredAny>(document).is_err() {
        return Err(Unshown::NoJson);
    }
    let part = path.find(document).map_err(|mut names| {
        names.truncate(NAMES);
        Unshown::NoPart(names)
    })?;
    let part = harmless(part);
    let most = usize::try_from(settings.limits.chars).unwrap_or(usize::MAX);
    let all = part.chars().count();
    let a_page = most.saturating_sub(LAST_CHARS.saturating_add(2));
    let skipped = usize::try_from(start.skipped()).unwrap_or(usize::MAX);
    let told = if skipped == 0 && all < most && part.len() <= MOST_BYTES {
        writeln!(out, "{part}")
    } else {
        let mut shown = String::new();
        for char in part.chars().skip(skipped).take(a_page) {
            if shown.len().saturating_add(char.len_utf8()) > MOST_BYTES {
                break;
            }
            shown.push(char);
        }
        let to = skipped.saturating_add(shown.chars().count()).min(all);
        let next = to.saturating_add(1);
        let ways = quoted(&path.typed).map_or_else(Vec::new, |path| {
            commands(&format!("{} --path {path} --from {next}", snapshot.id()), settings)
        });
        let here = format!("weir: chars {} to {to} of {all}", skipped.saturating_add(1).min(all));
        let rest = ways.into_iter().map(|way| format!("{here}; rest: {way}"));
        let fits = |line: &String| line.chars().count() <= LAST_CHARS;
        let last = if to < all { rest.into_iter().find(fits) } else { None };
        let last = last.unwrap_or_else(|| {
            if to < all { format!("{here}; rest: the same with --from {next}") } else { here }
        });
        writeln!(out, "{shown}\n{last}")
    };
    told.and_then(|()| out.flush()).map_err(Unshown::Write)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = r#" { "a" : {"b": [1, {"c": 1.50}, "x"] , "b.c": true}, "n": null, "e": [] } "#;

    fn find(path: &str) -> Result<&'static str, Vec<String>> {
        Path::parse(path).unwrap().find(DOCUMENT)
    }

    #[test]
    fn a_part_is_what_stands_in_the_document() {
        assert_eq!(find("."), Ok(DOCUMENT.trim()));
        assert_eq!(find(".a.b"), Ok(r#"[1, {"c": 1.50}, "x"]"#));
        assert_eq!(find("a.b[1].c"), Ok("1.50"));
        assert_eq!(find(".a.b.2"), Ok("\"x\""));
        assert_eq!(find(r#".a["b.c"]"#), Ok("true"));
        assert_eq!((find(".n"), find(".e")), (Ok("null"), Ok("[]")));
    }

    #[test]
    fn a_way_that_leads_nowhere_says_what_there_is() {
        assert_eq!(find(".x"), Err(vec!["a".into(), "n".into(), "e".into()]));
        assert_eq!(find(".a.b[3]"), Err(vec!["0 to 2".into()]));
        assert_eq!((find(".n.x"), find(".e[0]")), (Err(vec![]), Err(vec![])));
        for wrong in ["..", ".a.", ".a[", ".a[x]", ".a[\"b]", ".a]b[", "[0]x"] {
            assert!(
                Path::parse(wrong).is_none() || Path::parse(wrong).unwrap().find(DOCUMENT).is_err(),
                "{wrong}"
            );
        }
    }

    #[test]
    fn what_a_terminal_would_obey_is_escaped_as_json_has_it() {
        let text = "{\"a\":\"x\u{202e}y\u{e0041}\u{7f}\"}\r\n";
        let shown = harmless(text);
        assert!(!shown.chars().any(|char| is_unsafe(char) && char != '\n'), "{shown:?}");
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&shown), value(text));
    }
}
