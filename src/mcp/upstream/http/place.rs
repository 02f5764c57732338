//! Where the server is, and what is known of it between two messages.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::http::{HeaderName, HeaderValue, Uri};

use super::calls::{Calls, Era, MOST_AT_ONCE, Number};
use super::closing;
use super::exchange::{self, Exchange};
use super::head::Head;
use crate::mcp::upstream::Refusal;
use crate::mcp::wire::{Id, Mirrors, Skim};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(30);

/// How long a connection is used again. Servers close those that rest, some after two seconds, and a request that is sent
/// just then is lost: it may have arrived, so it is not sent twice.
const IDLE: Duration = Duration::from_secs(1);

/// The same for a server on this machine: another connection costs nothing there, and one that rested may lead to a server
/// that is about to be replaced.
const IDLE_HERE: Duration = Duration::from_millis(10);

/// Takes what a server sends.
pub trait Deliver: Send + Sync {
    /// A message, on one line.
    fn line(&self, line: &str);
    /// A message that is too long, skimmed; gives the answers that are for the server.
    fn too_long(&self, skim: &Skim, bytes: u64) -> Vec<String>;
    /// These requests, as far as they were not answered, get no answer.
    fn failed(&self, requests: &[Id], why: &str);
    /// These requests are refused, with an answer of the server's own or for this reason.
    fn refused(&self, requests: &[Id], refusal: &Refusal, line: Option<&str>, why: &str);
    /// Whether somebody waits for the answer to this request.
    fn waits(&self, id: &Id) -> bool;
    /// Something that is not as it should be, for a log.
    fn note(&self, what: &str);
    /// Bytes of a message at most.
    fn most_bytes(&self) -> usize;
    /// The server is not asked any more.
    fn ended(&self);
}

/// A server over HTTP, as it was named. The headers are secret: they are never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Target {
    /// Its URL.
    pub url: String,
    /// Names and values of the headers of every request.
    pub headers: Vec<(String, String)>,
}

impl Target {
    /// Its host.
    #[must_use]
    pub fn host(&self) -> String {
        let host = self.url.parse::<Uri>().ok().and_then(|url| url.host().map(str::to_owned));
        host.unwrap_or_default()
    }

    /// How long a connection to it is used again.
    fn idle(&self) -> Duration {
        let host = self.host();
        let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is_here = address.map_or(host.eq_ignore_ascii_case("localhost"), |address| address.is_loopback());
        if is_here { IDLE_HERE } else { IDLE }
    }

    /// Checks that requests can be made of it.
    ///
    /// # Errors
    /// What is wrong, without the value of a header.
    pub fn check(&self) -> Result<(), String> {
        let scheme = self.url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        if !matches!(scheme.as_deref(), Some("http" | "https")) || self.url.parse::<Uri>().is_err() {
            return Err("--url must be a URL that begins with http:// or https://".to_owned());
        }
        if cfg!(not(feature = "https")) && scheme.as_deref() == Some("https") {
            return Err("this build of weir has no https: build it with --features https, or put \
                        'npx mcp-remote URL' after '--'"
                .to_owned());
        }
        for (name, value) in &self.headers {
            if HeaderName::try_from(name).is_err() || HeaderValue::try_from(value).is_err() {
                return Err("--header must be 'NAME: VALUE' in plain chars".to_owned());
            }
        }
        Ok(())
    }
}

impl std::fmt::Debug for Target {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Target")
    }
}

/// What changes from message to message.
#[derive(Default)]
pub(super) struct Known {
    /// The id of the session, when the server gave one.
    pub(super) session: Option<String>,
    /// The version that was agreed on in `initialize`.
    pub(super) agreed: Option<String>,
    /// The version that the last request without a session named.
    pub(super) named: Option<String>,
    /// The headers of the last message that had some: what is asked for beside messages has them, too. They are secret.
    pub(super) headers: Vec<(String, String)>,
    /// The headers of a file. They are secret.
    pub(super) file: Vec<(String, String)>,
    /// Calls that are being answered.
    pub(super) calls: Calls,
    /// The arguments of tools that go into headers.
    pub(super) mirrors: Mirrors,
    /// Whether the server's own stream is being listened to.
    pub(super) listening: bool,
    /// The exit status, when everything is over.
    pub(super) status: Option<i32>,
}

/// What the threads share.
pub(super) struct Shared {
    /// Sends what is no call.
    pub(super) agent: Agent,
    pub(super) target: Target,
    pub(super) deliver: Arc<dyn Deliver>,
    known: Mutex<Known>,
    pub(super) changed: Condvar,
    /// Whether nothing more is sent.
    pub(super) closing: AtomicBool,
    /// Whether nobody waits for answers any more.
    pub(super) urgent: AtomicBool,
}

impl Shared {
    /// The headers of a request: its own, and those of all requests. Of one name the first counts.
    pub(super) fn headers(&self, own: &[(String, String)]) -> Vec<(String, String)> {
        let file = self.known().file.clone();
        own.iter().chain(&self.target.headers).cloned().chain(file).collect()
    }

    pub(super) fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until no call waits, or it is urgent, or the time is over.
    pub(super) fn wait_for_calls(&self, most: Duration) {
        let until = Instant::now().checked_add(most);
        let mut known = self.known();
        while known.calls.waiting() > 0 && !self.urgent.load(Ordering::Relaxed) {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return;
            }
            let pause = left.unwrap_or(CONNECT).min(CONNECT);
            known = self.changed.wait_timeout(known, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Shared {
    /// The thread of a call has ended.
    fn ended(&self, number: Number) {
        self.known().calls.end(number, self.target.idle());
        self.changed.notify_all();
    }
}

/// A server over HTTP.
pub struct Http(Arc<Shared>);

impl std::fmt::Debug for Http {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Http")
    }
}

impl Http {
    /// A server at a place. Nothing is sent yet.
    #[must_use]
    pub fn new(target: Target, deliver: Arc<dyn Deliver>) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // Headers must not go where they were not meant to go.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_connect(Some(CONNECT))
            .max_idle_age(target.idle())
            .user_agent(concat!("weir/", env!("CARGO_PKG_VERSION")))
            .build();
        Self(Arc::new(Shared {
            agent: config.into(),
            target,
            deliver,
            known: Mutex::default(),
            changed: Condvar::new(),
            closing: AtomicBool::new(false),
            urgent: AtomicBool::new(false),
        }))
    }

    /// Sends a line. Requests are answered beside; anything else has arrived when this returns, so that it comes before
    /// what is sent later. `headers` are those of this message; of two with one name they count.
    pub fn send(&self, line: &[u8], requests: &[Id], headers: &[(String, String)]) {
        let head = Head::of(line);
        let exchange = Exchange {
            line: line.trim_ascii().to_vec(),
            head,
            requests: requests.to_vec(),
            headers: headers.to_vec(),
        };
        if !headers.is_empty() {
            self.0.known().headers = headers.to_vec();
        }
        if requests.is_empty() {
            return exchange::notify(&self.0, &exchange);
        }
        let era = if exchange.head.version.is_some() { Era::Modern } else { Era::Sessions };
        // A connection can be closed only with all others of its agent.
        let fresh = || Agent::new_with_config(self.0.agent.config().clone());
        let begun = self.0.known().calls.begin(requests, era, fresh);
        let Some((number, agent)) = begun else {
            let why = format!("upstream: {MOST_AT_ONCE} calls wait for their answers already");
            return self.0.deliver.failed(requests, &why);
        };
        let shared = Arc::clone(&self.0);
        let started = thread::Builder::new().name("upstream".to_owned()).spawn(move || {
            exchange::ask(&shared, &exchange, number, &agent);
            shared.ended(number);
        });
        if started.is_err() {
            self.0.ended(number);
            self.0.deliver.failed(requests, "upstream: no thread is left for this call");
        }
    }

    /// Every request has these headers, unless it has others of their names.
    pub fn keep_headers(&self, headers: Vec<(String, String)>) {
        self.0.known().file = headers;
    }

    /// Nothing more is sent: what is asked is still answered, then the session ends.
    pub fn close_input(&self) {
        if !self.0.closing.swap(true, Ordering::Relaxed) {
            closing::begin(&self.0);
        }
    }

    /// Nobody waits for answers any more.
    pub fn terminate(&self) {
        self.0.urgent.store(true, Ordering::Relaxed);
        self.0.changed.notify_all();
    }

    /// It is over: no connection is left open.
    pub fn kill(&self) {
        self.terminate();
        let agents = {
            let mut known = self.0.known();
            known.status.get_or_insert(0);
            known.calls.give_up_all()
        };
        agents.into_iter().chain([self.0.agent.clone()]).for_each(Agent::shutdown);
    }

    /// The exit status, when it is over.
    #[must_use]
    pub fn status(&self) -> Option<i32> {
        self.0.known().status
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_to_a_server_on_this_machine_rests_only_for_a_moment() {
        let idle = |url: &str| Target { url: url.to_owned(), headers: Vec::new() }.idle();
        for here in ["http://127.0.0.1:9/mcp", "http://LOCALHOST/mcp", "https://[::1]:9/mcp"] {
            assert_eq!(idle(here), IDLE_HERE, "{here}");
        }
        for elsewhere in ["https://example.com/mcp", "http://10.0.0.1:9/mcp", "http://localhost.example.com"]
        {
            assert_eq!(idle(elsewhere), IDLE, "{elsewhere}");
        }
    }
}
