//! The last lines of logs, as `| tail -40` leaves them: what failed there is reported, and nothing is reported as passed that they do
//! not prove.

use crate::support::answer;

/// The last lines of a log.
fn last_lines(log: &str, number: usize) -> String {
    let path = format!("{}/testdata/{log}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let from = lines.len().saturating_sub(number);
    lines.get(from..).unwrap().iter().map(|line| format!("{line}\n")).collect()
}

/// The verdict of so many last lines of a log, and the names that the answer must hold.
#[track_caller]
fn reported(log: &str, number: usize, verdict: &str, names: &[&str]) {
    let answer = answer(&[], last_lines(log, number));
    let line = answer.text.lines().find(|line| {
        ["weir: PASSED", "weir: FAILED", "weir: INCOMPLETE", "weir: UNKNOWN"]
            .iter()
            .any(|word| line.starts_with(word))
    });
    assert!(
        line.unwrap_or("weir: UNKNOWN").starts_with(&format!("weir: {verdict}")),
        "{log}: {}",
        answer.text
    );
    for name in names {
        assert!(answer.text.contains(name), "{log} does not name {name}: {}", answer.text);
    }
}

#[test]
fn the_last_failures_of_mochas_list_are_failures() {
    for log in
        ["mocha/few-failures", "mocha/few-failures-dot", "mocha/few-failures-list", "mocha/few-failures-1-8"]
    {
        reported(log, 40, "FAILED 6 failed", &[]);
    }
}

#[test]
fn the_end_of_jasmines_report_tells_what_failed() {
    reported("jasmine/few-failures", 40, "FAILED 6 failed", &["stock many lines", "stock after all"]);
    reported("jasmine/few-failures", 2, "FAILED 6 failed", &[]);
    reported("jasmine/few-failures-spec", 60, "FAILED 6 failed", &["stock compares baskets"]);
    reported("jasmine/few-failures-spec", 1, "FAILED 6 failed", &[]);
    reported("jasmine/all-pass", 2, "UNKNOWN", &[]);
    reported("jasmine/all-pass-spec", 1, "UNKNOWN", &[]);
}

#[test]
fn the_end_of_avas_report_tells_what_failed() {
    reported("ava/few-failures", 40, "FAILED 6 failed", &["few › works by now", "hooks › beforeEach"]);
    reported("ava/few-failures", 7, "FAILED 6 failed", &[]);
    reported("ava/all-pass", 5, "UNKNOWN", &[]);
}

#[test]
fn the_end_of_newmans_report_tells_what_failed() {
    reported("newman/few-failures", 50, "FAILED 6 failed", &["connect ECONNREFUSED 127.0.0.1:8124"]);
    reported("newman/few-failures", 40, "FAILED 6 failed", &["has three ships"]);
}

#[test]
fn the_end_of_a_list_or_the_last_numbers_tell_what_failed() {
    reported("deno-test/few-failures", 20, "FAILED 3 failed, 2 passed", &["rounds up"]);
    reported("test-unit/few-failures", 10, "FAILED 4 failed, 3 passed", &[]);
    reported("zig-test/few-failures", 5, "FAILED 3 failed, 6 passed", &[]);
    reported("busted/few-failures", 10, "FAILED ", &["spec/"]);
}

#[test]
fn the_totals_of_tap_tell_what_failed_where_its_plan_is_not_kept() {
    for number in [8, 12, 24] {
        reported("node-test/few-failures-tap", number, "FAILED 7 failed, 20 passed", &[]);
    }
    reported("node-test/all-pass-tap", 8, "UNKNOWN", &[]);
}

#[test]
fn numbers_at_the_end_count_when_something_failed() {
    reported("alcotest/few-failures", 1, "FAILED 2 failed", &[]);
    reported("lab/few-failures", 5, "FAILED 3 failed, 61 passed", &[]);
    reported("robot/few-failures", 6, "FAILED 6 failed, 3 passed", &[]);
}

#[test]
fn what_pytest_timeout_and_karma_say_last_is_a_failure() {
    reported("pytest/timeout", 5, "FAILED 1 error", &[]);
    reported("karma/few-failures-spec", 3, "FAILED 4 failed, 5 passed", &[]);
}
