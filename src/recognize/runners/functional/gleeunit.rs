//! gleeunit of Gleam, since version 1.3: a point for each test that passes, a block for each that fails, and the numbers.
//!
//! ```text
//! ..
//! assert test/quay_test.gleam:12
//!  test: quay_test.sinks_test
//!  code: assert boats == 3
//!  left: 2
//! right: literal
//!  info: Assertion failed.
//! .
//! 3 tests, 1 failures
//! ```
//!
//! The first number counts the tests that passed. A test may print such numbers: those count after which no test ran. Source of the format: gleeunit's `internal/reporting.gleam`.

use crate::event::{Class, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::{Run, Runner, Shape, Spec, first, passed_failed, scan, shape};

/// What heads the block of a test that failed.
const KINDS: [&str; 4] = ["assert ", "let assert ", "panic ", "todo "];
/// What names the program.
const RUNNING: &str = "Running ";
/// What is below the name of a test, besides the values of its arguments.
const LABELS: [&str; 5] = ["code", "left", "right", "value", "info"];

/// gleeunit.
#[derive(Debug, Default)]
pub struct Gleeunit {
    /// The last head of a block.
    heading: String,
    /// The numbers that came last, unless tests ran after them.
    last: Option<Totals>,
    /// The points since the line that names the program, on lines of their own and others; nothing without that line.
    points: Option<(u64, u64)>,
}

/// What was read last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// What names the program, and perhaps tests.
    Program,
    /// A head: the name has to follow.
    Head,
    /// A line of a block.
    Block,
}

/// The number of skipped tests is missing beside failures.
const FAILED: [Shape; 3] = [
    shape("{failed} failure{s}"),
    shape("{failed} failure{s}, {skipped} skipped"),
    shape("{failed} failure{s},  skipped"),
];

impl Runner for Gleeunit {
    const SPEC: Spec = Spec {
        name: "gleeunit",
        reads: "gleeunit of Gleam, since version 1.3",
        starts: &[KINDS[0], KINDS[1], KINDS[2], KINDS[3], RUNNING],
        numbered: &[" tests, no failures", " passed, no failures", " tests, 0 failures, "],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let between = if self.points.is_some() { Zone::Program } else { Zone::Outside };
        match std::mem::replace(zone, between) {
            Zone::Head => {
                if let Some((module, name)) =
                    text.strip_prefix(" test: ").and_then(|name| name.rsplit_once('.'))
                {
                    *zone = Zone::Block;
                    return self.failed(TestId { module, separator: ".", name }, run);
                }
            }
            Zone::Block => {
                if let Some(seen) = block(text, run) {
                    *zone = Zone::Block;
                    return seen;
                }
            }
            Zone::Outside | Zone::Program => {}
        }
        if head(text).is_some() {
            run.close();
            self.last = None;
            text.clone_into(&mut self.heading);
            *zone = Zone::Head;
            return Seen::Inside(Class::Detail);
        }
        if let Some(totals) = numbers(text, run.is_running()).filter(|totals| self.counts(totals)) {
            run.open();
            run.may_have_ended();
            self.last = Some(totals);
            return Seen::Mine(Class::Totals);
        }
        if text.starts_with("    Running ") && text.ends_with("_test.main") {
            self.end(*zone, run);
            run.forget();
            self.points = Some((0, 0));
            *zone = Zone::Program;
            return Seen::No;
        }
        self.points(text, run.is_running())
    }

    fn end(&mut self, _zone: Zone, run: &mut Run<'_>) {
        if let Some(totals) = self.last.take() {
            run.totals(totals);
        }
    }
}

impl Gleeunit {
    fn failed(&self, id: TestId<'_>, run: &mut Run<'_>) -> Seen {
        run.open();
        run.instead(&self.heading);
        run.fail(id);
        if let Some(place) = head(&self.heading) {
            run.at(place);
        }
        run.text(Part::Why)
    }

    /// Whether the points let the numbers be those of the run: a test may print points, too, and is before one when it
    /// prints no line end.
    fn counts(&self, totals: &Totals) -> bool {
        self.points.is_none_or(|(own, beside)| {
            totals.passed.is_some_and(|passed| (own..=own.saturating_add(beside)).contains(&passed))
        })
    }

    /// Counts the points of a line.
    fn points(&mut self, text: &str, running: bool) -> Seen {
        let rest = text.trim_start_matches('.');
        let count = |all: &str, rest: &str| u64::try_from(all.len().saturating_sub(rest.len())).unwrap_or(0);
        let (before, after) = (count(text, rest), count(rest, rest.trim_end_matches('.')));
        let own = rest.is_empty() && before > 0;
        if let Some(points) = &mut self.points {
            let count = if own { &mut points.0 } else { &mut points.1 };
            *count = count.saturating_add(before).saturating_add(after);
        }
        if !own {
            return Seen::No;
        }
        self.last = None;
        if running { Seen::Mine(Class::Noise) } else { Seen::No }
    }
}

/// A line below the name; `None` when the block is over.
fn block(text: &str, run: &mut Run<'_>) -> Option<Seen> {
    let points = text.bytes().all(|byte| byte == b'.');
    if points || head(text).is_some() || numbers(text, true).is_some() {
        run.close();
        return None;
    }
    let (label, message) = text.split_once(": ").unwrap_or((text, ""));
    let label = label.trim_start();
    if label == "info" {
        run.message(message);
    }
    let known = LABELS.contains(&label) || scan::whole_number(label).is_some();
    Some(if known { run.text(Part::Why) } else { run.below(Part::Why) })
}

/// Reads `assert test/quay_test.gleam:12`.
fn head(text: &str) -> Option<Place<'_>> {
    let place = KINDS.iter().find_map(|kind| text.strip_prefix(kind))?;
    let (file, line) = place.rsplit_once(':')?;
    let line = Some(scan::whole_number(line)?);
    (file.ends_with(".gleam") && !file.contains(' ')).then_some(Place { file, line })
}

/// Reads `3 tests, no failures`, `3 tests, 1 failures`, `3 tests, 0 failures, 1 skipped`. Others print the second too.
fn numbers(text: &str, running: bool) -> Option<Totals> {
    let (passed, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(" tests, ").or_else(|| rest.strip_prefix(" passed, "))?;
    if rest == "no failures" {
        return Some(passed_failed(passed, 0));
    }
    let read = first(&FAILED, rest)?;
    let skipped = read.skipped.or((!rest.ends_with("skipped")).then_some(0));
    let known = running && (read.failed > Some(0) || skipped > Some(0));
    known.then_some(Totals { passed: Some(passed), failed: read.failed, skipped, ..Totals::default() })
}
