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
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Level, Opened, Outcome, Part, Place, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::points;
use crate::recognize::kit::points::Points;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::head;

/// The longest file that is held, in bytes.
const LONGEST_FILE: usize = 400;
/// The longest name of a folder of suites that is held, in bytes.
const LONGEST_SUBJECT: usize = 400;
/// The point of a test that passed.
const POINT: &str = ".";

/// What follows on the next lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
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
    running: bool,
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
    open: Option<Open>,
    suite: String,
    file: String,
    placed: bool,
    failures: u64,
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
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.running
    }

    fn line(&mut self, (): &mut (), text: &str, sink: &mut Run<'_>) -> Seen {
        let _line = sink.line();
        let ruled = std::mem::replace(&mut self.ruled, text.starts_with(lines::RULER));
        if text.starts_with("===> Running Common Test suites") {
            self.start(Opened::Own, sink);
            return Seen::Mine(Class::Noise);
        }
        if lines::is_start(text) {
            if !self.running {
                self.start(Opened::Own, sink);
            }
            self.verbose = true;
            return Seen::Mine(Class::Noise);
        }
        if let Some((subject, announced)) = lines::folder_begins(text) {
            // The first folder belongs to the run's beginning.
            if !self.running || !self.subject.is_empty() {
                self.start(Opened::Own, sink);
            }
            self.verbose = true;
            head(subject, LONGEST_SUBJECT).clone_into(&mut self.subject);
            self.announced = announced;
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("===> Failures occurred running tests") {
            self.close(sink);
            if std::mem::take(&mut self.running) {
                sink.emit(Event::SectionEnded(Ended::Failed));
            }
            sink.emit(Event::Consequence { name: "rebar3 ct", kind: FailureKind::Suite });
            return Seen::Mine(Class::Detail);
        }
        if let Some(rest) = text.strip_prefix("%%% ") {
            return self.marked(rest, sink);
        }
        if !self.running {
            return Seen::No;
        }
        if let Some(folders) = lines::folders(text).filter(|_| self.verbose && self.subject.is_empty()) {
            self.folders = folders;
            return Seen::Mine(Class::Noise);
        }
        if let Some(totals) = self.own_totals(text) {
            return self.totals(totals, sink);
        }
        if let Some((suite, test, line)) = lines::failed(text, ruled) {
            self.verbose = true;
            self.failure(suite, test, Open::Ruled, sink);
            if line.is_some() {
                sink.emit(Event::At { place: Place { file: &format!("{suite}.erl"), line }, better: false });
            }
            return Seen::Mine(Class::Detail);
        }
        if ruled && let Some(error) = lines::error_in_suite(text) {
            self.verbose = true;
            self.close(sink);
            sink.emit(Event::BlockOpened(Block::Whole { name: error, kind: FailureKind::Suite }));
            sink.emit(Event::Heading);
            self.failures.up(1);
            self.open = Some(Open::Ruled);
            return Seen::Mine(Class::Detail);
        }
        if self.hooked && self.open != Some(Open::Ruled) && self.points(text, sink) {
            return Seen::Mine(Class::Passed);
        }
        self.body(text, sink)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
    }
}

impl CommonTest {
    fn start(&mut self, opened: Opened, sink: &mut dyn Sink) {
        self.close(sink);
        *self = Self { running: true, ..Self::default() };
        sink.emit(Event::SectionStarted { opened, announced: None, label: "" });
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if matches!(self.open.take(), Some(Open::Failure(_) | Open::Ruled)) {
            sink.emit(Event::BlockClosed);
        }
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
    fn points(&mut self, text: &str, sink: &mut dyn Sink) -> bool {
        let alone = !text.is_empty() && text.bytes().all(|byte| byte == b'.');
        if alone {
            // Nothing but points is after a reason.
            self.close(sink);
        } else if self.open.is_some() || !points::begins(text, POINT) {
            return false;
        }
        self.passes.up(Points::default().read(text, POINT));
        alone
    }

    fn totals(&mut self, totals: Totals, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        // What broke in a set-up is in no number.
        let errors = self.failures.saturating_sub(totals.failed.unwrap_or(0));
        sink.emit(Event::Declared {
            totals: Totals { errors: Some(errors), ..totals },
            level: Level::Section,
        });
        let folders = self.folders.saturating_sub(1);
        *self = Self::default();
        if folders > 0 {
            // Without the others the run did not end.
            self.start(Opened::Own, sink);
            self.verbose = true;
            self.folders = folders;
        }
        Seen::Mine(Class::Totals)
    }

    fn failure(&mut self, suite: &str, test: &str, open: Open, sink: &mut dyn Sink) {
        self.close(sink);
        let setup = test.contains("init_per_") || test.contains("end_per_");
        let kind = if setup { FailureKind::Setup } else { FailureKind::Test };
        sink.emit(Event::BlockOpened(Block::Test {
            id: TestId { module: suite, separator: ":", name: test },
            kind,
        }));
        sink.emit(Event::Heading);
        suite.clone_into(&mut self.suite);
        self.file.clear();
        self.placed = false;
        self.failures.up(1);
        self.open = Some(open);
    }

    /// What rebar3 says: `SUITE: ...`, `SUITE ==> TEST: FAILED`, `SUITE ==> REASON`.
    fn marked(&mut self, rest: &str, sink: &mut dyn Sink) -> Seen {
        let Some((suite, says)) = rest.split_once(" ==> ") else {
            // The points of a suite.
            let points = rest.split_once(':').filter(|(suite, _)| self.running && lines::is_atom(suite));
            let Some((_, points)) = points else { return Seen::No };
            self.close(sink);
            self.hooked = true;
            let points = points.trim_start();
            let alone = points.is_empty() || self.points(points, sink);
            return if alone { Seen::Mine(Class::Passed) } else { Seen::No };
        };
        if !lines::is_atom(suite) {
            return Seen::No;
        }
        self.hooked |= self.running;
        if let Some(test) = says.strip_suffix(": FAILED") {
            if !self.running {
                self.start(Opened::Headless, sink);
            }
            if self.verbose {
                self.close(sink);
                self.open = Some(Open::Replay);
            } else {
                self.failure(suite, test, Open::Failure(false), sink);
            }
            return Seen::Mine(Class::Detail);
        }
        if let Some(test) = says.strip_suffix(": SKIPPED").filter(|_| self.running) {
            self.close(sink);
            sink.emit(Event::finished(
                TestId { module: suite, separator: ":", name: test },
                Outcome::Skipped,
            ));
            self.open = Some(Open::Skip);
            return Seen::Mine(Class::Skipped);
        }
        if let Some(test) = says.strip_suffix(": OK").filter(|_| self.running) {
            self.close(sink);
            self.passes.up(1);
            sink.emit(Event::finished(TestId { module: suite, separator: ":", name: test }, Outcome::Passed));
            return Seen::Mine(Class::Passed);
        }
        match self.open {
            Some(Open::Skip) => {
                sink.emit(Event::Reason(says));
                Seen::Mine(Class::Skipped)
            }
            Some(_) => {
                if self.open == Some(Open::Failure(false)) {
                    sink.emit(Event::Message(says.trim_end_matches(',')));
                }
                self.body(says, sink)
            }
            None => Seen::No,
        }
    }

    fn body(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let plain = text.trim_start();
        match self.open {
            None => Seen::No,
            Some(Open::Ruled) if text.starts_with(lines::RULER) => {
                self.close(sink);
                Seen::Mine(Class::Noise)
            }
            Some(Open::Ruled) => {
                sink.emit(Event::Text(Part::Why));
                Seen::Inside(Class::Detail)
            }
            Some(_) if plain.is_empty() => {
                self.close(sink);
                Seen::Mine(Class::Noise)
            }
            Some(Open::Replay) => Seen::Inside(Class::Detail),
            Some(Open::Skip) => Seen::Inside(Class::Skipped),
            Some(Open::Failure(stack)) => {
                if let Some(file) = term_file(plain, &self.suite).filter(|file| file.len() <= LONGEST_FILE) {
                    file.clone_into(&mut self.file);
                }
                if let Some(line) = term_line(plain)
                    && !self.placed
                    && !self.file.is_empty()
                {
                    self.placed = true;
                    sink.emit(Event::At {
                        place: Place { file: &self.file, line: Some(line) },
                        better: false,
                    });
                }
                let stack = stack || plain.starts_with("{test_server,");
                self.open = Some(Open::Failure(stack));
                sink.emit(Event::Text(if stack { Part::Where } else { Part::Why }));
                Seen::Inside(Class::Detail)
            }
        }
    }
}
