//! WebdriverIO's test runner: what its command says of each worker, its spec reporter, and the spec files at the end.
//!
//! ```text
//! Execution of 2 workers started at 2024-03-11T10:02:11.123Z
//! [0-0] RUNNING in chrome - /test/specs/quay.js
//! [0-0] AssertionError in "harbour moors a ferry"
//! [0-0] FAILED in chrome - /test/specs/quay.js
//!  "spec" Reporter:
//! [chrome 122.0 linux #0-0]    ✖ moors a ferry
//! [chrome 122.0 linux #0-0] 1 passing (2.3s)
//! [chrome 122.0 linux #0-0] 1) harbour moors a ferry
//! Spec Files:      1 passed, 1 failed, 2 total (100% completed) in 00:00:09
//! ```
//!
//! A worker (`0-0`) is one spec file in one browser. A test is named by its worker, since two browsers run one test, and a
//! spec file that runs again reports again. Another reporter prints nothing of this but the command's own lines. Source of
//! the format: `wdio-cli/src/interface.ts` and `wdio-spec-reporter/src/index.ts`.

use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use std::collections::HashMap;

use super::report::Report;
use super::wdio_lines::{self, Printed};
use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Grade, Outcome, Seen, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::frames::error_text::ErrorText;
use crate::recognize::kit::scan;

/// The most workers that are remembered.
const WORKERS: usize = 8192;

/// What is known of one worker.
#[derive(Debug, Default)]
struct Worker {
    spec: String,
    /// How often its spec file ran again.
    retries: u32,
    /// How often it reported, and the numbers of its last report.
    reports: u32,
    totals: Totals,
    /// A failure of it was reported since it last began.
    already_reported: bool,
    /// Failures reported as they came, which the report tells by their names in its tree.
    early: Vec<String>,
    /// Tests that failed in its reports.
    failed: Vec<String>,
    /// What the failure of its whole spec file is called.
    whole: Option<String>,
}

/// WebdriverIO.
#[derive(Debug, Default)]
pub struct Wdio {
    workers: HashMap<String, Worker>,
    /// The text of the open failure, without a prefix.
    error: ErrorText,
    report: Option<Report>,
    /// Spec files that failed without a failed test.
    whole: u64,
}

impl Runner for Wdio {
    const SPEC: Spec = Spec {
        name: "wdio",
        reads: "WebdriverIO's test runner and its spec reporter",
        starts: &["Execution of "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if wdio_lines::begins(text) {
            self.end_report(run);
            *self = Self::default();
            run.forget();
            return run.open();
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some((files, completed)) = wdio_lines::spec_files(text) {
            self.end_report(run);
            return self.declare(files, completed, run);
        }
        if let Some((worker, content)) = wdio_lines::reported(text) {
            if self.report.is_none() {
                run.close();
            }
            return self.reported(worker, content, run);
        }
        if let Some((worker, statement)) = wdio_lines::printed(text) {
            self.end_report(run);
            return self.statement(worker, statement, run);
        }
        let content = text.trim();
        if scan::is_ruler(content, '-', 60) || content.starts_with('"') && content.ends_with("\" Reporter:") {
            self.end_report(run);
            return Seen::Mine(Class::Noise);
        }
        if self.report.is_some() || !run.is_open() {
            return Seen::No;
        }
        if content.is_empty() {
            run.close();
            return Seen::Mine(Class::Noise);
        }
        wdio_lines::add(&mut self.error, content, run);
        Seen::Inside(Class::Detail)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.end_report(run);
    }
}

impl Wdio {
    /// What the command says of a worker.
    fn statement(&mut self, worker: &str, statement: Printed<'_>, run: &mut Run<'_>) -> Seen {
        let Some(state) = self.worker(worker) else { return Seen::Mine(Class::Other) };
        match statement {
            Printed::Running(spec) => {
                state.already_reported = false;
                state.spec = clipped(spec);
            }
            Printed::Passed => return Seen::Mine(Class::Passed),
            Printed::Retrying => state.retries.up(1),
            Printed::Failed(spec) => {
                if !std::mem::replace(&mut state.already_reported, true) {
                    let name = format!("[{worker}] {spec}");
                    state.whole = Some(clipped(&name));
                    self.whole.up(1);
                    run.fail_whole_at_once(&name, FailureKind::Suite, "");
                }
                return Seen::Mine(Class::Detail);
            }
            Printed::Test(title) => {
                state.already_reported = true;
                if state.early.len() < wdio_lines::MOST {
                    state.early.push(clipped(title));
                }
                let attempt = state.retries.saturating_add(1);
                fail(worker, title, attempt, run);
                self.error = ErrorText::default();
                return Seen::Mine(Class::Detail);
            }
            Printed::Error(message) => {
                state.already_reported = true;
                let name = format!("[{worker}] {}", state.spec);
                self.whole.up(1);
                run.fail_whole(&name, FailureKind::Suite);
                self.error = ErrorText::default();
                return wdio_lines::add(&mut self.error, message, run);
            }
        }
        Seen::Mine(Class::Noise)
    }

    /// A line of a worker's report, or what came of the report that ended with it.
    fn reported(&mut self, worker: &str, content: &str, run: &mut Run<'_>) -> Seen {
        if self.report.as_ref().is_none_or(|report| report.worker != worker)
            || content.starts_with("Running: ")
        {
            self.end_report(run);
            let Some(state) = self.worker(worker) else { return Seen::Mine(Class::Other) };
            state.reports.up(1);
            state.totals = Totals::default();
            let (early, before) = (std::mem::take(&mut state.early), std::mem::take(&mut state.failed));
            let whole = state.whole.take();
            self.report = Some(Report::new(worker, state.reports, early, before, whole));
        }
        self.report.as_mut().map_or(Seen::No, |report| report.line(content, run))
    }

    fn worker(&mut self, worker: &str) -> Option<&mut Worker> {
        if self.workers.len() >= WORKERS && !self.workers.contains_key(worker) {
            return None;
        }
        Some(self.workers.entry(clipped(worker)).or_default())
    }

    /// Ends what is open, and the report of a worker.
    fn end_report(&mut self, run: &mut Run<'_>) {
        run.close();
        if let Some(report) = self.report.take() {
            let (worker, totals, failed) = report.end(run);
            if let Some(state) = self.worker(&worker) {
                (state.totals, state.failed) = (totals, failed);
            }
        }
    }

    fn declare(&mut self, files: Totals, completed: bool, run: &mut Run<'_>) -> Seen {
        let reports = self.workers.values().filter(|worker| worker.reports > 0).count();
        let reports = u64::try_from(reports).unwrap_or(u64::MAX);
        let (passed, failed) = (files.passed.unwrap_or(0), files.failed.unwrap_or(0));
        let mut totals = if reports == 0 {
            // No reporter reported tests: the spec files are what there is to count.
            Totals { passed: Some(passed), failed: Some(failed), ..Totals::default() }
        } else {
            let sum = |of: fn(&Totals) -> Option<u64>| {
                self.workers
                    .values()
                    .map(|worker| of(&worker.totals).unwrap_or(0))
                    .fold(0, u64::saturating_add)
            };
            let all = reports >= passed.saturating_add(failed);
            Totals {
                // A reporter may leave out the spec files that passed.
                passed: all.then(|| sum(|totals| totals.passed)),
                failed: Some(sum(|totals| totals.failed)),
                skipped: Some(sum(|totals| totals.skipped)),
                ..Totals::default()
            }
        };
        let whole = std::mem::take(&mut self.whole);
        totals.errors = (whole > 0 && reports > 0).then_some(whole);
        if failed > 0 && reports == 0 {
            run.end(Ended::Failed);
        } else if completed || failed > 0 {
            return run.totals(totals);
        } else {
            *self = Self::default();
            run.forget();
        }
        Seen::Mine(Class::Totals)
    }
}

/// A test of a worker failed.
fn fail(worker: &str, title: &str, attempt: u32, run: &mut Run<'_>) {
    let module = format!("[{worker}]");
    let id = TestId { module: &module, separator: " ", name: title };
    let outcome = Outcome::Failed(FailureKind::Test);
    run.emit(Event::Finished { id, outcome, grade: Grade::Block, attempt, alias: "" });
    run.more(&format!("{module} {title}"));
    run.emit(Event::Heading);
}
