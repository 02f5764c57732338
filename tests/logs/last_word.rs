//! What the last lines of a log say, when nobody knows them: a word of failing after a run that passed makes the verdict
//! unknown, and one that is taken back does not.

use crate::support::here::judged;
use weir::budget::Mode;

/// A run of `go test` that passed.
const PASSED: &str = "ok  \texample.com/quay\t0.012s\n";

fn verdict(log: &str) -> String {
    judged(log, Mode::Standard)["verdict"].as_str().unwrap().to_owned()
}

#[test]
fn a_word_of_failing_after_a_run_that_passed_leaves_it_unknown() {
    assert_eq!(verdict(PASSED), "passed");
    for last in [
        "sh: 1: anchor: not found",
        "[warn] Code style issues found in 2 files. Run Prettier with --write to fix.",
        "1 test did not end, killed",
        "3 issues found",
        "2 uncaught exceptions",
        "violations: 3",
        "tide: 10 crashed",
    ] {
        assert_eq!(verdict(&format!("{PASSED}{last}\n")), "unknown", "{last}");
        let time = format!("{PASSED}{last}\n\nreal\t0m0.005s\nuser\t0m0.002s\nsys\t0m0.001s\n");
        assert_eq!(verdict(&time), "unknown", "{last}");
    }
}

#[test]
fn a_word_that_is_taken_back_leaves_the_run_passed() {
    for last in [
        "No issues found",
        "0 problems found",
        "no exceptions",
        "0 tests crashed",
        "violations: 0",
        "exceptions found: none",
        "Done without errors.",
    ] {
        assert_eq!(verdict(&format!("{PASSED}{last}\n")), "passed", "{last}");
    }
}

#[test]
fn a_word_that_is_followed_by_more_says_nothing() {
    let chatter = format!("{PASSED}the anchor is broken\nWrote the report to quay.html\n");
    assert_eq!(verdict(&chatter), "passed");
}
