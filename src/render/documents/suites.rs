//! The runs of a report with their numbers, and their tests that did not fail: in documents that list all tests.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::of_report::{clean, suite_name};
use crate::budget::Count as _;
use crate::event::{Outcome, Place, TestId};
use crate::report::{Counts, Failure, Report, State, Summary};

/// What became of a test that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Passed,
    /// It failed, and then it passed.
    Flaky,
    Skipped,
    /// An expected failure and the like.
    Other,
}

impl Ended {
    /// Its name in documents.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Flaky => "flaky",
            Self::Skipped => "skipped",
            Self::Other => "other",
        }
    }
}

/// A test that did not fail.
#[derive(Clone, Debug)]
pub(super) struct Test<'a> {
    pub(super) module: Cow<'a, str>,
    pub(super) name: Cow<'a, str>,
    pub(super) ended: Ended,
    /// Why it was skipped, or failed at first; or empty.
    pub(super) reason: Cow<'a, str>,
    pub(super) took_ms: Option<u32>,
    pub(super) file: Option<Cow<'a, str>>,
    pub(super) line: Option<u64>,
}

/// Where a test is.
#[derive(Clone, Copy, Debug)]
enum Kept<'a> {
    Roster(u32, Ended),
    /// With the time of the attempt that passed.
    Failure(&'a Failure, Option<u32>),
}

/// Everything that ran under one name.
#[derive(Debug, Default)]
pub(super) struct Suite<'a> {
    pub(super) name: String,
    pub(super) passed: u64,
    pub(super) skipped: u64,
    pub(super) other: u64,
    tests: Vec<Kept<'a>>,
}

/// The suites of a report.
#[derive(Debug, Default)]
pub(super) struct Suites<'a> {
    report: Option<&'a Report>,
    pub(super) list: Vec<Suite<'a>>,
    /// What is in the numbers of the answer, and in those of no suite: passed, skipped, other.
    pub(super) beside: [u64; 3],
}

/// A name within a section.
fn hash(section: usize, id: TestId<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    section.hash(&mut hasher);
    for part in [id.module, id.separator, id.name] {
        hasher.write(part.as_bytes());
    }
    hasher.finish()
}

impl Suite<'_> {
    /// How many tests did not fail.
    pub(super) const fn number(&self) -> u64 {
        self.passed.saturating_add(self.skipped).saturating_add(self.other)
    }

    /// Adds numbers that are known.
    fn add(&mut self, counts: &Counts) {
        let slots = [&mut self.passed, &mut self.skipped, &mut self.other];
        for (slot, more) in slots.into_iter().zip([counts.passed, counts.skipped, counts.other]) {
            slot.up(more.unwrap_or(0));
        }
    }

    /// Names and numbers agree: what is named more often than it is counted came twice, or something printed it.
    fn settle(&mut self, known: bool, hash: impl Fn(&Kept<'_>) -> u64) {
        let slot = |kept: &Kept<'_>| match kept {
            Kept::Roster(_, Ended::Skipped) => 1,
            Kept::Roster(_, Ended::Other) => 2,
            Kept::Roster(_, Ended::Passed | Ended::Flaky) | Kept::Failure(..) => 0,
        };
        let counted = [self.passed, self.skipped, self.other];
        let mut named = [0_u64; 3];
        for kept in &self.tests {
            if let Some(named) = named.get_mut(slot(kept)) {
                named.up(1);
            }
        }
        if !known {
            let most = |at: usize| counted.get(at).max(named.get(at)).copied().unwrap_or(0);
            (self.passed, self.skipped, self.other) = (most(0), most(1), most(2));
            return;
        }
        let over = |at: usize| named.get(at) > counted.get(at);
        if !(0..3).any(over) {
            return;
        }
        let (mut seen, mut room) = (HashSet::new(), counted);
        self.tests.retain(|kept| {
            if !over(slot(kept)) {
                return true;
            }
            let Some(room) = room.get_mut(slot(kept)).filter(|room| **room > 0) else { return false };
            let first = seen.insert(hash(kept));
            room.down(u64::from(first));
            first
        });
    }
}

impl<'a> Suites<'a> {
    /// Those of a report; empty when nobody kept its tests.
    pub(super) fn of(report: &'a Report, summary: &Summary) -> Self {
        let Some(roster) = report.roster() else { return Self::default() };
        let mut suites = Self { report: Some(report), ..Self::default() };
        let (mut places, mut sections) = (HashMap::new(), HashMap::new());
        let mut known = true;
        for (section, counts) in summary.sections.iter().filter_map(|each| Some((each, each.summed?))) {
            let name = suite_name(section.runner, &section.label).into_owned();
            let place = *places.entry(name.clone()).or_insert_with(|| {
                suites.list.push(Suite { name, ..Suite::default() });
                suites.list.len().saturating_sub(1)
            });
            sections.insert(section.at, place);
            known &= counts.passed.is_some() && counts.skipped.is_some();
            if let Some(suite) = suites.list.get_mut(place) {
                suite.add(&counts);
            }
        }
        known &= summary.counts.passed.is_some();
        let flaky = report.failures().records().iter().filter(|each| each.state == State::Flaky);
        let mut flaky: HashMap<u64, &Failure> = flaky
            .map(|each| {
                let section = usize::try_from(each.section).unwrap_or(usize::MAX);
                (hash(section, report.failures().id(each)), each)
            })
            .collect();
        for at in 0..roster.len() {
            let Some(test) = roster.get(at) else { continue };
            let suite = sections.get(&test.section).and_then(|place| suites.list.get_mut(*place));
            let Some(suite) = suite else { continue };
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            let ended = match test.outcome {
                Outcome::Passed => match flaky.remove(&hash(test.section, test.id)) {
                    Some(failure) => {
                        suite.tests.push(Kept::Failure(failure, test.took_ms));
                        continue;
                    }
                    None => Ended::Passed,
                },
                Outcome::Skipped => Ended::Skipped,
                Outcome::Other | Outcome::Failed(_) => Ended::Other,
            };
            suite.tests.push(Kept::Roster(at, ended));
        }
        let mut left: Vec<&Failure> = flaky.into_values().collect();
        left.sort_by_key(|failure| report.failures().shown(failure));
        for failure in left {
            let section = usize::try_from(failure.section).unwrap_or(usize::MAX);
            let suite = sections.get(&section).and_then(|place| suites.list.get_mut(*place));
            if let Some(suite) = suite {
                suite.tests.push(Kept::Failure(failure, None));
            }
        }
        let of = |kept: &Kept<'_>| match kept {
            Kept::Roster(at, _) => {
                let test = roster.get(usize::try_from(*at).unwrap_or(usize::MAX));
                test.map_or(0, |test| hash(test.section, test.id))
            }
            Kept::Failure(failure, _) => hash(usize::MAX, report.failures().id(failure)),
        };
        for suite in &mut suites.list {
            suite.settle(known, of);
        }
        let all = [summary.counts.passed, summary.counts.skipped, summary.counts.other];
        suites.beside = [0, 1, 2].map(|at: usize| {
            let in_suites = suites.list.iter().fold(0_u64, |sum, suite| {
                let own = [suite.passed, suite.skipped, suite.other];
                sum.saturating_add(own.get(at).copied().unwrap_or(0))
            });
            all.get(at).copied().flatten().unwrap_or(0).saturating_sub(in_suites)
        });
        suites
    }

    /// All tests that have names, with the names of their suites.
    pub(super) fn all<'s>(&'s self) -> impl Iterator<Item = (&'s str, Test<'a>)> + 's {
        self.list.iter().flat_map(|suite| self.tests(suite).map(|test| (suite.name.as_str(), test)))
    }

    /// The tests of a suite that have names, in the order in which they were reported.
    pub(super) fn tests<'s>(&'s self, suite: &'s Suite<'a>) -> impl Iterator<Item = Test<'a>> + 's {
        suite.tests.iter().filter_map(|kept| self.test(*kept))
    }

    fn test(&self, kept: Kept<'a>) -> Option<Test<'a>> {
        let report = self.report?;
        match kept {
            Kept::Roster(at, ended) => {
                let test = report.roster()?.get(usize::try_from(at).ok()?)?;
                let TestId { module, separator, name } = test.id;
                Some(Test {
                    module: clean(module),
                    name: Cow::Owned(clean(&[module, separator, name].concat()).into_owned()),
                    ended,
                    reason: clean(test.reason),
                    took_ms: test.took_ms,
                    file: test.place.map(|Place { file, .. }| clean(file)),
                    line: test.place.and_then(|place| place.line),
                })
            }
            Kept::Failure(failure, took_ms) => {
                let detail = failure.detail.as_deref();
                let place = detail.and_then(|detail| detail.place.as_ref());
                let message = detail.and_then(|detail| detail.message.as_deref());
                Some(Test {
                    module: clean(report.failures().id(failure).module),
                    name: clean(report.failures().shown(failure)),
                    ended: Ended::Flaky,
                    reason: clean(message.unwrap_or_default()),
                    took_ms: took_ms.or(failure.took_ms),
                    file: place.map(|(file, _)| clean(file)),
                    line: place.and_then(|(_, line)| *line),
                })
            }
        }
    }
}
