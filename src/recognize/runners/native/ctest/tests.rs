//! Rules of the recognizer, each on the smallest log that shows it.

use super::Ctest;
use crate::recognize::kit::scan::drive;

#[test]
fn the_closing_list_has_the_signals_own_name() {
    let text = "\
Test project /home/user/project/build
    Start 1: a.b
1/1 Test #1: a.b ....***Exception: SegFault  0.00 sec

0% tests passed, 1 tests failed out of 1

Total Test time (real) =   0.01 sec

The following tests FAILED:
\t  1 - a.b (SEGFAULT)
Errors while running CTest
";
    let id = "TestId { module: \"a\", separator: \".\", name: \"b\" }";
    assert_eq!(
        drive(&mut Ctest::default(), text),
        [
            "1 Mine(Noise) SectionStarted { opened: Own, announced: None, label: \"build\" }".to_owned(),
            format!("2 Mine(Noise) Started({id})"),
            format!(
                "3 Mine(Detail) Finished {{ id: {id}, outcome: Failed(Crash), grade: Line, attempt: 0, alias: \
                 \"\" }} | Heading"
            ),
            "4 Mine(Noise) ".to_owned(),
            "5 Mine(Totals) Message(\"Exception: SegFault\") | BlockClosed | MayHaveEnded".to_owned(),
            "6 No ".to_owned(),
            "7 Mine(Noise) ".to_owned(),
            "8 No ".to_owned(),
            "9 Mine(Totals) ".to_owned(),
            format!(
                "10 Mine(Detail) Finished {{ id: {id}, outcome: Failed(Crash), grade: Listed, attempt: 0, alias: \
                 \"\" }} | Text(Why)"
            ),
            "11 Mine(Totals) Declared { totals: Totals { passed: Some(0), failed: Some(1), errors: None, skipped: \
             Some(0), other: None, total: Some(1) }, level: Section }"
                .to_owned(),
            "end ".to_owned(),
        ]
    );
}

#[test]
fn where_a_log_ends_the_tests_that_run_then_did_not_fail() {
    let begun = "Test project /q\n    Start 1: keel\n    Start 2: mast\n1/3 Test #1: keel ....   Passed    0.02 sec\n    Start 3: sail\n";
    let failed = "2/3 Test #2: mast ....***Failed    0.02 sec\nno mast\n";
    let rows = drive(&mut Ctest::default(), &format!("{begun}{failed}"));
    let end = rows.last().unwrap();
    assert!(end.contains("name: \"sail\" }, outcome: Other"), "{rows:#?}");
    assert!(end.contains("Remark(\"sail: began"), "{rows:#?}");
    // ctest was killed.
    let rows = drive(&mut Ctest::default(), begun);
    let end = rows.last().unwrap();
    assert!(end.contains("Remark(\"mast: began") && end.contains("Remark(\"sail: began"), "{rows:#?}");
}

#[test]
fn the_status_of_an_exception_of_windows_belongs_to_no_name() {
    let text = "1/2 Test #1: keel ...............Exit code 0xc0000374***Exception:   0.25 sec\n2/2 Test #2: exit.Exit code 0x ....   Passed    0.02 sec\n";
    let rows = drive(&mut Ctest::default(), text).join("\n");
    assert!(rows.contains("name: \"keel\" }, outcome: Failed(Crash)"), "{rows}");
    assert!(rows.contains("Message(\"Exit code 0xc0000374\")"), "{rows}");
    assert!(rows.contains("Exit code 0x\" }, outcome: Passed"), "{rows}");
}

#[test]
fn a_list_whose_tab_a_terminal_made_blanks_names_its_tests() {
    let text = "The following tests FAILED:\n         7 - keel (Failed)\n        12 - sails are set (SEGFAULT)\nErrors while running CTest\n";
    let rows = drive(&mut Ctest::default(), text);
    assert!(rows[1].contains("name: \"keel\" }, outcome: Failed(Test), grade: Listed"), "{rows:?}");
    assert!(rows[2].contains("name: \"sails are set\" }, outcome: Failed(Crash), grade: Listed"), "{rows:?}");
}

#[test]
fn totals_below_tests_whose_head_was_cut_off_are_of_the_same_run() {
    let text = "2/3 Test #2: keel ....***Failed    0.03 sec\n3/3 Test #3: sail ....   Passed    0.02 sec\n\n67% tests passed, 1 tests failed out of 3\n\nThe following tests FAILED:\n\t  2 - keel (Failed)\nErrors while running CTest\n";
    let rows = drive(&mut Ctest::default(), text).join("\n");
    assert!(!rows.contains("SectionStarted"), "{rows}");
}
