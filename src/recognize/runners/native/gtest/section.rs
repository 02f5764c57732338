//! One run of a test program: the test that is running, what it printed last, and what was counted.

use super::failure::Reported;
use super::gtest_lines::Closing;
use crate::event::{FailureKind, Opened};
use crate::recognize::runners::native::shared::last_lines::LastLines;

/// Cut at a character, in bytes.
#[must_use]
pub fn clipped(text: &str, most: usize) -> &str {
    crate::text::head(text, most)
}

/// What a failure of GoogleTest's is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// A test, by its name.
    Test(String),
    /// Set-up or tear-down of a suite or of the environment, by the name that is shown.
    Whole(String),
}

/// What is open inside a run.
#[derive(Debug, Default)]
pub struct Open {
    /// The failure whose block is open.
    pub about: Option<About>,
    /// Its text.
    pub reported: Reported,
    /// A process died while it ran, and how.
    pub died: Option<FailureKind>,
    /// The reason of a skip: `Some("")` when the next line tells it.
    pub skip: Option<String>,
}

/// One run.
#[derive(Debug, Default)]
pub struct Run {
    /// How it began: with its header, or with results without one.
    pub opened: Option<Opened>,
    /// The suite that was announced last.
    pub suite: String,
    /// The test that runs.
    pub running: Option<String>,
    /// What is open.
    pub open: Open,
    /// The last lines that the running test printed.
    pub last: LastLines,
    /// Skips that were seen.
    pub skipped: u64,
    /// Failed set-ups and tear-downs that were reported.
    pub suites: u64,
    /// The totals as far as they were read.
    pub closing: Option<Closing>,
}
