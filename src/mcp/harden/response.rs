//! What is read of a result: its blocks, its structured content, whether it is an error.

use std::borrow::Cow;

use super::shown::ANSWER;
use crate::text::json::{Json, Kind, compact};

/// Bytes of media that are worth being looked for.
const LEAST_COPY: usize = 64;

/// One block of a result.
#[derive(Clone, Debug)]
pub(super) enum Block<'a> {
    /// A text.
    Text(Json<'a>, Cow<'a, str>),
    /// The text of an embedded resource.
    Resource(Cow<'a, str>),
    /// A picture, a sound, a file: its type and its bytes as they are written.
    Media {
        /// All of it.
        json: Json<'a>,
        mime: Cow<'a, str>,
        data: Json<'a>,
    },
    /// Anything else: it stays.
    Other,
}

/// A result.
pub(super) struct Response<'a> {
    /// All of it.
    pub(super) json: Json<'a>,
    /// The name of the member that holds the blocks.
    pub(super) list: &'static str,
    /// The blocks as they are written, and what they are.
    pub(super) parts: Vec<Json<'a>>,
    pub(super) blocks: Vec<Block<'a>>,
    pub(super) structured: Option<Json<'a>>,
    /// Its metadata.
    pub(super) meta: Option<Json<'a>>,
    pub(super) is_error: bool,
    /// Whether weir made it.
    pub(super) is_ours: bool,
}

fn string<'a>(json: Json<'a>, name: &str) -> Option<Cow<'a, str>> {
    json.get(name).and_then(Json::string)
}

fn media<'a>(block: Json<'a>, data: Option<Json<'a>>, mime: Option<Cow<'a, str>>) -> Option<Block<'a>> {
    let data = data.filter(|data| data.kind() == Kind::String)?;
    Some(Block::Media { json: block, mime: mime.unwrap_or(Cow::Borrowed("application/octet-stream")), data })
}

/// A block of `content`. Its members are looked for in one way through it: it may be long.
fn block(json: Json<'_>) -> Block<'_> {
    let (mut kind, mut text, mut data, mut mime, mut resource) = (None, None, None, None, None);
    for (name, value) in json.fields() {
        match name.as_ref() {
            "type" => kind = value.string(),
            "text" => text = Some(value),
            "data" => data = Some(value),
            "mimeType" => mime = value.string(),
            "resource" => resource = Some(value),
            _ => {}
        }
    }
    let found = match kind.as_deref() {
        // A block that forgets its kind is a text when it has one.
        Some("text") | None => text.and_then(Json::string).map(|text| Block::Text(json, text)),
        Some("image" | "audio") => media(json, data, mime),
        Some("resource") => resource.and_then(|resource| match string(resource, "text") {
            Some(text) => Some(Block::Resource(text)),
            None => media(json, resource.get("blob"), string(resource, "mimeType")),
        }),
        _ => None,
    };
    found.unwrap_or(Block::Other)
}

/// An entry of `contents`.
fn entry(json: Json<'_>) -> Block<'_> {
    let (mut text, mut blob, mut mime) = (None, None, None);
    for (name, value) in json.fields() {
        match name.as_ref() {
            "text" => text = Some(value),
            "blob" => blob = Some(value),
            "mimeType" => mime = value.string(),
            _ => {}
        }
    }
    let text = text.and_then(Json::string).map(|text| Block::Text(json, text));
    text.or_else(|| media(json, blob, mime)).unwrap_or(Block::Other)
}

/// The string of an object with one string, or a string itself.
pub(super) fn one_string(document: Json<'_>) -> Option<Cow<'_, str>> {
    if document.kind() == Kind::String {
        return document.string();
    }
    let mut fields = document.raw_fields();
    let (_, value) = fields.next()?;
    fields.next().is_none().then(|| value.string()).flatten()
}

impl<'a> Response<'a> {
    /// Reads a result; nothing when it is not one that can be changed.
    pub(super) fn read(json: Json<'a>, method: &str) -> Option<Self> {
        if json.kind() != Kind::Object {
            return None;
        }
        let resources = method == "resources/read";
        let list = if resources { "contents" } else { "content" };
        let (mut array, mut structured, mut meta, mut is_error) = (None, None, None, false);
        let mut complete = true;
        for (name, value) in json.fields() {
            match name.as_ref() {
                "resultType" => complete = value.string().is_none_or(|word| word == "complete"),
                "structuredContent" if !resources => structured = Some(value),
                "isError" => is_error = value.text() == "true",
                "_meta" => meta = Some(value),
                name if name == list => array = Some(value),
                _ => {}
            }
        }
        let array = array.filter(|array| array.kind() == Kind::Array);
        let structured = structured.filter(|value| value.kind() != Kind::Null);
        if !complete || (array.is_none() && structured.is_none()) {
            return None;
        }
        let read = if resources { entry } else { block };
        let parts: Vec<Json<'a>> = array.into_iter().flat_map(Json::elements).collect();
        let blocks = parts.iter().copied().map(read).collect();
        let is_ours = meta.is_some_and(|meta: Json<'_>| meta.get(ANSWER).is_some());
        Some(Self { json, list, parts, blocks, structured, meta, is_error, is_ours })
    }

    /// The texts, one after the other.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Text(_, text) | Block::Resource(text) => Some(text.as_ref()),
            Block::Media { .. } | Block::Other => None,
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
    pub(super) fn structured_string(&self) -> Option<Cow<'a, str>> {
        one_string(self.structured?)
    }

    /// Whether the only text is this document, whatever blanks are in it.
    pub(super) fn is_same(&self, document: &str) -> bool {
        let Some(text) = self.only_text().filter(|text| Json::parse(text).is_ok()) else { return false };
        let mut own = String::new();
        compact(text, &mut own);
        own == document
    }

    /// Whether the texts are the structured content once more.
    pub(super) fn is_copy(&self) -> bool {
        let json = |text: &str| text.trim_start().starts_with(['{', '[', '"']) && Json::parse(text).is_ok();
        self.texts().all(json)
    }

    /// Whether a block of media is in the structured content, too.
    pub(super) fn media_twice(&self) -> bool {
        let Some(structured) = self.structured else { return false };
        self.blocks.iter().any(|block| match block {
            Block::Media { data, .. } => {
                data.text().len() > LEAST_COPY
                    && memchr::memmem::find(structured.text().as_bytes(), data.text().as_bytes()).is_some()
            }
            _ => false,
        })
    }
}
