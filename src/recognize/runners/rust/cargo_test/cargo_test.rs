//! cargo test and libtest, the harness that Rust's test binaries carry.
//!
//! A run of one binary begins with `running N tests`, which announces the number, and ends with `test result: ...`. Between
//! them are status lines (`test a::b ... ok`), or one character per test in the quiet form, then, when something
//! failed, `failures:` with one block per test (`---- a::b stdout ----`) and `failures:` again with the list of names.
//! cargo's own lines are round it: `Running unittests src/lib.rs (target/...)` before, `error: test failed, to rerun
//! pass ...` after, with `Caused by:` when the process died.
//!
//! A test that prints while libtest runs it with `--nocapture` may garble its status line: the result then is at the end
//! of a later line, or alone. A process that dies leaves no totals; with `--test-threads=1` the name of the test
//! is on the line on which cargo reports the death. Diagnostics of rustc are another recognizer's.

use super::block::OpenBlock;
use super::list::ClosingList;
use super::loose::LoosePanics;
use super::roster::Roster;
use super::shapes::{block_name, plain_pass, split, status};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Level, Opened, Outcome, Part, Seen, Sink, TestId};
use crate::recognize::PassShape;
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::Line;

/// In which part of a binary's output the recognizer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
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
    pub(super) phase: Phase,
    /// What the closing list and blocks are about.
    pub(super) successes: bool,
    /// The last block.
    pub(super) block: OpenBlock,
    /// Names that wait for the end of their list.
    pub(super) list: ClosingList,
    /// What the status lines reported.
    pub(super) roster: Roster,
    /// The test of which the result has not been seen yet: `test a::b ... ` was followed by something else.
    pub(super) pending: String,
    /// cargo printed that the process died; its cause follows.
    pub(super) died: bool,
    /// cargo printed of a target that it failed.
    pub(super) target_reported: bool,
    /// What the last cargo line printed it runs.
    pub(super) binary: String,
    /// The number that the header announced.
    pub(super) announced: Option<u64>,
    /// The line of that header.
    pub(super) announced_at: u64,
    /// A block is open that belongs to no run.
    pub(super) alone: bool,
    /// Panics that wait for the result of their test.
    pub(super) loose: LoosePanics,
    /// The number of the line with the last totals that name a failure.
    pub(super) failed_at: Option<u64>,
    /// Binaries that cargo began to run.
    pub(super) begun: u64,
    /// Runs that were announced.
    runs: u64,
    /// The last of them has not printed a word yet.
    pub(super) silent: bool,
}

impl CargoTest {
    fn finished(&mut self, name: &str, result: &str, sink: &mut dyn Sink) -> Seen {
        let id = split(name);
        let finished = |outcome| Event::finished(id, outcome);
        let word = result.split([' ', ',', '<']).next().unwrap_or("");
        self.pending.clear();
        if matches!(word, "ok" | "FAILED" | "ignored" | "bench:") {
            self.roster.result();
        }
        match word {
            "ok" => {
                self.loose.forget(name);
                sink.emit(finished(Outcome::Passed));
                Seen::Mine(Class::Passed)
            }
            "FAILED" => {
                self.roster.failed(name);
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
        self.list.tell(sink);
        self.overflowed(sink);
        self.roster = Roster::default();
        self.block = OpenBlock::default();
        self.phase = Phase::Running;
        self.successes = false;
        self.alone = false;
        self.died = false;
        self.pending.clear();
        self.loose.clear();
        self.announced = Some(announced);
        self.runs.up(1);
        self.silent = false;
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
        let statement = self.announced.is_some_and(|announced| announced != sum);
        if statement && self.phase == Phase::List {
            self.reopen(sink);
        }
        if self.in_a_block() && self.announced != Some(sum) {
            // A test printed totals of its own.
            if self.phase == Phase::Ignored {
                return Seen::Inside(Class::Other);
            }
            sink.emit(Event::Text(Part::Output));
            return Seen::Inside(Class::Detail);
        }
        sink.emit(Event::BlockClosed);
        self.list.tell(sink);
        sink.emit(Event::Declared { totals, level: Level::Section });
        self.phase = Phase::Outside;
        self.pending.clear();
        Seen::Mine(Class::Totals)
    }

    pub(super) const fn in_a_block(&self) -> bool {
        matches!(self.phase, Phase::Message | Phase::Frames | Phase::Output | Phase::Ignored)
    }
}

impl Runner for CargoTest {
    const SPEC: Spec = Spec {
        name: "cargo test",
        reads: "cargo test: unit, integration and doc tests",
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
        passes: &[PassShape { start: "test ", end: " ... ok" }],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        match self.phase {
            Phase::Outside => self.silent,
            // Quiet runs print one character per test; a pending test's result may be at the end of any line.
            Phase::Running => !self.pending.is_empty() || self.died || self.loose.is_open(),
            _ => true,
        }
    }

    fn passed<'a>(&mut self, line: &Line<'a>) -> Option<TestId<'a>> {
        let text = line.judged();
        let reads = matches!(self.phase, Phase::Outside | Phase::Running) && !self.alone;
        if !reads || !line.tail.is_empty() || text.starts_with("test result: ") {
            return None;
        }
        let id = match plain_pass(text) {
            Some(id) => id,
            None => match status(text)? {
                (name, "ok") => split(name),
                _ => return None,
            },
        };
        self.silent = false;
        self.pending.clear();
        self.roster.result();
        if !self.loose.is_empty()
            && let Some((name, _)) = status(text)
        {
            self.loose.forget(name);
        }
        Some(id)
    }

    fn line(&mut self, (): &mut (), _text: &str, sink: &mut Run<'_>) -> Seen {
        let line = sink.line();
        let text = line.judged();
        self.silent &= text.is_empty();
        if let Some(rest) = text.strip_prefix("running ")
            && let Some((announced, " tests" | " test")) = scan::number(rest)
            && !self.in_a_block()
        {
            self.announced_at = line.number;
            return self.header(announced, sink);
        }
        if text.starts_with("test result: ok. ") || text.starts_with("test result: FAILED. ") {
            self.failed_at = text.starts_with("test result: FAILED. ").then_some(line.number);
            return self.totals(text, sink);
        }
        if let Some(seen) = self.outside(line, sink) {
            return seen;
        }
        if let Some((name, result)) = status(text)
            && (matches!(self.phase, Phase::Outside | Phase::Running) || self.alone)
        {
            if self.alone {
                // The block was alone: pieces of a log, in which results may follow.
                sink.emit(Event::BlockClosed);
                self.phase = Phase::Outside;
                self.alone = false;
            }
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
                Some(_) if !self.successes => {
                    self.alone = true;
                    self.in_reports(line, sink)
                }
                _ => Seen::No,
            },
            _ => self.in_reports(line, sink),
        }
    }

    fn end(&mut self, (): (), sink: &mut Run<'_>) {
        sink.emit(Event::BlockClosed);
        self.list.tell(sink);
        self.overflowed(sink);
        // More binaries than announced runs: this one was cut off. Where cargo's lines are apart from those of its
        // binaries there is a run for each.
        if self.silent && self.begun > self.runs {
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: &self.binary });
        }
    }
}

/// The result that is at the end of a very long line.
fn ending_result<'a>(line: &Line<'a>, result: &'a str) -> &'a str {
    ["FAILED", "ok"].into_iter().find(|word| line.tail.ends_with(&format!(" ... {word}"))).unwrap_or(result)
}

impl CargoTest {
    /// The result of a test that printed after its name, alone on a line.
    fn pending_result(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let ending = line.ending();
        let Some(word) = ["FAILED", "ok"].into_iter().find(|word| ending == *word) else { return Seen::No };
        let name = std::mem::take(&mut self.pending);
        if word == "FAILED" {
            // The name is some lines above: the heading needs both.
            sink.emit(Event::Instead(&format!("test {name} ... FAILED")));
        }
        self.finished(&name, word, sink)
    }
}
