//! What a browser needs to know before a page may ask here: the methods, the headers, and which of an answer it may see.

use hyper::Method;
use hyper::StatusCode;
use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS, HeaderMap,
    HeaderValue, VARY,
};
use hyper::http::request::Parts;

use super::answer::{Answer, empty};
use super::headers::PARAM;

/// The methods that there are.
const METHODS: &str = "POST, GET, DELETE, OPTIONS";
/// The headers of the protocol that a page may send.
const HEADERS: &str = "content-type, accept, authorization, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id";
/// The headers of an answer that a page may see.
const EXPOSED: &str = "Mcp-Session-Id, WWW-Authenticate";
/// How long a browser may remember that, in seconds.
const SECONDS: &str = "600";
/// Headers that repeat arguments and are named in one answer.
const MOST_PARAMS: usize = 100;

/// The answer to a browser that asks whether a page may ask; nothing for any other request.
pub(super) fn preflight(parts: &Parts) -> Option<Answer> {
    if parts.method != Method::OPTIONS {
        return None;
    }
    let mut answer = empty(StatusCode::NO_CONTENT);
    let headers = answer.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(METHODS));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(SECONDS));
    let mut names = HEADERS.to_owned();
    params(&parts.headers).iter().for_each(|name| names.push_str(&format!(", {name}")));
    if let Ok(names) = HeaderValue::from_str(&names) {
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, names);
    }
    Some(answer)
}

/// The headers that repeat arguments, of those that a page wants to send.
fn params(headers: &HeaderMap) -> Vec<String> {
    let wanted = headers.get_all(ACCESS_CONTROL_REQUEST_HEADERS).iter().filter_map(|list| list.to_str().ok());
    let names = wanted.flat_map(|list| list.split(',')).map(|name| name.trim().to_ascii_lowercase());
    let is_plain =
        |name: &String| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    names.filter(|name| name.starts_with(PARAM) && is_plain(name)).take(MOST_PARAMS).collect()
}

/// Lets a page of this origin see an answer.
pub(super) fn permit(answer: &mut Answer, origin: HeaderValue) {
    let headers = answer.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    headers.append(VARY, HeaderValue::from_static("Origin"));
}
