//! Failures that are written while the input still streams by.
//!
//! In standard and verbose, when a section closes and reconciles, its failures are written at once, whole and in
//! order, while all that was written stays within an eighth of the mode's chars and lines. The first that does not
//! fit ends this for good: the rest of the page is planned when everything is known.

use super::bodies::Bodies;
use super::failure::FailureRows;
use super::footer::ShownFailures;
use super::page::Page;
use super::row::{Row, cost_of};
use crate::budget::{Cost, Mode};
use crate::report::{Failure, Report, SectionState, State, Stored};

/// The part of the page that may be written early.
const PART: u64 = 8;

/// What was written early.
#[derive(Debug)]
pub struct Early {
    shown: ShownFailures,
    next: usize,
    /// A section that was written without the line that tells how to rerun it: that comes behind the totals.
    rerun: Option<usize>,
    ended: bool,
}

impl Early {
    /// Nothing written yet; minimal writes nothing early.
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
            match section.state {
                SectionState::Dropped => {}
                SectionState::Closed if !inner => {
                    report.hide_in_section(self.next);
                    self.write_section(report, page);
                }
                SectionState::Closed | SectionState::Open | SectionState::Weak | SectionState::Lost => break,
            }
            if !self.ended {
                self.next = self.next.saturating_add(1);
            }
        }
        if self.shown.all > before {
            page.flush();
        }
    }

    /// The line that tells how to rerun the section written last, when it came and was not written yet.
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
        let bodies = Bodies::of(&failures);
        let (limits, ruler) = (page.limits(), page.ruler());
        let room = Cost { chars: limits.chars.div_euclid(PART), lines: limits.lines.div_euclid(PART) };
        let mut written = Vec::new();
        for (position, failure) in failures.iter().enumerate() {
            if bodies.leader(position).is_some() {
                continue;
            }
            let rows = FailureRows::new(report, failure, ruler);
            let mut all: Vec<Row<'_>> = group.iter().map(|line| Row::Input(line)).collect();
            let mut lines = rows.whole(u64::MAX);
            let body = lines.split_off(rows.heading().len().min(lines.len()));
            all.append(&mut lines);
            let followers: Vec<usize> = bodies.followers(position).collect();
            for follower in followers.iter().filter_map(|follower| failures.get(*follower)) {
                all.extend(FailureRows::new(report, follower, ruler).heading());
            }
            all.extend(body);
            let cost = cost_of(&all, ruler);
            let colour = u64::try_from(all.len()).unwrap_or(u64::MAX).saturating_mul(page.style().overhead());
            let cost = cost.plus(Cost { chars: colour, lines: 0 });
            if !page.used().plus(cost).fits(room) || !rows.is_complete(u64::MAX) {
                self.ended = true;
                break;
            }
            for row in &all {
                page.row(row, &mut ledger);
            }
            group = None;
            for told in std::iter::once(position).chain(followers) {
                self.shown.whole = self.shown.whole.saturating_add(1);
                self.shown.all = self.shown.all.saturating_add(1);
                written.extend(live.get(told).map(|(at, _)| *at));
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
