//! flake8 and pycodestyle.
//!
//! One line per finding, `PATH:ROW:COL: CODE TEXT`, or `PATH:ROW: [CODE] TEXT` with `--format=pylint`; with
//! `--show-source` the line of source and a caret below. Every finding fails the run. There are no totals besides the
//! bare number of `--count`, and a run without findings prints nothing: so nothing here is evidence of a pass.
//! Source: flake8's `formatting` package. The concise form of ruff has the same shape; `ruff.rs` is asked first and
//! takes what is its own.

use crate::event::{Event, FailureKind, Part, Seen};
use crate::recognize::kit::linter::{Findings, Follows, Linter};
use crate::recognize::kit::rows::{Table, table};

/// How the report of a crash begins.
const CRASH: &str = "There was a critical error during execution of Flake8";

/// flake8.
#[derive(Debug, Default)]
pub struct Flake8;

impl Linter for Flake8 {
    const TABLE: Table = table!("flake8.rows");

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let crash = text.starts_with(CRASH);
        crash.then(|| {
            let seen = findings.fail_for("flake8", FailureKind::Crash, Follows::Excerpt);
            findings.emit(Event::Text(Part::Why));
            seen
        })
    }
}
