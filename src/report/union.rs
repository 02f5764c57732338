//! A report file or a document may report a run that the text reports too: their failures are one set, reported once.

use std::collections::HashMap;

use super::failures::{Failure, State};
use super::report::Report;

/// The part of a name by which text and report files agree: its last segment without call brackets, lower case.
fn core_name(name: &str) -> String {
    // pytest prints the failed tear-down of a test as a test of its own; reports differ in that.
    let name = name.trim().trim_end_matches("()").trim_end_matches(" (teardown)");
    let last = name.rsplit(['.', '/', ':']).next().unwrap_or(name);
    let last = if last.is_empty() || name.contains(' ') { name } else { last };
    last.to_lowercase()
}

/// The last segment of a module, without `.py` and in lower case.
fn last_segment(module: &str) -> String {
    let module = module.trim_end_matches(".py");
    module.rsplit(['.', '/', ':', ' ']).find(|part| !part.is_empty()).unwrap_or("").to_lowercase()
}

fn modules_agree(left: &str, right: &str) -> bool {
    let (left, right) = (last_segment(left), last_segment(right));
    left.is_empty() || right.is_empty() || left == right
}

impl Report {
    fn is_from_report(&self, failure: &Failure) -> bool {
        usize::try_from(failure.section)
            .ok()
            .and_then(|at| self.sections.get(at))
            .is_some_and(|section| section.from_report)
    }

    /// Unites failures of report files with those of the text.
    pub(super) fn unite_with_reports(&mut self) {
        if !self.sections.iter().any(|section| section.from_report) {
            return;
        }
        let live = self.failures.records().iter().enumerate();
        let live = live.filter(|(_, failure)| failure.state == State::Live);
        let (reported, text): (Vec<_>, Vec<_>) = live.partition(|(_, failure)| self.is_from_report(failure));
        let number = |(at, _): &(usize, &Failure)| *at;
        let pairs = self.pairs(reported.iter().map(number), text.iter().map(number));
        self.unite_pairs(&pairs);
    }

    /// Which of some failures are among others too, by their names: each of the others at most once.
    pub(super) fn pairs(
        &self,
        some: impl Iterator<Item = usize>,
        others: impl Iterator<Item = usize>,
    ) -> Vec<(usize, usize)> {
        let id = |at: usize| self.failures.get(at).map(|failure| self.failures.id(failure));
        let mut named: HashMap<String, Vec<usize>> = HashMap::new();
        for at in others {
            if let Some(id) = id(at) {
                named.entry(core_name(id.name)).or_default().push(at);
            }
        }
        let pair = |at: usize| {
            let own = id(at)?;
            let candidates = named.get_mut(&core_name(own.name))?;
            let fits = |other: &usize| id(*other).is_some_and(|id| modules_agree(id.module, own.module));
            let position = candidates.iter().position(fits)?;
            Some((at, candidates.remove(position)))
        };
        some.filter_map(pair).collect()
    }

    /// Makes one failure of each pair: the second record stays, with the better detail.
    pub(super) fn unite_pairs(&mut self, pairs: &[(usize, usize)]) {
        for (at, other) in pairs {
            let detail = self.failures.get(*at).and_then(|failure| failure.detail.clone());
            if let Some(kept) = self.failures.get_mut(*other)
                && kept.detail.as_ref().is_none_or(|detail| detail.lines.is_empty())
                && detail.is_some()
            {
                kept.detail = detail;
            }
            if let Some(failure) = self.failures.get_mut(*at) {
                failure.state = State::Dropped;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_test_is_reported_in_many_spellings() {
        assert_eq!(core_name("testOne()"), core_name("testOne"));
        assert_eq!(core_name("SuiteA/testOne()"), "testone");
        assert_eq!(core_name("test_a (teardown)"), "test_a");
        assert!(modules_agree("AppTests.SuiteA", "SuiteA"));
        assert!(modules_agree("tests/test_cart.py", "tests.test_cart"));
        assert!(!modules_agree("AppTests.SuiteB", "SuiteA"));
    }
}
