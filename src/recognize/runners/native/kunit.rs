//! kunit.py of the Linux kernel: a line for each test, what a failed one printed, rulers round suites, and numbers.
//!
//! ```text
//! [10:00:42] Starting KUnit Kernel (1/1)...
//! [10:00:42] ================= harbour (2 subtests) ==================
//! [10:00:42] [PASSED] opens
//! [10:00:42]     # moors: EXPECTATION FAILED at lib/kunit/harbour-test.c:31
//! [10:00:42]     Expected berths == 4, but
//! [10:00:42] [FAILED] moors
//! [10:00:42] ==================== [FAILED] harbour =====================
//! [10:00:42] Testing complete. Ran 2 tests: passed: 1, failed: 1
//! ```
//!
//! What a test printed is above its line, in older versions below it. Source of the format: kunit's `kunit_parser.py`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Outcome, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::{
    FAILED, Remembered, Run, Runner, Shape, Spec, each_or_zero, of_word, passed_failed, scan, shape,
};

/// kunit.py.
#[derive(Debug, Default)]
pub struct Kunit {
    suites: Remembered<32>,
    /// Lines above the result of a test.
    held: Remembered<60>,
}

/// How its lines begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Bare,
    /// With the stamp of the time: others belong to nobody.
    Stamped,
}

const RESULTS: [(&str, Outcome); 5] = [
    ("PASSED", Outcome::Passed),
    ("SKIPPED", Outcome::Skipped),
    ("FAILED", FAILED),
    ("CRASHED", FAILED),
    ("TIMEOUT", FAILED),
];

/// `Ran 3 tests: passed: 1, failed: 1`, in older versions `Passed: 1, Failed: 1, Crashed: 0`
const NUMBERS: [Shape; 5] = [
    shape("passed: {passed}"),
    shape("failed: {failed}"),
    shape("crashed: {failed}"),
    shape("skipped: {skipped}"),
    shape("errors: {errors}"),
];

impl Runner for Kunit {
    const SPEC: Spec = Spec {
        name: "kunit",
        reads: "kunit.py of the Linux kernel",
        starts: &["Starting KUnit Kernel", "Testing complete. ", "[0", "[1", "[2"],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let (own, text) = unstamped(text).map_or((Zone::Bare, text), |text| (Zone::Stamped, text));
        if text.starts_with("Starting KUnit Kernel") {
            *self = Self::default();
            *zone = own;
            return run.begin(None);
        }
        if let Some(totals) = text.strip_prefix("Testing complete. ").and_then(numbers) {
            run.open();
            // An error of the parser may come without a line of its own, and its line without a number.
            let errors = totals.errors.max(Some(run.counts().whole));
            return run.totals(Totals { errors, ..totals });
        }
        if !run.is_running() || (*zone == Zone::Stamped && own == Zone::Bare) {
            return Seen::No;
        }
        self.inside(text, run)
    }
}

impl Kunit {
    fn inside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        if content.is_empty() {
            run.close();
            return Seen::Inside(Class::Noise);
        }
        if let Some(title) = content.strip_prefix("==").and_then(|title| title.strip_suffix("==")) {
            run.close();
            self.held.clear();
            self.ruler(title.trim_matches('=').trim());
            return Seen::Mine(Class::Noise);
        }
        if let Some((word, name)) = content.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
            return self.result(word, name, run);
        }
        if run.is_open() {
            let part = statement(text, run);
            return run.text(part);
        }
        self.held.push(text);
        Seen::Inside(Class::Other)
    }

    /// `[FAILED] moors`
    fn result(&mut self, word: &str, name: &str, run: &mut Run<'_>) -> Seen {
        let seen = if let Some(outcome) = of_word(&RESULTS, word) {
            let seen = run.report(TestId::of(&self.suites.join("."), ".", name.trim()), outcome);
            if outcome == FAILED {
                for text in self.held.iter() {
                    let part = statement(text, run);
                    run.emit(Event::Decoded { part, text });
                }
            }
            seen
        } else if word == "ERROR" {
            run.fail_whole_at_once(name, FailureKind::Suite, "")
        } else {
            return Seen::No;
        };
        self.held.clear();
        seen
    }

    /// `harbour (2 subtests)` before a suite, `[FAILED] harbour` after it, and `[PASSED] harbour` before it in older versions.
    fn ruler(&mut self, title: &str) {
        if let Some((_, name)) = title.strip_prefix('[').and_then(|title| title.split_once("] ")) {
            if self.suites.last().is_some_and(|suite| suite == name) {
                self.suites.pop();
            } else {
                self.suites.clear();
                self.suites.push(name);
            }
        } else if !title.is_empty() {
            let counted = title
                .rsplit_once(" (")
                .filter(|(_, count)| count.ends_with(" subtests)") || count.ends_with(" subtest)"));
            // The number of parameters of one test is not known before.
            self.suites.push(counted.map_or(title, |(name, _)| name));
        }
    }
}

/// The numbers after `Testing complete. `, and `3 tests run. 1 failed. 0 crashed.`
fn numbers(text: &str) -> Option<Totals> {
    if let Some((all, rest)) = scan::number(text) {
        let (mut failed, mut skipped) = (0_u64, 0);
        for part in rest.strip_prefix(" tests run.")?.split('.') {
            match scan::number(part.trim()) {
                Some((number, " failed" | " crashed")) => failed.up(number),
                Some((number, " skipped")) => skipped = number,
                _ => {}
            }
        }
        let passed = all.saturating_sub(failed).saturating_sub(skipped);
        return Some(Totals { skipped: Some(skipped), errors: Some(0), ..passed_failed(passed, failed) });
    }
    let parts = match text.strip_prefix("Ran ") {
        Some(rest) => rest.split_once(" tests: ")?.1,
        None => text,
    };
    each_or_zero(&NUMBERS, ", ", &parts.to_ascii_lowercase())
}

/// What a line that a failed test printed says of it, and which part of the failure the line is.
fn statement(text: &str, run: &mut Run<'_>) -> Part {
    let content = text.trim();
    let message = content.trim_start_matches("# ");
    let at = message.split_once(" FAILED at ").and_then(|(_, at)| at.rsplit_once(':'));
    if let Some((file, line)) = at
        && let Some(line) = scan::whole_number(line)
    {
        run.at(Place { file, line: Some(line) });
    } else if message.starts_with("Expected ") {
        run.message(message);
    }
    let noise = content.starts_with("[ ") || content.starts_with("not ok ") || content.starts_with("ok ");
    if noise { Part::Output } else { Part::Why }
}

/// The line without `[10:00:42] `.
fn unstamped(text: &str) -> Option<&str> {
    let (stamp, rest) = text.strip_prefix('[')?.split_once(']')?;
    let timed = stamp.len() == 8
        && stamp
            .bytes()
            .enumerate()
            .all(|(at, byte)| if at % 3 == 2 { byte == b':' } else { byte.is_ascii_digit() });
    timed.then(|| rest.strip_prefix(' ').unwrap_or(rest))
}
