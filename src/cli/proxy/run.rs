//! Does `weir proxy`.

use std::fs::OpenOptions;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::cli::exit::{self, End, Problem};
use crate::cli::stdout::stdout;
use crate::cli::words::shown;
use crate::mcp::proxy::{Job, Journal, Level, Setup, Streams, Upstream, run as run_session};
use crate::settings::guard::{Guard, Switch};

/// What is asked for.
#[derive(Debug, PartialEq)]
pub struct Proxy {
    /// The server.
    pub upstream: Upstream,
    /// How long an answer is waited for.
    pub timeout: Option<Duration>,
    /// Where decisions are written.
    pub log: Option<PathBuf>,
    /// Which of them.
    pub level: Level,
}

/// Runs a session to its end.
///
/// # Errors
/// When the server cannot be started.
pub(in crate::cli) fn run(proxy: Proxy) -> Result<End, Problem> {
    let setup = Setup {
        guard: Arc::new(Guard::default()),
        store: Switch::On,
        redact: Switch::On,
        session: String::new(),
        timeout: proxy.timeout,
        journal: journal(proxy.log.as_deref(), proxy.level),
    };
    let program = match &proxy.upstream {
        Upstream::Command(command) => {
            shown(&command.first().map(|program| program.to_string_lossy()).unwrap_or_default())
        }
        #[cfg(feature = "http")]
        Upstream::Place(_) => "the proxy".to_owned(),
    };
    let streams =
        Streams { input: Box::new(io::stdin()), output: Box::new(stdout()), strays: Box::new(io::stderr()) };
    let job = Job { upstream: proxy.upstream, setup };
    exit::survive(|| {
        // Whatever the cause is: a client knows no other code for a server that is not there.
        let failed =
            |cause: io::Error| Problem::start(&program, &io::Error::new(io::ErrorKind::NotFound, cause));
        run_session(job, streams).map(|status| End::Ran(status, None)).map_err(failed)
    })
}

/// The log. When it cannot be opened there is none, and a warning.
fn journal(log: Option<&std::path::Path>, level: Level) -> Journal {
    let Some(log) = log else { return Journal::default() };
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(log) {
        Ok(file) => Journal::new(Some(file), level),
        Err(cause) => {
            exit::warn(&format!("failed to open the log {}", shown(&log.to_string_lossy())), &cause);
            Journal::default()
        }
    }
}
