//! What is found inside of a run that reconciles was output of its tests, as far as the run reaches.

use super::closing::index;
use super::failures::State;
use super::report::Report;
use super::section::SectionState;

impl Report {
    /// All lines have been judged: what is told from now on was found before.
    pub(super) fn lines_ended(&mut self) {
        let told = self.failures.records().len();
        self.failures.in_lines.get_or_insert(told);
    }

    /// What other sections began inside a section that reconciled, before the one numbered `reach`, was output of its
    /// tests. Of the failures only the first `told` had been told by then: one that tells more behind it reads on.
    pub(super) fn drop_inside(&mut self, at: usize, reach: usize, told: usize) {
        let first = self.sections.get(at).and_then(|section| section.since).unwrap_or(at.saturating_add(1));
        for inner in first..self.sections.len().min(reach) {
            let Some(section) = self.sections.get(inner) else { continue };
            let inside = section.parent.is_some_and(|parent| {
                parent == at
                    || (parent >= first && self.sections.get(parent).is_some_and(|each| !each.counts()))
            });
            if inner == at || !inside || section.from_report {
                continue;
            }
            let last = self.failures.in_lines.unwrap_or(usize::MAX);
            let live = |claim: &u32| {
                self.failures.get(index(*claim)).is_some_and(|failure| failure.state == State::Live)
            };
            let (behind, claims): (Vec<u32>, Vec<u32>) = section
                .failures
                .iter()
                .partition(|claim| (told..last).contains(&index(**claim)) && live(claim));
            let output = u64::try_from(claims.iter().filter(|claim| live(claim)).count()).unwrap_or(u64::MAX);
            if let Some(section) = self.sections.get_mut(inner) {
                if behind.is_empty() {
                    section.state = SectionState::Dropped;
                } else {
                    section.located.failed = section.located.failed.saturating_sub(output);
                    (section.failures, section.parent) = (behind, None);
                }
            }
            for claim in claims {
                if let Some(failure) = self.failures.get_mut(index(claim)) {
                    failure.state = State::Dropped;
                    self.failures.forget_detail(index(claim));
                }
            }
        }
    }
}
