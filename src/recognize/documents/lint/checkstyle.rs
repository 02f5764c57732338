//! Checkstyle's XML, which ESLint, ktlint, PHP_CodeSniffer, RuboCop, SwiftLint and many others write too.

use std::io::BufRead;

use super::issue::{Issue, Issues, Severity};
use crate::event::Sink;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::xml::Tag;
use crate::recognize::documents::{limits, xml};
use crate::recognize::kit::scan;

/// Parses a Checkstyle file. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or is no such file.
pub fn checkstyle(input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    xml::walk(input, &mut Checkstyle::default(), sink)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Root,
    File,
    Exception,
    Other,
}

#[derive(Debug, Default)]
struct Checkstyle {
    issues: Issues,
    seen: bool,
    file: String,
    exception: String,
}

impl xml::Walk for Checkstyle {
    type Element = Element;

    fn start(&mut self, name: &str, tag: &Tag<'_>, within: Option<Element>, sink: &mut dyn Sink) -> Element {
        match (name, within) {
            ("checkstyle", None) => {
                self.seen = true;
                self.issues.open("", sink);
                Element::Root
            }
            ("file", Some(Element::Root)) => {
                self.file = tag.text("name");
                Element::File
            }
            ("error", Some(Element::File | Element::Root)) => {
                let (severity, issue) = self.issue(tag);
                self.issues.tell(severity, &issue, sink);
                Element::Other
            }
            ("exception", Some(Element::File | Element::Root)) => Element::Exception,
            _ => Element::Other,
        }
    }

    fn text(&mut self, within: Element, text: &str) {
        if within == Element::Exception {
            limits::append(&mut self.exception, text);
        }
    }

    fn end(&mut self, element: Element, sink: &mut dyn Sink) {
        match element {
            Element::Root => self.issues.close(sink),
            Element::Exception => {
                self.issues.broke(&self.file, &std::mem::take(&mut self.exception), sink);
            }
            _ => {}
        }
    }

    fn finish(&mut self, _: &mut dyn Sink) -> Result<(), &'static str> {
        if self.seen { Ok(()) } else { Err("findings") }
    }

    fn broken(&mut self, _: &mut dyn Sink) {}

    fn called(element: Element) -> &'static str {
        if element == Element::Root { "the root element" } else { "a file" }
    }
}

impl Checkstyle {
    fn issue(&self, tag: &Tag<'_>) -> (Severity, Issue) {
        let mut issue = Issue { file: self.file.clone(), ..Issue::default() };
        let mut severity = Severity::Error;
        tag.each(|key, value| match key {
            "line" => issue.line = scan::whole_number(value().trim()).filter(|line| *line > 0),
            "column" => issue.column = scan::whole_number(value().trim()).filter(|column| *column > 0),
            "message" => issue.message = value(),
            "source" => {
                let source = value();
                // A class name of Checkstyle's own; others write the rule.
                let short = source.rsplit('.').next().unwrap_or(&source);
                issue.rule = if source.starts_with("com.puppycrawl.") { short.to_owned() } else { source };
            }
            "severity" => {
                severity = match value().as_str() {
                    "warning" => Severity::Warning,
                    "info" | "ignore" => Severity::Note,
                    _ => Severity::Error,
                }
            }
            _ => {}
        });
        (severity, issue)
    }
}
