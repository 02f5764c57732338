//! The command that runs again what failed, when everything that failed is known by its whole name.

use crate::recognize::rerun::{Failed, rerun};
use crate::render::Rerun;
use crate::report::{Report, State, Verdict, Witness};
use crate::settings::{Redaction, Settings};
use crate::store::redact;
use crate::text::words::posix;

/// The command for a report that is finished; none when a failure has no name, or not one that can be run.
pub(super) fn offer(report: &Report, settings: &Settings, witness: Witness) -> Option<Rerun> {
    if let Some(words) = &settings.rerun {
        return Some(made(words.clone()));
    }
    let words = settings.words.as_ref()?;
    let summary = report.summary(witness);
    if summary.verdict != Verdict::Failed || summary.at_least {
        return None;
    }
    let records = report.failures().records().iter().filter(|failure| failure.state == State::Live);
    let failed: Option<Vec<Failed<'_>>> = records
        .map(|failure| {
            let section = report.sections().get(usize::try_from(failure.section).ok()?)?;
            let id = report.failures().id(failure);
            Some(Failed { runner: section.runner, id, kind: failure.kind, label: &section.label })
        })
        .collect();
    let failed = failed?;
    let counted = summary.counts.failed == u64::try_from(failed.len()).ok();
    let words = Some(words).filter(|_| counted)?;
    let again = rerun(words, &failed)?;
    let line = again.join(" ");
    // What is stored holds no secrets, and a command without them would be another one.
    let hides = settings.redaction == Redaction::Redact && redact::command(&line) != line;
    (!hides).then(|| made(again))
}

fn made(words: Vec<String>) -> Rerun {
    let text = posix(&words);
    Rerun { words, text }
}
