//! green, which runs tests of Python's unittest: points or names, what failed, and numbers with what passed among them.
//!
//! ```text
//! EsF.x
//!
//! Failure in test_a.Harbour.test_moors
//!   File "/home/user/harbour/test_a.py", line 4, in test_moors
//!     self.assertEqual(3, 4)
//! AssertionError: 3 != 4
//!
//! Ran 5 tests in 0.249s using 2 processes
//!
//! FAILED (errors=1, expected_failures=1, failures=1, passes=1, skips=1)
//! ```
//!
//! Without a failure or its numbers nothing tells it from others. A run in which every test passed fails when too little is
//! covered: `Coverage of 41% is below minimum level of 80%` stands before its word then. Source of the format: runs of green,
//! and its `result.py`.

use crate::event::{Class, Event, FailureKind, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::frames::python;
use crate::recognize::kit::run::{Run, Trace, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// How many lines may stand between `Ran` and the result.
const RESULT_WITHIN: u8 = 3;

/// green.
#[derive(Debug, Default)]
pub struct Green {
    run: Run,
    /// `Failure in NAME`, until a frame below it proves it.
    named: Option<(String, String)>,
    trace: Trace,
    /// `Ran 5 tests in 0.2s using 2 processes` came: how many lines the result may be away.
    ran: u8,
    /// What is said of the coverage before the result, or empty.
    coverage: String,
}

impl Recognizer for Green {
    fn runner(&self) -> Runner {
        Runner("green")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Failure in ", "Error in ", "Ran "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        let every = self.run.is_open() || self.named.is_some() || self.ran > 0;
        if every { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let named = text.strip_prefix("Failure in ").or_else(|| text.strip_prefix("Error in "));
        if let Some(name) = named.filter(|name| name.contains('.') && !name.contains(' ')) {
            self.run.close(sink);
            self.named = Some((name.to_owned(), text.to_owned()));
            return Seen::Inside(Class::Detail);
        }
        if ran(text) {
            self.run.close(sink);
            self.ran = RESULT_WITHIN;
            return Seen::Mine(Class::Totals);
        }
        if self.ran > 0 {
            self.ran = self.ran.saturating_sub(1);
            if text.starts_with("Coverage of ") && text.contains("% is below minimum level of ") {
                self.coverage = clipped(text);
                return Seen::Mine(Class::Detail);
            }
            if let Some(mut totals) = numbers(text) {
                self.run.open(sink);
                let told = [totals.failed, totals.errors].iter().any(|number| number.unwrap_or(0) > 0);
                if text.starts_with("FAILED") && !told {
                    let reason = if self.coverage.is_empty() { "green: FAILED" } else { &self.coverage };
                    self.run.fail_whole(reason, FailureKind::Suite, sink);
                    self.run.close(sink);
                    totals.errors = Some(1);
                }
                self.run.declare(totals, sink);
                *self = Self::default();
                return Seen::Mine(Class::Totals);
            }
            return Seen::No;
        }
        let content = text.trim();
        if let Some((name, heading)) = self.named.take()
            && python::frame(content).is_some()
        {
            self.run.open(sink);
            sink.emit(Event::Instead(&heading));
            self.run.fail(TestId::split_last(&name, "."), sink);
            self.trace = Trace::headless();
        }
        if self.run.is_open() { self.error(text, content, sink) } else { Seen::No }
    }
}

impl Green {
    fn error(&mut self, text: &str, content: &str, sink: &mut dyn Sink) -> Seen {
        if content.is_empty() {
            return Seen::Inside(Class::Detail);
        }
        if let Some(seen) = self.trace.line(content, &mut self.run, sink) {
            return seen;
        }
        self.run.text(if text.starts_with(' ') { Part::Where } else { Part::Why }, sink);
        Seen::Inside(Class::Detail)
    }
}

/// Reads `Ran 5 tests in 0.249s using 2 processes`.
fn ran(text: &str) -> bool {
    let rest = text.strip_prefix("Ran ").and_then(scan::number).map(|(_, rest)| rest);
    let time =
        rest.and_then(|rest| rest.strip_prefix(" tests in ").or_else(|| rest.strip_prefix(" test in ")));
    let processes =
        time.and_then(|time| time.split_once("s using ")).and_then(|(_, rest)| scan::number(rest));
    processes.is_some_and(|(_, rest)| rest == " processes" || rest == " process")
}

/// Reads `FAILED (errors=1, expected_failures=1, failures=1, passes=1, skips=1)` and `OK (passes=1)`.
fn numbers(text: &str) -> Option<Totals> {
    let (word, parts) = text.strip_suffix(')')?.split_once(" (")?;
    matches!(word, "OK" | "FAILED").then_some(())?;
    let (mut passed, mut failed, mut errors, mut skipped, mut other) = (0, 0_u64, 0, 0, 0);
    for part in parts.split(", ") {
        let (name, number) = part.split_once('=')?;
        let number = scan::whole_number(number)?;
        match name {
            "passes" => passed = number,
            "failures" | "unexpected_passes" | "unexpected_successes" => {
                failed = failed.saturating_add(number)
            }
            "errors" => errors = number,
            "skips" => skipped = number,
            "expected_failures" => other = number,
            _ => return None,
        }
    }
    Some(Totals {
        errors: Some(errors),
        skipped: Some(skipped),
        other: Some(other),
        ..passed_failed(passed, failed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Green::default(), text).join("\n")
    }

    const FAILED: &str = "EF.\n\nFailure in test_a.Quay.test_moors\n  File \"/p/test_a.py\", line 4, in test_moors\n    self.assertEqual(3, 4)\nAssertionError: 3 != 4\n\n";

    #[test]
    fn a_failure_has_frames_and_the_numbers_tell_what_passed() {
        let all = all(&format!(
            "{FAILED}Ran 3 tests in 0.249s using 2 processes\n\nFAILED (failures=1, passes=1, skips=1)\n"
        ));
        assert!(all.contains("module: \"test_a.Quay\", separator: \".\", name: \"test_moors\""), "{all}");
        assert!(
            all.contains("Message(\"AssertionError: 3 != 4\")") && all.contains("line: Some(4)"),
            "{all}"
        );
        assert!(
            all.contains("passed: Some(1), failed: Some(1)") && all.contains("skipped: Some(1)"),
            "{all}"
        );
    }

    #[test]
    fn a_run_that_failed_without_a_failure_did_not_pass() {
        let all = all(
            "Ran 3 tests in 0.249s using 2 processes\n\nCoverage of 41% is below minimum level of 80%\nFAILED (passes=3)\n",
        );
        assert!(
            all.contains("Whole { name: \"Coverage of 41% is below minimum level of 80%\"")
                && all.contains("passed: Some(3), failed: Some(0), errors: Some(1)"),
            "{all}"
        );
    }

    #[test]
    fn a_run_that_is_cut_off_has_no_numbers_and_what_others_print_is_nobodys() {
        assert!(!all(FAILED).contains("Declared"));
        for text in [
            "Failure in a.b\nno frame\n",
            "Ran 3 tests in 0.249s\n\nOK (passes=1)\n",
            "Error in the.log file\n",
        ] {
            assert!(!all(text).contains("Started"), "{text}");
        }
    }
}
