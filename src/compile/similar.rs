//! What says the same: shingles of words, and embeddings where there are some.
//!
//! Two texts are the same when their sets of [`SHINGLE_WORDS`]-word shingles have a Jaccard index of at least 0.9. Sets
//! are only compared when they share one of their smallest shingles, which two such sets always do: of a set of n, the
//! smallest n - ceil(0.9 n) + 1 are enough.

use std::collections::BTreeMap;

use crate::budget::Count as _;

/// Words in a shingle.
const SHINGLE_WORDS: usize = 3;

/// Sets that are compared with one set at most; more than that share a shingle only in text made for it.
const COMPARED: usize = 64;

/// From this cosine on, two embeddings say the same.
const COSINE: f64 = 0.95;

/// The shingles of a text as sorted hashes, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shingles(Vec<u64>);

/// FNV-1a: the same on every machine and in every run. Case does not count.
fn hash(words: &[&str]) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    words.iter().fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        step(word.bytes().map(|byte| byte.to_ascii_lowercase()).fold(hash, step), b' ')
    })
}

impl Shingles {
    pub(super) fn of(text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut hashes: Vec<u64> = if words.len() < SHINGLE_WORDS {
            vec![hash(&words)]
        } else {
            words.windows(SHINGLE_WORDS).map(hash).collect()
        };
        hashes.sort_unstable();
        hashes.dedup();
        Self(hashes)
    }

    fn first(&self) -> &[u64] {
        let wanted = self.0.len().saturating_mul(9).div_ceil(10);
        let count = self.0.len().saturating_sub(wanted).saturating_add(1);
        self.0.get(..count).unwrap_or(&self.0)
    }

    /// Whether the Jaccard index is at least 0.9.
    pub(super) fn same(&self, other: &Self) -> bool {
        let (mut mine, mut theirs) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut both: usize = 0;
        while let (Some(one), Some(two)) = (mine.peek(), theirs.peek()) {
            match one.cmp(two) {
                std::cmp::Ordering::Less => {
                    mine.next();
                }
                std::cmp::Ordering::Greater => {
                    theirs.next();
                }
                std::cmp::Ordering::Equal => {
                    both.up(1);
                    mine.next();
                    theirs.next();
                }
            }
        }
        let any = self.0.len().saturating_add(other.0.len()).saturating_sub(both);
        both.saturating_mul(10) >= any.saturating_mul(9)
    }
}

/// Texts that were seen, to be found again.
#[derive(Debug, Default)]
pub(super) struct Seen<K> {
    sets: Vec<(Shingles, K)>,
    by_first: BTreeMap<u64, Vec<usize>>,
}

impl<K> Seen<K> {
    pub(super) const fn new() -> Self {
        Self { sets: Vec::new(), by_first: BTreeMap::new() }
    }

    /// What was added under a text that says the same.
    pub(super) fn find(&self, shingles: &Shingles) -> Option<&K> {
        let candidates = shingles.first().iter().filter_map(|first| self.by_first.get(first)).flatten();
        candidates
            .take(COMPARED)
            .filter_map(|position| self.sets.get(*position))
            .find(|(set, _)| set.same(shingles))
            .map(|(_, key)| key)
    }

    pub(super) fn add(&mut self, shingles: Shingles, key: K) {
        for first in shingles.first() {
            self.by_first.entry(*first).or_default().push(self.sets.len());
        }
        self.sets.push((shingles, key));
    }
}

/// Whether two embeddings of one length point the same way.
pub(super) fn embeddings_agree(one: &[f64], other: &[f64]) -> bool {
    if one.len() != other.len() || one.is_empty() {
        return false;
    }
    let product = |one: &[f64], other: &[f64]| -> f64 { one.iter().zip(other).map(|(a, b)| a * b).sum() };
    let lengths = (product(one, one) * product(other, other)).sqrt();
    lengths > 0.0 && product(one, other) / lengths >= COSINE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(from: usize, to: usize) -> String {
        (from..to).map(|number| format!("w{number} ")).collect()
    }

    #[test]
    fn texts_are_the_same_from_nine_tenths_of_their_shingles_on() {
        // 100 and 95 shingles, of which 95 are shared; then 100 and 100 with 90 shared: 90 of 110.
        assert!(Shingles::of(&words(0, 102)).same(&Shingles::of(&words(0, 97))));
        assert!(!Shingles::of(&words(0, 102)).same(&Shingles::of(&words(10, 112))));
        assert!(Shingles::of("ok").same(&Shingles::of(" ok\n")));
        assert!(!Shingles::of("ok").same(&Shingles::of("no")));
    }

    #[test]
    fn what_says_the_same_is_found_by_its_smallest_shingles() {
        let mut seen = Seen::new();
        seen.add(Shingles::of(&words(0, 300)), "a");
        seen.add(Shingles::of(&words(400, 700)), "b");
        for cut in 0..15 {
            assert_eq!(seen.find(&Shingles::of(&words(400 + cut, 700))), Some(&"b"), "{cut}");
        }
        assert_eq!(seen.find(&Shingles::of(&words(200, 500))), None);
    }

    #[test]
    fn embeddings_agree_by_their_direction_and_only_with_equal_lengths() {
        assert!(embeddings_agree(&[1.0, 2.0], &[2.0, 4.0]));
        assert!(!embeddings_agree(&[1.0, 0.0], &[0.0, 1.0]));
        assert!(!embeddings_agree(&[1.0], &[1.0, 0.0]) && !embeddings_agree(&[], &[]));
        assert!(!embeddings_agree(&[0.0], &[0.0]) && !embeddings_agree(&[1e300], &[1e300]));
    }
}
