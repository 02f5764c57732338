//! Failures on the page: each on its rung, below the lines that head its section, those of one cause together.

use super::plan::{Extent, Others, Plan, Rung, rung_of};
use super::prices::{Prices, frame};
use super::row::Row;
use super::text::Body;
use crate::budget::{Count as _, Ledger};
use crate::report::{Failure, Report, Stored};

/// Prints the failures that have lines of their own. Returns whether lines of one had no room.
pub(super) fn print_failures<'a>(
    report: &'a Report,
    failures: &[&'a Failure],
    planned: &Plan,
    prices: &Prices<'a>,
    body: &mut Body<'_>,
    ledger: &mut Ledger,
) -> bool {
    let causes = prices.causes();
    let mut cut = false;
    let mut rerun: Option<(u32, &Stored)> = None;
    for (at, failure) in failures.iter().enumerate() {
        let rung = rung_of(planned, at);
        if let Some((section, line)) = rerun
            && section != failure.section
        {
            body.page.row(&Row::Input(line), ledger);
            rerun = None;
        }
        if let Some(leader) = causes.leader(at) {
            // It is printed with the first one of its cause, when that has lines of its own.
            if rung_of(planned, leader) >= Rung::Folded {
                count(body, rung, Extent::Part);
            }
            continue;
        }
        if rung <= Rung::Why {
            body.page.air();
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
        let extent = print_one(failure, planned, prices, at, body, ledger);
        let bounded = failure.bare || failure.detail.as_ref().is_some_and(|detail| detail.shortened);
        cut |= rung == Rung::Whole && extent == Extent::Part && !bounded;
        if rung < Rung::Folded {
            body.rows(&prices.others(at, planned.others), ledger);
            print_others(failures, planned, prices, (at, extent), body, ledger);
        }
    }
    if let Some((_, line)) = rerun {
        body.page.row(&Row::Input(line), ledger);
    }
    cut
}

/// Prints one failure and counts it. Returns whether it is whole.
fn print_one<'a>(
    failure: &'a Failure,
    planned: &Plan,
    prices: &Prices<'a>,
    at: usize,
    body: &mut Body<'_>,
    ledger: &mut Ledger,
) -> Extent {
    let rung = rung_of(planned, at);
    let rows = prices.rows(failure);
    let (printed, extent) = match rung {
        Rung::Whole => rows.whole(planned.shares.get(at).copied().unwrap_or_default()),
        Rung::Why => (rows.with_why(), Extent::Part),
        Rung::Line => (rows.as_line(), Extent::Part),
        Rung::Name => (rows.as_name(), Extent::Part),
        Rung::Folded | Rung::Unlisted => (Vec::new(), Extent::Part),
    };
    body.rows(&printed, ledger);
    // A message that is too long for its lines is not whole, and more room would not help.
    let clipped = extent == Extent::Whole && rows.is_clipped(&printed);
    let extent = if clipped { Extent::Clipped } else { extent };
    count(body, rung, extent);
    extent
}

/// Prints the later failures of a cause that have lines of their own. Those with the same lines as the first one are as
/// whole as that.
fn print_others<'a>(
    failures: &[&'a Failure],
    planned: &Plan,
    prices: &Prices<'a>,
    (leader, extent): (usize, Extent),
    body: &mut Body<'_>,
    ledger: &mut Ledger,
) {
    let causes = prices.causes();
    for at in causes.followers(leader) {
        let Some(failure) = failures.get(at) else { continue };
        let rung = rung_of(planned, at);
        if rung < Rung::Folded {
            print_one(failure, planned, prices, at, body, ledger);
        } else if causes.is_same(at) && planned.others == Others::Named {
            count(body, rung_of(planned, leader), extent);
        } else {
            count(body, rung, Extent::Part);
        }
    }
}

fn count(body: &mut Body<'_>, rung: Rung, extent: Extent) {
    let shown = &mut body.shown;
    let slot = match rung {
        Rung::Whole if extent == Extent::Whole => &mut shown.whole,
        Rung::Whole | Rung::Why | Rung::Line => &mut shown.in_part,
        Rung::Name | Rung::Folded => &mut shown.by_name,
        Rung::Unlisted => return,
    };
    slot.up(1);
}
