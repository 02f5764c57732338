//! What both directions share, and what either of them may do to a waiting call.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::apart::Aparts;
use super::caller::Caller;
use super::carry::Loss;
use super::catalog::Catalogs;
use super::facts::Facts;
use super::fetch::{Failure, Fetch};
use super::guarding::Guarding;
use super::in_flight::{Call, InFlight};
use super::journal::{Journal, Level, named};
use super::output::{Event, Outlet, Output};
use super::rules::Rules;
use crate::config::{HeaderFile, Watch};
use crate::mcp::get::Asker;
use crate::mcp::harden::{Figures, Keeping};
use crate::mcp::upstream::{Refusal, Server};
use crate::mcp::wire::{INTERNAL_ERROR, Id, error, error_object, tools_changed};
use crate::settings::guard::Guard;
use crate::text::json::Json;

/// The request that is answered by news for as long as it lasts: it has no time-out.
const SUBSCRIBE: &str = "subscriptions/listen";

/// How long weir waits for what it asks the server itself.
const OWN_PATIENCE: Duration = Duration::from_secs(60);

/// Where the settings come from.
#[derive(Debug)]
pub enum Settings {
    /// They stay as they are.
    Fixed(Arc<Guard>),
    /// They follow their file.
    Watched(Box<Watch>),
}

/// What a session is made of.
#[derive(Debug)]
pub struct Setup {
    /// The settings.
    pub settings: Settings,
    /// What is kept of originals.
    pub keeping: Keeping,
    /// The name of the session.
    pub session: String,
    /// A name for the server, as long as its own is not known.
    pub server: String,
    /// How long an answer is waited for.
    pub timeout: Option<Duration>,
    /// Where decisions are written.
    pub journal: Journal,
}

/// One client and one server.
pub struct Session {
    pub(super) in_flight: InFlight,
    pub(super) aparts: Aparts,
    pub(super) catalogs: Catalogs,
    header_file: Mutex<Option<HeaderFile>>,
    asked: AtomicU64,
    pub(in crate::mcp) facts: Facts,
    pub(in crate::mcp) output: Output,
    pub(super) journal: Journal,
    pub(in crate::mcp) guarding: Guarding,
    settings: Settings,
    rules: Mutex<Arc<Rules>>,
    timeout: Option<Duration>,
    /// Where lines go that are no messages.
    strays: Mutex<Box<dyn Write + Send>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Session")
    }
}

impl Session {
    /// A session whose client reads `output`; what is no message goes to `strays`.
    #[must_use]
    pub fn new(
        setup: Setup,
        output: Box<dyn Outlet>,
        strays: Box<dyn Write + Send>,
        events: Sender<Event>,
    ) -> Self {
        let Setup { settings, keeping, session, server, timeout, journal } = setup;
        let guard = match &settings {
            Settings::Fixed(guard) => Arc::clone(guard),
            Settings::Watched(watch) => watch.current().guard,
        };
        Self {
            in_flight: InFlight::default(),
            aparts: Aparts::default(),
            catalogs: Catalogs::default(),
            header_file: Mutex::default(),
            asked: AtomicU64::new(0),
            facts: Facts::default(),
            output: Output::new(output, events),
            journal,
            guarding: Guarding::new(&guard, keeping, session, server),
            settings,
            rules: Mutex::new(Arc::new(Rules::of(guard))),
            timeout,
            strays: Mutex::new(strays),
        }
    }

    /// The rules that hold now.
    pub(in crate::mcp) fn rules(&self) -> Arc<Rules> {
        let mut rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        let Settings::Watched(watch) = &self.settings else { return Arc::clone(&rules) };
        let now = watch.current();
        if let Some(trouble) = &now.trouble {
            self.journal.note(Level::Warn, &crate::text::one_line(trouble));
            self.stray(format!("weir: {}", crate::text::one_line(trouble)).as_bytes());
        }
        if !Arc::ptr_eq(rules.guard(), &now.guard) {
            let before = std::mem::replace(&mut *rules, Arc::new(Rules::of(now.guard)));
            self.guarding.follow(rules.guard());
            if rules.differ_in_tools(&before) && self.facts.tells_changes() {
                let subscription = self.in_flight.waiting_for(SUBSCRIBE);
                self.output.line(tools_changed(subscription.as_deref()).as_bytes());
            }
        }
        if let Some(changes) = now.changes {
            let keys: Vec<&str> = changes.keys().map(String::as_str).collect();
            self.journal.note(Level::Info, &format!("configuration changed: {}", named(&keys.join(" "))));
            self.guarding.records().config_changed(&changes);
        }
        Arc::clone(&rules)
    }

    /// Looks whether anything has changed; called often.
    pub(in crate::mcp) fn look(&self) {
        let _ = self.rules();
        if let Some(trouble) = self.guarding.records().trouble() {
            self.journal.note(Level::Warn, &crate::text::one_line(&trouble));
        }
    }

    /// Bytes of a message at most.
    pub(in crate::mcp) fn most_bytes(&self) -> usize {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner).guard().max_message_bytes
    }

    /// Records a call that weir's own server has answered.
    pub(in crate::mcp) fn own_call(&self, call: &Call, figures: &Figures, arrived: Instant) {
        self.guarding.own_call((&self.facts, &self.journal), call, figures, arrived);
    }

    /// The result of a call of the get tool, as JSON.
    pub(in crate::mcp) fn get(
        &self,
        arguments: Option<Json<'_>>,
        modern: bool,
        rules: &Rules,
        asker: &Asker<'_>,
    ) -> String {
        self.guarding.get(&self.facts, arguments, (modern, rules), asker)
    }

    /// The headers of the file that the settings name, for a server over HTTP.
    pub(super) fn file_headers(&self) -> Vec<(String, String)> {
        let rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner).guard().clone();
        let mut file = self.header_file.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(path) = &rules.header_file else {
            *file = None;
            return Vec::new();
        };
        let mut trouble = None;
        if file.as_ref().is_none_or(|file| file.path() != path) {
            match HeaderFile::open(path) {
                Ok(opened) => *file = Some(opened),
                Err(wrong) => trouble = Some(format!("{wrong}; the headers stay as they are")),
            }
        }
        let (headers, more) = file.as_mut().map(HeaderFile::current).unwrap_or_default();
        let headers = headers.to_vec();
        if let Some(trouble) = trouble.or(more) {
            self.journal.note(Level::Warn, &crate::text::one_line(&trouble));
            self.stray(format!("weir: {}", crate::text::one_line(&trouble)).as_bytes());
        }
        headers
    }

    /// Asks the server something for weir itself, and waits for the result.
    ///
    /// # Errors
    /// What the server answers instead.
    pub(super) fn ask(
        &self,
        server: &Server,
        method: &str,
        params: &str,
        (caller, stop): (&Caller, &dyn Fn() -> bool),
    ) -> Result<String, Failure> {
        let failure = |why: &str| Failure { error: error_object(INTERNAL_ERROR, why), refusal: None };
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        let id = format!("\"weir:{}:{number}\"", self.guarding.arms().session());
        let fetch = Arc::<Fetch>::default();
        let now = Instant::now();
        let call = Call {
            id: id.clone(),
            method: method.to_owned(),
            tool: None,
            modern: false,
            from_start: false,
            rules: self.rules(),
            since: now,
            before: Duration::ZERO,
            until: self.deadline(method, now),
            sent: false,
            owner: None,
            own: Some(Arc::clone(&fetch)),
        };
        let key = Id::read(&id).unwrap_or(Id::Null);
        self.in_flight.add(key.clone(), call).map_err(|why| failure(&why))?;
        let line =
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}\n");
        super::carry::send(
            self,
            server,
            line.as_bytes(),
            (std::slice::from_ref(&key), caller),
            Loss::Answered,
        );
        fetch.wait(OWN_PATIENCE, stop).unwrap_or_else(|| {
            drop(self.in_flight.take(&key));
            Err(failure("the upstream server does not list its tools"))
        })
    }

    /// When a call of this method is overdue.
    pub(super) fn deadline(&self, method: &str, now: Instant) -> Option<Instant> {
        self.timeout.filter(|_| method != SUBSCRIBE).and_then(|timeout| now.checked_add(timeout))
    }

    /// Answers a call by an error of weir's own.
    pub(super) fn fail(&self, call: &Call, why: &str) {
        let tool = call.tool.as_deref().unwrap_or(&call.method);
        self.journal.note(Level::Error, &format!("{}: {why}", named(tool)));
        match &call.own {
            Some(own) => own.give(Err(Failure { error: error_object(INTERNAL_ERROR, why), refusal: None })),
            None => self.output.line(error(&call.id, INTERNAL_ERROR, why).as_bytes()),
        }
    }

    /// The server refuses a call: with an answer of its own, or for this reason.
    pub(super) fn refuse(&self, call: &Call, refusal: &Refusal, line: Option<&str>, why: &str) {
        let tool = call.tool.as_deref().unwrap_or(&call.method);
        self.journal.note(Level::Error, &format!("{}: {why}", named(tool)));
        if let Some(own) = &call.own {
            let refusal = Some(refusal.clone());
            return own.give(Err(Failure { error: error_object(INTERNAL_ERROR, why), refusal }));
        }
        let own = || error(&call.id, INTERNAL_ERROR, why);
        self.output.refuse(&line.map_or_else(own, str::to_owned), refusal);
    }

    /// Answers every call that waits, and every later one, by an error.
    pub(super) fn fail_all(&self, why: &str) {
        for call in self.in_flight.close(why) {
            self.fail(&call, why);
        }
    }

    /// Puts a line of the server's aside that is no message.
    pub(super) fn stray(&self, line: &[u8]) {
        let mut strays = self.strays.lock().unwrap_or_else(PoisonError::into_inner);
        let end: &[u8] = if line.ends_with(b"\n") { b"" } else { b"\n" };
        let _ = strays.write_all(line).and_then(|()| strays.write_all(end)).and_then(|()| strays.flush());
    }
}
