//! `zig build`, and what the compiler says: alone, below `zig test`, or as a step's errors.
//!
//! A step that has something to say is reported by the tree that leads to it (`test`, `+- run test cart 2/3 passed, 1 failed`), with its messages below; a
//! summary, the whole tree and the command that failed come last. What a test printed is in the messages of its step: they are
//! read as what the step's status says that they are, and the last summary counts. A build without any of this printed nothing. Runs of programs print
//! directly, before their step is reported.

use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use std::collections::VecDeque;

use super::build_lines::{self as lines, How, Status, Summary};
use super::excerpt::Below;
use super::program::stack;
use super::zig_lines::{dies, id};
use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Level, Part, Place, Seen};
use crate::recognize::kit::bounds::LINE_BYTES;
use crate::recognize::kit::names::Names;
use crate::text::head;

/// The most lines of a test that died which are kept.
const LINES: usize = 60;

/// What is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Open {
    #[default]
    Nothing,
    /// A compiler's error or warning; whether its source line came, and its carets.
    Diagnostic(Class, Below),
    /// A test that failed.
    Test,
}

/// `zig build`.
#[derive(Debug, Default)]
pub struct ZigBuild {
    pub(super) open: Open,
    step: String,
    status: Option<Status>,
    /// The first step that was reported had failed: no summary can say otherwise.
    fails: bool,
    /// What a step that failed printed.
    statement: VecDeque<String>,
    pub(super) names: Names,
    /// Failures that were reported.
    pub(super) reported: u64,
    /// Of these, tests that the summary counts as passed.
    passed: u64,
    /// Of these, tests that it counts as failed.
    failed: u64,
    /// A program died: nobody knows how many of its tests ran.
    died: bool,
    summary: Option<Summary>,
    /// A build without tests went well: its tree may follow.
    ended: bool,
    /// The last step of the tree after it.
    after: Option<(String, Status)>,
}

impl Runner for ZigBuild {
    const SPEC: Spec = Spec {
        name: "zig build",
        reads: "zig build: steps and their tests, and the compiler's errors",
        starts: &[
            "+- ",
            "mq ",
            "tq ",
            "\u{2514}\u{2500} ",
            "\u{251c}\u{2500} ",
            "run test",
            "Build Summary: ",
            "error: the following ",
            "error: undefined symbol: ",
            "error: ld.lld: ",
        ],
        places: Some(&[]),
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open != Open::Nothing
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let seen = self.read(text, run);
        if !run.is_open() {
            self.open = Open::Nothing;
        }
        seen
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        run.close();
        if let Some(summary) = self.summary
            && (!summary.failed || (summary.tests && self.reported > 0))
        {
            self.finish(run);
        } else if self.summary.is_some() && self.reported == 0 {
            // Its last line did not come: what is after may be another's.
            run.consequence("zig build", FailureKind::Build);
        }
    }
}

impl ZigBuild {
    fn read(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(summary) = lines::summary(text) {
            return self.sums(summary, run);
        }
        if lines::build_failed(text) {
            return self.failed(text, run);
        }
        if let Some((step, status)) = lines::step(text) {
            return self.step(step, status, run);
        }
        if self.summary.is_some() {
            let compiler = lines::diagnostic(text).is_some() || lines::linking(text).is_some();
            if !compiler && lines::test(text).is_none() && lines::executing(text).is_none() {
                return Seen::No;
            }
            // The compiler alone, or another build, whose tree was taken for that of this one.
            let after = self.after.take();
            self.finish(run);
            if let Some((step, status)) = after.filter(|_| !compiler) {
                self.step(&step, status, run);
            }
        }
        self.reported(text, run)
    }

    fn begin(&mut self, run: &mut Run<'_>) {
        if !run.is_running() {
            *self = Self::default();
            run.begin(None);
        }
    }

    fn step(&mut self, step: &str, status: Status, run: &mut Run<'_>) -> Seen {
        run.close();
        let fails = matches!(status, Status::Errors | Status::Failure | Status::Tests);
        match self.summary {
            // The tree of a build that went well has no such step: another build began.
            Some(summary) if fails && !summary.failed => self.finish(run),
            Some(_) => {
                self.after = Some((head(step, LINE_BYTES).to_owned(), status));
                run.may_have_ended();
                return Seen::Mine(Class::Noise);
            }
            None if self.ended && !fails => return Seen::Mine(Class::Noise),
            None => {}
        }
        let first = self.status.is_none_or(|status| status == Status::Open) && self.reported == 0;
        self.begin(run);
        self.fails |= first && fails;
        lines::bare(step).clone_into(&mut self.step);
        self.status = Some(status);
        self.statement.clear();
        if fails {
            run.emit(Event::Group);
        }
        Seen::Mine(if fails { Class::Detail } else { Class::Noise })
    }

    fn sums(&mut self, summary: Summary, run: &mut Run<'_>) -> Seen {
        if self.fails && !summary.failed {
            return Seen::Inside(Class::Other);
        }
        run.close();
        self.begin(run);
        if !summary.failed && !summary.tests {
            run.emit(Event::SectionEnded(Ended::Passed));
            run.forget();
            *self = Self { ended: true, ..Self::default() };
            return Seen::Mine(Class::Totals);
        }
        self.summary = Some(summary);
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }

    /// The last line of a build that failed.
    fn failed(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        run.close();
        if self.summary.is_some_and(|summary| !summary.failed) {
            // Another build, which printed no more.
            self.finish(run);
        }
        if !run.is_running() {
            run.consequence("zig build", FailureKind::Build);
            return Seen::Mine(Class::Noise);
        }
        if self.status.is_some_and(|status| status == Status::Fine) && self.summary.is_none() {
            // A test printed it: a build that fails says so in its summary first, unless that was turned off.
            run.consequence(text, FailureKind::Build);
            return Seen::Mine(Class::Noise);
        }
        self.summary.get_or_insert(Summary { failed: true, ..Summary::default() });
        run.may_have_ended();
        self.finish(run);
        Seen::Mine(Class::Noise)
    }

    /// A message of the step, or of the compiler alone.
    fn reported(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let text = match lines::of_step(text) {
            Some((step, message)) => {
                self.begin(run);
                step.clone_into(&mut self.step);
                self.status = Some(Status::Tests);
                message
            }
            None => text,
        };
        let status = self.status.filter(|_| run.is_running());
        if matches!(status, Some(Status::Tests)) {
            return self.of_tests(text, run);
        }
        if matches!(status, Some(Status::Fine)) {
            return Seen::Inside(Class::Other);
        }
        if let Some(read) = lines::diagnostic(text) {
            return self.diagnostic(read, text, run);
        }
        if let Some(message) = lines::linking(text) {
            self.reported.up(1);
            self.open = Open::Diagnostic(Class::Detail, Below::Rest);
            return run.diagnostic(Place { file: "", line: None }, "", message);
        }
        if let Some(seen) = self.below(text, run) {
            return seen;
        }
        run.close();
        if !run.is_running() {
            return Seen::No;
        }
        if let Some((name, happened)) = lines::executing(text) {
            return self.died(name, happened, run);
        }
        if lines::command(text) {
            if self.reported == 0 {
                let name = if self.step.is_empty() { "zig build" } else { self.step.as_str() };
                run.consequence(name, FailureKind::Build);
            }
            return Seen::Mine(Class::Noise);
        }
        if let Some(message) = text.strip_prefix("error: ").filter(|_| status == Some(Status::Failure)) {
            self.reported.up(1);
            let name = self.names.next(if self.step.is_empty() { "zig build" } else { &self.step });
            return run.fail_whole_at_once(&name, FailureKind::Build, message);
        }
        if self.statement.len() >= LINES {
            self.statement.pop_front();
        }
        self.statement.push_back(head(text, LINE_BYTES).to_owned());
        Seen::Inside(Class::Other)
    }

    /// A message of a step whose tests failed: all up to the next one belongs to it.
    fn of_tests(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((name, how, printed)) = lines::test(text) {
            self.test(name, how, run);
            match printed.split_once(": ") {
                Some((_, message)) if super::zig_lines::frame(message).is_none() => {
                    run.message(message);
                }
                _ => {}
            }
            return Seen::Mine(Class::Detail);
        }
        if let Some((name, happened)) = lines::executing(text) {
            run.close();
            if happened.starts_with("failed") {
                // It only names the test that ran last.
                return Seen::Mine(Class::Noise);
            }
            return self.died(name, happened, run);
        }
        if lines::command(text) {
            run.close();
            return Seen::Mine(Class::Noise);
        }
        if self.open != Open::Test {
            return Seen::Inside(Class::Other);
        }
        let bare = text.trim_start();
        if bare.is_empty() {
            return Seen::Inside(Class::Detail);
        }
        if let Some(message) = dies(bare) {
            run.message(message);
        }
        if super::zig_lines::frame(bare).is_some() || bare.len() < text.len() {
            let indented = text.strip_prefix("       ").is_some_and(|text| !text.starts_with(' '));
            if super::zig_lines::frame(bare).is_none() && indented {
                return run.below(Part::Why);
            }
            return stack(text, run);
        }
        run.below(Part::Why)
    }

    /// Opens the block of a test that failed.
    fn test(&mut self, name: &str, how: How, run: &mut Run<'_>) {
        let name = self.names.next(name);
        self.reported.up(1);
        let kind = how.kind();
        let count = if how == How::Passed { &mut self.passed } else { &mut self.failed };
        count.up(1);
        run.fail_as(id(&name), kind);
        self.open = Open::Test;
    }

    /// A program died while it ran a test: what it printed came before.
    fn died(&mut self, name: &str, happened: &str, run: &mut Run<'_>) -> Seen {
        self.test(name, How::Crashed, run);
        (self.died, self.failed) = (true, self.failed.saturating_sub(1));
        let says = self.statement.iter().find_map(|statement| dies(statement)).unwrap_or(happened);
        run.message(says);
        let mut below = false;
        for statement in &self.statement {
            if let Some((place, frame)) = super::zig_lines::frame(statement)
                && frame != super::zig_lines::Frame::Library
            {
                run.emit(Event::At { place, better: frame == super::zig_lines::Frame::Test });
            }
            let last_words = dies(statement).is_some();
            let part = if below { Part::Where } else { Part::Output };
            let part = if last_words { Part::Why } else { part };
            below |= last_words;
            run.emit(Event::Decoded { part, text: statement });
        }
        self.statement.clear();
        run.close();
        Seen::Mine(Class::Detail)
    }

    /// The build is over: what its last summary printed counts.
    fn finish(&mut self, run: &mut Run<'_>) {
        let Some(summary) = self.summary.take() else { return };
        let mut totals = summary.totals;
        if !summary.failed {
            run.emit(Event::Declared { totals, level: Level::Section });
        } else if self.reported == 0 || !summary.tests {
            run.emit(Event::SectionEnded(Ended::Failed));
        } else {
            totals = summary.corrected(self.reported, self.failed, self.passed);
            if self.died {
                (totals.passed, totals.skipped) = (None, None);
            }
            run.emit(Event::Declared { totals, level: Level::Section });
        }
        run.forget();
        *self = Self::default();
    }
}
