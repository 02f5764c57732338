//! NUnit's XML: version 3 (`test-run`, or a bare `test-suite`) and version 2.5 (`test-results`).
//!
//! Source of the format: NUnit's documentation of its test result XML and the writers of nunit-console. Suites repeat
//! what their tests say; one is a failure of its own when nothing inside of it failed (an assembly that cannot be
//! loaded, a fixture without a valid constructor), or when its tear-down failed.

use std::io::BufRead;

use super::name::in_class;
use crate::event::{FailureKind, Outcome, Sink};
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure::{Name, Reported};
use crate::recognize::documents::limits::MARKS;
use crate::recognize::documents::located::Stated;
use crate::recognize::documents::run::{Case, Claimed, Counted, Run};
use crate::recognize::documents::xml::Tag;
use crate::recognize::documents::{limits, xml};

/// Parses an NUnit file. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no results.
pub fn nunit(input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    xml::walk(input, &mut Nunit::default(), sink)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Root,
    Suite,
    /// The list of a suite's children, in version 2.
    Results,
    Case,
    Failure,
    Reason,
    Assertions,
    Message,
    ReasonMessage,
    StackTrace,
    Printed,
    Other,
}

/// What a suite or a test says of itself.
#[derive(Debug, Default)]
struct Item {
    kind: String,
    name: String,
    full_name: String,
    class: String,
    result: String,
    label: String,
    site: String,
    executed: String,
    success: String,
    reported: Vec<Reported>,
    reason: String,
    output: String,
    failed_before: u64,
}

#[derive(Debug, Default)]
struct Nunit {
    run: Run,
    seen: bool,
    suites: Vec<Item>,
    case: Option<Item>,
    stated: Stated,
    result: String,
}

impl xml::Walk for Nunit {
    type Element = Element;

    fn start(&mut self, name: &str, tag: &Tag<'_>, within: Option<Element>, sink: &mut dyn Sink) -> Element {
        match (name, within) {
            ("test-run" | "test-results", None) => {
                self.root(tag, sink);
                Element::Root
            }
            ("test-suite", None) => {
                self.root(tag, sink);
                self.suite(tag);
                Element::Suite
            }
            ("test-suite", Some(Element::Root | Element::Suite | Element::Results)) => {
                self.suite(tag);
                Element::Suite
            }
            ("results", Some(Element::Suite)) => Element::Results,
            ("test-case", Some(Element::Root | Element::Suite | Element::Results)) => {
                self.case = Some(item(tag));
                Element::Case
            }
            ("failure", Some(Element::Case | Element::Suite)) => {
                self.tell();
                Element::Failure
            }
            ("assertions", Some(Element::Case)) => Element::Assertions,
            ("assertion", Some(Element::Assertions)) => match tag.text("result").as_str() {
                "Failed" | "Error" => {
                    self.tell();
                    Element::Failure
                }
                _ => Element::Other,
            },
            ("reason", Some(Element::Case | Element::Suite)) => Element::Reason,
            ("message", Some(Element::Failure)) => Element::Message,
            ("message", Some(Element::Reason)) => Element::ReasonMessage,
            ("stack-trace", Some(Element::Failure)) => Element::StackTrace,
            ("output", Some(Element::Case)) => Element::Printed,
            _ => Element::Other,
        }
    }

    fn text(&mut self, within: Element, text: &str) {
        let Some(item) = self.case.as_mut().or_else(|| self.suites.last_mut()) else { return };
        match within {
            Element::Message => {
                if let Some(reported) = item.reported.last_mut() {
                    limits::append(&mut reported.message, text);
                }
            }
            Element::StackTrace => {
                if let Some(reported) = item.reported.last_mut() {
                    limits::append(&mut reported.text, text);
                }
            }
            Element::ReasonMessage => limits::append(&mut item.reason, text),
            Element::Printed => limits::append(&mut item.output, text),
            _ => {}
        }
    }

    fn end(&mut self, element: Element, sink: &mut dyn Sink) {
        match element {
            Element::Case => {
                if let Some(item) = self.case.take() {
                    self.run.case(case(item), sink);
                }
            }
            Element::Suite => {
                self.suite_ends(sink);
                if self.suites.is_empty() && self.result == "suite" {
                    self.close(Claimed::End, sink);
                }
            }
            Element::Root => {
                let failed = matches!(self.result.as_str(), "Failed" | "Failure" | "Error");
                self.close(if failed { Claimed::Failure } else { Claimed::End }, sink);
            }
            _ => {}
        }
    }

    fn finish(&mut self, _: &mut dyn Sink) -> Result<(), &'static str> {
        if self.seen { Ok(()) } else { Err("test run") }
    }

    fn broken(&mut self, sink: &mut dyn Sink) {
        if let Some(item) = self.case.take().filter(|item| !item.reported.is_empty()) {
            self.run.case(case(item), sink);
        }
        self.run.broken(&self.stated, sink);
    }

    fn called(element: Element) -> &'static str {
        match element {
            Element::Root => "the test run",
            Element::Suite | Element::Results => "a test suite",
            _ => "a test case",
        }
    }
}

impl Nunit {
    /// The outermost element, which states the numbers.
    fn root(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        self.seen = true;
        self.run.open("", sink);
        let (mut not_run, mut invalid, mut suite) = (None, None, false);
        tag.each(|key, value| {
            let number = || value().trim().parse::<u64>().ok();
            match key {
                "total" => self.stated.tests = number(),
                "failed" | "failures" => self.stated.failures = number(),
                "errors" => self.stated.errors = number(),
                "skipped" => self.stated.skipped = number(),
                "not-run" => not_run = number(),
                "invalid" => invalid = number(),
                "result" => self.result = value(),
                "type" => suite = true,
                _ => {}
            }
        });
        if let Some(not_run) = not_run {
            // Version 2 counts only tests that ran, and an invalid one as neither failure nor error.
            self.stated.tests = self.stated.tests.map(|tests| tests.saturating_add(not_run));
            let invalid = invalid.unwrap_or(0);
            self.stated.errors = self.stated.errors.map(|errors| errors.saturating_add(invalid));
            self.stated.skipped = None;
        }
        if suite {
            "suite".clone_into(&mut self.result);
        }
    }

    fn suite(&mut self, tag: &Tag<'_>) {
        let mut suite = item(tag);
        suite.failed_before = self.run.failures();
        self.suites.push(suite);
    }

    /// A further record of the open test, or of the open suite.
    fn tell(&mut self) {
        let item = self.case.as_mut().or_else(|| self.suites.last_mut());
        if let Some(item) = item.filter(|item| item.reported.len() < MARKS) {
            item.reported.push(Reported::default());
        }
    }

    fn suite_ends(&mut self, sink: &mut dyn Sink) {
        let Some(suite) = self.suites.pop() else { return };
        let bad = matches!(suite.result.as_str(), "Failed" | "Failure" | "Error" | "NotRunnable")
            || (suite.result.is_empty() && suite.success.eq_ignore_ascii_case("false"));
        let quiet = self.run.failures() == suite.failed_before;
        if !bad || !(quiet || suite.site == "TearDown") {
            return;
        }
        let name = [&suite.full_name, &suite.name].into_iter().find(|name| !name.is_empty());
        let kind = match suite.site.as_str() {
            "SetUp" | "TearDown" => FailureKind::Setup,
            _ if suite.kind == "Assembly" || suite.label == "Invalid" => FailureKind::Collection,
            _ => FailureKind::Suite,
        };
        let mut reported = suite.reported;
        if reported.is_empty() && !suite.reason.is_empty() {
            reported.push(Reported::message(&suite.reason));
        }
        self.run.whole(name.map_or("", String::as_str), kind, &reported, Counted::Beside, sink);
    }

    fn close(&mut self, claimed: Claimed, sink: &mut dyn Sink) {
        self.run.close(&self.stated, claimed, sink);
        self.stated = Stated::default();
    }
}

fn item(tag: &Tag<'_>) -> Item {
    let mut item = Item::default();
    tag.each(|key, value| match key {
        "type" => item.kind = value(),
        "name" => item.name = value(),
        "fullname" => item.full_name = value(),
        "classname" => item.class = value(),
        "result" => item.result = value(),
        "label" => item.label = value(),
        "site" => item.site = value(),
        "executed" => item.executed = value(),
        "success" => item.success = value(),
        _ => {}
    });
    item
}

fn case(item: Item) -> Case {
    let shown = [&item.full_name, &item.name].into_iter().find(|name| !name.trim().is_empty());
    // Version 3 says the test's own name too, which the class and its arguments precede.
    let class = item.full_name.strip_suffix(item.name.as_str()).and_then(|rest| rest.strip_suffix('.'));
    let name = match (class, shown) {
        (Some(class), _) if !item.name.is_empty() => Name::new(class, ".", &item.name),
        (_, Some(shown)) => in_class(&item.class, shown),
        (_, None) => Name::bare("unnamed test"),
    };
    let mut case = Case::new(name, outcome(&item));
    case.reason = item.reason;
    if case.outcome == Outcome::Other {
        case.reason = format!("inconclusive: {}", case.reason).trim_end_matches([':', ' ']).to_owned();
    }
    if case.failed() {
        if item.reported.is_empty() && !case.reason.is_empty() {
            case.reported = vec![Reported::message(&case.reason)];
        } else {
            case.reported = item.reported;
        }
        case.output = item.output;
    }
    case
}

fn outcome(item: &Item) -> Outcome {
    match item.result.as_str() {
        "Passed" | "Success" | "Warning" => Outcome::Passed,
        "Skipped" | "Ignored" => Outcome::Skipped,
        "Inconclusive" => Outcome::Other,
        "" if item.executed.eq_ignore_ascii_case("false") => Outcome::Skipped,
        "" if item.success.eq_ignore_ascii_case("true") => Outcome::Passed,
        "NotRunnable" => Outcome::Failed(FailureKind::Setup),
        _ => match item.site.as_str() {
            "SetUp" | "TearDown" | "Parent" => Outcome::Failed(FailureKind::Setup),
            _ => Outcome::Failed(FailureKind::Test),
        },
    }
}
