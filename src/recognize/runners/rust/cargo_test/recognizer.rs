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
use crate::event::{Class, Event, FailureKind, Level, Opened, Outcome, Part, Runner, Seen, Sink, TestId};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The most bytes of a name that is remembered between lines.
pub(super) const NAME_BYTES: usize = 512;

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
        self.runs = self.runs.saturating_add(1);
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
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        let every = match self.phase {
            Phase::Outside => self.silent,
            // Quiet runs print one character per test; a pending test's result may be at the end of any line.
            Phase::Running => !self.pending.is_empty() || self.died || self.loose.is_open(),
            _ => true,
        };
        if every { Attention::Every } else { Attention::Signs }
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

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
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

    fn end(&mut self, sink: &mut dyn Sink) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_panicked_in_a_run_without_results_is_one_failure() {
        let panic = "running 9 tests\n\nthread 'quay::sinks' panicked at tests/quay.rs:3:9:\nassertion `left == right` failed\n  left: 2\n right: 4\n\n";
        let cargo = "error: test failed, to rerun pass `--test quay`\n";
        for log in [panic.to_owned(), format!("{panic}{cargo}")] {
            let rows = scan::drive(&mut CargoTest::default(), &log).join("\n");
            assert_eq!(rows.matches("BlockOpened").count(), 1, "{rows}");
            assert!(rows.contains("module: \"quay\"") && rows.contains("name: \"sinks\""), "{rows}");
            assert!(rows.contains("line: Some(3)") && rows.contains("left: 2"), "{rows}");
        }
        // A panic that the test expects is none.
        let passed = format!("{panic}test quay::sinks ... ok\n");
        let rows = scan::drive(&mut CargoTest::default(), &passed).join("\n");
        assert!(!rows.contains("BlockOpened"), "{rows}");
    }

    fn printed(text: &str) -> Vec<String> {
        scan::drive(&mut CargoTest::default(), text)
    }

    #[test]
    fn a_stack_that_overflows_is_reported_when_nothing_follows() {
        let text = "running 2 tests\ntest a ... ok\n\nthread 'barge::sinks' has overflowed its stack\nfatal runtime error: stack overflow\n";
        let rows = printed(text);
        assert!(rows.last().is_some_and(|row| row.contains("name: \"sinks\" }, kind: Crash")), "{rows:#?}");
        let gone_on =
            printed(&format!("{text}test b ... ok\n\ntest result: ok. 2 passed; 0 failed; 0 ignored\n"));
        assert!(gone_on.iter().all(|row| !row.contains("Crash")), "{gone_on:#?}");
    }

    #[test]
    fn a_stack_that_overflows_is_the_end_of_its_binary_once() {
        let text = "running 2 tests\ntest a ... ok\n\nthread 'barge::sinks' (13804) has overflowed its stack\nfatal runtime error: stack overflow\n\
                    error: test failed, to rerun pass '--lib'\n\nCaused by:\n  process didn't exit successfully: `/t/deps/barge-1` (signal: 6, SIGABRT: process abort signal)\n";
        let rows = printed(text);
        assert_eq!(rows.get(3).map(String::as_str), Some("4 Mine(Other) "), "{rows:#?}");
        assert_eq!(rows.get(4).map(String::as_str), Some("5 Mine(Other) "), "{rows:#?}");
        assert!(rows.iter().any(|row| row.contains("name: \"sinks\" }, kind: Crash")), "{rows:#?}");
        let reported = rows.iter().filter(|row| row.contains("has overflowed its stack")).count();
        assert_eq!(
            (reported, rows.iter().filter(|row| row.contains("BlockOpened")).count()),
            (1, 1),
            "{rows:#?}"
        );
    }

    #[test]
    fn a_failed_test_is_reported_by_its_line_its_block_and_the_list() {
        let rows = printed(
            "running 2 tests\ntest a::one ... ok\ntest a::two ... FAILED\n\nfailures:\n\n---- a::two stdout ----\n\nthread 'a::two' (7) panicked at src/a.rs:3:5:\nboom\n\nmore\nnote: run with `RUST_BACKTRACE=1`\n\n\nfailures:\n    a::two\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
        );
        let why = |number: usize| rows.get(number).is_some_and(|row| row.contains("Text(Why)"));
        assert!(rows.first().is_some_and(|row| row.contains("announced: Some(2)")), "{rows:#?}");
        assert!(rows.get(1).is_some_and(|row| row.starts_with("2 Mine(Passed)")), "{rows:#?}");
        assert!(rows.get(6).is_some_and(|row| row.contains("BlockOpened(Test")), "{rows:#?}");
        assert!(why(8) && why(9) && why(11) && !why(12), "{rows:#?}");
        assert!(rows.get(18).is_some_and(|row| row.contains("grade: Listed")), "{rows:#?}");
        assert!(rows.get(18).is_some_and(|row| row.contains("Declared")), "{rows:#?}");
    }

    #[test]
    fn a_binary_that_began_and_printed_nothing_is_a_run_without_an_end() {
        let run = "running 1 test\ntest a ... ok\n\n\
                   test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n";
        let (first, second) =
            ("     Running unittests src/lib.rs (target/debug/deps/a-1)\n", "   Doc-tests harbour\n");
        let begun = |text: &str| printed(text).concat().matches("SectionStarted").count();
        assert_eq!(begun(&format!("{first}\n{run}")), 1);
        assert_eq!(begun(&format!("{first}\n{run}{second}\n")), 2);
        // A harness of its own, and cargo's lines after or before those of the binaries.
        assert_eq!(begun(&format!("{first}\n{run}{second}all is well\n")), 1);
        assert_eq!(begun(&format!("{run}{run}{first}{second}")), 2);
        assert_eq!(begun(&format!("{first}{second}{run}{run}")), 2);
    }

    #[test]
    fn cargos_word_on_a_target_that_failed_follows_from_its_tests() {
        let targets = "error: 2 targets failed:\n    `--lib`";
        let rows =
            printed(&format!("error: test failed, to rerun pass `--test voyage`\n{targets}\n{targets}"));
        assert!(
            rows.first().is_some_and(|row| row.contains("Consequence { name: \"test target --test voyage\"")),
            "{rows:#?}"
        );
        assert!(
            rows.get(1).is_some_and(|row| !row.contains("Consequence"))
                && rows.get(3).is_some_and(|row| row.contains("Consequence { name: \"2 targets failed\"")),
            "{rows:#?}"
        );
    }

    #[test]
    fn totals_that_a_test_printed_in_its_block_are_output() {
        let rows = printed(
            "running 3 tests\nfailures:\n---- a::two stdout ----\ntest result: ok. 99 passed; 0 failed; 0 ignored; 0 measured\nrunning 7 tests",
        );
        assert_eq!(rows.get(3).map(String::as_str), Some("4 Inside(Detail) Text(Output)"));
        assert_eq!(rows.get(4).map(String::as_str), Some("5 Inside(Detail) Text(Output)"));
    }

    #[test]
    fn a_process_that_dies_names_the_test_that_was_running_when_that_is_known() {
        let rows = printed(
            "running 2 tests\ntest a::one ... error: test failed, to rerun pass `--lib`\n\nCaused by:\n  process didn't exit successfully: `x` (signal: 11, SIGSEGV: invalid memory reference)",
        );
        assert!(
            rows.get(1).is_some_and(|row| row.contains("Failed(Crash)") && !row.contains("Whole")),
            "{rows:#?}"
        );
        assert!(rows.get(4).is_some_and(|row| row.ends_with("SectionEnded(Crash)")), "{rows:#?}");
        let rows = printed("running 2 tests\nerror: test failed, to rerun pass `--lib`");
        assert!(
            rows.get(1).is_some_and(|row| row.contains("Whole") && row.contains("test binary --lib")),
            "{rows:#?}"
        );
    }

    #[test]
    fn a_panic_between_status_lines_tells_why_only_if_its_test_fails() {
        let rows = printed(
            "running 2 tests\ntest a::one ... \nthread 'a::one' (7) panicked at src/a.rs:3:5:\nexpected\nok\ntest a::two ... \nthread 'a::two' (8) panicked at src/a.rs:9:5:\nboom\nFAILED",
        );
        assert!(
            rows.get(4).is_some_and(|row| row.contains("Passed") && !row.contains("Decoded")),
            "{rows:#?}"
        );
        assert!(rows.get(8).is_some_and(|row| row.contains("Decoded") && row.contains("boom")), "{rows:#?}");
    }

    #[test]
    fn names_decide_nothing() {
        let rows =
            printed("running 1 test\ntest error_FAILED_panics ... ok\ntest note: this is no test ... FAILED");
        assert!(rows.get(1).is_some_and(|row| row.starts_with("2 Mine(Passed)")), "{rows:#?}");
        assert!(rows.get(2).is_some_and(|row| row.starts_with("3 No")), "{rows:#?}");
    }
}
