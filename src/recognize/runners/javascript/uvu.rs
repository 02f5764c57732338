//! uvu: a point for each test after its suite's name, the reports of failed tests below, and numbers at the end.
//!
//! ```text
//!  harbour  • • ✘   (2 / 3)
//!
//!    FAIL  harbour  "weighs"
//!     Expected values to be strictly equal:  (is)
//! ```
//!
//! The numbers tell how many tests ran and how many passed; the difference failed, also where uvu prints no report (a hook).
//! Skipped tests are beside. Numbers of a run that passed can be anybody's, unless suites without a name tell as many passes. Source of the format: uvu's `src/index.js` and `run`.

use super::shared::error_line;
use crate::budget::Count as _;
use crate::event::{Class, Event, Opened, Seen, TestId, Totals};
use crate::recognize::kit::frames::error_text::ErrorText;
use crate::recognize::kit::{Run, Runner, Spec, passed_failed, scan};

/// The column at which the text of a report is.
const BODY: usize = 4;

/// uvu.
#[derive(Debug, Default)]
pub struct Uvu {
    /// The text of the open report.
    error: ErrorText,
    /// Passes that the lines of suites reported. Those of a suite with a name are seen after another sign alone.
    seen: u64,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Tests,
    /// After the number of all tests. Only four lines in this order are uvu's.
    Total(u64),
    /// After the number of all tests and of those that passed.
    Passed(u64, u64),
}

impl Runner for Uvu {
    const SPEC: Spec =
        Spec { name: "uvu", reads: "uvu", starts: &["• ", "FAIL  ", "Total:     "], ..Spec::NONE };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        let column = text.len().saturating_sub(content.len());
        match std::mem::take(zone) {
            Zone::Tests => {}
            Zone::Total(total) => {
                let passed = after(content, "Passed:    ").filter(|passed| *passed <= total);
                return passed.map_or(Seen::No, |passed| {
                    *zone = Zone::Passed(total, passed);
                    run.may_have_ended();
                    Seen::Mine(Class::Totals)
                });
            }
            Zone::Passed(total, passed) => {
                let skipped = after(content, "Skipped:   ");
                return skipped.map_or(Seen::No, |skipped| self.numbers(total, passed, skipped, run));
            }
        }
        if let Some(passed) = suite(content) {
            self.seen.up(passed);
        }
        if let Some((suite, name)) = failed(column, content) {
            // Suites are named before any line of this shape.
            run.open();
            // Any test can print such a line: the numbers tell.
            let name = run.failed(TestId::of(suite, " > ", name));
            self.error = ErrorText::default();
            return run.more(&name);
        }
        if let Some(total) = after(content, "Total:     ").filter(|_| column == 2) {
            run.close();
            *zone = Zone::Total(total);
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        if !run.is_open() {
            return Seen::No;
        }
        if content.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if column < BODY {
            run.close();
            return Seen::No;
        }
        error_line(&mut self.error, content, run)
    }
}

impl Uvu {
    /// The numbers of a run, which are complete.
    fn numbers(&self, total: u64, passed: u64, skipped: u64, run: &mut Run<'_>) -> Seen {
        // Any test can print numbers of passes: those that the suites reported as well prove something.
        let proved = passed < total || passed == self.seen;
        if proved || run.is_running() {
            run.open();
        } else {
            run.emit(Event::MayHaveBegunBefore);
            run.emit(Event::SectionStarted { opened: Opened::Headless, announced: None, label: "" });
        }
        let numbers = passed_failed(passed, total.saturating_sub(passed));
        run.totals(Totals { skipped: Some(skipped), ..numbers })
    }
}

/// Reads `harbour  • •   (2 / 2)`, the end of a suite: how many passed.
fn suite(content: &str) -> Option<u64> {
    let (points, numbers) = content.strip_suffix(')')?.rsplit_once("   (")?;
    let (passed, all) = numbers.split_once(" / ")?;
    scan::whole_number(all).filter(|_| points.ends_with(['•', '✘']))?;
    scan::whole_number(passed)
}

/// The number after the words, with nothing after it.
fn after(content: &str, words: &str) -> Option<u64> {
    scan::whole_number(content.strip_prefix(words)?)
}

/// Reads `FAIL  harbour  "weighs"` and `FAIL  "weighs"`: suite and name.
fn failed(column: usize, content: &str) -> Option<(&str, &str)> {
    let rest = content.strip_prefix("FAIL  ").filter(|_| column == 3)?.strip_suffix('"')?;
    let (suite, name) = rest.split_once("  \"").or_else(|| Some(("", rest.strip_prefix('"')?)))?;
    (!name.is_empty()).then_some((suite.trim(), name))
}
