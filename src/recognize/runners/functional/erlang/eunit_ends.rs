//! What begins and ends a run of EUnit: its header, rebar3's lines round it, its numbers, its own errors.
//!
//! Anything may print totals: those of a verbose run tell a pass only when no more passed than began, and none runs. EUnit's own error
//! ends a run without numbers, so that it is reported when none follow.

use super::eunit::{Eunit, LONGEST_REASON, Teller};
use crate::event::{Class, Ended, FailureKind, Opened, Seen, Totals};
use crate::recognize::kit::Run;
use crate::text::head;

/// What closes the numbers of a run in which something was given up.
const CANCELLED: &str = "One or more tests were cancelled.";

impl Eunit {
    /// What begins and ends runs, whatever is open.
    pub(super) fn frame_of_run(&mut self, whole: &str, run: &mut Run<'_>) -> Option<Seen> {
        if whole.starts_with("======================== EUnit =") {
            if !run.is_running() || self.teller != Teller::Rebar {
                self.start(Opened::Own, Teller::Verbose, run);
            }
            self.teller = Teller::Verbose;
            return Some(Seen::Mine(Class::Noise));
        }
        if !run.is_running() && whole.starts_with("==> ") && whole.ends_with(" (eunit)") {
            // Also of an application without tests, for which nothing follows.
            self.teller = Teller::Rebar2;
            return Some(Seen::Mine(Class::Noise));
        }
        if whole.starts_with("===> Performing EUnit tests") {
            self.start(Opened::Own, Teller::Rebar, run);
            return Some(Seen::Mine(Class::Noise));
        }
        if whole.starts_with("===> Error running tests")
            || whole.starts_with("===> Error Running EUnit Tests")
        {
            run.close();
            self.tell_internal(run);
            if run.is_running() {
                run.end(Ended::Failed);
            }
            *self = Self::default();
            run.consequence("rebar3 eunit", FailureKind::Suite);
            return Some(Seen::Mine(Class::Detail));
        }
        if whole == CANCELLED {
            if !std::mem::take(&mut self.cancelled) {
                run.consequence(whole, FailureKind::Suite);
            }
            return Some(Seen::Mine(Class::Totals));
        }
        if run.is_running() && (whole.starts_with("Internal error: ") || whole.starts_with("Eunit failed: "))
        {
            run.close();
            self.internal = Some(head(whole, LONGEST_REASON).to_owned());
            return Some(Seen::Mine(Class::Detail));
        }
        None
    }

    /// EUnit's own error was its last word.
    pub(super) fn tell_internal(&mut self, run: &mut Run<'_>) {
        if let Some(error) = self.internal.take() {
            run.instead(&error);
            run.fail_whole_at_once(&error, FailureKind::Crash, "");
        }
    }

    /// Whether a verbose run can have ended with these numbers.
    pub(super) fn agrees(&self, totals: &Totals) -> bool {
        let passed = totals.failed == Some(0) && totals.skipped == Some(0) && self.given_up == 0;
        let began = totals.passed.is_some_and(|number| number <= self.begun) && !self.unended;
        self.teller != Teller::Verbose || !passed || began
    }

    pub(super) fn totals(&mut self, totals: Totals, cancelled: u64, run: &mut Run<'_>) -> Seen {
        if !run.is_running() {
            // Anything may print such a line: it claims nothing that is before it.
            self.start(Opened::Own, Teller::Quiet, run);
        }
        // What did not run, or was cancelled, is no failed test, and may be reported in fewer places than it counts; rebar3
        // does not tell what did not run.
        let skipped = totals.skipped.unwrap_or(0);
        let errors = match (self.given_up, self.teller) {
            (0, _) => cancelled.saturating_add(skipped),
            (reported, Teller::Rebar) => reported.saturating_add(skipped),
            (reported, _) => reported,
        };
        let nothing_failed = errors == 0 && totals.failed == Some(0);
        let seen = run.totals(Totals { errors: Some(errors), skipped: Some(0), total: None, ..totals });
        *self = Self::default();
        if nothing_failed && totals.total.is_some() {
            // Such numbers are only reported a run in which something was cancelled.
            run.consequence(CANCELLED, FailureKind::Suite);
            self.cancelled = true;
        }
        seen
    }
}
