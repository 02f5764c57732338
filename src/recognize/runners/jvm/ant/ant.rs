//! Ant with its `junit` task, in the plain and brief forms of its reports.
//!
//! Ant marks every line with its task (`[junit] `). A suite is named, then come its numbers (`Tests run: 3, Failures: 1, ...`) and a
//! block for each case that failed. Where reports go to files, as they mostly do, nothing but those numbers or `Test a.B FAILED`
//! tells of a failure, and the build may succeed: then the suite itself is the failure. Totals of the run are never printed:
//! they are the sum when the build ends, and a build whose end never came is not called passed. `junitlauncher` prints like
//! JUnit's console, which is none of this file's. The same reports are in files, where no task marks a line: then a run is certain by the
//! numbers below the name of a suite, or by the verdict below that of a case.

use super::bare::Bare;
use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, FailureKind, Level, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::frames::jvm::{Kind, Trace, is_class, simple};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};

/// What names a suite, and a case of it.
pub(super) const SUITE: &str = "Testsuite: ";
pub(super) const CASE: &str = "Testcase: ";

/// The last part of the name under which Ant reports the death of a process that ran several suites.
const BATCH: &str = "Batch-With-Multiple-Tests";

/// The suite that was named last.
#[derive(Debug, Default)]
pub(super) struct Suite {
    name: String,
    /// Its numbers, once they came: what looks like them later was printed by a test, or is the same reported once more.
    numbers: Option<String>,
    /// Failures of its numbers that no case was reported for.
    untold: u64,
    /// A failure of it was reported.
    reported: bool,
    /// Lines are what a test printed.
    pub(super) printed: bool,
    /// It was named again since its numbers came: by a further report, or because it ran again.
    again: bool,
}

/// Ant.
#[derive(Debug, Default)]
pub struct Ant {
    /// What is below a failed case.
    trace: Trace,
    pub(super) suite: Suite,
    /// The case before, whose verdict may follow.
    pub(super) case: Option<String>,
    totals: Totals,
    /// `BUILD FAILED` was the line before: its reason follows.
    failed: bool,
    /// Lines of a report that no task marks.
    pub(super) bare: Bare,
}

impl Runner for Ant {
    const SPEC: Spec = Spec {
        name: "ant",
        reads: "Ant: its junit task and the reason of a failed build",
        starts: &["[junit] ", "BUILD FAILED", "BUILD SUCCESSFUL", "Buildfile: ", SUITE, CASE],
        heads: &["Buildfile: "],
        every_line: EveryLine::Never,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.failed || !matches!(self.bare, Bare::None)
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if std::mem::take(&mut self.failed)
            && let Some(seen) = self.reason(text, run)
        {
            return seen;
        }
        match text.trim_start().strip_prefix("[junit]") {
            Some(rest) => {
                self.bare = Bare::None;
                self.junit(rest.strip_prefix(' ').unwrap_or(rest), run)
            }
            None => match self.ended(text, run) {
                Seen::No => self.bare(text, run),
                seen => seen,
            },
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        run.close();
        self.leave(run);
        if matches!(self.bare, Bare::Report) && self.suite.numbers.is_some() {
            // Each suite has its numbers, and nothing closes a report.
            run.emit(Event::Declared { totals: self.totals, level: Level::Section });
        }
    }
}

impl Ant {
    /// A line of the task.
    pub(super) fn junit(&mut self, rest: &str, run: &mut Run<'_>) -> Seen {
        let named = rest.strip_prefix("Running ").filter(|_| !matches!(self.bare, Bare::Report));
        if let Some(name) = rest.strip_prefix(SUITE).or(named) {
            self.start(run);
            self.enter(name, run);
            return Seen::Mine(Class::Noise);
        }
        if let Some((name, kind)) = failed_suite(rest).filter(|_| !self.suite.printed) {
            return self.suite_failed(name, kind, run);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some(what) = rest.strip_prefix("------------- ") {
            self.suite.printed = what.starts_with("Standard ");
        }
        if self.suite.printed {
            return Seen::Inside(Class::Other);
        }
        if let Some(numbers) = rest.strip_prefix("Tests run: ") {
            return self.numbers(rest, numbers, run);
        }
        if let Some(case) = rest.strip_prefix(CASE) {
            return self.case(case, run);
        }
        if let Some(name) = self.case.take()
            && matches!(rest.trim(), "FAILED" | "Caused an ERROR")
        {
            return self.reported(&name, run);
        }
        if !run.is_open() {
            return Seen::Inside(Class::Other);
        }
        if rest.trim().is_empty() {
            if self.trace.framed() {
                run.close();
            }
            return Seen::Mine(Class::Noise);
        }
        match self.trace.line(rest, run) {
            Kind::Message => Seen::Inside(Class::Detail),
            _ => Seen::Mine(Class::Detail),
        }
    }

    /// The task runs.
    fn start(&mut self, run: &mut Run<'_>) {
        run.close();
        if !run.is_running() {
            run.begin(None);
        }
    }

    /// A suite is named: another one, or the same by a further report or after the death of its process.
    pub(super) fn enter(&mut self, name: &str, run: &mut Run<'_>) {
        self.suite.printed = false;
        let died = name.ends_with(BATCH) && self.suite.numbers.is_none() && !self.suite.name.is_empty();
        if !died && name != self.suite.name {
            self.leave(run);
            let name = crate::text::head(name, NAME_BYTES).to_owned();
            self.suite = Suite { name, ..Suite::default() };
        }
        self.suite.again = self.suite.numbers.is_some();
    }

    /// A suite is over: what nobody else reported its failures its numbers tell.
    fn leave(&mut self, run: &mut Run<'_>) {
        if self.suite.untold > 0 && !self.suite.reported {
            self.tell_suite(FailureKind::Test, run);
            run.emit(Event::BlockClosed);
        }
    }

    /// The suite itself is a failure: a block is open then.
    fn tell_suite(&mut self, kind: FailureKind, run: &mut Run<'_>) {
        self.suite.reported = true;
        let id = TestId { module: "", separator: "", name: &self.suite.name };
        run.emit(Event::BlockOpened(Block::Test { id, kind }));
        if let Some(numbers) = &self.suite.numbers {
            run.emit(Event::Message(numbers));
        }
    }

    /// `Test a.B FAILED`, `TEST a.B FAILED`, `Tests FAILED (crashed)`: of several suites in one process no name is reported.
    fn suite_failed(&mut self, name: Option<&str>, kind: FailureKind, run: &mut Run<'_>) -> Seen {
        self.start(run);
        match name.filter(|name| **name != self.suite.name) {
            // The log begins among its cases.
            Some(name) if self.suite.name.is_empty() && self.suite.reported => {
                crate::text::head(name, NAME_BYTES).clone_into(&mut self.suite.name);
            }
            Some(name) => self.enter(name, run),
            None => {}
        }
        let of_another = name.is_none() && self.suite.untold == 0 && self.bad() > 0;
        if self.suite.reported || of_another {
            return Seen::Mine(Class::Detail);
        }
        if self.suite.untold == 0 {
            add(&mut self.totals.failed, 1);
        }
        if self.suite.name.is_empty() {
            "Tests".clone_into(&mut self.suite.name);
        }
        self.tell_suite(kind, run);
        run.emit(Event::Heading);
        run.emit(Event::BlockClosed);
        Seen::Mine(Class::Detail)
    }

    /// `3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.15 sec`.
    fn numbers(&mut self, line: &str, numbers: &str, run: &mut Run<'_>) -> Seen {
        let counts = line.split_once(", Time elapsed").map_or(line, |(counts, _)| counts);
        if std::mem::take(&mut self.suite.again) && self.suite.numbers.as_deref() != Some(counts) {
            // A further report would tell the same.
            self.leave(run);
            self.suite = Suite { name: std::mem::take(&mut self.suite.name), ..Suite::default() };
        }
        let counted = scan::number(numbers).filter(|(_, rest)| rest.starts_with(", Failures: "));
        let Some((ran, rest)) = counted.filter(|_| self.suite.numbers.is_none()) else {
            return Seen::Inside(Class::Other);
        };
        let read = |word: &str| {
            rest.split_once(word).and_then(|(_, rest)| scan::number(rest)).map_or(0, |(number, _)| number)
        };
        let (failures, errors, skipped) = (read("Failures: "), read("Errors: "), read("Skipped: "));
        let passed = [failures, errors, skipped].iter().fold(ran, |left, each| left.saturating_sub(*each));
        self.suite.numbers = Some(counts.to_owned());
        self.suite.untold = failures.saturating_add(errors);
        add(&mut self.totals.passed, passed);
        add(&mut self.totals.failed, failures);
        add(&mut self.totals.errors, errors);
        add(&mut self.totals.skipped, skipped);
        run.emit(Event::Counted { passed, failed: 0, skipped, other: 0 });
        Seen::Mine(if self.suite.untold == 0 { Class::Passed } else { Class::Noise })
    }

    /// `adds(a.CartTest): FAILED` with a tab before the verdict, `adds took 0.1 sec`, `adds: Caused an ERROR`.
    fn case(&mut self, case: &str, run: &mut Run<'_>) -> Seen {
        run.close();
        let failed = case.strip_suffix("FAILED").or_else(|| case.strip_suffix("Caused an ERROR"));
        let Some(name) = failed else {
            // The plain form puts the verdict on the next line.
            let name = case.split_once(" took ").map_or(case, |(name, _)| name).trim();
            self.case = Some(crate::text::head(name, NAME_BYTES).to_owned());
            return Seen::Mine(Class::Passed);
        };
        self.reported(name.trim().trim_end_matches(':'), run)
    }

    /// A case that failed: the line is its heading.
    fn reported(&mut self, name: &str, run: &mut Run<'_>) -> Seen {
        let (test, class) = match name.strip_suffix(')').and_then(|open| open.rsplit_once('(')) {
            Some((test, class)) => (test, class),
            None => {
                let suite = self.suite.name.as_str();
                // `dev.quay.GateTest:opens`: its process did not end in time.
                let test = name.strip_prefix(suite).and_then(|rest| rest.strip_prefix(':'));
                (test.unwrap_or(name), suite)
            }
        };
        self.suite.untold.down(1);
        self.suite.reported = true;
        // The suite may be named at its end only.
        let separator = if class.is_empty() { "" } else { "." };
        let id = TestId { module: simple(class), separator, name: test };
        self.trace = Trace::of(class);
        run.fail(id)
    }

    /// `BUILD FAILED`, `BUILD SUCCESSFUL`.
    fn ended(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let failed = match text {
            "BUILD FAILED" => true,
            "BUILD SUCCESSFUL" => false,
            _ => return Seen::No,
        };
        run.close();
        self.failed = failed;
        self.bare = Bare::None;
        if !run.is_running() {
            return Seen::No;
        }
        self.leave(run);
        self.suite = Suite::default();
        let bad = self.bad() > 0;
        let totals = std::mem::take(&mut self.totals);
        run.emit(Event::Declared { totals, level: Level::Section });
        // A build succeeds although tests failed, unless it was reported otherwise.
        let ended = match (failed, bad) {
            (true, _) => Ended::Crash,
            (false, true) => Ended::Failed,
            (false, false) => Ended::Passed,
        };
        run.emit(Event::SectionEnded(ended));
        run.forget();
        Seen::Mine(Class::Totals)
    }

    /// `/p/build.xml:14: One or more tests failed` below `BUILD FAILED`.
    fn reason(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let (place, message) = scan::place(text)?;
        if !place.file.ends_with(".xml") {
            return None;
        }
        let message = message.trim();
        let follows = message.contains("tests failed")
            || message.contains(" failed")
            || message.starts_with("Compile failed")
            || message.starts_with("The following error occurred")
            // What the program printed is reported before.
            || ["exec", "apply", "Java"].iter().any(|task| {
                message.strip_prefix(task).is_some_and(|rest| rest.starts_with(" returned: "))
            });
        let seen = if follows {
            run.open_consequence(message, FailureKind::Build)
        } else {
            run.fail_whole(message, FailureKind::Build)
        };
        run.at(place);
        run.close();
        // A reason that is another one's file is above that one's.
        self.failed = message.starts_with("The following error occurred");
        Some(seen)
    }

    /// Failures and errors of all suites.
    fn bad(&self) -> u64 {
        self.totals.failed.unwrap_or(0).saturating_add(self.totals.errors.unwrap_or(0))
    }
}

/// The suite that a line says failed, if it names one, and how.
fn failed_suite(rest: &str) -> Option<(Option<&str>, FailureKind)> {
    let (statement, kind) = match rest.rsplit_once(" FAILED")? {
        (statement, "") => (statement, FailureKind::Test),
        (statement, " (crashed)") => (statement, FailureKind::Crash),
        (statement, " (timeout)") => (statement, FailureKind::Timeout),
        _ => return None,
    };
    if statement == "Tests" {
        return Some((None, kind));
    }
    let name = statement.strip_prefix("Test ").or_else(|| statement.strip_prefix("TEST "))?;
    (is_class(name) && name.len() <= NAME_BYTES).then_some((Some(name), kind))
}

fn add(slot: &mut Option<u64>, more: u64) {
    *slot = Some(slot.unwrap_or(0).saturating_add(more));
}
