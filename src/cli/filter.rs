//! The main job: inputs in, answer out.

use std::io::Write;
use std::path::PathBuf;

use super::exit::{self, End, ExitBy, Problem};
use crate::filter::{self, FilterError, Keeping};
use crate::settings::Settings;
use crate::source::{Input, Inputs, Signals};
use crate::store::{Place, Recorder};

/// Reads `inputs` in order and writes the answer to `out`.
pub(super) fn run(
    settings: &Settings,
    inputs: Vec<Input>,
    reports: &[PathBuf],
    place: Option<Place>,
    exit_by: ExitBy,
    out: &mut impl Write,
) -> Result<End, Problem> {
    // Without handlers the answer is as good; only an interruption then ends it at once.
    let signals = Signals::install().ok();
    let mut source = Inputs::new(inputs, signals.as_ref());
    let mut recorder = place.map(|place| Recorder::new(place, settings.redaction));
    let keeping = recorder.as_mut().map_or(Keeping::Nothing, Keeping::Record);
    let mut end =
        filter::run_kept(settings, &mut source, reports, out, keeping).map_err(|error| match error {
            FilterError::Read(cause) => Problem::input(&cause),
            FilterError::Write(cause) => Problem::output("the answer", &cause),
        })?;
    end.signal = end.signal.or(signals.as_ref().and_then(Signals::interrupted_by));
    out.flush().map_err(|cause| Problem::output("the answer", &cause))?;
    if let Some(trouble) = recorder.as_ref().and_then(Recorder::trouble) {
        exit::warn("the input was not stored", trouble);
    }
    Ok(End::Answered(end, exit_by))
}
