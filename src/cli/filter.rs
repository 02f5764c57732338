//! The main job: inputs in, answer out.

use std::io::Write;
use std::path::PathBuf;

use super::exit::{self, End, ExitBy, Problem};
use crate::filter::{self, FilterEnd, FilterError, Keeping};
use crate::settings::Settings;
use crate::source::{Input, Inputs, Signals, Source};
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
    let mut end = answer(settings, &mut source, reports, place, out)?;
    end.signal = end.signal.or(signals.as_ref().and_then(Signals::interrupted_by));
    Ok(End::Answered(end, exit_by))
}

/// Reads `source` to its end, writes the answer to `out`, and keeps the original at `place`.
pub(super) fn answer(
    settings: &Settings,
    source: &mut dyn Source,
    reports: &[PathBuf],
    place: Option<Place>,
    out: &mut impl Write,
) -> Result<FilterEnd, Problem> {
    let mut recorder = place.map(|place| Recorder::new(place, settings.redaction));
    let keeping = recorder.as_mut().map_or(Keeping::Nothing, Keeping::Record);
    let end = filter::run_kept(settings, source, reports, out, keeping).map_err(|error| match error {
        FilterError::Read(cause) => Problem::input(&cause),
        FilterError::Write(cause) => Problem::output("the answer", &cause),
    })?;
    out.flush().map_err(|cause| Problem::output("the answer", &cause))?;
    if let Some(trouble) = recorder.as_ref().and_then(Recorder::trouble) {
        exit::warn("the input was not stored", trouble);
    }
    Ok(end)
}
