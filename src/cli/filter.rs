//! The main job: inputs in, answer out.

use std::io::Write;
use std::path::PathBuf;

use super::exit::{End, ExitBy, Problem};
use crate::filter::{self, FilterError};
use crate::settings::Settings;
use crate::source::{self, Input};

/// Reads `inputs` in order and writes the answer to `out`.
pub(super) fn run(
    settings: &Settings,
    inputs: Vec<Input>,
    reports: &[PathBuf],
    exit_by: ExitBy,
    out: &mut impl Write,
) -> Result<End, Problem> {
    let mut source = source::open(inputs);
    let end = filter::run(settings, source.as_mut(), reports, out).map_err(|error| match error {
        FilterError::Read(cause) => Problem::input(&cause),
        FilterError::Write(cause) => Problem::output("the answer", &cause),
    })?;
    out.flush().map_err(|cause| Problem::output("the answer", &cause))?;
    Ok(End::Answered(end, exit_by))
}
