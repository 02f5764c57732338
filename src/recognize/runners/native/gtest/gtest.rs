//! GoogleTest, with its printer's full and brief forms.
//!
//! A run begins with `[==========] Running N tests` and ends with `[==========] N tests ran`, its totals and the list of
//! what failed. One test runs at a time, between `[ RUN      ]` and a line of result with the same name: a line of
//! result with another name is output of the test. A test program inside a test has a header of its own; the run
//! around it waits. When a process dies its test never ends: the last lines that it printed tell what is known, and a
//! crash's own lines are taken as the test's, not as somebody else's.
//!
//! The brief form has neither header nor `[ RUN      ]`: a failed test is reported by `FILE:LINE: Failure` and the line of
//! result below. A line of result with nothing of GoogleTest before it is left alone, since anybody can print it.

use super::gtest_lines::{self, Closing, Printed};
use super::section::{Open, Run, clipped};
use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, Level, Opened, Seen, Sink};
use crate::recognize::PassShape;
use crate::recognize::kit::{self, Runner, Spec};

/// The most runs that can be inside one another.
const DEPTH: usize = 8;
/// The most lines after a `Failure` without a running test that may pass before its line of result.
const BRIEF_LINES: u64 = 200;
/// The most lines of such a failure that are kept.
pub const BRIEF_KEPT: usize = 40;
/// The longest name or line that is kept, in bytes.
pub const NAME_BYTES: usize = 2048;

/// A failure of the brief form, until its test's name comes.
#[derive(Debug, Default)]
pub struct Brief {
    /// Its first lines.
    pub lines: Vec<String>,
    /// How many lines came so far.
    pub seen: u64,
}

/// GoogleTest.
#[derive(Debug, Default)]
pub struct GoogleTest {
    pub(super) run: Run,
    pub(super) outer: Vec<Run>,
    pub(super) brief: Option<Brief>,
    /// The closing list of a run that has ended may follow.
    pub(super) listing: bool,
}

impl Runner for GoogleTest {
    const SPEC: Spec = Spec {
        name: "googletest",
        reads: "GoogleTest programs, in full and brief form",
        starts: &[
            "[==========] ",
            "[----------]",
            "[ RUN      ] ",
            "[       OK ] ",
            "[  FAILED  ] ",
            "[  PASSED  ] ",
            "[  SKIPPED ] ",
            "[ DISABLED ] ",
            "unknown file: ",
            "Running main() from ",
            "Note: Google Test filter = ",
            "Note: Randomizing tests' orders",
            "Note: This is test shard ",
            "Repeating all tests (iteration ",
            "YOU HAVE ",
        ],
        passes: &[PassShape { start: "[       OK ] ", end: " ms)" }],
        places: Some(&[]),
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        let run = &self.run;
        run.running.is_some()
            || run.open.about.is_some()
            || run.open.skip.is_some()
            || run.closing.is_some()
            || self.listing
            || self.brief.is_some()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut kit::Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(printed) = gtest_lines::printed(text) {
            return self.printed(printed, text, run);
        }
        let lists = self.listing || self.run.closing.as_ref().is_some_and(|closing| closing.failed > Some(0));
        if lists
            && self.run.running.is_none()
            && let Some(name) = gtest_lines::sentence(text)
        {
            self.declare(run);
            return self.failed(name, text, run);
        }
        if let Some(running) = &self.run.running
            && let Some((printed, _)) = gtest_lines::glued(line.ending(), running)
        {
            let name = running.clone();
            self.keep(text, run);
            return match printed {
                Printed::Ok(_) => self.passed(&name, run),
                Printed::Skipped(_) => self.was_skipped(&name, run),
                _ => self.failed(&name, line.ending(), run),
            };
        }
        if self.run.closing.is_some() {
            self.unnamed(run);
            self.declare(run);
        }
        if let Some((place, kind, rest)) = gtest_lines::part(text) {
            return self.part(place, kind, rest, text, run);
        }
        if self.run.running.is_some() || self.run.open.about.is_some() {
            return self.below(text, run);
        }
        if let Some(reason) = &mut self.run.open.skip {
            if reason.is_empty() {
                reason.push_str(clipped(text.trim(), NAME_BYTES));
            }
            return Seen::Inside(Class::Other);
        }
        if let Some(brief) = &mut self.brief {
            brief.seen.up(1);
            if brief.lines.len() < BRIEF_KEPT {
                brief.lines.push(clipped(text, NAME_BYTES).to_owned());
            }
            if brief.seen > BRIEF_LINES {
                self.brief = None;
            }
            return Seen::Inside(Class::Other);
        }
        if self.listing {
            if gtest_lines::closing_count(text).is_some() {
                return Seen::Mine(Class::Totals);
            }
            if !text.trim().is_empty() {
                self.listing = false;
            }
            return Seen::No;
        }
        let noise = ["Running main() from ", "Note: ", "Repeating all tests (iteration ", "YOU HAVE "];
        let bare = text.trim_start();
        if noise.iter().any(|begin| bare.starts_with(begin)) { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    fn end(&mut self, (): (), run: &mut kit::Run<'_>) {
        loop {
            if self.run.closing.is_some() {
                self.unnamed(run);
                self.declare(run);
            }
            self.died(run);
            let Some(outer) = self.outer.pop() else { break };
            if self.run.opened == Some(Opened::Own) {
                run.emit(Event::SectionEnded(Ended::Crash));
            }
            self.run = outer;
        }
    }
}

impl GoogleTest {
    /// A line with a tag.
    fn printed(&mut self, printed: Printed<'_>, text: &str, sink: &mut dyn Sink) -> Seen {
        let totals =
            matches!(printed, Printed::PassedTotal(_) | Printed::SkippedTotal(_) | Printed::FailedTotal(_));
        if self.run.closing.is_some() && !totals {
            if !matches!(printed, Printed::SuiteFailed(_)) {
                self.unnamed(sink);
            }
            self.declare(sink);
        }
        match printed {
            Printed::Running(announced) => self.begin(announced, sink),
            Printed::Run(name) => self.started(name, sink),
            Printed::Ok(name) => self.passed(name, sink),
            Printed::Skipped(name) => self.was_skipped(name, sink),
            Printed::Failed(name) => self.failed(name, text, sink),
            Printed::SuiteFailed(name) => {
                self.whole(name, sink);
                sink.emit(Event::Heading);
                Seen::Mine(Class::Detail)
            }
            Printed::Rule(rest) => self.rule(rest, sink),
            Printed::Ran(number) => self.ran(number, sink),
            Printed::PassedTotal(number) => {
                // It belongs to the line above it; alone it says nothing of how many ran.
                let Some(closing) = &mut self.run.closing else { return Seen::Mine(Class::Totals) };
                closing.passed = Some(number);
                sink.emit(Event::MayHaveEnded);
                Seen::Mine(Class::Totals)
            }
            Printed::SkippedTotal(number) => {
                if let Some(closing) = &mut self.run.closing {
                    closing.skipped = Some(number);
                    sink.emit(Event::MayHaveEnded);
                }
                Seen::Mine(Class::Totals)
            }
            Printed::FailedTotal(number) => {
                if self.run.running.is_some() {
                    return self.below(text, sink);
                }
                match &mut self.run.closing {
                    Some(closing) => closing.failed = Some(number),
                    None if !self.listing => {
                        self.run.closing = Some(Closing { failed: Some(number), ..Closing::default() });
                    }
                    None => {}
                }
                // A list of nothing: the next line shows whether suites are named instead of tests.
                if self.run.closing.is_some() && !self.failed_unnamed() {
                    self.declare(sink);
                }
                self.listing = true;
                Seen::Mine(Class::Totals)
            }
            Printed::Other => Seen::Mine(Class::Noise),
        }
    }

    /// A header: a new run, inside of one whose test still runs unless that one's process died.
    fn begin(&mut self, announced: u64, sink: &mut dyn Sink) -> Seen {
        self.brief = None;
        self.listing = false;
        let inside = self.run.running.is_some() && self.run.open.died.is_none();
        if inside && self.outer.len() < DEPTH {
            self.outer.push(std::mem::take(&mut self.run));
        } else {
            self.died(sink);
            if self.run.opened == Some(Opened::Own) {
                sink.emit(Event::SectionEnded(Ended::Crash));
            }
        }
        self.run = Run { opened: Some(Opened::Own), ..Run::default() };
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: Some(announced), label: "" });
        Seen::Mine(Class::Noise)
    }

    fn started(&mut self, name: &str, sink: &mut dyn Sink) -> Seen {
        if self.run.running.is_some() && self.run.open.died.is_none() {
            // One test runs at a time: what is printed inside of it is not this run's.
            return Seen::Inside(Class::Other);
        }
        self.died(sink);
        self.close(sink);
        self.brief = None;
        self.listing = false;
        self.run.opened.get_or_insert(Opened::Headless);
        self.run.running = Some(name.to_owned());
        self.run.last.clear();
        Seen::Mine(Class::Noise)
    }

    /// A line with dashes: a suite's begin or end, or the global environment's.
    fn rule(&mut self, rest: &str, sink: &mut dyn Sink) -> Seen {
        if self.run.running.is_some() {
            return Seen::Inside(Class::Other);
        }
        self.close(sink);
        self.run.open = Open::default();
        let suite = rest.split_once(" from ").map_or("", |(_, suite)| suite);
        let suite = suite.split([',', ' ']).next().unwrap_or_default();
        self.run.suite.clear();
        self.run.suite.push_str(clipped(suite, NAME_BYTES));
        Seen::Mine(Class::Noise)
    }

    /// `[==========] 3 tests from 2 test suites ran.`
    fn ran(&mut self, number: u64, sink: &mut dyn Sink) -> Seen {
        if self.run.running.is_some() {
            // Only a run with a header of its own ends inside of a running test; and then no test of it runs.
            return Seen::Inside(Class::Other);
        }
        self.close(sink);
        self.run.open = Open::default();
        self.brief = None;
        if self.run.opened.is_none() && self.outer.is_empty() {
            // The brief form has no other header.
            let announced = Some(number);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced, label: "" });
        }
        self.run.closing = Some(Closing { ran: Some(number), ..Closing::default() });
        Seen::Mine(Class::Totals)
    }

    /// The list of failures came, which is printed of a run only that did not pass, and no failure is known.
    const fn failed_unnamed(&self) -> bool {
        match &self.run.closing {
            Some(closing) => matches!(closing.failed, Some(0)) && self.run.suites == 0,
            None => false,
        }
    }

    /// Tells the failure that has no name, if there is one: of the environment, or of the program around the tests.
    fn unnamed(&mut self, sink: &mut dyn Sink) {
        if self.failed_unnamed() {
            self.whole("outside of the tests", sink);
            sink.emit(Event::Instead("[  FAILED  ] 0 tests, listed below:"));
            sink.emit(Event::Heading);
            sink.emit(Event::Message("the run did not pass, and no test of it failed"));
            sink.emit(Event::BlockClosed);
        }
    }

    /// Tells the totals as far as they were read, and returns to the run around this one.
    fn declare(&mut self, sink: &mut dyn Sink) {
        let Some(closing) = self.run.closing.take() else { return };
        let partial = closing.ran.is_some() && closing.passed.is_none();
        if !partial {
            let totals = closing.totals(self.run.skipped, self.run.suites);
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
        self.listing = true;
        self.run = self.outer.pop().unwrap_or_default();
    }
}
