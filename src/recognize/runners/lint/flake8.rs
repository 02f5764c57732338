//! flake8 and pycodestyle.
//!
//! One line per finding, `PATH:ROW:COL: CODE TEXT`, or `PATH:ROW: [CODE] TEXT` with `--format=pylint`; with
//! `--show-source` the line of source and a caret below. Every finding fails the run. There are no totals besides the
//! bare number of `--count`, and a run without findings prints nothing: so nothing here is evidence of a pass.
//! Source: flake8's `formatting` package. The concise form of ruff has the same shape; `ruff.rs` is asked first and
//! takes what is its own.

use super::shared::ENDINGS;
use crate::event::{Event, FailureKind, Part, Seen};
use crate::recognize::kit::lint::finding::{Finding, code, ends_in, position};
use crate::recognize::kit::linter::{Findings, Follows, Linter, Table};

/// How the report of a crash begins.
const CRASH: &str = "There was a critical error during execution of Flake8";

/// flake8.
#[derive(Debug, Default)]
pub struct Flake8;

impl Linter for Flake8 {
    const TABLE: Table = Table {
        name: "flake8",
        reads: "flake8 and pycodestyle",
        starts: &[CRASH, "flake8: error: "],
        places: Some(&["py"]),
        blanks: true,
        findings: &[finding],
        follows: Follows::Excerpt,
        fails: &[("flake8: error: ", FailureKind::Build)],
        ..Table::NONE
    };

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let crash = text.starts_with(CRASH);
        crash.then(|| {
            let seen = findings.fail_for("flake8", FailureKind::Crash, Follows::Excerpt);
            findings.emit(Event::Text(Part::Why));
            seen
        })
    }
}

/// Reads a finding on a file of Python.
fn finding(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(' ')?.trim_end();
    let (_, words) = match message.strip_prefix('[') {
        // Only the form without a column has brackets.
        Some(inner) => code(inner).filter(|(_, rest)| column.is_none() && rest.starts_with("] "))?,
        None => code(message).filter(|(_, rest)| column.is_some() && rest.starts_with(' '))?,
    };
    (words.len() > 2 && ends_in(place.file, &ENDINGS)).then_some(Finding::fails(place, column, message))
}
