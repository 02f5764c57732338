//! What there is to do, decided and checked; and its doing.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use clap_complete::Shell;

use super::exit::{End, ExitBy, Problem};
use super::show::Show;
use super::stdout::stdout;
use super::{batch, completions, filter, man, run, runners, show};
use crate::batch::Batch;
use crate::settings::{AnswerFormat, Settings};
use crate::source::Input;
use crate::store::Place;

/// One job.
#[derive(Debug, PartialEq)]
pub enum Job {
    /// Reads the inputs and answers.
    Filter {
        /// How.
        settings: Settings,
        /// What is read, in this order.
        inputs: Vec<Input>,
        /// Reports of the same run.
        reports: Vec<PathBuf>,
        /// Where the original goes.
        place: Option<Place>,
        /// What the exit code follows.
        exit_by: ExitBy,
    },
    /// Runs a command and answers for it.
    Run {
        /// How.
        settings: Settings,
        /// The program and its arguments.
        command: Vec<OsString>,
        /// The time after which it is ended.
        limit: Option<Duration>,
        /// Reports of the same run.
        reports: Vec<PathBuf>,
        /// Where its output is kept.
        place: Option<Place>,
    },
    /// Judges many logs.
    Batch {
        /// What and how.
        batch: Box<Batch>,
        /// What the exit code follows.
        exit_by: ExitBy,
    },
    /// Shows what is stored.
    Show(Box<Show>),
    /// Lists the runners.
    Runners(AnswerFormat),
    /// Prints a shell's completion script.
    Completions(Shell),
    /// Writes the manual pages into a folder.
    Man(PathBuf),
    /// Prints a text: help or the version.
    Tell(String),
}

/// Does a job.
///
/// # Errors
/// Reading the input, or writing what was asked for.
pub fn run(job: Job) -> Result<End, Problem> {
    let mut out = stdout();
    let end = match job {
        Job::Filter { settings, inputs, reports, place, exit_by } => {
            return filter::run(&settings, inputs, &reports, place, exit_by, &mut out);
        }
        Job::Run { settings, command, limit, reports, place } => {
            return run::run(&settings, &command, limit, &reports, place, &mut out);
        }
        Job::Batch { batch, exit_by } => return batch::run(&batch, exit_by, &mut out),
        Job::Show(show) => return show::run(&show, &mut out),
        Job::Runners(format) => runners::write(format, &mut out),
        Job::Completions(shell) => completions::write(shell, &mut out),
        Job::Man(folder) => return man::write(&folder),
        Job::Tell(text) => out.write_all(text.as_bytes()),
    };
    end.and_then(|()| out.flush()).map_err(|cause| Problem::output("to standard output", &cause))?;
    Ok(End::Told)
}
