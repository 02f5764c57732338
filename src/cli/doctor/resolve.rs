//! What was meant by `weir doctor`.

use super::args::DoctorArgs;
use super::run::Doctor;
use crate::cli::exit::Problem;
use crate::cli::resolve::answer_format;
use crate::cli::setup::{can_be_in, client, places, program_in};
use crate::cli::surroundings::Surroundings;

/// Decides what is tried.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn resolve(typed: &DoctorArgs, surroundings: &Surroundings) -> Result<Doctor, Problem> {
    let client = typed.agent.as_deref().map(client).transpose()?;
    can_be_in(client)?;
    let text = |name| surroundings.variable(name).map(|value| value.to_string_lossy().into_owned());
    let path = surroundings.variable("PATH").cloned();
    Ok(Doctor {
        client,
        places: places(surroundings)?,
        format: answer_format(typed.format.as_deref()),
        own: program_in(path.as_deref())
            .ok_or_else(|| Problem::usage("the path of weir itself is not known"))?,
        path,
        off: text("WEIR"),
        bash_env: text("BASH_ENV"),
        shell: text("SHELL"),
        venv: text("VIRTUAL_ENV"),
        most: text("BASH_MAX_OUTPUT_LENGTH"),
    })
}
