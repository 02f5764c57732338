//! Logs as continuous integration services write them.

use std::fs;

use crate::support::answer::{self, Answer};

const SERVICES: [&str; 7] = ["github", "azure", "gitlab", "travis", "jenkins", "buildkite", "circle"];
const TOOLS: [&str; 3] = ["compose", "pnpm", "turbo"];

fn log(path: &str) -> Vec<u8> {
    fs::read(format!("{}/testdata/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn minimal(path: &str) -> Answer {
    answer::answer(&["-m", "minimal"], log(path))
}

/// The numbers of failed, passed and skipped tests.
fn counts(path: &str) -> [u64; 3] {
    let (json, _) = answer::json(&[], log(path));
    ["failed", "passed", "skipped"].map(|key| json["counts"][key].as_u64().unwrap())
}

#[test]
fn a_run_that_passed_passes_under_every_service() {
    let plain = counts("pytest/all-pass.txt");
    for service in SERVICES {
        for (name, plain) in [("all-pass", plain), ("hostile", counts("pytest/hostile-passes.txt"))] {
            let path = format!("ci/{name}-{service}.txt");
            let answer = minimal(&path);
            assert_eq!(answer.code, 0, "{path}\n{}", answer.text);
            assert!(answer.text.contains("weir: PASSED"), "{path}\n{}", answer.text);
            assert_eq!(counts(&path), plain, "{path}");
        }
    }
}

#[test]
fn failures_are_counted_once_and_the_services_verdict_follows_from_them() {
    let plain = counts("pytest/all-kinds.txt");
    for service in SERVICES {
        let path = format!("ci/few-failures-{service}.txt");
        assert_eq!(minimal(&path).code, 1);
        assert_eq!(counts(&path), plain, "{path}");
    }
}

#[test]
fn an_error_that_a_service_marked_after_a_run_that_passed_is_a_failure() {
    let run = "============================= test session starts ==============================\n\
               collected 1 item\n\ntests/test_a.py .                        [100%]\n\n\
               ============================== 1 passed in 0.03s ===============================\n";
    let stamp = "2026-01-02T03:04:05.6789012Z ";
    for (after, passes) in [
        ("##[error]No berth is free for the cache", false),
        ("##[warning]No berth is free for the cache", true),
        ("##[group]Upload the cache", true),
        ("##[error]", true),
    ] {
        for stamp in ["", stamp] {
            let lines: String = run.lines().chain([after]).map(|line| format!("{stamp}{line}\n")).collect();
            let answer = answer::answer(&[], lines);
            assert_eq!(answer.text.contains("weir: PASSED"), passes, "{}", answer.text);
            assert_eq!(answer.code, i32::from(!passes), "{}", answer.text);
        }
    }
}

/// A log as `gh run view --log` prints it: job, step, stamp, text.
fn steps(lines: &[(&str, &str, &str)]) -> String {
    lines
        .iter()
        .map(|(job, step, text)| format!("{job}\t{step}\t2026-01-02T03:04:05.6789012Z {text}\n"))
        .collect()
}

/// The ids of the failures.
fn failed(log: String) -> Vec<String> {
    let (json, _) = answer::json(&[], log);
    let failures = json["failures"].as_array().unwrap();
    failures.iter().map(|each| each["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_failed_in_one_job_explains_nothing_in_another() {
    let jobs = [
        ("unit", "Lint", "src/quay.ts(3,5): error TS2304: Cannot find name 'rope'."),
        ("unit", "Lint", "##[error]Process completed with exit code 2."),
        ("docs", "Publish", "copying pages"),
        ("docs", "Publish", "no berth for the pages"),
        ("docs", "Publish", "##[error]Process completed with exit code 1."),
        ("docs", "Post Publish", "##[warning]The process '/usr/bin/git' failed with exit code 128"),
    ];
    let failures = failed(steps(&jobs));
    assert_eq!(failures.len(), 2, "{failures:?}");
    assert_eq!(failures[0], "src/quay.ts(3,5)");
    assert_eq!(failures[1], "docs / Publish: Process completed with exit code 1.");
    let (json, _) = answer::json(&[], steps(&jobs[2..]));
    assert_eq!(json["failures"][0]["message"], "no berth for the pages");
}

#[test]
fn each_error_that_a_step_marks_is_a_failure_and_its_exit_code_is_none_beside_them() {
    let failures = failed(steps(&[
        ("quay", "Moor", "##[error]No rope is left"),
        ("quay", "Moor", "##[error]No winch is left"),
        ("quay", "Moor", "##[error]Process completed with exit code 1."),
        (
            "quay",
            "Lift",
            "##[error]The job running on runner Hosted Agent has exceeded the maximum execution time of 5 minutes.",
        ),
    ]));
    assert_eq!(failures.len(), 3, "{failures:?}");
    assert!(
        failures[0].ends_with("No rope is left") && failures[1].ends_with("No winch is left"),
        "{failures:?}"
    );
    assert!(failures[2].starts_with("quay / Lift: The job running on runner"), "{failures:?}");
}

#[test]
fn a_signal_is_reported_in_words() {
    let (json, _) =
        answer::json(&[], steps(&[("quay", "Moor", "##[error]Process completed with exit code 137.")]));
    assert!(json["failures"][0]["message"].as_str().unwrap().contains("memory"), "{json}");
}

#[test]
fn what_only_the_service_knows_to_have_failed_is_never_passed() {
    for service in SERVICES {
        for name in ["crash", "hostile-forged"] {
            let path = format!("ci/{name}-{service}.txt");
            let answer = minimal(&path);
            assert_eq!(answer.code, 1, "{path}\n{}", answer.text);
            assert!(answer.text.contains("weir: FAILED"), "{path}\n{}", answer.text);
            // What was before the end is shown: nobody knows a better reason.
            let last = if name == "crash" { "test " } else { "all 12 checks passed" };
            assert!(answer.text.contains(last), "{path}\n{}", answer.text);
        }
    }
}

#[test]
fn interleaved_runs_are_both_read() {
    let sum = |one: &str, other: &str| {
        let (one, other) = (counts(one), counts(other));
        [0, 1, 2].map(|at: usize| one[at].saturating_add(other[at]))
    };
    for tool in TOOLS {
        for (name, expected, code) in [
            ("all-pass", sum("pytest/all-pass.txt", "cargo-test/all-pass.log"), 0),
            ("hostile", sum("pytest/hostile-passes.txt", "cargo-test/all-pass.log"), 0),
            ("few-failures", sum("pytest/all-kinds.txt", "cargo-test/few-failures.log"), 1),
        ] {
            let path = format!("ci/{name}-{tool}.txt");
            assert_eq!(counts(&path), expected, "{path}");
            assert_eq!(minimal(&path).code, code, "{path}\n{}", minimal(&path).text);
        }
        let path = format!("ci/crash-{tool}.txt");
        assert_ne!(minimal(&path).code, 0, "{path}\n{}", minimal(&path).text);
    }
}

#[test]
fn an_unknown_tool_that_closes_with_passes_is_believed_against_bare_words_only() {
    let log =
        |sign: &str, end: &str| format!("{}{sign}\n{}{end}\n", "step\n".repeat(30), "step\n".repeat(30));
    for (sign, end, code) in [
        ("ERROR simulated outage", "  171 passed (2s)", 0),
        ("ERROR simulated outage", "All 12 checks passed", 0),
        ("ERROR simulated outage", "done", 3),
        ("ERROR simulated outage", "12 passed, 1 broken", 3),
        ("Uncaught exception in a.js", "171 tests passed", 3),
        ("src/a.x:3:4: error: no such name", "171 passed", 3),
        ("2 suites failed", "171 passed", 3),
        ("ok", "171 passed\nERROR at exit", 3),
    ] {
        let answer = answer::answer(&["-m", "minimal"], log(sign, end));
        assert_eq!(answer.code, code, "{sign} {end}\n{}", answer.text);
        assert!(!answer.text.contains("PASSED"), "{}", answer.text);
    }
}

#[test]
fn service_messages_beside_a_report_tell_nothing_twice() {
    assert_eq!(counts("pytest/teamcity.txt"), [11, 8, 1]);
    assert_eq!(counts("pytest/teamcity-collection.txt"), counts("pytest/collection.txt"));
    for path in ["pytest/teamcity.txt", "pytest/teamcity-collection.txt"] {
        let answer = minimal(path);
        assert_eq!(answer.code, 1);
        assert!(!answer.text.contains("##teamcity["), "{}", answer.text);
        assert!(!answer.text.contains("located"), "{}", answer.text);
    }
}

#[test]
fn streamed_logs_of_targets_that_passed_fail_nothing_under_time_stamps() {
    let plain = String::from_utf8(log("bazel/all-pass-streamed.txt")).unwrap();
    let (expected, _) = answer::json(&[], plain.clone());
    for stamp in ["2026-01-02T03:04:05.6789012Z ", "Jan 02 03:04:05 ", "2026-01-02 03:04:05 "] {
        let stamped: String = plain.lines().map(|line| format!("{stamp}{line}\n")).collect();
        let (json, _) = answer::json(&[], stamped);
        assert_eq!(
            (&json["verdict"], &json["counts"]),
            (&expected["verdict"], &expected["counts"]),
            "{stamp}"
        );
    }
}
