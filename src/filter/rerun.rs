//! The command that runs again what failed, as far as the failures are known by their whole names.

use std::io::Read as _;
use std::path::Path;

use crate::recognize::rerun::{Failed, rerun};
use crate::render::Rerun;
use crate::report::{Report, State, Verdict, Witness};
use crate::settings::{Redaction, RerunCommand, Settings};
use crate::source::open_regular;
use crate::store::redact;
use crate::text::words::posix;

/// The most bytes of a script that is read.
const SCRIPT_BYTES: u64 = 256 * 1024;

/// The command for a report that is finished; else the reason why there is none, when tests failed.
pub(super) fn offer(report: &Report, settings: &Settings, witness: Witness) -> Result<Rerun, Option<String>> {
    if let Some(again) = &settings.rerun {
        return Ok(made(again.clone()));
    }
    let words = settings.words.as_ref().ok_or(None)?;
    let summary = report.summary(witness);
    if summary.verdict != Verdict::Failed {
        return Err(None);
    }
    let records = report.failures().records().iter().filter(|failure| failure.state == State::Live);
    let failed: Vec<Failed<'_>> = records
        .filter_map(|failure| {
            let section = report.sections().get(usize::try_from(failure.section).ok()?)?;
            let id = report.failures().id(failure);
            Some(Failed { runner: section.runner, id, kind: failure.kind, label: &section.label })
        })
        .collect();
    if !failed.iter().any(Failed::is_part) {
        return Err(None);
    }
    let counted = summary.counts.failed.filter(|_| !summary.at_least);
    let counted = counted.ok_or_else(|| Some("how many tests failed is not known".to_owned()))?;
    let folder = settings.folder.as_deref().map(Path::new);
    let read = |name: &str| script(&folder?.join(name));
    let found = rerun(words, &failed, &read).map_err(Some)?;
    let runs = u64::try_from(found.runs).unwrap_or(u64::MAX);
    let without = counted
        .checked_sub(runs)
        .ok_or_else(|| Some("the runner's numbers are not those of the named failures".to_owned()))?;
    let line = found.words.join(" ");
    // What is stored holds no secrets, and a command without them would be another one.
    if settings.redaction == Redaction::Redact && redact::command(&line) != line {
        return Err(Some("the command would hold what looks like a secret".to_owned()));
    }
    Ok(made(RerunCommand { words: found.words, without }))
}

fn made(again: RerunCommand) -> Rerun {
    let RerunCommand { words, without } = again;
    let text = posix(&words);
    Rerun { words, text, without }
}

/// The text of a small file.
fn script(path: &Path) -> Option<String> {
    let mut text = String::new();
    open_regular(path).ok()?.take(SCRIPT_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}
