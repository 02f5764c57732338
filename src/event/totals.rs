//! What runners print of their own results: their totals, and how their sections end.

/// What a runner prints of its own results. `None` is unknown, never zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Tests that passed.
    pub passed: Option<u64>,
    /// Tests that failed.
    pub failed: Option<u64>,
    /// Errors that the runner counts apart from failures (collection, set-up, thrown exceptions).
    pub errors: Option<u64>,
    /// Skipped, ignored, pending or disabled tests.
    pub skipped: Option<u64>,
    /// Everything else that counts: expected failures, unexpected passes, measured benchmarks.
    pub other: Option<u64>,
    /// The total, when the runner prints one.
    pub total: Option<u64>,
}

/// What totals cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// One suite inside a section; says nothing of the section.
    Suite,
    /// The whole section: closes it when it reconciles.
    Section,
    /// The whole run over several sections; compared with their sum, closes nothing.
    Run,
}

/// How a section ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A package's or suite's closing line without totals that says it passed (`ok  pkg 0.01s`).
    Passed,
    /// A package's or suite's closing line without totals that says it failed (`FAIL pkg 0.01s`).
    Failed,
    /// The process died or was killed; what ran may be lost.
    Crash,
    /// Another run of the same runner began.
    Replaced,
}
