//! pg_regress of PostgreSQL before version 16, and its testers of isolation: a line for each test, and a box with the numbers.
//!
//! ```text
//! ============== running regression test queries        ==============
//! test opens                        ... ok          118 ms
//! parallel group (2 tests):  quay ferry
//!      quay                         ... ok           20 ms
//!      ferry                        ... FAILED       22 ms
//!
//! ======================
//!  1 of 3 tests failed.
//! ======================
//! ```
//!
//! Since version 16 it prints TAP. Source of the format: PostgreSQL's `src/test/regress/pg_regress.c`.

use crate::event::{Class, Seen, TestId, Totals};
use crate::recognize::kit::{Fields, Run, Runner, Shape, Spec, begins, first, scan, shape};

/// pg_regress.
#[derive(Debug, Default)]
pub struct PgRegress;

/// How a run begins.
const HEAD: &str = "============== running regression test queries ";

/// The numbers of the box. Those that are ignored are among the failed ones.
const NUMBERS: [Shape; 4] = [
    shape(" All {passed} test{s} passed."),
    shape(" {number} of {all} tests passed, {other} failed test(s) ignored."),
    shape(" {failed} of {all} tests failed."),
    shape(" {failed} of {all} tests failed, {other} of these failures ignored."),
];

impl Runner for PgRegress {
    const SPEC: Spec = Spec {
        name: "pg regress",
        reads: "pg_regress before PostgreSQL 16 (its TAP is read as tap)",
        starts: &[HEAD],
        begins: &[HEAD],
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if !run.is_running() {
            return Seen::No;
        }
        if let Some((name, result)) = status(text) {
            let id = TestId::bare(name);
            return if result.starts_with("FAILED") {
                // `(test process exited with exit code 2)`
                let reason = result.strip_prefix("FAILED (").and_then(|rest| rest.split_once(')'));
                run.fail_at_once(id, None, reason.map_or("", |(reason, _)| reason))
            } else if result.starts_with("ok") {
                run.pass(id)
            } else {
                run.other(id)
            };
        }
        if let Some(totals) = numbers(text) {
            return run.totals(totals);
        }
        let noise = begins(text, &["parallel group (", "============== "]) || scan::is_ruler(text, '=', 10);
        if noise { Seen::Mine(Class::Noise) } else { Seen::No }
    }
}

/// Reads `test opens      ... ok    118 ms`, and the same with five blanks for the tests of a group.
fn status(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("test ").or_else(|| text.strip_prefix("     "))?;
    let (name, result) = rest.split_once(" ... ")?;
    let name = name.trim_end();
    let timed = |rest: &str| match rest.trim_start().split_once(' ') {
        Some((number, "ms")) => number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'),
        _ => rest.is_empty(),
    };
    let known = ["ok", "FAILED", "failed (ignored)"].iter().any(|word| {
        let Some(rest) = result.strip_prefix(word) else { return false };
        let after = rest.strip_prefix(" (").and_then(|rest| rest.split_once(')'));
        timed(after.map_or(rest, |(_, rest)| rest))
    });
    (known && !name.is_empty() && !name.contains(' ')).then_some((name, result))
}

fn numbers(text: &str) -> Option<Totals> {
    let read = first(&NUMBERS, text.trim_end())?;
    let other = read.all.map(|_| read.other.unwrap_or(0));
    let failed = read.failed.unwrap_or(0).checked_sub(read.failed.and(read.other).unwrap_or(0))?;
    Fields { failed: Some(failed), other, ..read }.totals()
}
