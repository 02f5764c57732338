//! Failing runs inside of runs that passed.
//!
//! What a passing test prints is output, a whole failing run of another runner included: tests of tools for tests print such
//! runs. Runs that were mixed on one stream look the same. Which of the two it is, only the exit status tells: without one
//! the stream is not called passed, and says why.

use super::reconcile::declared_failures;
use super::report::Report;
use super::section::Section;
use crate::event::{Ended, Opened, Runner, Totals};

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

/// What was seen in pieces of a runner's runs: one that is cut up by the lines of another is several sections.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    inner: Runner,
    /// A run began with the runner's own header, and its end was not seen.
    header: bool,
    /// The runner told how a run ended that failed, and how many failures.
    failed: u64,
    /// Failures that were located.
    located: u64,
}

/// The failing runs that were taken for output.
#[derive(Debug, Default)]
pub(super) struct Nested {
    pairs: Vec<Pair>,
    pieces: Vec<Pieces>,
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

    /// A piece of a run: when both its header and its end were seen, it is a run.
    fn piece(&mut self, inner: Runner, outer: Runner, header: bool, failed: u64, located: u64) {
        let at = self.pieces.iter().position(|each| each.inner == inner);
        let mut all = match at {
            Some(at) => self.pieces.swap_remove(at),
            None => Pieces { inner, header: false, failed: 0, located: 0 },
        };
        all.header |= header;
        all.failed = all.failed.saturating_add(failed);
        all.located = all.located.saturating_add(located);
        if all.header && all.failed > 0 && all.located > 0 {
            self.add(inner, outer, all.failed);
        } else if self.pieces.len() < PAIRS {
            self.pieces.push(all);
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
    /// The failures with which its runner says that it ended.
    fn told_failures(&self, located: u64) -> u64 {
        let declared = self.declared.as_ref().or(self.refused.as_deref()).and_then(declared_failures);
        let ended = matches!(self.ended, Some(Ended::Failed | Ended::Crash));
        declared.unwrap_or(0).max(if ended { located } else { 0 })
    }
}

impl Report {
    /// Takes note of a run that is about to be taken for output of another.
    pub(super) fn note_nested(&mut self, inner: usize, outer: usize) {
        let (Some(section), Some(around)) = (self.sections.get(inner), self.sections.get(outer)) else {
            return;
        };
        let (runner, outer) = (section.runner, around.runner);
        if !section.has_tests {
            return;
        }
        let located = self.live(&section.failures).max(section.located.failures());
        let failed = section.told_failures(located);
        let own = section.opened == Opened::Own;
        if own && failed > 0 && located > 0 {
            self.nested.add(runner, outer, failed);
        } else {
            self.nested.piece(runner, outer, own && !section.is_closed(), failed, located);
        }
    }

    /// Takes note of totals of a runner without a section of its own that are about to be taken for output of another.
    pub(super) fn note_nested_totals(&mut self, runner: Runner, totals: &Totals, outer: usize) {
        let failed = declared_failures(totals).unwrap_or(0);
        if let Some(section) = self.sections.get(outer)
            && failed > 0
        {
            self.nested.piece(runner, section.runner, false, failed, 0);
        }
    }
}
