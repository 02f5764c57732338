//! Runs whose tests all passed and that failed all the same: too little coverage, warnings that count, tests that never ran.

use crate::support::here::judged;
use weir::budget::Mode;

/// The verdict with failed and passed, and the names of all failures.
fn reported(log: &str) -> (String, Vec<String>) {
    let answer = judged(log, Mode::Standard);
    let number = |key: &str| answer["counts"][key].to_string();
    let verdict =
        format!("{} {}/{}", answer["verdict"].as_str().unwrap(), number("failed"), number("passed"));
    let names = answer["failures"].as_array().unwrap().iter();
    (verdict, names.map(|each| each["id"].as_str().unwrap().to_owned()).collect())
}

#[track_caller]
fn assert_reported(log: &str, verdict: &str, names: &[&str]) {
    let (seen, failures) = reported(log);
    assert_eq!(
        (seen.as_str(), failures.iter().map(String::as_str).collect::<Vec<_>>()),
        (verdict, names.to_vec())
    );
}

const UNITTEST: &str = ".....\n----------------------------------------------------------------------\nRan 5 tests in 0.001s\n\nOK\n";
const RSPEC: &str = "\nRandomized with seed 12\n.....\n\nFinished in 0.01 seconds (files took 0.5 seconds to load)\n5 examples, 0 failures\n\n";
const EXUNIT: &str = "Running ExUnit with seed: 1, max_cases: 4\n\n.....\nFinished in 0.02 seconds (0.00s async, 0.02s sync)\n5 tests, 0 failures\n\n";

#[test]
fn too_little_coverage_fails_a_run_that_passed() {
    let line = "Coverage failure: total of 77 is less than fail-under=90";
    assert_reported(&format!("{UNITTEST}TOTAL   13   3   77%\n{line}\n"), "failed 1/5", &[line]);
    let line = "Line coverage (76.92%) is below the expected minimum coverage (90.00%).";
    let end = "SimpleCov failed with exit 2 due to a coverage related error";
    assert_reported(&format!("{RSPEC}{line}\n{end}\n"), "failed 1/5", &[line]);
    assert_reported(&format!("{RSPEC}{end}\n"), "failed 1/5", &["SimpleCov"]);
    let line = "Coverage test failed, threshold not met:";
    let below = "\n    Coverage:   76.92%\n    Threshold:  90.00%\n";
    assert_reported(&format!("{EXUNIT}{line}\n{below}"), "failed 1/5", &[line]);
}

#[test]
fn pytest_says_of_too_little_coverage_before_its_totals() {
    let session = |after: &str| {
        format!(
            "============================= test session starts ==============================\n\
             platform linux -- Python 3.11.7, pytest-8.0.0, pluggy-1.4.0\nrootdir: /home/user/harbour\n\
             collected 5 items\n\ntest_berth.py .....                                                      [100%]\n\
             {after}============================== 5 passed in 0.01s ===============================\n"
        )
    };
    let fails = "FAIL Required test coverage of 90% not reached. Total coverage: 76.92%\n\n";
    let rule =
        "\n---------- coverage: platform linux, python 3.11.7-final-0 -----------\nTOTAL   13   3   77%\n\n";
    assert_reported(&session(&format!("{rule}{fails}")), "failed 1/5", &["test coverage"]);
    let rule = "\n================================ tests coverage ================================\nTOTAL   13   3   77%\n";
    assert_reported(&session(&format!("{rule}{fails}")), "failed 1/5", &["test coverage"]);
    let early = "ERROR: Coverage failure: total of 77 is less than fail-under=90\n\n";
    assert_reported(&session(&format!("{early}{rule}{fails}")), "failed 1/5", &["test coverage"]);
    let reached = "Required test coverage of 70% reached. Total coverage: 76.92%\n\n";
    assert_reported(&session(&format!("{rule}{reached}")), "passed 0/5", &[]);
}

#[test]
fn a_test_that_prints_the_words_of_a_coverage_tool_passes() {
    let printed = "Line coverage (1.00%) is below the expected minimum coverage (90.00%).\n";
    let run = RSPEC.replace(".....\n", &format!("..{printed}...\n{printed}"));
    assert_reported(&run, "passed 0/5", &[]);
}

#[test]
fn warnings_that_count_as_errors_fail_mix() {
    let line = "ERROR! Test suite aborted after successful execution due to warnings while using the \
                --warnings-as-errors option";
    assert_reported(&format!("{EXUNIT}{line}\n"), "failed 1/5", &[line]);
}

/// A run of two tests whose second one is a warning or has one.
fn phpunit(version: &str, list: &str, end: &str) -> String {
    format!(
        "PHPUnit {version} by Sebastian Bergmann and contributors.\n\n.W                          2 / 2 (100%)\n\n\
         Time: 00:00.010, Memory: 6.00 MB\n\n{list}{end}\n"
    )
}

#[test]
fn a_test_that_is_a_warning_fails_phpunit_6_to_9() {
    let list = "There was 1 warning:\n\n1) BerthTest::testMoor\nThe data provider specified for BerthTest::testMoor is invalid.\n\n";
    let end = "WARNINGS!\nTests: 2, Assertions: 1, Warnings: 1.";
    assert_reported(&phpunit("5.4.6", list, end), "passed 0/1", &[]);
    assert_reported(&phpunit("6.5.0", list, end), "failed 1/1", &["BerthTest::testMoor"]);
    assert_reported(&phpunit("9.6.7", list, end), "failed 1/1", &["BerthTest::testMoor"]);
}

#[test]
fn the_word_warnings_fails_phpunit_from_10_on_and_issues_do_not() {
    let list = "There was 1 PHPUnit warning:\n\n1) No code coverage driver available\n\n";
    let sum = "Tests: 2, Assertions: 6, Warnings: 1.";
    assert_reported(
        &phpunit("10.0.7", list, &format!("WARNINGS!\n{sum}")),
        "failed 1/2",
        &["PHPUnit's warnings"],
    );
    assert_reported(&phpunit("10.5.7", "", &format!("OK, but there were issues!\n{sum}")), "passed 0/2", &[]);
}

#[test]
fn deprecations_that_symfony_may_fail_for_are_no_pass() {
    let run = |after: &str| {
        phpunit("9.6.7", "", "OK (2 tests, 2 assertions)").replace(".W ", ".. ")
            + &format!("\n{after} deprecation notices (2)\n\n  2x: The \"berth\" option is old.\n")
    };
    assert_reported(&run("Remaining direct"), "unknown 0/2", &[]);
    assert_reported(&run("Other"), "unknown 0/2", &[]);
    assert_reported(&run("Legacy"), "passed 0/2", &[]);
}

#[test]
fn tests_that_bats_did_not_run_fail_it() {
    let run = "berth.bats\n \u{2713} moors\n \u{2713} signals\n\n3 tests, 0 failures, 1 not run\n";
    assert_reported(run, "failed 1/2", &["tests that did not run"]);
}

#[test]
fn a_list_of_failures_goes_on_without_code_after_the_number() {
    let log = "..F.E\n\nFailures:\n\n  1) Berth moors a barge\n     Failure/Error: moored.should eq(2)\n\n       Expected: 2\n            got: 1\n\n\
               \u{20}    # spec/berth_spec.cr:9\n\n  2) Berth raises\n\n       boom (Exception)\n         from spec/berth_spec.cr:13:7 in '->'\n\n\
               Finished in 303 microseconds\n5 examples, 1 failures, 1 errors, 0 pending\n";
    assert_eq!(reported(log).1, ["Berth moors a barge", "Berth raises"]);
}
