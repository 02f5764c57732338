//! kyua: a line for each test, and numbers; its report tells them again.
//!
//! ```text
//! quay_test:moors  ->  failed: 3 berths, 4 wanted  [0.012s]
//! crane_test:lifts  ->  passed  [0.003s]
//!
//! 1/2 passed (1 failed)
//! ```
//!
//! `kyua report` lists the tests by their results, and counts them: behind a run that told the same it says nothing new.
//! Source of the format: kyua's `cli/cmd_test.cpp` and `cli/cmd_report.cpp`, and runs of it.

use crate::event::{Class, FailureKind, Outcome, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// A line of any beginning with this end.
const fn ending(end: &'static str) -> PassShape {
    PassShape { start: "", end }
}

/// kyua.
#[derive(Debug, Default)]
pub struct Kyua {
    run: Run,
    skipped: u64,
    other: u64,
    failed: u64,
    /// In a report, and what its tests that failed printed is read.
    report: bool,
    output: bool,
    /// Failures of the run before: the report behind it tells them again.
    known: Names,
    again: bool,
}

impl Recognizer for Kyua {
    fn runner(&self) -> Runner {
        Runner("kyua")
    }

    fn signs(&self) -> Signs {
        // How the line of a test ends: others have a blank or another unit before the bracket.
        const PASSES: [PassShape; 10] = [
            ending("0s]"),
            ending("1s]"),
            ending("2s]"),
            ending("3s]"),
            ending("4s]"),
            ending("5s]"),
            ending("6s]"),
            ending("7s]"),
            ending("8s]"),
            ending("9s]"),
        ];
        Signs { starts: &["===> ", "Results file id is "], passes: &PASSES, ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() || self.report { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some((name, result)) = status(text) {
            return self.result(name, result, sink);
        }
        if let Some(head) = text.strip_prefix("===> ") {
            return self.head(head, sink);
        }
        if text.starts_with("Results file id is ") || text.starts_with("Results saved to ") {
            self.run.open(sink);
            return Seen::Mine(Class::Noise);
        }
        if !self.run.is_running() && !self.report {
            return Seen::No;
        }
        if let Some(totals) = self.numbers(text) {
            // A run ends here; a report of the same tests says nothing new.
            if !self.again {
                self.run.declare(totals, sink);
            }
            let known = std::mem::take(&mut self.known);
            let keep = !self.report;
            *self = Self::default();
            if keep {
                self.known = known;
            }
            return Seen::Mine(Class::Totals);
        }
        if self.report && self.output && !self.again {
            if text == "Standard output:" || text == "Standard error:" {
                return Seen::Mine(Class::Noise);
            }
            self.run.text(Part::Output, sink);
            return Seen::Inside(if self.run.is_open() { Class::Detail } else { Class::Other });
        }
        Seen::No
    }
}

impl Kyua {
    /// `quay_test:moors`, and what became of it.
    fn result(&mut self, name: &str, result: &str, sink: &mut dyn Sink) -> Seen {
        let id = TestId::split_last(name, ":");
        let (word, reason) = result.split_once(": ").unwrap_or((result, ""));
        let outcome = match word {
            "passed" => Outcome::Passed,
            "skipped" => Outcome::Skipped,
            "expected_failure" => Outcome::Other,
            "failed" | "broken" => Outcome::Failed(FailureKind::Test),
            _ => return Seen::No,
        };
        let failed = matches!(outcome, Outcome::Failed(_));
        if self.report {
            self.again |= failed && self.known.knows(name);
            if self.again {
                return Seen::Mine(if failed { Class::Noise } else { Class::Other });
            }
        }
        self.run.open(sink);
        match outcome {
            Outcome::Passed => {
                self.run.finished(id, outcome, sink);
                Seen::Mine(Class::Passed)
            }
            Outcome::Skipped => {
                self.skipped = self.skipped.saturating_add(1);
                self.run.finished(id, outcome, sink);
                Seen::Mine(Class::Skipped)
            }
            Outcome::Other => {
                self.other = self.other.saturating_add(1);
                self.run.finished(id, outcome, sink);
                Seen::Mine(Class::Other)
            }
            Outcome::Failed(_) => {
                self.failed = self.failed.saturating_add(1);
                self.known.next(name);
                self.run.fail(id, sink);
                self.run.why(reason, sink);
                self.run.close(sink);
                Seen::Mine(Class::Detail)
            }
        }
    }

    /// `===> Failed tests`, `===> quay_test:moors`, `===> Summary`.
    fn head(&mut self, head: &str, sink: &mut dyn Sink) -> Seen {
        let lists = ["Skipped tests", "Expected failures", "Broken tests", "Failed tests", "Passed tests"];
        if head == "Execution context" || head == "Summary" || lists.contains(&head) {
            self.report = true;
            self.output = false;
            if self.failed == 0 && !self.again {
                self.run.open(sink);
            }
            return Seen::Mine(Class::Noise);
        }
        self.output = self.report && head.contains(':') && !head.contains(' ');
        if self.output { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    /// `1/4 passed (3 failed)`, `1/4 passed (1 broken, 2 failed, 0 skipped)` and the numbers of a report.
    fn numbers(&self, text: &str) -> Option<Totals> {
        if let Some(said) = text.strip_prefix("Test cases: ") {
            let mut numbers = [0_u64; 5];
            let words = [" total", " skipped", " expected failures", " broken", " failed"];
            for (slot, (part, word)) in numbers.iter_mut().zip(said.split(", ").zip(words)) {
                let (number, rest) = scan::number(part)?;
                *slot = number;
                (rest == word).then_some(())?;
            }
            let [all, skipped, expected, broken, failed] = numbers;
            let bad = broken.saturating_add(failed);
            let rest = all.checked_sub(bad)?.checked_sub(skipped)?.checked_sub(expected)?;
            return self.report.then_some(Totals {
                skipped: Some(skipped),
                other: Some(expected),
                ..passed_failed(rest, bad)
            });
        }
        let (good, rest) = scan::number(text)?;
        let (all, rest) = scan::number(rest.strip_prefix('/')?)?;
        let parts = rest.strip_prefix(" passed (")?.strip_suffix(')')?;
        let mut bad = 0_u64;
        for part in parts.split(", ") {
            let (number, word) = scan::number(part)?;
            match word {
                " failed" | " broken" => bad = bad.saturating_add(number),
                " skipped" => {}
                _ => return None,
            }
        }
        let good = good.min(all.checked_sub(bad)?);
        // Skipped tests and expected failures are good ones, or counted apart.
        let other = self.other.min(good);
        let skipped = self.skipped.min(all.saturating_sub(bad).saturating_sub(other));
        let passed = all.saturating_sub(bad).saturating_sub(other).saturating_sub(skipped);
        Some(Totals { skipped: Some(skipped), other: Some(other), ..passed_failed(passed, bad) })
    }
}

/// Reads `quay_test:moors  ->  failed: no  [0.012s]`: the test, and what became of it.
fn status(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once("  ->  ")?;
    let (result, time) = rest.rsplit_once("  [")?;
    let timed = time.strip_suffix("s]").is_some_and(|time| {
        time.contains('.') && time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    });
    let named = name.contains(':') && !name.contains(' ');
    (timed && named).then_some((name, result))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Kyua::default(), text).join("\n")
    }

    const RUN: &str = "quay:opens  ->  passed  [0.028s]\nquay:moors  ->  failed: 3 berths: 4 wanted  [0.011s]\nquay:docks  ->  skipped: no ferry  [0.001s]\n\n\
                       Results file id is p.1\nResults saved to /p.db\n\n2/3 passed (1 failed)\n";
    const REPORT: &str = "===> Failed tests\nquay:moors  ->  failed: 3 berths: 4 wanted  [0.011s]\n===> Summary\nResults read from /p.db\n\
                          Test cases: 3 total, 1 skipped, 0 expected failures, 0 broken, 1 failed\nTotal time: 0.056s\n";

    #[test]
    fn a_line_tells_a_test_and_the_numbers_the_run() {
        let all = all(RUN);
        assert!(all.contains("module: \"quay\", separator: \":\", name: \"moors\""), "{all}");
        assert!(all.contains("Message(\"3 berths: 4 wanted\")"), "{all}");
        assert!(all.contains("passed: Some(1), failed: Some(1), errors: None, skipped: Some(1)"), "{all}");
    }

    #[test]
    fn a_report_behind_its_run_tells_nothing_new_and_alone_it_tells_all() {
        let both = all(&format!("{RUN}{REPORT}"));
        assert_eq!((both.matches("BlockOpened").count(), both.matches("Declared").count()), (1, 1), "{both}");
        let alone = all(REPORT);
        assert_eq!(
            (alone.matches("BlockOpened").count(), alone.matches("Declared").count()),
            (1, 1),
            "{alone}"
        );
    }

    #[test]
    fn newer_numbers_tell_broken_tests_apart() {
        let all = all("quay:opens  ->  passed  [0.028s]\n\n1/3 passed (1 broken, 0 failed, 1 skipped)\n");
        assert!(all.contains("failed: Some(1)"), "{all}");
    }

    #[test]
    fn lines_that_look_alike_are_nobodys() {
        for text in
            ["a  ->  passed\n", "a b:c  ->  passed  [0.1s]\n", "1/4 passed (3 failed)\n", "===> Building\n"]
        {
            assert!(!all(text).contains("Started"), "{text}");
        }
    }
}
