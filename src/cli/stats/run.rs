//! Counts and prints.

use std::io::{self, Write};
use std::path::PathBuf;

use super::{html, text};
use crate::cli::exit::{End, Problem};
use crate::cli::words::shown;
use crate::telemetry::{self, Check, Checked, Query, Tally};

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
    /// Whether a few numbers are enough.
    pub health: bool,
    /// Where a page for a browser is written, instead of numbers.
    pub html: Option<PathBuf>,
    /// What is asserted.
    pub checks: Vec<Check>,
}

/// Does it.
pub(in crate::cli) fn run(job: &Stats, out: &mut impl Write) -> Result<End, Problem> {
    let tally = job.query.run().map_err(|error| match error.source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Problem::gone(&error),
        _ => Problem::input(&io::Error::new(error.source.kind(), error)),
    })?;
    if !job.checks.is_empty() {
        return check(&job.checks, &tally, out);
    }
    if let Some(file) = &job.html {
        let written = std::fs::write(file, html::page(&tally));
        written.map_err(|cause| Problem::output(&shown(&file.to_string_lossy()), &cause))?;
        return Ok(End::Told);
    }
    let text = match (job.form, job.health) {
        (Form::Text, false) => text::screen(&tally),
        (Form::Text, true) => text::health(&tally),
        (Form::Json, false) => format!("{}\n", telemetry::summary(&tally)),
        (Form::Json, true) => format!("{}\n", telemetry::health(&tally)),
        (Form::Prometheus, _) => telemetry::prometheus(&tally),
    };
    print(&text, out)?;
    Ok(End::Told)
}

fn print(text: &str, out: &mut impl Write) -> Result<(), Problem> {
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|cause| Problem::output("the numbers", &cause))
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
                let nothing = io::Error::other(format!(
                    "nothing was recorded that {} could be held against",
                    check.name()
                ));
                failed = failed.or(Some(Problem::gone(&nothing)));
            }
        }
    }
    failed.map_or(Ok(End::Told), Err)
}
