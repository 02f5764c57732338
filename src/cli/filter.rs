//! The main job: inputs in, answer out.

use std::cell::Cell;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use super::documents::{Documents, Writer};
use super::exit::{self, End, ExitBy, Problem};
use super::in_agent::heard::{Heard, HeardSource};
use super::outlet::Outlet;
use super::progress::{ClearBar, Display, Tailed, Watching};
use super::save::{self, Saved};
use crate::filter::{self, Beside, FilterEnd, FilterError, Keeping, Past};
use crate::settings::{Colored, Reader, Settings};
use crate::source::{Input, Inputs, Signals, Source};
use crate::store::{Last, Place, Recorder};
use crate::text::Paints;

/// What goes on beside an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aspects {
    /// Where the original goes.
    pub place: Option<Place>,
    /// Who watches.
    pub watching: Watching,
    /// What is remembered of the last run, when it is to be compared with.
    pub last: Option<Last>,
    /// Who counts what an agent would have seen of it.
    pub(in crate::cli) heard: Option<Heard>,
    /// What is written for a CI.
    pub documents: Documents,
    /// The file into which the whole output goes, too.
    pub save: Option<PathBuf>,
}

impl Aspects {
    /// Begins what is written beside the answer.
    ///
    /// # Errors
    /// When a file cannot be written: then nothing was done.
    pub(super) fn begin(&self) -> Result<(), Problem> {
        self.documents.begin()?;
        save::begin(self.save.as_ref())
    }
}

/// Reads `inputs` in order and writes the answer to `out`.
pub(super) fn run(
    settings: &Settings,
    inputs: Vec<Input>,
    reports: &[PathBuf],
    aspects: Aspects,
    exit_by: ExitBy,
    out: &mut impl Write,
) -> Result<End, Problem> {
    // Without handlers the answer is as good; only an interruption then ends it at once.
    let signals = Signals::install().ok();
    let mut source = Inputs::new(inputs, signals.as_ref());
    let mut end = answer(settings, &mut source, reports, aspects, out)?;
    end.signal = end.signal.or(signals.as_ref().and_then(Signals::interrupted_by));
    Ok(End::Answered(end, exit_by))
}

/// Reads `source` to its end, writes the answer to `out`, and does what goes on beside it.
pub(super) fn answer(
    settings: &Settings,
    source: &mut dyn Source,
    reports: &[PathBuf],
    aspects: Aspects,
    out: &mut impl Write,
) -> Result<FilterEnd, Problem> {
    let Aspects { place, watching, last, heard, documents, save } = aspects;
    let mut recorder = place.map(|place| Recorder::new(place, settings.redaction));
    let keeping = recorder.as_mut().map_or(Keeping::Nothing, Keeping::Record);
    let mut past = last.as_ref().map(Past::of);
    let mut display = Display::new(watching, settings.redaction).heard_by(heard.clone());
    let mut source = HeardSource::new(source, heard);
    let way = Cell::new(documents.way(settings.format));
    let mut out = Outlet::new(ClearBar::new(out, watching, &display), &way);
    let mut writer = Writer::new(&documents, &way);
    let colours = settings.reader == Reader::Person && settings.colored == Colored::Colored;
    let paints = (colours && settings.words.is_some()).then(Paints::default);
    let save = save.as_deref();
    let mut source = Saved::new(&mut source, save, settings.redaction);
    let mut tailed = Tailed::new(&mut source, &display, paints.clone());
    let wanted = !documents.wanted.is_empty();
    let written = wanted.then_some(&mut writer as &mut dyn filter::Documents);
    let beside = Beside { keeping, progress: &mut display, past: past.as_mut(), paints, documents: written };
    let mut end =
        filter::run_beside(settings, &mut tailed, reports, &mut out, beside).map_err(
            |error| match error {
                FilterError::Read(cause) => Problem::input(cause),
                FilterError::Write(cause) => Problem::output("the answer", cause),
            },
        )?;
    match out.finish() {
        // The verdict is known, whoever has left.
        Err(cause) if cause.kind() == ErrorKind::BrokenPipe => end.reader_left = true,
        finished => finished.map_err(|cause| Problem::output("the answer", cause))?,
    }
    if let Some(trouble) = recorder.as_ref().and_then(Recorder::trouble) {
        exit::warn("the input was not stored", trouble);
    } else if let (Some(last), Some(Past { this: Some(this), this_took, .. })) = (last, past)
        && let Err(trouble) = last.write(this.as_ref(), &this_took)
    {
        exit::warn("the verdict was not remembered", &trouble);
    }
    writer.trouble()?;
    source.finish(save)?;
    Ok(end)
}
