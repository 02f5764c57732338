//! The console launcher of the JUnit Platform, from its tree or feed to the table that closes a run.
//!
//! Nothing certain is at a run's beginning: the tree is printed when the engines are done (after everything that tests
//! print), the list of failures and the table come last. The list has the names and traces, its head their number, the table
//! the totals. `--details` decides what is before: nothing (`none`, `summary`), the tree (`tree`), the tree with a block of
//! attributes for each node (`verbose`), one line for each event (`testfeed`), names alone (`flat`).

use super::junit_console_lines::{Mark, Node, failures, feed, node, row};
use crate::budget::Count as _;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Grade, Level, Outcome, Part, Seen, TestId, Totals,
};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::frames::jvm::{Kind, Trace};
use crate::recognize::kit::{EveryLine, Run, Runner, Spec};

/// The most levels of the tree that are remembered.
const MOST_LEVELS: usize = 64;

/// Where the recognizer is.
#[derive(Debug, Default)]
pub(super) enum State {
    /// Outside.
    #[default]
    Idle,
    /// In the tree or feed.
    Tree,
    /// In the list of failures; so many are still to come.
    List(u64),
    /// In one of them.
    Failure(u64, Trace),
    /// Below a finished node of the flat form: an exception may follow.
    Finished(Vec<String>),
    /// In the exception of a node, in the flat (no column) or the verbose form.
    Caught(Option<usize>, Trace),
    /// In the closing table; how many lines of others came since a row of it did.
    Table(Totals, Option<u8>),
}

/// So many lines of others may be amid the rows of the closing table: what the process logs while it ends.
const MOST_STRAYS: u8 = 3;

/// JUnit's console launcher.
#[derive(Debug, Default)]
pub struct JunitConsole {
    pub(super) state: State,
    /// Containers of the tree, with their depths.
    pub(super) levels: Vec<(usize, String)>,
    /// The node before, which is a container when deeper ones follow.
    pub(super) before: Option<(usize, String, Option<Mark>)>,
}

impl Runner for JunitConsole {
    const SPEC: Spec = Spec {
        name: "junit console",
        reads: "JUnit Platform console launcher",
        starts: &[
            "╷",
            "├─ JUnit ",
            "├─ Spock",
            "└─ JUnit ",
            "+-- JUnit ",
            "'-- JUnit ",
            "Thanks for using JUnit!",
            "Test run finished after ",
            "Failures (",
            "JUnit Jupiter > ",
            "JUnit Vintage > ",
            "Test execution started. Number of static tests: ",
            "Test plan execution started. Number of static tests: ",
        ],
        every_line: EveryLine::Never,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.state, State::Idle)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        match std::mem::take(&mut self.state) {
            State::Idle | State::Tree => self.tree(text, run),
            State::List(left) => self.list(left, text, run),
            State::Failure(left, trace) => self.failure(left, trace, text, run),
            State::Finished(path) => self.finished(&path, text, run),
            State::Caught(column, trace) => self.caught(column, trace, text, run),
            State::Table(totals, strays) => self.table(totals, strays, text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if let State::Table(totals, _) = std::mem::take(&mut self.state)
            && totals.failed.is_some()
        {
            run.emit(Event::Declared { totals, level: Level::Section });
        }
    }
}

impl JunitConsole {
    /// Outside of the closing parts: the tree, the feed, or what tests print.
    pub(super) fn tree(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let plain = text.trim_end();
        if plain == "╷"
            || plain == "."
            || plain == "Thanks for using JUnit! Support its development at https://junit.org/sponsoring"
        {
            if plain != "╷" {
                return if plain == "." { self.stay(Seen::No, run) } else { Seen::Mine(Class::Noise) };
            }
            self.levels.clear();
            open_after_tests(run);
            return self.stay(Seen::Mine(Class::Noise), run);
        }
        if let Some(number) = failures(plain) {
            open_after_tests(run);
            self.state = State::List(number);
            return Seen::Mine(Class::Noise);
        }
        if plain.starts_with("Test run finished after ") && plain.ends_with(" ms") {
            open_after_tests(run);
            self.state = State::Table(Totals::default(), None);
            return Seen::Mine(Class::Totals);
        }
        // The number is not announced: templates bring further tests.
        if plain.starts_with("Test execution started. Number of ")
            || plain.starts_with("Test plan execution started. ")
        {
            run.begin_once();
            return self.stay(Seen::Mine(Class::Noise), run);
        }
        if run.is_running()
            && let Some(seen) = self.event(plain, run)
        {
            return seen;
        }
        if let Some((name, status)) = feed(plain) {
            run.begin_once();
            return self.fed(name, status, run);
        }
        match node(plain) {
            Some(node) => {
                open_after_tests(run);
                let seen = self.node(node, run);
                self.stay(seen, run)
            }
            None if run.is_running() => self.stay(Seen::No, run),
            None => Seen::No,
        }
    }

    pub(super) fn stay(&mut self, seen: Seen, run: &Run<'_>) -> Seen {
        if run.is_running() {
            self.state = State::Tree;
        }
        seen
    }

    /// A node of the tree. Only a failed one that has no deeper ones is a test; the list tells it with its names.
    fn node(&mut self, node: Node<'_>, run: &mut Run<'_>) -> Seen {
        while self.levels.last().is_some_and(|(depth, _)| *depth >= node.depth) {
            self.levels.pop();
        }
        if let Some((depth, name, _)) = self.before.take()
            && depth < node.depth
            && self.levels.len() < MOST_LEVELS
        {
            self.levels.push((depth, name));
        }
        let name = crate::text::head(node.name, NAME_BYTES).to_owned();
        self.before = Some((node.depth, name, node.mark));
        match node.mark {
            Some(Mark::Passed) | None => Seen::Mine(Class::Passed),
            Some(Mark::Failed) => Seen::Mine(Class::Detail),
            Some(Mark::Skipped | Mark::Aborted) => {
                let module =
                    self.levels.iter().skip(1).map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(":");
                let separator = if module.is_empty() { "" } else { ":" };
                let id = TestId { module: &module, separator, name: node.name };
                let outcome =
                    if node.mark == Some(Mark::Skipped) { Outcome::Skipped } else { Outcome::Other };
                run.emit(Event::finished(id, outcome));
                Seen::Mine(Class::Skipped)
            }
        }
    }

    /// A line of the feed.
    fn fed(&mut self, name: &str, status: &str, run: &mut Run<'_>) -> Seen {
        let shown = name.split_once(" > ").map_or(name, |(_, rest)| rest).replace(" > ", ":");
        let id = TestId::split_last(&shown, ":");
        let outcome = match status {
            "SUCCESSFUL" => Outcome::Passed,
            "FAILED" => {
                run.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
                run.emit(Event::Heading);
                self.state = State::Failure(0, Trace::of(id.module));
                return Seen::Mine(Class::Detail);
            }
            "SKIPPED" => Outcome::Skipped,
            "ABORTED" => Outcome::Other,
            _ => {
                run.emit(Event::Started(id));
                return self.stay(Seen::Mine(Class::Noise), run);
            }
        };
        run.emit(Event::finished(id, outcome));
        let class = if outcome == Outcome::Passed { Class::Passed } else { Class::Skipped };
        self.stay(Seen::Mine(class), run)
    }

    /// In the list, before the next failure.
    fn list(&mut self, left: u64, text: &str, run: &mut Run<'_>) -> Seen {
        if text.trim().is_empty() {
            self.state = State::List(left);
            return Seen::Mine(Class::Noise);
        }
        match name(text).filter(|_| left > 0) {
            Some(name) => self.begin(left, name, run),
            None => self.tree(text, run),
        }
    }

    /// The head of a failure: `  JUnit Jupiter:CartTest:adds()`.
    fn begin(&mut self, left: u64, name: &str, run: &mut Run<'_>) -> Seen {
        let shown = name.split_once(':').map_or(name, |(_, rest)| rest);
        let id = TestId::split_last(shown, ":");
        run.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        run.emit(Event::Finished {
            id,
            outcome: Outcome::Failed(FailureKind::Test),
            grade: Grade::Listed,
            attempt: 0,
            alias: "",
        });
        run.emit(Event::Heading);
        let class = id.module.rsplit(':').next().unwrap_or(id.module);
        self.state = State::Failure(left.saturating_sub(1), Trace::of(class));
        Seen::Mine(Class::Detail)
    }

    /// In a failure of the list (indented by two blanks and more), or in one of the feed (by a tab or blanks).
    fn failure(&mut self, left: u64, mut trace: Trace, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(name) = name(text).filter(|_| left > 0 && trace.framed()) {
            return self.begin(left, name, run);
        }
        let plain = text.trim();
        let ends = plain.starts_with("Test run finished after ") || feed(text).is_some();
        if ends || (!text.starts_with([' ', '\t']) && !plain.is_empty() && trace.framed()) {
            run.emit(Event::BlockClosed);
            return self.tree(text, run);
        }
        let seen = if plain.is_empty() {
            Seen::Mine(Class::Noise)
        } else if is_source(plain) {
            run.emit(Event::Text(Part::Where));
            if let Some(class) = method_source(plain) {
                trace = Trace::of(class);
            }
            Seen::Mine(Class::Detail)
        } else {
            // The exception is after an arrow.
            let exception =
                plain.strip_prefix("=> ").or_else(|| plain.strip_prefix("=> Exception: ")).unwrap_or(plain);
            match trace.line(exception, run) {
                Kind::Message => Seen::Inside(Class::Detail),
                _ => Seen::Mine(Class::Detail),
            }
        };
        self.state = State::Failure(left, trace);
        seen
    }

    /// The closing table; its last row is the number of failed tests.
    fn table(&mut self, mut totals: Totals, strays: Option<u8>, text: &str, run: &mut Run<'_>) -> Seen {
        if text.trim().is_empty() {
            self.state = State::Table(totals, strays);
            return Seen::Mine(Class::Noise);
        }
        let Some((number, words)) = row(text) else {
            if let Some(mut strays) = strays.filter(|strays| *strays < MOST_STRAYS) {
                strays.up(1);
                self.state = State::Table(totals, Some(strays));
                return Seen::No;
            }
            // No table follows: the line above was printed by a test.
            if totals.passed.is_none() {
                return self.tree(text, run);
            }
            run.emit(Event::SectionEnded(Ended::Crash));
            run.forget();
            return self.tree(text, run);
        };
        match words {
            "tests skipped" => totals.skipped = Some(number),
            "tests aborted" => totals.other = Some(number),
            "tests successful" => totals.passed = Some(number),
            "tests failed" => {
                totals.failed = Some(number);
                return run.totals(totals);
            }
            "containers failed" if number > 0 => totals.errors = Some(number),
            _ => {}
        }
        self.state = State::Table(totals, Some(strays.unwrap_or(0)));
        Seen::Mine(Class::Totals)
    }
}

/// Opens the section with the tree or what follows it: they are printed when all tests have run.
fn open_after_tests(run: &mut Run<'_>) {
    if !run.is_running() {
        run.open();
        run.emit(Event::BeganThere);
    }
}

/// The name of a failure in the list: two blanks and the path from the engine on, no frame and no message.
fn name(text: &str) -> Option<&str> {
    let name = text.strip_prefix("  ").filter(|rest| !rest.starts_with(' '))?.trim_end();
    (name.contains(':') && !name.starts_with("=>")).then_some(name)
}

/// `MethodSource [className = 'a.CartTest', ...]` and its like.
fn is_source(plain: &str) -> bool {
    plain.split_once("Source [").is_some_and(|(kind, _)| kind.chars().all(char::is_alphanumeric))
}

fn method_source(plain: &str) -> Option<&str> {
    let (_, rest) = plain.split_once("className = '")?;
    rest.split_once('\'').map(|(class, _)| class)
}
