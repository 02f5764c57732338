//! Counts over time, in a bounded number of slots: the slots become wider when there are too many.

use std::collections::BTreeMap;

use super::histogram::Histogram;
use super::read::Line;
use super::record::Outcome;
use super::sums::Sums;
use super::words::raise;
use crate::budget::Count as _;

/// Slots at most, from the first to the last call.
const MOST: i64 = 100;

/// Widths of a slot in seconds: a minute, 5 and 15 minutes, 1, 6 and 24 hours, 7 and 30 days, a year, a century.
const WIDTHS: [i64; 10] = [60, 300, 900, 3600, 21_600, 86_400, 604_800, 2_592_000, 31_536_000, 3_153_600_000];

/// The calls of one slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// The sums.
    pub sums: Sums,
    /// Calls by outcome, in the order of [`Outcome::ALL`]; the last one is any other word.
    pub outcomes: [u64; Outcome::ALL.len() + 1],
    /// What was added to the latency of a call, in microseconds.
    pub overhead: Histogram,
}

impl Slot {
    fn join(&mut self, other: &Self) {
        self.sums.join(&other.sums);
        for (count, more) in self.outcomes.iter_mut().zip(other.outcomes) {
            raise(count, more);
        }
        self.overhead.join(&other.overhead);
    }
}

/// Slots of equal width, in seconds since 1970.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Series {
    /// The place of the width in [`WIDTHS`].
    width: usize,
    slots: BTreeMap<i64, Slot>,
}

impl Series {
    /// Seconds of a slot.
    #[must_use]
    pub fn seconds(&self) -> i64 {
        WIDTHS.get(self.width).copied().unwrap_or(60)
    }

    /// Counts a call, or what was fetched later, at this time.
    pub(super) fn add(&mut self, seconds: i64, line: &Line<'_>) {
        loop {
            let number = seconds.div_euclid(self.seconds());
            let first = self.slots.keys().next().map_or(number, |first| number.min(*first));
            let last = self.slots.keys().next_back().map_or(number, |last| number.max(*last));
            if last.saturating_sub(first) < MOST || self.width.saturating_add(1) >= WIDTHS.len() {
                let slot = self.slots.entry(number).or_default();
                slot.sums.add(line);
                if line.event != "fetched" {
                    let place = Outcome::ALL.iter().position(|outcome| outcome.name() == line.outcome);
                    let place = place.unwrap_or(Outcome::ALL.len());
                    slot.outcomes.get_mut(place).into_iter().for_each(|count| raise(count, 1));
                    slot.overhead.add(super::words::microseconds(line.overhead));
                }
                return;
            }
            self.widen();
        }
    }

    fn widen(&mut self) {
        let before = self.seconds();
        self.width.up(1);
        for (number, slot) in std::mem::take(&mut self.slots) {
            let number = number.saturating_mul(before).div_euclid(self.seconds());
            self.slots.entry(number).or_default().join(&slot);
        }
    }

    /// The slots from the first to the last one, empty ones too, each with the second that it begins at.
    #[must_use]
    pub fn slots(&self) -> Vec<(i64, Slot)> {
        let (Some(first), Some(last)) = (self.slots.keys().next(), self.slots.keys().next_back()) else {
            return Vec::new();
        };
        let slot = |number: i64| {
            let slot = self.slots.get(&number).cloned().unwrap_or_default();
            (number.saturating_mul(self.seconds()), slot)
        };
        (*first..=*last).map(slot).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(overhead: f64) -> Line<'static> {
        Line { event: "call".into(), outcome: "paginated".into(), overhead, ..Line::default() }
    }

    #[test]
    fn slots_are_minutes_until_there_are_too_many_and_nothing_is_lost() {
        let mut series = Series::default();
        for minute in [0, 1, 99] {
            series.add(minute * 60, &line(1.0));
        }
        assert_eq!((series.seconds(), series.slots().len()), (60, 100));
        for minute in (0..1440).rev() {
            series.add(minute * 60 + 7, &line(2.0));
        }
        let slots = series.slots();
        assert_eq!((series.seconds(), slots.len()), (900, 96));
        let calls: u64 = slots.iter().map(|(_, slot)| slot.sums.calls).sum();
        let paged: u64 = slots.iter().map(|(_, slot)| slot.outcomes[1]).sum();
        assert_eq!((calls, paged, slots[1].0), (1443, 1443, 900));
    }

    #[test]
    fn the_order_of_calls_does_not_matter_and_all_of_time_fits() {
        let times = [-62_167_219_200, 0, 5, 1_795_687_290, 253_402_300_799];
        let of = |times: &mut dyn Iterator<Item = &i64>| {
            let mut series = Series::default();
            times.for_each(|time| series.add(*time, &line(0.5)));
            series
        };
        let series = of(&mut times.iter());
        assert_eq!(series, of(&mut times.iter().rev()));
        assert!(series.slots().len() <= 102);
    }
}
