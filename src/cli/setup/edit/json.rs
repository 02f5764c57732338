//! Places in JSON, with or without comments.

use std::collections::BTreeMap;
use std::ops::Range;

use jsonc_parser::ast::{Object, ObjectProp, Value as Node};
use jsonc_parser::common::Ranged as _;
use jsonc_parser::errors::ParseErrorKind;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Value;

use super::document::{Edits, Put};
use super::place::{Edit, Refusal, line_of, line_start, newline, to_new_line};
use super::tree::Tree;

/// How deep a table that is new is indented below its own, when the document does not show it.
const INDENT: &str = "  ";

/// What is let through: comments, and a comma after the last element. Clients read these or say so themselves.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Parses a document; nothing where there is nothing but blanks and comments.
pub(super) fn parse(text: &str) -> Result<Option<Node<'_>>, Refusal> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &OPTIONS);
    let parsed = parsed.map_err(|error| {
        let what = error.kind().to_string();
        let start = error.range().start;
        // A comma is missing before what comes next, which may be lines below.
        let blank = text.get(start..).map_or(0, |rest| rest.len().saturating_sub(rest.trim_start().len()));
        let at = match error.kind() {
            ParseErrorKind::ExpectedComma => start.saturating_add(blank),
            // What ends too early is broken where it ends.
            ParseErrorKind::UnterminatedArray | ParseErrorKind::UnterminatedObject => text.trim_end().len(),
            _ => start,
        };
        Refusal::Broken(line_of(text, at), lower(&what))
    })?;
    match parsed.value {
        Some(Node::Object(_)) | None => Ok(parsed.value),
        Some(other) => Err(Refusal::Broken(line_of(text, other.range().start), "it is no object".to_owned())),
    }
}

fn lower(what: &str) -> String {
    let mut chars = what.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// What the document means.
pub(super) fn tree(text: &str) -> Result<Tree, Refusal> {
    Ok(parse(text)?.as_ref().map_or_else(Tree::empty, meaning))
}

fn meaning(node: &Node<'_>) -> Tree {
    match node {
        Node::Object(object) => {
            let each = object.properties.iter();
            Tree::Map(
                each.map(|each| (each.name.as_str().to_owned(), meaning(&each.value)))
                    .collect::<BTreeMap<_, _>>(),
            )
        }
        Node::Array(array) => Tree::List(array.elements.iter().map(meaning).collect()),
        Node::StringLit(text) => Tree::text(&text.value),
        Node::NumberLit(number) => Tree::Leaf(number.value.to_owned()),
        Node::BooleanLit(value) => Tree::Leaf(value.value.to_string()),
        Node::NullKeyword(_) => Tree::Leaf("null".to_owned()),
    }
}

/// The property of this name; the last one, as readers take it.
pub(super) fn property<'a, 'b>(object: &'b Object<'a>, key: &str) -> Option<&'b ObjectProp<'a>> {
    object.properties.iter().rev().find(|property| property.name.as_str() == key)
}

/// The line of a value, and the edit that puts another one there.
pub(super) fn value(text: &str, path: &[String], value: &Value) -> Option<(usize, Edit)> {
    let root = parse(text).ok()??;
    let (key, parent) = path.split_last()?;
    let mut object = root.as_object()?;
    for key in parent {
        object = property(object, key)?.value.as_object()?;
    }
    let range = property(object, key)?.value.range();
    let line = line_of(text, range.start);
    Some((line, Edit::replace(text, range.start..range.end, value.to_string())))
}

/// The edit that puts entries in, at the beginning of the innermost object that is there: no comma and no comment of
/// the user's is touched then.
///
/// # Errors
/// When what should be an object is none.
pub(super) fn insertion(text: &str, put: &Put) -> Result<Edits, Refusal> {
    let nl = newline(text);
    let Some(root) = parse(text)? else {
        let style = Style { nl, unit: INDENT.to_owned(), several: true };
        let text_of = style.object(&nested(&put.parent, &put.fields), "");
        let inserted = format!("{}{text_of}{nl}", to_new_line(text));
        return Ok((vec![Edit::insert(text.len(), inserted)], put.parent.len()));
    };
    let Node::Object(root) = &root else { return Err(Refusal::NoPlace) };
    let (mut object, mut rest) = (root, put.parent.as_slice());
    while let Some((key, deeper)) = rest.split_first() {
        let Some(found) = property(object, key) else { break };
        let range = found.value.range();
        let Node::Object(inner) = &found.value else {
            let what = format!("\"{key}\" is no object");
            return Err(Refusal::Broken(line_of(text, range.start), what));
        };
        (object, rest) = (inner, deeper);
    }
    let fields = match rest.split_first() {
        Some((key, deeper)) => vec![(key.clone(), nested(deeper, &put.fields))],
        None => put.fields.clone(),
    };
    Ok((vec![into(text, root, object, &fields, nl)], rest.len()))
}

/// Objects around entries.
fn nested(path: &[String], fields: &[(String, Value)]) -> Value {
    let inner = Value::Object(fields.iter().cloned().collect());
    path.iter().rev().fold(inner, |inner, key| Value::Object([(key.clone(), inner)].into_iter().collect()))
}

/// The edit that puts fields at the beginning of an object.
fn into(text: &str, root: &Object<'_>, object: &Object<'_>, fields: &[(String, Value)], nl: &str) -> Edit {
    let open = object.range.start.saturating_add(1);
    let at = after_comments(text, open);
    let unit = unit(text, root);
    let own = indent(text, object.range.start);
    let Some(first) = object.properties.first() else {
        let inner = text.get(at..object.range.end.saturating_sub(1)).unwrap_or_default();
        let several = inner.contains('\n') || object.range == root.range;
        let style = Style { nl, unit: unit.clone(), several };
        let deeper = format!("{own}{unit}");
        let (before, after) = match (several, inner.contains('\n')) {
            (true, true) => (format!("{nl}{deeper}"), String::new()),
            (true, false) => (format!("{nl}{deeper}"), format!("{nl}{own}")),
            (false, _) => (String::new(), String::new()),
        };
        let fields = style.fields(fields, &deeper, &before);
        return Edit::insert(at, fields + &after);
    };
    let start = first.range.start;
    let several = line_start(text, start) > object.range.start;
    let before = if several {
        format!("{nl}{}", text.get(line_start(text, start)..start).filter(|it| is_blank(it)).unwrap_or(&own))
    } else {
        let blank = text.get(at..start).unwrap_or_default();
        blank.get(..blank.len().saturating_sub(blank.trim_start().len())).unwrap_or_default().to_owned()
    };
    let style = Style { nl, unit, several };
    let deeper = before.trim_start_matches(['\r', '\n']);
    Edit::insert(at, style.fields(fields, if several { deeper } else { "" }, &before) + ",")
}

fn is_blank(text: &str) -> bool {
    text.chars().all(|char| char == ' ' || char == '\t')
}

/// The indent of the line of a place.
fn indent(text: &str, at: usize) -> String {
    let line = text.get(line_start(text, at)..).unwrap_or_default();
    line.chars().take_while(|char| *char == ' ' || *char == '\t').collect()
}

/// How much deeper an object's properties are than itself, in this document.
fn unit(text: &str, root: &Object<'_>) -> String {
    let first = root.properties.first().map(|first| first.range.start);
    let starts = first.filter(|start| line_start(text, *start) > root.range.start);
    starts.map(|start| indent(text, start)).filter(|it| !it.is_empty()).unwrap_or_else(|| INDENT.to_owned())
}

/// The place after the comments on the line of `at`, or `at` when there are none.
fn after_comments(text: &str, at: usize) -> usize {
    let mut end = at;
    loop {
        let rest = text.get(end..).unwrap_or_default();
        let blank = rest.len().saturating_sub(rest.trim_start_matches([' ', '\t']).len());
        let rest = rest.get(blank..).unwrap_or_default();
        let length = if rest.starts_with("//") {
            rest.find('\n').map(|end| {
                end.saturating_sub(usize::from(rest.get(..end).is_some_and(|it| it.ends_with('\r'))))
            })
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|end| end.saturating_add(2))
        } else {
            None
        };
        let Some(length) = length else { return end };
        end = end.saturating_add(blank).saturating_add(length);
    }
}

/// How what is new is written.
struct Style<'a> {
    nl: &'a str,
    unit: String,
    several: bool,
}

impl Style<'_> {
    /// Fields with a comma between them, each after `before`.
    fn fields(&self, fields: &[(String, Value)], indent: &str, before: &str) -> String {
        let each = fields.iter().map(|(key, value)| {
            format!("{before}{}: {}", Value::from(key.as_str()), self.object(value, indent))
        });
        each.collect::<Vec<_>>().join(",")
    }

    /// A value whose line has this indent.
    fn object(&self, value: &Value, indent: &str) -> String {
        match value {
            Value::Object(map) if self.several && !map.is_empty() => {
                let deeper = format!("{indent}{}", self.unit);
                let fields: Vec<_> = map.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
                let fields = self.fields(&fields, &deeper, &format!("{}{deeper}", self.nl));
                format!("{{{fields}{}{indent}}}", self.nl)
            }
            Value::Object(map) => {
                let fields: Vec<_> = map.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
                let each = fields.iter().map(|field| self.fields(std::slice::from_ref(field), "", ""));
                format!("{{{}}}", each.collect::<Vec<_>>().join(", "))
            }
            Value::Array(list) => {
                let each: Vec<String> = list.iter().map(ToString::to_string).collect();
                format!("[{}]", each.join(", "))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
        }
    }
}

/// A range of the parser's as one of ours.
pub(super) const fn range(range: jsonc_parser::common::Range) -> Range<usize> {
    range.start..range.end
}
