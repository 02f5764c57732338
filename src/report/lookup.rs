//! Finds the record of a failure by its name. Says of failures whose names there is no room for which are new.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

use crate::budget::Count as _;
use crate::event::TestId;

/// The most failures that [`Crowd`] distinguishes: as many as tables of 262144 places take, 1.6 MB.
const MOST_DISTINGUISHED: usize = 262_144 / 8 * 7;
/// In how many tables [`Crowd`] keeps them: each grows by itself, so at most one is held twice at a time.
const TABLES: usize = 16;

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
    /// A bit for the [`trait_of`] each name in the index: most tests that are looked up never failed.
    seen: Vec<u64>,
}

/// A number from 0 to 4095 that depends on the length and the last bytes of a name, not on how it is split.
fn trait_of(id: TestId<'_>) -> usize {
    let parts = [id.name, id.separator, id.module];
    let length = parts.iter().fold(0_usize, |sum, part| sum.wrapping_add(part.len()));
    if let Some(last) = id.name.as_bytes().last_chunk::<4>() {
        return trait_of_bytes(*last, length);
    }
    // However it is split, its last bytes are the same.
    let mut last = [0; 4];
    let bytes = parts.iter().flat_map(|part| part.bytes().rev());
    last.iter_mut().rev().zip(bytes).for_each(|(place, byte)| *place = byte);
    trait_of_bytes(last, length)
}

fn trait_of_bytes(last: [u8; 4], length: usize) -> usize {
    let number = u32::from_le_bytes(last).wrapping_mul(0x9e37_79b1) >> 20;
    usize::try_from(number).unwrap_or(0).wrapping_add(length) & 0xfff
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

    /// From now on a further key is found at this record. Returns whether the key is new.
    pub(super) fn remember_extra(&mut self, section: u32, extra: &str, at: u32) -> bool {
        self.index.insert(extra_key(section, extra), at).is_none()
    }

    /// A test is not found anymore.
    pub(super) fn forget(&mut self, section: u32, id: TestId<'_>) {
        self.index.remove(&id_key(section, id));
    }

    /// A test is not found anymore, if it was found at this record.
    pub(super) fn forget_at(&mut self, section: u32, id: TestId<'_>, at: usize) {
        if self.find(section, id) == Some(at) {
            self.forget(section, id);
        }
    }
}

/// How a failure is recognized that was reported before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity<'a> {
    /// By its name; or by this other one under which a block may have reported it, unless that is empty.
    Name {
        /// The other name.
        alias: &'a str,
    },
    /// By a key that says more than its name.
    Key(&'a str),
    /// Not at all: it is another one each time.
    None,
}

/// What a report does to the number of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported {
    /// There is one more.
    New,
    /// It was reported before.
    Known,
    /// Two that were reported before are one.
    United,
}

/// Failures that are merely counted: their keys say which were reported before.
///
/// Bounded by [`MOST_DISTINGUISHED`]; what is reported beyond counts as known, so that there are at least as many
/// failures as it counts.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    tables: [HashSet<Short, BuildHasherDefault<Same>>; TABLES],
    reported: usize,
}

/// Five bytes of a key. With the number of the table, two keys of a full crowd are equal only once in hundreds of crowds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Short([u8; 5]);

impl Short {
    fn of(key: u64) -> Self {
        let [a, b, c, d, e, ..] = key.to_le_bytes();
        Self([a, b, c, d, e])
    }
}

impl Hash for Short {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [a, b, c, d, e] = self.0;
        // A hash table uses the lowest and the highest bits.
        state.write_u64(u64::from_le_bytes([a, b, c, d, e, 0, 0, 0]).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }
}

impl Crowd {
    fn table(&mut self, key: u64) -> Option<&mut HashSet<Short, BuildHasherDefault<Same>>> {
        self.tables.get_mut(usize::from(key.to_le_bytes()[7]) % TABLES)
    }

    fn contains(&mut self, key: u64) -> bool {
        self.table(key).is_some_and(|table| table.contains(&Short::of(key)))
    }

    fn insert(&mut self, key: u64) {
        let is_new = self.table(key).is_some_and(|table| table.insert(Short::of(key)));
        self.reported.up(usize::from(is_new));
    }

    fn remove(&mut self, key: u64) -> bool {
        let was_reported = self.table(key).is_some_and(|table| table.remove(&Short::of(key)));
        self.reported.down(usize::from(was_reported));
        was_reported
    }

    /// A failure was reported.
    pub(super) fn tell(&mut self, section: u32, id: TestId<'_>, identity: Identity<'_>) -> Reported {
        let key = match identity {
            Identity::None => return Reported::New,
            Identity::Key(key) => extra_key(section, key),
            Identity::Name { .. } => id_key(section, id),
        };
        let known = self.contains(key);
        // The alias of this one is free for the next one's block.
        let reported_as = match identity {
            Identity::Name { alias } if !alias.is_empty() => {
                let alias = id_key(section, TestId::bare(alias));
                alias != key && self.remove(alias)
            }
            _ => false,
        };
        let room = self.reported < MOST_DISTINGUISHED;
        if room {
            self.insert(key);
        }
        match (known, reported_as) {
            (true, true) => Reported::United,
            (false, false) if room => Reported::New,
            _ => Reported::Known,
        }
    }

    /// A failure turned out not to be one. Returns whether it was counted.
    pub(super) fn forget(&mut self, section: u32, id: TestId<'_>) -> bool {
        self.reported > 0 && self.remove(id_key(section, id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(crowd: &mut Crowd, name: &str, alias: &str) -> Reported {
        crowd.tell(7, TestId::bare(name), Identity::Name { alias })
    }

    #[test]
    fn a_name_has_one_trait_however_it_is_split() {
        let split = |module, separator, name| trait_of(TestId { module, separator, name });
        for whole in ["a::b", "quay::holds", "q::\u{e9}", "::", "a"] {
            let number = split("", "", whole);
            for at in (0..=whole.len()).filter(|at| whole.is_char_boundary(*at)) {
                assert_eq!(split(&whole[..at], "", &whole[at..]), number, "{whole} at {at}");
                for end in (at..=whole.len()).filter(|end| whole.is_char_boundary(*end)) {
                    assert_eq!(
                        split(&whole[..at], &whole[at..end], &whole[end..]),
                        number,
                        "{whole} {at} {end}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_failure_beyond_the_names_is_new_once() {
        let mut crowd = Crowd::default();
        assert_eq!(
            [reported(&mut crowd, "a::x", ""), reported(&mut crowd, "a::x", "")],
            [Reported::New, Reported::Known]
        );
        let of_y = [("y", ""), ("b.py::y", "y"), ("b.py::y", ""), ("b.py::y", "y")];
        assert_eq!(
            of_y.map(|(name, alias)| reported(&mut crowd, name, alias)),
            [Reported::New, Reported::Known, Reported::Known, Reported::Known]
        );
        assert_eq!(crowd.tell(8, TestId::bare("y"), Identity::Name { alias: "" }), Reported::New);
    }

    #[test]
    fn a_name_that_several_share_means_one_of_them() {
        let mut crowd = Crowd::default();
        let listed = ["takes", "takes", "takes"].map(|name| reported(&mut crowd, name, ""));
        assert_eq!(listed, [Reported::New, Reported::Known, Reported::Known]);
        let named = ["A takes", "B takes", "C takes"].map(|name| reported(&mut crowd, name, "takes"));
        assert_eq!(named, [Reported::Known, Reported::New, Reported::New]);
    }

    #[test]
    fn a_status_line_and_a_block_of_another_name_are_one_when_a_list_says_so() {
        let mut crowd = Crowd::default();
        let all = [("a.py::t", ""), ("t", ""), ("a.py::t", "t")]
            .map(|(name, alias)| reported(&mut crowd, name, alias));
        assert_eq!(all, [Reported::New, Reported::New, Reported::United]);
    }

    #[test]
    fn what_turned_out_to_be_none_is_new_when_it_is_reported_again() {
        let mut crowd = Crowd::default();
        assert_eq!(reported(&mut crowd, "a", ""), Reported::New);
        assert!(crowd.forget(7, TestId::bare("a")) && !crowd.forget(7, TestId::bare("a")));
        assert_eq!(reported(&mut crowd, "a", ""), Reported::New);
    }

    #[test]
    fn what_is_known_by_nothing_is_always_new_and_a_key_says_more_than_a_name() {
        let mut crowd = Crowd::default();
        let id = TestId::bare("[E1] no");
        assert_eq!([(); 2].map(|()| crowd.tell(0, id, Identity::None)), [Reported::New; 2]);
        let keys = ["a:1 E1", "a:1 E2", "a:1 E1"].map(|key| crowd.tell(0, id, Identity::Key(key)));
        assert_eq!(keys, [Reported::New, Reported::New, Reported::Known]);
    }

    #[test]
    fn beyond_the_bound_nothing_is_counted_that_may_have_been() {
        let mut crowd = Crowd::default();
        let names = (0..MOST_DISTINGUISHED + 1000)
            .map(|number| format!("tests/test_{}.py::test_{number}", number % 7));
        let new = names.filter(|name| reported(&mut crowd, name, "") == Reported::New).count();
        assert_eq!(new, MOST_DISTINGUISHED);
        assert_eq!(reported(&mut crowd, "tests/test_0.py::test_0", ""), Reported::Known);
    }
}
