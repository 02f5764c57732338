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
use crate::event::{Class, Event, FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// The longest name, in bytes.
const LONGEST_NAME: usize = 1024;
/// How many lines of a failure may tell why; more are what it printed.
const WHY_LINES: u32 = 10;
/// What fails of a file or of the whole run instead of a test.
const HOOKS: [&str; 4] =
    ["setup_file failed", "teardown_file failed", "setup_suite failed", "teardown_suite failed"];

/// Whether marks were seen that others print too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Idle,
    Maybe,
}

/// bats' pretty form.
#[derive(Debug, Default)]
pub struct BatsPretty {
    /// The failure whose first line of text is still to come.
    held: Option<String>,
    file: String,
    names: std::collections::HashSet<String>,
    passed: u64,
    skipped: u64,
    /// Lines of the open failure.
    lines: u32,
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
    const SPEC: Spec = Spec {
        name: "tap",
        reads: "bats' pretty form",
        starts: &["\u{2713} ", "\u{2717} "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        if !line.last_row {
            // The test's name while it ran, which its result was written over.
            return if run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        let shape = read(line.judged());
        if run.is_running() { self.open(shape, run) } else { self.maybe(shape, zone, run) }
    }
}

impl BatsPretty {
    /// A line while nobody knows whose the marks are.
    fn maybe(&mut self, shape: Shape<'_>, zone: &mut Zone, run: &mut Run<'_>) -> Seen {
        match shape {
            Shape::Passed => self.passed.up(1),
            Shape::Skipped if *zone == Zone::Maybe => self.skipped.up(1),
            Shape::Failed(name) if self.held.is_none() => {
                self.held = Some(crate::text::head(name, LONGEST_NAME).to_owned());
            }
            Shape::Detail(detail) if self.held.is_some() => {
                let hook = self.held.as_deref().is_some_and(|name| HOOKS.contains(&named(name).0));
                if !hook && !is_place(detail) {
                    (*self, *zone) = Default::default();
                    return Seen::No;
                }
                self.begin(run);
                return self.detail(detail, run);
            }
            Shape::File(file) if *zone == Zone::Maybe && self.held.is_none() => self.enter(file),
            Shape::Blank | Shape::Detail(_) if *zone == Zone::Maybe && self.held.is_none() => {}
            Shape::Totals(totals, not_run)
                if self.held.is_none()
                    && totals.failed == Some(0)
                    && self.passed > 0
                    && totals.total == Some(self.passed.saturating_add(self.skipped)) =>
            {
                self.begin(run);
                return declare(totals, not_run, run);
            }
            _ => {
                (*self, *zone) = Default::default();
                return Seen::No;
            }
        }
        *zone = Zone::Maybe;
        Seen::No
    }

    /// A line of a run.
    fn open(&mut self, shape: Shape<'_>, run: &mut Run<'_>) -> Seen {
        match shape {
            Shape::Passed => {
                run.close();
                run.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
                Seen::Mine(Class::Passed)
            }
            Shape::Skipped => {
                run.close();
                run.emit(Event::Counted { passed: 0, failed: 0, skipped: 1, other: 0 });
                Seen::Mine(Class::Skipped)
            }
            Shape::Failed(name) => self.tell(name, run),
            Shape::Detail(detail) => self.detail(detail, run),
            Shape::File(file) => {
                run.close();
                self.enter(file);
                Seen::Mine(Class::Noise)
            }
            Shape::Totals(totals, not_run) => declare(totals, not_run, run),
            Shape::Blank => Seen::Mine(Class::Noise),
            Shape::Other => Seen::No,
        }
    }

    fn enter(&mut self, file: &str) {
        self.file.clear();
        self.file.push_str(crate::text::head(file, LONGEST_NAME));
    }

    /// It is bats: says what was seen so far.
    fn begin(&mut self, run: &mut Run<'_>) {
        run.begin(None);
        let (passed, skipped) = (self.passed, self.skipped);
        run.emit(Event::Counted { passed, failed: 0, skipped, other: 0 });
        if let Some(name) = self.held.take() {
            run.instead(&format!(" \u{2717} {name}"));
            self.tell(&name, run);
        }
    }

    /// Opens a failure's block. A name that another file's test had is reported with its file.
    fn tell(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let (name, kind) = named(crate::text::head(text, LONGEST_NAME));
        let known = self.names.contains(name);
        let module = if known { self.file.as_str() } else { "" };
        let separator = if module.is_empty() { "" } else { " > " };
        let seen = run.fail_as(TestId { module, separator, name }, kind);
        if !known && self.names.len() < NAMES {
            self.names.insert(name.to_owned());
        }
        (self.lines, self.placed) = (0, false);
        seen
    }

    fn detail(&mut self, detail: &str, run: &mut Run<'_>) -> Seen {
        if !run.is_open() {
            return Seen::Mine(Class::Other);
        }
        self.lines.up(1);
        if is_place(detail) || detail.trim_ascii_start().starts_with("in test file ") {
            self.placed |= bats_place(detail, self.placed, run);
            return run.text(Part::Where);
        }
        if detail.starts_with("  `") && detail.contains("' failed") {
            run.message(detail.trim_ascii());
        }
        run.text(if self.lines <= WHY_LINES { Part::Why } else { Part::Output })
    }
}

fn declare(totals: Totals, not_run: u64, run: &mut Run<'_>) -> Seen {
    run.close();
    if not_run > 0 {
        // Nobody knows which, and bats ends with a failure even when no test failed.
        run.consequence("tests that did not run", FailureKind::Unfinished);
    }
    run.totals(totals)
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
