//! RSpec's runs.
//!
//! A run has no header unless its order is random. It is certain by its end: `Finished in T (files took T to load)` with
//! a line of totals after, or before it by a numbered failure below `Failures:`, by the list of pending examples, or by an
//! error outside of examples. Then the section reaches back to the first points or the seed, and what was printed in
//! between is inside. Totals that do not agree with the failures reported before them were printed by a test, if others
//! follow; RSpec tells every failure before its totals. As many points as the totals tell examples confirm them.
//!
//! Neighbours: `rspec_lines` reads single lines, `body` the text of a failure, `doc` the documentation format. Hspec prints
//! like RSpec, with places before the numbers and without the time to load.

use super::body::Body;
use super::doc::{Doc, Reported};
use super::rspec_lines::{self, Sum};
use crate::budget::Count as _;
use crate::event::{Attempt, Block, Class, Event, FailureKind, Grade, Level, Outcome, Seen, TestId};
use crate::recognize::PassShape;
use crate::recognize::kit::hspec::{FAILED_CODE, is_hspecs};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::points::Points;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::recognize::kit::{points, scan};
use crate::recognize::runners::functional::exunit;
use crate::text::HELD_BYTES;

/// RSpec's points: passed, failed, pending.
pub(super) const POINTS: &str = ".F*";
/// RSpec does not number attempts.
pub(super) const ATTEMPT: Attempt = 0;

/// Where the recognizer is.
#[derive(Debug, Default)]
pub(super) enum State {
    /// Between reports.
    #[default]
    Run,
    /// In the list of pending examples; the number of the last one.
    Pending(u64),
    /// Below `Failures:`; the number of the last one.
    Failures(u64),
    /// After a number and a description; the first line of the text is RSpec's or it is not.
    Named(u64, String),
    /// In the text of a failure.
    Body(u64, Body),
    /// In the text of an error outside of examples.
    Outside(Body),
    /// After `Finished in`.
    Finished,
    /// After the totals: the closing list, deprecations, the seed.
    Closing,
    /// In the lists of slow examples.
    Profile,
}

/// RSpec.
#[derive(Debug, Default)]
pub struct Rspec {
    /// Failed tests of the documentation.
    pub(super) doc_failed: u64,
    pub(super) state: State,
    /// A line came with which a run may have begun.
    pub(super) marked: bool,
    /// The run printed its seed, or how its examples are filtered.
    pub(super) headed: bool,
    /// Several processes write into one stream.
    pub(super) parallel: bool,
    pub(super) points: Points,
    /// Failed examples by lines that are points and nothing else, of more than one kind.
    pub(super) shown_failed: u64,
    /// Those of them that the last totals deny. Better totals may follow.
    pub(super) contradicted: u64,
    /// The points since totals that were not confirmed.
    pub(super) fresh: Points,
    pub(super) doc: Doc,
    /// Descriptions of failures reported in blocks, with how often each was reported.
    pub(super) reported: Names,
    /// The names of those reported before the last list of failures, and in it.
    pub(super) earlier: Vec<String>,
    pub(super) latest: Vec<String>,
    /// Descriptions reported by the closing list.
    pub(super) listed: Names,
    /// Failures reported in blocks since the last totals.
    pub(super) blocks: u64,
    /// Errors outside of examples that were reported.
    pub(super) outside: u64,
    /// Totals came that nothing confirms.
    pub(super) declared: bool,
    /// The totals that came last, and whether a report begins right after them: a second formatter repeats them.
    pub(super) last: Option<Sum>,
    pub(super) repeats: bool,
    /// Another tool's run ended: its seed may follow, and is no header.
    pub(super) foreign: bool,
    /// The time to load was read: no other tool prints that.
    pub(super) timed: bool,
    /// Code that failed was shown since the last totals.
    pub(super) shown: bool,
    /// Totals that did not agree with the failures reported.
    pub(super) held: Option<Sum>,
    /// The closing list after such totals, where no failure was before them: the log is cut in front.
    pub(super) cut: Vec<(String, String, Option<u64>)>,
    /// Such a list is all that is left of the log.
    pub(super) list_alone: bool,
    /// The number of the last failure of the list that is open.
    pub(super) list: Option<u64>,
    /// Lines of others that came amid the list, one after the other.
    pub(super) strays: u8,
}

impl Runner for Rspec {
    const SPEC: Spec = Spec {
        name: "rspec",
        reads: "RSpec, with parallel_tests",
        starts: &[
            "..",
            ".F",
            ".*",
            "F.",
            "FF",
            "F*",
            "*.",
            "*F",
            "**",
            "Randomized with seed ",
            "Failures:",
            FAILED_CODE,
            "Pending: (Failures listed",
            "Pending:",
            "Finished in ",
            "An error occurred ",
            "Run options: include",
            "Run options: exclude",
            "Run options:",
            "Failed examples:",
        ],
        inside: &["(FAILED - "],
        // No pass, but the end tells that line of parallel_tests where its beginning cannot.
        passes: &[PassShape { start: "", end: " per process" }],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.marked || !matches!(self.state, State::Run)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.counted();
        self.shown |= text.trim_start().starts_with(FAILED_CODE);
        match std::mem::take(&mut self.state) {
            State::Run => self.run(text, run),
            State::Pending(last) => self.pending(last, text, run),
            State::Failures(last) => self.failures(last, text, run),
            State::Named(number, heading) => self.named(number, &heading, text, run),
            State::Body(number, body) => self.body(number, body, text, run),
            State::Outside(body) => self.outside_body(body, text, run),
            State::Finished => self.finished(text, run),
            State::Closing => self.closing(text, run),
            State::Profile => self.profile(text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.over(run);
    }
}

impl Rspec {
    /// The run is over, or the log.
    fn over(&mut self, run: &mut Run<'_>) {
        if let State::Body(_, body) | State::Outside(body) = &mut self.state {
            body.finish(run);
        }
        if let Some(sum) = self.held.take() {
            if !run.is_running() && self.points.all() > sum.examples {
                // The first points were somebody else's.
                run.emit(Event::MayHaveBegunBefore);
            }
            self.tell_held(sum, run);
            return;
        }
        if std::mem::take(&mut self.list_alone) && !run.is_running() && !self.cut.is_empty() {
            self.tell_list(run);
            return;
        }
        if matches!(self.state, State::Finished) && self.timed && !run.is_running() && !self.declared {
            // The log ends before its totals.
            Self::open(run);
            return;
        }
        if self.contradicted > 0 {
            run.emit(Event::Counted { passed: 0, failed: self.contradicted, skipped: 0, other: 0 });
        }
        // The run died before its report.
        let failed = !self.doc.failed().is_empty();
        if self.declared
            || matches!(self.state, State::Closing)
            || !(self.headed && self.points.all() > 0 || failed || run.is_running())
        {
            return;
        }
        Self::open(run);
        if failed {
            for description in self.doc.failed() {
                let outcome = Outcome::Failed(FailureKind::Test);
                let id = id(description);
                run.emit(Event::Finished { id, outcome, grade: Grade::Line, attempt: ATTEMPT, alias: "" });
            }
            if self.doc.beyond() > 0 {
                let named = u64::try_from(self.doc.failed().len()).unwrap_or(u64::MAX);
                let failed = named.saturating_add(self.doc.beyond());
                run.emit(Event::Counted { passed: 0, failed, skipped: 0, other: 0 });
            }
        } else if self.blocks == 0 {
            count(&self.points, run);
        }
    }

    /// A line while examples run, or while there is no run.
    pub(super) fn run(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(seen) = self.next_of_list(text, run) {
            return seen;
        }
        if points::begins(text, POINTS) && text.len() < HELD_BYTES {
            return self.progress(text, run);
        }
        let begins =
            matches!(text.as_bytes().first(), Some(b'F' | b'P' | b'A' | b'R' | b'T' | b'D' | b'0'..=b'9'));
        if begins && let Some(seen) = self.margin(text, run) {
            return seen;
        }
        if self.marked && !run.is_running() && exunit::is_heading(text) {
            // RSpec reports its failures below `Failures:`: the points and the seed are of ExUnit.
            self.leave(run);
            return Seen::No;
        }
        if self.marked && self.points.all() > 0 {
            return Seen::No;
        }
        match self.doc.line(text) {
            Some(Reported::Failed) => {
                self.doc_failed.up(1);
                self.mark(run);
                self.headed = true;
                Seen::Mine(Class::Detail)
            }
            Some(Reported::Pending) if run.is_running() || self.headed => Seen::Mine(Class::Skipped),
            _ => Seen::No,
        }
    }

    /// A line of the report's own, at the margin.
    pub(super) fn margin(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let line = text.trim_end();
        match line {
            "Failures:" => {
                self.list = Some(0);
                self.state = State::Failures(0);
            }
            "Pending:"
            | "Pending: (Failures listed here are expected and do not affect your suite's status)" => {
                self.state = State::Pending(0);
            }
            "Failed examples:" => {
                self.list_alone = !run.is_running() && self.held.is_none();
                self.state = State::Closing;
            }
            "Run options:" => {
                self.tell_cut(run);
                self.head(run);
            }
            _ if line.starts_with("Run options: include {") || line.starts_with("Run options: exclude {") => {
                self.tell_cut(run);
                self.head(run);
            }
            _ if self.is_finished(line) => {
                self.state = State::Finished;
                // Without the time to load it may be another tool's, whose line of totals tells.
                self.timed = line.ends_with(" to load)");
                let own = run.is_running() || self.timed;
                return Some(if own { Seen::Mine(Class::Totals) } else { Seen::No });
            }
            _ if line.starts_with("Finished in ") && (!run.is_running() || self.declared) => {
                self.leave(run);
            }
            _ if line.strip_prefix("Randomized with seed ").and_then(scan::whole_number).is_some() => {
                if std::mem::take(&mut self.foreign) {
                    return Some(Seen::No);
                }
                self.head(run);
                return Some(Seen::Mine(Class::Noise));
            }
            _ if line.starts_with("Top ") && line.contains(" slowest example") => {
                self.state = State::Profile;
                return Some(Seen::Mine(Class::Noise));
            }
            _ if is_parallel(line) => {
                self.mark(run);
                self.parallel = true;
                return Some(Seen::Mine(Class::Noise));
            }
            _ => return self.outside_or_sum(line, run),
        }
        Some(Seen::No)
    }

    /// `Finished in ...`, when it is RSpec's.
    pub(super) fn is_finished(&self, line: &str) -> bool {
        rspec_lines::is_finished(line)
            || self.shown && line.strip_prefix("Finished in ").is_some_and(is_hspecs)
    }

    /// What came was another tool's run.
    pub(super) fn leave(&mut self, run: &mut Run<'_>) {
        run.forget();
        *self = Self { foreign: true, ..Self::default() };
    }

    fn outside_or_sum(&mut self, line: &str, run: &mut Run<'_>) -> Option<Seen> {
        if let Some(what) = rspec_lines::outside(line) {
            Self::open(run);
            self.outside.up(1);
            let kind = if what.ends_with("hook") { FailureKind::Setup } else { FailureKind::Collection };
            let name = self.again(what);
            run.emit(Event::BlockOpened(Block::Whole { name: &name, kind }));
            run.emit(Event::Heading);
            self.state = State::Outside(Body::default());
            return Some(Seen::Mine(Class::Detail));
        }
        // parallel_tests adds the totals of its processes up.
        let sum = rspec_lines::sum(line).filter(|_| self.parallel)?;
        run.emit(Event::Declared { totals: sum.totals(), level: Level::Run });
        Some(Seen::Mine(Class::Totals))
    }

    /// A line that begins with points.
    fn progress(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if !self.marked {
            self.mark(run);
        }
        self.points.read(text, POINTS);
        self.fresh.read(text, POINTS);
        let pure = text.trim_end().bytes().all(|byte| POINTS.as_bytes().contains(&byte));
        let failed = text.bytes().filter(|byte| *byte == b'F').count();
        if pure && failed < text.trim_end().len() {
            self.shown_failed.up(u64::try_from(failed).unwrap_or(u64::MAX));
        }
        if run.is_running() && pure { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    /// A header came: a run may begin here.
    fn head(&mut self, run: &mut Run<'_>) {
        if !self.doc.failed().is_empty() && !run.is_running() && !self.declared {
            // The run above it died before its report.
            self.over(run);
            run.forget();
            *self = Self::default();
        }
        if self.points.all() == 0 && !run.is_running() {
            self.mark(run);
        }
        self.headed = true;
    }

    fn mark(&mut self, run: &mut Run<'_>) {
        if !self.marked && !run.is_running() {
            run.emit(Event::MayHaveBegun);
        }
        self.marked = true;
    }

    /// Opens the section, once.
    pub(super) fn open(run: &mut Run<'_>) {
        if !run.is_running() {
            run.begin(None);
            run.emit(Event::BeganThere);
        }
    }

    /// A description, distinguished from equal ones that came before.
    pub(super) fn again(&mut self, description: &str) -> String {
        self.reported.next(description)
    }
}

/// The points as results without names.
pub(super) fn count(points: &Points, run: &mut Run<'_>) {
    let of = |kind| points.of(POINTS, kind);
    run.emit(Event::Counted { passed: of('.'), failed: of('F'), skipped: of('*'), other: 0 });
}

/// The first word is mostly the class under test, which many names share.
pub(super) fn id(description: &str) -> TestId<'_> {
    match description.split_once(' ') {
        Some((module, name)) if !module.is_empty() && !name.is_empty() => {
            TestId { module, separator: " ", name }
        }
        _ => TestId::bare(description),
    }
}

/// `4 processes for 12 specs, ~ 3 specs per process` of parallel_tests.
fn is_parallel(text: &str) -> bool {
    scan::number(text).is_some_and(|(_, rest)| {
        (rest.starts_with(" processes for ") || rest.starts_with(" process for ")) && rest.contains(" spec")
    })
}
