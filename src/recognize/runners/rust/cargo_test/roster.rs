//! The results that the status lines of one run reported, so that blocks of other tests inside a block are known for output.
//!
//! It only judges when every announced test had its status line; the quiet form and garbled lines leave it without
//! an opinion.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hasher as _};

use crate::budget::Count as _;

/// The most failed tests that are remembered.
const MOST: usize = 1 << 16;

/// The results of one run so far.
#[derive(Debug, Default)]
pub struct Roster {
    results: u64,
    failed: HashSet<u64>,
    /// More failed than are remembered.
    overflown: bool,
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(name.as_bytes());
    hasher.finish()
}

impl Roster {
    /// A test ended.
    pub fn result(&mut self) {
        self.results.up(1);
    }

    /// The test that ended failed.
    pub fn failed(&mut self, name: &str) {
        if self.failed.len() < MOST {
            self.failed.insert(hash(name));
        } else {
            self.overflown = true;
        }
    }

    /// Whether a run of so many tests cannot have a report on this one.
    pub fn rules_out(&self, name: &str, announced: Option<u64>) -> bool {
        !self.overflown && announced == Some(self.results) && !self.failed.contains(&hash(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_complete_roster_rules_a_test_out() {
        let mut roster = Roster::default();
        roster.result();
        roster.result();
        roster.failed("a");
        assert!(!roster.rules_out("a", Some(2)) && roster.rules_out("b", Some(2)));
        assert!(!roster.rules_out("b", Some(3)) && !roster.rules_out("b", None));
    }

    #[test]
    fn more_failed_tests_than_are_remembered_rule_none_out() {
        let mut roster = Roster::default();
        for number in 0..=MOST {
            roster.result();
            roster.failed(&number.to_string());
        }
        assert!(!roster.rules_out("b", Some(roster.results)));
    }
}
