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
//! With other levels of verbosity a test is `Passed: quay/Moor.java` or `FAILED: quay/Sink.java`, or is between `runner starting test: ` and a
//! status below `runner finished test: `. Source of the format: jtreg's `VerboseHandler.java` and `TestStats.java`.

use crate::event::{Class, FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::{EveryLine, Run, Runner, Spec, of_start, scan};

/// What begins the numbers.
const RESULTS: &str = "Test results: ";
/// The last line of a run that did not go well.
const PROBLEMS: &str = "Error: Some tests failed or other problems occurred.";
/// What is before the name of a test, and what follows its line.
const NAMES: [(&str, Zone); 3] = [
    ("TEST: ", Zone::Outside),
    ("runner starting test: ", Zone::Outside),
    ("runner finished test: ", Zone::Finished),
];
/// What is before the result of the test that was named.
const RESULT: &str = "TEST RESULT: ";
/// What is before the name of a test in a line of its own, and the status that this means.
const SUMMARY: [(&str, &str); 3] = [("Passed: ", "Passed."), ("FAILED: ", "Failed."), ("Error:  ", "Error.")];

/// jtreg.
#[derive(Debug, Default)]
pub struct Jtreg {
    /// The test that was named last.
    name: String,
    /// A failure was reported since the last word about problems.
    failed: bool,
}

/// What follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// The status of the test that the line above names.
    Finished,
}

impl Runner for Jtreg {
    const SPEC: Spec = Spec {
        name: "jtreg",
        reads: "jtreg of OpenJDK: lines, blocks and numbers",
        starts: &[
            RESULTS, PROBLEMS, NAMES[0].0, NAMES[1].0, NAMES[2].0, RESULT, "Passed: ", "FAILED: ",
            "Error:  ", "Passed. ", "Failed. ", "Error. ",
        ],
        // A status need not be on the next line.
        every_line: EveryLine::Never,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let finished = std::mem::take(zone) == Zone::Finished;
        if let Some((follows, name)) = of_start(&NAMES, text).filter(|(_, name)| is_test(name)) {
            crate::text::head(name, NAME_BYTES).clone_into(&mut self.name);
            *zone = follows;
            run.open();
            return match follows {
                Zone::Outside => run.start(TestId::bare(&self.name)),
                Zone::Finished => Seen::Mine(Class::Noise),
            };
        }
        let status = text.strip_prefix(RESULT).or_else(|| finished.then_some(text));
        if let Some(status) = status.filter(|_| !self.name.is_empty()) {
            let name = std::mem::take(&mut self.name);
            return self.result(&name, status, run);
        }
        // What a test prints is between its name and its result.
        let outside = self.name.is_empty();
        if let Some((status, name)) = of_start(&SUMMARY, text).filter(|(_, name)| outside && is_test(name)) {
            run.open();
            return self.result(name, status, run);
        }
        if let Some(totals) = text.strip_prefix(RESULTS).filter(|_| outside).and_then(numbers) {
            self.failed |= totals.failed.unwrap_or(0) > 0 || totals.errors.unwrap_or(0) > 0;
            run.open();
            return run.last_totals(totals);
        }
        if text == PROBLEMS {
            if !std::mem::take(&mut self.failed) {
                run.consequence(text, FailureKind::Suite);
            }
            return Seen::Mine(Class::Detail);
        }
        Seen::No
    }

    /// The word about problems follows the numbers.
    fn ended(&mut self) -> Zone {
        Zone::Outside
    }
}

impl Jtreg {
    /// A test is over: `Failed. Execution failed: ...`.
    fn result(&mut self, name: &str, status: &str, run: &mut Run<'_>) -> Seen {
        let id = TestId::bare(name);
        let reason = match status.split_once('.') {
            Some(("Passed", _)) => return run.pass(id),
            Some(("Not run", _)) => return run.skip(id),
            Some(("Failed" | "Error", reason)) => reason,
            _ => return Seen::No,
        };
        self.failed = true;
        if reason.is_empty() {
            return run.fail_at_once(id, None, "");
        }
        run.instead(&format!("TEST: {name}"));
        run.fail_because(id, reason);
        let seen = run.text(Part::Why);
        run.close();
        seen
    }
}

/// Whether the text is the name of a test: a file relative to its suite, perhaps with one of several descriptions in it.
fn is_test(name: &str) -> bool {
    let file = name.split_once('#').map_or(name, |(file, _)| file);
    let known = [".java", ".sh", ".html"].iter().any(|ending| file.ends_with(ending));
    known && !name.contains(' ')
}

/// Reads `passed: 3; failed: 1; error: 1; not run: 2`, where nothing is zero, and `no tests selected`.
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
            // Tests that were left out come after those that count.
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

    #[test]
    fn numbers_say_nothing_for_zero() {
        let totals = numbers("passed: 1,203; error: 2").unwrap();
        assert_eq!((totals.passed, totals.failed, totals.errors), (Some(1203), Some(0), Some(2)));
        assert_eq!(numbers("boats: 1"), None);
        assert_eq!(numbers("passed: 3; excluded: 1").unwrap().passed, Some(3));
        assert_eq!(numbers("passed"), None);
    }
}
