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

use super::shared::error_line;
use crate::budget::Count as _;
use crate::event::{Class, FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::kit::frames::error_text::ErrorText;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec, begins, passed_failed, scan};

/// How many lines may be between the last test and the numbers of a run that passed.
const MOST_BETWEEN: u8 = 4;
/// The column of a failure's number, and that of its text.
const NUMBER: usize = 2;
const BODY: usize = 6;

/// lab.
#[derive(Debug, Default)]
pub struct Lab {
    /// The text of the open failure.
    error: ErrorText,
}

/// The part of its output, and how many lines may still be between points, names or the head of a list and what proves
/// that they are lab's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zone {
    part: At,
    left: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum At {
    #[default]
    Tests,
    /// Below `Test script errors:`.
    Scripts,
    /// Below `Failed tests:`.
    Failed,
    /// Right after the numbers.
    After,
}

impl Runner for Lab {
    const SPEC: Spec = Spec {
        name: "lab",
        reads: "lab of hapi, its console reporter",
        starts: &[
            "..",
            "✔ ",
            "√ ",
            "✖ ",
            "Failed tests:",
            "Test script errors:",
            "Code coverage below threshold: ",
        ],
        numbered: &[" of "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        let column = text.len().saturating_sub(content.len());
        zone.left.down(1);
        if zone.left == 0 && !run.is_running() {
            // The head of a list that others print, too: no failure came.
            zone.part = At::Tests;
        }
        if column == 0 {
            if let Some(seen) = printed(zone, content, run) {
                return seen;
            }
        } else if is_points(column, content) || is_test(content) {
            if zone.part == At::After {
                // Another run begins right after the numbers.
                run.release();
                run.forget();
                *zone = Zone::default();
            }
            zone.left = MOST_BETWEEN;
            return Seen::No;
        }
        match zone.part {
            At::Tests => Seen::No,
            At::After if content.is_empty() => Seen::Mine(Class::Noise),
            At::After => after(content, run),
            At::Scripts => self.script(column, content, run),
            At::Failed => self.failed(column, content, run),
        }
    }
}

impl Lab {
    fn script(&mut self, column: usize, content: &str, run: &mut Run<'_>) -> Seen {
        if content.starts_with("There were ") && content.ends_with(" test script error(s).") {
            run.close();
            return Seen::Mine(Class::Noise);
        }
        if column == 0 && !content.is_empty() && (!run.is_open() || self.error.frames) {
            run.open();
            run.fail_whole(content, FailureKind::Setup);
            self.error = ErrorText::default();
        }
        self.body(content, run)
    }

    fn failed(&mut self, column: usize, content: &str, run: &mut Run<'_>) -> Seen {
        let titled = scan::number(content).filter(|_| column == NUMBER);
        if let Some((_, rest)) = titled
            && let Some(name) = rest.strip_prefix(") ").and_then(|rest| rest.strip_suffix(':'))
        {
            run.open();
            self.error = ErrorText::default();
            return run.fail(TestId::bare(name));
        }
        if column < BODY && !content.is_empty() {
            return Seen::No;
        }
        self.body(content, run)
    }

    fn body(&mut self, content: &str, run: &mut Run<'_>) -> Seen {
        if !run.is_open() {
            return Seen::No;
        }
        match content {
            "" => Seen::Mine(Class::Noise),
            "actual expected" => run.text(Part::Where),
            _ => error_line(&mut self.error, content, run),
        }
    }
}

/// A line in the first column that only lab prints there.
fn printed(zone: &mut Zone, content: &str, run: &mut Run<'_>) -> Option<Seen> {
    let part = match content {
        "Failed tests:" => At::Failed,
        "Test script errors:" => At::Scripts,
        _ => At::After,
    };
    if part != At::After {
        run.close();
        run.drop_totals();
        // Others head their failures with these words, too: the first failure tells.
        *zone = Zone { part, left: MOST_BETWEEN };
        return Some(Seen::No);
    }
    let numbers = numbers(content)?;
    if !run.is_running() && zone.left == 0 {
        // A log may begin at the numbers; those without a failure prove nothing alone.
        return (numbers.failed > Some(0)).then(|| run.totals(numbers));
    }
    // A list of failures has numbers with failures after it.
    if zone.part == At::Failed && numbers.failed == Some(0) {
        return None;
    }
    *zone = Zone { part, left: MOST_BETWEEN };
    run.open();
    // Errors outside of tests, which the numbers do not hold.
    let scripts = run.counts().whole;
    Some(run.hold_totals(Totals { errors: (scripts > 0).then_some(scripts), ..numbers }))
}

/// A line after the numbers: what else fails the run is there.
fn after(content: &str, run: &mut Run<'_>) -> Seen {
    if begins(content, &["Test duration: ", "Assertions count: ", "Leaks: ", "Randomized with seed: "]) {
        return Seen::Mine(Class::Totals);
    }
    let name = if content.starts_with("The following leaks were detected:") {
        "leaks"
    } else if content.starts_with("Code coverage below threshold: ") {
        "coverage"
    } else if content.starts_with("Coverage: ") || content.contains(" missing coverage on line") {
        return Seen::Mine(Class::Other);
    } else {
        run.release();
        return Seen::No;
    };
    run.fail_whole(name, FailureKind::Suite);
    let seen = run.text(Part::Why);
    run.close();
    let errors = run.counts().whole;
    if let Some(totals) = run.held() {
        totals.errors = Some(errors);
    }
    seen
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
    Some(Totals { skipped: Some(skipped), ..passed_failed(passed, failed) })
}
