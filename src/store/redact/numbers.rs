//! Numbers of hidden secrets, so that two of them can be distinguished where they are hidden.
//!
//! A comparison that fails because a secret changed would show the same mark twice. So equal secrets get the same number,
//! different ones different numbers, each kind for itself. A kind of which one secret is known has no numbers.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

use crate::budget::Count as _;

/// The most secrets that are distinguished. Others of their kind have no number.
const SECRETS: usize = 4096;

/// The numbers of secrets. Holds eight bytes of each one's hash, and never a secret.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    hasher: RandomState,
    known: HashMap<(&'static str, u64), u32>,
    counts: HashMap<&'static str, u32>,
}

impl Numbers {
    /// Takes note of a secret.
    pub(super) fn learn(&mut self, kind: &'static str, secret: &[u8]) {
        let key = (kind, self.hasher.hash_one(secret));
        if self.known.len() >= SECRETS || self.known.contains_key(&key) {
            return;
        }
        let count = self.counts.entry(kind).or_default();
        count.up(1);
        self.known.insert(key, *count);
    }

    /// The number of a secret, from 1; `None` while it is the only one of its kind.
    pub(super) fn number(&self, kind: &'static str, secret: &[u8]) -> Option<u32> {
        self.counts.get(kind).filter(|count| **count > 1)?;
        self.known.get(&(kind, self.hasher.hash_one(secret))).copied()
    }
}
