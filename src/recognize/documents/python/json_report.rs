//! `pytest --json-report`, of the plugin pytest-json-report.
//!
//! Fields: `exitcode`, `summary` with the numbers, `collectors` (errors of collection) and `tests` with a stage for
//! set-up, call and tear-down.

use serde::de::MapAccess;

use super::longrepr::{Location, LongRepr};
use super::node::{kind, name, trouble};
use crate::event::{FailureKind, Outcome, Sink};
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::detail::Spot;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure::Reported;
use crate::recognize::documents::json::{Fields, document, dropped_note, each, number, object, skip, text};
use crate::recognize::documents::limits;
use crate::recognize::documents::located::Stated;
use crate::recognize::documents::run::{Case, Claimed, Counted, Run};

/// Parses a JSON report of pytest. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no results.
pub fn json_report(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    let mut walk = Walk { sink, run: Run::default(), summary: Summary::default(), exit: None, found: false };
    walk.run.open("", walk.sink);
    let result = document(json, &mut walk);
    let stated = walk.summary.stated();
    if let Err(error) = result {
        walk.run.broken(&stated, walk.sink);
        return Err(error);
    }
    if !walk.found {
        return Err(FormatError::Empty { wanted: "summary" });
    }
    if let Some(what) = walk.exit.and_then(trouble).filter(|_| walk.run.failures() == 0) {
        let reported = [Reported::message(what)];
        walk.run.whole("pytest session", FailureKind::Suite, &reported, Counted::Beside, walk.sink);
    }
    let claimed = if walk.exit == Some(1) { Claimed::Failure } else { Claimed::End };
    walk.run.close(&stated, claimed, walk.sink);
    Ok(dropped_note(json))
}

struct Walk<'s> {
    sink: &'s mut dyn Sink,
    run: Run,
    summary: Summary,
    exit: Option<u64>,
    found: bool,
}

impl Fields for Walk<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "exitcode" => number(map, &mut self.exit),
            "summary" => {
                self.found = true;
                object(map, &mut self.summary)
            }
            "collectors" => each(map, |collector: Collector| {
                if collector.outcome == "failed" {
                    let reported = [collector.long.reported()];
                    let counted = Counted::Beside;
                    self.run.whole(&collector.node, FailureKind::Collection, &reported, counted, self.sink);
                }
            }),
            "tests" => {
                self.found = true;
                each(map, |test: Test| self.run.case(test.case(), self.sink))
            }
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Summary {
    total: Option<u64>,
    failed: Option<u64>,
    error: Option<u64>,
}

impl Summary {
    fn stated(&self) -> Stated {
        let failures = self.failed.or(self.total.map(|_| 0));
        Stated { tests: self.total, failures, errors: self.error, ..Stated::default() }
    }
}

impl Fields for Summary {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "total" => number(map, &mut self.total),
            "failed" => number(map, &mut self.failed),
            "error" => number(map, &mut self.error),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Collector {
    node: String,
    outcome: String,
    long: LongRepr,
}

impl Fields for Collector {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "nodeid" => text(map, &mut self.node),
            "outcome" => text(map, &mut self.outcome),
            "longrepr" => self.long.read(map),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Test {
    node: String,
    line: Option<u64>,
    outcome: String,
    setup: Stage,
    call: Stage,
    teardown: Stage,
}

impl Fields for Test {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "nodeid" => text(map, &mut self.node),
            "lineno" => number(map, &mut self.line),
            "outcome" => text(map, &mut self.outcome),
            "setup" => object(map, &mut self.setup),
            "call" => object(map, &mut self.call),
            "teardown" => object(map, &mut self.teardown),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Stage {
    outcome: String,
    crash: Location,
    long: LongRepr,
    printed: String,
}

impl Fields for Stage {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "outcome" => text(map, &mut self.outcome),
            "crash" => object(map, &mut self.crash),
            "longrepr" => self.long.read(map),
            "stdout" | "stderr" => {
                let mut printed = String::new();
                text(map, &mut printed)?;
                limits::append(&mut self.printed, &printed);
                Ok(())
            }
            _ => skip(map),
        }
    }
}

impl Test {
    fn case(self) -> Case {
        let stages = [("setup", self.setup), ("call", self.call), ("teardown", self.teardown)];
        let phase =
            stages.iter().find(|(_, stage)| stage.outcome == "failed").map_or("call", |(name, _)| *name);
        let outcome = match self.outcome.as_str() {
            "passed" => Outcome::Passed,
            "skipped" => Outcome::Skipped,
            "xfailed" | "xpassed" => Outcome::Other,
            _ => Outcome::Failed(kind(phase)),
        };
        let mut case = Case::new(name(&self.node), outcome);
        for (_, stage) in stages {
            if case.failed() && stage.outcome == "failed" {
                let mut reported = stage.long.reported();
                if reported.message.is_empty() {
                    reported.message = stage.crash.message;
                }
                case.reported.push(reported);
                let at = Spot { file: stage.crash.path, line: stage.crash.line };
                case.spot = case.spot.take().or((!at.file.is_empty()).then_some(at));
            } else if stage.outcome == "skipped" {
                let text = stage.long.text;
                // `('/a/b.py', 3, 'Skipped: reason')`, written as Python writes a tuple.
                let reason = text.split_once("Skipped: ").map_or("", |(_, reason)| reason);
                case.reason = reason.trim_end_matches(['\'', '"', ')']).to_owned();
            }
            if case.failed() {
                limits::append(&mut case.output, &stage.printed);
            }
        }
        if case.failed() && case.spot.is_none() {
            let file = self.node.split("::").next().unwrap_or("").to_owned();
            case.spot = Some(Spot { file, line: self.line.map(|line| line.saturating_add(1)) });
        }
        case
    }
}
