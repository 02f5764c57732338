//! reek, and standard of JavaScript: rows `  PATH:LINE[:COL]: message` below a heading.

use crate::event::{Class, Event, Part, Seen};
use crate::recognize::kit::lint::finding::{Finding, position};
use crate::recognize::kit::linter::{Findings, Follows, Tool};

/// How many lines the message of a row may go on for.
const MESSAGE_LINES: u8 = 3;

/// reek.
#[derive(Debug, Default)]
pub(super) enum Reek {
    #[default]
    Nothing,
    /// Among rows.
    Rows,
    /// The same, below a row whose message may go on, and how many lines it went on for.
    Row(u8),
}

impl Tool for Reek {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        match std::mem::take(self) {
            Self::Nothing => return self.begin(text),
            // The parser's error has its excerpt below it: anybody's lines.
            Self::Row(lines) if !text.is_empty() && lines < MESSAGE_LINES && row(text).is_none() => {
                findings.emit(Event::Text(Part::Why));
                *self = Self::Row(lines.saturating_add(1));
                return Some(Seen::Inside(Class::Detail));
            }
            Self::Row(_) => findings.close(),
            Self::Rows => {}
        }
        if let Some(finding) = row(text) {
            *self = Self::Row(0);
            return Some(findings.open_for(&finding, text, Follows::Own));
        }
        if text.is_empty() || text.starts_with("standard: ") || is_progress(text) || is_heading(text) {
            *self = Self::Rows;
            return Some(Seen::Mine(Class::Noise));
        }
        self.begin(text)
    }

    fn is_open(&self) -> bool {
        !matches!(self, Self::Nothing)
    }
}

impl Reek {
    fn begin(&mut self, text: &str) -> Option<Seen> {
        let reek = text.strip_prefix("Inspecting ").is_some_and(|rest| rest.ends_with(" file(s):"));
        let standard = ["standard: Use JavaScript ", "standard: Run `standard --fix`"];
        (reek || standard.iter().any(|start| text.starts_with(start))).then(|| {
            *self = Self::Rows;
            Seen::Mine(Class::Noise)
        })
    }
}

fn row(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text.strip_prefix("  ")?)?;
    let message = rest.strip_prefix(' ')?;
    (!message.is_empty()).then_some(Finding::fails(place, column, message))
}

/// reek's progress.
fn is_progress(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'.' | b'S'))
}

/// reek's heading of a file: `app/a.rb -- 4 warnings:`.
fn is_heading(text: &str) -> bool {
    text.ends_with(" warnings:") || text.ends_with(" warning:")
}
