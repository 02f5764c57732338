//! xUnit.net's XML, versions 1 to 3: assemblies of collections (in version 1: classes) of tests.
//!
//! Source of the format: xUnit.net's documentation of its XML format. Each assembly is a section. What failed outside
//! of tests (a clean-up, a fixture, a crashed assembly) is under `errors` and is counted apart.

use std::io::BufRead;

use super::name::in_class;
use crate::event::{FailureKind, Outcome, Sink};
use crate::recognize::documents::detail::Spot;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure::{Name, Reported};
use crate::recognize::documents::located::Stated;
use crate::recognize::documents::run::{Case, Claimed, Counted, Run};
use crate::recognize::documents::xml::Tag;
use crate::recognize::documents::{limits, xml};
use crate::recognize::kit::scan;

/// Parses an xUnit.net file. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no results.
pub fn xunit(input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    xml::walk(input, &mut Xunit::default(), sink)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Root,
    Assembly,
    /// A collection, or a class in version 1.
    Group,
    Test,
    Errors,
    Error,
    Failure,
    Message,
    StackTrace,
    Reason,
    Printed,
    Other,
}

#[derive(Debug)]
struct Open {
    case: Case,
    reported: Reported,
}

#[derive(Debug, Default)]
struct Xunit {
    run: Run,
    seen: bool,
    stated: Stated,
    open: Option<Open>,
    /// The failure of a group or of an assembly: its name and what is reported it.
    group: String,
    whole: Option<(String, Reported)>,
}

impl xml::Walk for Xunit {
    type Element = Element;

    fn start(&mut self, name: &str, tag: &Tag<'_>, within: Option<Element>, sink: &mut dyn Sink) -> Element {
        match (name, within) {
            ("assemblies", None) => {
                self.seen = true;
                Element::Root
            }
            ("assembly", None | Some(Element::Root)) => {
                self.assembly(tag, sink);
                Element::Assembly
            }
            ("collection" | "class", Some(Element::Assembly)) => {
                self.group = tag.text("name");
                Element::Group
            }
            ("test", Some(Element::Group | Element::Assembly)) => {
                self.open = Some(Open { case: case(tag), reported: Reported::default() });
                Element::Test
            }
            ("errors", Some(Element::Assembly)) => Element::Errors,
            ("error", Some(Element::Errors)) => {
                let printed = [tag.text("name"), tag.text("type")];
                let name = printed.iter().find(|text| !text.is_empty()).cloned().unwrap_or_default();
                self.whole = Some((name, Reported::default()));
                Element::Error
            }
            ("failure", Some(Element::Test | Element::Error)) => {
                if let Some(reported) = self.reported() {
                    reported.exception = tag.text("exception-type");
                }
                Element::Failure
            }
            ("failure", Some(Element::Group)) => {
                self.whole = Some((self.group.clone(), Reported::default()));
                Element::Failure
            }
            ("message", Some(Element::Failure)) => Element::Message,
            ("message", Some(Element::Reason)) => Element::Reason,
            ("stack-trace", Some(Element::Failure)) => Element::StackTrace,
            ("reason", Some(Element::Test)) => Element::Reason,
            ("output", Some(Element::Test)) => Element::Printed,
            _ => Element::Other,
        }
    }

    fn text(&mut self, within: Element, text: &str) {
        match within {
            Element::Message => {
                if let Some(reported) = self.reported() {
                    limits::append(&mut reported.message, text);
                }
            }
            Element::StackTrace => {
                if let Some(reported) = self.reported() {
                    limits::append(&mut reported.text, text);
                }
            }
            Element::Reason => {
                if let Some(open) = &mut self.open {
                    limits::append(&mut open.case.reason, text);
                }
            }
            Element::Printed => {
                if let Some(open) = &mut self.open {
                    limits::append(&mut open.case.output, text);
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, element: Element, sink: &mut dyn Sink) {
        match element {
            Element::Test => {
                if let Some(mut open) = self.open.take() {
                    if open.case.failed() {
                        open.case.reported = vec![open.reported];
                    }
                    self.run.case(open.case, sink);
                }
            }
            Element::Error | Element::Group => {
                if let Some((name, reported)) = self.whole.take() {
                    let kind = FailureKind::Setup;
                    self.run.whole(&name, kind, &[reported], Counted::Beside, sink);
                }
            }
            Element::Assembly => {
                self.run.close(&self.stated, Claimed::End, sink);
                self.stated = Stated::default();
            }
            _ => {}
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), &'static str> {
        if self.seen && self.run.sections() == 0 {
            // Nothing ran: no evidence, a section that stays open.
            self.run.open("", sink);
        }
        if self.seen { Ok(()) } else { Err("assemblies") }
    }

    fn broken(&mut self, sink: &mut dyn Sink) {
        if let Some(mut open) = self.open.take().filter(|open| open.case.failed()) {
            open.case.reported = vec![open.reported];
            self.run.case(open.case, sink);
        }
        self.run.broken(&self.stated, sink);
    }

    fn called(element: Element) -> &'static str {
        match element {
            Element::Root => "the root element",
            Element::Assembly | Element::Group => "an assembly",
            _ => "a test",
        }
    }
}

impl Xunit {
    fn assembly(&mut self, tag: &Tag<'_>, sink: &mut dyn Sink) {
        self.seen = true;
        let name = tag.text("name");
        let short = name.rsplit(['/', '\\']).next().unwrap_or(&name).to_owned();
        self.run.open(&short, sink);
        self.stated = Stated {
            tests: tag.number("total"),
            failures: tag.number("failed"),
            skipped: tag.number("skipped"),
            ..Stated::default()
        };
    }

    fn reported(&mut self) -> Option<&mut Reported> {
        match (&mut self.open, &mut self.whole) {
            (Some(open), _) => Some(&mut open.reported),
            (None, Some((_, reported))) => Some(reported),
            (None, None) => None,
        }
    }
}

fn case(tag: &Tag<'_>) -> Case {
    let (mut name, mut class, mut result) = (String::new(), String::new(), String::new());
    let (mut file, mut line) = (String::new(), None);
    tag.each(|key, value| match key {
        "name" => name = value(),
        "type" => class = value(),
        "result" => result = value(),
        "source-file" => file = value(),
        "source-line" => line = scan::whole_number(value().trim()),
        _ => {}
    });
    let outcome = match result.as_str() {
        "Pass" => Outcome::Passed,
        "Skip" | "NotRun" => Outcome::Skipped,
        _ => Outcome::Failed(FailureKind::Test),
    };
    let name = if name.is_empty() && class.is_empty() {
        Name::bare("unnamed test")
    } else {
        in_class(&class, &name)
    };
    let mut case = Case::new(name, outcome);
    if !file.is_empty() {
        case.spot = Some(Spot { file, line });
    }
    case
}
