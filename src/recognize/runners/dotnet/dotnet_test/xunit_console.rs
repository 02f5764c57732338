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
use crate::event::{Class, Event, FailureKind, Outcome, Part, Place, Seen, Totals};
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
pub enum Open {
    /// Nothing.
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
pub struct XunitConsole;

impl Runner for XunitConsole {
    const SPEC: Spec = Spec {
        name: "xunit",
        reads: "xUnit.net's own runners, version 1 to 3",
        starts: &["xUnit.net ", "Discovering: ", "Starting:    ", "=== TEST EXECUTION"],
        ..Spec::NONE
    };

    type Zone = Open;

    fn line(&mut self, open: &mut Open, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        let indent = text.len().saturating_sub(content.len());
        if is_header(text) {
            run.release();
            // One that is open was killed.
            *open = Open::Nothing;
            return run.begin(None);
        }
        if indent == 2 && ["Discovering: ", "Starting:    "].iter().any(|word| content.starts_with(word)) {
            return run.begin_once();
        }
        if text == SUMMARY {
            *open = Open::Nothing;
            run.begin_once();
            return run.hold_totals(Totals::default());
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some(sum) = run.held() {
            if let Some(row) = row(content) {
                *sum = dotnet_test_lines::add(*sum, &row);
                return Seen::Mine(Class::Totals);
            }
            let below = content.starts_with("GRAND TOTAL: ")
                || !content.is_empty() && content.bytes().all(|byte| matches!(byte, b'-' | b' '));
            if below {
                return Seen::Mine(Class::Totals);
            }
            run.release();
            return Seen::No;
        }
        if indent == TEST
            && let Some(seen) = test(open, content, run)
        {
            return seen;
        }
        if indent == 2 && (content.starts_with("Finished:    ") || content.starts_with("Discovered:  ")) {
            run.close();
            *open = Open::Nothing;
            return Seen::Mine(Class::Noise);
        }
        body(open, content, indent, run)
    }
}

/// What happened to a test, or to what is around tests.
fn test(open: &mut Open, content: &str, run: &mut Run<'_>) -> Option<Seen> {
    if let Some(name) = content.strip_suffix(" [FAIL]") {
        *open = Open::Message(0);
        return Some(run.fail(dotnet_test_lines::id(name)));
    }
    if let Some(name) = content.strip_suffix(" [SKIP]") {
        *open = Open::Skipped;
        run.close();
        run.emit(Event::finished(dotnet_test_lines::id(name), Outcome::Skipped));
        return Some(Seen::Mine(Class::Skipped));
    }
    if content.ends_with(" [PASS]") || content.ends_with(" [STARTING]") || content.contains(" [FINISHED] ") {
        *open = Open::Nothing;
        run.close();
        return Some(Seen::Mine(Class::Passed));
    }
    let (around, exception) = content.strip_prefix('[')?.split_once("] ")?;
    let word = around.split(" (").next().unwrap_or(around);
    if word != "FATAL ERROR" && !word.ends_with(" Failure") {
        return None;
    }
    *open = Open::Message(0);
    let seen = run.fail_whole(around, FailureKind::Setup);
    run.message(exception);
    Some(seen)
}

fn body(open: &mut Open, content: &str, indent: usize, run: &mut Run<'_>) -> Seen {
    if *open == Open::Nothing {
        return Seen::No;
    }
    if !content.is_empty() && indent < TEXT {
        *open = Open::Nothing;
        run.close();
        return Seen::No;
    }
    match (*open, content) {
        (Open::Skipped, _) => {
            run.emit(Event::Reason(content));
            *open = Open::Nothing;
            Seen::Mine(Class::Skipped)
        }
        (_, "Stack Trace:") if indent == TEXT => {
            *open = Open::Stack(false);
            Seen::Mine(Class::Noise)
        }
        (_, "Output:") if indent == TEXT => {
            *open = Open::Output;
            Seen::Mine(Class::Noise)
        }
        (Open::Message(lines), _) => {
            *open = Open::Message(lines.saturating_add(1));
            if lines == 0 {
                run.message(content);
            }
            run.below(if lines < WHY_LINES { Part::Why } else { Part::Output })
        }
        (Open::Stack(placed), _) => {
            let own = frame(content).filter(|_| !placed);
            if let Some(place) = own {
                *open = Open::Stack(true);
                run.emit(Event::At { place, better: true });
            }
            run.below(if own.is_some() { Part::Why } else { Part::Where })
        }
        _ => run.below(Part::Output),
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
