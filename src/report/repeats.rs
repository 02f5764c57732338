//! How often signs came: lines that come again and again must not take all the room.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::budget::Count as _;
use crate::event::Strength;

/// How often a sign of equal text gets a window.
const SAME_SIGN: u8 = 3;
/// How often signs that differ only in their numbers get a window, except causes. Later ones are kept as long as there is
/// room, without the lines around them.
const SIMILAR_SIGNS: u8 = 8;
/// How many different signs are counted.
const DIFFERENT_SIGNS: usize = 4096;

/// How often each sign came, at most [`DIFFERENT_SIGNS`] of them.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    times: HashMap<u64, u8>,
}

impl Repeats {
    /// Whether many signs like this one came before. `None` when this one was kept often enough.
    pub(super) fn is_in_crowd(&mut self, text: &str, strength: Strength) -> Option<bool> {
        let mut exact = DefaultHasher::new();
        text.hash(&mut exact);
        if self.count(exact.finish()) > SAME_SIGN {
            return None;
        }
        if strength >= Strength::Cause {
            return Some(false);
        }
        // Lines that differ only in their numbers may be failures of several tests, or one that is tried again.
        let mut similar = DefaultHasher::new();
        similar.write_u8(0);
        let mut in_number = false;
        for byte in text.bytes() {
            let digit = byte.is_ascii_digit();
            if !(digit && in_number) {
                similar.write_u8(if digit { b'0' } else { byte });
            }
            in_number = digit;
        }
        Some(self.count(similar.finish()) > SIMILAR_SIGNS)
    }

    /// Counts a sign; 0 when too many different ones are counted already.
    fn count(&mut self, sign: u64) -> u8 {
        let full = self.times.len() >= DIFFERENT_SIGNS;
        let times = match self.times.entry(sign) {
            Entry::Vacant(_) if full => return 0,
            entry => entry.or_insert(0),
        };
        times.up(1);
        *times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_signs_end_and_similar_ones_go_to_the_crowd() {
        let mut repeats = Repeats::default();
        let equal: Vec<_> = (0..4).map(|_| repeats.is_in_crowd("error: no", Strength::Word)).collect();
        assert_eq!(equal, [Some(false), Some(false), Some(false), None]);
        let mut similar = |number: u64| repeats.is_in_crowd(&format!("error: case {number}"), Strength::Word);
        assert!((0..8).all(|number| similar(number) == Some(false)));
        assert!((8..200).all(|number| similar(number) == Some(true)));
        assert!((0..200).all(|number| {
            repeats.is_in_crowd(&format!("panic: case {number}"), Strength::Cause) == Some(false)
        }));
    }
}
