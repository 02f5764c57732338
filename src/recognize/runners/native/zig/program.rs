//! What a test program of Zig prints, as `zig test` runs it.
//!
//! `3/10 NAME...` begins a test, and `OK`, `SKIP` or `FAIL (Error)` ends it: on the same line, after what it printed, or on a line of its own
//! below. What explains a failure is before its `FAIL`, and the stack below. A test can print each of these lines itself: the last one before the
//! next test, or before the last totals, counts. Memory that leaked and errors that were logged make a run fail whose tests all passed.
//! The end is known only when something else begins: until then the last totals wait.

use crate::recognize::kit::{Run, Runner, Spec};
use std::collections::VecDeque;

use super::zig_lines::{self, After, Frame, Verdict};
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Level, Opened, Outcome, Part, Seen, Sink, Totals};
use crate::recognize::kit::bounds::LINE_BYTES;
use crate::text::head;

/// The most lines before a failure that are kept.
const LINES: usize = 60;

/// The most tests that logged an error which are remembered.
const MOST_LOGGED: usize = 64;

/// The test that runs.
#[derive(Clone, Debug, Default)]
struct Running {
    /// Its first line, with what it printed there.
    header: String,
    name: String,
    statement: VecDeque<String>,
    verdict: Verdict,
    /// Its failure was reported.
    reported: bool,
    /// It was reported as skipped.
    skipped: bool,
    leaked: bool,
    /// The first error that it logged.
    logged: Option<String>,
}

/// Totals that wait for the end.
#[derive(Clone, Debug)]
struct Held {
    totals: Totals,
    /// What had become of the last test by then.
    verdict: Verdict,
    leaked: bool,
    logged: u64,
    /// The compiler printed that the program failed.
    failed: bool,
}

/// `zig test`.
#[derive(Debug, Default)]
pub struct ZigTest {
    /// How many tests there are; 0 outside of a run.
    count: u64,
    /// How many began.
    begun: u64,
    running: Option<Running>,
    /// Tests that passed and logged an error: first line, name, error.
    logged: Vec<[String; 3]>,
    /// Tests that passed and leaked.
    leaked: u64,
    /// Tests that failed.
    failed: u64,
    /// The compiler printed that the program died.
    died: bool,
    held: Option<Held>,
}

impl Runner for ZigTest {
    const SPEC: Spec = Spec {
        name: "zig test",
        reads: "zig test: a test program in its plain form",
        starts: &["1/"],
        numbered: &[" passed; "],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.count != 0
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(begun) = zig_lines::begun(text)
            && let Some(seen) = self.begins(begun, text, run)
        {
            return seen;
        }
        if self.count == 0 {
            // A log may begin at the totals; those without a failure prove nothing alone.
            let Some(totals) = zig_lines::totals(text).filter(|totals| totals.failed > Some(0)) else {
                return Seen::No;
            };
            run.emit(Event::Declared { totals, level: Level::Section });
            return Seen::Mine(Class::Totals);
        }
        self.inside(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.finish(run);
    }
}

impl ZigTest {
    /// A line that begins a test: the next one, or the first one of another run.
    fn begins(&mut self, begun: zig_lines::Begun<'_>, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let next = begun.count == self.count && begun.number == self.begun.saturating_add(1);
        let other = begun.number == 1 && (self.count == 0 || self.held.is_some() || self.died);
        if other {
            self.finish(sink);
            self.count = begun.count;
            let announced = Some(begun.count);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced, label: "" });
        } else if next {
            self.settle(sink);
        } else {
            return None;
        }
        (self.begun, self.held, self.died) = (begun.number, None, false);
        let id = zig_lines::id(begun.name);
        let mut running = Running {
            header: head(text, LINE_BYTES).to_owned(),
            name: begun.name.to_owned(),
            verdict: zig_lines::verdict(begun.rest),
            logged: zig_lines::logged_error(begun.rest).then(|| head(begun.rest, LINE_BYTES).to_owned()),
            ..Running::default()
        };
        if running.verdict == Verdict::None {
            running.verdict = zig_lines::glued(begun.rest);
        }
        let seen = match running.verdict {
            Verdict::Passed => Class::Passed,
            Verdict::Skipped => {
                sink.emit(Event::finished(id, Outcome::Skipped));
                running.skipped = true;
                Class::Skipped
            }
            Verdict::Failed => {
                sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
                sink.emit(Event::Heading);
                let error = begun.rest.rfind("FAIL (").and_then(|at| begun.rest.get(at..));
                sink.emit(Event::Message(error.and_then(zig_lines::failed).unwrap_or_default()));
                running.reported = true;
                Class::Detail
            }
            Verdict::None | Verdict::Crashed => match zig_lines::command_failed_after(begun.rest) {
                Some(failed) => {
                    self.died = true;
                    running.verdict = Verdict::Crashed;
                    running.fails(FailureKind::Crash, failed, sink);
                    sink.emit(Event::MayHaveEnded);
                    Class::Detail
                }
                None => {
                    sink.emit(Event::Started(id));
                    Class::Noise
                }
            },
        };
        self.running = Some(running);
        Some(Seen::Mine(seen))
    }

    /// A line after the first of a test.
    fn inside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if self.begun == self.count
            && let Some(totals) = zig_lines::totals(text.trim_end())
            && sum(&totals) == self.count
            && totals.failed >= Some(self.failures())
        {
            let running = self.running.as_ref();
            let verdict = running.map_or(Verdict::None, |running| running.verdict);
            let leaked = running.is_some_and(|running| running.leaked);
            self.held = Some(Held { totals, verdict, leaked, logged: 0, failed: false });
            sink.emit(Event::BlockClosed);
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        if let Some(held) = &mut self.held {
            if let Some(after) = zig_lines::after(text) {
                if let After::Logged(number) = after {
                    held.logged = number;
                }
                sink.emit(Event::MayHaveEnded);
                return Seen::Mine(Class::Totals);
            }
            if zig_lines::command_failed(text) {
                held.failed = true;
                sink.emit(Event::MayHaveEnded);
                return Seen::Mine(Class::Noise);
            }
        }
        let held = self.held.is_some();
        let Some(running) = &mut self.running else { return Seen::No };
        if zig_lines::command_failed(text) {
            self.died = true;
            if !running.reported {
                running.fails(FailureKind::Crash, text, sink);
            } else {
                sink.emit(Event::Text(Part::Where));
            }
            running.verdict = Verdict::Crashed;
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Detail);
        }
        running.goes_on(text, held, sink)
    }

    /// How many tests failed so far: totals that tell fewer are not the program's.
    fn failures(&self) -> u64 {
        let fails = self.running.as_ref().is_some_and(|running| running.verdict == Verdict::Failed);
        self.failed.saturating_add(u64::from(fails))
    }

    /// The test that ran is over.
    fn settle(&mut self, sink: &mut dyn Sink) {
        let Some(running) = self.running.take() else { return };
        sink.emit(Event::BlockClosed);
        let id = zig_lines::id(&running.name);
        let passed = running.verdict == Verdict::Passed;
        if running.reported && !running.leaked && (passed || running.verdict == Verdict::Skipped) {
            // It printed what looked like its failure.
            sink.emit(Event::Withdrawn(id));
        }
        match running.verdict {
            Verdict::Passed if running.leaked => self.leaked.up(1),
            Verdict::Passed => match running.logged {
                Some(error) if self.logged.len() < MOST_LOGGED => {
                    self.logged.push([running.header, running.name, error]);
                }
                _ => sink.emit(Event::finished(id, Outcome::Passed)),
            },
            Verdict::Failed => self.failed.up(1),
            Verdict::Skipped if !running.skipped => sink.emit(Event::finished(id, Outcome::Skipped)),
            _ => {}
        }
    }

    /// The run is over: what its totals printed counts.
    fn finish(&mut self, sink: &mut dyn Sink) {
        let held = self.held.take();
        if let (Some(held), Some(running)) = (&held, &mut self.running) {
            (running.verdict, running.leaked) = (held.verdict, held.leaked);
        }
        self.settle(sink);
        let errors = held.as_ref().map_or(0, |held| held.logged);
        let mut more = self.leaked;
        for [header, name, error] in std::mem::take(&mut self.logged) {
            let id = zig_lines::id(&name);
            if errors == 0 {
                sink.emit(Event::finished(id, Outcome::Passed));
                continue;
            }
            more.up(1);
            sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
            sink.emit(Event::Instead(&header));
            sink.emit(Event::Heading);
            if header.contains(error.as_str()) {
                sink.emit(Event::Message(&error));
            } else {
                sink.emit(Event::Decoded { part: Part::Why, text: &error });
            }
            sink.emit(Event::BlockClosed);
        }
        if let Some(held) = held {
            let mut totals = held.totals;
            totals.passed = totals.passed.map(|passed| passed.saturating_sub(more));
            totals.failed = totals.failed.map(|failed| failed.saturating_add(more));
            if held.failed && totals.failed == Some(0) {
                // The program failed after its tests, or by what nobody named.
                let (name, kind) = ("test command", FailureKind::Suite);
                sink.emit(Event::BlockOpened(Block::Whole { name, kind }));
                sink.emit(Event::Message("the test command failed"));
                sink.emit(Event::BlockClosed);
                totals.failed = Some(1);
            }
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
        *self = Self::default();
    }
}

impl Running {
    /// Opens the block of its failure, and tells what it printed before.
    fn fails(&mut self, kind: FailureKind, text: &str, sink: &mut dyn Sink) {
        sink.emit(Event::BlockOpened(Block::Test { id: zig_lines::id(&self.name), kind }));
        sink.emit(Event::Instead(&self.header));
        sink.emit(Event::Heading);
        let leak = zig_lines::leaked(text).then_some("memory leaked");
        let reported = zig_lines::failed(text).or_else(|| zig_lines::dies(text)).or(leak);
        let compared = self.statement.back().filter(|last| last.starts_with("expected "));
        let header = self.header.rsplit_once("...").map(|(_, statement)| statement.trim_start());
        let beside =
            header.filter(|statement| self.statement.is_empty() && statement.starts_with("expected "));
        sink.emit(Event::Message(compared.map(String::as_str).or(beside).or(reported).unwrap_or(text)));
        for statement in self.statement.drain(..) {
            let part = if kind == FailureKind::Crash { Part::Output } else { Part::Why };
            sink.emit(Event::Decoded { part, text: &statement });
        }
        sink.emit(Event::Text(Part::Why));
        self.reported = true;
    }

    /// A line that it, or the program on its behalf, printed.
    fn goes_on(&mut self, text: &str, held: bool, sink: &mut dyn Sink) -> Seen {
        let verdict = match zig_lines::verdict(text) {
            Verdict::None if self.verdict == Verdict::None => zig_lines::glued(text),
            verdict => verdict,
        };
        match verdict {
            Verdict::Failed => {
                self.verdict = Verdict::Failed;
                if self.reported {
                    sink.emit(Event::Text(Part::Why));
                } else {
                    self.fails(FailureKind::Test, text, sink);
                }
                return Seen::Mine(Class::Detail);
            }
            Verdict::Passed | Verdict::Skipped => {
                (self.verdict, self.leaked) = (verdict, false);
                return if held { Seen::No } else { Seen::Mine(Class::Noise) };
            }
            Verdict::None | Verdict::Crashed => {}
        }
        if zig_lines::dies(text).is_some() && !held {
            self.verdict = Verdict::Crashed;
            if self.reported {
                sink.emit(Event::Text(Part::Why));
            } else {
                self.fails(FailureKind::Crash, text, sink);
            }
            return Seen::Mine(Class::Detail);
        }
        if self.verdict == Verdict::Passed && !held && zig_lines::leaked(text) {
            if !self.reported {
                self.fails(FailureKind::Test, text, sink);
            }
            self.leaked = true;
            return Seen::Mine(Class::Detail);
        }
        if self.logged.is_none() && zig_lines::logged_error(text) {
            self.logged = Some(head(text, LINE_BYTES).to_owned());
        }
        if held {
            return Seen::No;
        }
        if self.reported {
            return stack(text, sink);
        }
        if self.statement.len() >= LINES {
            self.statement.pop_front();
        }
        self.statement.push_back(head(text, LINE_BYTES).to_owned());
        Seen::Inside(Class::Other)
    }
}

/// A line below a failure: a frame, its source, or what else was printed.
pub(super) fn stack(text: &str, sink: &mut dyn Sink) -> Seen {
    if let Some((place, frame)) = zig_lines::frame(text.trim_start()) {
        if frame != Frame::Library {
            sink.emit(Event::At { place, better: frame == Frame::Test });
        }
        sink.emit(Event::Text(Part::Where));
        return Seen::Mine(Class::Detail);
    }
    sink.emit(Event::Text(Part::Where));
    Seen::Inside(Class::Detail)
}

fn sum(totals: &Totals) -> u64 {
    let parts = [totals.passed, totals.failed, totals.skipped];
    parts.iter().flatten().fold(0_u64, |sum, part| sum.saturating_add(*part))
}
