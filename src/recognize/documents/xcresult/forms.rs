//! Tests of the forms of xcresulttool's JSON, each with the smallest document that shows a rule.

use crate::recognize::documents::Kind;
use crate::recognize::documents::rows::rows;

fn read(kind: Kind, json: &str) -> Vec<String> {
    let (rows, result) = rows(kind, json.as_bytes());
    result.unwrap();
    rows
}

fn printed(kind: Kind, json: &str) -> String {
    rows(kind, json.as_bytes()).1.unwrap_err().to_string()
}

#[test]
fn a_group_that_failed_without_a_failed_test_is_reported_once() {
    let json = r#"{"testNodes":[{"nodeType":"Test Plan","result":"Failed","name":"P","children":[
        {"nodeType":"Unit test bundle","result":"Failed","name":"B","children":[
            {"nodeType":"Test Suite","result":"Failed","name":"S","children":[{"nodeType":"Failure Message","name":"set-up failed"}]}]}]}]}"#;
    assert_eq!(
        read(Kind::XcresultTests, json),
        [
            "section B",
            "whole Suite [S]",
            "  Why: set-up failed",
            "  message set-up failed",
            "totals Section passed 0, failed 1, skipped 0, other 0, total 1"
        ]
    );
}

#[test]
fn a_bundle_of_unknown_result_does_not_end_its_section() {
    let json = r#"{"testNodes":[{"nodeType":"Test Plan","name":"P","children":[{"nodeType":"Unit test bundle","name":"B","result":"unknown",
        "children":[{"nodeType":"Test Case","name":"a()","nodeIdentifier":"S/a()","result":"Passed"},{"nodeType":"Test Case","name":"b()","result":"unknown"}]}]}]}"#;
    assert_eq!(read(Kind::XcresultTests, json), ["section B", "passed [S|/|a()]", "other [||b()]"]);
}

#[test]
fn devices_and_configurations_below_a_case_belong_to_it() {
    let json = r#"{"testNodes":[{"nodeType":"Test Case","name":"a()","result":"Failed","children":[
        {"nodeType":"Device","name":"iPhone","result":"Failed","children":[{"nodeType":"Test Plan Configuration","name":"C","result":"Failed","children":[
            {"nodeType":"Failure Message","name":"no place","children":[{"nodeType":"Source Code Reference","name":"A.swift:9"}]}]}]},
        {"nodeType":"Attachment","name":"screen.png"}]}]}"#;
    assert_eq!(
        read(Kind::XcresultTests, json),
        ["section ", "failed Test [||a()]", "  Why: no place", "  at A.swift:9", "  message no place"]
    );
}

#[test]
fn attempts_that_failed_in_the_same_way_say_so_once() {
    let json = r#"{"testNodes":[{"nodeType":"Test Case","name":"a()","result":"Failed","children":[
        {"nodeType":"Repetition","result":"Failed","children":[{"nodeType":"Failure Message","name":"m"}]},
        {"nodeType":"Repetition","result":"Failed","children":[{"nodeType":"Failure Message","name":"m"}]}]}]}"#;
    assert_eq!(
        read(Kind::XcresultTests, json),
        [
            "section ",
            "failed Test attempt 1 [||a()]",
            "  Why: m",
            "  message m",
            "failed Test attempt 2 [||a()]"
        ]
    );
}

#[test]
fn a_tree_that_breaks_off_has_reported_its_failures() {
    let json = r#"{"testNodes":[{"children":[{"nodeType":"Test Case","result":"Failed","name":"a()"},{"nodeType":"Test"#;
    let (rows, result) = rows(Kind::XcresultTests, json.as_bytes());
    assert_eq!(rows, ["section ", "failed Test [||a()]"]);
    assert_eq!(
        result.unwrap_err().to_string(),
        format!("ends at byte {} inside of a JSON value", json.len())
    );
}

#[test]
fn fields_of_unexpected_types_are_passed_over() {
    let json = r#"{"testNodes":[7,null,"x",[1],{"nodeType":["Test Case"],"children":{"a":1},"name":{"b":[]},"result":1e3}],"x":[{}]}"#;
    assert_eq!(read(Kind::XcresultTests, json), Vec::<String>::new());
}

#[test]
fn a_summary_of_a_failed_run_without_failures_is_a_failure() {
    assert_eq!(
        read(
            Kind::XcresultSummary,
            r#"{"result":"Failed","title":"T","totalTestCount":0,"failedTests":0,"testFailures":[]}"#
        ),
        ["section ", "SectionLabel(\"T\")", "whole Suite [T]", "totals Section failed 0, total 0"]
    );
    assert_eq!(
        read(
            Kind::XcresultSummary,
            r#"{"result":"unknown","totalTestCount":1,"passedTests":1,"failedTests":0}"#
        ),
        ["section "]
    );
}

#[test]
fn what_holds_no_results_is_printed() {
    assert_eq!(printed(Kind::XcresultSummary, "{}"), "holds no totals of tests");
    assert_eq!(printed(Kind::XcresultTests, "{}"), "holds no test nodes");
    assert_eq!(printed(Kind::XcresultLegacy, "{}"), "holds no test results");
    assert_eq!(printed(Kind::XcresultBuild, "{}"), "holds no build results");
    assert_eq!(printed(Kind::XcresultTests, "{]"), "broken at byte 2: key must be a string");
    let deep = format!("{{\"testNodes\":{}", "[".repeat(200));
    assert!(printed(Kind::XcresultTests, &deep).contains("nested deeper than 128"));
}

fn legacy_test(identifier: &str, status: &str) -> String {
    format!(
        r#"{{"_type":{{"_name":"ActionTestMetadata"}},"identifier":{{"_value":"{identifier}"}}{}}}"#,
        if status.is_empty() { String::new() } else { format!(r#","testStatus":{{"_value":"{status}"}}"#) }
    )
}

fn legacy_bundle(tests: &[String]) -> String {
    format!(
        r#"{{"_type":{{"_name":"ActionTestableSummary"}},"tests":{{"_values":[{{"_type":{{"_name":"ActionTestSummaryGroup"}},"subtests":{{"_values":[{}]}}}}]}}}}"#,
        tests.join(",")
    )
}

fn legacy_plans(bundles: &[String]) -> String {
    format!(
        r#"{{"summaries":{{"_values":[{{"testableSummaries":{{"_values":[{}]}}}}]}},"_type":{{"_name":"ActionTestPlanRunSummaries"}}}}"#,
        bundles.join(",")
    )
}

#[test]
fn a_legacy_class_without_a_status_is_skipped_as_a_whole() {
    let json =
        legacy_plans(&[legacy_bundle(&[legacy_test("A/b()", "Expected Failure"), legacy_test("C", "")])]);
    assert_eq!(
        read(Kind::XcresultLegacy, &json),
        [
            "section ",
            "other [A|/|b()]",
            "skipped [||C]",
            "  reason the entire class",
            "totals Section passed 0, failed 0, skipped 1, other 1, total 2"
        ]
    );
}

#[test]
fn legacy_repetitions_are_attempts_and_another_bundle_is_another_test() {
    let repeated = legacy_bundle(&[legacy_test("A/b()", "Failure"), legacy_test("A/b()", "Success")]);
    let again = legacy_bundle(&[legacy_test("A/b()", "Success")]);
    assert_eq!(
        read(Kind::XcresultLegacy, &legacy_plans(&[repeated, again])),
        [
            "section ",
            "failed Test [A|/|b()]",
            "passed attempt 2 [A|/|b()]",
            "passed [A|/|b() #2]",
            "totals Section passed 2, failed 0, skipped 0, other 0, total 2"
        ]
    );
}

#[test]
fn a_legacy_record_of_a_failed_action_without_failures_is_a_failure() {
    let json = r#"{"_type":{"_name":"ActionsInvocationRecord"},"actions":{"_values":[{"actionResult":{"status":{"_value":"failedToStart"}}}]},"metrics":{}}"#;
    assert_eq!(read(Kind::XcresultLegacy, json), ["section ", "whole Suite [test action]", "ended Failed"]);
}

#[test]
fn the_summary_of_one_legacy_test_gives_its_messages() {
    let json = r#"{"_type":{"_name":"ActionTestSummary"},"identifier":{"_value":"A/b()"},"testStatus":{"_value":"Failure"},"failureSummaries":{"_values":[
        {"message":{"_value":"boom"},"fileName":{"_value":"/a/A.swift"},"lineNumber":{"_value":"7"}}]}}"#;
    assert_eq!(
        read(Kind::XcresultLegacy, json),
        [
            "section ",
            "failed Test [A|/|b()]",
            "  Why: /a/A.swift:7: boom",
            "  at /a/A.swift:7",
            "  message boom",
            "totals Section passed 0, failed 1, skipped 0, other 0, total 1"
        ]
    );
}

#[test]
fn a_build_that_failed_without_errors_is_a_failure() {
    assert_eq!(
        read(Kind::XcresultBuild, r#"{"actionTitle":"Build","errorCount":0,"errors":[],"status":"failed"}"#),
        ["section build", "whole Build [Build]", "ended Failed"]
    );
    assert_eq!(
        read(Kind::XcresultBuild, r#"{"errorCount":0,"status":"succeeded"}"#),
        ["section build", "ended Passed"]
    );
}
