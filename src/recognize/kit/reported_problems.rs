//! The names of the problems that a run reported, and the place of the report: where the test ran, or in which of its
//! numbered lists.
//!
//! A test may print the list of a run of its own. The run's list is right above its totals. So when the totals count as
//! many problems as the last list has, tests printed the lists before it, and their problems are taken back.

use crate::budget::Count as _;
use crate::event::{Event, Sink, TestId};
use crate::recognize::kit::bounds::NAMES;

/// The longest name that is held, in bytes.
const LONGEST_NAME: usize = 1024;

/// What the points of a run say about its totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::recognize) enum Points {
    /// There is one of the right kind for every test.
    Exact,
    /// As many tests passed as the totals count, or more: tests print points too.
    Passes,
    /// Neither.
    Unsure,
}

#[derive(Debug, Default)]
pub(in crate::recognize) struct ReportedProblems {
    /// Each with the number of its list; 0 is where the test ran.
    names: Vec<(String, u32)>,
    /// The number of the last list.
    list: u32,
    /// How many problems there are for whose names there was no room.
    nameless: u64,
}

impl ReportedProblems {
    pub(in crate::recognize) const fn begin_list(&mut self) {
        self.list = self.list.saturating_add(1);
    }

    /// A problem was reported where its test ran.
    pub(in crate::recognize) fn where_it_ran(&mut self, name: &str) {
        self.remember(name, 0);
    }

    /// A problem was reported in the last list.
    pub(in crate::recognize) fn listed(&mut self, name: &str) {
        self.remember(name, self.list);
    }

    fn remember(&mut self, name: &str, list: u32) {
        if let Some((_, known)) = self.names.iter_mut().find(|(reported, _)| reported == name) {
            *known = list.max(*known);
        } else if self.names.len() < NAMES && name.len() <= LONGEST_NAME {
            self.names.push((name.to_owned(), list));
        } else {
            self.nameless.up(1);
        }
    }

    pub(in crate::recognize) fn count(&self) -> u64 {
        u64::try_from(self.names.len()).unwrap_or(u64::MAX).saturating_add(self.nameless)
    }

    /// Takes back the problems that are not in the run's list of `bad` problems. Totals without a problem take back lists
    /// only when the points confirm them: else a test may have printed the totals. Problems that were reported where
    /// their test ran are taken back only when there is a point for every test. `id` splits a name.
    pub(in crate::recognize) fn forget_others(
        &mut self,
        bad: u64,
        points: Points,
        id: impl Fn(&str) -> TestId<'_>,
        sink: &mut dyn Sink,
    ) {
        if self.count() == bad || self.nameless > 0 {
            return;
        }
        let last = self.names.iter().filter(|(_, list)| *list == self.list && *list > 0).count();
        let holds_all = bad > 0 && u64::try_from(last).is_ok_and(|last| last == bad);
        if (bad > 0 && !holds_all) || (bad == 0 && points == Points::Unsure) {
            return;
        }
        let exact = points == Points::Exact;
        let list = self.list;
        self.names.retain(|(name, each)| {
            let others = !(holds_all && *each == list) && (exact || *each > 0);
            if others {
                sink.emit(Event::Withdrawn(id(name)));
            }
            !others
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct TakenBack(Vec<String>);

    impl Sink for TakenBack {
        fn emit(&mut self, event: Event<'_>) {
            if let Event::Withdrawn(id) = event {
                self.0.push(id.name.to_owned());
            }
        }
    }

    fn reported() -> ReportedProblems {
        let mut reported = ReportedProblems::default();
        reported.where_it_ran("inline");
        reported.where_it_ran("early");
        reported.begin_list();
        reported.listed("first");
        reported.begin_list();
        reported.listed("second");
        reported.listed("inline");
        reported.listed("second");
        reported
    }

    fn taken_back(bad: u64, points: Points) -> (Vec<String>, u64) {
        let (mut reported, mut sink) = (reported(), TakenBack::default());
        reported.forget_others(bad, points, |name| TestId::bare(name), &mut sink);
        (sink.0, reported.count())
    }

    #[test]
    fn a_problem_counts_once_wherever_it_was_reported() {
        assert_eq!(reported().count(), 4);
    }

    #[test]
    fn what_the_last_list_does_not_hold_is_taken_back_when_it_has_as_many_as_the_totals() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(taken_back(2, Points::Passes), (names(&["first"]), 3));
        assert_eq!(taken_back(2, Points::Unsure), (names(&["first"]), 3));
        assert_eq!(taken_back(2, Points::Exact), (names(&["early", "first"]), 2));
        assert_eq!(taken_back(0, Points::Passes), (names(&["inline", "first", "second"]), 1));
        assert_eq!(taken_back(0, Points::Exact), (names(&["inline", "early", "first", "second"]), 0));
        assert_eq!(taken_back(3, Points::Exact), (names(&[]), 4));
        assert_eq!(taken_back(4, Points::Exact), (names(&[]), 4));
    }

    #[test]
    fn totals_without_a_problem_take_nothing_back_that_the_points_do_not_account_for() {
        assert_eq!(taken_back(0, Points::Unsure), (Vec::new(), 4));
    }

    #[test]
    fn what_there_was_no_room_for_is_counted_and_nothing_is_taken_back() {
        let (mut reported, mut sink) = (ReportedProblems::default(), TakenBack::default());
        reported.begin_list();
        for number in 0..NAMES + 3 {
            reported.listed(&number.to_string());
        }
        assert_eq!((reported.names.len(), reported.count()), (NAMES, NAMES as u64 + 3));
        reported.forget_others(0, Points::Exact, |name| TestId::bare(name), &mut sink);
        assert!(sink.0.is_empty());
    }
}
