//! pytest's sessions: the state that all parts of a session share, and which part judges a line.
//!
//! A session begins with the rule `test session starts` and ends with its totals between rules. With `-q` there is neither: such
//! a session begins with the first line of letters that ends in a percentage, or with the first rule of a report.
//! In between pytest writes its parts in a fixed order, and a test may print anything: look-alikes of every line, whole
//! sessions of its own. What protects against that here is the width of the rules, the order of the parts, the progress and the number of
//! collected tests; the report then reconciles what is left. Where it is not sure, a failure has the weakest grade, a pass is left out.
//!
//! Neighbours: `session` reads the beginning and the progress, `report` the blocks, `summary` the closing list, `trouble` what ends a run
//! otherwise. This module reads no format itself.

use crate::recognize::kit::{Run, Runner, Spec};
use std::collections::{HashMap, HashSet};

use super::block::Block;
use super::known::Known;
use super::parts::Part;
use super::recent::Recent;
use super::rule::{self, Width};
use super::signs::STARTS;
use super::{closing, outside};
use crate::budget::Count as _;
use crate::event::{Class, Event, Level, Outcome, Seen, Sink, TestId, Totals};
use crate::recognize::runners::python::shared::pytest_id;
use crate::recognize::{Ahead, PassShape};
use crate::text::Line;

/// A block that is open.
#[derive(Debug)]
pub(super) enum Open {
    /// A failure's block in the report.
    Report(Block),
    /// A failure reported by `--tb=line`: no heading, its last line is its place. Holds the line before, when it could be that.
    Short(Block, String),
    /// Lines that begin with `INTERNALERROR> `.
    Internal,
    /// A configuration file that could not be imported.
    Import(Block),
    /// The name of a plugin that perhaps could not be imported.
    Plugin(String),
    /// What faulthandler wrote of a process that died.
    Dump,
    /// What pytest-timeout wrote of a process that it killed.
    Timeout,
    /// A message of several lines.
    Message,
    /// A warning.
    Warning,
}

/// What is known of a second header inside a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Doubt {
    /// Nothing is in doubt.
    #[default]
    None,
    /// The header was seen; the platform must follow.
    Header,
    /// The platform followed; the root directory tells.
    Platform,
}

/// pytest.
#[derive(Debug, Default)]
pub struct Pytest {
    pub(super) part: Part,
    /// The header was seen and the section is not open yet: the number of tests comes some lines later.
    pub(super) waits: bool,
    /// The session has no header and no rules around its totals.
    pub(super) quiet: bool,
    /// A session was seen in this stream.
    pub(super) any: bool,
    pub(super) width: Width,
    pub(super) announced: Option<u64>,
    /// Results reported by letters.
    pub(super) counted: u64,
    /// Lines of letters that tell failures, and how many.
    pub(super) lettered: Vec<(String, u64)>,
    /// Failures' blocks opened.
    pub(super) blocks: u64,
    /// The progress that was printed last.
    pub(super) percent: Option<u64>,
    /// The session printed that it stops early.
    pub(super) halted: bool,
    /// A test's own session is being printed: how many tests it collected.
    pub(super) nested: Option<Option<u64>>,
    /// pytest itself failed, which its totals do not count.
    pub(super) internal: bool,
    /// pytest-sugar prints the session.
    pub(super) sugar: bool,
    /// pytest-sugar's totals, as far as they came.
    pub(super) results: Option<String>,
    pub(super) doubt: Doubt,
    /// Whether the session's header reported its platform; `--no-header` does not.
    pub(super) has_platform: bool,
    pub(super) distributed: bool,
    pub(super) open: Option<Open>,
    pub(super) known: Known,
    /// Headings of the tests that `-v` reported as failed.
    pub(super) reported: Known,
    /// Failures of `--tb=line` that wait for their names: alias, file name and message.
    pub(super) nameless: Vec<super::summary::Nameless>,
    /// Tests that began and have not finished.
    pub(super) flights: Vec<String>,
    /// pytest-bdd tells the test that runs as a scenario.
    pub(super) gherkin: bool,
    /// The tests of the last lines of `-v`; workers take turns.
    pub(super) recent: Recent,
    /// Tests that the list reported as failed, without a block.
    pub(super) listed_failed: HashSet<String>,
    /// Tests that the list reported to have an error, without a block, and those that it reported to have passed.
    pub(super) listed_errors: HashSet<String>,
    pub(super) listed_passed: HashSet<String>,
    /// Tests that a list reported as failed before their blocks, by the headings of these.
    pub(super) listed_early: HashMap<String, String>,
    /// Tests that `-v` reported as failed, by the headings of their blocks; nothing where two have the same.
    pub(super) named_failed: HashMap<String, Option<String>>,
    /// The last session ended, and nothing in it failed.
    pub(super) ended_well: bool,
    /// The session was interrupted by its user.
    pub(super) interrupted: bool,
    /// Blocks of `--tb=line` whose names are not held: the numbers of the next one that is not listed, and of the last.
    pub(super) unheld: Option<(u64, u64)>,
    /// The progress was followed by words on coverage that a test may have printed.
    pub(super) uncovered: bool,
    /// The line with which xdist tells that a worker died, while no session is open.
    pub(super) down: Option<String>,
    /// Totals without a failure right below output: the next line shows whose they are.
    pub(super) pending: Option<closing::Closing>,
    /// The last session ended with such totals.
    pub(super) ended_early: bool,
    /// Lines left to look at after letters without a session.
    pub(super) watched: u16,
}

impl Runner for Pytest {
    const SPEC: Spec = Spec { name: "pytest", reads: "pytest, with xdist, reruns and subtests", starts: &STARTS,
            inside: &[".py::"],
            passes: &[PassShape { start: "", end: "%]" }], one_header: // Its own tests print whole sessions.
        false, ..Spec::NONE };

    type Zone = ();

    fn waits(&self) -> bool {
        self.part != Part::Outside || self.open.is_some() || self.watched > 0
    }

    fn passed<'a>(&mut self, line: &Line<'a>) -> Option<TestId<'a>> {
        self.ordinary(line.judged())
    }

    fn passes(&mut self, ahead: &mut Ahead<'_>, reported: &mut dyn FnMut(TestId<'_>)) {
        self.ordinaries(ahead, reported);
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        if self.part == Part::Outside && self.open.is_none() && outside::says_nothing(line.judged()) {
            self.watched.down(1);
            return Seen::No;
        }
        if let Some(id) = self.passed(line) {
            run.emit(Event::finished(id, Outcome::Passed));
            return Seen::Mine(Class::Passed);
        }
        let text = line.judged();
        let text = self.without_message(text, run);
        if let Some(seen) = self.open_trouble(text, run) {
            return seen;
        }
        if self.part == Part::Outside { self.outside(text, run) } else { self.inside(text, run) }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if self.part == Part::Outside {
            self.tell_down(run);
            return;
        }
        if let Some(closing) = self.pending.take() {
            self.finish(&closing, run);
            return;
        }
        self.ensure_open(run);
        self.end_results(run);
        self.forget_names();
        if self.part == Part::Progress {
            // Rows of letters without a header may be anybody's, or are after a prefix and be read elsewhere.
            if self.announced.is_some() {
                self.tell_letters(run);
            }
            for id in std::mem::take(&mut self.flights) {
                run.emit(Event::Started(pytest_id::split(&id)));
            }
        }
    }
}

impl Pytest {
    /// Says the totals.
    pub(super) fn declare(&mut self, closing: &closing::Closing, sink: &mut dyn Sink) {
        let internal = u64::from(self.internal);
        let errors = closing.totals.errors.map(|errors| errors.saturating_add(internal));
        sink.emit(Event::Declared { totals: Totals { errors, ..closing.totals }, level: Level::Section });
    }

    /// A line while a session is open.
    pub(super) fn inside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(seen) = self.settle_pending(text, sink) {
            return seen;
        }
        // pytest-pretty has the same totals below reports as they are without it.
        let results = self.results.is_some() || text.starts_with("Results (") && self.is_done();
        if (results || self.sugar && self.part == Part::Progress)
            && let Some(seen) = self.sugared(text, sink)
        {
            return seen;
        }
        if let Some(seen) = self.settle_doubt(text, sink) {
            return seen;
        }
        if self.nested.is_some()
            && let Some(number) = super::session::collected(text)
        {
            self.nested = Some(number);
        }
        if self.part == Part::Progress && !text.starts_with('=') && rule::opens_inside(text) {
            // Without capture a test's own session begins where the progress is.
            self.doubt = Doubt::Header;
            return Seen::No;
        }
        if text.starts_with('=')
            && let Some(title) = rule::title(text.trim_end(), '=')
            && let Some(seen) = self.ruled(text.trim_end(), title, sink)
        {
            return seen;
        }
        if text.starts_with('!')
            && let Some(title) = rule::title(text.trim_end(), '!')
            && self.width.fits(text.trim_end(), '!')
            && !self.is_output()
        {
            return self.halt(title, sink);
        }
        if self.quiet
            && let Some(closing) = closing::closing(text)
            && self.believes(&closing)
        {
            return self.finish(&closing, sink);
        }
        if self.was_never_a_session(text) {
            self.close(sink);
            self.forget();
            return self.outside(text, sink);
        }
        if self.goes_on(text) {
            self.close(sink);
            self.part = Part::Progress;
        }
        if let Some(seen) = self.uncovered(text, sink) {
            return seen;
        }
        match self.part {
            Part::Outside | Part::Progress => self.progress(text, sink),
            Part::Errors | Part::Failures => self.report(text, sink),
            Part::Warnings => self.warning(text, sink),
            Part::Summary | Part::Reruns => self.listed(text, sink),
            Part::Expected | Part::Passes => Seen::Inside(Class::Other),
            Part::Foreign => Seen::No,
        }
    }

    /// A rule of `=` inside a session. `None` when it is a look-alike.
    fn ruled(&mut self, text: &str, title: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if title == "test session starts" {
            self.doubt = Doubt::Header;
            return Some(self.output(sink));
        }
        let fits = self.width.fits(text, '=');
        if let Some(closing) = closing::closing(title) {
            if let Some(collected) = self.nested
                && (collected.is_none_or(|number| closing.covers(number))
                    || !self.announced.is_some_and(|announced| closing.covers(announced)))
            {
                self.nested = None;
                return None;
            }
            let sure = fits || (self.part > Part::Progress && !self.is_output());
            if sure && self.believes(&closing) {
                return Some(self.finish(&closing, sink));
            }
            return None;
        }
        if !fits || self.nested.is_some() {
            return None;
        }
        let part = Part::of(title).or_else(|| (!self.is_output()).then_some(Part::Foreign))?;
        if self.is_output() && part <= self.part {
            return None;
        }
        // A report begins when no test runs any more.
        let running = !self.distributed && !self.flights.is_empty();
        if self.part == Part::Progress && (part == Part::Foreign || running) {
            return None;
        }
        self.width.learn(text);
        Some(self.enter(part, sink))
    }

    /// Whether every test has its result, as far as the session tells.
    fn is_done(&self) -> bool {
        self.sugar || self.part > Part::Progress || self.percent == Some(100)
    }

    /// Whether a block that was alone is followed by the result of a test: pieces of a log, not a session's report.
    fn was_never_a_session(&self, text: &str) -> bool {
        self.part > Part::Progress
            && self.percent.is_none()
            && self.announced.is_none()
            && text.ends_with("%]")
            && super::progress::named(text).is_some_and(|named| named.percent.is_some())
    }

    /// Whether the session goes on with its tests although a report seemed to have begun: a test printed it.
    fn goes_on(&self, text: &str) -> bool {
        self.part > Part::Progress
            && text.ends_with("%]")
            && self.percent.is_some_and(|last| last < 100)
            && super::progress::letters(text)
                .map(|letters| letters.percent)
                .or_else(|| super::progress::named(text).map(|named| named.percent))
                .flatten()
                .is_some_and(|percent| self.percent.is_some_and(|last| percent >= last))
    }

    /// A part of the report begins.
    pub(super) fn enter(&mut self, part: Part, sink: &mut dyn Sink) -> Seen {
        self.ensure_open(sink);
        self.close(sink);
        self.part = part;
        self.flights.clear();
        Seen::Mine(Class::Noise)
    }

    /// The session's totals came.
    pub(super) fn finish(&mut self, closing: &closing::Closing, sink: &mut dyn Sink) -> Seen {
        self.ensure_open(sink);
        self.close(sink);
        self.forget_names();
        // After a report alone: without one nothing failed, and nothing comes on top.
        if self.part > Part::Progress && self.announced.is_some_and(|announced| closing.exceeds(announced)) {
            sink.emit(Event::Announced(closing.sum()));
        }
        // An interrupted session did not end: its numbers are those so far.
        let interrupted = self.interrupted;
        self.declare(closing, sink);
        self.forget();
        self.ended_well = !interrupted && closing.ended_well();
        Seen::Mine(Class::Totals)
    }

    /// Whether captured output is being printed, which may imitate anything.
    pub(super) fn is_output(&self) -> bool {
        match &self.open {
            Some(Open::Report(block) | Open::Short(block, _)) => block.is_output(),
            _ => matches!(self.part, Part::Passes | Part::Expected),
        }
    }

    /// A line that a test printed: part of its block when one is open.
    pub(super) fn output(&mut self, sink: &mut dyn Sink) -> Seen {
        match &mut self.open {
            Some(Open::Report(block) | Open::Short(block, _)) if block.is_output() => block.line("", sink),
            _ => Seen::No,
        }
    }

    /// Closes what is open.
    pub(super) fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }
}
