//! Tests of the recognizer for lit.

use super::lines::{self, Of};
use super::recognizer::Lit;
use super::run::{MOST_NAMES, Run};
use crate::event::FailureKind;
use crate::recognize::kit::scan;

const HEAD: &str = "-- Testing: 3 tests, 2 workers --\n";

fn printed(log: &str) -> String {
    scan::drive(&mut Lit::default(), log).join("\n")
}

fn totals(numbers: &str) -> String {
    format!("\nTesting Time: 0.04s\n\nTotal Discovered Tests: 3\n{numbers}")
}

fn block(name: &str, output: &str) -> String {
    format!(
        "******************** TEST '{name}' FAILED ********************\n{output}\n\n********************\n"
    )
}

#[test]
fn lines_have_their_shape() {
    assert_eq!(lines::head("-- Testing: 3 of 14 tests, 2 workers --"), Some(3));
    assert_eq!(lines::head("-- Testing: 3 tests, 2 threads --"), Some(3));
    assert_eq!(lines::head("-- Testing: all tests, 2 threads --"), None);
    let result = lines::result("FAIL: a :: b (x).test (3 of 14, 2 of 3 attempts)").unwrap();
    assert_eq!((result.name, result.number, result.all), ("a :: b (x).test", 3, 14));
    for other in ["PASS: a (1 of 2)", "PASS: a :: b", "Pass: a :: b (1 of 2)", "PASS: a :: b (3 of 2)"] {
        assert!(lines::result(other).is_none(), "{other}");
    }
    assert_eq!(lines::list("Failing Tests (2):"), Some((Of::Failed(FailureKind::Test), 2)));
    assert_eq!(lines::count("  Expected Passes    : 4"), Some((Of::Passed, 4)));
    assert_eq!(lines::count("  Timed Out: 1 (7.14%)"), Some((Of::Failed(FailureKind::Timeout), 1)));
    assert_eq!(lines::count("  Passed: 1 of 3"), None);
    assert_eq!(
        lines::stopped("Testing:  0.. 1  interrupted by user, skipping remaining tests"),
        Some(FailureKind::Unfinished)
    );
    assert_eq!(lines::stopped("it was interrupted by user, skipping remaining tests"), None);
    assert!(lines::printed("lit: the boat is lit: error: no").is_none());
}

#[test]
fn a_name_of_a_list_may_be_a_path_or_a_test_of_a_shard() {
    assert!(
        lines::means("sample/quay/a.test", "quay :: a.test")
            && !lines::means("quay/bla.test", "quay :: a.test")
    );
    assert!(lines::means("unit :: ./All/Cart/Adds", "unit :: ./All/2/8"));
    assert!(!lines::means("unit :: ./Other/Cart/Adds", "unit :: ./All/2/8"));
}

#[test]
fn the_output_of_a_shard_belongs_to_the_first_test_of_its_binary() {
    let failed = block("unit :: ./All/0/1", "Script:\n--\n./All\n--\na.cc:3: Failure");
    let log = format!(
        "-- Testing: 1 tests, 1 workers --\nFAIL: unit :: ./All/0/1 (1 of 1)\n{failed}********************\n\
         Failed Tests (2):\n  unit :: ./All/Cart/Adds\n  unit :: ./All/Cart/Sums\n\n{}",
        totals("  Passed: 1\n  Failed: 2\n")
    );
    let reported = printed(&log);
    assert!(reported.contains("name: \"./All/Cart/Adds\" }, outcome: Failed(Test), grade: Listed, attempt: 0, alias: \"unit :: ./All/0/1\""), "{reported}");
    assert!(reported.contains("passed: Some(1), failed: Some(2)"), "{reported}");
}

#[test]
fn numbers_count_when_every_test_was_reported_and_the_last_ones_do() {
    let reported = printed(&format!("{HEAD}PASS: a :: b (1 of 3)\n{}", totals("  Passed: 3 (100.00%)\n")));
    assert!(!reported.contains("Declared"), "{reported}");
    let all = format!("{HEAD}PASS: a :: b (1 of 3)\nPASS: a :: c (2 of 3)\nXFAIL: a :: d (3 of 3)\n");
    let green = totals("  Passed: 3 (100.00%)\n");
    let own = totals("  Passed           : 2 (66.67%)\n  Expectedly Failed: 1 (33.33%)\n");
    let reported = printed(&format!("{all}{green}{own}"));
    assert_eq!(reported.matches("Declared").count(), 1);
    assert!(
        reported.contains("passed: Some(2), failed: Some(0)") && reported.contains("other: Some(1)"),
        "{reported}"
    );
    // Cut in the middle of the numbers.
    assert!(!printed(&format!("{all}{}", totals("  Passed           : 2 (66.67%)\n"))).contains("Declared"));
}

#[test]
fn numbers_that_count_no_failure_are_not_believed_against_one() {
    let failed = block("a :: b", "Exit Code: 1\n\n********************");
    let log = format!("{HEAD}PASS: a :: c (1 of 3)\nPASS: a :: d (2 of 3)\nFAIL: a :: b (3 of 3)\n{failed}");
    let reported = printed(&format!("{log}{}", totals("  Passed: 3 (100.00%)\n")));
    assert!(!reported.contains("Declared") && reported.contains("SectionEnded(Replaced)"), "{reported}");
}

#[test]
fn results_that_a_passing_test_prints_are_taken_back() {
    let log = format!(
        "{HEAD}PASS: a :: b (1 of 3)\nScript:\n--\n********************\nFAIL: a :: z (2 of 3)\n\
         PASS: a :: c (2 of 3)\nPASS: a :: d (3 of 3)\n{}",
        totals("  Passed: 3 (100.00%)\n")
    );
    let reported = printed(&log);
    assert!(
        reported.contains("Withdrawn") && reported.contains("passed: Some(3), failed: Some(0)"),
        "{reported}"
    );
}

#[test]
fn a_run_that_died_before_another_one_is_not_ended_by_it() {
    let dead = format!("{HEAD}PASS: a :: b (1 of 3)\n");
    let again = "PASS: a :: b (1 of 3)\nPASS: a :: c (2 of 3)\nPASS: a :: d (3 of 3)\n";
    let green = totals("  Passed: 3 (100.00%)\n");
    assert!(!printed(&format!("{dead}{HEAD}{again}{green}")).contains("Declared"));
    let more =
        "-- Testing: 4 tests, 2 workers --\nPASS: a :: d (4 of 4)\n\nTesting Time: 0.04s\n  Passed: 4\n";
    assert!(!printed(&format!("{dead}{more}")).contains("Declared"));
    assert!(!printed(&format!("{HEAD}{HEAD}{green}")).contains("Declared"));
    // Two runs, one after the other.
    assert_eq!(printed(&format!("{HEAD}{again}{green}{HEAD}{again}{green}")).matches("Declared").count(), 2);
}

#[test]
fn what_is_after_the_numbers_is_nobodys() {
    let all = format!("{HEAD}PASS: a :: b (1 of 3)\nPASS: a :: c (2 of 3)\nPASS: a :: d (3 of 3)\n");
    let reported =
        printed(&format!("{all}{}\n  Failed: 2\nFAILED: check\n", totals("  Passed: 3 (100.00%)\n")));
    assert!(reported.contains("passed: Some(3), failed: Some(0)"), "{reported}");
}

#[test]
fn a_run_that_was_interrupted_has_not_passed() {
    let stop = "  interrupted by user, skipping remaining tests\n";
    let reported =
        printed(&format!("{HEAD}PASS: a :: b (1 of 3)\n{stop}{}", totals("  Skipped: 3 (100.00%)\n")));
    assert!(!reported.contains("Declared") && reported.contains("Counted { passed: 1"), "{reported}");
    let most = "warning: reached maximum number of test failures, skipping remaining tests\n";
    let log = format!("{HEAD}FAIL: a :: b (1 of 3)\nFAIL: a :: c (2 of 3)\n{most}");
    let reported = printed(&format!("{log}{}", totals("  Skipped: 2\n  Failed: 1\n")));
    assert!(reported.contains("failed: Some(2), errors: None, skipped: Some(1)"), "{reported}");
}

#[test]
fn the_reason_is_that_of_the_command_that_failed() {
    let output = "Exit Code: 1\n\nCommand Output (stdout):\n--\n# RUN: at line 1\n# executed command: a\n\
                  # .---command stderr------------\n# | a.c:1: error: was expected\n# `------\n\
                  # RUN: at line 2\n# executed command: b\n# .---command stderr------------\n# | no key\n# `------\n\
                  # error: command failed with exit status: 1\n\n--";
    let reported =
        printed(&format!("{HEAD}FAIL: a :: b/c.test (1 of 3)\n{}", block("a :: b/c.test", output)));
    assert!(reported.contains("Message(\"no key\")"), "{reported}");
    assert!(reported.contains("file: \"b/c.test\", line: Some(2)"), "{reported}");
}

#[test]
fn lists_alone_are_a_quiet_run_that_failed() {
    let reported = printed("********************\nFailed Tests (1):\n  a :: b\n\n  Failed: 1\n");
    assert!(reported.contains("grade: Listed") && reported.contains("failed: Some(1)"), "{reported}");
    let all = format!("{HEAD}PASS: a :: c (3 of 3)\n{}", totals("  Passed: 3 (100.00%)\n"));
    let reported =
        printed(&format!("{all}\n********************\nFailed Tests (1):\n  a :: b\n\n  Failed: 1\n"));
    assert!(reported.contains("failed: Some(0)") && reported.contains("failed: Some(1)"), "{reported}");
    assert!(!printed("Failed Tests (1):\n  a :: b\n\n  Failed: 1\n").contains("Finished"));
    assert!(!printed("********************\nFailed Tests (1):\n  testA\n").contains("Finished"));
}

#[test]
fn names_are_kept_up_to_their_bound() {
    let mut run = Run::new(None);
    for number in 0..=MOST_NAMES {
        let line = format!("FAIL: a :: t{number} (1 of 9999)");
        run.reported(&lines::result(&line).unwrap());
    }
    assert_eq!((run.names.len(), run.failed), (MOST_NAMES, 1025));
}

#[test]
fn an_error_after_a_whole_run_is_none_of_it() {
    let run = "-- Testing: 1 tests, 1 workers --\nPASS: quay :: loads.test (1 of 1)\n\nTesting Time: 0.43s\n\nTotal Discovered Tests: 1\n  Passed: 1 (100.00%)\n";
    for error in [
        "error: did not discover any tests for provided path(s)",
        "lit: /h/lit.cfg.py:15: fatal: unable to parse config file",
        "lit: /h/lit.cfg.py:15: error: the crane is not there",
    ] {
        let rows = scan::drive(&mut Lit::default(), &format!("{run}{error}"));
        let row = rows.iter().find(|row| row.contains("BlockOpened(Whole")).unwrap();
        assert!(row.find("Declared") < row.find("BlockOpened") && row.contains("Declared"), "{row}");
    }
}

#[test]
fn the_number_of_a_quiet_run_takes_back_no_failure_of_a_run_that_was_stopped() {
    let stopped = format!(
        "{HEAD}FAIL: a :: b (1 of 3)\nwarning: reached maximum number of test failures, skipping remaining tests\n\
         \nTesting Time: 0.04s\n\nTotal Discovered Tests: 3\n  Skipped: 2\n  Failed : 1\n"
    );
    let both =
        printed(&format!("{stopped}\n\nTotal Discovered Tests: 6\n-- Testing: 1 tests, 1 workers --\n"));
    assert!(both.contains("failed: Some(1)") && !both.contains("Withdrawn"), "{both}");
}
