//! Maestro: a line for each flow, and how many of them passed.
//!
//! ```text
//! Waiting for flows to complete...
//! [Passed] Login (12s)
//! [Failed] Checkout (31s) (Assertion is false: "Pay" is visible)
//!
//! 1/2 Flow Failed
//! ```
//!
//! Source of the format: maestro-cli's `TestSuiteInteractor` and `TestSuiteStatusView`.

use super::run::{Run, passed_failed};
use crate::event::{Class, Event, Outcome, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::{Attention, Recognizer, Signs, scan};
use crate::text::Line;

/// Maestro.
#[derive(Debug, Default)]
pub struct Maestro {
    run: Run,
    passed: u64,
    failed: u64,
    skipped: u64,
}

impl Recognizer for Maestro {
    fn runner(&self) -> Runner {
        Runner("maestro")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Waiting for flows to complete..."], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim();
        if text == "Waiting for flows to complete..." {
            *self = Self { run: std::mem::take(&mut self.run), ..Self::default() };
            self.run.begin(None, sink);
            return Seen::Mine(Class::Noise);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        if let Some((word, rest)) = text.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
            return self.flow(word, rest, sink);
        }
        if ended(text) {
            let totals = Totals { skipped: Some(self.skipped), ..passed_failed(self.passed, self.failed) };
            sink.emit(Event::MayHaveEnded);
            self.run.declare(totals, sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        Seen::No
    }
}

impl Maestro {
    /// `Checkout (31s) (Assertion is false: "Pay" is visible)`
    fn flow(&mut self, word: &str, rest: &str, sink: &mut dyn Sink) -> Seen {
        let (name, behind) = rest.split_once(" (").unwrap_or((rest, ""));
        let reason =
            behind.split_once(") (").map_or("", |(_, reason)| reason.strip_suffix(')').unwrap_or(reason));
        let id = TestId::bare(name);
        let count = |slot: &mut u64| *slot = slot.saturating_add(1);
        match word {
            "Passed" => {
                count(&mut self.passed);
                self.run.finished(id, Outcome::Passed, sink);
                Seen::Mine(Class::Passed)
            }
            "Canceled" | "Skipped" => {
                count(&mut self.skipped);
                self.run.finished(id, Outcome::Skipped, sink);
                Seen::Mine(Class::Skipped)
            }
            "Failed" => {
                count(&mut self.failed);
                self.run.fail(id, sink);
                self.run.message(reason, sink);
                self.run.close(sink);
                Seen::Mine(Class::Detail)
            }
            _ => Seen::No,
        }
    }
}

/// Reads `1/2 Flow Failed` and `2/2 Flows Passed in 43s`.
fn ended(text: &str) -> bool {
    let numbers = scan::number(text).and_then(|(_, rest)| scan::number(rest.strip_prefix('/')?));
    numbers.is_some_and(|(_, rest)| {
        let rest = rest.strip_prefix(" Flows ").or_else(|| rest.strip_prefix(" Flow "));
        rest.is_some_and(|rest| rest.starts_with("Passed") || rest.starts_with("Failed"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Maestro::default(), text).join("\n")
    }

    const RUN: &str = "Waiting for flows to complete...\n[Passed] Login (12s)\n[Failed] Checkout (31s) (Assertion is false: \"Pay\" is visible)\n";

    #[test]
    fn a_flow_that_failed_has_its_reason() {
        let all = all(&format!("{RUN}\n1/2 Flow Failed\n"));
        assert!(all.contains("Message(\"Assertion is false: \\\"Pay\\\" is visible\")"), "{all}");
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_run_that_is_cut_off_has_no_numbers_and_flows_alone_are_nobodys() {
        assert!(!all(RUN).contains("Declared"));
        assert!(!all("[Failed] Checkout (31s)\n1/2 Flow Failed\n").contains("Started"));
    }
}
