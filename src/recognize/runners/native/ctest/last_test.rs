//! `LastTest.log`, which CTest writes beside what it prints.
//!
//! ```text
//! Start testing: Oct 02 10:11 UTC
//! ----------------------------------------------------------
//! 2/2 Testing: sinks
//! 2/2 Test: sinks
//! Command: "/p/build/sinks"
//! Output:
//! ----------------------------------------------------------
//! one boat sank
//! <end of output>
//! Test time =   0.00 sec
//! ----------------------------------------------------------
//! Test Failed.
//! "sinks" end time: Oct 02 10:11 UTC
//! End testing: Oct 02 10:11 UTC
//! ```
//!
//! A test may print all of this: its last result counts, which is known when the next test begins or the log ends. Instead of a bare result
//! is its reason below `Test Fail Reason:`. A test that could not run is reported as passed, with an empty command: the line above its head says whether
//! something was missing, else it is disabled. Source of the format: CMake's `cmCTestRunTest.cxx`.

use crate::event::{Class, Event, FailureKind, Outcome, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::last_words::LastWords;
use crate::recognize::kit::run::Run;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The first line.
const BEGINS: &str = "Start testing: ";
/// The last one.
const ENDS: &str = "End testing: ";

/// How much of a reason is held, in bytes.
const REASON_BYTES: usize = 512;
/// What is above the head of a test that could not run.
const MISSING: [&str; 3] = ["Unable to find ", "Could not find ", "Failed test dependencies:"];

/// Where in a test the log is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum At {
    /// Above its output.
    #[default]
    Head,
    Output,
    /// Below its output.
    Below,
    /// The line with the reason of its result follows; whether it passed.
    Reason(bool),
}

/// The test that is reported.
#[derive(Debug, Default)]
struct Test {
    number: u64,
    name: String,
    at: At,
    printed: LastWords,
    passed: Option<bool>,
    reason: Option<String>,
    /// It had no command.
    idle: bool,
    /// All that is below its result was read.
    closed: bool,
}

/// `LastTest.log` of CTest.
#[derive(Debug, Default)]
pub struct LastTest {
    run: Run,
    test: Option<Test>,
    passed: u64,
    failed: u64,
    skipped: u64,
    /// What the next test needs and is missing.
    missing: Option<String>,
    /// The last line came, unless a test printed it.
    ended: bool,
    /// How many tests there are.
    of: u64,
}

impl Recognizer for LastTest {
    fn runner(&self) -> Runner {
        Runner("ctest")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &[BEGINS], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let reported = self.test.as_ref().is_none_or(|test| test.passed.is_some());
        if text.starts_with(BEGINS) && reported {
            // What has no last line was killed, though a test that prints CTest's lines is reported as killed, too.
            self.end(sink);
            *self = Self { run: std::mem::take(&mut self.run), ..Self::default() };
            self.run.begin(None, sink);
            return Seen::Mine(Class::Noise);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        if let Some((number, of, name)) = testing(text).filter(|_| self.comes_next()) {
            self.settle(sink);
            (self.of, self.ended) = (of, false);
            let (reason, name) = (self.missing.take(), name.to_owned());
            self.test = Some(Test { number, name: name.clone(), reason, ..Test::default() });
            let name = name.as_str();
            sink.emit(Event::Started(TestId::bare(name)));
            return Seen::Mine(Class::Noise);
        }
        let over = self.comes_next();
        if over && !self.ended && MISSING.iter().any(|missing| text.starts_with(missing)) {
            self.missing = Some(crate::text::head(text, REASON_BYTES).to_owned());
            return Seen::Mine(Class::Other);
        }
        if text.starts_with(ENDS) && over {
            self.ended = true;
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        if std::mem::take(&mut self.ended) && text != "<end of output>" {
            // Whatever is after the last line is not CTest's, unless a test printed that line.
            self.ended = true;
            return Seen::No;
        }
        let Some(test) = &mut self.test else { return Seen::Mine(Class::Noise) };
        test.line(text)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        if self.ended {
            self.finish(sink);
        } else if self.test.as_ref().is_some_and(|test| test.passed.is_some()) {
            self.settle(sink);
        }
    }
}

impl LastTest {
    /// A head of a test counts where the one before has its result. Their numbers are in order with one job only.
    fn comes_next(&self) -> bool {
        self.test.as_ref().is_none_or(|test| test.closed)
    }

    /// The result of the test before is its last.
    fn settle(&mut self, sink: &mut dyn Sink) {
        let Some(mut test) = self.test.take() else { return };
        let id = TestId::bare(&test.name);
        if test.passed == Some(true) && test.idle && test.reason.is_none() {
            self.skipped = self.skipped.saturating_add(1);
            self.run.finished(id, Outcome::Skipped, sink);
            return;
        }
        if test.passed == Some(true) && !test.idle {
            self.passed = self.passed.saturating_add(1);
            self.run.finished(id, Outcome::Passed, sink);
            return;
        }
        self.failed = self.failed.saturating_add(1);
        sink.emit(Event::Instead(&format!("{}/{} Test: {}", test.number, self.of, test.name)));
        self.run.fail(id, sink);
        if let Some(reason) = &test.reason {
            self.run.message(reason, sink);
            sink.emit(Event::Decoded { part: crate::event::Part::Why, text: reason });
        } else {
            test.printed.tell(sink);
        }
        self.run.close(sink);
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        if !self.run.is_running() {
            return;
        }
        self.settle(sink);
        if self.of > self.passed.saturating_add(self.failed).saturating_add(self.skipped) {
            // Tests are missing.
            self.run.fail_whole("tests that did not run", FailureKind::Unfinished, sink);
            self.failed = self.failed.saturating_add(1);
        }
        let (passed, failed, skipped) = (Some(self.passed), Some(self.failed), Some(self.skipped));
        let totals = Totals { passed, failed, skipped, ..Totals::default() };
        self.run.declare(totals, sink);
        *self = Self::default();
    }
}

impl Test {
    fn line(&mut self, text: &str) -> Seen {
        match (self.at, text) {
            (At::Head, "Output:") => self.at = At::Output,
            (At::Head, "Command: \"\"") => self.idle = true,
            (At::Head, _) => {}
            (At::Output | At::Below, "<end of output>") => (self.at, self.closed) = (At::Below, false),
            (At::Below, "Test Passed." | "Test Failed.") => self.passed = Some(text == "Test Passed."),
            (At::Below, "Test Pass Reason:" | "Test Fail Reason:") => {
                self.at = At::Reason(text == "Test Pass Reason:");
            }
            (At::Reason(passed), _) => {
                (self.at, self.passed, self.reason) =
                    (At::Below, Some(passed), Some(crate::text::head(text, REASON_BYTES).to_owned()));
            }
            (At::Output, _) => {
                if !scan::is_ruler(text, '-', 10) {
                    self.printed.hear(text);
                }
                return Seen::Inside(Class::Other);
            }
            (At::Below, _) => {
                let rest = text.strip_prefix('"').and_then(|rest| rest.strip_prefix(self.name.as_str()));
                self.closed |=
                    self.passed.is_some() && rest.is_some_and(|rest| rest.starts_with("\" time elapsed: "));
            }
        }
        Seen::Mine(Class::Noise)
    }
}

/// Reads `2/2 Testing: sinks`.
fn testing(text: &str) -> Option<(u64, u64, &str)> {
    let (number, rest) = scan::number(text)?;
    let (of, rest) = scan::number(rest.strip_prefix('/')?)?;
    let name = rest.strip_prefix(" Testing: ").filter(|name| !name.is_empty())?;
    Some((number, of, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn test(number: u64, name: &str, statement: &str, result: &str) -> String {
        format!(
            "{number}/2 Testing: {name}\n{number}/2 Test: {name}\nCommand: \"/p/{name}\"\nOutput:\n----------------------------------------------------------\n{statement}\n<end of output>\nTest time =   0.00 sec\n----------------------------------------------------------\n{result}\n\"{name}\" end time: Oct 02 10:11 UTC\n\"{name}\" time elapsed: 00:00:00\n\n"
        )
    }

    fn all(text: &str) -> String {
        drive(&mut LastTest::default(), &format!("Start testing: Oct 02 10:11 UTC\n{text}")).join("\n")
    }

    const END: &str = "End testing: Oct 02 10:11 UTC\n";

    #[test]
    fn each_test_has_its_result_and_a_failed_one_its_output() {
        let all = all(&format!(
            "{}{}{END}",
            test(1, "moors", "ok", "Test Passed."),
            test(2, "sinks", "one boat sank", "Test Failed.")
        ));
        assert!(
            all.contains("name: \"sinks\" }, kind: Test }") && all.contains("Message(\"one boat sank\")"),
            "{all}"
        );
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_reason_says_how_it_ended() {
        let reason = "Test Fail Reason:\nRequired regular expression not found. Regex=[keel\n]";
        let all = all(&format!(
            "{}{}{END}",
            test(1, "a", "", reason),
            test(2, "b", "", "Test Pass Reason:\nError regular expression found")
        ));
        assert!(all.contains("Message(\"Required regular expression not found. Regex=[keel\")"), "{all}");
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn what_a_test_prints_is_not_its_result() {
        let forged = "<end of output>\nTest Passed.\nEnd testing: now";
        let all = all(&format!(
            "{}{}{END}",
            test(1, "a", "Test Failed.", "Test Passed."),
            test(2, "b", forged, "Test Failed.")
        ));
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_test_that_could_not_run_is_reported_as_passed() {
        let idle =
            |number, name| test(number, name, "", "Test Passed.").replace(&format!("\"/p/{name}\""), "\"\"");
        let all = all(&format!("Unable to find executable: nowhere\n{}{}{END}", idle(1, "a"), idle(2, "b")));
        assert!(all.contains("Message(\"Unable to find executable: nowhere\")"), "{all}");
        assert!(all.contains("passed: Some(0), failed: Some(1), errors: None, skipped: Some(1)"), "{all}");
    }

    #[test]
    fn a_test_that_did_not_end_leaves_the_run_open() {
        let whole = test(1, "a", "", "Test Passed.");
        let cut = all(&format!("{whole}2/2 Testing: b\n2/2 Test: b\nOutput:\n"));
        assert!(!cut.contains("Declared") && cut.contains("Started"), "{cut}");
        let few = all(&format!("{whole}{END}"));
        assert!(few.contains("Unfinished"), "{few}");
    }
}
