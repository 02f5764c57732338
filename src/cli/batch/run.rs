//! Does it: lines to standard output, the bar to standard error.

use std::cell::Cell;
use std::io::{self, IsTerminal as _, Write};

use super::bar::Bar;
use crate::batch::{self, Batch, BatchError};
use crate::cli::documents::{Documents, Writer};
use crate::cli::exit::{self, End, ExitBy, Problem};
use crate::cli::outlet::Outlet;
use crate::filter::FilterEnd;
use crate::settings::AnswerFormat;
use crate::source::Signals;

/// Judges the logs and writes their lines to `out`.
pub(in crate::cli) fn run(
    batch: &Batch,
    exit_by: ExitBy,
    documents: &Documents,
    out: &mut impl Write,
) -> Result<End, Problem> {
    let way = Cell::new(documents.way(AnswerFormat::Json));
    let mut out = Outlet::new(out, &way);
    let mut writer = Writer::new(documents, &way);
    let wanted = !documents.wanted.is_empty();
    let signals = Signals::install().ok();
    // On a terminal the lines would run through the bar.
    let is_watched = io::stderr().is_terminal() && !io::stdout().is_terminal();
    let mut bar = if is_watched { Bar::of(batch::count(&batch.wanted)) } else { Bar::none() };
    // A fault over one log is that log's error line.
    let ended = exit::survive(|| {
        let documents = wanted.then_some(&mut writer as &mut dyn crate::filter::Documents);
        Ok(batch::run(batch, signals.as_ref(), &mut out, &mut bar, documents))
    });
    bar.clear();
    match ended? {
        Ok(end) => {
            out.finish().map_err(|cause| Problem::output("the lines", cause))?;
            writer.trouble()?;
            let filtered = FilterEnd { exit_code: end.exit_code, signal: end.signal, reader_left: false };
            Ok(End::Answered(filtered, exit_by))
        }
        Err(BatchError::Write(cause)) => Err(Problem::output("the lines", cause)),
        Err(error @ BatchError::Start(_)) => Err(Problem::output("the lines", error)),
    }
}
