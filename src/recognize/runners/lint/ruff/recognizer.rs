//! ruff: `ruff check` in its concise, full, grouped and pylint forms, and `ruff format --check`.
//!
//! Full: a heading `F401 [*] message`, an arrow line with the place, an excerpt with margin, `help:` and a diff, a blank
//! line; before ruff 0.12 the place stood in front of the heading. Concise is the one line of flake8; what tells it
//! apart is the mark of a fix (`[*]`), back ticks and the capital at the beginning of a message. Grouped: `PATH:`, then
//! `  ROW:COL CODE message`. The end is `Found N errors.` or `All checks passed!`; `ruff format --check` names files and
//! says `N files would be reformatted`. Every finding fails the run. Source: crates `ruff_linter` (`message`) and
//! `ruff_db` (`diagnostic::render`).

use super::words::{STARTS, finding, format, held, is_excerpt, is_file, is_heading};
use crate::event::{Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::below::{is_margin, is_remark};
use crate::recognize::kit::lint::finding::{all_is_well, code, count, declared, open_at, position, whole};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// What was read last.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A line that a place must follow.
    Heading(Box<str>),
    /// The findings of this file, without its name in front of each.
    Group(Box<str>, Rows),
    /// The lines below a finding.
    Below,
    /// The causes below what stopped ruff itself.
    Causes,
}

/// Whether a group has told a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rows {
    None,
    Some,
}

/// ruff.
#[derive(Debug, Default)]
pub struct Ruff {
    open: Open,
    /// Findings of the one-line form that were told since the last totals.
    told: u64,
}

impl Recognizer for Ruff {
    fn runner(&self) -> Runner {
        Runner("ruff")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: STARTS,
            passes: &[
                PassShape { start: "", end: ".py:" },
                PassShape { start: "", end: ".pyi:" },
                PassShape { start: "", end: " reformatted" },
                PassShape { start: "", end: " already formatted" },
            ],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, ending: &str) -> bool {
        ending == "py"
    }

    fn attention(&self) -> Attention {
        if matches!(self.open, Open::Nothing) { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        match std::mem::take(&mut self.open) {
            Open::Heading(heading) => {
                if let Some(seen) = self.arrow(&heading, text, sink) {
                    return seen;
                }
            }
            Open::Group(file, rows) => {
                if let Some(seen) = self.row(file, rows, text, sink) {
                    return seen;
                }
            }
            Open::Causes => {
                if text.starts_with("  ") {
                    sink.emit(Event::Text(Part::Why));
                    self.open = Open::Causes;
                    return Seen::Mine(Class::Detail);
                }
                sink.emit(Event::BlockClosed);
            }
            Open::Below => {
                if !text.trim().is_empty() && is_excerpt(text) {
                    sink.emit(Event::Text(Part::Where));
                    self.open = Open::Below;
                    return Seen::Mine(Class::Detail);
                }
                sink.emit(Event::BlockClosed);
            }
            Open::Nothing => {}
        }
        self.outside(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        if let Open::Below | Open::Causes = std::mem::take(&mut self.open) {
            sink.emit(Event::BlockClosed);
        }
    }
}

impl Ruff {
    /// A line outside of any block.
    fn outside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(finding) = finding(text, self.told > 0) {
            self.told = self.told.saturating_add(1);
            let class = finding.open(text, sink);
            self.open = Open::Below;
            return Seen::Mine(class);
        }
        if text.trim_end() == "ruff failed" {
            whole("ruff failed", FailureKind::Crash, sink);
            self.open = Open::Causes;
            return Seen::Mine(Class::Detail);
        }
        if is_heading(text) {
            self.open = Open::Heading(held(text));
            return Seen::Inside(Class::Noise);
        }
        if let Some(file) = text.strip_suffix(':').filter(|file| is_file(file)) {
            self.open = Open::Group(held(file), Rows::None);
            return Seen::Inside(Class::Noise);
        }
        self.ending(text, sink).or_else(|| format(text, sink)).unwrap_or(Seen::No)
    }

    /// The place below a heading: now it is known to be one.
    fn arrow(&mut self, heading: &str, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (place, column, rest) = position(text.trim_start().strip_prefix("--> ")?)?;
        if !rest.trim().is_empty() {
            return None;
        }
        self.told = self.told.saturating_add(1);
        open_at(place, column, heading, sink);
        sink.emit(Event::Instead(heading));
        sink.emit(Event::Heading);
        sink.emit(Event::Text(Part::Why));
        self.open = Open::Below;
        Some(Seen::Mine(Class::Detail))
    }

    /// A row of the grouped form: `  5:16 F821 Undefined name`.
    fn row(&mut self, file: Box<str>, rows: Rows, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if text.is_empty() || (rows == Rows::Some && (is_margin(text) || is_remark(text))) {
            let known = rows == Rows::Some && !text.is_empty();
            if known {
                self.open = Open::Group(file, rows);
                sink.emit(Event::Text(Part::Where));
            }
            return known.then_some(Seen::Mine(Class::Detail));
        }
        let begin = text.strip_prefix("  ")?.trim_start();
        let (line, rest) = scan::number(begin)?;
        let (column, rest) = scan::number(rest.strip_prefix(':')?)?;
        let message = rest.strip_prefix(' ')?.trim();
        let coded = code(message).is_some_and(|(_, after)| after.starts_with(' '));
        if !coded && !message.starts_with("invalid-syntax: ") {
            return None;
        }
        let place = Place { file: &file, line: Some(line) };
        open_at(place, Some(column), message, sink);
        if rows == Rows::None {
            // The path heads its first finding, as it does in the tool's own report.
            sink.emit(Event::Instead(&file));
        }
        sink.emit(Event::Heading);
        if rows == Rows::None {
            sink.emit(Event::Text(Part::Why));
        }
        self.told = self.told.saturating_add(1);
        self.open = Open::Group(file, Rows::Some);
        Some(Seen::Mine(Class::Detail))
    }

    /// The end of a run.
    fn ending(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if text.trim_end() == "All checks passed!" {
            self.told = 0;
            all_is_well(sink);
            return Some(Seen::Mine(Class::Totals));
        }
        let (found, rest) = count(text.strip_prefix("Found ")?, "error")?;
        let rest = rest.trim_end();
        let left = match rest.strip_prefix(" (") {
            // `Found 3 errors (2 fixed, 1 remaining).`
            Some(inner) => {
                let (_, left) = inner.strip_suffix(").")?.split_once(" fixed, ")?;
                scan::whole_number(left.strip_suffix(" remaining")?)?
            }
            None if rest == "." => found,
            None => return None,
        };
        if self.told == 0 && left > 0 {
            // The findings had a form that another recognizer took, or none at all.
            let name = text.trim();
            sink.emit(Event::Consequence { name, kind: FailureKind::Build });
        } else if left > 0 {
            declared(left, sink);
        }
        self.told = 0;
        Some(Seen::Mine(Class::Totals))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn said(text: &str) -> Vec<String> {
        let rows = drive(&mut Ruff::default(), text);
        rows.into_iter()
            .filter(|row| !["No", "Inside(Noise)", ""].contains(&row.split(' ').nth(1).unwrap_or("")))
            .collect()
    }

    #[test]
    fn the_full_form_is_a_heading_and_a_place_below() {
        assert_eq!(
            said(
                "F401 [*] `json` imported but unused\n --> src/a.py:1:8\n  |\n1 | import json\n  |        ^^^^\nhelp: Remove unused import: `json`\n  |\n  - import json\n1 |\n  |\n\nFound 1 error.\n[*] 1 fixable with the `--fix` option."
            ),
            [
                "2 Mine(Detail) BlockClosed | Column(8) | BlockOpened(Diagnostic { place: Place { file: \"src/a.py\", line: Some(1) }, code: \"\", message: \"F401 [*] `json` imported but unused\" }) | Instead(\"F401 [*] `json` imported but unused\") | Heading | Text(Why)",
                "3 Mine(Detail) Text(Where)",
                "4 Mine(Detail) Text(Where)",
                "5 Mine(Detail) Text(Where)",
                "6 Mine(Detail) Text(Where)",
                "7 Mine(Detail) Text(Where)",
                "8 Mine(Detail) Text(Where)",
                "9 Mine(Detail) Text(Where)",
                "10 Mine(Detail) Text(Where)",
                "12 Mine(Totals) Declared { totals: Totals { passed: None, failed: None, errors: Some(1), skipped: None, other: None, total: None }, level: Section } | SectionEnded(Failed)",
            ]
        );
    }

    #[test]
    fn the_concise_and_the_grouped_form_are_read() {
        assert_eq!(said("src/a.py:1:8: F401 [*] `json` imported but unused").len(), 2);
        assert_eq!(
            said("src/a.py:\n  1:8 F401 [*] `json` imported but unused\n\nb")[0],
            "2 Mine(Detail) BlockClosed | Column(8) | BlockOpened(Diagnostic { place: Place { file: \"src/a.py\", line: Some(1) }, code: \"\", message: \"F401 [*] `json` imported but unused\" }) | Instead(\"src/a.py\") | Heading | Text(Why)"
        );
        assert_eq!(said("src/a.py:1:1: F401 'json' imported but unused"), Vec::<String>::new());
    }

    #[test]
    fn a_run_without_findings_says_so() {
        assert_eq!(said("All checks passed!").len(), 1);
        assert_eq!(said("3 files already formatted").len(), 1);
        assert_eq!(said("0 files already formatted"), Vec::<String>::new());
    }

    #[test]
    fn what_would_be_reformatted_is_a_failure() {
        let rows = said("Would reformat: a.py\n1 file would be reformatted, 2 files already formatted");
        assert!(rows[0].contains("Diagnostic") && rows[1].contains("Consequence"), "{rows:?}");
    }

    #[test]
    fn a_heading_without_a_place_is_nobodys() {
        assert_eq!(said("E100 was heard\nand nothing more"), Vec::<String>::new());
    }
}
