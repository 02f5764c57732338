//! The verdict: from witnesses, never from words.

use super::failures::State;
use super::reconcile::declared_failures;
use super::report::Report;
use super::section::{Section, SectionState};
use crate::event::{Ended, Opened};
use crate::source::{Ending, How};

/// What can be said of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is evidence that everything passed.
    Passed,
    /// A witness says that something failed.
    Failed,
    /// A run began, its end was never seen, and no failure is known.
    Incomplete,
    /// Nothing can be said.
    Unknown,
}

impl Verdict {
    /// As the verdict line prints it.
    #[must_use]
    pub const fn upper(self) -> &'static str {
        match self {
            Self::Passed => "PASSED",
            Self::Failed => "FAILED",
            Self::Incomplete => "INCOMPLETE",
            Self::Unknown => "UNKNOWN",
        }
    }

    /// As the JSON prints it.
    #[must_use]
    pub const fn lower(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Incomplete => "incomplete",
            Self::Unknown => "unknown",
        }
    }
}

/// What kind of input there was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Text, or what a report file says.
    Text,
    /// Bytes that are not text, and in which no recognizer found anything.
    Binary,
    /// Nothing at all.
    Nothing,
}

/// An input is binary when it has at least `BINARY_CHARS` chars that text does not have, and they are at least one in
/// `BINARY_SHARE`.
const BINARY_CHARS: u64 = 64;
const BINARY_SHARE: u64 = 10;

/// What is known from outside of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Witness {
    /// The exit status of the run.
    pub exit: Option<i32>,
    /// How the command ended, when weir ran it; it overrides `exit`.
    pub ending: Option<Ending>,
    /// Whether the stream was interrupted before its end.
    pub interrupted: bool,
    /// How long the command ran, in milliseconds, by the clock of the program that ran it.
    pub ran_ms: Option<u64>,
}

impl Witness {
    /// The exit status, 128 + n after signal n: zero is success and nothing else is.
    #[must_use]
    pub fn status(self) -> Option<i32> {
        self.ending.map(|ending| ending.how.status()).or(self.exit)
    }

    /// Whether the command was asked to end, for example by Ctrl-C: how it then ended says nothing of what it did.
    #[must_use]
    pub const fn was_asked_to_end(self) -> bool {
        let by_itself = matches!(self.ending, Some(Ending { how: How::Exited(_) | How::Killed(_), .. }));
        self.interrupted && by_itself
    }
}

fn says_failed(section: &Section) -> bool {
    let declared = section.declared.as_ref().and_then(declared_failures).unwrap_or(0);
    let lost = !section.is_closed();
    declared > 0
        || section.located.failed > 0
        || section.located.unnamed > 0
        || matches!(section.ended, Some(Ended::Failed | Ended::Crash))
        || (lost && section.located.failures() > 0)
        || section.refused_failures() > 0
}

/// Whether the section reports any test at all: a run without tests is no evidence.
fn something_ran(section: &Section) -> bool {
    let located = &section.located;
    let totals = section.declared.unwrap_or_default();
    let reported = [totals.passed, totals.skipped, totals.other, totals.total];
    reported.iter().flatten().any(|number| *number > 0)
        || section.ended == Some(Ended::Passed)
        || located.passes() > 0
        || located.skipped > 0
        || located.other > 0
}

impl Report {
    /// Whether the run was stopped before its end: the stream was, or a runner says so.
    #[must_use]
    pub fn is_interrupted(&self, witness: Witness) -> bool {
        witness.interrupted || self.sections.iter().any(|section| section.counts() && section.interrupted)
    }

    /// Whether nothing can be called passed although nothing is known to have failed.
    #[must_use]
    pub fn is_unsure(&self) -> bool {
        self.unknown_signs() > 0 || self.report_failed || self.doubted || self.reading() != Reading::Text
    }

    /// What was read.
    #[must_use]
    pub fn reading(&self) -> Reading {
        let chars = self.ledger.seen().chars;
        let known = !self.sections.is_empty() || !self.failures.records().is_empty();
        if known {
            Reading::Text
        } else if chars == 0 && !self.reading_report {
            Reading::Nothing
        } else if self.escaped >= BINARY_CHARS && self.escaped.saturating_mul(BINARY_SHARE) >= chars {
            Reading::Binary
        } else {
            Reading::Text
        }
    }

    /// The verdict.
    #[must_use]
    pub fn verdict(&self, witness: Witness) -> Verdict {
        let counted = || self.sections.iter().filter(|section| section.counts());
        let stray = self
            .strays
            .iter()
            .chain(&self.run_totals)
            .any(|(_, totals)| declared_failures(totals).unwrap_or(0) > 0);
        let live = self.failures.records().iter().any(|failure| failure.state == State::Live);
        let tests = || counted().filter(|section| section.has_tests);
        let lost = tests().any(|section| section.state != SectionState::Closed);
        let failures = live || stray || counted().any(says_failed);
        if self.is_interrupted(witness) && (failures || tests().next().is_some()) {
            return Verdict::Incomplete;
        }
        let out_of_time = matches!(witness.ending, Some(Ending { how: How::TimedOut(_), .. }));
        if out_of_time || (witness.was_asked_to_end() && witness.status() != Some(0)) {
            return Verdict::Incomplete;
        }
        if witness.status().is_some_and(|status| status != 0) || failures {
            return Verdict::Failed;
        }
        if witness.interrupted || self.report_failed || self.doubted {
            return Verdict::Unknown;
        }
        if witness.status() == Some(0) {
            return Verdict::Passed;
        }
        if lost || self.crowded {
            return Verdict::Incomplete;
        }
        let own = tests().all(|section| section.opened == Opened::Own);
        if own && tests().any(something_ran) && self.strong_signs() == 0 {
            return Verdict::Passed;
        }
        Verdict::Unknown
    }
}
