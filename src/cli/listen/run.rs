//! Does `--listen`.

use std::io;
use std::sync::Arc;

use super::board::Numbers;
use super::resolve::Listen;
use crate::cli::configuration::watched_from_start;
use crate::cli::exit::{self, End, Problem};
use crate::cli::stats;
use crate::config::Sources;
use crate::mcp::harden::Keeping;
use crate::mcp::listen::{Listening, Opener, serve};

/// What is served.
pub(in crate::cli) struct Shared {
    /// Opens sessions.
    pub(in crate::cli) opener: Opener,
    /// Where the settings come from.
    pub(in crate::cli) sources: Sources,
    /// What is kept of originals.
    pub(in crate::cli) keeping: Keeping,
}

/// Serves until the end.
///
/// # Errors
/// Wrong settings; an address that cannot be listened at.
pub(in crate::cli) fn run(listen: &Listen, shared: Shared) -> Result<End, Problem> {
    let Shared { opener, sources, keeping } = shared;
    let guard = watched_from_start(&sources)?.current().guard;
    let listening = Listening {
        address: listen.address,
        token: listen.token.clone(),
        hosts: listen.hosts.clone(),
        most_bytes: guard.max_message_bytes,
        opener,
        board: Arc::new(Numbers::new(guard.telemetry.dir.clone(), move || {
            stats::look(&sources, keeping.place.clone(), keeping.key.clone())
        })),
        ready: Box::new(|address| exit::tell(&format!("listening on http://{address}/mcp"))),
    };
    exit::survive(|| {
        let failed = |cause: io::Error| {
            Problem::unusable(cause)
                .context(format!("failed to listen on {}", listen.address))
                .hint("another program may listen there; another port may be free")
        };
        serve(listening).map(|status| End::Ran(status, None)).map_err(failed)
    })
}
