//! pylint.
//!
//! `PATH:LINE:COL: CODE: message (symbol)` below `************* Module NAME`; the `parseable` and `msvs` forms carry the
//! code in brackets, `PATH:LINE: [CODE(symbol), scope] message`; before pylint 2 a message had no path, `C: 12, 0:
//! message (symbol)`. Every message fails the run, whatever its category, as the exit status has a bit for each. The
//! score is no total: only a full score without a message is evidence of a pass. Source: pylint's `reporters.text`.

use crate::event::{Class, Ended, Event, Part, Place, Seen};
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well, position};
use crate::recognize::kit::linter::{Findings, Linter};
use crate::recognize::kit::rows::{Table, table};
use crate::recognize::kit::scan;

/// The longest name of a module that is held, in bytes.
const MODULE_BYTES: usize = 512;
const MODULE: &str = "************* Module ";
const SCORE: &str = "Your code has been rated at ";

/// pylint.
#[derive(Debug, Default)]
pub struct Pylint {
    /// The module of the messages that follow, for the forms without a path.
    module: String,
}

impl Linter for Pylint {
    const TABLE: Table = table!("pylint.rows");

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(finding) = message(text) {
            return Some(findings.report(&finding, text));
        }
        if let Some(module) = text.strip_prefix(MODULE) {
            crate::text::head(module, MODULE_BYTES).trim().clone_into(&mut self.module);
            return Some(Seen::Mine(Class::Noise));
        }
        let Some(rest) = text.strip_prefix(SCORE) else {
            return self.old(text).map(|finding| findings.report(&finding, text));
        };
        let (score, _) = rest.split_once("/10")?;
        self.module.clear();
        if findings.take_reported() {
            findings.emit(Event::SectionEnded(Ended::Failed));
        } else if score == "10.00" {
            all_is_well(findings.sink());
        } else {
            findings.consequence(text);
            findings.emit(Event::Text(Part::Why));
        }
        Some(Seen::Mine(Class::Totals))
    }
}

impl Pylint {
    /// `E: 12, 4: message (symbol)`, below the line with its module.
    fn old<'a>(&'a self, text: &'a str) -> Option<Finding<'a>> {
        let (category, rest) = text.split_at_checked(2)?;
        if self.module.is_empty() || !["C:", "R:", "W:", "E:", "F:"].contains(&category) {
            return None;
        }
        let (line, rest) = scan::number(rest.trim_start())?;
        let (_, rest) = scan::number(rest.strip_prefix(',')?.trim_start())?;
        let place = Place { file: &self.module, line: Some(line) };
        Some(Finding::fails(place, None, rest.strip_prefix(": ")?.trim()))
    }
}

/// A message with its path in front.
fn message(text: &str) -> Option<Finding<'_>> {
    // The column is counted from 0 and no editor's; the parseable form has none.
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(' ')?.trim_end();
    let inner = message.strip_prefix('[');
    let (code, after) = inner.unwrap_or(message).split_at_checked(5)?;
    let letter = code.starts_with(['C', 'R', 'W', 'E', 'F', 'I']);
    let digits = code.bytes().skip(1).all(|byte| byte.is_ascii_digit());
    let form = match inner {
        Some(_) => after.starts_with(['(', ',', ']']),
        None => after.starts_with(": ") && message.ends_with(')'),
    };
    let weight = if code.starts_with('I') { Weight::Warns } else { Weight::Fails };
    (letter && digits && form).then_some(Finding { place, column, weight, message })
}
