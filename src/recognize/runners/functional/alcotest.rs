//! Alcotest for OCaml, full and compact: a line or a point for each test, boxes with what failed, and the numbers.
//!
//! ```text
//! Testing `Harbour'.
//! This run has ID `4M1WSC3B'.
//!
//!   [OK]          berths          0   counts.
//! > [FAIL]        berths          1   moors a ferry.
//! │ [FAIL]        berths          1   moors a ferry.      │
//! ASSERT berths
//! FAIL berths
//!    Expected: `3'
//! 1 failure! in 0.002s. 2 tests run.
//! ```
//!
//! Only the first failure is shown in a box, unless all were asked for. Source of the format: Alcotest's expected outputs in
//! `test/e2e` and its `pp.ml`.

use crate::event::{Class, Event, Outcome, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::{EqualNames, FAILED, Run, Runner, Spec, begins, of_word, passed_failed, scan};

/// The longest message that is put together from what was expected and what came.
const LONGEST_MESSAGE: usize = 400;

/// Alcotest.
#[derive(Debug, Default)]
pub struct Alcotest;

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Tests,
    /// `Testing ...` just came.
    Announced,
}

/// What became of a test, by its mark.
const OUTCOMES: [(&str, Outcome); 5] = [
    ("OK", Outcome::Passed),
    ("FAIL", FAILED),
    ("ERROR", FAILED),
    ("SKIP", Outcome::Skipped),
    ("TODO", Outcome::Skipped),
];

impl Runner for Alcotest {
    const SPEC: Spec = Spec {
        name: "alcotest",
        reads: "Alcotest programs for OCaml, full and compact, also under dune",
        starts: &["Testing `", "Testing "],
        numbered: &[" failure! in ", " failures! in ", " error! in ", " errors! in "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        let announced = std::mem::take(zone) == Zone::Announced;
        if content.starts_with("Testing ") && content.ends_with('.') {
            *zone = Zone::Announced;
        } else if announced && content.starts_with("This run has ID `") {
            run.forget();
            return run.open();
        }
        if !run.is_running() {
            // A log may begin at the numbers; those without a failure prove nothing alone.
            let failed = numbers(content).map(|(failed, _)| failed).filter(|failed| *failed > 0);
            return failed
                .map_or(Seen::No, |failed| run.totals(Totals { failed: Some(failed), ..Totals::default() }));
        }
        let boxed = content.strip_prefix('│').and_then(|row| test(row.trim_end_matches('│')));
        if let Some((FAILED, name)) = boxed {
            // The heading of a failure's text.
            run.listed(TestId::split_last(&name, " > "), "");
            return run.more(&name);
        }
        if let Some((outcome, name)) = test(content).filter(|_| !run.is_open()) {
            let id = TestId::split_last(&name, " > ");
            if outcome != FAILED {
                return run.report(id, outcome);
            }
            run.failed(id);
            return Seen::Mine(Class::Detail);
        }
        if let Some((failed, all)) = numbers(content) {
            return ended(failed, all, run);
        }
        if run.is_open() { body(content, run) } else { Seen::No }
    }
}

/// A line of a failure's text.
fn body(content: &str, run: &mut Run<'_>) -> Seen {
    if content.is_empty() || scan::is_ruler(content.trim_matches(['┌', '┐', '└', '┘']), '─', 20) {
        if content.starts_with('─') {
            run.close();
        }
        return Seen::Mine(Class::Noise);
    }
    if begins(content, &["Logs saved to `", "Raised at ", "Called from ", "Re-raised at "]) {
        return run.text(Part::Where);
    }
    if let Some(place) = content.strip_prefix("File \"").and_then(located) {
        run.emit(Event::At { place, better: true });
        return run.text(Part::Why);
    }
    if content.starts_with("ASSERT ") {
        return run.below(Part::Output);
    }
    let says =
        content.strip_prefix("FAIL ").or_else(|| content.strip_prefix("[failure] ")).unwrap_or(content);
    // What the test printed is before its failure.
    let first = begins(content, &["FAIL ", "[failure] ", "[exception] "]);
    let before = if first { "" } else { run.otherwise() };
    let message = match before {
        "" => says.to_owned(),
        _ if !begins(content, &["Expected: ", "Received: "]) => String::new(),
        _ if before.contains("Expected: ") => format!("{before}, {says}"),
        _ => format!("{before}: {says}"),
    };
    let fits = message.len() <= LONGEST_MESSAGE;
    if first || !message.is_empty() && fits {
        run.message_otherwise(if fits { &message } else { "" });
    }
    run.below(Part::Why)
}

/// The numbers: how many failed, and how many ran.
fn ended(failed: u64, all: u64, run: &mut Run<'_>) -> Seen {
    let counts = run.counts();
    let listed = counts.passed.saturating_add(counts.failed).saturating_add(counts.skipped);
    // What is skipped counts as run to some versions.
    let skipped = if listed == all { counts.skipped } else { 0 };
    let passed = all.saturating_sub(failed).saturating_sub(skipped);
    run.totals(Totals { skipped: Some(counts.skipped), ..passed_failed(passed, failed) })
}

/// Reads `> [FAIL]        berths          1   moors a ferry.`: what became of the test, and its name without the columns.
fn test(text: &str) -> Option<(Outcome, String)> {
    let text = text.trim();
    let (mark, rest) = text.strip_prefix("> ").unwrap_or(text).strip_prefix('[')?.split_once(']')?;
    let outcome = of_word(&OUTCOMES, mark)?;
    let (suite, test) = rest.strip_prefix("   ")?.trim().split_once("  ")?;
    let (number, words) = test.trim_start().split_once("   ")?;
    scan::whole_number(number)?;
    Some((outcome, format!("{suite} > {number} {}", words.trim().trim_end_matches('.'))))
}

/// Reads `lib/test.ml", line 20, characters 3-4:`.
fn located(text: &str) -> Option<Place<'_>> {
    let (file, rest) = text.split_once("\", line ")?;
    let (line, _) = scan::number(rest)?;
    Some(Place { file, line: Some(line) })
}

/// Reads `2 failures! in 0.002s. 4 tests run.` and `Test Successful in 0.001s. 2 tests run.`: failures, and tests that ran.
fn numbers(content: &str) -> Option<(u64, u64)> {
    let (reported, run) = content.split_once(" in ")?;
    let (time, run) = run.split_once("s. ")?;
    let (run, rest) = scan::number(run)?;
    if !matches!(rest, " tests run." | " test run.")
        || !time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        return None;
    }
    if reported == "Test Successful" {
        return Some((0, run));
    }
    let (failed, word) = scan::number(reported)?;
    (matches!(word, " failure!" | " failures!" | " error!" | " errors!") && failed <= run)
        .then_some((failed, run))
}
