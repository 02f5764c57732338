//! Calls that weir answers in threads of their own, because they take a while: other calls go on meanwhile.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::caller::Caller;
use super::carry::{Loss, forward};
use super::rules::Rules;
use super::session::Session;
use super::{index, listing};
use crate::budget::Count as _;
use crate::mcp::get::Asker;
use crate::mcp::upstream::Server;
use crate::mcp::wire::{INTERNAL_ERROR, Id, Message, Shape, error, result, shape};

/// Such calls at once.
const MOST: usize = 64;
/// The stack of a call's thread: what is read may be nested.
const STACK_BYTES: usize = 8 * 1024 * 1024;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something stored.
    Get,
    /// The list of tools, as an index.
    List,
    /// Tools of the index.
    Tools,
    /// A call of a tool by its name.
    Call,
}

/// A call that is answered apart.
pub struct Apart {
    /// What it asks for.
    pub kind: Kind,
    /// The whole message.
    pub message: String,
    /// Its id as it is written.
    pub id: String,
    /// Whether it is of the era without sessions.
    pub modern: bool,
    /// The rules that held when it came.
    pub rules: Arc<Rules>,
}

impl std::fmt::Debug for Apart {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Apart").field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl PartialEq for Apart {
    fn eq(&self, other: &Self) -> bool {
        self.message == other.message
    }
}

impl Eq for Apart {}

/// A call while it is answered.
pub(super) struct Asked<'a> {
    pub(super) session: &'a Session,
    pub(super) server: &'a Server,
    pub(super) message: &'a Message<'a>,
    pub(super) apart: &'a Apart,
    /// Who sent it.
    pub(super) caller: &'a Caller,
    /// Whether nobody waits for the answer any more.
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
}

/// Calls by their numbers, each with what stops it.
type Stops = HashMap<u64, (Id, Arc<AtomicBool>)>;

/// The calls that are being answered, and the last number.
#[derive(Debug, Default)]
pub struct Aparts(Mutex<(u64, Stops)>);

impl Aparts {
    fn all(&self) -> MutexGuard<'_, (u64, Stops)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, id: Id) -> Option<(u64, Arc<AtomicBool>)> {
        let mut all = self.all();
        if all.1.len() >= MOST {
            return None;
        }
        all.0.up(1);
        let (number, stop) = (all.0, Arc::<AtomicBool>::default());
        all.1.insert(number, (id, Arc::clone(&stop)));
        Some((number, stop))
    }

    fn end(&self, number: u64) {
        self.all().1.remove(&number);
    }

    /// The client has given up a call.
    pub fn cancel(&self, id: &Id) {
        let all = self.all();
        all.1
            .values()
            .filter(|(known, _)| known == id)
            .for_each(|(_, stop)| stop.store(true, Ordering::Release));
    }

    /// Nobody waits for anything any more.
    pub fn stop(&self) {
        self.all().1.values().for_each(|(_, stop)| stop.store(true, Ordering::Release));
    }
}

/// Answers a call apart. A call that is cancelled is not answered.
pub fn begin(session: &Arc<Session>, server: &Arc<Server>, apart: Apart, caller: &Caller, loss: Loss) {
    let key = Id::read(&apart.id).unwrap_or(Id::Null);
    let Some((number, stop)) = session.aparts.begin(key) else {
        let why = format!("{MOST} calls are worked on; try again");
        return session.output.line(error(&apart.id, INTERNAL_ERROR, &why).as_bytes());
    };
    let (ours, caller, id) = (Arc::clone(session), caller.clone(), apart.id.clone());
    let server = Arc::clone(server);
    let work = move || {
        super::carry::survive(|| answer(&ours, &server, &apart, (&caller, loss), &stop));
        ours.aparts.end(number);
    };
    let started = thread::Builder::new().name("apart".to_owned()).stack_size(STACK_BYTES).spawn(work);
    if started.is_err() {
        session.aparts.end(number);
        session.output.line(error(&id, INTERNAL_ERROR, "no thread can be started").as_bytes());
    }
}

fn answer(
    session: &Arc<Session>,
    server: &Arc<Server>,
    apart: &Apart,
    (caller, loss): (&Caller, Loss),
    stop: &AtomicBool,
) {
    let Shape::One(message) = shape(&apart.message) else { return };
    let stopped = || stop.load(Ordering::Acquire);
    let asked = Asked { session, server, message: &message, apart, caller, stop: &stopped };
    let answered = match apart.kind {
        Kind::Get => Ok(got(&asked)),
        Kind::List => listing::listed(&asked),
        Kind::Tools => index::found(&asked),
        Kind::Call => {
            match index::called(&asked) {
                Ok(line) => forward(session, server, &line, caller, loss),
                Err(reply) if !stopped() => session.output.line(reply.as_bytes()),
                Err(_) => {}
            }
            return;
        }
    };
    if stopped() {
        return;
    }
    match answered {
        Ok(text) => session.output.line(result(&apart.id, &text).as_bytes()),
        Err(failure) => {
            let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"error\":{}}}", apart.id, failure.error);
            match &failure.refusal {
                Some(refusal) => session.output.refuse(&line, refusal),
                None => session.output.line(line.as_bytes()),
            }
        }
    }
}

fn got(asked: &Asked<'_>) -> String {
    let Asked { session, message, apart, .. } = asked;
    let asker = Asker { owner: asked.caller.owner.as_deref(), stop: asked.stop };
    session.get(message.param("arguments"), apart.modern, &apart.rules, &asker)
}
