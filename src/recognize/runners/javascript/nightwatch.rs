//! Nightwatch: the checks of each test with what became of it, numbers, and what failed once more.
//!
//! ```text
//!   Running moors a ferry:
//! ────────────────────────────────────────
//!   ✔ Testing if element <#berth> is present (14ms)
//!   ✖ Timed out while waiting for element <#ferry> ... (5067ms)
//!
//!     Error location:
//!     /home/user/harbour/tests/quay.js:12
//!
//!   FAILED: 1 assertions failed and 1 passed (5.093s)
//!
//! ────────────────────────────────────────
//!
//!   ️TEST FAILURE (8.4s):
//!    - 1 assertions failed; 3 passed
//!
//!    ✖ 1) quay
//!
//!    – moors a ferry (5.093s)
//! ```
//!
//! The numbers count checks where there are any, so tests are counted by what was reported each. A run of one test has no
//! numbers, only the word of its report. Source of the format: Nightwatch's `lib/reporter`, and runs of it.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Grade, Outcome, Part, Place, Seen, TestId, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::frames::error_text::place_of;
use crate::recognize::kit::{
    FAILED, Remembered, Run, Runner, Shape, Spec, begins, first, passed_failed, scan, shape,
};

/// What is between a suite and a test.
const SEPARATOR: &str = " > ";

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// Among the tests.
    Tests,
    /// After `TEST FAILURE`.
    List,
}

/// Nightwatch.
#[derive(Debug, Default)]
pub struct Nightwatch {
    suite: String,
    /// The test that is running, or empty.
    test: String,
    /// It checked something.
    checked: bool,
    /// Lines of checks that failed, until their test ended.
    held: Remembered<60>,
    passed: u64,
    failed: u64,
    /// Failures that no list named yet: suite and test.
    unlisted: Vec<(String, String)>,
    /// In the list: the module, and whether a failure of it was reported.
    module: (String, bool),
    /// What the numbers count: tests that passed, and those that were skipped.
    counted: Option<u64>,
    skipped: u64,
}

/// The lines that begin a test.
const RUNNING: [Shape; 2] = [shape("  Running {name..}:"), shape("  Running:  {name}")];

impl Runner for Nightwatch {
    const SPEC: Spec = Spec {
        name: "nightwatch",
        reads: "Nightwatch: its tests and its closing list",
        starts: &["<U+FE0F>TEST FAILURE", "TEST FAILURE"],
        passes: &[PassShape { start: "[", end: "] Test Suite" }],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        if let Some(suite) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix("] Test Suite")) {
            if *zone == Zone::List {
                self.finish(*zone, run);
                *self = Self::default();
                *zone = Zone::Outside;
            }
            self.passed_silently(run);
            if *zone == Zone::Outside {
                run.begin(None);
                *zone = Zone::Tests;
            }
            self.suite = clipped(suite);
            return Seen::Mine(Class::Noise);
        }
        // A selector without its sign is in the line as it is shown.
        let heading = content.strip_prefix("<U+FE0F>").unwrap_or(content);
        if let Some(rest) = heading.strip_prefix("TEST FAILURE") {
            // ` (8.4s):`, or `: 1 assertions failed, 3 passed (8.4s)` in older versions.
            if !(rest.starts_with(": ") || rest.starts_with(" (") && rest.contains("):")) {
                return Seen::No;
            }
            self.test.clear();
            if *zone == Zone::Outside {
                run.open();
                run.emit(Event::SumsUp);
            }
            *zone = Zone::List;
            return Seen::Mine(Class::Totals);
        }
        match *zone {
            Zone::Outside => Seen::No,
            Zone::Tests => self.inside(text, content, run),
            Zone::List => self.list(text, content, run),
        }
    }

    fn end(&mut self, zone: Zone, run: &mut Run<'_>) {
        if zone == Zone::List {
            self.finish(zone, run);
        }
    }
}

impl Nightwatch {
    /// A test that ended without a word passed when it checked nothing, and else did not end: the run was killed.
    fn passed_silently(&mut self, run: &mut Run<'_>) {
        if self.test.is_empty() {
            return;
        }
        if self.checked {
            self.finished(Outcome::Failed(FailureKind::Unfinished), run);
        } else {
            self.finished(Outcome::Passed, run);
        }
        self.held.clear();
    }

    /// The running test ended: its name.
    fn finished(&mut self, outcome: Outcome, run: &mut Run<'_>) -> String {
        let test = std::mem::take(&mut self.test);
        let id = TestId { module: &self.suite, separator: SEPARATOR, name: &test };
        run.emit(Event::finished(id, outcome));
        let slot = if outcome == Outcome::Passed { &mut self.passed } else { &mut self.failed };
        slot.up(1);
        test
    }

    fn inside(&mut self, text: &str, content: &str, run: &mut Run<'_>) -> Seen {
        let column = indent(text);
        if let Some(running) = first(&RUNNING, text) {
            self.passed_silently(run);
            self.test = clipped(running.name);
            self.checked = false;
            return run.start(TestId { module: &self.suite, separator: SEPARATOR, name: &self.test });
        }
        let good = content.strip_prefix("✨ PASSED. ").or_else(|| content.strip_prefix("OK. "));
        if let Some(Counted { total, tests }) = good.and_then(counted) {
            if total {
                self.passed_silently(run);
                self.counted = tests;
                return self.finish(Zone::Tests, run);
            }
            if !self.test.is_empty() {
                self.finished(Outcome::Passed, run);
                self.held.clear();
                return Seen::Mine(Class::Passed);
            }
        }
        if let Some(checks) = content.strip_prefix("FAILED: ").filter(|_| !self.test.is_empty()) {
            // `1 assertions failed and 1 passed (5.093s)`
            return if scan::number(checks).is_some() { self.failed(run) } else { Seen::No };
        }
        if begins(content, &["Wrote HTML report file to: ", "Wrote report file to: "]) {
            // A run of one test has no numbers.
            if self.test.is_empty() {
                self.finish(Zone::Tests, run);
            }
            return Seen::Mine(Class::Noise);
        }
        let failing = content.starts_with("✖ ") && column >= 2;
        let passing = content.starts_with("✔ ");
        self.checked |= failing || passing && column == 2;
        if (failing || !self.held.is_empty()) && !self.test.is_empty() {
            let over = column < 2 && !content.is_empty();
            if !over && !content.is_empty() && !passing {
                self.held.push(text);
            }
            return if over { Seen::No } else { Seen::Inside(Class::Other) };
        }
        if passing && column == 2 { Seen::Mine(Class::Other) } else { Seen::No }
    }

    /// The running test failed.
    fn failed(&mut self, run: &mut Run<'_>) -> Seen {
        let test = self.finished(FAILED, run);
        run.instead(&format!("{}{SEPARATOR}{test}", self.suite));
        run.emit(Event::Heading);
        for text in std::mem::take(&mut self.held).iter() {
            explain(text, true, run);
        }
        if self.unlisted.len() < NAMES {
            self.unlisted.push((self.suite.clone(), test));
        }
        Seen::Mine(Class::Detail)
    }

    fn list(&mut self, text: &str, content: &str, run: &mut Run<'_>) -> Seen {
        if content.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        let column = indent(text);
        if column < 2 {
            self.finish(Zone::List, run);
            return if content.starts_with("Wrote ") { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if let Some(numbers) = content.strip_prefix("- ").filter(|_| self.module.0.is_empty())
            && let Some((number, rest)) = scan::number(numbers)
        {
            if rest.starts_with('/') && rest.ends_with(" tests passed") {
                self.counted = Some(number);
            } else if rest.starts_with(" skipped") {
                self.skipped = number;
            }
            return Seen::Mine(Class::Totals);
        }
        let module =
            content.strip_prefix("✖ ").and_then(scan::number).and_then(|(_, rest)| rest.strip_prefix(") "));
        if let Some(module) = module.filter(|_| column == 3) {
            run.close();
            self.module = (clipped(module), false);
            return Seen::Mine(Class::Noise);
        }
        if let Some(test) = content.strip_prefix("– ").filter(|_| column == 3) {
            run.close();
            return self.listed(test, run);
        }
        if self.module.0.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if !std::mem::replace(&mut self.module.1, true) {
            // Nothing ran of the module, and this is why.
            self.failed.up(1);
            run.fail_whole(&self.module.0, FailureKind::Suite);
        }
        if run.is_open() {
            explain(text, false, run);
        }
        Seen::Inside(Class::Detail)
    }

    /// A test of the list: one that was reported as it failed, or another.
    fn listed(&mut self, test: &str, run: &mut Run<'_>) -> Seen {
        let timed = test.rsplit_once(" (").filter(|(_, time)| time.contains("s)") || time.contains("s x"));
        let name = timed.map_or(test, |(name, _)| name);
        self.module.1 = true;
        let known = self.unlisted.iter().position(|(_, test)| test == name);
        if let Some((suite, name)) = known.map(|at| self.unlisted.remove(at)) {
            let id = TestId { module: &suite, separator: SEPARATOR, name: &name };
            let grade = Grade::Listed;
            run.emit(Event::Finished { id, outcome: FAILED, grade, attempt: 0, alias: "" });
            return Seen::Mine(Class::Detail);
        }
        self.failed.up(1);
        run.fail(TestId { module: &self.module.0, separator: SEPARATOR, name })
    }

    fn finish(&mut self, zone: Zone, run: &mut Run<'_>) -> Seen {
        let failed = if zone == Zone::List { self.failed.max(1) } else { self.failed };
        let totals = passed_failed(self.counted.unwrap_or(self.passed), failed);
        run.totals(Totals { skipped: Some(self.skipped), ..totals })
    }
}

/// A line of an error: one that was held until its test ended, or the current one below the open failure.
fn explain(text: &str, held: bool, run: &mut Run<'_>) {
    let content = text.trim();
    if content.starts_with('–') || content == "Error location:" || content == "Stack Trace :" {
        return;
    }
    let place = place_of(content);
    if let Some((file, line)) = place {
        run.emit(Event::At { place: Place { file, line: Some(line) }, better: false });
    }
    let message = content.trim_start_matches("→ ").strip_prefix("✖ ").unwrap_or(content);
    let numbered = scan::number(content).is_some_and(|(_, rest)| rest.starts_with(" |"));
    let source = numbered || content.starts_with("at ");
    // What an error is called is above what it says.
    let named = !message.contains(' ') && message.ends_with("Error");
    if !source && !named && place.is_none() {
        if !held {
            run.message(message);
        } else if content.starts_with("✖ ") {
            run.emit(Event::Message(message));
        }
    }
    let part = if source { Part::Where } else { Part::Why };
    run.emit(if held { Event::Decoded { part, text } } else { Event::Text(part) });
}

/// What the good word counts.
struct Counted {
    total: bool,
    tests: Option<u64>,
}

/// `2 assertions. (1.03s)`, `3 total assertions (3.1s)`, `5 tests (1.6s)`, `2 assertions passed. (1s)`.
fn counted(text: &str) -> Option<Counted> {
    let (number, rest) = scan::number(text)?;
    let (what, time) = rest.rsplit_once(" (")?;
    time.ends_with("s)").then_some(())?;
    let what = what.trim();
    let total = what == "tests" || what == "assertion" || what.starts_with("total assertions");
    let single = what == "assertions." || what == "assertions passed.";
    (total || single).then_some(Counted { total, tests: (what == "tests").then_some(number) })
}
