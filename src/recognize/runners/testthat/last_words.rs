//! What R says when it gives up, and what `R CMD check` says of its parts.
//!
//! A script that fails prints its error, `Error in f() : message` or `Error: ` with the message behind `! ` on the next line, and then
//! `Execution halted`. testthat's own error says no more than that tests failed. Of `R CMD check` only parts that end with `ERROR` fail it.

use crate::recognize::scan;

/// The longest error that is held, in bytes.
const LONGEST: usize = 300;

/// Where in a run a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// No run is open.
    Outside,
    /// Behind the results, where a run ends.
    Closing,
    /// Among the results: an error at the beginning of a line is a result's text.
    Inside,
    /// Among the rows of a table, which its results close.
    Table,
}

/// What was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// R stopped, with its last error.
    Halted(String),
    /// testthat's error behind a run with failures.
    Failures,
    /// A part of `R CMD check`, or the whole of it, failed.
    Check(String),
}

/// What R said last.
#[derive(Debug, Default)]
pub(super) struct LastWords {
    error: String,
    /// `R CMD check` runs.
    checks: bool,
}

impl LastWords {
    pub(super) fn read(&mut self, text: &str, place: Place) -> Option<Word> {
        let text = text.strip_prefix("  ").filter(|_| self.checks).unwrap_or(text);
        if text == "Execution halted" {
            let error = std::mem::take(&mut self.error);
            return Some(Word::Halted(if error.is_empty() { text.to_owned() } else { error }));
        }
        let failed = ["Error: Test failures", "Error: Test failed", "! Test failed with "];
        // Behind a table's results; a test prints it before.
        if place != Place::Table && failed.iter().any(|words| text.starts_with(words)) {
            self.hold(text);
            return Some(Word::Failures);
        }
        if matches!(place, Place::Inside | Place::Table) {
            return None;
        }
        if text.starts_with("Error in ") || text.starts_with("Error: ") || text == "Error:" {
            self.hold(text);
        } else if let Some(message) = text.strip_prefix("! ").filter(|_| !self.error.is_empty()) {
            self.hold(message);
        } else if place == Place::Outside {
            return self.check(text);
        }
        None
    }

    fn check(&mut self, text: &str) -> Option<Word> {
        if let Some(checked) = text.strip_prefix("* checking ") {
            self.checks = true;
            return checked.strip_suffix(" ... ERROR").map(|what| Word::Check(format!("checking {what}")));
        }
        let (_, errors) = text.strip_prefix("Status: ").filter(|_| self.checks).and_then(scan::number)?;
        errors.starts_with(" ERROR").then(|| {
            self.checks = false;
            Word::Check("R CMD check".to_owned())
        })
    }

    fn hold(&mut self, text: &str) {
        self.error.clear();
        if text.len() <= LONGEST {
            self.error.push_str(text);
        }
    }
}
