//! What the status of a Cucumber step means for its scenario.

use crate::event::{FailureKind, Outcome};

/// How bad a status is, from passed to failed: that of a scenario is its steps' worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All is well, or nothing was to be done.
    #[default]
    Passed,
    /// It did not run.
    Skipped,
    /// It says itself that it is not done. All but old versions of Cucumber for Ruby take that for a failure.
    Pending,
    /// No definition, or several.
    Undefined,
    /// It failed.
    Failed,
}

impl Status {
    /// By its word, which versions write in either case.
    pub fn of(word: &str) -> Self {
        match word.to_ascii_lowercase().as_str() {
            "passed" => Self::Passed,
            "skipped" => Self::Skipped,
            "pending" => Self::Pending,
            "undefined" | "ambiguous" => Self::Undefined,
            _ => Self::Failed,
        }
    }

    /// What becomes of a scenario.
    pub fn outcome(self, hook: bool) -> Outcome {
        match self {
            Self::Passed => Outcome::Passed,
            Self::Skipped => Outcome::Skipped,
            _ if hook => Outcome::Failed(FailureKind::Setup),
            _ => Outcome::Failed(FailureKind::Test),
        }
    }
}
