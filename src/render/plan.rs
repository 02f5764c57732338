//! Which failure gets how much of the page: the rungs. Arithmetic only; it knows costs and a room.

use crate::budget::{Cost, Policy, pack};

/// How much of one failure is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rung {
    /// Everything, captured output up to a share.
    Whole,
    /// Heading and why lines.
    Why,
    /// One line with the message.
    Line,
    /// One line with name and place.
    Name,
    /// The name in a folded list.
    Folded,
    /// Only counted.
    Unlisted,
}

impl Rung {
    /// The number that the JSON prints.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Whole => 0,
            Self::Why => 1,
            Self::Line => 2,
            Self::Name => 3,
            Self::Folded => 4,
            Self::Unlisted => 5,
        }
    }
}

/// What one failure costs on the rungs that do not depend on others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs {
    /// As one line with name and place.
    pub name: Cost,
    /// As one line with the message.
    pub line: Cost,
    /// With its why lines.
    pub why: Cost,
}

/// Where the planner asks for costs that depend on more than one failure, or on a share.
pub trait Pricing {
    /// The costs of failure `at`.
    fn costs(&self, at: usize) -> Costs;
    /// Whether so many names do not fit into the room however they are told. Then costs are not asked for.
    fn too_many(&self) -> bool;
    /// What the name of failure `at` adds to a folded list, about, in chars.
    fn listed_chars(&self, at: usize) -> u64;
    /// The cost of failure `at` shown whole with at most `share` chars of captured output.
    fn whole(&self, at: usize, share: u64) -> Cost;
    /// The exact cost of the folded list of the failures whose flag is set.
    fn folded(&self, listed: &[bool]) -> Cost;
    /// The cost of the line that counts those who are not listed.
    fn and_more(&self) -> Cost;
    /// Most chars of captured output of one failure.
    fn most_output(&self) -> u64;
}

/// The plan: a rung per failure, and the share of captured output of those that are whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// One per failure.
    pub rungs: Vec<Rung>,
    /// Most chars of captured output, for failures on [`Rung::Whole`]; empty when there is none.
    pub shares: Vec<u64>,
    /// What everything costs; never more than the room.
    pub used: Cost,
}

/// Plans `count` failures into `room`.
#[must_use]
pub fn plan(count: usize, room: Cost, pricing: &dyn Pricing) -> Plan {
    let mut plan = Plan { rungs: vec![Rung::Unlisted; count], shares: Vec::new(), used: Cost::default() };
    if count == 0 {
        return plan;
    }
    if pricing.too_many() {
        list_as_many_as_fit(&mut plan, room, pricing);
        return plan;
    }
    let names = (0..count).try_fold(Cost::default(), |sum, at| {
        let sum = sum.plus(pricing.costs(at).name);
        sum.fits(room).then_some(sum)
    });
    let named = match names.map(|used| lifted(count, Rung::Name, used, room, pricing)) {
        Some(named) if named.rungs.iter().all(|rung| *rung <= Rung::Line) => return named,
        named => named,
    };
    let all = pricing.folded(&vec![true; count]);
    let folded = all.fits(room).then(|| lifted(count, Rung::Folded, all, room, pricing));
    match (named, folded) {
        (Some(named), Some(folded)) if worth(&folded) > worth(&named) => folded,
        (Some(plan), _) | (None, Some(plan)) => plan,
        (None, None) => {
            list_as_many_as_fit(&mut plan, room, pricing);
            plan
        }
    }
}

/// The plan that begins with all failures on one rung, for which there is room.
fn lifted(count: usize, start: Rung, used: Cost, room: Cost, pricing: &dyn Pricing) -> Plan {
    let mut plan = Plan { rungs: vec![start; count], shares: Vec::new(), used };
    lift(&mut plan, room, pricing, Rung::Line);
    lift(&mut plan, room, pricing, Rung::Why);
    lift_to_whole(&mut plan, room, pricing);
    plan
}

/// What a plan tells: a reason is worth two places, and stands beside one.
fn worth(plan: &Plan) -> usize {
    let of = |rung: &Rung| match rung {
        Rung::Whole | Rung::Why | Rung::Line => 3,
        Rung::Name => 1,
        Rung::Folded | Rung::Unlisted => 0_usize,
    };
    plan.rungs.iter().map(of).sum()
}

fn cost_on(costs: &Costs, rung: Rung) -> Cost {
    match rung {
        Rung::Whole | Rung::Why => costs.why,
        Rung::Line => costs.line,
        Rung::Name => costs.name,
        Rung::Folded | Rung::Unlisted => Cost::default(),
    }
}

/// Lifts as many as fit to a rung, from the first failure on.
fn lift(plan: &mut Plan, room: Cost, pricing: &dyn Pricing, target: Rung) {
    let from_list = plan.rungs.contains(&Rung::Folded);
    let below = if target == Rung::Why { Rung::Line } else { Rung::Folded };
    let waiting: Vec<usize> = plan
        .rungs
        .iter()
        .enumerate()
        .filter(|(_, rung)| **rung == below || (target == Rung::Line && **rung == Rung::Name))
        .map(|(at, _)| at)
        .collect();
    let extra = waiting.iter().map(|at| {
        let costs = pricing.costs(*at);
        let now = match plan.rungs.get(*at) {
            Some(Rung::Folded) => Cost { chars: pricing.listed_chars(*at), lines: 0 },
            rung => rung.map_or(Cost::default(), |rung| cost_on(&costs, *rung)),
        };
        cost_on(&costs, target).minus(now)
    });
    let packed = pack(extra, room.minus(plan.used), Policy::Greedy);
    let lifted: Vec<usize> =
        waiting.iter().zip(&packed.admitted).filter(|(_, admitted)| **admitted).map(|(at, _)| *at).collect();
    for at in &lifted {
        if let Some(rung) = plan.rungs.get_mut(*at) {
            *rung = target;
        }
    }
    plan.used = exact(plan, pricing);
    // A folded list may break its lines differently than estimated: give back the last ones until it fits again.
    for at in lifted.iter().rev() {
        if plan.used.fits(room) {
            break;
        }
        if let Some(rung) = plan.rungs.get_mut(*at) {
            *rung = match (target, from_list) {
                (Rung::Why, _) => Rung::Line,
                (_, true) => Rung::Folded,
                (_, false) => Rung::Name,
            };
        }
        plan.used = exact(plan, pricing);
    }
}

fn exact(plan: &Plan, pricing: &dyn Pricing) -> Cost {
    let single = plan.rungs.iter().enumerate().filter(|(_, rung)| **rung < Rung::Folded);
    let sum = single.fold(Cost::default(), |sum, (at, rung)| sum.plus(cost_on(&pricing.costs(at), *rung)));
    if !plan.rungs.contains(&Rung::Folded) {
        return sum;
    }
    let listed: Vec<bool> = plan.rungs.iter().map(|rung| *rung == Rung::Folded).collect();
    sum.plus(pricing.folded(&listed))
}

/// Gives every failure that has its why lines a share of what is left for its frames and captured output.
fn lift_to_whole(plan: &mut Plan, room: Cost, pricing: &dyn Pricing) {
    let waiting: Vec<usize> =
        plan.rungs.iter().enumerate().filter(|(_, rung)| **rung == Rung::Why).map(|(at, _)| at).collect();
    if !waiting.is_empty() {
        plan.shares = vec![0; plan.rungs.len()];
    }
    for (done, at) in waiting.iter().enumerate() {
        let left = room.minus(plan.used);
        let heads = u64::try_from(waiting.len().saturating_sub(done)).unwrap_or(u64::MAX).max(1);
        let share = left.chars.checked_div(heads).unwrap_or(0).min(pricing.most_output());
        let now = pricing.costs(*at).why;
        let rest = plan.used.minus(now);
        for share in [share, 0] {
            let whole = pricing.whole(*at, share);
            if rest.plus(whole).fits(room) {
                plan.used = rest.plus(whole);
                if let (Some(rung), Some(slot)) = (plan.rungs.get_mut(*at), plan.shares.get_mut(*at)) {
                    *rung = Rung::Whole;
                    *slot = share;
                }
                break;
            }
        }
    }
}

/// Not even all names fit: the shortest ones do, so that as many as possible are named.
fn list_as_many_as_fit(plan: &mut Plan, room: Cost, pricing: &dyn Pricing) {
    let room = room.minus(pricing.and_more());
    // In the order of the failures where the chars are the same. There may be very many of them.
    let short = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let mut order: Vec<(u32, u32)> = (0_u32..)
        .zip(0..plan.rungs.len())
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
    let low = most_that_fit(plan.rungs.len(), room, |most| pricing.folded(&listing(most)));
    let listed = listing(low);
    plan.used = pricing.and_more().plus(if low == 0 { Cost::default() } else { pricing.folded(&listed) });
    for (rung, listed) in plan.rungs.iter_mut().zip(listed) {
        if listed {
            *rung = Rung::Folded;
        }
    }
}

/// Chars of a name and its line, from which the first try comes. What fits then says it better.
const NAME_CHARS: u128 = 32;

/// The largest number up to `all` whose cost fits: costs grow with the number. To lay names out costs as much as there is room
/// for, so that few numbers are tried: names cost about the same, and the next try is where the room would end.
fn most_that_fit(all: usize, room: Cost, cost: impl Fn(usize) -> Cost) -> usize {
    let wide = |number: usize| u128::try_from(number).unwrap_or(u128::MAX);
    // What fits, and what does not, with their chars.
    let (mut fits, mut fails) = ((0, 0), (all.saturating_add(1), None));
    let mut tries = 0_u32;
    while fits.0 < fails.0.saturating_sub(1) {
        let gap = fails.0.saturating_sub(fits.0);
        let left = u128::from(room.chars.saturating_sub(fits.1));
        let more = match fails.1 {
            // All of them may be many more than there is room for.
            None => {
                let known = wide(fits.0).saturating_mul(left).checked_div(u128::from(fits.1));
                let more = known.unwrap_or_else(|| left.div_euclid(NAME_CHARS)).saturating_add(1);
                gap.min(usize::try_from(more).unwrap_or(gap))
            }
            // Halves now and then, lest a few long names make all steps short.
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
        tries = tries.saturating_add(1);
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

    /// Failures that cost 10 as a name, 50 as a line, 200 with why lines, 1000 and their share whole.
    struct Even;

    impl Pricing for Even {
        fn costs(&self, _at: usize) -> Costs {
            let cost = |chars, lines| Cost { chars, lines };
            Costs { name: cost(30, 1), line: cost(50, 1), why: cost(200, 4) }
        }
        fn too_many(&self) -> bool {
            false
        }
        fn listed_chars(&self, _at: usize) -> u64 {
            10
        }
        fn whole(&self, _at: usize, share: u64) -> Cost {
            Cost { chars: 1000 + share.min(500), lines: 20 }
        }
        fn folded(&self, listed: &[bool]) -> Cost {
            let count = listed.iter().filter(|listed| **listed).count() as u64;
            Cost { chars: 20 + count * 10, lines: 1 + count / 18 }
        }
        fn and_more(&self) -> Cost {
            Cost { chars: 100, lines: 1 }
        }
        fn most_output(&self) -> u64 {
            65536
        }
    }

    fn rungs(count: usize, chars: u64) -> Vec<u64> {
        let plan = plan(count, Cost { chars, lines: 1000 }, &Even);
        assert!(plan.used.fits(Cost { chars, lines: 1000 }), "{:?}", plan.used);
        let mut counted = vec![0; 6];
        for rung in &plan.rungs {
            counted[usize::from(rung.number())] += 1;
        }
        counted
    }

    #[test]
    fn with_room_for_all_every_failure_is_whole() {
        assert_eq!(rungs(3, 10_000), [3, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn all_reach_their_why_lines_before_one_gets_everything() {
        assert_eq!(rungs(4, 1000), [0, 4, 0, 0, 0, 0]);
        assert_eq!(rungs(4, 1700), [1, 3, 0, 0, 0, 0]);
    }

    #[test]
    fn when_single_names_do_not_fit_they_are_folded_and_the_rest_of_the_room_lifts_the_first() {
        let counted = rungs(20, 500);
        assert_eq!(counted.iter().sum::<u64>(), 20);
        assert_eq!((counted[5], counted[3]), (0, 0));
        assert!(counted[4] > 0 && counted[2] > 0);
    }

    #[test]
    fn names_are_folded_for_the_reasons_of_others() {
        // On lines of their own 20 names leave room for 10 reasons, folded ones for 14.
        assert_eq!(rungs(20, 800), [0, 0, 14, 0, 6, 0]);
        // A reason for each of them: no name is folded for why lines.
        assert_eq!(rungs(20, 1000), [0, 0, 20, 0, 0, 0]);
        // One reason more is not worth the places of the others.
        assert_eq!(rungs(3, 110), [0, 0, 1, 2, 0, 0]);
    }

    #[test]
    fn when_not_even_folded_names_fit_the_rest_is_counted() {
        let counted = rungs(1000, 500);
        assert_eq!(counted[4] + counted[5], 1000);
        assert_eq!(counted[4], 38);
    }

    proptest::proptest! {
        #[test]
        fn a_plan_never_passes_its_room(count in 0_usize..300, chars in 150_u64..20_000) {
            let counted = rungs(count, chars);
            proptest::prop_assert_eq!(counted.iter().sum::<u64>(), count as u64);
        }
    }
}
