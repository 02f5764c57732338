//! What is read of a result: its blocks, its structured content, whether it is an error.

use std::borrow::Cow;

use super::shown::ANSWER;
use crate::text::json::{Json, Kind, compact};

/// One block of a result.
#[derive(Clone, Debug)]
pub(super) enum Block<'a> {
    /// A text.
    Text(Json<'a>, Cow<'a, str>),
    /// The text of an embedded resource.
    Resource(Cow<'a, str>),
    /// A picture, a sound, a file: its type and its bytes as they are written.
    Media(Json<'a>, Cow<'a, str>, usize),
    /// Anything else: it stays.
    Other,
}

/// A result.
pub(super) struct Response<'a> {
    /// All of it.
    pub(super) json: Json<'a>,
    /// The name of the member that holds the blocks.
    pub(super) list: &'static str,
    pub(super) blocks: Vec<Block<'a>>,
    pub(super) structured: Option<Json<'a>>,
    pub(super) is_error: bool,
    /// Whether weir made it.
    pub(super) is_ours: bool,
}

fn string<'a>(json: Json<'a>, name: &str) -> Option<Cow<'a, str>> {
    json.get(name).and_then(Json::string)
}

fn media<'a>(block: Json<'a>, holder: Json<'a>, data: &str) -> Option<Block<'a>> {
    let bytes = holder.get(data).filter(|data| data.kind() == Kind::String)?.text().len();
    let mime = string(holder, "mimeType").unwrap_or(Cow::Borrowed("application/octet-stream"));
    Some(Block::Media(block, mime, bytes))
}

/// A block of `content`.
fn block(json: Json<'_>) -> Block<'_> {
    let found = match string(json, "type").as_deref() {
        Some("text") => string(json, "text").map(|text| Block::Text(json, text)),
        Some("image" | "audio") => media(json, json, "data"),
        Some("resource") => json.get("resource").and_then(|resource| match string(resource, "text") {
            Some(text) => Some(Block::Resource(text)),
            None => media(json, resource, "blob"),
        }),
        _ => None,
    };
    found.unwrap_or(Block::Other)
}

/// An entry of `contents`.
fn entry(json: Json<'_>) -> Block<'_> {
    let text = string(json, "text").map(|text| Block::Text(json, text));
    text.or_else(|| media(json, json, "blob")).unwrap_or(Block::Other)
}

impl<'a> Response<'a> {
    /// Reads a result; nothing when it is not one that can be changed.
    pub(super) fn read(json: Json<'a>, method: &str) -> Option<Self> {
        if json.kind() != Kind::Object {
            return None;
        }
        let complete = string(json, "resultType").is_none_or(|word| word == "complete");
        let resources = method == "resources/read";
        let list = if resources { "contents" } else { "content" };
        let array = json.get(list).filter(|array| array.kind() == Kind::Array);
        let structured = json.get("structuredContent").filter(|json| json.text() != "null" && !resources);
        if !complete || (array.is_none() && structured.is_none()) {
            return None;
        }
        let read = if resources { entry } else { block };
        let blocks = array.into_iter().flat_map(Json::elements).map(read).collect();
        Some(Self {
            json,
            list,
            blocks,
            structured,
            is_error: json.get("isError").is_some_and(|word| word.text() == "true"),
            is_ours: json.get("_meta").and_then(|meta| meta.get(ANSWER)).is_some(),
        })
    }

    /// The texts, one after the other.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Text(_, text) | Block::Resource(text) => Some(text.as_ref()),
            Block::Media(..) | Block::Other => None,
        })
    }

    /// All texts as a client shows them, with `between` them.
    pub(super) fn joined(&self, between: &str) -> Cow<'_, str> {
        let mut texts = self.texts();
        let Some(first) = texts.next() else { return Cow::Borrowed("") };
        let mut joined = Cow::Borrowed(first);
        for text in texts {
            let joined = joined.to_mut();
            if !joined.ends_with(between) {
                joined.push_str(between);
            }
            joined.push_str(text);
        }
        joined
    }

    /// The structured content without blanks.
    pub(super) fn compact(&self) -> Option<String> {
        let mut text = String::new();
        compact(self.structured?.text(), &mut text);
        Some(text)
    }

    /// The only text.
    pub(super) fn only_text(&self) -> Option<&str> {
        let mut texts = self.texts();
        texts.next().filter(|_| texts.next().is_none())
    }

    /// The string of structured content that is an object with one string.
    pub(super) fn one_string(&self) -> Option<Cow<'a, str>> {
        let structured = self.structured?;
        if structured.kind() == Kind::String {
            return structured.string();
        }
        let mut fields = structured.raw_fields();
        let (_, value) = fields.next()?;
        fields.next().is_none().then(|| value.string()).flatten()
    }

    /// Whether the texts are the structured content once more.
    pub(super) fn is_copy(&self) -> bool {
        let json = |text: &str| text.trim_start().starts_with(['{', '[', '"']) && Json::parse(text).is_ok();
        self.texts().all(json)
    }

    /// Whether a block of media stands in the structured content, too.
    pub(super) fn media_twice(&self) -> bool {
        let Some(structured) = self.structured else { return false };
        self.blocks.iter().any(|block| match block {
            Block::Media(json, _, bytes) => {
                let data = ["data", "blob"]
                    .iter()
                    .find_map(|name| json.get(name))
                    .or_else(|| json.get("resource").and_then(|resource| resource.get("blob")));
                *bytes > 64
                    && data.is_some_and(|data| {
                        memchr::memmem::find(structured.text().as_bytes(), data.text().as_bytes()).is_some()
                    })
            }
            _ => false,
        })
    }
}
