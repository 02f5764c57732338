//! CUnit: in the normal form nothing but a block for each test that failed, in the verbose one a line for each test, on the
//! console both names without results and a list on demand; and a table of numbers after each run.
//!
//! CUnit ends its lines when it begins the next: what a test prints is after its name, and its result after that.
//! `CUnit - A unit testing framework for C - Version 2.1-3` begins a run, unless it is silent. The table ends it when nothing
//! of the run follows; a run inside of one whose table did not come is a test's output, or the earlier one died. See
//! `Basic.c`, `Console.c` and `CUnitCI.c`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Opened, Outcome, Seen};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::{self, EqualNames, Runner, Spec};
use crate::text::head;

use super::cunit_lines::{self, Became, Begun, Check, Row, id};
use super::ends::Sum;

/// How deep runs are followed.
const DEEPEST: usize = 8;

/// The test that runs, as the verbose form and the console tell.
#[derive(Debug, Default)]
pub(super) struct Running {
    name: String,
    /// The result at the end of the last line.
    result: Option<Became>,
    /// Its result may have been seen.
    over: bool,
    failed: bool,
    /// Nothing will tell its result.
    silent: bool,
}

/// A run.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// It began with CUnit's name.
    pub(super) named: bool,
    pub(super) suite: String,
    pub(super) running: Option<Running>,
    /// Failures of tests and suites that were reported.
    pub(super) reported: u64,
    /// Whether tests that passed were.
    pub(super) passes: bool,
}

/// The failure that is open, or was.
#[derive(Debug, Default)]
pub(super) struct Open {
    /// The number of its last check.
    pub(super) last: u64,
    /// The test, when it is one of the console's list.
    pub(super) listed: Option<(String, String)>,
}

/// CUnit.
#[derive(Debug, Default)]
pub struct Cunit {
    /// Runs whose numbers are not reported, the innermost last.
    pub(super) runs: Vec<Run>,
    /// The suite on the line before, which may begin a run.
    pub(super) pending: Option<String>,
    pub(super) open: Open,
    /// The rows of a table so far.
    pub(super) rows: Option<(Option<Row>, Option<Row>)>,
    /// The numbers of the innermost run, when nothing of it follows.
    pub(super) sum: Option<Sum>,
    /// In the console's list.
    pub(super) listing: bool,
    /// The console asked what to do after those numbers.
    pub(super) asked: bool,
    /// Failures without a test, after the numbers.
    pub(super) list: String,
}

impl Runner for Cunit {
    const SPEC: Spec = Spec {
        name: "cunit",
        reads: "CUnit programs: basic (normal, verbose, silent) and console",
        starts: &[
            "CUnit - A ",
            "CUnit : A ",
            "Starting CUnit",
            "Suite ",
            "Suite: ",
            "Run Summary:",
            "--Run Summary:",
        ],
        heads: &["     CUnit - A "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !self.runs.is_empty() || self.rows.is_some() || self.pending.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut kit::Run<'_>) -> Seen {
        if let Some(rows) = self.rows.take()
            && self.row(rows, text, run)
        {
            return Seen::Mine(Class::Totals);
        }
        if let Some(seen) = self.in_block(text, run) {
            return seen;
        }
        if cunit_lines::is_banner(text) {
            self.begin(run);
            return Seen::Mine(Class::Noise);
        }
        if cunit_lines::is_summary(text) {
            self.rows = self.quiet().then_some((None, None));
            return if self.rows.is_some() { Seen::Mine(Class::Totals) } else { Seen::Inside(Class::Other) };
        }
        let pending = self.pending.take();
        if let Some((suite, test)) = cunit_lines::had_failures(text) {
            self.ensure(run);
            self.goes_on(run);
            if !self.quiet() {
                return Seen::Inside(Class::Other);
            }
            return self.fails(suite, test, None, run);
        }
        if self.runs.is_empty() {
            if let Some(begun) = cunit_lines::begun(text).filter(|_| pending.is_some()) {
                self.ensure(run);
                self.named_suite(&pending.unwrap_or_default(), run);
                return self.begins(begun, run);
            }
            self.pending = cunit_lines::suite(text).map(|suite| head(suite, NAME_BYTES).to_owned());
            return Seen::No;
        }
        self.inside(text, run)
    }

    fn end(&mut self, (): (), run: &mut kit::Run<'_>) {
        run.close();
        if self.sum.is_some() {
            self.declare(run);
        } else {
            self.may_have_died(run);
        }
    }
}

impl Cunit {
    /// A line of a run that is none of a failure or of the table.
    fn inside(&mut self, text: &str, run: &mut kit::Run<'_>) -> Seen {
        if let Some(check) = cunit_lines::check(text).filter(|check| check.number == 1)
            && self.running().is_some_and(|running| running.result == Some(Became::Failed))
        {
            self.goes_on(run);
            return self.first_check(check, run);
        }
        if let Some(seen) = self.after(text, run) {
            return seen;
        }
        let (begun, suite, warning) =
            (cunit_lines::begun(text), cunit_lines::suite(text), cunit_lines::warning(text));
        if begun.is_some() || suite.is_some() || warning.is_some() {
            if self.asked && self.sum.is_some() {
                // The console runs all again.
                self.declare(run);
                self.ensure(run);
            }
            self.goes_on(run);
            if !self.quiet() {
                return Seen::Inside(Class::Other);
            }
        }
        if let Some(begun) = begun {
            return self.begins(begun, run);
        }
        if let Some(suite) = suite {
            self.named_suite(suite, run);
            return Seen::Mine(Class::Noise);
        }
        if let Some((what, suite)) = warning {
            return self.suite_fails(what, suite, run);
        }
        let own = self.sum.is_none();
        if let Some(running) = self.running() {
            if !text.is_empty() {
                running.result = cunit_lines::result(text);
            }
            running.over |= cunit_lines::may_hold_result(text);
        }
        match (own, text.is_empty()) {
            (false, _) => Seen::No,
            (true, true) => Seen::Inside(Class::Noise),
            (true, false) => Seen::Inside(Class::Other),
        }
    }

    /// The first check that failed of the test that ran, in the verbose form.
    fn first_check(&mut self, check: Check<'_>, run: &mut kit::Run<'_>) -> Seen {
        let Some(inner) = self.runs.last_mut() else { return Seen::No };
        let Some(running) = &mut inner.running else { return Seen::No };
        running.failed = true;
        let (suite, name) = (inner.suite.clone(), running.name.clone());
        run.instead(&format!("Suite: {suite}, Test: {name} ...FAILED"));
        self.fails(&suite, &name, None, run);
        self.checked(check, run)
    }

    /// What is round a suite failed.
    fn suite_fails(&mut self, what: &str, suite: &str, run: &mut kit::Run<'_>) -> Seen {
        self.settle(run);
        self.count();
        run.fail_whole_at_once(suite, FailureKind::Setup, &format!("{what} failed"))
    }

    fn begin(&mut self, run: &mut kit::Run<'_>) {
        run.close();
        if self.sum.is_some() {
            self.declare(run);
        } else {
            // It died, unless a test prints this.
            self.may_have_died(run);
        }
        if self.runs.len() < DEEPEST {
            self.runs.push(Run { named: true, ..Run::default() });
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
    }

    /// A run without its name.
    pub(super) fn ensure(&mut self, run: &mut kit::Run<'_>) {
        if self.runs.is_empty() {
            self.runs.push(Run::default());
            run.emit(Event::MayHaveBegunBefore);
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            run.emit(Event::BeganThere);
        }
    }

    fn may_have_died(&self, run: &mut kit::Run<'_>) {
        if let Some(inner) = self.runs.last()
            && let Some(running) = &inner.running
            && (running.silent || running.result.is_none() && !running.failed)
        {
            run.start(id(&inner.suite, &running.name));
        }
    }

    /// Whether no test runs, as far as the verbose form tells.
    pub(super) fn quiet(&self) -> bool {
        let running = self.runs.last().and_then(|inner| inner.running.as_ref());
        running.is_none_or(|running| running.over)
    }

    /// More of a run follows: the table was an inner run's, or a test printed it.
    fn goes_on(&mut self, run: &mut kit::Run<'_>) {
        if self.sum.is_some() && self.runs.len() > 1 {
            self.declare(run);
        }
        self.sum = None;
    }

    /// The test that may print: after the numbers of an inner run it is one of the outer.
    fn running(&mut self) -> Option<&mut Running> {
        let inner = usize::from(self.sum.is_some() && self.runs.len() > 1);
        self.runs.iter_mut().rev().nth(inner)?.running.as_mut()
    }

    fn count(&mut self) {
        if let Some(inner) = self.runs.last_mut() {
            inner.reported.up(1);
        }
    }

    fn named_suite(&mut self, suite: &str, run: &mut kit::Run<'_>) {
        self.settle(run);
        if let Some(inner) = self.runs.last_mut() {
            head(suite, NAME_BYTES).clone_into(&mut inner.suite);
        }
    }

    /// The name of a test that begins.
    fn begins(&mut self, begun: Begun<'_>, run: &mut kit::Run<'_>) -> Seen {
        self.settle(run);
        let Some(inner) = self.runs.last_mut() else { return Seen::No };
        let rest = begun.rest.unwrap_or_default();
        let early = ["passed", "PASSED"].iter().any(|word| rest.starts_with(word));
        inner.running = Some(Running {
            name: head(begun.name, NAME_BYTES).to_owned(),
            result: if early { Some(Became::Passed) } else { cunit_lines::result(rest) },
            over: begun.rest.is_none() || cunit_lines::may_hold_result(rest),
            failed: false,
            silent: begun.rest.is_none(),
        });
        Seen::Mine(Class::Noise)
    }

    /// The test that ran is over.
    pub(super) fn settle(&mut self, run: &mut kit::Run<'_>) {
        run.close();
        let Some(inner) = self.runs.last_mut() else { return };
        let Some(running) = inner.running.take() else { return };
        let outcome = match running.result {
            Some(Became::Passed) => Outcome::Passed,
            Some(Became::Skipped) => Outcome::Skipped,
            _ => return,
        };
        if !running.failed {
            inner.passes |= outcome == Outcome::Passed;
            run.report(id(&inner.suite, &running.name), outcome);
        }
    }

    /// A test failed; the console's list has its names.
    pub(super) fn fails(
        &mut self,
        suite: &str,
        test: &str,
        listed: Option<(String, String)>,
        run: &mut kit::Run<'_>,
    ) -> Seen {
        self.count();
        self.open = Open { last: 0, listed };
        run.fail(id(suite, test))
    }

    /// A line while a failure is open; `None` when it is none of it.
    fn in_block(&mut self, text: &str, run: &mut kit::Run<'_>) -> Option<Seen> {
        let open = &self.open;
        if !run.is_open() {
            return None;
        }
        if let Some(check) = cunit_lines::check(text)
            && open.listed.is_none()
            && check.number == open.last.saturating_add(1)
        {
            return Some(self.checked(check, run));
        }
        if open.listed.is_none() || cunit_lines::listed(text).is_none() {
            run.close();
        }
        None
    }

    /// A check of the open failure.
    pub(super) fn checked(&mut self, check: Check<'_>, run: &mut kit::Run<'_>) -> Seen {
        self.open.last = check.number;
        if let Some(place) = check.place {
            run.at(place);
        }
        run.why(check.condition)
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn heads_checks_and_rows_have_their_exact_shape() {
        assert_eq!(cunit_lines::had_failures("Suite a, b, Test c had failures:"), Some(("a, b", "c")));
        assert_eq!(cunit_lines::had_failures("Suite a had failures:"), None);
        let place = |text| {
            cunit_lines::check(text).and_then(|check| check.place).map(|place| (place.file, place.line))
        };
        assert_eq!(place("    1. a.c:4  - no"), Some(("a.c", Some(4))));
        assert_eq!(place("    1. holds:src/a.c:4  - no"), Some(("src/a.c", Some(4))));
        assert_eq!(place("    1. C:\\a.c:4  - no"), Some(("C:\\a.c", Some(4))));
        assert_eq!(place("    4. CUnit System:0  - Test inactive"), None);
        assert!(
            cunit_lines::check("    1. a.c  - no").is_none()
                && cunit_lines::check("1. a.c:4  - no").is_none()
        );
        assert!(cunit_lines::is_summary("--Run Summary: Type      Total     Ran  Passed  Failed"));
        assert!(!cunit_lines::is_summary("Run Summary: Type Total Ran Passed Failed Other"));
        assert_eq!(
            cunit_lines::row("  tests  4  3  2  1  5", "tests"),
            Some(Row { ran: 3, failed: 1, inactive: 5 })
        );
        assert_eq!(
            cunit_lines::row(" suites  4  3  n/a  1", "suites"),
            Some(Row { ran: 3, failed: 1, inactive: 0 })
        );
        assert_eq!(cunit_lines::row("  tests  4  3", "tests"), None);
    }
}
