//! uvu: a point for each test after its suite's name, the reports of failed tests below, and numbers at the end.
//!
//! ```text
//!  harbour  • • ✘   (2 / 3)
//!
//!    FAIL  harbour  "weighs"
//!     Expected values to be strictly equal:  (is)
//! ```
//!
//! The numbers tell how many tests ran and how many passed; the difference failed, also where uvu prints no report (a hook).
//! Skipped tests are beside. Numbers of a run that passed can be anybody's, unless suites without a name tell as many passes. Source of the format: uvu's `src/index.js` and `run`.

use crate::event::{
    Block, Class, Event, FailureKind, Level, Opened, Outcome, Part, Place, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::frames::error_text::ErrorText;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The column at which the text of a report is.
const BODY: usize = 4;

/// uvu.
#[derive(Debug, Default)]
pub struct Uvu {
    running: bool,
    /// The text of the open report.
    error: Option<ErrorText>,
    names: Names,
    /// How many tests ran, and how many passed, of numbers that are not complete.
    total: Option<u64>,
    passed: Option<u64>,
    /// Passes that the lines of suites reported. Those of a suite with a name are seen after another sign alone.
    seen: u64,
}

impl Recognizer for Uvu {
    fn runner(&self) -> Runner {
        Runner("uvu")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["• ", "FAIL  ", "Total:     "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.running || self.total.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        let content = text.trim();
        let column = text.len().saturating_sub(text.trim_start().len());
        if let Some(total) = self.total {
            return self.number(total, content, sink);
        }
        if let Some(passed) = suite(content) {
            self.seen = self.seen.saturating_add(passed);
        }
        if let Some((suite, name)) = failed(column, content) {
            return self.failure(suite, name, sink);
        }
        if column == 2
            && let Some(total) = after(content, "Total:     ")
        {
            self.close(sink);
            self.total = Some(total);
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        let Some(error) = &mut self.error else { return Seen::No };
        if content.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if column < BODY {
            self.close(sink);
            return Seen::No;
        }
        let (part, place) = error.line(content);
        if let Some((file, line)) = place {
            sink.emit(Event::At { place: Place { file, line: Some(line) }, better: true });
        }
        sink.emit(Event::Text(part.unwrap_or(Part::Where)));
        Seen::Mine(Class::Detail)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl Uvu {
    fn open(&mut self, opened: Opened, sink: &mut dyn Sink) {
        if !self.running {
            (self.running, self.names) = (true, Names::default());
            // Suites are named before any line of this shape.
            sink.emit(Event::MayHaveBegunBefore);
            sink.emit(Event::SectionStarted { opened, announced: None, label: "" });
        }
    }

    fn failure(&mut self, suite: &str, name: &str, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        self.open(Opened::Own, sink);
        let separator = if suite.is_empty() { "" } else { " > " };
        let name = self.names.next_of(TestId { module: suite, separator, name });
        let id = TestId { module: suite, separator, name: &name };
        // Any test can print such a line: the numbers tell.
        sink.emit(Event::finished(id, Outcome::Failed(FailureKind::Test)));
        sink.emit(Event::Heading);
        sink.emit(Event::BlockOpened(Block::More { name: &format!("{suite}{separator}{name}") }));
        self.error = Some(ErrorText::default());
        Seen::Mine(Class::Detail)
    }

    /// A line after the number of all tests. Only four lines in this order are uvu's.
    fn number(&mut self, total: u64, content: &str, sink: &mut dyn Sink) -> Seen {
        if self.passed.is_none() {
            self.passed = after(content, "Passed:    ").filter(|passed| *passed <= total);
            if self.passed.is_some() {
                sink.emit(Event::MayHaveEnded);
                return Seen::Mine(Class::Totals);
            }
        } else if let (Some(passed), Some(skipped)) = (self.passed, after(content, "Skipped:   ")) {
            // Any test can print numbers of passes: those that the suites reported as well prove something.
            let proved = passed < total || passed == self.seen;
            self.open(if proved { Opened::Own } else { Opened::Headless }, sink);
            let totals = Totals {
                passed: Some(passed),
                failed: Some(total.saturating_sub(passed)),
                skipped: Some(skipped),
                ..Totals::default()
            };
            sink.emit(Event::Declared { totals, level: Level::Section });
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        (self.total, self.passed) = (None, None);
        Seen::No
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if let Some(error) = self.error.take() {
            if !error.message().is_empty() {
                sink.emit(Event::Message(error.message()));
            }
            sink.emit(Event::BlockClosed);
        }
    }
}

/// Reads `harbour  • •   (2 / 2)`, the end of a suite: how many passed.
fn suite(content: &str) -> Option<u64> {
    let (points, numbers) = content.strip_suffix(')')?.rsplit_once("   (")?;
    let (passed, all) = numbers.split_once(" / ")?;
    scan::whole_number(all).filter(|_| points.ends_with(['•', '✘']))?;
    scan::whole_number(passed)
}

/// The number after the words, with nothing after it.
fn after(content: &str, words: &str) -> Option<u64> {
    scan::whole_number(content.strip_prefix(words)?)
}

/// Reads `FAIL  harbour  "weighs"` and `FAIL  "weighs"`: suite and name.
fn failed(column: usize, content: &str) -> Option<(&str, &str)> {
    let rest = content.strip_prefix("FAIL  ").filter(|_| column == 3)?.strip_suffix('"')?;
    let (suite, name) = rest.split_once("  \"").or_else(|| Some(("", rest.strip_prefix('"')?)))?;
    (!name.is_empty()).then_some((suite.trim(), name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    const NUMBERS: &str = "\n  Total:     3\n  Passed:    2\n  Skipped:   1\n  Duration:  2.96ms\n";

    fn rows(text: &str) -> Vec<String> {
        drive(&mut Uvu::default(), text)
    }

    #[test]
    fn what_did_not_pass_failed() {
        let rows = rows(NUMBERS);
        let declared = "passed: Some(2), failed: Some(1), errors: None, skipped: Some(1)";
        assert!(rows[3].contains("SectionStarted") && rows[3].contains(declared), "{rows:#?}");
        assert_eq!(rows[4], "5 No ");
    }

    #[test]
    fn passes_are_proved_when_the_suites_tell_as_many() {
        let numbers = NUMBERS.replace("Total:     3", "Total:     2");
        assert!(rows(&numbers).join("").contains("opened: Headless"));
        assert!(rows(&format!(" h  •   (1 / 1)\n{numbers}")).join("").contains("opened: Headless"));
        let all = rows(&format!(" h  •   (1 / 1)\n•   (1 / 1)\n{numbers}")).join("\n");
        assert!(all.contains("opened: Own") && all.contains("passed: Some(2), failed: Some(0)"), "{all}");
    }

    #[test]
    fn a_report_has_a_suite_a_name_a_message_and_a_place() {
        let text = " h  • ✘   (1 / 2)\n\n   FAIL  h  \"weighs\"\n    no\n\n    at is (/a/node_modules/uvu/assert/index.js:41:2)\n    at Object.handler (/a/few.js:3:31)\n\n\n• ✘   (1 / 2)\n\n   FAIL  \"alone\"\n    bad\n";
        let rows = rows(&format!("{text}{NUMBERS}"));
        let all = rows.join("\n");
        assert!(all.contains("module: \"h\", separator: \" > \", name: \"weighs\""), "{all}");
        assert!(all.contains("file: \"/a/few.js\", line: Some(3)"), "{all}");
        assert!(all.contains("Message(\"no\")") && all.contains("Message(\"bad\")"), "{all}");
        assert_eq!(all.matches("SectionStarted").count(), 1, "{all}");
    }

    #[test]
    fn others_failures_and_numbers_are_none() {
        for text in [
            " FAIL  a.test.mjs > h > says \"x\"",
            "   FAIL  a.test.js",
            "  Total:     3\n  Other: 2\n  Skipped:   1",
        ] {
            assert!(!rows(text).join("").contains("Started"), "{text}");
        }
    }
}
