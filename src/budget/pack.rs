//! The one packing kernel: which of many items fit into a room, in order.
//!
//! Failures on a page use it today. It knows costs and a room, and nothing of what the items are.

/// What an item takes up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Chars, line ends included; or tokens, for callers that count those.
    pub chars: u64,
    /// Lines; 0 for callers without a limit on lines.
    pub lines: u64,
}

impl Cost {
    /// The sum; stays at the largest number instead of passing it.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { chars: self.chars.saturating_add(other.chars), lines: self.lines.saturating_add(other.lines) }
    }

    /// What is left when `other` is taken away; never below zero.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self { chars: self.chars.saturating_sub(other.chars), lines: self.lines.saturating_sub(other.lines) }
    }

    /// The lower one of each.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self { chars: self.chars.min(other.chars), lines: self.lines.min(other.lines) }
    }

    /// Whether this fits into `room`.
    #[must_use]
    pub const fn fits(self, room: Self) -> bool {
        self.chars <= room.chars && self.lines <= room.lines
    }
}

/// What happens at an item that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Policy {
    /// It ends the packing.
    Prefix,
    /// It is passed over.
    Greedy,
}

/// Which items were admitted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Packed {
    /// One entry per item, in order.
    pub admitted: Vec<bool>,
    /// The sum of the admitted items' costs; never more than the room.
    pub used: Cost,
}

/// Packs items in their order into `room`.
#[must_use]
pub fn pack(costs: impl IntoIterator<Item = Cost>, room: Cost, policy: Policy) -> Packed {
    let mut used = Cost::default();
    let mut closed = false;
    let admitted = costs
        .into_iter()
        .map(|cost| {
            let fits = !closed && used.plus(cost).fits(room);
            if fits {
                used = used.plus(cost);
            } else if policy == Policy::Prefix {
                closed = true;
            }
            fits
        })
        .collect();
    Packed { admitted, used }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chars(list: &[u64]) -> Vec<Cost> {
        list.iter().map(|chars| Cost { chars: *chars, lines: 1 }).collect()
    }

    #[test]
    fn prefix_ends_at_the_first_that_does_not_fit_and_greedy_goes_on() {
        let room = Cost { chars: 8192, lines: 10 };
        let prefix = pack(chars(&[5000, 4000, 100]), room, Policy::Prefix);
        assert_eq!(prefix.admitted, [true, false, false]);
        let greedy = pack(chars(&[5000, 4000, 100]), room, Policy::Greedy);
        assert_eq!((greedy.admitted, greedy.used), (vec![true, false, true], Cost { chars: 5100, lines: 2 }));
    }

    proptest::proptest! {
        #[test]
        fn what_is_admitted_never_passes_the_room(list in proptest::collection::vec(0_u64..900, 0..60), room in 0_u64..9000, lines in 0_u64..40) {
            for policy in [Policy::Prefix, Policy::Greedy] {
                let packed = pack(chars(&list), Cost { chars: room, lines }, policy);
                let sum: u64 = list.iter().zip(&packed.admitted).filter(|(_, admitted)| **admitted).map(|(cost, _)| cost).sum();
                proptest::prop_assert_eq!(sum, packed.used.chars);
                let room = Cost { chars: room, lines };
                proptest::prop_assert!(packed.used.fits(room));
                proptest::prop_assert_eq!(packed.admitted.len(), list.len());
            }
        }
    }
}
