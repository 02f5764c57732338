//! A failure that was read stays in the report.
//!
//! Totals without a failure take claims back: what looked like a failure was output of a test. They do so only for claims of
//! their own run. A claim is not theirs when a bound is between the two: a step or a command begins, or a command failed or
//! died. What is above the bound belongs to a run that has no end.

use super::closing::index;
use super::failures::State;
use super::reconcile::declared_failures;
use super::report::Report;
use crate::budget::Count as _;
use crate::event::{Ended, Event, Grade, Level, Stream};

/// A claim that its recognizer took back: it is dropped unless the totals that follow show that it stays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Withdrawn {
    section: usize,
    claim: usize,
}

impl Report {
    /// No run goes on over the current line: totals below it take back no claim above it.
    pub(super) fn bound(&mut self) {
        if self.streams.present() == Stream::Plain {
            self.bound = self.failures.records().len();
            self.bound_line = self.ledger.seen().lines;
        }
    }

    /// Whether the current line is a bound.
    pub(super) fn is_bound(&self) -> bool {
        self.bound_line == self.ledger.seen().lines && self.streams.present() == Stream::Plain
    }

    /// Whether a claim is above the last bound.
    pub(super) const fn is_above_bound(&self, claim: usize) -> bool {
        claim < self.bound && !self.succeeded
    }

    /// A recognizer takes a claim back. What is above a bound waits for the totals of the run that takes it back.
    pub(super) fn withdraw_later(&mut self, section: usize, claim: usize) {
        if self.is_above_bound(claim) {
            self.withdrawn.push(Withdrawn { section, claim });
        } else {
            self.drop_withdrawn(section, claim);
        }
    }

    /// Drops the claims that were taken back, if the event does not show that they stay.
    pub(super) fn settle_withdrawn(&mut self, event: Option<Event<'_>>) {
        let passes = match event {
            Some(Event::Declared { totals, level: Level::Section }) => {
                declared_failures(&totals).unwrap_or(0) == 0
            }
            Some(Event::SectionEnded(how)) => how == Ended::Passed,
            _ => false,
        };
        for Withdrawn { section, claim } in std::mem::take(&mut self.withdrawn) {
            if !(passes && self.is_above_bound(claim)) {
                self.drop_withdrawn(section, claim);
            }
        }
    }

    fn drop_withdrawn(&mut self, section: usize, claim: usize) {
        let Some(failure) = self.failures.get_mut(claim) else { return };
        let counted = match failure.state {
            State::Live => true,
            State::Consequence => false,
            State::Explained | State::Flaky | State::Dropped => return,
        };
        failure.state = State::Dropped;
        self.failures.forget_detail(claim);
        if let Some(section) = self.sections.get_mut(section).filter(|_| counted) {
            section.located.failed.down(1);
        }
    }

    /// Whether claims that a recognizer took back still wait after this event.
    pub(super) fn waits_with_withdrawn(&self, event: Event<'_>) -> bool {
        let waits = matches!(event, Event::MayHaveEnded | Event::BlockClosed);
        waits || matches!(event, Event::Withdrawn(_) | Event::Counted { .. })
    }

    /// Whether a section has a claim up to a grade that no totals below take back.
    pub(super) fn keeps_a_claim(&self, at: usize, most: Grade) -> bool {
        self.sections.get(at).is_some_and(|section| {
            section.failures.iter().any(|claim| {
                let claim = index(*claim);
                let live = |claim| {
                    self.failures
                        .get(claim)
                        .is_some_and(|each| each.state == State::Live && each.grade <= most)
                };
                self.is_above_bound(claim) && live(claim)
            })
        })
    }
}
