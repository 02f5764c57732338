//! The edits that take entries out of JSON, wherever they are by now.

use std::ops::Range;

use crate::budget::Count as _;

use jsonc_parser::ast::Object;

use super::document::Put;
use super::json::{parse, property, range};
use super::place::{Edit, edited, line_end, line_start};

/// The ways to take out the entries of these keys, the one that leaves least first.
pub(super) fn removals(text: &str, put: &Put, keys: &[String], made: usize) -> Vec<String> {
    let Ok(Some(root)) = parse(text) else { return Vec::new() };
    let Some(root) = root.as_object() else { return Vec::new() };
    let mut way = vec![root];
    for key in &put.parent {
        let next = way.last().and_then(|object| property(object, key)?.value.as_object());
        let Some(next) = next else { return Vec::new() };
        way.push(next);
    }
    let mut found = Vec::new();
    let Some(object) = way.last() else { return found };
    // Where nothing else is left in a table that was made for the entries, the table goes.
    let is_all = object.properties.iter().all(|each| keys.iter().any(|key| each.name.as_str() == key));
    if is_all {
        let mut climbed = 0_usize;
        for (depth, key) in put.parent.iter().enumerate().rev() {
            climbed.up(1);
            let Some(outer) = way.get(depth).filter(|_| climbed <= made) else { break };
            found.extend(without(text, outer, key).map(|edit| edited(text, &[edit])));
            if outer.properties.len() != 1 {
                break;
            }
        }
        found.reverse();
    }
    let mut edits: Vec<Edit> = keys.iter().filter_map(|key| without(text, object, key)).collect();
    edits.sort_by_key(|edit| edit.at);
    found.push(edited(text, &edits));
    found
}

/// The edit that takes a property out of an object, with one comma and its line.
fn without(text: &str, object: &Object<'_>, key: &str) -> Option<Edit> {
    let own = range(property(object, key)?.range);
    let mut cut: Range<usize> = own.clone();
    let rest = text.get(own.end..)?;
    let after = rest.len().saturating_sub(rest.trim_start().len());
    if rest.trim_start().starts_with(',') {
        cut.end = own.end.saturating_add(after).saturating_add(1);
    } else if let Some(before) = text.get(..own.start).map(str::trim_end)
        && before.ends_with(',')
    {
        cut.start = before.len().saturating_sub(1);
        return Some(Edit::replace(text, cut, String::new()));
    }
    let line = line_start(text, cut.start)..line_end(text, cut.end);
    let alone = text.get(line.start..cut.start).is_some_and(|it| it.trim().is_empty())
        && text.get(cut.end..line.end).is_some_and(|it| it.trim().is_empty() && it.ends_with('\n'));
    if alone {
        cut = line;
    } else {
        // The blanks before what follows go, too.
        let rest = text.get(cut.end..)?;
        let blank = rest.len().saturating_sub(rest.trim_start_matches([' ', '\t']).len());
        cut.end.up(blank);
    }
    Some(Edit::replace(text, cut, String::new()))
}
