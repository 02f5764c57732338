//! Consequences and signs: what is a failure only when nothing else explains it.

use super::context::Subject;
use super::detail::Detail;
use super::failures::State;
use super::report::Report;
use super::section::SectionState;
use super::steps::CI;
use super::verdict::Verdict;
use crate::budget::Count as _;
use crate::event::{Class, FailureKind, Grade, Part, Runner, Stream, Strength, TestId};
use crate::text::Line;

/// The most consequences whose scope is held.
pub(super) const MOST_SCOPES: usize = 4096;

/// What was known where a scope began.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// How many failures had been reported.
    failures: usize,
    /// How many sections had begun.
    sections: usize,
    /// How many lines had been judged.
    pub(super) lines: u64,
    /// The section inside of which it began.
    pub(super) owner: Option<usize>,
    /// How many failures had been reported when it ended; `None` when it ends with its consequence.
    end: Option<usize>,
}

/// Whether a failure in one stream may explain one in another stream: two streams with names are different programs.
fn explains(cause: Stream, of: Stream) -> bool {
    cause == of || !matches!((cause, of), (Stream::Named(_), Stream::Named(_)))
}

impl Report {
    pub(super) fn scope_begins(&mut self, from: usize) {
        self.context(from).scope = Some(self.scope_here());
    }

    fn scope_here(&self) -> Scope {
        let (failures, lines) = (self.failures.records().len(), self.ledger.seen().lines);
        Scope { failures, sections: self.sections.len(), lines, owner: self.owner(), end: None }
    }

    /// A step of a CI begins, and the one before it ends: what was reported in that one up to here explains its
    /// consequences.
    pub(super) fn step_begins(&mut self, from: usize, job: Option<&str>) {
        let (here, stream) = (self.scope_here(), self.streams.present());
        let context = self.context(from);
        if let Some(before) = context.step.replace(here) {
            let lines = (before.lines, here.lines);
            self.steps.ended((before.failures, here.failures), lines, stream);
        }
        self.steps.begins(here.lines, job);
        // What tools found in the step before is found again in this one.
        let contexts = self.contexts.iter().flatten().filter_map(|context| context.section);
        let checks: Vec<usize> = contexts.filter(|at| self.is_of_checks(*at)).collect();
        checks.into_iter().for_each(|at| self.settle(at));
        let context = self.context(from);
        for reported in std::mem::take(&mut context.in_step) {
            if let Some(scope) = self.scopes.get_mut(&reported) {
                scope.end = Some(here.failures);
            }
        }
    }

    /// Whether a section has nothing but what a compiler or a linter found.
    fn is_of_checks(&self, at: usize) -> bool {
        let section = self.sections.get(at).filter(|section| section.runner != CI);
        section.is_some_and(|section| self.only_diagnoses(section))
    }

    /// The last lines before the one of this number say why it failed.
    pub(super) fn tell_last_lines(&mut self, from: usize, number: Option<u64>, since: u64) {
        let (Subject::Failure(at), Some(number)) = (self.context(from).subject, number) else { return };
        self.ending(at, number, since);
        if self.guessed.len() < MOST_SCOPES {
            self.guessed.insert(at);
        }
    }

    /// A failure is the end of what began with the line `since`, as far as is known.
    fn ending(&mut self, at: usize, number: u64, since: u64) {
        self.excerpt.ending(number, since.max(self.steps.since()));
        if self.ends.len() < MOST_SCOPES {
            self.ends.insert(at, number);
        }
    }

    /// What failed in a scope was an attempt: the sections that began in it were output, and its failures are flaky.
    pub(super) fn forgive(&mut self, from: usize, name: &str) {
        let now = self.scope_here();
        let (began, ended) = if name.is_empty() {
            (self.context(from).scope, now)
        } else {
            let context = self.context(from);
            let places = [context.section, context.last_closed];
            let short = places.into_iter().flatten().filter_map(|at| u32::try_from(at).ok());
            let found: Vec<usize> =
                short.filter_map(|section| self.failures.find(section, TestId::bare(name))).collect();
            let Some(at) = found.first().copied() else { return };
            let began = self.scopes.get(&at).copied();
            (began, Scope { failures: at.saturating_add(1), ..now })
        };
        let Some(began) = began else { return };
        for at in began.failures..ended.failures {
            let Some(failure) = self.failures.get_mut(at) else { continue };
            if !matches!(failure.state, State::Live | State::Consequence) {
                continue;
            }
            let section = usize::try_from(failure.section).unwrap_or(usize::MAX);
            if std::mem::replace(&mut failure.state, State::Flaky) == State::Live
                && let Some(section) = self.sections.get_mut(section)
            {
                section.located.failed.down(1);
            }
        }
        let own = self.context(from).section;
        for at in began.sections..ended.sections {
            let first = self.sections.get(at).and_then(|section| section.failures.first().copied());
            let inside = first
                .and_then(|first| usize::try_from(first).ok())
                .is_some_and(|first| first < ended.failures);
            if Some(at) == own || !inside {
                continue;
            }
            if let Some(section) = self.sections.get_mut(at) {
                section.state = SectionState::Dropped;
            }
            self.open.retain(|open| *open != at);
            for context in self.contexts.iter_mut().flatten() {
                context.section.take_if(|section| *section == at);
            }
        }
    }

    pub(super) fn consequence(
        &mut self,
        from: usize,
        runner: Runner,
        line: Option<&Line<'_>>,
        name: &str,
        kind: FailureKind,
    ) {
        self.steps.consequence(runner);
        // It reports what was in its scope.
        let scope = self.context(from).scope;
        if scope.is_some_and(|scope| self.began_inside(scope)) {
            let context = self.context(from);
            (context.scope, context.subject) = (None, Subject::Nothing);
            return;
        }
        let at = self.section_of(from, runner, scope.map(|scope| scope.lines));
        let section = u32::try_from(at).unwrap_or(u32::MAX);
        let id = TestId::bare(name);
        if self.failures.find(section, id).is_some() {
            return;
        }
        let context = self.context(from);
        let own = context.scope.take();
        let (scope, in_step) = (own.or(context.step), own.is_none() && context.step.is_some());
        let Some(failure) = self.failures.add(section, id, kind, Grade::Block, State::Consequence) else {
            return;
        };
        if self.is_bound() && self.stopping.len() < MOST_SCOPES {
            self.stopping.insert(failure);
        }
        if let Some(scope) = scope.filter(|_| self.scopes.len() < MOST_SCOPES) {
            self.scopes.insert(failure, scope);
        }
        if let Some(record) = self.sections.get_mut(at) {
            record.failures.push(u32::try_from(failure).unwrap_or(u32::MAX));
        }
        if let Some(line) = line {
            let stored = self.store(line, Class::Detail);
            self.failures.set_heading(failure, stored);
            self.ending(failure, line.number, 0);
        }
        let context = self.context(from);
        if in_step && context.in_step.len() < MOST_SCOPES {
            context.in_step.push(failure);
        }
        (context.subject, context.consequence) = (Subject::Failure(failure), Some(failure));
    }

    /// A further consequence in the list that the last one began.
    pub(super) fn besides(
        &mut self,
        from: usize,
        runner: Runner,
        line: Option<&Line<'_>>,
        name: &str,
        kind: FailureKind,
    ) {
        let first = self.context(from).consequence;
        self.consequence(from, runner, line, name, kind);
        let last = std::mem::replace(&mut self.context(from).consequence, first);
        if let (Some(first), Some(last)) = (first, last)
            && first < last
            && self.besides.len() < MOST_SCOPES
        {
            self.besides.insert(last, first);
        }
    }

    pub(super) fn sign(&mut self, line: Option<&Line<'_>>, strength: Strength) {
        self.last_word.sign(strength);
        let section = self.owner();
        match section.and_then(|at| self.sections.get_mut(at)) {
            Some(section) => section.signs.up(1),
            None => self.signs.up(1),
        }
        if let Some(line) = line {
            // The ledger counts the line under the class that it is shown with.
            let class = *self.claimed_as.get_or_insert(Class::Other);
            self.excerpt.sign(line, class, strength, section);
        }
    }

    pub(super) fn hint(&mut self, line: Option<&Line<'_>>, strength: Strength) {
        let section = self.owner();
        if let Some(line) = line {
            let class = *self.claimed_as.get_or_insert(Class::Other);
            self.excerpt.sign(line, class, strength, section);
        }
    }

    /// Whether a failure was located that says more than that something failed.
    fn knows_a_cause(&self) -> bool {
        let live = self.failures.records().iter().filter(|each| each.state == State::Live).count();
        live > self.unexplained
    }

    /// Whether the answer has to look for the reason in lines that no recognizer claimed: something failed or died, and
    /// no failure was located that says why; or the input is a stream that was recognized late, whose first failures may
    /// be among those lines.
    #[must_use]
    pub fn searches(&self, verdict: Verdict) -> bool {
        let in_doubt = match verdict {
            Verdict::Passed => false,
            Verdict::Failed | Verdict::Incomplete => true,
            Verdict::Unknown => self.doubted || self.strong_signs() > 0,
        };
        in_doubt && (self.joined_late || !self.knows_a_cause())
    }

    /// Consequences without a known cause become failures; the others are explained.
    pub(super) fn explain_consequences(&mut self) {
        let counts: Vec<bool> = self.sections.iter().map(super::section::Section::counts).collect();
        // A run whose own totals count failures explains what is after it, whether it names them or not.
        let streams: Vec<Stream> = self.sections.iter().map(|section| section.stream).collect();
        // The first one of each stream is enough, and so is one failure: there are few streams, and many of these.
        let mut unnamed: Vec<(usize, Stream)> = Vec::new();
        for (at, (section, counts)) in self.sections.iter().zip(&counts).enumerate() {
            let known = |(_, stream): &(usize, Stream)| *stream == section.stream;
            if *counts && section.only_counts_failures() && !unnamed.iter().any(known) {
                unnamed.push((at, section.stream));
            }
        }
        let mut causes: Vec<Stream> = Vec::new();
        let mut unexplained = Vec::new();
        for at in 0..self.failures.records().len() {
            let scope = self.scopes.get(&at).copied();
            let within = scope.map(|scope| self.fails_between(scope, at, &counts));
            let first = self.besides.get(&at).and_then(|first| self.failures.records().get(*first));
            let within = first.map(|first| first.state != State::Live).or(within);
            let reported_within = within.is_some();
            let Some(failure) = self.failures.get_mut(at) else { continue };
            let section = usize::try_from(failure.section).unwrap_or(usize::MAX);
            if !counts.get(section).copied().unwrap_or(false) {
                continue;
            }
            let own = streams.get(section).copied().unwrap_or_default();
            let before = |(at, stream): &(usize, Stream)| *at < section && explains(*stream, own);
            let untold = scope.is_none() && unnamed.iter().any(before);
            let within = within.unwrap_or_else(|| causes.iter().any(|stream| explains(*stream, own)));
            let becomes_live = failure.state == State::Consequence && !untold && !within;
            if (failure.state == State::Live || becomes_live) && !causes.contains(&own) {
                causes.push(own);
            }
            match failure.state {
                State::Live => {}
                State::Consequence if untold => failure.state = State::Explained,
                State::Consequence if within => {
                    failure.state = State::Explained;
                    // The failure that explains it has the reason.
                    if let (true, Some(detail)) = (reported_within, failure.detail.as_deref_mut()) {
                        detail.lines.clear();
                    }
                }
                State::Consequence => {
                    failure.state = State::Live;
                    let knows = |detail: &Detail| detail.lines.iter().any(|(part, _)| *part == Part::Why);
                    let reason = failure.detail.as_deref().is_some_and(knows);
                    // The last lines above a failure may not be its reason.
                    if !reason || self.guessed.contains(&at) {
                        self.unexplained.up(1);
                    }
                    unexplained.push(at);
                    if let Some(section) = self.sections.get_mut(section) {
                        section.located.failed.up(1);
                    }
                }
                State::Explained | State::Flaky | State::Dropped => {}
            }
        }
        for at in unexplained {
            self.tell_lines_of_step(at);
        }
    }

    /// Whether one of these failures counts.
    fn fails_between(&self, first: Scope, at: usize, counts: &[bool]) -> bool {
        let all = self.failures.records();
        let end = first.end.unwrap_or(at).min(all.len());
        let reported = all.get(first.failures..end).unwrap_or_default();
        reported.iter().any(|failure| {
            let section = usize::try_from(failure.section).unwrap_or(usize::MAX);
            failure.state == State::Live && counts.get(section).copied().unwrap_or(false)
        })
    }
}
