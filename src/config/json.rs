//! JSON as nodes.
//!
//! serde_json knows lines of errors alone. Values that are borrowed as they are written tell by their place in the text
//! where they begin.

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

use super::error::ConfigError;
use super::node::{DEEPEST, Entry, Node, Value, fraction, no_key_twice};
use crate::text::json::in_words;

/// The document of a text.
///
/// # Errors
/// When it is no JSON, has a key twice or is nested too deeply; the message names the line.
pub(super) fn read(text: &str) -> Result<Node, ConfigError> {
    let root: &RawValue = serde_json::from_str(text).map_err(|error| wrong(&error, 0))?;
    node(root, text, 0)
}

fn wrong(error: &serde_json::Error, lines_before: u64) -> ConfigError {
    let line = u64::try_from(error.line()).unwrap_or(0).saturating_add(lines_before);
    ConfigError::new(format!("is not JSON at column {}: {}", error.column(), in_words(error))).at(line)
}

/// How many bytes into `text` its `part` begins.
fn offset(part: &str, text: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// The line of a byte, from 1.
fn line(text: &str, offset: usize) -> u64 {
    let before = text.as_bytes().get(..offset).unwrap_or_default();
    u64::try_from(memchr::memchr_iter(b'\n', before).count()).unwrap_or(0).saturating_add(1)
}

/// The line of the key of a value: what is before the colon before it.
fn key_line(text: &str, value: usize) -> u64 {
    let before = text.get(..value).unwrap_or_default().trim_end();
    let key = before.strip_suffix(':').unwrap_or(before).trim_end();
    line(text, key.len())
}

fn node(raw: &RawValue, text: &str, depth: usize) -> Result<Node, ConfigError> {
    let begins = offset(raw.get(), text);
    let line = line(text, begins);
    if depth > DEEPEST {
        return Err(ConfigError::new(format!("is nested deeper than {DEEPEST}")).at(line));
    }
    let next = depth.saturating_add(1);
    let wrong = |error: serde_json::Error| wrong(&error, line.saturating_sub(1));
    let value = match raw.get().as_bytes().first() {
        Some(b'{') => {
            let Fields(fields) = serde_json::from_str(raw.get()).map_err(wrong)?;
            let entry = |(key, raw): (String, &RawValue)| {
                let line = key_line(text, offset(raw.get(), text));
                Ok(Entry { key, line, node: node(raw, text, next)? })
            };
            let entries = fields.into_iter().map(entry).collect::<Result<Vec<_>, ConfigError>>()?;
            no_key_twice(&entries)?;
            Value::Map(entries)
        }
        Some(b'[') => {
            let elements: Vec<&RawValue> = serde_json::from_str(raw.get()).map_err(wrong)?;
            Value::List(elements.into_iter().map(|raw| node(raw, text, next)).collect::<Result<_, _>>()?)
        }
        Some(b'"') => Value::Text(serde_json::from_str(raw.get()).map_err(wrong)?),
        Some(b't') => Value::Truth(true),
        Some(b'f') => Value::Truth(false),
        Some(b'n') => Value::Null,
        // Whole numbers beyond these are fractions in both formats.
        _ if raw.get().parse::<u64>().is_ok() || raw.get().parse::<i64>().is_ok() => {
            Value::Number(raw.get().to_owned())
        }
        _ => fraction(raw.get().parse().unwrap_or(f64::NAN)),
    };
    Ok(Node { line, value })
}

/// The fields of an object in their order.
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry::<String, &'de RawValue>()? {
            fields.push(field);
        }
        Ok(Fields(fields))
    }
}
