//! Failures that are written while the input still streams by.
//!
//! In standard and verbose, when a section closes and reconciles, its failures are written at once, whole and in
//! order, while all that was written stays within an eighth of the mode's chars and lines. A section waits while one of
//! its failures has no reason yet or is still read: its runner reports the reasons below its totals. The first failure
//! that does not fit ends this for good: the rest of the page is planned when everything is known.

use super::causes::{self, Causes};
use super::failure::FailureRows;
use super::footer::ShownFailures;
use super::page::Page;
use super::plan::Extent;
use super::row::{Row, cost_of};
use crate::budget::{Cost, Count as _, Mode};
use crate::report::{Failure, Report, SectionState, State, Stored};

/// One in so many parts of the page may be written early.
const PART: u64 = 8;

/// What was written early.
#[derive(Debug)]
pub struct Early {
    shown: ShownFailures,
    next: usize,
    /// A section that was written without the line that says how to rerun it, which comes after the totals.
    rerun: Option<usize>,
    ended: bool,
}

impl Early {
    /// Nothing is written yet; minimal writes nothing early.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        Self { shown: ShownFailures::default(), next: 0, rerun: None, ended: mode == Mode::Minimal }
    }

    /// Nothing will be written early.
    #[must_use]
    pub fn never() -> Self {
        Self { shown: ShownFailures::default(), next: 0, rerun: None, ended: true }
    }

    /// The failures that were written.
    #[must_use]
    pub const fn shown(&self) -> ShownFailures {
        self.shown
    }

    /// Whether nothing was written.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.shown.all == 0
    }

    /// Writes the failures of sections that are final by now.
    #[inline(never)]
    pub fn advance(&mut self, report: &mut Report, page: &mut Page<'_>) {
        if report.is_small() {
            return;
        }
        self.ended |= report.has_steps() && self.is_empty();
        self.write_rerun(report, page);
        if self.ended {
            return;
        }
        self.next = self.next.min(report.sections().len());
        let before = self.shown.all;
        while !self.ended {
            let Some(section) = report.sections().get(self.next) else { break };
            let inner = section.parent.is_some_and(|parent| {
                report.sections().get(parent).is_some_and(|parent| parent.counts() && !parent.is_closed())
            });
            // What a document reports, the lines of its run may report too.
            let doubled = section.document > 0 && !section.failures.is_empty();
            match section.state {
                SectionState::Dropped => {}
                SectionState::Closed if !inner && !doubled => {
                    if report.is_read_on(self.next) {
                        self.ended = true;
                        break;
                    }
                    report.hide_in_section(self.next);
                    self.write_section(report, page);
                }
                SectionState::Closed | SectionState::Open | SectionState::Weak | SectionState::Lost => break,
            }
            if !self.ended {
                self.next.up(1);
            }
        }
        if self.shown.all > before {
            page.flush();
        }
    }

    /// The line that says how to rerun the last written section, when it came and was not written yet.
    #[must_use]
    pub fn rerun<'a>(&self, report: &'a Report) -> Option<&'a Stored> {
        self.rerun.and_then(|at| report.sections().get(at))?.rerun.as_deref()
    }

    fn write_rerun(&mut self, report: &mut Report, page: &mut Page<'_>) {
        if let Some(at) = self.rerun {
            report.hide_in_section(at);
        }
        if let Some(line) = self.rerun(report).cloned() {
            page.row(&Row::Input(&line), report.ledger_mut());
            self.rerun = None;
        }
    }

    fn write_section(&mut self, report: &mut Report, page: &mut Page<'_>) {
        let mut ledger = std::mem::take(report.ledger_mut());
        let section = report.sections().get(self.next);
        let mut group = section.and_then(|section| section.group.as_deref());
        let live: Vec<(usize, &Failure)> = section
            .map(|section| section.failures.as_slice())
            .unwrap_or_default()
            .iter()
            .filter_map(|at| usize::try_from(*at).ok())
            .filter_map(|at| report.failures().get(at).map(|failure| (at, failure)))
            .filter(|(_, failure)| failure.state == State::Live && !failure.written)
            .collect();
        let failures: Vec<&Failure> = live.iter().map(|(_, failure)| *failure).collect();
        let shared = Causes::of(report, &failures);
        let (limits, ruler) = (page.limits(), page.ruler());
        let room = Cost { chars: limits.chars.div_euclid(PART), lines: limits.lines.div_euclid(PART) };
        // A second failure of a cause is shown only when all causes are shown.
        let has_room = all_fit(report, &failures, &shared, page, room);
        let mut written = Vec::new();
        for (position, failure) in failures.iter().enumerate() {
            if shared.leader(position).is_some() {
                continue;
            }
            let rows = FailureRows::new(report, failure, ruler);
            let mut all: Vec<Row<'_>> = group.iter().map(|line| Row::Input(line)).collect();
            let (lines, extent) = rows.whole(Cost { chars: u64::MAX, lines: u64::MAX });
            let clipped = rows.is_clipped(&lines);
            all.extend(lines);
            let followers: Vec<usize> = shared.followers(position).collect();
            if !followers.is_empty() {
                all.extend(
                    causes::named(report, &failures, &shared, position, ruler).into_iter().map(Row::Own),
                );
            }
            let examples = followers.iter().filter(|at| has_room && shared.is_example(**at));
            for example in examples.filter_map(|at| failures.get(*at)) {
                all.extend(FailureRows::new(report, example, ruler).as_line());
            }
            let cost = cost_of(&all, ruler);
            let colour = u64::try_from(all.len()).unwrap_or(u64::MAX).saturating_mul(page.style().overhead());
            let cost = cost.plus(Cost { chars: colour, lines: 0 });
            if !page.used().plus(cost).fits(room) || extent == Extent::Part {
                self.ended = true;
                break;
            }
            page.air();
            page.dress(failure.detail.as_deref());
            for row in &all {
                page.row(row, &mut ledger);
            }
            group = None;
            for reported in std::iter::once(position).chain(followers) {
                let same = reported == position || shared.is_same(reported);
                let slot = if same && !clipped {
                    &mut self.shown.whole
                } else if same || (has_room && shared.is_example(reported)) {
                    &mut self.shown.in_part
                } else {
                    &mut self.shown.by_name
                };
                slot.up(1);
                self.shown.all.up(1);
                written.extend(live.get(reported).map(|(at, _)| *at));
            }
        }
        *report.ledger_mut() = ledger;
        if !written.is_empty() {
            self.rerun = (!self.ended).then_some(self.next);
        }
        for at in written {
            if let Some(failure) = report.failures_mut().get_mut(at) {
                failure.written = true;
            }
        }
    }
}

/// Whether all failures of a section fit into this part of the page, with the lines of those that share a cause.
fn all_fit(report: &Report, failures: &[&Failure], shared: &Causes, page: &Page<'_>, room: Cost) -> bool {
    let ruler = page.ruler();
    let mut used = page.used();
    (0..failures.len()).all(|at| {
        let Some(failure) = failures.get(at) else { return true };
        let rows = FailureRows::new(report, failure, ruler);
        let mut all = match shared.leader(at) {
            None => rows.whole(Cost { chars: u64::MAX, lines: u64::MAX }).0,
            Some(_) if shared.is_example(at) => rows.as_line(),
            Some(_) => Vec::new(),
        };
        if shared.has_others(at) {
            all.extend(causes::named(report, failures, shared, at, ruler).into_iter().map(Row::Own));
        }
        let colour = u64::try_from(all.len()).unwrap_or(u64::MAX).saturating_mul(page.style().overhead());
        used = used.plus(cost_of(&all, ruler)).plus(Cost { chars: colour, lines: 0 });
        used.fits(room)
    })
}
