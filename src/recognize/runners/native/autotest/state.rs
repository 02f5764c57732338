//! What is known of a run while it is read: its form, the test whose report is open, and what became of those before.

use super::autotest_lines::Word;
use super::block::Text;
use super::mixed::Mixed;

/// What of the run is in the log.
#[derive(Debug, Default)]
pub(super) enum Form {
    #[default]
    Unknown,
    /// A line for each test.
    Silent,
    /// Each test's report, one after the other.
    Verbose,
    /// Reports of several tests at once.
    Mixed(Mixed),
    /// The totals of a log of its own.
    Log,
}

/// A test whose report is read.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) number: u64,
    /// Where it is in the suite.
    pub(super) place: String,
    pub(super) name: String,
    /// Its report's first line.
    pub(super) head: String,
    pub(super) text: Text,
    pub(super) tail: Option<Tail>,
    /// What is after its last line, which the test may have printed.
    pub(super) after: Vec<String>,
    /// Somebody else spoke since: the run may have been killed.
    pub(super) broken: bool,
}

/// The last line of a report.
#[derive(Debug)]
pub(super) struct Tail {
    pub(super) word: Word,
    pub(super) place: Option<(String, Option<u64>)>,
    pub(super) line: String,
}

/// What was reported a test that failed.
#[derive(Debug)]
pub(super) struct Failed {
    pub(super) number: u64,
    pub(super) name: String,
}

/// Tests, by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) passed: u64,
    pub(super) failed: u64,
    pub(super) skipped: u64,
    pub(super) other: u64,
}
