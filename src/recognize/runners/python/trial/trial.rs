//! Twisted's `trial`, in the forms of its reporters: the tree, `bwverbose`, `timing`, `text` and `summary`.
//!
//! A run has no header. A line of the tree (`    test_x ...   [OK]`, the word at its right edge), one of `bwverbose`
//! (`package.test_module.Case.test_x ... [OK]`), or a block of the report at its end (`[FAIL]` below a rule) begins one.
//! What a test prints is between its name and its result, so a report there is its output. A rule of 79 dashes, `Ran N
//! tests in T` and `PASSED (successes=N)` or `FAILED (...)` end it, with no fewer tests than were seen to begin. unittest,
//! whose closing lines are the same but for the words, has rules of 70 chars. See `twisted/trial/reporter.py`.

use super::flight::{self, Doubt, Flight, MOST_DOUBTS, Reported};
use super::report::Report;
use super::trial_lines::{self, Named, Word, is_id, is_rule, named};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Grade, Outcome, Seen, TestId, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::frames::python;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::recognize::runners::python::shared::ran::ran;

/// How many lines after `Ran N tests` its result may come.
const RESULT_WITHIN: u8 = 2;
/// How a traceback begins.
const TRACEBACK: &str = "Traceback (most recent call last):";
/// The most lines of a traceback of a worker.
const JOINING_LINES: u8 = 60;
/// How many names of tests with failures are held, to tell a second one of the same test.
const MOST_NAMES: usize = 2048;
/// What follows the name when one test has a second failure (its tear-down).
const AGAIN: &str = " (again)";

/// Where the recognizer is.
#[derive(Debug, Default)]
enum State {
    /// Between tests, or in one.
    #[default]
    Tests,
    /// After a rule of `=`.
    Rule,
    /// In a block of the report.
    Report(Report),
    /// After a rule of `-`.
    Dashes,
    /// After `Ran N tests`; how many lines the result may still be away.
    Ran(u64, u8),
    /// The same where the rule above is cut off: unittest says so too.
    Bare(u64, u8),
    /// After the line on a worker that had died before.
    Joining,
    /// In its traceback; how many lines it may still have.
    Joined(u8),
}

/// trial.
#[derive(Debug, Default)]
pub struct Trial {
    state: State,
    /// The tree's lines above.
    module: String,
    class: String,
    flight: Option<Flight>,
    /// The last run of `--until-failure` that was announced.
    pass: u64,
    /// Tests that were seen to begin, and to pass.
    begun: u64,
    passed: u64,
    doubts: Vec<Doubt>,
    already_reported: Reported,
    /// Tests of which the report reported, and how many failures it reported.
    reported: Vec<String>,
    failures: u64,
}

impl Runner for Trial {
    const SPEC: Spec = Spec { name: "trial", reads: "trial of Twisted: its reporters but subunit", starts: &[
                "test",
                "Test Pass ",
                "joining disttrial worker #",
                "Ran ",
                "===============================================================================",
                "-------------------------------------------------------------------------------",
            ],
            passes: &[PassShape { start: "", end: " ... [OK]" }], one_header: // It is repeated by `--until-failure`, and rulers are among its lines.
        false, ..Spec::NONE };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.state, State::Tests)
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        match std::mem::take(&mut self.state) {
            State::Tests => self.tests(text, run),
            State::Rule => match trial_lines::word(text) {
                Some(word) if word != Word::Passed => {
                    run.begin_once();
                    self.state = State::Report(Report::new(word));
                    Seen::Mine(Class::Noise)
                }
                _ => self.tests(text, run),
            },
            State::Report(report) => self.report(report, text, run),
            State::Dashes => match ran(text) {
                Some(number) if number >= self.begun => {
                    self.state = State::Ran(number, RESULT_WITHIN);
                    Seen::Mine(Class::Totals)
                }
                _ => self.tests(text, run),
            },
            State::Ran(number, left) => self.ran(number, left, text, run),
            State::Bare(number, left) if text.is_empty() && left > 0 => {
                self.state = State::Bare(number, left.saturating_sub(1));
                Seen::No
            }
            State::Bare(number, _) if trial_lines::is_trials(text) => self.ran(number, 0, text, run),
            State::Bare(..) => self.tests(text, run),
            State::Joining if text == TRACEBACK => {
                self.state = State::Joined(JOINING_LINES);
                Seen::Mine(Class::Other)
            }
            State::Joining => self.tests(text, run),
            State::Joined(left) if left > 0 && text.starts_with(' ') => {
                self.state = State::Joined(left.saturating_sub(1));
                Seen::Mine(Class::Other)
            }
            State::Joined(_) if python::is_exception(text) => Seen::Mine(Class::Other),
            State::Joined(_) => self.tests(text, run),
        }
    }

    fn ended(&mut self) {
        *self = Self { pass: self.pass, ..Self::default() };
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if let State::Report(report) = std::mem::take(&mut self.state) {
            self.tell(&report, run);
        }
        let mut flight = self.flight.take();
        if let Some((word, line)) = flight.as_mut().and_then(Flight::last_result) {
            let _ = flight.take().map(|flight| self.landed(flight, word, &line));
        }
        self.claim_rest(run);
        if let (true, Some(flight)) = (run.is_running(), flight) {
            run.emit(Event::Started(TestId::split_last(&flight.name, ".")));
        }
        if run.is_running() && self.passed > 0 {
            run.emit(Event::Counted { passed: self.passed, failed: 0, skipped: 0, other: 0 });
        }
    }
}

impl Trial {
    /// A line while tests run, or while there is no run.
    fn tests(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(mut flight) = self.flight.take() {
            if let Some((word, line)) = flight.result_before(text) {
                let _ = self.landed(flight, word, &line);
            } else if let Some(word) = flight.result(text) {
                return self.landed(flight, word, text);
            } else {
                self.flight = Some(flight);
                return Seen::Inside(Class::Other);
            }
        }
        if is_rule(text, '=') {
            self.state = State::Rule;
            return if run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if is_rule(text, '-') {
            self.state = State::Dashes;
            return if run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if text.starts_with("joining disttrial worker #") && text.ends_with(" failed") {
            self.state = State::Joining;
            return Seen::Mine(Class::Other);
        }
        if let Some(named) = named(text) {
            return self.named(&named, text, run);
        }
        if let Some(pass) =
            text.strip_prefix("Test Pass ").and_then(scan::whole_number).filter(|_| !run.is_running())
        {
            // The first may be anybody's.
            let next = self.pass > 0 && self.pass.checked_add(1) == Some(pass);
            self.pass = pass;
            if next {
                return run.begin(None);
            }
            return Seen::No;
        }
        if !run.is_running() {
            if let Some(number) = ran(text) {
                self.state = State::Bare(number, RESULT_WITHIN);
            }
            return Seen::No;
        }
        // The tree's own lines.
        if is_id(text) {
            text.clone_into(&mut self.module);
            self.class.clear();
            return Seen::Mine(Class::Noise);
        }
        if let Some(class) = text.strip_prefix("  ").filter(|class| is_id(class)) {
            class.clone_into(&mut self.class);
            return Seen::Mine(Class::Noise);
        }
        let timing = text.starts_with('(') && text.ends_with(" secs)");
        if timing || text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        // A second result of the same test, of its tear-down.
        if trial_lines::ending(text).is_some_and(|(before, _, _)| before.trim().is_empty()) {
            return Seen::Mine(Class::Noise);
        }
        Seen::Inside(Class::Other)
    }

    /// A test's line.
    fn named(&mut self, named: &Named<'_>, text: &str, run: &mut Run<'_>) -> Seen {
        let result = flight::result(named);
        if !run.is_running() && !flight::is_certain(named) {
            return Seen::No;
        }
        run.begin_once();
        let name = self.name(named);
        self.begun.up(1);
        if let Some(word) = result {
            return self.finished(&name, word, text);
        }
        self.flight = Some(Flight::new(named, name));
        Seen::Mine(Class::Noise)
    }

    /// The name with those above it, as far as they are known.
    fn name(&self, named: &Named<'_>) -> String {
        let above: &[&str] = match named.indent {
            4 => &[&self.module, &self.class],
            2 => &[&self.module],
            _ => &[],
        };
        let mut name = String::new();
        for part in above.iter().filter(|part| !part.is_empty()) {
            name.push_str(part);
            name.push('.');
        }
        name.push_str(named.name);
        name
    }

    /// The test that printed has its result.
    fn landed(&mut self, flight: Flight, word: Word, text: &str) -> Seen {
        let seen = self.finished(&flight.name, word, text);
        let doubt = flight.doubt(self.begun).filter(|_| self.doubts.len() < MOST_DOUBTS);
        self.doubts.extend(doubt);
        seen
    }

    /// A test's result. Passes are counted when the run ends: a test may print imitations.
    fn finished(&mut self, name: &str, word: Word, text: &str) -> Seen {
        match word {
            Word::Passed => {
                self.passed.up(1);
                Seen::Mine(Class::Passed)
            }
            Word::Failed => {
                self.already_reported.push(name, text);
                Seen::Mine(Class::Detail)
            }
            Word::Skipped => Seen::Mine(Class::Skipped),
            Word::Todo | Word::Unexpected => Seen::Mine(Class::Other),
        }
    }

    /// A line of the report. A rule ends a block when names are above it.
    fn report(&mut self, mut report: Report, text: &str, run: &mut Run<'_>) -> Seen {
        if !report.names.is_empty() && (is_rule(text, '=') || is_rule(text, '-')) {
            self.tell(&report, run);
            self.state = if is_rule(text, '=') { State::Rule } else { State::Dashes };
            return Seen::Mine(Class::Noise);
        }
        if !report.names.is_empty() && text == TRACEBACK {
            // trial itself failed.
            self.tell(&report, run);
            return Seen::No;
        }
        let is_name = report.line(text);
        let seen = match report.word {
            Word::Skipped if is_name => {
                run.emit(Event::finished(TestId::split_last(text, "."), Outcome::Skipped));
                run.emit(Event::Reason(report.reason()));
                Class::Skipped
            }
            Word::Failed if text.is_empty() => Class::Noise,
            Word::Failed => Class::Detail,
            _ => Class::Other,
        };
        self.state = State::Report(report);
        Seen::Mine(seen)
    }

    /// Tells a block of the report.
    fn tell(&mut self, report: &Report, run: &mut Run<'_>) {
        if report.word != Word::Failed {
            return;
        }
        if report.names.is_empty() {
            // Cut before its names: the tests' lines tell of it, when there are any.
            if self.begun == 0 {
                report.tell(report.nameless(), run);
            }
            return;
        }
        for name in &report.names {
            self.already_reported.reported(name);
            self.failures.up(1);
            if self.reported.contains(name) {
                report.tell(&format!("{name}{AGAIN}"), run);
                continue;
            }
            report.tell(name, run);
            if self.reported.len() < MOST_NAMES {
                self.reported.push(name.clone());
            }
        }
    }

    /// Failures that only their lines reported.
    fn claim_rest(&mut self, run: &mut Run<'_>) {
        for (name, line) in self.already_reported.take() {
            let outcome = Outcome::Failed(FailureKind::Test);
            let id = TestId::split_last(&name, ".");
            run.emit(Event::Finished { id, outcome, grade: Grade::Line, attempt: 0, alias: "" });
            run.instead(&line);
            run.emit(Event::Heading);
        }
    }

    /// After `Ran N tests`: the result, or the line was printed by a test.
    fn ran(&mut self, number: u64, left: u8, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(totals) = trial_lines::outcome(text, number).filter(|totals| self.agrees(totals)) {
            run.begin_once();
            if let Some(died) = self.doubts.iter().find(|doubt| doubt.may_be_of_another(number, self.begun)) {
                run.emit(Event::Started(TestId::split_last(&died.name, ".")));
                run.begin(None);
            }
            let failed = totals.failed.unwrap_or(0).saturating_add(totals.errors.unwrap_or(0));
            if failed > self.failures {
                self.claim_rest(run);
            }
            let passed = totals.passed.unwrap_or(0);
            run.emit(Event::Counted { passed, failed, skipped: 0, other: 0 });
            return run.totals(totals);
        }
        if text.is_empty() && left > 0 {
            self.state = State::Ran(number, left.saturating_sub(1));
            return Seen::Mine(Class::Noise);
        }
        self.tests(text, run)
    }

    /// Totals without a failure are not believed against one.
    fn agrees(&self, totals: &Totals) -> bool {
        let failed = totals.failed.unwrap_or(0).saturating_add(totals.errors.unwrap_or(0));
        failed > 0 || self.failures == 0 && self.already_reported.is_empty()
    }
}
