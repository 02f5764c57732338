//! What the headers of a request say of its message.

use crate::mcp::wire::{Message, Shape, header_value, shape};
use crate::text::json::Json;

/// What is read of a message before it is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    /// The method; none for an answer and for a batch.
    pub(super) method: Option<String>,
    /// What the method is about: a tool, a prompt, a resource.
    pub(super) name: Option<String>,
    /// The version that the message itself names.
    pub(super) version: Option<String>,
    /// The request that a notification cancels, as it is written.
    pub(super) cancels: Option<String>,
    /// Whether it asks for a list from its beginning.
    pub(super) from_start: bool,
}

impl Head {
    /// What the headers of a line say.
    pub(super) fn of(line: &[u8]) -> Self {
        match shape(&String::from_utf8_lossy(line)) {
            Shape::One(message) => Self::of_message(&message),
            _ => Self::default(),
        }
    }

    fn of_message(message: &Message<'_>) -> Self {
        let method = message.method.as_deref();
        let name = match method {
            Some("tools/call" | "prompts/get") => message.text_param("name"),
            Some("resources/read") => message.text_param("uri"),
            _ => None,
        };
        let cancels = match method {
            Some("notifications/cancelled") => message.param("requestId").map(Json::text),
            _ => None,
        };
        Self {
            method: method.map(str::to_owned),
            name: name.map(|name| header_value(&name)),
            version: message.version().map(|version| header_value(&version)),
            cancels: cancels.map(str::to_owned),
            from_start: message.param("cursor").is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_says_what_it_is_about() {
        let line = br#"{"id":1,"method":"tools/call","params":{"name":"list","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
        let head = Head::of(line);
        assert_eq!(
            (head.method.as_deref(), head.name.as_deref(), head.version.as_deref()),
            (Some("tools/call"), Some("list"), Some("2026-07-28"))
        );
        let read = Head::of(br#"{"id":1,"method":"resources/read","params":{"uri":"f://x"}}"#);
        assert_eq!((read.name.as_deref(), read.version), (Some("f://x"), None));
        let cancelled = Head::of(br#"{"method":"notifications/cancelled","params":{"requestId":"a"}}"#);
        assert_eq!(cancelled.cancels.as_deref(), Some("\"a\""));
        assert_eq!(Head::of(b"[]"), Head::default());
    }
}
