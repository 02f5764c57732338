//! Puts a result together again round a new text: every member as it was written but those that go.

use serde_json::value::RawValue;

use super::response::{Block, Response};
use super::shown::{ANSWER, Shown};
use crate::text::json::{Json, Kind, string};

/// What takes the place of texts.
pub(super) enum Texts<'a> {
    /// They stay.
    Stay,
    /// This one takes the place of all of them.
    New(&'a str),
}

/// Text as a JSON string, as short as it can be: a client shows nothing of it to a terminal.
pub(super) fn plain(text: &str, into: &mut String) {
    match serde_json::to_string(text) {
        Ok(word) => into.push_str(&word),
        Err(_) => string(text, into),
    }
}

/// An object with a new value for one of its members.
fn with(object: Json<'_>, name: &str, value: &str) -> String {
    let mut text = String::from("{");
    let mut put = false;
    for (key, old) in object.raw_fields() {
        let ours = key.string().is_some_and(|key| key == name);
        if ours && put {
            continue;
        }
        if text.len() > 1 {
            text.push(',');
        }
        put |= ours;
        text.push_str(key.text());
        text.push(':');
        text.push_str(if ours { value } else { old.text() });
    }
    if !put {
        if text.len() > 1 {
            text.push(',');
        }
        string(name, &mut text);
        text.push(':');
        text.push_str(value);
    }
    text.push('}');
    text
}

/// The blocks of a result, `words` standing for some of them.
fn blocks(response: &Response<'_>, texts: &Texts<'_>, words: &[(usize, String)]) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut written = false;
    let new_block = |text: &str, from: Option<Json<'_>>| {
        let mut word = String::new();
        plain(text, &mut word);
        match from {
            Some(json) => with(json, "text", &word),
            None if response.list == "contents" => format!("{{\"uri\":\"\",\"text\":{word}}}"),
            None => format!("{{\"type\":\"text\",\"text\":{word}}}"),
        }
    };
    let has_text = response.blocks.iter().any(|block| matches!(block, Block::Text(..)));
    let has_resource = response.blocks.iter().any(|block| matches!(block, Block::Resource(_)));
    if let (Texts::New(text), false, false) = (texts, has_text, has_resource) {
        out.push(new_block(text, None));
        written = true;
    }
    // The blocks themselves, as they are written: those that are texts hold no more than their text.
    for (at, (json, block)) in response.parts.iter().copied().zip(&response.blocks).enumerate() {
        if let Some((_, word)) = words.iter().find(|(place, _)| *place == at) {
            out.push(match response.list {
                "contents" => in_words(json, word),
                _ => new_block(word, None),
            });
            continue;
        }
        match (texts, block) {
            (Texts::New(text), Block::Text(json, _)) => {
                if !written {
                    out.push(new_block(text, Some(*json)));
                    written = true;
                }
            }
            (Texts::New(text), Block::Resource(_)) => {
                if !written && !has_text {
                    out.push(new_block(text, None));
                    written = true;
                }
            }
            (Texts::Stay, _) | (_, Block::Media { .. } | Block::Other) => out.push(json.text().to_owned()),
        }
    }
    format!("[{}]", out.join(","))
}

/// An entry whose bytes are given in words.
fn in_words(entry: Json<'_>, word: &str) -> String {
    let mut text = String::from("{");
    for (key, value) in entry.raw_fields() {
        if key.string().is_some_and(|key| key == "blob") {
            continue;
        }
        text.push_str(key.text());
        text.push(':');
        text.push_str(value.text());
        text.push(',');
    }
    text.push_str("\"text\":");
    plain(word, &mut text);
    text.push('}');
    text
}

/// The changed result.
pub(super) fn changed(
    response: &Response<'_>,
    texts: &Texts<'_>,
    words: &[(usize, String)],
    meta: &str,
) -> String {
    let content = blocks(response, texts, words);
    let old = response.meta.filter(|old| old.kind() == Kind::Object);
    let meta = match old {
        Some(old) => with(old, ANSWER, meta),
        None => format!("{{\"{ANSWER}\":{meta}}}"),
    };
    let mut text = String::from("{");
    let (mut has_content, mut has_meta) = (false, false);
    for (key, value) in response.json.raw_fields() {
        let name = key.string().unwrap_or_default();
        let value = match name.as_ref() {
            "structuredContent" => continue,
            "_meta" if has_meta => continue,
            "_meta" => {
                has_meta = true;
                meta.as_str()
            }
            name if name == response.list => {
                if has_content {
                    continue;
                }
                has_content = true;
                content.as_str()
            }
            _ => value.text(),
        };
        text.push_str(key.text());
        text.push(':');
        text.push_str(value);
        text.push(',');
    }
    if !has_content {
        text.push_str(&format!("\"{}\":{content},", response.list));
    }
    if !has_meta {
        text.push_str(&format!("\"_meta\":{meta},"));
    }
    text.pop();
    text.push('}');
    text
}

/// An object whose member `name` is replaced by another text.
pub(super) fn replaced(object: Json<'_>, name: &str, value: &str) -> String {
    with(object, name, value)
}

/// A result of weir's own.
pub(in crate::mcp) fn found(shown: &Shown, used: u64, modern: bool) -> Option<Box<RawValue>> {
    let mut text = String::from("{\"content\":[{\"type\":\"text\",\"text\":");
    plain(&shown.text, &mut text);
    text.push_str("}]");
    text.push_str(&format!(",\"_meta\":{{\"{ANSWER}\":{}}}", shown.meta(used)));
    close(text, modern)
}

/// A result of weir's own that says what is wrong with the call.
pub(in crate::mcp) fn failed(why: &str, modern: bool) -> Option<Box<RawValue>> {
    let mut text = String::from("{\"content\":[{\"type\":\"text\",\"text\":");
    plain(why, &mut text);
    text.push_str("}],\"isError\":true");
    close(text, modern)
}

/// A result of weir's own with one block as it was written.
pub(in crate::mcp) fn one_block(block: &str, meta: &str, modern: bool) -> Option<Box<RawValue>> {
    close(format!("{{\"content\":[{block}],\"_meta\":{{\"{ANSWER}\":{meta}}}"), modern)
}

fn close(mut text: String, modern: bool) -> Option<Box<RawValue>> {
    text.push_str(if modern { ",\"resultType\":\"complete\"}" } else { "}" });
    RawValue::from_string(text).ok()
}
