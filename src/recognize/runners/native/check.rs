//! Check, the framework for C: the names of its suites, a line that counts, and a line for each test that failed.
//!
//! `33%: Checks: 12, Failures: 5, Errors: 3` comes when all tests are through, and those that failed are listed after it:
//! `crane.c:13:F:Core:slips:0: MESSAGE`, the file, the line, what became of it, the test case, the test, and the round of a
//! loop. What tests print is before the numbers, so the last numbers of a run are its own; a run inside of one whose
//! numbers did not come yet is a test's output. See `check_print.c`.

use crate::event::{
    Block, Class, Event, FailureKind, Level, Opened, Part, Place, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most lines of a message.
const MESSAGE_LINES: u32 = 20;
/// How deep runs are followed that tests print.
const DEEPEST: u32 = 8;

/// Check.
#[derive(Debug, Default)]
pub struct Check {
    /// Headers whose numbers did not come.
    depth: u32,
    /// The next line may name another suite.
    suites: bool,
    /// The numbers after which failures are listed.
    numbers: Option<Numbers>,
    /// How many of them were.
    listed: u64,
    names: Names,
    /// Lines of the open failure's message.
    open: Option<u32>,
    /// A string of that message goes on after the line.
    quoted: bool,
}

impl Recognizer for Check {
    fn runner(&self) -> Runner {
        Runner("check")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Running suite(s):"], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.depth > 0 || self.numbers.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some(suite) = text.strip_prefix("Running suite(s):") {
            self.declare(sink);
            self.begin(suite, sink);
            return Seen::Mine(Class::Noise);
        }
        if self.depth == 0 && self.numbers.is_none() {
            return Seen::No;
        }
        let suites = std::mem::take(&mut self.suites);
        if let Some(numbers) = numbers(text) {
            self.numbers(numbers, sink);
            return Seen::Mine(Class::Totals);
        }
        if let Some(reported) = reported(text) {
            return self.reported(&reported, sink);
        }
        if let Some(lines) = self.open {
            let all = self
                .numbers
                .is_some_and(|numbers| self.listed >= numbers.failures.saturating_add(numbers.errors));
            if lines < MESSAGE_LINES && (self.quoted || !all) && !text.is_empty() {
                self.open = Some(lines.saturating_add(1));
                self.quoted ^= odd_quotes(text);
                sink.emit(Event::Text(Part::Why));
                return Seen::Inside(Class::Detail);
            }
            self.close(sink);
        }
        if suites && text.starts_with(' ') && self.numbers.is_none() {
            self.suites = true;
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.declare(sink);
    }
}

impl Check {
    fn begin(&mut self, suite: &str, sink: &mut dyn Sink) {
        let label = if numbers(suite).is_some() { "" } else { suite.trim() };
        if self.depth < DEEPEST {
            self.depth = self.depth.saturating_add(1);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label });
        }
        self.suites = true;
        // Without a suite nothing ends the line.
        if let Some(numbers) = numbers(suite) {
            self.numbers(numbers, sink);
        }
    }

    fn numbers(&mut self, numbers: Numbers, sink: &mut dyn Sink) {
        self.close(sink);
        if self.numbers.is_some() && self.depth > 0 {
            // Those were the end of a run that a test printed.
            self.declare(sink);
        }
        if self.numbers.is_none() {
            self.depth = self.depth.saturating_sub(1);
        }
        self.numbers = Some(numbers);
        (self.listed, self.names) = (0, Names::default());
        sink.emit(Event::MayHaveEnded);
    }

    fn reported(&mut self, reported: &Reported<'_>, sink: &mut dyn Sink) -> Seen {
        if self.numbers.is_none() {
            return Seen::No;
        }
        self.close(sink);
        let Some(kind) = reported.kind else { return Seen::Mine(Class::Passed) };
        let name = if reported.round == 0 {
            reported.test.to_owned()
        } else {
            format!("{}:{}", reported.test, reported.round)
        };
        let name = self.names.next_of(TestId { module: reported.case, separator: ":", name: &name });
        let id = TestId { module: reported.case, separator: ":", name: &name };
        sink.emit(Event::BlockOpened(Block::Test { id, kind }));
        sink.emit(Event::Heading);
        sink.emit(Event::Message(reported.message));
        sink.emit(Event::At { place: reported.place, better: false });
        self.listed = self.listed.saturating_add(1);
        (self.open, self.quoted) = (Some(0), odd_quotes(reported.message));
        sink.emit(Event::MayHaveEnded);
        Seen::Mine(Class::Detail)
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }

    /// Tells the numbers of a run.
    fn declare(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        let Some(numbers) = self.numbers.take() else { return };
        let bad = numbers.failures.saturating_add(numbers.errors);
        let passed = numbers.checks.saturating_sub(bad);
        if bad > 0 && self.listed == 0 {
            // In the minimal form no test is listed.
            let says = format!("Failures: {}, Errors: {}", numbers.failures, numbers.errors);
            sink.emit(Event::BlockOpened(Block::Whole {
                name: "a program of Check's",
                kind: FailureKind::Suite,
            }));
            sink.emit(Event::Instead(&says));
            sink.emit(Event::Heading);
            sink.emit(Event::Message(&says));
            sink.emit(Event::BlockClosed);
        }
        sink.emit(Event::Counted { passed, failed: 0, skipped: 0, other: 0 });
        let totals = Totals {
            passed: Some(passed),
            failed: Some(numbers.failures),
            errors: (numbers.errors > 0).then_some(numbers.errors),
            ..Totals::default()
        };
        sink.emit(Event::Declared { totals, level: Level::Section });
    }
}

/// How many checks there were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    checks: u64,
    failures: u64,
    errors: u64,
}

/// Reads `33%: Checks: 12, Failures: 5, Errors: 3`.
fn numbers(text: &str) -> Option<Numbers> {
    let (_, rest) = scan::number(text)?;
    let (checks, rest) = scan::number(rest.strip_prefix("%: Checks: ")?)?;
    let (failures, rest) = scan::number(rest.strip_prefix(", Failures: ")?)?;
    let errors = scan::whole_number(rest.strip_prefix(", Errors: ")?)?;
    Some(Numbers { checks, failures, errors })
}

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reported<'a> {
    place: Place<'a>,
    /// `None` when it passed.
    kind: Option<FailureKind>,
    case: &'a str,
    test: &'a str,
    round: u64,
    message: &'a str,
}

/// Reads `crane.c:18:F:Core:loops:1: round 1`.
fn reported(text: &str) -> Option<Reported<'_>> {
    let (place, rest) = scan::place(text)?;
    let (state, rest) = rest.split_once(':')?;
    let (case, rest) = rest.split_once(':')?;
    let (test, rest) = rest.split_once(':')?;
    let (round, rest) = scan::number(rest)?;
    let message = rest.strip_prefix(':')?.trim_start();
    let kind = match state {
        "P" => None,
        "F" => Some(FailureKind::Test),
        "S" => Some(FailureKind::Setup),
        "E" if message.contains("Received signal ") => Some(FailureKind::Crash),
        "E" if message.ends_with("Test timeout expired") => Some(FailureKind::Timeout),
        "E" => Some(FailureKind::Test),
        _ => return None,
    };
    (!test.is_empty()).then_some(Reported { place, kind, case, test, round, message })
}

fn odd_quotes(text: &str) -> bool {
    text.bytes().filter(|byte| *byte == b'"').fold(false, |odd, _| !odd)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "Running suite(s): Crane\n";
    const FAIL: &str = "50%: Checks: 2, Failures: 1, Errors: 0\ncrane.c:13:F:Core:slips:0: it slipped\n";
    const PASS: &str = "100%: Checks: 2, Failures: 0, Errors: 0\n";

    fn printed(log: &str) -> String {
        scan::drive(&mut Check::default(), log).join("\n")
    }

    #[test]
    fn a_test_is_named_by_its_case_and_its_round() {
        let read = |text| {
            reported(text).map(|reported| {
                (reported.kind, reported.case, reported.test, reported.round, reported.message)
            })
        };
        assert_eq!(
            read("a.c:18:F:Core:loops:1: round 1: no"),
            Some((Some(FailureKind::Test), "Core", "loops", 1, "round 1: no"))
        );
        assert_eq!(read("a.c:18:P:Core:loops:0: Passed"), Some((None, "Core", "loops", 0, "Passed")));
        assert_eq!(
            read("a.c:18:E:Core:waits:0: (after this point) Test timeout expired").map(|reported| reported.0),
            Some(Some(FailureKind::Timeout))
        );
        assert_eq!(read("a.c:18:3: error: F:Core:no:0: message"), None);
    }

    #[test]
    fn numbers_and_the_list_after_them_make_a_run() {
        let printed = printed(&format!("{HEAD} Quay\n{FAIL}"));
        assert!(printed.contains("2 Mine(Noise)"), "{printed}");
        assert!(
            printed.contains("name: \"slips\" }, kind: Test }) | Heading | Message(\"it slipped\")"),
            "{printed}"
        );
        assert!(printed.contains("passed: Some(1), failed: Some(1), errors: None"), "{printed}");
    }

    #[test]
    fn the_last_numbers_of_a_run_count() {
        let printed = printed(&format!("{HEAD}{PASS}{FAIL}"));
        assert_eq!(printed.matches("Declared").count(), 1, "{printed}");
        assert!(printed.contains("failed: Some(1)"), "{printed}");
    }

    #[test]
    fn a_run_inside_of_another_has_numbers_of_its_own() {
        let printed = printed(&format!("{HEAD}{HEAD}{FAIL}{PASS}"));
        assert_eq!(printed.matches("SectionStarted").count(), 2, "{printed}");
        assert_eq!(printed.matches("Declared").count(), 2, "{printed}");
        assert_eq!(printed.matches("BlockOpened").count(), 1, "{printed}");
    }

    #[test]
    fn a_message_of_several_lines_ends_with_its_string() {
        let log = "crane.c:13:F:Core:slips:0: \"left\nright\" is no \"left\"\nmake: *** [check] Error 1\n";
        let printed = printed(&format!("{HEAD}50%: Checks: 2, Failures: 1, Errors: 0\n{log}"));
        assert!(printed.contains("4 Inside(Detail) Text(Why)\n5 No BlockClosed"), "{printed}");
    }

    #[test]
    fn failures_that_are_not_listed_are_counted() {
        let printed = printed(&format!("{HEAD}0%: Checks: 2, Failures: 2, Errors: 0\n"));
        assert!(
            printed.contains("kind: Suite") && printed.contains("passed: Some(0), failed: Some(2)"),
            "{printed}"
        );
    }

    #[test]
    fn a_run_without_numbers_did_not_end() {
        assert!(!printed(HEAD).contains("Declared"));
        assert_eq!(printed(PASS), "1 No \nend ");
    }
}
