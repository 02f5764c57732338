//! `pytest --report-log`: a JSON object a line, as pytest-reportlog writes them while the tests run.
//!
//! A test has a report for its set-up, its call and its tear-down; with xdist those of several tests are mixed. So each
//! test is followed from its first report to its tear-down, at most [`FOLLOWED`] at once. One that has begun and never
//! ended did not finish; a log without `SessionFinish` is of a run that did not come to its end.

use std::collections::HashMap;

use serde::de::{Deserializer, MapAccess};

use super::longrepr::LongRepr;
use super::node::{kind, name, trouble};
use crate::budget::Count as _;
use crate::event::{Event, FailureKind, Outcome, Sink};
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::detail::Spot;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure::Reported;
use crate::recognize::documents::json::{
    Element, Fields, List, Strings, dropped_note, lines, number, skip, text,
};
use crate::recognize::documents::limits;
use crate::recognize::documents::limits::MARKS;
use crate::recognize::documents::located::Stated;
use crate::recognize::documents::run::{Case, Claimed, Counted, Run};

/// The most tests that are followed at the same time.
const FOLLOWED: usize = 4096;

/// Parses a report log. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no reports.
pub fn reportlog(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    let mut log =
        Log { sink, run: Run::default(), open: HashMap::new(), order: 0, seen: false, ended: false };
    log.run.open("", log.sink);
    let result = lines(json, |report: Report| log.report(report));
    log.unfinished();
    result?;
    if !log.seen {
        return Err(FormatError::Empty { wanted: "reports" });
    }
    if !log.ended {
        let byte = json.offset();
        return Err(FormatError::Ended { inside: "the session".to_owned(), byte });
    }
    Ok(dropped_note(json))
}

/// What the reports of one test printed so far.
#[derive(Debug)]
struct Test {
    order: u64,
    outcome: Option<Outcome>,
    reason: String,
    before: Vec<Reported>,
}

struct Log<'s> {
    sink: &'s mut dyn Sink,
    run: Run,
    open: HashMap<String, Test>,
    order: u64,
    seen: bool,
    ended: bool,
}

impl Log<'_> {
    fn report(&mut self, report: Report) {
        match report.kind.as_str() {
            "SessionStart" => self.seen = true,
            "SessionFinish" => self.finish(report.status),
            "CollectReport" => self.collected(report),
            "TestReport" | "SubTestReport" | "SubtestReport" => self.tested(report),
            _ => {}
        }
    }

    fn collected(&mut self, report: Report) {
        self.seen = true;
        match report.outcome.as_str() {
            "failed" => {
                let reported = [report.long.reported()];
                let name = if report.node.is_empty() { "pytest" } else { &report.node };
                self.run.whole(name, FailureKind::Collection, &reported, Counted::Beside, self.sink);
            }
            "skipped" => {
                let mut case = Case::new(name(&report.node), Outcome::Skipped);
                case.reason = report.long.reason;
                self.run.case(case, self.sink);
            }
            _ => {}
        }
    }

    fn tested(&mut self, report: Report) {
        self.seen = true;
        if report.kind != "TestReport" {
            // A subtest ends with its one report, and passes say nothing.
            if report.outcome == "failed" {
                self.failed(report, Vec::new());
            }
            return;
        }
        self.order.up(1);
        let order = self.order;
        if self.open.len() >= FOLLOWED && !self.open.contains_key(&report.node) {
            // More than can be followed: what is reported it now is all that is.
            if report.outcome == "failed" {
                self.failed(report, Vec::new());
            }
            return;
        }
        let test = self.open.entry(report.node.clone()).or_insert_with(|| Test {
            order,
            outcome: None,
            reason: String::new(),
            before: Vec::new(),
        });
        let over = report.when == "teardown";
        match report.outcome.as_str() {
            "rerun" => {
                if test.before.len() < MARKS {
                    test.before.push(report.long.reported());
                }
                return;
            }
            "failed" if over => {
                // The test itself is reported for what it was, its tear-down as pytest tells it.
                if let Some(test) = self.open.remove(&report.node) {
                    self.over(&report.node, test);
                }
                self.failed(report, Vec::new());
                return;
            }
            "failed" => {
                test.outcome = Some(Outcome::Failed(kind(&report.when)));
                let before = std::mem::take(&mut test.before);
                self.failed(report, before);
                return;
            }
            _ if matches!(test.outcome, Some(Outcome::Failed(_))) => {}
            "skipped" => {
                let expected = report.expected_failure;
                test.outcome = Some(if expected { Outcome::Other } else { Outcome::Skipped });
                test.reason = report.long.reason;
            }
            "passed" if report.when == "call" => {
                let expected = report.expected_failure;
                test.outcome = Some(if expected { Outcome::Other } else { Outcome::Passed });
            }
            _ => {}
        }
        if over && let Some(test) = self.open.remove(&report.node) {
            if test.outcome.is_none() && !test.before.is_empty() {
                // The tear-down before a rerun.
                self.open.insert(report.node, test);
            } else {
                self.over(&report.node, test);
            }
        }
    }

    /// A test has ended. A failed one was reported already.
    fn over(&mut self, node: &str, test: Test) {
        if let Some(Outcome::Failed(_)) = test.outcome {
            return;
        }
        let Some(outcome) = test.outcome else { return };
        let mut case = Case::new(name(node), outcome);
        case.reason = test.reason;
        case.before = test.before;
        self.run.case(case, self.sink);
    }

    fn failed(&mut self, report: Report, before: Vec<Reported>) {
        let mut name = name(&report.node);
        if report.when == "teardown" {
            name.name.push_str(" (teardown)");
        }
        let mut case = Case::new(name, Outcome::Failed(kind(&report.when)));
        case.spot = report.location.spot();
        case.reported = vec![report.long.reported()];
        case.output = report.sections.0;
        case.before = before;
        self.run.case(case, self.sink);
    }

    /// Tests whose tear-down was never reported did not finish.
    fn unfinished(&mut self) {
        if self.ended {
            return;
        }
        let mut open: Vec<(String, Test)> = self.open.drain().collect();
        open.sort_by_key(|(_, test)| test.order);
        for (node, test) in open {
            if !matches!(test.outcome, Some(Outcome::Failed(_))) {
                let name = name(&node);
                self.sink.emit(Event::Started(name.id()));
            }
        }
    }

    fn finish(&mut self, status: Option<u64>) {
        self.seen = true;
        self.ended = true;
        if let Some(what) = status.and_then(trouble).filter(|_| self.run.failures() == 0) {
            let reported = [Reported::message(what)];
            self.run.whole("pytest session", FailureKind::Suite, &reported, Counted::Beside, self.sink);
        }
        let claimed = if status == Some(1) { Claimed::Failure } else { Claimed::End };
        let mut open: Vec<(String, Test)> = self.open.drain().collect();
        open.sort_by_key(|(_, test)| test.order);
        for (node, test) in open {
            // A worker died in it, or the session was stopped.
            if test.outcome.is_none() {
                let case = Case::new(name(&node), Outcome::Failed(FailureKind::Unfinished));
                self.run.case(case, self.sink);
            }
        }
        self.run.close(&Stated::default(), claimed, self.sink);
    }
}

#[derive(Default)]
struct Report {
    kind: String,
    node: String,
    outcome: String,
    when: String,
    status: Option<u64>,
    expected_failure: bool,
    long: LongRepr,
    location: Defined,
    sections: Sections,
}

impl Fields for Report {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "$report_type" | "_report_type" => text(map, &mut self.kind),
            "nodeid" => text(map, &mut self.node),
            "outcome" => text(map, &mut self.outcome),
            "when" => text(map, &mut self.when),
            "exitstatus" => number(map, &mut self.status),
            "wasxfail" => {
                self.expected_failure = true;
                text(map, &mut self.long.reason)
            }
            "longrepr" => self.long.read(map),
            "location" => self.location.0.read(map),
            "sections" => map.next_value_seed(List(&mut self.sections)),
            _ => skip(map),
        }
    }
}

/// File, line from 0, and name in it.
#[derive(Default)]
struct Defined(Strings);

impl Defined {
    fn spot(&self) -> Option<Spot> {
        let mut parts = self.0.0.iter();
        let file = parts.next()?.clone();
        let line = parts.next().and_then(|line| line.parse::<u64>().ok());
        (!file.is_empty()).then(|| Spot { file, line: line.map(|line| line.saturating_add(1)) })
    }
}

/// Captured output: pairs of title and text.
#[derive(Default)]
struct Sections(String);

impl Element for &mut Sections {
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        let mut pair = Strings::default();
        pair.read_from(element)?;
        for part in pair.0 {
            limits::append(&mut self.0, part.trim_end());
            limits::append(&mut self.0, "\n");
        }
        Ok(())
    }
}
