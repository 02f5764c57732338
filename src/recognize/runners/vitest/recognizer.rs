//! The state machine over vitest's output.
//!
//! A section opens at ` RUN  v4.1.12 /path` and ends with the summary. While the tests run, each file has a line with
//! its numbers and, when it failed, the names of its tests without their describe blocks (or, verbose, each test has a
//! line with its whole name); the report behind the run has the whole names and the errors. vitest writes the report to
//! stderr and the rest to stdout, so the report may also follow the summary.
//!
//! What tests print stands behind `stdout | NAME` up to an empty line, but may hold empty lines itself: a line of
//! vitest's own ends it only behind an empty one.
//!
//! Not handled here: TAP, JSON and JUnit reporters, tables of benchmarks and of coverage.

use std::collections::{HashMap, HashSet};

use super::lines::{self, SEPARATOR, banner, begins, divider, dots, module, printed, status};
use super::report::{Error, head};
use super::totals;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Runner, Seen, Sink, TestId,
    Totals,
};
use crate::recognize::runners::javascript::{Body, Death, clipped, indent, key};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most names of failures that are remembered.
const NAMES: usize = 65_536;
/// The most names that can be taken back.
const UNCONFIRMED: usize = 4096;
/// The most short messages that are kept in case that the report never comes.
const MESSAGES: usize = 256;

/// Where in vitest's output a line stands.
#[derive(Clone, Debug, Default)]
enum Zone {
    /// The tests run.
    #[default]
    Run,
    /// Something that a test printed.
    Printed,
    /// Behind a banner or a divider of the report: names follow. Whether they are those of suites.
    Names(FailureKind, Error),
    /// The text of an error.
    Error(FailureKind, Error),
    /// The advice above errors outside of tests.
    Unhandled,
    /// The kind of an error outside of tests was told; its first line follows.
    Awaited(String),
    /// The text of an error outside of tests.
    Outside(Body, bool),
}

/// vitest.
#[derive(Debug, Default)]
pub struct Vitest {
    open: bool,
    zone: Zone,
    blank: bool,
    /// The file whose tests are listed, and how many failures of it are still to come.
    file: String,
    left: u64,
    /// Tests that passed and that were skipped, as the files' and the tests' lines count them.
    counted: [u64; 2],
    /// Names of failed tests as their file's list told them.
    listed: HashSet<u64>,
    /// Those of them that the report has not told yet.
    unconfirmed: HashMap<u64, String>,
    /// Tests that the report told.
    reported: u64,
    /// Names of failures as the report told them.
    known: HashSet<u64>,
    messages: Vec<(String, String)>,
    /// Files and suites that failed as a whole: by their lines, and by the report.
    modules: u64,
    suites: u64,
    /// Errors outside of tests.
    unhandled: HashSet<u64>,
    unhandled_lines: u64,
    failures: bool,
    files: Option<Totals>,
    totals: Option<(Totals, Totals)>,
    errors: u64,
    death: Death,
}

impl Recognizer for Vitest {
    fn runner(&self) -> Runner {
        Runner("vitest")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &lines::STARTS, ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.open || !matches!(self.zone, Zone::Run) { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        let seen = self.judge(text, sink);
        self.blank = text.trim().is_empty();
        seen
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.leave(sink);
        self.settle(sink);
        if self.open {
            self.count(u64::MAX, sink);
            for (name, message) in std::mem::take(&mut self.messages) {
                sink.emit(Event::BlockOpened(Block::More { name: &name }));
                sink.emit(Event::Decoded { part: Part::Why, text: &message });
                sink.emit(Event::BlockClosed);
            }
            self.death.tell(sink);
            self.open = false;
        }
    }
}

impl Vitest {
    fn judge(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if begins(text) {
            self.leave(sink);
            self.settle(sink);
            *self = Self { open: true, ..Self::default() };
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            return Seen::Mine(Class::Noise);
        }
        if let Some(banner) = banner(text)
            && let Some(seen) = self.banner(banner, sink)
        {
            return seen;
        }
        let blank = text.trim().is_empty();
        match &mut self.zone {
            Zone::Run => self.run(text, sink),
            Zone::Printed => {
                let own = self.blank
                    && (module(text).is_some()
                        || printed(text)
                        || totals::files(text).is_some()
                        || lines::test(text).is_some_and(|(_, name)| lines::whole(name)));
                if !own {
                    return Seen::Inside(Class::Other);
                }
                self.zone = Zone::Run;
                self.run(text, sink)
            }
            Zone::Names(..) => self.named(text, sink),
            Zone::Error(_, error) => {
                if self.blank && totals::files(text).is_some() {
                    // The summary, written to another stream, may come in between.
                    return self.run(text, sink);
                }
                Seen::Mine(error.line(text, sink))
            }
            Zone::Unhandled if totals::files(text).is_some() || module(text).is_some() => {
                self.zone = Zone::Run;
                self.run(text, sink)
            }
            Zone::Unhandled => Seen::Mine(Class::Noise),
            Zone::Awaited(_) if blank => Seen::Mine(Class::Noise),
            Zone::Awaited(kind) => {
                let kind = std::mem::take(kind);
                self.outside(&kind, text, sink);
                Seen::Mine(Class::Detail)
            }
            Zone::Outside(..) if self.blank && totals::files(text).is_some() => {
                self.leave(sink);
                self.run(text, sink)
            }
            Zone::Outside(body, worker) => {
                *worker |= text.contains("Worker ");
                Seen::Mine(body.line(text, sink))
            }
        }
    }

    /// A banner of the report. `None` when it is not vitest's.
    fn banner(&mut self, banner: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (words, number) = banner.rsplit_once(' ').unwrap_or((banner, ""));
        let number = number.parse::<u64>().ok();
        let zone = match (words, number) {
            ("Failed Tests" | "Failed Typechecks", Some(_)) => {
                Zone::Names(FailureKind::Test, Error::default())
            }
            ("Failed Suites", Some(number)) => {
                self.suites = number;
                Zone::Names(FailureKind::Collection, Error::default())
            }
            ("Async Leaks", Some(_)) => Zone::Unhandled,
            _ if divider(banner) => {
                let (Zone::Error(kind, _) | Zone::Names(kind, _)) = self.zone else { return None };
                self.leave(sink);
                self.zone = Zone::Names(kind, Error::default());
                return Some(Seen::Mine(Class::Noise));
            }
            _ => match banner {
                "Unhandled Errors" | "Unhandled Source Errors" | "Source Errors" => Zone::Unhandled,
                "Unhandled Error"
                | "Unhandled Rejection"
                | "Uncaught Exception"
                | "Unhandled Source Error"
                | "Typecheck Error"
                | "Startup Error"
                | "Collect Error" => Zone::Awaited(banner.to_owned()),
                "" if matches!(self.zone, Zone::Outside(..) | Zone::Unhandled | Zone::Awaited(_)) => {
                    Zone::Run
                }
                _ => return None,
            },
        };
        self.leave(sink);
        if !self.open && !matches!(zone, Zone::Run) && self.known.is_empty() && self.listed.is_empty() {
            self.begin(sink, Opened::Own);
        }
        if matches!(zone, Zone::Names(..)) {
            self.messages.clear();
        }
        self.zone = zone;
        Some(Seen::Mine(Class::Noise))
    }

    /// A name of the report, or the first line of the error below names.
    fn named(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let Zone::Names(kind, mut error) = std::mem::take(&mut self.zone) else { return Seen::No };
        if let Some(head) = head(text) {
            let fresh = self.known.len() < NAMES && self.known.insert(key(&head.name));
            let mut alias = String::new();
            let mut means = kind;
            if kind != FailureKind::Test {
                if head.name != head.file {
                    means = FailureKind::Setup;
                    alias.clone_from(&head.file);
                }
            } else if fresh {
                self.reported = self.reported.saturating_add(1);
            }
            if kind == FailureKind::Test && fresh && !self.confirm(&head.name) {
                // A file's list names its tests without their describe blocks.
                let last = head.name.rsplit(SEPARATOR).next().unwrap_or_default();
                let short = format!("{}{SEPARATOR}{last}", head.file);
                if self.confirm(&short) {
                    alias = short;
                }
            }
            self.failures = true;
            error.open(&head, means, &alias, sink);
            self.zone = Zone::Names(kind, error);
            return Seen::Mine(Class::Detail);
        }
        if text.trim().is_empty() {
            self.zone = Zone::Names(kind, error);
            return Seen::Mine(Class::Noise);
        }
        if totals::files(text).is_some()
            || module(text).is_some()
            || printed(text)
            || lines::test(text).is_some()
        {
            sink.emit(Event::BlockClosed);
            return self.run(text, sink);
        }
        let class = error.line(text, sink);
        self.zone = Zone::Error(kind, error);
        Seen::Mine(class)
    }

    /// Whether a file's list told this name.
    fn confirm(&mut self, name: &str) -> bool {
        self.unconfirmed.remove(&key(name));
        self.listed.remove(&key(name))
    }

    /// The first line of an error outside of tests.
    fn outside(&mut self, kind: &str, text: &str, sink: &mut dyn Sink) {
        self.begin(sink, Opened::Headless);
        let name = clipped(&format!("{kind}: {}", text.trim()));
        self.unhandled_lines = self.unhandled_lines.saturating_add(1);
        self.unhandled.insert(key(&name));
        let means = if kind == "Startup Error" { FailureKind::Setup } else { FailureKind::Crash };
        sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind: means }));
        sink.emit(Event::Message(text.trim()));
        sink.emit(Event::Instead(&name));
        sink.emit(Event::Heading);
        self.zone = Zone::Outside(Body::told(), text.contains("Worker "));
    }

    /// A line while the tests run, or of the summary.
    fn run(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(files) = totals::files(text) {
            self.files = Some(files);
            return Seen::Mine(Class::Totals);
        }
        if let Some(files) = self.files
            && let Some(tests) = totals::tests(text)
        {
            self.begin(sink, Opened::Headless);
            self.totals = Some((tests, files));
            return Seen::Mine(Class::Totals);
        }
        if self.totals.is_some() {
            if let Some(errors) = totals::errors(text) {
                self.errors = errors;
                return Seen::Mine(Class::Totals);
            }
        }
        if self.totals.is_some() && !text.trim().is_empty() && !totals::row(text) {
            // What follows shows whether a test had printed them: the run goes on.
            let goes_on = module(text).is_some()
                || printed(text)
                || lines::test(text).is_some_and(|(_, name)| lines::whole(name));
            if goes_on {
                self.totals = None;
                self.files = None;
            } else {
                self.settle(sink);
            }
        }
        if totals::row(text) {
            return Seen::Mine(Class::Totals);
        }
        if !self.open {
            return self.behind(text, sink);
        }
        if let Some(module) = module(text) {
            return self.module(module, sink);
        }
        if printed(text) {
            self.zone = Zone::Printed;
            return Seen::Inside(Class::Other);
        }
        if status(text) || dots(text) {
            return Seen::Mine(Class::Noise);
        }
        if let Some((outcome, name)) = lines::test(text) {
            return self.test(text, outcome, name, sink);
        }
        if let Some(message) = text.trim_start().strip_prefix("→ ")
            && indent(text) >= 3
        {
            if let Some((_, last)) = self.messages.last_mut().filter(|(_, last)| last.is_empty()) {
                *last = clipped(message);
            }
            return Seen::Mine(Class::Noise);
        }
        self.words(text, sink)
    }

    /// A file's line.
    fn module(&mut self, module: lines::Module<'_>, sink: &mut dyn Sink) -> Seen {
        let [passed, failed, skipped] = module.counts;
        let [all_passed, all_skipped] = self.counted;
        self.counted = [all_passed.saturating_add(passed), all_skipped.saturating_add(skipped)];
        self.file = clipped(module.file);
        self.left = failed;
        if !module.failed {
            return Seen::Mine(Class::Passed);
        }
        self.failures = true;
        if failed == 0 {
            self.modules = self.modules.saturating_add(1);
            let id = TestId::bare(module.file);
            let outcome = Outcome::Failed(FailureKind::Collection);
            sink.emit(Event::Finished { id, outcome, grade: Grade::Line, attempt: 0, alias: "" });
            sink.emit(Event::Heading);
            return Seen::Mine(Class::Detail);
        }
        Seen::Mine(Class::Noise)
    }

    /// A test's line.
    fn test(&mut self, text: &str, outcome: Outcome, name: &str, sink: &mut dyn Sink) -> Seen {
        let whole = lines::whole(name);
        let columns = indent(text);
        if !whole && (columns < 3 || self.file.is_empty()) {
            return Seen::No;
        }
        let shown = match outcome {
            // A summary of version 4 does not count those that were expected to fail as passed.
            Outcome::Passed | Outcome::Skipped if whole && columns < 3 => {
                let passed = outcome == Outcome::Passed;
                if let Some(count) = self.counted.get_mut(usize::from(!passed)) {
                    *count = count.saturating_add(1);
                }
                return Seen::Mine(if passed { Class::Passed } else { Class::Skipped });
            }
            _ if whole && columns < 3 => lines::name(name),
            // The file's line has counted it.
            Outcome::Passed => return Seen::Mine(Class::Passed),
            Outcome::Skipped => return Seen::Mine(Class::Skipped),
            Outcome::Other => return Seen::Mine(Class::Noise),
            Outcome::Failed(_) if self.left == 0 || text.trim_start().starts_with('❯') && !whole => {
                return Seen::Mine(Class::Noise);
            }
            Outcome::Failed(_) => {
                self.left = self.left.saturating_sub(1);
                if whole { lines::name(name) } else { format!("{}{SEPARATOR}{name}", self.file) }
            }
        };
        let id = TestId::split_last(&shown, SEPARATOR);
        sink.emit(Event::Finished { id, outcome, grade: Grade::Line, attempt: 0, alias: "" });
        if !matches!(outcome, Outcome::Failed(_)) {
            return Seen::Mine(Class::Noise);
        }
        self.failures = true;
        sink.emit(Event::Heading);
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

    /// Sentences of vitest itself.
    fn words(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let bare = text.trim_start();
        if bare.starts_with("No test files found, exiting with code 1") {
            sink.emit(Event::BlockOpened(Block::Whole { name: bare, kind: FailureKind::Suite }));
            sink.emit(Event::Heading);
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        let passes = bare.starts_with("BENCH  Summary")
            || bare.starts_with("No test files found, exiting with code 0");
        if passes && indent(text) <= 1 {
            let ended =
                if self.failures || !self.unhandled.is_empty() { Ended::Failed } else { Ended::Passed };
            self.count(u64::MAX, sink);
            sink.emit(Event::SectionEnded(ended));
            self.open = false;
            return Seen::Mine(Class::Totals);
        }
        if self.death.feed(text) {
            return Seen::Inside(Class::Detail);
        }
        Seen::No
    }

    /// Lines behind the summary, or without a run.
    fn behind(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.starts_with("ERROR: Coverage for ") || text.starts_with("ERROR: Uncovered ") {
            sink.emit(Event::SectionStarted { opened: Opened::Headless, announced: None, label: "coverage" });
            sink.emit(Event::BlockOpened(Block::Whole { name: text, kind: FailureKind::Suite }));
            sink.emit(Event::Heading);
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with("No test files found, exiting with code 1") {
            return self.words(text, sink);
        }
        // An annotation for GitHub repeats what the report told.
        let title = text.strip_prefix("::error file=").and_then(|rest| rest.split_once(",title="));
        let title = title.and_then(|(_, rest)| rest.split_once(",line=")).map(|(title, _)| title);
        if title
            .is_some_and(|title| self.known.contains(&key(&title.replace("%3A", ":").replace("%2C", ","))))
        {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    fn begin(&mut self, sink: &mut dyn Sink, opened: Opened) {
        if !self.open && self.known.is_empty() {
            self.open = true;
            sink.emit(Event::SectionStarted { opened, announced: None, label: "" });
        }
    }

    /// Leaves the error that is open.
    fn leave(&mut self, sink: &mut dyn Sink) {
        match std::mem::take(&mut self.zone) {
            Zone::Error(_, error) => error.close(sink),
            Zone::Outside(_, worker) => {
                // A worker that died has told more on its own before.
                let death = worker.then(|| std::mem::take(&mut self.death));
                if let Some(mut death) = death {
                    death.add(sink);
                }
                sink.emit(Event::BlockClosed);
            }
            Zone::Names(..) => sink.emit(Event::BlockClosed),
            Zone::Run | Zone::Printed | Zone::Unhandled | Zone::Awaited(_) => {}
        }
    }

    /// Tells what the files' lines counted, up to so many passes.
    fn count(&mut self, most: u64, sink: &mut dyn Sink) {
        let [passed, skipped] = std::mem::take(&mut self.counted);
        if passed > 0 || skipped > 0 {
            sink.emit(Event::Counted { passed: passed.min(most), failed: 0, skipped, other: 0 });
        }
    }

    /// Tells the totals.
    fn settle(&mut self, sink: &mut dyn Sink) {
        self.files = None;
        let Some((mut totals, files)) = self.totals.take() else { return };
        if totals.failed == Some(self.reported) {
            // The report is complete: what else looked like a failure was printed by a test.
            for name in std::mem::take(&mut self.unconfirmed).into_values() {
                sink.emit(Event::Withdrawn(TestId::split_last(&name, SEPARATOR)));
            }
        }
        let told = u64::try_from(self.unhandled.len()).unwrap_or(u64::MAX);
        let unhandled = if self.unhandled_lines == self.errors { told } else { self.errors };
        let mut whole = self.suites.max(self.modules);
        if whole == 0 && totals.failed == Some(0) {
            whole = files.failed.unwrap_or(0);
        }
        let errors = whole.saturating_add(unhandled);
        if errors > 0 {
            totals.errors = Some(errors);
        }
        // A file's line that a test printed counts too much.
        self.count(totals.passed.unwrap_or(0), sink);
        sink.emit(Event::Declared { totals, level: Level::Section });
        self.open = false;
        self.death.forget();
    }
}
