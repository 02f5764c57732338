//! Follows a run of testthat.
//!
//! The progress reporter has a table with a row for each file, below which are the file's results between two rulers, and closes with
//! `══ Results ══` and the numbers. The check reporter prints nothing until all tests ran: the numbers, all results, and the same numbers
//! again; a run without any result but successes has the one line alone. The compact reporter updates the numbers as it goes, heads the
//! results of each file after its last test, and closes with the same numbers, or with `Done!`. The others have blocks and no numbers. `R CMD check` indents the last lines of what it ran, so that its beginning may be missing.
//!
//! A test may fail several times. R's last words are the consequence of what failed. Passing runs without numbers prove nothing.

use super::last_words::{LastWords, Place, Word};
use super::numbers::Latest;
use super::testthat_lines::{self, Columns, Counts, Heading, Kind, Style};
use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, FailureKind, Opened, Outcome, Part, Seen, Sink, TestId};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// After so many lines a block without an end of its own is over.
const BARE_LINES: u32 = 300;

/// Which reporter's run is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    #[default]
    Idle,
    /// Results without a beginning.
    Bare,
    /// The check reporter, between its numbers.
    Check(Counts),
    /// The progress reporter's table; whether `Results` came.
    Progress(bool),
    /// The compact reporter, and its latest numbers.
    Compact(Counts),
}

/// What the open block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    /// A failure: lines so far, and whether its frames began.
    Failure(u32, bool),
    Warning,
    Skip,
}

/// testthat.
#[derive(Debug, Default)]
pub struct Testthat {
    pub(super) mode: Mode,
    /// Blanks in front of the run's lines, in bytes.
    indent: usize,
    open: Option<Open>,
    /// How the results of this run are headed.
    style: Option<Style>,
    again: Names,
    /// What has a heading in this run.
    pub(super) headed: Counts,
    /// What the compact reporter printed last.
    pub(super) latest: Latest,
    /// The order of a table's columns.
    columns: Columns,
    /// What passed in the files of a table; `None` when a row does not tell.
    pub(super) passed: Option<u64>,
    /// Numbers of a table that may be the last.
    pub(super) pending: Option<Counts>,
    words: LastWords,
    /// A run of testthat was in the log.
    ran: bool,
    /// An error of a script was reported under R's own name.
    script: bool,
}

impl Runner for Testthat {
    const SPEC: Spec = Spec {
        name: "testthat",
        reads: "testthat for R: progress, check, compact and other reporters",
        starts: testthat_lines::STARTS,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.mode != Mode::Idle || self.words.waits()
    }

    fn line(&mut self, (): &mut (), _text: &str, sink: &mut Run<'_>) -> Seen {
        let line = sink.line();
        let whole = line.judged().trim_end();
        let plain = scan::trim_start(whole);
        let indent = whole.len().saturating_sub(plain.len());
        if plain.is_empty() {
            return if self.open.is_some() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if self.pending.is_some() && whole.starts_with("* checking ") {
            self.finish(sink);
        }
        if let Some(seen) = self.last_words(whole, sink) {
            return seen;
        }
        // What is indented otherwise is somebody's text, or another run's.
        let cut = self.mode == Mode::Bare && plain.starts_with("[ FAIL ");
        if self.mode == Mode::Idle || self.pending.is_some() || indent == self.indent || cut {
            let seen = self.shape(plain, indent, line.last_row, sink);
            if seen != Seen::No {
                return seen;
            }
        }
        self.body(plain, sink)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
        self.finish(run);
        if let Some(part) = self.words.failed_part() {
            run.emit(Event::Consequence { name: &part, kind: FailureKind::Build });
        }
    }
}

impl Testthat {
    pub(super) fn begin(
        &mut self,
        mode: Mode,
        indent: usize,
        opened: Opened,
        announced: Option<u64>,
        sink: &mut dyn Sink,
    ) {
        self.finish(sink);
        let words = std::mem::take(&mut self.words);
        if self.script {
            sink.emit(Event::Tool(crate::event::Runner("testthat")));
        }
        *self = Self { mode, indent, words, passed: Some(0), ran: true, ..Self::default() };
        sink.emit(Event::SectionStarted { opened, announced, label: "" });
    }

    /// A line that has a shape of testthat's own at this place.
    fn shape(&mut self, text: &str, indent: usize, last_row: bool, sink: &mut dyn Sink) -> Seen {
        if let Some(columns) = testthat_lines::table(text) {
            self.begin(Mode::Progress(false), indent, Opened::Own, None, sink);
            self.columns = columns;
            return Seen::Mine(Class::Noise);
        }
        if let Some((counts, after)) = testthat_lines::counts(text) {
            return self.counts(counts, after, indent, sink);
        }
        if let Mode::Progress(results) = self.mode
            && let Some((complete, passed)) = testthat_lines::row(text, self.columns)
        {
            if !results || self.pending.take().is_some() {
                self.mode = Mode::Progress(false);
            }
            self.close(sink);
            if complete && last_row {
                self.passed = self.passed.zip(passed).map(|(sum, passed)| sum.saturating_add(passed));
                sink.emit(Event::Counted { passed: passed.unwrap_or(0), failed: 0, skipped: 0, other: 0 });
                return Seen::Mine(Class::Passed);
            }
            return Seen::Mine(Class::Noise);
        }
        if let Some(words) = testthat_lines::section(text) {
            return self.section(words, indent, sink);
        }
        if let Some(heading) = testthat_lines::heading(text).filter(|heading| self.fits(heading)) {
            if self.pending.is_some() {
                self.finish(sink);
            }
            return self.heading(heading, indent, sink);
        }
        if self.mode == Mode::Idle {
            return Seen::No;
        }
        let rows = matches!(self.mode, Mode::Progress(_)) || self.style == Some(Style::Plain);
        if rows && testthat_lines::is_ruler(text) {
            self.close(sink);
            return Seen::Mine(Class::Noise);
        }
        if self.mode == Mode::Bare
            && rows
            && matches!(testthat_lines::row(text, self.columns), Some((true, _)))
        {
            self.close(sink);
            return Seen::Mine(Class::Passed);
        }
        if self.open.is_none()
            && let Some(says) = testthat_lines::bullet(text)
            && matches!(self.mode, Mode::Check(_))
        {
            sink.emit(Event::finished(TestId::bare(says), Outcome::Skipped));
            return Seen::Mine(Class::Skipped);
        }
        Seen::No
    }

    /// Whether a heading may be here: all results of a run are headed alike.
    fn fits(&self, heading: &Heading<'_>) -> bool {
        match self.mode {
            Mode::Progress(results) => self.pending.is_some() || (!results && heading.style == Style::Plain),
            Mode::Idle => true,
            Mode::Bare => self.style.is_none_or(|style| style == heading.style),
            _ => heading.style != Style::Plain && self.style.is_none_or(|style| style == heading.style),
        }
    }

    fn section(&mut self, words: &str, indent: usize, sink: &mut dyn Sink) -> Seen {
        if words.strip_prefix("Testing ").is_some_and(|file| !file.is_empty()) {
            match self.mode {
                // One reporter for several files goes on counting.
                Mode::Compact(counts) if counts != Counts::default() => {
                    self.close(sink);
                    self.latest = Latest::File;
                }
                _ => self.begin(Mode::Compact(Counts::default()), indent, Opened::Own, None, sink),
            }
            return Seen::Mine(Class::Noise);
        }
        match (self.mode, words) {
            (Mode::Progress(_), "Results") => {
                self.close(sink);
                self.pending = None;
                self.mode = Mode::Progress(true);
                Seen::Mine(Class::Noise)
            }
            (Mode::Bare, "DONE") if self.style == Some(Style::Numbered) => {
                self.close(sink);
                sink.emit(Event::SectionEnded(Ended::Failed));
                self.mode = Mode::Idle;
                Seen::Mine(Class::Noise)
            }
            (Mode::Check(_), "Skipped tests" | "Warnings" | "Failed tests")
            | (Mode::Bare, "testthat results" | "Failed" | "Failed tests" | "Results")
            | (Mode::Progress(_), "Terminated early") => {
                self.close(sink);
                Seen::Mine(Class::Noise)
            }
            (Mode::Check(_), words) if words.starts_with("Skipped tests (") => Seen::Mine(Class::Noise),
            _ => Seen::No,
        }
    }

    fn heading(&mut self, heading: Heading<'_>, indent: usize, sink: &mut dyn Sink) -> Seen {
        let Heading { kind, style, place, name } = heading;
        if self.mode == Mode::Idle {
            self.begin(Mode::Bare, indent, Opened::Headless, None, sink);
        }
        self.close(sink);
        self.style = Some(style);
        self.latest = Latest::Heading;
        let headed = match kind {
            Kind::Failure | Kind::Error => &mut self.headed.failed,
            Kind::Warning => &mut self.headed.warned,
            Kind::Skip => &mut self.headed.skipped,
        };
        headed.up(1);
        if kind == Kind::Warning {
            sink.emit(Event::BlockOpened(Block::Warning { key: name }));
            sink.emit(Event::Text(Part::Why));
            self.open = Some(Open::Warning);
            return Seen::Mine(Class::Warning);
        }
        let numbered = match place.line {
            Some(line) if name.is_empty() => format!("line {line}"),
            _ => name.to_owned(),
        };
        let separator = if place.file.is_empty() { "" } else { ": " };
        let name = self.again.next_of(TestId { module: place.file, separator, name: &numbered });
        let id = TestId { module: place.file, separator, name: &name };
        if kind == Kind::Skip {
            sink.emit(Event::finished(id, Outcome::Skipped));
            self.open = Some(Open::Skip);
            return Seen::Mine(Class::Skipped);
        }
        sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        sink.emit(Event::Heading);
        if !place.file.is_empty() {
            sink.emit(Event::At { place, better: false });
        }
        self.open = Some(Open::Failure(0, false));
        Seen::Mine(Class::Detail)
    }

    fn body(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        match &mut self.open {
            None => Seen::No,
            Some(Open::Failure(lines, frames)) => {
                lines.up(1);
                if self.mode == Mode::Bare && (*lines > BARE_LINES || text.starts_with("Test passed")) {
                    self.close(sink);
                    return Seen::No;
                }
                *frames |= text == "Backtrace:";
                sink.emit(Event::Text(if *frames { Part::Where } else { Part::Why }));
                Seen::Inside(Class::Detail)
            }
            Some(Open::Warning) => {
                sink.emit(Event::Text(Part::Why));
                Seen::Inside(Class::Warning)
            }
            Some(Open::Skip) => {
                if let Some(reason) = text.strip_prefix("Reason: ") {
                    sink.emit(Event::Reason(reason));
                    return Seen::Mine(Class::Skipped);
                }
                Seen::No
            }
        }
    }

    pub(super) fn close(&mut self, sink: &mut dyn Sink) {
        if matches!(self.open.take(), Some(Open::Failure(..) | Open::Warning)) {
            sink.emit(Event::BlockClosed);
        }
    }

    /// What R and its check say at the end.
    fn last_words(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let idle = match self.mode {
            Mode::Idle => Place::Outside,
            Mode::Progress(true) => Place::Closing,
            Mode::Progress(false) => Place::Table,
            _ => Place::Inside,
        };
        let (name, kind) = match self.words.read(text, idle)? {
            Word::Halted(printed) => (printed, FailureKind::Crash),
            Word::Failures => (text.trim_start().to_owned(), FailureKind::Suite),
            Word::Check(what) => (what, FailureKind::Build),
        };
        if kind != FailureKind::Build {
            self.leave(kind, sink);
        }
        if kind == FailureKind::Crash && !self.ran && !self.script && self.words.are_a_scripts() {
            // A script that loads no tests.
            self.script = true;
            sink.emit(Event::Tool(crate::event::Runner("r")));
        }
        sink.emit(Event::Consequence { name: &name, kind });
        Some(Seen::Mine(Class::Detail))
    }

    /// R gives up: no run goes on after it.
    fn leave(&mut self, kind: FailureKind, sink: &mut dyn Sink) {
        self.finish(sink);
        match self.mode {
            Mode::Bare => sink.emit(Event::SectionEnded(Ended::Failed)),
            // No numbers closed it.
            _ if kind == FailureKind::Crash && self.mode != Mode::Idle => {
                sink.emit(Event::SectionEnded(Ended::Crash));
            }
            _ => {}
        }
        self.mode = Mode::Idle;
    }
}
