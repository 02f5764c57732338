//! bats' pretty form: ` ✓ name`, ` ✗ name`, ` - name (skipped: why)`, what failed after three blanks, and
//! `N tests, M failures` below.
//!
//! Source: `bats-format-pretty` of bats-core 1.0 to 1.11. Others print such marks and such totals too, so a run is
//! believed when a failure is followed by bats' own words on its place, when a file's `setup_file` failed, or when its
//! totals are as many tests as were seen; until then results are counted and nobody is kept from their lines.
//!
//! Neighbours: bats' TAP is read by `tap`. What a failed test printed is not read here.

use super::places::bats_place;
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Level, Opened, Part, Seen, Sink, TestId, Totals};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// The longest name, in bytes.
const LONGEST_NAME: usize = 1024;
/// How many lines of a failure may tell why; more are what it printed.
const WHY_LINES: u32 = 10;
/// What fails of a file or of the whole run instead of a test.
const HOOKS: [&str; 4] =
    ["setup_file failed", "teardown_file failed", "setup_suite failed", "teardown_suite failed"];

/// How far a run is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Nothing was seen of one.
    #[default]
    Idle,
    /// Marks were seen that others print too.
    Maybe,
    /// It is bats.
    Open,
}

/// bats' pretty form.
#[derive(Debug, Default)]
pub struct BatsPretty {
    state: State,
    /// The failure whose first line of text is still to come.
    held: Option<String>,
    file: String,
    names: std::collections::HashSet<String>,
    passed: u64,
    skipped: u64,
    /// Lines of the open block, when one is open.
    block: Option<u32>,
    placed: bool,
}

/// What a line is by its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape<'a> {
    Passed,
    Failed(&'a str),
    Skipped,
    /// What is after three blanks.
    Detail(&'a str),
    File(&'a str),
    /// The totals, and how many tests did not run.
    Totals(Totals, u64),
    Blank,
    Other,
}

fn read(text: &str) -> Shape<'_> {
    let text = text.trim_ascii_end();
    if text.is_empty() {
        return Shape::Blank;
    }
    if let Some(detail) = text.strip_prefix("   ") {
        return Shape::Detail(detail);
    }
    if let Some(marked) = text.strip_prefix(' ') {
        if marked.starts_with("\u{2713} ") {
            return Shape::Passed;
        }
        if let Some(name) = marked.strip_prefix("\u{2717} ") {
            return Shape::Failed(name);
        }
        let skipped = marked.starts_with("- ") && marked.contains(" (skipped");
        return if skipped { Shape::Skipped } else { Shape::Other };
    }
    if text.ends_with(".bats") {
        return Shape::File(text);
    }
    totals(text).map_or(Shape::Other, |(totals, not_run)| Shape::Totals(totals, not_run))
}

/// `13 tests, 6 failures, 2 skipped, 1 timed out, 1 not run in 3 seconds`; tests that timed out are not among the failures.
fn totals(text: &str) -> Option<(Totals, u64)> {
    let text = match text.rsplit_once(" in ") {
        Some((text, time)) if time.ends_with(" seconds") => text,
        _ => text,
    };
    let (total, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(" tests, ").or_else(|| rest.strip_prefix(" test, "))?;
    let mut read = [None, None, None, None];
    for part in rest.split(", ") {
        let (number, word) = scan::number(part)?;
        let at = match word {
            " failure" | " failures" => 0,
            " skipped" => 1,
            " not run" => 2,
            " timed out" => 3,
            _ => return None,
        };
        *read.get_mut(at)? = Some(number);
    }
    let [failed, skipped, not_run, timed_out] = read;
    let (failed, skipped) = (failed?.saturating_add(timed_out.unwrap_or(0)), skipped.unwrap_or(0));
    let not_run = not_run.unwrap_or(0);
    let ran = total.saturating_sub(not_run);
    let passed = ran.saturating_sub(failed).saturating_sub(skipped);
    let totals = Totals {
        passed: Some(passed),
        failed: Some(failed),
        skipped: Some(skipped),
        total: Some(ran),
        ..Totals::default()
    };
    Some((totals, not_run))
}

/// A test's name without its time, and how it failed: `adds [4]`, `waits [timeout: 1]`, `waits [1002 (timeout: 1)]`.
fn named(text: &str) -> (&str, FailureKind) {
    let kind = if HOOKS.contains(&text) { FailureKind::Suite } else { FailureKind::Test };
    let timed = text.strip_suffix(']').and_then(|text| text.rsplit_once(" ["));
    match timed {
        Some((name, time)) if time.contains("timeout: ") => (name, FailureKind::Timeout),
        Some((name, time)) if scan::whole_number(time).is_some() => (name, kind),
        _ => (text, kind),
    }
}

/// What bats writes below a failed test before anything else.
fn is_place(detail: &str) -> bool {
    detail.starts_with("(in test file ")
        || detail.starts_with("(from function `")
        || detail.starts_with("(in file ")
}

impl Runner for BatsPretty {
    const SPEC: Spec =
        Spec { name: "tap", reads: "bats' pretty form", starts: &["\u{2713} ", "\u{2717} "], ..Spec::NONE };

    type Zone = ();

    fn waits(&self) -> bool {
        self.state != State::Idle
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        if !line.last_row {
            // The test's name while it ran, which its result was written over.
            return if self.state == State::Open { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        let shape = read(line.judged());
        if self.state == State::Open { self.open(shape, run) } else { self.maybe(shape, run) }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if self.state == State::Open {
            self.close(run);
        }
    }
}

impl BatsPretty {
    /// A line while nobody knows whose the marks are.
    fn maybe(&mut self, shape: Shape<'_>, sink: &mut dyn Sink) -> Seen {
        match shape {
            Shape::Passed => self.passed.up(1),
            Shape::Skipped if self.state == State::Maybe => self.skipped.up(1),
            Shape::Failed(name) if self.held.is_none() => {
                self.held = Some(crate::text::head(name, LONGEST_NAME).to_owned());
            }
            Shape::Detail(detail) if self.held.is_some() => {
                let hook = self.held.as_deref().is_some_and(|name| HOOKS.contains(&named(name).0));
                if !hook && !is_place(detail) {
                    *self = Self::default();
                    return Seen::No;
                }
                self.begin(sink);
                return self.detail(detail, sink);
            }
            Shape::File(file) if self.state == State::Maybe && self.held.is_none() => self.enter(file),
            Shape::Blank | Shape::Detail(_) if self.state == State::Maybe && self.held.is_none() => {}
            Shape::Totals(totals, not_run)
                if self.held.is_none()
                    && totals.failed == Some(0)
                    && self.passed > 0
                    && totals.total == Some(self.passed.saturating_add(self.skipped)) =>
            {
                self.begin(sink);
                return self.declare(totals, not_run, sink);
            }
            _ => {
                *self = Self::default();
                return Seen::No;
            }
        }
        self.state = State::Maybe;
        Seen::No
    }

    /// A line of a run.
    fn open(&mut self, shape: Shape<'_>, sink: &mut dyn Sink) -> Seen {
        match shape {
            Shape::Passed => {
                self.close(sink);
                sink.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
                Seen::Mine(Class::Passed)
            }
            Shape::Skipped => {
                self.close(sink);
                sink.emit(Event::Counted { passed: 0, failed: 0, skipped: 1, other: 0 });
                Seen::Mine(Class::Skipped)
            }
            Shape::Failed(name) => {
                self.close(sink);
                self.tell(name, sink);
                sink.emit(Event::Heading);
                Seen::Mine(Class::Detail)
            }
            Shape::Detail(detail) => self.detail(detail, sink),
            Shape::File(file) => {
                self.close(sink);
                self.enter(file);
                Seen::Mine(Class::Noise)
            }
            Shape::Totals(totals, not_run) => self.declare(totals, not_run, sink),
            Shape::Blank => Seen::Mine(Class::Noise),
            Shape::Other => Seen::No,
        }
    }

    fn enter(&mut self, file: &str) {
        self.file.clear();
        self.file.push_str(crate::text::head(file, LONGEST_NAME));
    }

    /// It is bats: says what was seen so far.
    fn begin(&mut self, sink: &mut dyn Sink) {
        self.state = State::Open;
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        let (passed, skipped) = (self.passed, self.skipped);
        sink.emit(Event::Counted { passed, failed: 0, skipped, other: 0 });
        if let Some(name) = self.held.take() {
            self.tell(&name, sink);
            sink.emit(Event::Instead(&format!(" \u{2717} {name}")));
            sink.emit(Event::Heading);
        }
    }

    /// Opens a failure's block. A name that another file's test had is reported with its file.
    fn tell(&mut self, text: &str, sink: &mut dyn Sink) {
        let (name, kind) = named(crate::text::head(text, LONGEST_NAME));
        let known = self.names.contains(name);
        let module = if known { self.file.as_str() } else { "" };
        let separator = if module.is_empty() { "" } else { " > " };
        sink.emit(Event::BlockOpened(Block::Test { id: TestId { module, separator, name }, kind }));
        if !known && self.names.len() < NAMES {
            self.names.insert(name.to_owned());
        }
        self.block = Some(0);
        self.placed = false;
    }

    fn detail(&mut self, detail: &str, sink: &mut dyn Sink) -> Seen {
        let Some(lines) = &mut self.block else { return Seen::Mine(Class::Other) };
        lines.up(1);
        let why = *lines <= WHY_LINES;
        if is_place(detail) || detail.trim_ascii_start().starts_with("in test file ") {
            self.placed |= bats_place(detail, self.placed, sink);
            sink.emit(Event::Text(Part::Where));
            return Seen::Mine(Class::Detail);
        }
        if detail.starts_with("  `") && detail.contains("' failed") {
            sink.emit(Event::Message(detail.trim_ascii()));
        }
        sink.emit(Event::Text(if why { Part::Why } else { Part::Output }));
        Seen::Mine(Class::Detail)
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if self.block.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }

    fn declare(&mut self, totals: Totals, not_run: u64, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        if not_run > 0 {
            // Nobody knows which, and bats ends with a failure even when no test failed.
            sink.emit(Event::Consequence { name: "tests that did not run", kind: FailureKind::Unfinished });
        }
        sink.emit(Event::Declared { totals, level: Level::Section });
        *self = Self::default();
        Seen::Mine(Class::Totals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_totals_are_tests_that_ran() {
        let read = |text: &str| totals(text).map(|(totals, _)| (totals.passed, totals.failed, totals.total));
        assert_eq!(
            read("13 tests, 6 failures, 2 skipped, 1 timed out, 1 not run in 3 seconds"),
            Some((Some(3), Some(7), Some(12)))
        );
        assert_eq!(read("1 test, 1 failure"), Some((Some(0), Some(1), Some(1))));
        assert_eq!(read("1 test, 1 error"), None);
    }
}
