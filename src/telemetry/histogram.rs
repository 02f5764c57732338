//! Many numbers in little room: how many there were of about this size.

use crate::budget::Count as _;

/// Parts of each doubling: a number is known to one part in 32.
const PARTS: u64 = 32;
const PART_BITS: u32 = 5;

/// Counts by size. Its room does not depend on how many numbers it has seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
    total: u64,
    sum: u64,
}

/// The place of a number: numbers below twice the parts have one each, above them each doubling has so many.
fn place(number: u64) -> usize {
    let shift = number.checked_ilog2().unwrap_or(0).saturating_sub(PART_BITS);
    let within = number.checked_shr(shift).unwrap_or(0);
    let place = u64::from(shift).saturating_mul(PARTS).saturating_add(within);
    usize::try_from(place).unwrap_or(usize::MAX)
}

/// The largest number of a place.
fn largest(place: usize) -> u64 {
    let place = u64::try_from(place).unwrap_or(u64::MAX);
    let shift = place.div_euclid(PARTS).saturating_sub(1);
    let within = place.saturating_sub(shift.saturating_mul(PARTS));
    let next = u128::from(within.saturating_add(1)).checked_shl(u32::try_from(shift).unwrap_or(0));
    u64::try_from(next.unwrap_or(u128::MAX).saturating_sub(1)).unwrap_or(u64::MAX)
}

impl Histogram {
    /// Counts a number.
    pub fn add(&mut self, number: u64) {
        let place = place(number);
        if self.counts.len() <= place {
            self.counts.resize(place.saturating_add(1), 0);
        }
        if let Some(count) = self.counts.get_mut(place) {
            count.up(1);
        }
        self.total.up(1);
        self.sum.up(number);
    }

    /// Counts all numbers of another one.
    pub fn join(&mut self, other: &Self) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            count.up(*more);
        }
        self.total.up(other.total);
        self.sum.up(other.sum);
    }

    /// The number that this share of all numbers, 0 to 1, does not pass: at most one part in 32 too large. None when
    /// there are no numbers.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<u64> {
        if self.total == 0 {
            return None;
        }
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a rank within a rounding of the number"
        )]
        let rank = (self.total as f64 * share).ceil().max(1.0) as u64;
        let mut passed = 0_u64;
        for (place, count) in self.counts.iter().enumerate() {
            passed.up(*count);
            if passed >= rank {
                return Some(largest(place));
            }
        }
        self.counts.len().checked_sub(1).map(largest)
    }

    /// How many numbers are at most this, as far as places show.
    #[must_use]
    pub fn at_most(&self, number: u64) -> u64 {
        let end = place(number).saturating_add(1).min(self.counts.len());
        self.counts.get(..end).unwrap_or_default().iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// How many numbers there were.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Their sum.
    #[must_use]
    pub const fn sum(&self) -> u64 {
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_a_place_whose_largest_is_hardly_larger() {
        let mut last = 0;
        for number in (0..5000).chain([1 << 20, 1 << 40, u64::MAX]) {
            let place = place(number);
            assert!(place >= last && largest(place) >= number, "{number}");
            assert!(largest(place) - number <= number / 32, "{number}: {}", largest(place));
            last = place;
        }
        assert!(place(u64::MAX) < 2000);
    }

    #[test]
    fn quantiles_are_those_of_the_numbers() {
        let mut histogram = Histogram::default();
        assert_eq!(histogram.quantile(0.5), None);
        (1..=1000).for_each(|number| histogram.add(number));
        let near = |share, number: u64| {
            let found = histogram.quantile(share).unwrap();
            assert!((number..=number + number / 16).contains(&found), "{share}: {found}");
        };
        near(0.5, 500);
        near(0.95, 950);
        near(1.0, 1000);
        assert_eq!((histogram.quantile(0.0), histogram.total(), histogram.sum()), (Some(1), 1000, 500_500));
        assert!((100..=103).contains(&histogram.at_most(100)));
    }
}
