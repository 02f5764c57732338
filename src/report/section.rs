//! One run of one runner inside the stream: what was located in it, what the runner declared, how it ended.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::reconcile::declared_failures;
use super::stored::Stored;
use crate::budget::Count as _;
use crate::event::{Ended, Opened, Runner, Stream, TestId, Totals};

/// The most tests of one section that are remembered as running at the same time.
const RUNNING_TESTS: usize = 4096;

/// Whether a section's result is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionState {
    /// Its end has not been seen yet.
    Open,
    /// Totals came that agree only loosely with what was located: later ones may replace them.
    Weak,
    /// It ended and what was located agrees.
    Closed,
    /// It will not end anymore: the stream ended, the process died, or another run began.
    Lost,
    /// It was output of a test of another section.
    Dropped,
}

/// Numbers that were located in the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Located {
    /// Named tests that passed.
    pub passed: u64,
    /// Named tests that were skipped.
    pub skipped: u64,
    /// Named tests that count as neither.
    pub other: u64,
    /// Failures for whose names there was no room.
    pub unnamed: u64,
    /// Results without names: passed, failed, skipped, other.
    pub anonymous: [u64; 4],
    /// Live failures.
    pub failed: u64,
}

impl Located {
    /// Passes, named or anonymous.
    #[must_use]
    pub fn passes(&self) -> u64 {
        self.passed.saturating_add(self.anonymous[0])
    }

    /// Failures: the named ones, or the anonymous ones when those are more.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.failed.saturating_add(self.unnamed).max(self.anonymous[1])
    }

    /// What was located since `before`.
    #[must_use]
    pub fn since(&self, before: &Self) -> Self {
        let less = |now: u64, then: u64| now.saturating_sub(then);
        Self {
            passed: less(self.passed, before.passed),
            skipped: less(self.skipped, before.skipped),
            other: less(self.other, before.other),
            unnamed: less(self.unnamed, before.unnamed),
            anonymous: [0, 1, 2, 3].map(|at: usize| {
                let get = |from: &Self| from.anonymous.get(at).copied().unwrap_or(0);
                less(get(self), get(before))
            }),
            failed: less(self.failed, before.failed),
        }
    }
}

/// The place of weak totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Sections that had begun.
    pub sections: usize,
    /// Strong signs that had been found inside.
    pub signs: u64,
    /// Lines that had been judged.
    pub lines: u64,
    /// Failures that had been reported, by any recognizer.
    pub failures: usize,
}

/// Where a section may have ended before that was known.
#[derive(Clone, Copy, Debug)]
pub struct MayEnd {
    /// How far it would reach.
    pub reach: Reach,
    /// Totals of others that had been reported inside.
    pub stray: Option<(Runner, Totals)>,
}

/// What matters only until a section is final. It is held apart, because of thousands of sections few are open.
#[derive(Debug, Default)]
pub struct Unsettled {
    /// What had been located when weak totals came.
    pub at_weak: Located,
    /// How many failures it had when weak totals came.
    pub failures_at_weak: usize,
    /// Where it may have ended.
    pub may_end: Option<MayEnd>,
    /// Totals of a runner without a section of its own, reported inside.
    pub stray: Option<(Runner, Totals)>,
}

/// One section.
#[derive(Debug)]
pub struct Section {
    /// The runner that it is a run of.
    pub runner: Runner,
    /// The number of the recognizer.
    pub from: usize,
    /// The stream in which it began.
    pub stream: Stream,
    /// How it began.
    pub opened: Opened,
    /// The section inside which it was found.
    pub parent: Option<usize>,
    /// The number of the first section that may be inside, when it began before its recognizer reported it.
    pub since: Option<usize>,
    /// How many tests the runner printed it would run.
    pub announced: Option<u64>,
    /// What it is about.
    pub label: Box<str>,
    /// Whether it is final.
    pub state: SectionState,
    /// What was located.
    pub located: Located,
    /// What is needed until it is final.
    unsettled: Option<Box<Unsettled>>,
    /// How far it reaches, once weak totals came: what begins after them is not inside it.
    pub reach: Option<Reach>,
    /// The runner's totals; the last that were accepted.
    pub declared: Option<Totals>,
    /// The last totals that were not accepted.
    pub refused: Option<Box<Totals>>,
    /// How a closing line without totals says that it ended.
    pub ended: Option<Ended>,
    /// Whether its end says that nothing failed, and what was located says otherwise.
    pub doubted: bool,
    /// Whether it has tests, not only diagnostics.
    pub has_tests: bool,
    /// Whether a diagnostic of it has a code, as its tool alone prints it.
    pub coded: bool,
    /// The line that heads its failures.
    pub group: Option<Box<Stored>>,
    /// The line that says how to rerun.
    pub rerun: Option<Box<Stored>>,
    /// Strong signs found inside.
    pub signs: u64,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// Whether it comes from a report file.
    pub from_report: bool,
    /// The number of the document on the input that it comes from; 0 when it comes from lines or a report file.
    pub document: u32,
    /// Whether it reports a run that another section reports too, and that counts there.
    pub again: bool,
    /// Whether several runs share it, because there are too many.
    pub shared: bool,
    /// The numbers of its failures in the log.
    pub failures: Vec<u32>,
    running: HashMap<u64, Box<str>>,
    order: u64,
}

fn hash(id: TestId<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for part in [id.module, id.separator, id.name] {
        hasher.write(part.as_bytes());
    }
    id.name.len().hash(&mut hasher);
    hasher.finish()
}

impl Section {
    /// A new section.
    #[must_use]
    pub fn new(runner: Runner, from: usize, opened: Opened) -> Self {
        Self {
            runner,
            from,
            stream: Stream::Plain,
            opened,
            parent: None,
            since: None,
            announced: None,
            label: "".into(),
            state: SectionState::Open,
            located: Located::default(),
            unsettled: None,
            reach: None,
            declared: None,
            refused: None,
            ended: None,
            doubted: false,
            has_tests: false,
            coded: false,
            group: None,
            rerun: None,
            signs: 0,
            interrupted: false,
            from_report: false,
            document: 0,
            again: false,
            shared: false,
            failures: Vec::new(),
            running: HashMap::new(),
            order: 0,
        }
    }

    /// A test began.
    pub fn start(&mut self, id: TestId<'_>) {
        if self.running.len() < RUNNING_TESTS {
            self.order.up(1);
            // The order makes the list of unfinished tests the same on every run.
            let name = format!("{:020} {}\u{1f}{}\u{1f}{}", self.order, id.module, id.separator, id.name);
            self.running.insert(hash(id), name.into());
        }
    }

    /// Whether a test began and did not finish.
    #[must_use]
    pub fn has_running(&self) -> bool {
        !self.running.is_empty()
    }

    /// How many tests began and did not finish.
    #[must_use]
    pub fn running(&self) -> u64 {
        u64::try_from(self.running.len()).unwrap_or(u64::MAX)
    }

    /// A test finished.
    pub fn finish(&mut self, id: TestId<'_>) {
        if !self.running.is_empty() {
            self.running.remove(&hash(id));
        }
    }

    /// The tests that are still running, in the order in which they began: module, separator, name.
    #[must_use]
    pub fn take_running(&mut self) -> Vec<[String; 3]> {
        let mut names: Vec<Box<str>> = std::mem::take(&mut self.running).into_values().collect();
        names.sort_unstable();
        names
            .iter()
            .map(|name| {
                let text = name.split_once(' ').map_or("", |(_, text)| text);
                let mut parts = text.split('\u{1f}').map(str::to_owned);
                [(); 3].map(|()| parts.next().unwrap_or_default())
            })
            .collect()
    }

    /// The failures of totals that were not accepted, unless better confirmed ones followed: passing totals that
    /// merely contradict nothing do not outweigh failing ones.
    #[must_use]
    pub fn refused_failures(&self) -> u64 {
        let outweighed = self.is_closed() && (self.announced.is_some() || self.ended == Some(Ended::Passed));
        let refused = self.refused.as_deref().and_then(declared_failures);
        refused.filter(|_| !outweighed).unwrap_or(0)
    }

    /// Whether the runner's totals count failures that nothing names.
    #[must_use]
    pub fn only_counts_failures(&self) -> bool {
        let declared = self.declared.as_ref().and_then(declared_failures).unwrap_or(0);
        let reported = declared.max(self.refused_failures());
        reported > 0 && self.located.failed == 0 && self.located.unnamed == 0
    }

    /// How far it reaches, or would if it ended where it may have ended.
    #[must_use]
    pub fn may_reach(&self) -> Option<Reach> {
        let may_end = self.unsettled.as_ref().and_then(|unsettled| unsettled.may_end.as_ref());
        may_end.map(|end| end.reach).or(self.reach)
    }

    /// The line that heads its failures, and the line that says how to rerun.
    pub fn own_lines(&mut self) -> impl Iterator<Item = &mut Stored> {
        self.group.iter_mut().chain(&mut self.rerun).map(|line| &mut **line)
    }

    /// What matters until it is final.
    pub fn unsettled(&mut self) -> &mut Unsettled {
        self.unsettled.get_or_insert_default()
    }

    /// Where it may have ended, once.
    pub fn take_may_end(&mut self) -> Option<MayEnd> {
        self.unsettled.as_mut().and_then(|unsettled| unsettled.may_end.take())
    }

    /// What had been located, and how many failures it had, when weak totals came.
    #[must_use]
    pub fn at_weak(&self) -> (Located, usize) {
        let at_weak =
            self.unsettled.as_ref().map(|unsettled| (unsettled.at_weak, unsettled.failures_at_weak));
        at_weak.unwrap_or_default()
    }

    /// Weak totals came here: what was located so far agrees with them.
    pub fn weak_here(&mut self, totals: Totals) {
        self.declared = Some(totals);
        let (located, failures) = (self.located, self.failures.len());
        let unsettled = self.unsettled();
        (unsettled.at_weak, unsettled.failures_at_weak) = (located, failures);
    }

    /// Makes it final. Returns totals that were reported inside, of a runner without a section of its own.
    pub fn end(&mut self, state: SectionState) -> Option<(Runner, Totals)> {
        self.state = state;
        self.unsettled.take().and_then(|unsettled| unsettled.stray)
    }

    /// Whether its result is final and agreed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.state == SectionState::Closed
    }

    /// Whether it counts in the result.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.state != SectionState::Dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_of_sections_stay_small() {
        // 8,192 of them are distinguished: 448 bytes each are 3.7 MB.
        let bytes = size_of::<Section>();
        assert!(bytes <= 448, "{bytes} bytes");
    }

    #[test]
    fn what_started_and_did_not_finish_is_still_running() {
        let mut section = Section::new(Runner("x"), 0, Opened::Own);
        for name in ["a::one", "a::two", "a::three"] {
            section.start(TestId::split_last(name, "::"));
        }
        section.finish(TestId::split_last("a::two", "::"));
        let names: Vec<String> = section.take_running().iter().map(|parts| parts.concat()).collect();
        assert_eq!(names, ["a::one", "a::three"]);
    }
}
