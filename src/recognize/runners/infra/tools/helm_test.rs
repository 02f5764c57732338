//! helm test: a suite for each pod that tests a release, with its phase.
//!
//! ```text
//! TEST SUITE:     quay-test
//! Last Started:   Mon Jan 20 12:47:09 2025
//! Last Completed: Mon Jan 20 12:47:09 2025
//! Phase:          Failed
//! Error: 1 error occurred:
//! ```
//!
//! helm 2 writes `RUNNING: quay-test`, then `PASSED: quay-test` or `FAILED: quay-test, run ...`. The error below says why. Source:
//! helm's `pkg/cmd/status.go`, and `release_testing.go` of version 2.

use crate::event::{Class, Part, Seen, TestId};
use crate::recognize::kit::{Run, Runner, Spec};

/// helm test.
#[derive(Debug, Default)]
pub struct HelmTest {
    /// The suite whose phase is to come.
    suite: String,
    /// The suite that failed last.
    failed: Option<String>,
}

/// Where its lines are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Suites,
    /// Below `Error: `.
    Error,
}

impl Runner for HelmTest {
    const SPEC: Spec = Spec {
        name: "helm test",
        reads: "helm test, of version 2 to 4",
        starts: &["TEST SUITE: ", "RUNNING: "],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if *zone == Zone::Error {
            if text.starts_with([' ', '\t']) && !text.trim().is_empty() {
                return run.why(text);
            }
            *zone = Zone::Suites;
            run.close();
        }
        if text.starts_with("LAST DEPLOYED: ") && run.is_running() && !self.suite.is_empty() {
            // The last one died.
            *self = Self::default();
            return run.begin(None);
        }
        if let Some(suite) = field(text, "TEST SUITE:").filter(|suite| *suite != "None") {
            return self.begins(suite, run);
        }
        if let Some(suite) = text.strip_prefix("RUNNING: ").filter(|suite| is_name(suite)) {
            return self.begins(suite, run);
        }
        if self.suite.is_empty() && self.failed.is_none() {
            return Seen::No;
        }
        if let Some(phase) = field(text, "Phase:") {
            return self.ended(phase, run);
        }
        if let Some((word, rest)) = text.split_once(": ")
            && matches!(word, "PASSED" | "FAILED")
            && rest.split(',').next() == Some(self.suite.as_str())
        {
            return self.ended(word, run);
        }
        if let Some(message) = text.strip_prefix("Error: ")
            && let Some(failed) = &self.failed
        {
            run.more(failed);
            run.message(message);
            *zone = Zone::Error;
            return run.text(Part::Why);
        }
        let own = ["Last Started:", "Last Completed:"].iter().any(|start| text.starts_with(start));
        if own { Seen::Mine(Class::Noise) } else { Seen::No }
    }
}

impl HelmTest {
    /// A suite began, whose phase is to come.
    fn begins(&mut self, suite: &str, run: &mut Run<'_>) -> Seen {
        suite.clone_into(&mut self.suite);
        run.drop_totals();
        run.open()
    }

    /// A suite ended; more may follow.
    fn ended(&mut self, phase: &str, run: &mut Run<'_>) -> Seen {
        let suite = std::mem::take(&mut self.suite);
        let id = TestId::bare(&suite);
        let seen = match phase {
            "Succeeded" | "PASSED" => run.pass(id),
            "Failed" | "FAILED" => {
                self.failed = Some(run.failed(id));
                Seen::Mine(Class::Detail)
            }
            _ => run.other(id),
        };
        let totals = run.counted();
        run.hold_totals(totals);
        seen
    }
}

/// The value of a field.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.strip_prefix(name).map(str::trim).filter(|value| !value.is_empty())
}

/// The name of a pod.
fn is_name(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte))
}
