//! What pytest's JSON is read as, beside that of `testdata/reports`.

use crate::recognize::documents::Kind;
use crate::recognize::documents::rows::rows;

fn read(kind: Kind, text: &str) -> (Vec<String>, String) {
    let (rows, result) = rows(kind, text.as_bytes());
    (rows, result.map_or_else(|error| error.to_string(), |notes| notes.join(";")))
}

fn report(node: &str, when: &str, outcome: &str, more: &str) -> String {
    format!(
        "{{\"nodeid\":\"{node}\",\"when\":\"{when}\",\"outcome\":\"{outcome}\"{more},\"$report_type\":\"TestReport\"}}\n"
    )
}

#[test]
fn a_log_without_the_end_of_its_session_is_of_a_run_that_died() {
    let text = [
        report("t.py::a", "setup", "passed", ""),
        report("t.py::a", "call", "passed", ""),
        report("t.py::a", "teardown", "passed", ""),
        report("t.py::b", "setup", "passed", ""),
    ]
    .concat();
    let (rows, result) = read(Kind::PytestReportlog, &text);
    assert_eq!(
        rows,
        [
            "section ",
            "passed [t.py|::|a]",
            "Started(TestId { module: \"t.py\", separator: \"::\", name: \"b\" })",
        ]
    );
    assert!(result.ends_with("inside of the session"), "{result}");
}

#[test]
fn attempts_before_a_pass_are_flaky_and_before_a_failure_its_attempts() {
    let finish = "{\"exitstatus\":1,\"$report_type\":\"SessionFinish\"}";
    let text = [
        report("t.py::a", "setup", "passed", ""),
        report("t.py::a", "call", "rerun", ",\"longrepr\":\"E   late\""),
        report("t.py::a", "teardown", "passed", ""),
        report("t.py::a", "setup", "passed", ""),
        report("t.py::a", "call", "passed", ""),
        report("t.py::a", "teardown", "passed", ""),
        finish.to_owned(),
    ]
    .concat();
    let (rows, _) = read(Kind::PytestReportlog, &text);
    assert_eq!(
        rows,
        [
            "section ",
            "failed Test attempt 1 [t.py|::|a]",
            "  Why: E   late",
            "  message late",
            "passed attempt 2 [t.py|::|a]",
            // The exit status says that something failed, and nothing else does.
            "whole Suite [test run]",
            "totals Section passed 1, failed 1, skipped 0, other 0, total 2",
        ]
    );
}

#[test]
fn an_interrupted_session_is_a_failure() {
    let text = "{\"pytest_version\":\"9\",\"$report_type\":\"SessionStart\"}\n{\"exitstatus\":3,\"$report_type\":\"SessionFinish\"}";
    let (rows, _) = read(Kind::PytestReportlog, text);
    assert_eq!(rows[1..3], ["whole Suite [pytest session]", "  Why: internal error"]);
    let (rows, _) =
        read(Kind::PytestJson, r#"{"exitcode":2,"root":"/a","summary":{"total":0,"collected":0}}"#);
    assert_eq!(rows[1..3], ["whole Suite [pytest session]", "  Why: the session was interrupted"]);
}

#[test]
fn an_expected_failure_is_neither_and_a_strict_unexpected_pass_a_failure() {
    let text = [
        report("t.py::a", "call", "skipped", ",\"wasxfail\":\"soon\""),
        report("t.py::a", "teardown", "passed", ""),
        report("t.py::b", "call", "passed", ",\"wasxfail\":\"soon\""),
        report("t.py::b", "teardown", "passed", ""),
        report("t.py::c", "call", "failed", ",\"longrepr\":\"[XPASS(strict)] soon\""),
        report("t.py::c", "teardown", "passed", ""),
        "{\"exitstatus\":1,\"$report_type\":\"SessionFinish\"}".to_owned(),
    ]
    .concat();
    let (rows, _) = read(Kind::PytestReportlog, &text);
    assert_eq!(rows.last().unwrap(), "totals Section passed 0, failed 1, skipped 0, other 2, total 3");
}
