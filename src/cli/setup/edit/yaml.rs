//! Places in YAML: a block of entries below a key at the left edge, or at the end.

use serde_json::Value;

use super::document::{Edits, Put};
use super::place::{Edit, Refusal, line_end, newline, to_new_line};
use super::tree::Tree;

/// What the document means.
pub(super) fn tree(text: &str) -> Result<Tree, Refusal> {
    if text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
        return Ok(Tree::empty());
    }
    let parsed = serde_saphyr::from_str::<Value>(text);
    let value = parsed.map_err(|error| {
        let line = error.location().map_or(1, |at| usize::try_from(at.line()).unwrap_or(1));
        let what = error.to_string();
        Refusal::Broken(line, what.lines().next().unwrap_or_default().to_owned())
    })?;
    match value {
        Value::Object(_) => Ok(Tree::from(&value)),
        Value::Null => Ok(Tree::empty()),
        _ => Err(Refusal::Broken(1, "it is no map".to_owned())),
    }
}

/// The ways to put entries in below one key.
pub(super) fn insertions(text: &str, put: &Put) -> Vec<Edits> {
    let ([parent], nl) = (put.parent.as_slice(), newline(text)) else { return Vec::new() };
    let head = format!("{parent}:");
    let mut ways = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at = line_end(text, at);
        if line.trim_end() == head
            || line.strip_prefix(&head).is_some_and(|rest| rest.trim_start().starts_with('#'))
        {
            let next = text.get(at..).unwrap_or_default();
            let blank: String = next.chars().take_while(|char| *char == ' ').collect();
            let indent = if blank.is_empty() { "  ".to_owned() } else { blank };
            let before = if line.ends_with('\n') { "" } else { nl };
            ways.push((vec![Edit::insert(at, format!("{before}{}", block(put, &indent, nl)))], 0));
        }
    }
    let end = format!("{}{head}{nl}{}", to_new_line(text), block(put, "  ", nl));
    ways.push((vec![Edit::insert(text.len(), end)], 1));
    ways
}

/// Entries as lines, each value in the notation that JSON and YAML share.
fn block(put: &Put, indent: &str, nl: &str) -> String {
    let mut lines = String::new();
    for (key, value) in &put.fields {
        match value {
            Value::Object(map) => {
                lines.push_str(&format!("{indent}{key}:{nl}"));
                for (key, value) in map {
                    lines.push_str(&format!("{indent}  {key}: {value}{nl}"));
                }
            }
            _ => lines.push_str(&format!("{indent}{key}: {value}{nl}")),
        }
    }
    lines
}
