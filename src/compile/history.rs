//! The history, brought down to its budget by a ladder, the oldest first and no step further than needed.
//!
//! 1. What a later result says again is replaced by a pointer to it, also when all fits.
//! 2. Old results go through the filter, old thoughts go, long strings in old calls are cut.
//! 3. Of old messages the first sentence is left, of results the names of their failures.
//! 4. Old messages go, and one line tells how many.
//!
//! The last messages are touched only when that was not enough: their results go through the filter, their texts lose
//! their middle, and at the very last they follow the others. When they alone take up more than half of the budget, their
//! results go through the filter before others go. Pinned messages are never touched. A call and its results
//! are one in all of this.

use super::error::CompileError;
use super::part::{Count, Kind, Rung};
use super::similar::{Seen, Shingles};
use super::turn::{Action, Turn};
use super::units::units;
use crate::budget::Count as _;

/// What a text of the last messages is clipped to at least, in tokens.
const LEAST_CLIPPED: u64 = 32;

/// Why something went.
const OVER: &str = "history over budget";

/// What stands for a result that a later one repeats. The event tells which; ids are seldom sent to a model.
const SAME: &str = "[a later result says the same]";

/// The line that tells of dropped messages.
pub(super) fn omitted(count: usize) -> String {
    match count {
        1 => "[1 turn omitted]".to_owned(),
        _ => format!("[{count} turns omitted]"),
    }
}

/// A group of messages and how it is treated.
struct Unit {
    turns: Vec<usize>,
    last: bool,
    pin: bool,
}

/// The history at work.
struct Ladder<'a> {
    turns: &'a mut [Turn],
    units: Vec<Unit>,
    budget: u64,
    dropped: usize,
    count: &'a Count<'a>,
    costs: u64,
}

/// What is left of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fitted {
    /// Tokens, those of the line included.
    pub(super) cost: u64,
    /// Messages of which that line tells; 0 when it did not fit either.
    pub(super) reported: usize,
}

/// Brings `turns` down to `budget`; the last `keep_last` messages come last.
pub(super) fn fit(
    turns: &mut [Turn],
    budget: u64,
    keep_last: usize,
    count: &Count<'_>,
) -> Result<Fitted, CompileError> {
    let groups = units(turns);
    let there = turns.iter().enumerate().filter(|(_, turn)| turn.is_there()).map(|(position, _)| position);
    let first_kept = there.rev().take(keep_last).last().unwrap_or(usize::MAX);
    let units: Vec<Unit> = groups
        .into_iter()
        .map(|group| Unit {
            last: group.iter().any(|position| *position >= first_kept),
            pin: group.iter().any(|position| turns.get(*position).is_some_and(|turn| turn.pin)),
            turns: group,
        })
        .collect();
    for unit in units.iter().filter(|unit| unit.pin) {
        for position in &unit.turns {
            if let Some(turn) = turns.get_mut(*position) {
                turn.pin = true;
                "pinned".clone_into(&mut turn.reason);
            }
        }
    }
    let pinned =
        turns.iter().filter(|turn| turn.pin).fold(0_u64, |sum, turn| sum.saturating_add(turn.cost()));
    if pinned > budget {
        return Err(CompileError::Pinned { section: "history", pinned, budget });
    }
    dedupe(turns, first_kept, count);
    let costs = turns.iter().fold(0_u64, |sum, turn| sum.saturating_add(turn.cost()));
    let mut ladder = Ladder { turns, units, budget, dropped: 0, count, costs };
    ladder.shrink(false, Rung::Collapse);
    ladder.shrink(false, Rung::Stub);
    if ladder.last_are_most() {
        ladder.shrink(true, Rung::Collapse);
    }
    ladder.drop(false);
    ladder.shrink(true, Rung::Collapse);
    ladder.clip();
    ladder.shrink(true, Rung::Stub);
    ladder.drop(true);
    Ok(ladder.end())
}

/// Replaces results that a later result repeats.
fn dedupe(turns: &mut [Turn], first_kept: usize, count: &Count<'_>) {
    let mut seen: Seen<String> = Seen::new();
    for (position, turn) in turns.iter_mut().enumerate().rev() {
        if !turn.is_there() {
            continue;
        }
        let fixed = turn.pin || position >= first_kept;
        let id = turn.id.clone();
        let mut replaced = None;
        for part in turn.parts.iter_mut().filter(|part| part.kind == Kind::Result && part.is_text()) {
            let shingles = Shingles::of(&part.text);
            match seen.find(&shingles) {
                Some(later) if !fixed => {
                    if part.replace(SAME.to_owned(), count) {
                        replaced = Some(format!("says the same as {later}"));
                    }
                }
                Some(_) => {}
                None => seen.add(shingles, id.clone()),
            }
        }
        if let Some(reason) = replaced {
            turn.note(Action::Dedupe, &reason);
        }
    }
}

impl Ladder<'_> {
    fn line(&self, dropped: usize) -> u64 {
        if dropped == 0 { 0 } else { (self.count)(&omitted(dropped)) }
    }

    fn over(&self) -> u64 {
        self.costs.saturating_add(self.line(self.dropped)).saturating_sub(self.budget)
    }

    /// Does something with each message of the units that may be changed, the oldest first, while all is too much.
    fn each(&mut self, last: bool, mut change: impl FnMut(&mut Turn, u64, &Count<'_>)) {
        for index in 0..self.units.len() {
            let Some(unit) = self.units.get(index).filter(|unit| unit.last == last && !unit.pin) else {
                continue;
            };
            for position in unit.turns.clone() {
                let over = self.over();
                if over == 0 {
                    return;
                }
                let Some(turn) = self.turns.get_mut(position).filter(|turn| turn.is_there()) else {
                    continue;
                };
                let before = turn.cost();
                change(turn, over, self.count);
                self.costs = self.costs.saturating_sub(before).saturating_add(turn.cost());
            }
        }
    }

    /// Whether the last messages take up more than half of the budget: their results would drive all others out.
    fn last_are_most(&self) -> bool {
        let last = self.units.iter().filter(|unit| unit.last).flat_map(|unit| &unit.turns);
        let costs = last.filter_map(|position| self.turns.get(*position)).map(Turn::cost);
        costs.fold(0_u64, u64::saturating_add) > self.budget.div_euclid(2)
    }

    fn shrink(&mut self, last: bool, rung: Rung) {
        self.each(last, |turn, _, count| turn.shrink(rung, count));
    }

    fn clip(&mut self) {
        self.each(true, |turn, over, count| {
            turn.clip(turn.cost().saturating_sub(over), LEAST_CLIPPED, OVER, count);
        });
    }

    /// Drops whole units, the oldest first, while all is too much.
    fn drop(&mut self, last: bool) {
        for unit in &self.units {
            if self.over() == 0 {
                return;
            }
            if unit.last != last || unit.pin {
                continue;
            }
            for position in &unit.turns {
                if let Some(turn) = self.turns.get_mut(*position).filter(|turn| turn.is_there()) {
                    self.costs.down(turn.cost());
                    turn.note(Action::Drop, OVER);
                    turn.counted = true;
                    self.dropped.up(1);
                }
            }
        }
    }

    fn end(self) -> Fitted {
        // Only when every message went the line may not fit: then nothing is reported here, and all in the event.
        let line = self.line(self.dropped);
        let with_line = self.costs.saturating_add(line);
        match with_line <= self.budget {
            true => Fitted { cost: with_line, reported: self.dropped },
            false => Fitted { cost: self.costs, reported: 0 },
        }
    }
}
