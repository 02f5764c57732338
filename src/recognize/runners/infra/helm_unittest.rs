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
//! Tabs are where blanks do here. Source of the format: helm-unittest's `pkg/unittest/test_runner.go` and its results.

use crate::event::{Class, FailureKind, Part, Place, Seen, TestId};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::{Run, Runner, Spec, of_start, scan};

/// helm-unittest.
#[derive(Debug, Default)]
pub struct HelmUnittest {
    /// The suite that failed, and its file.
    suite: String,
    file: String,
}

/// What is known of the present suite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    /// Not that it failed.
    #[default]
    Good,
    /// It failed, and it did not say yet why.
    Failing,
    /// A failure of it was reported.
    Reported,
}

/// Whether a suite failed, by the word before it.
const SUITES: [(&str, bool); 3] = [(" PASS  ", false), (" SKIP  ", false), (" FAIL  ", true)];

impl Runner for HelmUnittest {
    const SPEC: Spec = Spec {
        name: "helm unittest",
        reads: "helm-unittest",
        starts: &["### Chart [ ", "### Error: "],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("### Chart [ ") && text.contains(" ] ") {
            self.settle(zone, run);
            return if run.is_running() { Seen::Mine(Class::Noise) } else { run.begin(None) };
        }
        if let Some(reason) = text.strip_prefix("### Error: ") {
            // The chart cannot be read.
            self.settle(zone, run);
            run.open();
            return run.fail_whole_at_once(reason.trim(), FailureKind::Suite, reason);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some((failed, suite)) = of_start(&SUITES, text)
            && let Some((suite, file)) = suite.split_once('\t')
        {
            self.settle(zone, run);
            if !failed {
                return Seen::Mine(Class::Noise);
            }
            // A file that cannot be read has no name for its suite.
            let suite = if suite.is_empty() { file } else { suite };
            *self = Self { suite: clipped(suite), file: clipped(file) };
            *zone = Zone::Failing;
            return Seen::Mine(Class::Detail);
        }
        if let Some(numbers) = text.strip_prefix("Tests: ") {
            self.settle(zone, run);
            let mut totals = scan::totals(numbers);
            if totals.passed.is_none() {
                return Seen::No;
            }
            // What is called errored is among the failed ones, and these do not have what could not be run.
            totals.errors = Some(run.counts().whole);
            return run.last_totals(totals);
        }
        if text.starts_with("Charts: ") || text.starts_with("Test Suites: ") {
            self.settle(zone, run);
            return Seen::Mine(Class::Totals);
        }
        if *zone == Zone::Good { Seen::No } else { self.below(zone, text, run) }
    }

    fn end(&mut self, mut zone: Zone, run: &mut Run<'_>) {
        self.settle(&mut zone, run);
    }
}

impl HelmUnittest {
    fn below(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if text.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        let test = text.strip_prefix("\t- ").filter(|test| *test != "Execution Error:");
        if test.is_some_and(|test| test.starts_with("SKIPPED '")) {
            run.close();
            return Seen::Mine(Class::Skipped);
        }
        if let Some(test) = test {
            *zone = Zone::Reported;
            let seen = run.fail(TestId { module: &self.suite, separator: " > ", name: test });
            run.at(Place { file: &self.file, line: None });
            return seen;
        }
        if !text.starts_with(['\t', ' ']) {
            return Seen::No;
        }
        if *zone == Zone::Failing {
            // The suite could not be run, and this is why.
            *zone = Zone::Reported;
            run.fail_whole(&self.suite, FailureKind::Suite);
        }
        let content = text.trim();
        // Below `Execution Error:` of a suite.
        let reason = text.starts_with("\t\t") && !text.starts_with("\t\t\t");
        if reason || content.starts_with("Error") {
            run.message(content.trim_start_matches("- "));
        }
        run.below(Part::Why)
    }

    /// A suite that failed and printed nothing more is a failure itself.
    fn settle(&mut self, zone: &mut Zone, run: &mut Run<'_>) {
        run.close();
        if *zone == Zone::Failing {
            run.fail_whole_at_once(&self.suite, FailureKind::Suite, "");
        }
        *zone = Zone::Good;
    }
}
