//! Does `weir mcp`.

use std::io::{self, Write};
use std::sync::Arc;

#[cfg(feature = "listen")]
use crate::cli::configuration::watched;
use crate::cli::configuration::watched_from_start;
use crate::cli::exit::{self, End, Problem};
use crate::cli::listen::Listen;
use crate::cli::proxy::random_name;
use crate::cli::stdout::stdout;
use crate::config::{Sources, Watch};
use crate::mcp::harden::Keeping;
use crate::mcp::proxy::{Journal, Settings, Setup, Streams};
use crate::mcp::serve::{Own, serve};

/// What is asked for.
#[derive(Debug, PartialEq)]
pub enum Mcp {
    /// A server.
    Serve(Box<Serve>),
    /// A part of a client's configuration.
    Print {
        /// The part.
        text: String,
        /// Where it belongs, for people.
        place: String,
    },
}

/// A server.
#[derive(Debug)]
pub struct Serve {
    /// What its tools may do.
    pub own: Arc<Own>,
    /// Where the settings come from.
    pub sources: Sources,
    /// What is kept of originals.
    pub keeping: Keeping,
    /// The name of the session, when it has one.
    pub session: Option<String>,
    /// Where clients come from, when they come over HTTP.
    pub listen: Option<Listen>,
}

impl PartialEq for Serve {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.own, &other.own)
    }
}

impl Serve {
    /// A session whose settings are these.
    fn setup(&self, watch: Watch) -> Setup {
        Setup {
            settings: Settings::Watched(Box::new(watch)),
            keeping: self.keeping.clone(),
            session: self.session.clone().unwrap_or_else(random_name),
            server: "weir".to_owned(),
            timeout: None,
            journal: Journal::default(),
        }
    }
}

/// Serves, or prints.
///
/// # Errors
/// Wrong settings; what cannot be started or written.
pub(in crate::cli) fn run(mcp: Mcp, out: &mut impl Write) -> Result<End, Problem> {
    match mcp {
        Mcp::Print { text, place } => {
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            written.map_err(|cause| Problem::output("the configuration", cause))?;
            exit::tell(&place);
            Ok(End::Reported)
        }
        Mcp::Serve(serve) => served(&serve),
    }
}

fn served(job: &Serve) -> Result<End, Problem> {
    if let Some(listen) = &job.listen {
        return listened(listen, job);
    }
    let setup = job.setup(watched_from_start(&job.sources)?);
    let streams =
        Streams { input: Box::new(io::stdin()), output: Box::new(stdout()), strays: Box::new(io::stderr()) };
    exit::survive(|| {
        let failed = |cause: io::Error| Problem::start("weir", cause);
        serve(Arc::clone(&job.own), setup, streams).map(|status| End::Ran(status, None)).map_err(failed)
    })
}

#[cfg(feature = "listen")]
fn listened(listen: &Listen, job: &Serve) -> Result<End, Problem> {
    let more = Serve {
        own: Arc::clone(&job.own),
        sources: job.sources.clone(),
        keeping: job.keeping.clone(),
        session: job.session.clone(),
        listen: None,
    };
    let setup = move || match watched(&more.sources) {
        Ok((watch, _)) => Ok(more.setup(watch)),
        Err(problem) => Err(io::Error::other(problem.to_string())),
    };
    let opener = crate::mcp::listen::Opener::Own(Arc::clone(&job.own), Box::new(setup));
    let shared =
        crate::cli::listen::Shared { opener, sources: job.sources.clone(), keeping: job.keeping.clone() };
    crate::cli::listen::run(listen, shared)
}

#[cfg(not(feature = "listen"))]
fn listened(_: &Listen, _: &Serve) -> Result<End, Problem> {
    Err(Problem::usage("this build of weir has no --listen"))
}
