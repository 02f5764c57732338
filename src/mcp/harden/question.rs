//! What is kept beside a text, so that a cursor needs nothing else.

use serde::{Deserialize, Serialize};

/// What a cursor of an answer is bound to, beside its snapshot.
pub(in crate::mcp) const QUERY: &str = "mcp/2";

/// What the text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::mcp) enum Kind {
    /// A list, shown page by page.
    List,
    /// A record.
    Record,
    /// A text, shown piece by piece.
    #[default]
    Text,
    /// The failures of a log.
    Failures,
    /// A block that is no text, as it was written.
    Media,
}

/// How it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::mcp) struct Question {
    pub(in crate::mcp) kind: Kind,
    /// The snapshot whose text this is about, when it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::mcp) of: Option<String>,
    /// Where the list is in the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::mcp) path: Option<String>,
    /// The order of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::mcp) sort: Option<String>,
    /// The fields of its items that are shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::mcp) fields: Vec<String>,
    /// The pattern of the items that are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::mcp) grep: Option<String>,
    /// Whether its pages are tables, where their items are equal records.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(in crate::mcp) table: bool,
    /// Items of a page, or lines of a piece.
    #[serde(default)]
    pub(in crate::mcp) most: u64,
    /// Tokens of an answer.
    #[serde(default)]
    pub(in crate::mcp) budget: u64,
    /// The line that names the columns of a text: each piece after the first carries it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::mcp) header: Option<String>,
    /// The first line of the text that is shown, from 1, and the last one.
    #[serde(default)]
    pub(in crate::mcp) first: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::mcp) last: Option<u64>,
    /// The bounds of its pieces: tokens and bytes.
    #[serde(default)]
    pub(in crate::mcp) tokens: u64,
    #[serde(default)]
    pub(in crate::mcp) bytes: u64,
    /// How many pieces and lines there are.
    #[serde(default)]
    pub(in crate::mcp) pieces: u64,
    #[serde(default)]
    pub(in crate::mcp) lines: u64,
    /// The byte of the text after the last line that is shown.
    #[serde(default)]
    pub(in crate::mcp) end: u64,
    /// Estimated tokens of the whole original.
    #[serde(default)]
    pub(in crate::mcp) estimated: u64,
}

impl Question {
    pub(in crate::mcp) fn parse(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }

    pub(in crate::mcp) fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
