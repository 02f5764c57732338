//! Finds the record of a failure by its name; and tells, of failures whose names there is no room for, who is new.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

use crate::event::TestId;

/// The bits of [`Crowd`]: of 100000 failures one or two are taken for another.
const CROWD_BITS: u64 = 2 * 1024 * 1024;
/// The bits that stand for one failure.
const MARKS: u64 = 4;

/// A key is a hash already.
#[derive(Debug, Default)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The numbers of records by section and name.
#[derive(Debug, Default)]
pub(super) struct Lookup {
    index: HashMap<u64, u32, BuildHasherDefault<Same>>,
    /// A bit for every [`trait_of`] a name that is in the index: most tests that are looked up never failed.
    seen: Vec<u64>,
}

/// A number from 0 to 4095 that a name has however it is split: of its length and its last bytes.
fn trait_of(id: TestId<'_>) -> usize {
    let parts = [id.name, id.separator, id.module];
    let length = parts.iter().fold(0_usize, |sum, part| sum.wrapping_add(part.len()));
    if let Some(last) = id.name.as_bytes().last_chunk::<4>() {
        return last.iter().rev().fold(length, trait_of_byte) & 0xfff;
    }
    let last = parts.iter().flat_map(|part| part.bytes().rev()).take(4);
    last.fold(length, |number, byte| trait_of_byte(number, &byte)) & 0xfff
}

fn trait_of_byte(number: usize, byte: &u8) -> usize {
    number.wrapping_mul(31).wrapping_add(usize::from(*byte))
}

fn key(section: u32, parts: [&str; 3]) -> u64 {
    let mut hasher = DefaultHasher::new();
    section.hash(&mut hasher);
    for part in parts {
        hasher.write(part.as_bytes());
    }
    hasher.finish()
}

fn id_key(section: u32, id: TestId<'_>) -> u64 {
    key(section, [id.module, id.separator, id.name])
}

fn extra_key(section: u32, extra: &str) -> u64 {
    key(section, ["\u{1f}", extra, ""])
}

impl Lookup {
    fn at(&self, key: u64) -> Option<usize> {
        self.index.get(&key).and_then(|at| usize::try_from(*at).ok())
    }

    /// The record of a test.
    pub(super) fn find(&self, section: u32, id: TestId<'_>) -> Option<usize> {
        let number = trait_of(id);
        if self.seen.get(number >> 6)?.wrapping_shr(u32::try_from(number & 63).unwrap_or(0)) & 1 == 0 {
            return None;
        }
        self.at(id_key(section, id))
    }

    /// The record of a further key.
    pub(super) fn find_extra(&self, section: u32, extra: &str) -> Option<usize> {
        self.at(extra_key(section, extra))
    }

    /// From now on a test is found at this record.
    pub(super) fn remember(&mut self, section: u32, id: TestId<'_>, at: u32) {
        let number = trait_of(id);
        self.seen.resize(64, 0);
        if let Some(bits) = self.seen.get_mut(number >> 6) {
            *bits |= 1_u64.wrapping_shl(u32::try_from(number & 63).unwrap_or(0));
        }
        self.index.insert(id_key(section, id), at);
    }

    /// From now on a further key is found at this record. Tells whether it is a new one.
    pub(super) fn remember_extra(&mut self, section: u32, extra: &str, at: u32) -> bool {
        self.index.insert(extra_key(section, extra), at).is_none()
    }

    /// A test is not found any more.
    pub(super) fn forget(&mut self, section: u32, id: TestId<'_>) {
        self.index.remove(&id_key(section, id));
    }

    /// A test is not found any more, if it was found at this record.
    pub(super) fn forget_at(&mut self, section: u32, id: TestId<'_>, at: usize) {
        if self.find(section, id) == Some(at) {
            self.forget(section, id);
        }
    }
}

/// Failures that are merely counted: a Bloom filter tells who was told before. It may take a new one for a known one, never
/// the other way round, so that what it counts is no more than there is.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    bits: Vec<u64>,
}

impl Crowd {
    /// A failure was told, perhaps under a second name; tells whether it is new.
    pub(super) fn is_new(&mut self, section: u32, id: TestId<'_>, alias: &str) -> bool {
        let words = usize::try_from(CROWD_BITS.div_euclid(64)).unwrap_or(0);
        self.bits.resize(words, 0);
        let known = self.mark(id_key(section, id));
        let known_as = !alias.is_empty() && self.mark(id_key(section, TestId::bare(alias)));
        !(known || known_as)
    }

    /// Sets the bits of a key; tells whether all of them were.
    fn mark(&mut self, key: u64) -> bool {
        let step = key.rotate_right(32) | 1;
        let mut known = true;
        for number in 0..MARKS {
            let bit = key.wrapping_add(step.wrapping_mul(number)).checked_rem(CROWD_BITS).unwrap_or(0);
            let Some(word) = usize::try_from(bit >> 6).ok().and_then(|at| self.bits.get_mut(at)) else {
                return false;
            };
            let mask = 1_u64.wrapping_shl(u32::try_from(bit & 63).unwrap_or(0));
            known &= *word & mask != 0;
            *word |= mask;
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_beyond_the_names_is_new_once() {
        let mut crowd = Crowd::default();
        let new = |crowd: &mut Crowd, name: &str, alias: &str| crowd.is_new(7, TestId::bare(name), alias);
        assert!(new(&mut crowd, "a::x", "") && !new(&mut crowd, "a::x", ""));
        assert!(
            new(&mut crowd, "y", "") && !new(&mut crowd, "b.py::y", "y") && !new(&mut crowd, "b.py::y", "")
        );
        assert!(crowd.is_new(8, TestId::bare("y"), ""));
    }

    #[test]
    fn of_a_hundred_thousand_failures_nearly_all_are_told_apart() {
        let mut crowd = Crowd::default();
        let names = (0..100_000).map(|number| format!("tests/test_{}.py::test_{number}", number % 7));
        let new = names.filter(|name| crowd.is_new(0, TestId::bare(name), "")).count();
        assert!((99_980..=100_000).contains(&new), "{new}");
    }
}
