//! One stream judged, and nothing rendered: for jobs that look at many.

use std::io;

use super::stream::{Stop, Stream, exit_code};
use crate::recognize::Streams;
use crate::recognize::patterns::Patterns;
use crate::render::{Early, Page, Style};
use crate::report::{Bounds, Report, Witness};
use crate::settings::{From, Redaction, Settings};
use crate::source::Source;
use crate::store::redact::Redactor;

/// What a stream told.
#[derive(Debug)]
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
pub enum SurveyError {
    /// The stream could not be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It was stopped before its end.
    #[error("it was interrupted")]
    Interrupted,
}

/// Judges one stream as [`run`](super::run) does.
///
/// # Errors
/// When it cannot be read to its end.
pub fn survey(settings: &Settings, source: &mut dyn Source) -> Result<Survey, SurveyError> {
    let mut report = Report::new(Bounds { mode: settings.mode, limits: settings.limits });
    if settings.redaction == Redaction::Redact {
        report.hide_with(Box::new(Redactor::default()));
    }
    let only = match &settings.from {
        From::Auto => None,
        From::Runner(name) => Some(name.as_str()),
    };
    let mut scanner = Streams::new(only, Patterns::new(&settings.patterns));
    let mut nowhere = io::sink();
    let mut page = Page::new(&mut nowhere, settings.limits, Style::Plain);
    let mut early = Early::never();
    let mut stream = Stream::new(&mut report, &mut scanner, &mut early);
    match stream.read_all(source, &mut page)? {
        Stop::End => {}
        Stop::Signal(_) | Stop::ReaderLeft => return Err(SurveyError::Interrupted),
    }
    scanner.end(&mut report);
    report.finish();
    report.hide_all();
    let witness = Witness { exit: settings.exit, ending: source.ending(), interrupted: false };
    let exit_code = exit_code(&report, witness);
    Ok(Survey { report, witness, exit_code })
}
