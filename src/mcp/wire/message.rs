//! What is read of a message: which members it has, as slices of its line.
//!
//! Of two members with one name the last one counts, as in most programs that read JSON.

use std::borrow::Cow;

use super::id::Id;
use crate::text::json::{Json, Kind};

/// The member of `_meta` that only requests of the era without sessions have.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// What a line is.
#[derive(Debug)]
pub enum Shape<'a> {
    /// One message.
    One(Message<'a>),
    /// Several messages at once.
    Batch(Json<'a>),
    /// JSON that is no message.
    Other,
    /// Blanks alone.
    Blank,
    /// No JSON.
    NotJson,
}

/// What a line of text is.
#[must_use]
pub fn shape(text: &str) -> Shape<'_> {
    if text.trim().is_empty() {
        return Shape::Blank;
    }
    match Json::parse(text) {
        Ok(json) => match json.kind() {
            Kind::Object => Shape::One(Message::of(json)),
            Kind::Array => Shape::Batch(json),
            _ => Shape::Other,
        },
        Err(_) => Shape::NotJson,
    }
}

/// The members of a message.
#[derive(Clone, Debug)]
pub struct Message<'a> {
    /// The whole message.
    pub json: Json<'a>,
    /// Its id, `null` included.
    pub id: Option<Json<'a>>,
    /// The method of a request or of a notification.
    pub method: Option<Cow<'a, str>>,
    /// What the method is given.
    pub params: Option<Json<'a>>,
    /// What was asked for.
    pub result: Option<Json<'a>>,
    /// Why there is none.
    pub error: Option<Json<'a>>,
}

impl<'a> Message<'a> {
    /// The members of an object; of anything else, none.
    #[must_use]
    pub fn of(json: Json<'a>) -> Self {
        let mut message = Self { json, id: None, method: None, params: None, result: None, error: None };
        for (key, value) in json.fields() {
            match key.as_ref() {
                "id" => message.id = Some(value),
                "method" => message.method = value.string(),
                "params" => message.params = Some(value),
                "result" => message.result = Some(value),
                "error" => message.error = Some(value),
                _ => {}
            }
        }
        message
    }

    /// What it is known by.
    #[must_use]
    pub fn key(&self) -> Option<Id> {
        self.id.map(Id::of)
    }

    /// A member of the params.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<Json<'a>> {
        self.params.and_then(|params| params.get(name))
    }

    /// A member of the params that is a string.
    #[must_use]
    pub fn text_param(&self, name: &str) -> Option<Cow<'a, str>> {
        self.param(name).and_then(Json::string)
    }

    /// The version of the protocol that the request itself names: only requests of the era without sessions do.
    #[must_use]
    pub fn version(&self) -> Option<Cow<'a, str>> {
        self.param("_meta")?.get(VERSION)?.string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> Message<'_> {
        match shape(text) {
            Shape::One(message) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn members_are_slices_of_the_line() {
        let message =
            message("{ \"id\" : 1.0 , \"method\":\"\\u0061\", \"params\":{ \"n\" :1E400}, \"x\":[] }\n");
        assert_eq!(message.id.unwrap().text(), "1.0");
        assert_eq!(message.method.as_deref(), Some("a"));
        assert_eq!(message.params.unwrap().text(), "{ \"n\" :1E400}");
        assert!(message.result.is_none() && message.error.is_none());
    }

    #[test]
    fn of_two_members_with_one_name_the_last_counts() {
        let message = message(r#"{"id":1,"id":2,"result":1,"result":{}}"#);
        assert_eq!(message.id.unwrap().text(), "2");
        assert_eq!(message.result.unwrap().text(), "{}");
    }

    #[test]
    fn only_requests_without_a_session_name_their_version() {
        let modern = r#"{"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
        assert_eq!(message(modern).version().as_deref(), Some("2026-07-28"));
        for other in [r#"{"params":{"_meta":{}}}"#, r#"{"params":[]}"#, r#"{"params":null}"#, "{}"] {
            assert_eq!(message(other).version(), None, "{other}");
        }
    }

    #[test]
    fn what_is_no_message_is_distinguished() {
        for text in ["banner", "{\"id\":1", "{\"id\":NaN}", "{}{}", "\u{1b}[32m"] {
            assert!(matches!(shape(text), Shape::NotJson), "{text}");
        }
        assert!(matches!(shape(" \r\n"), Shape::Blank));
        assert!(matches!(shape("42"), Shape::Other) && matches!(shape("null"), Shape::Other));
        assert!(matches!(shape("[]"), Shape::Batch(_)));
    }
}
