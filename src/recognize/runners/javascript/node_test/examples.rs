//! Whole runs.

use super::NodeTest;
use crate::recognize::kit::scan;

fn rows(text: &str) -> Vec<String> {
    scan::drive(&mut NodeTest::default(), text)
}

fn holds(rows: &[String], words: &str) -> usize {
    rows.iter().map(|row| row.matches(words).count()).sum()
}

const NUMBERS: &str =
    "ℹ tests 3\nℹ suites 1\nℹ pass 1\nℹ fail 2\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 12.3\n";

#[test]
fn a_failure_has_one_name_while_it_runs_and_in_the_list() {
    let text = format!(
        "▶ cart\n  ✔ adds (0.7ms)\n  ✖ takes (2.1ms)\n    Error: no\n        at f (/p/cart.test.js:9:3)\n\n  ✖ gives (2.1ms)\n✖ cart (11.1ms)\n{NUMBERS}\n\
         ✖ failing tests:\n\ntest at test/cart.test.js:8:3\n✖ takes (2.1ms)\n  Error: no\n      at f (/p/cart.test.js:9:3)\n\n\
         test at test/cart.test.js:12:3\n✖ gives (2.1ms)\n  'test failed'\nnpm error x\n"
    );
    let rows = rows(&text);
    assert_eq!(holds(&rows, "module: \"cart\", separator: \" > \", name: \"takes\""), 2, "{rows:#?}");
    assert_eq!((holds(&rows, "grade: Line"), holds(&rows, "grade: Listed")), (2, 2));
    assert_eq!(holds(&rows, "Declared { totals: Totals { passed: Some(1), failed: Some(2)"), 1);
    assert_eq!(holds(&rows, "Message(\"test failed\")"), 1);
    assert_eq!(holds(&rows, "file: \"/p/cart.test.js\", line: Some(9)"), 1, "the list repeats the error");
    assert!(rows.iter().any(|row| row.contains(" No ")), "{rows:#?}");
}

#[test]
fn a_file_whose_process_died_is_reported_once_and_with_what_it_died_of() {
    let died = "/p/quay.test.js:1\nthrow new Error('no berth');\n^\n\nError: no berth\n    at Object.<anonymous> (/p/quay.test.js:1:7)\n\nNode.js v20.1.0\n";
    let rows = rows(&format!("{died}✖ /p/quay.test.js (52.1ms)\n  'test failed'\n\n{NUMBERS}"));
    assert_eq!((holds(&rows, "MayHaveBegun"), holds(&rows, "BeganThere")), (1, 1), "{rows:#?}");
    assert_eq!(holds(&rows, "Message(\"Error: no berth\")"), 1, "{rows:#?}");
    assert_eq!(holds(&rows, "Message(\"test failed\")"), 0, "{rows:#?}");
}

#[test]
fn a_test_with_failed_subtests_is_reported_when_node_counts_it() {
    let rows = rows(&format!("▶ parent\n  ✔ a (0.7ms)\n  ✖ b (2.1ms)\n✖ parent (11.1ms)\n{NUMBERS}"));
    assert_eq!(holds(&rows, "name: \"parent\""), 1, "{rows:#?}");
}

#[test]
fn a_run_without_numbers_declares_nothing() {
    let rows = rows("▶ cart\n  ✔ adds (0.7ms)\n✔ cart (1.1ms)\n");
    assert_eq!(
        (holds(&rows, "SectionStarted"), holds(&rows, "Declared"), holds(&rows, "Counted")),
        (1, 0, 1)
    );
}

#[test]
fn the_dot_reporters_list_tells_its_failures() {
    let rows =
        rows("..X.\n\nFailed tests:\n\n✖ takes (2.1ms)\n  Error: no\n      at f (/p/cart.test.js:9:3)\n");
    assert_eq!(holds(&rows, "grade: Listed"), 1, "{rows:#?}");
}

#[test]
fn what_may_fail_is_no_failure() {
    let rows = rows("✖ bug (2.1ms) # TODO known\n    Error: no\n✔ a (0.1ms)\n");
    assert_eq!((holds(&rows, "Failed"), holds(&rows, "other: 1")), (0, 1), "{rows:#?}");
}

#[test]
fn an_indented_line_after_the_list_is_somebody_elses() {
    let rows = rows(&format!(
        "✔ a (0.1ms)\n{NUMBERS}\n✖ failing tests:\n\ntest at a.js:1:1\n✖ b (1.5ms)\n  Error: no\n  \n  more\n\n\n  ✔ other › test\n"
    ));
    assert!(rows.iter().any(|row| row.starts_with("20 No")), "{rows:#?}");
    assert!(rows.iter().any(|row| row.starts_with("17 Mine(Detail) Text(Why)")), "{rows:#?}");
}
