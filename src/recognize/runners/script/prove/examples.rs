//! Whole runs.

use super::Prove;
use crate::recognize::kit::scan;

fn rows(text: &str) -> Vec<String> {
    scan::drive(&mut Prove::default(), text)
}

fn holds(rows: &[String], words: &str) -> usize {
    rows.iter().map(|row| row.matches(words).count()).sum()
}

const FILES: &str =
    "Files=2, Tests=5,  0 wallclock secs ( 0.02 usr  0.01 sys +  0.05 cusr  0.02 csys =  0.09 CPU)\n";

#[test]
fn a_diagnostic_and_its_verdict_are_one_failure() {
    let rows = rows(&format!(
        "\n#   Failed test 'adds'\n#   at t/a.t line 6.\n#          got: '1'\n#     expected: '2'\n# Looks like you failed 1 test of 3.\nt/a.t .. \n1..3\nok 1 - x\n\
         not ok 2 - adds\nok 3 # skip no\nDubious, test returned 1 (wstat 256, 0x100)\nFailed 1/3 subtests \nt/b.t .. ok\n\nTest Summary Report\n-----\n\
         t/a.t (Wstat: 256 (exited 1) Tests: 3 Failed: 1)\n  Failed test:  2\n  Non-zero exit status: 1\n{FILES}Result: FAIL\n"
    ));
    assert_eq!(holds(&rows, "module: \"t/a.t\", separator: \" > \", name: \"adds\""), 2, "{rows:#?}");
    assert_eq!((holds(&rows, "Whole"), holds(&rows, "again")), (0, 0));
    assert_eq!(holds(&rows, "Message(\"got: '1', expected: '2'\")"), 1);
    assert_eq!(
        holds(
            &rows,
            "Declared { totals: Totals { passed: Some(3), failed: Some(1), errors: Some(0), skipped: Some(1)"
        ),
        1
    );
}

#[test]
fn a_file_that_died_is_a_failure_with_what_it_printed() {
    let rows = rows(&format!(
        "Can't locate X.pm in @INC at t/a.t line 1.\nBEGIN failed--compilation aborted at t/a.t line 1.\nt/a.t .. \nDubious, test returned 2 (wstat 512, 0x200)\nNo subtests run \nt/b.t .. ok\n\n\
         Test Summary Report\n-----\nt/a.t (Wstat: 512 (exited 2) Tests: 0 Failed: 0)\n  Non-zero exit status: 2\n  Parse errors: No plan found in TAP output\n{FILES}Result: FAIL\n"
    ));
    assert_eq!(holds(&rows, "Whole { name: \"t/a.t\""), 1, "{rows:#?}");
    assert_eq!(holds(&rows, "Message(\"Can't locate X.pm in @INC at t/a.t line 1.\")"), 1);
    assert_eq!(holds(&rows, "failed: Some(0), errors: Some(1)"), 1);
}

#[test]
fn numbers_are_names_when_no_diagnostic_came() {
    let rows = rows(&format!(
        "t/a.t .. \nFailed 2/3 subtests \n\nTest Summary Report\n-----\nt/a.t (Wstat: 0 Tests: 3 Failed: 2)\n  Failed tests:  1, 3\n{FILES}Result: FAIL\n"
    ));
    assert_eq!((holds(&rows, "name: \"test 1\""), holds(&rows, "name: \"test 3\"")), (1, 1), "{rows:#?}");
}

#[test]
fn diagnostics_of_subtests_are_the_text_of_the_test_around_them() {
    let rows = rows(&format!(
        "\n    #   Failed test 'inner'\n    #   at t/a.t line 4.\n    # Looks like you failed 1 test of 1.\n\n#   Failed test 'outer'\n#   at t/a.t line 5.\nt/a.t .. \n\
         Dubious, test returned 1 (wstat 256, 0x100)\nFailed 1/1 subtests \n\nTest Summary Report\n-----\nt/a.t (Wstat: 256 Tests: 1 Failed: 1)\n  Failed test:  1\n{FILES}Result: FAIL\n"
    ));
    assert_eq!((holds(&rows, "BlockOpened(Test"), holds(&rows, "name: \"outer\"")), (1, 1), "{rows:#?}");
}

#[test]
fn a_run_that_passed_takes_back_what_its_tests_printed() {
    let rows = rows(&format!(
        "#   Failed test 'inner'\n#   at t/a.t line 4.\nt/a.t .. ok\nAll tests successful.\n{FILES}Result: PASS\n"
    ));
    assert_eq!(holds(&rows, "Withdrawn"), 1, "{rows:#?}");
    assert_eq!(holds(&rows, "failed: Some(0), errors: Some(0)"), 1);
}

#[test]
fn a_run_that_was_cut_off_declares_nothing() {
    assert_eq!(holds(&rows("t/a.t .. ok\nt/b.t .. ok\n"), "Declared"), 0);
}

#[test]
fn what_a_file_says_after_its_progress_tells_why_it_died() {
    let rows = rows(&format!(
        "t/a.t .. 1/5 Undefined subroutine &moor called at lib/Quay.pm line 8.\n# Looks like your test exited with 255 just after 3.\nt/a.t .. Dubious, test returned 255 (wstat 65280, 0xff00)\n\
         Failed 2/5 subtests \n\nTest Summary Report\n-----\nt/a.t (Wstat: 65280 Tests: 3 Failed: 0)\n  Non-zero exit status: 255\n{FILES}Result: FAIL\n"
    ));
    let message = "Message(\"Undefined subroutine &moor called at lib/Quay.pm line 8.\")";
    assert_eq!((holds(&rows, message), holds(&rows, "Whole { name: \"t/a.t\"")), (1, 1), "{rows:#?}");
}

#[test]
fn the_end_of_a_run_is_enough_for_its_totals() {
    let rows = rows(&format!("{FILES}Result: FAIL\n"));
    assert_eq!(holds(&rows, "failed: Some(0), errors: Some(1)"), 1, "{rows:#?}");
}
