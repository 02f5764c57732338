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

/// What `gh run view --log` prints of a step in each of these jobs.
fn in_jobs(jobs: &[&str], lines: &[&str]) -> String {
    let one = |job: &&str| -> String {
        lines.iter().map(|line| format!("{job}\tRun make\t{STAMP}{line}\n")).collect()
    };
    jobs.iter().map(one).collect()
}

#[test]
fn a_test_that_fails_in_several_jobs_is_shown_once_with_their_names() {
    let jobs = ["unit (3.11)", "unit (3.12)", "unit (3.13)"];
    let lines = [
        "##[group]Run pytest",
        "##[endgroup]",
        "============================= test session starts ==============================",
        "collected 1 item",
        "",
        "test_quay.py F                                                           [100%]",
        "",
        "=================================== FAILURES ===================================",
        "__________________________________ test_moors __________________________________",
        "",
        "    def test_moors():",
        ">       assert ropes() == 3",
        "E       assert 2 == 3",
        "",
        "test_quay.py:9: AssertionError",
        "=========================== short test summary info ============================",
        "FAILED test_quay.py::test_moors - assert 2 == 3",
        "============================== 1 failed in 0.05s ===============================",
        "##[error]Process completed with exit code 1.",
    ];
    for mode in ["minimal", "standard"] {
        let answer = answer(&["--no-store", "-m", mode], in_jobs(&jobs, &lines)).text;
        assert_eq!(answer.matches("assert ropes() == 3").count(), 1, "{answer}");
        let others = "weir: 3 failures with this cause in 3 jobs (unit (3.11), unit (3.12), unit (3.13))\n";
        assert!(answer.contains(others) && answer.contains("weir: FAILED 3 failed"), "{answer}");
    }
    let apart =
        answer(&["--no-store"], in_jobs(&jobs[..1], &lines) + &in_jobs(&jobs[1..2], &lines[2..7])).text;
    assert!(!apart.contains("with this cause"), "{apart}");
}

#[test]
fn an_error_of_a_compiler_in_several_jobs_is_one_of_each_and_explains_its_step() {
    let lines = [
        "##[group]Run cargo build",
        "##[endgroup]",
        "error[E0308]: mismatched types",
        " --> src/lib.rs:3:5",
        "  |",
        "2 | fn ropes() -> u8 {",
        "  |               -- expected `u8` because of return type",
        "3 |     \"two\"",
        "  |     ^^^^^ expected `u8`, found `&str`",
        "",
        "error: could not compile `quay` (lib) due to 1 previous error",
        "##[error]Process completed with exit code 101.",
    ];
    let answer = answer(&["--no-store"], in_jobs(&["linux", "macos"], &lines)).text;
    assert!(answer.contains("3 |     \"two\"\n"), "{answer}");
    assert!(answer.contains("weir: 2 failures with this cause in 2 jobs (linux, macos)\n"), "{answer}");
    assert!(
        answer.contains("weir: FAILED 2 errors (rustc)") && !answer.contains("Process completed"),
        "{answer}"
    );
}

#[test]
fn two_messages_at_one_place_are_two_findings() {
    let lines = [
        "a.md:2 error MD022/blanks-around-headings Headings should be surrounded by blank lines",
        "a.md:2 error MD024/no-duplicate-heading Multiple headings with the same content",
    ];
    let answer = answer(&["--no-store"], lines.join("\n") + "\n").text;
    assert!(lines.iter().all(|line| answer.contains(line)), "{answer}");
}

#[test]
fn names_of_jobs_pass_no_limit_of_a_line() {
    let lines = [
        "##[group]Run make",
        "##[endgroup]",
        "ship.c:9:1: error: expected ';' before 'rope'",
        "##[error]Process completed with exit code 2.",
    ];
    let long: Vec<String> =
        (0..12).map(|job| format!("unit (ubuntu-24.04, \u{e9}{}, {job})", "x".repeat(job * 9))).collect();
    let jobs: Vec<&str> = long.iter().map(String::as_str).collect();
    for most in [60, 80, 120, 200] {
        let answer =
            answer(&["--no-store", "--max-line-chars", &most.to_string()], in_jobs(&jobs, &lines)).text;
        assert!(answer.lines().all(|line| line.chars().count() <= most), "{answer}");
        assert!(answer.contains("weir: 12 failures with this cause in 12 jobs"), "{answer}");
        assert!(most < 120 || answer.contains("more)"), "{answer}");
    }
}
