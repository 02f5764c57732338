//! A log that begins amid or after the list of failures: `npx jasmine | tail -40`.
//!
//! `3) cart sells` with `  Message:` right below it is an entry of Jasmine's list. Nothing is known of the specs above: no
//! point can contradict the numbers below such entries, and numbers without entries count only when something failed.

use super::{Jasmine, LONGEST_NAME, Numbers, State};
use crate::event::{Class, Event, Level, Opened, Seen, Totals};
use crate::recognize::kit::Run;
use crate::recognize::runners::javascript::jasmine::jasmine_lines::numbered;

impl Jasmine {
    /// A line outside of runs: the first of an entry, its second, or numbers that tell of failures.
    pub(super) fn outside(
        &mut self,
        text: &str,
        numbers: Option<Numbers>,
        run: &mut Run<'_>,
    ) -> Option<Seen> {
        let above = std::mem::take(&mut self.above);
        if text == "  Message:" && !above.is_empty() {
            let listed = numbered(&above).map_or(0, |(number, _)| number.saturating_sub(1));
            *self = Self { state: State::Failures, cut: true, listed, ..Self::default() };
            run.emit(Event::SectionStarted { opened: Opened::Headless, announced: None, label: "" });
            if listed > 0 {
                run.emit(Event::Counted { passed: 0, failed: listed, skipped: 0, other: 0 });
            }
            run.instead(&above);
            return Some(self.failure(&above, run));
        }
        if numbered(text).is_some_and(|(number, _)| number > 0) || text.starts_with("Suite error:") {
            self.above.push_str(crate::text::head(text, LONGEST_NAME));
            return None;
        }
        let numbers = numbers.filter(|numbers| numbers.failures > 0)?;
        run.emit(Event::Declared {
            totals: Totals {
                passed: numbers.specs.checked_sub(numbers.failures.saturating_add(numbers.pending)),
                failed: Some(numbers.failures),
                skipped: Some(numbers.pending),
                ..Totals::default()
            },
            level: Level::Section,
        });
        Some(Seen::Mine(Class::Totals))
    }
}
