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
//! A flow that runs alone is told by its commands, of which one may have failed; nothing says that all is over:
//!
//! ```text
//!  > Flow
//! Tap on "Login"... COMPLETED
//! Assert that "Welcome" is visible... FAILED
//!
//! Assertion is false: "Welcome" is visible
//! ```
//!
//! Source of the format: maestro-cli's `TestSuiteInteractor`, `TestSuiteStatusView` and `PlainTextResultView`.

use crate::event::{Class, Event, Outcome, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// Maestro.
#[derive(Debug, Default)]
pub struct Maestro {
    run: Run,
    passed: u64,
    failed: u64,
    skipped: u64,
    /// A flow runs alone.
    alone: bool,
}

impl Recognizer for Maestro {
    fn runner(&self) -> Runner {
        Runner("maestro")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Waiting for flows to complete...", "> Flow"], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() || self.alone { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim();
        if text == "Waiting for flows to complete..." {
            *self = Self { run: std::mem::take(&mut self.run), ..Self::default() };
            self.run.begin(None, sink);
            return Seen::Mine(Class::Noise);
        }
        if text == "> Flow" || text.starts_with("> Flow: ") {
            self.run.close(sink);
            self.alone = true;
            return Seen::Mine(Class::Noise);
        }
        if self.alone {
            return self.command(text, sink);
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
    /// A line of a flow that runs alone: its commands, and behind one that failed the reason.
    fn command(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if self.run.is_open() {
            if text.is_empty() {
                return Seen::Inside(Class::Noise);
            }
            // The flows round the command failed with it.
            if !text.ends_with("... FAILED") {
                self.run.why(text, sink);
                self.run.close(sink);
                *self = Self::default();
                return Seen::Inside(Class::Detail);
            }
            return Seen::Mine(Class::Detail);
        }
        if let Some(command) = text.strip_suffix("... FAILED") {
            self.run.open(sink);
            self.run.fail(TestId::bare(command), sink);
            return Seen::Mine(Class::Detail);
        }
        if text.ends_with("... COMPLETED") { Seen::Mine(Class::Passed) } else { Seen::No }
    }

    /// `Checkout (31s) (Assertion is false: "Pay" is visible)`
    fn flow(&mut self, word: &str, rest: &str, sink: &mut dyn Sink) -> Seen {
        let (name, reason) = timed(rest);
        let id = TestId::bare(name);
        let count = |slot: &mut u64| *slot = slot.saturating_add(1);
        match word {
            "Passed" => {
                count(&mut self.passed);
                self.run.finished(id, Outcome::Passed, sink);
                Seen::Mine(Class::Passed)
            }
            // Why a flow was canceled is the word, which fails nothing.
            _ if word.starts_with("Canceled") || matches!(word, "Skipped" | "Timeout" | "Run expired") => {
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

/// The name in `Checkout (1m 31s) (no pay)`, and the reason; both may have parentheses of their own.
fn timed(rest: &str) -> (&str, &str) {
    let is_duration = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_digit())
            && text.ends_with(['s', 'm', 'h'])
            && text.bytes().all(|byte| byte.is_ascii_digit() || b".hms ".contains(&byte))
    };
    let parted = rest.match_indices(" (").find_map(|(at, _)| {
        let (name, more) = rest.split_at_checked(at)?;
        let (duration, reason) = more.strip_prefix(" (")?.split_once(')')?;
        is_duration(duration).then_some((name, reason.trim_start()))
    });
    let (name, reason) = parted.unwrap_or_else(|| rest.split_once(" (").unwrap_or((rest, "")));
    let reason = reason.strip_prefix('(').unwrap_or(reason);
    (name, reason.strip_suffix(')').unwrap_or(reason))
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
    use crate::recognize::kit::scan::drive;

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
