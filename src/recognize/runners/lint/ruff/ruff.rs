//! ruff: `ruff check` in its concise, full, grouped and pylint forms, and `ruff format --check`.
//!
//! Full: a heading `F401 [*] message`, an arrow line with the place, an excerpt with margin, `help:` and a diff, a blank
//! line; before ruff 0.12 the place was in front of the heading. Concise is the one line of flake8; what tells it
//! apart is the mark of a fix (`[*]`), back ticks and the capital at the beginning of a message. Grouped: `PATH:`, then
//! `  ROW:COL CODE message`. The end is `Found N errors.` or `All checks passed!`; `ruff format --check` names files and
//! says `N files would be reformatted`. Every finding fails the run. Source: crates `ruff_linter` (`message`) and
//! `ruff_db` (`diagnostic::render`).

use super::words::{finding, format, held, is_excerpt, is_file, is_heading};
use crate::event::{Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::kit::lint::below::{is_margin, is_remark};
use crate::recognize::kit::lint::finding::{code, numbers, open_at, position};
use crate::recognize::kit::linter::{Findings, Follows, Linter};
use crate::recognize::kit::rows::{Table, table};

/// What was read last.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A line that a place must follow.
    Heading(Box<str>),
    /// The findings of this file, without its name in front of each, and whether any came.
    Group(Box<str>, Rows),
}

/// Whether a group has reported a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rows {
    None,
    Some,
}

/// ruff.
#[derive(Debug, Default)]
pub struct Ruff {
    open: Open,
}

/// The lines below a finding.
const EXCERPT: Follows = Follows::Lines { fits: is_below, most: u32::MAX, part: Part::Where };
/// The causes below what stopped ruff itself.
const CAUSES: Follows =
    Follows::Lines { fits: |text| text.starts_with("  "), most: u32::MAX, part: Part::Why };

impl Linter for Ruff {
    const TABLE: Table = table!("ruff.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        match std::mem::take(&mut self.open) {
            Open::Heading(heading) => arrow(&heading, text, findings),
            Open::Group(file, rows) => self.row(file, rows, text, findings),
            Open::Nothing => None,
        }
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(finding) = finding(text, findings.is_reported()) {
            return Some(findings.open_for(&finding, text, EXCERPT));
        }
        if text.trim_end() == "ruff failed" {
            return Some(findings.fail_for("ruff failed", FailureKind::Crash, CAUSES));
        }
        if is_heading(text) {
            self.open = Open::Heading(held(text));
            return Some(Seen::Inside(Class::Noise));
        }
        if let Some(file) = text.strip_suffix(':').filter(|file| is_file(file)) {
            self.open = Open::Group(held(file), Rows::None);
            return Some(Seen::Inside(Class::Noise));
        }
        format(text, findings.sink())
    }

    fn sees_every_line(&self) -> bool {
        !matches!(self.open, Open::Nothing)
    }
}

impl Ruff {
    /// A row of the grouped form: `  5:16 F821 Undefined name`.
    fn row(&mut self, file: Box<str>, rows: Rows, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if rows == Rows::Some && (is_margin(text) || is_remark(text)) {
            self.open = Open::Group(file, rows);
            findings.emit(Event::Text(Part::Where));
            return Some(Seen::Mine(Class::Detail));
        }
        let (line, column, rest) = numbers(text.strip_prefix("  ")?.trim_start())?;
        let message = rest.strip_prefix(' ')?.trim();
        let coded = code(message).is_some_and(|(_, after)| after.starts_with(' '));
        if !coded && !message.starts_with("invalid-syntax: ") {
            return None;
        }
        open_at(Place { file: &file, line: Some(line) }, Some(column), message, findings.sink());
        if rows == Rows::None {
            // The path heads its first finding, as it does in the tool's own report.
            findings.emit(Event::Instead(&file));
        }
        findings.emit(Event::Heading);
        if rows == Rows::None {
            findings.emit(Event::Text(Part::Why));
        }
        findings.mark_reported();
        self.open = Open::Group(file, Rows::Some);
        Some(Seen::Mine(Class::Detail))
    }
}

/// The place below a heading: now it is known to be one.
fn arrow(heading: &str, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
    let (place, column, rest) = position(text.trim_start().strip_prefix("--> ")?)?;
    if !rest.trim().is_empty() {
        return None;
    }
    open_at(place, column, heading, findings.sink());
    findings.emit(Event::Instead(heading));
    findings.emit(Event::Heading);
    findings.emit(Event::Text(Part::Why));
    findings.mark_reported();
    findings.follow(Class::Detail, EXCERPT);
    Some(Seen::Mine(Class::Detail))
}

fn is_below(text: &str) -> bool {
    !text.trim().is_empty() && is_excerpt(text)
}
