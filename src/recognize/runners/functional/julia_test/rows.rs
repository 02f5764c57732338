//! The rows of a table: its sums, and the sets that did not pass where nothing else names them.

use super::julia_test::{JuliaTest, MOST_NAMES, ORIGIN, place};
use super::table::sums;
use crate::event::{Class, Event, Opened, Part, Seen, TestId};
use crate::recognize::kit::Run;

impl JuliaTest {
    /// A row of the open table; the first one has the sums.
    pub(super) fn row(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let table = self.table.as_mut()?;
        let Some(sums) = sums(text, &table.columns) else {
            self.end_table(run);
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
            self.summed(sums, run);
        }
        Some(Seen::Mine(Class::Totals))
    }

    /// The open table ended: names the sets that did not pass, when nothing before it reported them.
    pub(super) fn end_table(&mut self, run: &mut Run<'_>) {
        let Some(table) = self.table.take() else { return };
        let Some(sums) = table.untold else { return };
        if !run.is_running() {
            self.start(Opened::Own, false, run);
        }
        // Where some were reported, the rest may be one set's: a row shows no more than how many.
        let named: Vec<_> = if self.failures.is_empty() { table.failing().collect() } else { Vec::new() };
        if !named.is_empty() && !table.head.is_empty() {
            run.instead(&table.head);
            run.emit(Event::Group);
        }
        let last = named.len().saturating_sub(1);
        for (at, row) in named.into_iter().enumerate() {
            let shown = self.again.next(&row.name);
            run.instead(&row.text);
            run.fail(TestId::bare(&shown));
            run.message(&format!("{} failed, {} errored", row.sums.failed, row.sums.errors));
            // What was thrown last is what the last of them threw.
            if let Some(origin) = table.origin.as_deref().filter(|_| at == last) {
                if let Some(place) = origin.trim_start().strip_prefix(ORIGIN).and_then(place) {
                    run.at(place);
                }
                run.emit(Event::Decoded { part: Part::Why, text: origin });
            }
            run.close();
            self.uncovered = true;
            if self.failures.len() < MOST_NAMES {
                self.failures.push(shown);
            }
        }
        self.summed(sums, run);
    }
}
