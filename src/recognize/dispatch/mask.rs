//! A set of recognizers, small enough to be copied for each line.

use std::ops::{BitOr, BitOrAssign};

/// How many words of 64 bits a set has.
const WORDS: usize = 4;
/// The most recognizers that there can be. A test checks it.
#[cfg(test)]
pub const MOST_RECOGNIZERS: usize = WORDS * 64;

/// A set of recognizers by their numbers, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mask([u64; WORDS]);

impl Mask {
    /// No recognizer.
    pub const NONE: Self = Self([0; WORDS]);

    /// One recognizer; none when its number is too large.
    #[must_use]
    pub fn of(recognizer: usize) -> Self {
        let mut mask = Self::NONE;
        if let Some(word) = mask.0.get_mut(recognizer / 64) {
            *word = 1 << (recognizer % 64);
        }
        mask
    }

    /// Whether there is no recognizer in it.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Whether a recognizer of the other set is in this one.
    #[inline]
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self != self.without(other)
    }

    /// The recognizers that are not in the other set.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        let ([a, b, c, d], [w, x, y, z]) = (self.0, other.0);
        Self([a & !w, b & !x, c & !y, d & !z])
    }

    /// Takes the first recognizer out.
    #[inline]
    pub fn pop(&mut self) -> Option<usize> {
        let (at, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let bit = usize::try_from(word.trailing_zeros()).unwrap_or(usize::MAX);
        *word &= word.wrapping_sub(1);
        Some(at.saturating_mul(64).saturating_add(bit))
    }
}

impl BitOr for Mask {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        let ([a, b, c, d], [w, x, y, z]) = (self.0, other.0);
        Self([a | w, b | x, c | y, d | z])
    }
}

impl BitOrAssign for Mask {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizers_come_out_in_their_order() {
        let numbers = [0, 1, 63, 64, 127, 128, MOST_RECOGNIZERS - 1];
        let mut mask = numbers.iter().rev().fold(Mask::NONE, |mask, number| mask | Mask::of(*number));
        let mut popped = Vec::new();
        while let Some(number) = mask.pop() {
            popped.push(number);
        }
        assert_eq!(popped, numbers);
        assert!(mask.is_empty());
    }

    #[test]
    fn sets_without_one_another() {
        let both = Mask::of(3) | Mask::of(130);
        assert!(both.overlaps(Mask::of(130)) && !both.overlaps(Mask::of(66)));
        assert_eq!(both.without(Mask::of(130)), Mask::of(3));
        assert_eq!(Mask::of(MOST_RECOGNIZERS), Mask::NONE);
    }
}
