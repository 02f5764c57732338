//! Check, the framework for C: the names of its suites, a line that counts, and a line for each test that failed.
//!
//! `33%: Checks: 12, Failures: 5, Errors: 3` comes when all tests are through, and those that failed are listed after it:
//! `crane.c:13:F:Core:slips:0: MESSAGE`, the file, the line, what became of it, the test case, the test, and the round of a
//! loop. What tests print is before the numbers, so the last numbers of a run are its own; a run inside of one whose
//! numbers did not come yet is a test's output. See `check_print.c`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Opened, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::{EveryLine, Run, Runner, Shape, Spec, passed_failed, scan, shape};

/// The most lines of a message.
const MESSAGE_LINES: u32 = 20;
/// How deep runs are followed that tests print.
const DEEPEST: u32 = 8;

/// Check.
#[derive(Debug, Default)]
pub struct Check {
    /// Headers whose numbers did not come.
    depth: u32,
    /// The numbers after which failures are listed.
    numbers: Option<Numbers>,
    /// Lines of the open failure's message.
    lines: u32,
    /// A string of that message goes on after the line.
    quoted: bool,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// The next line may name another suite.
    Suites,
    /// After a header, or after numbers.
    Inside,
}

impl Runner for Check {
    const SPEC: Spec = Spec {
        name: "check",
        reads: "Check for C",
        starts: &["Running suite(s):"],
        every_line: EveryLine::InZone,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(suite) = text.strip_prefix("Running suite(s):") {
            self.declare(run);
            self.begin(suite, run);
            *zone = Zone::Suites;
            return Seen::Mine(Class::Noise);
        }
        if *zone == Zone::Outside {
            return Seen::No;
        }
        let suites = std::mem::replace(zone, Zone::Inside) == Zone::Suites;
        if let Some(numbers) = numbers(text) {
            self.numbers(numbers, run);
            return Seen::Mine(Class::Totals);
        }
        if let Some(reported) = reported(text) {
            return self.reported(&reported, run);
        }
        if run.is_open() {
            let all = self.numbers.is_some_and(|numbers| run.counts().failed >= numbers.bad());
            if self.lines < MESSAGE_LINES && (self.quoted || !all) && !text.is_empty() {
                self.lines.up(1);
                self.quoted ^= odd_quotes(text);
                return run.below(Part::Why);
            }
            run.close();
        }
        if suites && text.starts_with(' ') && self.numbers.is_none() {
            *zone = Zone::Suites;
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    fn end(&mut self, _zone: Zone, run: &mut Run<'_>) {
        self.declare(run);
    }
}

impl Check {
    fn begin(&mut self, suite: &str, run: &mut Run<'_>) {
        let numbers = numbers(suite);
        let label = if numbers.is_some() { "" } else { suite.trim() };
        if self.depth < DEEPEST {
            self.depth.up(1);
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label });
        }
        // Without a suite nothing ends the line.
        if let Some(numbers) = numbers {
            self.numbers(numbers, run);
        }
    }

    fn numbers(&mut self, numbers: Numbers, run: &mut Run<'_>) {
        run.close();
        if self.numbers.is_some() && self.depth > 0 {
            // Those were the end of a run that a test printed.
            self.declare(run);
        }
        if self.numbers.is_none() {
            self.depth.down(1);
        }
        self.numbers = Some(numbers);
        run.forget();
        run.may_have_ended();
    }

    fn reported(&mut self, reported: &Reported<'_>, run: &mut Run<'_>) -> Seen {
        if self.numbers.is_none() {
            return Seen::No;
        }
        run.close();
        let Some(kind) = reported.kind else { return Seen::Mine(Class::Passed) };
        let name = if reported.round == 0 {
            reported.test.to_owned()
        } else {
            format!("{}:{}", reported.test, reported.round)
        };
        let seen = run.fail_as(TestId { module: reported.case, separator: ":", name: &name }, kind);
        run.message(reported.message);
        run.at(reported.place);
        (self.lines, self.quoted) = (0, odd_quotes(reported.message));
        run.may_have_ended();
        seen
    }

    /// Tells the numbers of a run.
    fn declare(&mut self, run: &mut Run<'_>) {
        run.close();
        let Some(numbers) = self.numbers.take() else { return };
        let passed = numbers.checks.saturating_sub(numbers.bad());
        if numbers.bad() > 0 && run.counts().failed == 0 {
            // In the minimal form no test is listed.
            let says = format!("Failures: {}, Errors: {}", numbers.failures, numbers.errors);
            run.instead(&says);
            run.fail_whole_at_once("a program of Check's", FailureKind::Suite, &says);
        }
        run.emit(Event::Counted { passed, failed: 0, skipped: 0, other: 0 });
        let errors = (numbers.errors > 0).then_some(numbers.errors);
        run.totals(Totals { errors, ..passed_failed(passed, numbers.failures) });
        // Another run may be around this one.
        run.forget();
    }
}

/// How many checks there were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    checks: u64,
    failures: u64,
    errors: u64,
}

impl Numbers {
    fn bad(self) -> u64 {
        self.failures.saturating_add(self.errors)
    }
}

/// Reads `33%: Checks: 12, Failures: 5, Errors: 3`.
fn numbers(text: &str) -> Option<Numbers> {
    const NUMBERS: Shape = shape("{number}%: Checks: {all}, Failures: {failed}, Errors: {errors}");
    let read = NUMBERS.read(text)?;
    Some(Numbers { checks: read.all?, failures: read.failed?, errors: read.errors? })
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
}
