//! flake8 and pycodestyle: rows, and the report of a crash. Nothing here is evidence of a pass.

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
