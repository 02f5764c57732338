//! What becomes of a message that a client sends, and of its wish to listen or to leave.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use hyper::StatusCode;
use hyper::body::Incoming;
use hyper::header::{HeaderMap, HeaderValue};

use super::answer::{
    Answer, HEADER_MISMATCH, INVALID_REQUEST, PARSE_ERROR, empty, json, of, only, status, wrong,
};
use super::body::{self, NoBody};
use super::events::Payload;
use super::headers::{self, Era, Reads};
use super::hub::{Hub, Ticket};
use super::lane::{Item, Lines};
use super::routes::App;
use crate::mcp::wire::{INTERNAL_ERROR, Message, Shape, shape};

/// How long the first line of an answer is waited for before it is a stream.
const PATIENCE: Duration = Duration::from_secs(5);

/// Takes a message.
pub(super) async fn post(app: &Arc<App>, headers: &HeaderMap, body: Incoming) -> Answer {
    let reads = headers::reads(headers);
    if !headers::is_json(headers) {
        let why = "the content type must be application/json";
        return wrong(StatusCode::UNSUPPORTED_MEDIA_TYPE, "null", INVALID_REQUEST, why);
    }
    if !reads.json {
        let why = "a client reads application/json, and text/event-stream best";
        return wrong(StatusCode::NOT_ACCEPTABLE, "null", INVALID_REQUEST, why);
    }
    let (bytes, _room) = match body::read(&app.room, body, app.most_bytes()).await {
        Ok(read) => read,
        Err(why) => return no_body(why),
    };
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return wrong(StatusCode::BAD_REQUEST, "null", PARSE_ERROR, "the body is no UTF-8");
    };
    // On one line, as it goes on: line ends are blanks to JSON.
    let text = text.trim_start_matches('\u{feff}').replace(['\n', '\r'], " ");
    match shape(&text) {
        Shape::One(message) => one(app, headers, reads, &text, &message).await,
        Shape::Batch(batch) if batch.count() > 0 => {
            let messages: Vec<Message<'_>> = batch.elements().map(Message::of).collect();
            if messages
                .iter()
                .any(|message| headers::era(headers, message.version().as_deref()) != Era::Sessions)
            {
                let why = "messages come one by one in this version";
                return wrong(StatusCode::BAD_REQUEST, "null", INVALID_REQUEST, why);
            }
            in_session(app, headers, reads, &text, &messages).await
        }
        Shape::NotJson => wrong(StatusCode::BAD_REQUEST, "null", PARSE_ERROR, "the body is no JSON"),
        Shape::Batch(_) | Shape::Other | Shape::Blank => {
            wrong(StatusCode::BAD_REQUEST, "null", INVALID_REQUEST, "the body is no message")
        }
    }
}

fn no_body(why: NoBody) -> Answer {
    let (status, why) = match why {
        NoBody::TooLarge(most) => {
            (StatusCode::PAYLOAD_TOO_LARGE, format!("the body is over the limit of {most} bytes"))
        }
        NoBody::TooSlow => (StatusCode::REQUEST_TIMEOUT, "the body does not come".to_owned()),
        NoBody::Busy => (StatusCode::SERVICE_UNAVAILABLE, "too many bodies come at once".to_owned()),
        NoBody::Broken => (StatusCode::BAD_REQUEST, "the body ended early".to_owned()),
    };
    wrong(status, "null", INVALID_REQUEST, &why)
}

/// The id of a message, for an error.
fn id(message: &Message<'_>) -> String {
    message.id.map_or_else(|| "null".to_owned(), |id| id.text().to_owned())
}

async fn one(app: &Arc<App>, headers: &HeaderMap, reads: Reads, text: &str, message: &Message<'_>) -> Answer {
    let bad = |code, why: &str| wrong(StatusCode::BAD_REQUEST, &id(message), code, why);
    let is_message = message.method.is_some() || message.result.is_some() || message.error.is_some();
    if !is_message {
        return bad(INVALID_REQUEST, "the body is no message");
    }
    match headers::era(headers, message.version().as_deref()) {
        Era::Sessions => in_session(app, headers, reads, text, std::slice::from_ref(message)).await,
        Era::Unknown => bad(INVALID_REQUEST, "the version of the protocol is not known"),
        // Without a session there is nobody whom it could concern.
        Era::Modern if message.id.is_none() && message.method.is_some() => empty(StatusCode::ACCEPTED),
        Era::Modern if message.method.is_none() => {
            bad(INVALID_REQUEST, "nobody asked for an answer in this version")
        }
        Era::Modern => {
            if let Err(why) = headers::check(headers, message) {
                return bad(HEADER_MISMATCH, &why);
            }
            let hub = match blocking({
                let app = Arc::clone(app);
                move || app.conversations.shared()
            })
            .await
            {
                Ok(hub) => hub,
                Err(cause) => return unopened(&id(message), &cause),
            };
            let (line, ticket, lines) = hub.enter(text, std::slice::from_ref(message));
            send(app, &hub, line, headers).await;
            answered(reads, Era::Modern, &id(message), ticket, lines).await
        }
    }
}

/// Does what may wait.
async fn blocking<T: Send + 'static>(job: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    tokio::task::spawn_blocking(job).await.unwrap_or_else(|_| Err(io::Error::other("a fault in weir itself")))
}

fn unopened(id: &str, cause: &io::Error) -> Answer {
    let why = format!("the upstream server cannot be started: {cause}");
    wrong(StatusCode::OK, id, INTERNAL_ERROR, &why)
}

async fn send(app: &Arc<App>, hub: &Arc<Hub>, line: String, headers: &HeaderMap) {
    let passed = headers::passed(headers, !app.door.asks_for_token());
    let hub = Arc::clone(hub);
    let sent = blocking(move || {
        hub.send(&line, &passed);
        Ok(())
    });
    // What cannot arrive is answered by the session.
    let _ = sent.await;
}

async fn in_session(
    app: &Arc<App>,
    headers: &HeaderMap,
    reads: Reads,
    text: &str,
    messages: &[Message<'_>],
) -> Answer {
    let first = messages.first().map_or_else(|| "null".to_owned(), id);
    let begins = messages.iter().any(|message| message.method.as_deref() == Some("initialize"));
    let named = match headers::session(headers) {
        Ok(named) => named,
        Err(why) => return wrong(StatusCode::BAD_REQUEST, &first, INVALID_REQUEST, &why),
    };
    let (hub, new) = match (begins, named) {
        (true, _) => {
            let opening = Arc::clone(app);
            match blocking(move || opening.conversations.begin()).await {
                Ok(Some((name, hub))) => (hub, Some(name)),
                Ok(None) => {
                    let why = "there are too many sessions";
                    return wrong(StatusCode::SERVICE_UNAVAILABLE, &first, INTERNAL_ERROR, why);
                }
                Err(cause) => return unopened(&first, &cause),
            }
        }
        (false, None) => {
            let why = "the header Mcp-Session-Id is missing: initialize begins a session";
            return wrong(StatusCode::BAD_REQUEST, &first, INVALID_REQUEST, why);
        }
        (false, Some(name)) => match app.conversations.find(name) {
            Some(hub) => (hub, None),
            None => {
                let why = "the session is not known, or has ended";
                return wrong(StatusCode::NOT_FOUND, &first, INVALID_REQUEST, why);
            }
        },
    };
    let requests: Vec<Message<'_>> =
        messages.iter().filter(|message| message.method.is_some() && message.id.is_some()).cloned().collect();
    if requests.is_empty() {
        send(app, &hub, text.to_owned(), headers).await;
        return empty(StatusCode::ACCEPTED);
    }
    let (line, ticket, lines) = hub.enter(text, &requests);
    send(app, &hub, line, headers).await;
    let mut answer = answered(reads, Era::Sessions, &first, ticket, lines).await;
    if let Some(value) = new.and_then(|name| HeaderValue::from_str(&name).ok()) {
        answer.headers_mut().insert(headers::SESSION, value);
    }
    answer
}

/// The answer: JSON when the first line is all of it, else a stream.
async fn answered(reads: Reads, era: Era, id: &str, ticket: Ticket, mut lines: Lines) -> Answer {
    let first = loop {
        let next = lines.next();
        let first =
            if reads.events { tokio::time::timeout(PATIENCE, next).await.ok() } else { Some(next.await) };
        match first {
            // What comes before the answer is for those who read streams.
            Some(Some(Item::Line(_))) if !reads.events => {}
            first => break first,
        }
    };
    match first {
        Some(Some(Item::Last(line))) => {
            let status = if era == Era::Modern { status(&line) } else { StatusCode::OK };
            json(status, line)
        }
        Some(None) => wrong(StatusCode::OK, id, INTERNAL_ERROR, "the upstream server has ended"),
        Some(first) => stream(first, lines, Some(ticket)),
        None => stream(None, lines, Some(ticket)),
    }
}

fn stream(first: Option<Item>, lines: Lines, ticket: Option<Ticket>) -> Answer {
    of(StatusCode::OK, "text/event-stream", Payload::events(first, lines, ticket))
}

/// The session that a request without a message names.
fn named(app: &App, headers: &HeaderMap) -> Result<String, Box<Answer>> {
    match headers::session(headers) {
        Ok(Some(name)) if app.conversations.find(name).is_some() => Ok(name.to_owned()),
        Ok(Some(_)) => Err(Box::new(empty(StatusCode::NOT_FOUND))),
        Ok(None) => Err(Box::new(only("POST"))),
        Err(why) => Err(Box::new(wrong(StatusCode::BAD_REQUEST, "null", INVALID_REQUEST, &why))),
    }
}

/// A client with a session listens to what it did not ask for.
pub(super) fn listen(app: &App, headers: &HeaderMap) -> Answer {
    let name = match named(app, headers) {
        Ok(name) => name,
        Err(answer) => return *answer,
    };
    if !headers::reads(headers).events {
        return empty(StatusCode::NOT_ACCEPTABLE);
    }
    match app.conversations.find(&name) {
        Some(hub) => stream(None, hub.listen(), None),
        None => empty(StatusCode::NOT_FOUND),
    }
}

/// A client ends its session.
pub(super) fn leave(app: &App, headers: &HeaderMap) -> Answer {
    match named(app, headers) {
        Ok(name) => {
            app.conversations.end(&name);
            empty(StatusCode::OK)
        }
        Err(answer) => *answer,
    }
}
