//! Judges what a tool printed, on a thread of its own, and stores it.

use std::io;
use std::path::PathBuf;

use crate::agents::beside::{Failed, VERDICT_CHARS};
use crate::cli::filter::Aspects;
use crate::filter::{self, Beside, Keeping, Progress};
use crate::render::verdict_line;
use crate::report::{Report, Verdict, Witness};
use crate::settings::Settings;
use crate::source::{How, Source};
use crate::store::Recorder;

/// What a run is judged with.
pub(super) struct Judge {
    /// How.
    pub(super) settings: Settings,
    /// Reports of the same run.
    pub(super) reports: Vec<PathBuf>,
    /// Where it is stored.
    pub(super) aspects: Aspects,
}

/// What is found out.
struct Finding {
    settings: Settings,
    verdict: Option<(Verdict, u64, String)>,
    id: Option<String>,
}

impl Progress for Finding {
    fn after_block(&mut self, _: &mut Report) {}

    fn ended(&mut self) {}

    fn finished(&mut self, report: &Report, witness: Witness) {
        let summary = report.summary(witness);
        let line = verdict_line(&summary, self.settings.mode, VERDICT_CHARS);
        self.verdict = Some((summary.verdict, summary.counts.failed.unwrap_or(0), line));
    }

    fn keeps_all(&self) -> bool {
        true
    }

    fn stored(&mut self, id: &str) {
        self.id = Some(id.to_owned());
    }
}

impl Judge {
    /// Reads all of it. Nothing, when that cannot be; and nothing in it, when the run passed.
    pub(super) fn run(self, source: &mut dyn Source) -> Option<Option<Failed>> {
        let Self { settings, reports, aspects } = self;
        let mut recorder = aspects.place.map(|place| Recorder::new(place, settings.redaction));
        let mut finding = Finding { settings: settings.clone(), verdict: None, id: None };
        let beside = Beside {
            keeping: recorder.as_mut().map_or(Keeping::Nothing, Keeping::Record),
            progress: &mut finding,
            past: None,
            paints: None,
            documents: None,
        };
        filter::run_beside(&settings, source, &reports, &mut io::sink(), beside).ok()?;
        let (verdict, failures, line) = finding.verdict?;
        // When its reader left, that ended it, and how it ended has no meaning.
        let ending = source.ending();
        let is_failed = match ending {
            Some(ending) => {
                matches!(verdict, Verdict::Failed | Verdict::Incomplete) || ending.how.status() != 0
            }
            None => verdict == Verdict::Failed || failures > 0,
        };
        // As the shell has it.
        let line = match ending.map(|ending| ending.how) {
            Some(how @ How::Killed(_)) => format!("{line}; exit {}", how.status()),
            _ => line,
        };
        Some(is_failed.then_some(Failed { verdict: line, id: finding.id, reader_left: ending.is_none() }))
    }
}
