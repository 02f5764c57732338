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

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::kit::last_words::LastWords;
use crate::recognize::kit::{Run, Runner, Spec, begins, passed_failed, scan};

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
    test: Option<Test>,
    /// What the next test needs and is missing.
    missing: Option<String>,
    /// The last line came, unless a test printed it.
    ended: bool,
    /// How many tests there are.
    of: u64,
}

impl Runner for LastTest {
    const SPEC: Spec = Spec { name: "ctest", reads: "CTest's LastTest.log", starts: &[BEGINS], ..Spec::NONE };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let reported = self.test.as_ref().is_none_or(|test| test.passed.is_some());
        if text.starts_with(BEGINS) && reported {
            // What has no last line was killed, though a test that prints CTest's lines is reported as killed, too.
            self.end((), run);
            *self = Self::default();
            return run.begin(None);
        }
        if !run.is_running() {
            return Seen::No;
        }
        let over = self.comes_next();
        if let Some((number, of, name)) = testing(text).filter(|_| over) {
            self.settle(run);
            (self.of, self.ended) = (of, false);
            self.test =
                Some(Test { number, name: name.to_owned(), reason: self.missing.take(), ..Test::default() });
            return run.start(TestId::bare(name));
        }
        if over && !self.ended && begins(text, &MISSING) {
            self.missing = Some(crate::text::head(text, REASON_BYTES).to_owned());
            return Seen::Mine(Class::Other);
        }
        if text.starts_with(ENDS) && over {
            self.ended = true;
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        if std::mem::take(&mut self.ended) && text != "<end of output>" {
            // Whatever is after the last line is not CTest's, unless a test printed that line.
            self.ended = true;
            return Seen::No;
        }
        self.test.as_mut().map_or(Seen::Mine(Class::Noise), |test| test.line(text))
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if self.ended {
            self.finish(run);
        } else if self.test.as_ref().is_some_and(|test| test.passed.is_some()) {
            self.settle(run);
        }
    }
}

impl LastTest {
    /// A head of a test counts where the one before has its result. Their numbers are in order with one job only.
    fn comes_next(&self) -> bool {
        self.test.as_ref().is_none_or(|test| test.closed)
    }

    /// The result of the test before is its last.
    fn settle(&mut self, run: &mut Run<'_>) {
        let Some(mut test) = self.test.take() else { return };
        let id = TestId::bare(&test.name);
        match &test.reason {
            _ if test.passed == Some(true) && !test.idle => run.pass(id),
            None if test.passed == Some(true) => run.skip(id),
            reason => {
                run.instead(&format!("{}/{} Test: {}", test.number, self.of, test.name));
                run.fail(id);
                if let Some(text) = reason {
                    run.message(text);
                    run.emit(Event::Decoded { part: Part::Why, text });
                } else {
                    test.printed.tell(run);
                }
                run.close();
                Seen::Mine(Class::Detail)
            }
        };
    }

    fn finish(&mut self, run: &mut Run<'_>) {
        self.settle(run);
        let counts = run.counts();
        let mut failed = counts.failed;
        if self.of > counts.passed.saturating_add(failed).saturating_add(counts.skipped) {
            // Tests are missing.
            run.fail_whole("tests that did not run", FailureKind::Unfinished);
            failed.up(1);
        }
        run.totals(Totals { skipped: Some(counts.skipped), ..passed_failed(counts.passed, failed) });
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
