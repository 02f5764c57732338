//! What is after a run: its table, how long it took, the console's menu and its list of failures.

use crate::event::{Class, Event, FailureKind, Level, Part, Seen, Totals};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::{Run, passed_failed};
use crate::text::head;

use super::cunit::Cunit;
use super::cunit_lines::{self, Listed, Row};

/// The most text of failures without a test that is remembered, in bytes.
const LIST_BYTES: usize = 4096;

/// The numbers of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    tests: Row,
    suites: Row,
    asserts: Row,
}

impl Sum {
    fn failed(&self) -> u64 {
        // Checks outside of a test fail too.
        self.tests.failed.saturating_add(self.suites.failed).max(u64::from(self.asserts.failed > 0))
    }
}

impl Cunit {
    /// A line after the numbers: how long it took, the console's menu and list, failures by themselves.
    pub(super) fn after(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if text.starts_with("***************** CUNIT CONSOLE") || text.starts_with("Enter command:") {
            self.asked |= self.sum.is_some();
            return Some(Seen::Mine(Class::Noise));
        }
        self.sum?;
        if text.starts_with("Elapsed time = ") {
            run.may_have_ended();
            return Some(Seen::Mine(Class::Totals));
        }
        if text.starts_with("--------------- Test Run Failures ---") {
            self.listing = true;
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some(listed) = cunit_lines::listed(text).filter(|_| self.listing) {
            return Some(self.listed(listed, run));
        }
        if self.listing && text.starts_with("Total Number of Failures") {
            self.listing = false;
            run.may_have_ended();
            return Some(Seen::Mine(Class::Totals));
        }
        if cunit_lines::check(text).is_some() {
            let room = LIST_BYTES.saturating_sub(self.list.len());
            if text.len() < room {
                self.list.push_str(text.trim_start());
                self.list.push('\n');
            }
            run.may_have_ended();
            return Some(Seen::Mine(Class::Detail));
        }
        None
    }

    /// A line of the console's list.
    fn listed(&mut self, reported: Listed<'_>, run: &mut Run<'_>) -> Seen {
        if reported.check.place.is_none() {
            // What is not active, and suites that were reported where they failed.
            run.close();
            return Seen::Mine(Class::Noise);
        }
        let names = (head(reported.suite, NAME_BYTES).to_owned(), head(reported.test, NAME_BYTES).to_owned());
        if !run.is_open() || self.open.listed.as_ref() != Some(&names) {
            self.fails(reported.suite, reported.test, Some(names), run);
        }
        self.checked(reported.check, run)
    }

    /// A line where a row is due.
    pub(super) fn row(&mut self, rows: (Option<Row>, Option<Row>), text: &str, run: &mut Run<'_>) -> bool {
        match rows {
            (None, _) => self.rows = cunit_lines::row(text, "suites").map(|row| (Some(row), None)),
            (suites, None) => self.rows = cunit_lines::row(text, "tests").map(|row| (suites, Some(row))),
            (Some(suites), Some(tests)) => {
                let Some(asserts) = cunit_lines::row(text, "asserts") else { return false };
                self.table(Sum { tests, suites, asserts }, run);
                return true;
            }
        }
        self.rows.is_some()
    }

    fn table(&mut self, sum: Sum, run: &mut Run<'_>) {
        if let Some(before) = self.sum {
            let inner = self.runs.last();
            let reported = inner.is_some_and(|inner| inner.reported > 0 && inner.reported == before.failed());
            let others =
                !inner.is_some_and(|inner| inner.named) || reported && sum.failed() < before.failed();
            // The one before was the end of an inner run, of a silent one, or of one whose failures all came.
            if others || self.runs.len() > 1 {
                self.declare(run);
            }
        }
        self.settle(run);
        self.ensure(run);
        self.sum = Some(sum);
        self.asked = false;
        self.list.clear();
        run.may_have_ended();
    }

    /// Tells the numbers of the innermost run.
    pub(super) fn declare(&mut self, run: &mut Run<'_>) {
        run.close();
        (self.asked, self.listing) = (false, false);
        let list = std::mem::take(&mut self.list);
        let (Some(sum), Some(inner)) = (self.sum.take(), self.runs.pop()) else { return };
        let failed = sum.failed();
        if failed > 0 && inner.reported == 0 {
            // A silent run, or the console's without its list.
            let suites = if sum.suites.failed > 0 {
                format!(", and {} suites", sum.suites.failed)
            } else {
                String::new()
            };
            let says = format!("{} of {} tests failed{suites}", sum.tests.failed, sum.tests.ran);
            run.instead(&says);
            run.fail_whole("a program of CUnit's", FailureKind::Suite);
            run.message(list.lines().next().unwrap_or(&says));
            if !list.is_empty() {
                run.emit(Event::Decoded { part: Part::Why, text: list.trim_end() });
            }
            run.close();
        }
        let passed = sum.tests.ran.saturating_sub(sum.tests.failed);
        if !inner.passes {
            run.emit(Event::Counted { passed, failed: 0, skipped: 0, other: 0 });
        }
        let totals = Totals { skipped: Some(sum.tests.inactive), ..passed_failed(passed, failed) };
        run.emit(Event::Declared { totals, level: Level::Section });
    }
}
