//! cocotb: a log line for each test that begins and ends, and a table of all with the numbers below.
//!
//! ```text
//!     20.00ns INFO     cocotb.regression                  running moors (2/2)
//!     40.00ns INFO     cocotb.regression                  moors failed
//!                                                         Traceback (most recent call last):
//!                                                         ...
//!                                                         AssertionError: berth 3 taken
//!     40.00ns INFO     cocotb.regression                  **************************************
//!                                                         ** TEST              STATUS  SIM TIME (ns) ... **
//!                                                         **************************************
//!                                                         ** test_dff.moors     FAIL          20.00  ... **
//!                                                         **************************************
//!                                                         ** TESTS=2 PASS=1 FAIL=1 SKIP=0    40.00  ... **
//!                                                         **************************************
//! ```
//!
//! A test is called with its module in the table, and in the log since version 2. Before version 1.6 the numbers are
//! `ERRORS : 1`. Source of the format: cocotb's `regression.py`.

use crate::event::{Class, Event, FailureKind, Outcome, Seen, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::{Remembered, Run, Runner, Shape, Spec, passed_failed, scan, shape};

/// The column after that of the time and the logger, where lines go on.
const BODY: usize = 20;

/// cocotb.
#[derive(Debug, Default)]
pub struct Cocotb {
    /// Failures that were reported while the tests ran, as they were called there.
    failed: Remembered<4096>,
    /// The test that runs, until the log says what became of it, or empty.
    current: String,
}

impl Runner for Cocotb {
    const SPEC: Spec = Spec {
        name: "cocotb",
        reads: "cocotb: its log and the table of results",
        starts: &["0.00ns INFO ", "-.--ns INFO ", "** "],
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((logger, message)) = logged(text) {
            if logger.starts_with("cocotb") && message.starts_with("Running tests with cocotb v") {
                self.unfinished(run);
                *self = Self::default();
                return run.begin(None);
            }
            run.close();
            if logger.starts_with("cocotb.regression") {
                return self.regression(message, run);
            }
            return if run.is_running() { Seen::Inside(Class::Other) } else { Seen::No };
        }
        let content = text.trim_start();
        if let Some(row) = content.strip_prefix("** ").and_then(|row| row.strip_suffix(" **")) {
            return self.row(row.trim(), run);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if scan::is_ruler(content, '*', 20) {
            return Seen::Mine(Class::Noise);
        }
        let column = text.len().saturating_sub(content.len());
        if run.is_open() && (column >= BODY || content.is_empty()) {
            return match run.traceback(content) {
                Some(seen) => seen,
                None if content.is_empty() => Seen::Inside(Class::Detail),
                None => run.why_below(content),
            };
        }
        run.close();
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.unfinished(run);
    }
}

impl Cocotb {
    /// The simulator died: nobody printed what became of the test that ran.
    fn unfinished(&mut self, run: &mut Run<'_>) {
        run.close();
        let name = std::mem::take(&mut self.current);
        if run.is_running() && !name.is_empty() {
            let outcome = Outcome::Failed(FailureKind::Unfinished);
            run.emit(Event::finished(TestId::split_last(&name, "."), outcome));
        }
    }

    /// What the logger of the tests says.
    fn regression(&mut self, message: &str, run: &mut Run<'_>) -> Seen {
        if let Some(name) = message.strip_prefix("running ").and_then(counted) {
            self.current = clipped(name);
            return run.open();
        }
        if !run.is_running() {
            return Seen::No;
        }
        if scan::is_ruler(message, '*', 20) {
            return Seen::Mine(Class::Noise);
        }
        self.current.clear();
        // A test that had to fail and passed is `failed: passed but ...`.
        let failed = message
            .split_once(" failed")
            .filter(|(name, rest)| !name.contains(' ') && (rest.is_empty() || rest.starts_with(": ")));
        let broken = message.strip_prefix("Failed to initialize ");
        let broken = broken.and_then(|rest| counted(rest.trim_start_matches("test "))?.strip_suffix('!'));
        let Some((name, reason)) = failed.or(broken.map(|name| (name, ""))) else {
            return Seen::Mine(Class::Noise);
        };
        self.failed.push(name);
        run.fail_because(TestId::split_last(name, "."), reason.trim_start_matches(": "))
    }

    /// A row of the table, without its stars.
    fn row(&mut self, row: &str, run: &mut Run<'_>) -> Seen {
        let mut words = row.split_whitespace();
        let (Some(first), second) = (words.next(), words.next().unwrap_or_default()) else { return Seen::No };
        if first == "TEST" && (second == "STATUS" || second == "PASS/FAIL") {
            return run.open();
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some(totals) = numbers(row) {
            return run.totals(totals);
        }
        let errors = row.strip_prefix("ERRORS :").and_then(|number| scan::whole_number(number.trim()));
        if errors.is_some() {
            return run.totals(Totals { failed: errors, other: None, ..run.counted() });
        }
        let id = TestId::split_last(first, ".");
        match second {
            "PASS" => run.pass(id),
            "SKIP" => run.skip(id),
            "FAIL" => {
                let alias = self.failed.take(|name| name == first || name == id.name);
                run.listed(id, &alias.unwrap_or_default())
            }
            _ => Seen::No,
        }
    }
}

/// Reads `40.00ns INFO     cocotb.regression                  moors failed`: the logger, and what it says.
fn logged(text: &str) -> Option<(&str, &str)> {
    let (time, rest) = text.trim_start().split_once("ns ")?;
    time.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-')).then_some(())?;
    let (level, rest) = rest.split_once(' ')?;
    ["INFO", "WARNING", "ERROR", "DEBUG", "CRITICAL"].contains(&level).then_some(())?;
    let (logger, message) = rest.trim_start().split_once(' ')?;
    Some((logger, message.trim_start()))
}

/// The name in `moors (2/3)`.
fn counted(text: &str) -> Option<&str> {
    const COUNTED: Shape = shape("{name..} ({number}/{number})");
    COUNTED.read(text).map(|read| read.name)
}

/// Reads `TESTS=2 PASS=1 FAIL=1 SKIP=0   40.00 ...`.
fn numbers(row: &str) -> Option<Totals> {
    let mut words = row.split_whitespace();
    let mut next = |name: &str| scan::whole_number(words.next()?.strip_prefix(name)?);
    let (all, passed, failed, skipped) = (next("TESTS=")?, next("PASS=")?, next("FAIL=")?, next("SKIP=")?);
    let sum = passed.checked_add(failed)?.checked_add(skipped)?;
    (sum == all).then_some(Totals { skipped: Some(skipped), ..passed_failed(passed, failed) })
}
