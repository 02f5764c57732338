//! One client of weir's own server: what it sends, and what it is answered.
//!
//! Whatever is quick is answered at once. A call of a tool has a thread of its own, so that nobody waits for another's
//! run. A call that is cancelled is not answered.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::definitions::{READ, RUN, tools};
use super::own::Own;
use super::replies::{CACHED, Gathering, Reply, discovered, initialized, unsupported};
use super::{reading, running};
use crate::budget::Count as _;
use crate::mcp::get::Asker;
use crate::mcp::harden::failed;
use crate::mcp::proxy::{Call, Caller, GET, Session};
use crate::mcp::wire::{
    INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, Id, METHOD_NOT_FOUND, MODERN, Message, PARSE_ERROR,
    Shape, Skim, result, shape,
};
use crate::source::Stop;
use crate::text::json::{Json, Kind};

/// Calls of one client that are worked on at once; a further one is refused.
pub const CALLS_OF_ONE: usize = 32;
/// Calls of all clients together that have no session.
pub const CALLS_OF_ALL: usize = 256;
/// How long calls may take to end when the client has left.
const PARTING: Duration = Duration::from_secs(4);
/// The stack of a call's thread, as large as that of a program's first thread: what is read may be nested.
const STACK_BYTES: usize = 8 * 1024 * 1024;
/// The member of `_meta` that says what a client without a session can do.
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// Chars of a client's name that are kept.
const NAME_CHARS: usize = 200;

/// A call that is worked on.
#[derive(Debug)]
struct Active {
    id: Id,
    stop: Arc<Stop>,
    /// Whether nobody waits for the answer.
    given_up: Arc<AtomicBool>,
}

impl Active {
    fn give_up(&self) {
        self.given_up.store(true, Ordering::Release);
        self.stop.ask();
    }
}

#[derive(Debug, Default)]
struct State {
    active: HashMap<u64, Active>,
    number: u64,
    /// Whether nothing more is begun.
    closed: bool,
    /// What the client of a session calls itself, by its `initialize`.
    client: Option<String>,
}

/// What a tool is asked for.
pub(super) struct Asked {
    /// Who records it, and by which rules.
    pub(super) call: Call,
    /// The arguments, as JSON.
    pub(super) arguments: Option<String>,
    /// The token of its progress, as JSON.
    pub(super) token: Option<String>,
    /// What the client calls itself.
    pub(super) client: Option<String>,
    /// Ends it.
    pub(super) stop: Arc<Stop>,
    /// Whether nobody waits for the answer.
    given_up: Arc<AtomicBool>,
}

/// One client.
#[derive(Debug)]
pub struct Talk {
    own: Arc<Own>,
    session: Session,
    state: Mutex<State>,
    /// Notified when a call has ended.
    fewer: Condvar,
    /// Calls that are worked on at once.
    most_calls: usize,
}

impl Talk {
    /// A client whose answers go to the output of `session`; `most_calls` are worked on at once.
    #[must_use]
    pub fn new(own: Arc<Own>, session: Session, most_calls: usize) -> Arc<Self> {
        Arc::new(Self { own, session, state: Mutex::default(), fewer: Condvar::new(), most_calls })
    }

    pub(super) fn own(&self) -> &Own {
        &self.own
    }

    pub(super) const fn session(&self) -> &Session {
        &self.session
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes of a message at most.
    #[must_use]
    pub fn most_bytes(&self) -> usize {
        self.session.most_bytes()
    }

    /// Takes a line of the client.
    pub fn line(self: &Arc<Self>, line: &[u8], caller: &Caller) {
        let text = String::from_utf8_lossy(line);
        match shape(&text) {
            Shape::Blank => {}
            Shape::One(message) => self.message(&message, &Reply::Line, caller),
            Shape::NotJson => {
                Reply::Line.error(&self.session, "null", PARSE_ERROR, "the line is no JSON");
            }
            Shape::Batch(batch) if batch.count() > 0 => {
                let reply = Reply::Batch(Arc::new(Gathering::new(batch.count())));
                for element in batch.elements() {
                    self.message(&Message::of(element), &reply, caller);
                }
            }
            Shape::Batch(_) | Shape::Other => {
                Reply::Line.error(&self.session, "null", INVALID_REQUEST, "the line is no message");
            }
        }
    }

    /// Answers what was skimmed of a line that is too long.
    pub fn too_long(&self, skim: &Skim, bytes: u64) {
        let most = self.most_bytes();
        for reply in self.session.too_long_for_server(skim, bytes, most) {
            self.session.output.line(reply.as_bytes());
        }
    }

    fn message(self: &Arc<Self>, message: &Message<'_>, reply: &Reply, caller: &Caller) {
        let session = &self.session;
        let Some(method) = message.method.as_deref() else {
            // An answer to a question that nobody asked is nothing; anything else is no message.
            return if message.id.is_some() && (message.result.is_some() || message.error.is_some()) {
                reply.send(session, None)
            } else {
                reply.error(session, "null", INVALID_REQUEST, "a message has a method")
            };
        };
        let Some(id) = message.id else {
            if method == "notifications/cancelled"
                && let Some(id) = message.param("requestId")
            {
                self.cancel(&Id::of(id));
            }
            return reply.send(session, None);
        };
        if !matches!(id.kind(), Kind::String | Kind::Number) {
            return reply.error(session, "null", INVALID_REQUEST, "an id is a string or a number");
        }
        let id = id.text();
        let version = message.version();
        if let Some(version) = version.as_deref().filter(|version| *version != MODERN) {
            return reply.send(session, Some(unsupported(id, version)));
        }
        let modern = version.is_some();
        if modern && !has_capabilities(message) {
            let why = format!("_meta lacks {CAPABILITIES}");
            return reply.error(session, id, INVALID_PARAMS, &why);
        }
        let answer = match method {
            "initialize" if !modern => {
                self.state().client = name(message.param("clientInfo"));
                let version = message.text_param("protocolVersion");
                initialized(version.as_deref().unwrap_or_default())
            }
            "server/discover" => discovered(),
            "ping" if !modern => "{}".to_owned(),
            "tools/list" => {
                if message.param("cursor").is_some_and(|cursor| cursor.kind() != Kind::Null) {
                    return reply.error(session, id, INVALID_PARAMS, "there is one page of tools alone");
                }
                let rules = session.rules();
                let most = rules.guard().base.budgets.max_page_size;
                let more = if modern { format!(",{CACHED}") } else { String::new() };
                format!("{{\"tools\":{}{more}}}", tools(&self.own.allowed, GET, most))
            }
            "tools/call" => return self.call(id, message, (modern, caller), reply),
            _ => {
                let why = format!("there is no method {}", super::roots::shown(method));
                return reply.error(session, id, METHOD_NOT_FOUND, &why);
            }
        };
        reply.send(session, Some(result(id, &answer)));
    }

    fn cancel(&self, id: &Id) {
        for active in self.state().active.values().filter(|active| active.id == *id) {
            active.give_up();
        }
    }

    fn call(
        self: &Arc<Self>,
        id: &str,
        message: &Message<'_>,
        (modern, caller): (bool, &Caller),
        reply: &Reply,
    ) {
        let session = &self.session;
        let Some(tool) = message.text_param("name") else {
            return reply.error(session, id, INVALID_PARAMS, "the name of the tool is missing");
        };
        let known = match tool.as_ref() {
            RUN => !self.own.allowed.is_empty(),
            name => name == READ || name == GET,
        };
        if !known {
            let why = format!("there is no tool {}", super::roots::shown(&tool));
            return reply.error(session, id, INVALID_PARAMS, &why);
        }
        let Ok(stop) = Stop::new() else {
            return reply.error(session, id, INTERNAL_ERROR, "no descriptors are left");
        };
        let given_up = Arc::default();
        let number = {
            let mut state = self.state();
            if state.closed || state.active.len() >= self.most_calls {
                drop(state);
                let why = format!("{} calls are worked on; wait until one has ended", self.most_calls);
                return reply.send(session, Some(result(id, &refused(&why, modern))));
            }
            state.number.up(1);
            let number = state.number;
            let active = Active {
                id: Id::read(id).unwrap_or(Id::Null),
                stop: Arc::clone(&stop),
                given_up: Arc::clone(&given_up),
            };
            state.active.insert(number, active);
            number
        };
        let now = Instant::now();
        let text = |value: Json<'_>| value.text().to_owned();
        let asked = Asked {
            call: Call {
                id: id.to_owned(),
                method: "tools/call".to_owned(),
                tool: Some(tool.into_owned()),
                modern,
                from_start: true,
                rules: session.rules(),
                since: now,
                before: Duration::ZERO,
                until: None,
                sent: true,
                owner: caller.owner.clone(),
                own: None,
            },
            arguments: message.param("arguments").map(text),
            token: message.param("_meta").and_then(|meta| meta.get("progressToken")).map(text),
            // Without sessions many clients are one to weir: each message names its own.
            client: if modern { name(own_info(message)) } else { self.state().client.clone() },
            stop,
            given_up,
        };
        let (talk, answer) = (Arc::clone(self), reply.clone());
        let work = move || talk.work(number, &asked, &answer);
        let started = thread::Builder::new().name("call".to_owned()).stack_size(STACK_BYTES).spawn(work);
        if started.is_err() {
            self.ended(number);
            reply.error(session, id, INTERNAL_ERROR, "no thread can be started");
        }
    }

    /// Does a call, and answers it.
    fn work(self: &Arc<Self>, number: u64, asked: &Asked, reply: &Reply) {
        let modern = asked.call.modern;
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(asked)));
        let answer = answer.unwrap_or_else(|_| refused("a bug in weir", modern));
        let line =
            if asked.given_up.load(Ordering::Acquire) { None } else { Some(result(&asked.call.id, &answer)) };
        reply.send(&self.session, line);
        self.ended(number);
    }

    fn answer(self: &Arc<Self>, asked: &Asked) -> String {
        let modern = asked.call.modern;
        let arguments = asked.arguments.as_deref().and_then(|text| Json::parse(text).ok());
        let answer = match asked.call.tool.as_deref() {
            Some(RUN) => running::run(self, asked, arguments),
            Some(READ) => reading::read(self, asked, arguments),
            _ => {
                let stop = || asked.given_up.load(Ordering::Acquire);
                let asker = Asker { owner: asked.call.owner.as_deref(), stop: &stop };
                Ok(self.session.get(arguments, modern, &asked.call.rules, &asker))
            }
        };
        answer.unwrap_or_else(|why| refused(&why, modern))
    }

    fn ended(&self, number: u64) {
        self.state().active.remove(&number);
        self.fewer.notify_all();
    }

    /// The client has left: what runs is ended, and nothing more is begun. Returns when all calls have ended, or after a
    /// while.
    pub fn end(&self) {
        let until = Instant::now().checked_add(PARTING);
        let mut state = self.state();
        state.closed = true;
        for active in state.active.values() {
            active.give_up();
        }
        while let Some(left) = until.map(|until| until.saturating_duration_since(Instant::now()))
            && !left.is_zero()
            && !state.active.is_empty()
        {
            state = self.fewer.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(state);
        self.session.guarding.close();
    }
}

/// Whether a request without a session says what its client can do: it has to.
fn has_capabilities(message: &Message<'_>) -> bool {
    let capabilities = message.param("_meta").and_then(|meta| meta.get(CAPABILITIES));
    capabilities.is_some_and(|capabilities| capabilities.kind() == Kind::Object)
}

/// What a message without a session says of its client.
fn own_info<'a>(message: &Message<'a>) -> Option<Json<'a>> {
    message.param("_meta")?.get("io.modelcontextprotocol/clientInfo")
}

/// The name in what a client says of itself.
fn name(info: Option<Json<'_>>) -> Option<String> {
    let name = info?.get("name").and_then(Json::string)?;
    Some(name.chars().take(NAME_CHARS).collect())
}

/// The result of a call that was refused.
fn refused(why: &str, modern: bool) -> String {
    failed(&format!("weir: {why}"), modern).map_or_else(|| "{}".to_owned(), |result| result.get().to_owned())
}
