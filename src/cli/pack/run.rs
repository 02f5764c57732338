//! Reading the chunks, packing them, and the answer.

use std::io::Write;
use std::path::PathBuf;

use super::files;
use crate::cli::exit::{self, End, Problem};
use crate::cli::piece::{Est, documents, est, items};
use crate::pack::{Chunk, Form, Selection, Settings, ascent, json, select, text};
use crate::settings::guard::Telemetry;
use crate::source::Input;
use crate::telemetry::Packed;

/// Where chunks come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// JSON in these inputs.
    Chunks(Vec<Input>),
    /// These files.
    Files(Vec<PathBuf>),
    /// The files that these inputs name.
    Listed(Vec<Input>),
}

/// What the call asserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asserted {
    /// That scores descend.
    Order,
    /// Nothing.
    Nothing,
}

/// A call of `weir pack`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    /// What is packed.
    pub what: What,
    /// How.
    pub settings: Settings,
    /// How tokens are counted.
    pub est: Est,
    /// What is asserted.
    pub asserted: Asserted,
    /// Where its numbers are recorded.
    pub telemetry: Telemetry,
}

/// Packs.
pub(in crate::cli) fn run(pack: &Pack, out: &mut impl Write) -> Result<End, Problem> {
    let documents = match &pack.what {
        What::Chunks(inputs) => documents::read(inputs)?,
        What::Files(_) | What::Listed(_) => Vec::new(),
    };
    let mut read = Vec::new();
    for document in &documents {
        read.extend(items::items(document)?.items);
    }
    let chunks = match &pack.what {
        What::Chunks(_) => {
            let chunk = |item: &items::Item<'_>| {
                Chunk::read(item.raw).map_err(|error| item.problem(error.path, &error.what))
            };
            read.iter().map(chunk).collect::<Result<Vec<_>, _>>()?
        }
        What::Files(paths) => files::chunks(paths),
        What::Listed(inputs) => files::chunks(&files::listed(inputs)?),
    };
    hold_order(pack, &chunks, &read)?;
    let measure = pack.est.measure();
    let selection = select(&chunks, &pack.settings, measure.as_ref()).map_err(|position| {
        let missing = "missing, and the order is that of scores; 'weir pack --order input' takes the input's";
        read.get(position).map_or_else(
            || Problem::usage("files do not have scores"),
            |item| item.problem(".score", missing),
        )
    })?;
    let answer = match pack.settings.form {
        Form::Json => json::json(&selection, &pack.settings, measure.name()),
        Form::Text => text::text(&selection, &pack.settings),
    };
    let written = out.write_all(answer.as_bytes()).and_then(|()| out.flush());
    written.map_err(|cause| Problem::output("the answer", cause))?;
    if let Some(warning) = text::warning(&selection, &pack.settings) {
        exit::warn_of(&warning);
    }
    est::tell_trouble(measure.as_ref());
    record(&selection, &pack.settings).note(&pack.telemetry);
    Ok(End::Reported)
}

/// The numbers of a run.
fn record(selection: &Selection<'_>, settings: &Settings) -> Packed {
    let (text, citations) = selection.used();
    let used_tokens = text.saturating_add(citations).saturating_add(selection.reserve);
    let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    Packed {
        profile: settings.profile.name(),
        budget: settings.budget,
        used_tokens,
        admitted: count(selection.admitted().count()),
        dropped: count(selection.dropped().count()),
        dropped_tokens: selection.dropped_tokens(),
        needed_tokens: selection.enough.unwrap_or(used_tokens),
    }
}

/// Whether the scores descend, if that is asserted.
fn hold_order(pack: &Pack, chunks: &[Chunk], read: &[items::Item<'_>]) -> Result<(), Problem> {
    if pack.asserted == Asserted::Nothing {
        return Ok(());
    }
    let Some(position) = ascent(chunks) else { return Ok(()) };
    let place = read.get(position).map_or_else(|| "the first file".to_owned(), items::Item::place);
    let what = if chunks.get(position).is_some_and(|chunk| chunk.score.is_some()) {
        "is higher than the one before"
    } else {
        "is missing"
    };
    Err(Problem::refuted(format!("scores do not descend: {place}.score {what}")))
}
