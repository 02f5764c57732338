//! Failures on the page: each on its rung, under the lines that head its section, equal bodies once.

use super::failure::FailureRows;
use super::plan::{Plan, Rung};
use super::prices::{Prices, frame};
use super::row::Row;
use super::text::Body;
use crate::budget::Ledger;
use crate::report::{Failure, Report, Stored};

/// Prints the failures that stand on lines of their own.
pub(super) fn print_failures<'a>(
    report: &'a Report,
    failures: &[&'a Failure],
    planned: &Plan,
    prices: &Prices<'a>,
    body: &mut Body<'_>,
    ledger: &mut Ledger,
) {
    let bodies = prices.bodies();
    let mut rerun: Option<(u32, &Stored)> = None;
    for (at, failure) in failures.iter().enumerate() {
        let rung = planned.rungs.get(at).copied().unwrap_or(Rung::Unlisted);
        let share = planned.shares.get(at).copied().unwrap_or(0);
        let rows = prices.rows(failure);
        if let Some((section, line)) = rerun
            && section != failure.section
        {
            body.page.row(&Row::Input(line), ledger);
            rerun = None;
        }
        if rung <= Rung::Why {
            let section = usize::try_from(failure.section).ok().and_then(|at| report.sections().get(at));
            if !frame(report, failures, at).is_empty()
                && let Some(section) = section
            {
                if let Some(group) = &section.group {
                    body.page.row(&Row::Input(group), ledger);
                }
                rerun = section.rerun.as_deref().map(|line| (failure.section, line));
            }
        }
        let leader = bodies.leader(at).filter(|_| rung <= Rung::Why);
        let shared =
            leader.is_some_and(|leader| planned.rungs.get(leader).is_some_and(|rung| *rung <= Rung::Why));
        let (mut printed, complete) = match rung {
            // Its heading stands above the shared body already.
            _ if shared => {
                (Vec::new(), leader.is_some_and(|leader| is_complete(report, failures, planned, leader)))
            }
            _ if leader.is_some() => (rows.heading(), false),
            Rung::Whole => (rows.whole(share), rows.is_complete(share)),
            Rung::Why => (rows.with_why(), false),
            Rung::Line => (rows.as_line(), false),
            Rung::Name => (rows.as_name(), false),
            Rung::Folded | Rung::Unlisted => (Vec::new(), false),
        };
        if bodies.any() && leader.is_none() && rung <= Rung::Why {
            share_body(failures, planned, prices, at, &mut printed);
        }
        body.rows(&printed, ledger);
        let shown = &mut body.shown;
        let slot = match rung {
            Rung::Whole if complete => &mut shown.whole,
            Rung::Whole | Rung::Why | Rung::Line => &mut shown.in_part,
            Rung::Name | Rung::Folded => &mut shown.by_name,
            Rung::Unlisted => continue,
        };
        *slot = slot.saturating_add(1);
    }
    if let Some((_, line)) = rerun {
        body.page.row(&Row::Input(line), ledger);
    }
}

fn is_complete(report: &Report, failures: &[&Failure], planned: &Plan, at: usize) -> bool {
    let share = planned.shares.get(at).copied().unwrap_or(0);
    let whole = planned.rungs.get(at) == Some(&Rung::Whole);
    whole
        && failures
            .get(at)
            .is_some_and(|failure| FailureRows::new(report, failure, u64::MAX).is_complete(share))
}

/// Puts the headings of those who share a body between its first heading and its lines.
fn share_body<'a>(
    failures: &[&'a Failure],
    planned: &Plan,
    prices: &Prices<'a>,
    at: usize,
    printed: &mut Vec<Row<'a>>,
) {
    let Some(own) = failures.get(at).map(|failure| prices.rows(failure).heading().len()) else { return };
    let lines = printed.split_off(own.min(printed.len()));
    for follower in prices.bodies().followers(at) {
        let high = planned.rungs.get(follower).is_some_and(|rung| *rung <= Rung::Why);
        if let Some(failure) = failures.get(follower).filter(|_| high) {
            printed.extend(prices.rows(failure).heading());
        }
    }
    printed.extend(lines);
}
