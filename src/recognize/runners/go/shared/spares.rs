//! The memory of tests that are over, for those that begin: most tests are followed by others like them.

use super::roster::{Root, Subtests, Test};

/// How many records of top-level tests that are over are kept for the next ones, as many maps of subtests, and room for
/// how many subtests such a map has at most.
pub(super) const SPARES: (usize, usize) = (16, 64);
/// How many names of tests that are over are kept for their memory, and the most bytes of one.
const SPARE_NAMES: (usize, usize) = (64, 256);

/// Records of tests that are over, for the memory that they hold: most tests are followed by others like them.
#[derive(Debug, Default)]
pub(super) struct Spares {
    #[expect(clippy::vec_box, reason = "they go back into a map of boxes as they are")]
    pub(super) roots: Vec<Box<Root>>,
    pub(super) maps: Vec<Subtests>,
    names: Vec<String>,
}

impl Spares {
    /// The name, in memory that was used before where there is some.
    pub(super) fn name(&mut self, name: &str) -> String {
        let mut memory = self.names.pop().unwrap_or_default();
        memory.push_str(name);
        memory
    }

    pub(super) fn keep_name(&mut self, mut name: String) {
        if self.names.len() < SPARE_NAMES.0 && name.capacity() <= SPARE_NAMES.1 {
            name.clear();
            self.names.push(name);
        }
    }

    /// Keeps the memory of a record whose text is forgotten.
    pub(super) fn keep(&mut self, mut root: Box<Root>) {
        let mut subtests = std::mem::take(&mut root.subtests);
        let capacity = subtests.capacity();
        if !subtests.is_empty() {
            subtests.drain().for_each(|(name, _)| self.keep_name(name));
        }
        if (1..=SPARES.1).contains(&capacity) && self.maps.len() < SPARES.0 {
            self.maps.push(subtests);
        }
        if self.roots.len() < SPARES.0 {
            root.test = Test::default();
            root.last_run.clear();
            root.inside.clear();
            self.roots.push(root);
        }
    }
}
