//! What R says when it gives up, and what `R CMD check` says of its parts.
//!
//! A script that fails prints its error, `Error in f() : message` or `Error: ` with the message after `! ` on the next line, and then
//! `Execution halted`. testthat's own error says no more than that tests failed. Of `R CMD check` only parts that end with `ERROR` fail it,
//! on their own line or below it, with the time it took in front: `* checking examples ... [5s/6s] ERROR`.

use crate::recognize::kit::scan;

/// The longest error that is held, in bytes.
const LONGEST: usize = 300;

/// Where in a run a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// No run is open.
    Outside,
    /// After the results, where a run ends.
    Closing,
    /// Among the results: an error at the beginning of a line is a result's text.
    Inside,
    /// Among the rows of a table, which its results close.
    Table,
}

/// What was printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// R stopped, with its last error.
    Halted(String),
    /// testthat's error after a run with failures.
    Failures,
    /// A part of `R CMD check`, or the whole of it, failed.
    Check(String),
}

/// What R printed last.
#[derive(Debug, Default)]
pub(super) struct LastWords {
    error: String,
    /// The last error is one of a function of testthat.
    of_tests: bool,
    /// `R CMD check` runs.
    checks: bool,
    /// The part that it checks, when its result did not be on the same line; or empty.
    checking: String,
    /// The part that failed, which is reported after what failed in it; or empty.
    failed: String,
}

impl LastWords {
    /// Whether what comes next may be the result of a part of the check, or what failed in it.
    pub(super) fn waits(&self) -> bool {
        !self.checking.is_empty() || !self.failed.is_empty()
    }

    /// Whether the last error is that of a script, and not of testthat or of a package that is checked.
    pub(super) const fn are_a_scripts(&self) -> bool {
        !self.checks && !self.of_tests
    }

    /// The part of the check that failed, when it was not reported yet.
    pub(super) fn failed_part(&mut self) -> Option<String> {
        (!self.failed.is_empty()).then(|| std::mem::take(&mut self.failed))
    }

    pub(super) fn read(&mut self, text: &str, place: Place) -> Option<Word> {
        let whole = text;
        // R puts a blank in front of its stars.
        let text = text.strip_prefix(' ').filter(|rest| rest.starts_with("*** caught ")).unwrap_or(text);
        let text = text.strip_prefix("  ").filter(|_| self.checks).unwrap_or(text);
        if text == "Execution halted" {
            let error = std::mem::take(&mut self.error);
            return Some(Word::Halted(if error.is_empty() { text.to_owned() } else { error }));
        }
        if text.starts_with("*** caught ") && text.ends_with(" ***") {
            self.hold(text.trim_matches(['*', ' ']));
            return None;
        }
        if text.starts_with("An irrecoverable exception occurred. R is aborting now") {
            let error = std::mem::take(&mut self.error);
            return Some(Word::Halted(if error.is_empty() { "R is aborting".to_owned() } else { error }));
        }
        let failed = ["Error: Test failures", "Error: Test failed", "! Test failed with "];
        // After a table's results; a test prints it before.
        if place != Place::Table && failed.iter().any(|words| text.starts_with(words)) {
            self.hold(text);
            return Some(Word::Failures);
        }
        if matches!(place, Place::Inside | Place::Table) {
            return None;
        }
        if text.starts_with("Error in ") || text.starts_with("Error: ") || text == "Error:" {
            const OF_TESTS: [&str; 6] =
                ["test_dir(", "test_file(", "test_check(", "test_local(", "test_package(", "testthat"];
            self.of_tests = OF_TESTS.iter().any(|name| text.contains(name));
            self.hold(text);
        } else if let Some(message) = text.strip_prefix("! ").filter(|_| !self.error.is_empty()) {
            self.hold(message);
        } else if place == Place::Outside {
            return self.check(text, whole);
        }
        None
    }

    fn check(&mut self, text: &str, whole: &str) -> Option<Word> {
        if let Some(checked) = text.strip_prefix("* checking ") {
            self.checks = true;
            self.checking.clear();
            let before = self.failed_part();
            if let Some((what, result)) =
                checked.rsplit_once(" ...").filter(|(what, _)| what.len() <= LONGEST)
            {
                let slot = if is_error(result) { &mut self.failed } else { &mut self.checking };
                if is_error(result) || result.is_empty() {
                    slot.push_str("checking ");
                    slot.push_str(what);
                }
            }
            return before.map(Word::Check);
        }
        if !self.checking.is_empty() && is_error(whole) {
            self.failed = std::mem::take(&mut self.checking);
            return None;
        }
        if text == "* DONE" {
            self.checking.clear();
            return self.failed_part().map(Word::Check);
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

/// Whether the result of a part is an error: ` ERROR`, ` [5s/6s] ERROR`.
fn is_error(result: &str) -> bool {
    let Some(time) = result.strip_suffix(" ERROR") else { return false };
    time.is_empty() || (time.starts_with(" [") && time.ends_with(']'))
}
