//! Whole runs.

use super::Mocha;
use crate::recognize::kit::scan;

fn rows(text: &str) -> Vec<String> {
    scan::drive(&mut Mocha::default(), text)
}

fn holds(rows: &[String], words: &str) -> usize {
    rows.iter().map(|row| row.matches(words).count()).sum()
}

const RUN: &str = "\n\n  cart\n    ✔ adds\n    - later\n    1) takes\n    when empty\n      2) \"before each\" hook for \"says so\"\n\n\n  \
                   1 passing (4ms)\n  1 pending\n  2 failing\n\n  1) cart\n       takes:\n\n      AssertionError [ERR_ASSERTION]: no\n      \
                   + expected - actual\n\n      -1\n      +2\n      \n      at Context.<anonymous> (test/cart.js:9:3)\n      \
                   at process.x (node:internal/a:1:2)\n\n  2) cart\n       when empty\n         \"before each\" hook for \"says so\":\n     \
                   TypeError: x is not a function\n      at Context.<anonymous> (test/cart.js:4:3)\n\n\n\nnpm ERR! no\n";

#[test]
fn failures_are_named_by_their_titles_while_they_run_and_in_the_list() {
    let rows = rows(RUN);
    assert_eq!(
        holds(
            &rows,
            "Declared { totals: Totals { passed: Some(1), failed: Some(2), errors: None, skipped: Some(1)"
        ),
        1
    );
    assert_eq!(holds(&rows, "module: \"cart\", separator: \" > \", name: \"takes\""), 1, "{rows:#?}");
    // The first suite's title is before the first mark, and the list knows it.
    assert_eq!(holds(&rows, "grade: Listed, attempt: 0, alias: \"takes\""), 1);
    assert_eq!(holds(&rows, "outcome: Failed(Setup), grade: Listed"), 1);
    assert_eq!(holds(&rows, "Message(\"AssertionError: no\")"), 1);
    assert_eq!(holds(&rows, "file: \"test/cart.js\", line: Some(9)"), 1);
    assert!(rows.iter().any(|row| row.contains(" No ") && row.contains("Declared")), "{rows:#?}");
}

#[test]
fn a_run_that_died_declares_nothing() {
    let text: String = RUN.lines().take(8).map(|line| format!("{line}\n")).collect();
    let rows = rows(&text);
    assert_eq!(
        (holds(&rows, "Declared"), holds(&rows, "SectionStarted"), holds(&rows, "grade: Line")),
        (0, 1, 3)
    );
}

#[test]
fn numbers_alone_are_a_run() {
    let rows = rows("\n  ....\n\n  4 passing (4ms)\n\n");
    assert_eq!(
        (
            holds(&rows, "SectionStarted"),
            holds(&rows, "Declared { totals: Totals { passed: Some(4), failed: Some(0)")
        ),
        (1, 1)
    );
}

#[test]
fn numbers_that_a_test_prints_end_nothing() {
    let rows = rows(
        "\n  cart\n    ✔ a\n    ✔ b\n  9 passing (1ms)\n\n    1) c\n\n\n  2 passing (4ms)\n  1 failing\n\n  1) cart\n       c:\n     Error: x\n",
    );
    assert_eq!(holds(&rows, "SectionStarted"), 1);
    assert_eq!(holds(&rows, "grade: Listed"), 1, "{rows:#?}");
    assert_eq!(holds(&rows, "passed: Some(2), failed: Some(1)"), 1);
}

#[test]
fn a_file_that_cannot_be_loaded_is_a_failure() {
    let rows = rows(
        "\n Exception during run: Error: Cannot find module './x'\nRequire stack:\n- /p/test/a.js\n    at f (node:internal/a:1:2)\n    at Object.<anonymous> (/p/test/a.js:1:11) {\n  code: 'X'\n}\n",
    );
    assert_eq!(holds(&rows, "Whole { name: \"Exception during run\", kind: Collection }"), 1);
    assert_eq!(holds(&rows, "Message(\"Error: Cannot find module './x'\")"), 1);
    assert_eq!(holds(&rows, "errors: Some(1)"), 1);
}

#[test]
fn a_list_after_which_tests_go_on_was_printed_by_one() {
    let rows = rows(
        "\n  cart\n\n  0 passing (1ms)\n  7 failing\n\n  1) fake\n       one:\n     Error: x\n      at f (t.js:1:1)\n\n    ✔ a\n    ✔ b\n\n\n  2 passing (4ms)\n\n",
    );
    assert_eq!((holds(&rows, "Withdrawn"), holds(&rows, "Declared")), (1, 1), "{rows:#?}");
    assert_eq!(holds(&rows, "passed: Some(2), failed: Some(0)"), 1);
}

#[test]
fn numbers_without_the_failures_that_were_reported_end_nothing() {
    let rows = rows("\n  1) alone\n  cart\n    ✔ a\n    2) b\n\n\n  1 passing (4ms)\n");
    assert_eq!((holds(&rows, "grade: Line"), holds(&rows, "Declared")), (1, 0), "{rows:#?}");
}

#[test]
fn numbers_at_the_very_end_are_believed_when_every_pass_was_seen() {
    assert_eq!(holds(&rows("\n  ....\n\n  4 passing (4ms)\n"), "Declared"), 0);
    assert_eq!(holds(&rows("\n  cart\n    ✔ a\n\n\n  1 passing (4ms)"), "Declared"), 1);
}

#[test]
fn two_failures_of_one_name_are_two() {
    let rows = rows(
        "\n  cart\n    ✔ a\n    1) sum\n    2) sum\n\n\n  1 passing (4ms)\n  2 failing\n\n  1) cart\n       sum:\n     Error: x\n      at f (t.js:1:1)\n\n  2) cart\n       sum:\n     Error: y\n      at f (t.js:9:1)\n",
    );
    for (name, alias) in [("sum", "sum"), ("sum (2)", "sum (2)")] {
        let reported = format!("name: \"{name}\" }}, outcome: Failed(Test), grade: Line");
        let listed = format!("grade: Listed, attempt: 0, alias: \"{alias}\"");
        assert_eq!((holds(&rows, &reported), holds(&rows, &listed)), (1, 1), "{rows:#?}");
    }
}

#[test]
fn a_number_far_after_a_mark_is_no_test() {
    assert_eq!(rows("\n    ✔    0/0 succeeded [0 read from cache]\n"), ["1 No ", "2 No ", "end "]);
}

#[test]
fn closings_before_mocha_1_11_are_a_run() {
    let passed = "Declared { totals: Totals { passed: Some(3), failed: Some(0), errors: None, skipped: Some(1), other: None, total: None }";
    for text in [
        "\n  ....\n\n  ✔ 4 tests complete (3ms)\n  • 1 test pending\n\n",
        "\n  ․․․․\n\n  4 tests complete (3 ms)\n  1 test pending\n\n",
        "\n  a\n    ✓ b \n    ✓ c \n    ✓ d \n    - e\n\n\n  ✔ 4 tests complete (3ms)\n\n",
    ] {
        assert_eq!(holds(&rows(text), passed), 1, "{text}");
    }
    let failed = rows(
        "\n  ..\n\n  ✖ 1 of 2 tests failed:\n\n  1) quay sinks:\n     Error: one boat sank\n      at Context.<anonymous> (/p/quay.js:7:13)\n\n",
    );
    assert_eq!(
        holds(&failed, "name: \"quay sinks\" }, outcome: Failed(Test), grade: Listed"),
        1,
        "{failed:#?}"
    );
    assert_eq!(
        holds(&failed, "failed: Some(1), errors: None, skipped: None, other: None, total: Some(2)"),
        1
    );
    // A hook's failure is one of more failures than there are tests.
    let hook = rows("\n  \n\n  ✖ 2 of 1 test failed:\n\n  1) a \"before all\" hook:\n     Error: no\n\n");
    assert_eq!(holds(&hook, "failed: Some(2), errors: None, skipped: None, other: None, total: None"), 1);
}

#[test]
fn a_test_that_prints_a_closing_of_old_ends_no_run() {
    let forged = rows("\n  a\n    ✓ b \n    1) c\n  ✔ 1 test complete (3ms)\n\n    ✓ d \n");
    assert_eq!(holds(&forged, "Declared"), 0, "{forged:#?}");
    assert_eq!(holds(&forged, "SectionStarted"), 1, "{forged:#?}");
    let cut = rows("\n\n\n  a\n    ✓ b \n    ✓ c \n\n  99 tests complete (3 ms)\n");
    assert_eq!(holds(&cut, "Declared"), 0, "{cut:#?}");
}

/// The numbers of failures are cut off, or a test printed those of passes alone.
#[test]
fn numbers_of_passes_alone_below_a_failed_test_declare_nothing() {
    for above in ["  !...\n", "  1) adds prices\n  2) takes\n"] {
        for cut in ["", "  1 fai"] {
            let rows = rows(&format!("\n{above}\n  3 passing (4ms)\n{cut}\n"));
            assert_eq!(holds(&rows, "Declared"), 0, "{rows:#?}");
        }
        let forged = rows(&format!("{above}\n  3 passing (4ms)\n  1 fai\n\n  9 passing (4ms)\n\n"));
        assert_eq!(holds(&forged, "Declared"), 0, "{forged:#?}");
        // The next run is one of its own.
        let rows = rows(&format!("{above}\n  3 passing (4ms)\n\n  ....\n\n  4 passing (4ms)\n\n"));
        assert_eq!(holds(&rows, "Declared"), 1, "{rows:#?}");
    }
}
