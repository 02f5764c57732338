//! The console of KotlinTest 3 and the first Kotest 4: a spec with its tests when it is done, and the numbers.
//!
//! ```text
//! 1)        a full quay
//!            turns a ferry away *** FAILED ***
//!               cause: expected:<3> but was:<4> (QuaySpec.kt:17)
//!        keeps a list (Ignored)
//!
//! Kotest completed in 1 seconds, 1204 millis
//! Specs: completed 1, tests 3
//! Tests: passed 1, failed 1, ignored 1
//! *** 1 TESTS FAILED ***
//! Specs with failing tests:
//!  - harbour.QuaySpec
//! ```
//!
//! Tabs tell how deep a test is. A spec that failed as a whole is at the margin with the same mark, and no number
//! tells of it. Source of the format:
//! Kotest's `BasicConsoleWriter.kt`, KotlinTest's `DefaultConsoleWriter.kt`.

use crate::event::{Class, Event, FailureKind, Place, Seen, Sink, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::text::Line;

/// How a run of it is known.
pub(super) const STARTS: [&str; 3] = ["1)    \t", "Kotest completed in ", "KotlinTest completed in "];
const FAILED: &str = " *** FAILED ***";
/// The deepest nesting of containers.
const MOST_LEVELS: usize = 32;
/// The most lines that belong after the numbers.
const MOST_AFTER: u64 = 2;

/// Kotest, its console of old.
#[derive(Debug, Default)]
pub(super) struct KotestBasic {
    run: Run,
    path: Vec<String>,
    wholes: u64,
    /// The run reported that it is complete: how many lines ago.
    complete: Option<u64>,
}

impl KotestBasic {
    /// Whether a run is open.
    pub(super) fn is_running(&self) -> bool {
        self.run.is_running()
    }

    pub(super) fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let completed = text.strip_prefix("Kotest").or_else(|| text.strip_prefix("KotlinTest"));
        if completed.is_some_and(|rest| rest.starts_with(" completed in ") && rest.ends_with(" millis")) {
            self.run.open(sink);
            self.run.close(sink);
            self.complete = Some(0);
            return Seen::Mine(Class::Totals);
        }
        if let Some(lines) = self.complete.take() {
            return self.after(lines, text, sink);
        }
        if text.starts_with("1)    \t") {
            self.run.open(sink);
        }
        if self.run.is_running() { self.inside(text, sink) } else { Seen::No }
    }

    pub(super) fn end(&mut self, sink: &mut dyn Sink) {
        self.run.close(sink);
    }

    fn inside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(cause) = text.trim_start_matches([' ', '\t']).strip_prefix("cause: ") {
            if let Some((_, place)) = cause.rsplit_once(" (")
                && let Some((file, line)) = place.strip_suffix(')').and_then(|place| place.rsplit_once(':'))
                && let Some((line, "")) = scan::number(line)
            {
                self.run.at(Place { file, line: Some(line) }, sink);
            }
            self.run.why(cause, sink);
            return Seen::Inside(Class::Detail);
        }
        // The number of a spec is before its first test.
        let numbered = scan::number(text).and_then(|(_, rest)| rest.strip_prefix(") "));
        let row = numbered.unwrap_or(text);
        if let Some(name) = row.strip_prefix("   \t") {
            return self.test(name, sink);
        }
        let whole = row.strip_suffix(FAILED).filter(|name| !name.starts_with([' ', '\t', '-']));
        if let Some(name) = whole {
            self.run.fail_whole(name, FailureKind::Suite, sink);
            self.wholes = self.wholes.saturating_add(1);
            return Seen::Mine(Class::Detail);
        }
        if let Some(name) = row.strip_suffix(" did not complete") {
            self.run.fail_whole(name, FailureKind::Unfinished, sink);
            self.wholes = self.wholes.saturating_add(1);
            return Seen::Mine(Class::Detail);
        }
        if numbered.is_some_and(str::is_empty) {
            return Seen::Mine(Class::Noise);
        }
        if self.run.is_open() && !text.is_empty() {
            self.run.why(text, sink);
            return Seen::Inside(Class::Detail);
        }
        Seen::No
    }

    /// A test or a container below as many others as tabs are before it.
    fn test(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let name = text.trim_start_matches('\t');
        let level = text.len().saturating_sub(name.len());
        self.path.truncate(level);
        let (name, failed) = name.strip_suffix(FAILED).map_or((name, false), |name| (name, true));
        let mut path: Vec<&str> = self.path.iter().map(String::as_str).collect();
        path.push(name);
        let whole = path.join(" -- ");
        if failed {
            self.run.fail(TestId::bare(&whole), sink);
        } else {
            self.run.close(sink);
        }
        if self.path.len() < MOST_LEVELS {
            self.path.push(clipped(name));
        }
        Seen::Mine(if failed { Class::Detail } else { Class::Passed })
    }

    /// A line after the word that the run is complete.
    fn after(&mut self, lines: u64, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some([passed, failed, skipped]) = text.strip_prefix("Tests: ").and_then(numbers) {
            sink.emit(Event::MayHaveEnded);
            let reported = passed_failed(passed, failed.saturating_add(self.wholes));
            self.run.declare(Totals { skipped: Some(skipped), ..reported }, sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        let lines = lines.saturating_add(1);
        self.complete = (lines < MOST_AFTER).then_some(lines);
        Seen::Inside(Class::Noise)
    }
}

/// Reads `passed 1, failed 1, ignored 1`.
fn numbers(text: &str) -> Option<[u64; 3]> {
    let (passed, rest) = scan::number(text.strip_prefix("passed ")?)?;
    let (failed, rest) = scan::number(rest.strip_prefix(", failed ")?)?;
    let (ignored, "") = scan::number(rest.strip_prefix(", ignored ")?)? else { return None };
    Some([passed, failed, ignored])
}

#[cfg(test)]
mod tests {
    use crate::recognize::kit::scan::drive;
    use crate::recognize::runners::jvm::kotest::Kotest;

    fn all(text: &str) -> String {
        drive(&mut Kotest::default(), text).join("\n")
    }

    const RUN: &str = "1)    \ta full quay\n   \t\tturns a ferry away *** FAILED ***\n\t  \tcause: no berth (QuaySpec.kt:17)\n   \tlists (Ignored)\n";

    #[test]
    fn a_failure_is_called_by_its_containers_and_has_its_cause() {
        let all = all(&format!(
            "{RUN}\nKotest completed in 1 seconds, 1204 millis\nSpecs: completed 1, tests 3\nTests: passed 1, failed 1, ignored 1\n"
        ));
        assert!(all.contains("name: \"a full quay -- turns a ferry away\""), "{all}");
        assert!(
            all.contains("Message(\"no berth (QuaySpec.kt:17)\")") && all.contains("line: Some(17)"),
            "{all}"
        );
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_spec_that_failed_as_a_whole_is_counted() {
        let all = all(&format!(
            "{RUN}CraneSpec *** FAILED ***\n  \tcause: no rope)\n\nKotlinTest completed in 1 seconds, 9 millis\n2 specs containing 3 tests\nTests: passed 1, failed 1, ignored 1\n"
        ));
        assert!(all.contains("name: \"CraneSpec\"") && all.contains("failed: Some(2)"), "{all}");
    }

    #[test]
    fn numbers_are_right_after_the_word_that_the_run_is_complete() {
        let all = all(&format!("{RUN}Tests: passed 1, failed 0, ignored 1\n"));
        assert!(!all.contains("Declared"), "{all}");
    }
}
