//! A session whose client is no pipe: its lines come one by one, from any thread.

use std::io::{self, Write};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::caller::Caller;
use super::carry::{self, Loss};
use super::output::{Event, Outlet};
use super::run::{Job, begin};
use super::session::Session;
use crate::mcp::upstream::Server;
use crate::mcp::wire::Repeating;

/// How fast a session is brought to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haste {
    /// The server has time to end by itself.
    Patient,
    /// It is asked at once.
    Urgent,
}

/// A session.
#[derive(Debug)]
pub struct Talk {
    session: Arc<Session>,
    server: Arc<Server>,
    events: Mutex<Sender<Event>>,
}

impl Talk {
    /// Opens a session. Lines for the client go to `output`; `ended` is called when the session is over.
    ///
    /// # Errors
    /// When the server cannot be started.
    pub fn open(
        job: Job,
        output: Box<dyn Outlet>,
        strays: Box<dyn Write + Send>,
        ended: Box<dyn FnOnce() + Send>,
    ) -> io::Result<Self> {
        let (events, waiting) = channel();
        let run = begin(job, output, strays, &events)?;
        let talk = Self { session: run.session(), server: run.server(), events: Mutex::new(events) };
        thread::Builder::new().name("session".to_owned()).spawn(move || {
            carry::survive(|| {
                run.wait(&waiting);
            });
            ended();
        })?;
        Ok(talk)
    }

    /// Takes a line of the client. May wait for the server to read. Gives whether it is taken care of.
    pub fn line(&self, line: &[u8], caller: &Caller, loss: Loss) -> bool {
        let mut taken = true;
        carry::survive(|| taken = carry::client_line(&self.session, &self.server, line, caller, loss));
        taken
    }

    /// Whether the server has ended: nothing more can be sent to it.
    pub fn is_over(&self) -> bool {
        self.server.status().is_some()
    }

    /// The first header of a call that does not say what its argument says, as far as the tools were listed.
    pub fn differs(&self, call: &Repeating<'_>) -> Option<String> {
        // A server over HTTP judges by itself.
        match *self.server {
            Server::Process(_) => self.session.facts.mirrors().differs(call),
            #[cfg(feature = "http")]
            Server::Http(_) => None,
        }
    }

    /// Begins the end.
    pub fn close(&self, haste: Haste) {
        const TERMINATE: i32 = 15;
        let event = match haste {
            Haste::Patient => Event::ClientEnded,
            Haste::Urgent => Event::Signal(TERMINATE),
        };
        let _ = self.events.lock().unwrap_or_else(PoisonError::into_inner).send(event);
    }
}
