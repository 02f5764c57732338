//! Whole runs.

use super::Ava;
use crate::recognize::kit::scan;

fn rows(text: &str) -> Vec<String> {
    scan::drive(&mut Ava::default(), text)
}

fn holds(rows: &[String], words: &str) -> usize {
    rows.iter().map(|row| row.matches(words).count()).sum()
}

#[test]
fn details_give_a_failure_its_title() {
    let rows = rows(
        "\n  ✔ cart › a\n  ✘ [fail]: cart › b is no\n  ✔ [expected fail] cart › c\n  - [skip] cart › d\n  ─\n\n  cart › b\n\n  test/cart.js:4\n\n   3: x\n   4: y\n\n  \
         is no\n\n  Difference (- actual, + expected):\n\n  - 1\n  + 2\n\n  › file://test/cart.js:4:7\n\n  ─\n\n  1 test failed\n  1 known failure\n  1 test skipped\nnpm error x\n",
    );
    assert_eq!(
        holds(
            &rows,
            "module: \"cart\", separator: \" › \", name: \"b\" }, outcome: Failed(Test), grade: Listed, attempt: 0, alias: \"cart › b is no\""
        ),
        1,
        "{rows:#?}"
    );
    assert_eq!(holds(&rows, "Message(\"is no\")"), 1);
    assert_eq!(holds(&rows, "file: \"test/cart.js\", line: Some(4)"), 1);
}

#[test]
fn numbers_close_the_run_at_the_blank_line_after_them() {
    let rows = rows("\n  ✔ a\n  ✔ b\n  ─\n\n  2 tests passed\n\n");
    assert_eq!(holds(&rows, "Counted { passed: 2"), 1, "{rows:#?}");
    assert!(
        rows.iter().any(|row| row.starts_with("7 ")
            && row.contains("Declared { totals: Totals { passed: Some(2), failed: Some(0)")),
        "{rows:#?}"
    );
}

#[test]
fn what_follows_the_numbers_without_a_blank_line_is_not_of_the_run() {
    let rows = rows("\n  ✔ a\n  ✔ b\n  ─\n\n  2 tests passed\nsrc/cart.py:3: error: no\n");
    assert!(
        rows.iter().any(|row| row.starts_with("7 No") && row.contains("Declared { totals: Totals { passed: Some(2)")),
        "{rows:#?}"
    );
}

#[test]
fn a_file_that_threw_and_left_is_one_failure() {
    let rows = rows(
        "\n  ✔ cart › a\n\n  Uncaught exception in test/b.js\n\n  Error: no\n\n  Error: no\n      at file:///p/test/b.js:2:1\n\n  \
         ✘ test/b.js exited with a non-zero exit code: 1\n  ─\n\n  1 test passed\n  1 uncaught exception\n",
    );
    assert_eq!(holds(&rows, "Whole { name: \"test/b.js\", kind: Collection }"), 1);
    assert_eq!(holds(&rows, "More { name: \"test/b.js\" }"), 1);
    assert_eq!(holds(&rows, "errors: Some(1)"), 1, "{rows:#?}");
}

#[test]
fn a_file_that_died_fails_a_run_whose_numbers_do_not_say_so() {
    let rows = rows("\n  ✔ cart › a\n  ✘ test/b.js exited due to SIGABRT\n  ─\n\n  1 test passed\n");
    assert_eq!(
        holds(&rows, "Declared { totals: Totals { passed: Some(1), failed: Some(0), errors: Some(1)"),
        1
    );
}

#[test]
fn a_run_that_was_cut_off_declares_nothing() {
    assert_eq!(holds(&rows("\n  ✔ cart › a\n  ✘ [fail]: cart › b no\n"), "Declared"), 0);
    assert_eq!(holds(&rows("\n  ✔ cart › a\n  1 test passed\n\n"), "Declared"), 0);
}

#[test]
fn numbers_above_the_details_count_and_the_details_name() {
    let rows = rows(
        "\n  ✔ quay › moors\n  ✖ quay › loads no rope\n\n  2 tests failed\n  1 known failure\n  1 uncaught exception\n\n  quay › leaks\n\n  quay › loads\n\n  quay.js:4\n\n   3: a\n   4: b\n\n  no rope\n\n\n\n  quay › sails\n\n\n  Error: no wind\n\n\n\n  Uncaught exception in barge.js\n\n  Error: no crane\nnpm error x\n",
    );
    assert_eq!(holds(&rows, "name: \"loads\" }, outcome: Failed(Test), grade: Listed"), 1, "{rows:#?}");
    assert_eq!(holds(&rows, "name: \"sails\" }, outcome: Failed(Test), grade: Listed"), 1, "{rows:#?}");
    assert_eq!(holds(&rows, "Failed(Test)"), 2, "{rows:#?}");
    assert_eq!(holds(&rows, "Whole { name: \"barge.js\""), 1);
    assert_eq!(holds(&rows, "failed: Some(2), errors: Some(1)"), 1, "{rows:#?}");
}

#[test]
fn numbers_above_further_results_were_printed_by_a_test() {
    let rows = rows("\n  ✔ quay › a\n\n  2 tests failed\n\n  ✔ quay › b\n  ─\n\n  2 tests passed\n\n");
    assert_eq!(holds(&rows, "passed: Some(2), failed: Some(0)"), 1, "{rows:#?}");
}

#[test]
fn a_test_that_was_pending_has_the_timeout_for_its_reason() {
    let rows = rows(
        "\n  ✔ quay › a\n\n  ✘ Timed out while running tests\n\n  1 tests were pending in quay.js\n\n  ◌ quay › b\n\n  ─\n\n  1 test passed\n  1 test remained pending after a timeout\n\n",
    );
    assert_eq!(holds(&rows, "Message(\"Timed out while running tests\")"), 1, "{rows:#?}");
}
