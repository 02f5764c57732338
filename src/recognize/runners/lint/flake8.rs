//! flake8 and pycodestyle.
//!
//! One line per finding, `PATH:ROW:COL: CODE TEXT`, or `PATH:ROW: [CODE] TEXT` with `--format=pylint`; with
//! `--show-source` the line of source and a caret below. Every finding fails the run. There are no totals besides the
//! bare number of `--count`, and a run without findings prints nothing: so nothing here is evidence of a pass.
//! Source: flake8's `formatting` package. The concise form of ruff has the same shape; `ruff.rs` is asked first and
//! takes what is its own.

use super::shared::ENDINGS;
use crate::event::{Class, Event, FailureKind, Part, Runner, Seen, Sink};
use crate::recognize::kit::lint::below::Below;
use crate::recognize::kit::lint::finding::{Finding, Weight, code, ends_in, position, whole};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// flake8.
#[derive(Debug, Default)]
pub struct Flake8 {
    below: Option<Below>,
}

impl Recognizer for Flake8 {
    fn runner(&self) -> Runner {
        Runner("flake8")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["There was a critical error during execution of Flake8", "flake8: error: "],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, ending: &str) -> bool {
        ending == "py"
    }

    fn attention(&self) -> Attention {
        if self.below.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if let Some(finding) = finding(text) {
            self.close(sink);
            let class = finding.open(text, sink);
            self.below = Some(Below::new(class));
            return Seen::Mine(class);
        }
        if let Some(below) = &mut self.below {
            if let Some(seen) = below.line(text, sink) {
                return seen;
            }
            self.close(sink);
        }
        if text.starts_with("There was a critical error during execution of Flake8") {
            whole("flake8", FailureKind::Crash, sink);
            sink.emit(Event::Text(Part::Why));
            self.below = Some(Below::new(Class::Detail));
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with("flake8: error: ") {
            whole(text.trim_end(), FailureKind::Build, sink);
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl Flake8 {
    fn close(&mut self, sink: &mut dyn Sink) {
        if self.below.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }
}

/// Reads a finding on a file of Python.
fn finding(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(' ')?.trim_end();
    let named = match message.strip_prefix('[') {
        // Only the form without a column has brackets.
        Some(inner) => code(inner).filter(|(_, rest)| column.is_none() && rest.starts_with("] "))?,
        None => code(message).filter(|(_, rest)| column.is_some() && rest.starts_with(' '))?,
    };
    let told = named.1.len() > 2 && ends_in(place.file, &ENDINGS);
    told.then_some(Finding { place, column, weight: Weight::Fails, message })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn said(text: &str) -> Vec<String> {
        let rows = drive(&mut Flake8::default(), text);
        rows.into_iter().filter(|row| row.split(' ').nth(1) != Some("No") && row != "end ").collect()
    }

    #[test]
    fn a_finding_takes_its_source_and_caret() {
        assert_eq!(
            said("src/a.py:3:9: E225 missing\n    x=1\n     ^\nother"),
            [
                "1 Mine(Detail) BlockClosed | Column(9) | BlockOpened(Diagnostic { place: Place { file: \"src/a.py\", line: Some(3) }, code: \"\", message: \"E225 missing\" }) | Heading",
                "2 Inside(Detail) Text(Where)",
                "3 Mine(Detail) Text(Where)",
            ]
        );
    }

    #[test]
    fn the_form_of_pylint_is_read_and_other_tools_lines_are_not() {
        assert_eq!(said("src/a.py:3: [E501] line too long").len(), 2);
        for text in [
            "src/a.py:3: error: Incompatible types  [assignment]",
            "src/a.py:5:15: E0602(undefined-variable): no",
            "src/a.c:3:5: F401 no",
            "src/a.py:7: AssertionError",
            "src/a.py:7:3: E501",
            "see src/a.py:7:3: E501 there",
        ] {
            assert_eq!(said(text), Vec::<String>::new(), "{text}");
        }
    }
}
