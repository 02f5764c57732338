//! `weir run`: starts a command, answers for it, and ends as it ended.
//!
//! Whatever happens to the answer, the command runs to its own end, and its exit code is ours. Only when it succeeded
//! can trouble of weir's own be the exit code.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::exit::{self, End, Problem};
use super::filter::{Aspects, answer};
use super::suggest::{for_missing_program, for_script};
use super::words::shown;
use crate::settings::Settings;
use crate::source::{Child, How, Terms};

/// The number of SIGINT, everywhere.
const SIGINT: i32 = 2;

/// Goes to the folder of the command, if that is another one than ours.
pub(super) fn go_to(folder: Option<&Path>) -> Result<(), Problem> {
    let Some(folder) = folder else { return Ok(()) };
    std::env::set_current_dir(folder).map_err(|cause| {
        let folder = shown(&folder.to_string_lossy());
        Problem::unusable(cause).context(format!("cannot run in the folder {folder}"))
    })
}

/// Runs `command` and writes the answer to `out`.
pub(super) fn run(
    settings: &Settings,
    command: &[OsString],
    terms: Terms,
    reports: &[PathBuf],
    aspects: Aspects,
    out: &mut impl Write,
) -> Result<End, Problem> {
    let settings = &Settings { start: Some(SystemTime::now()), ..settings.clone() };
    let child = Child::spawn(command, terms).map_err(|cause| {
        let program = command.first().map(|program| program.to_string_lossy()).unwrap_or_default();
        let hint = if cause.kind() == io::ErrorKind::NotFound {
            for_missing_program(command)
        } else {
            for_script(command, cause.kind())
        };
        let problem = Problem::start(&shown(&program), cause);
        match hint {
            Some(hint) => problem.hint(hint),
            None => problem,
        }
    })?;
    answered(settings, child, reports, aspects, out)
}

/// Answers for a command that was started.
pub(super) fn answered(
    settings: &Settings,
    mut child: Child,
    reports: &[PathBuf],
    aspects: Aspects,
    out: &mut impl Write,
) -> Result<End, Problem> {
    let answered = exit::survive(|| answer(settings, &mut child, reports, aspects, out));
    let ending = child.outlast().map_err(Problem::input)?;
    Ok(match ending.how {
        How::Killed(SIGINT) => End::RanIntoInterrupt(answered.err()),
        how => End::Ran(how.status(), answered.err()),
    })
}
