//! prettier --check.
//!
//! `Checking formatting...`, then `[warn] PATH` for a file in another style, `[error] PATH: SyntaxError: ...` with an
//! excerpt, each line after `[error]`, for one that cannot be read; the end is `[warn] Code style issues found in N
//! files. Run Prettier with --write to fix.` or `All matched files use Prettier code style!`. Source: prettier's
//! `cli/format.js`.

use crate::event::{Class, Event, Part, Place, Seen};
use crate::recognize::kit::lint::finding::{Finding, all_is_well};
use crate::recognize::kit::linter::{Findings, Linter};
use crate::recognize::kit::rows::{Table, table};
use crate::recognize::kit::scan;

const CHECKING: &str = "Checking formatting...";

/// prettier.
#[derive(Debug, Default)]
pub struct Prettier {
    /// Whether it is checking: before and after, its marks are anybody's.
    checking: bool,
}

impl Linter for Prettier {
    const TABLE: Table = table!("prettier.rows");

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if text.starts_with(CHECKING) {
            self.checking = true;
            return Some(Seen::Mine(Class::Noise));
        }
        if !self.checking {
            return None;
        }
        if text == "All matched files use Prettier code style!" {
            self.checking = false;
            all_is_well(findings.sink());
            return Some(Seen::Mine(Class::Totals));
        }
        if text.starts_with("Error occurred when checking code style in ") {
            return Some(self.closing(text, findings));
        }
        if let Some(rest) = text.strip_prefix("[error] ") {
            return Some(error(rest, text, findings));
        }
        let Some(rest) = text.strip_prefix("[warn] ") else {
            self.checking = text.is_empty();
            findings.emit(Event::BlockClosed);
            return None;
        };
        if rest.starts_with("Code style issues ") || rest.starts_with("Forgot to run Prettier?") {
            return Some(self.closing(rest, findings));
        }
        Some(findings.report_in(rest, "not in the code style of prettier", text))
    }

    fn sees_every_line(&self) -> bool {
        self.checking
    }
}

impl Prettier {
    fn closing(&mut self, text: &str, findings: &mut Findings<'_>) -> Seen {
        self.checking = false;
        findings.emit(Event::BlockClosed);
        findings.consequence(text);
        Seen::Mine(Class::Totals)
    }
}

/// `[error] PATH: SyntaxError: Unexpected token (1:9)`, and the excerpt below it.
fn error(rest: &str, text: &str, findings: &mut Findings<'_>) -> Seen {
    let heading = rest.split_once(": ").filter(|(file, reason)| {
        !file.starts_with([' ', '>']) && !file.contains('|') && reason.contains("Error")
    });
    let Some((file, message)) = heading else {
        findings.emit(Event::Text(Part::Where));
        return Seen::Mine(Class::Detail);
    };
    let line = message.rsplit_once('(').and_then(|(_, place)| scan::number(place)).map(|(line, _)| line);
    Seen::Mine(Finding::fails(Place { file, line }, None, message).open(text, findings.sink()))
}
