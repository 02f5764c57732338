//! A session, and the clients that wait for its answers.
//!
//! In a session of the protocol there is one client, and its messages go on as they are. What has no session shares a
//! server: ids and tokens of progress are replaced on the way there and put back on the way home, so that two clients that
//! count from 1 never get each other's answers.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::lane::{Item, Lane, Lines, lane};
use super::opener::{Opener, Talk};
use super::ticket::Ticket;
use super::turns::Turns;
use super::waiter::{Waiter, id, token, with};
use crate::budget::Count as _;
use crate::mcp::proxy::{Caller, Haste, Loss, Outlet};
use crate::mcp::upstream::Refusal;
use crate::mcp::wire::{Id, METHOD_NOT_FOUND, Message, Repeating, Shape, cancelled, error, range_of, shape};
use crate::text::json::Json;

/// Lines that are kept for a client that listens to nothing at the moment.
const MOST_KEPT: usize = 100;
/// Bytes of them.
const KEPT_BYTES: usize = 1024 * 1024;
/// The member of `_meta` that says which subscription a message belongs to.
const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// Whose session it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// One client's.
    One,
    /// That of all clients without a session.
    All,
}

#[derive(Debug, Default)]
struct State {
    waiters: HashMap<Id, VecDeque<Waiter>>,
    /// The stream for what nobody asked for.
    general: Option<Lane>,
    /// What waits for it.
    kept: VecDeque<String>,
    number: u64,
    touched: Option<Instant>,
}

impl State {
    /// Whether somebody waits for an answer, or listens. Who has closed the stream does not.
    fn is_used(&self) -> bool {
        !self.waiters.is_empty() || self.general.as_ref().is_some_and(Lane::is_open)
    }
}

/// A session and its clients.
#[derive(Debug)]
pub(super) struct Hub {
    of: Of,
    state: Mutex<State>,
    talk: OnceLock<Talk>,
    turns: Turns,
    ended: AtomicBool,
}

/// Takes the lines of a session, and gives them to whom they are for.
struct Exit {
    /// A session holds its exit: when nobody else knows the hub any more, both are gone.
    hub: Weak<Hub>,
    line: Vec<u8>,
}

impl Write for Exit {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(line.trim_ascii_end());
        if let Some(hub) = self.hub.upgrade() {
            hub.deliver(&text);
        }
        Ok(())
    }
}

impl Outlet for Exit {
    fn refuse(&mut self, line: &str, refusal: &Refusal) -> bool {
        self.hub.upgrade().is_some_and(|hub| hub.refuse(line, refusal))
    }
}

impl Hub {
    /// Opens a session. May start a process.
    pub(super) fn open(of: Of, opener: &Opener) -> io::Result<Arc<Self>> {
        let hub = Arc::new(Self {
            of,
            state: Mutex::default(),
            talk: OnceLock::new(),
            turns: Turns::default(),
            ended: AtomicBool::new(false),
        });
        hub.touch();
        let exit = Exit { hub: Arc::downgrade(&hub), line: Vec::new() };
        let ending = Arc::downgrade(&hub);
        let ended = move || {
            if let Some(hub) = ending.upgrade() {
                hub.end();
            }
        };
        let talk = opener.open(of, Box::new(exit), Box::new(ended))?;
        let _ = hub.talk.set(talk);
        Ok(hub)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session is over: nobody waits any more.
    fn end(&self) {
        self.ended.store(true, Ordering::Release);
        let mut state = self.state();
        state.waiters.clear();
        state.general = None;
    }

    /// Whether the session is over.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    /// Whether nothing can be sent any more: the session is over, or its server has ended just now.
    pub(super) fn is_gone(&self) -> bool {
        self.has_ended() || self.talk.get().is_some_and(Talk::is_over)
    }

    /// The first header of a call that does not say what its argument says.
    pub(super) fn differs(&self, call: &Repeating<'_>) -> Option<String> {
        self.talk.get()?.differs(call)
    }

    /// Begins the end of the session.
    pub(super) fn close(&self, haste: Haste) {
        if let Some(talk) = self.talk.get() {
            talk.close(haste);
        }
    }

    fn touch(&self) {
        self.state().touched = Some(Instant::now());
    }

    /// As if nobody had used the session for a while.
    #[cfg(all(test, unix))]
    pub(super) fn rest(&self, pause: Duration) {
        self.state().touched = Instant::now().checked_sub(pause);
    }

    /// How long nobody has used the session; no time while somebody waits or listens.
    pub(super) fn idle(&self) -> Duration {
        let state = self.state();
        let is_used = state.is_used();
        state.touched.filter(|_| !is_used).map_or(Duration::ZERO, |touched| touched.elapsed())
    }

    /// Whether somebody waits for an answer, or listens.
    pub(super) fn is_used(&self) -> bool {
        self.state().is_used()
    }

    /// The turns of messages to the server.
    pub(super) const fn turns(&self) -> &Turns {
        &self.turns
    }

    /// Sends a line to the server. May wait for it to read. Gives whether it is taken care of: what one server of all
    /// clients without a session did not get, another may take.
    pub(super) fn send(&self, line: &str, caller: &Caller) -> bool {
        let loss = match self.of {
            Of::One => Loss::Answered,
            Of::All => Loss::Reported,
        };
        self.talk.get().is_some_and(|talk| talk.line(format!("{line}\n").as_bytes(), caller, loss))
    }

    /// Enters the requests of a message of a client. Gives the line for the server, and where the answers come.
    pub(super) fn enter(self: &Arc<Self>, text: &str, requests: &[Message<'_>]) -> (String, Ticket, Lines) {
        let (lane, lines) = lane();
        let due = Arc::new(AtomicUsize::new(requests.len()));
        let mut parts = Vec::new();
        let mut state = self.state();
        state.touched = Some(Instant::now());
        state.number.up(1);
        let number = state.number;
        for (at, request) in requests.iter().enumerate() {
            let Some(asked) = request.id else { continue };
            let written = asked.text().to_owned();
            let token = token(request);
            let (sent, token) = match self.of {
                Of::One => (written.clone(), token.map(|token| (Id::of(token), token.text().to_owned()))),
                Of::All => {
                    let own = if at == 0 { number.to_string() } else { format!("\"{number}.{at}\"") };
                    parts.extend(range_of(text, asked.text()).map(|range| (range, own.clone())));
                    let token = token.map(|token| {
                        parts.extend(range_of(text, token.text()).map(|range| (range, own.clone())));
                        (id(&own), token.text().to_owned())
                    });
                    (own, token)
                }
            };
            let may_cancel = request.method.as_deref() != Some("initialize");
            let key = id(&sent);
            let waiter = Waiter {
                lane: lane.clone(),
                due: Arc::clone(&due),
                number,
                written,
                sent,
                token,
                may_cancel,
            };
            state.waiters.entry(key).or_default().push_back(waiter);
        }
        drop(state);
        (with(text, parts), Ticket::new(self, number), lines)
    }

    /// Nobody waits for the answers to a message any more. Gives the lines for the server.
    pub(super) fn leave(&self, number: u64) -> Vec<String> {
        let mut state = self.state();
        state.touched = Some(Instant::now());
        let mut lines = Vec::new();
        state.waiters.retain(|_, waiters| {
            waiters.retain(|waiter| {
                let leaves = waiter.number == number;
                if leaves && waiter.may_cancel {
                    lines.push(cancelled(&waiter.sent, "the client has closed its stream"));
                }
                !leaves
            });
            !waiters.is_empty()
        });
        lines
    }

    /// The client has cancelled a request: nobody waits for its answer any more.
    pub(super) fn cancel(&self, id: &Id) {
        let may_cancel =
            self.state().waiters.get(id).and_then(VecDeque::front).is_some_and(|waiter| waiter.may_cancel);
        let Some(waiter) = may_cancel.then(|| self.take(id)).flatten() else { return };
        if waiter.due.fetch_sub(1, Ordering::AcqRel) <= 1 {
            waiter.lane.give(Item::Over);
        }
    }

    /// Gives what nobody asked for to this stream from now on; an older one ends.
    pub(super) fn listen(&self) -> Lines {
        let (lane, lines) = lane();
        let mut state = self.state();
        state.touched = Some(Instant::now());
        for line in std::mem::take(&mut state.kept) {
            lane.send(Item::Line(line));
        }
        state.general = Some(lane);
        lines
    }

    /// Gives a line of the session to whom it is for.
    fn deliver(&self, line: &str) {
        match shape(line) {
            Shape::One(message) => self.one(line, &message),
            Shape::Batch(batch) if self.of == Of::One => self.batch(line, batch),
            Shape::Batch(batch) => {
                batch.elements().for_each(|element| self.one(element.text(), &Message::of(element)));
            }
            Shape::Other | Shape::Blank | Shape::NotJson => {}
        }
    }

    fn one(&self, line: &str, message: &Message<'_>) {
        let line = line.replace('\r', " ");
        match (message.method.as_deref(), message.id) {
            (None, Some(answered)) => self.answer(&line, answered),
            (None, None) => {}
            (Some(_), Some(asked)) if self.of == Of::All => {
                // Without sessions a server asks by its answers alone.
                let refusal = error(asked.text(), METHOD_NOT_FOUND, "no client is asked by requests here");
                self.send(&refusal, &Caller::default());
            }
            (Some(method), _) => self.news(method, line, message),
        }
    }

    /// Takes out who waits for an answer.
    fn take(&self, answered: &Id) -> Option<Waiter> {
        let mut state = self.state();
        state.touched = Some(Instant::now());
        let waiters = state.waiters.get_mut(answered)?;
        let waiter = waiters.pop_front();
        if waiters.is_empty() {
            state.waiters.remove(answered);
        }
        waiter
    }

    fn answer(&self, line: &str, answered: Json<'_>) {
        let Some(waiter) = self.take(&Id::of(answered)) else { return };
        let Some(line) = self.homeward(line, &waiter) else { return };
        let is_last = waiter.due.fetch_sub(1, Ordering::AcqRel) <= 1;
        waiter.lane.give(if is_last { Item::Last(line) } else { Item::Part(line) });
    }

    /// An answer with the id that the client wrote.
    fn homeward(&self, line: &str, waiter: &Waiter) -> Option<String> {
        match self.of {
            Of::One => Some(line.to_owned()),
            Of::All => match shape(line) {
                // The line is another text than the one that was read.
                Shape::One(Message { id: Some(id), .. }) => {
                    let range = range_of(line, id.text());
                    let parts = range.map(|range| (range, waiter.written.clone()));
                    Some(with(line, parts.into_iter().collect()))
                }
                _ => None,
            },
        }
    }

    /// The server refuses a request. Gives whether somebody gets to know.
    fn refuse(&self, line: &str, refusal: &Refusal) -> bool {
        let Shape::One(Message { id: Some(answered), .. }) = shape(line) else { return false };
        let Some(waiter) = self.take(&Id::of(answered)) else { return false };
        let Some(line) = self.homeward(line, &waiter) else { return false };
        let is_last = waiter.due.fetch_sub(1, Ordering::AcqRel) <= 1;
        waiter.lane.give(if is_last { Item::Refused(line, refusal.clone()) } else { Item::Part(line) });
        true
    }

    /// Several messages at once go to whoever waits for the first answer in them.
    fn batch(&self, line: &str, batch: Json<'_>) {
        let ids = batch.elements().filter_map(|element| {
            let message = Message::of(element);
            if message.method.is_some() { None } else { message.id }
        });
        let waiters: Vec<Waiter> = ids.filter_map(|id| self.take(&Id::of(id))).collect();
        let Some(first) = waiters.first() else { return self.unasked(line.to_owned()) };
        let last = waiters.iter().map(|waiter| waiter.due.fetch_sub(1, Ordering::AcqRel)).min();
        let line = line.to_owned();
        first.lane.give(if last <= Some(1) { Item::Last(line) } else { Item::Part(line) });
    }

    /// A notification, or a request of the server's.
    fn news(&self, method: &str, line: String, message: &Message<'_>) {
        let of_token = (method == "notifications/progress").then(|| message.param("progressToken")).flatten();
        if let Some(token) = of_token {
            return self.progress(&line, &Id::of(token));
        }
        let subscription = || message.param("_meta")?.get(SUBSCRIPTION);
        if let Some(subscription) = subscription() {
            let waiter = self.state().waiters.get(&Id::of(subscription)).and_then(|all| all.front().cloned());
            let Some(waiter) = waiter else { return };
            let line = match (self.of, shape(&line)) {
                (Of::All, Shape::One(message)) => {
                    let own = message.param("_meta").and_then(|meta| meta.get(SUBSCRIPTION));
                    let range = own.and_then(|own| range_of(&line, own.text()));
                    with(&line, range.map(|range| (range, waiter.written.clone())).into_iter().collect())
                }
                _ => line,
            };
            waiter.lane.send(Item::Line(line));
            return;
        }
        self.unasked(line);
    }

    fn progress(&self, line: &str, token: &Id) {
        let waiter = {
            let state = self.state();
            let mut all = state.waiters.values().flatten();
            all.find(|waiter| waiter.token.as_ref().is_some_and(|(known, _)| known == token)).cloned()
        };
        let Some(waiter) = waiter else { return };
        let line = match (self.of, shape(line), &waiter.token) {
            (Of::All, Shape::One(message), Some((_, written))) => {
                let range = message.param("progressToken").and_then(|own| range_of(line, own.text()));
                with(line, range.map(|range| (range, written.clone())).into_iter().collect())
            }
            _ => line.to_owned(),
        };
        waiter.lane.send(Item::Line(line));
    }

    /// What belongs to no request in particular: it goes to the client's youngest one, else to the stream for such
    /// things. Among several clients it is nobody's, unless one alone waits.
    fn unasked(&self, line: String) {
        let mut state = self.state();
        let youngest = match self.of {
            Of::One => state.waiters.values().flatten().max_by_key(|waiter| waiter.number),
            Of::All if state.waiters.len() == 1 => state.waiters.values().flatten().next(),
            Of::All => return,
        };
        if youngest.is_some_and(|waiter| waiter.lane.send(Item::Line(line.clone()))) || self.of == Of::All {
            return;
        }
        let line = match state.general.clone() {
            Some(lane) if lane.send(Item::Line(line.clone())) => return,
            _ => line,
        };
        state.general = None;
        state.kept.push_back(line);
        while state.kept.len() > MOST_KEPT
            || state.kept.iter().map(String::len).fold(0_usize, usize::saturating_add) > KEPT_BYTES
        {
            state.kept.pop_front();
        }
    }
}
