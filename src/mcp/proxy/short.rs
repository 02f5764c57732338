//! A tool in few words: the first sentence of its description, and schemas without theirs. What a call needs stays.

use std::borrow::Cow;

use crate::budget::Count as _;
use crate::text::json::{Json, Kind, string};

/// Members of a schema that are for people.
const WORDS: [&str; 4] = ["title", "description", "examples", "$comment"];
/// Members of a schema that hold schemas by names.
const NAMED: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/// Members of a schema that hold a schema, or several.
const INNER: [&str; 15] = [
    "items",
    "prefixItems",
    "additionalProperties",
    "additionalItems",
    "unevaluatedProperties",
    "unevaluatedItems",
    "contains",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "allOf",
    "anyOf",
    "oneOf",
];
/// Abbreviations that end no sentence.
const SHORT: [&str; 4] = ["e.g.", "i.e.", "etc.", "vs."];
/// How deep a schema is looked into; what is deeper stays.
const MOST_DEPTH: usize = 100;

/// The tool in few words. Other members, their order and numbers stay as they are written.
pub(super) fn short(tool: &str) -> String {
    let Ok(json) = Json::parse(tool) else { return tool.to_owned() };
    members(json, |name, value| match name {
        "description" => Some(match value.string() {
            Some(text) => described(&text).map_or(Cow::Borrowed(value.text()), Cow::Owned),
            None => Cow::Borrowed(value.text()),
        }),
        "inputSchema" => Some(Cow::Owned(schema(value, 0))),
        _ => Some(Cow::Borrowed(value.text())),
    })
}

/// An object with other values for its members, or without them.
fn members<'a>(object: Json<'a>, each: impl Fn(&str, Json<'a>) -> Option<Cow<'a, str>>) -> String {
    let parts: Vec<String> = object
        .raw_fields()
        .filter_map(|(key, value)| {
            let value = each(&key.string().unwrap_or_default(), value)?;
            Some(format!("{}:{value}", key.text()))
        })
        .collect();
    format!("{{{}}}", parts.join(","))
}

/// A schema without the words in it.
fn schema(value: Json<'_>, depth: usize) -> String {
    let deeper = depth.saturating_add(1);
    match value.kind() {
        _ if depth > MOST_DEPTH => value.text().to_owned(),
        Kind::Array => {
            let parts: Vec<String> = value.elements().map(|part| schema(part, deeper)).collect();
            format!("[{}]", parts.join(","))
        }
        Kind::Object => members(value, |name, inner| match name {
            name if WORDS.contains(&name) => None,
            name if NAMED.contains(&name) && inner.kind() == Kind::Object => {
                Some(Cow::Owned(members(inner, |_, named| Some(Cow::Owned(schema(named, deeper))))))
            }
            name if INNER.contains(&name) => Some(Cow::Owned(schema(inner, deeper))),
            _ => Some(Cow::Borrowed(inner.text())),
        }),
        _ => value.text().to_owned(),
    }
}

/// The first sentence of a description, as JSON; nothing when it has no other.
fn described(text: &str) -> Option<String> {
    let sentence = first_sentence(text);
    (sentence.len() < text.len()).then(|| {
        let mut word = String::new();
        string(sentence, &mut word);
        word
    })
}

/// The first sentence of a text: up to a full stop, a question or an exclamation mark before a blank, or up to an empty
/// line. Without either all of it.
pub(super) fn first_sentence(text: &str) -> &str {
    let text = text.trim_start();
    let empty_line = empty_line(text);
    let within = text.get(..empty_line.unwrap_or(text.len())).unwrap_or(text);
    let ends = within.char_indices().filter(|(_, char)| matches!(char, '.' | '!' | '?'));
    for (at, _) in ends {
        let end = at.saturating_add(1);
        let (sentence, rest) = (within.get(..end).unwrap_or(within), within.get(end..).unwrap_or_default());
        let is_end = rest.is_empty() || rest.starts_with(char::is_whitespace);
        if is_end && !is_abbreviation(sentence) {
            return sentence;
        }
    }
    if empty_line.is_some() { within.trim_end() } else { text }
}

/// Where an empty line begins.
fn empty_line(text: &str) -> Option<usize> {
    let mut from = 0_usize;
    for line in text.split_inclusive('\n') {
        if from > 0 && line.trim().is_empty() {
            return Some(from);
        }
        from.up(line.len());
    }
    None
}

/// Whether a text ends with an abbreviation.
fn is_abbreviation(text: &str) -> bool {
    let last =
        text.rsplit(|char: char| char.is_whitespace() || matches!(char, '(' | '[' | '"' | '\'')).next();
    last.is_some_and(|last| SHORT.iter().any(|short| last.eq_ignore_ascii_case(short)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_ends_before_a_blank_or_an_empty_line() {
        for (text, first) in [
            ("Lists version 2.0 of it. And more.", "Lists version 2.0 of it."),
            ("Takes a name, e.g. one. Or two.", "Takes a name, e.g. one."),
            ("Really? Yes.", "Really?"),
            ("One line\n\nArgs: x. y", "One line"),
            ("One\ntwo. three", "One\ntwo."),
            ("no end", "no end"),
            ("All (etc. too) here. More", "All (etc. too) here."),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), first, "{text}");
        }
    }

    #[test]
    fn schemas_lose_their_words_and_nothing_else() {
        let tool = r#"{"name":"t","title":"T","description":"A b. C d.","inputSchema":{"type":"object","title":"x","properties":{"title":{"type":"string","description":"d","minLength":1.0},"items":{"items":[{"title":"a"},{"$comment":"b"}]}},"default":{"title":"stays"},"enum":["description"],"anyOf":[{"description":"z","$ref":"r"}],"x-a":{"title":"stays"}},"_meta":{"description":"stays"}}"#;
        assert_eq!(
            short(tool),
            r#"{"name":"t","title":"T","description":"A b.","inputSchema":{"type":"object","properties":{"title":{"type":"string","minLength":1.0},"items":{"items":[{},{}]}},"default":{"title":"stays"},"enum":["description"],"anyOf":[{"$ref":"r"}],"x-a":{"title":"stays"}},"_meta":{"description":"stays"}}"#
        );
    }
}
