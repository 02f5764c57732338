//! How much of the page each failure gets: the rungs. This is only arithmetic over costs and a room.
//!
//! Failures of one cause are planned as one: the first of them represents all, and all are named with it. Only when every
//! cause has its why lines, a second failure of a cause may get a line of its own.

use super::plan_names::list_as_many_as_fit;
use crate::budget::{Cost, Count as _, Policy, pack};

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
    /// Its number in JSON answers.
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

/// The costs that the planner asks for.
pub trait Pricing {
    /// The costs of failure `at` alone.
    fn costs(&self, at: usize) -> Costs;
    /// Whether the names do not fit into the room in any form. Then costs are not asked for.
    fn too_many(&self) -> bool;
    /// How many chars, about, the name of failure `at` adds to a folded list.
    fn listed_chars(&self, at: usize) -> u64;
    /// The cost of failure `at` with at most `share` more than its why lines, and whether that is everything.
    fn whole(&self, at: usize, share: Cost) -> (Cost, Extent);
    /// The exact cost of the folded list of the failures whose flag is set.
    fn folded(&self, listed: &[bool]) -> Cost;
    /// The cost of the line that counts the failures that are not listed.
    fn and_more(&self) -> Cost;
    /// The most room of one failure beyond its why lines.
    fn most_output(&self) -> Cost;
    /// The first failure of the same cause, when `at` is a later one.
    fn leader(&self, _at: usize) -> Option<usize> {
        None
    }
    /// The cost of printing with the first failure of a cause, `at`, which others have it: by number, or by name.
    fn others(&self, _at: usize, _how: Others) -> Cost {
        Cost::default()
    }
    /// What a line of its own costs for a later failure of a cause, besides its name; `None` when it would say nothing
    /// new.
    fn example(&self, _at: usize) -> Option<Cost> {
        None
    }
}

/// Whether something of a failure is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All lines with information are shown.
    Whole,
    /// Some lines had no room.
    Part,
    /// All lines are shown, but only a part of a line that says why, because it is too long.
    Clipped,
}

/// How the other failures of a cause are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// All by their names.
    Named,
    /// Only their number; the names have no room, or are in the folded list.
    Counted,
}

/// The plan: a rung per failure, and the share of captured output of those that are whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// One per failure.
    pub rungs: Vec<Rung>,
    /// The most room of each failure beyond its why lines, for failures on [`Rung::Whole`]; empty when there are none.
    pub shares: Vec<Cost>,
    /// How the others are printed that have the cause of a failure with lines of its own.
    pub others: Others,
    /// What everything costs; never more than the room.
    pub used: Cost,
}

/// Causes are printed before all names when there is at most one for so many failures.
const FAILURES_OF_A_CAUSE: usize = 4;

/// Plans `count` failures into `room`.
#[must_use]
pub fn plan(count: usize, room: Cost, pricing: &dyn Pricing) -> Plan {
    let rungs = vec![Rung::Unlisted; count];
    let mut plan = Plan { rungs, shares: Vec::new(), others: Others::Named, used: Cost::default() };
    if count == 0 {
        return plan;
    }
    if pricing.too_many() {
        list_as_many_as_fit(&mut plan, room, pricing);
        return plan;
    }
    let causes: Vec<usize> = (0..count).filter(|at| pricing.leader(*at).is_none()).collect();
    let names = causes.iter().try_fold(Cost::default(), |sum, at| {
        let sum = sum.plus(pricing.costs(*at).name).plus(pricing.others(*at, Others::Named));
        sum.fits(room).then_some(sum)
    });
    let named = match names.map(|used| lifted(count, &causes, Rung::Name, used, room, pricing)) {
        Some(named) if causes.iter().all(|at| rung_of(&named, *at) <= Rung::Line) => return named,
        named => named,
    };
    let all = pricing.folded(&vec![true; count]);
    let folded = all.fits(room).then(|| lifted(count, &causes, Rung::Folded, all, room, pricing));
    match (named, folded) {
        (Some(named), Some(folded)) if worth(&folded, &causes) > worth(&named, &causes) => folded,
        (Some(plan), _) | (None, Some(plan)) => plan,
        (None, None) => {
            if causes.len().saturating_mul(FAILURES_OF_A_CAUSE) <= count {
                let half = Cost { chars: room.chars.div_euclid(2), lines: room.lines.div_euclid(2) };
                tell_causes(&mut plan, &causes, half, pricing);
            }
            list_as_many_as_fit(&mut plan, room, pricing);
            plan
        }
    }
}

/// Plans when not every cause has room for its message: each reason once with its number, those of the most failures
/// first, in three quarters of the room, and their why lines in a quarter; then as many names as fit; then what else is
/// known.
#[must_use]
pub fn plan_reasons(count: usize, room: Cost, pricing: &dyn Pricing) -> Plan {
    let rungs = vec![Rung::Unlisted; count];
    let mut plan = Plan { rungs, shares: Vec::new(), others: Others::Counted, used: Cost::default() };
    let mut sizes = vec![0_usize; count];
    for at in 0..count {
        if let Some(size) = sizes.get_mut(pricing.leader(at).unwrap_or(at)) {
            size.up(1);
        }
    }
    let says =
        |at: &usize| pricing.leader(*at).is_none() && pricing.costs(*at).line != pricing.costs(*at).name;
    let mut reasons: Vec<usize> = (0..count).filter(says).collect();
    reasons.sort_by_key(|at| usize::MAX.saturating_sub(sizes.get(*at).copied().unwrap_or_default()));
    // Failures without a name are counted, whatever else has room.
    let most = room.minus(pricing.and_more());
    let part = |whole: u64| whole.saturating_sub(whole.div_euclid(4));
    let most = Cost { chars: part(most.chars), lines: part(most.lines) };
    tell_causes(&mut plan, &reasons, most, pricing);
    reasons.retain(|at| rung_of(&plan, *at) == Rung::Line);
    reasons.sort_unstable();
    let quarter = Cost { chars: room.chars.div_euclid(4), lines: room.lines.div_euclid(4) };
    lift(&mut plan, &reasons, quarter, pricing, Rung::Why);
    list_as_many_as_fit(&mut plan, room, pricing);
    let room = room.minus(pricing.and_more());
    lift_to_whole(&mut plan, &reasons, room, pricing);
    plan
}

/// Whether each cause has its message in the plan.
pub(super) fn tells_all(plan: &Plan, pricing: &dyn Pricing) -> bool {
    (0..plan.rungs.len()).all(|at| pricing.leader(at).is_some() || rung_of(plan, at) <= Rung::Line)
}

pub(super) fn rung_of(plan: &Plan, at: usize) -> Rung {
    plan.rungs.get(at).copied().unwrap_or(Rung::Unlisted)
}

/// The plan that begins with all failures on one rung, for which there is room, and lifts what it can.
fn lifted(
    count: usize,
    causes: &[usize],
    start: Rung,
    used: Cost,
    room: Cost,
    pricing: &dyn Pricing,
) -> Plan {
    let mut plan = Plan { rungs: vec![Rung::Folded; count], shares: Vec::new(), others: Others::Named, used };
    for at in causes {
        set(&mut plan, *at, start);
    }
    lift(&mut plan, causes, room, pricing, Rung::Line);
    lift(&mut plan, causes, room, pricing, Rung::Why);
    if causes.len() < count && causes.iter().all(|at| rung_of(&plan, *at) <= Rung::Why) {
        add_examples(&mut plan, room, pricing);
    }
    lift_to_whole(&mut plan, causes, room, pricing);
    plan
}

fn set(plan: &mut Plan, at: usize, rung: Rung) {
    if let Some(slot) = plan.rungs.get_mut(at) {
        *slot = rung;
    }
}

/// Gives later failures of causes a line of their own, in at most half of what is left.
fn add_examples(plan: &mut Plan, room: Cost, pricing: &dyn Pricing) {
    let left = room.minus(plan.used);
    let half = Cost { chars: left.chars.div_euclid(2), lines: left.lines.div_euclid(2) };
    let examples: Vec<(usize, Cost)> =
        (0..plan.rungs.len()).filter_map(|at| Some((at, pricing.example(at)?))).collect();
    let packed = pack(examples.iter().map(|(_, cost)| *cost), half, Policy::Greedy);
    for ((at, _), _) in examples.iter().zip(&packed.admitted).filter(|(_, admitted)| **admitted) {
        set(plan, *at, Rung::Line);
    }
    plan.used = plan.used.plus(packed.used);
}

/// When not all names fit, gives each cause a line with its message and its number, in at most this room.
fn tell_causes(plan: &mut Plan, causes: &[usize], room: Cost, pricing: &dyn Pricing) {
    let costs = causes.iter().map(|at| pricing.costs(*at).line.plus(pricing.others(*at, Others::Counted)));
    let packed = pack(costs, room, Policy::Greedy);
    for (at, _) in causes.iter().zip(&packed.admitted).filter(|(_, admitted)| **admitted) {
        set(plan, *at, Rung::Line);
    }
    plan.others = Others::Counted;
    plan.used = packed.used;
}

/// How much a plan says: a reason counts as two places, and its line has one more.
fn worth(plan: &Plan, causes: &[usize]) -> usize {
    let of = |rung: Rung| match rung {
        Rung::Whole | Rung::Why | Rung::Line => 3,
        Rung::Name => 1,
        Rung::Folded | Rung::Unlisted => 0_usize,
    };
    causes.iter().map(|at| of(rung_of(plan, *at))).sum()
}

fn cost_on(costs: &Costs, rung: Rung) -> Cost {
    match rung {
        Rung::Whole | Rung::Why => costs.why,
        Rung::Line => costs.line,
        Rung::Name => costs.name,
        Rung::Folded | Rung::Unlisted => Cost::default(),
    }
}

/// Lifts as many failures as fit to a rung, from the first one on.
fn lift(plan: &mut Plan, causes: &[usize], room: Cost, pricing: &dyn Pricing, target: Rung) {
    let from_list = causes.iter().any(|at| rung_of(plan, *at) == Rung::Folded);
    let below = if target == Rung::Why { Rung::Line } else { Rung::Folded };
    let waiting: Vec<usize> = causes
        .iter()
        .copied()
        .filter(|at| {
            let rung = rung_of(plan, *at);
            rung == below || (target == Rung::Line && rung == Rung::Name)
        })
        .collect();
    let listed = if from_list { listed_by_cause(plan, pricing) } else { Vec::new() };
    let extra = waiting.iter().map(|at| {
        let costs = pricing.costs(*at);
        match rung_of(plan, *at) {
            Rung::Folded => {
                let chars = listed.get(*at).copied().unwrap_or_default();
                let others = pricing.others(*at, Others::Named);
                cost_on(&costs, target).plus(others).minus(Cost { chars, lines: 0 })
            }
            rung => cost_on(&costs, target).minus(cost_on(&costs, rung)),
        }
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

/// How many chars, about, a folded list has for each failure and the others of its cause.
fn listed_by_cause(plan: &Plan, pricing: &dyn Pricing) -> Vec<u64> {
    let mut listed = vec![0_u64; plan.rungs.len()];
    for at in 0..plan.rungs.len() {
        if let Some(sum) = listed.get_mut(pricing.leader(at).unwrap_or(at)) {
            sum.up(pricing.listed_chars(at));
        }
    }
    listed
}

/// Whether each failure is in the folded list: those of a cause that has lines of its own are named there.
pub(super) fn in_list(plan: &Plan, leader: impl Fn(usize) -> Option<usize>) -> Vec<bool> {
    let listed = |(at, rung): (usize, &Rung)| {
        let with_cause = leader(at).filter(|_| plan.others == Others::Named);
        *rung == Rung::Folded && with_cause.is_none_or(|leader| rung_of(plan, leader) == Rung::Folded)
    };
    plan.rungs.iter().enumerate().map(listed).collect()
}

fn exact(plan: &Plan, pricing: &dyn Pricing) -> Cost {
    let single = plan.rungs.iter().enumerate().filter(|(_, rung)| **rung < Rung::Folded);
    let sum = single.fold(Cost::default(), |sum, (at, rung)| {
        sum.plus(cost_on(&pricing.costs(at), *rung)).plus(pricing.others(at, plan.others))
    });
    let listed = in_list(plan, |at| pricing.leader(at));
    if listed.contains(&true) { sum.plus(pricing.folded(&listed)) } else { sum }
}

/// Gives every failure that has its why lines a share of the remaining room for its other lines; what some do not need,
/// the others get.
fn lift_to_whole(plan: &mut Plan, causes: &[usize], room: Cost, pricing: &dyn Pricing) {
    let mut waiting: Vec<usize> =
        causes.iter().copied().filter(|at| rung_of(plan, *at) == Rung::Why).collect();
    if waiting.is_empty() {
        return;
    }
    plan.shares = vec![Cost::default(); plan.rungs.len()];
    let mut costs: Vec<Cost> = waiting.iter().map(|at| pricing.costs(*at).why).collect();
    for part in [Part::Even, Part::Rest] {
        let mut left_out = Vec::new();
        for (done, (at, now)) in waiting.iter().zip(&costs).enumerate() {
            let left = room.minus(plan.used);
            let heads = match part {
                Part::Even => u64::try_from(waiting.len().saturating_sub(done)).unwrap_or(u64::MAX).max(1),
                Part::Rest => 1,
            };
            let had = plan.shares.get(*at).copied().unwrap_or_default();
            let most = pricing.most_output();
            let even = |left: u64, had: u64, most: u64| {
                left.checked_div(heads).unwrap_or(0).saturating_add(had).min(most)
            };
            let share = Cost {
                chars: even(left.chars, had.chars, most.chars),
                lines: even(left.lines, had.lines, most.lines),
            };
            let rest = plan.used.minus(*now);
            let mut cost = *now;
            let mut extent = Extent::Part;
            for share in [share, had] {
                let (whole, shown) = pricing.whole(*at, share);
                // The failure has only its why lines.
                if shown == Extent::Part && whole.fits(*now) {
                    break;
                }
                if rest.plus(whole).fits(room) {
                    plan.used = rest.plus(whole);
                    cost = whole;
                    extent = shown;
                    set(plan, *at, Rung::Whole);
                    if let Some(slot) = plan.shares.get_mut(*at) {
                        *slot = share;
                    }
                    break;
                }
            }
            if extent == Extent::Part {
                left_out.push((*at, cost));
            }
        }
        (waiting, costs) = left_out.into_iter().unzip();
    }
}

/// How the remaining room is shared.
#[derive(Clone, Copy)]
enum Part {
    /// In equal parts.
    Even,
    /// All to the first failure that needs it.
    Rest,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Failures that cost 10 as a name, 50 as a line, 200 with why lines, and 1000 plus their share whole.
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
        fn whole(&self, _at: usize, share: Cost) -> (Cost, Extent) {
            match share.chars {
                0..800 => (Cost { chars: 200, lines: 4 }, Extent::Part),
                800..1300 => (Cost { chars: 1000, lines: 20 }, Extent::Part),
                _ => (Cost { chars: 1500, lines: 20 }, Extent::Whole),
            }
        }
        fn folded(&self, listed: &[bool]) -> Cost {
            let count = listed.iter().filter(|listed| **listed).count() as u64;
            Cost { chars: 20 + count * 10, lines: 1 + count / 18 }
        }
        fn and_more(&self) -> Cost {
            Cost { chars: 100, lines: 1 }
        }
        fn most_output(&self) -> Cost {
            Cost { chars: 65536, lines: 65536 }
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
        // One more reason is not worth the places of the others.
        assert_eq!(rungs(3, 110), [0, 0, 1, 2, 0, 0]);
    }

    #[test]
    fn where_not_all_reasons_fit_they_come_before_names() {
        let plan = plan_reasons(20, Cost { chars: 640, lines: 1000 }, &Even);
        let on = |rung: Rung| plan.rungs.iter().filter(|each| **each == rung).count();
        assert_eq!((on(Rung::Line), on(Rung::Folded), on(Rung::Unlisted)), (8, 12, 0));
        // The line that counts the others has room, however little room there is.
        for lines in 1..40 {
            let room = Cost { chars: 2000, lines };
            let plan = plan_reasons(60, room, &Even);
            let more = plan.rungs.contains(&Rung::Unlisted);
            assert!(!more || plan.used.fits(room), "{:?} of {room:?}", plan.used);
        }
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
