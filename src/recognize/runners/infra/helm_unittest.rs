//! helm-unittest: a line for each suite, what its failed tests say below it, and numbers like jest's.
//!
//! ```text
//! ### Chart [ harbour ] ./charts/harbour
//!
//!  PASS  opens the quay    charts/harbour/tests/quay_test.yaml
//!  FAIL  moors a ferry    charts/harbour/tests/ferry_test.yaml
//!     - should have three replicas
//!
//!         - asserts[0] `equal` fail
//!             Expected to equal:
//!                 3
//!
//! Charts:      1 failed, 0 passed, 1 total
//! Test Suites: 1 failed, 1 passed, 2 total
//! Tests:       1 failed, 3 passed, 4 total
//! ```
//!
//! Tabs stand where blanks do here. Source of the format: helm-unittest's `pkg/unittest/test_runner.go` and its results.

use crate::event::{Class, Event, FailureKind, Part, Place, Runner, Seen, Sink, TestId};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::run::Run;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// helm-unittest.
#[derive(Debug, Default)]
pub struct HelmUnittest {
    run: Run,
    /// The suite that failed, and its file; whether a failure of it was told.
    suite: String,
    file: String,
    failing: bool,
    told: bool,
    /// Suites and charts that could not be run: the numbers of tests do not have them.
    broken: u64,
}

impl Recognizer for HelmUnittest {
    fn runner(&self) -> Runner {
        Runner("helm unittest")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["### Chart [ ", "### Error: "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text.starts_with("### Chart [ ") && text.contains(" ] ") {
            self.settle(sink);
            if !self.run.is_running() {
                self.run.begin(None, sink);
            }
            return Seen::Mine(Class::Noise);
        }
        if let Some(reason) = text.strip_prefix("### Error: ") {
            // The chart cannot be read.
            self.settle(sink);
            self.run.open(sink);
            self.broken(reason.trim(), sink);
            self.run.message(reason, sink);
            self.run.close(sink);
            return Seen::Mine(Class::Detail);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        let words = [" PASS  ", " SKIP  ", " FAIL  "];
        let titled = words.iter().find_map(|word| Some((*word, text.strip_prefix(word)?.split_once('\t')?)));
        if let Some((word, (suite, file))) = titled {
            self.settle(sink);
            if word != " FAIL  " {
                return Seen::Mine(Class::Noise);
            }
            // A file that cannot be read has no name for its suite.
            let suite = if suite.is_empty() { file } else { suite };
            (self.suite, self.file, self.failing, self.told) = (clipped(suite), clipped(file), true, false);
            return Seen::Mine(Class::Detail);
        }
        if let Some(said) = text.strip_prefix("Tests: ") {
            self.settle(sink);
            let mut totals = scan::totals(said);
            if totals.passed.is_none() {
                return Seen::No;
            }
            // What is said to be errored is among the failed ones.
            totals.errors = Some(self.broken);
            sink.emit(Event::MayHaveEnded);
            self.run.declare(totals, sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        if text.starts_with("Charts: ") || text.starts_with("Test Suites: ") {
            self.settle(sink);
            return Seen::Mine(Class::Totals);
        }
        if self.failing { self.below(text, sink) } else { Seen::No }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.settle(sink);
    }
}

impl HelmUnittest {
    fn below(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        let test = text.strip_prefix("\t- ").filter(|test| *test != "Execution Error:");
        if test.is_some_and(|test| test.starts_with("SKIPPED '")) {
            self.run.close(sink);
            return Seen::Mine(Class::Skipped);
        }
        if let Some(test) = test {
            self.told = true;
            let suite = self.suite.clone();
            self.run.fail(TestId { module: &suite, separator: " > ", name: test }, sink);
            let file = self.file.clone();
            self.run.at(Place { file: &file, line: None }, sink);
            return Seen::Mine(Class::Detail);
        }
        if !text.starts_with(['\t', ' ']) {
            return Seen::No;
        }
        if !self.told {
            // The suite could not be run, and this is why.
            self.told = true;
            let suite = self.suite.clone();
            self.broken(&suite, sink);
        }
        let content = text.trim();
        // Below `Execution Error:` of a suite.
        let reason = text.starts_with("\t\t") && !text.starts_with("\t\t\t");
        if reason || content.starts_with("Error") {
            self.run.message(content.trim_start_matches("- "), sink);
        }
        self.run.text(Part::Why, sink);
        Seen::Inside(Class::Detail)
    }

    /// A suite that failed and said nothing more is a failure itself.
    fn settle(&mut self, sink: &mut dyn Sink) {
        self.run.close(sink);
        if std::mem::take(&mut self.failing) && !self.told {
            let suite = self.suite.clone();
            self.broken(&suite, sink);
            self.run.close(sink);
        }
    }

    /// A suite or a chart that failed as a whole.
    fn broken(&mut self, name: &str, sink: &mut dyn Sink) {
        self.broken = self.broken.saturating_add(1);
        self.run.fail_whole(name, FailureKind::Suite, sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut HelmUnittest::default(), text).join("\n")
    }

    const RUN: &str = "### Chart [ harbour ] ./charts/harbour\n\n PASS  opens\tcharts/quay_test.yaml\n FAIL  moors\tcharts/ferry_test.yaml\n\t- has three\n\n\t\t- asserts[0] `equal` fail\n\t\t\tExpected to equal:\n\t\t\t\t3\n\n";

    #[test]
    fn a_test_is_called_by_its_suite() {
        let all = all(&format!(
            "{RUN}Charts:      1 failed, 0 passed, 1 total\nTests:       1 failed, 3 passed, 4 total\n"
        ));
        assert!(all.contains("module: \"moors\", separator: \" > \", name: \"has three\""), "{all}");
        assert!(
            all.contains("Message(\"asserts[0] `equal` fail\")") && all.contains("charts/ferry_test.yaml"),
            "{all}"
        );
        assert!(all.contains("passed: Some(3), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_run_that_is_cut_off_has_no_numbers_and_those_of_others_are_nobodys() {
        assert!(!all(RUN).contains("Declared"));
        assert!(!all(" FAIL  a\tb\nTests:       1 failed, 3 passed, 4 total\n").contains("Started"));
    }
}
