//! A log of PHPUnit that is cut in front: its lists of problems, or its last lines alone.
//!
//! Without PHPUnit's name only what nobody else prints begins a run: below the heading of a list an item that names a method
//! of a class, and below the word for a run that failed its totals. A run that passed has no such lines.

use super::recognizer::Phpunit;
use crate::event::{Class, Event, Level, Opened, Seen, Sink};
use crate::recognize::runners::php::shared::phpunit_lines;
use crate::recognize::runners::php::shared::phpunit_lines::List;

/// Whose rules hold where the version is not known.
const VERSION: u64 = 10;

/// What the last line with text was, outside of any run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing of PHPUnit's.
    #[default]
    Nothing,
    /// The heading of a list of problems.
    List,
    /// The word for a run that failed, so many lines of others ago.
    Word(u8),
}

/// How many lines of others may be between that word and the totals: runs that print at the same time.
const APART: u8 = 32;

impl Phpunit {
    /// A line outside of any run.
    pub(super) fn before(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let line = text.trim_end();
        if line.is_empty() {
            return Seen::No;
        }
        let before = std::mem::take(&mut self.before);
        if before == Before::List
            && let Some((1, name)) = phpunit_lines::numbered(line)
            && phpunit_lines::id(name).separator == "::"
        {
            self.begin_cut(sink);
            self.reported.begin_list();
            return self.open_item(List::Problems, 1, name, sink);
        }
        if let Before::Word(apart) = before {
            if line.starts_with("Tests: ")
                && let Some(sum) = phpunit_lines::sum(line, VERSION).filter(|sum| sum.bad() > 0)
            {
                if apart == 0 {
                    self.begin_cut(sink);
                    return self.totals(sum, sink);
                }
                // Whoever reads another run here decides whether they are its output.
                sink.emit(Event::Declared { totals: sum.totals(), level: Level::Section });
                return Seen::Mine(Class::Totals);
            }
            if apart < APART {
                self.before = Before::Word(apart.saturating_add(1));
            }
        }
        if phpunit_lines::list(line, VERSION) == Some(List::Problems) {
            self.before = Before::List;
        } else if matches!(line, "FAILURES!" | "ERRORS!") {
            self.before = Before::Word(0);
        }
        Seen::No
    }

    fn begin_cut(&mut self, sink: &mut dyn Sink) {
        *self = Self { running: true, cut: true, version: VERSION, ..Self::default() };
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
    }
}

#[cfg(test)]
mod tests {
    use super::super::recognizer::Phpunit;
    use crate::recognize::kit::scan::drive;

    fn printed(log: &str) -> String {
        drive(&mut Phpunit::default(), log).join("\n")
    }

    #[test]
    fn a_run_whose_beginning_is_cut_off_is_known_by_its_lists_or_its_end() {
        let end = "FAILURES!\nTests: 3, Assertions: 1, Errors: 1, Failures: 1.\n";
        assert!(printed(end).contains("failed: Some(1), errors: Some(1)"), "{}", printed(end));
        let list = format!(
            "There were 2 failures:\n\n1) QuayTest::testMoors\nNo water.\n\n/quay/QuayTest.php:8\n\n2) QuayTest::testSinks\nNo ship.\n\n{}",
            end.replace("Errors: 1, Failures: 1", "Failures: 2")
        );
        let printed_of_list = printed(&list);
        assert!(
            printed_of_list.contains("testMoors") && printed_of_list.contains("testSinks"),
            "{printed_of_list}"
        );
        assert_eq!(printed_of_list.matches("SectionStarted").count(), 1, "{printed_of_list}");
        // Another run follows.
        let next = "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\n..  2 / 2 (100%)\n\nTime: 00:00.010, Memory: 6.00 MB\n\nOK (2 tests, 2 assertions)\n";
        let both = printed(&format!("{end}\n{next}"));
        assert_eq!(both.matches("SectionStarted").count(), 2, "{both}");
        assert_eq!(both.matches("Declared").count(), 2, "{both}");
    }

    #[test]
    fn totals_that_lines_of_others_part_from_their_word_are_reported() {
        let printed_of = |between: usize| {
            let others = "quay moored\n".repeat(between);
            printed(&format!("FAILURES!\n{others}Tests: 3, Assertions: 1, Failures: 1.\n"))
        };
        for between in [1, 32] {
            let rows = printed_of(between);
            assert!(rows.contains("Declared") && !rows.contains("SectionStarted"), "{rows}");
        }
        assert!(!printed_of(33).contains("Declared"));
    }

    #[test]
    fn what_others_print_begins_none() {
        for others in [
            "There was 1 failure:\n1) moors(quay.PierTest)\njava.lang.AssertionError\n",
            "FAILURES!\nships moored\nTests: 3, Assertions: 1, Failures: 1.\n",
            "OK (2 tests, 2 assertions)\n",
            "There were 2 errors:\n\n1) no water\n",
        ] {
            assert!(!printed(others).contains("SectionStarted"), "{others}");
        }
    }
}
