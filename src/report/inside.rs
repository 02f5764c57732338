//! What is found inside of a run that reconciles is output of its tests, as far as the run reaches.

use super::closing::index;
use super::consequence::Scope;
use super::context::Subject;
use super::failures::State;
use super::report::Report;
use super::section::{Reach, SectionState};
use crate::budget::Count as _;

/// When failures were reported.
#[derive(Debug, Default)]
pub(super) struct Telling {
    /// How many there were when the last line had been judged, once that is known.
    in_lines: Option<usize>,
}

impl Telling {
    /// Whether the failure of this number was reported by a line after a run.
    pub(super) fn is_after(&self, at: usize, run: Reach) -> bool {
        (run.failures..self.in_lines.unwrap_or(usize::MAX)).contains(&at)
    }
}

/// The reach of a run of which it is not known where it may have ended: everything.
const EVERYTHING: Reach =
    Reach { sections: usize::MAX, signs: u64::MAX, lines: u64::MAX, failures: usize::MAX };

/// How many runs around a section are looked at. Runs that never ended are inside of one another, thousands of them where
/// each was killed. To look at all of them for each line would cost their number times the lines.
const LEVELS: usize = 64;

impl Report {
    /// All lines have been judged: what is reported from now on was found before.
    pub(super) fn lines_ended(&mut self) {
        let reported = self.failures.records().len();
        self.failures.telling.in_lines.get_or_insert(reported);
    }

    /// Whether a section was dropped as output of a run while lines still come, which may belong to a further section.
    pub(super) fn is_cut_off(&self, at: usize) -> bool {
        let section = self.sections.get(at);
        section.is_some_and(|section| !section.counts()) && self.failures.telling.in_lines.is_none()
    }

    /// A run has totals that are its end unless further ones come: a recognizer that reads on inside of it reads what is
    /// after it.
    pub(super) fn cut_off_inside(&mut self, at: usize) {
        let Some(reach) = self.sections.get(at).and_then(|section| section.reach) else { return };
        if self.failures.telling.in_lines.is_some() {
            return;
        }
        for number in 0..self.contexts.len() {
            let section = self.contexts.get(number).and_then(|context| context.as_ref()?.section);
            let Some(inner) = section.filter(|inner| *inner > at && *inner < reach.sections) else {
                continue;
            };
            let parent = self.sections.get(inner).and_then(|section| section.parent);
            if parent == Some(at) {
                self.open.retain(|open| *open != inner);
                let context = self.context(number);
                (context.section, context.subject) = (None, Subject::Nothing);
                self.cut_off(number);
            }
        }
    }

    /// A recognizer goes on with a section that has ended: it begins again.
    pub(super) fn cut_off(&mut self, number: usize) {
        self.anew.push((number, self.ledger.seen().lines));
    }

    /// Whether a section began inside of a run that may have ended where so many lines had been judged, or
    /// before the current line if that is not known: what it reports now may be after the run, and then has a section of
    /// its own. What is reported when all lines have ended was found somewhere before.
    pub(super) fn may_be_after(&self, at: usize, lines: Option<u64>) -> bool {
        let now = Some(self.ledger.seen().lines).filter(|_| self.failures.telling.in_lines.is_none());
        let Some(lines) = lines.or(now) else { return false };
        let parent = |of: usize| self.sections.get(of).and_then(|section| section.parent);
        let outer = std::iter::successors(parent(at), |inner| parent(*inner).filter(|outer| outer < inner))
            .take(LEVELS);
        outer.filter_map(|outer| self.sections.get(outer)).any(|section| {
            section.may_reach().is_some_and(|reach| at < reach.sections && lines > reach.lines)
        })
    }

    /// Whether a scope began inside of a run, before its end, and the run has closed since.
    pub(super) fn began_inside(&self, scope: Scope) -> bool {
        let run = scope.owner.and_then(|owner| self.sections.get(owner));
        run.is_some_and(|run| run.is_closed() && scope.lines <= run.reach.unwrap_or(EVERYTHING).lines)
    }

    /// Whether a failure was reported after a run, by where its scope began if it has one: it may be reported long after that.
    fn was_after(&self, at: usize, run: Reach, began_after: bool) -> bool {
        let reported = || began_after || self.failures.telling.is_after(at, run);
        self.scopes.get(&at).map_or_else(reported, |scope| scope.lines > run.lines)
    }

    /// Whether a failure is in one of these states.
    fn is_reported(&self, claim: u32, states: &[State]) -> bool {
        self.failures.get(index(claim)).is_some_and(|failure| states.contains(&failure.state))
    }

    /// How many of these failures are live.
    pub(super) fn live(&self, claims: &[u32]) -> u64 {
        let live = claims.iter().filter(|claim| self.is_reported(**claim, &[State::Live])).count();
        u64::try_from(live).unwrap_or(u64::MAX)
    }

    /// Sections that began inside a section that reconciled, before it ended, were output of its tests. A failure that
    /// was reported after its end was not.
    pub(super) fn drop_inside(&mut self, at: usize, reach: Option<Reach>) {
        let reach = reach.unwrap_or(EVERYTHING);
        let first = self.sections.get(at).and_then(|section| section.since).unwrap_or(at.saturating_add(1));
        for inner in first..self.sections.len() {
            let Some(section) = self.sections.get(inner) else { continue };
            let inside = section.parent.is_some_and(|parent| {
                parent == at
                    || (parent >= first && self.sections.get(parent).is_some_and(|each| !each.counts()))
            });
            // It began after the run, but what it reports may have been inside of it.
            let began_after = inner >= reach.sections;
            let reported_late =
                || section.failures.iter().any(|claim| self.scopes.contains_key(&index(*claim)));
            if inner == at || !inside || section.from_report {
                continue;
            }
            if section.document > 0 {
                if let Some(document) = self.sections.get_mut(inner).filter(|_| began_after) {
                    document.parent = None;
                }
                continue;
            }
            if began_after && !reported_late() {
                continue;
            }
            // A consequence may be all that is reported after it: nothing else says why a command failed.
            let (after, claims): (Vec<u32>, Vec<u32>) = section.failures.iter().partition(|claim| {
                self.is_reported(**claim, &[State::Live, State::Consequence])
                    && self.was_after(index(**claim), reach, began_after)
            });
            if after.is_empty() {
                self.note_nested(inner, at);
            }
            self.note_stopped(at, &claims);
            let output = self.live(&claims);
            if let Some(section) = self.sections.get_mut(inner) {
                if after.is_empty() {
                    section.state = SectionState::Dropped;
                } else {
                    section.located.failed.down(output);
                    (section.failures, section.parent) = (after, None);
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

#[cfg(test)]
mod tests {
    use super::super::report::{Bounds, Report};
    use crate::budget::Mode;
    use crate::event::{Event, FailureKind, Listener as _, Opened, Outcome, Runner, TestId};
    use crate::text::Line;

    #[test]
    fn runs_that_never_ended_cost_no_more_for_each_line_the_more_they_are() {
        let time = |runs: u64| {
            let mut report = Report::new(Bounds { mode: Mode::Standard, limits: Mode::Standard.limits() });
            let began = std::time::Instant::now();
            for number in 1..=runs {
                let line = Line { number, ..Line::of("test a ... FAILED") };
                let started = Event::SectionStarted { opened: Opened::Own, announced: None, label: "" };
                report.event(0, Runner("cargo test"), Some(&line), started);
                let name = format!("a{number}");
                let failed = Event::finished(TestId::bare(&name), Outcome::Failed(FailureKind::Test));
                report.event(0, Runner("cargo test"), Some(&line), failed);
                report.judged(&line, crate::event::Class::Detail);
            }
            began.elapsed()
        };
        // A busy machine may spoil one try; lines that look at all runs would spoil every try.
        let linear = (0..5).any(|_| time(16_000) < time(2_000) * 24);
        assert!(linear);
    }
}
