//! kunit.py of the Linux kernel: a line for each test, what a failed one printed, rulers round suites, and numbers.
//!
//! ```text
//! [10:00:42] Starting KUnit Kernel (1/1)...
//! [10:00:42] ================= harbour (2 subtests) ==================
//! [10:00:42] [PASSED] opens
//! [10:00:42]     # moors: EXPECTATION FAILED at lib/kunit/harbour-test.c:31
//! [10:00:42]     Expected berths == 4, but
//! [10:00:42] [FAILED] moors
//! [10:00:42] ==================== [FAILED] harbour =====================
//! [10:00:42] Testing complete. Ran 2 tests: passed: 1, failed: 1
//! ```
//!
//! What a test printed stands above its line, in older versions below it. Source of the format: kunit's `kunit_parser.py`.

use crate::event::{Class, Event, FailureKind, Outcome, Part, Place, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most lines above a failed test that are held.
const MOST_HELD: usize = 60;
/// The deepest nesting of suites.
const MOST_SUITES: usize = 32;

/// kunit.py.
#[derive(Debug, Default)]
pub struct Kunit {
    run: Run,
    suites: Vec<String>,
    held: Vec<String>,
    errors: u64,
    /// The stamp of the time stands before each line.
    stamped: bool,
}

impl Recognizer for Kunit {
    fn runner(&self) -> Runner {
        Runner("kunit")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["Starting KUnit Kernel", "Testing complete. ", "[0", "[1", "[2"],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let bare = unstamped(text);
        let stamped = bare.is_some();
        let text = bare.unwrap_or(text);
        if text.starts_with("Starting KUnit Kernel") {
            *self = Self { run: std::mem::take(&mut self.run), stamped, ..Self::default() };
            self.run.begin(None, sink);
            return Seen::Mine(Class::Noise);
        }
        if let Some(totals) = text.strip_prefix("Testing complete. ").and_then(|said| self.numbers(said)) {
            self.run.open(sink);
            self.run.declare(totals, sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        if self.stamped && !stamped {
            return Seen::No;
        }
        self.inside(text, sink)
    }
}

impl Kunit {
    fn inside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim();
        if content.is_empty() {
            self.run.close(sink);
            return Seen::Inside(Class::Noise);
        }
        if let Some(said) = content.strip_prefix("==").and_then(|said| said.strip_suffix("==")) {
            return self.ruler(said.trim_matches('=').trim(), sink);
        }
        if let Some((word, name)) = content.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
            let id_module = self.suites.join(".");
            let separator = if id_module.is_empty() { "" } else { "." };
            let id = TestId { module: &id_module, separator, name: name.trim() };
            let seen = match word {
                "PASSED" => {
                    self.run.finished(id, Outcome::Passed, sink);
                    Class::Passed
                }
                "SKIPPED" => {
                    self.run.finished(id, Outcome::Skipped, sink);
                    Class::Skipped
                }
                "FAILED" | "CRASHED" | "TIMEOUT" => {
                    self.run.fail(id, sink);
                    for text in std::mem::take(&mut self.held) {
                        tell(&mut self.run, &text, Some(&text), sink);
                    }
                    Class::Detail
                }
                "ERROR" => {
                    self.errors = self.errors.saturating_add(1);
                    self.run.fail_whole(name, FailureKind::Suite, sink);
                    self.run.close(sink);
                    Class::Detail
                }
                _ => return Seen::No,
            };
            self.held.clear();
            return Seen::Mine(seen);
        }
        if self.run.is_open() {
            tell(&mut self.run, text, None, sink);
            return Seen::Mine(Class::Detail);
        }
        if self.held.len() < MOST_HELD {
            self.held.push(clipped(text));
        }
        Seen::Inside(Class::Other)
    }

    /// `harbour (2 subtests)` before a suite, `[FAILED] harbour` behind it, and `[PASSED] harbour` before it in older versions.
    fn ruler(&mut self, said: &str, sink: &mut dyn Sink) -> Seen {
        self.run.close(sink);
        self.held.clear();
        if let Some((_, name)) = said.strip_prefix('[').and_then(|said| said.split_once("] ")) {
            if self.suites.last().is_some_and(|suite| suite == name) {
                self.suites.pop();
            } else {
                self.suites.clear();
                self.suites.push(clipped(name));
            }
        } else if let Some((name, count)) = said.rsplit_once(" (")
            && (count.ends_with(" subtests)") || count.ends_with(" subtest)"))
            && self.suites.len() < MOST_SUITES
        {
            self.suites.push(clipped(name));
        } else if !said.is_empty() && self.suites.len() < MOST_SUITES {
            // Parameters of one test: their number is not known before.
            self.suites.push(clipped(said));
        }
        Seen::Mine(Class::Noise)
    }

    /// `Ran 3 tests: passed: 1, failed: 1`, `Passed: 1, Failed: 1, Crashed: 0`, `3 tests run. 1 failed. 0 crashed.`
    fn numbers(&self, said: &str) -> Option<Totals> {
        let (mut passed, mut failed, mut skipped, mut errors) = (0_u64, 0_u64, 0, 0_u64);
        if let Some((all, rest)) = scan::number(said) {
            for part in rest.strip_prefix(" tests run.")?.split('.') {
                match scan::number(part.trim()) {
                    Some((number, " failed" | " crashed")) => failed = failed.saturating_add(number),
                    Some((number, " skipped")) => skipped = number,
                    _ => {}
                }
            }
            passed = all.saturating_sub(failed).saturating_sub(skipped);
        } else {
            let parts = match said.strip_prefix("Ran ") {
                Some(rest) => rest.split_once(" tests: ")?.1,
                None => said,
            };
            for part in parts.split(", ") {
                let (word, number) = part.split_once(": ")?;
                let number = scan::whole_number(number)?;
                match word.to_ascii_lowercase().as_str() {
                    "passed" => passed = number,
                    "failed" | "crashed" => failed = failed.saturating_add(number),
                    "skipped" => skipped = number,
                    "errors" => errors = number,
                    _ => return None,
                }
            }
        }
        // An error of the parser may come without a line of its own, and its line without a number.
        let errors = errors.max(self.errors);
        Some(Totals { errors: Some(errors), skipped: Some(skipped), ..passed_failed(passed, failed) })
    }
}

/// A line that a failed test printed, decoded when it was held.
fn tell(run: &mut Run, text: &str, held: Option<&str>, sink: &mut dyn Sink) {
    let content = text.trim();
    let said = content.trim_start_matches("# ");
    let noise = content.starts_with("[ ") || content.starts_with("not ok ") || content.starts_with("ok ");
    let at = said.split_once(" FAILED at ").and_then(|(_, at)| at.rsplit_once(':'));
    if let Some((file, line)) = at
        && let Some(line) = scan::whole_number(line)
    {
        run.at(Place { file, line: Some(line) }, sink);
    } else if said.starts_with("Expected ") {
        run.message(said, sink);
    }
    let part = if noise { Part::Output } else { Part::Why };
    match held {
        Some(text) => sink.emit(Event::Decoded { part, text }),
        None => run.text(part, sink),
    }
}

/// The line without `[10:00:42] `.
fn unstamped(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('[')?;
    let (stamp, rest) = rest.split_once(']')?;
    let timed = stamp.len() == 8
        && stamp
            .bytes()
            .enumerate()
            .all(|(at, byte)| if at % 3 == 2 { byte == b':' } else { byte.is_ascii_digit() });
    timed.then(|| rest.strip_prefix(' ').unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Kunit::default(), text).join("\n")
    }

    const HEAD: &str = "[10:00:42] Starting KUnit Kernel (1/1)...\n[10:00:42] ============================================================\n\
                        [10:00:42] ================= harbour (2 subtests) ==================\n[10:00:42] [PASSED] opens\n";
    const FAILED: &str = "[10:00:42]     # moors: EXPECTATION FAILED at lib/harbour-test.c:31\n[10:00:42]     Expected berths == 4, but\n[10:00:42] [FAILED] moors\n\
                          [10:00:42] ==================== [FAILED] harbour =====================\n[10:00:43] Testing complete. Ran 2 tests: passed: 1, failed: 1\n";

    #[test]
    fn what_a_failed_test_printed_stands_above_its_line() {
        let all = all(&format!("{HEAD}{FAILED}"));
        assert!(all.contains("module: \"harbour\", separator: \".\", name: \"moors\""), "{all}");
        assert!(all.contains("file: \"lib/harbour-test.c\", line: Some(31)"), "{all}");
        assert!(all.contains("Message(\"Expected berths == 4, but\")"), "{all}");
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_kernel_that_hangs_tells_no_numbers() {
        let all = all(HEAD);
        assert!(all.contains("SectionStarted") && !all.contains("Declared"), "{all}");
    }

    #[test]
    fn output_that_cannot_be_read_is_an_error() {
        let all = all(
            "Starting KUnit Kernel (1/1)...\n[ERROR] Test: <missing>: Could not find any KTAP output.\nTesting complete. Ran 0 tests: errors: 1\n",
        );
        assert!(all.contains("Whole") && all.contains("errors: Some(1)"), "{all}");
    }

    #[test]
    fn older_numbers_are_read() {
        for said in [
            "Testing complete. 3 tests run. 1 failed. 1 crashed.",
            "Testing complete. Passed: 1, Failed: 1, Crashed: 1, Skipped: 0, Errors: 0",
        ] {
            assert!(
                all(&format!("[10:00:42] {said}\n")).contains("passed: Some(1), failed: Some(2)"),
                "{said}"
            );
        }
        assert!(!all("Testing complete. All good\n[10:00:42] [FAILED] x\n").contains("Started"));
    }
}
