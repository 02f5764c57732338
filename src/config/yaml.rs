//! YAML as nodes.

use serde::Deserialize;
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Error, Spanned};

use super::error::ConfigError;
use super::node::{DEEPEST, Entry, Node, Value, fraction, no_key_twice, twice};

/// The document of a text.
///
/// # Errors
/// When it is no YAML, has a key twice, is nested too deeply or unfolds to too much; the message names the line.
pub(super) fn read(text: &str) -> Result<Node, ConfigError> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! { max_depth: DEEPEST, max_nodes: 100_000 },
        strict_booleans: true,
        with_snippet: false,
    };
    let root: Spanned<Written> =
        serde_saphyr::from_str_with_options(text, options).map_err(|error| wrong(&error))?;
    let root = node(root);
    checked(&root)?;
    Ok(root)
}

fn wrong(error: &Error) -> ConfigError {
    let error = error.without_snippet();
    let line = error.location().map_or(0, |location| location.line());
    let wrong = match error {
        Error::DuplicateMappingKey { key: Some(key), .. } => twice(key),
        _ => {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            ConfigError::new(format!("is not YAML: {first}"))
        }
    };
    wrong.at(line)
}

fn checked(node: &Node) -> Result<(), ConfigError> {
    match &node.value {
        Value::Map(entries) => {
            no_key_twice(entries)?;
            entries.iter().try_for_each(|entry| checked(&entry.node))
        }
        Value::List(nodes) => nodes.iter().try_for_each(checked),
        Value::Null | Value::Truth(_) | Value::Number(_) | Value::Text(_) => Ok(()),
    }
}

/// The value of a node, before its line is known.
struct Written(Value);

fn node(spanned: Spanned<Written>) -> Node {
    Node { line: spanned.referenced.line(), value: spanned.value.0 }
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WrittenVisitor)
    }
}

struct WrittenVisitor;

impl<'de> Visitor<'de> for WrittenVisitor {
    type Value = Written;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Written, E> {
        Ok(Written(Value::Null))
    }

    fn visit_none<E>(self) -> Result<Written, E> {
        Ok(Written(Value::Null))
    }

    fn visit_some<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Written, D::Error> {
        Written::deserialize(deserializer)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Written, E> {
        Ok(Written(Value::Truth(truth)))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Written, E> {
        Ok(Written(Value::Number(number.to_string())))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Written, E> {
        Ok(Written(Value::Number(number.to_string())))
    }

    fn visit_i128<E>(self, number: i128) -> Result<Written, E> {
        Ok(Written(Value::Number(number.to_string())))
    }

    fn visit_u128<E>(self, number: u128) -> Result<Written, E> {
        Ok(Written(Value::Number(number.to_string())))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Written, E> {
        Ok(Written(fraction(number)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Written, E> {
        Ok(Written(Value::Text(text.to_owned())))
    }

    fn visit_bytes<E: serde::de::Error>(self, _: &[u8]) -> Result<Written, E> {
        Err(E::custom("bytes are no setting"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Written, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element::<Spanned<Written>>()? {
            list.push(node(element));
        }
        Ok(Written(Value::List(list)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Written, A::Error> {
        let mut entries = Vec::new();
        while let Some((key, value)) = map.next_entry::<Spanned<Written>, Spanned<Written>>()? {
            let line = key.referenced.line();
            let key = match key.value.0 {
                Value::Text(text) | Value::Number(text) => text,
                Value::Truth(truth) => truth.to_string(),
                other => {
                    return Err(A::Error::custom(format!("a key must be a name, not {}", other.shown())));
                }
            };
            entries.push(Entry { key, line, node: node(value) });
        }
        Ok(Written(Value::Map(entries)))
    }
}

/// A document as YAML.
///
/// # Errors
/// When it cannot be written, in words.
pub fn yaml_of(shown: &super::shown::Shown) -> Result<String, String> {
    serde_saphyr::to_string(shown).map_err(|error| error.to_string())
}
