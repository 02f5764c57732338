//! SpotBugs' XML. As in SpotBugs' own SARIF a bug of rank 1 to 9 is an error, one of 10 to 14 a warning.

use std::io::BufRead;

use super::issue::{Issue, Issues, Severity};
use crate::event::Sink;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::xml::Tag;
use crate::recognize::documents::{limits, xml};

/// Parses a SpotBugs file. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or is no such file.
pub fn spotbugs(input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    xml::walk(input, &mut Spotbugs::default(), sink)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Root,
    Bug,
    LongMessage,
    Errors,
    Error,
    ErrorMessage,
    Other,
}

#[derive(Debug, Default)]
struct Spotbugs {
    issues: Issues,
    seen: bool,
    open: Option<(Severity, Issue)>,
    error: String,
}

impl xml::Walk for Spotbugs {
    type Element = Element;

    fn start(&mut self, name: &str, tag: &Tag<'_>, within: Option<Element>, sink: &mut dyn Sink) -> Element {
        match (name, within) {
            ("BugCollection", None) => {
                self.seen = true;
                self.issues.open("", sink);
                Element::Root
            }
            ("BugInstance", Some(Element::Root)) => {
                let severity = match tag.number("rank") {
                    Some(0..=9) => Severity::Error,
                    Some(10..=14) => Severity::Warning,
                    Some(_) => Severity::Note,
                    None if tag.text("priority") == "1" => Severity::Error,
                    None => Severity::Warning,
                };
                self.open = Some((severity, Issue { rule: tag.text("type"), ..Issue::default() }));
                Element::Bug
            }
            ("LongMessage", Some(Element::Bug)) => Element::LongMessage,
            ("SourceLine", Some(Element::Bug)) => {
                if let Some((_, issue)) = self.open.as_mut().filter(|(_, issue)| issue.line.is_none()) {
                    issue.file = tag.text("sourcepath");
                    issue.line = tag.number("start");
                }
                Element::Other
            }
            ("Errors", Some(Element::Root)) => Element::Errors,
            ("Error", Some(Element::Errors)) => {
                self.error.clear();
                Element::Error
            }
            ("ErrorMessage", Some(Element::Error)) => Element::ErrorMessage,
            _ => Element::Other,
        }
    }

    fn text(&mut self, within: Element, text: &str) {
        match (within, &mut self.open) {
            (Element::LongMessage, Some((_, issue))) => limits::append(&mut issue.message, text),
            (Element::ErrorMessage, _) => limits::append(&mut self.error, text),
            _ => {}
        }
    }

    fn end(&mut self, element: Element, sink: &mut dyn Sink) {
        match element {
            Element::Root => self.issues.close(sink),
            Element::Bug => {
                if let Some((severity, mut issue)) = self.open.take() {
                    if issue.message.trim().is_empty() {
                        issue.message.clone_from(&issue.rule);
                    }
                    self.issues.tell(severity, &issue, sink);
                }
            }
            Element::Error => self.issues.broke("", &std::mem::take(&mut self.error), sink),
            _ => {}
        }
    }

    fn finish(&mut self, _: &mut dyn Sink) -> Result<(), &'static str> {
        if self.seen { Ok(()) } else { Err("findings") }
    }

    fn broken(&mut self, _: &mut dyn Sink) {}

    fn called(element: Element) -> &'static str {
        if element == Element::Root { "the root element" } else { "a finding" }
    }
}
