//! What JSON of JavaScript's runners is read as, beside that of `testdata/reports`.

use crate::recognize::documents::Kind;
use crate::recognize::documents::rows::rows;

fn read(kind: Kind, text: &str) -> (Vec<String>, String) {
    let (rows, result) = rows(kind, text.as_bytes());
    (rows, result.map_or_else(|error| error.to_string(), |notes| notes.join(";")))
}

#[test]
fn a_run_of_jest_that_is_no_success_is_a_failure_whatever_its_tests_say() {
    let text = r#"{"numTotalTests":1,"numFailedTests":0,"success":false,"testResults":[{"status":"passed","name":"/a.js","assertionResults":[{"title":"x","status":"passed"}]}]}"#;
    let (rows, _) = read(Kind::JestJson, text);
    assert_eq!(
        rows,
        [
            "section ",
            "passed [||x]",
            "whole Suite [test run]",
            "totals Section passed 1, failed 1, skipped 0, other 0, total 2"
        ]
    );
}

#[test]
fn an_interrupted_run_of_jest_has_no_end() {
    let text = r#"{"numTotalTests":1,"success":true,"wasInterrupted":true,"testResults":[{"assertionResults":[{"title":"x","status":"passed"}]}]}"#;
    let (rows, result) = read(Kind::JestJson, text);
    assert_eq!(
        (rows, result.as_str()),
        (vec!["section ".to_owned(), "passed [||x]".to_owned()], "the run was interrupted")
    );
}

#[test]
fn the_unformatted_result_of_jest_is_read_too() {
    let text = r#"{"numTotalTests":1,"numFailedTests":1,"success":false,"testResults":[
        {"testFilePath":"/a.test.js","failureMessage":"x","testResults":[{"ancestorTitles":["s"],"title":"t","status":"failed","failureMessages":["Error: e"]}]},
        {"testFilePath":"/b.test.js","failureMessage":null,"testExecError":{"message":"SyntaxError: y","stack":"SyntaxError: y\n    at b.test.js:1:2"},"testResults":[]}]}"#;
    let (rows, _) = read(Kind::JestJson, text);
    assert_eq!(
        rows,
        [
            "section ",
            "failed Test [s| > |t]",
            "  Why: Error: e",
            "  at /a.test.js",
            "  message Error: e",
            "whole Collection [/b.test.js]",
            "  Why: SyntaxError: y",
            "  Where:     at b.test.js:1:2",
            "  at b.test.js:1",
            "  message SyntaxError: y",
            "totals Section passed 0, failed 2, skipped 0, other 0, total 2",
        ]
    );
}

#[test]
fn a_test_that_jest_retried_is_flaky() {
    let text = r#"{"numTotalTests":1,"numFailedTests":0,"success":true,"testResults":[{"name":"/a.js","status":"passed",
        "assertionResults":[{"title":"t","status":"passed","invocations":2,"retryReasons":["Error: nobody at home"]}]}]}"#;
    let (rows, _) = read(Kind::JestJson, text);
    assert_eq!(
        rows,
        [
            "section ",
            "failed Test attempt 1 [||t]",
            "  Why: Error: nobody at home",
            "  at /a.js",
            "  message Error: nobody at home",
            "passed attempt 2 [||t]",
            "totals Section passed 1, failed 0, skipped 0, other 0, total 1",
        ]
    );
}

#[test]
fn a_file_that_breaks_off_states_what_failed_and_no_passes() {
    let text = r#"{"numFailedTests":3,"numTotalTests":9,"testResults":[{"assertionResults":[{"title":"t","status":"failed"},{"title":"u","#;
    let (rows, result) = read(Kind::JestJson, text);
    assert_eq!(rows, ["section ", "failed Test [||t]", "totals Section failed 3, total 9"]);
    assert!(result.contains("inside of a JSON value"), "{result}");
}

#[test]
fn numbers_of_mocha_without_their_failures_are_a_failure() {
    let (rows, _) = read(
        Kind::MochaJson,
        r#"{"stats":{"tests":2,"passes":1,"failures":1},"failures":[],"passes":[{"title":"a","fullTitle":"s a"}]}"#,
    );
    assert_eq!(
        rows,
        [
            "section ",
            "passed [s| |a]",
            "whole Suite [test run]",
            "totals Section passed 1, failed 1, skipped 0, other 0, total 2"
        ]
    );
}

#[test]
fn what_holds_no_results_is_printed() {
    assert_eq!(read(Kind::JestJson, "{}").1, "holds no test results");
    assert_eq!(read(Kind::MochaJson, "{}").1, "holds no statistics");
    assert_eq!(read(Kind::Mochawesome, "{}").1, "holds no results");
    assert_eq!(read(Kind::Ctrf, "{}").1, "holds no results");
}

#[test]
fn a_flaky_test_of_ctrf_passed_in_the_end() {
    let text = r#"{"results":{"tool":{"name":"x"},"summary":{"tests":2,"passed":1,"failed":1},"tests":[
        {"name":"a","suite":["f","s"],"status":"passed","flaky":true,"retryAttempts":[{"attempt":1,"status":"failed","message":"late"}]},
        {"name":"b","suite":"f > s","status":"failed","message":"m","trace":"at x (a.js:3:4)","retryAttempts":[{"status":"failed","message":"m","trace":"at x (a.js:3:4)"}]}]}}"#;
    let (rows, _) = read(Kind::Ctrf, text);
    assert_eq!(
        rows,
        [
            "section ",
            "SectionLabel(\"x\")",
            "failed Test attempt 1 [f > s| > |a]",
            "  Why: late",
            "  message late",
            "passed attempt 2 [f > s| > |a]",
            "failed Test [f > s| > |b]",
            "  Why: m",
            "  Where: at x (a.js:3:4)",
            "  at a.js:3",
            "  message m",
            "totals Section passed 1, failed 1, skipped 0, other 0, total 2",
        ]
    );
}
