//! The names that the report's headings reported and that the closing list has not repeated yet.
//!
//! The list says the same tests with their files. Knowing what is still to come, it can say which block it means and where
//! a name ends that looks like a message. Bounded: names beyond the bounds are forgotten, and the list then guesses.

use std::collections::HashMap;
use std::hash::BuildHasher;

use crate::budget::Count as _;

use foldhash::fast::RandomState;

/// The most names that are held.
const MOST: usize = 2048;
/// The most bytes of all names together.
const MOST_BYTES: usize = 128 * 1024;

/// Names of blocks, in the order of the report.
#[derive(Debug, Default)]
pub(super) struct Known {
    names: Vec<String>,
    /// How many names have each hash, so that most others need not be looked for.
    hashes: HashMap<u64, usize>,
    hasher: RandomState,
    bytes: usize,
    /// There was no room for a name.
    overflowed: bool,
}

impl Known {
    /// Remembers the name of a block.
    pub(super) fn push(&mut self, name: &str) {
        let bytes = self.bytes.saturating_add(name.len());
        if self.names.len() < MOST && bytes <= MOST_BYTES {
            self.bytes = bytes;
            self.names.push(name.to_owned());
            let same = self.hashes.entry(self.hasher.hash_one(name)).or_default();
            same.up(1);
        } else {
            self.overflowed = true;
        }
    }

    /// Whether a block of this name waits to be listed.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.hashes.contains_key(&self.hasher.hash_one(name)) && self.names.iter().any(|each| each == name)
    }

    /// Takes the first name for which `wanted` holds.
    pub(super) fn take(&mut self, wanted: impl FnMut(&str) -> bool) -> Option<String> {
        let mut wanted = wanted;
        let at = self.names.iter().position(|each| wanted(each))?;
        let name = self.names.remove(at);
        self.bytes.down(name.len());
        let hash = self.hasher.hash_one(name.as_str());
        let left = self.hashes.get(&hash).map_or(0, |same| same.saturating_sub(1));
        if left == 0 {
            self.hashes.remove(&hash);
        } else {
            self.hashes.insert(hash, left);
        }
        Some(name)
    }

    /// Whether no name is held.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether there was no room for a name.
    pub(super) const fn has_overflowed(&self) -> bool {
        self.overflowed
    }

    /// Whether names may have been forgotten.
    pub(super) fn is_full(&self) -> bool {
        self.names.len() >= MOST || self.bytes >= MOST_BYTES.saturating_sub(1024)
    }

    /// Forgets all names.
    pub(super) fn clear(&mut self) {
        self.names.clear();
        self.hashes.clear();
        self.bytes = 0;
        self.overflowed = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_beyond_the_bound_are_forgotten() {
        let mut known = Known::default();
        for number in 0..=MOST {
            known.push(&format!("test_{number}"));
        }
        assert!(known.contains("test_0") && !known.contains(&format!("test_{MOST}")));
        assert_eq!(known.take(|name| name == "test_1").as_deref(), Some("test_1"));
        assert!(!known.contains("test_1"));
    }
}
