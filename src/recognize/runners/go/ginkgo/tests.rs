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

fn printed(log: &str) -> String {
    drive(&mut Ginkgo::default(), log).join("\n")
}

#[test]
fn a_suite_is_reported_when_its_log_ends() {
    let printed = printed(&format!("{HEAD}••\n{PASS}"));
    assert!(
        printed
            .starts_with("1 Mine(Noise) SectionStarted { opened: Own, announced: None, label: \"Crane\" }"),
        "{printed}"
    );
    assert!(
        printed.contains("end Counted { passed: 2, failed: 0, skipped: 0, other: 0 } | Declared"),
        "{printed}"
    );
}

#[test]
fn a_spec_that_failed_has_its_name_place_and_message() {
    let printed = printed(&format!("{HEAD}{BLOCK}"));
    for part in [
        "BlockOpened(Test { id: TestId { module: \"\", separator: \"\", name: \"Crane lifts\" }, kind: Test })",
        "Instead(\"[FAIL] Crane [It] lifts\") | Heading",
        "At { place: Place { file: \"/a/crane_test.go\", line: Some(23) }, better: true }",
        "Message(\"it slipped\") | BlockClosed",
    ] {
        assert!(printed.contains(part), "{part} is missing in {printed}");
    }
}

#[test]
fn a_block_of_version_1_has_its_texts_below_each_other() {
    let block = "• Failure in Spec Setup (BeforeEach) [0.001 seconds]\nCrane\n/a/crane_test.go:19\n  lifts [BeforeEach]\n  /a/crane_test.go:21\n\n  slipped\n\n  /a/crane_test.go:23\n------------------------------\n";
    let printed = printed(&format!("{HEAD}{block}"));
    assert!(printed.contains("name: \"Crane lifts\" }, kind: Setup"), "{printed}");
    assert!(printed.contains("Instead(\"[FAIL] Crane [BeforeEach] lifts\")"), "{printed}");
    assert!(printed.contains("line: Some(23) }, better: true"), "{printed}");
}

#[test]
fn numbers_after_which_specs_go_on_are_not_reported() {
    let printed = printed(&format!("{HEAD}{PASS}{BLOCK}{FAIL}"));
    assert_eq!(printed.matches("Declared").count(), 1, "{printed}");
    assert!(printed.contains("failed: Some(1)"), "{printed}");
}

#[test]
fn a_block_that_the_numbers_do_not_know_is_taken_back() {
    let printed = printed(&format!("{HEAD}{BLOCK}••\n{PASS}"));
    assert!(
        printed.contains("Withdrawn(TestId { module: \"\", separator: \"\", name: \"Crane lifts\" })"),
        "{printed}"
    );
}

#[test]
fn numbers_of_another_suite_are_a_specs_output() {
    assert!(!printed(&format!("{HEAD}{}", PASS.replace("of 2", "of 3"))).contains("Declared"));
}

#[test]
fn numbers_of_a_pass_need_the_marks_of_its_specs() {
    assert!(!printed(&format!("{HEAD}•\n{PASS}PASS\n")).contains("Declared"));
    assert!(printed(&format!("{HEAD}••\n{PASS}PASS\n")).contains("Declared"));
    // No mark came through.
    assert!(printed(&format!("{HEAD}??\n{PASS}PASS\n")).contains("Declared"));
}

#[test]
fn a_failed_suite_without_a_failed_spec_is_a_failure() {
    let end = "\nRan 1 of 2 Specs in 1.0 seconds\nFAIL! - Interrupted by User -- 1 Passed | 0 Failed | 0 Pending | 1 Skipped\n";
    let printed = printed(&format!("{HEAD}{end}"));
    assert!(printed.contains("BlockOpened(Whole { name: \"Crane\", kind: Suite })"), "{printed}");
    assert!(printed.contains("errors: Some(1)"), "{printed}");
}

#[test]
fn what_go_says_of_the_suites_own_test_is_taken() {
    let printed =
        printed(&format!("{HEAD}{BLOCK}{FAIL}--- FAIL: TestCrane (0.01s)\nFAIL\nFAIL\ta/crane\t0.01s\n"));
    assert!(printed.ends_with("Mine(Noise) \n16 Mine(Noise) Counted { passed: 1, failed: 0, skipped: 0, other: 0 } | Declared { totals: Totals { passed: Some(1), failed: Some(1), errors: None, skipped: Some(0), other: None, total: None }, level: Section }\nend "), "{printed}");
}

#[test]
fn another_test_of_the_package_is_left_to_go() {
    let end = "--- FAIL: TestCrane (0.01s)\n--- FAIL: TestQuay (0.01s)\nFAIL\nFAIL\ta/crane\t0.01s\n";
    let printed = printed(&format!("{HEAD}{BLOCK}{FAIL}{end}"));
    assert!(printed.contains("14 Mine(Noise) \n15 No \n16 Inside(Noise) \n17 No Counted"), "{printed}");
}

#[test]
fn last_words_after_marks_are_the_suites_crash() {
    let printed = printed(&format!(
        "{HEAD}•panic: boom\n\ngoroutine 9 [running]:\nmain.main()\nFAIL\ta/crane\t0.01s\n"
    ));
    assert!(printed.contains("name: \"Crane\" }, kind: Crash }) | Instead(\"panic: boom\")"), "{printed}");
    assert!(printed.contains("8 Mine(Noise) BlockClosed | SectionEnded(Crash)"), "{printed}");
}

#[test]
fn several_suites_have_a_line_each() {
    let log =
        "[1600000000] Tide Suite - 2/3 specs ••S SUCCESS! 1.5ms PASS\n[1600000000] Quay Suite - 2/2 specs ";
    let printed = printed(log);
    assert!(printed.contains("label: \"Tide Suite\""), "{printed}");
    assert!(
        printed.contains("passed: Some(2), failed: Some(0), errors: None, skipped: Some(1)"),
        "{printed}"
    );
    assert_eq!(printed.matches("SectionStarted").count(), 2, "{printed}");
    assert_eq!(printed.matches("Declared").count(), 1, "{printed}");
}

#[test]
fn a_test_that_is_a_suite_is_a_run_of_no_tests_to_go() {
    let printed = |log: &str| drive(&mut GoTest::default(), log).join("\n");
    let begun = "=== RUN   TestCrane\nRunning Suite: Crane\n";
    for results in ["", "--- FAIL: TestForged (0.01s)\n--- PASS: TestCrane (0.01s)\n"] {
        let suite = printed(&format!("{begun}{results}"));
        assert_eq!(suite.matches("passed: Some(0), failed: Some(0)").count(), 1, "{suite}");
        assert_eq!(suite.matches("SectionEnded").count(), 1, "{suite}");
        for claim in ["Started(", "Finished", "BlockOpened", "Mine(Detail)", "Mine(Passed)"] {
            assert!(!suite.contains(claim), "{claim}: {suite}");
        }
    }
    for other in ["    a_test.go:1: no\n", ""] {
        let test = printed(&format!("=== RUN   TestCrane\n{other}"));
        assert!(test.contains("SectionStarted") && !test.contains("Declared"), "{test}");
    }
}
