//! What the files of .NET's runners are read as, beside those of `testdata/reports`.

use crate::recognize::documents::Kind;
use crate::recognize::documents::rows::rows;

fn read(kind: Kind, text: &str) -> (Vec<String>, String) {
    let (rows, result) = rows(kind, text.as_bytes());
    (rows, result.map_or_else(|error| error.to_string(), |notes| notes.join(";")))
}

#[test]
fn a_run_that_was_aborted_without_a_failed_test_is_a_failure() {
    let text = "<TestRun><Results><UnitTestResult testName='A.B.Works' outcome='Passed'/></Results><ResultSummary outcome='Failed'>\
        <Counters total='1' passed='1' failed='0'/><RunInfos><RunInfo outcome='Error'><Text>Testhost process crashed</Text></RunInfo></RunInfos>\
        </ResultSummary></TestRun>";
    let (rows, result) = read(Kind::Trx, text);
    assert_eq!(
        rows,
        [
            "section ",
            "passed [A.B|.|Works]",
            "whole Crash [test run]",
            "  Why: Testhost process crashed",
            "  message Testhost process crashed",
            "totals Section passed 1, failed 1, skipped 0, other 0, total 2",
        ]
    );
    assert_eq!(result, "");
}

#[test]
fn what_the_adapter_of_xunit_repeats_is_no_failure_of_the_run() {
    let text = "<TestRun><Results><UnitTestResult testName='A.B.Breaks' outcome='Failed'/></Results><ResultSummary outcome='Failed'>\
        <Counters total='1' failed='1'/><RunInfos><RunInfo outcome='Error'><Text>[xUnit.net 00:00:01.00]     A.B.Breaks [FAIL]</Text></RunInfo>\
        </RunInfos></ResultSummary></TestRun>";
    let (rows, _) = read(Kind::Trx, text);
    assert_eq!(
        rows,
        [
            "section ",
            "failed Test [A.B|.|Breaks]",
            "totals Section passed 0, failed 1, skipped 0, other 0, total 1"
        ]
    );
}

#[test]
fn a_summary_that_says_failed_is_believed_over_its_tests() {
    for summary in ["outcome='Failed'", "outcome='Aborted'"] {
        let text = format!(
            "<TestRun><Results><UnitTestResult testName='A.B.Works' outcome='Passed'/></Results><ResultSummary {summary}/></TestRun>"
        );
        let (rows, _) = read(Kind::Trx, &text);
        assert!(rows.iter().any(|row| row.starts_with("whole ")), "{summary}: {rows:?}");
    }
}

#[test]
fn counters_that_say_more_failed_are() {
    let text = "<TestRun><Results><UnitTestResult testName='A.B.Breaks' outcome='Failed'/></Results><ResultSummary outcome='Failed'>\
        <Counters total='9' failed='3'/></ResultSummary></TestRun>";
    let (rows, _) = read(Kind::Trx, text);
    assert_eq!(rows.last().unwrap(), "totals Section passed 6, failed 3, total 9");
}

#[test]
fn a_trx_file_that_breaks_off_states_no_totals_and_tells_its_failures() {
    let text = "<TestRun><Results><UnitTestResult testId='1' testName='Breaks' outcome='Failed'/><UnitTestResult testName='Works' outcome='Passed'/>";
    let (rows, result) = read(Kind::Trx, text);
    assert_eq!(rows, ["section ", "passed [||Works]", "failed Test [||Breaks]"]);
    assert!(result.contains("inside of the results"), "{result}");
}

#[test]
fn an_assembly_that_nunit_cannot_load_is_a_failure_in_a_run_without_failed_tests() {
    let text = "<test-run result='Failed' total='0' failed='0'><test-suite type='Assembly' name='a.dll' result='Failed' label='Invalid'>\
        <reason><message>no such file</message></reason></test-suite></test-run>";
    let (rows, _) = read(Kind::Nunit, text);
    assert_eq!(
        rows,
        [
            "section ",
            "whole Collection [a.dll]",
            "  Why: no such file",
            "  message no such file",
            "totals Section passed 0, failed 1, skipped 0, other 0, total 1",
        ]
    );
}

#[test]
fn tests_of_one_name_are_distinguished_after_a_failure() {
    let text = "<test-run total='2' failed='1'><test-case fullname='A.B' result='Failed'/><test-case fullname='A.B' result='Passed'/></test-run>";
    let (rows, _) = read(Kind::Nunit, text);
    assert_eq!(
        rows,
        [
            "section ",
            "failed Test [A|.|B]",
            "passed [A|.|B #2]",
            "totals Section passed 1, failed 1, skipped 0, other 0, total 2"
        ]
    );
}

#[test]
fn assemblies_without_an_assembly_are_no_evidence() {
    let (rows, result) = read(Kind::Xunit, "<assemblies timestamp='x'/>");
    assert_eq!((rows, result.as_str()), (vec!["section ".to_owned()], ""));
}

#[test]
fn an_assembly_whose_numbers_say_failed_is_a_failure() {
    let (rows, _) = read(
        Kind::Xunit,
        "<assembly name='/a/b.dll' total='2' failed='1'><collection><test name='X' result='Pass'/></collection></assembly>",
    );
    assert_eq!(
        rows,
        [
            "section b.dll",
            "passed [||X]",
            "whole Suite [test run]",
            "totals Section passed 1, failed 1, skipped 0, other 0, total 2"
        ]
    );
}

#[test]
fn a_failure_of_a_class_in_version_1_of_xunit_is_reported() {
    let text = "<assembly name='b.dll' total='1' failed='0'><class name='A.B'><failure exception-type='X'><message>fixture</message></failure>\
        <test name='A.B.C' type='A.B' result='Pass'/></class></assembly>";
    let (rows, _) = read(Kind::Xunit, text);
    assert!(rows.contains(&"whole Setup [A.B]".to_owned()), "{rows:?}");
    assert_eq!(rows.last().unwrap(), "totals Section passed 1, failed 1, skipped 0, other 0, total 2");
}
