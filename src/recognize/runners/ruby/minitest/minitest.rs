//! minitest's runs.
//!
//! A run begins with `Run options: --seed N` (minitest-reporters: `Started with run options`), shows points or a line for
//! each test, and ends with `Finished in`, the numbered problems and the totals. Rails prints each problem where it
//! happens, with the command that reruns it. A header inside of a run belongs to a run inside of a test if as many totals
//! follow, else the first run died. Problems of such a run, and those that a second list numbers anew, are taken back.
//!
//! Neighbours: `minitest_lines` and `reporters` read single lines, `body` the text of a problem.

use super::body::Body;
use super::minitest_lines::{self, Problem, Sum};
use super::reporters::{self, Reported};
use crate::budget::Count as _;
use crate::event::{Attempt, Block, Class, Event, FailureKind, Grade, Outcome, Seen, TestId};
use crate::recognize::PassShape;
use crate::recognize::kit::points;
use crate::recognize::kit::points::{Held, Points};
use crate::recognize::kit::reported_problems::ReportedProblems;
use crate::recognize::kit::{Run, Runner, Spec};

/// minitest's points.
pub(super) const POINTS: &str = ".FES";
/// minitest does not number attempts.
pub(super) const ATTEMPT: Attempt = 0;

/// Where the recognizer is.
#[derive(Debug, Default)]
pub(super) enum State {
    /// Tests run, or there is no run.
    #[default]
    Run,
    /// After `  3) Failure:`, or after `Failure:` (number 0).
    Head(u64, Problem),
    /// In the text of a problem; whether it was reported inline.
    Body(u64, Body),
    /// In the reason of a skip.
    Skip(u64),
    /// Below a result of minitest-reporters.
    Below(Body),
}

/// minitest.
#[derive(Debug, Default)]
pub struct Minitest {
    pub(super) state: State,
    /// Outside of a run: the heading of a problem, whose name follows when the run's beginning is missing.
    pub(super) joining: Option<(u64, Problem)>,
    /// Runs that began inside of this one and did not end.
    pub(super) inner: u32,
    pub(super) announced: Option<u64>,
    pub(super) points: Points,
    /// The class under which minitest-reporters prints.
    pub(super) class: String,
    /// The number of the last problem of the list.
    pub(super) last: u64,
    /// Problems that were reported.
    pub(super) reported: ReportedProblems,
    /// The line that tells which kind of problem follows.
    pub(super) heading: String,
    pub(super) held: Option<Held<Sum>>,
    /// Totals that nothing confirms: if points follow, a test printed them.
    pub(super) pending: Option<Sum>,
    /// Totals came that the points do not confirm: a test may have printed them. How many points there were then.
    pub(super) declared: Option<u64>,
    /// The test that began and has no result.
    pub(super) flight: Option<String>,
    /// What is below a point of a test that failed: an early reporter of Rails shows the error and the command that
    /// reruns the test there, and no name.
    pub(super) nameless: Option<Vec<String>>,
    /// The line above all that a run tells at its end was read.
    pub(super) finished: bool,
}

impl Runner for Minitest {
    const SPEC: Spec = Spec {
        name: "minitest",
        reads: "minitest, with Rails and minitest-reporters",
        starts: &minitest_lines::STARTS,
        numbered: &minitest_lines::NUMBERED,
        passes: &[PassShape { start: "", end: " s = ." }],
        heads: &["Run options: --seed "],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.joining.is_some()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.counted();
        if self.pending.is_some() && !text.trim().is_empty() {
            self.settle(!points::begins(text, POINTS), run);
        }
        match std::mem::take(&mut self.state) {
            State::Run => self.run(text, run),
            State::Head(number, problem) => self.head(number, problem, text, run),
            State::Body(number, body) => self.body(number, body, text, run),
            State::Skip(number) => self.skip(number, text, run),
            State::Below(body) => self.below(body, text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close_body(run);
        self.settle(true, run);
        if !run.is_running() {
            return;
        }
        if let Some(held) = self.held.take() {
            self.settle_held(held, run);
            return;
        }
        if let Some(points) = self.declared {
            if points < self.points.all() {
                // Tests ran on after the totals, and no others came: the run died.
                run.begin(None);
            }
            return;
        }
        if let Some(name) = self.flight.take() {
            run.emit(Event::Started(minitest_lines::id(&name)));
        }
        if self.reported.count() == 0 {
            self.count(run);
        }
    }
}

impl Minitest {
    pub(super) fn run(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((name, letter)) = minitest_lines::verbose(text) {
            return self.verbose(name, letter, run);
        }
        if let Some(seen) = self.header(text, run) {
            return seen;
        }
        if !run.is_running() {
            return self.join(text, run);
        }
        if points::begins(text, POINTS) {
            self.points.read(text, POINTS);
            let pure = text.trim_end().bytes().all(|byte| POINTS.as_bytes().contains(&byte));
            self.nameless = (pure && text.trim_end().ends_with(['F', 'E'])).then(Vec::new);
            return if pure { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if let Some(seen) = self.nameless(text, run) {
            return seen;
        }
        if let Some((number, problem)) = minitest_lines::numbered(text)
            && (number == self.last.saturating_add(1) || number == 1)
        {
            if number == 1 {
                self.reported.begin_list();
            }
            text.trim_end().clone_into(&mut self.heading);
            self.state = State::Head(number, problem);
            return Seen::Mine(Class::Noise);
        }
        if let Some(problem) = minitest_lines::problem(text) {
            text.trim_end().clone_into(&mut self.heading);
            self.state = State::Head(0, problem);
            return Seen::Mine(Class::Noise);
        }
        if let Some(sum) = minitest_lines::sum(text) {
            return self.totals(sum, run);
        }
        if let Some((class, test, reported)) = reporters::result(text) {
            return self.already_reported(class, test, reported, run);
        }
        self.finished |= text.starts_with("Finished in ");
        let ends = text.starts_with("Finished in ") || text.starts_with("You have skipped tests.");
        if ends && self.declared.is_none() {
            return Seen::Mine(Class::Noise);
        }
        if !text.starts_with(' ') && text.len() < 300 && !text.is_empty() {
            text.trim_end().clone_into(&mut self.class);
        }
        Seen::No
    }

    /// A line that begins a run.
    fn header(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if let Some(number) = minitest_lines::announced(text) {
            self.announced = Some(number);
            return Some(Seen::Mine(Class::Noise));
        }
        if text.starts_with("Run options: -") || text.starts_with("Started with run options") {
            self.open(run);
            return Some(Seen::Mine(Class::Noise));
        }
        if text.starts_with("# Running") && text.trim_end().ends_with(':') {
            if !run.is_running() {
                self.open(run);
            }
            return self.declared.is_none().then_some(Seen::Mine(Class::Noise));
        }
        None
    }

    pub(super) fn open(&mut self, run: &mut Run<'_>) {
        if run.is_running() && self.declared.is_none() {
            self.inner.up(1);
            return;
        }
        let announced = self.announced.take();
        *self = Self::default();
        run.begin(announced);
    }

    /// A line of `--verbose`.
    fn verbose(&mut self, name: &str, letter: Option<char>, run: &mut Run<'_>) -> Seen {
        if !run.is_running() {
            return Seen::No;
        }
        let id = minitest_lines::id(name);
        let Some(letter) = letter else {
            self.flight = Some(name.to_owned());
            return Seen::No;
        };
        self.flight = None;
        let (outcome, class) = match letter {
            '.' => (Outcome::Passed, Class::Passed),
            'S' => (Outcome::Skipped, Class::Skipped),
            _ => (Outcome::Failed(FailureKind::Test), Class::Detail),
        };
        run.emit(Event::Finished { id, outcome, grade: Grade::Line, attempt: ATTEMPT, alias: "" });
        if class == Class::Detail {
            self.reported.where_it_ran(name);
            run.emit(Event::Heading);
        }
        Seen::Mine(class)
    }

    /// The line after `Failure:`: the test's name.
    pub(super) fn head(&mut self, number: u64, problem: Problem, text: &str, run: &mut Run<'_>) -> Seen {
        let Some((name, place)) = minitest_lines::named(text) else { return self.run(text, run) };
        if number > 0 {
            self.last = number;
        }
        let id = minitest_lines::id(name);
        if problem == Problem::Skipped {
            let outcome = Outcome::Skipped;
            run.emit(Event::Finished { id, outcome, grade: Grade::Block, attempt: ATTEMPT, alias: "" });
            self.state = State::Skip(number);
            return Seen::Mine(Class::Skipped);
        }
        if number > 0 {
            self.reported.listed(name);
        } else {
            self.reported.where_it_ran(name);
        }
        self.block(id, text, run);
        if let Some(place) = place {
            run.emit(Event::At { place, better: true });
        }
        let body = if place.is_some() { Body::placed() } else { Body::default() };
        self.state = State::Body(number, body);
        Seen::Mine(Class::Detail)
    }

    fn block(&mut self, id: TestId<'_>, line: &str, run: &mut Run<'_>) {
        run.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        if !self.heading.is_empty() {
            // What kind of problem it is is on the line before the name.
            let heading = std::mem::take(&mut self.heading);
            run.emit(Event::Instead(&format!("{heading} {}", line.trim_end())));
        }
        run.emit(Event::Heading);
    }

    /// In the text of a problem.
    fn body(&mut self, number: u64, mut body: Body, text: &str, run: &mut Run<'_>) -> Seen {
        let listed = number > 0;
        let next = minitest_lines::numbered(text).is_some_and(|(next, _)| next == number.saturating_add(1));
        let ends = if listed {
            next || minitest_lines::sum(text).is_some()
        } else {
            let points = text.trim_end();
            minitest_lines::problem(text).is_some()
                || text.starts_with("Finished in ")
                || (!points.is_empty() && points.bytes().all(|byte| POINTS.as_bytes().contains(&byte)))
                || minitest_lines::verbose(text).is_some()
        };
        if ends {
            body.finish(run);
            run.emit(Event::BlockClosed);
            return self.run(text, run);
        }
        if minitest_lines::rerun(text) {
            body.finish(run);
            run.emit(Event::Text(crate::event::Part::Where));
            run.emit(Event::BlockClosed);
            self.state = if listed { State::Body(number, body) } else { State::Run };
            return Seen::Mine(Class::Detail);
        }
        let seen = body.line(text, run);
        self.state = State::Body(number, body);
        seen
    }

    /// In the reason of a skip.
    fn skip(&mut self, number: u64, text: &str, run: &mut Run<'_>) -> Seen {
        if text.trim().is_empty()
            || minitest_lines::sum(text).is_some()
            || minitest_lines::numbered(text).is_some()
        {
            return self.run(text, run);
        }
        self.state = State::Skip(number);
        Seen::Mine(Class::Skipped)
    }

    /// A result of minitest-reporters.
    fn already_reported(
        &mut self,
        class: Option<&str>,
        test: &str,
        reported: Reported,
        run: &mut Run<'_>,
    ) -> Seen {
        let class = class.map_or_else(|| self.class.clone(), str::to_owned);
        let id = match class.as_str() {
            "" => TestId::bare(test),
            module => TestId { module, separator: "#", name: test },
        };
        let outcome = match reported {
            Reported::Pass => Outcome::Passed,
            Reported::Skip => Outcome::Skipped,
            Reported::Fail | Reported::Error => {
                self.heading.clear();
                self.reported.where_it_ran(&format!("{class}#{test}"));
                self.block(id, "", run);
                self.state = State::Below(Body::default());
                return Seen::Mine(Class::Detail);
            }
        };
        run.emit(Event::Finished { id, outcome, grade: Grade::Line, attempt: ATTEMPT, alias: "" });
        Seen::Mine(if reported == Reported::Pass { Class::Passed } else { Class::Skipped })
    }

    /// Below a failed result of minitest-reporters: indented text.
    fn below(&mut self, mut body: Body, text: &str, run: &mut Run<'_>) -> Seen {
        let indented = text.starts_with("    ") || text.trim().is_empty();
        if indented || text.starts_with("Minitest::UnexpectedError:") {
            let seen = body.line(text, run);
            self.state = State::Below(body);
            return seen;
        }
        body.finish(run);
        run.emit(Event::BlockClosed);
        self.run(text, run)
    }

    pub(super) fn count(&self, run: &mut Run<'_>) {
        let of = |kind| self.points.of(POINTS, kind);
        let failed = of('F').saturating_add(of('E'));
        if self.points.all() > 0 {
            run.emit(Event::Counted { passed: of('.'), failed, skipped: of('S'), other: 0 });
        }
    }

    fn close_body(&mut self, run: &mut Run<'_>) {
        if let State::Body(_, body) | State::Below(body) = &mut self.state {
            body.finish(run);
        }
    }
}
