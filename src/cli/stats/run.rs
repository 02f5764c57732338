//! Counts and prints.

use std::io::{self, Write};
use std::path::PathBuf;

use super::{agents, text};
use crate::agents::Folders;
use crate::cli::exit::{End, Problem};
use crate::cli::words::shown;
use crate::telemetry::{self, Check, Checked, Command, Condition, Query, Tally, page};
use crate::text::time::Time;

/// The form of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people: one screen.
    Text,
    /// JSON.
    Json,
    /// The text format of Prometheus.
    Prometheus,
}

/// A call of `weir stats`.
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    /// What is counted.
    pub query: Query,
    /// The form.
    pub form: Form,
    /// What is around the calls, when a few numbers are enough.
    pub health: Option<Condition>,
    /// Where a page for a browser is written, instead of numbers.
    pub html: Option<PathBuf>,
    /// What is asserted.
    pub checks: Vec<Check>,
}

/// A call of `weir stats --agents`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfAgents {
    /// Where weir's own files for agents are.
    pub(super) folders: Folders,
    /// From when on.
    pub(super) since: Option<Time>,
    /// Up to when.
    pub(super) until: Option<Time>,
    /// The form.
    pub(super) form: Form,
}

/// Counts what weir did in the shells of agents.
pub(in crate::cli) fn run_of_agents(job: &OfAgents, out: &mut impl Write) -> Result<End, Problem> {
    let all = agents::sums(&job.folders, job.since, job.until);
    if all.is_empty() {
        let nothing = io::Error::other("weir counts no agent's runs");
        return Err(
            Problem::gone(nothing).hint("weir setup AGENT --stats turns it on; nothing leaves this machine")
        );
    }
    print(&if job.form == Form::Json { agents::json(&all) } else { agents::text(&all) }, out)?;
    Ok(End::Reported)
}

/// Does it.
pub(in crate::cli) fn run(job: &Stats, out: &mut impl Write) -> Result<End, Problem> {
    let tally = job.query.run().map_err(|error| match error.source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Problem::gone(error),
        _ => Problem::input(io::Error::new(error.source.kind(), error)),
    })?;
    if !job.checks.is_empty() {
        return check(&job.checks, &tally, out);
    }
    if let Some(file) = &job.html {
        let written = std::fs::write(file, page::dashboard(&tally));
        written.map_err(|cause| Problem::output(&shown(&file.to_string_lossy()), cause))?;
        return Ok(End::Reported);
    }
    if let Some(condition) = &job.health {
        return health(&tally, condition, job.form, out);
    }
    let text = match job.form {
        Form::Text if job.query.command == Some(Command::Pack) => text::packs(&tally.packs),
        Form::Text => text::screen(&tally),
        Form::Json => format!("{}\n", telemetry::summary(&tally)),
        Form::Prometheus => telemetry::prometheus(&tally),
    };
    print(&text, out)?;
    Ok(End::Reported)
}

/// How it goes. When it is failing, that is the problem.
fn health(tally: &Tally, condition: &Condition, form: Form, out: &mut impl Write) -> Result<End, Problem> {
    let health = telemetry::health(tally, condition);
    let text = match form {
        Form::Json => format!("{}\n", health.body),
        Form::Text | Form::Prometheus => text::health(tally, &health),
    };
    print(&text, out)?;
    if health.code == telemetry::HEALTHY {
        Ok(End::Reported)
    } else {
        Err(Problem::refuted(health.reasons.join("; ")))
    }
}

fn print(text: &str, out: &mut impl Write) -> Result<(), Problem> {
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|cause| Problem::output("the numbers", cause))
}

/// Holds every check against what was counted; the first one that fails is the problem.
fn check(checks: &[Check], tally: &Tally, out: &mut impl Write) -> Result<End, Problem> {
    let mut failed = None;
    for check in checks {
        match check.against(tally) {
            Checked::Holds(text) => print(&format!("{text}\n"), out)?,
            Checked::Fails(text) => {
                print(&format!("{text}\n"), out)?;
                failed = failed.or(Some(Problem::refuted(text)));
            }
            Checked::Nothing => {
                let nothing =
                    io::Error::other(format!("there are no records to check {} against", check.name()));
                failed = failed.or(Some(Problem::gone(nothing)));
            }
        }
    }
    failed.map_or(Ok(End::Reported), Err)
}
