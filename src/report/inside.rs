//! What is found inside of a run that reconciles was output of its tests, as far as the run reaches.

use std::collections::BTreeMap;

use super::closing::index;
use super::failures::State;
use super::report::Report;
use super::section::{Reach, SectionState};

/// The most failures of which it is known when they were told again.
const MOST_AGAIN: usize = 4096;

/// When failures were told.
#[derive(Debug, Default)]
pub(super) struct Telling {
    /// How many there were when the last line had been judged, once that is known.
    in_lines: Option<usize>,
    /// How many lines had been judged when a failure that was known was told again last.
    again: BTreeMap<usize, u64>,
}

impl Telling {
    /// Whether the failure of this number was told by a line behind a run.
    pub(super) fn is_behind(&self, at: usize, run: Reach) -> bool {
        let first = (run.failures..self.in_lines.unwrap_or(usize::MAX)).contains(&at);
        first || self.again.get(&at).is_some_and(|lines| *lines > run.lines)
    }
}

/// The reach of a run that was not told where it may have ended: all there is.
const EVERYTHING: Reach =
    Reach { sections: usize::MAX, signs: u64::MAX, lines: u64::MAX, failures: usize::MAX };

impl Report {
    /// All lines have been judged: what is told from now on was found before.
    pub(super) fn lines_ended(&mut self) {
        let told = self.failures.records().len();
        self.failures.telling.in_lines.get_or_insert(told);
    }

    /// A line tells once more of a failure that is known. Behind a run in whose output it was told first, it is none of it.
    pub(super) fn told_again(&mut self, at: usize) {
        let section = self.failures.get(at).and_then(|failure| usize::try_from(failure.section).ok());
        if section.and_then(|at| self.sections.get(at)).is_none_or(|section| section.parent.is_none()) {
            return;
        }
        let lines = self.ledger.seen().lines;
        let telling = &mut self.failures.telling;
        if telling.in_lines.is_none() && (telling.again.len() < MOST_AGAIN || telling.again.contains_key(&at))
        {
            telling.again.insert(at, lines);
        }
    }

    /// What other sections began inside a section that reconciled, before it ended, was output of its tests. A failure that
    /// was told behind its end was not; one that only tells more there reads on.
    pub(super) fn drop_inside(&mut self, at: usize, reach: Option<Reach>) {
        let reach = reach.unwrap_or(EVERYTHING);
        let first = self.sections.get(at).and_then(|section| section.since).unwrap_or(at.saturating_add(1));
        for inner in first..self.sections.len().min(reach.sections) {
            let Some(section) = self.sections.get(inner) else { continue };
            let inside = section.parent.is_some_and(|parent| {
                parent == at
                    || (parent >= first && self.sections.get(parent).is_some_and(|each| !each.counts()))
            });
            if inner == at || !inside || section.from_report {
                continue;
            }
            let is = |claim: &u32, states: &[State]| {
                self.failures.get(index(*claim)).is_some_and(|failure| states.contains(&failure.state))
            };
            // A consequence may be all that is told behind: nobody else says why a command failed.
            let (behind, claims): (Vec<u32>, Vec<u32>) = section.failures.iter().partition(|claim| {
                is(claim, &[State::Live, State::Consequence])
                    && self.failures.telling.is_behind(index(**claim), reach)
            });
            let live = |claim: &&u32| is(claim, &[State::Live]);
            let output = u64::try_from(claims.iter().filter(live).count()).unwrap_or(u64::MAX);
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
