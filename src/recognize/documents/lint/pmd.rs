//! PMD's XML. A violation has a priority from 1 to 5; as in PMD's own SARIF 1 and 2 are errors, 3 and 4 warnings.

use std::io::BufRead;

use super::issue::{Issue, Issues, Severity};
use crate::event::Sink;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::xml::Tag;
use crate::recognize::documents::{limits, xml};
use crate::recognize::kit::scan;

/// Parses a PMD file. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or is no such file.
pub fn pmd(input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    xml::walk(input, &mut Pmd::default(), sink)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Root,
    File,
    Violation,
    Other,
}

#[derive(Debug, Default)]
struct Pmd {
    issues: Issues,
    seen: bool,
    file: String,
    open: Option<(Severity, Issue)>,
}

impl xml::Walk for Pmd {
    type Element = Element;

    fn start(&mut self, name: &str, tag: &Tag<'_>, within: Option<Element>, sink: &mut dyn Sink) -> Element {
        match (name, within) {
            ("pmd", None) => {
                self.seen = true;
                self.issues.open("", sink);
                Element::Root
            }
            ("file", Some(Element::Root)) => {
                self.file = tag.text("name");
                Element::File
            }
            ("violation", Some(Element::File)) => {
                self.open = Some(self.violation(tag));
                Element::Violation
            }
            ("error" | "configerror", Some(Element::Root)) => {
                let name = [tag.text("filename"), tag.text("rule")].concat();
                self.issues.broke(&name, &tag.text("msg"), sink);
                Element::Other
            }
            _ => Element::Other,
        }
    }

    fn text(&mut self, within: Element, text: &str) {
        if within == Element::Violation
            && let Some((_, issue)) = &mut self.open
        {
            limits::append(&mut issue.message, text);
        }
    }

    fn end(&mut self, element: Element, sink: &mut dyn Sink) {
        match element {
            Element::Root => self.issues.close(sink),
            Element::Violation => {
                if let Some((severity, issue)) = self.open.take() {
                    self.issues.tell(severity, &issue, sink);
                }
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

impl Pmd {
    fn violation(&self, tag: &Tag<'_>) -> (Severity, Issue) {
        let mut issue = Issue { file: self.file.clone(), ..Issue::default() };
        let mut severity = Severity::Warning;
        tag.each(|key, value| match key {
            "beginline" => issue.line = scan::whole_number(value().trim()),
            "begincolumn" => issue.column = scan::whole_number(value().trim()),
            "rule" => issue.rule = value(),
            "priority" => {
                severity = match value().as_str() {
                    "1" | "2" => Severity::Error,
                    "5" => Severity::Note,
                    _ => Severity::Warning,
                }
            }
            _ => {}
        });
        (severity, issue)
    }
}
