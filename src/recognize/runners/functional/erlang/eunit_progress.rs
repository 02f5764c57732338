//! rebar3's own report of EUnit: a point for each test, `Failures:` with a numbered block for each, `Pending:` with what was cancelled or did
//! not run, and at last `Finished in 0.1 seconds` and `3 tests, 1 failures` right below.
//!
//! A test may print any of this. What `Finished in` says ends nothing before the numbers follow; numbers without a failure only do when
//! as many points came; and the blocks are numbered one by one. See rebar3's `eunit_progress`.

use super::eunit::{Eunit, In, State};
use super::eunit_lines as lines;
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::{Run, points};

/// What a test is shown as when it passed, failed and did not run.
const POINTS: &str = ".F*";

impl Eunit {
    /// A line of rebar3's report.
    pub(super) fn rebar_line(&mut self, whole: &str, text: &str, run: &mut Run<'_>) -> Seen {
        let finished = std::mem::replace(&mut self.finished, false);
        match whole {
            "Failures:" => {
                run.close();
                self.state = State::Failures;
                return Seen::Mine(Class::Noise);
            }
            "Pending:" => {
                run.close();
                self.state = State::Pending;
                return Seen::Mine(Class::Noise);
            }
            _ if whole.starts_with("Finished in ") && whole.ends_with(" seconds") => {
                self.finished = true;
                return Seen::Mine(Class::Noise);
            }
            _ => {}
        }
        if let Some((totals, cancelled)) = lines::rebar_totals(whole).filter(|_| finished)
            && (cancelled > 0 || self.agrees_with_points(&totals))
        {
            // What did not run has a point and no name.
            run.emit(Event::Counted {
                passed: totals.passed.unwrap_or(0),
                failed: totals.skipped.unwrap_or(0),
                skipped: 0,
                other: 0,
            });
            return self.totals(totals, cancelled, run);
        }
        if self.state == State::Running && points::begins(text, POINTS) {
            let more = self.points.read(text, POINTS);
            let alone = u64::try_from(text.len()).is_ok_and(|all| all == more);
            return if alone { Seen::Mine(Class::Passed) } else { Seen::No };
        }
        if matches!(self.state, State::Failures | State::Pending)
            && let Some((number, shown)) = lines::numbered(whole)
            && number <= self.listed.saturating_add(1)
        {
            self.state = State::Failures;
            self.listed = self.listed.max(number);
            self.held = None;
            let (module, name) = shown.split_once(':').unwrap_or(("", shown));
            let separator = if module.is_empty() { "" } else { ":" };
            self.begins(In::Reason, module);
            return run.fail(TestId { module, separator, name });
        }
        if self.state == State::Pending
            && let Some(name) =
                whole.strip_prefix("  ").filter(|name| !name.starts_with(' ') && !name.is_empty())
        {
            run.close();
            self.held = Some(name.to_owned());
            return Seen::Mine(Class::Detail);
        }
        if let Some(name) = self.held.take() {
            if text.contains("{blame,") {
                // Given up because of another that is reported.
                return Seen::Mine(Class::Detail);
            }
            self.given_up.up(1);
            let shown = if name == "undefined" { format!("cancelled {}", self.given_up) } else { name };
            self.begins(In::Reason, "");
            run.instead(&shown);
            run.fail_as(TestId::bare(&shown), FailureKind::Setup);
        }
        if !run.is_open() {
            return Seen::No;
        }
        if self.state == State::Running {
            return self.body(text, run);
        }
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        self.term(text, run)
    }

    /// Whether the points tell as many of each as these numbers, or the numbers tell failures.
    fn agrees_with_points(&self, totals: &Totals) -> bool {
        let some = |number: Option<u64>| number.is_some_and(|number| number > 0);
        some(totals.failed)
            || some(totals.skipped)
            || (totals.passed == Some(self.points.of(POINTS, '.'))
                && totals.passed == Some(self.points.all()))
    }

    /// A line of a failure in rebar3's list.
    fn term(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(file) =
            lines::term_file(text, &self.module).filter(|file| file.len() <= lines::LONGEST_NAME)
        {
            file.clone_into(&mut self.file);
        }
        if let Some(line) = lines::term_line(text)
            && !self.file.is_empty()
        {
            run.at(Place { file: &self.file, line: Some(line) });
        }
        if text.starts_with("Output: ") || text == "Output:" {
            self.open = In::Output;
        } else if self.open == In::Reason && (text.starts_with("{eunit_") || text.starts_with("%% eunit_")) {
            self.open = In::Stack;
        }
        run.below(match self.open {
            In::Reason => Part::Why,
            In::Frames | In::Stack | In::GivenUp | In::DidNotRun => Part::Where,
            In::Output => Part::Output,
        })
    }
}
