//! The account of all text: what came in, what is shown, what was cut; per class, in lines and chars.
//!
//! The law: `seen == shown + cut` for every class. Chars that are no text (colour, rows that were drawn over, a CI's
//! time stamps) are booked as decoration of their line's class: they were seen and are neither shown nor cut.

use super::{Amount, Cut};
use crate::budget::Count as _;

/// How many classes a ledger can tell apart.
const CLASSES: usize = 8;

/// The number of a class; the vocabulary above gives the numbers their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassIndex(pub usize);

/// The account of one answer.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    seen: [Amount; CLASSES],
    shown: [Amount; CLASSES],
    cut: [Amount; CLASSES],
    clipped: u64,
    normalized: Vec<(String, u64)>,
    taken_off: Vec<(String, u64)>,
}

fn add(slots: &mut [Amount; CLASSES], class: ClassIndex, amount: Amount) {
    if let Some(slot) = slots.get_mut(class.0) {
        *slot = slot.plus(amount);
    }
}

impl Ledger {
    /// Books input.
    pub fn saw(&mut self, class: ClassIndex, amount: Amount) {
        add(&mut self.seen, class, amount);
    }

    /// Books input that is in the answer.
    pub fn show(&mut self, class: ClassIndex, amount: Amount) {
        add(&mut self.shown, class, amount);
    }

    /// Books a cut.
    pub fn settle(&mut self, cut: Cut) {
        add(&mut self.cut, cut.class, cut.amount);
    }

    /// Books one line that is shown shorter than it is.
    pub fn clip(&mut self) {
        self.clipped.up(1);
    }

    /// How many shown lines were clipped.
    #[must_use]
    pub const fn clipped(&self) -> u64 {
        self.clipped
    }

    /// Books what was taken back of what a channel did to the input, and to how many lines.
    pub fn normalize(&mut self, name: String, lines: u64) {
        self.normalized.push((name, lines));
    }

    /// What was taken back, each with a number of lines.
    #[must_use]
    pub fn normalized(&self) -> &[(String, u64)] {
        &self.normalized
    }

    /// Books what was taken off so many lines before anybody read them: the lines are what they were without it.
    pub fn take_off(&mut self, name: &str, lines: u64) {
        match self.taken_off.iter_mut().find(|(each, _)| each == name) {
            Some((_, count)) => count.up(lines),
            None => self.taken_off.push((name.to_owned(), lines)),
        }
    }

    /// What was taken off lines, each with a number of them.
    #[must_use]
    pub fn taken_off(&self) -> &[(String, u64)] {
        &self.taken_off
    }

    /// The receipt for everything of a class that was seen and is neither shown nor cut so far.
    pub fn rest(&self, class: ClassIndex) -> Cut {
        let get = |slots: &[Amount; CLASSES]| slots.get(class.0).copied().unwrap_or_default();
        Cut { class, amount: get(&self.seen).minus(get(&self.shown)).minus(get(&self.cut)) }
    }

    /// What was cut of a class.
    #[must_use]
    pub fn cut(&self, class: ClassIndex) -> Amount {
        self.cut.get(class.0).copied().unwrap_or_default()
    }

    /// All input.
    #[must_use]
    pub fn seen(&self) -> Amount {
        self.seen.iter().fold(Amount::default(), |sum, each| sum.plus(*each))
    }

    /// All that is shown.
    #[must_use]
    pub fn shown(&self) -> Amount {
        self.shown.iter().fold(Amount::default(), |sum, each| sum.plus(*each))
    }

    /// All that was cut.
    #[must_use]
    pub fn all_cut(&self) -> Amount {
        self.cut.iter().fold(Amount::default(), |sum, each| sum.plus(*each))
    }

    /// Whether `seen == shown + cut` for every class.
    #[must_use]
    pub fn balanced(&self) -> bool {
        let sides = self.shown.iter().zip(self.cut.iter()).map(|(shown, cut)| shown.plus(*cut));
        self.seen.iter().zip(sides).all(|(seen, side)| *seen == side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_neither_shown_nor_cut_is_the_rest() {
        let mut ledger = Ledger::default();
        let class = ClassIndex(2);
        ledger.saw(class, Amount { lines: 5, chars: 100 });
        ledger.show(class, Amount { lines: 2, chars: 40 });
        assert!(!ledger.balanced());
        let rest = ledger.rest(class);
        assert_eq!(rest.amount, Amount { lines: 3, chars: 60 });
        ledger.settle(rest);
        assert!(ledger.balanced());
        assert_eq!(ledger.all_cut().plus(ledger.shown()), ledger.seen());
    }

    #[test]
    fn numbers_near_the_largest_stay_there() {
        let mut ledger = Ledger::default();
        ledger.saw(ClassIndex(0), Amount { lines: u64::MAX, chars: u64::MAX });
        ledger.saw(ClassIndex(0), Amount { lines: 7, chars: 7 });
        assert_eq!(ledger.seen(), Amount { lines: u64::MAX, chars: u64::MAX });
        let rest = ledger.rest(ClassIndex(0));
        ledger.settle(rest);
        assert!(ledger.balanced());
    }
}
