//! What a server over HTTP sends, given to the session.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use super::carry;
use super::journal::Level;
use super::output::Event;
use super::session::Session;
use crate::mcp::upstream::Refusal;
use crate::mcp::upstream::http::Deliver;
use crate::mcp::wire::{Id, Skim};

/// Takes what the server sends.
#[derive(Debug)]
pub struct Delivery {
    session: Arc<Session>,
    events: Mutex<Sender<Event>>,
}

impl Delivery {
    /// Gives all to a session, and reports the end.
    pub fn new(session: &Arc<Session>, events: Sender<Event>) -> Self {
        Self { session: Arc::clone(session), events: Mutex::new(events) }
    }
}

impl Deliver for Delivery {
    fn line(&self, line: &str) {
        carry::survive(|| carry::to_client(&self.session, line));
    }

    fn too_long(&self, skim: &Skim, bytes: u64) -> Vec<String> {
        self.session.too_long_for_client(skim, bytes, self.session.most_bytes())
    }

    fn failed(&self, requests: &[Id], why: &str) {
        for call in requests.iter().filter_map(|id| self.session.in_flight.take(id)) {
            self.session.fail(&call, why);
        }
    }

    fn refused(&self, requests: &[Id], refusal: &Refusal, line: Option<&str>, why: &str) {
        for call in requests.iter().filter_map(|id| self.session.in_flight.take(id)) {
            self.session.refuse(&call, refusal, line, why);
        }
    }

    fn waits(&self, id: &Id) -> bool {
        self.session.in_flight.waits(id)
    }

    fn note(&self, what: &str) {
        self.session.journal.note(Level::Warn, &crate::text::one_line(what));
    }

    fn most_bytes(&self) -> usize {
        self.session.most_bytes()
    }

    fn ended(&self) {
        let _ = self.events.lock().unwrap_or_else(PoisonError::into_inner).send(Event::ServerSilent);
    }
}
