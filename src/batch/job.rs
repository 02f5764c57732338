//! The job: finds, judges, writes.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};

use serde::Serialize;

use super::groups::Groups;
use super::lines::{SCHEMA, SummaryLine, Verdicts};
use super::pool::{Outcome, Promise, Shared, start};
use super::walk::{Skipped, Wanted};
use crate::budget::Count as _;
use crate::filter::Documents;
use crate::render::documents::Held;
use crate::report::Verdict;
use crate::settings::Settings;
use crate::source::Signals;
use crate::text::json::harmless;

/// Whether the last line sums up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summed {
    /// It does.
    Yes,
    /// Lines of logs and errors alone.
    No,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// What is read, in this order.
    pub wanted: Vec<Wanted>,
    /// How a log is judged.
    pub settings: Settings,
    /// How many logs are judged at once.
    pub jobs: NonZeroUsize,
    /// What comes last.
    pub summed: Summed,
}

/// How far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Files that were read or cannot be.
    pub files: u64,
    /// Logs that were judged.
    pub logs: u64,
    /// Logs that failed.
    pub failed: u64,
    /// What could not be read.
    pub errors: u64,
}

/// Hears how far it is.
pub trait Progress {
    /// Another line was written.
    fn wrote(&mut self, tally: &Tally);
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchEnd {
    /// 0 all passed, or are unknown without a strong sign; 1 a log failed; 3 none did, and one is incomplete, unknown
    /// with a strong sign, or could not be read, or there was none.
    pub exit_code: i32,
    /// The signal that ended it early.
    pub signal: Option<i32>,
}

/// Why it could not go on.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// No thread can be started.
    #[error("failed to start")]
    Start(#[source] io::Error),
    /// A line could not be written; also when the reader has left.
    #[error("failed to write")]
    Write(#[source] io::Error),
}

/// Judges many logs. The lines go to `out` in the order of the inputs.
///
/// # Errors
/// When threads cannot be started or a line cannot be written. What cannot be read is a line.
pub fn run(
    batch: &Batch,
    signals: Option<&Signals>,
    out: &mut dyn Write,
    progress: &mut dyn Progress,
    documents: Option<&mut dyn Documents>,
) -> Result<BatchEnd, BatchError> {
    let stop = AtomicBool::new(false);
    let shared = Shared { batch, signals, stop: &stop };
    let mut writer = Writer::new(out, batch.summed);
    writer.held = documents.is_some().then(Held::default);
    let written = std::thread::scope(|scope| {
        let (promises, finder) = start(scope, &shared).map_err(BatchError::Start)?;
        let written = writer.all(promises, progress);
        // From here on nobody waits for what is still under way.
        stop.store(written.is_err(), Ordering::Relaxed);
        let skipped = finder.join().unwrap_or_default();
        written.map(|()| skipped).map_err(BatchError::Write)
    });
    if written.is_err() {
        stop.store(true, Ordering::Relaxed);
    }
    let signal = signals.and_then(Signals::interrupted_by);
    writer.end(written?, signal.is_some()).map_err(BatchError::Write)?;
    if let (Some(documents), Some(mut held)) = (documents, writer.held.take()) {
        if signal.is_some() {
            held.problem("incomplete", "it was interrupted");
        }
        let model = writer.verdicts.model(&held, &writer.tally, signal.is_some(), documents.began_ms());
        documents.write(&model, writer.out).map_err(BatchError::Write)?;
    }
    Ok(BatchEnd { exit_code: writer.exit_code(), signal })
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    summed: Summed,
    tally: Tally,
    verdicts: Verdicts,
    failures: u64,
    groups: Groups,
    unsure: u64,
    /// What documents are made of, when there are any.
    held: Option<Held>,
}

impl<'a> Writer<'a> {
    fn new(out: &'a mut dyn Write, summed: Summed) -> Self {
        Self {
            out,
            summed,
            tally: Tally::default(),
            verdicts: Verdicts::default(),
            failures: 0,
            groups: Groups::default(),
            unsure: 0,
            held: None,
        }
    }

    /// Writes what was promised, in order. Lines are gathered while there are more, and sent before waiting.
    fn all(&mut self, promises: Receiver<Promise>, progress: &mut dyn Progress) -> io::Result<()> {
        loop {
            let promise = match promises.try_recv() {
                Ok(promise) => promise,
                Err(TryRecvError::Disconnected) => return Ok(()),
                Err(TryRecvError::Empty) => {
                    self.out.flush()?;
                    let Ok(promise) = promises.recv() else { return Ok(()) };
                    promise
                }
            };
            let outcome = match promise.outcome.try_recv() {
                Ok(outcome) => outcome,
                Err(_) => {
                    self.out.flush()?;
                    // A worker always keeps its promise.
                    promise.outcome.recv().unwrap_or(Outcome::Stopped)
                }
            };
            self.one(outcome)?;
            self.tally.files.up(u64::from(promise.ends_file));
            progress.wrote(&self.tally);
        }
    }

    fn one(&mut self, outcome: Outcome) -> io::Result<()> {
        let one_more = |number: &mut u64| number.up(1);
        match outcome {
            Outcome::Stopped => Ok(()),
            Outcome::Error(line) => {
                if let Some(held) = &mut self.held {
                    line.hold(held);
                }
                one_more(&mut self.tally.errors);
                self.line(&*line)
            }
            Outcome::Judged(answer) => {
                if let Some(held) = &mut self.held {
                    answer.line.hold(held, answer.verdict);
                }
                self.line(&answer.line)?;
                one_more(&mut self.tally.logs);
                match answer.verdict {
                    Verdict::Failed => {
                        one_more(&mut self.tally.failed);
                        one_more(&mut self.verdicts.failed);
                    }
                    Verdict::Incomplete => one_more(&mut self.verdicts.incomplete),
                    Verdict::Unknown => one_more(&mut self.verdicts.unknown),
                    Verdict::Passed => one_more(&mut self.verdicts.passed),
                }
                if answer.exit_code == 3 {
                    one_more(&mut self.unsure);
                }
                self.failures.up(answer.failures);
                let line = answer.line;
                if self.summed == Summed::Yes {
                    self.groups.add(line.place, line.failures, line.unlisted);
                }
                Ok(())
            }
        }
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string(line).map_err(io::Error::other)?;
        self.out.write_all(harmless(&text).as_bytes())?;
        self.out.write_all(b"\n")
    }

    fn end(&mut self, skipped: Skipped, interrupted: bool) -> io::Result<()> {
        if self.summed == Summed::Yes {
            let groups = std::mem::take(&mut self.groups);
            let (shared, shared_unlisted) = groups.shared();
            let summary = SummaryLine {
                schema: SCHEMA,
                kind: "summary",
                logs: self.tally.logs,
                errors: self.tally.errors,
                verdicts: self.verdicts,
                failures: self.failures,
                skipped,
                shared,
                shared_unlisted,
                uncompared: groups.uncompared(),
                interrupted,
            };
            self.line(&summary)?;
        }
        self.out.flush()
    }

    fn exit_code(&self) -> i32 {
        match self.verdicts.failed {
            0 if self.unsure == 0 && self.tally.errors == 0 && self.tally.logs > 0 => 0,
            0 => 3,
            _ => 1,
        }
    }
}
