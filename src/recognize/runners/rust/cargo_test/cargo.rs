//! What cargo itself says round the runs of its test binaries: which one it runs, that one failed, that one died.
//!
//! The lines of the binaries are read in `cargo_test.rs`. cargo's word on a failed target counts only when nothing reported why.

use super::cargo_test::{CargoTest, Phase};
use super::shapes::split;
use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, FailureKind, Outcome, Part, Seen, Sink};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::{crash, scan};
use crate::text::Line;

/// How many lines below a binary's header the line may be that names the binary.
const HEADER_REACH: u64 = 2;
/// How many lines after totals that name a failure the harness's own panic is.
const PANIC_REACH: u64 = 3;

impl CargoTest {
    pub(super) fn outside(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Option<Seen> {
        let text = line.judged();
        let trimmed = scan::trim_start(text);
        if let Some(rest) = trimmed.strip_prefix("Running ").filter(|_| text.starts_with("     Running ")) {
            let (what, path) = rest.strip_suffix(')')?.rsplit_once(" (")?;
            let known = path.contains("deps/") || path.contains("deps\\") || path.contains("target");
            if !known {
                return None;
            }
            self.binary = what.strip_prefix("unittests ").unwrap_or(what).chars().take(NAME_BYTES).collect();
            self.names_binary(line.number, sink);
            sink.emit(Event::Group);
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some(rest) = text.strip_prefix("   Doc-tests ") {
            self.binary = format!("doc {}", rest.chars().take(NAME_BYTES).collect::<String>());
            self.names_binary(line.number, sink);
            sink.emit(Event::Group);
            return Some(Seen::Mine(Class::Noise));
        }
        if self.in_a_block() {
            return None;
        }
        if self.phase == Phase::Outside && self.ends_with_panic(line.number, text) {
            return Some(Seen::Mine(Class::Noise));
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
            if self.phase == Phase::Outside && !std::mem::take(&mut self.target_reported) {
                Self::follows(text.trim_start_matches("error: ").trim_end_matches(':'), sink);
            }
            return Some(Seen::Mine(Class::Noise));
        }
        None
    }

    /// Whether a harness of its own ends with a panic because of the failed tests that its totals above it name.
    fn ends_with_panic(&self, number: u64, text: &str) -> bool {
        let near = self.failed_at.is_some_and(|at| number.saturating_sub(at) <= PANIC_REACH);
        let panic = if near { crash::rust_panic(text) } else { None };
        let message = panic.filter(|panic| panic.thread == "main").and_then(|panic| panic.message);
        message.is_some_and(|message| message.contains("test") && message.contains("failed"))
    }

    /// cargo names the binary that it runs. Where its two outputs are joined by a shell, the binary's header may come first.
    fn names_binary(&mut self, number: u64, sink: &mut dyn Sink) {
        let right_below = (1..=HEADER_REACH).contains(&number.saturating_sub(self.announced_at));
        if right_below && self.phase == Phase::Running && self.pending.is_empty() && self.announced_at > 0 {
            self.begun.up(1);
            sink.emit(Event::SectionLabel(&self.binary));
            return;
        }
        self.leave(sink);
        self.begins();
    }

    /// cargo runs a binary: what it prints comes next, unless the two outputs were written apart.
    const fn begins(&mut self) {
        self.begun = self.begun.saturating_add(1);
        self.silent = true;
    }

    /// The run ended with a thread that ended its process, and nobody says so after it.
    pub(super) fn overflowed(&mut self, sink: &mut dyn Sink) {
        if self.phase != Phase::Running {
            return;
        }
        let Some(thread) = self.loose.ended_by() else {
            if self.loose.fail_tests(sink) {
                sink.emit(Event::BlockClosed);
            }
            return;
        };
        let kind = FailureKind::Crash;
        let block = match thread {
            "main" => Block::Whole { name: "test binary", kind },
            test => Block::Test { id: split(test), kind },
        };
        sink.emit(Event::BlockOpened(block));
        sink.emit(Event::Instead(&format!("thread '{thread}' has overflowed its stack")));
        sink.emit(Event::Heading);
        self.loose.tell_all(sink);
        sink.emit(Event::BlockClosed);
    }

    /// Another binary begins: one that is still open will not end any more.
    pub(super) fn leave(&mut self, sink: &mut dyn Sink) {
        self.list.tell(sink);
        self.overflowed(sink);
        if self.phase != Phase::Outside {
            sink.emit(Event::SectionEnded(Ended::Replaced));
        }
        self.phase = Phase::Outside;
        self.pending.clear();
    }

    /// `error: test failed, to rerun pass ...`: the end of a binary that failed, with or without totals.
    pub(super) fn cargo_error(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        self.died = true;
        self.target_reported = true;
        self.list.tell(sink);
        if self.phase != Phase::Outside {
            // The run is still open: it died, and the cause follows.
            let target =
                text.split_once("to rerun pass ").map_or(text, |(_, target)| target).trim_matches('`');
            let binary = format!("test binary {}", target.trim());
            let mut test = std::mem::take(&mut self.pending);
            if test.is_empty() {
                // A thread has its test's name.
                test = self.loose.ended_by().filter(|thread| *thread != "main").unwrap_or("").to_owned();
            }
            if test.is_empty() && self.loose.ended_by().is_none() && self.loose.fail_tests(sink) {
                // The tests that panicked are why.
                sink.emit(Event::Rerun);
                return Seen::Mine(Class::Detail);
            }
            // With one thread the test that was running is known: it is the one that died.
            let block = if test.is_empty() {
                Block::Whole { name: &binary, kind: FailureKind::Crash }
            } else {
                let outcome = Outcome::Failed(FailureKind::Crash);
                let id = split(&test);
                sink.emit(Event::finished(id, outcome));
                Block::Test { id, kind: FailureKind::Crash }
            };
            sink.emit(Event::BlockOpened(block));
            sink.emit(Event::Heading);
            sink.emit(Event::Message("the test process ended without a result"));
            self.loose.tell_all(sink);
            return Seen::Mine(Class::Detail);
        }
        sink.emit(Event::Rerun);
        let target = text.split_once("to rerun pass ").map_or("--doc", |(_, target)| target);
        Self::follows(&format!("test target {}", target.trim().trim_matches('`')), sink);
        Seen::Mine(Class::Detail)
    }

    /// cargo's own word on a target that failed: the failure itself when the tests that failed are not in the log.
    fn follows(name: &str, sink: &mut dyn Sink) {
        sink.emit(Event::Consequence { name, kind: FailureKind::Suite });
        sink.emit(Event::BlockClosed);
        // It is no run: totals that follow are not its own.
        sink.emit(Event::SectionEnded(Ended::Replaced));
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
}
