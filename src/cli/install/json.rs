//! Finds a server in JSON with or without comments.

use std::ops::Range;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};

use super::entry::{Between, Entry, Field, Part};

/// The server that the keys lead to; none when there is none.
///
/// # Errors
/// When the text is no JSON, in words.
pub(super) fn find(text: &str, path: &[String]) -> Result<Option<Entry>, String> {
    let collect = CollectOptions { comments: CommentCollectionStrategy::Off, tokens: false };
    let parsed = parse_to_ast(text, &collect, &ParseOptions::default())
        .map_err(|error| format!("is not JSON: {error}"))?;
    let Some(root) = &parsed.value else { return Ok(None) };
    let mut value = root;
    for key in path {
        let Value::Object(object) = value else { return Ok(None) };
        match property(object, key) {
            Some(found) => value = found,
            None => return Ok(None),
        }
    }
    let Value::Object(object) = value else { return Ok(None) };
    let field = |property: &jsonc_parser::ast::ObjectProp<'_>| Field {
        name: property.name.as_str().to_owned(),
        key: range(property.name.range()),
        value: range(property.value.range()),
        part: part(&property.value),
    };
    Ok(Some(Entry { fields: object.properties.iter().map(field).collect(), between: Between::Json }))
}

/// The last of this name, as most readers take it.
fn property<'a, 'b>(object: &'b Object<'a>, key: &str) -> Option<&'b Value<'a>> {
    object
        .properties
        .iter()
        .rev()
        .find(|property| property.name.as_str() == key)
        .map(|property| &property.value)
}

const fn range(range: jsonc_parser::common::Range) -> Range<usize> {
    range.start..range.end
}

fn part(value: &Value<'_>) -> Part {
    let text = |value: &Value<'_>| match value {
        Value::StringLit(text) => Some(text.value.to_string()),
        _ => None,
    };
    match value {
        Value::StringLit(text) => Part::Text(text.value.to_string()),
        Value::Array(array) => {
            Part::List(array.elements.iter().map(|each| (range(each.range()), text(each))).collect())
        }
        Value::NumberLit(_) | Value::BooleanLit(_) | Value::Object(_) | Value::NullKeyword(_) => Part::Other,
    }
}
