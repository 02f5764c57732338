//! Secrets of a whole document: where a mark would part its JSON, whole strings are hidden.

use std::borrow::Cow;

use super::redactor::Redactor;
use crate::text::json::Json;

/// A document without its secrets, and how many were hidden; nothing when it has none.
#[must_use]
pub fn document(text: &str) -> Option<(String, u64)> {
    let mut redactor = Redactor::default();
    let hidden = match redactor.block(text.as_bytes()) {
        Cow::Borrowed(_) => return None,
        Cow::Owned(bytes) => String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
    };
    // A mark that is wider than its secret can part a document: then whole strings are hidden.
    let broken = Json::parse_all(&hidden).is_err() && Json::parse_all(text).is_ok();
    let hidden = if broken { hide_strings(text) } else { hidden };
    Some((hidden, redactor.redacted()))
}

/// A document in which every string that holds a secret, or is after the key of one, is hidden as a whole.
fn hide_strings(text: &str) -> String {
    let mut hidden = String::with_capacity(text.len());
    let mut key = "";
    let mut rest = text;
    while let Some(at) = rest.find('"') {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        hidden.push_str(before);
        let length = Json::first(from).map_or(from.len(), |literal| literal.text().len());
        let (literal, later) = from.split_at_checked(length).unwrap_or((from, ""));
        let pair = format!("{key}{literal}");
        let secret = !later.trim_start().starts_with(':') && Redactor::default().text(&pair).is_some();
        hidden.push_str(if secret { "\"[redacted:secret]\"" } else { literal });
        let colon = later.trim_start().starts_with(':');
        key = if colon { text_from(text, from, later) } else { "" };
        rest = later;
    }
    hidden.push_str(rest);
    hidden
}

/// The part of `text` from a key to its colon.
fn text_from<'a>(text: &'a str, from: &str, later: &str) -> &'a str {
    let start = text.len().saturating_sub(from.len());
    let colon = later.find(':').map_or(0, |at| at.saturating_add(1));
    let end = text.len().saturating_sub(later.len()).saturating_add(colon);
    text.get(start..end).unwrap_or_default()
}
