//! Avocado: a line when a test begins and one when it ends, then its numbers.
//!
//! ```text
//! JOB ID     : 49fa1060315cf129537b706edfbd5c9228d3280c
//!  (1/2) quay.py:Quay.test_moor: STARTED
//!  (1/2) quay.py:Quay.test_moor:  PASS (0.02 s)
//!  (2/2) quay.py:Quay.test_sink:  FAIL: one boat sank (0.04 s)
//! RESULTS    : PASS 1 | ERROR 0 | FAIL 1 | SKIP 0 | WARN 0 | INTERRUPT 0 | CANCEL 0
//! ```
//!
//! A test that ends with `WARN` passed, one that was interrupted failed. What failed is named once more below `Test summary:`.
//! Source of the format: logs that Avocado 113 printed, and its `plugins/human.py`.

use crate::event::{Class, FailureKind, Seen, TestId, Totals};
use crate::recognize::kit::durations::in_parentheses;
use crate::recognize::kit::{Run, Runner, Shape, Spec, begins, each_or_zero, scan, shape};

/// What begins the line of a job, and with it a run.
const JOB: &str = "JOB ID     : ";
/// What begins the numbers.
const RESULTS: &str = "RESULTS    : ";
/// What begins the list below them.
const SUMMARY: &str = "Test summary:";
/// What begins the reasons for which a job could not run.
const TROUBLE: [&str; 3] =
    ["No tests found for given test references: ", "Avocado job failed: ", "Avocado crashed"];

/// `PASS 2 | ERROR 1 | FAIL 2 | SKIP 0 | WARN 1 | INTERRUPT 1 | CANCEL 1`
const NUMBERS: [Shape; 7] = [
    shape("PASS {passed}"),
    shape("WARN {passed}"),
    shape("FAIL {failed}"),
    shape("INTERRUPT {failed}"),
    shape("ERROR {errors}"),
    shape("SKIP {skipped}"),
    shape("CANCEL {skipped}"),
];

/// Avocado.
#[derive(Debug, Default)]
pub struct Avocado;

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Tests,
    /// After the numbers: what failed is named once more.
    Summary,
}

impl Runner for Avocado {
    const SPEC: Spec = Spec {
        name: "avocado",
        reads: "Avocado, as it prints for people (its TAP is read as tap)",
        starts: &[
            JOB, RESULTS, TROUBLE[0], TROUBLE[1], TROUBLE[2], "(0", "(1", "(2", "(3", "(4", "(5", "(6", "(7",
            "(8", "(9",
        ],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let text = text.trim_start();
        if text.starts_with(JOB) {
            *zone = Zone::Tests;
            return run.begin(None);
        }
        if begins(text, &TROUBLE) {
            return run.fail_whole_at_once(text, FailureKind::Build, "");
        }
        if let Some(totals) = text.strip_prefix(RESULTS).and_then(numbers) {
            run.open();
            return run.totals(totals);
        }
        if let Some((name, status)) = test(text) {
            *zone = Zone::Tests;
            run.open();
            let id = TestId::bare(name);
            return match status {
                Status::Started => run.start(id),
                Status::Passed => run.pass(id),
                Status::Skipped => run.skip(id),
                Status::Failed(reason) => run.fail_at_once(id, None, reason),
            };
        }
        if *zone == Zone::Summary {
            return listed(text, zone);
        }
        let known = run.is_running() && begins(text, &["JOB LOG    : ", "JOB HTML   : ", "TESTS      : "]);
        if known { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    fn ended(&mut self) -> Zone {
        Zone::Summary
    }
}

/// `2-quay.py:Quay.test_sink: FAIL` names what was reported; the first is on the line of the heading.
fn listed(text: &str, zone: &mut Zone) -> Seen {
    if text.is_empty() || text.starts_with("JOB ") {
        return Seen::Mine(Class::Noise);
    }
    let row = text.strip_prefix(SUMMARY).unwrap_or(text);
    let named = scan::number(row).is_some_and(|(_, rest)| rest.starts_with('-'))
        && row.rsplit_once(": ").is_some_and(|(_, status)| STATUSES.contains(&status));
    if named || row.is_empty() {
        return Seen::Mine(Class::Totals);
    }
    *zone = Zone::Tests;
    Seen::No
}

/// The words with which a failed test ends.
const STATUSES: [&str; 3] = ["FAIL", "ERROR", "INTERRUPTED"];

/// What a line says of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status<'a> {
    Started,
    Passed,
    Skipped,
    /// With the reason, or its word when none is printed.
    Failed(&'a str),
}

/// Reads `(2/2) quay.py:Quay.test_sink:  FAIL: one boat sank (0.04 s)`.
fn test(text: &str) -> Option<(&str, Status<'_>)> {
    const TEST: Shape = shape("({number}/{number}) {message}");
    let rest = TEST.read(text)?.message;
    if let Some(name) = rest.strip_suffix(": STARTED") {
        return Some((name, Status::Started));
    }
    let (name, status) = rest.split_once(":  ")?;
    let end = status.find(|each: char| !each.is_ascii_uppercase()).unwrap_or(status.len());
    let (word, rest) = status.split_at_checked(end)?;
    let status = match word {
        "PASS" | "WARN" => Status::Passed,
        "SKIP" | "CANCEL" => Status::Skipped,
        _ if STATUSES.contains(&word) => {
            let reason = rest.strip_prefix(": ").map(untimed).filter(|reason| !reason.is_empty());
            Status::Failed(reason.unwrap_or(word))
        }
        _ => return None,
    };
    Some((name, status))
}

/// Leaves out the time after a reason, ` (0.04 s)`.
fn untimed(reason: &str) -> &str {
    in_parentheses(reason, " s")
        .filter(|(_, time)| time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
        .map_or(reason, |(reason, _)| reason)
}

fn numbers(text: &str) -> Option<Totals> {
    each_or_zero(&NUMBERS, " | ", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_a_test_ended() {
        let started = Some(("a.py:A.b", Status::Started));
        assert_eq!(test("(1/8) a.py:A.b: STARTED"), started);
        assert_eq!(
            test("(1/8) a.py:A.b:  WARN: passed, but see the log (0.02 s)"),
            Some(("a.py:A.b", Status::Passed))
        );
        assert_eq!(test("(3/8) a.sh:  FAIL (0.01 s)"), Some(("a.sh", Status::Failed("FAIL"))));
        let reason = Status::Failed("no crane (old)");
        assert_eq!(test("(3/8) a.py:A.b:  ERROR: no crane (old) (0.01 s)"), Some(("a.py:A.b", reason)));
        for text in ["(1/8) a", "(a/8) a.py:  PASS", "(1/8) a.py:  BOAT", "1/8 a.py:  PASS"] {
            assert_eq!(test(text), None, "{text}");
        }
    }

    #[test]
    fn interrupted_tests_failed_and_warnings_pass() {
        let totals = numbers("PASS 2 | ERROR 1 | FAIL 2 | SKIP 0 | WARN 1 | INTERRUPT 1 | CANCEL 1").unwrap();
        assert_eq!((totals.passed, totals.failed), (Some(3), Some(3)));
        assert_eq!((totals.errors, totals.skipped), (Some(1), Some(1)));
        assert_eq!(numbers("PASS 2 | BOATS 1"), None);
    }
}
