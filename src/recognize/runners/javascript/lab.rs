//! lab of hapi, its console reporter: points or names, what failed outside of tests, the failed tests, and numbers.
//!
//! ```text
//! Failed tests:
//!
//!   61) harbour weighs:
//!
//!       Expected 1 to equal specified value: 2
//!
//! 4 of 64 tests failed (2 skipped)
//! ```
//!
//! An error of a hook is reported above the tests that it failed. Leaks and a coverage below its threshold fail a run whose tests
//! have passed. Source of the format: lab's `lib/reporters/console.js`.

use crate::event::{
    Block, Class, Event, FailureKind, Level, Opened, Part, Place, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::frames::error_text::ErrorText;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// How many lines may be between the last test and the numbers of a run that passed.
const MOST_BETWEEN: u8 = 4;
/// The column of a failure's number, and that of its text.
const NUMBER: usize = 2;
const BODY: usize = 6;

/// Where the recognizer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Tests,
    /// Below `Test script errors:`.
    Scripts,
    /// Below `Failed tests:`.
    Failed,
    /// Right after the numbers.
    After,
}

/// lab.
#[derive(Debug, Default)]
pub struct Lab {
    state: State,
    running: bool,
    /// Lines that may still are between points or names and the numbers.
    left: u8,
    error: Option<ErrorText>,
    numbers: Totals,
    /// Errors outside of tests, which the numbers do not hold.
    scripts: u64,
}

impl Recognizer for Lab {
    fn runner(&self) -> Runner {
        Runner("lab")
    }

    fn signs(&self) -> Signs {
        const STARTS: [&str; 7] = [
            "..",
            "✔ ",
            "√ ",
            "✖ ",
            "Failed tests:",
            "Test script errors:",
            "Code coverage below threshold: ",
        ];
        Signs { starts: &STARTS, numbered: &[" of "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.running || self.left > 0 { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        let content = text.trim();
        let column = text.len().saturating_sub(text.trim_start().len());
        self.left = self.left.saturating_sub(1);
        if self.left == 0 && !self.running {
            // The head of a list that others print, too: no failure came.
            self.state = State::Tests;
        }
        if column == 0 {
            if let Some(seen) = self.printed(content, sink) {
                return seen;
            }
        } else if is_points(column, content) || is_test(content) {
            if self.state == State::After {
                // Another run begins right after the numbers.
                self.declare(sink);
            }
            self.left = MOST_BETWEEN;
            return Seen::No;
        }
        match self.state {
            State::Tests => Seen::No,
            State::After if content.is_empty() => Seen::Mine(Class::Noise),
            State::After => self.after(content, sink),
            State::Scripts => self.script(column, content, sink),
            State::Failed => self.failed(column, content, sink),
        }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        if self.state == State::After {
            self.declare(sink);
        }
    }
}

impl Lab {
    fn open(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            self.running = true;
            sink.emit(Event::MayHaveBegunBefore);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
    }

    /// A line in the first column that only lab prints there.
    fn printed(&mut self, content: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let state = match content {
            "Failed tests:" => State::Failed,
            "Test script errors:" => State::Scripts,
            _ if self.running || self.left > 0 => {
                let scripts = (self.scripts > 0).then_some(self.scripts);
                let numbers = numbers(content)?;
                // A list of failures has numbers with failures after it.
                if self.state == State::Failed && numbers.failed == Some(0) {
                    return None;
                }
                self.numbers = Totals { errors: scripts, ..numbers };
                State::After
            }
            _ => {
                // A log may begin at the numbers; those without a failure prove nothing alone.
                let numbers = numbers(content).filter(|numbers| numbers.failed > Some(0))?;
                sink.emit(Event::Declared { totals: numbers, level: Level::Section });
                return Some(Seen::Mine(Class::Totals));
            }
        };
        self.close(sink);
        if state == State::After {
            self.open(sink);
            sink.emit(Event::MayHaveEnded);
        }
        self.state = state;
        // Others head their failures with these words, too: the first failure tells.
        self.left = MOST_BETWEEN;
        Some(if state == State::After { Seen::Mine(Class::Totals) } else { Seen::No })
    }

    fn script(&mut self, column: usize, content: &str, sink: &mut dyn Sink) -> Seen {
        if content.starts_with("There were ") && content.ends_with(" test script error(s).") {
            self.close(sink);
            return Seen::Mine(Class::Noise);
        }
        if column == 0 && !content.is_empty() && self.error.as_ref().is_none_or(|error| error.frames) {
            self.close(sink);
            self.open(sink);
            self.scripts = self.scripts.saturating_add(1);
            sink.emit(Event::BlockOpened(Block::Whole { name: content, kind: FailureKind::Setup }));
            sink.emit(Event::Heading);
            self.error = Some(ErrorText::default());
        }
        self.body(content, sink)
    }

    fn failed(&mut self, column: usize, content: &str, sink: &mut dyn Sink) -> Seen {
        let titled = scan::number(content).filter(|_| column == NUMBER);
        if let Some((_, rest)) = titled
            && let Some(name) = rest.strip_prefix(") ").and_then(|rest| rest.strip_suffix(':'))
        {
            self.close(sink);
            self.open(sink);
            let kind = FailureKind::Test;
            sink.emit(Event::BlockOpened(Block::Test { id: TestId::bare(name), kind }));
            sink.emit(Event::Heading);
            self.error = Some(ErrorText::default());
            return Seen::Mine(Class::Detail);
        }
        if column < BODY && !content.is_empty() {
            return Seen::No;
        }
        self.body(content, sink)
    }

    fn body(&mut self, content: &str, sink: &mut dyn Sink) -> Seen {
        let Some(error) = &mut self.error else { return Seen::No };
        if content.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if content == "actual expected" {
            sink.emit(Event::Text(Part::Where));
            return Seen::Mine(Class::Detail);
        }
        let (part, place) = error.line(content);
        if let Some((file, line)) = place {
            sink.emit(Event::At { place: Place { file, line: Some(line) }, better: true });
        }
        sink.emit(Event::Text(part.unwrap_or(Part::Where)));
        Seen::Mine(Class::Detail)
    }

    /// A line after the numbers: what else fails the run is there.
    fn after(&mut self, content: &str, sink: &mut dyn Sink) -> Seen {
        let known = ["Test duration: ", "Assertions count: ", "Leaks: ", "Randomized with seed: "];
        if known.iter().any(|words| content.starts_with(words)) {
            return Seen::Mine(Class::Totals);
        }
        let name = if content.starts_with("The following leaks were detected:") {
            "leaks"
        } else if content.starts_with("Code coverage below threshold: ") {
            "coverage"
        } else if content.starts_with("Coverage: ") || content.contains(" missing coverage on line") {
            return Seen::Mine(Class::Other);
        } else {
            self.declare(sink);
            return Seen::No;
        };
        sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Suite }));
        sink.emit(Event::Heading);
        sink.emit(Event::Text(Part::Why));
        sink.emit(Event::BlockClosed);
        self.numbers.errors = Some(self.numbers.errors.unwrap_or(0).saturating_add(1));
        Seen::Mine(Class::Detail)
    }

    fn declare(&mut self, sink: &mut dyn Sink) {
        sink.emit(Event::Declared { totals: self.numbers, level: Level::Section });
        *self = Self::default();
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

/// Whether the line has the points of tests: `..x-2!`.
fn is_points(column: usize, content: &str) -> bool {
    let point = |byte: u8| matches!(byte, b'.' | b'x' | b'-' | b'!' | b'2'..=b'9');
    column == NUMBER && !content.is_empty() && content.len() <= 50 && content.bytes().all(point)
}

/// Whether the line has a test's name after its mark and number: `✔ 23) berths (0 ms)`.
fn is_test(content: &str) -> bool {
    ["✔ ", "√ ", "✖ ", "× ", "- "].iter().any(|mark| {
        let test = content.strip_prefix(mark).and_then(scan::number);
        test.is_some_and(|(_, rest)| rest.starts_with(") "))
    })
}

/// Reads `4 of 64 tests failed (2 skipped)` and `60 tests complete`.
fn numbers(content: &str) -> Option<Totals> {
    let (first, rest) = scan::number(content)?;
    let (rest, skipped) = match rest.strip_suffix(" skipped)").and_then(|rest| rest.rsplit_once(" (")) {
        Some((rest, skipped)) => (rest, scan::whole_number(skipped)?),
        None => (rest, 0),
    };
    let (failed, passed, words) = match rest.strip_prefix(" of ").and_then(scan::number) {
        Some((all, words)) => (first, all.checked_sub(first)?, words.strip_suffix(" failed")),
        None => (0, first, rest.strip_suffix(" complete")),
    };
    words.filter(|words| *words == " tests")?;
    Some(Totals { passed: Some(passed), failed: Some(failed), skipped: Some(skipped), ..Totals::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn rows(text: &str) -> Vec<String> {
        drive(&mut Lab::default(), text)
    }

    #[test]
    fn numbers_alone_count_when_something_failed() {
        assert!(
            rows("3 of 64 tests failed (2 skipped)\n").join("").contains("passed: Some(61), failed: Some(3)")
        );
        for text in ["64 tests complete\n", "0 of 64 tests failed\n", "3 of 64 boats failed\n"] {
            assert!(!rows(text).join("").contains("Declared"), "{text}");
        }
    }

    #[test]
    fn numbers_of_a_run_that_passed_are_after_its_points_or_names() {
        for tests in [
            "\n  \n  ....\n  ..-\n\n",
            "cart\n  ✔ 1) adds (0 ms)\n  ✔ 2) takes (1 ms and 2 assertions)\n\n\n",
        ] {
            let rows = rows(&format!(
                "{tests}6 tests complete (1 skipped)\nTest duration: 8 ms\nLeaks: No issues\n\n"
            ));
            let all = rows.join("\n");
            assert!(
                all.contains("passed: Some(6), failed: Some(0), errors: None, skipped: Some(1)"),
                "{all}"
            );
        }
        for alone in ["6 tests complete\n", "Failed tests:\n\n6 tests complete\n"] {
            assert!(!rows(alone).join("").contains("Started"), "{alone}");
        }
        assert!(!rows("Failed tests:\nadds\n\n6 of 7 tests done\n").join("").contains("Started"));
    }

    #[test]
    fn failed_tests_and_scripts_are_read_with_their_reasons() {
        let all = rows(
            "  .x\n\nTest script errors:\n\nno hook\n      at /a/few.js:7:47\n\nThere were 1 test script error(s).\n\nFailed tests:\n\n  2) cart adds:\n\n      \
             actual expected\n\n      12\n\n      Expected 1 to equal specified value: 2\n\n      at /a/few.js:4:50\n\n\n1 of 2 tests failed\nTest duration: 26 ms\n",
        )
        .join("\n");
        assert!(all.contains("name: \"no hook\", kind: Setup"), "{all}");
        assert!(all.contains("name: \"cart adds\"") && all.contains("line: Some(4)"), "{all}");
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_run_right_after_another_leaves_its_numbers_to_it() {
        let all = rows("  .-\n\n1 tests complete (1 skipped)\n\n  ..\n\n2 tests complete\n").join("\n");
        assert!(all.contains("passed: Some(1)") && all.contains("passed: Some(2)"), "{all}");
    }

    #[test]
    fn a_list_of_failures_that_others_head_so_does_not_hide_a_run_after_it() {
        let all = rows("Failed tests:\n\none\ntwo\nthree\nfour\n  ..\n\n2 tests complete\n").join("\n");
        assert!(all.contains("passed: Some(2)"), "{all}");
    }

    #[test]
    fn leaks_and_too_little_coverage_fail_a_run() {
        let all = rows(
            "  ..\n\n2 tests complete\nTest duration: 2 ms\nThe following leaks were detected: x\nCoverage: 90.00% (1/10)\n\nCode coverage below threshold: 90.00 < 100\n",
        )
        .join("\n");
        assert!(all.contains("name: \"leaks\"") && all.contains("name: \"coverage\""), "{all}");
        assert!(all.contains("errors: Some(2)"), "{all}");
    }
}
