//! The report as the recognizers see it.

use super::report::Report;
use crate::event::{Class, Event, Listener, ReadPasses, Runner, Stream, TestId, Totals};
use crate::text::{After, Line};

impl Listener for Report {
    fn event(&mut self, from: usize, runner: Runner, line: Option<&Line<'_>>, event: Event<'_>) {
        self.take(from, runner, line, event);
    }

    fn judged(&mut self, line: &Line<'_>, class: Class) {
        self.book(line, class);
    }

    fn passed(&mut self, from: usize, runner: Runner, line: &Line<'_>, id: TestId<'_>) {
        self.saw_pass(from, runner, id);
        self.book(line, Class::Passed);
    }

    fn passes(&mut self, from: usize, number: u64, read: &mut ReadPasses<'_>) -> After {
        self.saw_passes(from, number, read)
    }

    fn turn(&self) -> u64 {
        // An early answer looks at what was closed, and at whether the input is still short.
        self.closings().saturating_mul(2).saturating_add(u64::from(self.is_small()))
    }

    fn begins_anew(&mut self) -> Option<usize> {
        let (number, lines) = self.anew.pop()?;
        if lines != self.ledger.seen().lines {
            // It was not asked for in time.
            self.anew.clear();
            return None;
        }
        // What it reports from now on, at the end too, does not belong to the run that was output.
        self.context(number).last_begun = None;
        Some(number)
    }

    fn declared_inside(&mut self, from: usize, runner: Runner, totals: &Totals) {
        let output = self.sections.iter().rfind(|section| section.from == from && !section.counts());
        if let Some(outer) = output.and_then(|section| section.parent) {
            self.note_nested_totals(runner, totals, outer);
        }
    }

    fn joined_late(&mut self) {
        self.joined_late = true;
    }

    fn mixed(&mut self, apart: usize) {
        (self.crowded, self.joined_late) = (true, true);
        self.note(format!("more than {apart} programs write in turns: the later ones are not told apart"));
    }

    fn last_unclaimed(&self) -> Vec<(u64, Box<str>)> {
        self.excerpt.last_of(self.last_word.numbers())
    }

    fn stream(&mut self, stream: Stream) {
        self.enter(stream);
    }
}
