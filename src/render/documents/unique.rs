//! A number distinguishes names that a host would take for the same.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::budget::Count as _;

/// How often each name was used, by hash.
#[derive(Debug, Default)]
pub(super) struct Unique(HashMap<u64, u32>);

impl Unique {
    /// How often the same parts were used, with this time.
    pub(super) fn number(&mut self, parts: &[&str]) -> u32 {
        let mut hasher = DefaultHasher::new();
        parts.hash(&mut hasher);
        let number = self.0.entry(hasher.finish()).or_insert(0);
        number.up(1);
        *number
    }

    /// The name, with a number after it from the second time on.
    pub(super) fn name(&mut self, before: &[&str], name: &str) -> String {
        let mut parts = before.to_vec();
        parts.push(name);
        match self.number(&parts) {
            1 => name.to_owned(),
            number => format!("{name} #{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_comes_again_has_a_number() {
        let mut unique = Unique::default();
        let names = ["a", "b", "a", "a"].map(|name| unique.name(&["s"], name));
        assert_eq!(names, ["a", "b", "a #2", "a #3"]);
        assert_eq!(unique.name(&["t"], "a"), "a");
    }
}
