//! Bazel: `bazel build` and `bazel test`.
//!
//! `INFO: Found N test targets...` announces tests; a table of targets and `Executed M out of N tests: ...` end the run.
//! A target fails live (`FAIL: //pkg:t (see LOG)`), with its log between two rulers when that was asked for, and again
//! in the table. Between live failures are compilers' errors, which are no test's output: so the section is the table
//! alone.
//!
//! The log of a failed target is a run of its own: what test frameworks print there is for their recognizers, and the
//! target is a consequence of what they tell. So a failed target counts as the failed tests that its log names; when it
//! names none, the target is the failure, and its log tells why. Targets that passed, and those without a log, count as
//! one each: their logs are output. With `--test_output=streamed` logs are bare, one target after the other, and a
//! target's scope is all that came since the last one failed. An attempt of a target that passed in the end is flaky.
//!
//! An error that tells of a command (`Compiling a.cc failed: (Exit 1)`) is a consequence of what the command prints
//! below it; other errors, of packages, targets and BUILD files, are causes.

use super::bazel_lines::{self, Result};
use super::failed::{Failed, clipped};
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Grade, Opened, Outcome, Part, Seen, TestId, Totals,
};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};

/// The most commands that failed that are kept until it is known whether their output reported why.
const COMMANDS: usize = 16;
/// The most failed targets that wait for the table.
const WAITING: usize = 64;
/// The most failed targets whose logs were reported that are remembered until the table.
const REPORTED: usize = 4096;

/// A log between two rulers.
#[derive(Debug)]
enum Dump {
    /// Of a target that failed.
    Failed(Box<Failed>),
    /// Of another one.
    Other,
}

/// What heads a traceback of Starlark's.
const TRACEBACK: &str = "Traceback (most recent call last):";

/// Where a traceback below an error is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Starlark {
    #[default]
    Outside,
    /// The line before was an error.
    MayFollow,
    Traceback,
    /// Its last line came, which may go on.
    Reason,
}

/// Bazel.
#[derive(Debug, Default)]
pub struct Bazel {
    announced: Option<u64>,
    dump: Option<Dump>,
    /// A log came, and no table of targets since.
    lost: bool,
    /// Failed targets without a log so far.
    waiting: Vec<Failed>,
    /// Failed targets whose logs were reported.
    reported: Vec<String>,
    /// What is printed since the last target, when logs are streamed.
    streamed: Option<Box<Failed>>,
    commands: Vec<String>,
    /// The last line of the table was one of a failure: the path of its log follows.
    in_table: bool,
    starlark: Starlark,
}

impl Runner for Bazel {
    const SPEC: Spec = Spec {
        name: "bazel",
        reads: "Bazel builds and tests",
        starts: &[
            "//",
            "@@",
            "FAIL: //",
            "FAIL: @",
            "TIMEOUT: //",
            "TIMEOUT: @",
            "FLAKY: //",
            "==================== Test output for ",
            "INFO: Found ",
            "INFO: Build completed",
            "INFO: Analyzed ",
            "INFO: Elapsed time: ",
            "INFO: From Testing ",
            "Executed ",
            "ERROR: ",
            "FAILED: Build did NOT complete",
            "Loading: ",
            "Analyzing: ",
            "Use --verbose_failures to see",
            "WARNING: Streamed test output requested",
        ],
        every_line: EveryLine::Never,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.dump.is_some() || self.in_table || self.streamed.is_some() || self.starlark != Starlark::Outside
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if self.dump.is_some() {
            return self.below(text, run);
        }
        if let Some(seen) = self.traced(text, run) {
            return seen;
        }
        if std::mem::take(&mut self.in_table) && text.starts_with("  ") {
            self.in_table = true;
            return Seen::Mine(Class::Noise);
        }
        let seen = self.own(text, run);
        match &mut self.streamed {
            Some(streamed) if seen == Seen::No => {
                streamed.hear(text);
                Seen::Inside(Class::Other)
            }
            _ => seen,
        }
    }

    /// Targets that were reported before a run are not forgotten when it begins.
    fn ended(&mut self) {}

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        run.close();
        if let Some(Dump::Failed(failed)) = self.dump.take() {
            self.tell(*failed, run);
        }
        // The table never came.
        for failed in std::mem::take(&mut self.waiting) {
            run.emit(Event::BlockOpened(Block::Test { id: id(&failed.label), kind: failed.kind }));
            failed.tell(run);
            run.emit(Event::BlockClosed);
        }
        self.tell_commands(run);
        if std::mem::take(&mut self.lost) {
            // What became of the targets is not in the log.
            self.begin(run);
        }
    }
}

impl Bazel {
    /// A line that Bazel itself prints.
    fn own(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        match text.as_bytes().first() {
            Some(b'/' | b'@') => self.table(text, run),
            Some(b'F' | b'T') => self.live(text, run),
            Some(b'=') => self.begin_dump(text, run),
            Some(b'I') => self.information(text, run),
            Some(b'E') => self.error(text, run),
            Some(b'W') if text.starts_with("WARNING: Streamed test output requested") => {
                self.stream(run);
                Seen::Mine(Class::Noise)
            }
            Some(b'L' | b'A' | b'U') => {
                let own = text.starts_with("Loading: ") || text.starts_with("Analyzing: ");
                let hint = text.starts_with("Use --verbose_failures to see");
                if own || hint { Seen::Mine(Class::Noise) } else { Seen::No }
            }
            _ => Seen::No,
        }
    }

    /// A line of a log.
    fn below(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if bazel_lines::ends_dump(text) {
            if let Some(Dump::Failed(failed)) = self.dump.take() {
                self.tell(*failed, run);
            }
            return Seen::Mine(Class::Noise);
        }
        match &mut self.dump {
            Some(Dump::Failed(failed)) => {
                failed.hear(text);
                Seen::Inside(Class::Detail)
            }
            // The target passed, whatever its log says.
            _ => Seen::Mine(Class::Other),
        }
    }

    /// A log ended. An earlier attempt on the same target does not count.
    fn tell(&mut self, mut failed: Failed, run: &mut Run<'_>) {
        let earlier: Vec<&String> = self
            .reported
            .iter()
            .filter(|reported| bazel_lines::without_attempt(reported) == failed.label)
            .collect();
        if let Some(last) = earlier.last() {
            run.emit(Event::ScopeForgiven { name: last });
            failed.label = format!("{} (attempt {})", failed.label, earlier.len().saturating_add(1));
        }
        failed.tell_consequence(run);
        if self.reported.len() < REPORTED {
            self.reported.push(failed.label);
        }
    }

    /// What follows is printed by the next target, when logs are streamed.
    fn stream(&mut self, run: &mut Run<'_>) {
        run.emit(Event::ScopeBegins);
        self.lost |= !run.is_running();
        self.streamed = Some(Box::new(Failed::new("", FailureKind::Test)));
    }

    fn begin(&mut self, run: &mut Run<'_>) {
        if !run.is_running() {
            let announced = self.announced.filter(|_| self.reported.is_empty());
            if !self.reported.is_empty() {
                // Targets that were reported live are on their own.
                run.end(Ended::Replaced);
            }
            run.begin_as(Opened::Own, announced);
        }
        self.lost = false;
    }

    fn table(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some((label, result)) = bazel_lines::table(text) else { return Seen::No };
        self.begin(run);
        let same = |reported: &&String| reported.split(' ').next() == Some(label);
        let reported = self.reported.iter().rfind(same);
        let finished = |outcome: Outcome| Event::Finished {
            id: id(label),
            outcome,
            grade: Grade::Listed,
            attempt: 0,
            alias: "",
        };
        match result {
            Result::Passed | Result::Flaky => {
                for reported in self.reported.iter().filter(same) {
                    run.emit(Event::ScopeForgiven { name: reported });
                }
                run.emit(finished(Outcome::Passed));
                Seen::Mine(Class::Passed)
            }
            Result::Skipped => {
                run.emit(finished(Outcome::Skipped));
                Seen::Mine(Class::Skipped)
            }
            Result::NotRun => Seen::Mine(Class::Other),
            Result::Failed(_) if reported.is_some() => {
                run.more(reported.map_or("", String::as_str));
                run.emit(Event::Heading);
                run.close();
                self.in_table = true;
                Seen::Mine(Class::Detail)
            }
            Result::Failed(kind) => {
                run.emit(finished(Outcome::Failed(kind)));
                run.emit(Event::Heading);
                if let Some(at) = self.waiting.iter().position(|each| each.label == label) {
                    self.waiting.remove(at).tell(run);
                }
                self.in_table = true;
                Seen::Mine(Class::Detail)
            }
        }
    }

    fn live(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("FAILED: Build did NOT complete") {
            return self.stopped(run);
        }
        let Some((label, kind)) = bazel_lines::live(text) else {
            return if text.starts_with("FLAKY: //") { Seen::Mine(Class::Other) } else { Seen::No };
        };
        if let Some(mut streamed) = self.streamed.take() {
            (streamed.label, streamed.kind) = (clipped(label).to_owned(), kind);
            self.tell(*streamed, run);
            self.stream(run);
            return Seen::Mine(Class::Detail);
        }
        let known = self.waiting.iter().any(|each| each.label == label);
        if !known && self.waiting.len() < WAITING {
            self.waiting.push(Failed::new(label, kind));
        }
        Seen::Mine(Class::Detail)
    }

    fn begin_dump(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some(label) = bazel_lines::dump(text) else { return Seen::No };
        let at = self.waiting.iter().position(|each| each.label == label);
        self.lost |= at.is_none() && !run.is_running();
        self.dump = Some(at.map_or(Dump::Other, |at| {
            run.emit(Event::ScopeBegins);
            Dump::Failed(Box::new(self.waiting.remove(at)))
        }));
        Seen::Mine(Class::Noise)
    }

    fn information(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(announced) = bazel_lines::found(text) {
            if run.is_running() {
                run.end(Ended::Replaced);
            }
            self.announced = Some(announced);
            return Seen::Mine(Class::Noise);
        }
        let own = ["Found ", "Build completed", "Analyzed ", "Elapsed time: ", "From Testing "];
        let rest = text.strip_prefix("INFO: ").unwrap_or_default();
        if own.iter().any(|begin| rest.starts_with(begin)) { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    fn error(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(totals) = bazel_lines::totals(text) {
            self.begin(run);
            if totals.failed == Some(0) && self.streamed.is_some() {
                run.emit(Event::ScopeForgiven { name: "" });
            }
            let totals = self.without_reported(totals);
            let seen = run.totals(totals);
            self.tell_commands(run);
            *self = Self::default();
            return seen;
        }
        let Some(rest) = text.strip_prefix("ERROR: ") else { return Seen::No };
        if rest.starts_with("Build did NOT complete successfully")
            || rest.starts_with("Build failed. Not running tests")
        {
            return self.stopped(run);
        }
        // Bazel's own files and labels; other tools begin lines with the same word.
        let place = scan::place(rest).filter(|(place, _)| is_build_file(place.file));
        let message = place.map_or(rest, |(_, rest)| rest.trim());
        if bazel_lines::of_command(message) {
            if self.commands.len() < COMMANDS {
                self.commands.push(clipped(text).to_owned());
            }
            return Seen::Mine(Class::Noise);
        }
        if rest.starts_with("Analysis of target ") {
            run.consequence(clipped(rest), FailureKind::Build);
            return Seen::Mine(Class::Noise);
        }
        let seen = if let Some((place, _)) = place {
            run.diagnostic(place, "bazel", message)
        } else if rest == TRACEBACK {
            run.fail_whole("evaluation failed", FailureKind::Build)
        } else if rest.contains("//") && begins_like_bazel(rest) {
            run.fail_whole(clipped(rest), FailureKind::Build)
        } else {
            return Seen::No;
        };
        if message != TRACEBACK {
            run.message(message);
        }
        self.starlark = if message == TRACEBACK { Starlark::Traceback } else { Starlark::MayFollow };
        seen
    }

    /// A line of the traceback that may be below an error: Starlark's looks like Python's.
    fn traced(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let bare = text.trim();
        let frame = text.starts_with([' ', '\t']);
        let part = match self.starlark {
            Starlark::Outside => return None,
            Starlark::MayFollow if bare == TRACEBACK => {
                self.starlark = Starlark::Traceback;
                Part::Where
            }
            Starlark::Traceback if bare.starts_with("Error in ") || bare.starts_with("Error: ") => {
                self.starlark = Starlark::Reason;
                let reason = bare.split_once(": ").map_or(bare, |(_, reason)| reason);
                run.message(reason);
                Part::Why
            }
            Starlark::Traceback if frame => Part::Where,
            Starlark::Reason if frame => Part::Why,
            Starlark::MayFollow | Starlark::Traceback | Starlark::Reason => {
                self.starlark = Starlark::Outside;
                run.close();
                return None;
            }
        };
        Some(run.text(part))
    }

    /// Totals of the targets that no log reported: whether the others count is known when everything was read.
    fn without_reported(&self, totals: Totals) -> Totals {
        let mut labels: Vec<&str> =
            self.reported.iter().filter_map(|reported| reported.split(' ').next()).collect();
        labels.sort_unstable();
        labels.dedup();
        let reported = u64::try_from(labels.len()).unwrap_or(u64::MAX);
        let failed = totals.failed.map(|failed| failed.saturating_sub(reported));
        let total = totals.total.filter(|_| reported == 0);
        Totals { failed, total, ..totals }
    }

    /// The build stopped: what failed tells why, or nobody did.
    fn stopped(&mut self, run: &mut Run<'_>) -> Seen {
        self.tell_commands(run);
        run.consequence("build did not complete successfully", FailureKind::Build);
        Seen::Mine(Class::Noise)
    }

    fn tell_commands(&mut self, run: &mut Run<'_>) {
        for command in self.commands.drain(..) {
            let name = command.strip_prefix("ERROR: ").unwrap_or(&command);
            run.consequence(name, FailureKind::Build);
            // It is printed above its output.
            run.instead(&command);
            run.emit(Event::Heading);
        }
    }
}

fn begins_like_bazel(text: &str) -> bool {
    let begins = [
        "Skipping '",
        "no such target ",
        "no such package ",
        "Target ",
        "error loading package ",
        "Error computing ",
        "Failed to load ",
        "Cycle in ",
        "Evaluation of query ",
        "Couldn't start the build",
        "An error occurred during the fetch of repository ",
    ];
    begins.iter().any(|begin| text.starts_with(begin))
}

fn is_build_file(file: &str) -> bool {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    matches!(name, "BUILD" | "BUILD.bazel" | "WORKSPACE" | "WORKSPACE.bazel" | "MODULE.bazel")
        || name.ends_with(".bzl")
}

fn id(label: &str) -> TestId<'_> {
    TestId::split_last(label, ":")
}
