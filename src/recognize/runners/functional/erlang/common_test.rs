//! Common Test, alone and under `rebar3 ct`.
//!
//! rebar3 tells a failed test as `%%% cart_SUITE ==> total: FAILED` and its reason on the next lines, up to an empty one, and closes with
//! `Failed 1 tests. Passed 3 tests.` or `All 3 tests passed.` Common Test itself has `cart_SUITE:total failed on line 9` between two
//! dotted rulers, begins each folder of suites with `Testing lib.shop: Starting test, 4 test cases` and closes it with
//! `Testing lib.shop: TEST COMPLETE, 3 ok, 1 failed of 4 test cases`; with `-v` both are printed, and the latter counts.
//!
//! A test may print such totals. Those of rebar3 tell a pass only of as many tests as points (or `OK`s) came, those of
//! Common Test only for the folder that was begun, and of as many test cases as it was printed to have.
//! See rebar3's `rebar_prv_common_test`, `cth_readable`, and `test_server_ctrl.erl`, `ct_framework.erl` of OTP.

use super::common_test_lines as lines;
use super::eunit_lines::{term_file, term_line};
use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Opened, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::points;
use crate::recognize::kit::points::Points;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

/// The longest file that is held, in bytes.
const LONGEST_FILE: usize = 400;
/// The longest name of a folder of suites that is held, in bytes.
const LONGEST_SUBJECT: usize = 400;
/// The point of a test that passed.
const POINT: &str = ".";

/// What follows on the next lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// A failed test of rebar3: whether its stack began.
    Failure(bool),
    /// The reason of a skip.
    Skip,
    /// A block of Common Test between its rulers.
    Ruled,
    /// What rebar3 says of a failure that was reported before.
    Replay,
}

/// Common Test.
#[derive(Debug, Default)]
pub struct CommonTest {
    /// Common Test prints for itself.
    verbose: bool,
    /// The folder that Common Test printed it tests, or empty.
    subject: String,
    /// How many folders Common Test printed it tests that were not reported yet.
    folders: u64,
    /// How many test cases this one is printed to have.
    announced: Option<u64>,
    /// rebar3's hook tells each test.
    hooked: bool,
    /// The tests that passed, as the hook tells them.
    passes: u64,
    /// The line before was a ruler of Common Test.
    ruled: bool,
    suite: String,
    file: String,
}

impl Runner for CommonTest {
    const SPEC: Spec = Spec {
        name: "common test",
        reads: "Common Test for Erlang, alone and under rebar3",
        starts: &[
            "===> Running Common Test suites",
            "Common Test ",
            "Testing ",
            "===> Failures occurred running tests",
            "%%% ",
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Option<Open>;

    fn line(&mut self, open: &mut Option<Open>, text: &str, run: &mut Run<'_>) -> Seen {
        let ruled = std::mem::replace(&mut self.ruled, text.starts_with(lines::RULER));
        if text.starts_with("===> Running Common Test suites") {
            self.start(Opened::Own, open, run);
            return Seen::Mine(Class::Noise);
        }
        if lines::is_start(text) {
            if !run.is_running() {
                self.start(Opened::Own, open, run);
            }
            self.verbose = true;
            return Seen::Mine(Class::Noise);
        }
        if let Some((subject, announced)) = lines::folder_begins(text) {
            // The first folder belongs to the run's beginning.
            if !run.is_running() || !self.subject.is_empty() {
                self.start(Opened::Own, open, run);
            }
            self.verbose = true;
            head(subject, LONGEST_SUBJECT).clone_into(&mut self.subject);
            self.announced = announced;
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("===> Failures occurred running tests") {
            if run.is_running() {
                run.end(Ended::Failed);
            }
            run.consequence("rebar3 ct", FailureKind::Suite);
            return Seen::Mine(Class::Detail);
        }
        if let Some(rest) = text.strip_prefix("%%% ") {
            return self.marked(rest, open, run);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some(folders) = lines::folders(text).filter(|_| self.verbose && self.subject.is_empty()) {
            self.folders = folders;
            return Seen::Mine(Class::Noise);
        }
        if let Some(totals) = self.own_totals(text) {
            return self.totals(totals, open, run);
        }
        if let Some((suite, test, line)) = lines::failed(text, ruled) {
            self.verbose = true;
            *open = Some(Open::Ruled);
            let seen = self.failure(suite, test, run);
            if line.is_some() {
                run.at(Place { file: &format!("{suite}.erl"), line });
            }
            return seen;
        }
        if ruled && let Some(error) = lines::error_in_suite(text) {
            self.verbose = true;
            *open = Some(Open::Ruled);
            return run.fail_whole(error, FailureKind::Suite);
        }
        if self.hooked && *open != Some(Open::Ruled) && self.points(text, open, run) {
            return Seen::Mine(Class::Passed);
        }
        self.body(text, open, run)
    }
}

impl CommonTest {
    fn start(&mut self, opened: Opened, open: &mut Option<Open>, run: &mut Run<'_>) {
        (*self, *open) = Default::default();
        run.begin_as(opened, None);
    }

    /// The numbers of the line, if they can be the run's own.
    fn own_totals(&self, text: &str) -> Option<Totals> {
        let (totals, agree) = if let Some((subject, totals)) = lines::complete(text) {
            let own = head(subject, LONGEST_SUBJECT) == self.subject;
            (own.then_some(totals)?, self.announced.is_none_or(|number| totals.total == Some(number)))
        } else {
            // Common Test for itself has no such line.
            let totals = lines::rebar_totals(text).filter(|_| !self.verbose)?;
            (totals, !self.hooked || totals.passed == Some(self.passes))
        };
        (agree || totals.failed.is_some_and(|number| number > 0)).then_some(totals)
    }

    /// Counts the points at the beginning of the line, and tells whether there is nothing else.
    fn points(&mut self, text: &str, open: &mut Option<Open>, run: &mut Run<'_>) -> bool {
        let alone = !text.is_empty() && text.bytes().all(|byte| byte == b'.');
        if alone {
            // Nothing but points is after a reason.
            *open = None;
            run.close();
        } else if open.is_some() || !points::begins(text, POINT) {
            return false;
        }
        self.passes.up(Points::default().read(text, POINT));
        alone
    }

    fn totals(&mut self, totals: Totals, open: &mut Option<Open>, run: &mut Run<'_>) -> Seen {
        // What broke in a set-up is in no number.
        let counts = run.counts();
        let all = counts.failed.saturating_add(counts.whole);
        let errors = all.saturating_sub(totals.failed.unwrap_or(0));
        let seen = run.totals(Totals { errors: Some(errors), ..totals });
        let folders = self.folders.saturating_sub(1);
        if folders > 0 {
            // Without the others the run did not end.
            self.start(Opened::Own, open, run);
            self.verbose = true;
            self.folders = folders;
        }
        seen
    }

    fn failure(&mut self, suite: &str, test: &str, run: &mut Run<'_>) -> Seen {
        let setup = test.contains("init_per_") || test.contains("end_per_");
        let kind = if setup { FailureKind::Setup } else { FailureKind::Test };
        suite.clone_into(&mut self.suite);
        self.file.clear();
        run.fail_as(TestId { module: suite, separator: ":", name: test }, kind)
    }

    /// What rebar3 says: `SUITE: ...`, `SUITE ==> TEST: FAILED`, `SUITE ==> REASON`.
    fn marked(&mut self, rest: &str, open: &mut Option<Open>, run: &mut Run<'_>) -> Seen {
        let Some((suite, says)) = rest.split_once(" ==> ") else {
            // The points of a suite.
            let points = rest.split_once(':').filter(|(suite, _)| run.is_running() && lines::is_atom(suite));
            let Some((_, points)) = points else { return Seen::No };
            *open = None;
            run.close();
            self.hooked = true;
            let points = points.trim_start();
            let alone = points.is_empty() || self.points(points, open, run);
            return if alone { Seen::Mine(Class::Passed) } else { Seen::No };
        };
        if !lines::is_atom(suite) {
            return Seen::No;
        }
        self.hooked |= run.is_running();
        if let Some(test) = says.strip_suffix(": FAILED") {
            if !run.is_running() {
                self.start(Opened::Headless, open, run);
            }
            if !self.verbose {
                *open = Some(Open::Failure(false));
                return self.failure(suite, test, run);
            }
            *open = Some(Open::Replay);
            run.close();
            return Seen::Mine(Class::Detail);
        }
        if let Some(test) = says.strip_suffix(": SKIPPED").filter(|_| run.is_running()) {
            *open = Some(Open::Skip);
            return run.skip(TestId { module: suite, separator: ":", name: test });
        }
        if let Some(test) = says.strip_suffix(": OK").filter(|_| run.is_running()) {
            *open = None;
            self.passes.up(1);
            return run.pass(TestId { module: suite, separator: ":", name: test });
        }
        match *open {
            Some(Open::Skip) => {
                run.emit(Event::Reason(says));
                Seen::Mine(Class::Skipped)
            }
            Some(inside) => {
                if inside == Open::Failure(false) {
                    run.message(says.trim_end_matches(','));
                }
                self.body(says, open, run)
            }
            None => Seen::No,
        }
    }

    fn body(&mut self, text: &str, open: &mut Option<Open>, run: &mut Run<'_>) -> Seen {
        let plain = text.trim_start();
        let Some(inside) = *open else { return Seen::No };
        let over = if inside == Open::Ruled { text.starts_with(lines::RULER) } else { plain.is_empty() };
        if over {
            *open = None;
            run.close();
            return Seen::Mine(Class::Noise);
        }
        match inside {
            Open::Ruled => run.below(Part::Why),
            Open::Replay => Seen::Inside(Class::Detail),
            Open::Skip => Seen::Inside(Class::Skipped),
            Open::Failure(stack) => {
                if let Some(file) = term_file(plain, &self.suite).filter(|file| file.len() <= LONGEST_FILE) {
                    file.clone_into(&mut self.file);
                }
                if let Some(line) = term_line(plain)
                    && !self.file.is_empty()
                {
                    run.at(Place { file: &self.file, line: Some(line) });
                }
                let stack = stack || plain.starts_with("{test_server,");
                *open = Some(Open::Failure(stack));
                run.below(if stack { Part::Where } else { Part::Why })
            }
        }
    }
}
