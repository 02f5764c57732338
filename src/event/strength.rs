//! How much a sign of a failure says.

/// How much a sign says, from least to most: it decides what is shown first, never the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strength {
    /// A warning.
    Warning,
    /// What installers and shells say while they work, and tries that are repeated.
    Slight,
    /// The bare words of failing.
    Word,
    /// Totals with failures, an exit status: what followed.
    Outcome,
    /// What names the failure or its reason: a crash, a compiler's error, an assertion, a failed test.
    Cause,
}

impl Strength {
    /// All of them, the strongest first.
    pub const ALL: [Self; 5] = [Self::Cause, Self::Outcome, Self::Word, Self::Slight, Self::Warning];
}
