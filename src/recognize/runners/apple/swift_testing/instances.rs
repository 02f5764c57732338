//! How many tests of one name began and ended in a run.
//!
//! Swift Testing prints functions without their type and runs them side by side, so that two tests of one run may
//! share a name. What the first of them says must not be taken for another attempt of the second: a failure would
//! turn into a flaky pass.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::budget::Count as _;

/// The most names of one run that are distinguished; further ones are taken for unique.
pub const NAMES: usize = 16_384;
/// The most bytes of a running test's name that are held.
pub const NAME_BYTES: usize = 256;

/// The state of all tests of one name.
#[derive(Debug, Default)]
struct Count {
    started: u32,
    ended: u32,
    failed: u32,
    headed: bool,
    /// Held while one of them runs.
    name: Option<String>,
}

/// The names of a run.
#[derive(Debug, Default)]
pub struct Instances {
    names: HashMap<u64, Count>,
    running: u64,
}

/// How to tell an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// Under the test's name.
    Named,
    /// Not at all: the name stands for another test, too, which still runs or has failed.
    Silent,
    /// As the failure of one more test of that name; its number, from 2.
    Numbered(u32),
}

impl Instances {
    /// A test began. Whether it is the first of its name.
    pub fn begin(&mut self, name: &str) -> bool {
        self.running.up(1);
        let Some(count) = self.count(name) else { return true };
        count.started.up(1);
        count.name.get_or_insert_with(|| clipped(name).to_owned());
        count.started == 1
    }

    /// A test passed or was skipped; a skipped one may never have begun.
    pub fn pass(&mut self, name: &str) -> Telling {
        let Some(count) = self.end(name) else { return Telling::Named };
        if count.failed > 0 || count.ended < count.started { Telling::Silent } else { Telling::Named }
    }

    /// A test failed.
    pub fn fail(&mut self, name: &str) -> Telling {
        let Some(count) = self.end(name) else { return Telling::Named };
        count.failed.up(1);
        if count.failed == 1 { Telling::Named } else { Telling::Numbered(count.failed) }
    }

    /// An issue of this test is reported. Whether it is the first, which heads the failure.
    pub fn head(&mut self, name: &str) -> bool {
        self.count(name).is_none_or(|count| !std::mem::replace(&mut count.headed, true))
    }

    /// Whether an issue heads the failure of this name already.
    pub fn is_headed(&self, name: &str) -> bool {
        self.names.get(&hash(name)).is_some_and(|count| count.headed)
    }

    fn end(&mut self, name: &str) -> Option<&mut Count> {
        let key = hash(name);
        if !self.names.contains_key(&key) {
            if self.names.len() >= NAMES {
                self.running.down(1);
            }
            return self.count(name);
        }
        let count = self.names.get_mut(&key)?;
        if count.ended < count.started {
            self.running.down(1);
        }
        count.ended.up(1);
        if count.ended >= count.started {
            count.name = None;
        }
        Some(count)
    }

    /// Whether a test of this name runs.
    pub fn runs(&self, name: &str) -> bool {
        self.names.get(&hash(name)).is_some_and(|count| count.ended < count.started)
    }

    /// How many tests run.
    pub fn running(&self) -> u64 {
        self.running
    }

    /// The only test that runs.
    pub fn sole(&self) -> Option<&str> {
        if self.running != 1 {
            return None;
        }
        self.names.values().find_map(|count| count.name.as_deref())
    }

    /// The tests that run are lost, and may run again.
    pub fn lose_running(&mut self) {
        self.names.retain(|_, count| count.name.is_none());
        self.running = 0;
    }

    /// All tests run again.
    pub fn clear(&mut self) {
        self.names.clear();
        self.running = 0;
    }

    fn count(&mut self, name: &str) -> Option<&mut Count> {
        let key = hash(name);
        if self.names.len() >= NAMES && !self.names.contains_key(&key) {
            return None;
        }
        Some(self.names.entry(key).or_default())
    }
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

/// At most [`NAME_BYTES`] of a text, at a char's boundary.
pub fn clipped(text: &str) -> &str {
    crate::text::head(text, NAME_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_of_one_test_is_no_second_attempt_of_its_namesake() {
        let mut names = Instances::default();
        assert!(names.begin("f()") && !names.begin("f()"));
        assert_eq!(names.fail("f()"), Telling::Named);
        assert_eq!(names.pass("f()"), Telling::Silent);
        assert_eq!(names.fail("f()"), Telling::Numbered(2));
        names.clear();
        assert!(names.begin("f()"));
        assert_eq!(names.pass("f()"), Telling::Named);
    }

    #[test]
    fn the_only_running_test_is_known_by_name_and_can_run_again() {
        let mut names = Instances::default();
        names.begin("f()");
        names.begin("g()");
        assert_eq!(names.sole(), None);
        names.pass("f()");
        assert_eq!((names.running(), names.sole()), (1, Some("g()")));
        names.lose_running();
        assert_eq!((names.running(), names.sole()), (0, None));
        assert!(names.begin("g()"));
    }

    #[test]
    fn the_names_are_bounded_and_the_running_tests_still_counted() {
        let mut names = Instances::default();
        let more = NAMES + 2;
        for number in 0..more {
            names.begin(&number.to_string());
        }
        assert_eq!(names.names.len(), NAMES);
        for number in 0..more {
            assert_eq!(names.pass(&number.to_string()), Telling::Named);
        }
        assert_eq!(names.running(), 0);
    }

    #[test]
    fn a_name_is_reported_passed_when_the_last_of_its_tests_passed() {
        let mut names = Instances::default();
        names.begin("f()");
        names.begin("f()");
        assert_eq!(names.pass("f()"), Telling::Silent);
        assert_eq!(names.pass("f()"), Telling::Named);
    }
}
