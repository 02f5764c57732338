//! What the headers of a message say, held against the message itself.

use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap};

use super::answer::HEADER_MISMATCH;
use super::hub::Hub;
use crate::mcp::wire::{INVALID_PARAMS, Message, Repeating, WITH_SESSIONS, decoded};
use crate::text::json::Json;

/// The header of the session.
pub(super) const SESSION: &str = "mcp-session-id";
/// The header of the version.
const VERSION: &str = "mcp-protocol-version";
/// The headers of the method and of what it is about.
const METHOD: &str = "mcp-method";
const NAME: &str = "mcp-name";
/// What headers begin with that repeat arguments.
pub(super) const PARAM: &str = "mcp-param-";

/// What a client can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reads {
    pub(super) json: bool,
    pub(super) events: bool,
}

/// The era of a message, by its headers and by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Era {
    /// Messages belong to a session.
    Sessions,
    /// Each is on its own.
    Modern,
    /// It names a version that nobody knows.
    Unknown,
}

fn one<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, String> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => {
            value.to_str().map(|text| Some(text.trim())).map_err(|_| format!("{name} is no plain text"))
        }
        (Some(_), Some(_)) => Err(format!("{name} is there more than once")),
    }
}

/// What a client says that it can read; who says nothing reads all.
pub(super) fn reads(headers: &HeaderMap) -> Reads {
    let mut reads = Reads { json: false, events: false };
    let mut printed = false;
    for value in headers.get_all(ACCEPT) {
        for part in value.to_str().unwrap_or_default().split(',') {
            printed = true;
            match part.split(';').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
                "*/*" => reads = Reads { json: true, events: true },
                "application/json" | "application/*" => reads.json = true,
                "text/event-stream" | "text/*" => reads.events = true,
                _ => {}
            }
        }
    }
    if printed { reads } else { Reads { json: true, events: true } }
}

/// Whether the body is JSON. A form in a page cannot send that without being asked.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

/// The id of the session, when there is one.
///
/// # Errors
/// What is wrong with the header.
pub(super) fn session(headers: &HeaderMap) -> Result<Option<&str>, String> {
    one(headers, SESSION)
}

/// The era of a message whose own version is this.
pub(super) fn era(headers: &HeaderMap, version: Option<&str>) -> Era {
    let header = headers.get(VERSION).and_then(|value| value.to_str().ok()).map(str::trim);
    match (version, header) {
        (Some(_), _) => Era::Modern,
        (None, None) => Era::Sessions,
        (None, Some(header)) if WITH_SESSIONS.contains(&header) => Era::Sessions,
        (None, Some(header)) if is_date(header) && header > "2026" => Era::Modern,
        (None, Some(_)) => Era::Unknown,
    }
}

fn is_date(text: &str) -> bool {
    let form = "0000-00-00";
    text.len() == form.len()
        && text.bytes().zip(form.bytes()).all(|(byte, form)| match form {
            b'-' => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

/// What is wrong with a request without a session: the code of its error, and why.
pub(super) type Wrong = (i64, String);

/// Something that the headers say is not so.
fn mismatch(why: String) -> Wrong {
    (HEADER_MISMATCH, why)
}

/// The only value of a header.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, Wrong> {
    one(headers, name).map_err(mismatch)
}

/// Checks the headers of a request without a session.
///
/// # Errors
/// Which one is missing or differs; a message that lacks its version.
pub(super) fn check(headers: &HeaderMap, message: &Message<'_>) -> Result<(), Wrong> {
    let wrong = |name: &str, of: &str| {
        mismatch(format!("the header {name} must be there and be {of} of the message"))
    };
    let Some(version) = message.version() else {
        return Err((INVALID_PARAMS, "_meta lacks io.modelcontextprotocol/protocolVersion".to_owned()));
    };
    if only(headers, VERSION)? != Some(version.as_ref()) {
        return Err(wrong("MCP-Protocol-Version", "the version"));
    }
    let method = message.method.as_deref();
    if only(headers, METHOD)?.and_then(decoded).as_deref() != method {
        return Err(wrong("Mcp-Method", "the method"));
    }
    let name = match method {
        Some("tools/call" | "prompts/get") => message.param("name"),
        Some("resources/read") => message.param("uri"),
        _ => None,
    };
    if let Some(name) = name.and_then(Json::string) {
        let header = only(headers, NAME)?.and_then(decoded);
        if header.as_deref() != Some(name.as_ref()) {
            return Err(wrong("Mcp-Name", "the name"));
        }
    }
    for name in headers.keys().filter(|name| name.as_str().starts_with(PARAM)) {
        only(headers, name.as_str())?;
    }
    Ok(())
}

/// Checks the headers that repeat arguments of a call, as far as the hub knows its tool.
///
/// # Errors
/// Which one is missing or differs.
pub(super) fn check_arguments(headers: &HeaderMap, message: &Message<'_>, hub: &Hub) -> Result<(), Wrong> {
    if message.method.as_deref() != Some("tools/call") {
        return Ok(());
    }
    let tool = message.text_param("name").unwrap_or_default();
    let header = |name: &str| one(headers, name).map(|value| value.map(str::to_owned));
    let call = Repeating { tool: &tool, arguments: message.param("arguments"), header: &header };
    match hub.differs(&call) {
        Some(name) => Err(mismatch(format!("the header {name} must be there and be its argument"))),
        None => Ok(()),
    }
}

/// What somebody shows of itself, when it does.
pub(super) fn authorization(headers: &HeaderMap) -> Option<Vec<u8>> {
    headers.get(AUTHORIZATION).map(|value| value.as_bytes().to_vec())
}

/// The headers that go on to a server over HTTP: who asks, unless that was for weir itself, and what repeats arguments.
pub(super) fn passed(headers: &HeaderMap, with_authorization: bool) -> Vec<(String, String)> {
    let goes = |name: &str| (with_authorization && name == AUTHORIZATION.as_str()) || name.starts_with(PARAM);
    let all = headers.iter().filter(|(name, _)| goes(name.as_str()));
    all.filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::wire::{Shape, shape};

    fn map(headers: &[(&'static str, &str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        map
    }

    fn checked(headers: &[(&'static str, &str)], line: &str) -> Result<(), Wrong> {
        match shape(line) {
            Shape::One(message) => check(&map(headers), &message),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn headers_must_say_what_the_message_says() {
        let line = r#"{"method":"tools/call","params":{"name":"é","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
        let version = ("mcp-protocol-version", "2026-07-28");
        let method = ("mcp-method", "tools/call");
        assert_eq!(checked(&[version, method, ("mcp-name", "=?base64?w6k=?=")], line), Ok(()));
        for headers in [
            vec![],
            vec![version, method],
            vec![version, ("mcp-name", "=?base64?w6k=?=")],
            vec![version, method, ("mcp-name", "=?base64?w6k?=")],
            vec![version, version, method, ("mcp-name", "=?base64?w6k=?=")],
            vec![("mcp-protocol-version", "2025-11-25"), method, ("mcp-name", "=?base64?w6k=?=")],
            vec![version, ("mcp-method", "tools/list"), ("mcp-name", "=?base64?w6k=?=")],
        ] {
            assert!(checked(&headers, line).is_err(), "{headers:?}");
        }
    }

    #[test]
    fn a_message_that_lacks_its_version_and_a_header_that_is_there_twice_are_wrong() {
        let lacks = checked(&[("mcp-protocol-version", "2026-07-28")], r#"{"method":"ping","params":{}}"#);
        assert_eq!(lacks.unwrap_err().0, INVALID_PARAMS);
        let line = r#"{"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
        let param = ("mcp-param-a", "1");
        let headers = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "ping"), param, param];
        assert_eq!(checked(&headers, line).unwrap_err().0, HEADER_MISMATCH);
    }

    #[test]
    fn the_era_is_that_of_the_message_and_else_of_the_header() {
        let of = |header: Option<&str>, version| {
            let headers = header.map(|header| ("mcp-protocol-version", header));
            era(&map(&headers.into_iter().collect::<Vec<_>>()), version)
        };
        assert_eq!(of(None, None), Era::Sessions);
        assert_eq!(of(Some("2025-06-18"), None), Era::Sessions);
        assert_eq!(of(Some("2026-07-28"), None), Era::Modern);
        assert_eq!(of(Some("2025-11-25"), Some("2026-07-28")), Era::Modern);
        assert_eq!([of(Some("1900-01-01"), None), of(Some("later"), None)], [Era::Unknown; 2]);
    }

    #[test]
    fn who_names_nothing_reads_everything() {
        let of = |accept: &str| reads(&map(&[("accept", accept)]));
        assert_eq!(reads(&map(&[])), Reads { json: true, events: true });
        assert_eq!(of("application/json, text/event-stream;q=0.5"), Reads { json: true, events: true });
        assert_eq!(of("application/json"), Reads { json: true, events: false });
        assert_eq!(of("text/html"), Reads { json: false, events: false });
    }
}
