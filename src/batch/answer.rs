//! One log to its line.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::lines::{FailureLine, LogLine, Numbers, Place, SCHEMA};
use super::span::Span;
use crate::budget::Count as _;
use crate::filter::{SurveyError, Surveyor};
use crate::render::briefs;
use crate::report::{SectionSummary, Summary, Verdict};
use crate::source::packed::{Log, LogSource};
use crate::source::{Got, Signals, Source};
use crate::text::clip;

/// The most bytes that the failures of a line take up in memory and about in JSON.
const FAILURES_BYTES: usize = 1_000_000;
/// The most chars of a message.
const MESSAGE_CHARS: usize = 300;
/// The most runners that a line names.
const RUNNERS: usize = 32;

/// A judged log.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) line: LogLine,
    pub(super) verdict: Verdict,
    /// All failures of the log, also those that are not in the line.
    pub(super) failures: u64,
    /// As the filter's.
    pub(super) exit_code: i32,
}

/// A source whose beginning and end are looked at, and that can be stopped.
struct Watched<'a> {
    source: LogSource<'a>,
    span: Span,
    stop: &'a AtomicBool,
}

impl Source for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(Got::ReaderLeft);
        }
        let got = self.source.read(buffer)?;
        if let Got::Bytes(count) = got {
            self.span.add(buffer.get(..count).unwrap_or_default());
        }
        Ok(got)
    }
}

/// Judges one log.
pub(super) fn answer(
    path: &Path,
    log: Log,
    surveyor: &Surveyor<'_>,
    signals: Option<&Signals>,
    stop: &AtomicBool,
) -> Result<Answer, SurveyError> {
    let place = Place::new(path, log.member.as_deref());
    let source = LogSource::new(vec![log], signals);
    let mut source = Watched { source, span: Span::default(), stop };
    let judged = surveyor.survey(&mut source)?;
    let summary = judged.report.summary(judged.witness);
    let mut failures = Vec::new();
    let (mut all, mut bytes) = (0_u64, 0_usize);
    for brief in briefs(&judged.report) {
        all.up(1);
        let message = brief.message.map(|message| clip(&message, MESSAGE_CHARS).text.into_owned());
        let text = brief.id.len().saturating_add(message.as_ref().map_or(0, String::len));
        bytes = bytes.saturating_add(text).saturating_add(size_of::<FailureLine>());
        if bytes > FAILURES_BYTES {
            continue;
        }
        failures.push(FailureLine {
            id: brief.id.to_owned(),
            kind: brief.kind,
            runner: brief.runner,
            file: brief.file.map(str::to_owned),
            line: brief.line,
            message,
        });
    }
    let all = all.max(summary.counts.failed.unwrap_or(0));
    let listed = u64::try_from(failures.len()).unwrap_or(u64::MAX);
    let (runner, runners) = runners(&summary);
    let Summary { verdict, counts, source: reported_by, at_least, .. } = summary;
    let line = LogLine {
        schema: SCHEMA,
        kind: "log",
        place,
        verdict: verdict.lower(),
        counts: Numbers {
            failed: counts.failed,
            passed: counts.passed,
            skipped: counts.skipped,
            other: counts.other,
            total: counts.total(),
            source: reported_by,
            at_least,
        },
        runner,
        runners,
        duration: source.span.seconds(),
        bytes: source.span.bytes(),
        failures,
        unlisted: all.saturating_sub(listed),
    };
    Ok(Answer { line, verdict, failures: all, exit_code: judged.exit_code })
}

/// The runner that a line is about, and all of them in the order of their sections.
fn runners(summary: &Summary) -> (Option<&'static str>, Vec<&'static str>) {
    let mut names: Vec<&'static str> = Vec::new();
    for section in &summary.sections {
        if !names.contains(&section.runner.0) && names.len() < RUNNERS {
            names.push(section.runner.0);
        }
    }
    // That of the failures, else that of the most tests; the first of equals.
    let weight = |section: &SectionSummary| {
        let counts = section.counts;
        (counts.failed.unwrap_or(0), section.has_tests, counts.total().unwrap_or(0))
    };
    let main = summary.sections.iter().rev().max_by_key(|section| weight(section));
    (main.map(|section| section.runner.0), names)
}
