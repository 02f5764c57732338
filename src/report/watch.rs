//! What a progress display may ask of a report while the input still streams by: numbers so far, and a name.
//!
//! The numbers are those that the answer would have if every section stayed as it is: what a closing section takes back
//! is taken back here too. A name costs nothing until it is asked for, and then one copy.

use super::report::Report;
use super::summary::counts_of;
use super::times::Slow;
use crate::event::TestId;

/// Tests so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoFar {
    /// Failures of every kind.
    pub failed: u64,
    /// Passed tests.
    pub passed: u64,
    /// Tests that finished.
    pub done: u64,
    /// How many tests will run, when every runner printed how many it runs.
    pub announced: Option<u64>,
}

/// The name of a test that was reported lately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Latest {
    /// It is not asked for.
    #[default]
    Ignored,
    /// The next one is wanted.
    Wanted,
    Reported(String),
}

impl Latest {
    /// A test began or finished.
    #[inline]
    pub(super) fn see(&mut self, id: TestId<'_>) {
        if *self == Self::Wanted {
            *self = Self::Reported([id.module, id.separator, id.name].concat());
        }
    }
}

impl Report {
    /// The numbers so far. The cost grows with the number of sections.
    #[must_use]
    pub fn so_far(&self) -> SoFar {
        let none = SoFar { announced: Some(0), ..SoFar::default() };
        let sum = self.sections.iter().filter(|section| section.counts()).fold(none, |sum, section| {
            let counts = counts_of(section);
            let numbers = [counts.failed, counts.passed, counts.skipped, counts.other];
            let done = numbers.into_iter().flatten().fold(0_u64, u64::saturating_add);
            SoFar {
                failed: sum.failed.saturating_add(counts.failed.unwrap_or(0)),
                passed: sum.passed.saturating_add(counts.passed.unwrap_or(0)),
                done: sum.done.saturating_add(done),
                // Errors come on top of the tests of some runners.
                announced: sum
                    .announced
                    .zip(section.announced)
                    .map(|(all, own)| all.saturating_add(own.max(done))),
            }
        });
        SoFar { announced: sum.announced.filter(|announced| *announced > 0), ..sum }
    }

    /// Keeps the times of all tests from now on, not only those of failures.
    pub const fn want_times(&mut self) {
        self.times.want();
    }

    /// The slowest tests whose times are known, the slowest first.
    #[must_use]
    pub fn slowest(&self) -> Vec<Slow> {
        self.times.slowest()
    }

    /// The first test that began or finished since this was called last.
    pub fn latest_test(&mut self) -> Option<String> {
        match std::mem::replace(&mut self.latest, Latest::Wanted) {
            Latest::Reported(name) => Some(name),
            Latest::Ignored | Latest::Wanted => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bounds;
    use super::*;
    use crate::budget::Mode;
    use crate::event::{Event, FailureKind, Grade, Opened, Outcome, Runner, Totals};

    fn report() -> Report {
        Report::new(Bounds { mode: Mode::Standard, limits: Mode::Standard.limits() })
    }

    fn finished(name: &str, outcome: Outcome) -> Event<'_> {
        Event::Finished { id: TestId::bare(name), outcome, grade: Grade::Line, attempt: 0, alias: "" }
    }

    #[test]
    fn what_a_closing_section_takes_back_is_taken_back_here_too() {
        let mut report = report();
        let start = Event::SectionStarted { opened: Opened::Own, announced: Some(1), label: "" };
        let totals = Totals { passed: Some(1), failed: Some(0), ..Totals::default() };
        let mut tell = |event| report.take(0, Runner("x"), None, event);
        tell(start);
        tell(finished("forged", Outcome::Failed(FailureKind::Test)));
        tell(finished("a", Outcome::Passed));
        assert_eq!(report.so_far(), SoFar { failed: 1, passed: 1, done: 2, announced: Some(2) });
        report.take(0, Runner("x"), None, Event::Declared { totals, level: crate::event::Level::Section });
        report.settle_all();
        assert_eq!(report.so_far(), SoFar { failed: 0, passed: 1, done: 1, announced: Some(1) });
    }

    #[test]
    fn a_name_is_kept_only_when_it_is_asked_for_and_reported_once() {
        let mut report = report();
        report.take(0, Runner("x"), None, finished("a", Outcome::Passed));
        assert_eq!(report.latest_test(), None);
        report.take(0, Runner("x"), None, finished("b", Outcome::Passed));
        report.take(0, Runner("x"), None, Event::Started(TestId::bare("c")));
        assert_eq!(report.latest_test().as_deref(), Some("b"));
        assert_eq!(report.latest_test(), None);
    }
}
