//! Walks through a JUnit file element by element.
//!
//! Dialects differ in what they write, hardly in where: suites in suites, cases in suites, records in cases. Unknown
//! elements are passed over with everything inside of them, so properties and vendors' additions do no harm.
//! Namespaces' prefixes are ignored. Neighbours: `bounded_xml` in front, `suite` and `case` after.

use std::io::BufRead;
use std::time::Duration;

use super::case::{Case, Mark};
use super::identity::Writer;
use super::suite::Suites;
use crate::event::Sink;
use crate::recognize::documents::detail::Spot;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure::Reported;
use crate::recognize::documents::located::Stated;
use crate::recognize::documents::xml::Tag;
use crate::recognize::documents::{limits, xml};
use crate::recognize::kit::scan;

/// What an open element is to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Root,
    Suite,
    Case,
    /// A record of the open case.
    Mark,
    /// A record directly in a suite.
    SuiteMark,
    Skip,
    Output,
    /// An element inside of a record, whose text belongs to it.
    Inside,
    /// Properties, whose children are looked at.
    Properties,
    Other,
}

/// The walk's state.
#[derive(Default)]
struct Walk {
    suites: Suites,
    case: Option<Case>,
    root: Option<(String, Stated)>,
    seen_any: bool,
}

/// Parses a JUnit file. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no suite.
pub fn parse(input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    xml::walk(input, &mut Walk::default(), sink)
}

impl xml::Walk for Walk {
    type Element = Element;

    fn start(
        &mut self,
        name: &str,
        start: &Tag<'_>,
        within: Option<Element>,
        sink: &mut dyn Sink,
    ) -> Element {
        match (name, within) {
            ("testsuites", None) => {
                let (label, stated, has_uuid) = suite_attributes(start);
                self.suites.writer = self.suites.writer.of(&label, has_uuid);
                self.root = Some((label, stated));
                self.seen_any = true;
                Element::Root
            }
            ("testsuite" | "testsuites", None | Some(Element::Root | Element::Suite)) => {
                let (label, stated, _) = suite_attributes(start);
                self.suites.writer = self.suites.writer.of(&label, false);
                self.suites.begin(label, stated, sink);
                self.seen_any = true;
                Element::Suite
            }
            ("testcase", None | Some(Element::Root | Element::Suite)) => {
                self.case = Some(case_attributes(start, self.suites.writer));
                self.seen_any = true;
                Element::Case
            }
            ("skipped" | "skip" | "ignored" | "disabled", Some(Element::Case)) => self.skip(start),
            ("system-out" | "system-err", Some(Element::Case | Element::Suite)) => Element::Output,
            ("system-out" | "system-err", Some(Element::Mark | Element::SuiteMark | Element::Inside)) => {
                Element::Other
            }
            ("properties", Some(Element::Case)) => Element::Properties,
            ("property", Some(Element::Properties)) => self.property(start),
            (_, Some(Element::Case)) => match (Mark::of(name), self.case.as_mut()) {
                (Some(mark), Some(case)) => {
                    case.open(mark, reported(start));
                    Element::Mark
                }
                _ => Element::Other,
            },
            ("failure" | "error", Some(Element::Suite)) => {
                if let Some(suite) =
                    self.suites.innermost().filter(|suite| suite.reported.len() < limits::MARKS)
                {
                    suite.reported.push(reported(start));
                }
                Element::SuiteMark
            }
            (_, Some(Element::Mark | Element::Inside)) => Element::Inside,
            _ => Element::Other,
        }
    }

    fn text(&mut self, within: Element, text: &str) {
        match (within, self.case.as_mut()) {
            (Element::Mark | Element::Inside, Some(case)) => case.text(text),
            (Element::Skip, Some(case)) => {
                if let Some((_, reason)) = case.skip.as_mut().filter(|_| !case.skip_reported) {
                    limits::append(reason, text);
                }
            }
            (Element::Output, Some(case)) => limits::append(&mut case.output, text),
            (Element::Output, None) => {
                if let Some(suite) = self.suites.innermost() {
                    limits::append(&mut suite.output, text);
                }
            }
            (Element::SuiteMark, _) => {
                if let Some(reported) = self.suites.innermost().and_then(|suite| suite.reported.last_mut()) {
                    limits::append(&mut reported.text, text);
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, element: Element, sink: &mut dyn Sink) {
        match element {
            Element::Case => {
                if let Some(case) = self.case.take() {
                    self.suites.case(&case, sink);
                }
            }
            Element::Suite => self.suites.end(sink),
            Element::Root => {
                let (name, stated) = self.root.take().unwrap_or_default();
                self.suites.end_root(&name, &stated, sink);
                self.suites = Suites::default();
            }
            _ => {}
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), &'static str> {
        self.suites.finish(sink);
        if self.seen_any { Ok(()) } else { Err("test suites") }
    }

    /// Tells what is open when the input breaks off: a failed case, and what the suites say of failures.
    fn broken(&mut self, sink: &mut dyn Sink) {
        if let Some(case) = self.case.take().filter(|case| case.bad_marks().next().is_some()) {
            self.suites.case(&case, sink);
        }
        self.suites.broken(sink);
    }

    fn called(element: Element) -> &'static str {
        match element {
            Element::Root => "the root element",
            Element::Suite => "a test suite",
            _ => "a test case",
        }
    }
}

impl Walk {
    fn skip(&mut self, start: &Tag<'_>) -> Element {
        let reported = reported(start);
        if let Some(case) = self.case.as_mut() {
            case.skip_reported = !reported.message.trim().is_empty();
            case.skip = Some((reported.exception, reported.message));
        }
        Element::Skip
    }

    /// `<property name="repetition">`: fastlane writes each attempt as a case of its own.
    fn property(&mut self, start: &Tag<'_>) -> Element {
        let mut repetition = false;
        start.each(|key, value| repetition |= key == "name" && value() == "repetition");
        if let Some(case) = self.case.as_mut() {
            case.repetition |= repetition;
        }
        Element::Other
    }
}

fn suite_attributes(start: &Tag<'_>) -> (String, Stated, bool) {
    let (mut name, mut stated, mut has_uuid) = (String::new(), Stated::default(), false);
    start.each(|key, value| {
        let number = || scan::whole_number(value().trim());
        match key {
            "name" => name = value(),
            "uuid" => has_uuid = true,
            "tests" => stated.tests = number(),
            "failures" => stated.failures = number(),
            "errors" => stated.errors = number(),
            "skipped" | "skip" | "skips" | "ignored" => stated.skipped = number(),
            "disabled" => stated.disabled = number(),
            _ => {}
        }
    });
    (name, stated, has_uuid)
}

/// Seconds as milliseconds; some writers group the digits before the point.
fn milliseconds(seconds: &str) -> Option<u64> {
    let grouped = seconds.contains('.') && seconds.contains(',');
    let seconds = if grouped { seconds.replace(',', "") } else { seconds.to_owned() };
    let took = Duration::try_from_secs_f64(seconds.trim().parse().ok()?).ok()?;
    u64::try_from(took.as_millis()).ok()
}

fn case_attributes(start: &Tag<'_>, writer: Writer) -> Case {
    let mut case = Case::default();
    let (mut file, mut line) = (String::new(), None);
    start.each(|key, value| match key {
        "name" => case.printed.name = value(),
        "classname" => case.printed.class_name = value(),
        "class" => case.printed.class = value(),
        "status" => case.status = value().to_ascii_lowercase(),
        "result" => case.result = value().to_ascii_lowercase(),
        "file" => file = value(),
        "line" => line = scan::whole_number(value().trim()),
        "time" => case.took_ms = milliseconds(&value()),
        _ => {}
    });
    if writer == Writer::Pytest {
        // pytest writes its own number of the definition's line, from 0.
        line = line.map(|line| line.saturating_add(1));
    }
    if !file.is_empty() {
        case.spot = Some(Spot { file, line });
    }
    case
}

fn reported(start: &Tag<'_>) -> Reported {
    let mut reported = Reported::default();
    start.each(|key, value| match key {
        "message" => reported.message = value(),
        "type" => reported.exception = value(),
        _ => {}
    });
    reported
}
