//! Failures for whose names there is no room are counted all the same, each once.

use std::fmt::Write as _;

use crate::support::{Answer, answer};

/// More than have room for their names in any mode.
const ERRORS: usize = 60_000;

fn failed(answer: &Answer) -> u64 {
    let verdict = answer.text.lines().find(|line| line.starts_with("weir: FAILED")).unwrap();
    let before = verdict.split(" failed").next().and_then(|text| text.split(" error").next()).unwrap();
    before.split_whitespace().last().unwrap().parse().unwrap()
}

fn verdict_of(log: String) -> String {
    let answer = answer(&["-m", "minimal"], log);
    answer.text.lines().find(|line| line.starts_with("weir: FAILED")).unwrap().to_owned()
}

/// rustc's errors of one message, each at a line of its own.
fn mismatched_types() -> String {
    (1..=ERRORS).fold(String::new(), |mut log, number| {
        let _ = write!(log, "error[E0308]: mismatched types\n --> src/f.rs:{number}:5\n  |\n\n");
        log
    })
}

#[test]
fn errors_of_one_message_at_many_places_are_many() {
    assert_eq!(failed(&answer(&["-m", "minimal"], mismatched_types())), ERRORS as u64);
}

#[test]
fn an_error_that_is_reported_for_two_targets_is_one() {
    assert_eq!(failed(&answer(&["-m", "minimal"], mismatched_types().repeat(2))), ERRORS as u64);
}

#[test]
fn two_codes_on_one_line_are_two_errors() {
    let mut log = String::new();
    for number in 1..=ERRORS / 2 {
        for code in ["F401", "E501"] {
            let _ = writeln!(log, "a/b.py:{number}:1: {code} this is wrong");
        }
    }
    assert_eq!(failed(&answer(&["-m", "minimal", "--from", "flake8"], log)), ERRORS as u64);
}

/// `go test` tells no totals: a package that closes does not make the number exact.
#[test]
fn a_package_without_totals_has_at_least_so_many_and_a_parent_of_subtests_is_none_of_them() {
    let mut log = String::new();
    for number in 1..=ERRORS {
        let _ = writeln!(log, "--- FAIL: TestHarbour{number} (0.00s)");
        let _ = writeln!(log, "    --- FAIL: TestHarbour{number}/low (0.00s)\n        a_test.go:7: boom");
    }
    log.push_str("FAIL\nFAIL\texample.com/harbour\t1.0s\nFAIL\n");
    let verdict = verdict_of(log);
    assert!(verdict.starts_with("weir: FAILED at least 60000 failed"), "{verdict}");
}

#[test]
fn a_test_that_passes_at_last_is_no_failure() {
    let mut log = String::from("    Starting 60000 tests across 1 binary\n");
    for number in 1..=ERRORS {
        let _ = writeln!(log, "  TRY 1 FAIL [   0.004s] harbour tests::berth_{number}");
        if number % 2 == 0 {
            let _ = writeln!(log, "  TRY 2 PASS [   0.004s] harbour tests::berth_{number}");
        }
    }
    let verdict = verdict_of(log);
    assert!(verdict.contains("at least 30000 failed"), "{verdict}");
}

fn event(action: &str, test: &str) -> String {
    format!("{{\"Action\":\"{action}\",\"Package\":\"example.com/harbour\",\"Test\":\"{test}\"}}\n")
}

#[test]
fn failures_of_a_package_whose_end_is_missing_are_counted() {
    let log = (0..ERRORS).map(|number| event("fail", &format!("TestTide{number}"))).collect::<String>();
    let verdict = verdict_of(log);
    assert!(verdict.starts_with("weir: FAILED 60000 failed "), "{verdict}");
}

#[test]
fn a_test_that_begins_again_and_again_takes_no_room_of_the_others() {
    let name = format!("Test{}", "Tide".repeat(300));
    let mut log = event("run", &name).repeat(20_000);
    log.push_str(&event("fail", "TestEbb"));
    assert!(answer(&["-m", "standard"], log).text.contains("TestEbb"));
}

#[test]
fn a_test_that_fails_again_and_again_is_one_failure_and_takes_its_room_once() {
    let name = format!("Test{}", "Tide".repeat(300));
    let log = event("fail", &name).repeat(20_000) + &event("fail", "TestEbb");
    let verdict = verdict_of(log);
    assert!(verdict.starts_with("weir: FAILED 2 failed "), "{verdict}");
}

/// More results than a recognizer remembers, by the tool and what it prints for each.
#[test]
fn results_that_are_not_remembered_are_counted_all_the_same() {
    let of = |count: usize, row: &dyn Fn(usize) -> String| (0..count).map(row).collect::<String>();
    let twister = of(5000, &|each| format!("ERROR   - a  quay.{each}  FAILED: no\n"));
    let name = "\u{e9}".repeat(100);
    let steps = of(600, &|each| format!("* checking {each} {name} ... ERROR\n"));
    let check = format!("* using log directory \u{2018}/p/a.Rcheck\u{2019}\n{steps}* DONE\n");
    for (log, failures) in [(twister, 5000), (check, 600)] {
        assert_eq!(failed(&answer(&["-m", "minimal"], log)), failures);
    }
}
