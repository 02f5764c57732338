//! What the records of legacy object graphs mean, reported as events.
//!
//! Names of tests come as `Class/method()` in summaries and as `Class.method()` or `-[Class method]` in issues; all
//! become the first form. The same issue is listed for its action and for the whole record, and is reported once. A test
//! that runs again in a later bundle or configuration is distinguished (`name #2`) when it failed before, because only
//! repetitions within one list are attempts.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::build::{self, Severity};
use crate::budget::Count as _;
use crate::event::{Attempt, Ended, Event, FailureKind, Level, Opened, Outcome, Sink, Totals};
use crate::recognize::documents::failure::{Name, Reported};
use crate::recognize::documents::located::{Located, Stated};
use crate::recognize::documents::{failure, limits};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::scan;

/// Which list an object is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Under {
    /// Failed tests among the issues.
    TestFailures,
    /// Errors among the issues.
    Errors,
    /// Warnings among the issues.
    Warnings,
    /// Messages of one test.
    Messages,
    /// Any other; the type tells.
    Other,
}

/// Numbers of a record's metrics.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// All tests.
    pub tests: Option<u64>,
    /// Failed tests.
    pub failed: Option<u64>,
    /// Skipped tests.
    pub skipped: Option<u64>,
    /// Errors of the build.
    pub errors: Option<u64>,
}

/// An object: its own value, or the properties of it that matter.
#[derive(Debug, Default)]
pub struct Record {
    /// The type's name.
    pub kind: String,
    /// A scalar's value.
    pub value: String,
    /// `name`.
    pub name: String,
    /// `identifier`.
    pub identifier: String,
    /// `testStatus`.
    pub status: Option<String>,
    /// `status` of an action's result.
    pub action: String,
    /// `message`.
    pub message: String,
    /// `testCaseName`.
    pub case: String,
    /// `producingTarget` or `targetName`.
    pub target: String,
    /// A location's URL.
    pub url: String,
    /// `fileName`.
    pub file: String,
    /// `lineNumber`.
    pub line: Option<u64>,
    /// The reason of a skip.
    pub reason: String,
    /// Metrics.
    pub counts: Counts,
    /// Messages of the failures below.
    pub reported: Vec<Reported>,
}

impl Record {
    /// A scalar as a number.
    pub fn number(&self) -> Option<u64> {
        scan::whole_number(self.value.trim())
    }
}

/// The test that was reported last.
struct Last {
    plain: Name,
    shown: Name,
    bundle: u64,
    attempt: Attempt,
    outcome: Outcome,
}

/// The one section of a legacy input.
pub struct Walk<'s> {
    sink: &'s mut dyn Sink,
    section: bool,
    counts: Option<Counts>,
    failed: u64,
    located: Located,
    action_failed: bool,
    issues: HashSet<u64>,
    /// Failed names, the list in which they failed, and how often they were distinguished.
    names: HashMap<Name, (u64, u64)>,
    /// Counts the bundles: which list of tests is being read.
    bundle: u64,
    last: Option<Last>,
}

impl<'s> Walk<'s> {
    /// Tells to `sink`.
    pub fn new(sink: &'s mut dyn Sink) -> Self {
        Self {
            sink,
            section: false,
            counts: None,
            failed: 0,
            located: Located::default(),
            action_failed: false,
            issues: HashSet::new(),
            names: HashMap::new(),
            bundle: 0,
            last: None,
        }
    }

    fn open(&mut self) {
        if !self.section {
            self.section = true;
            self.sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
    }

    /// The result of an action or a build.
    pub fn action(&mut self, result: &Record) {
        self.action_failed |= result.action.starts_with("failed");
    }

    /// An element of a list ends. `told` gathers the messages of the list's owner.
    pub fn element(&mut self, record: Record, under: Under, reported: &mut Vec<Reported>) {
        match under {
            Under::TestFailures => self.test_failure(&record),
            Under::Errors if self.first_time(&record) => {
                self.open();
                self.failed.up(1);
                build::emit(self.sink, Severity::Error, &record.url, &record.message, &record.target);
            }
            Under::Warnings if self.first_time(&record) => {
                self.open();
                build::emit(self.sink, Severity::Warning, &record.url, &record.message, &record.target);
            }
            Under::Errors | Under::Warnings => {}
            Under::Messages => {
                if reported.len() < limits::MARKS {
                    let text = match (record.file.as_str(), record.line) {
                        ("", _) | (_, None) => record.message,
                        (file, Some(line)) => format!("{file}:{line}: {}", record.message),
                    };
                    reported.push(Reported::message(&text));
                }
            }
            Under::Other => self.other(record),
        }
    }

    /// A record of the kinds that are reported by their type.
    fn other(&mut self, record: Record) {
        match record.kind.as_str() {
            "ActionTestMetadata" | "ActionTestSummary" => self.test(&record),
            "ActionTestableSummary" => {
                self.bundle.up(1);
                if !record.reported.is_empty() {
                    let name = [record.target, record.name].into_iter().find(|name| !name.is_empty());
                    self.open();
                    self.failed.up(1);
                    let name = name.unwrap_or_else(|| "test bundle".to_owned());
                    self.located.add(Outcome::Failed(FailureKind::Suite));
                    failure::emit_whole(self.sink, &name, FailureKind::Suite, &record.reported, "");
                }
            }
            _ => {}
        }
    }

    /// The outermost object of a document ends.
    pub fn root(&mut self, record: Record) {
        match record.kind.as_str() {
            "ActionsInvocationRecord" => {
                self.open();
                self.counts = Some(record.counts);
            }
            "ActionTestPlanRunSummaries" => self.open(),
            _ => self.other(record),
        }
    }

    /// Whether an issue was not reported yet.
    fn first_time(&mut self, record: &Record) -> bool {
        let mut hasher = DefaultHasher::new();
        (&record.case, &record.message, &record.url).hash(&mut hasher);
        self.issues.len() >= NAMES || self.issues.insert(hasher.finish())
    }

    fn test_failure(&mut self, record: &Record) {
        if !self.first_time(record) {
            return;
        }
        self.open();
        self.failed.up(1);
        let spot = build::location(&record.url);
        let reported = [Reported::message(&record.message)];
        if record.case.is_empty() {
            let name = if record.target.is_empty() { "test run" } else { &record.target };
            failure::emit_whole(self.sink, name, FailureKind::Suite, &reported, "");
            return;
        }
        failure::emit(
            self.sink,
            &issue_name(&record.case),
            FailureKind::Test,
            0,
            &reported,
            spot.as_ref(),
            "",
        );
    }

    fn test(&mut self, record: &Record) {
        self.open();
        let shown = if record.identifier.is_empty() { &record.name } else { &record.identifier };
        let plain = Name::split_last(shown, "/");
        let status = record.status.as_deref().unwrap_or("");
        let outcome = match status {
            "Success" => Outcome::Passed,
            "Failure" => Outcome::Failed(FailureKind::Test),
            "Skipped" | "" => Outcome::Skipped,
            _ => Outcome::Other,
        };
        let (name, attempt) = match &self.last {
            Some(last) if last.plain == plain && last.bundle == self.bundle => {
                self.located.take_back(last.outcome);
                (last.shown.clone(), last.attempt.saturating_add(1))
            }
            _ => (self.tell_apart(&plain), 1),
        };
        self.located.add(outcome);
        let bundle = self.bundle;
        self.last = Some(Last { plain: plain.clone(), shown: name.clone(), bundle, attempt, outcome });
        let attempt = if attempt > 1 { attempt } else { 0 };
        if let Outcome::Failed(kind) = outcome {
            self.failed.up(1);
            if self.names.len() < NAMES {
                self.names.entry(plain).or_insert((self.bundle, 1));
            }
            failure::emit(self.sink, &name, kind, attempt, &record.reported, None, "");
        } else {
            let reason = if status.is_empty() { "the entire class" } else { &record.reason };
            failure::emit_other(self.sink, &name, outcome, attempt, reason);
        }
    }

    /// The name to show: another one when the test failed before in another bundle.
    fn tell_apart(&mut self, plain: &Name) -> Name {
        let mut name = plain.clone();
        if let Some((bundle, times)) = self.names.get_mut(plain)
            && *bundle != self.bundle
        {
            *bundle = self.bundle;
            times.up(1);
            name.name = format!("{} #{times}", name.name);
        }
        name
    }

    /// The input ended. Whether it held any results.
    pub fn finish(&mut self) -> bool {
        if !self.section {
            return false;
        }
        let counts = self.counts.unwrap_or_default();
        let stated = counts.failed.unwrap_or(0).saturating_add(counts.errors.unwrap_or(0));
        if self.failed == 0 && (stated > 0 || self.action_failed) {
            failure::emit_whole(self.sink, "test action", FailureKind::Suite, &[], "");
            self.failed = 1;
        }
        if let Some(total) = counts.tests {
            // Metrics that are zero are left out.
            let (failed, skipped) = (counts.failed.unwrap_or(0), counts.skipped.unwrap_or(0));
            let passed = total.saturating_sub(failed).saturating_sub(skipped);
            let (passed, failed, skipped) = (Some(passed), Some(failed), Some(skipped));
            let total = if counts.errors.is_some() { None } else { Some(total) };
            let totals = Totals { passed, failed, skipped, errors: counts.errors, total, other: None };
            self.sink.emit(Event::Declared { totals, level: Level::Section });
        } else if let Some(totals) = self.located.totals(&Stated::default()).filter(|_| self.counts.is_none())
        {
            // Summaries without a record: every test is among them.
            self.sink.emit(Event::Declared { totals, level: Level::Section });
        } else if self.failed > 0 {
            self.sink.emit(Event::SectionEnded(Ended::Failed));
        } else if self.counts.is_some() {
            self.sink.emit(Event::SectionEnded(Ended::Passed));
        }
        true
    }

    /// The input broke off: what is known of failures has been reported.
    pub fn broken(&mut self) {
        self.section = false;
    }
}

/// The name of a test among the issues.
fn issue_name(case: &str) -> Name {
    let case = case.trim();
    if let Some((class, method)) =
        case.strip_prefix("-[").and_then(|case| case.strip_suffix(']')?.split_once(' '))
    {
        return Name::new(class, "/", method);
    }
    if case.contains('/') {
        return Name::split_last(case, "/");
    }
    let labels = case.find('(').unwrap_or(case.len());
    let dot = case.get(..labels).and_then(|function| function.rfind('.'));
    match dot.and_then(|dot| Some((case.get(..dot)?, case.get(dot.saturating_add(1)..)?))) {
        Some((class, method)) if !method.is_empty() => Name::new(class, "/", method),
        _ => Name::bare(case),
    }
}
