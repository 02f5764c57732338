//! cargo test and libtest, the harness that Rust's test binaries carry.
//!
//! A run of one binary begins with `running N tests`, which announces the number, and ends with `test result: ...`. Between
//! them stand status lines (`test a::b ... ok`), or one character per test in the quiet form, then, when something
//! failed, `failures:` with one block per test (`---- a::b stdout ----`) and `failures:` again with the list of names.
//! cargo's own lines stand round it: `Running unittests src/lib.rs (target/...)` before, `error: test failed, to rerun
//! pass ...` after, with `Caused by:` when the process died.
//!
//! A test that prints while libtest runs it with `--nocapture` may garble its status line: the result then stands at the end
//! of a later line, or alone. A process that dies leaves no totals; with `--test-threads=1` the name of the test
//! stands on the line on which cargo reports the death. Diagnostics of rustc are another recognizer's.

use super::loose::LoosePanics;
use super::shapes::{block_name, is_name, panic_place, split, status};
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Runner, Seen, Sink,
};
use crate::recognize::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The most bytes of a name that is remembered between lines.
const NAME_BYTES: usize = 512;

/// In which part of a binary's output the recognizer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Outside of a run.
    #[default]
    Outside,
    /// Status lines.
    Running,
    /// After `failures:` or `successes:`, before the first block.
    Reports,
    /// In the block of a failed test: its message.
    Message,
    /// In the block of a failed test: frames of a backtrace.
    Frames,
    /// In the block of a failed test: what it printed.
    Output,
    /// In the block of a passed test (`--show-output`).
    Ignored,
    /// In the closing list of names.
    List,
}

/// cargo test and libtest.
#[derive(Debug, Default)]
pub struct CargoTest {
    phase: Phase,
    /// What the closing list and blocks are about.
    successes: bool,
    /// A panic message has been seen in this block.
    panicked: bool,
    /// The test of which the result has not been seen yet: `test a::b ... ` was followed by something else.
    pending: String,
    /// cargo said that the process died; its cause follows.
    died: bool,
    /// What the last cargo line said it runs.
    binary: String,
    /// The number that the header announced.
    announced: Option<u64>,
    /// Panics that wait for the result of their test.
    loose: LoosePanics,
}

impl CargoTest {
    fn finished(&mut self, name: &str, result: &str, sink: &mut dyn Sink) -> Seen {
        let id = split(name);
        let finished = |outcome| Event::Finished { id, outcome, grade: Grade::Line, attempt: 0, alias: "" };
        let word = result.split([' ', ',', '<']).next().unwrap_or("");
        self.pending.clear();
        match word {
            "ok" => {
                sink.emit(finished(Outcome::Passed));
                Seen::Mine(Class::Passed)
            }
            "FAILED" => {
                sink.emit(finished(Outcome::Failed(FailureKind::Test)));
                sink.emit(Event::Heading);
                self.loose.tell(name, sink);
                Seen::Mine(Class::Detail)
            }
            "ignored" => {
                sink.emit(finished(Outcome::Skipped));
                Seen::Mine(Class::Skipped)
            }
            "bench:" => {
                sink.emit(finished(Outcome::Other));
                Seen::Mine(Class::Passed)
            }
            _ => {
                // The test printed on its status line, or the process died there: its result comes later or never.
                self.pending = name.chars().take(NAME_BYTES).collect();
                sink.emit(Event::Started(id));
                if result.starts_with("error: test failed") {
                    return self.cargo_error(result, sink);
                }
                Seen::Inside(Class::Other)
            }
        }
    }

    fn header(&mut self, announced: u64, sink: &mut dyn Sink) -> Seen {
        self.phase = Phase::Running;
        self.successes = false;
        self.died = false;
        self.pending.clear();
        self.loose.clear();
        self.announced = Some(announced);
        sink.emit(Event::SectionStarted {
            opened: Opened::Own,
            announced: Some(announced),
            label: &self.binary,
        });
        Seen::Mine(Class::Noise)
    }

    fn totals(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let numbers = text.split_once(". ").map_or(text, |(_, numbers)| numbers);
        let mut totals = scan::totals(numbers.split("; finished in").next().unwrap_or(numbers));
        // Filtered tests were never announced; a bench counts as measured.
        totals.total = None;
        let parts = [totals.passed, totals.failed, totals.skipped, totals.other];
        let sum = parts.iter().flatten().fold(0_u64, |sum, part| sum.saturating_add(*part));
        if self.in_a_block() && self.announced != Some(sum) {
            // A test printed totals of its own.
            if self.phase == Phase::Ignored {
                return Seen::Inside(Class::Other);
            }
            sink.emit(Event::Text(Part::Output));
            return Seen::Inside(Class::Detail);
        }
        sink.emit(Event::BlockClosed);
        sink.emit(Event::Declared { totals, level: Level::Section });
        self.phase = Phase::Outside;
        self.pending.clear();
        Seen::Mine(Class::Totals)
    }

    /// `error: test failed, to rerun pass ...`: the end of a binary that failed, with or without totals.
    fn cargo_error(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        self.died = true;
        if self.phase != Phase::Outside {
            // The run is still open: it died, and the cause follows.
            let target =
                text.split_once("to rerun pass ").map_or(text, |(_, target)| target).trim_matches('`');
            let name = format!("test binary {}", target.trim());
            sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Crash }));
            sink.emit(Event::Heading);
            sink.emit(Event::Message("the test process ended without a result"));
            self.loose.tell_all(sink);
            return Seen::Mine(Class::Detail);
        }
        sink.emit(Event::Rerun);
        Seen::Mine(Class::Detail)
    }

    const fn in_a_block(&self) -> bool {
        matches!(self.phase, Phase::Message | Phase::Frames | Phase::Output | Phase::Ignored)
    }

    fn process_died(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let how = text.rfind(" (").and_then(|at| text.get(at..)).unwrap_or("").trim();
        // Exit status 101 is how a binary with failed tests ends; with totals that is no crash.
        let with_totals = self.phase == Phase::Outside;
        if with_totals && how.starts_with("(exit status: 101") {
            return Seen::Mine(Class::Detail);
        }
        if with_totals {
            let name = format!("test binary {how}");
            sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Crash }));
            sink.emit(Event::Heading);
        }
        sink.emit(Event::Text(Part::Why));
        sink.emit(Event::BlockClosed);
        sink.emit(Event::SectionEnded(Ended::Crash));
        self.phase = Phase::Outside;
        self.died = false;
        Seen::Mine(Class::Detail)
    }

    /// A line inside the report of failures: blocks, the closing list, or what a block holds.
    fn in_reports(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if let Some(name) = block_name(text) {
            self.panicked = false;
            if self.successes {
                self.phase = Phase::Ignored;
                return Seen::Mine(Class::Noise);
            }
            self.phase = Phase::Output;
            sink.emit(Event::BlockOpened(Block::Test { id: split(name), kind: FailureKind::Test }));
            sink.emit(Event::Heading);
            return Seen::Mine(Class::Detail);
        }
        match self.phase {
            Phase::List => self.in_list(text, sink),
            Phase::Message | Phase::Frames | Phase::Output => self.in_block(text, sink),
            Phase::Ignored if text == "successes:" || text == "failures:" => self.begin_list(text, sink),
            Phase::Ignored => Seen::Inside(Class::Other),
            Phase::Reports if text == "successes:" || text == "failures:" => self.begin_list(text, sink),
            Phase::Reports => Seen::No,
            Phase::Outside | Phase::Running => Seen::No,
        }
    }

    /// `failures:` inside the reports: the list, or, after successes, the next reports.
    fn begin_list(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let successes = text == "successes:";
        let next_reports = self.successes && !successes;
        self.successes = successes;
        self.phase = if next_reports { Phase::Reports } else { Phase::List };
        sink.emit(Event::BlockClosed);
        Seen::Mine(Class::Noise)
    }

    fn in_list(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text == "failures:" {
            self.successes = false;
            return Seen::Mine(Class::Noise);
        }
        let Some(name) = text.strip_prefix("    ").filter(|name| is_name(name) && !name.starts_with(' '))
        else {
            return Seen::No;
        };
        if self.successes {
            return Seen::Mine(Class::Noise);
        }
        let outcome = Outcome::Failed(FailureKind::Test);
        sink.emit(Event::Finished { id: split(name), outcome, grade: Grade::Listed, attempt: 0, alias: "" });
        sink.emit(Event::BlockClosed);
        Seen::Mine(Class::Noise)
    }

    fn in_block(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text == "failures:" {
            return self.begin_list(text, sink);
        }
        if let Some(place) = panic_place(text) {
            self.phase = Phase::Message;
            sink.emit(Event::Text(Part::Why));
            if let Some((place, _)) = scan::place(place.trim_end_matches(':')) {
                sink.emit(Event::At { place, better: !self.panicked });
            } else if let Some((message, old_place)) = place.rsplit_once(", ") {
                // Before Rust 1.73 message and place stood on one line.
                sink.emit(Event::Message(message.trim_matches('\'')));
                if let Some((place, _)) = scan::place(old_place) {
                    sink.emit(Event::At { place, better: !self.panicked });
                }
            }
            self.panicked = true;
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with("note: run with `RUST_BACKTRACE")
            || text.starts_with("note: Some details are omitted")
        {
            self.phase = Phase::Output;
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("stack backtrace:") {
            self.phase = Phase::Frames;
        }
        let part = match self.phase {
            Phase::Message => Part::Why,
            Phase::Frames => Part::Where,
            _ if text.starts_with("Error: ")
                || text.starts_with("error: test did not panic")
                || text.starts_with("note: test did not panic") =>
            {
                Part::Why
            }
            _ if text.starts_with("note: panic did not contain expected string") => {
                self.phase = Phase::Message;
                Part::Why
            }
            _ if text.starts_with("error[")
                || text.starts_with("error: ")
                || text.starts_with("Test executable failed")
                || text.starts_with("Couldn't compile") =>
            {
                Part::Why
            }
            _ => Part::Output,
        };
        if text.trim().is_empty() {
            // A blank line may stand inside a message of several paragraphs: it is kept by the lines round it.
            if part == Part::Where {
                self.phase = Phase::Output;
            }
            return Seen::Inside(Class::Detail);
        }
        sink.emit(Event::Text(part));
        Seen::Inside(Class::Detail)
    }

    fn outside(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Option<Seen> {
        let text = line.judged();
        let trimmed = text.trim_start();
        if let Some(rest) = trimmed.strip_prefix("Running ").filter(|_| text.starts_with("     Running ")) {
            let (what, path) = rest.rsplit_once(" (")?;
            let known = path.ends_with(')')
                && (path.contains("deps/") || path.contains("deps\\") || path.contains("target"));
            if !known {
                return None;
            }
            self.binary = what.strip_prefix("unittests ").unwrap_or(what).chars().take(NAME_BYTES).collect();
            self.leave(sink);
            sink.emit(Event::Group);
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some(rest) = text.strip_prefix("   Doc-tests ") {
            self.binary = format!("doc {}", rest.chars().take(NAME_BYTES).collect::<String>());
            self.leave(sink);
            sink.emit(Event::Group);
            return Some(Seen::Mine(Class::Noise));
        }
        if self.in_a_block() {
            return None;
        }
        if text.starts_with("error: test failed, to rerun pass")
            || text.starts_with("error: doctest failed, to rerun")
        {
            return Some(self.cargo_error(text, sink));
        }
        if trimmed.starts_with("process didn't exit successfully: ") && self.died {
            return Some(self.process_died(text, sink));
        }
        if self.died && (text == "Caused by:" || text.starts_with("note: test exited abnormally")) {
            return Some(Seen::Mine(Class::Noise));
        }
        let target_count = text.strip_prefix("error: ").and_then(scan::number);
        if target_count.is_some_and(|(_, rest)| {
            rest.starts_with(" target failed:") || rest.starts_with(" targets failed:")
        }) {
            return Some(Seen::Mine(Class::Noise));
        }
        None
    }

    /// Another binary begins: one that is still open will not end any more.
    fn leave(&mut self, sink: &mut dyn Sink) {
        if self.phase != Phase::Outside {
            sink.emit(Event::SectionEnded(Ended::Replaced));
        }
        self.phase = Phase::Outside;
        self.pending.clear();
    }
}

impl Recognizer for CargoTest {
    fn runner(&self) -> Runner {
        Runner("cargo test")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "running ",
                "test ",
                "test result: ",
                "failures:",
                "successes:",
                "---- ",
                "Running ",
                "Doc-tests ",
                "error: test failed, to rerun",
                "error: doctest failed, to rerun",
                "process didn't exit successfully",
                "error: ",
                "FAILED",
                "ok",
                "Caused by:",
                "note: test exited abnormally",
                "thread '",
            ],
            inside: &[],
            passes: &[PassShape { start: "test ", end: " ... ok" }],
            path: false,
        }
    }

    fn attention(&self) -> Attention {
        let every = match self.phase {
            Phase::Outside => false,
            // Quiet runs print one character per test; a pending test's result may stand at the end of any line.
            Phase::Running => !self.pending.is_empty() || self.died || self.loose.is_open(),
            _ => true,
        };
        if every { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if let Some(rest) = text.strip_prefix("running ")
            && let Some((announced, " tests" | " test")) = scan::number(rest)
            && !self.in_a_block()
        {
            return self.header(announced, sink);
        }
        if text.starts_with("test result: ok. ") || text.starts_with("test result: FAILED. ") {
            return self.totals(text, sink);
        }
        if let Some(seen) = self.outside(line, sink) {
            return seen;
        }
        if let Some((name, result)) = status(text)
            && matches!(self.phase, Phase::Outside | Phase::Running)
        {
            let result =
                if result.is_empty() || line.tail.is_empty() { result } else { ending_result(line, result) };
            return self.finished(name, result, sink);
        }
        if text.starts_with("test ") && !line.tail.is_empty() && line.tail.ends_with(" ... FAILED") {
            let name: String = text.trim_start_matches("test ").chars().take(NAME_BYTES).collect();
            return self.finished(&name, "FAILED", sink);
        }
        match self.phase {
            Phase::Running if matches!(text, "failures:" | "successes:") => {
                self.successes = text == "successes:";
                self.phase = Phase::Reports;
                Seen::Mine(Class::Noise)
            }
            Phase::Running if !self.pending.is_empty() => match self.pending_result(line, sink) {
                Seen::No => self.loose.take(line.judged()),
                seen => seen,
            },
            Phase::Running => self.loose.take(line.judged()),
            Phase::Outside => match block_name(text) {
                // A block without its run: the log begins in the middle.
                Some(_) if !self.successes => self.in_reports(line, sink),
                _ => Seen::No,
            },
            _ => self.in_reports(line, sink),
        }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        sink.emit(Event::BlockClosed);
    }
}

/// The result that stands at the end of a very long line.
fn ending_result<'a>(line: &Line<'a>, result: &'a str) -> &'a str {
    ["FAILED", "ok"].into_iter().find(|word| line.tail.ends_with(&format!(" ... {word}"))).unwrap_or(result)
}

impl CargoTest {
    /// The result of a test that printed after its name, alone on a line.
    fn pending_result(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let ending = line.ending();
        let Some(word) = ["FAILED", "ok"].into_iter().find(|word| ending == *word) else { return Seen::No };
        let name = std::mem::take(&mut self.pending);
        self.finished(&name, word, sink)
    }
}
