//! What became of the failures of the last run of the same command: new, fixed, still failing.
//!
//! Of a failure only numbers are kept, so that a remembered run reveals no names. A failure that is
//! gone is fixed only when the part of the run that had it came to its end again: what did not run was not seen.

use std::collections::{BTreeMap, BTreeSet};

use crate::budget::Count as _;

use sha2::{Digest as _, Sha256};

use super::failures::State;
use super::report::Report;
use super::section::Section;
use super::verdict::{Verdict, Witness};

/// The most failures of a run that are remembered; of a run with more, none are.
pub const REMEMBERED: usize = 20_000;

/// One failure, as numbers: the part of the run that had it (runner and label), and its name there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trace {
    /// The part of the run.
    pub part: u64,
    /// The failure.
    pub failure: u64,
}

/// The failures of a run against those of the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Failures that the last run did not have.
    pub new: u64,
    /// Failures that only the last run had.
    pub fixed: u64,
    /// Failures of both.
    pub still: u64,
    /// Failures of the last run that this one says nothing of: their part did not come to its end.
    pub not_seen: u64,
    /// Tests that took much longer than last time.
    pub slower: u64,
}

/// A test that took much longer than in the last run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slower {
    /// Its name.
    pub name: Box<str>,
    /// Milliseconds of this run.
    pub took_ms: u64,
    /// Milliseconds of the last one.
    pub last_ms: u64,
}

/// The times of a run's slowest tests, in milliseconds by the numbers of their names.
pub type Took = BTreeMap<u64, u64>;

/// The least time of a test that is remembered, in milliseconds.
const REMEMBERED_MS: u64 = 100;
/// A test is much slower when it takes `SLOWER_TIMES` times as long as last time, and `SLOWER_MS` milliseconds more.
const SLOWER_TIMES: u64 = 2;
const SLOWER_MS: u64 = 500;

impl Compared {
    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The words for the verdict line.
    #[must_use]
    pub fn words(&self) -> String {
        let Self { new, fixed, still, not_seen, slower } = *self;
        // What changed says enough, and the other failures are counted before it.
        let still = if new > 0 || fixed > 0 { 0 } else { still };
        let pieces = [
            ("new", new),
            ("fixed", fixed),
            ("still failing", still),
            ("not seen", not_seen),
            ("slower", slower),
        ];
        let reported = pieces.into_iter().filter(|(_, number)| *number > 0);
        reported.map(|(word, number)| format!("{word} {number}")).collect::<Vec<_>>().join(", ")
    }
}

/// The first 8 bytes of a hash over texts, each after its length.
fn number(texts: &[&str]) -> u64 {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_le_bytes());
        hash.update(text.as_bytes());
    }
    let digest = hash.finalize();
    let first = digest.first_chunk::<8>().copied().unwrap_or_default();
    u64::from_le_bytes(first)
}

fn part(section: &Section) -> u64 {
    number(&[section.runner.0, &section.label])
}

/// The most parts of a run that are known to have ended, besides the sections that are still distinguished.
const MERGED_PARTS: usize = 65_536;

/// Parts of the run that ended without a failure and were then merged with their neighbours: at most 512 KiB of numbers.
/// Further ones count as not seen.
#[derive(Debug, Default)]
pub(super) struct MergedParts(Vec<u64>);

impl MergedParts {
    /// A section is merged away whose part of the run ended.
    pub(super) fn add(&mut self, section: &Section) {
        if self.0.len() >= MERGED_PARTS {
            return;
        }
        let part = part(section);
        if self.0.last() != Some(&part) {
            self.0.push(part);
        }
    }
}

impl Report {
    /// The live failures, each by its place in the log.
    fn traces(&self) -> Vec<(usize, Trace)> {
        let parts: Vec<u64> = self.sections.iter().map(part).collect();
        let live =
            self.failures.records().iter().enumerate().filter(|(_, failure)| failure.state == State::Live);
        live.map(|(at, failure)| {
            let section = usize::try_from(failure.section).unwrap_or(usize::MAX);
            let part = parts.get(section).copied().unwrap_or(0);
            (at, Trace { part, failure: number(&[self.failures.shown(failure)]) })
        })
        .collect()
    }

    /// Compares with the last run. Returns what to remember of this one; `None` when that is too much. Call it after
    /// [`finish`](Self::finish).
    pub fn compare(&mut self, last: Option<&BTreeSet<Trace>>, witness: Witness) -> Option<BTreeSet<Trace>> {
        let traces = self.traces();
        let mut remembered: BTreeSet<Trace> = traces.iter().map(|(_, trace)| *trace).collect();
        if let Some(last) = last {
            let passed = self.verdict(witness) == Verdict::Passed;
            let ended: BTreeSet<u64> = self
                .sections
                .iter()
                .filter(|section| section.counts() && section.is_closed())
                .map(part)
                .chain(self.merged.0.iter().copied())
                .collect();
            let mut compared = Compared::default();
            let count = |slot: &mut u64| slot.up(1);
            for (at, trace) in &traces {
                let known = last.contains(trace);
                count(if known { &mut compared.still } else { &mut compared.new });
                if let Some(failure) = self.failures.get_mut(*at) {
                    failure.fresh = !known;
                }
            }
            let now = remembered.clone();
            for gone in last.difference(&now).copied() {
                if passed || ended.contains(&gone.part) {
                    count(&mut compared.fixed);
                } else {
                    count(&mut compared.not_seen);
                    remembered.insert(gone);
                }
            }
            self.compared = Some(compared);
        }
        (remembered.len() <= REMEMBERED).then_some(remembered)
    }

    /// Compares the times of tests with those of the last run. Returns those of this one. Call it after
    /// [`compare`](Self::compare).
    pub fn compare_times(&mut self, last: &Took) -> Took {
        let slowest = self.slowest();
        let much = |now: u64, last: u64| {
            now >= last.saturating_mul(SLOWER_TIMES) && now.saturating_sub(last) >= SLOWER_MS
        };
        for slow in &slowest {
            let Some(last_ms) = last.get(&number(&[&slow.name])).copied() else { continue };
            if let Some(compared) = self.compared.as_mut().filter(|_| much(slow.took_ms, last_ms)) {
                compared.slower.up(1);
                self.slower.push(Slower { name: slow.name.clone(), took_ms: slow.took_ms, last_ms });
            }
        }
        let remembered = slowest.iter().filter(|slow| slow.took_ms >= REMEMBERED_MS);
        remembered.map(|slow| (number(&[&slow.name]), slow.took_ms)).collect()
    }

    /// The tests that took much longer than last time, the slowest first.
    #[must_use]
    pub fn slower(&self) -> &[Slower] {
        &self.slower
    }

    /// What [`compare`](Self::compare) found; nothing when there was no last run.
    #[must_use]
    pub const fn compared(&self) -> Option<&Compared> {
        self.compared.as_ref()
    }
}
