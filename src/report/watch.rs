//! What somebody who watches may ask of a report while the input still streams by: numbers so far, and a name.
//!
//! The numbers are those that the answer would have if every section stayed as it is: what a closing section takes back
//! is taken back here too. Names cost nothing until one is asked for, and then one copy.

use super::report::Report;
use super::summary::counts_of;
use crate::event::TestId;

/// Tests so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoFar {
    /// Failures of every kind.
    pub failed: u64,
    /// Passed tests.
    pub passed: u64,
}

/// The name of a test that was told of lately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Latest {
    /// Nobody asks.
    #[default]
    Ignored,
    /// The next one is wanted.
    Wanted,
    /// Here it is.
    Told(String),
}

impl Latest {
    /// A test began or finished.
    #[inline]
    pub(super) fn see(&mut self, id: TestId<'_>) {
        if *self == Self::Wanted {
            *self = Self::Told([id.module, id.separator, id.name].concat());
        }
    }
}

impl Report {
    /// The numbers so far. Costs as much as there are sections.
    #[must_use]
    pub fn so_far(&self) -> SoFar {
        self.sections.iter().filter(|section| section.counts()).fold(SoFar::default(), |sum, section| {
            let counts = counts_of(section);
            SoFar {
                failed: sum.failed.saturating_add(counts.failed.unwrap_or(0)),
                passed: sum.passed.saturating_add(counts.passed.unwrap_or(0)),
            }
        })
    }

    /// The first test that began or finished since this was called last.
    pub fn latest_test(&mut self) -> Option<String> {
        match std::mem::replace(&mut self.latest, Latest::Wanted) {
            Latest::Told(name) => Some(name),
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
        assert_eq!(report.so_far(), SoFar { failed: 1, passed: 1 });
        report.take(0, Runner("x"), None, Event::Declared { totals, level: crate::event::Level::Section });
        report.settle_all();
        assert_eq!(report.so_far(), SoFar { failed: 0, passed: 1 });
    }

    #[test]
    fn a_name_is_kept_only_when_it_is_asked_for_and_told_once() {
        let mut report = report();
        report.take(0, Runner("x"), None, finished("a", Outcome::Passed));
        assert_eq!(report.latest_test(), None);
        report.take(0, Runner("x"), None, finished("b", Outcome::Passed));
        report.take(0, Runner("x"), None, Event::Started(TestId::bare("c")));
        assert_eq!(report.latest_test().as_deref(), Some("b"));
        assert_eq!(report.latest_test(), None);
    }
}
