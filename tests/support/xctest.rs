//! Logs as `xcodebuild test` prints them, of any size: `g(n, f)` has n tests, and the last f fail.

use std::fmt::Write as _;
use std::ops::Range;

/// Tests of one class.
const CLASS: usize = 40;

/// What is recorded for each failing test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Messages {
    /// One line with place and message.
    OneLine,
    /// A line with place, and a message that goes on: this many lines in all.
    Lines(usize),
    /// Nothing: only the status line tells of the failure.
    None,
}

/// A run to be printed.
#[derive(Clone, Copy, Debug)]
pub struct TestRun {
    pub tests: usize,
    pub failing: usize,
    pub messages: Messages,
    /// Lines that the application prints while each test runs.
    pub noise: usize,
}

/// A run of `tests` tests of which the last `failing` fail with a message.
pub fn g(tests: usize, failing: usize) -> TestRun {
    TestRun { tests, failing, messages: Messages::OneLine, noise: 0 }
}

/// The name of a test's method; no name is part of another.
pub fn name(number: usize) -> String {
    format!("testOrder{number:05}")
}

fn class(number: usize) -> String {
    format!("Ledger{:03}Tests", number / CLASS)
}

impl TestRun {
    pub fn messages(self, messages: Messages) -> Self {
        Self { messages, ..self }
    }

    pub fn noise(self, noise: usize) -> Self {
        Self { noise, ..self }
    }

    fn failed(&self) -> Range<usize> {
        self.tests - self.failing..self.tests
    }

    /// The names of the methods that fail.
    pub fn names(&self) -> Vec<String> {
        self.failed().map(name).collect()
    }

    /// The messages of the tests that fail.
    pub fn reasons(&self) -> Vec<String> {
        self.failed().map(reason).collect()
    }

    /// The log.
    pub fn log(&self) -> String {
        let mut log = suite_start("All tests") + &suite_start("ShopTests.xctest");
        let mut at = 0;
        while at < self.tests {
            let end = (at + CLASS).min(self.tests);
            log += &suite_start(&class(at));
            for number in at..end {
                self.test(number, &mut log);
            }
            let failing = end - end.min(self.failed().start).max(at);
            log += &suite_end(&class(at), end - at, failing);
            at = end;
        }
        log += &suite_end("ShopTests.xctest", self.tests, self.failing);
        log += &suite_end("All tests", self.tests, self.failing);
        if self.failing > 0 {
            log += "Failing tests:\n";
            for number in self.failed() {
                let _ = writeln!(log, "\t{}.{}()", class(number), name(number));
            }
        }
        let word = if self.failing > 0 { "FAILED" } else { "SUCCEEDED" };
        let _ = write!(log, "\n** TEST {word} **\n\n");
        log
    }

    fn test(&self, number: usize, log: &mut String) {
        let id = format!("-[ShopTests.{} {}]", class(number), name(number));
        let _ = writeln!(log, "Test Case '{id}' started.");
        for each in 0..self.noise {
            let _ =
                writeln!(log, "2025-11-30 10:15:{:02}.{number:03} Shop[812:4711] cache refreshed", each % 60);
        }
        if !self.failed().contains(&number) {
            let _ = writeln!(log, "Test Case '{id}' passed (0.00{} seconds).", number % 10);
            return;
        }
        let place = format!("/Users/ci/shop/Tests/{}.swift:{}", class(number), number + 7);
        let more = match self.messages {
            Messages::None => None,
            Messages::OneLine => Some(0),
            Messages::Lines(lines) => Some(lines.saturating_sub(1)),
        };
        if let Some(more) = more {
            let _ = writeln!(log, "{place}: error: {id} : {}", reason(number));
            for line in 0..more {
                let _ =
                    writeln!(log, "  field {line} of order {number} differs: \"open\" against \"closed\"");
            }
        }
        let _ = writeln!(log, "Test Case '{id}' failed (0.01{} seconds).", number % 10);
    }
}

fn reason(number: usize) -> String {
    format!(
        "XCTAssertEqual failed: (\"{number}\") is not equal to (\"{}\") - total of order {number}",
        number + 1
    )
}

fn suite_start(name: &str) -> String {
    format!("Test Suite '{name}' started at 2025-11-30 10:15:00.123.\n")
}

/// The end of a suite, with XCTest's totals: failures of assertions, not of tests, and those are equal here.
pub fn suite_end(name: &str, tests: usize, failing: usize) -> String {
    let word = if failing > 0 { "failed" } else { "passed" };
    let s = if tests == 1 { "" } else { "s" };
    let failures = if failing == 1 { "failure" } else { "failures" };
    format!(
        "Test Suite '{name}' {word} at 2025-11-30 10:15:09.456.\n\
         \t Executed {tests} test{s}, with {failing} {failures} (0 unexpected) in 0.083 (0.085) seconds\n"
    )
}
