//! Totals without a failure where one was located: which of the two is believed.
//!
//! A test can print the status line of a failed one, so the totals take such a claim back. They do so only when the
//! located passes account for every test that the totals declare, so that no test is left that can have failed, or when
//! the run is known to have ended with exit status 0. Otherwise the two disagree, and the greener one does not win.

use super::failures::State;
use super::reconcile::{declared_failures, declared_sum};
use super::report::Report;
use super::section::{Section, SectionState};
use super::verdict::Witness;
use crate::event::{Ended, Grade, Totals};

impl Section {
    /// Whether the located passes are all the passes that the totals declare. Of a test that printed on its own status
    /// line only the beginning is located, not the result.
    fn accounts_for_all(&self, totals: &Totals) -> bool {
        let apart = totals.skipped.unwrap_or(0).saturating_add(totals.other.unwrap_or(0));
        let passes = totals.passed.unwrap_or_else(|| declared_sum(totals).saturating_sub(apart));
        passes > 0 && self.located.passes().saturating_add(self.running()) >= passes
    }

    /// Whether totals without a failure contradict what was located, and nothing shows that they are right.
    pub(super) fn is_in_doubt(&self, totals: &Totals) -> bool {
        declared_failures(totals).unwrap_or(0) == 0
            && self.located.failures() > 0
            && !self.accounts_for_all(totals)
    }
}

impl Report {
    /// Whether the section has claims up to a grade that totals could take back, and totals without a failure do not show
    /// that they are wrong.
    pub(super) fn is_in_doubt(&self, at: usize, totals: &Totals, most: Grade) -> bool {
        if declared_failures(totals).unwrap_or(0) == 0 && self.keeps_a_claim(at, most) {
            return true;
        }
        let Some(section) = self.sections.get(at).filter(|section| section.is_in_doubt(totals)) else {
            return false;
        };
        let weak = |claim: &u32| {
            let failure = self.failures.get(super::closing::index(*claim));
            failure.is_some_and(|each| each.state == State::Live && each.grade <= most)
        };
        section.located.failed == 0 || section.failures.iter().any(weak)
    }

    /// The section's end says that nothing failed, and a located failure says otherwise: neither is believed before the end.
    pub(super) fn doubt(&mut self, at: usize, totals: Totals) {
        if let Some(section) = self.sections.get_mut(at) {
            section.doubted = true;
            section.declared = None;
            section.refused = Some(Box::new(Totals { failed: totals.failed.or(Some(0)), ..totals }));
        }
    }

    /// The stream ended, and `witness` is known of the run from outside: exit status 0 settles what was in doubt.
    pub fn finish_as(&mut self, witness: Witness) {
        self.succeeded = witness.status() == Some(0) && !witness.interrupted;
        self.finish();
    }

    /// The run succeeded: what contradicts totals without a failure was printed by tests.
    pub(super) fn believe_totals(&mut self) {
        if !self.succeeded {
            return;
        }
        for at in 0..self.sections.len() {
            let Some(section) = self.sections.get_mut(at) else { continue };
            let fails = section.refused.as_deref().map(|totals| declared_failures(totals).unwrap_or(0));
            if section.state != SectionState::Lost || fails != Some(0) {
                continue;
            }
            if matches!(section.ended, Some(Ended::Failed | Ended::Crash)) {
                continue;
            }
            section.declared = section.refused.take().map(|totals| *totals);
            section.state = SectionState::Closed;
            let claims = section.failures.clone();
            self.drop_claims(at, &claims, u64::MAX, Grade::Block);
            self.release_signs(at);
            self.excerpt.forget_section(at);
            let limit = self.sections.get(at).and_then(|section| section.reach);
            self.drop_inside(at, limit);
        }
    }
}
