//! What becomes of a message that a client sends, and of its wish to listen or to leave.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use hyper::StatusCode;
use hyper::body::Incoming;
use hyper::header::{HeaderMap, HeaderValue, WWW_AUTHENTICATE};

use super::answer::{Answer, empty, json, of, only, status, wrong};
use super::body::{self, NoBody, Taken};
use super::events::Payload;
use super::headers::{self, Era, Reads};
use super::hub::Hub;
use super::lane::{Item, Lines};
use super::routes::App;
use super::ticket::Ticket;
use crate::mcp::proxy::Caller;
use crate::mcp::upstream::Refusal;
use crate::mcp::wire::{INTERNAL_ERROR, INVALID_REQUEST, Id, Message, PARSE_ERROR, Shape, shape};
use crate::store::Owner;

/// How long the first line of an answer is waited for before it is a stream.
const PATIENCE: Duration = Duration::from_secs(5);
/// Servers that a request is tried with.
const MOST_SERVERS: usize = 4;

/// A message that was read, and what came with it.
struct Asked<'a> {
    app: &'a Arc<App>,
    headers: &'a HeaderMap,
    /// The room that its bytes take up.
    room: &'a Arc<Taken>,
    reads: Reads,
}

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
    let (mut bytes, room) = match body::read(&app.room, body, app.most_bytes()).await {
        Ok(read) => read,
        Err(why) => return no_body(why),
    };
    // On one line, as it goes on: line ends are blanks to JSON.
    bytes.iter_mut().filter(|byte| matches!(**byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    let Ok(text) = String::from_utf8(bytes) else {
        return wrong(StatusCode::BAD_REQUEST, "null", PARSE_ERROR, "the body is no UTF-8");
    };
    let text = text.trim_start_matches('\u{feff}');
    let asked = Asked { app, headers, room: &room, reads };
    match shape(text) {
        Shape::One(message) => one(&asked, text, &message).await,
        Shape::Batch(batch) if batch.count() > 0 => {
            let messages: Vec<Message<'_>> = batch.elements().map(Message::of).collect();
            if messages
                .iter()
                .any(|message| headers::era(headers, message.version().as_deref()) != Era::Sessions)
            {
                let why = "messages come one by one in this version";
                return wrong(StatusCode::BAD_REQUEST, "null", INVALID_REQUEST, why);
            }
            in_session(&asked, text, &messages).await
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

async fn one(asked: &Asked<'_>, text: &str, message: &Message<'_>) -> Answer {
    let headers = asked.headers;
    let bad = |code, why: &str| wrong(StatusCode::BAD_REQUEST, &id(message), code, why);
    let is_message = message.method.is_some() || message.result.is_some() || message.error.is_some();
    if !is_message {
        return bad(INVALID_REQUEST, "the body is no message");
    }
    match headers::era(headers, message.version().as_deref()) {
        Era::Sessions => in_session(asked, text, std::slice::from_ref(message)).await,
        Era::Unknown => bad(INVALID_REQUEST, "the version of the protocol is not known"),
        // Without a session there is nobody whom it could concern.
        Era::Modern if message.id.is_none() && message.method.is_some() => empty(StatusCode::ACCEPTED),
        Era::Modern if message.method.is_none() => {
            bad(INVALID_REQUEST, "nobody asked for an answer in this version")
        }
        Era::Modern => {
            if let Err((code, why)) = headers::check(headers, message) {
                return bad(code, &why);
            }
            alone(asked, text, message).await
        }
    }
}

/// Answers a request without a session. A server that has ended did not get it: another one does.
async fn alone(asked: &Asked<'_>, text: &str, message: &Message<'_>) -> Answer {
    let id = id(message);
    for _ in 0..MOST_SERVERS {
        let app = Arc::clone(asked.app);
        let hub = match blocking(move || app.conversations.shared()).await {
            Ok(hub) => hub,
            Err(cause) => return unopened(&id, &cause),
        };
        if let Err((code, why)) = headers::check_arguments(asked.headers, message, &hub) {
            return wrong(StatusCode::BAD_REQUEST, &id, code, &why);
        }
        let (line, mut ticket, lines) = hub.enter(text, std::slice::from_ref(message));
        match send(asked, (&hub, None), line, Some(&mut ticket)).await {
            Sent::Taken => return answered(asked.reads, Era::Modern, &id, ticket, lines).await,
            Sent::NoRoom => return unread(&id),
            Sent::Lost => {
                ticket.lost();
                asked.app.conversations.replace(&hub);
            }
        }
    }
    wrong(StatusCode::OK, &id, INTERNAL_ERROR, "the upstream server ends as soon as it is started")
}

/// Does what may wait.
async fn blocking<T: Send + 'static>(job: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    tokio::task::spawn_blocking(job).await.unwrap_or_else(|_| Err(io::Error::other("a bug in weir")))
}

fn unopened(id: &str, cause: &io::Error) -> Answer {
    let why = format!("the upstream server cannot be started: {cause}");
    wrong(StatusCode::OK, id, INTERNAL_ERROR, &why)
}

fn unread(id: &str) -> Answer {
    let why = "the upstream server does not read what was sent before";
    wrong(StatusCode::SERVICE_UNAVAILABLE, id, INTERNAL_ERROR, why)
}

/// What became of a line that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sent {
    /// It is taken care of.
    Taken,
    /// Too much waits already.
    NoRoom,
    /// The server has ended, and did not get it.
    Lost,
}

/// Sends a line in its turn.
async fn send(
    asked: &Asked<'_>,
    (hub, session): (&Arc<Hub>, Option<&str>),
    line: String,
    ticket: Option<&mut Ticket>,
) -> Sent {
    let Some(waits) = hub.turns().enter(line.len()) else { return Sent::NoRoom };
    let owner =
        Owner { session: session.map(str::to_owned), authorization: headers::authorization(asked.headers) };
    let caller = Caller {
        headers: headers::passed(asked.headers, !asked.app.door.asks_for_token()),
        owner: Some(Arc::new(owner)),
    };
    let turn = hub.turns().next().await;
    if let Some(ticket) = ticket {
        ticket.sent();
    }
    // The client may leave while this is written: then its room and its turn are still taken.
    let (hub, room) = (Arc::clone(hub), Arc::clone(asked.room));
    let sent = blocking(move || {
        let sent = hub.send(&line, &caller);
        drop((line, room, waits, turn));
        Ok(sent)
    });
    if sent.await.unwrap_or(true) { Sent::Taken } else { Sent::Lost }
}

/// A session that was begun. It ends when it is dropped before its client can know it: the client has left, or may not ask.
struct Begun {
    app: Option<Arc<App>>,
    name: String,
    hub: Arc<Hub>,
}

impl Begun {
    /// The client gets to know its name.
    fn keep(mut self) -> String {
        self.app = None;
        std::mem::take(&mut self.name)
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        if let Some(app) = &self.app {
            app.conversations.end(&self.name);
        }
    }
}

async fn in_session(asked: &Asked<'_>, text: &str, messages: &[Message<'_>]) -> Answer {
    let (app, headers) = (asked.app, asked.headers);
    let first = messages.first().map_or_else(|| "null".to_owned(), id);
    let begins =
        |message: &Message<'_>| message.id.is_some() && message.method.as_deref() == Some("initialize");
    let begins = messages.iter().any(begins);
    let named = match headers::session(headers) {
        Ok(named) => named,
        Err(why) => return wrong(StatusCode::BAD_REQUEST, &first, INVALID_REQUEST, &why),
    };
    let (hub, new) = match (begins, named) {
        (true, _) => {
            let opening = Arc::clone(app);
            let begin = move || {
                let begun = opening.conversations.begin()?;
                Ok(begun.map(|(name, hub)| Begun { app: Some(opening), name, hub }))
            };
            match blocking(begin).await {
                Ok(Some(begun)) => (Arc::clone(&begun.hub), Some(begun)),
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
    cancel(&hub, messages);
    let session = new.as_ref().map(|begun| begun.name.as_str()).or(named);
    if requests.is_empty() {
        let sent = send(asked, (&hub, session), text.to_owned(), None).await;
        return if sent == Sent::NoRoom { unread(&first) } else { empty(StatusCode::ACCEPTED) };
    }
    let (line, mut ticket, lines) = hub.enter(text, &requests);
    if send(asked, (&hub, session), line, Some(&mut ticket)).await == Sent::NoRoom {
        return unread(&first);
    }
    let mut answer = answered(asked.reads, Era::Sessions, &first, ticket, lines).await;
    // Whoever may not ask has no session.
    let is_refused = matches!(answer.status(), StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
    if let Some(begun) = new.filter(|_| !is_refused)
        && let Ok(value) = HeaderValue::from_str(&begun.keep())
    {
        answer.headers_mut().insert(headers::SESSION, value);
    }
    answer
}

/// Whoever waits for what these messages cancel waits no longer: a server does not answer it.
fn cancel(hub: &Hub, messages: &[Message<'_>]) {
    let cancels = |message: &&Message<'_>| {
        message.id.is_none() && message.method.as_deref() == Some("notifications/cancelled")
    };
    for id in messages.iter().filter(cancels).filter_map(|message| message.param("requestId")) {
        hub.cancel(&Id::of(id));
    }
}

/// The answer: JSON for a client that reads nothing else, or when the first line is all of it, else a stream.
async fn answered(reads: Reads, era: Era, id: &str, ticket: Ticket, mut lines: Lines) -> Answer {
    let mut parts = Vec::new();
    let first = loop {
        let next = lines.next();
        let first =
            if reads.events { tokio::time::timeout(PATIENCE, next).await.ok() } else { Some(next.await) };
        match first {
            // What comes before the answer is for those who read streams.
            Some(Some(Item::Line(_))) if !reads.events => {}
            Some(Some(Item::Part(line))) if !reads.events => parts.push(line),
            first => break first,
        }
    };
    match first {
        // A request that was cancelled has no answer.
        Some(Some(Item::Over)) if parts.is_empty() => empty(StatusCode::ACCEPTED),
        Some(Some(Item::Over)) => json(StatusCode::OK, together(&parts)),
        Some(Some(Item::Last(line))) if !parts.is_empty() => {
            parts.push(line);
            json(StatusCode::OK, together(&parts))
        }
        Some(Some(Item::Refused(line, refusal))) => refused_upstream(line, &refusal),
        Some(Some(Item::Last(line))) => {
            let status = if era == Era::Modern { status(&line) } else { StatusCode::OK };
            json(status, line)
        }
        Some(None) => wrong(StatusCode::OK, id, INTERNAL_ERROR, "the upstream server has ended"),
        Some(first) => stream(first, lines, Some(ticket)),
        None => stream(None, lines, Some(ticket)),
    }
}

/// An answer with the status of a server that refuses whoever asks, and with what it wants to know of them.
fn refused_upstream(line: String, refusal: &Refusal) -> Answer {
    let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::FORBIDDEN);
    let mut answer = json(status, line);
    let challenges =
        refusal.challenges.iter().filter_map(|challenge| HeaderValue::from_bytes(challenge).ok());
    for challenge in challenges {
        answer.headers_mut().append(WWW_AUTHENTICATE, challenge);
    }
    answer
}

/// Answers that came one by one, or some of them at once, as the one list that answers a list of requests.
fn together(parts: &[String]) -> String {
    let inner = |part: &String| {
        let part = part.trim();
        part.strip_prefix('[').and_then(|part| part.strip_suffix(']')).unwrap_or(part).to_owned()
    };
    format!("[{}]", parts.iter().map(inner).collect::<Vec<_>>().join(","))
}

fn stream(first: Option<Item>, lines: Lines, ticket: Option<Ticket>) -> Answer {
    of(StatusCode::OK, "text/event-stream", Payload::events(first, lines, ticket))
}

/// The session that a request without a message names.
fn named<'h>(app: &App, headers: &'h HeaderMap) -> Result<(&'h str, Arc<Hub>), Box<Answer>> {
    match headers::session(headers) {
        Ok(Some(name)) => {
            let hub = app.conversations.find(name);
            hub.map(|hub| (name, hub)).ok_or_else(|| Box::new(empty(StatusCode::NOT_FOUND)))
        }
        Ok(None) => Err(Box::new(only("POST"))),
        Err(why) => Err(Box::new(wrong(StatusCode::BAD_REQUEST, "null", INVALID_REQUEST, &why))),
    }
}

/// A client with a session listens to what it did not ask for.
pub(super) fn listen(app: &App, headers: &HeaderMap) -> Answer {
    match named(app, headers) {
        Ok(_) if !headers::reads(headers).events => empty(StatusCode::NOT_ACCEPTABLE),
        Ok((_, hub)) => stream(None, hub.listen(), None),
        Err(answer) => *answer,
    }
}

/// A client ends its session.
pub(super) fn leave(app: &App, headers: &HeaderMap) -> Answer {
    match named(app, headers) {
        Ok((name, _)) => {
            app.conversations.end(name);
            empty(StatusCode::OK)
        }
        Err(answer) => *answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_come_one_by_one_are_one_list() {
        let parts =
            ["{\"id\":1}".to_owned(), "[{\"id\":2},{\"id\":3}]".to_owned(), " {\"id\":4}\n".to_owned()];
        assert_eq!(together(&parts), "[{\"id\":1},{\"id\":2},{\"id\":3},{\"id\":4}]");
    }
}
