//! Equal names told apart: the second `adds` is `adds (2)`.
//!
//! Some runners have nothing but a name to tell a failure by, and a test may fail several times.

use std::collections::HashMap;

use crate::text::head;

/// How many names are told apart when they come again.
const MOST_NAMES: usize = 4096;
/// The longest name that is held, in bytes: longer ones are told apart by their beginnings.
const LONGEST_NAME: usize = 1024;

/// The names of a run so far.
#[derive(Debug, Default)]
pub(super) struct Again {
    times: HashMap<String, u32>,
}

impl Again {
    /// The name, with a number when it came before.
    pub(super) fn name(&mut self, name: &str) -> String {
        self.name_of(name, name)
    }

    /// The name, with a number when its key came before: names of different files may be equal.
    pub(super) fn name_of(&mut self, key: &str, name: &str) -> String {
        let key = head(key, LONGEST_NAME);
        let times = match self.times.get_mut(key) {
            Some(times) => {
                *times = times.saturating_add(1);
                *times
            }
            None => {
                if self.times.len() < MOST_NAMES {
                    self.times.insert(key.to_owned(), 1);
                }
                1
            }
        };
        if times > 1 { format!("{name} ({times})") } else { name.to_owned() }
    }

    /// Forgets all names: another run begins.
    pub(super) fn clear(&mut self) {
        self.times.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_of_equal_names_is_numbered() {
        let mut again = Again::default();
        let names = ["a", "b", "a", "a"].map(|name| again.name(name));
        assert_eq!(names, ["a", "b", "a (2)", "a (3)"]);
        assert_eq!(again.name_of("file: b", "b"), "b");
        again.clear();
        assert_eq!(again.name("a"), "a");
    }

    #[test]
    fn no_more_names_are_held_than_there_is_room_for() {
        let mut again = Again::default();
        for number in 0..MOST_NAMES {
            again.name(&number.to_string());
        }
        assert_eq!([again.name("one more"), again.name("one more")], ["one more", "one more"]);
        assert_eq!(again.name("0"), "0 (2)");
        let long = "é".repeat(LONGEST_NAME);
        assert_eq!(again.name(&long), long);
    }
}
