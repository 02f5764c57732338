//! One stream through reader, scanner, report and renderer.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::beside::{Beside, Past, Progress, Unwatched};
use super::beyond::Spilled;
use super::channel::Restored;
use super::document::{self, Found};
use super::keeping::{Keeping, Kept, Recorded};
use super::{reports, rerun};
use crate::budget::Limits;
use crate::recognize::Streams;
use crate::recognize::documents::{self, Kind};
use crate::recognize::patterns::Patterns;
use crate::render::documents::Model;
use crate::render::{Early, Original as _, Page, Style, View, render_json, render_text};
use crate::report::{Bounds, Report, Verdict, Witness};
use crate::settings::{AnswerFormat, Colored, Reader, Redaction, Settings};
use crate::source::{Got, Source};
use crate::store::redact::Redactor;
use crate::text::channel::{Receipt, Receipts};
use crate::text::{After, Line, LineReader, Plain};

/// How the job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FilterEnd {
    /// 0 passed, or unknown without a strong sign; 1 failed; 3 incomplete, unknown with a strong sign or a report that could
    /// not be read, or nothing was read.
    pub exit_code: i32,
    /// The signal that ended the stream early.
    pub signal: Option<i32>,
    /// Whether the reader of the answer left before its end: a quiet end.
    pub reader_left: bool,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// The input could not be read.
    #[error("failed to read the input")]
    Read(#[source] io::Error),
    /// The answer could not be written.
    #[error("failed to write the answer")]
    Write(#[source] io::Error),
}

/// Filters one stream.
///
/// # Errors
/// When the input cannot be read at all or the answer cannot be written. A reader that left is no error.
pub fn run(
    settings: &Settings,
    source: &mut dyn Source,
    report_files: &[PathBuf],
    out: &mut dyn Write,
) -> Result<FilterEnd, FilterError> {
    run_kept(settings, source, report_files, out, Keeping::Nothing)
}

/// Filters one stream and keeps its original.
///
/// # Errors
/// As [`run`]; trouble with the store is none.
pub fn run_kept(
    settings: &Settings,
    source: &mut dyn Source,
    report_files: &[PathBuf],
    out: &mut dyn Write,
    keeping: Keeping<'_>,
) -> Result<FilterEnd, FilterError> {
    let beside = Beside { keeping, progress: &mut Unwatched, past: None, paints: None, documents: None };
    run_beside(settings, source, report_files, out, beside)
}

/// Filters one stream, with everything that goes on beside its answer.
///
/// # Errors
/// As [`run_kept`].
pub fn run_beside(
    settings: &Settings,
    source: &mut dyn Source,
    report_files: &[PathBuf],
    out: &mut dyn Write,
    beside: Beside<'_>,
) -> Result<FilterEnd, FilterError> {
    let began = Instant::now();
    let Beside { mut keeping, progress, past, paints, documents } = beside;
    let mut report = Report::new(Bounds { mode: settings.mode, limits: settings.limits });
    if settings.redaction == Redaction::Redact {
        report.hide_with(Box::new(Redactor::default()));
    }
    if let Keeping::Is { redacted, note, .. } = &mut keeping {
        report.hidden_before(*redacted);
        note.take().into_iter().for_each(|note| report.note(note));
    }
    let spill = match &keeping {
        Keeping::Record(recorder) => Some(Arc::new(Mutex::new(recorder.spill()))),
        Keeping::Nothing | Keeping::Is { .. } => None,
    };
    if let Some(spill) = &spill {
        report.tell_beyond(Box::new(Spilled(Arc::clone(spill))));
    }
    let style = match settings.colored {
        Colored::Plain => Style::Plain,
        Colored::Colored => Style::Colored,
    };
    let mut scanner = Streams::new(settings.from.runner(), Patterns::new(&settings.patterns, &settings.rows));
    let mut early = match settings.format {
        AnswerFormat::Text => Early::new(settings.mode),
        AnswerFormat::Json => Early::never(),
    };
    // Whether what prints the answer fails is known at the end.
    let narrow = narrow(settings);
    let mut page = Page::within(out, narrow, settings.bytes, style);
    if settings.reader == Reader::Person {
        page.for_a_person(paints);
    }
    if settings.slowest > 0 || past.is_some() {
        report.want_times();
    }
    if documents.is_some() {
        report.want_tests();
    }
    progress.after_block(&mut report);
    let mut stream = Stream::new(&mut report, &mut scanner, &mut early);
    stream.progress = Some(&mut *progress);
    let mut recorded = Recorded { source, keeping: &mut keeping };
    let mut restored = Restored::new(&mut recorded, settings);
    let stop = stream.read_all(&mut restored, &mut page);
    let taken = restored.taken();
    progress.ended();
    let signal = match stop.map_err(FilterError::Read)? {
        Stop::ReaderLeft => return Ok(FilterEnd { exit_code: 0, signal: None, reader_left: true }),
        Stop::Signal(signal) => Some(signal),
        Stop::End => None,
    };
    scanner.end(&mut report);
    book(&mut report, &scanner.receipts());
    // The answer has its memory.
    drop(scanner);
    let start = settings.start;
    reports::read(report_files, start, &mut report);
    let witness = match &keeping {
        Keeping::Is { witness, .. } => *witness,
        Keeping::Nothing | Keeping::Record(_) => {
            let ending = source.ending();
            let ran_ms = ending.map(|_| u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX));
            Witness { exit: settings.exit, ending, interrupted: signal.is_some(), ran_ms }
        }
    };
    report.finish_as(witness);
    let mut report = taken.settled(report, witness, |report| reports::read(report_files, start, report));
    report.hide_all();
    if let Some(past) = past {
        remember(&mut report, past, witness);
    }
    progress.finished(&report, witness);
    let exit_code = exit_code(&report, witness);
    let fails = witness.ending.map_or(exit_code, |ending| ending.how.status()) != 0;
    let limits = if fails { narrow } else { settings.limits };
    page.widen(limits);
    let (again, no_rerun) = match rerun::offer(&report, settings, witness) {
        Ok(again) => (Some(again), None),
        Err(why) => (None, why),
    };
    let view = View {
        mode: settings.mode,
        limits,
        bytes: settings.bytes,
        style,
        input_name: settings.input_name.clone(),
        witness,
        offers: settings.offers.clone(),
        rerun: again,
        slowest: settings.slowest,
        role: settings.role,
    };
    let more_than_text = !report_files.is_empty() || !settings.patterns.is_empty();
    let report = Arc::new(report);
    let mut original = Kept {
        keeping,
        report: Arc::clone(&report),
        settings,
        no_rerun,
        more_than_text,
        unseen: progress.keeps_all(),
        spill,
        id: None,
        shown: HashSet::new(),
    };
    let written = match settings.format {
        AnswerFormat::Text => render_text(&report, &view, page, &early, &mut original),
        AnswerFormat::Json => {
            drop(page);
            render_json(&report, &view, out, &mut original)
        }
    };
    // `weir rerun` gives the reason.
    if progress.keeps_all() || original.no_rerun.is_some() {
        let _ = original.keep(&view);
    }
    progress.answered(&original.shown);
    let stored = original.id.clone().flatten();
    if let Some(id) = &stored {
        progress.stored(id);
    }
    // Whatever became of the answer, the documents are those of the run.
    let documented = documents.map_or(Ok(()), |documents| {
        let mut model = Model::of_report(&report, &view, stored.as_deref(), documents.began_ms());
        model.command.clone_from(&settings.command);
        documents.write(&model, out)
    });
    match written.and(documented) {
        Ok(()) => Ok(FilterEnd { exit_code, signal, reader_left: false }),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(FilterEnd { exit_code, signal, reader_left: true })
        }
        Err(error) => Err(FilterError::Write(error)),
    }
}

/// The limits of an answer that is printed by what fails.
fn narrow(settings: &Settings) -> Limits {
    let chars = settings.failing_chars.map_or(settings.limits.chars, |most| settings.limits.chars.min(most));
    Limits { chars, ..settings.limits }
}

/// Compares with the last run, and tells what is to be remembered of this one.
fn remember(report: &mut Report, past: &mut Past, witness: Witness) {
    let traces = report.compare(past.last.as_ref(), witness);
    past.this_took = report.compare_times(&past.last_took);
    past.this = (report.verdict(witness) != Verdict::Unknown).then_some(traces);
}

/// Books what was taken off lines before they were judged.
pub(super) fn book(report: &mut Report, receipts: &Receipts) {
    for Receipt { name, count, .. } in receipts.iter() {
        report.ledger_mut().take_off(name, *count);
    }
}

/// What the verdict is as an exit code.
pub(super) fn exit_code(report: &Report, witness: Witness) -> i32 {
    match report.verdict(witness) {
        Verdict::Passed => 0,
        Verdict::Failed => 1,
        Verdict::Incomplete => 3,
        Verdict::Unknown if report.is_unsure() => 3,
        Verdict::Unknown => 0,
    }
}

/// Why reading stopped.
pub(super) enum Stop {
    End,
    Signal(i32),
    ReaderLeft,
}

/// Lines of a source to scanner and report.
pub(super) struct Stream<'a> {
    report: &'a mut Report,
    scanner: &'a mut Streams,
    early: &'a mut Early,
    closings: u64,
    small: bool,
    progress: Option<&'a mut dyn Progress>,
}

impl<'a> Stream<'a> {
    /// Nothing was read yet.
    pub(super) const fn new(report: &'a mut Report, scanner: &'a mut Streams, early: &'a mut Early) -> Self {
        Self { report, scanner, early, closings: 0, small: true, progress: None }
    }

    /// Reads a source to its end.
    pub(super) fn read_all(&mut self, source: &mut dyn Source, page: &mut Page<'_>) -> io::Result<Stop> {
        let mut source = document::Replay::new(source);
        let mut reader = LineReader::halting_before(documents::may_begin);
        let mut finder = document::Finder::default();
        loop {
            let got = source.read(reader.space())?;
            match got {
                Got::Bytes(count) => reader.filled(count),
                Got::NextFile => reader.separate(),
                Got::End | Got::Signal(_) => reader.finish(),
                Got::ReaderLeft => return Ok(Stop::ReaderLeft),
            }
            self.judge(&mut reader, page);
            let mut is_read = false;
            while reader.is_halted() {
                match finder.find(&reader, matches!(got, Got::Bytes(_)), self.report) {
                    Found::Wait => break,
                    Found::Lines(lines) => reader.pass(lines),
                    Found::Document(kind) => {
                        self.document(kind, &mut reader, got, &mut source)?;
                        is_read = true;
                    }
                }
                self.judge(&mut reader, page);
            }
            self.tell();
            match got {
                Got::End | Got::Signal(_) if is_read => {}
                Got::End => {
                    book(self.report, &reader.receipts());
                    return Ok(Stop::End);
                }
                Got::Signal(signal) => {
                    book(self.report, &reader.receipts());
                    return Ok(Stop::Signal(signal));
                }
                Got::NextFile | Got::Bytes(_) | Got::ReaderLeft => {}
            }
        }
    }

    /// Reads a document that begins where the reader halts, and gives what was read after it back to the source.
    fn document(
        &mut self,
        kind: Kind,
        reader: &mut LineReader,
        got: Got,
        source: &mut document::Replay<'_>,
    ) -> io::Result<()> {
        self.scanner.judge_held(self.report);
        let prefixes = reader.prefixes();
        let first = (reader.take_waiting(), prefixes);
        let more = matches!(got, Got::Bytes(_));
        let rest: Option<&mut dyn Source> = if more { Some(&mut *source) } else { None };
        let parsed = document::parse(kind, first, rest, self.report)?;
        reader.passed_over(parsed.lines);
        source.give_back(parsed.after, if more { parsed.ended } else { Some(got) })
    }

    /// Tells who watches that a block was judged.
    fn tell(&mut self) {
        if let Some(progress) = &mut self.progress {
            progress.after_block(self.report);
        }
    }

    /// Gives bytes that were held back to the reader, in pieces of its own room.
    pub(super) fn refill(&mut self, reader: &mut LineReader, bytes: &[u8], page: &mut Page<'_>) {
        let mut left = bytes;
        while !left.is_empty() {
            let space = reader.space();
            let count = left.len().min(space.len());
            let (now, later) = left.split_at_checked(count).unwrap_or((left, &[]));
            if let Some(space) = space.get_mut(..count) {
                space.copy_from_slice(now);
            }
            reader.filled(count);
            left = later;
            self.judge(reader, page);
        }
    }

    pub(super) fn judge(&mut self, reader: &mut LineReader, page: &mut Page<'_>) {
        loop {
            reader.plain_lines(|plain| match plain {
                Plain::Line(line) => self.line(line, page),
                Plain::Blanks { first, count } => {
                    self.blanks(first, count, page);
                    After::default()
                }
            });
            let Some(line) = reader.next_line() else { return };
            self.line(&line, page);
        }
    }

    /// Empty lines: counted together where none of them can matter to anybody.
    fn blanks(&mut self, first: u64, count: u64, page: &mut Page<'_>) {
        if self.scanner.is_idle() && self.report.book_blanks(count) {
            return;
        }
        for number in first..first.saturating_add(count) {
            self.line(&Line { number, ..Line::of("") }, page);
        }
    }

    /// One line, and those after it in its block that are returned.
    #[inline]
    fn line(&mut self, line: &Line<'_>, page: &mut Page<'_>) -> After {
        let after = self.scanner.line(line, self.report);
        let small = self.report.is_small();
        if self.report.closings() != self.closings || small != self.small {
            self.closings = self.report.closings();
            self.small = small;
            self.early.advance(self.report, page);
        }
        after
    }
}
