//! How sections begin: with their own line, or without a header when something else of them is read first.

use super::context::Subject;
use super::report::Report;
use super::section::SectionState;
use crate::event::{Opened, Runner};

impl Report {
    pub(super) fn open_section(&mut self, from: usize, runner: Runner, opened: Opened) -> usize {
        if let Some(current) = self.context(from).section
            && self.sections.get(current).is_some_and(|section| section.state == SectionState::Weak)
        {
            self.settle(current);
        }
        let at = self.new_section(runner, from, opened);
        if opened == Opened::Own && !self.is_shared(at) {
            self.open.push(at);
        }
        let context = self.context(from);
        context.section = Some(at);
        context.last_begun = Some(at);
        context.subject = Subject::Nothing;
        at
    }

    /// The section that events of a recognizer belong to; a new one without a header when none is open.
    pub(super) fn ensure_section(&mut self, from: usize, runner: Runner) -> usize {
        self.section_of(from, runner, None)
    }

    /// The same for something that was printed when so many lines had been judged; on the current line, if that is not
    /// known.
    pub(super) fn section_of(&mut self, from: usize, runner: Runner, lines: Option<u64>) -> usize {
        let section = self.context(from).section;
        match section {
            Some(at) if !self.may_be_after(at, lines) => at,
            Some(_) | None => self.open_section(from, runner, Opened::Headless),
        }
    }
}
