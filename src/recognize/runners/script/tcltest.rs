//! Tcl's tcltest.
//!
//! A run begins with `Tests running in interp:` or with the first failed test, and ends with `FILE: Total N Passed N Skipped N Failed N`, after which
//! are the files that failed. A failed test is a block between `==== name description FAILED` and `==== name FAILED`; only that very name
//! ends it. A file that could not be read to its end is a failure of its own, which tcltest's numbers do not count.
//! See `library/tcltest/tcltest.tcl` of Tcl.

use crate::event::{Class, Event, FailureKind, Outcome, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

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
    /// A run that reported its beginning tells its end too: whether `Tests ended at` came.
    ended: Option<bool>,
    /// The heading of a failed test, until the next line confirms it.
    heading: Option<String>,
    /// The failed test whose block is open.
    test: Option<(String, In)>,
    /// The file that runs.
    file: String,
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
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.heading.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if self.test.is_some() {
            return self.body(text, run);
        }
        if let Some(heading) = self.heading.take()
            && (text == "==== Contents of test case:" || text.starts_with("---- "))
            && let Some((name, description)) = failed(&heading)
        {
            start(run);
            run.instead(&heading);
            self.begin(name, description, run);
            return self.body(text, run);
        }
        if let Some(totals) = totals(text).filter(|_| self.ended != Some(false)) {
            start(run);
            run.close();
            self.totals = Some(totals);
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        if self.totals.is_some() {
            return self.after_totals(text, run);
        }
        if text.starts_with("Tests running in interp:") {
            start(run);
            self.ended.get_or_insert(false);
            return Seen::Mine(Class::Noise);
        }
        if failed(text).is_some() {
            self.heading = Some(text.to_owned());
            return if run.is_running() { Seen::Mine(Class::Detail) } else { Seen::No };
        }
        if let Some(rest) = text.strip_prefix("++++ ") {
            return verdict(rest, run);
        }
        if !run.is_running() {
            return Seen::No;
        }
        self.between(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.declare(run);
    }
}

impl Tcltest {
    fn begin(&mut self, name: &str, description: &str, run: &mut Run<'_>) {
        run.fail(TestId::bare(name));
        let place = self.place.take();
        let file = place.as_ref().map_or(self.file.as_str(), |(file, _)| file.as_str());
        if !file.is_empty() {
            run.at(Place { file, line: place.as_ref().map(|(_, line)| *line) });
        }
        self.message.clear();
        self.message.push_str(description.get(..LONGEST_MESSAGE / 2).unwrap_or(description));
        run.message_otherwise(&self.message);
        self.test = Some((name.to_owned(), In::Contents));
    }

    fn body(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some((name, place)) = &mut self.test else { return Seen::No };
        let ended = text.strip_prefix("==== ").and_then(|rest| rest.strip_suffix(" FAILED"));
        if ended == Some(name.as_str()) {
            self.test = None;
            run.close();
            return Seen::Mine(Class::Noise);
        }
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if text == "==== Contents of test case:" {
            *place = In::Contents;
            return run.text(Part::Where);
        }
        if let Some(says) = text.strip_prefix("---- ") {
            *place = if says.starts_with("errorInfo: ") { In::Stack } else { In::Result };
            let tells = !says.starts_with("errorCode: NONE");
            if tells && says.ends_with(':') {
                self.add_message(says, run);
            } else if *place == In::Stack {
                self.add_message(says.trim_start_matches("errorInfo: "), run);
            }
            return run.text(if tells { Part::Why } else { Part::Where });
        }
        let result = *place == In::Result;
        if result {
            self.add_message(text, run);
        }
        run.text(if result { Part::Why } else { Part::Where })
    }

    fn add_message(&mut self, text: &str, run: &mut Run<'_>) {
        if self.message.len().saturating_add(text.len()) < LONGEST_MESSAGE {
            self.message.push(if self.message.ends_with(':') { ' ' } else { ';' });
            if self.message.ends_with(';') {
                self.message.push(' ');
            }
            self.message.push_str(text);
            run.message_otherwise(&self.message);
        }
    }

    /// A line between the blocks.
    fn between(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(printed) = text.strip_prefix("Test file error: ") {
            let file = std::mem::take(&mut self.file);
            self.break_file(if file.is_empty() { "test file" } else { &file }, run);
            return run.why(printed);
        }
        // In the message and stack of a file that broke.
        if run.is_open() {
            let stack = text.starts_with([' ', '"']) || text == "}";
            if stack {
                if let Some((file, line)) = place_of(text) {
                    run.at(Place { file, line: Some(line) });
                }
                return run.text(Part::Where);
            }
            // The message may have several lines; the next file's name ends it.
            if !is_file(text) && !text.is_empty() {
                return run.below(Part::Where);
            }
        }
        if is_file(text) {
            run.close();
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
        if text.starts_with("Tests ended at ") {
            self.ended = Some(true);
        }
        if text.is_empty() || known.iter().any(|start| text.starts_with(start)) {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    fn break_file(&mut self, file: &str, run: &mut Run<'_>) {
        run.instead(file);
        run.fail_whole(file, FailureKind::Collection);
        run.at(Place { file, line: None });
        if self.files.len() < MOST_FILES {
            self.files.push(file.to_owned());
        }
    }

    /// The lists after the numbers: failing files, skipped tests by constraint, files that broke.
    fn after_totals(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
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
            run.failed(TestId::bare(name));
            return Seen::Mine(Class::Detail);
        }
        let file = text.trim();
        if self.exiting && text.starts_with("  ") && !file.contains(' ') {
            if !self.files.iter().any(|known| known == file) {
                self.break_file(file, run);
                run.close();
            }
            return Seen::Mine(Class::Detail);
        }
        self.declare(run);
        Seen::No
    }

    fn declare(&mut self, run: &mut Run<'_>) {
        let Some(totals) = self.totals.take() else { return };
        let broken = u64::try_from(self.files.len()).unwrap_or(u64::MAX);
        run.totals(Totals { errors: Some(broken), ..totals });
    }
}

fn start(run: &mut Run<'_>) {
    if !run.is_running() {
        run.begin(None);
    }
}

/// `++++ name PASSED` and `++++ name SKIPPED: constraint`, with `-verbose`.
fn verdict(rest: &str, run: &mut Run<'_>) -> Seen {
    if rest.ends_with(" PASSED") {
        start(run);
        run.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
        return Seen::Mine(Class::Passed);
    }
    let Some((name, _)) = rest.split_once(" SKIPPED: ") else { return Seen::No };
    start(run);
    run.emit(Event::finished(TestId::bare(name), Outcome::Skipped));
    Seen::Mine(Class::Skipped)
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
