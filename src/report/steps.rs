//! Steps of a CI that ended well: what went wrong in them is a warning, when the CI marks the step that failed.

use super::closing::index;
use super::consequence::MOST_SCOPES;
use super::failures::{Failure, State};
use super::report::Report;
use super::section::SectionState;
use super::stored::Stored;
use crate::budget::Count as _;
use crate::event::{Class, FailureKind, Runner, Stream};
use crate::text::Line;

/// The runner that reports steps.
pub(super) const CI: Runner = Runner("ci");

/// The most changes of the job that are held; beyond them no job is known.
const MOST_JOBS: usize = 1024;

/// What was reported in a step that ended well: from which number to which.
#[derive(Clone, Copy, Debug)]
struct Well {
    failures: (usize, usize),
    lines: (u64, u64),
}

/// What is known of the steps of a CI.
#[derive(Debug, Default)]
pub(super) struct Steps {
    /// The steps that ended well, in their order.
    well: Vec<Well>,
    /// Whether steps of several jobs ran at the same time: then none is known to have ended.
    mixed: bool,
    /// Whether the CI printed that the current step failed, or marked a line of it as an error.
    fails: bool,
    /// Whether it did so in some step.
    failed: bool,
    /// Whether some step began.
    begun: bool,
    /// How many lines there were before the current step; 0 where steps of several jobs run at the same time.
    since: u64,
    /// The jobs that the lines name, and after how many lines each begins.
    jobs: Vec<(u64, Box<str>)>,
}

impl Steps {
    /// A step ends in which these failures were reported, and so many lines were read.
    pub(super) fn ended(&mut self, failures: (usize, usize), lines: (u64, u64), stream: Stream) {
        self.mixed |= stream != Stream::Plain;
        if !std::mem::take(&mut self.fails) && self.well.len() < MOST_SCOPES {
            self.well.push(Well { failures, lines });
        }
    }

    /// A step begins after so many lines, of the job that its line names.
    pub(super) fn begins(&mut self, lines: u64, job: Option<&str>) {
        self.begun = true;
        self.since = if self.mixed { 0 } else { lines };
        let job = if self.jobs.len() < MOST_JOBS { job.unwrap_or_default() } else { "" };
        let other = self.jobs.last().map_or("", |(_, before)| before) != job;
        if other && self.jobs.len() <= MOST_JOBS {
            self.jobs.push((lines, job.into()));
        }
    }

    /// After how many lines the current step began.
    pub(super) const fn since(&self) -> u64 {
        self.since
    }

    /// Whether some step is known to have failed, so that the others ended well.
    const fn tell(&self) -> bool {
        self.failed && !self.mixed
    }

    /// Takes note of a line with an event: the CI may have marked it as an error.
    pub(super) fn marks(&mut self, line: &Line<'_>) {
        self.fails |= line.error;
    }

    /// A consequence says that something before it failed.
    pub(super) fn consequence(&mut self, runner: Runner) {
        if runner == CI {
            (self.fails, self.failed) = (true, true);
        }
    }
}

impl Report {
    /// Whether a CI marks steps: then the input is its log, and no part of the answer is needed early.
    #[must_use]
    pub const fn has_steps(&self) -> bool {
        self.steps.begun
    }

    /// The job of a failure; empty where nothing names it.
    #[must_use]
    pub fn job_of(&self, failure: &Failure) -> &str {
        let detail = failure.detail.as_deref();
        let mut lines = detail
            .iter()
            .flat_map(|detail| detail.heading.iter().chain(detail.lines.iter().map(|(_, line)| line)));
        let Some(line) = lines.find(|line| line.number > 0) else { return "" };
        let jobs = &self.steps.jobs;
        let next = jobs.partition_point(|(before, _)| *before < line.number);
        next.checked_sub(1).and_then(|at| jobs.get(at)).map_or("", |(_, job)| job)
    }

    /// Errors of steps that ended well become warnings. Tests that failed stay failures: a command may hide its status.
    pub(super) fn forgive_steps(&mut self) {
        if !self.steps.tell() {
            return;
        }
        for number in 0..self.steps.well.len() {
            let Some(Well { failures: (from, to), .. }) = self.steps.well.get(number).copied() else { break };
            for at in from..to.min(self.failures.records().len()) {
                let Some(failure) = self.failures.get(at) else { break };
                let section = index_of(failure);
                let only = self.sections.get(section).is_some_and(|section| {
                    let plain = section.stream == Stream::Plain && section.located.unnamed == 0;
                    plain && self.only_diagnoses(section)
                });
                if only && is_error(failure) {
                    self.warn_instead(at, section);
                }
            }
        }
    }

    /// Whether a line is of a step that ended well, or one of the first lines after it: what it says is not a reason.
    #[must_use]
    pub fn is_of_a_good_step(&self, line: u64, after: u64) -> bool {
        let steps = &self.steps.well;
        let next = steps.partition_point(|step| step.lines.0 < line);
        let step = next.checked_sub(1).and_then(|at| steps.get(at));
        self.steps.tell() && step.is_some_and(|step| line <= step.lines.1.saturating_add(after))
    }

    /// The command of the present stream succeeded: its errors so far become warnings. Tests that failed stay failures.
    pub(super) fn forgive_stream(&mut self) {
        let stream = self.streams.present();
        if stream == Stream::Plain {
            return;
        }
        for at in 0..self.failures.records().len() {
            let Some(failure) = self.failures.records().get(at).filter(|failure| is_error(failure)) else {
                continue;
            };
            let section = index_of(failure);
            let only = self.sections.get(section).is_some_and(|section| {
                section.stream == stream && section.located.unnamed == 0 && self.only_diagnoses(section)
            });
            if only {
                self.warn_instead(at, section);
            }
        }
    }

    fn warn_instead(&mut self, at: usize, section: usize) {
        let Some(failure) = self.failures.get_mut(at) else { return };
        let counted = std::mem::replace(&mut failure.state, State::Dropped) == State::Live;
        let detail = failure.detail.clone();
        self.failures.forget_detail(at);
        let key = self.failures.get(at).map(|failure| self.failures.shown(failure).to_owned());
        let key = key.unwrap_or_default();
        if let Some(section) = self.sections.get_mut(section).filter(|_| counted) {
            section.located.failed.down(1);
            if section.located.failed == 0 {
                section.state = SectionState::Dropped;
            }
        }
        // The whole input would show it first, in its own order.
        self.whole.forget();
        // What only followed from an error is no further one.
        let by = self.sections.get(section).map_or(Runner(""), |section| section.runner);
        let Some(warning) = counted.then(|| self.warnings.add(by, &key, None)).flatten() else { return };
        let lines = detail.map(|detail| (detail.heading, detail.lines));
        let (heading, lines) = lines.unwrap_or_default();
        let mut lines = heading.into_iter().chain(lines.into_iter().map(|(_, line)| line));
        let first = lines.next().unwrap_or_else(|| Stored::decoded(&key, Class::Detail));
        self.warnings.add_line(warning, first);
        lines.for_each(|line| self.warnings.add_line(warning, line));
    }
}

fn index_of(failure: &Failure) -> usize {
    index(failure.section)
}

/// Whether a failure is an error of a tool that counts: it is not dropped, flaky or explained.
fn is_error(failure: &Failure) -> bool {
    let tool = matches!(failure.kind, FailureKind::Diagnostic | FailureKind::Build);
    tool && matches!(failure.state, State::Live | State::Consequence)
}
