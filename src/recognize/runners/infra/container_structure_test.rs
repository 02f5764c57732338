//! container-structure-test: each check with what became of it, and numbers.
//!
//! ```text
//! ====================================
//! ====== Test file: quay.yaml ======
//! ====================================
//! === RUN: File Existence Test: berth
//! --- FAIL
//! duration: 0s
//! Error: File /etc/berth should exist but does not
//!
//! ====================================
//! ============= RESULTS ==============
//! ====================================
//! Passes:      1
//! Failures:    1
//! Duration:    412.11ms
//! Total tests: 2
//!
//! FAIL
//! ```
//!
//! Source of the format: its `pkg/output/output.go`.

use crate::event::{Class, Event, Outcome, Part, Runner, Seen, Sink, TestId};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// container-structure-test.
#[derive(Debug, Default)]
pub struct ContainerStructureTest {
    run: Run,
    /// The check that runs, or empty.
    test: String,
    /// Behind `RESULTS`: passes and failures.
    results: Option<(Option<u64>, Option<u64>)>,
    /// Behind the numbers: the word for all follows.
    word: bool,
}

impl Recognizer for ContainerStructureTest {
    fn runner(&self) -> Runner {
        Runner("container structure test")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["====== Test file: "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text.starts_with("====== Test file: ") && text.ends_with(" ======") {
            self.finish(sink);
            if self.results.is_some() || !self.run.is_running() {
                *self = Self { run: std::mem::take(&mut self.run), ..Self::default() };
                self.run.begin(None, sink);
            }
            return Seen::Mine(Class::Noise);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        if scan::is_ruler(text, '=', 20) {
            self.run.close(sink);
            return Seen::Mine(Class::Noise);
        }
        if scan::ruled(text, '=').is_some_and(|said| said == "RESULTS") {
            self.run.close(sink);
            self.results = Some((None, None));
            return Seen::Mine(Class::Noise);
        }
        if let Some(results) = &mut self.results {
            let number =
                |text: &str| text.split_once(':').and_then(|(_, number)| scan::whole_number(number.trim()));
            if text.starts_with("Passes: ") {
                results.0 = number(text);
                return Seen::Mine(Class::Totals);
            }
            if text.starts_with("Failures: ") {
                results.1 = number(text);
                return Seen::Mine(Class::Totals);
            }
            if text.starts_with("Total tests: ") && results.0.is_some() && results.1.is_some() {
                sink.emit(Event::MayHaveEnded);
                self.word = true;
                return Seen::Mine(Class::Totals);
            }
            if self.word {
                return self.last_word(text, sink);
            }
            return if text.starts_with("Duration: ") { Seen::Mine(Class::Totals) } else { Seen::No };
        }
        self.test(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.finish(sink);
    }
}

impl ContainerStructureTest {
    /// `PASS` or `FAIL`, which tests of Go print as well.
    fn last_word(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        self.finish(sink);
        if matches!(text, "PASS" | "FAIL") { Seen::Mine(Class::Totals) } else { Seen::No }
    }

    /// The run ended, when its numbers came.
    fn finish(&mut self, sink: &mut dyn Sink) {
        if let (true, Some((Some(passed), Some(failed)))) = (self.word, self.results) {
            self.run.declare(passed_failed(passed, failed), sink);
            *self = Self::default();
        }
    }

    fn test(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(name) = text.strip_prefix("=== RUN: ") {
            self.run.close(sink);
            self.test = clipped(name);
            return Seen::Mine(Class::Noise);
        }
        if matches!(text, "--- PASS" | "--- FAIL") && !self.test.is_empty() {
            let test = std::mem::take(&mut self.test);
            let id = TestId::split_last(&test, ": ");
            if text == "--- PASS" {
                self.run.finished(id, Outcome::Passed, sink);
                return Seen::Mine(Class::Passed);
            }
            let shown = format!("=== RUN: {test}");
            sink.emit(Event::Instead(&shown));
            self.run.fail(id, sink);
            return Seen::Mine(Class::Detail);
        }
        if !self.run.is_open() {
            return Seen::No;
        }
        if let Some(reason) = text.strip_prefix("Error: ") {
            self.run.message(reason, sink);
            self.run.text(Part::Why, sink);
            return Seen::Mine(Class::Detail);
        }
        self.run.text(Part::Output, sink);
        Seen::Inside(Class::Detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut ContainerStructureTest::default(), text).join("\n")
    }

    const HEAD: &str = "====== Test file: quay.yaml ======\n=== RUN: Command Test: opens\n--- PASS\nduration: 4ms\n=== RUN: File Existence Test: berth\n";
    const END: &str = "\n========================================\n=============== RESULTS ================\n========================================\n";

    #[test]
    fn a_check_that_fails_has_its_error() {
        let all = all(&format!(
            "{HEAD}--- FAIL\nduration: 0s\nError: no berth\n{END}Passes:      1\nFailures:    1\nDuration:    4ms\nTotal tests: 2\n\nFAIL\n"
        ));
        assert!(all.contains("module: \"File Existence Test\", separator: \": \", name: \"berth\""), "{all}");
        assert!(
            all.contains("Message(\"no berth\")") && all.contains("passed: Some(1), failed: Some(1)"),
            "{all}"
        );
    }

    #[test]
    fn a_run_that_is_cut_off_has_no_numbers() {
        assert!(!all(&format!("{HEAD}{END}Passes: 1\n")).contains("Declared"));
        assert!(!all("=== RUN: a: b\n--- FAIL\n").contains("Started"));
    }
}
