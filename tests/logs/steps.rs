//! Steps of a CI: what goes wrong in one that ends well is a warning, when the CI marks the one that failed.

use crate::support::answer;

const STAMP: &str = "2026-01-02T03:04:05.0000000Z ";

fn log(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{STAMP}{line}\n")).collect()
}

fn text(lines: &[&str]) -> String {
    answer(&["--no-store"], log(lines)).text
}

const WELL: [&str; 4] = [
    "##[group]Run ./prepare.sh",
    "##[endgroup]",
    "quay.c:3:5: error: unknown type name 'tide'",
    "make: *** [Makefile:2: probe] Error 1",
];
const FAILS: [&str; 5] = [
    "##[group]Run make",
    "##[endgroup]",
    "ship.c:9:1: error: expected ';' before 'rope'",
    "make: *** [Makefile:9: all] Error 1",
    "##[error]Process completed with exit code 2.",
];

#[test]
fn an_error_of_a_step_that_ended_well_is_a_warning_of_it() {
    let answer = text(&[&WELL[..], &FAILS[..]].concat());
    assert!(answer.contains("weir: FAILED 1 error, 1 warning"), "{answer}");
    assert!(
        answer.contains("expected ';' before 'rope'") && !answer.contains("unknown type name"),
        "{answer}"
    );
}

#[test]
fn an_error_of_a_step_stays_one_where_no_step_is_marked() {
    let end = ["##[group]Run ./after.sh", "##[endgroup]", "done"];
    let answer = text(&[&WELL[..], &end[..]].concat());
    assert!(answer.contains("weir: FAILED 1 error"), "{answer}");
}

#[test]
fn a_step_with_a_line_that_the_ci_marked_did_not_end_well() {
    let marked =
        ["##[group]Run ./lint.sh", "##[endgroup]", "##[error]quay.c:3:5: error: unknown type name 'tide'"];
    let answer = text(&[&marked[..], &FAILS[..]].concat());
    assert!(answer.contains("weir: FAILED 2 errors"), "{answer}");
}

#[test]
fn a_test_that_failed_in_a_step_that_ended_well_stays_a_failure() {
    let tests = [
        "##[group]Run go test ./... || true",
        "##[endgroup]",
        "--- FAIL: TestMoor (0.00s)",
        "    quay_test.go:3: no rope",
        "FAIL",
        "FAIL\texample.com/quay\t0.003s",
    ];
    let answer = text(&[&tests[..], &FAILS[..]].concat());
    assert!(answer.contains("TestMoor") && answer.contains("weir: FAILED 2 failed"), "{answer}");
}
