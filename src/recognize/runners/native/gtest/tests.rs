//! Rules of the recognizer, each on the smallest log that shows it.

use super::GoogleTest;
use super::lines::{self, Printed};
use crate::recognize::kit::scan::drive;

#[test]
fn a_name_ends_before_its_parameters_and_its_time() {
    for (rest, name) in [
        ("A.B (0 ms)", Some("A.B")),
        ("P/A.B/0, where GetParam() = 1.5 (3 ms)", Some("P/A.B/0")),
        ("A/1.B, where TypeParam = std::vector<int>", Some("A/1.B")),
        ("A.B", Some("A.B")),
        ("the build. Try again", None),
        ("A.B.C", None),
        ("2 tests, listed below:", None),
    ] {
        assert_eq!(lines::name(rest), name, "{rest}");
    }
}

#[test]
fn a_result_after_printed_text_counts_for_the_running_test_only() {
    let line = "progress 3/3[       OK ] A.B (0 ms)";
    assert_eq!(lines::glued(line, "A.B"), Some((Printed::Ok("A.B"), 12)));
    assert_eq!(lines::glued(line, "A.C"), None);
}

#[test]
fn a_result_of_another_test_is_output_of_the_one_that_runs() {
    let text = "\
[==========] Running 1 test from 1 test suite.
[ RUN      ] A.B
[  FAILED  ] Inner.Pretend (0 ms)
[       OK ] A.B (0 ms)
[==========] 1 test from 1 test suite ran. (0 ms total)
[  PASSED  ] 1 test.
";
    assert_eq!(
        drive(&mut GoogleTest::default(), text),
        [
            "1 Mine(Noise) SectionStarted { opened: Own, announced: Some(1), label: \"\" }",
            "2 Mine(Noise) ",
            "3 Inside(Other) ",
            "4 Mine(Passed) Finished { id: TestId { module: \"A\", separator: \".\", name: \"B\" }, outcome: Passed, \
             grade: Line, attempt: 0, alias: \"\" }",
            "5 Mine(Totals) ",
            "6 Mine(Totals) MayHaveEnded",
            "end Declared { totals: Totals { passed: Some(1), failed: Some(0), errors: None, skipped: Some(0), other: \
             None, total: Some(1) }, level: Section }",
        ]
    );
}

#[test]
fn lines_of_result_without_a_run_are_nobodys() {
    for text in ["[  FAILED  ] A.B (0 ms)", "[       OK ] A.B (0 ms)"] {
        assert_eq!(drive(&mut GoogleTest::default(), text), ["1 No ", "end "], "{text}");
    }
}

#[test]
fn a_list_of_no_failures_tells_that_the_run_did_not_pass() {
    let text = "\
[==========] Running 1 test from 1 test suite.
[ RUN      ] Quay.Holds
[       OK ] Quay.Holds (0 ms)
[==========] 1 test from 1 test suite ran. (0 ms total)
[  PASSED  ] 1 test.
[  FAILED  ] 0 tests, listed below:

 0 FAILED TESTS
";
    assert_eq!(
        drive(&mut GoogleTest::default(), text).get(5..),
        Some(
            [
                "6 Mine(Totals) ",
                "7 No BlockOpened(Whole { name: \"outside of the tests\", kind: Setup }) | Instead(\"[  FAILED  ] 0 \
                 tests, listed below:\") | Heading | Message(\"the run did not pass, and no test of it failed\") | \
                 BlockClosed | Declared { totals: Totals { passed: Some(1), failed: Some(0), errors: Some(1), \
                 skipped: Some(0), other: None, total: Some(1) }, level: Section }",
                "8 Mine(Totals) ",
                "end ",
            ]
            .map(String::from)
            .as_slice()
        )
    );
}

#[test]
fn a_list_of_no_tests_that_names_a_suite_tells_the_suite_alone() {
    let text = "\
[==========] 1 test from 1 test suite ran. (0 ms total)
[  PASSED  ] 1 test.
[  FAILED  ] 0 tests, listed below:
[  FAILED  ] Quay: SetUpTestSuite or TearDownTestSuite
";
    let rows = drive(&mut GoogleTest::default(), text);
    assert!(rows.iter().all(|row| !row.contains("outside of the tests")), "{rows:?}");
    assert!(rows.iter().any(|row| row.contains("name: \"Quay: SetUpTestSuite")), "{rows:?}");
}
