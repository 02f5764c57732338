//! clojure.test, alone and under Leiningen.
//!
//! `Testing harbour-test` or `lein test harbour-test` begins a namespace. `FAIL in (unloads) (harbour_test.clj:6)` begins
//! the report of each check that failed, so a test may have several: what was printed around the check, `expected:` and
//! `actual:`, of an exception with its stack. `Ran 5 tests containing 7 assertions.` and the line after it close the
//! run. A test may print all of that: totals count when no report follows them before the next namespace, and they take no
//! report back, since a run that died after one looks the same when a test printed totals.

use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Level, Opened, Part, Seen, TestId, Totals};
use crate::recognize::Message;
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::head;

use super::clojure_test_lines::{Head, death, is_again, lein, ran, report, sum, testing};

/// The most lines of a report up to `actual:`.
const BLOCK_LINES: u32 = 40;
/// The most lines of an exception's message after the first.
const MESSAGE_LINES: u32 = 10;

/// Where in a report the next line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// Before `expected:`.
    Printed,
    /// After it.
    Expected,
    /// After `actual:` of a check.
    Actual,
    /// After `actual:` of an exception, above its stack.
    Exception,
    /// In the stack.
    Stack,
    /// Below what ended a program: its message.
    Death,
}

/// The totals of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sum {
    tests: u64,
    /// Checks that failed, and exceptions.
    reported: u64,
    /// Leiningen printed so, too.
    sure: bool,
}

/// clojure.test.
#[derive(Debug, Default)]
pub struct ClojureTest {
    /// A namespace's header came, and which.
    namespace: String,
    block: Option<(At, u32)>,
    /// The open report is of an exception.
    error: bool,
    /// The message of the open report so far.
    message: Message,
    /// Reports, and how many of them are of the test of the one before, or of no test.
    reports: u64,
    repeated: u64,
    outside: u64,
    last: String,
    /// The first line of totals was the line before.
    ran: Option<u64>,
    held: Option<Sum>,
}

impl Runner for ClojureTest {
    const SPEC: Spec = Spec {
        name: "clojure test",
        reads: "clojure.test, alone and under Leiningen",
        starts: &[
            "FAIL in ",
            "ERROR in ",
            "Testing ",
            "lein test ",
            "Ran ",
            "Syntax error ",
            "Execution error ",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.ran.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(tests) = self.ran.take()
            && let Some((failures, errors)) = sum(text)
        {
            return self.summed(Sum { tests, reported: failures.saturating_add(errors), sure: false }, run);
        }
        if let Some(head) = report(text) {
            return self.report(head, run);
        }
        if let Some(name) = lein(text) {
            self.namespace(name, run);
            return run.begin_once();
        }
        if let Some(name) = testing(text) {
            self.namespace(name, run);
            if !run.is_running() {
                run.emit(Event::MayHaveBegun);
                return Seen::No;
            }
            return Seen::Mine(Class::Noise);
        }
        if let Some(tests) = ran(text) {
            self.end_block(run);
            self.ran = Some(tests);
            return if run.is_running() { Seen::Mine(Class::Totals) } else { Seen::No };
        }
        if let Some(place) = death(text) {
            self.end_block(run);
            open(Opened::Headless, run);
            run.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message: text }));
            run.emit(Event::Heading);
            self.block = Some((At::Death, 0));
            return Seen::Mine(Class::Detail);
        }
        if let Some(seen) = self.in_block(text, run) {
            return seen;
        }
        if !run.is_running() || self.held.is_some() {
            let reported = self.held.is_some() && text == "Tests failed.";
            if let Some(sum) = self.held.as_mut().filter(|_| reported) {
                sum.sure = true;
            }
            return if reported { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if is_again(text) {
            return Seen::Mine(Class::Noise);
        }
        Seen::Inside(if text.is_empty() { Class::Noise } else { Class::Other })
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.end_block(run);
        self.declare(run);
        *self = Self::default();
    }
}

impl ClojureTest {
    /// The run began where its first namespace did, or nobody knows where.
    fn open_late(&self, run: &mut Run<'_>) {
        if run.is_running() {
            return;
        }
        let headed = !self.namespace.is_empty();
        open(if headed { Opened::Own } else { Opened::Headless }, run);
        if headed {
            run.emit(Event::BeganThere);
        }
    }

    /// The header of a namespace: of another run, when totals are before it that agree with what was reported.
    fn namespace(&mut self, name: &str, run: &mut Run<'_>) {
        self.end_block(run);
        // Where nothing was before failing totals the log is cut in front: a test prints after a header.
        let cut = self.reports == 0 && self.namespace.is_empty();
        if let Some(sum) = self.held.take()
            && (sum.reported == self.reports || sum.sure || (cut && sum.reported > 0))
        {
            self.held = Some(sum);
            self.declare(run);
        }
        self.namespace.clear();
        self.namespace.push_str(head(name, NAME_BYTES));
    }

    /// The head of a report.
    fn report(&mut self, reported: Head<'_>, run: &mut Run<'_>) -> Seen {
        self.end_block(run);
        self.open_late(run);
        // A test printed the totals that are before it.
        self.held = None;
        self.reports.up(1);
        let module = if reported.namespace.is_empty() { self.namespace.as_str() } else { reported.namespace };
        let again = self.last == reported.name && !reported.name.is_empty();
        let whole = reported.name.is_empty() || reported.name == module;
        self.repeated.up(u64::from(again && !whole));
        self.outside.up(u64::from(whole));
        if whole {
            let name = if module.is_empty() { "outside of tests" } else { module };
            run.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Setup }));
        } else {
            let id = TestId { module, separator: "/", name: reported.name };
            run.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        }
        // A further report of a test is under its own head, below what was reported before.
        run.emit(if again { Event::Text(Part::Why) } else { Event::Heading });
        if let Some(place) = reported.place.filter(|_| !again) {
            run.emit(Event::At { place, better: false });
        }
        self.last.clear();
        self.last.push_str(head(reported.name, NAME_BYTES));
        self.error = reported.error;
        self.block = Some((At::Printed, 0));
        Seen::Mine(Class::Detail)
    }

    /// A line while a report is open; `None` when it is none of it.
    fn in_block(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let (at, lines) = self.block?;
        let most = if at == At::Exception { MESSAGE_LINES } else { BLOCK_LINES };
        let indented = text.starts_with([' ', '\t']);
        let over = match at {
            At::Printed | At::Expected | At::Exception => lines > most,
            At::Actual | At::Stack => !indented,
            At::Death => text.is_empty() || lines > most,
        };
        if over || is_again(text) {
            self.end_block(run);
            return text.is_empty().then_some(Seen::Mine(Class::Noise));
        }
        let lines = if (at, self.error) == (At::Expected, true) { 0 } else { lines.saturating_add(1) };
        let (next, part) = match at {
            At::Printed | At::Expected if text.starts_with("expected: ") => (At::Expected, Part::Why),
            At::Printed | At::Expected if text.starts_with("  actual: ") => {
                let printed = text.trim_start_matches("  actual: ");
                self.message.say(printed);
                (if self.error { At::Exception } else { At::Actual }, Part::Why)
            }
            At::Printed => {
                self.message.say(text);
                (At::Printed, Part::Why)
            }
            At::Exception | At::Actual if text.starts_with(" at ") => (At::Stack, Part::Where),
            At::Death => {
                self.message.say(text);
                (At::Death, Part::Why)
            }
            At::Stack => (At::Stack, Part::Where),
            At::Expected | At::Exception | At::Actual => (at, Part::Why),
        };
        self.block = Some((next, lines));
        run.emit(Event::Text(part));
        Some(Seen::Mine(Class::Detail))
    }

    fn end_block(&mut self, run: &mut Run<'_>) {
        if self.block.take().is_some() {
            self.message.close(run);
        }
    }

    /// The second line of totals.
    fn summed(&mut self, sum: Sum, run: &mut Run<'_>) -> Seen {
        self.open_late(run);
        self.held = Some(sum);
        run.emit(Event::MayHaveEnded);
        Seen::Mine(Class::Totals)
    }

    /// Tells the totals, and that the run is over.
    fn declare(&mut self, run: &mut Run<'_>) {
        let Some(sum) = self.held.take() else { return };
        // Several reports of one test are one failure; those outside of tests are none of a test.
        let failed = sum.reported.saturating_sub(self.repeated).saturating_sub(self.outside);
        let totals = Totals {
            passed: Some(sum.tests.saturating_sub(failed)),
            failed: Some(failed),
            errors: Some(self.outside.min(sum.reported)),
            skipped: None,
            ..Totals::default()
        };
        run.emit(Event::Declared { totals, level: Level::Section });
        run.forget();
        *self = Self::default();
    }
}

fn open(opened: Opened, run: &mut Run<'_>) {
    if !run.is_running() {
        run.begin_as(opened, None);
    }
}
