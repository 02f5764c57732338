//! Intern: a line for each test, numbers for each suite and for all.
//!
//! `✓ node - quay - moors (0.001s)`, `× node - quay - sinks (0.002s)` with the error set in below, `1 passed, 1 failed in suite quay`,
//! `TOTAL: tested 1 platforms, 1 passed, 1 failed, 0 skipped`. Source: Intern's `reporters/Runner.ts`.

use crate::event::{Class, Part, Seen, TestId};
use crate::recognize::kit::{Run, Runner, Shape, Spec, first, shape};

/// The numbers at the end, with those of errors where there are any.
const TOTALS: [Shape; 2] = [
    shape("TOTAL: tested {number} platform{s}, {passed} passed, {failed} failed{any}"),
    shape("TOTAL: tested {number} platform{s}, {passed} passed, {failed} failed, {skipped} skipped{any}"),
];
/// Where a test ran, its suites and its name are between these.
const SEPARATOR: &str = " - ";

/// Intern.
#[derive(Debug, Default)]
pub struct Intern;

impl Runner for Intern {
    const SPEC: Spec = Spec {
        name: "intern",
        reads: "Intern, its runner's console",
        starts: &["\u{2713} ", "\u{d7} ", "TOTAL: tested "],
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(totals) = first(&TOTALS, text).and_then(|fields| fields.totals()) {
            run.open();
            return run.totals(totals);
        }
        if let Some(name) = text.strip_prefix("\u{2713} ").and_then(test) {
            run.open();
            return run.pass(TestId::split_last(name, SEPARATOR));
        }
        if let Some(name) = text.strip_prefix("\u{d7} ").and_then(test) {
            run.open();
            return run.fail(TestId::split_last(name, SEPARATOR));
        }
        if !run.is_open() {
            return Seen::No;
        }
        if !text.starts_with("    ") {
            run.close();
            return Seen::No;
        }
        if text.trim_start().starts_with("at ") {
            return run.below(Part::Where);
        }
        if text.trim().is_empty() { Seen::Mine(Class::Noise) } else { run.why_below(text) }
    }
}

/// The name of a test: where it ran, a suite and a title at least, and its time after it.
fn test(text: &str) -> Option<&str> {
    let (name, time) = text.strip_suffix("s)")?.rsplit_once(" (")?;
    let timed = time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    (timed && name.matches(SEPARATOR).count() >= 2).then_some(name)
}
