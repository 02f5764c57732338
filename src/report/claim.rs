//! Claims: a failure is reported, reported again, with more detail or under another name, or is taken back.

use super::context::Subject;
use super::failures::{FailureLog, State};
use super::lookup::{Identity, Reported};
use super::report::Report;
use super::section::Section;
use crate::budget::Count as _;
use crate::event::{Attempt, FailureKind, Grade, Opened, TestId};

fn short(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// A test of the section passed after failures had been reported.
#[inline]
pub(super) fn passed_later(
    section: &mut Section,
    failures: &mut FailureLog,
    bound: usize,
    at: usize,
    id: TestId<'_>,
) {
    let Some(failure) = failures.find(short(at), id) else {
        return forget_unnamed(section, failures, at, id);
    };
    if failure < bound {
        // It passed in another run.
        return;
    }
    let Some(failure) = failures.get_mut(failure) else { return };
    if failure.state == State::Live {
        failure.state = State::Flaky;
        section.located.failed.down(1);
    }
}

/// A failure for whose name there was no room turned out not to be one.
#[inline]
fn forget_unnamed(section: &mut Section, failures: &mut FailureLog, at: usize, id: TestId<'_>) {
    if failures.forget_beyond(short(at), id) {
        section.located.unnamed.down(1);
    }
}

impl Report {
    /// A closing list may follow the totals: its names belong to the section that was just closed.
    pub(super) fn section_that_knows(&mut self, from: usize, id: TestId<'_>, alias: &str) -> Option<usize> {
        let context = self.context(from);
        let (current, closed) = (context.section, context.last_closed);
        let knows = |at: usize| {
            let section = short(at);
            (self.failures.find(section, id).is_some() && !self.may_be_after(at, None))
                || (!alias.is_empty() && self.failures.find_shown(section, alias).is_some())
        };
        // A run that began after the other ended reports its own tests, whatever they are called.
        let began_later = |at: usize| {
            let own = self.sections.get(at).is_some_and(|section| section.opened == Opened::Own);
            own && closed.is_some_and(|closed| closed < at)
        };
        match (current, closed) {
            (Some(at), _) if knows(at) || began_later(at) => Some(at),
            (_, Some(at)) if knows(at) => Some(at),
            _ => None,
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one event")]
    pub(super) fn claim(
        &mut self,
        from: usize,
        section: usize,
        id: TestId<'_>,
        kind: FailureKind,
        grade: Grade,
        attempt: Attempt,
        alias: &str,
    ) {
        let mut found = self.failures.find(short(section), id);
        if let Some(at) = found
            && !alias.is_empty()
        {
            self.unite(section, at, alias);
        }
        if found.is_none() && !alias.is_empty() {
            found = self.failures.find_shown(short(section), alias);
            if let Some(at) = found {
                self.failures.rename(at, id);
            }
        }
        let Some(at) = found else {
            self.add_failure(from, section, id, kind, grade, attempt, Identity::Name { alias });
            return;
        };
        self.context(from).subject = Subject::Failure(at);
        let Some(failure) = self.failures.get_mut(at) else { return };
        failure.grade = failure.grade.max(grade);
        if failure.kind == FailureKind::Test {
            failure.kind = kind;
        }
        let again = attempt > failure.attempt() && failure.attempt() > 0;
        failure.attempted(failure.attempt().max(attempt));
        let revived = matches!(failure.state, State::Flaky | State::Consequence);
        if revived {
            let was_flaky = failure.state == State::Flaky;
            failure.state = State::Live;
            if let Some(section) = self.sections.get_mut(section) {
                section.located.failed.up(1);
                if was_flaky {
                    section.located.passed.down(1);
                }
            }
        }
        if again && grade == Grade::Line {
            self.failures.forget_detail(at);
        }
    }

    /// A block and a status line reported the same failure under two names: it becomes one failure with both texts.
    fn unite(&mut self, section: usize, at: usize, alias: &str) {
        let Some(other) = self.failures.find_shown(short(section), alias).filter(|other| *other != at) else {
            return;
        };
        if self.failures.get(other).is_none_or(|failure| failure.state != State::Live) {
            return;
        }
        self.failures.absorb(at, other, short(section), alias);
        if let Some(section) = self.sections.get_mut(section) {
            section.located.failed.down(1);
        }
    }

    pub(super) fn withdraw(&mut self, from: usize, id: TestId<'_>) {
        let Some(section) = self.context(from).section else { return };
        let Some(at) = self.failures.find(short(section), id) else {
            if let Some(of) = self.sections.get_mut(section) {
                forget_unnamed(of, &mut self.failures, section, id);
            }
            return;
        };
        self.withdraw_later(section, at);
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one event")]
    pub(super) fn add_failure(
        &mut self,
        from: usize,
        section: usize,
        id: TestId<'_>,
        kind: FailureKind,
        grade: Grade,
        attempt: Attempt,
        identity: Identity<'_>,
    ) {
        let added = self.failures.add(short(section), id, kind, grade, State::Live);
        let Some(record) = self.sections.get_mut(section) else { return };
        match added {
            Some(at) => {
                record.located.failed.up(1);
                record.failures.push(short(at));
                if let Some(failure) = self.failures.get_mut(at) {
                    failure.attempted(attempt);
                }
            }
            None => {
                let unnamed = &mut record.located.unnamed;
                *unnamed = match self.failures.tell_beyond(short(section), id, identity) {
                    Reported::New => unnamed.saturating_add(1),
                    Reported::Known => *unnamed,
                    Reported::United => unnamed.saturating_sub(1),
                };
                if let Some(beyond) = &mut self.beyond {
                    beyond.failure(record.runner.0, kind, id);
                }
            }
        }
        self.context(from).subject = added.map_or(Subject::Beyond, Subject::Failure);
    }
}
