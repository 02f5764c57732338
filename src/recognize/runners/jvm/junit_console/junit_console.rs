//! The console launcher of the JUnit Platform, from its tree or feed to the table that closes a run.
//!
//! Nothing certain is at a run's beginning: the tree is printed when the engines are done (after everything that tests
//! print), the list of failures and the table come last. The list has the names and traces, its head their number, the table
//! the totals. `--details` decides what is before: nothing (`none`, `summary`), the tree (`tree`), the tree with a block of
//! attributes for each node (`verbose`), one line for each event (`testfeed`), names alone (`flat`).

use super::junit_console_lines::{Mark, Node, failures, feed, node, row};
use crate::budget::Count as _;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::frames::jvm::{Kind, Trace};
use crate::recognize::kit::{Run, Runner, Spec};

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
    /// In the closing table.
    Table(Totals, Amid),
}

/// So many lines of others may be amid the rows of the closing table: what the process logs while it ends.
const MOST_STRAYS: u8 = 3;

/// Where in the closing table a line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Amid {
    /// A row came.
    begun: bool,
    /// Lines of others since.
    strays: u8,
}

/// JUnit's console launcher.
#[derive(Debug, Default)]
pub struct JunitConsole {
    pub(super) state: State,
    running: bool,
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
            State::Table(totals, amid) => self.table(totals, amid, text, run),
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
    fn open(&mut self, announced: Option<u64>, sink: &mut dyn Sink) {
        if !self.running {
            self.running = true;
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced, label: "" });
        }
    }

    /// Opens the section with the tree or what follows it: they are printed when all tests have run.
    fn open_after_tests(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            sink.emit(Event::MayHaveBegunBefore);
            self.open(None, sink);
            sink.emit(Event::BeganThere);
        }
    }

    /// Outside of the closing parts: the tree, the feed, or what tests print.
    pub(super) fn tree(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let plain = text.trim_end();
        if plain == "╷"
            || plain == "."
            || plain == "Thanks for using JUnit! Support its development at https://junit.org/sponsoring"
        {
            if plain != "╷" {
                return if plain == "." { self.stay(Seen::No) } else { Seen::Mine(Class::Noise) };
            }
            self.levels.clear();
            self.open_after_tests(sink);
            return self.stay(Seen::Mine(Class::Noise));
        }
        if let Some(number) = failures(plain) {
            self.open_after_tests(sink);
            self.state = State::List(number);
            return Seen::Mine(Class::Noise);
        }
        if plain.starts_with("Test run finished after ") && plain.ends_with(" ms") {
            self.open_after_tests(sink);
            self.state = State::Table(Totals::default(), Amid::default());
            return Seen::Mine(Class::Totals);
        }
        // The number is not announced: templates bring further tests.
        if plain.starts_with("Test execution started. Number of ")
            || plain.starts_with("Test plan execution started. ")
        {
            self.open(None, sink);
            return self.stay(Seen::Mine(Class::Noise));
        }
        if self.running
            && let Some(seen) = self.event(plain, sink)
        {
            return seen;
        }
        if let Some((name, status)) = feed(plain) {
            self.open(None, sink);
            return self.fed(name, status, sink);
        }
        match node(plain) {
            Some(node) => {
                self.open_after_tests(sink);
                let seen = self.node(node, sink);
                self.stay(seen)
            }
            None if self.running => self.stay(Seen::No),
            None => Seen::No,
        }
    }

    pub(super) fn stay(&mut self, seen: Seen) -> Seen {
        if self.running {
            self.state = State::Tree;
        }
        seen
    }

    /// A node of the tree. Only a failed one that has no deeper ones is a test; the list tells it with its names.
    fn node(&mut self, node: Node<'_>, sink: &mut dyn Sink) -> Seen {
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
                sink.emit(Event::finished(id, outcome));
                Seen::Mine(Class::Skipped)
            }
        }
    }

    /// A line of the feed.
    fn fed(&mut self, name: &str, status: &str, sink: &mut dyn Sink) -> Seen {
        let shown = name.split_once(" > ").map_or(name, |(_, rest)| rest).replace(" > ", ":");
        let id = TestId::split_last(&shown, ":");
        let outcome = match status {
            "SUCCESSFUL" => Outcome::Passed,
            "FAILED" => {
                sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
                sink.emit(Event::Heading);
                self.state = State::Failure(0, Trace::of(id.module));
                return Seen::Mine(Class::Detail);
            }
            "SKIPPED" => Outcome::Skipped,
            "ABORTED" => Outcome::Other,
            _ => {
                sink.emit(Event::Started(id));
                return self.stay(Seen::Mine(Class::Noise));
            }
        };
        sink.emit(Event::finished(id, outcome));
        self.stay(match outcome {
            Outcome::Passed => Seen::Mine(Class::Passed),
            _ => Seen::Mine(Class::Skipped),
        })
    }

    /// In the list, before the next failure.
    fn list(&mut self, left: u64, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.trim().is_empty() {
            self.state = State::List(left);
            return Seen::Mine(Class::Noise);
        }
        match name(text).filter(|_| left > 0) {
            Some(name) => self.begin(left, name, sink),
            None => self.tree(text, sink),
        }
    }

    /// The head of a failure: `  JUnit Jupiter:CartTest:adds()`.
    fn begin(&mut self, left: u64, name: &str, sink: &mut dyn Sink) -> Seen {
        let shown = name.split_once(':').map_or(name, |(_, rest)| rest);
        let id = TestId::split_last(shown, ":");
        sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        sink.emit(Event::Finished {
            id,
            outcome: Outcome::Failed(FailureKind::Test),
            grade: Grade::Listed,
            attempt: 0,
            alias: "",
        });
        sink.emit(Event::Heading);
        let class = id.module.rsplit(':').next().unwrap_or(id.module);
        self.state = State::Failure(left.saturating_sub(1), Trace::of(class));
        Seen::Mine(Class::Detail)
    }

    /// In a failure of the list (indented by two blanks and more), or in one of the feed (by a tab or blanks).
    fn failure(&mut self, left: u64, mut trace: Trace, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(name) = name(text).filter(|_| left > 0 && trace.framed()) {
            return self.begin(left, name, sink);
        }
        let plain = text.trim();
        let ends = plain.starts_with("Test run finished after ") || feed(text).is_some();
        if ends || (!text.starts_with([' ', '\t']) && !plain.is_empty() && trace.framed()) {
            sink.emit(Event::BlockClosed);
            return self.tree(text, sink);
        }
        let seen = if plain.is_empty() {
            Seen::Mine(Class::Noise)
        } else if is_source(plain) {
            sink.emit(Event::Text(Part::Where));
            if let Some(class) = method_source(plain) {
                trace = Trace::of(class);
            }
            Seen::Mine(Class::Detail)
        } else {
            // The exception is after an arrow.
            let exception =
                plain.strip_prefix("=> ").or_else(|| plain.strip_prefix("=> Exception: ")).unwrap_or(plain);
            match trace.line(exception, sink) {
                Kind::Message => Seen::Inside(Class::Detail),
                _ => Seen::Mine(Class::Detail),
            }
        };
        self.state = State::Failure(left, trace);
        seen
    }

    /// The closing table; its last row is the number of failed tests.
    fn table(&mut self, mut totals: Totals, mut amid: Amid, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.trim().is_empty() {
            self.state = State::Table(totals, amid);
            return Seen::Mine(Class::Noise);
        }
        let Some((number, words)) = row(text) else {
            if amid.begun && amid.strays < MOST_STRAYS {
                amid.strays.up(1);
                self.state = State::Table(totals, amid);
                return Seen::No;
            }
            // No table follows: the line above was printed by a test.
            if totals.passed.is_none() {
                return self.tree(text, sink);
            }
            self.running = false;
            sink.emit(Event::SectionEnded(Ended::Crash));
            return self.tree(text, sink);
        };
        match words {
            "tests skipped" => totals.skipped = Some(number),
            "tests aborted" => totals.other = Some(number),
            "tests successful" => totals.passed = Some(number),
            "tests failed" => {
                totals.failed = Some(number);
                sink.emit(Event::Declared { totals, level: Level::Section });
                *self = Self::default();
                return Seen::Mine(Class::Totals);
            }
            "containers failed" if number > 0 => totals.errors = Some(number),
            _ => {}
        }
        amid.begun = true;
        self.state = State::Table(totals, amid);
        Seen::Mine(Class::Totals)
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
