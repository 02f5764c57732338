//! Rules of the shapes, each on the smallest line that shows it.

use super::bazel_lines::{self, Result};
use crate::event::{FailureKind, Totals};

#[test]
fn a_row_of_the_table_tells_a_target_and_its_result() {
    for (text, expected) in [
        ("//a:b    FAILED in 3.2s", Some(("//a:b", Result::Failed(FailureKind::Test)))),
        ("//a:b    FAILED in 1 out of 3 in 2.0s", Some(("//a:b", Result::Failed(FailureKind::Test)))),
        ("//a:b    (cached) PASSED in 0.1s", Some(("//a:b", Result::Passed))),
        ("@@r//a:b    FAILED TO BUILD", Some(("@@r//a:b", Result::Failed(FailureKind::Build)))),
        ("//a:b    NO STATUS", Some(("//a:b", Result::NotRun))),
        ("//a:b is a target", None),
        ("// a comment FAILED in 3", None),
    ] {
        assert_eq!(bazel_lines::table(text), expected, "{text}");
    }
}

#[test]
fn totals_are_a_sentence() {
    let text =
        "Executed 2 out of 4 tests: 2 tests pass, 1 fails to build, 1 fails locally and 1 was skipped.";
    let expected =
        Totals { passed: Some(2), failed: Some(2), skipped: Some(1), total: Some(4), ..Totals::default() };
    assert_eq!(bazel_lines::totals(text), Some(expected));
    assert_eq!(bazel_lines::totals("Executed 2 out of 4 steps"), None);
}
