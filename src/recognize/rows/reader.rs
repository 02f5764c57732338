//! Reads a log with a user's rows.
//!
//! What rows report is in a stream of its own, beside what all recognizers report: a run of theirs has no lines, so nothing that is
//! found inside of it is taken for its output. They call a run passed by totals that account for every test, and only where
//! their file says by which line a run ends; without such a line the exit status decides.

use std::sync::Mutex;

use regex::Captures;

use super::known::{Known, Room, Tally};
use super::language::{NUMBERS, Row, Rows, Verb};
use crate::event::{Block, Class, Ended, Event, Opened, Part, Place, Runner, Sink, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::driven::EqualNames;
use crate::recognize::kit::emit::{Run, State};
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
    /// Whether they name those that are skipped.
    names_skips: bool,
    /// Whether a row is the closing line of a run.
    ends: bool,
}

/// Where a stream is in the output of one tool.
#[derive(Debug, Default)]
struct Progress {
    zone: usize,
    state: State,
    run: Known,
}

/// The tools of all files, over one or several streams.
#[derive(Debug, Default)]
pub struct Reader {
    tools: Vec<Tool>,
    /// For each stream, for each tool.
    streams: Vec<Vec<Progress>>,
    room: Room,
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
        Self { tools: read.map(Tool::new).collect(), ..Self::default() }
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

    /// Reads a line of a stream. `printed` is the line as the log has it: the first row that fits the one or the other takes it,
    /// and what is printed is read as a line of the first stream, by rows whose texts begin after what was taken off. `report` gets the tool's number with each event. Returns what
    /// the first tool's row made of it.
    pub fn line(
        &mut self,
        stream: usize,
        line: &Line<'_>,
        printed: &Line<'_>,
        report: &mut dyn FnMut(usize, Runner, Event<'_>),
    ) -> Option<Taken> {
        self.begin(0);
        self.begin(stream);
        let cut = !printed.before.is_empty() || printed.text.len() != line.text.len();
        let whole = cut.then(|| format!("{}{}", printed.before, judged(printed)));
        let whole = whole.as_ref().map(|text| Line { text, before: "", ..*line });
        let mut taken = None;
        for (number, tool) in self.tools.iter().enumerate() {
            let fitting = |stream: usize, line: &Line<'_>, from: usize| {
                let progress = self.streams.get(stream)?.get(number)?;
                tool.fitting(progress.zone, judged(line), from)
            };
            let own = fitting(stream, line, 0);
            let other = whole.as_ref().and_then(|whole| {
                let from = judged(whole).len().saturating_sub(judged(line).len());
                Some((whole, fitting(0, whole, from)?))
            });
            let (stream, line, row) = match (own, other) {
                (Some(own), Some((_, other))) if own <= other => (stream, line, own),
                (_, Some((whole, other))) => (0, whole, other),
                (Some(own), None) => (stream, line, own),
                (None, None) => continue,
            };
            let progress = self.streams.get_mut(stream).and_then(|tools| tools.get_mut(number));
            let Some(progress) = progress else { continue };
            let mut sink = Reported { number, runner: tool.runner, report };
            let row = tool.line(progress, row, line, &mut self.room, &mut sink);
            taken = taken.or(row);
        }
        taken
    }

    /// The stream ends.
    pub fn end(&mut self, stream: usize, report: &mut dyn FnMut(usize, Runner, Event<'_>)) {
        let none = Line::plain("", 0);
        self.begin(stream);
        let Some(progress) = self.streams.get_mut(stream) else { return };
        for (number, (tool, progress)) in self.tools.iter().zip(progress).enumerate() {
            let mut sink = Reported { number, runner: tool.runner, report };
            let mut run = tool.run(&mut progress.state, &none, &mut sink);
            tool.declare_failures(&mut run, &progress.run);
            run.close();
        }
    }

    /// Makes room for the state of a stream.
    fn begin(&mut self, stream: usize) {
        if self.streams.len() <= stream {
            self.streams.resize_with(stream.saturating_add(1), Vec::new);
        }
        if let Some(progress) = self.streams.get_mut(stream) {
            progress.resize_with(self.tools.len(), Progress::default);
        }
    }
}

/// The text in which rows are looked for.
fn judged<'a>(line: &Line<'a>) -> &'a str {
    line.judged().trim_end()
}

/// What a row made of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The row's line in its file.
    pub row: usize,
    /// What the line is, when it says that a test passed or was skipped, or numbers without a failure: then no word in it is a sign
    /// of one.
    pub good: Option<Class>,
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

/// The number in a field; one that is too large is the largest. `None` inside is no field, outside no number.
fn number(captures: &Captures<'_>, name: &str) -> Option<Option<u64>> {
    let Some(found) = captures.name(name).map(|found| found.as_str()) else { return Some(None) };
    let is_number = !found.is_empty() && found.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| Some(found.parse().unwrap_or(u64::MAX)))
}

/// The numbers in the fields of a row, and whether each of these fields is a number.
fn totals(captures: &Captures<'_>) -> (Totals, bool) {
    let numbers = NUMBERS.map(|name| number(captures, name));
    let [passed, failed, errors, skipped, other, total] = numbers.map(Option::flatten);
    (Totals { passed, failed, errors, skipped, other, total }, numbers.iter().all(Option::is_some))
}

/// A path with a line at its end, and a column perhaps: `a/b.c:12`, `a/b.c:12:7`, `a/b.c(12,7)`.
fn path_and_line(text: &str) -> Place<'_> {
    let numbers =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',') && !text.is_empty();
    let in_brackets =
        text.strip_suffix(')').and_then(|text| text.rsplit_once('(')).filter(|(_, line)| numbers(line));
    let (file, line) = in_brackets
        .or_else(|| {
            let (before, last) = text.rsplit_once(':').filter(|(_, last)| numbers(last))?;
            let two = before.rsplit_once(':').filter(|(file, line)| numbers(line) && !file.is_empty());
            Some(two.unwrap_or((before, last)))
        })
        .unwrap_or((text, ""));
    let line = line.split(',').next().unwrap_or_default();
    Place { file: file.trim().trim_matches(['"', '\'']), line: line.parse().ok() }
}

/// The place in the fields of a row; a line alone is in the file that the lines are under.
pub(super) fn place<'a>(captures: &Captures<'a>, under: &'a str) -> Option<Place<'a>> {
    if let Some(whole) = captures.name("place") {
        return Some(path_and_line(whole.as_str()));
    }
    let line = number(captures, "line").flatten();
    let under = line.filter(|_| !under.is_empty()).map(|_| under);
    let file = captures.name("file").map(|file| file.as_str().trim()).or(under)?;
    Some(Place { file, line })
}

impl Tool {
    fn new(rows: Rows) -> Self {
        let runner = Runner(kept(&rows.tool));
        let has = |verb: Verb| rows.rows.iter().any(|row| row.verbs.contains(&verb));
        let (names_passes, names_skips, ends) = (has(Verb::Passes), has(Verb::Skips), has(Verb::Ends));
        Self { rows, runner, names_passes, names_skips, ends }
    }

    fn run<'a>(&self, state: &'a mut State, line: &'a Line<'a>, sink: &'a mut dyn Sink) -> Run<'a> {
        let equal = if self.rows.same { EqualNames::Same } else { EqualNames::Numbered };
        Run::new(state, equal, line, sink)
    }

    /// The number of the first row that fits in a zone, and of which no text, such as a name, begins before this byte.
    fn fitting(&self, zone: usize, text: &str, from: usize) -> Option<usize> {
        let fits = |row: &Row| {
            row.zone.is_none_or(|wanted| wanted == zone) && (from == 0 || row.texts_begin(text) >= from)
        };
        self.rows.all.matches(text).iter().find(|at| self.rows.rows.get(*at).is_some_and(fits))
    }

    /// Gives a line to the row of this number, which fits its text.
    fn line(
        &self,
        progress: &mut Progress,
        number: usize,
        line: &Line<'_>,
        room: &mut Room,
        sink: &mut dyn Sink,
    ) -> Option<Taken> {
        let row = self.rows.rows.get(number)?;
        let captures = row.regex.captures(judged(line))?;
        self.take(progress, row, &captures, line, room, sink);
        if progress.state.take_ended() {
            progress.zone = 0;
            progress.run.renew(None, room);
        }
        let (numbers, _) = totals(&captures);
        let good = row.verbs.iter().find_map(|verb| match verb {
            Verb::Passes => Some(Class::Passed),
            Verb::Skips => Some(Class::Skipped),
            Verb::Totals | Verb::Adds if failures(numbers) == 0 => Some(Class::Totals),
            _ => None,
        });
        Some(Taken { row: row.at, good })
    }

    /// The numbers that came and say that something failed count, also when the line with which their run ends does not come.
    fn declare_failures(&self, run: &mut Run<'_>, known: &Known) {
        if let Some(totals) = known.totals.filter(|totals| failures(*totals) > 0) {
            self.open(run, None);
            run.totals(totals);
        }
    }

    fn take(
        &self,
        progress: &mut Progress,
        row: &Row,
        captures: &Captures<'_>,
        line: &Line<'_>,
        room: &mut Room,
        sink: &mut dyn Sink,
    ) {
        let text = judged(line);
        let Progress { zone, state, run: known } = progress;
        let mut run = self.run(state, line, sink);
        let field = |name: &str| captures.name(name).map_or("", |found| found.as_str().trim());
        // A result without a name is that of the test that began last; with a name, that of the test that began under it.
        let is = |wanted: fn(&Verb) -> bool| row.verbs.iter().any(wanted);
        let is_result = is(|verb| matches!(verb, Verb::Passes | Verb::Fails(_) | Verb::Skips | Verb::Other));
        let begun = known.begun(field("name"), field("module"), is_result);
        let begun = begun.filter(|_| !is(|verb| *verb == Verb::Starts));
        let heading = if self.rows.same && known.module.is_empty() { &known.file } else { &known.module };
        let module = if field("module").is_empty() { heading.clone() } else { field("module").to_owned() };
        let (module, name) = begun.unwrap_or_else(|| (module, field("name").to_owned()));
        let name = &*name;
        let id = match (&*module, &self.rows.split) {
            ("", Some(split)) => TestId::split_last(name, split),
            (module, split) => TestId::of(module, split.as_deref().unwrap_or(SEPARATOR), name),
        };
        let message = captures.name("message").map(|found| found.as_str());
        let mut failed = false;
        for verb in &row.verbs {
            if matches!(verb, Verb::Passes | Verb::Fails(_) | Verb::Skips | Verb::Other | Verb::Breaks(_)) {
                self.open(&mut run, None);
                // What failed as a whole is no test that another result may be of.
                let same = self.rows.same && !matches!(verb, Verb::Breaks(_));
                let again = known.tally.add(id, verb, same, room);
                known.tally.lost |= name.is_empty() && !matches!(verb, Verb::Breaks(_));
                known.finish(&module, name, room);
                if again && matches!(verb, Verb::Passes | Verb::Skips | Verb::Other) {
                    continue;
                }
                failed = matches!(verb, Verb::Fails(_) | Verb::Breaks(_));
                if !failed {
                    known.let_go(room);
                }
            }
            match verb {
                Verb::Begins => {
                    self.declare_failures(&mut run, known);
                    run.forget();
                    known.renew(number(captures, "total").flatten(), room);
                    *zone = 0;
                    self.open(&mut run, known.announced);
                }
                Verb::Starts => {
                    self.open(&mut run, None);
                    run.start(id);
                    known.start(&module, name, room);
                }
                Verb::Passes => _ = run.pass(id),
                Verb::Fails(kind) if name.is_empty() => _ = run.fail_whole(text.trim(), *kind),
                Verb::Fails(kind) => _ = run.fail_as(id, *kind),
                Verb::Skips => {
                    run.skip(id);
                    if let Some(reason) = captures.name("reason") {
                        run.emit(Event::Reason(reason.as_str().trim()));
                    }
                }
                Verb::Other => _ = run.other(id),
                Verb::Breaks(kind) => {
                    // Where equal names are one test, no test has the name of what failed as a whole.
                    let named = !name.is_empty() && !self.rows.same;
                    run.fail_whole(if named { name } else { text.trim() }, *kind);
                }
                Verb::Crashes => {
                    self.open(&mut run, None);
                    run.close();
                    run.emit(Event::SectionEnded(Ended::Crash));
                    run.forget();
                    known.renew(None, room);
                }
                Verb::Why | Verb::Where | Verb::Output => {
                    let part = match verb {
                        Verb::Why => Part::Why,
                        Verb::Where => Part::Where,
                        _ => Part::Output,
                    };
                    if run.is_open() {
                        if part == Part::Why {
                            run.message(message.unwrap_or(text));
                        }
                        run.text(part);
                    } else {
                        known.hold(part, line, captures, message.unwrap_or(text), room);
                    }
                }
                Verb::Under => {
                    run.close();
                    known.module = clipped(field("module"));
                    known.file = clipped(field("file"));
                }
                Verb::Warns => {
                    run.close();
                    run.emit(Event::BlockOpened(Block::Warning { key: message.unwrap_or(text) }));
                    run.emit(Event::Text(Part::Why));
                    run.emit(Event::BlockClosed);
                }
                Verb::Closes => run.close(),
                Verb::Totals | Verb::Adds => {
                    let (numbers, read) = totals(captures);
                    let before = known.totals.unwrap_or_default();
                    let Totals { failed, errors, .. } = before;
                    let failed = Totals { failed, errors, ..Totals::default() };
                    known.totals = Some(added(if *verb == Verb::Adds { before } else { failed }, numbers));
                    known.tally.lost |= !read;
                }
                Verb::Ends => {}
                Verb::To(to) => *zone = *to,
                Verb::Ignores => return,
            }
        }
        if run.is_open() {
            known.explain(&mut run, captures, message, failed, room);
        }
        let last = row.verbs.contains(&Verb::Ends) || !self.ends && row.verbs.contains(&Verb::Totals);
        if last && let Some(totals) = known.totals {
            self.open(&mut run, None);
            if let Some(totals) = self.accounted(known, totals) {
                run.totals(totals);
            }
        }
    }

    /// Opens a run, where none is. One whose end no row knows cannot be called passed by its own words.
    fn open(&self, run: &mut Run<'_>, announced: Option<u64>) {
        if !run.is_running() {
            let opened = if self.ends { Opened::Own } else { Opened::Headless };
            run.begin_as(opened, announced);
        }
    }

    /// The numbers of a run, if they account for every test; or if they say that something failed, or nothing of tests.
    fn accounted(&self, known: &Known, totals: Totals) -> Option<Totals> {
        let Totals { passed, failed, errors, skipped, other, total } = totals;
        if failures(totals) > 0 || passed.is_none() && total.is_none() {
            return Some(totals);
        }
        let not_passed = sum(&[failed, errors, skipped, other]);
        // How many passed follows from the total only where the failures are numbered, too.
        let passed = passed.or_else(|| failed.or(errors).and_then(|_| total?.checked_sub(not_passed)))?;
        let all = passed.saturating_add(not_passed);
        let Tally { passed: named, skipped: skips, failed: reported, lost, .. } = known.tally;
        let accounts = total.is_none_or(|total| total == all)
            && known.announced.is_none_or(|announced| announced == all)
            && (!self.names_passes || named == passed)
            && (!self.names_skips || skips == skipped.unwrap_or(skips))
            && reported == 0
            && known.started.is_empty()
            && !lost;
        accounts.then_some(Totals { passed: Some(passed), ..totals })
    }
}

fn sum(numbers: &[Option<u64>]) -> u64 {
    numbers.iter().flatten().fold(0, |sum, each| sum.saturating_add(*each))
}

/// How many failures these numbers have.
fn failures(totals: Totals) -> u64 {
    sum(&[totals.failed, totals.errors])
}

/// Numbers with those of a later line. What failed in a run does not get less.
fn added(one: Totals, other: Totals) -> Totals {
    Totals {
        passed: other.passed.or(one.passed),
        failed: other.failed.max(one.failed),
        errors: other.errors.max(one.errors),
        skipped: other.skipped.or(one.skipped),
        other: other.other.or(one.other),
        total: other.total.or(one.total),
    }
}

#[cfg(test)]
mod tests {
    use super::super::known::ROOM;
    use super::*;

    #[test]
    fn what_is_remembered_has_its_bound_over_all_streams_and_is_given_back() {
        let rows = "tool mine\nnames same\n[anywhere]\nrun {name} -> starts\nwhy {message} -> why\np {name} -> passes\n\
                    end -> ends\nbegin -> begins\n";
        let mut reader = Reader::new(&[rows.to_owned()]);
        let long = "x".repeat(1500);
        for stream in 0..256 {
            for number in 0..100 {
                for text in
                    [format!("run {number}{long}"), format!("why {long}"), format!("p {number} {stream}")]
                {
                    let line = Line::of(&text);
                    reader.line(stream, &line, &line, &mut |_, _, _| {});
                    assert!(reader.room.taken() <= ROOM);
                }
            }
        }
        let taken = reader.streams.iter().flatten().map(|each| each.run.bytes()).sum::<usize>();
        assert!(taken == reader.room.taken() && taken > ROOM / 2, "{taken} {}", reader.room.taken());
        for stream in 0..256 {
            let line = Line::of("begin");
            reader.line(stream, &line, &line, &mut |_, _, _| {});
        }
        assert_eq!(reader.room.taken(), 0);
    }
}
