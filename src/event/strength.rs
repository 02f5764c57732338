//! How much a sign of a failure says.

/// How much a sign says, from least to most: it decides what is shown first, never the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strength {
    /// A word of failing somewhere in an unknown line, or a mark unlike those of nearly all lines.
    Mention,
    /// A warning.
    Warning,
    /// What installers and shells print while they work, and attempts that are repeated.
    Slight,
    /// The bare words of failing.
    Word,
    /// Totals with failures, an exit status: what followed.
    Outcome,
    /// What says why: a crash, an assertion, an exception.
    Cause,
    /// What names one of many failures: a failed test, a compiler's error.
    Name,
}

impl Strength {
    /// All of them, the strongest first.
    pub const ALL: [Self; 7] =
        [Self::Name, Self::Cause, Self::Outcome, Self::Word, Self::Slight, Self::Warning, Self::Mention];
}
