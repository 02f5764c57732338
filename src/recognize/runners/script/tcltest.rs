//! Tcl's tcltest.
//!
//! A run begins with `Tests running in interp:` or with the first failed test, and ends with `FILE: Total N Passed N Skipped N Failed N`, after which
//! are the files that failed. A failed test is a block between `==== name description FAILED` and `==== name FAILED`; only that very name
//! ends it. A file that could not be read to its end is a failure of its own, which tcltest's numbers do not count.
//! See `library/tcltest/tcltest.tcl` of Tcl.

use crate::event::{
    Block, Class, Event, FailureKind, Level, Opened, Outcome, Part, Place, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// How many broken files are held.
const MOST_FILES: usize = 512;
/// The longest message that is put together, in bytes.
const LONGEST_MESSAGE: usize = 200;

/// Where a failed test's block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum In {
    /// The test's own code.
    Contents,
    /// What was, and what should have been; an error's message.
    Result,
    /// An error's stack.
    Stack,
}

/// tcltest.
#[derive(Debug, Default)]
pub struct Tcltest {
    running: bool,
    /// The run reported its beginning, so it tells its end too.
    headed: bool,
    /// `Tests ended at` came.
    ended: bool,
    /// The heading of a failed test, until the next line confirms it.
    heading: Option<String>,
    /// The failed test whose block is open.
    open: Option<(String, In)>,
    /// The file that runs.
    file: String,
    /// In the message and stack of a file that broke; whether its message came.
    broken: bool,
    files: Vec<String>,
    message: String,
    place: Option<(String, u64)>,
    /// The closing numbers came; the lists after them may follow.
    totals: Option<Totals>,
    exiting: bool,
}

impl Runner for Tcltest {
    const SPEC: Spec = Spec {
        name: "tcltest",
        reads: "tcltest",
        starts: &["Tests running in interp:", "==== ", "++++ ", "all.tcl: ", "Test file error: "],
        inside: &["\tTotal\t"],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.running || self.heading.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if self.open.is_some() {
            return self.body(text, run);
        }
        if let Some(heading) = self.heading.take()
            && (text == "==== Contents of test case:" || text.starts_with("---- "))
            && let Some((name, description)) = failed(&heading)
        {
            self.start(run);
            run.emit(Event::Instead(&heading));
            self.begin(name, description, run);
            return self.body(text, run);
        }
        if let Some(totals) = totals(text).filter(|_| self.ended || !self.headed) {
            self.start(run);
            self.close(run);
            self.totals = Some(totals);
            run.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        if self.totals.is_some() {
            return self.after_totals(text, run);
        }
        if text.starts_with("Tests running in interp:") {
            self.start(run);
            self.headed = true;
            return Seen::Mine(Class::Noise);
        }
        if failed(text).is_some() {
            self.heading = Some(text.to_owned());
            return if self.running { Seen::Mine(Class::Detail) } else { Seen::No };
        }
        if let Some(rest) = text.strip_prefix("++++ ") {
            return self.verdict(rest, run);
        }
        if !self.running {
            return Seen::No;
        }
        self.between(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
        self.declare(run);
    }
}

impl Tcltest {
    fn start(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            self.running = true;
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
    }

    fn begin(&mut self, name: &str, description: &str, sink: &mut dyn Sink) {
        self.close(sink);
        sink.emit(Event::BlockOpened(Block::Test { id: TestId::bare(name), kind: FailureKind::Test }));
        sink.emit(Event::Heading);
        let place = self.place.take();
        let file = place.as_ref().map_or(self.file.as_str(), |(file, _)| file.as_str());
        if !file.is_empty() {
            sink.emit(Event::At {
                place: Place { file, line: place.as_ref().map(|(_, line)| *line) },
                better: false,
            });
        }
        self.message.clear();
        self.message.push_str(description.get(..LONGEST_MESSAGE / 2).unwrap_or(description));
        self.open = Some((name.to_owned(), In::Contents));
    }

    fn body(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let Some((name, place)) = &mut self.open else { return Seen::No };
        let ended = text.strip_prefix("==== ").and_then(|rest| rest.strip_suffix(" FAILED"));
        if ended == Some(name.as_str()) {
            self.close(sink);
            return Seen::Mine(Class::Noise);
        }
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if text == "==== Contents of test case:" {
            *place = In::Contents;
            sink.emit(Event::Text(Part::Where));
            return Seen::Mine(Class::Detail);
        }
        if let Some(says) = text.strip_prefix("---- ") {
            *place = if says.starts_with("errorInfo: ") { In::Stack } else { In::Result };
            let tells = !says.starts_with("errorCode: NONE");
            sink.emit(Event::Text(if tells { Part::Why } else { Part::Where }));
            if tells && says.ends_with(':') {
                self.add_message(says);
            } else if *place == In::Stack {
                self.add_message(says.trim_start_matches("errorInfo: "));
            }
            return Seen::Mine(Class::Detail);
        }
        let result = *place == In::Result;
        sink.emit(Event::Text(if result { Part::Why } else { Part::Where }));
        if result {
            self.add_message(text);
        }
        Seen::Mine(Class::Detail)
    }

    fn add_message(&mut self, text: &str) {
        if self.message.len().saturating_add(text.len()) < LONGEST_MESSAGE {
            self.message.push(if self.message.ends_with(':') { ' ' } else { ';' });
            if self.message.ends_with(';') {
                self.message.push(' ');
            }
            self.message.push_str(text);
        }
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            sink.emit(Event::Message(&self.message));
            sink.emit(Event::BlockClosed);
        }
        self.broken = false;
    }

    /// `++++ name PASSED` and `++++ name SKIPPED: constraint`, with `-verbose`.
    fn verdict(&mut self, rest: &str, sink: &mut dyn Sink) -> Seen {
        if rest.ends_with(" PASSED") {
            self.start(sink);
            sink.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
            return Seen::Mine(Class::Passed);
        }
        let Some((name, _)) = rest.split_once(" SKIPPED: ") else { return Seen::No };
        self.start(sink);
        let id = TestId::bare(name);
        sink.emit(Event::finished(id, Outcome::Skipped));
        Seen::Mine(Class::Skipped)
    }

    /// A line between the blocks.
    fn between(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(printed) = text.strip_prefix("Test file error: ") {
            let file = std::mem::take(&mut self.file);
            self.break_file(if file.is_empty() { "test file" } else { &file }, sink);
            sink.emit(Event::Text(Part::Why));
            sink.emit(Event::Message(printed));
            self.broken = true;
            return Seen::Mine(Class::Detail);
        }
        if self.broken {
            let stack = text.starts_with([' ', '"']) || text == "}";
            if stack {
                if let Some((file, line)) = place_of(text) {
                    sink.emit(Event::At { place: Place { file, line: Some(line) }, better: false });
                }
                sink.emit(Event::Text(Part::Where));
                return Seen::Mine(Class::Detail);
            }
            // The message may have several lines; the next file's name ends it.
            if !is_file(text) && !text.is_empty() {
                sink.emit(Event::Text(Part::Where));
                return Seen::Inside(Class::Detail);
            }
        }
        if is_file(text) {
            self.close(sink);
            self.file.clear();
            self.file.push_str(text);
            return Seen::Mine(Class::Noise);
        }
        if let Some((before, _)) = text.split_once(": error: test failed: ")
            && let Some((place, "")) = scan::place(before)
        {
            self.place = place.line.map(|line| (place.file.to_owned(), line));
            return Seen::Mine(Class::Noise);
        }
        let known = [
            "Tests located in:",
            "Tests running in:",
            "Temporary files stored in",
            "Test files ",
            "Running tests that match:",
            "Skipping test files",
            "Only running test files",
            "Skipping tests that",
            "Tests began at",
            "Tests ended at",
            "---- ",
        ];
        self.ended |= text.starts_with("Tests ended at ");
        if text.is_empty() || known.iter().any(|start| text.starts_with(start)) {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    fn break_file(&mut self, file: &str, sink: &mut dyn Sink) {
        sink.emit(Event::BlockOpened(Block::Whole { name: file, kind: FailureKind::Collection }));
        sink.emit(Event::Instead(file));
        sink.emit(Event::Heading);
        sink.emit(Event::At { place: Place { file, line: None }, better: false });
        if self.files.len() < MOST_FILES {
            self.files.push(file.to_owned());
        }
    }

    /// The lists after the numbers: failing files, skipped tests by constraint, files that broke.
    fn after_totals(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        let known = [
            "Sourced ",
            "Files with failing tests:",
            "Number of tests skipped for each constraint:",
            "Warning: ",
        ];
        if known.iter().any(|start| text.starts_with(start)) || text.starts_with('\t') {
            self.exiting = false;
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("Test files exiting with errors:") {
            self.exiting = true;
            return Seen::Mine(Class::Noise);
        }
        // Headings alone, as they are picked out of a run.
        if let Some((name, _)) = failed(text)
            && self.totals.is_some_and(|totals| totals.failed > Some(0))
        {
            sink.emit(Event::finished(TestId::bare(name), Outcome::Failed(FailureKind::Test)));
            sink.emit(Event::Heading);
            return Seen::Mine(Class::Detail);
        }
        let file = text.trim();
        if self.exiting && text.starts_with("  ") && !file.contains(' ') {
            if !self.files.iter().any(|known| known == file) {
                self.break_file(file, sink);
                sink.emit(Event::BlockClosed);
            }
            return Seen::Mine(Class::Detail);
        }
        self.declare(sink);
        Seen::No
    }

    fn declare(&mut self, sink: &mut dyn Sink) {
        let Some(totals) = self.totals.take() else { return };
        let broken = u64::try_from(self.files.len()).unwrap_or(u64::MAX);
        sink.emit(Event::Declared {
            totals: Totals { errors: Some(broken), ..totals },
            level: Level::Section,
        });
        *self = Self::default();
    }
}

/// Reads `==== name description FAILED`.
fn failed(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("==== ")?.strip_suffix(" FAILED")?;
    let (name, description) = rest.split_once(' ').unwrap_or((rest, ""));
    (!name.is_empty() && name.len() <= NAME_BYTES).then_some((name, description.trim()))
}

/// Reads `all.tcl: Total 171 Passed 166 Skipped 2 Failed 3`.
fn totals(text: &str) -> Option<Totals> {
    let (file, rest) = text.split_once(':')?;
    if file.is_empty() || file.contains([' ', '\t']) || !rest.starts_with([' ', '\t']) {
        return None;
    }
    // Tabs lie between them, which become blanks where they are shown.
    let mut parts = rest.split_ascii_whitespace();
    let mut next = |word: &str| (parts.next()? == word).then(|| parts.next().and_then(scan::whole_number))?;
    let total = next("Total")?;
    let (passed, skipped, failed) = (next("Passed")?, next("Skipped")?, next("Failed")?);
    Some(Totals {
        total: Some(total),
        passed: Some(passed),
        skipped: Some(skipped),
        failed: Some(failed),
        ..Totals::default()
    })
}

/// A test file's name alone on its line.
fn is_file(text: &str) -> bool {
    text.len() <= NAME_BYTES && text.ends_with(".test") && !text.contains([' ', '\t'])
}

/// Reads `(file "/p/a.test" line 3)`.
fn place_of(text: &str) -> Option<(&str, u64)> {
    let (_, rest) = text.split_once("(file \"")?;
    let (file, rest) = rest.split_once("\" line ")?;
    Some((file, scan::number(rest)?.0))
}
