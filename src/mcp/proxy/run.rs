//! A session from its start to its end.
//!
//! One thread carries the client's lines, one the server's, and one answers what is overdue. Each may have to wait for a
//! client that does not read. This one does not: it waits for the end of either side, for signals, and for the next
//! moment at which something is due.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::carry;
use super::closing::{Closing, Step};
use super::output::{Event, Outlet, Stream};
#[cfg(feature = "http")]
use super::over_http::Delivery;
use super::session::{Session, Setup};
use super::signals;
use crate::config::TIMER;
#[cfg(feature = "http")]
use crate::mcp::upstream::http::{Http, Target};
use crate::mcp::upstream::{Process, Reads, SIGNAL, Server, Watched};
use crate::mcp::wire::cancelled;

/// How often everything is looked at when nothing happens.
const GLANCE: Duration = TIMER;

/// How long the output of a server that has ended may stay open without a byte.
const LINGER: Duration = Duration::from_millis(500);

/// How long the exit status of a server may take that has closed its output.
const STATUS: Duration = Duration::from_millis(300);

/// How long requests are still answered, by errors, when the server has ended.
const PARTING: Duration = Duration::from_millis(200);

/// The shortest time between two looks.
const LEAST_PAUSE: Duration = Duration::from_millis(1);

/// Which server is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upstream {
    /// A program and its arguments.
    Command(Vec<OsString>),
    /// A place on the network.
    #[cfg(feature = "http")]
    Place(Target),
}

/// What is to be done.
#[derive(Debug)]
pub struct Job {
    /// The server.
    pub upstream: Upstream,
    /// The session.
    pub setup: Setup,
}

/// The streams of the client.
pub struct Streams {
    /// What it sends.
    pub input: Box<dyn Read + Send>,
    /// What it reads.
    pub output: Box<dyn Write + Send>,
    /// Where lines of the server go that are no messages.
    pub strays: Box<dyn Write + Send>,
}

impl std::fmt::Debug for Streams {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Streams")
    }
}

/// Everything that this thread waits for.
pub(super) struct Run {
    session: Arc<Session>,
    server: Arc<Server>,
    reads: Reads,
    /// The end that has begun, if any.
    closing: Option<Closing>,
    /// The exit status, when it is not the server's.
    status: Option<i32>,
    /// Whether the server prints nothing more.
    silent: bool,
    /// When it was seen that the server had ended.
    ended: Option<Instant>,
}

/// Runs a session to its end, and gives its exit status.
///
/// # Errors
/// When the server cannot be started.
pub fn run(job: Job, streams: Streams) -> io::Result<i32> {
    let Streams { input, output, strays } = streams;
    let (events, waiting) = channel();
    signals::report(events.clone())?;
    let run = begin(job, Box::new(Stream(output)), strays, &events)?;
    carry_client(&run.session, &run.server, input, events)?;
    Ok(run.wait(&waiting))
}

/// Begins a session whose client is not read yet.
pub(super) fn begin(
    job: Job,
    output: Box<dyn Outlet>,
    strays: Box<dyn Write + Send>,
    events: &Sender<Event>,
) -> io::Result<Run> {
    let session = |setup| Arc::new(Session::new(setup, output, strays, events.clone()));
    let reads = Reads::default();
    let (session, server) = match job.upstream {
        Upstream::Command(command) => {
            let (process, printed) = Process::start(&command)?;
            let (session, server) = (session(job.setup), Arc::new(Server::Process(process)));
            carry_server(&session, &server, Watched::new(printed, reads.clone()), events.clone())?;
            (session, server)
        }
        #[cfg(feature = "http")]
        Upstream::Place(target) => {
            let session = session(job.setup);
            let http = Http::new(target, Arc::new(Delivery::new(&session, events.clone())));
            (session, Arc::new(Server::Http(http)))
        }
    };
    watch_time(&session, &server)?;
    Ok(Run { session, server, reads, closing: None, status: None, silent: false, ended: None })
}

fn carry_client(
    session: &Arc<Session>,
    server: &Arc<Server>,
    input: Box<dyn Read + Send>,
    events: Sender<Event>,
) -> io::Result<()> {
    let (session, server) = (Arc::clone(session), Arc::clone(server));
    thread::Builder::new().name("client".to_owned()).spawn(move || {
        carry::survive(|| carry::client_lines(&session, &server, input));
        server.close_input();
        let _ = events.send(Event::ClientEnded);
    })?;
    Ok(())
}

fn carry_server(
    session: &Arc<Session>,
    server: &Arc<Server>,
    printed: impl Read + Send + 'static,
    events: Sender<Event>,
) -> io::Result<()> {
    let (session, server) = (Arc::clone(session), Arc::clone(server));
    thread::Builder::new().name("server".to_owned()).spawn(move || {
        carry::survive(|| carry::server_lines(&session, &server, printed));
        let _ = events.send(Event::ServerSilent);
    })?;
    Ok(())
}

impl Run {
    /// The session.
    #[cfg(feature = "listen")]
    pub(super) fn session(&self) -> Arc<Session> {
        Arc::clone(&self.session)
    }

    /// The server.
    #[cfg(feature = "listen")]
    pub(super) fn server(&self) -> Arc<Server> {
        Arc::clone(&self.server)
    }

    /// Waits for the end; gives the exit status.
    pub(super) fn wait(mut self, waiting: &Receiver<Event>) -> i32 {
        loop {
            match waiting.recv_timeout(self.patience()) {
                Ok(event) => self.obey(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => thread::sleep(GLANCE),
            }
            let now = Instant::now();
            let step = self.closing.as_mut().and_then(|closing| closing.due(now));
            match step {
                Some(Step::Terminate) => self.server.terminate(),
                Some(Step::Kill) => self.server.kill(),
                Some(Step::Leave) | None => {}
            }
            let ended = self.server.status();
            if ended.is_some() {
                self.ended.get_or_insert(now);
            }
            match ended {
                Some(status) if self.is_drained(now) => return self.end(status, waiting),
                _ if step == Some(Step::Leave) => return self.end(SIGNAL, waiting),
                _ => {}
            }
        }
    }

    /// Whether nothing more is to be expected of a server that has ended. Somebody else may hold its output open.
    fn is_drained(&self, now: Instant) -> bool {
        let since = self.ended.map(|ended| now.saturating_duration_since(ended));
        self.silent || (since >= Some(LINGER) && self.reads.waiting() >= LINGER)
    }

    /// How long nothing is due.
    fn patience(&self) -> Duration {
        let now = Instant::now();
        let next = self.closing.as_ref().and_then(Closing::moment);
        let next = next.map(|when| when.saturating_duration_since(now));
        let glance = if self.silent || self.ended.is_some() { LINGER.div_f32(10.0) } else { GLANCE };
        next.unwrap_or(glance).min(glance)
    }

    fn obey(&mut self, event: Event) {
        let now = Instant::now();
        match event {
            Event::ClientEnded | Event::ClientGone => {
                self.server.close_input();
                self.status.get_or_insert(0);
                self.closing.get_or_insert_with(|| Closing::patient(now));
            }
            Event::Signal(signal) => {
                self.server.close_input();
                let status = SIGNAL.saturating_add(signal);
                match &mut self.closing {
                    Some(closing) if self.status == Some(status) => closing.hurry(now),
                    closing => *closing = Some(Closing::urgent(now)),
                }
                self.status = Some(status);
            }
            Event::ServerSilent => {
                self.silent = true;
                // The output of a process is closed a moment before its status is known.
                let until = now.checked_add(STATUS);
                while self.server.status().is_none() && until.is_some_and(|until| Instant::now() < until) {
                    thread::sleep(STATUS.div_f32(100.0));
                }
                if self.server.status().is_none() {
                    // Nothing can be answered any more.
                    let _ = self.tell("the upstream server closed its output".to_owned());
                    self.server.close_input();
                    self.closing.get_or_insert_with(|| Closing::patient(now));
                }
            }
        }
    }

    /// Answers all calls that wait by an error, in a thread of its own: the client may not read. Something comes when it
    /// is done.
    fn tell(&self, why: String) -> Receiver<()> {
        let (done, reported) = channel();
        let session = Arc::clone(&self.session);
        let _ = thread::Builder::new().name("parting".to_owned()).spawn(move || {
            session.fail_all(&why);
            let _ = done.send(());
        });
        reported
    }

    /// The server has ended: whoever waits gets to know.
    fn end(mut self, status: i32, waiting: &Receiver<Event>) -> i32 {
        let how = match status.checked_sub(SIGNAL) {
            Some(signal) if signal > 0 => format!("signal {signal}"),
            _ => format!("exit status {status}"),
        };
        let reported = self.tell(format!("the upstream server ended ({how})"));
        // A client that wants the end and does not read is not waited for.
        let mut until = self.closing.as_ref().and_then(|_| Instant::now().checked_add(PARTING));
        while let Err(RecvTimeoutError::Timeout) = reported.recv_timeout(PARTING.div_f32(10.0)) {
            if waiting.try_iter().any(|event| self.wants_the_end(event)) && until.is_none() {
                until = Instant::now().checked_add(PARTING);
            }
            if until.is_some_and(|until| until <= Instant::now()) {
                break;
            }
        }
        if self.status.is_none() {
            let until = Instant::now().checked_add(PARTING);
            while let Some(left) = until.map(|until| until.saturating_duration_since(Instant::now()))
                && !left.is_zero()
            {
                match waiting.recv_timeout(left) {
                    Ok(Event::ServerSilent) => {}
                    Ok(_) | Err(_) => break,
                }
            }
        }
        self.session.aparts.stop();
        self.server.kill();
        self.server.part();
        self.session.guarding.close();
        self.status.unwrap_or(status)
    }

    /// Whether somebody wants the end when the server has ended already. A signal decides the exit status.
    fn wants_the_end(&mut self, event: Event) -> bool {
        if let Event::Signal(signal) = event {
            self.status = Some(SIGNAL.saturating_add(signal));
        }
        event != Event::ServerSilent
    }
}

/// Looks after the settings and after calls that waited too long, until the session is gone.
fn watch_time(session: &Arc<Session>, server: &Arc<Server>) -> io::Result<()> {
    let (session, server) = (Arc::downgrade(session), Arc::downgrade(server));
    thread::Builder::new().name("time".to_owned()).spawn(move || {
        while let (Some(session), Some(server)) = (session.upgrade(), server.upgrade()) {
            let now = Instant::now();
            carry::survive(|| {
                session.look();
                time_out(&session, &server, now);
            });
            let next = session.in_flight.next_due();
            drop((session, server));
            let next = next.map(|when| when.saturating_duration_since(Instant::now()));
            thread::sleep(next.unwrap_or(GLANCE).clamp(LEAST_PAUSE, GLANCE));
        }
    })?;
    Ok(())
}

/// Answers calls that waited too long, and lets the server know that nobody waits any more.
fn time_out(session: &Session, server: &Arc<Server>, now: Instant) {
    for call in session.in_flight.overdue(now) {
        let waited = call.until.unwrap_or(now).saturating_duration_since(call.since);
        let why = format!("the upstream server did not answer within {:.1} s", waited.as_secs_f64());
        session.fail(&call, &why);
        // A client may not cancel this one.
        if call.method != "initialize" {
            let (server, line) = (Arc::clone(server), cancelled(&call.id, &why) + "\n");
            // A server that does not read must not hold up the others' time.
            let _ = thread::Builder::new().spawn(move || server.send(line.as_bytes(), &[], &[]));
        }
    }
}
