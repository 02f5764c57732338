//! One test run of Surefire or Failsafe: from ` T E S T S` to its totals.
//!
//! The closing line of a class tells how many blocks follow; a block beyond that number, or the line of a class that is not
//! running, was printed by a test. The totals come after `Results:`. With several modules built at once their runs are mixed;
//! they are one section, whose totals are the sum.

use super::entry::{Entry, entry};
use super::maven_lines::{Counts, Level, class_line, heading, run_line, split};
use super::roster::Roster;
use crate::budget::Count as _;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Grade, Level as Covers, Opened, Outcome, Seen, Sink, TestId,
};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::frames::jvm::{Trace, is_class};

/// The most classes that are remembered as running at the same time.
const MOST_RUNNING: usize = 512;

/// The list that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum List {
    /// None.
    #[default]
    None,
    /// Failures or errors.
    Bad,
    /// Tests that failed first and passed later.
    Flaky,
    /// Skipped tests.
    Skipped,
}

/// What a line of the run opened.
#[derive(Debug)]
pub(super) enum Next {
    /// Nothing.
    Nothing,
    /// A block with the trace of a failure.
    Trace(Trace),
    /// The block of a failure that was reported before.
    Repeat(Trace),
    /// An entry of the list that had no block: its further lines tell why.
    Entry,
    /// The run is over. A class that still ran died with its process.
    Over(Option<String>),
}

/// One run.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// Whether Surefire wrote through Maven's log.
    pub(super) marked: bool,
    /// Whether the run's head was seen.
    headed: bool,
    /// Classes that began and did not end.
    pub(super) running: Vec<String>,
    sums: Counts,
    /// Classes that failed and have no block yet, with their closing lines.
    silent: Vec<(String, String)>,
    total: Counts,
    /// Runs that are mixed, and not over.
    modules: u64,
    /// Blocks that may follow.
    pub(super) expected: u64,
    /// Blocks that were reported.
    blocks: u64,
    class: String,
    names: Vec<String>,
    /// Failures that the lists have named so far.
    entries: u64,
    /// Names of the list's entries that had no block.
    listed: Vec<String>,
    pub(super) results: bool,
    pub(super) list: List,
    roster: Roster,
    flaky: u64,
    /// Skipped tests that a list named.
    skips: u64,
    /// Whether the entry before was one of a rerun test.
    rerun: bool,
}

impl Run {
    /// Begins a run.
    pub(super) fn open(marked: bool, headed: bool, sink: &mut dyn Sink) -> Self {
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        Self { marked, headed, modules: 1, ..Self::default() }
    }

    /// Another run began before this one was over.
    pub(super) const fn another(&mut self) {
        self.modules = self.modules.saturating_add(1);
    }

    /// Whether a line with this mark can be Surefire's.
    fn own(&self, level: Level) -> bool {
        self.marked == (level != Level::Bare)
    }

    /// Reads a line of the run; `None` when it is none.
    pub(super) fn line(&mut self, level: Level, rest: &str, sink: &mut dyn Sink) -> Option<(Seen, Next)> {
        if !self.own(level) {
            return None;
        }
        let plain = rest.trim();
        if let Some(class) = plain.strip_prefix("Running ")
            && (is_class(class) || self.marked)
        {
            if self.running.len() < MOST_RUNNING && !self.running.iter().any(|each| each == class) {
                self.running.push(class.to_owned());
            }
            return Some((Seen::Mine(Class::Noise), Next::Nothing));
        }
        if let Some((counts, class)) = class_line(plain) {
            return self.class(counts, class, plain);
        }
        if let Some(counts) = run_line(plain) {
            return self.totals(counts, sink);
        }
        if matches!(plain, "Results:" | "Results :") {
            self.results = true;
            return Some((Seen::Mine(Class::Noise), Next::Nothing));
        }
        if self.expected > 0
            && let Some(heading) = heading(plain)
        {
            return Some(self.block(heading.name, sink));
        }
        self.lists(rest, sink)
    }

    /// Whether no class was reported since the run's head: with `surefire.printSummary=false` lists and totals follow it, without
    /// `Results:`.
    const fn is_silent(&self) -> bool {
        self.running.is_empty() && self.class.is_empty()
    }

    /// How the run ended, when the build succeeded before its totals came.
    pub(super) const fn ended_well(&self) -> Ended {
        if self.sums.bad() > 0 { Ended::Failed } else { Ended::Passed }
    }

    /// The closing line of a class.
    fn class(&mut self, counts: Counts, class: &str, line: &str) -> Option<(Seen, Next)> {
        let class = if class.is_empty() { self.running.last().cloned()? } else { class.to_owned() };
        if let Some(at) = self.running.iter().position(|each| *each == class) {
            self.running.remove(at);
        } else if !self.running.is_empty() {
            return None;
        }
        self.sums.add(&counts);
        self.expected = counts.bad();
        if counts.bad() > 0 && self.silent.len() < MOST_RUNNING {
            self.silent.push((class.clone(), line.to_owned()));
        }
        self.class = class;
        self.names.clear();
        let seen = if counts.bad() == 0 { Class::Passed } else { Class::Noise };
        Some((Seen::Mine(seen), Next::Nothing))
    }

    /// The head of a failed test's block.
    fn block(&mut self, name: &str, sink: &mut dyn Sink) -> (Seen, Next) {
        self.expected.down(1);
        if self.silent.last().is_some_and(|(class, _)| *class == self.class) {
            self.silent.pop();
        }
        self.blocks.up(1);
        let (class, test) = split(name, &self.class);
        let trace = Trace::of(class);
        let class = self.roster.shown(class);
        let mut test = test.to_owned();
        let full = format!("{class}.{test}");
        let same = self.names.iter().filter(|each| **each == full).count();
        let known =
            same == 0 && self.roster.find(&class, &test).is_some_and(|reported| reported.test == test);
        if self.names.len() < NAMES {
            self.names.push(full);
        }
        if known {
            return (Seen::Mine(Class::Detail), Next::Repeat(trace));
        }
        self.roster.add(&class, &test, name);
        if same > 0 {
            test = format!("{test} ({})", same.saturating_add(1));
        }
        let (id, kind) = id(&class, &test);
        sink.emit(Event::BlockOpened(Block::Test { id, kind }));
        sink.emit(Event::Heading);
        (Seen::Mine(Class::Detail), Next::Trace(trace))
    }

    /// Lines of the closing lists.
    fn lists(&mut self, rest: &str, sink: &mut dyn Sink) -> Option<(Seen, Next)> {
        // A quiet run prints neither its head nor `Results:`.
        if !self.results && self.headed && !self.is_silent() {
            return None;
        }
        let heads = [
            ("Failures:", List::Bad),
            ("Errors:", List::Bad),
            ("Failed tests:", List::Bad),
            ("Tests in error:", List::Bad),
            ("Flakes:", List::Flaky),
            ("Flaked tests:", List::Flaky),
            ("Skipped:", List::Skipped),
            ("Tests skipped:", List::Skipped),
        ];
        if let Some((list, more)) =
            heads.iter().find_map(|(head, list)| rest.strip_prefix(head).map(|more| (*list, more)))
        {
            self.list = list;
            self.rerun = false;
            if !more.trim().is_empty()
                && let Some(found) = entry(more)
            {
                return Some(self.entry(found, sink));
            }
            return Some((Seen::Mine(Class::Noise), Next::Nothing));
        }
        if self.list == List::None || rest.trim().is_empty() {
            return None;
        }
        if rest.trim_start().starts_with("Run ") && rest.contains(": ") && self.rerun {
            return Some((Seen::Mine(Class::Detail), Next::Nothing));
        }
        let indented = rest.starts_with("  ");
        let found = entry(rest)?;
        self.rerun = !indented;
        if !indented && !found.message.is_empty() && found.line.is_none() {
            return None;
        }
        Some(self.entry(found, sink))
    }

    /// One entry of a list.
    fn entry(&mut self, found: Entry<'_>, sink: &mut dyn Sink) -> (Seen, Next) {
        let test = found
            .test
            .strip_prefix(found.class)
            .and_then(|test| test.strip_prefix('.'))
            .unwrap_or(found.test);
        if self.list == List::Skipped {
            let class = self.roster.shown(found.class);
            let (id, _) = id(&class, test);
            self.skips.up(1);
            finished(id, Outcome::Skipped, sink);
            return (Seen::Mine(Class::Skipped), Next::Nothing);
        }
        let reported = match self.list {
            List::Flaky => self.roster.find(found.class, test).cloned(),
            _ => self.roster.take(found.class, test).or_else(|| self.roster.take(found.class, "")),
        };
        if self.list == List::Flaky {
            if let Some(reported) = reported {
                let (id, _) = id(&reported.class, &reported.test);
                finished(id, Outcome::Passed, sink);
                self.flaky.up(1);
            }
            return (Seen::Mine(Class::Noise), Next::Nothing);
        }
        self.entries.up(1);
        if let Some(reported) = reported {
            let (id, kind) = id(&reported.class, &reported.test);
            finished(id, Outcome::Failed(kind), sink);
            if reported.classless && found.line.is_some() {
                // The list tells what can be run again.
                sink.emit(Event::Heading);
            }
            return (Seen::Mine(Class::Detail), Next::Nothing);
        }
        if self.blocks == self.sums.bad() && self.entries <= self.blocks {
            // Every failure had its block: the list says this one by the name of a method that it went through.
            return (Seen::Mine(Class::Detail), Next::Nothing);
        }
        let class = self.roster.shown(found.class);
        let full = format!("{class}.{test}");
        let same = self.listed.iter().filter(|each| **each == full).count();
        if self.listed.len() < NAMES {
            self.listed.push(full);
        }
        // A test with parameters has one name in the list, whichever of them it fails for.
        let again = (same > 0).then(|| format!("{test} ({})", same.saturating_add(1)));
        let (id, kind) = id(&class, again.as_deref().unwrap_or(test));
        finished(id, Outcome::Failed(kind), sink);
        sink.emit(Event::Heading);
        let message = found.message.trim_start_matches('»').trim();
        if !message.is_empty() {
            sink.emit(Event::Message(message));
        }
        (Seen::Mine(Class::Detail), Next::Entry)
    }

    /// The totals of a run.
    fn totals(&mut self, counts: Counts, sink: &mut dyn Sink) -> Option<(Seen, Next)> {
        if self.headed && !self.results && !self.is_silent() {
            return None;
        }
        // While a class runs, totals end the run only when they are those of the classes before it: the process died.
        if !self.running.is_empty() && self.modules <= 1 && counts.run != self.sums.run {
            return None;
        }
        self.total.add(&counts);
        self.modules.down(1);
        self.results = false;
        self.list = List::None;
        self.expected = 0;
        if self.modules > 0 {
            return Some((Seen::Mine(Class::Totals), Next::Nothing));
        }
        let passed = self.total.passed().saturating_sub(self.flaky);
        let skipped = self.total.skipped.saturating_sub(self.skips);
        sink.emit(Event::Counted { passed, failed: 0, skipped, other: 0 });
        sink.emit(Event::Declared { totals: self.total.totals(), level: Covers::Section });
        let died = self.running.first().map(|class| died(class, sink));
        Some((Seen::Mine(Class::Totals), Next::Over(died)))
    }

    /// The run ends without its totals: what still ran did not finish.
    pub(super) fn lost(&mut self, how: Option<Ended>, sink: &mut dyn Sink) {
        let passed = self.sums.passed();
        let skipped = self.sums.skipped.saturating_sub(self.skips);
        // Failures are counted by the lines of their classes: their blocks or the lists may be missing.
        let failed = if self.blocks < self.sums.bad() { self.sums.bad() } else { 0 };
        if passed > 0 || skipped > 0 || failed > 0 {
            sink.emit(Event::Counted { passed, failed, skipped, other: 0 });
        }
        for (class, line) in std::mem::take(&mut self.silent) {
            if self.entries > 0 {
                break;
            }
            let class = self.roster.shown(&class);
            let kind = FailureKind::Suite;
            sink.emit(Event::BlockOpened(Block::Whole { name: &class, kind }));
            sink.emit(Event::Instead(&line));
            sink.emit(Event::Heading);
            sink.emit(Event::BlockClosed);
        }
        for class in std::mem::take(&mut self.running) {
            let class = self.roster.shown(&class);
            sink.emit(Event::Started(TestId::bare(&class)));
        }
        if let Some(how) = how {
            sink.emit(Event::SectionEnded(how));
        }
    }
}

/// A class that still ran when its process died: reported, until the reason is, under its simple name.
pub(super) fn died(class: &str, sink: &mut dyn Sink) -> String {
    let name = crate::recognize::kit::frames::jvm::simple(class);
    sink.emit(Event::Consequence { name, kind: FailureKind::Crash });
    sink.emit(Event::Instead(&format!("{name} did not finish")));
    sink.emit(Event::Heading);
    sink.emit(Event::BlockClosed);
    name.to_owned()
}

/// The name of a test; an error of a whole class is one of its set-up.
fn id<'a>(class: &'a str, test: &'a str) -> (TestId<'a>, FailureKind) {
    if test.is_empty() {
        (TestId::bare(class), FailureKind::Setup)
    } else if class.is_empty() {
        (TestId::bare(test), FailureKind::Test)
    } else {
        (TestId { module: class, separator: ".", name: test }, FailureKind::Test)
    }
}

fn finished(id: TestId<'_>, outcome: Outcome, sink: &mut dyn Sink) {
    sink.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
}
