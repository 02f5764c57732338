//! The last lines of tests that still run.
//!
//! In the verbose form a test's output comes before its result, with the test's number before every line, and several
//! tests' lines may be mixed.

use std::collections::VecDeque;

use crate::recognize::kit::bounds::LINE_BYTES;
use crate::recognize::kit::output::Names;

/// The most last lines of one running test that are kept.
const KEPT_LINES: usize = 60;
/// The most running tests whose output is kept.
const KEPT_TESTS: usize = 32;

/// The last lines of the tests that run, by their numbers, and which tests failed inside of them.
#[derive(Debug, Default)]
pub struct Running(Vec<(u64, VecDeque<String>, Names)>);

impl Running {
    /// A test began.
    pub fn start(&mut self, number: u64) {
        self.0.retain(|(each, ..)| *each != number);
        if self.0.len() >= KEPT_TESTS {
            self.0.remove(0);
        }
        self.0.push((number, VecDeque::new(), Names::default()));
    }

    /// Whether a test of this number runs.
    #[must_use]
    pub fn runs(&self, number: u64) -> bool {
        self.0.iter().any(|(each, ..)| *each == number)
    }

    /// Keeps what a running test printed.
    pub fn keep(&mut self, number: u64, text: &str) {
        let Some((_, lines, names)) = self.0.iter_mut().find(|(each, ..)| *each == number) else { return };
        names.line(text);
        let mut line = if lines.len() >= KEPT_LINES { lines.pop_front() } else { None }.unwrap_or_default();
        line.clear();
        line.push_str(clipped(text));
        lines.push_back(line);
    }

    /// A test ended: what it printed last, and what failed inside.
    #[must_use]
    pub fn finish(&mut self, number: u64) -> (VecDeque<String>, Names) {
        let at = self.0.iter().position(|(each, ..)| *each == number);
        let kept = at.map(|at| self.0.remove(at));
        kept.map(|(_, lines, names)| (lines, names)).unwrap_or_default()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

fn clipped(text: &str) -> &str {
    crate::text::head(text, LINE_BYTES)
}
