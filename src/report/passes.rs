//! Passed tests that are reported the short way: their lines say nothing else, and most lines of most logs are such
//! lines.

use super::claim::passed_later;
use super::context::Subject;
use super::report::Report;
use super::stored::class_index;
use crate::budget::{Amount, Count as _};
use crate::event::{Class, Grade, Outcome, ReadPasses, Runner, TestId};
use crate::text::After;

impl Report {
    /// The current line says that a test passed.
    pub(super) fn saw_pass(&mut self, from: usize, runner: Runner, id: TestId<'_>) {
        let context = self.context(from);
        context.subject = Subject::Nothing;
        let Some(at) = context.section else {
            return self.finished(from, runner, id, Outcome::Passed, Grade::Line, 0, "");
        };
        let Some(section) = self.sections.get_mut(at) else { return };
        section.has_tests = true;
        section.finish(id);
        self.latest.see(id);
        self.times.see(id);
        if let Some(roster) = &mut self.roster {
            roster.see(at, id, Outcome::Passed);
        }
        let located = &mut section.located;
        located.passed.up(1);
        if located.failed > 0 || located.unnamed > 0 {
            passed_later(section, &mut self.failures, self.bound, at, id);
        }
    }

    /// The lines right after the one of this number say that tests passed, and such lines are only counted.
    pub(super) fn saw_passes(&mut self, from: usize, number: u64, read: &mut ReadPasses<'_>) -> After {
        if !self.only_counts_passes() || self.times.wanted() {
            return After::default();
        }
        let context = self.context(from);
        context.subject = Subject::Nothing;
        let Some((at, section)) = context.section.and_then(|at| Some((at, self.sections.get_mut(at)?)))
        else {
            return After::default();
        };
        let (failures, latest, bound) = (&mut self.failures, &mut self.latest, self.bound);
        let runs = section.has_running();
        let lines = read(&mut |id| {
            if runs {
                section.finish(id);
            }
            latest.see(id);
            if section.located.failed > 0 || section.located.unnamed > 0 {
                passed_later(section, failures, bound, at, id);
            }
        });
        section.located.passed.up(lines.lines);
        let chars = u64::try_from(lines.bytes).unwrap_or(u64::MAX);
        self.ledger.saw(class_index(Class::Passed), Amount { lines: lines.lines, chars });
        self.last_word.lines(number, lines.lines);
        lines
    }
}
