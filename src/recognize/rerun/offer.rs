//! Whether what failed can be run again, and how it is named.

use super::families;
use crate::event::{FailureKind, Runner, TestId};

/// What failed, as far as a runner has to know it.
#[derive(Clone, Copy, Debug)]
pub struct Failed<'a> {
    /// Whose test it is.
    pub runner: Runner,
    /// Its name.
    pub id: TestId<'a>,
    /// How it failed.
    pub kind: FailureKind,
    /// What the part of the run is about that had it: a package, a target.
    pub label: &'a str,
}

impl Failed<'_> {
    /// The whole name.
    pub(super) fn shown(&self) -> String {
        [self.id.module, self.id.separator, self.id.name].concat()
    }
}

/// The most bytes of a name: a longer one may be cut.
const NAME_BYTES: usize = 4096;
/// The most failures of one command.
const MOST: usize = 1000;
/// The most bytes of all words of a command.
const MOST_BYTES: usize = 96 * 1024;

/// The words of the command that runs exactly what failed.
#[must_use]
pub fn rerun(words: &[String], failed: &[Failed<'_>]) -> Option<Vec<String>> {
    if failed.is_empty() || failed.len() > MOST || !failed.iter().all(is_whole) {
        return None;
    }
    let made = families::family(words, failed)?;
    let bytes = made.iter().fold(0_usize, |sum, word| sum.saturating_add(word.len()));
    (bytes <= MOST_BYTES).then_some(made)
}

/// Whether the name is the runner's own, all of it.
fn is_whole(failed: &Failed<'_>) -> bool {
    let name = failed.shown();
    let changed = ["<U+", "\u{fffd}", "[redacted:", "\u{2026}"];
    let is_test = matches!(
        failed.kind,
        FailureKind::Test
            | FailureKind::Setup
            | FailureKind::Crash
            | FailureKind::Timeout
            | FailureKind::Unfinished
    );
    is_test
        && !name.is_empty()
        && name.len() < NAME_BYTES
        && !name.chars().any(char::is_control)
        && !changed.iter().any(|mark| name.contains(mark))
}
