//! Japa, the test runner of AdonisJS: its list of errors and its numbers, below any of its reporters for people.
//!
//! ```text
//! ─────────────── ERRORS ───────────────
//!
//! ❯ Quay / moors
//!
//! ℹ AssertionError: expected 1 to equal 2
//!
//!  ⁃ at Object.executor (tests/quay.spec.js:2:57)
//! ──────────────────────────────[1/1]─
//!
//!  FAILED
//!
//! Tests  1 passed, 1 failed (2)
//!  Time  5ms
//! ```
//!
//! What its reporters print as tests end looks like that of other runners; it is left to whoever knows it. An error of a hook
//! fails the run and is in no number. Source of the format: logs that @japa/runner 5 printed, its `base_reporter` and
//! @japa/errors-printer.

use crate::budget::Count as _;
use crate::event::{Class, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::{EveryLine, FAILED, Run, Runner, Shape, Spec, each_or_zero, scan, shape};

/// The most lines between the word for the result and the numbers.
const BETWEEN: u8 = 1;

/// The most lines between two tests of the list: what is below one, an empty line, the title of a group.
const APART: u8 = 3;

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// The list of tests, and the lines since the last one.
    Tests(u8),
    /// The list of errors, with how many it has so far.
    Errors(u64),
    /// After the word for the result: whether it is a good one, the errors that came, and the lines since.
    Result(Outcome, u64, u8),
}

/// What is before a test that passed.
const TICK: char = '\u{2714}';
/// What is before one that failed.
const CROSS: char = '\u{2716}';
/// What is before one that was skipped.
const BULLET: char = '\u{25cf}';
/// These, and what is before one that is to come, and one that failed as it was expected to.
const MARKS: [char; 5] = [TICK, CROSS, '\u{2139}', BULLET, '\u{25fc}'];

/// `Tests  1 passed, 2 failed, 1 todo, 1 skipped, 1 regression (6)`
const TESTS: Shape = shape("Tests  {message..} ({total})");
const NUMBERS: [Shape; 5] = [
    shape("{passed} passed"),
    shape("{failed} failed"),
    shape("{skipped} skipped"),
    shape("{other} todo"),
    shape("{other} regression"),
];

/// What ends an error: `────[1/2]─`, without the line.
const END: Shape = shape("[{number}/{number}]");

/// Japa.
#[derive(Debug, Default)]
pub struct Japa {
    /// Tests that passed by their marks since the last numbers: without them these are no proof.
    ticks: u64,
    /// A test of the list was seen since then.
    listed: bool,
}

impl Runner for Japa {
    const SPEC: Spec = Spec {
        name: "japa",
        reads: "Japa of AdonisJS: its errors and its numbers",
        starts: &["ERRORS", "PASSED", "FAILED", "\u{2500}\u{2500}\u{2500}\u{2500}", "\u{2714}", "\u{2716}"],
        every_line: EveryLine::InZone,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let text = text.trim_start();
        let result = match text {
            "PASSED" => Some(Outcome::Passed),
            "FAILED" => Some(FAILED),
            _ if text.trim_matches(['\u{2500}', ' ']) == "ERRORS" => {
                *zone = Zone::Errors(0);
                return Seen::Inside(Class::Noise);
            }
            _ => None,
        };
        if let Some(result) = result {
            run.close();
            let errors = if let Zone::Errors(errors) = *zone { errors } else { 0 };
            *zone = Zone::Result(result, errors, 0);
            return Seen::Inside(Class::Noise);
        }
        match *zone {
            Zone::Outside | Zone::Tests(_) => self.test(zone, text),
            Zone::Errors(errors) => self.error(errors, zone, text, run),
            Zone::Result(result, errors, lines) => {
                let totals = numbers(text).filter(|totals| {
                    (result == Outcome::Passed) == (totals.failed.unwrap_or(0).max(errors) == 0)
                });
                if let Some(totals) = totals {
                    if Some(self.ticks) == totals.passed && !run.is_running() {
                        run.begin(None);
                    }
                    run.open();
                    return run.totals(Totals { failed: totals.failed.max(Some(errors)), ..totals });
                }
                let waits = text.is_empty() && lines < BETWEEN;
                *zone =
                    if waits { Zone::Result(result, errors, lines.saturating_add(1)) } else { Zone::Outside };
                Seen::No
            }
        }
    }
}

impl Japa {
    /// A line among the tests. Only a skipped test and its reason are nobody else's, after a test of this list.
    fn test(&mut self, zone: &mut Zone, text: &str) -> Seen {
        let row = |mark: char| {
            let rest = text.strip_prefix(mark);
            rest.is_some_and(|rest| rest.starts_with(' ') && rest.ends_with("s)"))
        };
        let points = text.chars().filter(|each| *each == TICK).count();
        let passed = match () {
            () if row(TICK) => 1,
            () if text.chars().all(|each| MARKS.contains(&each)) => u64::try_from(points).unwrap_or(u64::MAX),
            () => 0,
        };
        self.ticks.up(passed);
        if passed > 0 || row(CROSS) {
            *zone = Zone::Tests(0);
            self.listed = true;
            return Seen::No;
        }
        let Zone::Tests(lines) = *zone else { return Seen::No };
        let skipped = row(BULLET);
        let apart = if skipped { 0 } else { lines.saturating_add(1) };
        *zone = if apart > APART { Zone::Outside } else { Zone::Tests(apart) };
        if skipped { Seen::Mine(Class::Skipped) } else { Seen::No }
    }

    /// A line of the list of errors.
    fn error(&mut self, errors: u64, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if run.is_open() {
            if text.is_empty() {
                return Seen::Mine(Class::Noise);
            }
            if END.fits(text.trim_matches('\u{2500}')) {
                run.close();
                return Seen::Mine(Class::Noise);
            }
            if let Some(message) = text.strip_prefix("\u{2139} ") {
                return run.why(message);
            }
            let Some(frame) = text.strip_prefix("\u{2043} ") else { return run.text(Part::Why) };
            if let Some(place) = own(frame) {
                run.at(place);
            }
            return run.text(Part::Where);
        }
        // On Windows this mark replaces the other; npm prints it, too.
        let windows = text.strip_prefix("> ").filter(|_| self.listed);
        if let Some(title) = text.strip_prefix("\u{276f} ").or(windows) {
            *zone = Zone::Errors(errors.saturating_add(1));
            run.open();
            return run.fail(TestId::bare(title));
        }
        if !text.is_empty() {
            *zone = Zone::Outside;
        }
        Seen::No
    }
}

/// The place of a frame, `Object.executor (tests/quay.spec.js:2:57)`, unless it lies in a package or in Node.
fn own(frame: &str) -> Option<crate::event::Place<'_>> {
    let inside = frame.rsplit_once('(').and_then(|(_, place)| place.strip_suffix(')')).unwrap_or(frame);
    let (place, _) = scan::place(inside.strip_prefix("file://").unwrap_or(inside))?;
    (!place.file.starts_with("node:") && !place.file.contains("node_modules")).then_some(place)
}

fn numbers(text: &str) -> Option<Totals> {
    let read = TESTS.read(text)?;
    let totals = each_or_zero(&NUMBERS, ", ", read.message)?;
    let all = [totals.passed, totals.failed, totals.skipped, totals.other];
    let sum = all.into_iter().flatten().fold(0, u64::saturating_add);
    (read.total == Some(sum)).then_some(totals)
}
