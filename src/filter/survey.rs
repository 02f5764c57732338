//! One stream judged, and nothing rendered: for jobs that look at many.

use std::io;

use super::channel::Restored;
use super::stream::{Stop, Stream, exit_code};
use crate::recognize::Streams;
use crate::recognize::patterns::Patterns;
use crate::render::{Early, Page, Style};
use crate::report::{Bounds, Report, Witness};
use crate::settings::{Redaction, Settings};
use crate::source::Source;
use crate::store::redact::Redactor;

/// What a stream reported.
#[derive(Debug)]
#[non_exhaustive]
pub struct Survey {
    /// The finished report, secrets hidden.
    pub report: Report,
    /// What is known of the run besides.
    pub witness: Witness,
    /// As [`FilterEnd::exit_code`](super::FilterEnd::exit_code).
    pub exit_code: i32,
}

/// Why there is none.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// The stream could not be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It was stopped before its end.
    #[error("it was interrupted")]
    Interrupted,
}

/// Judges one stream after the other.
#[derive(Debug)]
pub struct Surveyor<'a> {
    settings: &'a Settings,
    /// It reads nothing itself: those of each stream are made after it.
    streams: Streams,
}

impl<'a> Surveyor<'a> {
    /// Whoever judges streams by these settings.
    #[must_use]
    pub fn new(settings: &'a Settings) -> Self {
        Self { settings, streams: Streams::new(settings.from.runner(), Patterns::default()) }
    }

    /// Judges one stream as [`run`](super::run) does.
    ///
    /// # Errors
    /// When it cannot be read to its end.
    pub fn survey(&self, source: &mut dyn Source) -> Result<Survey, SurveyError> {
        let settings = self.settings;
        let mut report = Report::new(Bounds { mode: settings.mode, limits: settings.limits });
        if settings.redaction == Redaction::Redact {
            report.hide_with(Box::new(Redactor::default()));
        }
        let mut scanner = self.streams.of_another(Patterns::new(&settings.patterns, &settings.rows));
        let mut nowhere = io::sink();
        let mut page = Page::new(&mut nowhere, settings.limits, Style::Plain);
        let mut early = Early::never();
        let mut stream = Stream::new(&mut report, &mut scanner, &mut early);
        let mut restored = Restored::new(source, settings);
        match stream.read_all(&mut restored, &mut page)? {
            Stop::End => {}
            Stop::Signal(_) | Stop::ReaderLeft => return Err(SurveyError::Interrupted),
        }
        let taken = restored.taken();
        scanner.end(&mut report);
        let witness = Witness { exit: settings.exit, ending: source.ending(), ..Witness::default() };
        report.finish_as(witness);
        let mut report = taken.settled(report, witness, |_| {});
        report.hide_all();
        let exit_code = exit_code(&report, witness);
        Ok(Survey { report, witness, exit_code })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::keeping::tests::Bytes;

    #[test]
    fn what_a_stream_reported_does_not_depend_on_those_before_it() {
        let settings = Settings::default();
        let logs = [
            "running 1 test\ntest a ... FAILED\n",
            "> collected 1 item\n> \n> test_a.py::test_b FAILED [100%]\n",
            "=== RUN   TestA\n    a_test.go:7: boom\n--- FAIL: TestA (0.00s)\n",
            "test b ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n",
        ];
        let reported = |surveyor: &Surveyor<'_>, log: &'static str| {
            let survey = surveyor.survey(&mut Bytes(log.as_bytes())).unwrap();
            format!("{} {:?}", survey.exit_code, survey.report.summary(survey.witness))
        };
        let shared = Surveyor::new(&settings);
        for before in logs {
            for log in logs {
                reported(&shared, before);
                assert_eq!(
                    reported(&shared, log),
                    reported(&Surveyor::new(&settings), log),
                    "{log} behind {before}"
                );
            }
        }
    }
}
