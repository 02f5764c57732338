//! One message to the server, and what comes back.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use ureq::http::Response;
use ureq::{Agent, Body, RequestBuilder};

use super::calls::{Era, GivenUp, Number};
use super::events::{Event, Events};
use super::head::Head;
use super::place::Shared;
use super::resume;
use crate::budget::Count as _;
use crate::mcp::upstream::Refusal;
use crate::mcp::wire::{Id, Message, Shape, Skim, header_value, shape, without};
use crate::text::head;
use crate::text::json::Json;

/// The header of the session.
pub(super) const SESSION: &str = "Mcp-Session-Id";

/// The header of the version.
pub(super) const VERSION: &str = "MCP-Protocol-Version";

/// How long the server may take to accept what has no answer.
const ACCEPT: Duration = Duration::from_secs(30);

/// The type of a stream of events.
pub(super) const EVENTS: &str = "text/event-stream";

/// Bytes that are read of an answer that is no success.
const REFUSAL_BYTES: u64 = 1024 * 1024;

/// Bytes of the server's own words in an error.
const WORDS_BYTES: usize = 300;

/// Pauses between two tries to listen, from the shortest to the longest.
const PAUSES: [u64; 4] = [1, 5, 15, 30];

/// A message that is sent.
#[derive(Debug)]
pub(super) struct Exchange {
    pub(super) line: Vec<u8>,
    pub(super) head: Head,
    pub(super) requests: Vec<Id>,
    /// The headers of this message alone.
    pub(super) headers: Vec<(String, String)>,
}

/// Sends what has no answer. What goes wrong is lost, as it is on a pipe.
pub(super) fn notify(shared: &Arc<Shared>, exchange: &Exchange) {
    let mut closes = None;
    if let Some(id) = exchange.head.cancels.as_deref().and_then(Id::read) {
        let given_up = {
            let mut known = shared.known();
            let era =
                if known.agreed.is_none() && known.named.is_some() { Era::Modern } else { Era::Sessions };
            match known.calls.give_up(&id) {
                GivenUp::Unknown => (era, None),
                GivenUp::Partly(era) => (era, None),
                GivenUp::Whole(era, agent) => (era, Some(agent)),
            }
        };
        shared.changed.notify_all();
        closes = given_up.1;
        // Without sessions a request is cancelled by not listening any more.
        if given_up.0 == Era::Modern {
            closes.into_iter().for_each(Agent::shutdown);
            return;
        }
    }
    let request = post(shared, &shared.agent, exchange).config().timeout_global(Some(ACCEPT)).build();
    let accepted =
        request.send(exchange.line.as_slice()).is_ok_and(|response| response.status().is_success());
    // With sessions the server hears of it first.
    closes.into_iter().for_each(Agent::shutdown);
    if accepted && exchange.head.method.as_deref() == Some("notifications/initialized") {
        listen(shared);
    }
}

/// Sends requests by this agent, and delivers all that comes back.
pub(super) fn ask(shared: &Shared, exchange: &Exchange, number: Number, agent: &Agent) {
    let request = with(post(shared, agent, exchange), mirrored(shared, exchange));
    let why = match request.send(exchange.line.as_slice()) {
        Err(cause) => format!("upstream: {}", words(&cause.to_string())),
        Ok(response) => {
            learn(shared, &response);
            match answered(shared, exchange, (number, agent), response) {
                Ok(why) => why,
                Err(cause) => format!("upstream: the answer ended early: {}", words(&cause.to_string())),
            }
        }
    };
    // Whoever gave a call up is not answered.
    let wanted = shared.known().calls.wanted(number);
    shared.deliver.failed(&wanted, &why);
}

/// Whether nobody waits for a call any more.
pub(super) fn is_given_up(shared: &Shared, number: Number) -> bool {
    shared.known().calls.wanted(number).is_empty()
}

/// A request with these headers, but for those of which it has one already.
pub(super) fn with<B>(
    mut request: RequestBuilder<B>,
    headers: impl IntoIterator<Item = (String, String)>,
) -> RequestBuilder<B> {
    for (name, value) in headers {
        let is_there = request.headers_ref().is_some_and(|known| known.contains_key(name.as_str()));
        if !is_there {
            request = request.header(name, value);
        }
    }
    request
}

/// A request with all of its headers.
fn post(shared: &Shared, agent: &Agent, exchange: &Exchange) -> RequestBuilder<ureq::typestate::WithBody> {
    let Exchange { head, headers: own, .. } = exchange;
    let mut request = agent
        .post(&shared.target.url)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream");
    let mut known = shared.known();
    if let Some(version) = &head.version {
        known.named = Some(version.clone());
    }
    if let Some(session) = &known.session {
        request = request.header(SESSION, session);
    }
    let modern = head.version.as_ref().or_else(|| known.named.as_ref().filter(|_| known.agreed.is_none()));
    if let Some(version) = modern {
        request = request.header(VERSION, version);
        if let Some(method) = &head.method {
            request = request.header("Mcp-Method", header_value(method));
        }
        if let Some(name) = &head.name {
            request = request.header("Mcp-Name", name);
        }
    } else if let Some(agreed) =
        known.agreed.as_ref().filter(|_| head.method.as_deref() != Some("initialize"))
    {
        request = request.header(VERSION, agreed);
    }
    drop(known);
    with(request, shared.headers(own))
}

/// The headers that the tool of a call wants.
fn mirrored(shared: &Shared, exchange: &Exchange) -> Vec<(String, String)> {
    if exchange.head.version.is_none() || exchange.head.method.as_deref() != Some("tools/call") {
        return Vec::new();
    }
    let line = String::from_utf8_lossy(&exchange.line);
    let Shape::One(message) = shape(&line) else { return Vec::new() };
    let tool = message.text_param("name").unwrap_or_default();
    shared.known().mirrors.headers(&tool, message.param("arguments"))
}

/// Reads the list of tools in an answer. Gives the line without those tools that no client over HTTP may call.
fn learn_tools(shared: &Shared, exchange: &Exchange, line: &str) -> Option<String> {
    if exchange.head.version.is_none() || exchange.head.method.as_deref() != Some("tools/list") {
        return None;
    }
    let Shape::One(Message { result: Some(list), .. }) = shape(line) else { return None };
    let wrong = {
        let mut known = shared.known();
        if exchange.head.from_start {
            known.mirrors.clear();
        }
        known.mirrors.learn(list)
    };
    for (_, why) in &wrong {
        shared.deliver.note(&format!("left out a tool: {}", words(why)));
    }
    let tools: Vec<Json<'_>> = wrong.into_iter().map(|(tool, _)| tool).collect();
    if tools.is_empty() { None } else { without(line, &tools, list) }
}

/// Keeps what the headers of an answer say.
fn learn(shared: &Shared, response: &Response<Body>) {
    let session = response.headers().get(SESSION).and_then(|session| session.to_str().ok());
    if let Some(session) = session {
        shared.known().session = Some(session.to_owned());
    }
}

pub(super) fn kind(response: &Response<Body>) -> String {
    let kind = response.headers().get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Delivers an answer. Gives the reason for those requests that it does not answer.
fn answered(
    shared: &Shared,
    exchange: &Exchange,
    (number, agent): (Number, &Agent),
    response: Response<Body>,
) -> io::Result<String> {
    let status = response.status();
    let kind = kind(&response);
    if !status.is_success() {
        return Ok(refused(shared, exchange, number, response));
    }
    let mut body = response.into_body().into_reader();
    if kind == EVENTS {
        resume::stream(shared, exchange, (number, agent), Box::new(body))?;
        return Ok("upstream: the stream ended before the answer".to_owned());
    }
    let most = shared.deliver.most_bytes();
    let mut text = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    body.by_ref().take(limit).read_to_end(&mut text)?;
    if is_given_up(shared, number) {
        // Half of an answer, perhaps: its connection was closed.
    } else if text.len() > most {
        too_long(shared, &text, body)?;
    } else if !text.trim_ascii().is_empty() {
        deliver(shared, exchange, &on_one_line(&text));
    }
    Ok(format!("upstream: HTTP {status} without an answer"))
}

/// A body that is too long: it is read to its end, and skimmed.
fn too_long(shared: &Shared, begun: &[u8], mut body: impl Read) -> io::Result<()> {
    let mut skim = Skim::of(begun);
    let mut bytes = u64::try_from(begun.len()).unwrap_or(u64::MAX);
    let mut block = vec![0; 64 * 1024];
    loop {
        let count = body.read(&mut block)?;
        if count == 0 {
            break;
        }
        skim.feed(block.get(..count).unwrap_or_default());
        bytes.up(u64::try_from(count).unwrap_or(0));
    }
    reply(shared, shared.deliver.too_long(&skim, bytes));
    Ok(())
}

/// Sends answers of weir's own to the server.
pub(super) fn reply(shared: &Shared, replies: Vec<String>) {
    for line in replies {
        let headers = shared.known().headers.clone();
        let exchange =
            Exchange { line: line.into_bytes(), head: Head::default(), requests: Vec::new(), headers };
        let request = post(shared, &shared.agent, &exchange).config().timeout_global(Some(ACCEPT)).build();
        let _ = request.send(exchange.line.as_slice());
    }
}

/// The bytes of a body as a line: its line ends are blanks to JSON.
fn on_one_line(body: &[u8]) -> String {
    String::from_utf8_lossy(body).replace(['\n', '\r'], " ")
}

pub(super) fn deliver(shared: &Shared, exchange: &Exchange, line: &str) {
    if exchange.head.method.as_deref() == Some("initialize")
        && let Shape::One(Message { result: Some(result), .. }) = shape(line)
        && let Some(agreed) = result.get("protocolVersion").and_then(Json::string)
    {
        shared.known().agreed = Some(header_value(&agreed));
    }
    match learn_tools(shared, exchange, line) {
        Some(other) => shared.deliver.line(&other),
        None => shared.deliver.line(line),
    }
}

/// The words about an answer that is no success; a message of the protocol in it is delivered.
fn refused(shared: &Shared, exchange: &Exchange, number: Number, response: Response<Body>) -> String {
    let status = response.status();
    let is_json = kind(&response) == "application/json";
    let challenges = response.headers().get_all("www-authenticate").iter();
    let challenges: Vec<Vec<u8>> = challenges.map(|challenge| challenge.as_bytes().to_vec()).collect();
    let mut text = Vec::new();
    let read = response.into_body().into_reader().take(REFUSAL_BYTES).read_to_end(&mut text);
    let line = if is_json && read.is_ok() { on_one_line(&text) } else { String::new() };
    let (mut printed, mut own) = (None, None);
    if let Shape::One(message) = shape(&line) {
        own = Some(&line).filter(|_| message.key().is_some_and(|id| exchange.requests.contains(&id)));
        let error = message.error.and_then(|error| error.get("message")).and_then(Json::string);
        printed = error.map(|error| words(&error));
    }
    let hint = match status.as_u16() {
        401 | 403 => Some(
            "it asks for authorization; --header adds a header, and 'npx mcp-remote URL' as the server logs in",
        ),
        404 if shared.known().session.take().is_some() => Some("the session has ended"),
        300..=399 => Some("it is at another place now, and redirects are not followed"),
        _ => None,
    };
    let parts = [Some(format!("upstream: HTTP {status}")), printed, hint.map(str::to_owned)];
    let why = parts.into_iter().flatten().collect::<Vec<String>>().join("; ");
    if matches!(status.as_u16(), 401 | 403) {
        let refusal = Refusal { status: status.as_u16(), challenges };
        let wanted = shared.known().calls.wanted(number);
        shared.deliver.refused(&wanted, &refusal, own.map(String::as_str), &why);
    } else if let Some(line) = own {
        shared.deliver.line(line);
    }
    why
}

/// A few words on one line.
fn words(text: &str) -> String {
    crate::text::one_line(head(text, WORDS_BYTES))
}

/// Listens to what a server with sessions says unasked, beside everything else, as long as it has such a stream.
fn listen(shared: &Arc<Shared>) {
    {
        let mut known = shared.known();
        if known.listening || known.agreed.is_none() {
            return;
        }
        known.listening = true;
    }
    let ours = Arc::clone(shared);
    let _ = thread::Builder::new().name("listening".to_owned()).spawn(move || {
        let mut last = None;
        let mut pauses = PAUSES.into_iter().chain(std::iter::repeat(30));
        while listened(&ours, &mut last) && !ours.closing.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_secs(pauses.next().unwrap_or(1)));
        }
        ours.known().listening = false;
    });
}

/// A request for a stream of the session, after the event of this id.
pub(super) fn get(
    shared: &Shared,
    agent: &Agent,
    last: Option<&str>,
    own: &[(String, String)],
) -> RequestBuilder<ureq::typestate::WithoutBody> {
    let mut request = agent.get(&shared.target.url).header("Accept", EVENTS);
    {
        let known = shared.known();
        if let Some(session) = &known.session {
            request = request.header(SESSION, session);
        }
        if let Some(agreed) = &known.agreed {
            request = request.header(VERSION, agreed);
        }
    }
    if let Some(last) = last {
        request = request.header("Last-Event-ID", last);
    }
    with(request, shared.headers(own))
}

/// Listens to one stream to its end; gives whether it is worth another try.
fn listened(shared: &Shared, last: &mut Option<String>) -> bool {
    let own = shared.known().headers.clone();
    let Ok(response) = get(shared, &shared.agent, last.as_deref(), &own).call() else { return false };
    if !response.status().is_success() || kind(&response) != EVENTS {
        return false;
    }
    let mut events = Events::new(response.into_body().into_reader());
    while let Ok(event) = events.next(shared.deliver.most_bytes()) {
        match event {
            Event::Data(line) => shared.deliver.line(&line),
            // It comes again when the stream is asked for after the event before it.
            Event::Rest(_) if events.last_id().is_some() => {}
            Event::Rest(line) => shared.deliver.line(&line),
            Event::TooLong(bytes) => reply(shared, shared.deliver.too_long(events.skim(), bytes)),
            Event::End => break,
        }
    }
    *last = events.last_id().map(str::to_owned).or_else(|| last.take());
    true
}
