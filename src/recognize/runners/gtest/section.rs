//! One run of a test program: the test that is running, what it printed last, and what was counted.

use std::collections::VecDeque;

use super::failure::Told;
use super::lines::Closing;
use crate::event::FailureKind;

/// The most last lines of a test's output that are kept until it is known to have failed.
const KEPT_LINES: usize = 12;
/// The most bytes of each.
const KEPT_BYTES: usize = 400;

/// Cut at a character, in bytes.
#[must_use]
pub fn clipped(text: &str, most: usize) -> &str {
    crate::text::head(text, most)
}

/// The last lines of output.
#[derive(Debug, Default)]
pub struct LastLines(VecDeque<String>);

impl LastLines {
    /// Keeps a line; its buffer is that of the line that is forgotten.
    pub fn keep(&mut self, text: &str) {
        let full = self.0.len() >= KEPT_LINES;
        let mut line = if full { self.0.pop_front() } else { None }.unwrap_or_default();
        line.clear();
        line.push_str(clipped(text, KEPT_BYTES));
        self.0.push_back(line);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// What was kept, as one text; forgets it.
    #[must_use]
    pub fn take(&mut self) -> Option<String> {
        let lines: Vec<String> = self.0.drain(..).collect();
        let text = lines.join("\n");
        (!text.trim().is_empty()).then_some(text)
    }
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
    pub told: Told,
    /// A process died while it ran, and how.
    pub died: Option<FailureKind>,
    /// The reason of a skip: `Some("")` when the next line tells it.
    pub skip: Option<String>,
}

/// One run.
#[derive(Debug, Default)]
pub struct Run {
    /// Whether its header was seen.
    pub headed: bool,
    /// Whether results were read without a header.
    pub headless: bool,
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
    /// Failed set-ups and tear-downs that were told.
    pub suites: u64,
    /// The totals as far as they were read.
    pub closing: Option<Closing>,
}
