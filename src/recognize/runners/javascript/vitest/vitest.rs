//! The state machine over vitest's output.
//!
//! A section opens at ` RUN  v4.1.12 /path` and ends with the summary. While the tests run, each file has a line with
//! its numbers and, when it failed, the names of its tests without their describe blocks (or, verbose, each test has a
//! line with its whole name); the report after the run has the whole names and the errors. vitest writes the report to
//! stderr and the rest to stdout, so the report may also follow the summary.
//!
//! What tests print is after `stdout | NAME` up to an empty line, but may hold empty lines itself: a line of
//! vitest's own ends it only after an empty one.
//!
//! Not handled here: TAP, JSON and JUnit reporters, tables of benchmarks and of coverage.

use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use std::collections::{HashMap, HashSet};

use super::report::{Error, head};
use super::totals;
use super::vitest_lines::{self, SEPARATOR, banner, begins, dots, module, printed, status};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Level, Opened, Outcome, Seen, TestId, Totals};
use crate::recognize::kit::clip::{clipped, indent, key};
use crate::recognize::kit::scan;
use crate::recognize::runners::javascript::shared::{Body, Death};

/// The most names of failures that are remembered.
pub(super) const NAMES: usize = 65_536;
/// The most names that can be taken back.
const UNCONFIRMED: usize = 4096;
/// The most short messages that are kept in case that the report never comes.
const MESSAGES: usize = 256;

/// Where in vitest's output a line is.
#[derive(Clone, Debug, Default)]
pub(super) enum Zone {
    /// The tests run.
    #[default]
    Run,
    /// Something that a test printed.
    Printed,
    /// After a banner or a divider of the report: names follow. Whether they are those of suites.
    Names(FailureKind, Error),
    /// The text of an error.
    Error(FailureKind, Error),
    /// The advice above errors outside of tests.
    Unhandled,
    /// The kind of an error outside of tests was reported; its first line follows.
    Awaited(String),
    /// The text of an error outside of tests.
    Outside(Body, bool),
}

/// vitest.
#[derive(Debug, Default)]
pub struct Vitest {
    pub(super) open: bool,
    pub(super) zone: Zone,
    pub(super) blank: bool,
    /// The file whose tests are listed, and how many failures of it are still to come.
    pub(super) file: String,
    pub(super) left: u64,
    /// Tests that passed and that were skipped, as the files' and the tests' lines count them.
    pub(super) counted: [u64; 2],
    /// Failed and passed tests of the files whose lines count a failure.
    pub(super) failing: [u64; 2],
    /// Names of failed tests as their file's list reported them.
    pub(super) listed: HashSet<u64>,
    /// Those of them that the report has not reported yet.
    pub(super) unconfirmed: HashMap<u64, String>,
    /// Tests that the report reported.
    pub(super) reported: u64,
    /// Names of failures as the report reported them.
    pub(super) known: HashSet<u64>,
    pub(super) messages: Vec<(String, String)>,
    /// Files and suites that failed as a whole: by their lines, and by the report.
    pub(super) modules: u64,
    pub(super) suites: u64,
    /// Errors outside of tests.
    pub(super) unhandled: HashSet<u64>,
    pub(super) unhandled_lines: u64,
    pub(super) failures: bool,
    pub(super) files: Option<Totals>,
    pub(super) totals: Option<(Totals, Totals)>,
    pub(super) errors: u64,
    pub(super) death: Death,
    /// How many failures the log says there are, which begins inside of their report.
    pub(super) of: Option<u64>,
    /// The last frame before the report that the log begins inside of: its line's number, file and line.
    pub(super) frame: Option<(u64, String, Option<u64>)>,
    /// The number of the current line.
    pub(super) number: u64,
    /// What a test printed was the last before the totals.
    pub(super) amid: bool,
}

impl Runner for Vitest {
    const SPEC: Spec = Spec {
        name: "vitest",
        reads: "vitest",
        starts: &vitest_lines::STARTS,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open || !matches!(self.zone, Zone::Run)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        self.number = line.number;
        let seen = self.judge(text, run);
        // The row of the snapshots is between the empty line and the rest of the summary.
        self.blank = text.trim().is_empty() || self.blank && totals::snapshots(text);
        seen
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.leave(run);
        let [passes, _] = self.counted;
        let amid = self.amid && !self.file.is_empty();
        // A file's line comes after all that its tests print, and tells how many there were.
        self.totals.take_if(|(totals, _)| amid && totals.passed.unwrap_or(0) > passes);
        self.settle(run);
        if self.open {
            if let Some(all) = self.of.filter(|all| *all > self.reported) {
                let totals = Totals { failed: Some(all), ..Totals::default() };
                run.emit(Event::Declared { totals, level: Level::Section });
            }
            self.count(u64::MAX, run);
            self.tell_messages(run);
            self.death.tell(run);
            self.open = false;
        }
    }
}

impl Vitest {
    pub(super) fn judge(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if begins(text) {
            self.leave(run);
            self.settle(run);
            *self = Self { open: true, ..Self::default() };
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            return Seen::Mine(Class::Noise);
        }
        if let Some(banner) = banner(text)
            && let Some(seen) = self.banner(banner, run)
        {
            return seen;
        }
        let blank = text.trim().is_empty();
        match &mut self.zone {
            Zone::Run => self.run(text, run),
            Zone::Printed => {
                let own = self.blank
                    && (module(text).is_some()
                        || printed(text)
                        || totals::files(text).is_some()
                        || vitest_lines::test(text).is_some_and(|(_, name)| vitest_lines::whole(name)));
                if !own {
                    return Seen::Inside(Class::Other);
                }
                self.zone = Zone::Run;
                self.amid = totals::files(text).is_some();
                self.run(text, run)
            }
            Zone::Names(..) => self.named(text, run),
            Zone::Error(_, error) => {
                if self.blank && (totals::files(text).is_some() || totals::snapshots(text)) {
                    // The summary, written to another stream, may come in between.
                    return self.run(text, run);
                }
                Seen::Mine(error.line(text, run))
            }
            Zone::Unhandled if totals::files(text).is_some() || module(text).is_some() => {
                self.zone = Zone::Run;
                self.run(text, run)
            }
            Zone::Unhandled => {
                let caught = text.trim().strip_prefix("Vitest caught ").and_then(scan::number);
                if let Some((caught, _)) = caught.filter(|(_, rest)| rest.starts_with(" unhandled error")) {
                    self.errors = self.errors.max(caught);
                }
                Seen::Mine(Class::Noise)
            }
            Zone::Awaited(_) if blank => Seen::Mine(Class::Noise),
            Zone::Awaited(kind) => {
                let kind = std::mem::take(kind);
                self.outside(&kind, text, run);
                Seen::Mine(Class::Detail)
            }
            Zone::Outside(..) if self.blank && totals::files(text).is_some() => {
                self.leave(run);
                self.run(text, run)
            }
            Zone::Outside(body, worker) => {
                *worker |= text.contains("Worker ");
                Seen::Mine(body.line(text, run))
            }
        }
    }

    /// A line while the tests run, or of the summary.
    pub(super) fn run(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(files) = totals::files(text) {
            self.files = Some(files);
            return Seen::Mine(Class::Totals);
        }
        if let Some(files) = self.files
            && let Some(tests) = totals::tests(text)
        {
            self.begin(run, Opened::Headless);
            self.totals = Some((tests, files));
            run.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        if self.totals.is_some()
            && let Some(errors) = totals::errors(text)
        {
            self.errors = errors;
            run.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        if self.totals.is_some() && !text.trim().is_empty() && !totals::row(text) {
            // What follows shows whether a test had printed them: the run goes on.
            let goes_on = module(text).is_some()
                || printed(text)
                || vitest_lines::test(text).is_some_and(|(_, name)| vitest_lines::whole(name));
            if goes_on {
                self.totals = None;
                self.files = None;
            } else {
                self.settle(run);
            }
        }
        if totals::row(text) {
            if self.totals.is_some() {
                run.emit(Event::MayHaveEnded);
            }
            return Seen::Mine(Class::Totals);
        }
        if !self.open {
            if self.is_cut() && head(text).is_some_and(|head| vitest_lines::whole(&head.name)) {
                // The log begins inside of the report.
                self.of = Some(0);
                self.begin(run, Opened::Own);
                self.zone = Zone::Names(FailureKind::Test, Error::default());
                return self.named(text, run);
            }
            self.frame_of_a_cut_report(text);
            return self.after(text, run);
        }
        if let Some(module) = module(text) {
            return self.module(module, run);
        }
        if printed(text) {
            self.zone = Zone::Printed;
            return Seen::Inside(Class::Other);
        }
        if status(text) || dots(text) {
            return Seen::Mine(Class::Noise);
        }
        if let Some((outcome, name)) = vitest_lines::test(text) {
            return self.test(text, outcome, name, run);
        }
        if let Some(message) = text.trim_start().strip_prefix("→ ")
            && indent(text) >= 3
        {
            if let Some((_, last)) = self.messages.last_mut().filter(|(_, last)| last.is_empty()) {
                *last = clipped(message);
            }
            return Seen::Mine(Class::Noise);
        }
        self.words(text, run)
    }

    /// A file's line.
    pub(super) fn module(&mut self, module: vitest_lines::Module<'_>, run: &mut Run<'_>) -> Seen {
        let [passed, failed, skipped] = module.counts;
        let [all_passed, all_skipped] = self.counted;
        self.counted = [all_passed.saturating_add(passed), all_skipped.saturating_add(skipped)];
        self.file = clipped(module.file);
        self.left = failed;
        if !module.failed {
            return Seen::Mine(Class::Passed);
        }
        self.failures = true;
        let [all_failed, passed_beside] = self.failing;
        self.failing = [all_failed.saturating_add(failed), passed_beside.saturating_add(passed)];
        if failed == 0 {
            self.modules.up(1);
            let id = TestId::bare(module.file);
            let outcome = Outcome::Failed(FailureKind::Collection);
            run.emit(Event::finished(id, outcome));
            run.emit(Event::Heading);
            return Seen::Mine(Class::Detail);
        }
        Seen::Mine(Class::Noise)
    }

    /// A test's line.
    pub(super) fn test(&mut self, text: &str, outcome: Outcome, name: &str, run: &mut Run<'_>) -> Seen {
        let whole = vitest_lines::whole(name);
        let columns = indent(text);
        if !whole && (columns < 3 || self.file.is_empty()) {
            return Seen::No;
        }
        let shown = match outcome {
            // A summary of version 4 does not count those that were expected to fail as passed.
            Outcome::Passed | Outcome::Skipped if whole && columns < 3 => {
                let passed = outcome == Outcome::Passed;
                if let Some(count) = self.counted.get_mut(usize::from(!passed)) {
                    count.up(1);
                }
                run.emit(Event::Named(TestId::bare(vitest_lines::untimed(name)), outcome));
                return Seen::Mine(if passed { Class::Passed } else { Class::Skipped });
            }
            _ if whole && columns < 3 => vitest_lines::name(name),
            // The file's line has counted it.
            Outcome::Passed | Outcome::Skipped => {
                let id = TestId::of(&self.file, vitest_lines::SEPARATOR, vitest_lines::untimed(name));
                run.emit(Event::Named(id, outcome));
                let passed = outcome == Outcome::Passed;
                return Seen::Mine(if passed { Class::Passed } else { Class::Skipped });
            }
            Outcome::Other => return Seen::Mine(Class::Noise),
            Outcome::Failed(_) if self.left == 0 || text.trim_start().starts_with('❯') && !whole => {
                return Seen::Mine(Class::Noise);
            }
            Outcome::Failed(_) => {
                self.left.down(1);
                if whole { vitest_lines::name(name) } else { format!("{}{SEPARATOR}{name}", self.file) }
            }
        };
        let id = TestId::split_last(&shown, SEPARATOR);
        run.emit(Event::finished(id, outcome));
        if !matches!(outcome, Outcome::Failed(_)) {
            return Seen::Mine(Class::Noise);
        }
        self.failures = true;
        run.emit(Event::Heading);
        if self.listed.len() < NAMES {
            self.listed.insert(key(&shown));
        }
        if self.unconfirmed.len() < UNCONFIRMED {
            self.unconfirmed.insert(key(&shown), clipped(&shown));
        }
        if self.messages.len() < MESSAGES {
            self.messages.push((clipped(&shown), String::new()));
        }
        Seen::Mine(Class::Detail)
    }

    /// Leaves the error that is open.
    pub(super) fn leave(&mut self, run: &mut Run<'_>) {
        match std::mem::take(&mut self.zone) {
            Zone::Error(_, error) => error.tell_others(run),
            // A worker that died has reported more on its own before.
            Zone::Outside(_, true) => {
                std::mem::take(&mut self.death).add(run);
            }
            _ => {}
        }
        run.close();
    }
}
