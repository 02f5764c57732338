//! A chunk: a text with what is known of it, read from one JSON object or from a file.

use std::fmt;

use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::canonical::canonical;
use crate::text::json::{self, compact, harmless};

/// Members that an answer adds to a chunk. In a chunk that comes from an answer they are old and are left out.
const ADDED: [&str; 3] = ["rank", "est_tokens", "citation_tokens"];

/// Why a file has no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It is no text.
    Binary,
    /// It is larger than any answer.
    TooLarge,
    /// It cannot be read.
    Unreadable,
}

/// A text that may be admitted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chunk {
    /// The members of its object as they are written, without blanks between them: `"text":"a","score":1.0`.
    pub members: String,
    /// The text.
    pub text: String,
    /// How good it is; finite.
    pub score: Option<f64>,
    /// The score as it is written.
    pub score_written: Option<String>,
    /// Its id as it is written in JSON.
    pub id: Option<String>,
    /// Where it comes from.
    pub source: String,
    /// What it is called there.
    pub identifier: String,
    /// What else is known of it, as sorted JSON; empty without any.
    pub metadata: String,
    /// Why there is no text.
    pub unread: Option<Unread>,
}

/// What is wrong with a chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkError {
    /// Where: `.score`, or empty for all of it.
    pub path: &'static str,
    /// What.
    pub what: String,
}

fn error(path: &'static str, what: impl Into<String>) -> ChunkError {
    ChunkError { path, what: what.into() }
}

/// A string's text; of anything else what is written.
fn plain(written: &RawValue) -> String {
    serde_json::from_str::<String>(written.get()).unwrap_or_else(|_| written.get().to_owned())
}

impl Chunk {
    /// Reads a chunk.
    ///
    /// # Errors
    /// When it is no object, has no text, or a score that is no finite number.
    pub fn read(json: &RawValue) -> Result<Self, ChunkError> {
        if !json.get().starts_with('{') {
            return Err(error("", "a chunk must be an object"));
        }
        let mut members = Vec::new();
        serde_json::Deserializer::from_str(json.get())
            .deserialize_map(Members(&mut members))
            .map_err(|problem| error("", problem.to_string()))?;
        let mut chunk = Self::default();
        let (mut text, mut content) = (None, None);
        for (key, value) in members {
            let absent = value.get() == "null";
            match key.as_str() {
                "text" if !absent => text = Some(value),
                "content" if !absent => content = Some(value),
                "score" if !absent => chunk.scored(value)?,
                "id" if !absent => chunk.id = Some(on_one_line(value.get())),
                "source" if !absent => chunk.source = plain(value),
                "identifier" if !absent => chunk.identifier = plain(value),
                "metadata" if !absent => chunk.metadata = canonical(value),
                key if ADDED.contains(&key) => continue,
                _ => {}
            }
            chunk.member(&key, &on_one_line(value.get()));
        }
        let (path, written) = match (text, content) {
            (Some(text), _) => (".text", text),
            (None, Some(content)) => (".content", content),
            (None, None) => return Err(error("", "a chunk must have a text")),
        };
        chunk.text = serde_json::from_str(written.get()).map_err(|_| error(path, "must be a string"))?;
        Ok(chunk)
    }

    /// A file.
    #[must_use]
    pub fn file(path: &str, text: String) -> Self {
        let mut chunk = Self { id: Some(string(path)), source: path.to_owned(), ..Self::default() };
        chunk.member("id", &string(path));
        chunk.member("text", &string(&text));
        chunk.text = text;
        chunk
    }

    /// A file without a text.
    #[must_use]
    pub fn unread(path: &str, why: Unread) -> Self {
        Self { unread: Some(why), ..Self::file(path, String::new()) }
    }

    /// The id without quotes; empty when there is none.
    #[must_use]
    pub fn name(&self) -> String {
        let id = self.id.as_deref().unwrap_or_default();
        serde_json::from_str::<String>(id).unwrap_or_else(|_| id.to_owned())
    }

    /// What a citation of it says: source, identifier, and what else is known.
    #[must_use]
    pub fn citation(&self) -> String {
        format!("{}{}{}", self.source, self.identifier, self.metadata)
    }

    /// What makes it another chunk than the next one: everything but the score.
    #[must_use]
    pub fn identity(&self) -> (&str, &str, &str, &str, &str) {
        (&self.text, self.id.as_deref().unwrap_or_default(), &self.source, &self.identifier, &self.metadata)
    }

    fn scored(&mut self, written: &RawValue) -> Result<(), ChunkError> {
        match serde_json::from_str::<f64>(written.get()) {
            Ok(score) if score.is_finite() => {
                self.score = Some(score);
                self.score_written = Some(written.get().to_owned());
                Ok(())
            }
            _ => Err(error(".score", "must be a finite number")),
        }
    }

    fn member(&mut self, key: &str, value: &str) {
        if !self.members.is_empty() {
            self.members.push(',');
        }
        self.members.push_str(&string(key));
        self.members.push(':');
        self.members.push_str(value);
    }
}

/// The members of an object in their order, each as it is written.
struct Members<'a, 'b>(&'b mut Vec<(String, &'a RawValue)>);

impl<'a> Visitor<'a> for Members<'a, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(member) = map.next_entry()? {
            self.0.push(member);
        }
        Ok(())
    }
}

fn on_one_line(json: &str) -> String {
    let mut line = String::with_capacity(json.len());
    compact(json, &mut line);
    harmless(&line).into_owned()
}

fn string(text: &str) -> String {
    let mut written = String::new();
    json::string(text, &mut written);
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Chunk, ChunkError> {
        Chunk::read(serde_json::from_str(json).unwrap())
    }

    #[test]
    fn a_chunk_keeps_its_members_as_they_are_written() {
        let chunk =
            read(r#"{"z":1.0,"text":"a\u00e9","score":1e-1,"big":12345678901234567890,"rank":4}"#).unwrap();
        assert_eq!(chunk.members, r#""z":1.0,"text":"a\u00e9","score":1e-1,"big":12345678901234567890"#);
        assert_eq!((chunk.text.as_str(), chunk.score), ("aé", Some(0.1)));
        assert_eq!(chunk.score_written.as_deref(), Some("1e-1"));
    }

    #[test]
    fn what_a_terminal_obeys_is_escaped_in_keys_and_values() {
        let chunk = read("{\"k\\u202e\\u009b\":\"\u{200b}\\u2066\",\"text\":\"a\u{e0041}\"}").unwrap();
        let (key, text) = (r#""k\u202e\u009b":"\u200b\u2066""#, r#""text":"a\udb40\udc41""#);
        assert_eq!(chunk.members, format!("{key},{text}"));
        assert_eq!(chunk.text, "a\u{e0041}");
    }

    #[test]
    fn content_is_the_text_where_there_is_none() {
        assert_eq!(read(r#"{"content":"a"}"#).unwrap().text, "a");
        assert_eq!(read(r#"{"content":"a","text":"b"}"#).unwrap().text, "b");
        assert_eq!(read(r#"{"content":"a","text":null}"#).unwrap().text, "a");
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_path() {
        let reported = |json: &str| read(json).map_err(|error| (error.path, error.what)).unwrap_err();
        assert_eq!(reported("[1]"), ("", "a chunk must be an object".to_owned()));
        assert_eq!(reported("{}"), ("", "a chunk must have a text".to_owned()));
        assert_eq!(reported(r#"{"text":3}"#), (".text", "must be a string".to_owned()));
        for score in ["\"1\"", "1e999", "true", "[]"] {
            let json = format!(r#"{{"text":"a","score":{score}}}"#);
            assert_eq!(reported(&json), (".score", "must be a finite number".to_owned()), "{score}");
        }
    }

    #[test]
    fn a_citation_is_source_identifier_and_sorted_metadata() {
        let chunk =
            read(r#"{"text":"a","id":7,"source":"s.md","identifier":"4","metadata":{ "b":1, "a":[2] }}"#)
                .unwrap();
        assert_eq!(chunk.citation(), r#"s.md4{"a":[2],"b":1}"#);
        assert_eq!(chunk.name(), "7");
    }
}
