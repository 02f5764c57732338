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

use crate::event::{Class, Outcome, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// pg_regress.
#[derive(Debug, Default)]
pub struct PgRegress {
    run: Run,
}

impl Recognizer for PgRegress {
    fn runner(&self) -> Runner {
        Runner("pg regress")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["============== running regression test queries"], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text.starts_with("============== running regression test queries ") {
            self.run.begin(None, sink);
            return Seen::Mine(Class::Noise);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        if let Some((name, result)) = status(text) {
            return self.result(name, result, sink);
        }
        if let Some(totals) = numbers(text) {
            self.run.declare(totals, sink);
            return Seen::Mine(Class::Totals);
        }
        let noise = text.starts_with("parallel group (") || text.starts_with("============== ");
        if noise || scan::is_ruler(text, '=', 10) { Seen::Mine(Class::Noise) } else { Seen::No }
    }
}

impl PgRegress {
    fn result(&mut self, name: &str, result: &str, sink: &mut dyn Sink) -> Seen {
        let id = TestId::bare(name);
        if result.starts_with("FAILED") {
            self.run.fail(id, sink);
            // `(test process exited with exit code 2)`
            let reason = result.strip_prefix("FAILED (").and_then(|rest| rest.split_once(')'));
            if let Some((reason, _)) = reason {
                self.run.message(reason, sink);
            }
            self.run.close(sink);
            return Seen::Mine(Class::Detail);
        }
        let (outcome, class) = if result.starts_with("ok") {
            (Outcome::Passed, Class::Passed)
        } else {
            (Outcome::Other, Class::Other)
        };
        self.run.finished(id, outcome, sink);
        Seen::Mine(class)
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
        let behind = rest.strip_prefix(" (").and_then(|rest| rest.split_once(')'));
        timed(behind.map_or(rest, |(_, rest)| rest))
    });
    (known && !name.is_empty() && !name.contains(' ')).then_some((name, result))
}

/// Reads ` All 3 tests passed.`, ` 1 of 4 tests failed.`, ` 2 of 4 tests failed, 1 of these failures ignored.` and
/// ` 3 of 4 tests passed, 1 failed test(s) ignored.`
fn numbers(text: &str) -> Option<Totals> {
    let said = text.strip_prefix(' ')?.trim_end();
    if let Some((all, rest)) = said.strip_prefix("All ").and_then(scan::number) {
        return matches!(rest, " tests passed." | " test passed.").then_some(passed_failed(all, 0));
    }
    let (first, rest) = scan::number(said)?;
    let (all, rest) = scan::number(rest.strip_prefix(" of ")?)?;
    let rest = rest.strip_prefix(" tests ")?;
    let ignored =
        rest.split_once(", ").and_then(|(_, more)| scan::number(more)).map_or(0, |(number, _)| number);
    let ends = rest.ends_with("ignored.") || rest == "failed.";
    let failed = match rest.split([',', '.']).next()? {
        "failed" => first.checked_sub(ignored)?,
        "passed" => 0,
        _ => return None,
    };
    let passed = all.checked_sub(failed)?.checked_sub(ignored)?;
    ends.then_some(Totals { other: Some(ignored), ..passed_failed(passed, failed) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut PgRegress::default(), text).join("\n")
    }

    const HEAD: &str = "============== running regression test queries        ==============\ntest opens                        ... ok          118 ms\n\
                        parallel group (2 tests):  quay ferry\n     quay                         ... ok           20 ms\n";

    #[test]
    fn a_line_tells_a_test_and_the_box_the_numbers() {
        let all = all(&format!(
            "{HEAD}     ferry                        ... FAILED (test process exited with exit code 2)       22 ms\n\n======================\n 1 of 3 tests failed. \n======================\n"
        ));
        assert!(
            all.contains("name: \"ferry\"")
                && all.contains("Message(\"test process exited with exit code 2\")"),
            "{all}"
        );
        assert!(all.contains("passed: Some(2), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_failure_that_is_ignored_fails_nothing() {
        let all = all(&format!(
            "{HEAD}     ferry                        ... failed (ignored)       22 ms\n 2 of 3 tests passed, 1 failed test(s) ignored. \n"
        ));
        assert!(all.contains("passed: Some(2), failed: Some(0)") && all.contains("other: Some(1)"), "{all}");
        assert!(
            numbers(" 2 of 4 tests failed, 1 of these failures ignored. ")
                .is_some_and(|totals| totals.failed == Some(1))
        );
    }

    #[test]
    fn a_run_that_is_cut_off_tells_no_numbers_and_numbers_alone_are_nobodys() {
        assert!(!all(HEAD).contains("Declared"));
        assert!(!all(" All 3 tests passed. \ntest a ... ok\n").contains("Started"));
    }
}
