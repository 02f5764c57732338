//! mypy, and dmypy.
//!
//! `PATH:LINE[:COL[:END_LINE:END_COL]]: SEVERITY: message  [code]`; notes belong to the error before them. With
//! `--pretty` the message is wrapped, and the source with a line of carets follows. The end is `Found N errors in M
//! files (checked K source files)`, `(errors prevented further checking)` when it stopped early, or `Success: no issues
//! found in K source files`. Errors without a line (`PATH: error: Source file found twice ...`) and those of the command
//! line (`mypy: error: ...`) have no number in the totals. Source: mypy's `errors.py`, `util.py` and `main.py`.

use super::shared::ENDINGS;
use crate::event::{Class, Event, Part, Seen};
use crate::recognize::kit::lint::below::is_carets;
use crate::recognize::kit::lint::finding::{Finding, Weight, ends_in, position, weight};
use crate::recognize::kit::linter::{Findings, Follows, Linter};
use crate::recognize::kit::rows::{Table, table};
use crate::recognize::kit::scan;

/// The most lines that a wrapped message goes on for.
const WRAPPED_LINES: u8 = 8;

/// mypy.
#[derive(Debug, Default)]
pub struct Mypy {
    /// How many lines the open message may go on for: none once its code came.
    wraps: u8,
    /// Whether the open message is an error.
    fails: bool,
}

impl Linter for Mypy {
    const TABLE: Table = table!("mypy.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some((word, finding)) = message(text) {
            return Some(if word == "note" {
                self.note(findings)
            } else {
                self.error(&finding, text, findings)
            });
        }
        let begins = !text.is_empty() && !text.starts_with("Found ") && !text.starts_with("Success: ");
        let wraps = findings.is_open() && self.wraps > 0;
        (wraps && begins && !text.starts_with([' ', '\t']) && !is_carets(text)).then(|| {
            self.wraps = if text.trim_end().ends_with(']') { 0 } else { self.wraps.saturating_sub(1) };
            findings.emit(Event::Text(Part::Why));
            Seen::Inside(self.class())
        })
    }
}

impl Mypy {
    const fn class(&self) -> Class {
        if self.fails { Class::Detail } else { Class::Warning }
    }

    fn note(&mut self, findings: &mut Findings<'_>) -> Seen {
        if !findings.is_open() {
            return Seen::Mine(Class::Noise);
        }
        // A note has source and carets of its own.
        findings.follow(self.class(), Follows::Excerpt);
        self.wraps = 0;
        findings.emit(Event::Text(if self.fails { Part::Why } else { Part::Where }));
        Seen::Mine(self.class())
    }

    fn error(&mut self, finding: &Finding<'_>, text: &str, findings: &mut Findings<'_>) -> Seen {
        let seen = findings.open_for(finding, text, Follows::Excerpt);
        if text.contains(": error: INTERNAL ERROR -- ") {
            findings.emit(Event::Text(Part::Why));
        }
        let whole = finding.message.ends_with(']') || text.len() < 40;
        self.wraps = if whole { 0 } else { WRAPPED_LINES };
        self.fails = finding.weight == Weight::Fails;
        seen
    }
}

/// A message on a file of Python, and its severity.
fn message(text: &str) -> Option<(&str, Finding<'_>)> {
    let Some((place, column, rest)) = position(text) else {
        let (file, rest) = scan::split_once(text, ": error: ")?;
        let named = !file.is_empty() && !file.contains([' ', ':']) && ends_in(file, &["py", "pyi"]);
        return named.then_some(("error", Finding::in_file(file, Weight::Fails, rest.trim_end())));
    };
    // `--show-error-end` adds the line and column of the end.
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    let rest = scan::number(rest)
        .and_then(|(_, rest)| scan::number(rest.strip_prefix(':')?))
        .and_then(|(_, rest)| rest.strip_prefix(':'))
        .unwrap_or(rest)
        .strip_prefix(' ')?;
    let (word, message) = rest.split_once(": ")?;
    let weight = weight(word, &["error"], &["warning", "note"])?;
    let named = ends_in(place.file, &ENDINGS) && !place.file.ends_with(['/', '\\']);
    let python = named && (place.file.contains('.') || place.file == "<string>");
    python.then_some((word, Finding { place, column, weight, message: message.trim_end() }))
}
