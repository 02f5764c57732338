//! The input as its channel left it, taken back to what it was, and beside it a second reading of the text as it is.
//!
//! What was taken back never makes an answer greener: the untouched text is judged too from its first byte on, and when its
//! verdict is the worse one, it is the answer. A wrong code page is the exception: all that is ASCII stays what it is, so an
//! untouched text without a failure is only harder to read. A stream of which nothing is taken back costs nothing of this.

use std::io;

use super::stream::{Stream, book, exit_code};
use crate::budget::Count as _;
use crate::recognize::documents;
use crate::recognize::{Streams, patterns::Patterns};
use crate::render::{Early, Page, Style};
use crate::report::{Bounds, Report, State, Verdict, Witness};
use crate::settings::{Redaction, Settings};
use crate::source::{Ending, Got, Source};
use crate::store::redact::Redactor;
use crate::text::LineReader;
use crate::text::channel::{Channel, Judge, Receipt, Receipts, Stage};

/// A source whose text is taken back to what it was.
pub(super) struct Restored<'a> {
    source: &'a mut dyn Source,
    settings: &'a Settings,
    channel: Channel,
    /// Text that is ready, and how much of it was given.
    ready: Vec<u8>,
    given: usize,
    /// What the source gave after it.
    after: Option<Got>,
    /// The untouched beginning, as long as nothing was taken back.
    untouched: Vec<u8>,
    beside: Option<Box<Untouched>>,
}

/// What was done to an input.
pub(super) struct Taken {
    pub(super) receipts: Receipts,
    beside: Option<Box<Untouched>>,
    doubt: Option<String>,
}

/// A reading of the text as it is.
struct Untouched {
    reader: LineReader,
    scanner: Streams,
    report: Report,
    early: Early,
}

impl<'a> Restored<'a> {
    pub(super) fn new(source: &'a mut dyn Source, settings: &'a Settings) -> Self {
        let judge = Judge { is_document: |bytes| documents::sniff(bytes).is_some(), is_run };
        Self {
            source,
            settings,
            channel: Channel::new(judge),
            ready: Vec::new(),
            given: 0,
            after: None,
            untouched: Vec::new(),
            beside: None,
        }
    }

    /// The source ended.
    pub(super) fn taken(self) -> Taken {
        let (receipts, doubt) = (self.channel.receipts(), self.channel.doubt().map(str::to_owned));
        Taken { receipts, beside: self.beside, doubt }
    }

    /// Keeps the bytes as they came, for the reading beside.
    fn keep(&mut self, bytes: &[u8]) {
        match &mut self.beside {
            Some(beside) => beside.read(bytes, self.settings),
            None if self.channel.is_looking() => self.untouched.extend_from_slice(bytes),
            None => self.untouched = Vec::new(),
        }
    }

    /// Begins the reading beside once something was taken back.
    fn begin_beside(&mut self) {
        if self.beside.is_none() && self.channel.is_in_doubt() {
            let mut beside = Box::new(Untouched::new(self.settings));
            beside.read(&std::mem::take(&mut self.untouched), self.settings);
            self.beside = Some(beside);
        }
    }
}

impl Source for Restored<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        loop {
            let left = self.ready.get(self.given..).unwrap_or_default();
            if !left.is_empty() {
                let count = left.len().min(buffer.len());
                if let (Some(to), Some(from)) = (buffer.get_mut(..count), left.get(..count)) {
                    to.copy_from_slice(from);
                }
                self.given.up(count);
                return Ok(Got::Bytes(count));
            }
            if let Some(after) = self.after.take() {
                return Ok(after);
            }
            if self.channel.is_asleep() {
                if self.beside.is_none() {
                    self.untouched = Vec::new();
                }
                let got = self.source.read(buffer)?;
                if got == Got::NextFile {
                    self.channel.finish(&mut self.ready);
                }
                return Ok(got);
            }
            self.ready.clear();
            self.given = 0;
            match self.source.read(buffer)? {
                Got::Bytes(count) => {
                    let bytes = buffer.get(..count).unwrap_or_default();
                    self.keep(bytes);
                    self.channel.add(bytes, &mut self.ready);
                    self.begin_beside();
                }
                Got::ReaderLeft => return Ok(Got::ReaderLeft),
                after => {
                    self.channel.finish(&mut self.ready);
                    self.begin_beside();
                    if let Some(beside) = &mut self.beside {
                        beside.ends(after, self.settings);
                    } else {
                        self.untouched.clear();
                    }
                    self.after = Some(after);
                }
            }
        }
    }

    fn ending(&self) -> Option<Ending> {
        self.source.ending()
    }
}

impl Untouched {
    fn new(settings: &Settings) -> Self {
        let mut report = Report::new(Bounds { mode: settings.mode, limits: settings.limits });
        if settings.redaction == Redaction::Redact {
            report.hide_with(Box::new(Redactor::default()));
        }
        Self {
            reader: LineReader::new(),
            scanner: Streams::new(settings.from.runner(), Patterns::new(&settings.patterns, &settings.rows)),
            report,
            early: Early::never(),
        }
    }

    fn read(&mut self, bytes: &[u8], settings: &Settings) {
        let mut nowhere = io::sink();
        let mut page = Page::new(&mut nowhere, settings.limits, Style::Plain);
        let mut stream = Stream::new(&mut self.report, &mut self.scanner, &mut self.early);
        stream.refill(&mut self.reader, bytes, &mut page);
    }

    fn ends(&mut self, after: Got, settings: &Settings) {
        if after == Got::NextFile {
            self.reader.separate();
        } else {
            self.reader.finish();
        }
        let mut nowhere = io::sink();
        let mut page = Page::new(&mut nowhere, settings.limits, Style::Plain);
        let mut stream = Stream::new(&mut self.report, &mut self.scanner, &mut self.early);
        stream.judge(&mut self.reader, &mut page);
        if after != Got::NextFile {
            self.scanner.end(&mut self.report);
            book(&mut self.report, &self.reader.receipts());
            book(&mut self.report, &self.scanner.receipts());
        }
    }
}

impl Taken {
    /// The report of the two readings that counts, finished. What else has to be read for a report is read by `also`.
    pub(super) fn settled(
        self,
        restored: Report,
        witness: Witness,
        also: impl FnOnce(&mut Report),
    ) -> Report {
        let mut report = restored;
        for Receipt { name, count, stage, .. } in self.receipts.iter() {
            report.ledger_mut().normalize(name.clone(), *count);
            if *stage == Stage::Doubled {
                report.took_off_blanks(*count);
            }
        }
        // What is beside the log is evidence too: a run that failed as it says did not pass.
        if let Some(doubt) = self.doubt
            && report.verdict(witness) != Verdict::Failed
        {
            report.contradict(format!("beside the log, the input says {doubt}"));
        }
        let Some(mut beside) = self.beside else { return report };
        let restored = rank(&report, witness);
        if restored == WORST {
            return report;
        }
        also(&mut beside.report);
        beside.report.finish_as(witness);
        let untouched = &beside.report;
        let good = exit_code(&report, witness) == 0;
        // Nothing but characters beyond ASCII was read wrongly, and nobody reported a failure.
        let page_alone = self.receipts.iter().all(|receipt| receipt.stage == Stage::Page);
        let failed = rank(untouched, witness) == WORST
            || untouched.failures().records().iter().any(|failure| failure.state == State::Live);
        if page_alone && !failed && !self.receipts.is_empty() {
            return report;
        }
        let worse = exit_code(untouched, witness) != 0 && (good || rank(untouched, witness) > restored);
        if worse {
            let mut untouched = beside.report;
            untouched
                .note("read as it came: restored, the text would tell less of what went wrong".to_owned());
            return untouched;
        }
        report
    }
}

/// How bad a verdict is.
fn rank(report: &Report, witness: Witness) -> u8 {
    match report.verdict(witness) {
        Verdict::Passed => 0,
        Verdict::Unknown => 1,
        Verdict::Incomplete => 2,
        Verdict::Failed => WORST,
    }
}

/// The rank of a run that failed.
const WORST: u8 = 3;

/// Whether somebody knows the run whose lines these are.
fn is_run(bytes: &[u8]) -> bool {
    let settings = Settings::default();
    let mut beside = Untouched::new(&settings);
    beside.read(bytes, &settings);
    beside.ends(Got::End, &settings);
    beside.report.finish_as(Witness::default());
    beside.report.recognised()
}
