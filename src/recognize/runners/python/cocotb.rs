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

use crate::event::{Class, Event, FailureKind, Outcome, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::run::{Run, Trace, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most names that were told as failed before the table.
const MOST_TOLD: usize = 4096;
/// The column behind that of the time and the logger, where lines go on.
const BODY: usize = 20;

/// cocotb.
#[derive(Debug, Default)]
pub struct Cocotb {
    run: Run,
    /// Failures that were told while the tests ran, as they were called there.
    told: Vec<String>,
    /// The test that runs, until the log tells what became of it, or empty.
    current: String,
    /// Rows of the table: passed, failed, skipped.
    rows: [u64; 3],
    trace: Trace,
}

impl Recognizer for Cocotb {
    fn runner(&self) -> Runner {
        Runner("cocotb")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["0.00ns INFO ", "-.--ns INFO ", "** "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let logged = logged(text);
        if let Some((logger, said)) = logged {
            if logger.starts_with("cocotb") && said.starts_with("Running tests with cocotb v") {
                self.begin(sink);
                return Seen::Mine(Class::Noise);
            }
            if logger.starts_with("cocotb.regression") {
                return self.said(said, sink);
            }
            self.run.close(sink);
            return if self.run.is_running() { Seen::Inside(Class::Other) } else { Seen::No };
        }
        let content = text.trim_start();
        if let Some(row) = content.strip_prefix("** ").and_then(|row| row.strip_suffix(" **")) {
            return self.row(row.trim(), sink);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        if scan::is_ruler(content, '*', 20) {
            return Seen::Mine(Class::Noise);
        }
        let column = text.len().saturating_sub(content.len());
        if self.run.is_open() && (column >= BODY || content.is_empty()) {
            return self.error(content, sink);
        }
        self.run.close(sink);
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.unfinished(sink);
    }
}

impl Cocotb {
    /// The simulator died: nobody told what became of the test that ran.
    fn unfinished(&mut self, sink: &mut dyn Sink) {
        self.run.close(sink);
        let name = std::mem::take(&mut self.current);
        if self.run.is_running() && !name.is_empty() {
            let outcome = Outcome::Failed(FailureKind::Unfinished);
            sink.emit(Event::finished(TestId::split_last(&name, "."), outcome));
        }
    }

    fn begin(&mut self, sink: &mut dyn Sink) {
        self.unfinished(sink);
        *self = Self { run: std::mem::take(&mut self.run), ..Self::default() };
        self.run.begin(None, sink);
    }

    /// What the logger of the tests says.
    fn said(&mut self, said: &str, sink: &mut dyn Sink) -> Seen {
        self.run.close(sink);
        if scan::is_ruler(said, '*', 20) {
            return if self.run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if let Some(name) = said.strip_prefix("running ").and_then(counted) {
            self.run.open(sink);
            self.current = clipped(name);
            return Seen::Mine(Class::Noise);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        self.current.clear();
        // A test that had to fail and passed is `failed: passed but ...`.
        let failed = said
            .split_once(" failed")
            .filter(|(name, rest)| !name.contains(' ') && (rest.is_empty() || rest.starts_with(": ")));
        let broken = said.strip_prefix("Failed to initialize ").map(|name| name.trim_start_matches("test "));
        let broken = broken.and_then(|rest| counted(rest)?.strip_suffix('!')).map(|name| (name, ""));
        if let Some((name, reason)) = failed.or(broken) {
            self.run.fail(TestId::split_last(name, "."), sink);
            self.run.message(reason.trim_start_matches(": "), sink);
            if self.told.len() < MOST_TOLD {
                self.told.push(clipped(name));
            }
            self.trace = Trace::default();
            return Seen::Mine(Class::Detail);
        }
        Seen::Mine(Class::Noise)
    }

    /// A line of what a test raised.
    fn error(&mut self, content: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(seen) = self.trace.line(content, &mut self.run, sink) {
            return seen;
        }
        if content.is_empty() {
            return Seen::Inside(Class::Detail);
        }
        self.run.why(content, sink);
        Seen::Inside(Class::Detail)
    }

    /// A row of the table, without its stars.
    fn row(&mut self, row: &str, sink: &mut dyn Sink) -> Seen {
        let mut words = row.split_whitespace();
        let (Some(first), second) = (words.next(), words.next().unwrap_or_default()) else { return Seen::No };
        if first == "TEST" && (second == "STATUS" || second == "PASS/FAIL") {
            self.run.open(sink);
            return Seen::Mine(Class::Noise);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        if let Some(totals) = numbers(row) {
            self.run.declare(totals, sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        if first == "ERRORS"
            && let Some(failed) =
                row.strip_prefix("ERRORS :").and_then(|number| scan::whole_number(number.trim()))
        {
            let [passed, _, skipped] = self.rows;
            self.run.declare(Totals { skipped: Some(skipped), ..passed_failed(passed, failed) }, sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        let id = TestId::split_last(first, ".");
        let [passed, failed, skipped] = &mut self.rows;
        match second {
            "PASS" => {
                *passed = passed.saturating_add(1);
                self.run.finished(id, Outcome::Passed, sink);
                Seen::Mine(Class::Passed)
            }
            "SKIP" => {
                *skipped = skipped.saturating_add(1);
                self.run.finished(id, Outcome::Skipped, sink);
                Seen::Mine(Class::Skipped)
            }
            "FAIL" => {
                *failed = failed.saturating_add(1);
                let told = self.told.iter().position(|told| told == first || told == id.name);
                let alias = told.map_or(String::new(), |at| self.told.remove(at));
                self.run.listed(id, &alias, sink);
                Seen::Mine(Class::Detail)
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
    let (logger, said) = rest.trim_start().split_once(' ')?;
    Some((logger, said.trim_start()))
}

/// The name in `moors (2/3)`.
fn counted(text: &str) -> Option<&str> {
    let (name, count) = text.rsplit_once(" (")?;
    let (at, all) = count.strip_suffix(')')?.split_once('/')?;
    [at, all].iter().all(|each| scan::whole_number(each).is_some()).then_some(name)
}

/// Reads `TESTS=2 PASS=1 FAIL=1 SKIP=0   40.00 ...`.
fn numbers(row: &str) -> Option<Totals> {
    let mut words = row.split_whitespace();
    let mut next = |name: &str| scan::whole_number(words.next()?.strip_prefix(name)?);
    let all = next("TESTS=")?;
    let (passed, failed, skipped) = (next("PASS=")?, next("FAIL=")?, next("SKIP=")?);
    let sum = passed.checked_add(failed)?.checked_add(skipped)?;
    (sum == all).then_some(Totals { skipped: Some(skipped), ..passed_failed(passed, failed) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Cocotb::default(), text).join("\n")
    }

    const LOG: &str = "     0.00ns INFO     cocotb                             Running tests with cocotb v1.8.1 from /p\n     \
                       0.00ns INFO     cocotb.regression                  running moors (1/1)\n    \
                       40.00ns INFO     cocotb.regression                  moors failed\n                                                        \
                       Traceback (most recent call last):\n                                                          \
                       File \"/p/test_dff.py\", line 31, in moors\n                                                            \
                       assert dut.q.value == 1\n                                                        AssertionError: berth 3 taken\n";
    const TABLE: &str = "    40.00ns INFO     cocotb.regression                  ********************************\n                       \
                         ** TEST              STATUS  SIM TIME (ns)  REAL TIME (s)  RATIO (ns/s) **\n                       \
                         ** test_dff.moors     FAIL          20.00           0.00      15000.00  **\n                       \
                         ** TESTS=1 PASS=0 FAIL=1 SKIP=0    40.00           0.15        266.67  **\n";

    #[test]
    fn a_test_that_failed_has_its_error_and_the_name_of_the_table() {
        let all = all(&format!("{LOG}{TABLE}"));
        assert!(
            all.contains("Message(\"AssertionError: berth 3 taken\")") && all.contains("line: Some(31)"),
            "{all}"
        );
        assert!(
            all.contains("module: \"test_dff\", separator: \".\", name: \"moors\"")
                && all.contains("alias: \"moors\""),
            "{all}"
        );
        assert!(all.contains("passed: Some(0), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_simulation_that_died_tells_no_numbers() {
        let all = all(LOG);
        assert!(all.contains("SectionStarted") && !all.contains("Declared"), "{all}");
    }

    #[test]
    fn the_table_of_older_versions_counts_errors() {
        let all = all(
            "** TEST          PASS/FAIL  SIM TIME(NS)  REAL TIME(S)  RATIO(NS/S) **\n** a.opens      PASS   20.00   0.00   1.00 **\n**            ERRORS : 0              **\n",
        );
        assert!(all.contains("passed: Some(1), failed: Some(0)"), "{all}");
    }

    #[test]
    fn stars_of_others_are_nobodys() {
        assert!(!all("** note **\n** a.b FAIL **\n0.00ns INFO x y\n").contains("Started"));
    }
}
