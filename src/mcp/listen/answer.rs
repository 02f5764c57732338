//! Answers of the listener itself.

use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue, WWW_AUTHENTICATE};
use hyper::{Response, StatusCode};

use super::door::Refusal;
use super::events::Payload;
use crate::mcp::wire::{Message, Shape, error, shape};
use crate::text::json::Json;

/// An answer.
pub(super) type Answer = Response<Payload>;

/// Headers that say something else than the message.
pub(super) const HEADER_MISMATCH: i64 = -32020;

/// An answer of this kind.
pub(super) fn of(status: StatusCode, kind: &'static str, payload: Payload) -> Answer {
    let mut answer = Response::new(payload);
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-content-type-options"), HeaderValue::from_static("nosniff"));
    answer
}

/// A text.
pub(super) fn text(status: StatusCode, kind: &'static str, text: String) -> Answer {
    of(status, kind, Payload::text(text))
}

/// A message.
pub(super) fn json(status: StatusCode, line: String) -> Answer {
    text(status, "application/json", line)
}

/// Nothing but its status.
pub(super) fn empty(status: StatusCode) -> Answer {
    let mut answer = Response::new(Payload::text(""));
    *answer.status_mut() = status;
    answer
}

/// An error of the protocol; `id` is that of the request, or `null`.
pub(super) fn wrong(status: StatusCode, id: &str, code: i64, why: &str) -> Answer {
    json(status, error(id, code, why))
}

/// Somebody may not ask.
pub(super) fn refused(refusal: Refusal) -> Answer {
    let mut answer = text(refusal.status, "text/plain; charset=utf-8", format!("{}\n", refusal.why));
    if refusal.status == StatusCode::UNAUTHORIZED {
        answer.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    answer
}

/// Another method is asked for.
pub(super) fn only(methods: &'static str) -> Answer {
    let mut answer = empty(StatusCode::METHOD_NOT_ALLOWED);
    answer.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
    answer
}

/// The status of an answer in the era without sessions: errors of the protocol have some of their own.
pub(super) fn status(line: &str) -> StatusCode {
    let Shape::One(Message { error: Some(error), .. }) = shape(line) else { return StatusCode::OK };
    match error.get("code").map(Json::text) {
        Some("-32601") => StatusCode::NOT_FOUND,
        Some("-32700" | "-32600" | "-32602" | "-32020" | "-32021" | "-32022") => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}
