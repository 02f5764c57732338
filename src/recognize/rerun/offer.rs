//! Whether what failed can be run again, and how it is named.

use super::script::Read;
use super::through::chosen;
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
    /// Whether a runner may be able to run it alone: a test or a file of tests.
    #[must_use]
    pub const fn is_part(&self) -> bool {
        self.is_test() || self.is_file()
    }

    /// Whether a whole file of tests failed.
    pub(super) const fn is_file(&self) -> bool {
        matches!(self.kind, FailureKind::Collection)
    }

    /// Whether a test failed, and not what is round it.
    const fn is_test(&self) -> bool {
        matches!(
            self.kind,
            FailureKind::Test
                | FailureKind::Setup
                | FailureKind::Crash
                | FailureKind::Timeout
                | FailureKind::Unfinished
        )
    }

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

/// A command that runs again what failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its words.
    pub words: Vec<String>,
    /// How many of the failures it runs.
    pub runs: usize,
}

/// The words of the command that runs exactly what failed, without what cannot be run alone.
///
/// # Errors
/// The reason, when there is no such command.
pub fn rerun(words: &[String], failed: &[Failed<'_>], read: Read<'_>) -> Result<Made, String> {
    let whole: Vec<Failed<'_>> = failed.iter().filter(|each| is_whole(each)).copied().collect();
    if whole.is_empty() {
        return Err("no failure is a test that is known by its whole name, or a file".to_owned());
    }
    if whole.len() > MOST {
        return Err(format!("more than {MOST} tests failed"));
    }
    let made = |failed: &[Failed<'_>]| chosen(words, failed, read, 0);
    let (words, runs) = match made(&whole) {
        Ok(words) => (words, whole.len()),
        // One of them may be what stops it.
        Err(why) => {
            let alone: Vec<Failed<'_>> =
                whole.iter().filter(|each| made(&[**each]).is_ok()).copied().collect();
            if alone.is_empty() || alone.len() == whole.len() {
                return Err(why);
            }
            (made(&alone)?, alone.len())
        }
    };
    let bytes = words.iter().fold(0_usize, |sum, word| sum.saturating_add(word.len()));
    if bytes > MOST_BYTES {
        return Err("the names of the failed tests are too long for one command".to_owned());
    }
    Ok(Made { words, runs })
}

/// Whether the name is the runner's own, all of it.
fn is_whole(failed: &Failed<'_>) -> bool {
    let name = failed.shown();
    let changed = ["<U+", "\u{fffd}", "[redacted:", "\u{2026}"];
    failed.is_part()
        && !name.is_empty()
        && name.len() < NAME_BYTES
        && !name.chars().any(char::is_control)
        && !changed.iter().any(|mark| name.contains(mark))
}
