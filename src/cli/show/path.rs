//! One part of a stored JSON document, found by its path and printed as it is there.
//!
//! `.a.b`, `.items[3]`, `.["a.b"]`: names and numbers from the outside in. The part is found in the text itself, so that
//! what is printed is what was stored: its numbers, the order of its keys, its blanks. Only characters that a terminal
//! would obey are written as JSON's `\u` escapes, which mean the same.

use std::io::{self, Write};

use super::next::{commands, quoted};
use super::sheet::ceiling;
use super::start::Start;
use crate::settings::Settings;
use crate::store::Snapshot;
use crate::text::json::{Json, JsonPath, Kind, Step, harmless};

/// Chars that are kept for the last line of a part that has several pages.
const LAST_CHARS: usize = 200;
/// Bytes that are kept for it: a path may hold letters of several bytes.
const LAST_BYTES: u64 = 802;
/// Names that a refusal tells.
const NAMES: usize = 12;

/// A way to a part of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// As it was typed.
    pub typed: String,
    way: JsonPath,
}

impl Path {
    /// Reads a path. `None` when it is none.
    #[must_use]
    pub fn parse(typed: &str) -> Option<Self> {
        Some(Self { typed: typed.to_owned(), way: JsonPath::parse(typed).ok()? })
    }

    /// The part of a document, as it is there; or what there is instead at the first step that leads nowhere. Of a
    /// document that has one value a line, the first step tells the value's number from 0 on.
    fn find<'a>(&self, document: &'a str) -> Result<Result<&'a str, Vec<String>>, Unshown> {
        let values = Json::parse_all(document).map_err(|_| Unshown::NoJson)?;
        let steps = self.way.steps();
        let found = match (values.as_slice(), steps.split_first()) {
            ([], _) => return Err(Unshown::NoJson),
            ([value], _) => walk(*value, steps),
            (_, None) => return Ok(Ok(document.trim())),
            (values, Some((first, steps))) => {
                let value = number(first).and_then(|at| values.get(at).copied());
                value.ok_or_else(|| numbers(values.len())).and_then(|value| walk(value, steps))
            }
        };
        Ok(found.map(Json::text))
    }
}

fn walk<'a>(value: Json<'a>, steps: &[Step]) -> Result<Json<'a>, Vec<String>> {
    steps.iter().try_fold(value, |here, step| {
        let (found, instead) = match (here.kind(), step) {
            (Kind::Object, Step::Key(key)) => (here.get(key), names(here)),
            (Kind::Object, Step::Index(_)) => (None, names(here)),
            (Kind::Array, step) => {
                (number(step).and_then(|at| here.elements().nth(at)), numbers(here.count()))
            }
            _ => (None, Vec::new()),
        };
        found.ok_or(instead)
    })
}

/// The place in an array that a step means; digits after a dot count, too.
fn number(step: &Step) -> Option<usize> {
    match step {
        Step::Index(at) => Some(*at),
        Step::Key(key) => key.parse().ok(),
    }
}

fn names(object: Json<'_>) -> Vec<String> {
    object.fields().take(NAMES).map(|(name, _)| name.into_owned()).collect()
}

fn numbers(length: usize) -> Vec<String> {
    length.checked_sub(1).map_or_else(Vec::new, |last| vec![format!("0 to {last}")])
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

/// JSON that says the same and that no terminal obeys. Outside of strings a carriage return means nothing, inside of them
/// none can be.
fn on_a_terminal(part: &str) -> String {
    harmless(part).replace('\r', "")
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
    let part = on_a_terminal(path.find(document)?.map_err(Unshown::NoPart)?);
    let most = usize::try_from(settings.limits.chars).unwrap_or(usize::MAX);
    let all = part.chars().count();
    let a_page = most.saturating_sub(LAST_CHARS.saturating_add(2));
    let most_bytes = usize::try_from(ceiling(settings).saturating_sub(LAST_BYTES)).unwrap_or(usize::MAX);
    let skipped = usize::try_from(start.skipped()).unwrap_or(usize::MAX);
    let reported = if skipped == 0 && all < most && part.len() <= most_bytes {
        writeln!(out, "{part}")
    } else {
        let mut shown = String::new();
        for char in part.chars().skip(skipped).take(a_page) {
            if shown.len().saturating_add(char.len_utf8()) > most_bytes {
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
    reported.and_then(|()| out.flush()).map_err(Unshown::Write)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = r#" { "a" : {"b": [1, {"c": 1.50}, "x"] , "b.c": true}, "n": null, "e": [] } "#;

    fn find(path: &str) -> Result<&'static str, Vec<String>> {
        Path::parse(path).unwrap().find(DOCUMENT).unwrap()
    }

    #[test]
    fn a_part_is_what_is_in_the_document() {
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
            assert!(Path::parse(wrong).is_none_or(|path| path.find(DOCUMENT).unwrap().is_err()), "{wrong}");
        }
    }

    #[test]
    fn of_one_value_a_line_the_first_step_tells_the_line() {
        let lines = "{\"a\": 1}\n\n{\"a\": [2]}\n";
        let find = |path: &str| Path::parse(path).unwrap().find(lines).ok();
        assert_eq!(find(".[1].a"), Some(Ok("[2]")));
        assert_eq!(find("[0]"), Some(Ok("{\"a\": 1}")));
        assert_eq!(find(".[2]"), Some(Err(vec!["0 to 1".to_owned()])));
        assert!(Path::parse(".").unwrap().find("no json\n").is_err());
    }

    #[test]
    fn of_several_values_of_one_name_the_last_is_found_as_by_the_pieces() {
        let path = Path::parse(".a").unwrap();
        assert_eq!(path.find("{\"a\": 1, \"a\": 2}").unwrap(), Ok("2"));
    }

    #[test]
    fn what_a_terminal_would_obey_is_escaped_as_json_has_it() {
        let text = "{\"a\":\"x\u{202e}y\u{e0041}\u{7f}\"}\r\n";
        let shown = on_a_terminal(text);
        assert!(!shown.chars().any(|char| crate::text::is_unsafe(char) && char != '\n'), "{shown:?}");
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&shown), value(text));
    }
}
