//! Places in a file of variables, as the reader of that name takes it: the last value of a name counts.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::document::{Edits, Put};
use super::place::{Edit, line_end, line_of, line_start, newline, to_new_line};
use super::tree::Tree;

/// A name with its value: plain up to a comment, or in quotes and then over lines, too.
const ENTRY: &str = r#"(?m)^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*(?:=|:[ \t])[ \t]*('(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`|[^#\r\n]*)?[ \t]*(?:#.*)?\r?$"#;

#[expect(clippy::unwrap_used, reason = "a constant, compiled by the tests")]
static ENTRIES: LazyLock<Regex> = LazyLock::new(|| Regex::new(ENTRY).unwrap());

/// Each name, with the place of its value and what that means.
fn entries(text: &str) -> Vec<(String, Range<usize>, String)> {
    let found = ENTRIES.captures_iter(text).filter_map(|found| {
        let (name, value) = (found.get(1)?, found.get(2));
        let range = value.map_or_else(|| name.end()..name.end(), |value| value.range());
        Some((name.as_str().to_owned(), range.clone(), plain(text.get(range)?)))
    });
    found.collect()
}

/// A value without its quotes.
fn plain(written: &str) -> String {
    let written = written.trim();
    let inner = |quote: char| {
        let inner = written.strip_prefix(quote)?.strip_suffix(quote);
        inner.filter(|_| written.len() > 1).map(str::to_owned)
    };
    let double = || inner('"').map(|text| text.replace("\\n", "\n").replace("\\r", "\r"));
    double().or_else(|| inner('\'')).or_else(|| inner('`')).unwrap_or_else(|| written.to_owned())
}

/// What the file means.
pub(super) fn tree(text: &str) -> Tree {
    let each = entries(text).into_iter().map(|(name, _, value)| (name, Tree::text(&value)));
    Tree::Map(each.collect::<BTreeMap<_, _>>())
}

/// A value as it is written: in quotes where it must be; none when no quotes hold it.
fn written(value: &Value) -> Option<String> {
    let text = value.as_str()?;
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "/._-+@%:,=~".contains(char);
    if !text.is_empty() && text.chars().all(is_plain) {
        return Some(text.to_owned());
    }
    let quotes = ["'", "\"", "`"];
    let mut tried = quotes.iter().map(|quote| format!("{quote}{text}{quote}"));
    tried.find(|written| !text.contains('\n') && tree(&format!("A={written}\n")) == tree_of("A", text))
}

fn tree_of(name: &str, value: &str) -> Tree {
    Tree::Map([(name.to_owned(), Tree::text(value))].into_iter().collect())
}

/// The line of a value, and the edit that puts another one there.
pub(super) fn value(text: &str, key: &str, value: &Value) -> Option<(usize, Edit)> {
    let (_, range, _) = entries(text).into_iter().rev().find(|(name, _, _)| name == key)?;
    Some((line_of(text, range.start), Edit::replace(text, range, written(value)?)))
}

/// The lines at the end that set variables.
pub(super) fn insertion(text: &str, put: &Put) -> Option<Edits> {
    let nl = newline(text);
    let mut lines = Vec::new();
    for (key, value) in &put.fields {
        lines.push(format!("{key}={}", written(value)?));
    }
    let before = to_new_line(text);
    // A file without an end of its last line keeps none.
    let after = if before.is_empty() { nl } else { "" };
    let inserted = format!("{before}{}{after}", lines.join(nl));
    Some((vec![Edit::insert(text.len(), inserted)], 0))
}

/// The edits that take whole lines of these names out.
pub(super) fn removal(text: &str, keys: &[String]) -> Vec<Edit> {
    let found = entries(text).into_iter();
    let found = found.filter(|(name, _, _)| keys.contains(name)).map(|(_, range, _)| {
        let lines = line_start(text, range.start)..line_end(text, range.end);
        Edit::replace(text, lines, String::new())
    });
    found.collect()
}
