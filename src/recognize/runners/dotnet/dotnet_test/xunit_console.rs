//! xUnit.net's own runners: the console runner, that of xUnit 3 inside of a test program, and the older ones of .NET's command.
//!
//! ```text
//! xUnit.net Console Runner v2.4.1 (64-bit .NET Core 3.1.0)
//!   Starting:    Harbour.Tests
//!     Harbour.Tests.Quay.Moors [FAIL]
//!       Assert.Equal() Failure
//!       Stack Trace:
//!         /home/user/harbour/Quay.cs(5,0): at Harbour.Tests.Quay.Moors()
//!   Finished:    Harbour.Tests
//! === TEST EXECUTION SUMMARY ===
//!    Harbour.Tests  Total: 18, Errors: 0, Failed: 1, Skipped: 0, Time: 1.341s
//! ```
//!
//! A row for each assembly, and below several of them a sum that says the same. Passed tests are not reported. What has a word of
//! its own in brackets before an exception (`[Test Class Cleanup Failure (Quay)] System.Exception`) is an error of no test.
//! Source of the format: xUnit's `DefaultRunnerReporterMessageHandler`.

use super::dotnet_test::WHY_LINES;
use super::dotnet_test_lines;
use crate::budget::Count as _;
use crate::event::{
    Block, Class, Event, FailureKind, Level, Opened, Outcome, Part, Place, Seen, Sink, Totals,
};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// What heads the rows of totals.
const SUMMARY: &str = "=== TEST EXECUTION SUMMARY ===";
/// Blanks before what happened to a test.
const TEST: usize = 4;
/// Blanks before what is reported it.
const TEXT: usize = 6;

/// What is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Open {
    #[default]
    Nothing,
    /// The message of a failure, so many lines.
    Message(usize),
    /// Its frames, and whether a place was reported.
    Stack(bool),
    /// What the test printed.
    Output,
    /// A skipped test, whose reason follows.
    Skipped,
}

/// xUnit's console runner.
#[derive(Debug, Default)]
pub struct XunitConsole {
    running: bool,
    open: Open,
    names: Names,
    /// The rows so far, below their heading.
    sum: Option<Totals>,
}

impl Runner for XunitConsole {
    const SPEC: Spec = Spec {
        name: "xunit",
        reads: "xUnit.net's own runners, version 1 to 3",
        starts: &["xUnit.net ", "Discovering: ", "Starting:    ", "=== TEST EXECUTION"],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.running
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        let indent = text.len().saturating_sub(content.len());
        if is_header(text) {
            self.finish(run);
            // One that is open was killed.
            *self = Self::default();
            self.begin(run);
            return Seen::Mine(Class::Noise);
        }
        if indent == 2 && ["Discovering: ", "Starting:    "].iter().any(|word| content.starts_with(word)) {
            self.begin(run);
            return Seen::Mine(Class::Noise);
        }
        if text == SUMMARY {
            self.close(run);
            self.begin(run);
            run.emit(Event::MayHaveEnded);
            self.sum = Some(Totals::default());
            return Seen::Mine(Class::Totals);
        }
        if !self.running {
            return Seen::No;
        }
        if let Some(sum) = &mut self.sum {
            if let Some(row) = row(content) {
                *sum = dotnet_test_lines::add(*sum, &row);
                return Seen::Mine(Class::Totals);
            }
            let below = content.starts_with("GRAND TOTAL: ")
                || !content.is_empty() && content.bytes().all(|byte| matches!(byte, b'-' | b' '));
            if below {
                return Seen::Mine(Class::Totals);
            }
            self.finish(run);
            return Seen::No;
        }
        if indent == TEST
            && let Some(seen) = self.test(content, run)
        {
            return seen;
        }
        if indent == 2 && (content.starts_with("Finished:    ") || content.starts_with("Discovered:  ")) {
            self.close(run);
            return Seen::Mine(Class::Noise);
        }
        self.body(content, indent, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.finish(run);
    }
}

impl XunitConsole {
    fn begin(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            self.running = true;
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
    }

    /// What happened to a test, or to what is around tests.
    fn test(&mut self, content: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(name) = content.strip_suffix(" [FAIL]") {
            self.close(sink);
            let name = self.names.next(name);
            self.failed(Block::Test { id: dotnet_test_lines::id(&name), kind: FailureKind::Test }, sink);
            return Some(Seen::Mine(Class::Detail));
        }
        if let Some(name) = content.strip_suffix(" [SKIP]") {
            self.close(sink);
            sink.emit(Event::finished(dotnet_test_lines::id(name), Outcome::Skipped));
            self.open = Open::Skipped;
            return Some(Seen::Mine(Class::Skipped));
        }
        if content.ends_with(" [PASS]")
            || content.ends_with(" [STARTING]")
            || content.contains(" [FINISHED] ")
        {
            self.close(sink);
            return Some(Seen::Mine(Class::Passed));
        }
        let (around, exception) = content.strip_prefix('[')?.split_once("] ")?;
        let word = around.split(" (").next().unwrap_or(around);
        if word != "FATAL ERROR" && !word.ends_with(" Failure") {
            return None;
        }
        self.close(sink);
        let name = self.names.next(around);
        self.failed(Block::Whole { name: &name, kind: FailureKind::Setup }, sink);
        sink.emit(Event::Message(exception));
        Some(Seen::Mine(Class::Detail))
    }

    fn failed(&mut self, block: Block<'_>, sink: &mut dyn Sink) {
        sink.emit(Event::BlockOpened(block));
        sink.emit(Event::Heading);
        self.open = Open::Message(0);
    }

    fn body(&mut self, content: &str, indent: usize, sink: &mut dyn Sink) -> Seen {
        if self.open == Open::Nothing {
            return Seen::No;
        }
        if !content.is_empty() && indent < TEXT {
            self.close(sink);
            return Seen::No;
        }
        match (self.open, content) {
            (Open::Skipped, _) => {
                sink.emit(Event::Reason(content));
                self.open = Open::Nothing;
                return Seen::Mine(Class::Skipped);
            }
            (_, "Stack Trace:") if indent == TEXT => {
                self.open = Open::Stack(false);
                return Seen::Mine(Class::Noise);
            }
            (_, "Output:") if indent == TEXT => {
                self.open = Open::Output;
                return Seen::Mine(Class::Noise);
            }
            (Open::Message(lines), _) => {
                self.open = Open::Message(lines.saturating_add(1));
                if lines == 0 && !content.is_empty() {
                    sink.emit(Event::Message(content));
                }
                sink.emit(Event::Text(if lines < WHY_LINES { Part::Why } else { Part::Output }));
            }
            (Open::Stack(placed), _) => {
                let own = frame(content).filter(|_| !placed);
                if let Some(place) = own {
                    self.open = Open::Stack(true);
                    sink.emit(Event::At { place, better: true });
                }
                sink.emit(Event::Text(if own.is_some() { Part::Why } else { Part::Where }));
            }
            _ => sink.emit(Event::Text(Part::Output)),
        }
        Seen::Inside(Class::Detail)
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if !matches!(std::mem::take(&mut self.open), Open::Nothing | Open::Skipped) {
            sink.emit(Event::BlockClosed);
        }
    }

    /// The run ended, when its totals came.
    fn finish(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        if let Some(totals) = self.sum.take() {
            sink.emit(Event::Declared { totals, level: Level::Section });
            *self = Self::default();
        }
    }
}

/// Whether a run begins: `xUnit.net Console Runner v2.4.1 (64-bit ...)`, `xUnit.net v3 In-Process Runner v1.0.0 (...)`.
fn is_header(text: &str) -> bool {
    let rest = text.strip_prefix("xUnit.net ").unwrap_or_default();
    let runner =
        ["Console Runner", "DNX Runner", "In-Process Runner", ".NET CLI test runner", "console test runner"];
    runner.iter().any(|runner| rest.contains(runner)) && rest.contains("-bit ")
}

/// Reads `Harbour.Tests  Total: 18, Errors: 0, Failed: 1, Skipped: 0, Not Run: 0, Time: 1.341s`; an assembly without tests has the
/// first number alone.
fn row(content: &str) -> Option<Totals> {
    let (_, rest) = content.split_once("  Total: ")?;
    let (total, mut rest) = scan::number(rest.trim_start())?;
    let mut totals = Totals::default();
    let (mut failed, mut left_out) = (0_u64, 0_u64);
    while let Some(part) = rest.strip_prefix(", ") {
        let (word, after) = part.split_once(": ")?;
        if word == "Time" {
            break;
        }
        let (number, after) = scan::number(after.trim_start())?;
        match word {
            "Errors" => totals.errors = Some(number),
            "Failed" => failed = number,
            "Skipped" | "Not Run" => left_out.up(number),
            _ => return None,
        }
        rest = after;
    }
    totals.failed = Some(failed);
    totals.skipped = Some(left_out);
    totals.passed = Some(total.checked_sub(failed)?.checked_sub(left_out)?);
    Some(totals)
}

/// The place of a frame: `/src/Quay.cs(5,0): at Quay.Moors()`, `at Quay.Moors() in /src/Quay.cs:line 5`.
fn frame(content: &str) -> Option<Place<'_>> {
    if let Some(place) = dotnet_test_lines::frame(content) {
        return place;
    }
    let (at, _) = content.split_once("): at ")?;
    let (file, position) = at.rsplit_once('(')?;
    Some(Place { file, line: Some(scan::number(position)?.0) })
}
