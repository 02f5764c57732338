//! unittest's runs.
//!
//! A run has no header. It is certain by one of these, each of which opens the section as the runner's own: a line of `-v` whose
//! description repeats the method or names it as tests are named, with its result; the rule, `FAIL:` or `ERROR:` with such a description; Django's
//! `Found 12 test(s).`; `Ran N tests in T` with a result line after. Each can be imitated, so the last of them decides: a run whose closing lines
//! never come stays open and is never called passed. Points alone open nothing, other tools print them too.
//!
//! What a test prints is between its name and its result, so a result on a line of its own belongs to the test that began last; a
//! test that began and reported no result before the stream ended did not finish. `Ran N tests` while more tests than that
//! were seen to begin was printed by a test. Neighbours: `names` reads descriptions, `body` the tracebacks, `totals` the closing lines.

use crate::recognize::kit::{Run, Runner, Spec};
use std::collections::HashSet;

use super::body::Body;
use super::names::Name;
use super::next::Next;
use super::totals;
use super::unittest_lines::{Problem, ends_with_result, found, is_points, problem};
use crate::budget::Count as _;
use crate::event::{Attempt, Block, Class, Event, FailureKind, Part, Seen};
use crate::recognize::PassShape;
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::frames::python;
use crate::recognize::kit::scan;
use crate::recognize::runners::python::shared::pytest_id;
use crate::recognize::runners::python::shared::ran::ran;

/// The width of unittest's rules, in chars, and of those of pytest-tldr, which prints the same in them.
const RULES: [usize; 2] = [70, WIDE];
const WIDE: usize = 78;
/// unittest does not number attempts.
pub(super) const ATTEMPT: Attempt = 0;
/// How many names of tests with problems are held.
pub(super) const MOST_NAMES: usize = 2048;
/// How many lines after `Ran N tests` its result may come.
const RESULT_WITHIN: u8 = 4;
/// What follows the name when one test has a second problem (its tear-down).
pub(super) const AGAIN: &str = " (again)";
/// How faulthandler begins.
pub(super) const FATAL: &str = "Fatal Python error: ";

/// Where the recognizer is.
#[derive(Debug, Default)]
pub(super) enum State {
    /// Between reports.
    #[default]
    Tests,
    /// After a rule of `=`.
    Rule,
    /// After a heading, before the rule of `-`.
    Heading,
    /// In the text of a failure; the flag tells that a rule of `-` was the last line.
    Body(Body, bool),
    /// In the list of unexpected successes.
    Unexpected,
    /// In the stacks of a process that died.
    Dump,
    /// After `Ran N tests`; how many lines the result may still be away.
    Ran(u64, u8),
}

/// unittest.
#[derive(Debug, Default)]
pub struct Unittest {
    pub(super) state: State,
    /// The test whose result is still to come.
    pub(super) flight: Option<Name>,
    /// A line since then ended with a result right after output: perhaps the test is over.
    pub(super) landed: bool,
    /// A run ended in this stream.
    pub(super) ended: bool,
    /// Points were seen since then.
    pub(super) points: bool,
    /// Passes among them.
    pub(super) dots: u64,
    /// The reports are below wide rules: names with results are above.
    wide: bool,
    /// pytest-tldr prints the run: it counts what its tests' own code did, no skips and errors of fixtures.
    pub(super) tldr: bool,
    /// A description alone on its line: a docstring with the result may follow.
    pub(super) described: Option<Name>,
    /// Tests that were seen to begin.
    pub(super) begun: u64,
    /// The test that began last: its subtests and its tear-down have lines of their own.
    pub(super) last: String,
    /// Tests seen to pass.
    pub(super) passed: u64,
    /// Blocks of failures and errors.
    pub(super) blocks: u64,
    /// The tests that these are about, without fixtures.
    pub(super) troubled: HashSet<String>,
    /// Tests whose second problem was reported by `-v`.
    pub(super) torn: HashSet<String>,
    /// Tests with a problem reported by `-v`.
    pub(super) reported: HashSet<String>,
    /// Those of them that `-v` reported without a subtest.
    pub(super) whole: HashSet<String>,
    /// A run whose report comes below the test in flight.
    pub(super) next: Option<Box<Next>>,
}

impl Runner for Unittest {
    const SPEC: Spec = Spec {
        name: "unittest",
        reads: "python -m unittest",
        starts: &[
            "..",
            ".F",
            ".E",
            ".s",
            ".x",
            ".u",
            "F.",
            "FF",
            "FE",
            "E.",
            "EE",
            "EF",
            "s.",
            "ss",
            "sF",
            "x.",
            "Ran ",
            "==========",
            "FAIL: ",
            "ERROR: ",
            "Found ",
            "test_",
            "setUpClass (",
            "setUpModule (",
        ],
        inside: &[") ... "],
        passes: &[PassShape { start: "test_", end: ") ... ok" }],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.described.is_some() || !matches!(self.state, State::Tests)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        self.read(line.judged(), run)
    }

    fn ended(&mut self) {
        *self = Self { ended: true, ..Self::default() };
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if let (true, Some(name)) = (run.is_running(), self.flight.take())
            && !self.end_next_run(run)
        {
            run.emit(Event::Started(name.id()));
        }
        // The log ends before the run's verdict.
        if matches!(self.state, State::Ran(..)) && self.points {
            self.open_once(run);
        }
    }
}

impl Unittest {
    pub(super) fn read(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        match std::mem::take(&mut self.state) {
            State::Tests => self.tests(text, run),
            State::Rule => self.after_rule(text, run),
            State::Heading => self.heading(text, run),
            State::Body(body, ruled) => self.body(body, ruled, text, run),
            State::Unexpected => self.unexpected(text, run),
            State::Dump => self.dump(text, run),
            State::Ran(number, left) => self.ran(number, left, text, run),
        }
    }

    /// A line while tests run, or while there is no run.
    pub(super) fn tests(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let described = self.described.take();
        let rule = text.trim_end();
        if !run.is_running() && is_points(rule) {
            self.points = true;
            let passed = memchr::memchr_iter(b'.', rule.as_bytes()).count();
            self.dots.up(u64::try_from(passed).unwrap_or(0));
            return Seen::No;
        }
        if self.flight.as_ref().is_some_and(|name| name.repeats) && !self.landed {
            // No report comes while a test runs: what looks like one was printed by it, or the test died. (Before Python 3.11
            // a test whose subtests failed had no result of its own.)
            if let Some(seen) = self.verbose(text, described, run) {
                return seen;
            }
            if let Some(seen) = self.next_run(text, run) {
                return seen;
            }
            self.landed = ends_with_result(rule);
            return match scan::find(text, FATAL) {
                Some(0) => self.died(text, run),
                _ => Seen::No,
            };
        }
        if is_rule(rule, '=') {
            self.wide = rule.len() == WIDE;
            self.state = State::Rule;
            return if run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if run.is_running() && is_rule(rule, '-') {
            return Seen::Mine(Class::Noise);
        }
        if let Some(number) = ran(text)
            && self.can_end(number)
        {
            self.tldr = totals::is_tldr(text);
            self.state = State::Ran(number, RESULT_WITHIN);
            return Seen::Mine(Class::Totals);
        }
        if let Some(number) = found(text) {
            *self = Self { ended: self.ended, ..Self::default() };
            return run.begin(Some(number));
        }
        if let Some(seen) = self.verbose(text, described, run) {
            return seen;
        }
        if let Some(at) = scan::find(text, FATAL)
            && run.is_running()
            && (at == 0 || self.flight.is_some())
        {
            return self.died(text.get(at..).unwrap_or(text), run);
        }
        Seen::No
    }

    /// The line after a rule of `=`.
    fn after_rule(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some((word, description)) = problem(text) else { return self.tests(text, run) };
        if word == Problem::UnexpectedSuccess {
            return self.unexpected(text, run);
        }
        self.open_problem(word, description, run);
        self.state = State::Heading;
        Seen::Mine(Class::Detail)
    }

    /// Opens the block of a failure or error.
    fn open_problem(&mut self, problem: Problem, description: &str, run: &mut Run<'_>) {
        self.open_once(run);
        self.flight = None;
        self.blocks.up(1);
        match Name::read(description) {
            Some(mut name) => {
                let base = name.base();
                let plain = name.method() == name.name;
                // The failure that such runners reported the whole test was that of its subtests.
                if !plain && self.whole.remove(&base) {
                    run.emit(Event::Withdrawn(name.whole()));
                }
                let again = problem == Problem::Error && self.torn.contains(&base)
                    || !self.torn.contains(&base) && self.troubled.contains(&base);
                if !name.is_fixture() {
                    remember(&mut self.troubled, base);
                }
                if plain && again {
                    name.mark(AGAIN);
                }
                run.emit(Event::BlockOpened(Block::Test { id: name.id(), kind: name.kind() }));
            }
            None => {
                remember(&mut self.troubled, description.to_owned());
                // pytest-tldr names tests as pytest does.
                let id = pytest_id::split(description);
                run.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
            }
        }
        run.emit(Event::Heading);
    }

    /// Below a heading: a docstring, then the rule of `-`.
    fn heading(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if is_rule(text.trim_end(), '-') {
            self.state = State::Body(Body::default(), false);
            return Seen::Mine(Class::Noise);
        }
        self.state = State::Heading;
        run.emit(Event::Text(Part::Where));
        Seen::Mine(Class::Detail)
    }

    /// In the text of a failure. It ends before a rule that a heading or `Ran N tests` follows.
    fn body(&mut self, mut body: Body, ruled: bool, text: &str, run: &mut Run<'_>) -> Seen {
        let rule = text.trim_end();
        if let Some((problem, description)) = problem(text).filter(|_| ruled) {
            if problem == Problem::UnexpectedSuccess {
                return self.unexpected(text, run);
            }
            if !body.is_output() || Name::is_certain(description) || Name::read(description).is_some() {
                self.open_problem(problem, description, run);
                self.state = State::Heading;
                return Seen::Mine(Class::Detail);
            }
        }
        if let Some(number) = ran(text).filter(|_| ruled)
            && self.can_end(number)
        {
            run.emit(Event::BlockClosed);
            self.tldr = totals::is_tldr(text);
            self.state = State::Ran(number, RESULT_WITHIN);
            return Seen::Mine(Class::Totals);
        }
        let ruled = is_rule(rule, '=') || is_rule(rule, '-');
        let seen = if ruled { Seen::Mine(Class::Noise) } else { body.line(text, run) };
        self.state = State::Body(body, ruled);
        seen
    }

    /// After `Ran N tests`: the result, or the line was printed by a test.
    fn ran(&mut self, number: u64, left: u8, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(outcome) = totals::outcome(text) {
            // Totals alone can be a run with `-q`; after another run's end they are no run without its points.
            if !self.ended || self.points {
                self.open_once(run);
            }
            return run.totals(self.totals(number, outcome));
        }
        if text.trim().is_empty() && left > 0 {
            self.state = State::Ran(number, left.saturating_sub(1));
            return Seen::Mine(Class::Noise);
        }
        self.tests(text, run)
    }

    /// Whether a run of so many tests can end here: not with fewer than were seen to begin.
    fn can_end(&self, ran: u64) -> bool {
        ran >= self.begun
    }

    /// faulthandler speaks: the process dies in the test that is in flight.
    pub(super) fn died(&mut self, fatal: &str, run: &mut Run<'_>) -> Seen {
        let name = self.flight.take();
        let fatal = fatal.trim_end();
        let block = match &name {
            Some(name) => Block::Test { id: name.id(), kind: FailureKind::Crash },
            None => Block::Whole { name: fatal, kind: FailureKind::Crash },
        };
        run.emit(Event::BlockOpened(block));
        run.emit(Event::Heading);
        run.emit(Event::Message(fatal));
        self.state = State::Dump;
        Seen::Mine(Class::Detail)
    }

    /// The stacks of a process that died.
    fn dump(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        match python::dump(text, run) {
            Some(seen) => {
                self.state = State::Dump;
                seen
            }
            None => {
                run.emit(Event::BlockClosed);
                self.tests(text, run)
            }
        }
    }

    pub(super) fn open_once(&self, run: &mut Run<'_>) {
        if self.wide {
            run.open();
        } else {
            run.begin_once();
        }
    }
}

/// Whether the line is a rule of one of the widths.
fn is_rule(text: &str, character: char) -> bool {
    RULES.contains(&text.len()) && scan::is_ruler(text, character, text.len())
}

/// Remembers a name while there is room.
pub(super) fn remember(names: &mut HashSet<String>, name: String) {
    if names.len() < MOST_NAMES && name.len() <= NAME_BYTES {
        names.insert(name);
    }
}
