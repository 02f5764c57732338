//! Which names the lines with a failure have: an unknown runner may report one failure on several lines, and may print
//! its name on another line than the word of failing.
//!
//! Compares words and understands none: what two lines have in common beside the words of failing is taken for a name. It
//! only decides which lines get room first.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// How many different longest words are held, each with the last line that had it.
const MOST: usize = 512;
/// How many words of a line are looked at.
const MOST_WORDS: usize = 12;

/// Words of failing, and words that are beside them on most such lines.
const COMMON: [&str; 24] = [
    "fail",
    "fails",
    "failed",
    "failure",
    "failures",
    "failing",
    "error",
    "errors",
    "errored",
    "fatal",
    "exception",
    "assertion",
    "test",
    "tests",
    "testcase",
    "case",
    "spec",
    "scenario",
    "example",
    "not",
    "ok",
    "in",
    "at",
    "elapsed",
];

/// What a line that names a failure adds to the lines before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reported {
    /// A name that was not reported before.
    New,
    /// Nothing that another line did not print.
    Replay,
    /// No name.
    Nothing,
}

/// The hashes of a line's words.
type Words = [u32; MOST_WORDS];

/// The names that were reported, as hashes of their words. At most [`MOST`] lines.
#[derive(Debug, Default)]
pub(super) struct ReportedNames {
    by_longest: HashMap<u64, Words>,
}

fn hash(word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}

/// Whether the word is a number with or without a unit, `0.008s`, `54/340`, or punctuation.
fn is_count(word: &str) -> bool {
    let unit = word.trim_start_matches(|each: char| !each.is_alphabetic());
    unit.len() <= 4
        && (unit.is_empty()
            || unit.len() < word.len() && matches!(unit, "s" | "ms" | "us" | "ns" | "sec" | "m"))
}

/// The words of a line that can belong to a name.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let bare = |word: &'_ str| -> bool {
        !is_count(word) && !COMMON.iter().any(|common| word.eq_ignore_ascii_case(common))
    };
    text.split_whitespace()
        .map(|word| word.trim_matches(|each: char| !each.is_alphanumeric()))
        .filter(move |word| bare(word))
        .take(MOST_WORDS)
}

impl ReportedNames {
    /// What the line adds. Its words are remembered from now on.
    pub(super) fn tell(&mut self, text: &str) -> Reported {
        let Some(longest) = words(text).max_by_key(|word| word.len()) else { return Reported::Nothing };
        let mut printed = Words::default();
        for (slot, word) in printed.iter_mut().zip(words(text)) {
            *slot = (hash(word) >> 32) as u32 | 1;
        }
        let longest = hash(longest);
        let full = self.by_longest.len() >= MOST;
        match self.by_longest.get_mut(&longest) {
            Some(before) if printed.iter().all(|word| *word == 0 || before.contains(word)) => {
                Reported::Replay
            }
            Some(before) => {
                *before = printed;
                Reported::New
            }
            None => {
                if !full {
                    self.by_longest.insert(longest, printed);
                }
                Reported::New
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_that_is_reported_again_in_other_words_is_no_other_one() {
        let mut names = ReportedNames::default();
        for (text, reported) in [
            ("    FAIL [   0.008s] ( 54/340) shop cart::tests::adds_two", Reported::New),
            ("test cart::tests::adds_two ... FAILED", Reported::Replay),
            ("test cart::tests::adds_three ... FAILED", Reported::New),
            ("==== cart-1.1 adds many items FAILED", Reported::New),
            ("==== cart-1.1 FAILED", Reported::Replay),
            ("FAIL src/cart.test.js > adds", Reported::New),
            ("FAIL src/cart.test.js > removes", Reported::New),
            ("not ok 12 - adds (0.3ms)", Reported::New),
            ("12) Failure:", Reported::Nothing),
            ("FAILED", Reported::Nothing),
            ("--- FAIL: (1.20s)", Reported::Nothing),
        ] {
            assert_eq!(names.tell(text), reported, "{text}");
        }
    }

    #[test]
    fn what_is_held_is_bounded() {
        let mut names = ReportedNames::default();
        for number in 0..20_000 {
            names.tell(&format!("FAIL name_of_a_test_that_is_long test{number}"));
            names.tell(&format!("FAIL a_name_{number}"));
        }
        assert!(names.by_longest.len() <= MOST);
    }
}
