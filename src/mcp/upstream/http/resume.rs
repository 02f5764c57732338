//! The stream that answers a call of a session. One that ends before its answer is resumed after its last event that has an
//! id: the call itself is never sent again, and nothing is passed on twice.

use std::collections::HashSet;
use std::io::{self, Read};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use ureq::Agent;

use super::calls::Number;
use super::events::{Event, Events};
use super::exchange::{EVENTS, Exchange, deliver, get, is_given_up, kind, reply};
use super::place::Shared;
use crate::budget::Count as _;
use crate::mcp::wire::{Shape, shape};

/// How long a server is left alone that does not say how long it wants to be.
const RETRY: Duration = Duration::from_millis(100);
/// The longest time that it can ask for.
const MOST_RETRY: Duration = Duration::from_secs(5);
/// How often it is looked whether somebody still waits.
const GLANCE: Duration = Duration::from_millis(50);
/// Streams in a row without any event.
const MOST_SILENT: u32 = 5;
/// Ids of events that are remembered.
const MOST_IDS: usize = 10_000;

/// What was heard so far.
#[derive(Default)]
struct Heard {
    last: Option<String>,
    retry: Option<Duration>,
    /// The ids of events that were passed on.
    ids: HashSet<String>,
    silent: u32,
}

/// Delivers the events of a stream, and of those that go on with it.
pub(super) fn stream(
    shared: &Shared,
    exchange: &Exchange,
    (number, agent): (Number, &Agent),
    body: Box<dyn Read>,
) -> io::Result<()> {
    let mut heard = Heard::default();
    let mut ended = heard.hear(shared, exchange, number, body);
    while heard.goes_on(shared, exchange, number) {
        let Some(last) = heard.wait(shared, number) else { break };
        let Ok(response) = get(shared, agent, Some(&last), &exchange.headers).call() else {
            heard.silent.up(1);
            continue;
        };
        if response.status().is_server_error() {
            heard.silent.up(1);
            continue;
        }
        if !response.status().is_success() || kind(&response) != EVENTS {
            break;
        }
        ended = heard.hear(shared, exchange, number, Box::new(response.into_body().into_reader()));
    }
    ended
}

/// Whether nobody waits for anything of this call.
fn is_over(shared: &Shared, number: Number) -> bool {
    is_given_up(shared, number) || shared.urgent.load(Ordering::Relaxed)
}

impl Heard {
    /// Whether the stream is to be asked for again: somebody waits for an answer that did not come.
    fn goes_on(&self, shared: &Shared, exchange: &Exchange, number: Number) -> bool {
        let is_session = exchange.head.version.is_none();
        let waits = || exchange.requests.iter().any(|id| shared.deliver.waits(id));
        is_session && self.last.is_some() && self.silent < MOST_SILENT && !is_over(shared, number) && waits()
    }

    /// Leaves the server alone for a while. Gives the id after which the stream goes on, if somebody still waits.
    fn wait(&self, shared: &Shared, number: Number) -> Option<String> {
        let begun = Instant::now();
        let pause = self.retry.unwrap_or(RETRY).min(MOST_RETRY);
        while begun.elapsed() < pause {
            if is_over(shared, number) {
                return None;
            }
            thread::sleep(GLANCE.min(pause.saturating_sub(begun.elapsed())));
        }
        self.last.clone().filter(|_| !is_over(shared, number))
    }

    /// Delivers the events of one stream to its end.
    fn hear(
        &mut self,
        shared: &Shared,
        exchange: &Exchange,
        number: Number,
        body: Box<dyn Read>,
    ) -> io::Result<()> {
        let resumed = self.last.is_some();
        let mut events = Events::new(body);
        let ended = loop {
            let event = events.next(shared.deliver.most_bytes());
            let id = events.last_id().filter(|id| Some(*id) != self.last.as_deref()).map(str::to_owned);
            let is_new = id.as_ref().is_none_or(|id| {
                let is_known = self.ids.contains(id);
                if self.ids.len() < MOST_IDS {
                    self.ids.insert(id.clone());
                }
                !(resumed && is_known)
            });
            self.last = id.or_else(|| self.last.take());
            match event {
                Ok(Event::Data(_)) if !is_new => {}
                Ok(Event::Data(line)) => deliver(shared, exchange, &line),
                Ok(Event::Rest(line)) => {
                    // What is no answer comes again when the stream is resumed.
                    if self.last.is_none() || exchange.head.version.is_some() || is_answer(exchange, &line) {
                        deliver(shared, exchange, &line);
                    }
                }
                Ok(Event::TooLong(bytes)) => reply(shared, shared.deliver.too_long(events.skim(), bytes)),
                Ok(Event::End) => break Ok(()),
                Err(cause) => break Err(cause),
            }
            if is_over(shared, number) {
                break Ok(());
            }
        };
        self.retry = events.retry().or(self.retry);
        self.silent = if events.whole() > 0 { 0 } else { self.silent.saturating_add(1) };
        ended
    }
}

/// Whether a line answers one of these requests.
fn is_answer(exchange: &Exchange, line: &str) -> bool {
    match shape(line) {
        Shape::One(message) => {
            message.method.is_none() && message.key().is_some_and(|id| exchange.requests.contains(&id))
        }
        _ => false,
    }
}
