//! The parts of a session's report, in the order in which pytest writes them.

/// Where in a session a line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// No session is open.
    #[default]
    Outside,
    /// The header, the collection and the tests' results.
    Progress,
    /// `ERRORS`: fixtures and files that could not be collected.
    Errors,
    /// `FAILURES`.
    Failures,
    /// `XFAILURES`: reports of expected failures.
    Expected,
    /// `warnings summary`.
    Warnings,
    /// `PASSES`, `XPASSES`: output of tests that passed.
    Passes,
    /// What a plugin adds: coverage, durations.
    Foreign,
    /// `rerun test summary info`.
    Reruns,
    /// `short test summary info`.
    Summary,
}

impl Part {
    /// The part that a rule's title opens; `None` for a title that pytest itself does not use.
    pub(super) fn of(title: &str) -> Option<Self> {
        Some(match title {
            "ERRORS" => Self::Errors,
            "FAILURES" => Self::Failures,
            "XFAILURES" => Self::Expected,
            "warnings summary" | "warnings summary (final)" => Self::Warnings,
            "PASSES" | "XPASSES" => Self::Passes,
            "short test summary info" => Self::Summary,
            "rerun test summary info" => Self::Reruns,
            _ if title.starts_with("slowest ") && title.ends_with("durations") => Self::Foreign,
            _ => return None,
        })
    }
}
