//! The plan when not even all names fit: which of them are listed.

use super::plan::{Plan, Pricing, Rung, rung_of};
use crate::budget::{Cost, Count as _};

/// Lists the shortest names, so that as many failures as possible are named.
pub(super) fn list_as_many_as_fit(plan: &mut Plan, room: Cost, pricing: &dyn Pricing) {
    let room = room.minus(pricing.and_more()).minus(plan.used);
    // Names of the same length keep the order of the failures. There may be very many names.
    let short = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let mut order: Vec<(u32, u32)> = (0_u32..)
        .zip(0..plan.rungs.len())
        .filter(|(_, at)| rung_of(plan, *at) == Rung::Unlisted)
        .map(|(number, at)| (short(pricing.listed_chars(at)), number))
        .collect();
    order.sort_unstable();
    let listing = |most: usize| {
        let mut listed = vec![false; plan.rungs.len()];
        for (_, at) in order.iter().take(most) {
            if let Some(slot) = usize::try_from(*at).ok().and_then(|at| listed.get_mut(at)) {
                *slot = true;
            }
        }
        listed
    };
    let low = most_that_fit(order.len(), room, |most| pricing.folded(&listing(most)));
    let listed = listing(low);
    let names = if low == 0 { Cost::default() } else { pricing.folded(&listed) };
    plan.used = plan.used.plus(pricing.and_more()).plus(names);
    for (rung, listed) in plan.rungs.iter_mut().zip(listed) {
        if listed {
            *rung = Rung::Folded;
        }
    }
}

/// How many chars a name takes in the first try. Later tries use the measured costs.
const NAME_CHARS: u128 = 32;

/// The largest number up to `all` whose cost fits: costs grow with the number. To measure a list takes time that grows
/// with the room, so few numbers are tried: names cost about the same, and the next try is where the room would end.
fn most_that_fit(all: usize, room: Cost, cost: impl Fn(usize) -> Cost) -> usize {
    let wide = |number: usize| u128::try_from(number).unwrap_or(u128::MAX);
    // A number that fits and one that does not, with their chars.
    let (mut fits, mut fails) = ((0, 0), (all.saturating_add(1), None));
    let mut tries = 0_u32;
    while fits.0 < fails.0.saturating_sub(1) {
        let gap = fails.0.saturating_sub(fits.0);
        let left = u128::from(room.chars.saturating_sub(fits.1));
        let more = match fails.1 {
            // `all` may be far more than there is room for.
            None => {
                let known = wide(fits.0).saturating_mul(left).checked_div(u128::from(fits.1));
                let more = known.unwrap_or_else(|| left.div_euclid(NAME_CHARS)).saturating_add(1);
                gap.min(usize::try_from(more).unwrap_or(gap))
            }
            // Every third try halves the gap, so that a few long names do not make all steps short.
            Some(_) if tries.is_multiple_of(3) => gap.div_euclid(2),
            Some(chars) => {
                let span = u128::from(u64::saturating_sub(chars, fits.1));
                let more = wide(gap).saturating_mul(left).checked_div(span).unwrap_or(0);
                usize::try_from(more).unwrap_or(usize::MAX)
            }
        };
        let next = fits.0.saturating_add(more.clamp(1, gap.saturating_sub(1)));
        let costs = cost(next);
        if costs.fits(room) {
            fits = (next, costs.chars);
        } else {
            fails = (next, Some(costs.chars));
        }
        tries.up(1);
    }
    fits.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_that_fits_is_found_in_few_tries_where_all_cost_about_the_same() {
        for (all, chars, lines) in
            [(0, 0, 9), (1, 5, 9), (1, 50, 9), (16_500, 200_000, 9), (16_500, 90_000, 1)]
        {
            let tries = std::cell::Cell::new(0);
            let cost = |number: usize| {
                tries.set(tries.get() + 1);
                let number = u64::try_from(number).unwrap();
                Cost { chars: number * 19 + number % 7, lines: number.div_ceil(4000) }
            };
            let room = Cost { chars, lines };
            let found = most_that_fit(all, room, cost);
            assert!(found == 0 || cost(found).fits(room));
            assert!(found == all || !cost(found + 1).fits(room));
            assert!(lines == 1 || tries.get() <= 10, "{}", tries.get());
        }
    }
}
