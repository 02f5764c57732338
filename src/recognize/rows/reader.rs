//! Reads a log with a user's rows.
//!
//! What rows report is in a stream of its own, beside what all recognizers report: a run of theirs has no lines, so nothing that is
//! found inside of it is taken for its output. They call a run passed by totals that account for every test, and only where
//! their file says by which line a run ends; without such a line the exit status decides.

use std::sync::Mutex;

use regex::Captures;

use super::language::{Row, Rows, Verb};
use crate::event::{Ended, Event, Opened, Part, Place, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::driven::EqualNames;
use crate::recognize::kit::emit::{Run, State};
use crate::recognize::kit::scan;
use crate::text::Line;

/// Between a module and a name, where the file does not say it.
const SEPARATOR: &str = " > ";

/// A file of rows, ready to read with.
#[derive(Debug)]
struct Tool {
    rows: Rows,
    runner: Runner,
    /// Whether rows name the tests that pass.
    names_passes: bool,
}

/// Where a stream is in the output of one tool.
#[derive(Debug, Default)]
struct Progress {
    zone: usize,
    state: State,
    /// The numbers that came and wait for the line with which the run ends.
    totals: Option<Totals>,
}

/// The tools of all files, over one or several streams.
#[derive(Debug, Default)]
pub struct Reader {
    tools: Vec<Tool>,
    /// For each stream, for each tool.
    streams: Vec<Vec<Progress>>,
}

/// A tool's name for as long as weir runs. Each name is kept once.
fn kept(name: &str) -> &'static str {
    static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut names = NAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = names.iter().find(|known| **known == name) {
        return known;
    }
    let new: &'static str = Box::leak(name.into());
    names.push(new);
    new
}

impl Reader {
    /// Of the texts of files; one that is wrong is left out.
    #[must_use]
    pub fn new(files: &[String]) -> Self {
        let read = files.iter().filter_map(|text| Rows::read(text).ok());
        Self { tools: read.map(Tool::new).collect(), streams: Vec::new() }
    }

    /// Whether there are no tools.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// How many tools there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Reads a line of a stream. `report` gets the tool's number with each event. Returns the line in its file of the first
    /// tool's row that took the line.
    pub fn line(
        &mut self,
        stream: usize,
        line: &Line<'_>,
        report: &mut dyn FnMut(usize, Runner, Event<'_>),
    ) -> Option<usize> {
        let text = line.judged().trim_end();
        let mut taken = None;
        self.each(stream, report, |tool, progress, sink| {
            let row = tool.line(progress, text, sink);
            taken = taken.or(row);
        });
        taken
    }

    /// The stream ends.
    pub fn end(&mut self, stream: usize, report: &mut dyn FnMut(usize, Runner, Event<'_>)) {
        self.each(stream, report, |tool, progress, sink| tool.run(progress, sink).close());
    }

    fn each(
        &mut self,
        stream: usize,
        report: &mut dyn FnMut(usize, Runner, Event<'_>),
        mut what: impl FnMut(&Tool, &mut Progress, &mut dyn Sink),
    ) {
        if self.streams.len() <= stream {
            self.streams.resize_with(stream.saturating_add(1), Vec::new);
        }
        let Some(progress) = self.streams.get_mut(stream) else { return };
        progress.resize_with(self.tools.len(), Progress::default);
        for (number, (tool, progress)) in self.tools.iter().zip(progress).enumerate() {
            what(tool, progress, &mut Reported { number, runner: tool.runner, report });
        }
    }
}

/// Where the events of one tool go.
struct Reported<'a> {
    number: usize,
    runner: Runner,
    report: &'a mut dyn FnMut(usize, Runner, Event<'_>),
}

impl Sink for Reported<'_> {
    fn emit(&mut self, event: Event<'_>) {
        (self.report)(self.number, self.runner, event);
    }
}

/// The number in a field.
fn number(captures: &Captures<'_>, name: &str) -> Option<u64> {
    captures.name(name)?.as_str().parse().ok()
}

/// The numbers in the fields of a row.
fn totals(captures: &Captures<'_>) -> Totals {
    let [passed, failed, errors, skipped, other, total] =
        ["passed", "failed", "errors", "skipped", "other", "total"].map(|name| number(captures, name));
    Totals { passed, failed, errors, skipped, other, total }
}

/// The place in the fields of a row.
fn place<'a>(captures: &Captures<'a>) -> Option<Place<'a>> {
    if let Some(whole) = captures.name("place") {
        return scan::place(whole.as_str()).map(|(place, _)| place);
    }
    let file = captures.name("file")?.as_str();
    Some(Place { file, line: number(captures, "line") })
}

impl Tool {
    fn new(rows: Rows) -> Self {
        let runner = Runner(kept(&rows.tool));
        let names_passes = rows.rows.iter().any(|row| row.verbs.contains(&Verb::Passes));
        Self { rows, runner, names_passes }
    }

    fn run<'a>(&self, progress: &'a mut Progress, sink: &'a mut dyn Sink) -> Run<'a> {
        let equal = if self.rows.same { EqualNames::Same } else { EqualNames::Numbered };
        Run::new(&mut progress.state, equal, sink)
    }

    /// Gives a line to the first row that fits, and returns where that is in the file.
    fn line(&self, progress: &mut Progress, text: &str, sink: &mut dyn Sink) -> Option<usize> {
        let zone = progress.zone;
        let fitting = self.rows.all.matches(text);
        let mut rows = fitting.iter().filter_map(|at| self.rows.rows.get(at));
        let row = rows.find(|row| row.zone.is_none_or(|wanted| wanted == zone))?;
        let captures = row.regex.captures(text)?;
        self.take(progress, row, &captures, text, sink);
        if progress.state.take_ended() {
            (progress.zone, progress.totals) = (0, None);
        }
        Some(row.at)
    }

    fn take(
        &self,
        progress: &mut Progress,
        row: &Row,
        captures: &Captures<'_>,
        text: &str,
        sink: &mut dyn Sink,
    ) {
        let (mut zone, mut numbers) = (progress.zone, progress.totals);
        let mut run = self.run(progress, sink);
        let field = |name: &str| captures.name(name).map_or("", |found| found.as_str().trim());
        let id = match (field("module"), &self.rows.split) {
            ("", Some(split)) => TestId::split_last(field("name"), split),
            (module, split) => TestId::of(module, split.as_deref().unwrap_or(SEPARATOR), field("name")),
        };
        let message = captures.name("message").map(|found| found.as_str());
        for verb in &row.verbs {
            if matches!(
                verb,
                Verb::Starts | Verb::Passes | Verb::Fails(_) | Verb::Skips | Verb::Other | Verb::Breaks(_)
            ) {
                self.open(&mut run, None);
            }
            match verb {
                Verb::Begins => {
                    run.forget();
                    (zone, numbers) = (0, None);
                    self.open(&mut run, number(captures, "total"));
                }
                Verb::Starts => _ = run.start(id),
                Verb::Passes => _ = run.pass(id),
                Verb::Fails(kind) => _ = run.fail_as(id, *kind),
                Verb::Skips => {
                    run.skip(id);
                    if let Some(reason) = captures.name("reason") {
                        run.emit(Event::Reason(reason.as_str().trim()));
                    }
                }
                Verb::Other => _ = run.other(id),
                Verb::Breaks(kind) => {
                    let name = if id.name.is_empty() { text.trim() } else { id.name };
                    run.fail_whole(name, *kind);
                }
                Verb::Crashes => {
                    self.open(&mut run, None);
                    run.close();
                    run.emit(Event::SectionEnded(Ended::Crash));
                    run.forget();
                }
                Verb::Why => _ = run.why(message.unwrap_or(text)),
                Verb::Where => _ = run.text(Part::Where),
                Verb::Output => _ = run.text(Part::Output),
                Verb::Closes => run.close(),
                Verb::Totals => numbers = Some(totals(captures)),
                Verb::Adds => numbers = Some(added(numbers.unwrap_or_default(), totals(captures))),
                Verb::Ends => {}
                Verb::To(to) => zone = *to,
                Verb::Ignores => return,
            }
        }
        if run.is_open() {
            if let Some(place) = place(captures) {
                run.at(place);
            }
            run.message(message.unwrap_or_default());
        }
        let last = row.verbs.contains(&Verb::Ends) || !self.rows.ends && row.verbs.contains(&Verb::Totals);
        if last && let Some(totals) = numbers.and_then(|totals| self.accounted(&run, totals)) {
            self.open(&mut run, None);
            let _: Seen = run.totals(totals);
        }
        (progress.zone, progress.totals) = (zone, numbers);
    }

    /// Opens a run, where none is. One whose end no row knows cannot be called passed by its own words.
    fn open(&self, run: &mut Run<'_>, announced: Option<u64>) {
        if !run.is_running() {
            let opened = if self.rows.ends { Opened::Own } else { Opened::Headless };
            run.begin_as(opened, announced);
        }
    }

    /// The numbers of a run, if they account for every test, or if they say that something failed.
    fn accounted(&self, run: &Run<'_>, totals: Totals) -> Option<Totals> {
        let Totals { passed, failed, errors, skipped, other, total } = totals;
        let not_passed = [failed, errors, skipped, other].into_iter().flatten().fold(0, u64::saturating_add);
        let failures = failed.unwrap_or(0).saturating_add(errors.unwrap_or(0));
        let passed = passed.or_else(|| total?.checked_sub(not_passed));
        let counts = run.counts();
        let reported = counts.failed.saturating_add(counts.whole);
        let adds_up =
            passed.is_some_and(|passed| total.is_none_or(|total| total == passed.saturating_add(not_passed)));
        let named = !self.names_passes || passed == Some(counts.passed);
        let accounts = adds_up && named && reported <= failures;
        (accounts || failures > 0).then_some(Totals { passed, ..totals })
    }
}

/// Numbers with those of another line.
fn added(one: Totals, other: Totals) -> Totals {
    Totals {
        passed: other.passed.or(one.passed),
        failed: other.failed.or(one.failed),
        errors: other.errors.or(one.errors),
        skipped: other.skipped.or(one.skipped),
        other: other.other.or(one.other),
        total: other.total.or(one.total),
    }
}
