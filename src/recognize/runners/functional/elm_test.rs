//! elm-test: failures with the path of their descriptions above them, the word for the run, and numbers.
//!
//! ```text
//! elm-test 0.19.1-revision12
//! --------------------------
//!
//! Running 3 tests. To reproduce these results, run: elm-test --fuzz 100 --seed 283749283
//!
//! ↓ HarbourTest
//! ↓ quay
//! ✗ moors a ferry
//!
//!     3
//!     ╷
//!     │ Expect.equal
//!     ╵
//!     4
//!
//! TEST RUN FAILED
//!
//! Duration: 142 ms
//! Passed:   2
//! Failed:   1
//! ```
//!
//! elm-test-rs prints the same. Source of the format: `Test/Reporter/Console.elm` of node-test-runner.

use crate::event::{Class, FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::kit::bounds::LEVELS;
use crate::recognize::kit::clip::indent;
use crate::recognize::kit::{Remembered, Run, Runner, Shape, Spec, first, shape};

/// elm-test.
#[derive(Debug, Default)]
pub struct ElmTest {
    path: Remembered<LEVELS>,
}

/// What was read last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Tests,
    /// The word for the run: its numbers follow.
    Word,
    /// The same where tests were left out, or are to be written: it fails.
    Incomplete,
}

const HEADER: Shape = shape("Running {total} test{s}. To reproduce these results, run: elm-test{any}");
const NUMBERS: [Shape; 4] = [
    shape("Passed:{blanks}{passed}"),
    shape("Failed:{blanks}{failed}"),
    shape("Skipped:{blanks}{skipped}"),
    shape("Todo:{blanks}{other}"),
];

impl Runner for ElmTest {
    const SPEC: Spec = Spec {
        name: "elm-test",
        reads: "elm-test and elm-test-rs",
        starts: &["Running ", "TEST RUN "],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(header) = HEADER.read(text) {
            *zone = self.ended();
            return run.begin(header.total);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some(words) = text.strip_prefix("TEST RUN ") {
            return word(zone, words, run);
        }
        if *zone != Zone::Tests {
            return number(*zone, text, run);
        }
        if let Some(name) = text.strip_prefix("✗ ") {
            return run.fail(TestId::of(&self.path.join(" > "), " > ", name));
        }
        if run.is_open() && (text.is_empty() || indent(text) >= 4 || text.starts_with("Given ")) {
            return why(text.trim(), run);
        }
        if let Some(level) = text.strip_prefix("↓ ") {
            if run.is_open() {
                run.close();
                self.path.clear();
            }
            self.path.push(level);
            return Seen::Mine(Class::Detail);
        }
        run.close();
        if !text.starts_with("✓ ") {
            return Seen::No;
        }
        // A test that passed is printed with the distribution of what it was given.
        self.path.clear();
        Seen::Mine(Class::Passed)
    }
}

/// A line of a failure: the comparison is the message, or the first line where none is named.
fn why(content: &str, run: &mut Run<'_>) -> Seen {
    if content.is_empty() {
        return Seen::Inside(Class::Detail);
    }
    if let Some(check) = content.strip_prefix("│ ") {
        run.message(check);
    } else if run.otherwise().is_empty() && !content.starts_with("Given ") {
        run.message_otherwise(content);
    }
    run.below(Part::Why)
}

fn word(zone: &mut Zone, words: &str, run: &mut Run<'_>) -> Seen {
    *zone = match words {
        "PASSED" | "FAILED" => Zone::Word,
        _ if words.starts_with("INCOMPLETE because ") => Zone::Incomplete,
        _ => return Seen::No,
    };
    run.close();
    if *zone == Zone::Incomplete {
        run.fail_whole_at_once(words, FailureKind::Suite, "");
    }
    Seen::Mine(Class::Totals)
}

/// `Passed:   2`
fn number(zone: Zone, text: &str, run: &mut Run<'_>) -> Seen {
    let Some(number) = first(&NUMBERS, text) else {
        let known = text.is_empty() || text.starts_with("Duration:");
        return if known { Seen::Mine(Class::Noise) } else { Seen::No };
    };
    let seen = run.collect(&number);
    if number.failed.is_none() {
        return seen;
    }
    let errors = (zone == Zone::Incomplete).then_some(1);
    run.last_totals(Totals { errors, ..run.collected().totals().unwrap_or_default() })
}
