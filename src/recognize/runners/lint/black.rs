//! black, checking only.
//!
//! It names a file that it would change (`would reformat PATH`) or cannot read (`error: cannot format PATH: reason`,
//! lately `error: cannot parse: PATH:LINE:COL` with the source below), and ends with `Oh no!` or `All done!` and a
//! sentence of counts. Without `--check` black rewrites the files, which is no failure. Source: black's `report.py`.

use super::shared::on_file;
use crate::event::{Class, Event, Part, Seen};
use crate::recognize::kit::lint::finding::{Finding, position};
use crate::recognize::kit::linter::{Findings, Follows, Linter};
use crate::recognize::kit::rows::{Table, table};

const BAD: &str = "Oh no! \u{1f4a5}";

/// black.
#[derive(Debug, Default)]
pub struct Black;

impl Linter for Black {
    const TABLE: Table = table!("black.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let seen @ Some(_) = findings.more(text) {
            return seen;
        }
        (findings.is_open() && text.starts_with("ParseError: ")).then(|| {
            findings.emit(Event::Text(Part::Why));
            findings.close();
            Seen::Mine(Class::Detail)
        })
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(file) = text.strip_prefix("error: cannot parse: ") {
            let (place, column, _) = position(file)?;
            let finding = Finding::fails(place, column, "cannot parse");
            return Some(findings.open_for(&finding, text, Follows::Excerpt));
        }
        if text.starts_with(BAD) {
            findings.consequence(text);
            return Some(Seen::Mine(Class::Totals));
        }
        let (file, reason) = match text.strip_prefix("would reformat ") {
            Some(file) => (file, "would reformat"),
            None => {
                let rest = text.strip_prefix("error: cannot format ")?;
                rest.split_once(": ").unwrap_or((rest, "cannot format"))
            }
        };
        Some(findings.report(&on_file(file, reason), text))
    }
}
