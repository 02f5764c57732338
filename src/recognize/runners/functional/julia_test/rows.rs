//! The rows of a table: its sums, and the sets that did not pass where nothing else names them.

use super::julia_test::{JuliaTest, MOST_NAMES, ORIGIN, place};
use super::table::sums;
use crate::event::{Block, Class, Event, FailureKind, Opened, Part, Seen, Sink, TestId};

impl JuliaTest {
    /// A row of the open table; the first one has the sums.
    pub(super) fn row(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let table = self.table.as_mut()?;
        let Some(sums) = sums(text, &table.columns) else {
            self.end_table(sink);
            return None;
        };
        if std::mem::replace(&mut table.rooted, true) {
            if table.untold.is_some() {
                table.hold(text, sums);
            }
            return Some(Seen::Mine(Class::Totals));
        }
        let located = u64::try_from(self.failures.len()).unwrap_or(u64::MAX);
        if sums.failing() > located.saturating_sub(self.sums.failing()) {
            table.untold = Some(sums);
            table.hold(text, sums);
        } else {
            self.summed(sums, sink);
        }
        Some(Seen::Mine(Class::Totals))
    }

    /// The open table ended: names the sets that did not pass, when nothing before it reported them.
    pub(super) fn end_table(&mut self, sink: &mut dyn Sink) {
        let Some(table) = self.table.take() else { return };
        let Some(sums) = table.untold else { return };
        self.close(sink);
        if !self.running {
            self.start(Opened::Own, false, sink);
        }
        // Where some were reported, the rest may be one set's: a row shows no more than how many.
        let named: Vec<_> = if self.failures.is_empty() { table.failing().collect() } else { Vec::new() };
        if !named.is_empty() && !table.head.is_empty() {
            sink.emit(Event::Instead(&table.head));
            sink.emit(Event::Group);
        }
        let last = named.len().saturating_sub(1);
        for (at, row) in named.into_iter().enumerate() {
            let shown = self.again.next(&row.name);
            sink.emit(Event::BlockOpened(Block::Test { id: TestId::bare(&shown), kind: FailureKind::Test }));
            sink.emit(Event::Instead(&row.text));
            sink.emit(Event::Heading);
            sink.emit(Event::Message(&format!("{} failed, {} errored", row.sums.failed, row.sums.errors)));
            // What was thrown last is what the last of them threw.
            if let Some(origin) = table.origin.as_deref().filter(|_| at == last) {
                if let Some(place) = origin.trim_start().strip_prefix(ORIGIN).and_then(place) {
                    sink.emit(Event::At { place, better: false });
                }
                sink.emit(Event::Decoded { part: Part::Why, text: origin });
            }
            sink.emit(Event::BlockClosed);
            self.uncovered = true;
            if self.failures.len() < MOST_NAMES {
                self.failures.push(shown);
            }
        }
        self.summed(sums, sink);
    }
}
