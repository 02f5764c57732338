//! The sections of a JUnit file: one for each outermost suite, its tests reported, counted and reconciled.
//!
//! Suites inside of a suite only group; their numbers matter when they alone say that something failed. Writers state
//! a suite's numbers before its tests, so they are kept until its end tag and stated then: of a file that breaks off
//! only failures are stated. Two cases of one name are one test when the writer repeats attempts as cases; else they
//! are two tests, and the second is distinguished (`name #2`), so that a pass never covers a failure.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::case::{Case, Mark};
use super::identity::{self, Writer};
use crate::budget::Count as _;
use crate::event::{Attempt, Block, Event, FailureKind, Level, Opened, Outcome, Part, Sink};
use crate::recognize::documents::failure::{Name, Reported};
use crate::recognize::documents::located::{Located, Stated};
use crate::recognize::documents::{failure, limits};
use crate::recognize::kit::bounds::NAMES;

/// Tests of a section that are remembered to find their further attempts.
const REPEATED: usize = 16 * 1024;

/// A suite that is open.
#[derive(Debug, Default)]
pub struct Suite {
    /// Its name.
    pub name: String,
    /// What it says of itself.
    pub stated: Stated,
    /// The sum of what the suites directly inside of it say.
    inner: Stated,
    /// The section's failures when it began.
    failed_before: u64,
    /// Its last failed test, as shown, and how many failed in all.
    last_failed: String,
    /// Output that belongs to the suite, not to a case.
    pub output: String,
    /// Records that are directly in the suite.
    pub reported: Vec<Reported>,
}

/// The suites of a file, outermost first.
#[derive(Debug, Default)]
pub struct Suites {
    open: Vec<Suite>,
    section: bool,
    located: Located,
    all: Located,
    sections: u64,
    failed: HashMap<u64, u64>,
    last: Option<(u64, Outcome)>,
    /// What became of tests whose attempts are written as cases, and how many attempts there were.
    repeated: HashMap<u64, (Outcome, Attempt)>,
    /// Who wrote the file.
    pub writer: Writer,
}

impl Suites {
    /// Whether a suite is open.
    pub fn inside(&self) -> bool {
        !self.open.is_empty()
    }

    /// The innermost open suite.
    pub fn innermost(&mut self) -> Option<&mut Suite> {
        self.open.last_mut()
    }

    /// A suite begins.
    pub fn begin(&mut self, name: String, stated: Stated, sink: &mut dyn Sink) {
        if !self.inside() {
            self.close_section(&Stated::default(), sink);
            self.open_section(&name, sink);
        }
        let failed_before = self.located.failed;
        self.open.push(Suite { name, stated, failed_before, ..Suite::default() });
    }

    fn open_section(&mut self, label: &str, sink: &mut dyn Sink) {
        let label = failure::one_line(label);
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: &label });
        self.section = true;
        self.sections.up(1);
        self.located = Located::default();
        self.failed.clear();
        self.repeated.clear();
        self.last = None;
    }

    /// A suite ends.
    pub fn end(&mut self, sink: &mut dyn Sink) {
        let Some(suite) = self.open.pop() else { return };
        let stated = if suite.stated.anything() { suite.stated } else { suite.inner };
        self.whole(&suite, &stated, sink);
        match self.open.last_mut() {
            Some(outer) => {
                outer.inner = outer.inner.plus(stated);
                if !suite.last_failed.is_empty() {
                    outer.last_failed = suite.last_failed;
                }
            }
            None => self.close_section(&stated, sink),
        }
    }

    /// Tells a suite that failed as a whole, or adds its output to its only failure.
    fn whole(&mut self, suite: &Suite, stated: &Stated, sink: &mut dyn Sink) {
        let failed = self.located.failed.saturating_sub(suite.failed_before);
        let alone = failed == 0 && stated.bad().is_some_and(|bad| bad > 0);
        if alone || !suite.reported.is_empty() {
            let name = if suite.name.is_empty() { "test suite" } else { &suite.name };
            failure::emit_whole(sink, name, FailureKind::Suite, &suite.reported, &suite.output);
            let outcome = Outcome::Failed(FailureKind::Suite);
            self.located.add(outcome);
            self.located.records.up(1);
            self.located.marks.up(1);
            self.located.attempts.up(1);
        } else if failed == 1 && !suite.output.trim().is_empty() && !suite.last_failed.is_empty() {
            sink.emit(Event::BlockOpened(Block::More { name: &suite.last_failed }));
            sink.emit(Event::Decoded {
                part: Part::Output,
                text: suite.output.trim_matches('\n').trim_end(),
            });
            sink.emit(Event::BlockClosed);
        }
    }

    /// Ends the open section with its totals.
    fn close_section(&mut self, stated: &Stated, sink: &mut dyn Sink) {
        if !std::mem::take(&mut self.section) {
            return;
        }
        // An empty suite that says nothing of itself is no evidence: its section stays open.
        if let Some(totals) = self.located.totals(stated) {
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
        self.all = self.all.plus(self.located);
    }

    /// The root ends; what it says of the whole file is stated.
    pub fn end_root(&mut self, name: &str, stated: &Stated, sink: &mut dyn Sink) {
        let implicit = self.section || self.sections == 0;
        if self.sections == 0 {
            self.open_section(name, sink);
            let suite = Suite { name: name.to_owned(), ..Suite::default() };
            self.whole(&suite, stated, sink);
        }
        self.close_section(stated, sink);
        if implicit {
            return;
        }
        if stated.bad().is_some_and(|bad| bad > 0) && self.all.failed == 0 {
            // The suites say nothing bad and the root does: the root's word is.
            let name = if name.is_empty() { "test suites" } else { name };
            failure::emit_whole(sink, name, FailureKind::Suite, &[], "");
        }
        if let Some(totals) = self.all.totals(stated).filter(|_| stated.anything()) {
            sink.emit(Event::Declared { totals, level: Level::Run });
        }
    }

    /// The input ended with no element open.
    pub fn finish(&mut self, sink: &mut dyn Sink) {
        self.close_section(&Stated::default(), sink);
    }

    /// The file broke off: of what the open suites say of themselves only failures are stated.
    pub fn broken(&mut self, sink: &mut dyn Sink) {
        let stated = self.open.first().map(|suite| suite.stated).unwrap_or_default();
        if self.section && stated.bad().is_some_and(|bad| bad > self.located.failed) {
            let failed = stated.bad();
            let totals =
                crate::event::Totals { failed, total: stated.tests, ..crate::event::Totals::default() };
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
    }

    /// Tells a case.
    pub fn case(&mut self, case: &Case, sink: &mut dyn Sink) {
        if !self.section {
            self.open_section("", sink);
        }
        let Some(mut name) = self.name(case) else {
            return;
        };
        let outcome = case.outcome();
        let mut hasher = DefaultHasher::new();
        (&name, &case.spot.as_ref().map(|spot| &spot.file)).hash(&mut hasher);
        let hash = hasher.finish();

        if case.repetition {
            self.repetition(case, &name, outcome, hash, sink);
            return;
        }
        // pytest writes a second case of the same test for an error in its tear-down.
        let same = self.writer == Writer::Pytest && self.last.is_some_and(|(last, _)| last == hash);
        let mut kept = outcome;
        match self.last {
            Some((_, before)) if same => {
                self.located.take_back(before);
                if matches!(before, Outcome::Failed(_)) && outcome == Outcome::Passed {
                    kept = before;
                }
            }
            _ => self.tell_apart(&mut name, hash),
        }
        self.located.add(kept);
        self.last = Some((hash, kept));
        if let Outcome::Failed(kind) = outcome {
            self.failed_case(case, &name, kind, 0, hash, sink);
        } else if kept == outcome {
            self.other_case(case, &name, outcome, 0, sink);
        }
    }

    /// Tells a case that is one of several attempts of a test: the last attempt counts, a repeated pass only once.
    fn repetition(&mut self, case: &Case, name: &Name, outcome: Outcome, hash: u64, sink: &mut dyn Sink) {
        let before = self.repeated.get(&hash).copied();
        let attempt = before.map_or(0, |(_, attempt)| attempt).saturating_add(1);
        if let Some((before, _)) = before {
            self.located.take_back(before);
        }
        self.located.add(outcome);
        if before.is_some() || self.repeated.len() < REPEATED {
            self.repeated.insert(hash, (outcome, attempt));
        }
        if let Outcome::Failed(kind) = outcome {
            self.failed_case(case, name, kind, attempt, hash, sink);
        } else if before.is_none_or(|(before, _)| before != outcome) {
            self.other_case(case, name, outcome, attempt, sink);
        }
    }

    /// The name; a case without one is called by its suite.
    fn name(&self, case: &Case) -> Option<Name> {
        let suite = self.open.last().map_or("", |suite| suite.name.as_str());
        identity::identify(&case.printed, self.writer).or_else(|| {
            let message =
                case.marks.first().map_or("", |(_, reported)| reported.message.lines().next().unwrap_or(""));
            let name = [suite, message, "unnamed test"].into_iter().find(|name| !name.trim().is_empty())?;
            Some(Name::bare(limits::head(name, 200)))
        })
    }

    /// Gives a later case of a name that failed before a name of its own.
    fn tell_apart(&mut self, name: &mut Name, hash: u64) {
        if let Some(count) = self.failed.get_mut(&hash) {
            count.up(1);
            name.name = format!("{} #{count}", name.name);
        }
    }

    fn failed_case(
        &mut self,
        case: &Case,
        name: &Name,
        kind: FailureKind,
        attempt: Attempt,
        hash: u64,
        sink: &mut dyn Sink,
    ) {
        self.located.records.up(1);
        let marks = u64::try_from(case.bad_marks().count()).unwrap_or(u64::MAX).max(1);
        self.located.marks = self.located.marks.saturating_add(marks).saturating_add(case.more_marks);
        let reruns = case.marks.iter().filter(|(mark, _)| *mark == Mark::Rerun).count();
        let attempts =
            marks.saturating_add(case.more_marks).saturating_add(u64::try_from(reruns).unwrap_or(0));
        self.located.attempts.up(attempts);
        if self.failed.len() < NAMES {
            self.failed.entry(hash).or_insert(1);
        }
        let reported: Vec<Reported> = case.marks.iter().map(|(_, reported)| reported.clone()).collect();
        failure::emit(sink, name, kind, attempt, &reported, case.spot.as_ref(), &case.output);
        failure::emit_took(sink, case.took_ms);
        if let Some(suite) = self.open.last_mut() {
            suite.last_failed = name.shown();
        }
    }

    fn other_case(
        &mut self,
        case: &Case,
        name: &Name,
        outcome: Outcome,
        attempt: Attempt,
        sink: &mut dyn Sink,
    ) {
        let mut attempt = attempt;
        if outcome == Outcome::Passed {
            for (mark, reported) in &case.marks {
                if *mark == Mark::Flaky {
                    attempt.up(1);
                    failure::emit(
                        sink,
                        name,
                        FailureKind::Test,
                        attempt,
                        std::slice::from_ref(reported),
                        None,
                        "",
                    );
                }
            }
            if attempt > 0 && !case.repetition {
                attempt.up(1);
            }
        }
        let reason = case.skip.as_ref().map_or("", |(_, reason)| reason.as_str());
        failure::emit_other(sink, name, outcome, attempt, reason);
        failure::emit_took(sink, case.took_ms);
        if let Some(spot) = &case.spot {
            sink.emit(Event::At { place: spot.place(), better: false });
        }
    }
}
