//! kyua: a line for each test, and numbers; its report tells them again.
//!
//! ```text
//! quay_test:moors  ->  failed: 3 berths, 4 wanted  [0.012s]
//! crane_test:lifts  ->  passed  [0.003s]
//!
//! 1/2 passed (1 failed)
//! ```
//!
//! `kyua report` lists the tests by their results, and counts them: after a run that reported the same it says nothing new.
//! Source of the format: kyua's `cli/cmd_test.cpp` and `cli/cmd_report.cpp`, and runs of it.

use crate::event::{Class, Outcome, Seen, TestId, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::{FAILED, Run, Runner, Shape, Spec, each_or_zero, of_word, passed_failed, shape};

/// kyua.
#[derive(Debug, Default)]
pub struct Kyua {
    /// Failures of the run before: the report after it names them again.
    known: Names,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Run,
    /// In a report.
    Report,
    /// In a report, in what a test that failed printed.
    Output,
    /// In the report of a run that was read.
    Replay,
}

/// A line of any beginning with this end.
const fn ending(end: &'static str) -> PassShape {
    PassShape { start: "", end }
}

const RESULTS: [(&str, Outcome); 5] = [
    ("passed", Outcome::Passed),
    ("skipped", Outcome::Skipped),
    ("expected_failure", Outcome::Other),
    ("failed", FAILED),
    ("broken", FAILED),
];

/// `1/4 passed (3 failed)`, `1/4 passed (1 broken, 2 failed, 0 skipped)`
const ENDED: Shape = shape("{passed}/{all} passed ({message..})");
const PARTS: [Shape; 3] = [shape("{failed} failed"), shape("{failed} broken"), shape("{number} skipped")];

/// The numbers of a report.
const COUNTED: Shape = shape(
    "Test cases: {all} total, {skipped} skipped, {other} expected failures, {failed} broken, {failed} failed",
);

impl Runner for Kyua {
    const SPEC: Spec = Spec {
        name: "kyua",
        reads: "kyua test and kyua report",
        starts: &["===> ", "Results file id is "],
        // How the line of a test ends: others have a blank or another unit before the bracket.
        passes: &[
            ending("0s]"),
            ending("1s]"),
            ending("2s]"),
            ending("3s]"),
            ending("4s]"),
            ending("5s]"),
            ending("6s]"),
            ending("7s]"),
            ending("8s]"),
            ending("9s]"),
        ],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((name, result)) = status(text) {
            return self.result(name, result, zone, run);
        }
        if let Some(head) = text.strip_prefix("===> ") {
            return title(head, zone, run);
        }
        if text.starts_with("Results file id is ") || text.starts_with("Results saved to ") {
            return run.open();
        }
        if !run.is_running() && *zone == Zone::Run {
            return Seen::No;
        }
        if let Some(totals) = numbers(text, *zone, run) {
            if *zone != Zone::Run {
                self.known = Names::default();
            }
            // A report of the same tests says nothing new.
            if *zone == Zone::Replay {
                *zone = Zone::Run;
                run.forget();
                return Seen::Mine(Class::Totals);
            }
            return run.totals(totals);
        }
        match *zone {
            Zone::Output if matches!(text, "Standard output:" | "Standard error:") => {
                Seen::Mine(Class::Noise)
            }
            Zone::Output => Seen::Inside(Class::Other),
            _ => Seen::No,
        }
    }

    /// The failures are remembered: a report may follow.
    fn ended(&mut self) -> Zone {
        Zone::Run
    }
}

impl Kyua {
    /// `quay_test:moors`, and what became of it.
    fn result(&mut self, name: &str, result: &str, zone: &mut Zone, run: &mut Run<'_>) -> Seen {
        let (word, reason) = result.split_once(": ").unwrap_or((result, ""));
        let Some(outcome) = of_word(&RESULTS, word) else { return Seen::No };
        let failed = outcome == FAILED;
        if *zone != Zone::Run && failed && self.known.knows(name) {
            *zone = Zone::Replay;
        }
        if *zone == Zone::Replay {
            return Seen::Mine(if failed { Class::Noise } else { Class::Other });
        }
        run.open();
        let seen = run.report(TestId::split_last(name, ":"), outcome);
        if failed {
            self.known.next(name);
            run.why(reason);
            run.close();
        }
        seen
    }
}

/// `===> Failed tests`, `===> quay_test:moors`, `===> Summary`.
fn title(head: &str, zone: &mut Zone, run: &mut Run<'_>) -> Seen {
    const LISTS: [&str; 7] = [
        "Execution context",
        "Summary",
        "Skipped tests",
        "Expected failures",
        "Broken tests",
        "Failed tests",
        "Passed tests",
    ];
    if LISTS.contains(&head) {
        if *zone != Zone::Replay {
            *zone = Zone::Report;
            if run.counts().failed == 0 {
                run.open();
            }
        }
        return Seen::Mine(Class::Noise);
    }
    let of_test = head.contains(':') && !head.contains(' ');
    *zone = match *zone {
        Zone::Report | Zone::Output if of_test => Zone::Output,
        Zone::Output => Zone::Report,
        same => same,
    };
    if of_test && *zone != Zone::Run { Seen::Mine(Class::Noise) } else { Seen::No }
}

fn numbers(text: &str, zone: Zone, run: &Run<'_>) -> Option<Totals> {
    if let Some(totals) = COUNTED.totals(text) {
        return (zone != Zone::Run).then_some(totals);
    }
    let read = ENDED.read(text)?;
    let failed = each_or_zero(&PARTS, ", ", read.message)?.failed?;
    let good = read.all?.checked_sub(failed)?;
    // Skipped tests and expected failures are good ones, or counted apart.
    let other = run.counts().other.min(good).min(read.passed?);
    let skipped = run.counts().skipped.min(good.saturating_sub(other));
    let passed = good.saturating_sub(other).saturating_sub(skipped);
    Some(Totals { skipped: Some(skipped), other: Some(other), ..passed_failed(passed, failed) })
}

/// Reads `quay_test:moors  ->  failed: no  [0.012s]`: the test, and what became of it.
fn status(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once("  ->  ")?;
    let (result, time) = rest.rsplit_once("  [")?;
    let timed = time.strip_suffix("s]").is_some_and(|time| {
        time.contains('.') && time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    });
    let named = name.contains(':') && !name.contains(' ');
    (timed && named).then_some((name, result))
}
