//! Failing runs inside of runs that passed.
//!
//! What a passing test prints is output, even a whole failing run of another runner: tests of test tools print such
//! runs. Runs that were mixed on one stream look the same. Only the exit status shows which of the two it is: without one
//! the stream is not called passed, and the answer says why.

use super::closing::index;
use super::failures::{Failure, State};
use super::reconcile::declared_failures;
use super::report::Report;
use super::section::Section;
use crate::budget::Count as _;
use crate::event::{Ended, FailureKind, Grade, Opened, Runner, Totals};
use crate::text::head;

/// The most pairs of runners that are distinguished.
const PAIRS: usize = 32;
/// How many lines of tools that run others are kept at most, and how much of each, in bytes.
const STOPPED: usize = 2;
const STOPPED_BYTES: usize = 80;

/// Up to so many results may be lines that only look like those of a run.
const FEW_RESULTS: u64 = 2;

/// Compilers whose errors are only a place and a message, as any tool may print them.
const SHARED_FORMS: [&str; 4] = ["gcc", "scalac", "zig build", "zig test"];

/// Failing runs of one runner inside of those of another.
#[derive(Clone, Copy, Debug)]
struct Pair {
    inner: Runner,
    outer: Runner,
    runs: u64,
    failed: u64,
}

/// What shows that a run failed.
#[derive(Clone, Copy, Debug, Default)]
struct Evidence {
    /// Whether it began or ended with a line that only its runner prints: its header, or the closing line of a package.
    framed: bool,
    /// Failures with which the runner's totals or closing line say that it ended.
    ended: u64,
    /// Failures that were located.
    located: u64,
    /// Failures that were located in a block, which takes more than a line to imitate.
    reported: u64,
    /// Failures of the runner's closing list.
    listed: u64,
    /// Whether a compiler or a linter located something in a form of its own: with a code, or more than once.
    diagnosed: bool,
    /// Whether it began with its own header and has no end.
    unended: bool,
    /// Results that were read, at least one for each section.
    results: u64,
}

impl Evidence {
    /// Whether it is a whole run and not only lines that look like those of one: a test easily prints a failing line or
    /// two.
    const fn is_run(self) -> bool {
        let (began, ended) = (self.framed, self.ended > 0);
        // A test easily prints one result and its block; more of them are a run whose end is lost among another run's
        // lines.
        let several = (self.reported > 0 && self.results > 1) || (self.located > 0 && self.results > 3);
        let reported = self.listed > 1 || (ended && self.reported > 0);
        (began && (ended || self.listed > 0 || several)) || reported || self.diagnosed || self.unended
    }

    const fn and(self, more: Self) -> Self {
        Self {
            framed: self.framed || more.framed,
            ended: self.ended.saturating_add(more.ended),
            located: self.located.saturating_add(more.located),
            reported: self.reported.saturating_add(more.reported),
            listed: self.listed.saturating_add(more.listed),
            diagnosed: self.diagnosed || more.diagnosed,
            unended: self.unended || more.unended,
            results: self.results.saturating_add(more.results),
        }
    }
}

/// The failing runs that were taken for output.
#[derive(Debug, Default)]
pub(super) struct Nested {
    pairs: Vec<Pair>,
    /// What was seen in pieces of a runner's runs: a run that another one's lines cut up is several sections.
    pieces: Vec<(Runner, Evidence)>,
    runs: u64,
    /// What tools that run others printed of one that failed, and inside of which run.
    stopped: Vec<String>,
}

impl Nested {
    /// How many failing runs were taken for output.
    pub(super) const fn runs(&self) -> u64 {
        self.runs
    }

    fn add(&mut self, inner: Runner, outer: Runner, failed: u64) {
        self.runs.up(1);
        if let Some(pair) = self.pairs.iter_mut().find(|pair| pair.inner == inner && pair.outer == outer) {
            pair.runs.up(1);
            pair.failed.up(failed);
        } else if self.pairs.len() < PAIRS {
            self.pairs.push(Pair { inner, outer, runs: 1, failed });
        }
    }

    /// A line inside of a run's output says that a command failed.
    pub(super) fn stopped(&mut self, Runner(outer): Runner, text: &str) {
        self.runs.up(1);
        let printed = format!("inside {outer}'s output: {}", head(text.trim(), STOPPED_BYTES));
        if self.stopped.len() < STOPPED && !self.stopped.contains(&printed) {
            self.stopped.push(printed);
        }
    }

    /// Counts a section that is taken for output, if it is a failing run, alone or with the pieces before it.
    fn saw(&mut self, inner: Runner, outer: Runner, evidence: Evidence) {
        let at = self.pieces.iter().position(|(runner, _)| *runner == inner);
        let before = at.map(|at| self.pieces.swap_remove(at).1).unwrap_or_default();
        let all = if evidence.is_run() { evidence } else { before.and(evidence) };
        if all.is_run() {
            self.add(inner, outer, all.ended.max(all.located));
        } else if self.pieces.len() < PAIRS {
            self.pieces.push((inner, all));
        }
    }

    /// A sentence for each pair of runners.
    pub(super) fn sentences(&self) -> impl Iterator<Item = String> {
        self.pairs
            .iter()
            .map(|Pair { inner: Runner(inner), outer: Runner(outer), runs, failed }| {
                let what = match runs {
                    _ if *failed == 0 => {
                        return format!("a run of {inner} without its end, inside {outer}'s output");
                    }
                    1 => format!("a failing {inner} run"),
                    _ => format!("{runs} failing {inner} runs"),
                };
                format!("{what}, {failed} failed, inside {outer}'s output")
            })
            .chain(self.stopped.iter().cloned())
    }
}

impl Section {
    /// With how many failures it ended, as its runner says.
    fn ended_with(&self, located: u64) -> u64 {
        let declared = self.declared.as_ref().or(self.refused.as_deref()).and_then(declared_failures);
        let ended = matches!(self.ended, Some(Ended::Failed | Ended::Crash));
        declared.unwrap_or(0).max(if ended { located } else { 0 })
    }
}

impl Report {
    /// Takes note of a run before it is taken for output of another.
    pub(super) fn note_nested(&mut self, inner: usize, outer: usize) {
        let (Some(section), Some(around)) = (self.sections.get(inner), self.sections.get(outer)) else {
            return;
        };
        let whole = section.opened == Opened::Own && section.since.is_none() && section.is_closed();
        let declared = section.declared.as_ref().and_then(declared_failures).unwrap_or(0);
        if section.runner == around.runner && !(whole && declared > 0) {
            // Pieces of one run show in the numbers of their runner. A whole run is not a piece.
            return;
        }
        let (runner, outer) = (section.runner, around.runner);
        let claims = section.failures.iter().filter_map(|claim| self.failures.get(index(*claim)));
        let live = claims.clone().filter(|claim| claim.state == State::Live);
        // No test prints by chance what a tool says of its own set-up.
        let set_up = live.clone().any(|claim| {
            matches!(claim.kind, FailureKind::Build | FailureKind::Setup | FailureKind::Collection)
        });
        let evidence = if section.has_tests {
            let located = self.live(&section.failures).max(section.located.failures());
            Evidence {
                // A section that its totals opened has no header.
                framed: (section.opened == Opened::Own && section.since.is_none()) || section.ended.is_some(),
                ended: section.ended_with(located),
                located,
                reported: count(live.filter(|claim| claim.grade > Grade::Line)),
                // Lines of the outer run may look like those of the inner one, which then takes its list back.
                listed: count(claims.filter(|claim| claim.grade == Grade::Listed)),
                results: located.saturating_add(section.located.passes()).max(1),
                unended: section.opened == Opened::Own
                    && section.since.is_none()
                    && section.declared.is_none()
                    && section.ended.is_none()
                    && located.saturating_add(section.running()).saturating_add(section.located.passes())
                        > FEW_RESULTS,
                diagnosed: set_up,
            }
        } else {
            // A build that names its errors and says that it failed, or a piece of a run that says that a suite failed.
            let located = count(live.clone().filter(|claim| claim.kind == FailureKind::Diagnostic));
            let ends = |claim: &&Failure| matches!(claim.kind, FailureKind::Build | FailureKind::Suite);
            let ended = count(claims.clone().filter(ends));
            // No test prints by chance a diagnostic in a form of its own: with a code, with the source below it, or of a
            // tool that shares its form with no other.
            let own = |claim: &Failure| {
                let below = claim.detail.as_deref().map_or(0, |detail| detail.lines.len());
                claim.kind == FailureKind::Diagnostic && (below > 1 || !SHARED_FORMS.contains(&runner.0))
            };
            let diagnosed = located > 1 || section.coded || set_up || live.clone().any(own);
            Evidence { located, ended, reported: located, diagnosed, ..Evidence::default() }
        };
        self.nested.saw(runner, outer, evidence);
    }

    /// A tool that runs others says that one of them failed, on a line inside of a run: it is not known whether that is
    /// the run's output.
    pub(super) fn stopped_inside(&mut self, text: &str) {
        let Some(section) = self.owner().and_then(|at| self.sections.get(at)) else { return };
        let runner = section.runner;
        self.nested.stopped(runner, text);
    }

    /// Takes note of what a build tool or a CI says of a failed command, before it is taken for output: no
    /// totals below it count what ended there.
    pub(super) fn note_stopped(&mut self, outer: usize, claims: &[u32]) {
        let Some(runner) = self.sections.get(outer).map(|section| section.runner) else { return };
        for claim in claims {
            let Some(failure) = self.failures.get(index(*claim)) else { continue };
            // A tool that runs others prints it below their output.
            let runs_others = self.stopping.contains(&index(*claim)) || self.guessed.contains(&index(*claim));
            if failure.state == State::Consequence && runs_others {
                let shown = self.failures.shown(failure).to_owned();
                self.nested.stopped(runner, &shown);
            }
        }
    }

    /// Takes note of totals of a runner without a section of its own, before they are taken for output of another.
    pub(super) fn note_nested_totals(&mut self, runner: Runner, totals: &Totals, outer: usize) {
        let ended = declared_failures(totals).unwrap_or(0);
        if let Some(section) = self.sections.get(outer)
            && ended > 0
            && section.runner != runner
        {
            self.nested.saw(runner, section.runner, Evidence { ended, ..Evidence::default() });
        }
    }
}

fn count<'a>(failures: impl Iterator<Item = &'a Failure>) -> u64 {
    u64::try_from(failures.count()).unwrap_or(u64::MAX)
}
