//! The state machine over Playwright's output.
//!
//! A section opens at `Running N tests using M workers` and ends with a summary of several rows, whose lists of failed
//! and flaky tests tell what the attempts came to. The line reporter prints a failure while the run goes on, the list
//! and the dot reporter after it; a heading may end with the step that failed, the lists never do.
//!
//! Tests print at any column and in between; a summary followed by tests, or that does not count the tests that were
//! announced, was printed by one of them.
//!
//! Not handled here: JSON, JUnit and HTML reports, the traces that a failure names.

use super::playwright_lines::{self, Row, SEPARATOR};
use crate::event::{Block, Class, Event, FailureKind, Grade, Opened, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::recognize::runners::javascript::shared::Body;

/// The most errors outside of tests that are kept, and the lines of each.
const ERRORS: usize = 8;
/// The most lines of one of them.
const ERROR_LINES: usize = 20;

/// Where in the output a line is.
#[derive(Clone, Debug, Default)]
enum Zone {
    /// The tests run.
    #[default]
    Run,
    /// In the text of a failure.
    Failure(Body),
    /// In a failure's list of attachments, or in the text of a further attempt.
    Attached,
    /// In the summary: the list that the last row heads.
    Summary(Row),
}

/// Playwright Test.
#[derive(Debug, Default)]
pub struct Playwright {
    /// The beginning of the run is missing.
    late: bool,
    /// How many failed, reported outside of a run: it is Playwright's row when names follow.
    row: Option<u64>,
    announced: u64,
    zone: Zone,
    /// Failures by the names of their headings or lines.
    names: Vec<String>,
    totals: Option<Totals>,
    /// Failed and flaky tests of the lists.
    listed: Vec<(Row, String)>,
    /// Errors outside of tests, as far as they can be reported.
    errors: Vec<String>,
    in_error: bool,
    timed_out: bool,
    /// How many passed and skipped tests lines of the list reporter named.
    named: [u64; 2],
}

impl Runner for Playwright {
    const SPEC: Spec = Spec {
        name: "playwright",
        reads: "playwright test",
        starts: &playwright_lines::STARTS,
        numbered: &playwright_lines::NUMBERED,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.row.is_some()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(announced) = playwright_lines::begins(text) {
            self.over(run);
            *self = Self { announced, ..Self::default() };
            return run.begin(Some(announced));
        }
        if !run.is_running() {
            if playwright_lines::aborted(text) {
                return run.fail_whole_at_once(text, FailureKind::Setup, "");
            }
            if !self.joins(text, run) {
                return Seen::No;
            }
        }
        self.judge(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.over(run);
    }
}

impl Playwright {
    /// The run is over, or the log.
    fn over(&mut self, run: &mut Run<'_>) {
        self.leave(run);
        if run.is_running() {
            self.settle(run);
        }
    }

    /// Whether the text is of a run whose beginning is missing: the heading of a failure, or the first name below the
    /// number of those that failed.
    fn joins(&mut self, text: &str, run: &mut Run<'_>) -> bool {
        let failed = self.row.take();
        let listed = failed.filter(|_| playwright_lines::listed(text).is_some());
        if listed.is_none() && playwright_lines::heading(text).is_none() {
            self.row = playwright_lines::row(text)
                .and_then(|(row, number)| (row == Row::Failed && number > 0).then_some(number));
            return false;
        }
        *self = Self { late: true, ..Self::default() };
        run.begin_as(Opened::Headless, None);
        if let Some(failed) = listed {
            playwright_lines::add(self.totals.get_or_insert_default(), Row::Failed, failed);
            self.zone = Zone::Summary(Row::Failed);
        }
        true
    }

    fn judge(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let blank = text.trim().is_empty();
        if let Some(name) = playwright_lines::heading(text) {
            self.goes_on();
            return self.heading(name, run);
        }
        let columns = indent(text);
        match &mut self.zone {
            Zone::Failure(body) if blank || columns >= 4 => {
                let inner = text.get(4..).unwrap_or_default();
                if inner.starts_with("Retry #")
                    || inner.starts_with("attachment #")
                    || inner.starts_with("Error Context:")
                {
                    self.zone = Zone::Attached;
                    return run.text(Part::Where);
                }
                return Seen::Mine(body.line(inner, run));
            }
            Zone::Attached if blank => return Seen::Mine(Class::Noise),
            Zone::Attached if columns >= 4 => return run.text(Part::Where),
            Zone::Summary(row) => {
                let row = *row;
                if let Some(name) = playwright_lines::listed(text) {
                    if matches!(row, Row::Failed | Row::Flaky | Row::Interrupted) && self.listed.len() < NAMES
                    {
                        self.listed.push((row, clipped(name)));
                    }
                    run.may_have_ended();
                    return Seen::Mine(Class::Totals);
                }
                if blank {
                    return Seen::Mine(Class::Noise);
                }
            }
            Zone::Run | Zone::Failure(_) | Zone::Attached => {}
        }
        if let Some((row, number)) = playwright_lines::row(text) {
            self.leave(run);
            if !matches!(self.zone, Zone::Summary(_)) {
                self.totals.get_or_insert_default();
            }
            if let Some(totals) = &mut self.totals {
                playwright_lines::add(totals, row, number);
            }
            self.zone = Zone::Summary(row);
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        if let Some((outcome, name, retry)) = playwright_lines::test(text) {
            self.goes_on();
            return self.test(outcome, name, retry, run);
        }
        if playwright_lines::progress(text) {
            self.goes_on();
            return Seen::Mine(Class::Noise);
        }
        if matches!(self.zone, Zone::Summary(_)) && self.plausible() {
            self.settle(run);
            return Seen::No;
        }
        self.leave(run);
        self.other(text)
    }

    /// Lines of the run follow: what looked like a summary was printed by a test.
    fn goes_on(&mut self) {
        self.in_error = false;
        if self.totals.take().is_some() {
            self.listed.clear();
        }
        if matches!(self.zone, Zone::Summary(_)) {
            self.zone = Zone::Run;
        }
    }

    /// The heading of a failure.
    fn heading(&mut self, name: &str, run: &mut Run<'_>) -> Seen {
        self.leave(run);
        // A step may be after the name that the list reporter reported.
        let known = self.names.iter().find(|known| begins_with(name, known)).cloned();
        let name = known.unwrap_or_else(|| {
            let name = clipped(name);
            if self.names.len() < NAMES {
                self.names.push(name.clone());
            }
            name
        });
        let id = TestId::split_last(&name, SEPARATOR);
        self.zone = Zone::Failure(Body::default());
        run.fail(id)
    }

    /// A line of the list reporter.
    fn test(&mut self, outcome: Outcome, name: &str, retry: u32, run: &mut Run<'_>) -> Seen {
        self.leave(run);
        let id = TestId::split_last(name, SEPARATOR);
        let attempt = retry.saturating_add(1);
        run.emit(Event::Finished { id, outcome, grade: Grade::Line, attempt, alias: "" });
        match outcome {
            Outcome::Failed(_) => {
                run.emit(Event::Heading);
                if self.names.len() < NAMES && !self.names.iter().any(|known| known == name) {
                    self.names.push(clipped(name));
                }
                Seen::Mine(Class::Detail)
            }
            Outcome::Skipped => {
                self.named[1] = self.named[1].saturating_add(1);
                Seen::Mine(Class::Skipped)
            }
            Outcome::Passed | Outcome::Other => {
                self.named[0] = self.named[0].saturating_add(1);
                Seen::Mine(Class::Passed)
            }
        }
    }

    /// Holds an error that may be one of no test, the latest of them.
    fn hold_error(&mut self, text: &str) {
        if self.errors.len() >= ERRORS {
            self.errors.remove(0);
        }
        self.errors.push(clipped(text));
    }

    /// Output of tests, and errors outside of them.
    fn other(&mut self, text: &str) -> Seen {
        // In the words of newer versions, and in those of older ones.
        let waited = text.trim_start().strip_prefix("Timed out waiting ").is_some_and(|rest| {
            rest.contains(" for the test suite to run") || rest.contains(" for the entire test run")
        });
        if waited {
            self.timed_out = true;
            self.hold_error(text.trim());
            return Seen::Inside(Class::Detail);
        }
        let begins = text.split_once(": ").is_some_and(|(word, _)| {
            word.ends_with("Error") && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        if begins {
            self.hold_error(text);
            self.in_error = true;
            return Seen::Inside(Class::Other);
        }
        if self.in_error
            && let Some(error) = self.errors.last_mut()
        {
            if error.lines().count() < ERROR_LINES && !text.trim().is_empty() {
                error.push('\n');
                error.push_str(&clipped(text));
            }
            return Seen::Inside(Class::Other);
        }
        let dots = !text.is_empty()
            && text.chars().all(|each| matches!(each, '·' | '.' | 'F' | '×' | '±' | 'T' | '°'));
        if dots { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    /// Whether the summary counts the tests that were announced.
    fn plausible(&self) -> bool {
        self.late && self.totals.is_some()
            || self.totals.as_ref().is_some_and(|totals| {
                let parts = [totals.passed, totals.failed, totals.skipped, totals.other];
                parts.iter().flatten().fold(0_u64, |sum, part| sum.saturating_add(*part)) == self.announced
            })
    }

    /// Leaves the failure that is open.
    fn leave(&mut self, run: &mut Run<'_>) {
        if matches!(self.zone, Zone::Failure(_) | Zone::Attached) {
            run.close();
            self.zone = Zone::Run;
        }
    }

    /// Tells the summary.
    fn settle(&mut self, run: &mut Run<'_>) {
        let plausible = self.plausible();
        let Some(mut totals) = self.totals.take() else { return };
        for (row, name) in std::mem::take(&mut self.listed) {
            let at = self.names.iter().position(|known| begins_with(known, &name));
            let alias =
                at.map(|at| self.names.swap_remove(at)).filter(|alias| *alias != name).unwrap_or_default();
            let id = TestId::split_last(&name, SEPARATOR);
            let failed = Outcome::Failed(FailureKind::Test);
            let reported =
                |outcome, alias| Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias };
            match row {
                Row::Flaky => {
                    if at.is_some() {
                        // Known by another name until now.
                        run.emit(reported(failed, &alias));
                        run.emit(reported(Outcome::Passed, ""));
                    }
                }
                _ => run.emit(reported(failed, &alias)),
            }
        }
        for slot in [&mut totals.passed, &mut totals.failed, &mut totals.skipped] {
            slot.get_or_insert(0);
        }
        let errors = totals.errors.unwrap_or(0).max(u64::from(self.timed_out));
        let reported = usize::try_from(errors).unwrap_or(usize::MAX).min(ERRORS);
        let first = self.errors.len().saturating_sub(reported);
        let mut texts: Vec<String> = self.errors.split_off(first);
        if errors > 0 && texts.is_empty() {
            texts.push("an error outside of the tests".to_owned());
        }
        texts.dedup();
        if errors > 0 {
            totals.errors = u64::try_from(texts.len()).ok();
        }
        for text in texts {
            let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
            let kind = if first.starts_with("Timed out") { FailureKind::Timeout } else { FailureKind::Crash };
            run.open_block(Block::Whole { name: first, kind });
            run.message(first);
            run.emit(Event::Decoded { part: Part::Why, text: rest });
            run.close();
        }
        if errors > 0 && plausible {
            // The number that was announced does not count them: who passed and was not named is reported here.
            let [passed, skipped] = self.named;
            let count = |slot: Option<u64>| slot.unwrap_or(0);
            run.emit(Event::Counted {
                passed: count(totals.passed).saturating_sub(passed),
                failed: 0,
                skipped: count(totals.skipped).saturating_sub(skipped),
                other: count(totals.other),
            });
        }
        run.totals(totals);
    }
}

/// Whether a name is another one, perhaps with a step after it.
fn begins_with(name: &str, known: &str) -> bool {
    name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with(SEPARATOR))
}
