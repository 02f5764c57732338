//! Keeps the original of an answer: what streams by is recorded, and stored when the answer leaves something out.

use std::collections::HashSet;
use std::io;
use std::sync::{Arc, Mutex};

use crate::render::{Original, View, records};
use crate::report::{Report, Witness};
use crate::settings::{Redaction, Settings};
use crate::source::{Got, Source};
use crate::store::{Facts, Printed, Recorder, Records, Spill, redact};

/// What becomes of the original.
#[derive(Debug)]
#[non_exhaustive]
pub enum Keeping<'a> {
    /// It is not kept.
    Nothing,
    /// It is recorded.
    Record(&'a mut Recorder),
    /// It is stored already, under this id.
    Is {
        /// The id.
        id: String,
        /// Secrets that were replaced in it.
        redacted: u64,
        /// What else there is to say.
        note: Option<String>,
        /// How the run ended.
        witness: Witness,
    },
}

/// A source whose bytes are recorded.
pub(super) struct Recorded<'a, 'b> {
    pub(super) source: &'a mut dyn Source,
    pub(super) keeping: &'a mut Keeping<'b>,
}

impl Source for Recorded<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let got = self.source.read(buffer)?;
        if let Keeping::Record(recorder) = self.keeping {
            match got {
                Got::Bytes(count) => recorder.add(buffer.get(..count).unwrap_or_default()),
                Got::NextFile => recorder.separate(),
                Got::End | Got::Signal(_) => recorder.ended(),
                Got::ReaderLeft => {}
            }
        }
        Ok(got)
    }
}

/// What was kept of one answer.
pub(super) struct Kept<'a, 'b> {
    pub(super) keeping: Keeping<'b>,
    pub(super) report: Arc<Report>,
    pub(super) settings: &'a Settings,
    /// Why what failed cannot be run again alone, when tests failed.
    pub(super) no_rerun: Option<String>,
    pub(super) more_than_text: bool,
    pub(super) unseen: bool,
    pub(super) spill: Option<Arc<Mutex<Spill>>>,
    pub(super) id: Option<Option<String>>,
    /// The lines of the input that the answer shows.
    pub(super) shown: HashSet<u64>,
}

impl Original for Kept<'_, '_> {
    fn expect(&mut self) {
        if let Keeping::Record(recorder) = &mut self.keeping {
            // Its memory is free for the answer then.
            if let Some(Ok(mut spill)) = self.spill.as_ref().map(|spill| spill.lock()) {
                spill.close();
            }
            recorder.expect_records(|| Box::new(records(Arc::clone(&self.report))));
        }
    }

    fn keep(&mut self, view: &View) -> Option<String> {
        if let Some(id) = &self.id {
            return id.clone();
        }
        let id = match &mut self.keeping {
            Keeping::Nothing => None,
            Keeping::Is { id, .. } => Some(id.clone()),
            Keeping::Record(recorder) => {
                let summary = self.report.summary(view.witness);
                let facts = Facts {
                    command: self
                        .settings
                        .command
                        .clone()
                        .or_else(|| view.input_name.clone())
                        .unwrap_or_default(),
                    rerun: view.rerun.as_ref().map(|rerun| rerun.words.clone()),
                    rerun_without: view.rerun.as_ref().map_or(0, |rerun| rerun.without),
                    no_rerun: self.no_rerun.clone(),
                    folder: self.settings.folder.clone(),
                    verdict: summary.verdict.lower().to_owned(),
                    failed: summary.counts.failed,
                    exit: view.witness.exit,
                    ending: view.witness.ending,
                    from: self.settings.from.runner().map(str::to_owned),
                    interrupted: view.witness.interrupted,
                    more_than_text: self.more_than_text,
                    printed: Printed::within(view.mode, view.limits, view.bytes),
                    unseen: self.unseen,
                    owners: Vec::new(),
                };
                let facts = match self.settings.redaction {
                    Redaction::Redact => {
                        let command = redact::command(&facts.command).into_owned();
                        let folder =
                            facts.folder.as_deref().map(|folder| redact::command(folder).into_owned());
                        let no_rerun = facts.no_rerun.as_deref().map(|why| redact::command(why).into_owned());
                        Facts { command, folder, no_rerun, ..facts }
                    }
                    Redaction::Keep => facts,
                };
                let mut spill = self.spill.as_ref().and_then(|spill| spill.lock().ok());
                let records = || -> Records { Box::new(records(Arc::clone(&self.report))) };
                recorder.keep(facts, records, spill.as_deref_mut())
            }
        };
        self.id = Some(id.clone());
        id
    }

    fn may_keep(&self) -> bool {
        !matches!(self.keeping, Keeping::Nothing)
    }

    fn shows(&mut self, lines: &HashSet<u64>) {
        if matches!(self.keeping, Keeping::Is { .. }) {
            self.shown.clone_from(lines);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::filter::{Surveyor, run};
    use crate::settings::AnswerFormat;

    /// A source of these bytes.
    pub(in crate::filter) struct Bytes(pub(in crate::filter) &'static [u8]);

    impl Source for Bytes {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
            match io::Read::read(&mut self.0, buffer)? {
                0 => Ok(Got::End),
                count => Ok(Got::Bytes(count)),
            }
        }
    }

    #[test]
    fn a_record_is_the_object_of_an_answer_as_json() {
        for log in [
            "=== RUN   TestA\n    a_test.go:7: want \"1\"\tgot 2\n--- FAIL: TestA (0.00s)\nFAIL\nFAIL\tx/a\t0.1s\n",
            "FAILED tests/test_a.py::test_b - AssertionError: \u{e9} \\ 1\n==== 1 failed in 0.1s ====\n",
        ] {
            let settings = Settings { format: AnswerFormat::Json, ..Settings::default() };
            let mut answer = Vec::new();
            run(&settings, &mut Bytes(log.as_bytes()), &[], &mut answer).unwrap();
            let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
            let report = Surveyor::new(&settings).survey(&mut Bytes(log.as_bytes())).unwrap().report;
            let mut reported = Vec::new();
            let mut records = records(Arc::new(report));
            let records: Vec<serde_json::Value> = std::iter::from_fn(|| {
                reported.clear();
                records(&mut reported).then(|| serde_json::from_slice(&reported).unwrap())
            })
            .collect();
            assert_eq!(records.len(), 1);
            assert_eq!(answer["failures"], serde_json::Value::Array(records));
        }
    }
}
