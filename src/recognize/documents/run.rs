//! One run of a runner as a report file tells it: its tests, what failed outside of them, and its totals.
//!
//! Every format that is not a tree of suites fills [`Case`]s and gives them to a [`Run`], which tells, counts and
//! reconciles them. Two failures of one name are two failures; the second is distinguished (`name #2`), and so is a pass
//! after a failure, so that a pass never covers one.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::detail::Spot;
use super::failure::{self, Name, Reported};
use super::limits::MARKS;
use super::located::{Located, Stated};
use crate::budget::Count as _;
use crate::event::{Event, FailureKind, Level, Opened, Outcome, Sink, Totals};
use crate::recognize::kit::bounds::NAMES;

/// What a run is called that failed with nothing else to name.
pub const WHOLE_RUN: &str = "test run";

/// What a report says of one test.
#[derive(Debug)]
pub struct Case {
    /// Its name.
    pub name: Name,
    /// What became of it in the end.
    pub outcome: Outcome,
    /// Why it failed, in the last attempt.
    pub reported: Vec<Reported>,
    /// Why earlier attempts failed, one for each.
    pub before: Vec<Reported>,
    /// Why it was skipped.
    pub reason: String,
    /// Where it is defined, for failures that do not say where they happened.
    pub spot: Option<Spot>,
    /// What it printed.
    pub output: String,
}

impl Case {
    /// A test with nothing to say yet.
    pub fn new(name: Name, outcome: Outcome) -> Self {
        Self {
            name,
            outcome,
            reported: Vec::new(),
            before: Vec::new(),
            reason: String::new(),
            spot: None,
            output: String::new(),
        }
    }

    /// Whether it failed in the end.
    pub fn failed(&self) -> bool {
        matches!(self.outcome, Outcome::Failed(_))
    }
}

/// Whether the report's own numbers count a failure that is no test's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// They do.
    Within,
    /// They do not.
    Beside,
}

/// What a report says of the run's result, numbers aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// That it failed.
    Failure,
    /// That it ended, in whatever way.
    End,
}

/// A run that is being reported.
#[derive(Debug, Default)]
pub struct Run {
    open: bool,
    opened: u64,
    located: Located,
    failed: HashMap<u64, u64>,
    beside: u64,
}

impl Run {
    /// Opens the run's section, unless it is open.
    pub fn open(&mut self, label: &str, sink: &mut dyn Sink) {
        if self.open {
            return;
        }
        let label = failure::one_line(label);
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: &label });
        *self = Self { open: true, opened: self.opened.saturating_add(1), ..Self::default() };
    }

    /// How many failures were reported so far.
    pub fn failures(&self) -> u64 {
        self.located.failed
    }

    /// How many tests and failures were reported in this section.
    pub fn total(&self) -> u64 {
        self.located.total()
    }

    /// How many sections were opened.
    pub fn sections(&self) -> u64 {
        self.opened
    }

    /// Tells a test.
    pub fn case(&mut self, mut case: Case, sink: &mut dyn Sink) {
        self.open("", sink);
        self.tell_apart(&mut case.name);
        self.located.add(case.outcome);
        case.before.truncate(MARKS);
        let attempts = u32::try_from(case.before.len()).unwrap_or(u32::MAX);
        match case.outcome {
            Outcome::Failed(kind) => {
                self.failure(1, u64::from(attempts));
                let hash = hash(&case.name);
                if self.failed.len() < NAMES {
                    self.failed.entry(hash).or_insert(1);
                }
                let attempt = if attempts > 0 { attempts.saturating_add(1) } else { 0 };
                let mut reported = case.reported;
                reported.append(&mut case.before);
                let spot = case.spot.as_ref();
                failure::emit(sink, &case.name, kind, attempt, &reported, spot, &case.output);
            }
            other => {
                for (number, reported) in (1..).zip(&case.before) {
                    let reported = std::slice::from_ref(reported);
                    let spot = case.spot.as_ref();
                    failure::emit(sink, &case.name, FailureKind::Test, number, reported, spot, "");
                }
                let attempt = if attempts > 0 { attempts.saturating_add(1) } else { 0 };
                failure::emit_other(sink, &case.name, other, attempt, &case.reason);
                if other == Outcome::Other && !case.reason.is_empty() {
                    let id = case.name.id();
                    let name = format!("{}{}{}", id.module, id.separator, id.name);
                    sink.emit(Event::Remark(&failure::one_line(&format!("{name}: {}", case.reason))));
                }
            }
        }
    }

    /// Tells a suite, hook, file or process that failed as a whole.
    pub fn whole(
        &mut self,
        name: &str,
        kind: FailureKind,
        reported: &[Reported],
        counted: Counted,
        sink: &mut dyn Sink,
    ) {
        self.open("", sink);
        let mut name = Name::bare(if name.trim().is_empty() { WHOLE_RUN } else { name });
        self.tell_apart(&mut name);
        if self.failed.len() < NAMES {
            self.failed.entry(hash(&name)).or_insert(1);
        }
        failure::emit_whole(sink, &name.name, kind, reported, "");
        self.located.add(Outcome::Failed(kind));
        self.failure(1, 0);
        if counted == Counted::Beside {
            self.beside.up(1);
        }
    }

    fn failure(&mut self, marks: u64, attempts: u64) {
        self.located.records.up(1);
        self.located.marks.up(marks);
        self.located.attempts = self.located.attempts.saturating_add(marks).saturating_add(attempts);
    }

    fn tell_apart(&mut self, name: &mut Name) {
        if let Some(count) = self.failed.get_mut(&hash(name)) {
            count.up(1);
            name.name = format!("{} #{count}", name.name);
        }
    }

    /// Ends the run: its end was seen, and what it says of itself is known.
    pub fn close(&mut self, stated: &Stated, claimed: Claimed, sink: &mut dyn Sink) {
        self.open("", sink);
        if self.located.failed == 0 {
            if stated.bad().is_some_and(|bad| bad > 0) {
                self.whole(WHOLE_RUN, FailureKind::Suite, &[], Counted::Within, sink);
            } else if claimed == Claimed::Failure {
                self.whole(WHOLE_RUN, FailureKind::Suite, &[], Counted::Beside, sink);
            }
        }
        let more = |number: Option<u64>| number.map(|number| number.saturating_add(self.beside));
        let failures = match stated.failures {
            None if stated.tests.is_some() && self.beside > 0 => Some(self.beside),
            failures => more(failures),
        };
        let stated = Stated { tests: more(stated.tests), failures, ..*stated };
        if let Some(totals) = self.located.totals(&stated) {
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
        self.open = false;
    }

    /// The report broke off: of what it says of itself only failures are stated.
    pub fn broken(&mut self, stated: &Stated, sink: &mut dyn Sink) {
        if self.open && stated.bad().is_some_and(|bad| bad > self.located.failed) {
            let totals = Totals { failed: stated.bad(), total: stated.tests, ..Totals::default() };
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
    }
}

fn hash(name: &Name) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}
