//! The logs of each folder of `testdata` that has a file `expected`: what each of them says, that one which was cut never
//! passes when it failed, and that a run which passed takes nothing back.

use crate::support::here::judged;
use crate::support::sweep::side_by_side;
use crate::support::tellings::{self, folders, logs};
use weir::budget::Mode;

#[test]
fn every_log_tells_its_numbers_names_places_and_messages() {
    tellings::hold(&folders(), |log| judged(log, Mode::Standard));
}

/// Logs in which a run that passed is before the one that failed, or whose last line alone tells that it failed.
const PASSED_FIRST: [&str; 22] = [
    "bashunit/uncovered",
    "check/forged-end",
    "clojure-test/forged-first",
    "dejagnu/forged-numbers",
    "ginkgo/few-failures-2-suites",
    "ginkgo/few-failures-ginkgo-suites",
    "ginkgo/few-failures-go",
    "ginkgo/focused",
    "helm-test/few-failures",
    "helm-test/few-failures-2",
    "jasmine/focused",
    "julia-test/few-failures-script",
    "kubectl/few-failures-wait",
    "mkdocs/crash-behind",
    "mkdocs/forged-dies",
    "mkdocs/forged-fails",
    "nextest/no-tests",
    "rustc/run-panics",
    "trial/few-failures-until",
    "trial/forged-totals-text",
    "trial/unittest-behind",
    "unity/few-failures",
];

#[test]
fn a_failed_log_that_was_cut_at_any_line_never_passes() {
    let wrong = side_by_side(&folders(), |folder| {
        let mut wrong = String::new();
        for (name, log) in logs(folder) {
            if judged(&log, Mode::Minimal)["verdict"] != "failed" {
                continue;
            }
            let log_name = format!("{folder}/{name}");
            let mut until = 0;
            let mut failed = !PASSED_FIRST.contains(&log_name.as_str());
            for line in log.split_inclusive('\n') {
                until += line.len();
                let verdict = &judged(&log[..until], Mode::Minimal)["verdict"];
                failed |= verdict == "failed";
                if failed && verdict == "passed" {
                    wrong.push_str(&format!("{log_name} up to {line:?}\n"));
                }
            }
        }
        wrong
    });
    assert!(wrong.concat().is_empty(), "{}", wrong.concat());
}

/// A run that passed, before or after it, takes no failure of another run back.
#[test]
fn a_passing_run_beside_a_failing_one_changes_nothing() {
    let reported = |log: &str| {
        let answer = judged(log, Mode::Minimal);
        (answer["verdict"].clone(), answer["failures"].as_array().unwrap().len())
    };
    let wrong = side_by_side(&folders(), |folder| {
        let mut wrong = String::new();
        let all = logs(folder);
        for (name, failing) in all.iter().filter(|(name, _)| name.starts_with("few-failures")) {
            let alone = reported(failing);
            for (other, passing) in all.iter().filter(|(name, _)| name.starts_with("all-pass")) {
                for both in [format!("{passing}\n{failing}"), format!("{failing}\n{passing}")] {
                    let found = reported(&both);
                    if found != alone {
                        wrong.push_str(&format!("{folder}/{name} and {other}: {found:?}, alone {alone:?}\n"));
                    }
                }
            }
        }
        wrong
    });
    assert!(wrong.concat().is_empty(), "{}", wrong.concat());
}

#[test]
fn tasks_of_a_list_are_failures_side_by_side_unless_something_tells_why() {
    let names = |log: String| {
        let answer = judged(&log, Mode::Standard);
        let failures = answer["failures"].as_array().unwrap();
        failures.iter().map(|failure| failure["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let list = " Tasks:    1 successful, 3 total\nCached:    0 cached, 3 total\n  Time:    412ms\nFailed:    ferry#test, tug#test\n\n";
    assert_eq!(names(list.to_owned()), ["ferry#test", "tug#test"]);
    let test = "--- FAIL: TestMoors (0.00s)\n    quay_test.go:3: no berth\nFAIL\nFAIL\tquay\t0.004s\nFAIL\n";
    assert_eq!(names(format!("{test}{list}")), ["TestMoors"]);
}
