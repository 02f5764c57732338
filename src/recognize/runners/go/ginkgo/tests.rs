//! Rules of the recognizers, each on the smallest log that shows it.

use super::{Ginkgo, GoTest};
use crate::recognize::kit::scan::drive;

const HEAD: &str = "Running Suite: Crane - /home/user/crane\n=====\nWill run 2 of 2 specs\n";
const PASS: &str =
    "\nRan 2 of 2 Specs in 0.001 seconds\nSUCCESS! -- 2 Passed | 0 Failed | 0 Pending | 0 Skipped\n";
const FAIL: &str =
    "\nRan 2 of 2 Specs in 0.001 seconds\nFAIL! -- 1 Passed | 1 Failed | 0 Pending | 0 Skipped\n";
const BLOCK: &str = "\
• [FAILED] [0.001 seconds]
Crane [It] lifts
/a/crane_test.go:21

  [FAILED] it slipped
  In [It] at: /a/crane_test.go:23 @ 01/02/26 03:04:05.678
------------------------------
";

fn said(log: &str) -> String {
    drive(&mut Ginkgo::default(), log).join("\n")
}

#[test]
fn a_suite_is_told_when_its_log_ends() {
    let said = said(&format!("{HEAD}••\n{PASS}"));
    assert!(
        said.starts_with("1 Mine(Noise) SectionStarted { opened: Own, announced: None, label: \"Crane\" }"),
        "{said}"
    );
    assert!(said.contains("end Counted { passed: 2, failed: 0, skipped: 0, other: 0 } | Declared"), "{said}");
}

#[test]
fn a_spec_that_failed_has_its_name_place_and_message() {
    let said = said(&format!("{HEAD}{BLOCK}"));
    for part in [
        "BlockOpened(Test { id: TestId { module: \"\", separator: \"\", name: \"Crane lifts\" }, kind: Test })",
        "Instead(\"[FAIL] Crane [It] lifts\") | Heading",
        "At { place: Place { file: \"/a/crane_test.go\", line: Some(23) }, better: true }",
        "Message(\"it slipped\") | BlockClosed",
    ] {
        assert!(said.contains(part), "{part} is missing in {said}");
    }
}

#[test]
fn a_block_of_version_1_has_its_texts_below_each_other() {
    let block = "• Failure in Spec Setup (BeforeEach) [0.001 seconds]\nCrane\n/a/crane_test.go:19\n  lifts [BeforeEach]\n  /a/crane_test.go:21\n\n  slipped\n\n  /a/crane_test.go:23\n------------------------------\n";
    let said = said(&format!("{HEAD}{block}"));
    assert!(said.contains("name: \"Crane lifts\" }, kind: Setup"), "{said}");
    assert!(said.contains("Instead(\"[FAIL] Crane [BeforeEach] lifts\")"), "{said}");
    assert!(said.contains("line: Some(23) }, better: true"), "{said}");
}

#[test]
fn numbers_behind_which_specs_go_on_are_not_told() {
    let said = said(&format!("{HEAD}{PASS}{BLOCK}{FAIL}"));
    assert_eq!(said.matches("Declared").count(), 1, "{said}");
    assert!(said.contains("failed: Some(1)"), "{said}");
}

#[test]
fn a_block_that_the_numbers_do_not_know_is_taken_back() {
    let said = said(&format!("{HEAD}{BLOCK}••\n{PASS}"));
    assert!(
        said.contains("Withdrawn(TestId { module: \"\", separator: \"\", name: \"Crane lifts\" })"),
        "{said}"
    );
}

#[test]
fn numbers_of_another_suite_are_a_specs_output() {
    assert!(!said(&format!("{HEAD}{}", PASS.replace("of 2", "of 3"))).contains("Declared"));
}

#[test]
fn numbers_of_a_pass_need_the_marks_of_its_specs() {
    assert!(!said(&format!("{HEAD}•\n{PASS}PASS\n")).contains("Declared"));
    assert!(said(&format!("{HEAD}••\n{PASS}PASS\n")).contains("Declared"));
    // No mark came through.
    assert!(said(&format!("{HEAD}??\n{PASS}PASS\n")).contains("Declared"));
}

#[test]
fn a_failed_suite_without_a_failed_spec_is_a_failure() {
    let end = "\nRan 1 of 2 Specs in 1.0 seconds\nFAIL! - Interrupted by User -- 1 Passed | 0 Failed | 0 Pending | 1 Skipped\n";
    let said = said(&format!("{HEAD}{end}"));
    assert!(said.contains("BlockOpened(Whole { name: \"Crane\", kind: Suite })"), "{said}");
    assert!(said.contains("errors: Some(1)"), "{said}");
}

#[test]
fn what_go_says_of_the_suites_own_test_is_taken() {
    let said = said(&format!("{HEAD}{BLOCK}{FAIL}--- FAIL: TestCrane (0.01s)\nFAIL\nFAIL\ta/crane\t0.01s\n"));
    assert!(said.ends_with("Mine(Noise) \n16 Mine(Noise) Counted { passed: 1, failed: 0, skipped: 0, other: 0 } | Declared { totals: Totals { passed: Some(1), failed: Some(1), errors: None, skipped: Some(0), other: None, total: None }, level: Section }\nend "), "{said}");
}

#[test]
fn another_test_of_the_package_is_left_to_go() {
    let end = "--- FAIL: TestCrane (0.01s)\n--- FAIL: TestQuay (0.01s)\nFAIL\nFAIL\ta/crane\t0.01s\n";
    let said = said(&format!("{HEAD}{BLOCK}{FAIL}{end}"));
    assert!(said.contains("14 Mine(Noise) \n15 No \n16 Inside(Noise) \n17 No Counted"), "{said}");
}

#[test]
fn last_words_behind_marks_are_the_suites_crash() {
    let said =
        said(&format!("{HEAD}•panic: boom\n\ngoroutine 9 [running]:\nmain.main()\nFAIL\ta/crane\t0.01s\n"));
    assert!(said.contains("name: \"Crane\" }, kind: Crash }) | Instead(\"panic: boom\")"), "{said}");
    assert!(said.contains("8 Mine(Noise) BlockClosed | SectionEnded(Crash)"), "{said}");
}

#[test]
fn several_suites_have_a_line_each() {
    let log =
        "[1600000000] Tide Suite - 2/3 specs ••S SUCCESS! 1.5ms PASS\n[1600000000] Quay Suite - 2/2 specs ";
    let said = said(log);
    assert!(said.contains("label: \"Tide Suite\""), "{said}");
    assert!(said.contains("passed: Some(2), failed: Some(0), errors: None, skipped: Some(1)"), "{said}");
    assert_eq!(said.matches("SectionStarted").count(), 2, "{said}");
    assert_eq!(said.matches("Declared").count(), 1, "{said}");
}

#[test]
fn a_test_that_is_a_suite_is_a_run_of_no_tests_to_go() {
    let said = |log: &str| drive(&mut GoTest::default(), log).join("\n");
    let begun = "=== RUN   TestCrane\nRunning Suite: Crane\n";
    for results in ["", "--- FAIL: TestForged (0.01s)\n--- PASS: TestCrane (0.01s)\n"] {
        let suite = said(&format!("{begun}{results}"));
        assert_eq!(suite.matches("passed: Some(0), failed: Some(0)").count(), 1, "{suite}");
        assert_eq!(suite.matches("SectionEnded").count(), 1, "{suite}");
        for claim in ["Started(", "Finished", "BlockOpened", "Mine(Detail)", "Mine(Passed)"] {
            assert!(!suite.contains(claim), "{claim}: {suite}");
        }
    }
    for other in ["    a_test.go:1: no\n", ""] {
        let test = said(&format!("=== RUN   TestCrane\n{other}"));
        assert!(test.contains("SectionStarted") && !test.contains("Declared"), "{test}");
    }
}
