//! The main job: inputs in, answer out.

use std::io::Write;
use std::path::PathBuf;

use super::exit::{End, ExitBy, Problem};
use crate::filter::{self, FilterError};
use crate::settings::Settings;
use crate::source::{Input, Inputs, Signals};

/// Reads `inputs` in order and writes the answer to `out`.
pub(super) fn run(
    settings: &Settings,
    inputs: Vec<Input>,
    reports: &[PathBuf],
    exit_by: ExitBy,
    out: &mut impl Write,
) -> Result<End, Problem> {
    // Without handlers the answer is as good; only an interruption then ends it at once.
    let signals = Signals::install().ok();
    let mut source = Inputs::new(inputs, signals.as_ref());
    let mut end = filter::run(settings, &mut source, reports, out).map_err(|error| match error {
        FilterError::Read(cause) => Problem::input(&cause),
        FilterError::Write(cause) => Problem::output("the answer", &cause),
    })?;
    end.signal = end.signal.or(signals.as_ref().and_then(Signals::interrupted_by));
    out.flush().map_err(|cause| Problem::output("the answer", &cause))?;
    Ok(End::Answered(end, exit_by))
}
