//! A document of either format: values that know their lines.

use super::error::ConfigError;
use crate::text::words::shown;

/// Deeper documents are refused: no setting is so deep.
pub(super) const DEEPEST: usize = 16;

/// A value and the line that it begins on, from 1; 0 when it is not known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) line: u64,
    pub(super) value: Value,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Truth(bool),
    /// As both formats write it: whole numbers in digits, all others with a point or an exponent.
    Number(String),
    Text(String),
    List(Vec<Node>),
    Map(Vec<Entry>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) line: u64,
    pub(super) node: Node,
}

/// A number that is not whole.
pub(super) fn fraction(number: f64) -> Value {
    Value::Number(format!("{number:?}"))
}

impl Value {
    /// The value as messages name it.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Truth(truth) => truth.to_string(),
            Self::Number(number) => number.clone(),
            Self::Text(text) => shown(text),
            Self::List(_) => "a list".to_owned(),
            Self::Map(_) => "a map".to_owned(),
        }
    }
}

/// Refuses a map with the same key twice: one of both would be lost.
pub(super) fn no_key_twice(entries: &[Entry]) -> Result<(), ConfigError> {
    for (index, entry) in entries.iter().enumerate() {
        if entries.iter().take(index).any(|earlier| earlier.key == entry.key) {
            return Err(twice(&entry.key).at(entry.line));
        }
    }
    Ok(())
}

/// What is printed of a key that is given twice.
pub(super) fn twice(key: &str) -> ConfigError {
    ConfigError::of(key, "is given twice")
}
