//! The core promise where a report file is beside the log: its counts hold, its failures are in the answer.

use std::fs;

use crate::support::runs::{THREE_PASS, summary, two_pass};
use crate::support::{Answer, MODES, weir};

/// The answer in this mode to `log` with this report beside it.
fn with_report(mode: &str, log: &str, report: &str) -> Answer {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("report"), report).unwrap();
    let words = ["-m", mode, "--report", "report"];
    Answer::of(weir(&words).current_dir(folder.path()).write_stdin(log).output().unwrap())
}

#[test]
fn i5_the_counts_are_those_of_the_report() {
    let answer = with_report("standard", THREE_PASS, &summary(&[("testClose", "the ledger is open")]));
    answer.says("FAILED 1 failed, 2 passed", 1);
    assert!(answer.verdict().contains("report says 1 failed, text 0"), "{}", answer.text);
}

#[test]
fn i6_failures_of_the_log_and_of_the_report_are_shown_once_each() {
    let report = summary(&[("testPost", "a post is missing"), ("testClose", "the ledger is open")]);
    for mode in &MODES {
        let long = "2025-11-30 cache refreshed\n".repeat(100) + &two_pass();
        let answer = with_report(mode.name, &long, &report);
        answer.says("FAILED 2 failed, 1 passed", 1);
        let reported = |name: &str| answer.text.lines().filter(|line| line.contains(name)).count();
        assert_eq!(reported("testClose"), 1, "{}", answer.text);
        assert!(answer.names("testPost") && answer.names("a post is missing"), "{}", answer.text);
        assert!(
            !answer.footer().contains(" in part") && !answer.footer().contains(" by name"),
            "{}",
            answer.text
        );
    }
}

#[test]
fn i7_a_failure_that_only_the_report_knows_is_shown_within_the_limits() {
    let report = summary(&[("testClose", "the ledger is open")]);
    for mode in &MODES {
        let long = "step of the application\n".repeat(50_000) + THREE_PASS;
        let answer = with_report(mode.name, &long, &report);
        answer.holds(mode);
        answer.says("FAILED 1 failed, 2 passed", 1);
        assert!(answer.names("testClose") && answer.names("the ledger is open"), "{}", answer.text);
    }
}
