//! Finds a server in TOML.

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use super::entry::{Between, Entry, Field, Part};

/// The server that the keys lead to; none when there is none.
///
/// # Errors
/// When the text is no TOML, in words.
pub(super) fn find(text: &str, path: &[String]) -> Result<Option<Entry>, String> {
    let root = DeTable::parse(text).map_err(|error| format!("is no TOML: {}", error.message()))?;
    let mut table = root.get_ref();
    let mut span = 0..text.len();
    for key in path {
        let found = table.iter().find(|(known, _)| known.get_ref() == key);
        match found.map(|(_, value)| (value, value.get_ref())) {
            Some((value, DeValue::Table(inner))) => {
                table = inner;
                span = value.span();
            }
            _ => return Ok(None),
        }
    }
    let is_braces = text.get(span).is_some_and(|text| text.starts_with('{'));
    let field = |(key, value): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
        let (key_span, span) = match section(text, value) {
            Some(section) => (section.start..section.start, section),
            None => (key.span(), value.span()),
        };
        Field { name: key.get_ref().to_string(), key: key_span, value: span, part: part(value.get_ref()) }
    };
    let between = if is_braces { Between::TomlBraces } else { Between::TomlLines };
    Ok(Some(Entry { fields: table.iter().map(field).collect(), between }))
}

/// The place of a table below a header of its own: `[a.b]`, and its lines.
fn section(text: &str, value: &Spanned<DeValue<'_>>) -> Option<std::ops::Range<usize>> {
    let DeValue::Table(table) = value.get_ref() else { return None };
    let header = value.span();
    let is_header = text.get(header.clone())?.starts_with('[');
    let end = table.values().map(|value| value.span().end).chain([header.end]).max()?;
    is_header.then_some(header.start..end)
}

fn part(value: &DeValue<'_>) -> Part {
    match value {
        DeValue::String(text) => Part::Text(text.to_string()),
        DeValue::Array(array) => {
            let element =
                |each: &Spanned<DeValue<'_>>| (each.span(), each.get_ref().as_str().map(str::to_owned));
            Part::List(array.iter().map(element).collect())
        }
        DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_)
        | DeValue::Table(_) => Part::Other,
    }
}
