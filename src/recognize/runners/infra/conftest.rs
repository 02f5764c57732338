//! conftest: a line for each policy that a file does not keep, and numbers.
//!
//! ```text
//! WARN - deployment.yaml - main - image has no tag
//! FAIL - deployment.yaml - main - Containers must not run as root
//!
//! 5 tests, 3 passed, 1 warning, 1 failure, 0 exceptions
//! ```
//!
//! Warnings fail nothing by themselves, and exceptions are what a policy lets pass. Standard input is the file `-`. Source of the format: conftest's `output/standard.go`.

use crate::event::{Block, Class, Event, Outcome, Part, Place, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{PassShape, Recognizer, Signs};
use crate::text::Line;

/// conftest.
#[derive(Debug, Default)]
pub struct Conftest {
    run: Run,
}

impl Recognizer for Conftest {
    fn runner(&self) -> Runner {
        Runner("conftest")
    }

    fn signs(&self) -> Signs {
        // How the numbers end, with those that are skipped when asked for, and without exceptions in older versions.
        const PASSES: [PassShape; 5] = [
            PassShape { start: "", end: " exceptions" },
            PassShape { start: "", end: " exception" },
            PassShape { start: "", end: " skipped" },
            PassShape { start: "", end: " failures" },
            PassShape { start: "", end: " failure" },
        ];
        Signs { starts: &["FAIL - ", "WARN - ", "EXCP - "], passes: &PASSES, ..Signs::default() }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some(totals) = numbers(text) {
            self.run.open(sink);
            self.run.declare(totals, sink);
            return Seen::Mine(Class::Totals);
        }
        let Some((word, rest)) = text.split_once(" - ") else { return Seen::No };
        let file = rest.strip_prefix("- ").map(|more| ("-", more)).or_else(|| rest.split_once(" - "));
        let Some((file, more)) = file else { return Seen::No };
        let (space, message) = more.split_once(" - ").unwrap_or(("", more));
        let named = !file.is_empty() && !file.contains(' ') && !space.contains(' ');
        match word {
            "EXCP" if named => {
                self.run.open(sink);
                let id = TestId { module: file, separator: ": ", name: message };
                self.run.finished(id, Outcome::Other, sink);
                Seen::Mine(Class::Other)
            }
            "FAIL" if named => {
                self.run.open(sink);
                self.run.fail(TestId { module: file, separator: ": ", name: message }, sink);
                if file != "-" {
                    self.run.at(Place { file, line: None }, sink);
                }
                self.run.message(message, sink);
                self.run.close(sink);
                Seen::Mine(Class::Detail)
            }
            "WARN" if named => {
                self.run.open(sink);
                sink.emit(Event::BlockOpened(Block::Warning { key: rest }));
                sink.emit(Event::Text(Part::Why));
                sink.emit(Event::BlockClosed);
                Seen::Mine(Class::Warning)
            }
            _ => Seen::No,
        }
    }
}

/// Reads `5 tests, 2 passed, 1 warning, 2 failures, 0 exceptions, 0 skipped`; the last two may be missing.
fn numbers(text: &str) -> Option<Totals> {
    let mut parts = text.split(", ");
    let mut next = |words: [&str; 2]| {
        let (number, word) = scan::number(parts.next()?)?;
        words.contains(&word).then_some(number)
    };
    let all = next([" tests", " test"])?;
    let passed = next([" passed", " passed"])?;
    let warned = next([" warnings", " warning"])?;
    let failed = next([" failures", " failure"])?;
    let excepted = match parts.next() {
        Some(part) => match scan::number(part)? {
            (number, " exceptions" | " exception") => number,
            _ => return None,
        },
        None => 0,
    };
    let over = parts.next().is_some_and(|part| !part.ends_with(" skipped")) || parts.next().is_some();
    let other = warned.checked_add(excepted)?;
    let skipped = all.checked_sub(passed)?.checked_sub(other)?.checked_sub(failed)?;
    (!over).then_some(Totals { skipped: Some(skipped), other: Some(other), ..passed_failed(passed, failed) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Conftest::default(), text).join("\n")
    }

    #[test]
    fn a_line_tells_a_policy_and_the_numbers_end_the_run() {
        let all = all(
            "WARN - a.yaml - main - no tag\nFAIL - a.yaml - main - no root\n\n5 tests, 3 passed, 1 warning, 1 failure, 0 exceptions\n",
        );
        assert!(all.contains("module: \"a.yaml\", separator: \": \", name: \"no root\""), "{all}");
        assert!(all.contains("passed: Some(3), failed: Some(1)") && all.contains("other: Some(1)"), "{all}");
    }

    #[test]
    fn older_lines_have_no_namespace_and_prose_is_nobodys() {
        assert!(all("FAIL - a.yaml - no root\n").contains("name: \"no root\""));
        for text in [
            "FAIL - the whole thing - broke\n",
            "5 tests, 2 passed\n",
            "FAIL - x\n",
            "2 tests, 5 passed, 0 warnings, 0 failures, 0 exceptions\n",
        ] {
            assert!(!all(text).contains("Started"), "{text}");
        }
    }
}
