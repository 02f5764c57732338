//! Rules of the recognizer, each on the smallest log that shows it.

use super::Ctest;
use crate::recognize::scan::drive;

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
            "9 Mine(Noise) ".to_owned(),
            format!(
                "10 Mine(Detail) Finished {{ id: {id}, outcome: Failed(Crash), grade: Listed, attempt: 0, alias: \
                 \"\" }} | Text(Why)"
            ),
            "11 Mine(Noise) Declared { totals: Totals { passed: Some(0), failed: Some(1), errors: None, skipped: \
             Some(0), other: None, total: Some(1) }, level: Section }"
                .to_owned(),
            "end ".to_owned(),
        ]
    );
}
