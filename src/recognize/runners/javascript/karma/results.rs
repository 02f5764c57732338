//! What all browsers did together, and whether it can be reported.

use super::karma_lines::{Results, Summed};
use crate::budget::Count as _;
use crate::event::Totals;
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::names::Names;

/// The most browsers of one run.
pub(super) const MOST_BROWSERS: usize = 64;

/// How many specs a tree shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tree {
    pub(super) passed: u64,
    pub(super) failed: u64,
    /// Some have names that it cannot show.
    pub(super) hidden: bool,
}

/// The results of a run.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// Browsers that were heard of, and the last results of each.
    browsers: Vec<(String, Option<Results>)>,
    /// What the reporter like mocha's counts.
    pub(super) summary: Option<Totals>,
    /// The specs of its tree.
    pub(super) tree: Tree,
    /// Errors outside of specs, and the first lines of them.
    pub(super) errors: u64,
    reasons: Names,
    named: Vec<String>,
    /// How many failed when Karma counted all browsers: none goes on.
    pub(super) ended: Option<u64>,
    /// How many browsers Karma starts, as far as it says so.
    pub(super) launched: usize,
}

impl Sums {
    /// Hears of a browser.
    pub(super) fn know(&mut self, name: &str) {
        if self.browsers.len() < MOST_BROWSERS && !self.browsers.iter().any(|(known, _)| known == name) {
            self.browsers.push((clipped(name), None));
        }
    }

    /// Whether a browser that has done so much belongs to another run.
    pub(super) fn goes_back(&self, name: &str, results: Results) -> bool {
        let named = |(known, _): &&(String, Option<Results>)| name.is_empty() || known == name;
        let before = self.browsers.iter().find(named).and_then(|(_, before)| *before);
        before.is_some_and(|before| {
            self.ended.is_some()
                || results.executed < before.executed
                || results.failed < before.failed
                || results.total != before.total
        })
    }

    /// Takes what a browser has done so far.
    pub(super) fn take(&mut self, name: &str, results: Results) {
        // Some reporters leave the name of an only browser out.
        if !name.is_empty() || self.browsers.is_empty() {
            self.know(name);
        }
        let named = |(known, _): &&mut (String, Option<Results>)| name.is_empty() || known == name;
        if let Some((_, known)) = self.browsers.iter_mut().find(named) {
            *known = Some(results);
        }
    }

    /// Takes a line of the summary.
    pub(super) fn sum(&mut self, counted: Summed) {
        let Some(summary) = self.summary.as_mut() else { return };
        match counted {
            Summed::Completed(number) => summary.passed = Some(number),
            Summed::Skipped(number) => summary.skipped = Some(number),
            Summed::Failed(number) => summary.failed = Some(number),
        }
    }

    /// Counts an error outside of specs, and gives a name for it that no earlier one has.
    pub(super) fn error(&mut self, printed: &str) -> String {
        self.errors.up(1);
        let name = self.reasons.next(&clipped(printed));
        if self.named.len() < MOST_BROWSERS {
            self.named.push(name.clone());
        }
        name
    }

    /// Of errors that each of so many reporters reported, what all but the first of them did.
    pub(super) fn repeated_errors(&mut self, reporters: usize) -> Vec<String> {
        let all = self.named.len();
        if reporters < 2 || !all.is_multiple_of(reporters) || self.errors != u64::try_from(all).unwrap_or(0) {
            return Vec::new();
        }
        self.errors = u64::try_from(all.checked_div(reporters).unwrap_or(all)).unwrap_or(self.errors);
        let named = std::mem::take(&mut self.named).into_iter().enumerate();
        named.filter(|(at, _)| !at.is_multiple_of(reporters)).map(|(_, name)| name).collect()
    }

    /// Whether several browsers take part.
    pub(super) fn are_several(&self) -> bool {
        self.browsers.len() > 1
    }

    /// Whether nothing came yet.
    pub(super) fn is_empty(&self) -> bool {
        self.browsers.is_empty() && !self.has_run()
    }

    /// Whether specs ran.
    pub(super) fn has_run(&self) -> bool {
        self.summary.is_some()
            || self.errors > 0
            || self.tree != Tree::default()
            || self.browsers.iter().any(|(_, results)| results.is_some())
    }

    /// Whether all browsers reported their results, and the specs of none were shown as a tree.
    pub(super) fn is_complete_without_tree(&self) -> bool {
        let reported =
            !self.browsers.is_empty() && self.browsers.iter().all(|(_, results)| results.is_some());
        reported && self.tree == Tree::default() && self.totals().is_some()
    }

    /// Whether the summary counts what the tree reported. Several browsers share the lines of the tree.
    fn fits(&self, summary: Totals) -> bool {
        let Tree { passed, failed, hidden } = self.tree;
        let (completed, broken) = (summary.passed.unwrap_or(0), summary.failed.unwrap_or(0));
        // The tree may be left out.
        if passed == 0 && failed == 0 {
            return true;
        }
        let alone = self.launched == 1 || self.browsers.len() == 1 && self.launched == 0;
        if alone && !hidden {
            return completed == passed && broken == failed;
        }
        broken >= failed && completed.saturating_add(broken) >= passed.saturating_add(failed)
    }

    /// The numbers of a run in which a browser says that something outside of specs failed, or that it was lost, and
    /// nothing else tells what: one error.
    pub(super) fn unexplained(&self) -> Option<Totals> {
        let reported = || self.browsers.iter().filter_map(|(_, results)| *results);
        let sum =
            |part: fn(Results) -> u64| reported().fold(0_u64, |sum, each| sum.saturating_add(part(each)));
        (self.errors == 0 && reported().any(|each| each.broken)).then(|| Totals {
            passed: Some(sum(|each| each.executed.saturating_sub(each.failed))),
            failed: Some(sum(|each| each.failed)),
            errors: Some(1),
            skipped: Some(sum(|each| each.skipped)),
            ..Totals::default()
        })
    }

    /// The numbers of all browsers, when none misses specs.
    pub(super) fn totals(&self) -> Option<Totals> {
        let reported = || self.browsers.iter().filter_map(|(_, results)| *results);
        let sum =
            |part: fn(Results) -> u64| reported().fold(0_u64, |sum, each| sum.saturating_add(part(each)));
        let broken = reported().any(|each| each.broken);
        let ended = |results: Option<Results>| {
            results
                .is_some_and(|each| each.is_complete() && (each.done || self.ended.is_some()) || each.broken)
        };
        let summary = self.summary.filter(|summary| *summary != Totals::default());
        let (complete, totals) = match summary {
            Some(summary) if reported().next().is_none() => (self.fits(summary), summary),
            _ => (
                self.browsers.iter().all(|(_, results)| ended(*results))
                    && (reported().next().is_some() || self.errors > 0)
                    || (self.errors > 0 && reported().next().is_none()),
                Totals {
                    passed: Some(sum(|each| each.executed.saturating_sub(each.failed))),
                    failed: Some(sum(|each| each.failed).max(self.ended.unwrap_or(0))),
                    skipped: Some(sum(|each| each.skipped)),
                    ..Totals::default()
                },
            ),
        };
        let missing = self.browsers.len() < self.launched;
        let unexplained = (broken || missing) && self.errors == 0;
        (complete && !unexplained).then_some(Totals {
            passed: Some(totals.passed.unwrap_or(0)),
            failed: Some(totals.failed.unwrap_or(0)),
            errors: Some(self.errors),
            skipped: Some(totals.skipped.unwrap_or(0)),
            ..Totals::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_that_was_heard_of_and_reported_nothing_is_missed() {
        let mut sums = Sums::default();
        sums.know("Chrome 1 (Linux)");
        sums.know("Firefox 1 (Linux)");
        let done = Results { executed: 2, total: 2, done: true, ..Results::default() };
        sums.take("Chrome 1 (Linux)", done);
        assert_eq!(sums.totals(), None);
        sums.take("Firefox 1 (Linux)", done);
        assert_eq!(sums.totals().and_then(|totals| totals.passed), Some(4));
    }

    #[test]
    fn a_browser_that_was_launched_and_never_heard_of_is_missed() {
        let mut sums = Sums { launched: 2, ..Sums::default() };
        let done = Results { executed: 2, total: 2, done: true, ..Results::default() };
        sums.take("Chrome 1 (Linux)", done);
        assert_eq!(sums.totals(), None);
        sums.take("Firefox 1 (Linux)", done);
        assert!(sums.totals().is_some());
    }

    #[test]
    fn all_specs_without_the_time_of_the_whole_are_no_end() {
        let mut sums = Sums::default();
        sums.take("", Results { executed: 2, total: 2, ..Results::default() });
        assert_eq!(sums.totals(), None);
        sums.ended = Some(0);
        assert!(sums.totals().is_some());
    }

    #[test]
    fn a_summary_that_does_not_count_what_the_tree_reported_is_none() {
        let reported = |tree, passed, failed, browsers: u8| {
            let summary = Totals { passed: Some(passed), failed: Some(failed), ..Totals::default() };
            let mut sums =
                Sums { summary: Some(summary), tree, launched: browsers.into(), ..Sums::default() };
            (0..browsers).for_each(|number| sums.know(&format!("Chrome {number}.0 (Linux)")));
            sums.totals().is_some()
        };
        let tree = Tree { passed: 2, failed: 1, hidden: false };
        assert!(reported(tree, 2, 1, 1) && reported(tree, 3, 3, 2) && reported(Tree::default(), 2, 0, 1));
        assert!(
            !reported(tree, 3, 0, 1)
                && !reported(tree, 20, 1, 1)
                && !reported(tree, 5, 0, 2)
                && !reported(tree, 1, 1, 0)
        );
        assert!(reported(Tree { hidden: true, ..tree }, 3, 1, 1));
    }

    #[test]
    fn errors_of_one_text_have_names_of_their_own() {
        let mut sums = Sums::default();
        assert_eq!([sums.error("lost"), sums.error("lost")], ["lost".to_owned(), "lost (2)".to_owned()]);
        assert_eq!(sums.totals().and_then(|totals| totals.errors), Some(2));
    }
}
