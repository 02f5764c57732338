//! Walks through a JUnit file element by element.
//!
//! Dialects differ in what they write, hardly in where: suites in suites, cases in suites, records in cases. Unknown
//! elements are passed over with everything inside of them, so properties and vendors' additions do no harm.
//! Namespaces' prefixes are ignored. Neighbours: `bounded_xml` in front, `suite` and `case` behind.

use std::io::{self, BufRead};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event as Xml};

use super::case::{Case, Mark};
use super::identity::Writer;
use super::suite::Suites;
use super::unescape::{entity, unescape};
use crate::event::Sink;
use crate::recognize::formats::bounded_xml::BoundedXml;
use crate::recognize::formats::detail::Spot;
use crate::recognize::formats::dispatch::FormatError;
use crate::recognize::formats::failure::Told;
use crate::recognize::formats::limits::{self, ATTRIBUTES, NESTING};
use crate::recognize::formats::located::Stated;
use crate::recognize::scan;

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
    path: Vec<Element>,
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
    let mut reader = Reader::from_reader(BoundedXml::new(input));
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.check_end_names = true;
    let mut walk = Walk::default();
    let mut buffer = Vec::new();
    let result = loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer) {
            Ok(Xml::Eof) => break walk.ended(reader.get_ref().offset()),
            Ok(event) => {
                if let Err(what) = walk.event(&event, sink) {
                    break Err(FormatError::Broken { what, byte: reader.get_ref().offset() });
                }
            }
            Err(error) => break Err(trouble(error, reader.get_ref().offset())),
        }
    };
    if let Err(error) = result {
        walk.broken(sink);
        return Err(error);
    }
    walk.suites.finish(sink);
    let mut notes = Vec::new();
    if reader.get_ref().dropped() > 0 {
        notes.push(format!("{} bytes of overlong texts left out", reader.get_ref().dropped()));
    }
    Ok(notes)
}

/// An error of the XML reader in our words.
fn trouble(error: quick_xml::Error, byte: u64) -> FormatError {
    match error {
        quick_xml::Error::Io(error) if error.kind() != io::ErrorKind::InvalidData => {
            FormatError::Read(io::Error::new(error.kind(), error.to_string()))
        }
        quick_xml::Error::Io(error) => FormatError::Broken { what: error.to_string(), byte },
        error => FormatError::Broken { what: error.to_string(), byte },
    }
}

impl Walk {
    fn event(&mut self, event: &Xml<'_>, sink: &mut dyn Sink) -> Result<(), String> {
        match event {
            Xml::Start(start) => {
                if self.path.len() >= NESTING {
                    return Err(format!("elements nested deeper than {NESTING}"));
                }
                let element = self.start(start, sink);
                self.path.push(element);
            }
            Xml::Empty(start) => {
                let element = self.start(start, sink);
                self.end(element, sink);
            }
            Xml::End(_) => {
                if let Some(element) = self.path.pop() {
                    self.end(element, sink);
                }
            }
            Xml::Text(text) => self.text(&text.borrow().into_inner()),
            Xml::CData(data) => self.text(&data.borrow().into_inner()),
            Xml::GeneralRef(reference) => {
                let name = reference.borrow().into_inner();
                match entity(&name) {
                    Some(decoded) => self.text(decoded.encode_utf8(&mut [0; 4])),
                    None => self.text(&format!("&{name};")),
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// An element begins.
    fn start(&mut self, start: &BytesStart<'_>, sink: &mut dyn Sink) -> Element {
        let local = start.local_name();
        let name: &str = local.as_ref();
        let within = self.path.last().copied();
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
                    case.open(mark, told(start));
                    Element::Mark
                }
                _ => Element::Other,
            },
            ("failure" | "error", Some(Element::Suite)) => {
                if let Some(suite) = self.suites.innermost().filter(|suite| suite.told.len() < limits::MARKS)
                {
                    suite.told.push(told(start));
                }
                Element::SuiteMark
            }
            (_, Some(Element::Mark | Element::Inside)) => Element::Inside,
            _ => Element::Other,
        }
    }

    fn skip(&mut self, start: &BytesStart<'_>) -> Element {
        let told = told(start);
        if let Some(case) = self.case.as_mut() {
            case.skip_told = !told.message.trim().is_empty();
            case.skip = Some((told.exception, told.message));
        }
        Element::Skip
    }

    /// `<property name="repetition">`: fastlane writes each attempt as a case of its own.
    fn property(&mut self, start: &BytesStart<'_>) -> Element {
        let mut repetition = false;
        each_attribute(start, |key, value| repetition |= key == "name" && value() == "repetition");
        if let Some(case) = self.case.as_mut() {
            case.repetition |= repetition;
        }
        Element::Other
    }

    fn text(&mut self, text: &str) {
        match (self.path.last(), self.case.as_mut()) {
            (Some(Element::Mark | Element::Inside), Some(case)) => case.text(text),
            (Some(Element::Skip), Some(case)) => {
                if let Some((_, reason)) = case.skip.as_mut().filter(|_| !case.skip_told) {
                    limits::append(reason, text);
                }
            }
            (Some(Element::Output), Some(case)) => limits::append(&mut case.output, text),
            (Some(Element::Output), None) => {
                if let Some(suite) = self.suites.innermost() {
                    limits::append(&mut suite.output, text);
                }
            }
            (Some(Element::SuiteMark), _) => {
                if let Some(told) = self.suites.innermost().and_then(|suite| suite.told.last_mut()) {
                    limits::append(&mut told.text, text);
                }
            }
            _ => {}
        }
    }

    /// An element ends.
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

    /// The input ended.
    fn ended(&self, byte: u64) -> Result<(), FormatError> {
        match self.path.last() {
            Some(element) => {
                let inside = match element {
                    Element::Root => "the root element",
                    Element::Suite => "a test suite",
                    _ => "a test case",
                };
                Err(FormatError::Ended { inside: inside.to_owned(), byte })
            }
            None if self.seen_any => Ok(()),
            None => Err(FormatError::Empty { wanted: "test suites" }),
        }
    }

    /// Tells what is open when the input breaks off: a failed case, and what the suites say of failures.
    fn broken(&mut self, sink: &mut dyn Sink) {
        if let Some(case) = self.case.take().filter(|case| case.bad_marks().next().is_some()) {
            self.suites.case(&case, sink);
        }
        self.suites.broken(sink);
    }
}

/// Calls `each` with every attribute's local name and a way to its decoded value.
fn each_attribute(start: &BytesStart<'_>, mut each: impl FnMut(&str, &dyn Fn() -> String)) {
    for attribute in start.attributes().with_checks(false).take(ATTRIBUTES).flatten() {
        let key = attribute.key.local_name();
        let key: &str = key.as_ref();
        each(key, &|| {
            let mut value = String::new();
            limits::append(&mut value, &unescape(&attribute.value));
            value
        });
    }
}

fn suite_attributes(start: &BytesStart<'_>) -> (String, Stated, bool) {
    let (mut name, mut stated, mut has_uuid) = (String::new(), Stated::default(), false);
    each_attribute(start, |key, value| {
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

fn case_attributes(start: &BytesStart<'_>, writer: Writer) -> Case {
    let mut case = Case::default();
    let (mut file, mut line) = (String::new(), None);
    each_attribute(start, |key, value| match key {
        "name" => case.said.name = value(),
        "classname" => case.said.class_name = value(),
        "class" => case.said.class = value(),
        "status" => case.status = value().to_ascii_lowercase(),
        "result" => case.result = value().to_ascii_lowercase(),
        "file" => file = value(),
        "line" => line = scan::whole_number(value().trim()),
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

fn told(start: &BytesStart<'_>) -> Told {
    let mut told = Told::default();
    each_attribute(start, |key, value| match key {
        "message" => told.message = value(),
        "type" => told.exception = value(),
        _ => {}
    });
    told
}
