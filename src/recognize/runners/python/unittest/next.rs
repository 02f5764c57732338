//! The report of a run whose points come below a test that has no result yet: the test died there, and its run with it, or it
//! printed them.
//!
//! Both look the same until the test's result comes, so the report is read into a section of its own, without its totals. A
//! result ends that section inside of the run, and the run's totals take it back. Neighbours: `unittest` reads both runs.

use super::names::Name;
use super::unittest::Unittest;
use super::unittest_lines::is_points;
use crate::event::{Ended, Event, Level, Opened, Seen, Sink, Totals};
use crate::recognize::kit::{Driven, Run};

/// What is read of it.
#[derive(Debug, Default)]
pub(super) struct Next {
    reader: Driven<Unittest>,
    totals: Option<Totals>,
    /// A failure of it was read.
    open: bool,
}

/// Opens the section of the run below the test in flight, and holds its totals.
struct Below<'a> {
    sink: &'a mut dyn Sink,
    flight: &'a Name,
    totals: &'a mut Option<Totals>,
    open: &'a mut bool,
}

impl Sink for Below<'_> {
    fn emit(&mut self, event: Event<'_>) {
        match event {
            Event::SectionStarted { announced, label, .. } => {
                self.sink.emit(Event::Started(self.flight.id()));
                self.sink.emit(Event::SectionStarted { opened: Opened::Headless, announced, label });
                *self.open = true;
            }
            Event::Declared { totals, .. } => *self.totals = Some(totals),
            other if *self.open => self.sink.emit(other),
            _ => {}
        }
    }
}

impl Unittest {
    /// A line below a test in flight, once points with a failure came: `None` when it is none of a report.
    pub(super) fn next_run(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let flight = self.flight.as_ref()?;
        if self.next.is_none() && is_points(text.trim_end()) && text.contains(['F', 'E']) {
            self.next = Some(Box::default());
        }
        let Next { reader, totals, open } = &mut **self.next.as_mut()?;
        let seen = reader.read(run.line(), &mut Below { sink: run, flight, totals, open });
        open.then_some(seen)
    }

    /// The test in flight goes on, or another begins: what it printed ends.
    pub(super) fn leave_next_run(&mut self, sink: &mut dyn Sink) {
        if self.next.take().is_some_and(|next| next.open) {
            sink.emit(Event::SectionEnded(Ended::Replaced));
        }
    }

    /// The stream ends and the test in flight has no result: whether it was followed by a run.
    pub(super) fn end_next_run(&mut self, sink: &mut dyn Sink) -> bool {
        let Some(next) = self.next.take().filter(|next| next.open) else { return false };
        if let Some(totals) = next.totals {
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
        true
    }
}
