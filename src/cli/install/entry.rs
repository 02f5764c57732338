//! A server in a document: its parts, each with its place in the text.

use std::ops::Range;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A text.
    Text(String),
    /// A list, each element with its place and its text, if it is one.
    List(Vec<(Range<usize>, Option<String>)>),
    /// Anything else.
    Other,
}

/// A key and its value, with their places; a quoted key's place holds its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) key: Range<usize>,
    pub(super) value: Range<usize>,
    pub(super) part: Part,
}

/// What is between two fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    /// JSON: a comma, keys in quotes, a colon.
    Json,
    /// TOML, a table of lines.
    TomlLines,
    /// TOML, a table in braces.
    TomlBraces,
}

/// A server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) fields: Vec<Field>,
    pub(super) between: Between,
}

impl Entry {
    pub(super) fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        match &self.field(name)?.part {
            Part::Text(text) => Some(text),
            Part::List(_) | Part::Other => None,
        }
    }

    /// A key with a value, as it is written here.
    pub(super) fn written(&self, key: &str, value: &str) -> String {
        match self.between {
            Between::Json => format!("\"{key}\": {value}"),
            Between::TomlLines | Between::TomlBraces => format!("{key} = {value}"),
        }
    }

    /// A name with a text, as a table holds it here.
    pub(super) fn pair(&self, name: &str, text: &str) -> String {
        let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
        match self.between {
            Between::Json => format!("{}: {}", quoted(name), quoted(text)),
            Between::TomlLines | Between::TomlBraces => format!("{name} = {}", quoted(text)),
        }
    }

    /// What separates a field from the one before it, when that one begins at `key` in `text`: JSON keeps the indent.
    pub(super) fn separator(&self, text: &str, key: usize) -> String {
        let before = text.get(..key).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let starts_line = line.trim().is_empty() && before.contains('\n');
        match self.between {
            Between::Json if starts_line => format!(",\n{line}"),
            Between::Json | Between::TomlBraces => ", ".to_owned(),
            Between::TomlLines => format!("\n{}", if starts_line { line } else { "" }),
        }
    }
}
