//! Failing runs inside of runs that passed.
//!
//! What a passing test prints is output, a whole failing run of another runner included: tests of tools for tests print such
//! runs. Runs that were mixed on one stream look the same. Which of the two it is, only the exit status tells: without one
//! the stream is not called passed, and says why.

use super::reconcile::declared_failures;
use super::report::Report;
use super::section::Section;
use crate::event::{Ended, Opened, Runner};

/// The most pairs of runners that are told apart.
const PAIRS: usize = 32;

/// Failing runs of one runner inside of those of another.
#[derive(Clone, Copy, Debug)]
struct Pair {
    inner: Runner,
    outer: Runner,
    runs: u64,
    failed: u64,
}

/// The failing runs that were taken for output.
#[derive(Debug, Default)]
pub(super) struct Nested {
    pairs: Vec<Pair>,
    runs: u64,
}

impl Nested {
    /// How many there are.
    pub(super) const fn runs(&self) -> u64 {
        self.runs
    }

    fn add(&mut self, inner: Runner, outer: Runner, failed: u64) {
        self.runs = self.runs.saturating_add(1);
        if let Some(pair) = self.pairs.iter_mut().find(|pair| pair.inner == inner && pair.outer == outer) {
            pair.runs = pair.runs.saturating_add(1);
            pair.failed = pair.failed.saturating_add(failed);
        } else if self.pairs.len() < PAIRS {
            self.pairs.push(Pair { inner, outer, runs: 1, failed });
        }
    }

    /// A sentence for each pair of runners.
    pub(super) fn sentences(&self) -> impl Iterator<Item = String> {
        self.pairs.iter().map(|Pair { inner: Runner(inner), outer: Runner(outer), runs, failed }| {
            let what = match runs {
                1 => format!("a failing {inner} run"),
                _ => format!("{runs} failing {inner} runs"),
            };
            format!("{what}, {failed} failed, inside {outer}'s output")
        })
    }
}

impl Section {
    /// The failures of a run that is complete: it began with its runner's own header, and its runner says how it ended.
    fn complete_failures(&self, live: u64) -> Option<u64> {
        if self.opened != Opened::Own || !self.has_tests {
            return None;
        }
        let declared = self.declared.as_ref().or(self.refused.as_deref()).and_then(declared_failures);
        let ended = matches!(self.ended, Some(Ended::Failed | Ended::Crash));
        let located = live.max(self.located.failures());
        let failed = declared.unwrap_or(0).max(if ended { located } else { 0 });
        (failed > 0 && located > 0).then_some(failed)
    }
}

impl Report {
    /// Takes note of a failing run that is about to be taken for output of another.
    pub(super) fn note_nested(&mut self, inner: usize, outer: usize) {
        let (Some(section), Some(around)) = (self.sections.get(inner), self.sections.get(outer)) else {
            return;
        };
        let live = self.live(&section.failures);
        if let Some(failed) = section.complete_failures(live) {
            self.nested.add(section.runner, around.runner, failed);
        }
    }
}
