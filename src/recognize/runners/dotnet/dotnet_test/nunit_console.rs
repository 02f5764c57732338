//! NUnit's own runners: the console and `NUnitLite`.
//!
//! ```text
//! NUnit Console Runner 3.16.3 (.NET 6.0.0)
//!
//! Errors, Failures and Warnings
//!
//! 1) Failed : Harbour.QuayTests.Moors
//!   Expected: 3
//!   But was:  2
//! at Harbour.QuayTests.Moors() in /home/user/harbour/QuayTests.cs:line 12
//!
//! Test Run Summary
//!   Overall result: Failed
//!   Test Count: 5, Passed: 3, Failed: 2, Warnings: 0, Inconclusive: 0, Skipped: 0
//! ```
//!
//! Passed tests are not reported. The items of a list count on, so a line of a message that looks like one is reported by its number.
//! Source of the format: NUnit's `ResultReporter` and `TextUI`.

use super::dotnet_test::WHY_LINES;
use super::dotnet_test_lines;
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Outcome, Part, Seen, Totals};
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// Which list is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Problems,
    NotRun,
}

/// What is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// A failure: lines so far, and whether its place was reported.
    Failure(usize, bool),
    Warning,
    /// A test that was not run, whose reason follows.
    NotRun,
}

/// NUnit's console.
#[derive(Debug, Default)]
pub struct NunitConsole {
    list: Option<List>,
    /// The number of the last item.
    last: u64,
    /// Below the heading of the totals; the result that they tell of all.
    summary: Option<bool>,
}

impl Runner for NunitConsole {
    const SPEC: Spec = Spec {
        name: "nunit",
        reads: "NUnit's console and NUnitLite",
        starts: &[
            "NUnit Console Runner ",
            "NUnit3 Console Runner ",
            "NUnitLite ",
            "Errors, Failures and Warnings",
            "Errors and Failures",
            "Test Run Summary",
        ],
        ..Spec::NONE
    };

    type Zone = Open;

    fn line(&mut self, open: &mut Open, text: &str, run: &mut Run<'_>) -> Seen {
        if is_header(text) {
            // One that is open was killed.
            (*self, *open) = Default::default();
            return run.begin(None);
        }
        match text {
            "Errors, Failures and Warnings" | "Errors and Failures" => {
                run.begin_once();
                return self.heads(Some(List::Problems), open, run);
            }
            "Tests Not Run" if run.is_running() => return self.heads(Some(List::NotRun), open, run),
            "Test Run Summary" => {
                run.begin_once();
                self.heads(None, open, run);
                self.summary = Some(false);
                run.may_have_ended();
                return Seen::Mine(Class::Totals);
            }
            "Run Settings" if run.is_running() => return self.heads(None, open, run),
            _ if !run.is_running() => return Seen::No,
            _ => {}
        }
        if let Some(failed) = self.summary {
            return self.sums(failed, text.trim_start(), run);
        }
        if let Some(list) = self.list
            && let Some((number, rest)) = scan::number(text)
            && number == self.last.saturating_add(1)
            && let Some((word, name)) = rest.strip_prefix(") ").and_then(|rest| rest.split_once(" : "))
            && let Some(seen) = item(list, word, name, open, run)
        {
            self.last = number;
            return seen;
        }
        body(open, text, run)
    }
}

impl NunitConsole {
    /// A heading: what was open is over, and perhaps a list begins.
    fn heads(&mut self, list: Option<List>, open: &mut Open, run: &mut Run<'_>) -> Seen {
        run.close();
        *open = Open::Nothing;
        (self.list, self.last) = (list, 0);
        Seen::Mine(Class::Noise)
    }

    /// A line below `Test Run Summary`.
    fn sums(&mut self, failed: bool, content: &str, run: &mut Run<'_>) -> Seen {
        if let Some(result) = content.strip_prefix("Overall result: ") {
            self.summary = Some(result.starts_with("Failed"));
            return Seen::Mine(Class::Totals);
        }
        let Some(totals) = totals(content) else { return Seen::No };
        if failed && totals.failed == Some(0) {
            run.consequence("Overall result: Failed", FailureKind::Suite);
        }
        run.totals(totals)
    }
}

fn item(list: List, word: &str, name: &str, open: &mut Open, run: &mut Run<'_>) -> Option<Seen> {
    let id = dotnet_test_lines::id(name);
    let (opened, seen) = match (list, word) {
        (List::Problems, "Failed" | "Error" | "Invalid") => (Open::Failure(0, false), run.fail(id)),
        (List::Problems, "Warning") => (Open::Warning, run.warn(name)),
        (List::NotRun, "Ignored" | "Explicit" | "Skipped" | "Other") => {
            run.close();
            run.emit(Event::finished(id, Outcome::Skipped));
            (Open::NotRun, Seen::Mine(Class::Skipped))
        }
        _ => return None,
    };
    *open = opened;
    Some(seen)
}

fn body(open: &mut Open, text: &str, run: &mut Run<'_>) -> Seen {
    match *open {
        Open::Nothing => Seen::No,
        Open::NotRun => {
            run.emit(Event::Reason(text.trim()));
            *open = Open::Nothing;
            Seen::Mine(Class::Skipped)
        }
        Open::Warning | Open::Failure(_, true) if text.is_empty() => {
            run.close();
            *open = Open::Nothing;
            Seen::Mine(Class::Noise)
        }
        Open::Warning => {
            run.text(Part::Why);
            Seen::Inside(Class::Warning)
        }
        Open::Failure(lines, placed) => {
            let content = text.trim();
            if content.starts_with("at ") || content.starts_with("--") {
                let own = dotnet_test_lines::frame(content).flatten().filter(|_| !placed);
                if let Some(place) = own {
                    run.emit(Event::At { place, better: true });
                }
                // Without the places of its frames too the text ends below them.
                *open = Open::Failure(lines, true);
                return run.below(if own.is_some() { Part::Why } else { Part::Where });
            }
            if lines == 0 {
                run.message(content);
            }
            *open = Open::Failure(lines.saturating_add(1), placed);
            run.below(if lines < WHY_LINES { Part::Why } else { Part::Output })
        }
    }
}

/// Whether a run begins: `NUnit Console Runner 3.16.3 (.NET 6.0.0)`, `NUnitLite 3.12.0 (.NET Core 3.1)`.
fn is_header(text: &str) -> bool {
    let rest = ["NUnit Console Runner ", "NUnit3 Console Runner ", "NUnitLite "]
        .iter()
        .find_map(|begin| text.strip_prefix(begin));
    rest.is_some_and(|rest| scan::number(rest).is_some_and(|(_, rest)| rest.starts_with('.')))
}

/// Reads `Test Count: 5, Passed: 3, Failed: 2, Warnings: 0, Inconclusive: 0, Skipped: 0`; NUnit 3.0 printed `Tests run: 5,
/// Passed: 3, Errors: 1, Failures: 1, Inconclusive: 0`.
fn totals(content: &str) -> Option<Totals> {
    let old = content.strip_prefix("Tests run: ");
    let (total, mut rest) = scan::number(old.or_else(|| content.strip_prefix("Test Count: "))?)?;
    let mut totals = Totals { total: Some(total), ..Totals::default() };
    let mut other = 0_u64;
    while let Some(part) = rest.strip_prefix(", ") {
        let (word, after) = part.split_once(": ")?;
        let (number, after) = scan::number(after)?;
        match word {
            "Passed" => totals.passed = Some(number),
            "Failed" => totals.failed = Some(number),
            "Errors" | "Failures" if old.is_some() => {
                totals.failed = Some(totals.failed.unwrap_or(0).saturating_add(number));
            }
            "Skipped" => totals.skipped = Some(number),
            _ => other.up(number),
        }
        rest = after;
    }
    totals.other = Some(other);
    (rest.is_empty() && totals.passed.is_some() && totals.failed.is_some()).then_some(totals)
}
