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
use crate::event::{Block, Class, Event, FailureKind, Level, Opened, Outcome, Part, Seen, Sink, Totals};
use crate::recognize::kit::names::Names;
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
enum Open {
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
    running: bool,
    list: Option<List>,
    /// The number of the last item.
    last: u64,
    open: Open,
    names: Names,
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

    type Zone = ();

    fn waits(&self) -> bool {
        self.running
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if is_header(text) {
            // One that is open was killed.
            self.close(run);
            *self = Self::default();
            self.begin(run);
            return Seen::Mine(Class::Noise);
        }
        match text {
            "Errors, Failures and Warnings" | "Errors and Failures" => {
                self.begin(run);
                return self.heads(List::Problems, run);
            }
            "Tests Not Run" if self.running => return self.heads(List::NotRun, run),
            "Test Run Summary" => {
                self.close(run);
                self.begin(run);
                (self.list, self.summary) = (None, Some(false));
                run.emit(Event::MayHaveEnded);
                return Seen::Mine(Class::Totals);
            }
            "Run Settings" if self.running => {
                self.close(run);
                self.list = None;
                return Seen::Mine(Class::Noise);
            }
            _ if !self.running => return Seen::No,
            _ => {}
        }
        if let Some(failed) = self.summary {
            return self.sums(failed, text.trim_start(), run);
        }
        if let Some(list) = self.list
            && let Some((number, rest)) = scan::number(text)
            && number == self.last.saturating_add(1)
            && let Some((word, name)) = rest.strip_prefix(") ").and_then(|rest| rest.split_once(" : "))
            && let Some(seen) = self.item(list, word, name, run)
        {
            self.last = number;
            return seen;
        }
        self.body(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
    }
}

impl NunitConsole {
    fn begin(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            self.running = true;
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
    }

    fn heads(&mut self, list: List, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        (self.list, self.last) = (Some(list), 0);
        Seen::Mine(Class::Noise)
    }

    fn item(&mut self, list: List, word: &str, name: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (open, class) = match (list, word) {
            (List::Problems, "Failed" | "Error" | "Invalid") => (Open::Failure(0, false), Class::Detail),
            (List::Problems, "Warning") => (Open::Warning, Class::Warning),
            (List::NotRun, "Ignored" | "Explicit" | "Skipped" | "Other") => (Open::NotRun, Class::Skipped),
            _ => return None,
        };
        self.close(sink);
        self.open = open;
        match open {
            Open::Failure(..) => {
                let name = self.names.next(name);
                let id = dotnet_test_lines::id(&name);
                sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
                sink.emit(Event::Heading);
            }
            Open::Warning => {
                sink.emit(Event::BlockOpened(Block::Warning { key: name }));
                sink.emit(Event::Text(Part::Why));
            }
            Open::NotRun | Open::Nothing => {
                sink.emit(Event::finished(dotnet_test_lines::id(name), Outcome::Skipped));
            }
        }
        Some(Seen::Mine(class))
    }

    fn body(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        match self.open {
            Open::Nothing => Seen::No,
            Open::NotRun => {
                sink.emit(Event::Reason(text.trim()));
                self.open = Open::Nothing;
                Seen::Mine(Class::Skipped)
            }
            Open::Warning if text.is_empty() => {
                self.close(sink);
                Seen::Mine(Class::Noise)
            }
            Open::Warning => {
                sink.emit(Event::Text(Part::Why));
                Seen::Inside(Class::Warning)
            }
            Open::Failure(_, true) if text.is_empty() => {
                self.close(sink);
                Seen::Mine(Class::Noise)
            }
            Open::Failure(lines, placed) => {
                let content = text.trim();
                if content.starts_with("at ") || content.starts_with("--") {
                    let own = dotnet_test_lines::frame(content).flatten().filter(|_| !placed);
                    if let Some(place) = own {
                        sink.emit(Event::At { place, better: true });
                    }
                    // Without the places of its frames too the text ends below them.
                    self.open = Open::Failure(lines, true);
                    sink.emit(Event::Text(if own.is_some() { Part::Why } else { Part::Where }));
                    return Seen::Inside(Class::Detail);
                }
                if lines == 0 && !content.is_empty() {
                    sink.emit(Event::Message(content));
                }
                self.open = Open::Failure(lines.saturating_add(1), placed);
                sink.emit(Event::Text(if lines < WHY_LINES { Part::Why } else { Part::Output }));
                Seen::Inside(Class::Detail)
            }
        }
    }

    /// A line below `Test Run Summary`.
    fn sums(&mut self, failed: bool, content: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(result) = content.strip_prefix("Overall result: ") {
            self.summary = Some(result.starts_with("Failed"));
            return Seen::Mine(Class::Totals);
        }
        if let Some(totals) = totals(content) {
            if failed && totals.failed == Some(0) {
                sink.emit(Event::Consequence { name: "Overall result: Failed", kind: FailureKind::Suite });
            }
            sink.emit(Event::Declared { totals, level: Level::Section });
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        Seen::No
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if matches!(std::mem::take(&mut self.open), Open::Failure(..) | Open::Warning) {
            sink.emit(Event::BlockClosed);
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
