//! Does `weir proxy`.

use std::fs::OpenOptions;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[cfg(feature = "listen")]
use crate::cli::configuration::watched;
use crate::cli::configuration::watched_from_start;
#[cfg(feature = "http")]
use crate::cli::configuration::wrong;
use crate::cli::exit::{self, End, Problem};
use crate::cli::listen::Listen;
use crate::cli::stdout::stdout;
use crate::cli::words::shown;
#[cfg(feature = "http")]
use crate::config::{HeaderFile, load};
use crate::config::{Sources, Watch};
use crate::mcp::harden::Keeping;
use crate::mcp::proxy::{Job, Journal, Level, Settings, Setup, Streams, Upstream, run as run_session};

/// What is asked for.
#[derive(Debug, PartialEq)]
pub struct Proxy {
    /// The server.
    pub upstream: Upstream,
    /// Where the settings come from.
    pub sources: Sources,
    /// What is kept of originals.
    pub keeping: Keeping,
    /// The name of the session, when it has one.
    pub session: Option<String>,
    /// How long an answer is waited for.
    pub timeout: Option<Duration>,
    /// Where decisions are written.
    pub log: Option<PathBuf>,
    /// Which of them.
    pub level: Level,
    /// Where clients come from, when they come over HTTP.
    pub listen: Option<Listen>,
}

impl Proxy {
    /// A session whose settings are these.
    fn job(&self, watch: Watch) -> Job {
        let setup = Setup {
            settings: Settings::Watched(Box::new(watch)),
            keeping: self.keeping.clone(),
            session: self.session.clone().unwrap_or_else(random_name),
            server: name(&self.upstream),
            timeout: self.timeout,
            journal: journal(self.log.as_deref(), self.level),
        };
        Job { upstream: self.upstream.clone(), setup }
    }
}

/// Runs a session to its end.
///
/// # Errors
/// Wrong settings; a server that cannot be started.
pub(in crate::cli) fn run(proxy: Proxy) -> Result<End, Problem> {
    check_header_file(&proxy)?;
    if let Some(listen) = proxy.listen.clone() {
        return listened(&listen, proxy);
    }
    let job = proxy.job(watched_from_start(&proxy.sources)?);
    let server = name(&proxy.upstream);
    let streams =
        Streams { input: Box::new(io::stdin()), output: Box::new(stdout()), strays: Box::new(io::stderr()) };
    exit::survive(|| {
        // Whatever the cause is: a client knows no other code for a server that is not there.
        let failed = |cause: io::Error| {
            Problem::start(&shown(&server), io::Error::new(io::ErrorKind::NotFound, cause))
        };
        run_session(job, streams).map(|status| End::Ran(status, None)).map_err(failed)
    })
}

/// Requests without a secret that belongs to them are worse than none: a file with headers is there from the start.
#[cfg(feature = "http")]
fn check_header_file(proxy: &Proxy) -> Result<(), Problem> {
    let Upstream::Place(_) = &proxy.upstream else { return Ok(()) };
    let loaded = load(&proxy.sources).map_err(wrong)?;
    match &loaded.config.merged.guard.header_file {
        Some(file) => HeaderFile::open(file).map(|_| ()).map_err(wrong),
        None => Ok(()),
    }
}

/// There is no server over HTTP.
#[cfg(not(feature = "http"))]
fn check_header_file(_: &Proxy) -> Result<(), Problem> {
    Ok(())
}

#[cfg(feature = "listen")]
fn listened(listen: &Listen, proxy: Proxy) -> Result<End, Problem> {
    let (sources, keeping) = (proxy.sources.clone(), proxy.keeping.clone());
    let job = move || match watched(&proxy.sources) {
        Ok((watch, _)) => Ok(proxy.job(watch)),
        Err(problem) => Err(io::Error::other(problem.to_string())),
    };
    let opener = crate::mcp::listen::Opener::Proxy(Box::new(job));
    crate::cli::listen::run(listen, crate::cli::listen::Shared { opener, sources, keeping })
}

#[cfg(not(feature = "listen"))]
fn listened(_: &Listen, _: Proxy) -> Result<End, Problem> {
    Err(Problem::usage("this build of weir has no --listen"))
}

/// What a server is called that has not reported its name: its program, or its host.
fn name(upstream: &Upstream) -> String {
    match upstream {
        Upstream::Command(command) => {
            command.first().map(|program| program.to_string_lossy().into_owned()).unwrap_or_default()
        }
        #[cfg(feature = "http")]
        Upstream::Place(target) => target.host(),
    }
}

/// A name that no other session has.
pub(in crate::cli) fn random_name() -> String {
    let mut bytes = [0_u8; 8];
    // Without randomness the process' number and the time have to do.
    if getrandom::fill(&mut bytes).is_err() {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        return format!("{}-{}", std::process::id(), since.as_nanos());
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The log. When it cannot be opened there is none, and a warning.
fn journal(log: Option<&std::path::Path>, level: Level) -> Journal {
    let Some(log) = log else { return Journal::default() };
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        crate::source::outlive_size_limits();
        // A pipe that nobody reads must not keep the calls waiting.
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.mode(0o600).custom_flags(i32::try_from(flags.bits()).unwrap_or(0));
    }
    match options.open(log) {
        Ok(file) => Journal::new(Some(file), level),
        Err(cause) => {
            exit::warn(&format!("failed to open the log {}", shown(&log.to_string_lossy())), &cause);
            Journal::default()
        }
    }
}
