//! Whole logs of gotestsum: verdict, numbers and names.

use crate::support::here::judged;
use weir::budget::Mode;

#[track_caller]
fn assert_reported(log: &str, verdict: &str, names: &[&str]) {
    let answer = judged(log, Mode::Standard);
    let number = |key: &str| answer["counts"][key].to_string();
    let seen = format!("{} {}/{}", answer["verdict"].as_str().unwrap(), number("failed"), number("passed"));
    let failures = answer["failures"].as_array().unwrap().iter();
    let failures: Vec<&str> = failures.map(|each| each["id"].as_str().unwrap()).collect();
    assert_eq!((seen.as_str(), failures), (verdict, names.to_vec()), "{answer:#}");
}

const LIST: &str = "\n=== Failed\n=== FAIL: quay TestSignal (0.00s)\n    quay_test.go:5: expected 2, got 1\n\n\
                    === FAIL: quay TestMoor/at_night (0.00s)\n    quay_test.go:15: too dark\n    --- FAIL: TestMoor/at_night (0.00s)\n\n\
                    === FAIL: quay TestMoor (0.00s)\n\n";
const NAMES: [&str; 3] = ["quay.TestSignal", "quay.TestMoor/at_night", "quay.TestMoor"];

#[test]
fn failures_are_those_of_the_list() {
    let live = "\u{2713}  berth (3ms)\n\u{2716}  quay (4ms)\n";
    assert_reported(&format!("{live}{LIST}DONE 5 tests, 3 failures in 0.512s\n"), "failed 3/2", &NAMES);
}

#[test]
fn what_go_test_printed_before_the_list_is_reported_once() {
    let live = "PASS berth.TestTide (0.00s)\nPASS berth\n=== RUN   TestSignal\n    quay_test.go:5: expected 2, got 1\n\
                --- FAIL: TestSignal (0.00s)\nFAIL quay.TestSignal (0.00s)\n=== RUN   TestMoor/at_night\n    quay_test.go:15: too dark\n    \
                --- FAIL: TestMoor/at_night (0.00s)\nFAIL quay.TestMoor/at_night (0.00s)\n=== RUN   TestMoor\n--- FAIL: TestMoor (0.00s)\n\
                FAIL quay.TestMoor (0.00s)\nFAIL quay\n";
    assert_reported(&format!("{live}{LIST}DONE 5 tests, 3 failures in 0.512s\n"), "failed 3/2", &NAMES);
}

#[test]
fn where_go_test_itself_tells_the_run_the_list_adds_only_what_it_did_not() {
    let list = "\n=== Failed\n=== FAIL: x/a TestA (0.00s)\n    a_test.go:7: want 1, got 2\n\n";
    let reported = "--- FAIL: TestA (0.00s)\n    a_test.go:7: want 1, got 2\n";
    let verbose = format!(
        "=== RUN   TestA\n{reported}=== RUN   TestB\n--- PASS: TestB (0.00s)\nFAIL\nFAIL\tx/a\t0.01s\n"
    );
    let end = "DONE 2 tests, 1 failure in 0.512s\n";
    assert_reported(&format!("{verbose}{list}{end}"), "failed 1/1", &["TestA"]);
    assert_reported(&format!("{reported}FAIL\nFAIL\tx/a\t0.01s\n{list}{end}"), "failed 1/null", &["TestA"]);
    let lost = "=== FAIL: x/c TestC (0.00s)\n    c_test.go:9: boom\n\n";
    assert_reported(&format!("{verbose}{list}{lost}{end}"), "failed 2/null", &["TestA", "x/c.TestC"]);
    let panics = "panic: boom\n\ngoroutine 7 [running]:\nx/a.TestA(0x1)\n\t/w/a_test.go:7 +0x1\n";
    let died = format!("=== RUN   TestA\n{panics}exit status 2\nFAIL\tx/a\t0.01s\n");
    let list = format!("\n=== Failed\n=== FAIL: x/a TestA (0.00s)\n{panics}\n{end}");
    assert_reported(&format!("{died}{list}"), "failed 1/null", &["TestA"]);
}

#[test]
fn a_run_that_passed_has_passed_and_a_last_line_alone_says_nothing() {
    let end = "\nDONE 5 tests, 1 skipped in 0.512s\n";
    let live =
        "\u{2713}  berth (3ms)\n\u{2713}  quay (4ms) (coverage: 78.0% of statements)\n\u{2205}  lamp\n";
    let skipped = "\n=== Skipped\n=== SKIP: quay TestFog (0.00s)\n    quay_test.go:9: no fog\n";
    assert_reported(&format!("{live}{skipped}{end}"), "passed 0/4", &[]);
    assert_reported(&format!("{live}{end}"), "passed 0/4", &[]);
    assert_reported(end, "unknown 0/4", &[]);
    assert_reported(&format!("\u{2716}  quay (4ms)\n{end}"), "unknown 0/4", &[]);
}

#[test]
fn a_package_that_was_not_built_is_a_failure_with_its_error() {
    let list = "\n=== Failed\n=== FAIL: quay  (0.00s)\nFAIL\tquay [build failed]\n\n=== Errors\n./quay_test.go:321:10: undefined: lamp\n\n\n";
    assert_reported(
        &format!("\u{2716}  quay\n{list}DONE 0 tests, 1 failure, 1 error in 0.2s\n"),
        "failed 2/0",
        &["quay", "./quay_test.go:321"],
    );
}

#[test]
fn a_test_that_passed_when_it_ran_again_is_no_failure() {
    let first = "\u{2716}  quay (4ms)\n\nDONE 5 tests, 1 failure in 0.512s\n\n";
    let list = "\n=== Failed\n=== FAIL: quay TestSignal (0.00s)\n    quay_test.go:5: expected 2, got 1\n\n";
    let log = format!("{first}\u{2713}  quay (3ms)\n{list}DONE 2 runs, 6 tests, 1 failure in 1.021s\n");
    assert_reported(&log, "passed 0/5", &[]);
    let again = "=== FAIL: quay TestSignal (re-run 1) (0.00s)\n    quay_test.go:5: expected 2, got 1\n\n";
    let log =
        format!("{first}\u{2716}  quay (3ms)\n{list}{again}DONE 2 runs, 6 tests, 2 failures in 1.021s\n");
    assert_reported(&log, "failed 1/4", &["quay.TestSignal"]);
}

#[test]
fn a_test_that_runs_twice_fails_twice() {
    let case = "=== FAIL: quay TestSignal (0.00s)\n    quay_test.go:5: expected 2, got 1\n\n";
    let log = format!("\u{2716}  quay (4ms)\n\n=== Failed\n{case}{case}DONE 4 tests, 2 failures in 0.5s\n");
    assert_reported(&log, "failed 2/2", &["quay.TestSignal", "quay.TestSignal (2)"]);
}

#[test]
fn a_run_that_died_in_its_list_has_failed() {
    let answer = judged(&format!("\u{2716}  quay (4ms)\n{LIST}"), Mode::Standard);
    assert_eq!((&answer["verdict"], &answer["counts"]["failed"]), (&"failed".into(), &3.into()));
}
