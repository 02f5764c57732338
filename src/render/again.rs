//! Lines that repeat the ones before them: the frames of a recursion, and what each attempt of a test prints.

use super::ranks::Rank;
use crate::budget::Count as _;
use crate::event::Part;
use crate::report::Stored;

/// The most lines that are looked for as one repeated group.
const LONGEST_PERIOD: usize = 6;
/// Fewer repeated lines are not worth the line that counts them.
const FEWEST_AGAIN: usize = 3;

/// Lines that repeat the ones before them, as the frames of a recursion do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Replay {
    /// The index of the line that they follow.
    pub(super) after: usize,
    /// How many lines are repeated.
    pub(super) lines: usize,
    /// How often they are repeated.
    pub(super) times: usize,
}

/// Finds lines that are repeated, and lowers the rank of all but the first.
pub(super) fn again(lines: &[(Part, Stored)], ranks: &mut [Rank]) -> Vec<Replay> {
    let mut found = Vec::new();
    let equal = |left: usize, right: usize| match (lines.get(left), lines.get(right)) {
        (Some((part, left)), Some((other, right))) => {
            *part != Part::Output
                && *other != Part::Output
                && left.text == right.text
                && !left.text.trim().is_empty()
        }
        _ => false,
    };
    if let Some(reported) = reported_again(lines) {
        for rank in ranks.get_mut(reported.lines..).unwrap_or_default() {
            *rank = (*rank).max(Rank::Replay);
        }
        return vec![reported];
    }
    let mut at = 0_usize;
    while at < lines.len() {
        let run = |period: usize| {
            let count = (at..).take_while(|line| equal(*line, line.saturating_add(period))).count();
            count.checked_div(period).unwrap_or(0)
        };
        // Most lines differ from the next ones: that is a quick check.
        let period = (1..=LONGEST_PERIOD).find(|period| run(*period).saturating_mul(*period) >= FEWEST_AGAIN);
        let Some(period) = period else {
            at.up(1);
            continue;
        };
        let times = run(period);
        let from = at.saturating_add(period);
        let to = from.saturating_add(times.saturating_mul(period));
        for rank in ranks.get_mut(from..to).unwrap_or_default() {
            *rank = (*rank).max(Rank::Replay);
        }
        found.push(Replay { after: from.saturating_sub(1), lines: period, times });
        at = to;
    }
    found
}

/// The repeats, if all lines are the same ones, printed once for each attempt.
fn reported_again(lines: &[(Part, Stored)]) -> Option<Replay> {
    let equal = |(left, right): (&(Part, Stored), &(Part, Stored))| {
        left.0 == right.0 && left.0 != Part::Output && left.1.text == right.1.text
    };
    let copies = |period: &usize| {
        lines.len().checked_rem(*period) == Some(0) && lines.iter().zip(lines.iter().skip(*period)).all(equal)
    };
    let period = (1..=lines.len().div_euclid(2)).find(copies)?;
    let says = lines.iter().take(period).any(|(_, line)| !line.text.trim().is_empty());
    let times = lines.len().div_euclid(period).saturating_sub(1);
    says.then_some(Replay { after: period.saturating_sub(1), lines: period, times })
}
