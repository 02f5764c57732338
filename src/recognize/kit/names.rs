//! Numbers for names that come again: two tests of one name are two, and the second is called `name (2)`.
//!
//! A runner that reports its failures in several places (as they come, in a closing list) keeps one memory for each: the
//! second test of a name is the same in both.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher as _};

use crate::budget::Count as _;
use crate::event::TestId;

/// The most names that are remembered; further ones get no numbers.
const NAMES: usize = 8192;

/// The names that came, and how often.
#[derive(Clone, Debug, Default)]
pub(in crate::recognize) struct Names(HashMap<u64, u32>);

impl Names {
    /// How often a test of this id came, including this time. The whole name as shown is compared.
    pub(in crate::recognize) fn times(&mut self, id: TestId<'_>) -> u32 {
        let key = key(id);
        if let Some(times) = self.0.get_mut(&key) {
            times.up(1);
            return *times;
        }
        if self.0.len() < NAMES {
            self.0.insert(key, 1);
        }
        1
    }

    /// The id's name, with its number when the id came before.
    pub(in crate::recognize) fn next_of(&mut self, id: TestId<'_>) -> String {
        numbered(id.name, self.times(id))
    }

    /// The same for a name without a module.
    pub(in crate::recognize) fn next(&mut self, name: &str) -> String {
        self.next_of(TestId::bare(name))
    }

    /// Whether the name came.
    pub(in crate::recognize) fn knows(&self, name: &str) -> bool {
        self.0.contains_key(&key(TestId::bare(name)))
    }
}

/// The name of the test that came as the `times`-th of this name.
pub(in crate::recognize) fn numbered(name: &str, times: u32) -> String {
    if times > 1 { format!("{name} ({times})") } else { name.to_owned() }
}

fn key(id: TestId<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(format!("{}{}{}", id.module, id.separator, id.name).as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_comes_again_has_a_number() {
        let mut names = Names::default();
        assert!(!names.knows("adds"));
        assert_eq!([names.next("adds"), names.next("adds")], ["adds", "adds (2)"]);
        assert_eq!(names.next("adds"), "adds (3)");
        assert!(names.knows("adds"));
    }

    #[test]
    fn the_whole_name_counts_wherever_it_is_split() {
        let mut names = Names::default();
        let id = |module, name| TestId { module, separator: " ", name };
        assert_eq!([names.next_of(id("a", "b c")), names.next_of(id("b", "b c"))], ["b c", "b c"]);
        assert_eq!(names.next_of(id("a b", "c")), "c (2)");
    }

    #[test]
    fn names_beyond_the_bound_have_no_numbers() {
        let mut names = Names::default();
        for number in 0..=NAMES {
            assert_eq!(names.next(&number.to_string()), number.to_string());
        }
        let last = NAMES.to_string();
        assert_eq!([names.next(&last), names.next("0")], [last, "0 (2)".to_owned()]);
        assert_eq!(names.0.len(), NAMES);
    }
}
