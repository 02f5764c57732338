//! test-unit's console runner.
//!
//! A run begins with `Loaded suite NAME` and `Started`, tells each problem between rules of `=` where it happens, and ends
//! with `Finished in`, a rule of `-`, and the totals. Source: the gem test-unit 3, `ui/console/testrunner.rb`.

use super::body::Body;
use crate::event::{
    Attempt, Block, Class, Event, FailureKind, Grade, Level, Opened, Outcome, Seen, TestId, Totals,
};
use crate::recognize::kit::points::Points;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::recognize::kit::{points, scan};

/// test-unit's points: passed, failure, error, pending, omission, notification.
const POINTS: &str = ".FEPON";
/// The least width of test-unit's rules, in chars.
const RULE: usize = 70;
/// How a rule above a problem begins.
const RULED: &str = "======================================================================";
/// test-unit does not number attempts.
const ATTEMPT: Attempt = 0;

/// Where the recognizer is.
#[derive(Debug, Default)]
enum State {
    /// Tests run, or there is no run.
    #[default]
    Run,
    /// After a rule of `=`.
    Ruled,
    /// In the text of a problem.
    Body(Body),
    /// In the text of a pending or omitted test.
    Apart,
}

/// test-unit.
#[derive(Debug, Default)]
pub struct TestUnit {
    state: State,
    points: Points,
    /// The last line was a rule of `-`, above the totals.
    dashed: bool,
}

impl Runner for TestUnit {
    const SPEC: Spec = Spec {
        name: "test unit",
        reads: "test-unit for Ruby",
        starts: &["Loaded suite ", RULED],
        numbered: &[" tests, "],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.state, State::Run)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        match std::mem::take(&mut self.state) {
            State::Run => self.run(text, run),
            State::Ruled => self.ruled(text, run),
            State::Body(body) => self.body(body, text, run),
            State::Apart => {
                if is_rule(text, '=') {
                    self.state = State::Ruled;
                    return Seen::Mine(Class::Noise);
                }
                self.state = State::Apart;
                Seen::Mine(Class::Other)
            }
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if let State::Body(body) = &mut self.state {
            body.finish(run);
        }
        if run.is_running() {
            self.count(run);
        }
    }
}

impl TestUnit {
    fn run(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(name) = text.strip_prefix("Loaded suite ").map(str::trim_end) {
            *self = Self::default();
            let seen = run.begin(None);
            run.emit(Event::SectionLabel(name));
            return seen;
        }
        if !run.is_running() {
            return self.outside(text, run);
        }
        if is_rule(text, '=') {
            self.state = State::Ruled;
            return Seen::Mine(Class::Noise);
        }
        let dashed = std::mem::replace(&mut self.dashed, is_rule(text, '-'));
        if self.dashed || text.starts_with("Finished in ") || text.trim_end() == "Started" {
            return Seen::Mine(Class::Noise);
        }
        if let Some(totals) = totals(text).filter(|_| dashed) {
            let exact = totals.total == Some(self.points.all());
            if exact {
                self.count(run);
            }
            return run.totals(totals);
        }
        if points::begins(text, POINTS) {
            self.points.read(text, POINTS);
            return Seen::No;
        }
        self.verbose(text, run)
    }

    /// A line of a log that may begin amid a run: a rule above a problem, or totals. Totals without a failure prove nothing
    /// alone.
    fn outside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if is_rule(text, '=') {
            self.state = State::Ruled;
            return Seen::No;
        }
        let failed = |totals: &Totals| totals.failed > Some(0) || totals.errors > Some(0);
        let Some(totals) = totals(text).filter(failed) else { return Seen::No };
        run.emit(Event::Declared { totals, level: Level::Section });
        Seen::Mine(Class::Totals)
    }

    /// `  test_x:\t\t.: (0.000123)` of `--verbose`.
    fn verbose(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some((name, result)) = text.trim().split_once(":\t") else { return Seen::No };
        let mut result = result.trim_start_matches('\t').chars();
        let (Some(letter), Some(':')) = (result.next(), result.next()) else { return Seen::No };
        let (outcome, class) = match letter {
            '.' => (Outcome::Passed, Class::Passed),
            'P' | 'O' => (Outcome::Skipped, Class::Skipped),
            _ => return Seen::No,
        };
        let id = TestId::bare(name);
        run.emit(Event::Finished { id, outcome, grade: Grade::Line, attempt: ATTEMPT, alias: "" });
        Seen::Mine(class)
    }

    /// After a rule: a problem, or the rule closed one.
    fn ruled(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let words = [("Failure: ", true), ("Error: ", true), ("Pending: ", false), ("Omission: ", false)];
        let found = words.iter().find_map(|(word, fails)| Some((text.strip_prefix(word)?, *fails)));
        let Some((rest, fails)) = found else { return self.run(text, run) };
        if !run.is_running() {
            if !fails || named(rest).is_none() {
                return Seen::No;
            }
            run.begin_as(Opened::Headless, None);
        }
        let Some((name, class, message)) = named(rest) else {
            if fails {
                return self.run(text, run);
            }
            self.state = State::Apart;
            return Seen::Mine(Class::Skipped);
        };
        let id = TestId { module: class, separator: "#", name };
        if !fails {
            let outcome = Outcome::Skipped;
            run.emit(Event::Finished { id, outcome, grade: Grade::Block, attempt: ATTEMPT, alias: "" });
            self.state = State::Apart;
            return Seen::Mine(Class::Skipped);
        }
        run.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        run.emit(Event::Heading);
        if !message.is_empty() {
            run.emit(Event::Message(message));
        }
        self.state = State::Body(Body::heading());
        Seen::Mine(Class::Detail)
    }

    fn body(&mut self, mut body: Body, text: &str, run: &mut Run<'_>) -> Seen {
        if is_rule(text, '=') {
            body.finish(run);
            run.emit(Event::BlockClosed);
            self.state = State::Ruled;
            return Seen::Mine(Class::Noise);
        }
        let seen = body.line(text, run);
        self.state = State::Body(body);
        seen
    }

    fn count(&self, run: &mut Run<'_>) {
        let of = |kind| self.points.of(POINTS, kind);
        let failed = of('F').saturating_add(of('E'));
        let skipped = of('P').saturating_add(of('O'));
        if self.points.all() > 0 {
            run.emit(Event::Counted { passed: of('.'), failed, skipped, other: 0 });
        }
    }
}

fn is_rule(text: &str, character: char) -> bool {
    scan::is_ruler(text.trim_end(), character, RULE)
}

/// Reads `test_x(Cart): message` and `test: words(Cart::Sub)`.
fn named(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.trim_end();
    let (head, message) = match text.split_once("): ") {
        Some((head, message)) => (head, message),
        None => (text.strip_suffix([':', ' ']).unwrap_or(text).strip_suffix(')')?, ""),
    };
    let (name, class) = head.rsplit_once('(')?;
    let plain = !class.is_empty() && class.chars().all(|each| each.is_alphanumeric() || "_:".contains(each));
    (plain && !name.is_empty()).then_some((name, class, message))
}

/// Reads `171 tests, 168 assertions, 2 failures, 1 errors, 1 pendings, 2 omissions, 0 notifications`.
fn totals(text: &str) -> Option<Totals> {
    let mut numbers = [0_u64; 7];
    let words =
        [" tests", " assertions", " failures", " errors", " pendings", " omissions", " notifications"];
    let mut parts = text.trim_end().split(", ");
    for (slot, word) in numbers.iter_mut().zip(words) {
        let (number, rest) = scan::number(parts.next()?)?;
        if rest != word {
            return None;
        }
        *slot = number;
    }
    let [tests, _, failures, errors, pendings, omissions, _] = numbers;
    let bad =
        [failures, errors, pendings, omissions].iter().fold(0, |sum: u64, each| sum.saturating_add(*each));
    Some(Totals {
        passed: Some(tests.saturating_sub(bad)),
        failed: Some(failures),
        errors: Some(errors),
        skipped: Some(pendings.saturating_add(omissions)),
        other: None,
        total: Some(tests),
    })
}
