//! TRX: what `dotnet test --logger trx`, vstest.console and MSTest write.
//!
//! Source of the format: `vstst.xsd` of Visual Studio and vstest's TrxLogger. Results come before the definitions that
//! name their classes, so a failed test whose name lacks its class is held until those have been read, at most
//! [`HELD_BYTES`]. A result without an outcome has the default of the enumeration, `Error`. Results in results (data
//! rows) are the tests; the outer one only counts as well. A run's own troubles are in its `RunInfos`; xUnit.net's
//! adapter repeats its failed tests there.

use std::io::BufRead;

use super::name::{dotted, in_class};
use crate::budget::Count as _;
use crate::event::{FailureKind, Outcome, Sink};
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure::{Name, Reported};
use crate::recognize::documents::limits::MARKS;
use crate::recognize::documents::located::Stated;
use crate::recognize::documents::run::{Case, Claimed, Counted, Run};
use crate::recognize::documents::xml::Tag;
use crate::recognize::documents::{limits, xml};

/// The most bytes of failures that wait for their classes.
const HELD_BYTES: usize = 1024 * 1024;
/// How deep results in results are followed.
const RESULT_NESTING: usize = 8;

/// Parses a TRX file. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no results.
pub fn trx(input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    xml::walk(input, &mut Trx::default(), sink)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Root,
    Result,
    /// Something that only groups: results, definitions, outputs of a result.
    Group,
    Message,
    StackTrace,
    Printed,
    Definition,
    Summary,
    RunInfo,
    RunInfoText,
    Other,
}

#[derive(Debug, Default)]
struct TestResult {
    test: String,
    name: String,
    outcome: String,
    reported: Reported,
    output: String,
    rows: u64,
    failed_rows: u64,
}

#[derive(Debug, Default)]
struct Trx {
    run: Run,
    seen: bool,
    open: Vec<TestResult>,
    held: Vec<(String, Case)>,
    held_bytes: usize,
    definition: String,
    stated: Stated,
    outer: u64,
    failed_outer: u64,
    outcome: String,
    info: Option<String>,
    infos: Vec<Reported>,
}

impl xml::Walk for Trx {
    type Element = Element;

    fn start(&mut self, name: &str, tag: &Tag<'_>, within: Option<Element>, sink: &mut dyn Sink) -> Element {
        match (name, within) {
            ("TestRun", None) => {
                self.seen = true;
                self.run.open("", sink);
                Element::Root
            }
            (
                "Results" | "TestDefinitions" | "Output" | "ErrorInfo" | "InnerResults" | "RunInfos"
                | "UnitTestElement",
                Some(Element::Root | Element::Result | Element::Group | Element::Summary),
            ) => Element::Group,
            (name, Some(Element::Group)) if name.ends_with("Result") || name == "TestResultAggregation" => {
                self.result(tag)
            }
            ("Message", Some(Element::Group)) if !self.open.is_empty() => Element::Message,
            ("StackTrace", Some(Element::Group)) if !self.open.is_empty() => Element::StackTrace,
            ("StdOut" | "StdErr" | "DebugTrace", Some(Element::Group)) if !self.open.is_empty() => {
                Element::Printed
            }
            ("UnitTest", Some(Element::Group)) => {
                self.definition = tag.text("id");
                Element::Definition
            }
            ("TestMethod", Some(Element::Definition)) => {
                self.defined(&tag.text("className"), sink);
                Element::Other
            }
            ("ResultSummary", Some(Element::Root)) => {
                self.outcome = tag.text("outcome");
                Element::Summary
            }
            ("Counters", Some(Element::Summary)) => {
                self.counters(tag);
                Element::Other
            }
            ("RunInfo", Some(Element::Group)) => {
                self.info = Some(tag.text("outcome"));
                Element::RunInfo
            }
            ("Text", Some(Element::RunInfo)) => {
                if self.infos.len() < MARKS && self.is_bad_info() {
                    self.infos.push(Reported::default());
                }
                Element::RunInfoText
            }
            _ => Element::Other,
        }
    }

    fn text(&mut self, within: Element, text: &str) {
        match within {
            Element::Message | Element::StackTrace | Element::Printed => {
                let Some(result) = self.open.last_mut() else { return };
                match within {
                    Element::Message => limits::append(&mut result.reported.message, text),
                    Element::StackTrace => limits::append(&mut result.reported.text, text),
                    _ => limits::append(&mut result.output, text),
                }
            }
            Element::RunInfoText if self.is_bad_info() => {
                if let Some(reported) = self.infos.last_mut() {
                    limits::append(&mut reported.message, text);
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, element: Element, sink: &mut dyn Sink) {
        match element {
            Element::Result => self.result_ends(sink),
            Element::Printed => {
                if let Some(result) = self.open.last_mut().filter(|result| !result.output.is_empty()) {
                    limits::append(&mut result.output, "\n");
                }
            }
            Element::RunInfo => self.info = None,
            Element::Root => self.root_ends(sink),
            _ => {}
        }
    }

    fn finish(&mut self, _: &mut dyn Sink) -> Result<(), &'static str> {
        if self.seen { Ok(()) } else { Err("test run") }
    }

    fn broken(&mut self, sink: &mut dyn Sink) {
        self.release(sink);
        if let Some(result) = self.open.pop().filter(|result| !result.reported.message.is_empty()) {
            let case = case(result);
            self.run.case(case, sink);
        }
        self.run.broken(&self.stated, sink);
    }

    fn called(element: Element) -> &'static str {
        match element {
            Element::Root => "the test run",
            Element::Summary => "the summary",
            Element::Definition => "the definitions",
            _ => "the results",
        }
    }
}

impl Trx {
    fn result(&mut self, tag: &Tag<'_>) -> Element {
        if self.open.len() >= RESULT_NESTING {
            return Element::Other;
        }
        let mut result = TestResult::default();
        tag.each(|key, value| match key {
            "testId" => result.test = value(),
            "testName" => result.name = value(),
            "outcome" => result.outcome = value(),
            _ => {}
        });
        self.open.push(result);
        Element::Result
    }

    fn result_ends(&mut self, sink: &mut dyn Sink) {
        let Some(result) = self.open.pop() else { return };
        let failed = matches!(outcome(&result.outcome), Outcome::Failed(_));
        if let Some(outer) = self.open.last_mut() {
            outer.rows.up(1);
            outer.failed_rows.up(u64::from(failed));
        }
        if result.rows > 0 && (!failed || result.failed_rows > 0) {
            self.outer.up(1);
            self.failed_outer.up(u64::from(failed));
            return;
        }
        let test = result.test.clone();
        let case = case(result);
        let bytes = case.reported.iter().map(Reported::size).sum::<usize>().saturating_add(case.output.len());
        let waits = case.failed() && case.name.module.is_empty() && !test.is_empty();
        if waits && self.held_bytes.saturating_add(bytes) <= HELD_BYTES {
            self.held_bytes = self.held_bytes.saturating_add(bytes).saturating_add(256);
            self.held.push((test, case));
        } else {
            self.run.case(case, sink);
        }
    }

    /// The class of a test is known. Rows of one test share it.
    fn defined(&mut self, class: &str, _: &mut dyn Sink) {
        let class = class.split(',').next().unwrap_or("").trim();
        for (test, case) in &mut self.held {
            if *test == self.definition && !class.is_empty() {
                case.name = in_class(class, &case.name.shown());
            }
        }
    }

    fn release(&mut self, sink: &mut dyn Sink) {
        for (_, case) in std::mem::take(&mut self.held) {
            self.run.case(case, sink);
        }
        self.held_bytes = 0;
    }

    fn counters(&mut self, tag: &Tag<'_>) {
        let mut errors = None;
        tag.each(|key, value| {
            let number = || value().trim().parse::<u64>().ok();
            match key {
                "total" => self.stated.tests = number(),
                "failed" => self.stated.failures = number(),
                "error" | "timeout" | "aborted" | "notRunnable" | "disconnected" => {
                    errors = match (errors, number()) {
                        (Some(a), Some(b)) => Some(u64::saturating_add(a, b)),
                        (a, b) => a.or(b),
                    };
                }
                _ => {}
            }
        });
        self.stated.errors = errors;
    }

    fn is_bad_info(&self) -> bool {
        self.info.as_deref().is_some_and(|outcome| matches!(outcome, "Error" | "Failed" | "Aborted" | ""))
    }

    fn root_ends(&mut self, sink: &mut dyn Sink) {
        self.release(sink);
        // xUnit.net's adapter sends every failed test as a message of the run too.
        let echo = |reported: &Reported| {
            let text = reported.message.trim();
            text.is_empty() || (text.starts_with("[xUnit.net ") && text.ends_with("[FAIL]"))
        };
        self.infos.retain(|reported| !echo(reported));
        // Some writers count the outer result of data rows, some do not.
        let less = |number: Option<u64>, fewer: u64| number.map(|number| number.saturating_sub(fewer));
        let own = self.run.total().saturating_add(self.outer);
        if self.outer > 0 && self.stated.tests.is_some_and(|tests| tests >= own) {
            self.stated.tests = less(self.stated.tests, self.outer);
            self.stated.failures = less(self.stated.failures, self.failed_outer);
        }
        let died = matches!(self.outcome.as_str(), "Aborted" | "Error" | "Timeout" | "Disconnected");
        if !self.infos.is_empty() || (died && self.run.failures() == 0) {
            let kind =
                if died || self.infos.iter().any(crashed) { FailureKind::Crash } else { FailureKind::Suite };
            self.run.whole("", kind, &std::mem::take(&mut self.infos), Counted::Beside, sink);
        }
        let claimed = if self.outcome == "Failed" { Claimed::Failure } else { Claimed::End };
        self.run.close(&self.stated, claimed, sink);
        self.stated = Stated::default();
    }
}

fn crashed(reported: &Reported) -> bool {
    reported.message.contains("aborted") || reported.message.contains("crashed")
}

fn case(result: TestResult) -> Case {
    let outcome = outcome(&result.outcome);
    let name = if result.name.trim().is_empty() { Name::bare("unnamed test") } else { dotted(&result.name) };
    let mut case = Case::new(name, outcome);
    if case.failed() {
        case.reported = vec![result.reported];
        case.output = result.output;
    } else {
        case.reason =
            if result.reported.message.trim().is_empty() { result.output } else { result.reported.message };
    }
    case
}

fn outcome(word: &str) -> Outcome {
    match word {
        "Passed" | "PassedButRunAborted" | "Completed" | "Warning" => Outcome::Passed,
        "NotExecuted" | "Inconclusive" | "Pending" => Outcome::Skipped,
        "Timeout" => Outcome::Failed(FailureKind::Timeout),
        "Aborted" | "Disconnected" => Outcome::Failed(FailureKind::Crash),
        "NotRunnable" => Outcome::Failed(FailureKind::Setup),
        "InProgress" => Outcome::Failed(FailureKind::Unfinished),
        _ => Outcome::Failed(FailureKind::Test),
    }
}
