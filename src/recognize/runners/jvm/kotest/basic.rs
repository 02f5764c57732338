//! The console of KotlinTest 3 and the first Kotest 4: a spec with its tests when it is done, and the numbers.
//!
//! ```text
//! 1)        a full quay
//!            turns a ferry away *** FAILED ***
//!               cause: expected:<3> but was:<4> (QuaySpec.kt:17)
//!        keeps a list (Ignored)
//!
//! Kotest completed in 1 seconds, 1204 millis
//! Specs: completed 1, tests 3
//! Tests: passed 1, failed 1, ignored 1
//! *** 1 TESTS FAILED ***
//! Specs with failing tests:
//!  - harbour.QuaySpec
//! ```
//!
//! Tabs tell how deep a test is. A spec that failed as a whole is at the margin with the same mark, and no number
//! tells of it. Source of the format:
//! Kotest's `BasicConsoleWriter.kt`, KotlinTest's `DefaultConsoleWriter.kt`.

use super::kotest::Zone;
use crate::event::{Class, FailureKind, Place, Seen, TestId, Totals};
use crate::recognize::kit::bounds::LEVELS;
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::{Run, Shape, first, passed_failed, scan, shape};

/// How a run of it is known.
pub(super) const STARTS: [&str; 3] = ["1)    \t", "Kotest completed in ", "KotlinTest completed in "];
const FAILED: &str = " *** FAILED ***";
/// The most lines that belong after the numbers.
const MOST_AFTER: u64 = 2;

const COMPLETED: [Shape; 2] =
    [shape("Kotest completed in {any..} millis"), shape("KotlinTest completed in {any..} millis")];
const NUMBERS: Shape = shape("Tests: passed {passed}, failed {failed}, ignored {skipped}");

/// Kotest, its console of old.
#[derive(Debug, Default)]
pub(super) struct KotestBasic {
    path: Vec<String>,
    /// The run reported that it is complete: how many lines ago.
    complete: Option<u64>,
}

impl KotestBasic {
    pub(super) fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if first(&COMPLETED, text).is_some() {
            run.open();
            run.close();
            *zone = Zone::Old;
            self.complete = Some(0);
            return Seen::Mine(Class::Totals);
        }
        if let Some(lines) = self.complete.take() {
            return self.after(lines, text, run);
        }
        if text.starts_with("1)    \t") {
            run.open();
            *zone = Zone::Old;
        }
        if run.is_running() { self.inside(text, run) } else { Seen::No }
    }

    fn inside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(cause) = text.trim_start_matches([' ', '\t']).strip_prefix("cause: ") {
            if let Some((_, place)) = cause.rsplit_once(" (")
                && let Some((file, line)) = place.strip_suffix(')').and_then(|place| place.rsplit_once(':'))
                && let Some((line, "")) = scan::number(line)
            {
                run.at(Place { file, line: Some(line) });
            }
            return run.why_below(cause);
        }
        // The number of a spec is before its first test.
        let numbered = scan::number(text).and_then(|(_, rest)| rest.strip_prefix(") "));
        let row = numbered.unwrap_or(text);
        if let Some(name) = row.strip_prefix("   \t") {
            return self.test(name, run);
        }
        let whole = row.strip_suffix(FAILED).filter(|name| !name.starts_with([' ', '\t', '-']));
        if let Some(name) = whole {
            return run.fail_whole(name, FailureKind::Suite);
        }
        if let Some(name) = row.strip_suffix(" did not complete") {
            return run.fail_whole(name, FailureKind::Unfinished);
        }
        if numbered.is_some_and(str::is_empty) {
            return Seen::Mine(Class::Noise);
        }
        if run.is_open() && !text.is_empty() { run.why_below(text) } else { Seen::No }
    }

    /// A test or a container below as many others as tabs are before it.
    fn test(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let name = text.trim_start_matches('\t');
        let level = text.len().saturating_sub(name.len());
        self.path.truncate(level);
        let (name, failed) = name.strip_suffix(FAILED).map_or((name, false), |name| (name, true));
        let seen = if failed {
            let mut path: Vec<&str> = self.path.iter().map(String::as_str).collect();
            path.push(name);
            run.fail(TestId::bare(&path.join(" -- ")))
        } else {
            run.close();
            Seen::Mine(Class::Passed)
        };
        if self.path.len() < LEVELS {
            self.path.push(clipped(name));
        }
        seen
    }

    /// A line after the word that the run is complete.
    fn after(&mut self, lines: u64, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(Totals { passed: Some(passed), failed: Some(failed), skipped, .. }) = NUMBERS.totals(text)
        {
            let failed = failed.saturating_add(run.counts().whole);
            return run.last_totals(Totals { skipped, ..passed_failed(passed, failed) });
        }
        let lines = lines.saturating_add(1);
        self.complete = (lines < MOST_AFTER).then_some(lines);
        Seen::Inside(Class::Noise)
    }
}
