//! TestCafe with its spec, list and minimal reporters: a mark for each test, numbered errors below it, and the numbers.
//!
//! ```text
//!  Running tests in:
//!  - Chrome 122.0.0.0 / Ubuntu 22.04
//!
//!  Harbour
//!  ✓ opens
//!  ✖ moors a ferry
//!
//!    1) AssertionError: expected 3 to deeply equal 4
//!
//!       Browser: Chrome 122.0.0.0 / Ubuntu 22.04
//!
//!  1/2 failed (3s)
//!  1 skipped
//! ```
//!
//! Source of the format: TestCafe's reporters `spec`, `list` and `minimal`, and reports in its documentation.

use super::shared::marks;
use crate::event::{Class, Outcome, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::frames::error_text::place_of;
use crate::recognize::kit::{FAILED, Run, Runner, Shape, Spec, begins, first, scan, shape};

/// The column of the text of an error.
const BODY: usize = 3;

/// TestCafe.
#[derive(Debug, Default)]
pub struct Testcafe {
    fixture: String,
}

/// What came of the test that is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Tests,
    /// It failed, and the first frame in a file of its own came.
    Placed,
}

const NUMBERS: [Shape; 2] =
    [shape("{failed}/{all} failed ({number}{any})"), shape("{passed} passed ({number}{any})")];
const SKIPPED: Shape = shape("{skipped} skipped");

impl Runner for Testcafe {
    const SPEC: Spec = Spec {
        name: "testcafe",
        reads: "TestCafe: spec, list and minimal reporters",
        starts: &["Running tests in:"],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        if content == "Running tests in:" {
            run.release();
            run.forget();
            self.fixture.clear();
            *zone = Zone::Tests;
            return run.open();
        }
        if !run.is_running() {
            return Seen::No;
        }
        if content.is_empty() {
            // To another run, which may have begun, it parts failures.
            return Seen::Inside(Class::Noise);
        }
        let column = indent(text);
        if column == 1 {
            if let Some(seen) = self.result(content, run) {
                *zone = Zone::Tests;
                return seen;
            }
            // A long path of a screenshot is on a line of its own.
            let screenshot = run.is_open() && content.ends_with(".png)");
            let browser = content.starts_with("- ") && content.contains(" / ") && self.fixture.is_empty();
            if screenshot || (browser && run.held().is_none()) {
                return Seen::Mine(Class::Noise);
            }
        }
        if run.held().is_some() {
            run.release();
            return Seen::No;
        }
        if run.is_open() && column >= BODY {
            return body(zone, content, run);
        }
        if column != 1 {
            return Seen::No;
        }
        run.close();
        self.fixture = clipped(content);
        // Any tool may indent by a blank: after a run that was killed another one may begin with this line.
        Seen::Inside(Class::Noise)
    }
}

impl Testcafe {
    /// A test or a number, in their column.
    fn result(&self, content: &str, run: &mut Run<'_>) -> Option<Seen> {
        // The numbers came: what was skipped may follow.
        if let Some(totals) = run.held() {
            totals.skipped = Some(SKIPPED.read(content)?.skipped?);
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(totals) = numbers(content) {
            return Some(run.hold_totals(totals));
        }
        let failed = content.strip_prefix("✖ ").or_else(|| content.strip_prefix("× "));
        let (title, outcome) = if let Some(title) = failed {
            (title, FAILED)
        } else if let Some(title) = marks::passed(content) {
            (title, Outcome::Passed)
        } else {
            (content.strip_prefix("- ").filter(|_| !self.fixture.is_empty())?, Outcome::Skipped)
        };
        // Where screenshots are, and whether it passed at a later try.
        let title = title.split(" (screenshots:").next().unwrap_or(title);
        let title = title.strip_suffix(" (unstable)").unwrap_or(title);
        Some(run.report(TestId::of(&self.fixture, " > ", title), outcome))
    }
}

/// A line of an error.
fn body(zone: &mut Zone, content: &str, run: &mut Run<'_>) -> Seen {
    let numbered = scan::number(content);
    if let Some(message) = numbered.and_then(|(_, rest)| rest.strip_prefix(") ")) {
        return run.why(message);
    }
    // A long frame goes on on the next line.
    let place = place_of(content).filter(|_| *zone == Zone::Tests && begins(content, &["at ", "(/"]));
    if let Some((file, line)) = place {
        *zone = Zone::Placed;
        run.at(Place { file, line: Some(line) });
    }
    let excerpt = numbered.is_some() || begins(content, &[">", "Browser: "]);
    let frame = content.starts_with("at ") && place.is_none();
    run.below(if excerpt || frame { Part::Where } else { Part::Why })
}

/// Reads `1/2 failed (3s)` and `2 passed (3s)`.
fn numbers(content: &str) -> Option<Totals> {
    let read = first(&NUMBERS, content)?;
    Some(Totals { failed: read.failed.or(Some(0)), ..read.totals()? })
}
