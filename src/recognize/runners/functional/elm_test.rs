//! elm-test: failures with the path of their descriptions above them, the word for the run, and numbers.
//!
//! ```text
//! elm-test 0.19.1-revision12
//! --------------------------
//!
//! Running 3 tests. To reproduce these results, run: elm-test --fuzz 100 --seed 283749283
//!
//! ↓ HarbourTest
//! ↓ quay
//! ✗ moors a ferry
//!
//!     3
//!     ╷
//!     │ Expect.equal
//!     ╵
//!     4
//!
//! TEST RUN FAILED
//!
//! Duration: 142 ms
//! Passed:   2
//! Failed:   1
//! ```
//!
//! elm-test-rs prints the same. Source of the format: `Test/Reporter/Console.elm` of node-test-runner.

use crate::event::{Class, Event, FailureKind, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::run::Run;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The deepest path of descriptions.
const MOST_LEVELS: usize = 32;

/// elm-test.
#[derive(Debug, Default)]
pub struct ElmTest {
    run: Run,
    path: Vec<String>,
    /// The first line of the failure that is told, or empty: its message when no comparison is named.
    first: String,
    /// What the run came to, and the numbers below it.
    ended: Option<Word>,
    totals: Totals,
}

/// The word for the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Passed,
    Failed,
    /// Tests were left out, or are to be written: it fails.
    Incomplete,
}

impl Recognizer for ElmTest {
    fn runner(&self) -> Runner {
        Runner("elm-test")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Running ", "TEST RUN "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some(announced) = header(text) {
            *self = Self { run: std::mem::take(&mut self.run), ..Self::default() };
            self.run.begin(Some(announced), sink);
            return Seen::Mine(Class::Noise);
        }
        if let Some(said) = text.strip_prefix("TEST RUN ") {
            return self.word(said, sink);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        if let Some(word) = self.ended {
            return self.number(word, text, sink);
        }
        if text.starts_with("✓ ") {
            // A test that passed is told with the distribution of what it was given.
            self.close(sink);
            self.path.clear();
            return Seen::Mine(Class::Passed);
        }
        if let Some(level) = text.strip_prefix("↓ ") {
            if self.run.is_open() {
                self.close(sink);
                self.path.clear();
            }
            if self.path.len() < MOST_LEVELS {
                self.path.push(clipped(level));
            }
            return Seen::Mine(Class::Detail);
        }
        if let Some(name) = text.strip_prefix("✗ ") {
            let module = self.path.join(" > ");
            let separator = if module.is_empty() { "" } else { " > " };
            self.close(sink);
            self.run.fail(TestId { module: &module, separator, name }, sink);
            return Seen::Mine(Class::Detail);
        }
        if self.run.is_open() && (text.is_empty() || indent(text) >= 4 || text.starts_with("Given ")) {
            return self.why(text.trim(), sink);
        }
        self.close(sink);
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl ElmTest {
    /// Ends the failure that is told.
    fn close(&mut self, sink: &mut dyn Sink) {
        let first = std::mem::take(&mut self.first);
        self.run.message(&first, sink);
        self.run.close(sink);
    }

    fn why(&mut self, content: &str, sink: &mut dyn Sink) -> Seen {
        if content.is_empty() {
            return Seen::Inside(Class::Detail);
        }
        if let Some(check) = content.strip_prefix("│ ") {
            self.run.message(check, sink);
        } else if self.first.is_empty() && !content.starts_with("Given ") {
            self.first = clipped(content);
        }
        self.run.text(Part::Why, sink);
        Seen::Inside(Class::Detail)
    }

    fn word(&mut self, said: &str, sink: &mut dyn Sink) -> Seen {
        let word = match said {
            "PASSED" => Word::Passed,
            "FAILED" => Word::Failed,
            _ if said.starts_with("INCOMPLETE because ") => Word::Incomplete,
            _ => return Seen::No,
        };
        if !self.run.is_running() {
            return Seen::No;
        }
        self.close(sink);
        if word == Word::Incomplete {
            self.run.fail_whole(said, FailureKind::Suite, sink);
            self.run.close(sink);
        }
        self.ended = Some(word);
        Seen::Mine(Class::Totals)
    }

    /// `Passed:   2`
    fn number(&mut self, word: Word, text: &str, sink: &mut dyn Sink) -> Seen {
        let told = text.split_once(':').map(|(name, number)| (name, number.trim()));
        let Some((name, number)) = told else {
            return if text.is_empty() { Seen::Mine(Class::Noise) } else { Seen::No };
        };
        let slot = match name {
            "Duration" => return Seen::Mine(Class::Noise),
            "Passed" => &mut self.totals.passed,
            "Failed" => &mut self.totals.failed,
            "Skipped" => &mut self.totals.skipped,
            "Todo" => &mut self.totals.other,
            _ => return Seen::No,
        };
        let Some(number) = scan::whole_number(number) else { return Seen::No };
        *slot = Some(number);
        if name == "Failed" {
            let mut totals = self.totals;
            if word == Word::Incomplete {
                totals.errors = Some(1);
            }
            sink.emit(Event::MayHaveEnded);
            self.run.declare(totals, sink);
            *self = Self::default();
        }
        Seen::Mine(Class::Totals)
    }
}

/// Reads `Running 3 tests. To reproduce these results, run: elm-test --fuzz 100 --seed 2837`.
fn header(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("Running ")?)?;
    let rest = rest.strip_prefix(" tests").or_else(|| rest.strip_prefix(" test"))?;
    rest.starts_with(". To reproduce these results, run: elm-test").then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut ElmTest::default(), text).join("\n")
    }

    const HEAD: &str = "Running 3 tests. To reproduce these results, run: elm-test --fuzz 100 --seed 28\n\n";

    #[test]
    fn a_failure_is_called_by_the_path_above_it() {
        let all = all(&format!(
            "{HEAD}↓ HarbourTest\n↓ quay\n✗ moors\n\n    3\n    ╷\n    │ Expect.equal\n    ╵\n    4\n\n\n\nTEST RUN FAILED\n\nDuration: 142 ms\nPassed:   2\nFailed:   1\n"
        ));
        assert!(all.contains("module: \"HarbourTest > quay\", separator: \" > \", name: \"moors\""), "{all}");
        assert!(all.contains("Message(\"Expect.equal\")"), "{all}");
        assert!(all.contains("passed: Some(2), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_run_that_left_tests_out_fails() {
        let all = all(&format!(
            "{HEAD}\nTEST RUN INCOMPLETE because Test.skip was used\n\nDuration: 142 ms\nPassed:   1\nFailed:   0\n"
        ));
        assert!(all.contains("Whole") && all.contains("errors: Some(1)"), "{all}");
    }

    #[test]
    fn a_run_that_is_cut_off_tells_no_numbers_and_the_word_alone_is_nobodys() {
        assert!(!all(HEAD).contains("Declared"));
        assert!(!all("TEST RUN PASSED\n\nPassed:   1\nFailed:   0\n").contains("Started"));
    }
}
