//! utest before 0.7 below sbt: a tree with each test's result after its name, and its totals on three lines of their own.
//!
//! `[info]     sinks        Failure(utest.AssertionError: (assert(a == b)...`, then `[info] Tests: 4`, `[info] Passed: 3` and
//! `[info] Failed: 1`. sbt's own totals below them say `Total 0`. Source: `DefaultReporters.scala` of utest 0.1 to 0.6.

use super::sbt::Sbt;
use super::sbt_lines::Mark;
use crate::event::{Class, Event, Level, Seen, TestId, Totals};
use crate::recognize::kit::Run;
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::scan;

/// The most failed tests that are held until the totals come, and the longest line, in bytes.
const MOST: usize = 512;

/// What is known of a run until its totals are whole.
#[derive(Debug, Default)]
pub(super) struct Utest {
    /// Lines of failed tests.
    failed: Vec<String>,
    /// All tests and those that passed, right above.
    above: (Option<u64>, Option<u64>),
}

/// Reads `sinks        Failure(utest.AssertionError: text`: the test's name, and what it threw.
fn failure(text: &str) -> Option<(&str, &str)> {
    let (before, thrown) = text.split_once("Failure(")?;
    let column = before.strip_suffix("  ").or_else(|| before.strip_suffix('\t'))?;
    let name = column.trim();
    // The first versions number the tests: `2/4     sinks`.
    let name = match name.split_once(' ') {
        Some((number, name))
            if number.contains('/') && number.starts_with(|each: char| each.is_ascii_digit()) =>
        {
            name.trim_start()
        }
        _ => name,
    };
    let thrown = thrown.trim_end();
    (!name.is_empty() && !name.contains(' ') && thrown.contains('.')).then_some((name, thrown))
}

impl Sbt {
    /// A line of utest's report. The totals are believed when they count failures, or where sbt was seen.
    pub(super) fn utest(&mut self, mark: Mark, rest: &str, run: &mut Run<'_>) -> Option<Seen> {
        let above = std::mem::take(&mut self.utest.above);
        if mark != Mark::Info {
            return None;
        }
        if failure(rest).is_some() && rest.len() <= NAME_BYTES && self.utest.failed.len() < MOST {
            self.utest.failed.push(rest.to_owned());
            return None;
        }
        let number = |word| rest.strip_prefix(word).and_then(scan::whole_number);
        if let Some(tests) = number("Tests: ") {
            self.utest.above = (Some(tests), None);
            return None;
        }
        if let ((Some(tests), None), Some(passed)) = (above, number("Passed: ")) {
            self.utest.above = (Some(tests), Some(passed));
            return None;
        }
        let ((Some(tests), Some(passed)), Some(failed)) = (above, number("Failed: ")) else { return None };
        if passed.checked_add(failed) != Some(tests) || (failed == 0 && !self.began) {
            return None;
        }
        self.begin(None, run);
        let held = std::mem::take(&mut self.utest.failed);
        if u64::try_from(held.len()).is_ok_and(|held| held <= failed) {
            for line in &held {
                let Some((name, thrown)) = failure(line) else { continue };
                run.instead(line.trim_start());
                run.fail_at_once(TestId::bare(name), None, thrown);
            }
        }
        let totals = Totals { passed: Some(passed), failed: Some(failed), ..Totals::default() };
        run.emit(Event::Declared { totals, level: Level::Section });
        self.reported_all(run);
        Some(Seen::Mine(Class::Totals))
    }
}
