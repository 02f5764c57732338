//! Gradle's log: the results of its tests, and how the build ended.
//!
//! Gradle prints no header for tests and no totals when they passed; without `testLogging` it prints failures only. So a
//! section begins with the first result and ends when its totals agree with what was located and another task begins, or with
//! the end of the build, which decides. A build whose end never came is not called passed. What tests print is indented by
//! Gradle; only what is in the first column is its own.

use super::gradle_lines::{Built, Verdict, build_ended, completed, id, may_test, result, suite, task};
use super::logger;
use super::script::Known;
use super::section::{MOST_NAMES, Section, declare, declare_none};
use super::wrong::{Location, Wrong};
use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Opened, Seen};
use crate::recognize::kit::frames::jvm::Trace;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};
use crate::text::Line;

/// What is open.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// The trace of a failed test, indented by so many blanks at least.
    Trace(Trace, usize),
    /// Output of a test.
    Output,
    /// `* Where:`.
    Where,
    /// `* What went wrong:`.
    Wrong(Wrong),
    /// `* Try:`.
    Try,
    /// The heading of one of several failures.
    Numbered,
}

/// Gradle.
#[derive(Debug, Default)]
pub struct Gradle {
    open: Open,
    section: Option<Section>,
    /// The numbers of tests were reported, and nothing of the build after them.
    settled: bool,
    /// A task's line was seen, and not the end of the build.
    began: bool,
    /// Among them one that may have run tests, of which Gradle prints no number.
    tests: bool,
    place: Option<Location>,
    /// The line of a task that failed: no build with one is successful.
    stopped: Option<Box<str>>,
    /// The heading of a failed build was seen, and not its end.
    failing: bool,
    /// The build has several failures, and this many of them follow from what was reported before.
    followed: Option<u64>,
    /// Errors of build scripts that the compiler reported.
    known: Known,
    /// The class that the test-logger plugin named last, with its packages.
    class: String,
}

impl Runner for Gradle {
    const SPEC: Spec = Spec {
        name: "gradle",
        reads: "Gradle: test results and failed builds",
        starts: &[
            "> Task :",
            ":compile",
            ":classes",
            ":process",
            ":test",
            ":jar",
            "FAILURE: Build ",
            "> Run with --",
            "> Get more help at ",
            "e: file://",
            "e: /",
            "BUILD SUCCESSFUL",
            "BUILD FAILED",
            "* What went wrong:",
            "* Where:",
            "Gradle Test ",
            "> Configure project ",
            "> Starting Daemon",
        ],
        inside: &[" FAILED", " tests completed"],
        every_line: EveryLine::Never,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        let idle =
            matches!(self.open, Open::Nothing) && !self.began && !self.failing && self.section.is_none();
        !idle
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(seen) = self.inside(line, run) {
            return seen;
        }
        self.open = Open::Nothing;
        run.close();
        let ending = line.ending().trim_end();
        if let Some((name, verdict)) = if line.tail.is_empty() { result(ending) } else { None } {
            let class = name.split(" > ").next().unwrap_or(name);
            let short = name.get(class.rfind('.').map_or(0, |dot| dot.saturating_add(1))..).unwrap_or(name);
            let logged = self.section.as_ref().is_some_and(|section| section.failed.contains(short));
            if logged && verdict == Verdict::Failed && !self.class.is_empty() {
                // The plugin reported it already.
                self.open = Open::Output;
                return Seen::Mine(Class::Noise);
            }
            return self.result(name, verdict, run);
        }
        let text = text.trim_end();
        if let Some(seen) = self.logger(text, run) {
            return seen;
        }
        match text.as_bytes().first() {
            Some(b'>' | b':') => self.task(text, run),
            Some(b'0'..=b'9') if self.failing && text.ends_with(": Task failed with an exception.") => {
                self.open = Open::Numbered;
                Seen::Mine(Class::Noise)
            }
            Some(b'0'..=b'9') => {
                let seen = self.totals(text);
                if seen != Seen::No {
                    run.may_have_ended();
                }
                seen
            }
            Some(b'*') => self.part(text),
            Some(b'B') => self.ended(text, run),
            Some(b'F') => self.failure(text),
            Some(b'e') => {
                self.known.hear(text);
                Seen::No
            }
            _ => Seen::No,
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if let Open::Wrong(wrong) = &mut self.open {
            wrong.finish(run);
            let reported = wrong.reported;
            self.reason(reported);
        }
        match self.section.take() {
            Some(section) if section.is_reported() => declare(&section, run),
            Some(_) => {}
            None if self.began => {
                run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "build" });
            }
            None => {}
        }
    }
}

impl Gradle {
    /// The result of a test, or the head of its output.
    fn result(&mut self, name: &str, verdict: Verdict, run: &mut Run<'_>) -> Seen {
        let id = id(name);
        if self.section.is_none() {
            run.begin(None);
        }
        let section = self.section.get_or_insert_default();
        if verdict == Verdict::Output {
            self.open = Open::Output;
            return Seen::Mine(Class::Noise);
        }
        match verdict {
            Verdict::Passed => {
                section.passed.up(1);
                if !section.failed.is_empty() {
                    section.failed.remove(name);
                }
                run.pass(id)
            }
            Verdict::Skipped => {
                section.skipped.up(1);
                run.skip(id)
            }
            Verdict::Failed | Verdict::Output => {
                section.attempts.up(1);
                if section.failed.len() < MOST_NAMES {
                    section.failed.insert(name.to_owned());
                }
                let whole = id.module.is_empty();
                let kind = if whole { FailureKind::Suite } else { FailureKind::Test };
                let class = name.split(" > ").next().unwrap_or(name);
                self.open = Open::Trace(Trace::of(class), 4);
                run.fail_as(id, kind)
            }
        }
    }

    /// A line of the test-logger plugin. Gradle's own line of the same test may follow, with the packages.
    fn logger(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if !self.began {
            return None;
        }
        if suite(text) {
            text.clone_into(&mut self.class);
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some(counts) = logger::summary(text) {
            self.section.as_mut()?.logged = Some(counts);
            return Some(Seen::Mine(Class::Totals));
        }
        let (test, verdict) = logger::test(text).filter(|_| !self.class.is_empty())?;
        let class = crate::recognize::kit::frames::jvm::simple(&self.class);
        let seen = self.result(&format!("{class} > {test}"), verdict, run);
        if let Open::Trace(_, indent) = &mut self.open {
            *indent = 2;
        }
        Some(seen)
    }

    /// The line of a task: a section whose totals came and agree is over.
    fn task(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some(path) = task(text) else {
            if text.starts_with("> Run with --") || text.starts_with("> Get more help at ") {
                return Seen::Mine(Class::Noise);
            }
            // In Gradle 4 what a task prints may be after its name, without line end.
            self.tests |= self.began && text.starts_with(':');
            let other = text.starts_with("> Configure project ") || text.starts_with("> Starting Daemon");
            return if other { Seen::Mine(Class::Noise) } else { Seen::No };
        };
        self.began = true;
        self.tests |= may_test(path);
        if text.trim_end().ends_with(" FAILED") {
            self.stopped = Some(text.into());
        }
        self.settle(run);
        Seen::Mine(Class::Noise)
    }

    /// Ends a section that agrees with its totals.
    fn settle(&mut self, run: &mut Run<'_>) {
        let agrees = |section: &Section| section.reported && section.attempts == section.totals.failed;
        if let Some(section) = self.section.take_if(|section| agrees(section)) {
            declare(&section, run);
            self.settled = true;
        }
    }

    /// The totals of a test task.
    fn totals(&mut self, text: &str) -> Seen {
        let Some(counts) = completed(text) else { return Seen::No };
        let section = self.section.get_or_insert_default();
        section.reported = true;
        section.totals.completed.up(counts.completed);
        section.totals.failed.up(counts.failed);
        section.totals.skipped.up(counts.skipped);
        Seen::Mine(Class::Totals)
    }

    /// A part of the report of a failed build.
    fn part(&mut self, text: &str) -> Seen {
        match text {
            "* Where:" => self.open = Open::Where,
            "* What went wrong:" => {
                self.open = Open::Wrong(self.wrong());
            }
            "* Try:" => self.open = Open::Try,
            "* Exception is:" => {}
            _ if text.starts_with("* Get more help at ") => {}
            _ => return Seen::No,
        }
        Seen::Mine(Class::Noise)
    }

    /// Begins what went wrong.
    fn wrong(&mut self) -> Wrong {
        let after = self.settled && self.section.is_none();
        let beside = self.followed.is_some_and(|followed| followed > 0);
        Wrong::new(self.place.take(), after, beside)
    }

    /// The heading of a failed build: `FAILURE: Build completed with 2 failures.`
    fn failure(&mut self, text: &str) -> Seen {
        let Some(rest) = text.strip_prefix("FAILURE: Build ") else { return Seen::No };
        self.failing = true;
        self.followed = rest.starts_with("completed with ").then_some(0);
        Seen::Mine(Class::Noise)
    }

    /// The end of the build.
    fn ended(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some(built) = build_ended(text) else { return Seen::No };
        let passed = built == Built::Successful;
        // Other tools say the same words; Gradle's tasks come first.
        if !self.began && !self.failing && self.section.is_none() {
            return Seen::No;
        }
        self.settle(run);
        // What is between the numbers of a task's tests and the end of the build is the build's too.
        run.may_have_ended();
        if self.section.is_none() && passed {
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "build" });
        }
        if let Some(stopped) = self.stopped.take().filter(|_| passed) {
            run.emit(Event::Stopped(&stopped));
        }
        match self.section.take() {
            Some(section) if section.logged.is_some_and(|counts| passed && counts.failed == 0) => {
                declare(&section, run);
            }
            Some(section) if passed && section.failed.is_empty() => {
                run.emit(Event::SectionEnded(Ended::Passed));
            }
            Some(section) if section.is_reported() => declare(&section, run),
            Some(_) => run.emit(Event::SectionEnded(Ended::Crash)),
            None if passed => {
                if !self.tests {
                    declare_none(run);
                }
                run.emit(Event::SectionEnded(Ended::Passed));
            }
            None => {
                if self.failing {
                    run.emit(Event::Stopped(text));
                }
                run.consequence("BUILD FAILED", FailureKind::Build);
            }
        }
        (self.began, self.failing, self.tests, self.settled) = (false, false, false, false);
        (self.followed, self.known) = (None, Known::default());
        Seen::Mine(Class::Totals)
    }

    /// A line of what is open; `None` when it is not part of it.
    fn inside(&mut self, line: &Line<'_>, run: &mut Run<'_>) -> Option<Seen> {
        let text = line.judged();
        match &mut self.open {
            Open::Nothing => None,
            Open::Trace(trace, indent) => {
                if text.trim().is_empty() {
                    return Some(Seen::Mine(Class::Noise));
                }
                let blanks = text.len().saturating_sub(text.trim_start().len());
                let other = *indent < 4 && logger::test(text).is_some();
                if other || (blanks < *indent && !text.starts_with('\t')) {
                    return None;
                }
                trace.line(text, run);
                Some(Seen::Mine(Class::Detail))
            }
            Open::Output => {
                let more = text.trim().is_empty() || text.starts_with("    ");
                more.then_some(Seen::Inside(Class::Other))
            }
            Open::Where => {
                if text.trim().is_empty() || text.starts_with("* ") {
                    return None;
                }
                self.place = Location::of(line);
                self.place.is_some().then_some(Seen::Mine(Class::Noise))
            }
            Open::Wrong(wrong) => {
                let seen = wrong.line(line, &self.known, run);
                if seen.is_none() {
                    let reported = wrong.reported;
                    if let Some(followed) = &mut self.followed {
                        followed.up(u64::from(wrong.followed));
                    }
                    self.open = Open::Nothing;
                    self.reason(reported);
                }
                seen
            }
            Open::Try => {
                let more = task(text).is_none() && (text.starts_with("> ") || text.starts_with("Run with "));
                more.then_some(Seen::Mine(Class::Noise))
            }
            Open::Numbered => {
                if text.starts_with("* ") {
                    return None;
                }
                if text.trim_start_matches('-').trim().is_empty() {
                    return Some(Seen::Mine(Class::Noise));
                }
                // What says what went wrong is cut.
                let mut wrong = self.wrong();
                let seen = wrong.line(line, &self.known, run);
                self.open = Open::Wrong(wrong);
                seen
            }
        }
    }

    /// What went wrong is over; how many failures of its own it reported, beside those of tests.
    fn reason(&mut self, reported: u64) {
        if reported > 0 && (self.section.is_some() || self.settled) {
            let section = self.section.get_or_insert_default();
            section.reasons.up(reported);
        }
    }
}
