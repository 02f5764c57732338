//! A log that begins amid or after the list of failures: `npx jasmine | tail -40`.
//!
//! `3) cart sells` with `  Message:` right below it is an entry of Jasmine's list. Nothing is known of the specs above: no
//! point can contradict the numbers below such entries, and numbers without entries count only when something failed.

use super::{Jasmine, LONGEST_NAME, Numbers, State};
use crate::event::{Class, Event, Level, Opened, Seen, Sink, Totals};
use crate::recognize::runners::javascript::jasmine::lines::numbered;

impl Jasmine {
    /// A line outside of runs: the first of an entry, its second, or numbers that tell of failures.
    pub(super) fn outside(
        &mut self,
        text: &str,
        numbers: Option<Numbers>,
        sink: &mut dyn Sink,
    ) -> Option<Seen> {
        let above = std::mem::take(&mut self.above);
        if text == "  Message:" && !above.is_empty() {
            let listed = numbered(&above).map_or(0, |(number, _)| number.saturating_sub(1));
            *self = Self { state: State::Failures, cut: true, listed, ..Self::default() };
            sink.emit(Event::SectionStarted { opened: Opened::Headless, announced: None, label: "" });
            if listed > 0 {
                sink.emit(Event::Counted { passed: 0, failed: listed, skipped: 0, other: 0 });
            }
            sink.emit(Event::Instead(&above));
            return Some(self.failure(&above, sink));
        }
        if numbered(text).is_some_and(|(number, _)| number > 0) || text.starts_with("Suite error:") {
            self.above.push_str(crate::text::head(text, LONGEST_NAME));
            return None;
        }
        let numbers = numbers.filter(|numbers| numbers.failures > 0)?;
        sink.emit(Event::Declared {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn printed(log: &str) -> String {
        drive(&mut Jasmine::default(), log).join("\n")
    }

    #[test]
    fn the_end_of_the_list_and_the_numbers_below_it_tell_what_failed() {
        let printed = printed(
            "        at <Jasmine>\n\n2) cart sells\n  Message:\n    Expected 1 to be 2.\n  Stack:\n        at f (/w/cart.js:3:1)\n\n\
             3) cart buys\n  Message:\n    no\n\n5 specs, 3 failures\nFinished in 0.1 seconds\n",
        );
        assert_eq!(printed.matches("opened: Headless").count(), 1, "{printed}");
        assert!(
            printed.contains("name: \"cart sells\" }") && printed.contains("name: \"cart buys\" }"),
            "{printed}"
        );
        assert!(printed.contains("passed: Some(2), failed: Some(3)"), "{printed}");
    }

    #[test]
    fn points_after_such_a_list_take_nothing_back() {
        let printed = printed(
            "1) cart sells\n  Message:\n    no\n\n...\n2 specs, 1 failure\nFinished in 1 second\n....\n",
        );
        assert!(
            !printed.contains("Withdrawn") && printed.contains("passed: Some(1), failed: Some(1)"),
            "{printed}"
        );
    }

    #[test]
    fn numbers_alone_count_when_something_failed_and_entries_of_others_are_none() {
        assert!(printed("3 specs, 1 failure\n").contains("passed: Some(2), failed: Some(1)"));
        assert!(!printed("3 specs, 0 failures\nFinished in 1 second\n").contains("Declared"));
        assert!(!printed("1) cart sells\n\n  Message:\n").contains("SectionStarted"));
        assert!(!printed("1) cart sells\n  Expected 1 to be 2.\n").contains("SectionStarted"));
    }
}
