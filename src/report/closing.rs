//! How sections end: by totals, by a closing line, or not at all. The one place where claims become final.

use super::context::Subject;
use super::failures::State;
use super::lookup::Identity;
use super::reconcile::{Agreement, agreement, declared_failures};
use super::report::Report;
use super::section::{Section, SectionState};
use crate::budget::Count as _;
use crate::event::{DOCUMENT, Ended, FailureKind, Grade, Opened, Runner, TestId, Totals};

/// When there are so many sections, the clean suites of a report share one.
const MANY_SUITES: usize = 4096;

pub(super) fn index(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

impl Report {
    /// The runner's totals came.
    pub(super) fn declared(&mut self, from: usize, runner: Runner, totals: Totals) {
        let Some(at) = self.context(from).section else {
            self.stray(runner, totals);
            return;
        };
        if self.is_shared(at) {
            return self.declared_together(at, &totals);
        }
        self.adopt(at, &totals);
        let Some(section) = self.sections.get_mut(at) else { return };
        section.has_tests = true;
        let all = agreement(&totals, section.announced, &section.located);
        if section.state == SectionState::Weak {
            self.declared_again(at, totals, all);
            return;
        }
        match all {
            Agreement::Strong => self.close(at, totals),
            Agreement::Weak => {
                section.state = SectionState::Weak;
                section.weak_here(totals);
                self.reach_here(at);
                self.cut_off_inside(at);
            }
            Agreement::None => section.refused = Some(Box::new(totals)),
        }
    }

    /// Totals came before these. Either these replace the first, which a test had printed, or they end a second run
    /// without a header, or they are output.
    fn declared_again(&mut self, at: usize, totals: Totals, all: Agreement) {
        let Some(section) = self.sections.get_mut(at) else { return };
        let (at_weak, _) = section.at_weak();
        let since = section.located.since(&at_weak);
        let fresh = section.located != at_weak;
        let worse = declared_failures(&totals) > section.declared.as_ref().and_then(declared_failures);
        if all == Agreement::Strong {
            self.close(at, totals);
        } else if fresh && section.announced.is_none() && agreement(&totals, None, &since) != Agreement::None
        {
            let new = self.split(at);
            self.settle(at);
            self.close(new, totals);
        } else if all == Agreement::Weak && (fresh || worse) {
            section.weak_here(totals);
            self.reach_here(at);
        } else if worse {
            section.refused = Some(Box::new(totals));
        } else if all == Agreement::Weak && !self.fails_after(at) {
            self.reach_here(at);
        }
    }

    /// Whether a failure was reported after the totals: then totals that nothing supports do not take it back.
    fn fails_after(&self, at: usize) -> bool {
        let Some(reach) = self.sections.get(at).and_then(|section| section.reach) else { return false };
        let began = self.sections.get(reach.sections..).unwrap_or_default();
        let later = began.iter().flat_map(|section| &section.failures).map(|failure| (*failure, true));
        let inside =
            self.sections.iter().take(reach.sections).enumerate().filter(|(number, _)| *number != at);
        let earlier = inside.flat_map(|(_, section)| &section.failures).map(|failure| (*failure, false));
        later.chain(earlier).any(|(failure, after)| {
            let number = index(failure);
            let counts = self.failures.get(number).is_some_and(|failure| failure.state == State::Live);
            counts && (after || self.failures.telling.is_after(number, reach))
        })
    }

    /// Moves what was located since the weak totals into a section of its own.
    fn split(&mut self, at: usize) -> usize {
        let Some(old) = self.sections.get_mut(at) else { return at };
        let mut new = Section::new(old.runner, old.from, old.opened);
        (new.parent, new.stream) = (old.parent, old.stream);
        new.has_tests = true;
        let (at_weak, failures_at_weak) = old.at_weak();
        new.located = old.located.since(&at_weak);
        new.failures = old.failures.split_off(failures_at_weak.min(old.failures.len()));
        old.located = at_weak;
        let (from, number) = (old.from, self.sections.len());
        for failure in &new.failures {
            self.failures.move_to(index(*failure), u32::try_from(number).unwrap_or(u32::MAX));
        }
        self.sections.push(new);
        self.context(from).section = Some(number);
        number
    }

    /// Totals outside of any section can only make things worse.
    fn stray(&mut self, runner: Runner, totals: Totals) {
        if let Some((_, run)) = &self.run_totals
            && *run == totals
        {
            return;
        }
        let inside = self.owner();
        self.stray_inside(inside, runner, totals);
    }

    /// Totals inside of a section are its output, if it ends after them with totals that agree.
    pub(super) fn stray_inside(&mut self, at: Option<usize>, runner: Runner, totals: Totals) {
        let inside = at.and_then(|at| self.sections.get_mut(at));
        let slot = inside.map_or(&mut self.strays, |section| &mut section.unsettled().stray);
        let known = slot.as_ref().and_then(|(_, totals)| declared_failures(totals)).unwrap_or(0);
        if declared_failures(&totals).unwrap_or(0) > known {
            *slot = Some((runner, totals));
        }
    }

    fn close(&mut self, at: usize, totals: Totals) {
        if let Some(section) = self.sections.get_mut(at) {
            section.declared = Some(totals);
            section.refused = None;
            section.reach = section.take_may_end().map(|end| end.reach);
        }
        self.end(at, SectionState::Closed);
    }

    /// A package's closing line came.
    pub(super) fn close_by_line(&mut self, at: usize, how: Ended) {
        if self.is_shared(at) {
            return self.ended_together(at, how);
        }
        let Some(section) = self.sections.get_mut(at) else { return };
        section.ended = Some(how);
        section.reach = section.take_may_end().map(|end| end.reach);
        if how == Ended::Passed {
            let totals = section.declared.unwrap_or_default();
            let unfinished = !section.take_running().is_empty();
            if (section.located.failed > 0 && unfinished) || self.is_in_doubt(at, &totals, Grade::Line) {
                self.doubt(at, totals);
                return self.end(at, SectionState::Lost);
            }
            let failures = self.sections.get(at).map(|section| section.failures.clone()).unwrap_or_default();
            self.drop_claims(at, &failures, u64::MAX, Grade::Line);
        } else if section.located.failures() == 0 {
            self.unfinished(at);
        }
        self.end(at, SectionState::Closed);
    }

    /// Ends a section whose own end will not come anymore.
    pub(super) fn settle(&mut self, at: usize) {
        let Some(section) = self.sections.get(at) else { return };
        let state = match section.state {
            SectionState::Open => SectionState::Lost,
            SectionState::Weak => self.settle_weak(at),
            SectionState::Closed | SectionState::Lost | SectionState::Dropped => return,
        };
        if state == SectionState::Lost && !self.sections.get(at).is_some_and(|section| section.doubted) {
            self.unfinished(at);
        }
        self.end(at, state);
    }

    /// Weak totals become final: when more failures are located than declared, those that only a line reports were
    /// output, unless they came after the totals.
    fn settle_weak(&mut self, at: usize) -> SectionState {
        let Some(section) = self.sections.get(at) else { return SectionState::Lost };
        let totals = section.declared.unwrap_or_default();
        let failures = declared_failures(&totals).unwrap_or(0);
        let located = section.located.failures();
        if section.located != section.at_weak().0 && located != failures {
            return SectionState::Lost;
        }
        // Totals without a failure would take back blocks too.
        if self.is_in_doubt(at, &totals, Grade::Block) {
            self.doubt(at, totals);
            return SectionState::Lost;
        }
        if located > failures {
            let claims = section.failures.clone();
            let more = located.saturating_sub(failures);
            let dropped = self.drop_claims(at, &claims, more, Grade::Line);
            // A complete closing list is better evidence than any block.
            let listed = claims.iter().filter_map(|claim| self.failures.get(index(*claim)));
            let listed =
                listed.filter(|each| each.state == State::Live && each.grade == Grade::Listed).count();
            if u64::try_from(listed) == Ok(failures) {
                self.drop_claims(at, &claims, more.saturating_sub(dropped), Grade::Block);
            }
        }
        SectionState::Closed
    }

    /// Drops up to `most` live claims whose grade is at most `grade`, the last ones first. Returns how many.
    pub(super) fn drop_claims(&mut self, section: usize, claims: &[u32], most: u64, grade: Grade) -> u64 {
        let mut left = most;
        for claim in claims.iter().rev() {
            let at = index(*claim);
            let Some(failure) = self.failures.get_mut(at) else { continue };
            if left == 0 {
                break;
            }
            if failure.state != State::Live || failure.grade > grade || (at < self.bound && !self.succeeded) {
                continue;
            }
            failure.state = State::Dropped;
            left.down(1);
            self.failures.forget_detail(at);
            if let Some(section) = self.sections.get_mut(section) {
                section.located.failed.down(1);
            }
        }
        most.saturating_sub(left)
    }

    /// Tests that were still running are failures of a section that was lost.
    pub(super) fn unfinished(&mut self, at: usize) {
        let Some(section) = self.sections.get_mut(at) else { return };
        let from = section.from;
        for [module, separator, name] in section.take_running() {
            let id = TestId { module: &module, separator: &separator, name: &name };
            let known = self.failures.find(u32::try_from(at).unwrap_or(u32::MAX), id);
            if known.is_none() {
                let identity = Identity::Name { alias: "" };
                self.add_failure(from, at, id, FailureKind::Unfinished, Grade::Line, 0, identity);
            }
        }
        self.context(from).subject = Subject::Nothing;
    }

    /// Takes a section off the stack with everything that was found inside it.
    fn end(&mut self, at: usize, state: SectionState) {
        self.take_back_end(at);
        let Some(section) = self.sections.get_mut(at) else { return };
        let stray = section.end(state);
        self.closings.up(1);
        let own = section.opened == Opened::Own;
        let from = section.from;
        let limit = section.reach;
        let reach = limit.map_or(usize::MAX, |reach| reach.sections);
        let output = state == SectionState::Closed && limit.is_none();
        let (inside, stray) = if output { (stray, None) } else { (None, stray) };
        if let Some((runner, totals)) = inside {
            self.note_nested_totals(runner, &totals, at);
        }
        if let Some((runner, totals)) = stray {
            // They are not output of this section: it is lost, or had its totals before.
            let outer = self.open.iter().rposition(|open| *open == at).and_then(|here| here.checked_sub(1));
            let outer = outer.and_then(|outer| self.open.get(outer)).copied();
            self.stray_inside(outer, runner, totals);
        }
        if state == SectionState::Closed && own {
            self.release_signs(at);
            self.excerpt.forget_section(at);
            self.drop_inside(at, limit);
        }
        if let Some(position) = self.open.iter().rposition(|open| *open == at) {
            if state == SectionState::Closed {
                let inside = self.open.split_off(position);
                self.open.extend(inside.into_iter().filter(|open| *open != at && *open >= reach));
            } else {
                self.open.remove(position);
            }
        }
        self.context(from).last_closed = Some(at);
        for number in (0..self.contexts.len()).chain((from == DOCUMENT).then_some(DOCUMENT)) {
            let known = if number == DOCUMENT {
                Some(&self.documents.context)
            } else {
                self.contexts.get(number).and_then(Option::as_deref)
            };
            let Some(current) = known.and_then(|context| context.section) else { continue };
            let gone = current == at
                || self.sections.get(current).is_none_or(|section| {
                    !section.counts()
                        || (section.opened == Opened::Headless
                            && section.parent == Some(at)
                            && current < reach)
                });
            if gone {
                let outer = self
                    .open
                    .iter()
                    .rev()
                    .copied()
                    .find(|open| self.sections.get(*open).is_some_and(|section| section.from == number));
                let cut_off = number != from && outer.is_none() && self.is_cut_off(current);
                let context = self.context(number);
                context.section = outer;
                if number != from {
                    context.subject = Subject::Nothing;
                }
                if cut_off {
                    self.cut_off(number);
                }
            }
        }
        self.merge_with_previous(at);
    }

    /// Two clean neighbours of one runner become one record, so that a thousand passing packages stay small.
    fn merge_with_previous(&mut self, at: usize) {
        if at == 0 || at.saturating_add(1) != self.sections.len() || self.sections.len() < 64 {
            return;
        }
        // The suites of a report file stay apart as long as there is room.
        let many = self.sections.len() >= MANY_SUITES;
        let clean = |section: &Section| {
            section.is_closed()
                && section.failures.is_empty()
                && section.located.unnamed == 0
                && section.parent.is_none()
                && (many || !section.from_report)
                && section.opened == Opened::Own
        };
        let previous = at.saturating_sub(1);
        let (Some(left), Some(right)) = (self.sections.get(previous), self.sections.get(at)) else { return };
        let same = left.from == right.from
            && (left.from_report, left.document) == (right.from_report, right.document)
            && left.declared.is_some() == right.declared.is_some();
        if !(clean(left) && clean(right) && same && left.ended == right.ended) {
            return;
        }
        let Some(gone) = self.sections.pop() else { return };
        if gone.declared.as_ref().and_then(declared_failures).unwrap_or(0) == 0 {
            self.merged.add(&gone);
        }
        if let Some(roster) = &mut self.roster {
            roster.merged(at, previous);
        }
        let Some(kept) = self.sections.get_mut(previous) else { return };
        kept.located.passed.up(gone.located.passed);
        kept.located.skipped.up(gone.located.skipped);
        kept.located.other.up(gone.located.other);
        for (slot, more) in kept.located.anonymous.iter_mut().zip(gone.located.anonymous) {
            slot.up(more);
        }
        if let (Some(left), Some(right)) = (&mut kept.declared, gone.declared) {
            *left = add(left, &right);
        }
        let known = self.contexts.iter_mut().flatten().map(|context| &mut **context);
        for context in known.chain([&mut self.documents.context]) {
            if context.last_closed == Some(at) {
                context.last_closed = Some(previous);
            }
        }
    }

    /// Nothing that is open now will end anymore.
    pub(super) fn settle_all(&mut self) {
        self.lines_ended();
        self.settle_withdrawn(None);
        for at in (0..self.sections.len()).rev() {
            self.settle(at);
        }
        self.open.clear();
        self.streams.clear();
    }

    /// The stream ended.
    pub fn finish(&mut self) {
        self.settle_all();
        self.believe_totals();
        self.settle_documents();
        self.unite_with_reports();
        self.forgive_steps();
        self.explain_consequences();
        self.failures.finish();
        self.excerpt.finish();
    }
}

/// The sum of two totals; a number that only one of them has is kept.
pub(super) fn add(left: &Totals, right: &Totals) -> Totals {
    let sum = |a: Option<u64>, b: Option<u64>| match (a, b) {
        (None, None) => None,
        (a, b) => Some(a.unwrap_or(0).saturating_add(b.unwrap_or(0))),
    };
    Totals {
        passed: sum(left.passed, right.passed),
        failed: sum(left.failed, right.failed),
        errors: sum(left.errors, right.errors),
        skipped: sum(left.skipped, right.skipped),
        other: sum(left.other, right.other),
        total: sum(left.total, right.total),
    }
}
