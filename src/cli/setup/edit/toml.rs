//! Places in TOML, whichever of its ways a table is written in.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;
use toml_edit::{Document, InlineTable, Item, Table, TableLike, Value as Written};

use super::document::{Edits, Put};
use super::place::{Edit, Refusal, edited, line_end, line_of, line_start, newline, to_new_line};
use super::tree::Tree;

fn parse(text: &str) -> Result<Document<&str>, Refusal> {
    Document::parse(text).map_err(|error| {
        let at = error.span().map_or(text.len(), |span| span.start);
        let what = error.message().lines().next().unwrap_or("it is no TOML").to_owned();
        Refusal::Broken(line_of(text, at), what)
    })
}

/// What the document means.
pub(super) fn tree(text: &str) -> Result<Tree, Refusal> {
    Ok(table(text, parse(text)?.as_table()))
}

fn table(text: &str, table: &dyn TableLike) -> Tree {
    let each = table.iter().map(|(key, item)| (key.to_owned(), meaning(text, item)));
    Tree::Map(each.collect::<BTreeMap<_, _>>())
}

fn meaning(text: &str, item: &Item) -> Tree {
    match item {
        Item::None => Tree::empty(),
        Item::Value(value) => written(text, value),
        Item::Table(inner) => table(text, inner),
        Item::ArrayOfTables(list) => Tree::List(list.iter().map(|each| table(text, each)).collect()),
    }
}

fn written(text: &str, value: &Written) -> Tree {
    match value {
        Written::String(value) => Tree::text(value.value()),
        Written::InlineTable(inner) => table(text, inner),
        Written::Array(list) => Tree::List(list.iter().map(|each| written(text, each)).collect()),
        Written::Integer(_) | Written::Float(_) | Written::Boolean(_) | Written::Datetime(_) => {
            Tree::Leaf(value.span().and_then(|span| text.get(span)).unwrap_or_default().to_owned())
        }
    }
}

/// A value in the notation of TOML.
fn noted(value: &Value) -> String {
    match value {
        // JSON's escapes are TOML's; it leaves one control as it is.
        Value::String(_) => value.to_string().replace('\u{7f}', "\\u007f"),
        Value::Array(list) => format!("[{}]", list.iter().map(noted).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let each = map.iter().map(|(key, value)| format!("{} = {}", bare(key), noted(value)));
            format!("{{ {} }}", each.collect::<Vec<_>>().join(", "))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// A key: bare where it may be.
fn bare(key: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || char == '-' || char == '_';
    if !key.is_empty() && key.chars().all(plain) { key.to_owned() } else { Value::from(key).to_string() }
}

fn dotted(keys: &[String]) -> String {
    keys.iter().map(|key| bare(key)).collect::<Vec<_>>().join(".")
}

/// A key and its value, with their places.
struct Found<'a> {
    key: Option<Range<usize>>,
    item: &'a Item,
}

/// What the keys lead to.
fn find<'a>(root: &'a Table, path: &[String]) -> Option<Found<'a>> {
    let (key, parent) = path.split_last()?;
    let mut table: &dyn TableLike = root;
    for key in parent {
        table = table.get(key)?.as_table_like()?;
    }
    let (key, item) = table.get_key_value(key)?;
    Some(Found { key: key.span(), item })
}

/// The line of a value, and the edit that puts another one there.
pub(super) fn value(text: &str, path: &[String], value: &Value) -> Option<(usize, Edit)> {
    let document = parse(text).ok()?;
    let found = find(document.as_table(), path)?;
    let range = found.item.span()?;
    Some((line_of(text, range.start), Edit::replace(text, range, noted(value))))
}

/// The ways to put entries in. Which of them means what it should is for the caller to try.
///
/// # Errors
/// When what should be a table is none.
pub(super) fn insertions(text: &str, put: &Put) -> Result<Vec<Edits>, Refusal> {
    let document = parse(text)?;
    let root = document.as_table();
    let nl = newline(text);
    let mut ways = Vec::new();
    // From the table itself outwards.
    for depth in (1..=put.parent.len()).rev() {
        let (known, rest) = put.parent.split_at(depth);
        let Some(found) = find(root, known) else { continue };
        match found.item {
            Item::Table(table) if !table.is_dotted() && !table.is_implicit() => {
                if let Some(span) = table.span() {
                    ways.push((vec![below_header(text, &span, &lines(rest, put, nl), nl)], rest.len()));
                }
            }
            Item::Table(_) => ways.extend(beside(text, &found, known, rest, put)),
            Item::Value(Written::InlineTable(inner)) if inner.is_dotted() => {
                ways.extend(beside(text, &found, known, rest, put));
            }
            Item::Value(Written::InlineTable(inner)) => ways.extend(inside(text, inner, rest, put)),
            Item::Value(_) | Item::ArrayOfTables(_) => {
                let at = found.key.or_else(|| found.item.span()).map_or(0, |span| span.start);
                return Err(Refusal::Broken(line_of(text, at), format!("{} is no table", dotted(known))));
            }
            Item::None => {}
        }
    }
    // A table of its own at the end.
    let blank = if text.trim().is_empty() { "" } else { nl };
    let before = to_new_line(text);
    let after = if before.is_empty() { nl } else { "" };
    let block = format!("[{}]{nl}{}", dotted(&put.parent), lines(&[], put, nl));
    let block = block.strip_suffix(nl).unwrap_or(&block);
    let made = (0..=put.parent.len()).rev().find(|depth| {
        let known = put.parent.get(..*depth).unwrap_or_default();
        known.is_empty() || find(root, known).is_some()
    });
    let made = put.parent.len().saturating_sub(made.unwrap_or(0));
    ways.push((vec![Edit::insert(text.len(), format!("{before}{blank}{block}{after}"))], made));
    // Where tables above are written with dots, a table of its own may not be.
    for depth in (1..=put.parent.len()).rev() {
        let (known, _) = put.parent.split_at(depth);
        if let Some(key) = find(root, known).and_then(|found| found.key) {
            let at = line_start(text, key.start);
            let indent: String =
                text.get(at..).unwrap_or_default().chars().take_while(|char| " \t".contains(*char)).collect();
            let inserted = prefixed(&indent, &put.parent, put, nl);
            ways.push((vec![Edit::insert(at, inserted)], put.parent.len().saturating_sub(depth)));
        }
    }
    Ok(ways)
}

/// Lines that set entries of the table that `rest` leads to.
fn lines(rest: &[String], put: &Put, nl: &str) -> String {
    prefixed("", rest, put, nl)
}

fn prefixed(indent: &str, rest: &[String], put: &Put, nl: &str) -> String {
    let mut lines = String::new();
    for (key, value) in &put.fields {
        let keys: Vec<String> = rest.iter().cloned().chain([key.clone()]).collect();
        lines.push_str(&format!("{indent}{} = {}{nl}", dotted(&keys), noted(value)));
    }
    lines
}

/// Lines right below a header.
fn below_header(text: &str, header: &Range<usize>, lines: &str, nl: &str) -> Edit {
    let at = line_end(text, header.start);
    let has_end = text.get(..at).is_some_and(|before| before.ends_with('\n'));
    if has_end {
        return Edit::insert(at, lines.to_owned());
    }
    Edit::insert(at, format!("{nl}{}", lines.strip_suffix(nl).unwrap_or(lines)))
}

/// Lines beside others of a table that is written with dots, as those of its parent and as those of the root.
fn beside(text: &str, found: &Found<'_>, known: &[String], rest: &[String], put: &Put) -> Vec<Edits> {
    let Some(key) = &found.key else { return Vec::new() };
    let (at, nl) = (line_start(text, key.start), newline(text));
    let indent: String =
        text.get(at..).unwrap_or_default().chars().take_while(|it| " \t".contains(*it)).collect();
    let ways = (0..known.len()).rev().map(|from| {
        let keys: Vec<String> = known.iter().skip(from).chain(rest).cloned().collect();
        (vec![Edit::insert(at, prefixed(&indent, &keys, put, nl))], rest.len())
    });
    ways.collect()
}

/// Entries at the beginning of a table in braces.
fn inside(text: &str, inner: &InlineTable, rest: &[String], put: &Put) -> Option<Edits> {
    let span = inner.span()?;
    let at = span.start.saturating_add(1);
    let mut each = Vec::new();
    for (key, value) in &put.fields {
        let keys: Vec<String> = rest.iter().cloned().chain([key.clone()]).collect();
        each.push(format!("{} = {}", dotted(&keys), noted(value)));
    }
    let after = if inner.is_empty() { " " } else { "," };
    let body = text.get(at..span.end)?;
    let after = if inner.is_empty() && body.starts_with(' ') { "" } else { after };
    Some((vec![Edit::insert(at, format!(" {}{after}", each.join(", ")))], rest.len()))
}

/// The ways to take out entries, wherever they are by now.
pub(super) fn removals(text: &str, put: &Put, keys: &[String], made: usize) -> Vec<String> {
    let Ok(document) = parse(text) else { return Vec::new() };
    let root = document.as_table();
    let mut lines = Vec::new();
    for key in keys {
        let Some(found) = find(root, &put.path(key)) else { return Vec::new() };
        let (Some(key), Some(value)) = (found.key, found.item.span()) else { return Vec::new() };
        let line = line_start(text, key.start)..line_end(text, value.end);
        lines.push(Edit::replace(text, line, String::new()));
    }
    let mut ways = Vec::new();
    if let Some(Item::Table(table)) = find(root, &put.parent).map(|found| found.item)
        && let Some(header) = table.span().filter(|_| made > 0)
    {
        let header = line_start(text, header.start)..line_end(text, header.start);
        let header = Edit::replace(text, header, String::new());
        ways.push([header].into_iter().chain(lines.iter().cloned()).collect());
    }
    // A table in braces that was made for the entries goes as a whole, from the outermost one on.
    for climbed in (1..=made).rev() {
        let depth = put.parent.len().saturating_sub(climbed);
        let path = put.parent.get(..=depth).unwrap_or_default();
        ways.extend(of_braces(text, root, path).map(|edit| vec![edit]));
        if let Some(found) = find(root, path)
            && let (Some(key), Some(value)) = (found.key, found.item.span())
        {
            let line = line_start(text, key.start)..line_end(text, value.end);
            ways.push(vec![Edit::replace(text, line, String::new())]);
        }
    }
    ways.push(lines);
    let mut texts: Vec<String> = ways
        .into_iter()
        .map(|mut edits| {
            edits.sort_by_key(|edit| edit.at);
            edited(text, &edits)
        })
        .collect();
    // Entries of a table in braces share commas, so they go one after the other.
    let mut rest = text.to_owned();
    for key in keys {
        let edit = parse(&rest).ok().and_then(|now| of_braces(&rest, now.as_table(), &put.path(key)));
        rest = edit.map_or(rest.clone(), |edit| edited(&rest, &[edit]));
    }
    texts.push(rest);
    texts
}

/// The edit that takes what the keys lead to out of a table in braces.
fn of_braces(text: &str, root: &Table, path: &[String]) -> Option<Edit> {
    let found = find(root, path)?;
    let (key, value) = (found.key?, found.item.span()?);
    Some(Edit::replace(text, in_braces(text, dots_before(text, key.start), value.end), String::new()))
}

/// Where a key begins of which the last part is here: parts with dots may be before it.
fn dots_before(text: &str, at: usize) -> usize {
    let mut start = at;
    while let Some(before) = text.get(..start).map(str::trim_end).and_then(|before| before.strip_suffix('.'))
    {
        let part = before.trim_end();
        let bare = |char: char| char.is_ascii_alphanumeric() || char == '-' || char == '_';
        let quote = part.chars().next_back().filter(|char| *char == '"' || *char == '\'');
        start = match quote {
            Some(quote) => {
                part.get(..part.len().saturating_sub(1)).and_then(|it| it.rfind(quote)).unwrap_or(0)
            }
            None => part.trim_end_matches(bare).len(),
        };
    }
    start
}

/// An entry of a table in braces, with one comma.
fn in_braces(text: &str, start: usize, end: usize) -> Range<usize> {
    let rest = text.get(end..).unwrap_or_default();
    let before = text.get(..start).unwrap_or_default().trim_end();
    let trimmed = rest.trim_start();
    if trimmed.starts_with(',') {
        let comma = rest.len().saturating_sub(trimmed.len()).saturating_add(1);
        let after = rest.get(comma..).unwrap_or_default();
        let blank = after.len().saturating_sub(after.trim_start_matches([' ', '\t']).len());
        return start..end.saturating_add(comma).saturating_add(blank);
    }
    if before.ends_with(',') { before.len().saturating_sub(1)..end } else { start..end }
}
