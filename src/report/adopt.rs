//! A run that names none of its failures, while the sections inside of it name as many as its totals count: they are the
//! run's.
//!
//! Then a reporter prints for the run: for example service messages below the runner's own header, with the runner's
//! numbers at the end.

use super::closing::index;
use super::failures::{FailureLog, State};
use super::reconcile::declared_failures;
use super::report::Report;
use super::section::{Section, SectionState};
use crate::event::{Opened, Part, Place, Totals};

fn is_live(failures: &FailureLog, claim: u32) -> bool {
    failures.get(index(claim)).is_some_and(|failure| failure.state == State::Live)
}

impl Report {
    /// Before the totals of a section are compared with what it located: takes over the failures that sections inside of
    /// it located for it.
    pub(super) fn adopt(&mut self, at: usize, totals: &Totals) {
        let declared = declared_failures(totals).unwrap_or(0);
        let Some(section) = self.sections.get(at) else { return };
        if section.cut {
            return self.adopt_before(at, declared);
        }
        if declared == 0 || section.opened != Opened::Own || section.located.failures() > 0 {
            return;
        }
        let (mut claims, mut from) = (Vec::new(), Vec::new());
        for (number, inner) in self.sections.iter().enumerate().skip(at.saturating_add(1)) {
            let reporter = inner.parent == Some(at) && inner.opened == Opened::Own && inner.has_tests;
            if !reporter || inner.from_report || inner.document > 0 || !inner.counts() {
                continue;
            }
            let live: Vec<u32> =
                inner.failures.iter().filter(|claim| is_live(&self.failures, **claim)).copied().collect();
            if u64::try_from(live.len()) != Ok(inner.located.failures()) {
                return;
            }
            claims.extend(live);
            from.push(number);
        }
        let (Ok(number), Ok(to)) = (u64::try_from(claims.len()), u32::try_from(at)) else { return };
        if number != declared {
            return;
        }
        for inner in from {
            if let Some(inner) = self.sections.get_mut(inner) {
                inner.failures.retain(|claim| !is_live(&self.failures, *claim));
                inner.located.failed = 0;
            }
        }
        for claim in &claims {
            self.failures.move_to(index(*claim), to);
        }
        if let Some(section) = self.sections.get_mut(at) {
            section.located.failed = number;
            section.failures.extend(claims);
        }
    }

    /// The same for a run whose head is not in the log, and that only lists its failures: as many failed before it, so its
    /// tests printed them.
    fn adopt_before(&mut self, at: usize, declared: u64) {
        let (before, rest) = self.sections.split_at_mut_checked(at).unwrap_or_default();
        let Some(section) = rest.first() else { return };
        let listed: Vec<u32> =
            section.failures.iter().filter(|claim| is_live(&self.failures, **claim)).copied().collect();
        let inside = |inner: &&mut Section| {
            let alone = inner.parent.is_none() && inner.stream == section.stream;
            alone && inner.has_tests && !inner.from_report && inner.document == 0 && inner.counts()
        };
        let inner: Vec<&mut Section> = before.iter_mut().filter(inside).collect();
        let number = inner.iter().fold(0_u64, |sum, inner| {
            let counted = inner.declared.as_ref().and_then(declared_failures).unwrap_or(0);
            sum.saturating_add(counted.max(inner.refused_failures()).max(inner.located.failures()))
        });
        // After a command or a step that began they may be of another run.
        let apart = self.bound_line != u64::MAX;
        if apart || number == 0 || number != declared || u64::try_from(listed.len()) != Ok(number) {
            return;
        }
        let mut failed = Vec::new();
        for inner in inner {
            inner.state = SectionState::Dropped;
            failed.extend(inner.failures.iter().filter(|claim| is_live(&self.failures, **claim)).copied());
        }
        for (claim, inner) in listed.into_iter().zip(failed) {
            let Some(failure) = self.failures.get_mut(index(inner)) else { continue };
            failure.state = State::Dropped;
            let Some(detail) = failure.detail.clone() else { continue };
            self.failures.forget_detail(index(inner));
            let lines = detail.heading.into_iter().map(|line| (Part::Why, line)).chain(detail.lines);
            lines.for_each(|(part, line)| self.failures.add_line(index(claim), part, line));
            self.failures.set_message(index(claim), detail.message.as_deref().unwrap_or_default());
            if let Some((file, line)) = &detail.place {
                self.failures.set_place(index(claim), Place { file, line: *line }, false);
            }
        }
    }
}
