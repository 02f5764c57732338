//! One `<testcase>`: what was read of it, and what became of it.
//!
//! A case is held until its end tag (its skip, attempts and output may come in any order), at most
//! [`limits::MARKS`] records and [`CASE_BYTES`] of text. Neighbours: `reader` fills it, `suite` counts and tells it.

use super::identity::Printed;
use crate::budget::Count as _;
use crate::event::{FailureKind, Outcome};
use crate::recognize::documents::detail::Spot;
use crate::recognize::documents::failure::Reported;
use crate::recognize::documents::limits;

/// The most bytes of text that one case's records hold together.
const CASE_BYTES: usize = 4 * limits::STRING_BYTES;

/// What kind of record an element inside of a case is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `<failure>`.
    Failure,
    /// `<error>`.
    Error,
    /// `<rerunFailure>`, `<rerunError>`: a further attempt that failed too.
    Rerun,
    /// `<flakyFailure>`, `<flakyError>`: an attempt that failed before one that passed.
    Flaky,
}

impl Mark {
    /// By the element's name.
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "failure" => Some(Self::Failure),
            "error" => Some(Self::Error),
            "rerunFailure" | "rerunError" => Some(Self::Rerun),
            "flakyFailure" | "flakyError" => Some(Self::Flaky),
            _ => None,
        }
    }
}

/// What was read of one case.
#[derive(Debug, Default)]
pub struct Case {
    /// What names it.
    pub printed: Printed,
    /// `status`, in lower case.
    pub status: String,
    /// `result`, in lower case.
    pub result: String,
    /// `file` and `line` of the case.
    pub spot: Option<Spot>,
    /// `time`, in milliseconds.
    pub took_ms: Option<u64>,
    /// The records, in order.
    pub marks: Vec<(Mark, Reported)>,
    /// Records beyond the bound.
    pub more_marks: u64,
    /// The skip: its type and reason.
    pub skip: Option<(String, String)>,
    /// Whether the skip's reason was in an attribute; its text is only details then.
    pub skip_reported: bool,
    /// Captured output.
    pub output: String,
    /// The case is one of several attempts that are written as cases of one name.
    pub repetition: bool,
}

impl Case {
    /// Begins a record.
    pub fn open(&mut self, mark: Mark, mut reported: Reported) {
        let held: usize = self.marks.iter().map(|(_, reported)| reported.size()).sum();
        if self.marks.len() >= limits::MARKS {
            self.more_marks.up(1);
            return;
        }
        if held.saturating_add(reported.size()) > CASE_BYTES {
            reported = Reported::default();
        }
        self.marks.push((mark, reported));
    }

    /// Adds text to the last record, as far as the bounds allow.
    pub fn text(&mut self, text: &str) {
        let held: usize = self.marks.iter().map(|(_, reported)| reported.size()).sum();
        if self.more_marks == 0
            && held < CASE_BYTES
            && let Some((_, reported)) = self.marks.last_mut()
        {
            limits::append(&mut reported.text, text);
        }
    }

    /// Failure and error elements.
    pub fn bad_marks(&self) -> impl Iterator<Item = &(Mark, Reported)> {
        self.marks.iter().filter(|(mark, _)| matches!(mark, Mark::Failure | Mark::Error))
    }

    /// What became of it in the end.
    pub fn outcome(&self) -> Outcome {
        if let Some((mark, reported)) = self.bad_marks().next() {
            return Outcome::Failed(kind(*mark, reported, &self.printed));
        }
        if self.marks.iter().any(|(mark, _)| *mark == Mark::Rerun) {
            return Outcome::Failed(FailureKind::Test);
        }
        if let Some((skip, _)) = &self.skip {
            let expected = skip == "pytest.xfail" || skip == "todo";
            return if expected { Outcome::Other } else { Outcome::Skipped };
        }
        for word in [&self.status, &self.result] {
            match word.as_str() {
                "notrun" | "skipped" | "suppressed" | "disabled" | "ignored" | "pending" => {
                    return Outcome::Skipped;
                }
                "failed" | "fail" | "failure" | "error" | "errored" => {
                    return Outcome::Failed(FailureKind::Test);
                }
                "timeout" | "timedout" => return Outcome::Failed(FailureKind::Timeout),
                _ => {}
            }
        }
        Outcome::Passed
    }
}

/// How it failed, by what the writers put into message and type.
fn kind(mark: Mark, reported: &Reported, printed: &Printed) -> FailureKind {
    let exception = reported.exception.as_str();
    if exception.starts_with("test abort") {
        return FailureKind::Crash;
    }
    if exception.starts_with("test timeout") {
        return FailureKind::Timeout;
    }
    if mark == Mark::Failure {
        return FailureKind::Test;
    }
    let message = reported.message.as_str();
    if printed.class_name == super::identity::SUITE_FAILED_TO_RUN || message.starts_with("collection failure")
    {
        FailureKind::Collection
    } else if message.starts_with("failed on setup with") || message.starts_with("failed on teardown with") {
        FailureKind::Setup
    } else {
        FailureKind::Test
    }
}
