//! jtreg, the harness of OpenJDK's tests: a line or a block for each test, and its numbers.
//!
//! ```text
//! TEST: quay/Sink.java
//! TEST RESULT: Failed. Execution failed: `main' threw exception: java.lang.RuntimeException: one boat sank
//! --------------------------------------------------
//! Test results: passed: 3; failed: 1; error: 1
//! Error: Some tests failed or other problems occurred.
//! ```
//!
//! With other levels of verbosity a test is `Passed: quay/Moor.java` or `FAILED: quay/Sink.java`, or stands between `runner starting test: ` and a
//! status below `runner finished test: `. Source of the format: jtreg's `VerboseHandler.java` and `TestStats.java`.

use crate::event::{Class, Event, FailureKind, Outcome, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::run::Run;
use crate::recognize::kit::scan;
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// What begins the numbers.
const RESULTS: &str = "Test results: ";
/// The last line of a run that did not go well.
const PROBLEMS: &str = "Error: Some tests failed or other problems occurred.";
/// What names a test whose result follows.
const NAMES: [&str; 3] = ["TEST: ", "runner starting test: ", "runner finished test: "];
/// What tells the result of the test that was named.
const RESULT: &str = "TEST RESULT: ";
/// The longest name that is held, in bytes.
const LONGEST: usize = 512;

/// jtreg.
#[derive(Debug, Default)]
pub struct Jtreg {
    run: Run,
    /// The test that was named last.
    name: String,
    /// The line above names a test that is over: its status follows.
    finished: bool,
    /// A failure was told since the last numbers.
    told: bool,
}

impl Recognizer for Jtreg {
    fn runner(&self) -> Runner {
        Runner("jtreg")
    }

    fn signs(&self) -> Signs {
        const STARTS: [&str; 12] = [
            RESULTS, PROBLEMS, NAMES[0], NAMES[1], NAMES[2], RESULT, "Passed: ", "FAILED: ", "Error:  ",
            "Passed. ", "Failed. ", "Error. ",
        ];
        Signs { starts: &STARTS, ..Signs::default() }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let finished = std::mem::take(&mut self.finished);
        if let Some(name) =
            NAMES.iter().find_map(|names| text.strip_prefix(names)).filter(|name| is_test(name))
        {
            self.run.open(sink);
            crate::text::head(name, LONGEST).clone_into(&mut self.name);
            self.finished = text.starts_with(NAMES[2]);
            if !self.finished {
                sink.emit(Event::Started(TestId::bare(&self.name)));
            }
            return Seen::Mine(Class::Noise);
        }
        let status = text.strip_prefix(RESULT).or_else(|| finished.then_some(text));
        if let Some(status) = status.filter(|_| !self.name.is_empty()) {
            let name = std::mem::take(&mut self.name);
            return self.ended(&name, status, sink);
        }
        // What a test prints stands between its name and its result.
        let outside = self.name.is_empty();
        let summary = [("Passed: ", "Passed."), ("FAILED: ", "Failed."), ("Error:  ", "Error.")];
        let summed = summary.iter().find_map(|(words, status)| Some((text.strip_prefix(words)?, *status)));
        if let Some((name, status)) = summed.filter(|(name, _)| outside && is_test(name)) {
            self.run.open(sink);
            return self.ended(name, status, sink);
        }
        if let Some(totals) = text.strip_prefix(RESULTS).filter(|_| outside).and_then(numbers) {
            self.run.open(sink);
            sink.emit(Event::MayHaveEnded);
            self.told |= totals.failed.unwrap_or(0) > 0 || totals.errors.unwrap_or(0) > 0;
            self.run.declare(totals, sink);
            self.name.clear();
            return Seen::Mine(Class::Totals);
        }
        if text == PROBLEMS {
            if !std::mem::take(&mut self.told) {
                sink.emit(Event::Consequence { name: text, kind: FailureKind::Suite });
            }
            return Seen::Mine(Class::Detail);
        }
        Seen::No
    }
}

impl Jtreg {
    /// A test is over: `Failed. Execution failed: ...`.
    fn ended(&mut self, name: &str, status: &str, sink: &mut dyn Sink) -> Seen {
        let id = TestId::bare(name);
        let reason = match status.split_once('.') {
            Some(("Passed", _)) => {
                self.run.finished(id, Outcome::Passed, sink);
                return Seen::Mine(Class::Passed);
            }
            Some(("Not run", _)) => {
                self.run.finished(id, Outcome::Skipped, sink);
                return Seen::Mine(Class::Skipped);
            }
            Some(("Failed" | "Error", reason)) => reason,
            _ => return Seen::No,
        };
        self.told = true;
        if !reason.is_empty() {
            sink.emit(Event::Instead(&format!("TEST: {name}")));
        }
        self.run.fail(id, sink);
        if !reason.is_empty() {
            self.run.message(reason, sink);
            self.run.text(Part::Why, sink);
        }
        self.run.close(sink);
        Seen::Mine(Class::Detail)
    }
}

/// Whether the text is the name of a test: a file relative to its suite, perhaps with one of several descriptions in it.
fn is_test(name: &str) -> bool {
    let file = name.split_once('#').map_or(name, |(file, _)| file);
    let known = [".java", ".sh", ".html"].iter().any(|ending| file.ends_with(ending));
    known && !name.contains(' ')
}

/// Reads `passed: 3; failed: 1; error: 1; not run: 2`, where nothing stands for zero, and `no tests selected`.
fn numbers(text: &str) -> Option<Totals> {
    let mut totals =
        Totals { passed: Some(0), failed: Some(0), errors: Some(0), skipped: Some(0), ..Totals::default() };
    if text == "no tests selected" {
        return Some(totals);
    }
    let mut known = false;
    for part in text.split("; ") {
        let (word, number) = part.split_once(": ")?;
        let number = scan::whole_number(&number.replace(',', ""))?;
        *match word {
            "passed" => &mut totals.passed,
            "failed" => &mut totals.failed,
            "error" => &mut totals.errors,
            "not run" => &mut totals.skipped,
            // Tests that were left out stand behind those that count.
            _ if known => continue,
            _ => return None,
        } = Some(number);
        known = true;
    }
    Some(totals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Jtreg::default(), text).join("\n")
    }

    #[test]
    fn a_test_is_told_in_every_verbosity() {
        for text in [
            "TEST: a/Sink.java\nTEST RESULT: Failed. Execution failed: no\n",
            "runner starting test: a/Sink.java\nrunner finished test: a/Sink.java\nFailed. Execution failed: no\n",
            "FAILED: a/Sink.java\n",
            "FAILED: a/Sink.java#id1\n",
        ] {
            let all = all(text);
            assert!(
                all.contains("name: \"a/Sink.java") && all.matches("kind: Test").count() == 1,
                "{text}{all}"
            );
        }
        assert!(
            all("TEST: a/Moor.java\nTEST RESULT: Passed. Execution successful\n").contains("outcome: Passed")
        );
    }

    #[test]
    fn numbers_say_nothing_for_zero() {
        let totals = numbers("passed: 1,203; error: 2").unwrap();
        assert_eq!((totals.passed, totals.failed, totals.errors), (Some(1203), Some(0), Some(2)));
        assert_eq!(numbers("boats: 1"), None);
        assert_eq!(numbers("passed: 3; excluded: 1").unwrap().passed, Some(3));
        assert_eq!(numbers("passed"), None);
    }

    #[test]
    fn what_is_no_test_is_not_told() {
        for text in [
            "FAILED: one boat.java sank\n",
            "FAILED: quay\n",
            "TEST: moor\nTEST RESULT: Failed. no\n",
            "Failed. Execution failed\n",
        ] {
            assert!(!all(text).contains("Block"), "{text}");
        }
    }

    #[test]
    fn what_a_test_prints_is_no_result() {
        let all = all(
            "TEST: a/Moor.java\nTest results: passed: 9\nFAILED: a/Sink.java\nTEST RESULT: Passed. Execution successful\nTest results: passed: 1\n",
        );
        assert_eq!(all.matches("Declared").count(), 1, "{all}");
        assert!(!all.contains("Block"), "{all}");
    }

    #[test]
    fn the_last_line_alone_is_a_failure() {
        assert!(all(PROBLEMS).contains("Consequence"));
        assert!(!all(&format!("Test results: failed: 1\n{PROBLEMS}")).contains("Consequence"));
    }
}
