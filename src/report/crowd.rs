//! When there are more runs than are distinguished, the later ones of a recognizer share one section.
//!
//! Such a section has no end of its own: it keeps every claim, and each run costs the same, however many came before.
//! Totals are added up; nothing is compared with them, nothing becomes output because of them, and no section is inside
//! of it.

use std::mem;

use super::closing::add;
use super::report::{Report, SECTIONS};
use super::section::{Section, SectionState};
use crate::event::{Ended, Totals};

impl Report {
    /// The section that a further run of a recognizer shares, if it has one already.
    #[cold]
    pub(super) fn shared_section(&mut self, from: usize) -> Option<usize> {
        let at = *self.shared.get(&from)?;
        let section = self.sections.get_mut(at).filter(|section| section.from == from && section.counts())?;
        if mem::replace(&mut section.shared, true) {
            // The run before did not end: what it began did not finish.
            self.unfinished(at);
            return Some(at);
        }
        section.state = SectionState::Open;
        section.parent = None;
        section.ended = section.ended.filter(|ended| *ended == Ended::Failed);
        let declared = section.declared.take().map(Box::new);
        section.refused = section.refused.take().or(declared);
        self.open.retain(|open| *open != at);
        if !mem::replace(&mut self.crowded, true) {
            self.note(format!("more than {SECTIONS} runs: the later ones are not told apart"));
        }
        Some(at)
    }

    /// Whether several runs share the section.
    pub(super) fn is_shared(&self, at: usize) -> bool {
        self.sections.get(at).is_some_and(|section| section.shared)
    }

    /// The totals of one of the runs that share a section.
    pub(super) fn declared_together(&mut self, at: usize, totals: &Totals) {
        let Some(section) = self.sections.get_mut(at) else { return };
        section.has_tests = true;
        let before = section.refused.take().map(|totals| *totals);
        section.refused = Some(Box::new(before.map_or(*totals, |before| add(&before, totals))));
        let _ = section.take_running();
        // What another runner began may be the output of this run.
        for other in self.shared.values().filter(|other| **other != at) {
            let _ = self.sections.get_mut(*other).map(Section::take_running);
        }
    }

    /// The closing line of one of the runs that share a section.
    pub(super) fn ended_together(&mut self, at: usize, how: Ended) {
        let Some(section) = self.sections.get_mut(at) else { return };
        if how == Ended::Failed {
            section.ended = Some(how);
        }
        if how == Ended::Passed {
            let _ = section.take_running();
        } else {
            self.unfinished(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Mode;
    use crate::event::{Event, FailureKind, Level, Listener as _, Opened, Outcome, Runner, TestId};
    use crate::report::{Bounds, Verdict, Witness};
    use crate::text::Line;

    const RUNNERS: [Runner; 2] = [Runner("cargo test"), Runner("go test")];

    /// Runs of two runners in turn, each with one failure and totals that say so.
    fn failing(runs: usize) -> Report {
        let mut report = Report::new(Bounds { mode: Mode::Verbose, limits: Mode::Verbose.limits() });
        for number in 0..runs {
            let (from, runner) = (number % 2, RUNNERS[number % 2]);
            let line = Line { number: u64::try_from(number).unwrap(), ..Line::of("x") };
            let name = format!("t{number}");
            let totals = Totals { failed: Some(1), passed: Some(0), ..Totals::default() };
            for event in [
                Event::SectionStarted { opened: Opened::Own, announced: Some(1), label: "" },
                Event::finished(TestId::bare(&name), Outcome::Failed(FailureKind::Test)),
                Event::Declared { totals, level: Level::Section },
            ] {
                report.event(from, runner, Some(&line), event);
            }
        }
        report
    }

    #[test]
    fn runs_that_share_a_section_lose_no_failure_to_the_totals_of_another() {
        let runs = SECTIONS + 2000;
        let mut report = failing(runs);
        report.finish();
        let summary = report.summary(Witness::default());
        assert_eq!(summary.counts.failed, u64::try_from(runs).ok());
        assert_eq!((summary.verdict, summary.at_least), (Verdict::Failed, true));
        assert_eq!(summary.disagreements, Vec::<String>::new());
        assert_eq!(report.sections().len(), SECTIONS + 2);
    }

    #[test]
    fn a_run_that_shares_a_section_and_never_ended_has_a_failure() {
        let mut report = failing(SECTIONS + 10);
        let line = Line::of("x");
        for name in ["a", "b"] {
            let started = Event::SectionStarted { opened: Opened::Own, announced: None, label: "" };
            report.event(0, RUNNERS[0], Some(&line), started);
            report.event(0, RUNNERS[0], Some(&line), Event::Started(TestId::bare(name)));
        }
        let before = report.summary(Witness::default()).counts.failed;
        report.finish();
        let after = report.summary(Witness::default()).counts.failed;
        assert_eq!(after, before.map(|before| before + 1));
    }
}
