//! What RSpec's and Cucumber's JSON is read as, beside that of `testdata/reports`.

use crate::recognize::documents::Kind;
use crate::recognize::documents::rows::rows;

fn read(kind: Kind, text: &str) -> (Vec<String>, String) {
    let (rows, result) = rows(kind, text.as_bytes());
    (rows, result.map_or_else(|error| error.to_string(), |notes| notes.join(";")))
}

#[test]
fn errors_outside_of_examples_are_failures_even_without_their_messages() {
    let text = r#"{"version":"3","examples":[],"summary":{"example_count":0,"failure_count":0,"errors_outside_of_examples_count":2}}"#;
    let (rows, _) = read(Kind::RspecJson, text);
    assert_eq!(rows[1], "whole Collection [errors outside of examples]");
    assert_eq!(rows.last().unwrap(), "totals Section passed 0, failed 1, skipped 0, other 0, total 1");
}

#[test]
fn the_background_of_cucumber_fails_the_scenario_after_it() {
    let text = r#"[{"elements":[
        {"type":"background","steps":[{"keyword":"Given ","name":"a van","line":3,"result":{"status":"failed","error_message":"flat tyre"}}]},
        {"type":"scenario","name":"delivers","line":5,"steps":[{"keyword":"When ","name":"it drives","result":{"status":"skipped"}}]},
        {"type":"scenario","name":"waits","line":9,"steps":[{"keyword":"When ","name":"it waits","result":{"status":"passed"}}]}],
        "uri":"a.feature","keyword":"Feature"}]"#;
    let (rows, _) = read(Kind::CucumberJson, text);
    assert_eq!(
        rows,
        [
            "section ",
            "passed [||waits]",
            "failed Test [||delivers]",
            "  Why: flat tyre",
            "  Why: step: Given a van",
            "  at a.feature:3",
            "  message flat tyre",
            "totals Section passed 1, failed 1, skipped 0, other 0, total 2",
        ]
    );
}

#[test]
fn a_failed_hook_of_cucumber_fails_its_scenario() {
    let text = r#"[{"uri":"a.feature","elements":[{"type":"scenario","name":"x","line":2,"before":[{"result":{"status":"failed","error_message":"no van"}}],
        "steps":[{"keyword":"When ","name":"y","result":{"status":"skipped"}}]}]}]"#;
    let (rows, _) = read(Kind::CucumberJson, text);
    assert_eq!(rows[1..4], ["failed Setup [||x]", "  Why: no van", "  Why: step: before hook"]);
}

#[test]
fn messages_of_a_run_that_died_tell_the_scenario_that_was_running() {
    let text = r#"{"meta":{"protocolVersion":"1"}}
{"pickle":{"id":"p","name":"delivers","uri":"a.feature"}}
{"testCase":{"id":"c","pickleId":"p"}}
{"testCaseStarted":{"id":"s","testCaseId":"c","attempt":0}}
"#;
    let (rows, result) = read(Kind::CucumberMessages, text);
    assert_eq!(rows, ["section ", "Started(TestId { module: \"\", separator: \"\", name: \"delivers\" })"]);
    assert!(result.ends_with("inside of the run"), "{result}");
}

#[test]
fn a_retried_scenario_is_flaky_and_a_parse_error_a_failure() {
    let text = r#"{"parseError":{"source":{"uri":"b.feature"},"message":"(1:1): expected: #Feature"}}
{"pickle":{"id":"p","name":"delivers","uri":"a.feature"}}
{"testCase":{"id":"c","pickleId":"p"}}
{"testCaseStarted":{"id":"s","testCaseId":"c","attempt":0}}
{"testStepFinished":{"testCaseStartedId":"s","testStepResult":{"status":"FAILED","message":"flat tyre"}}}
{"testCaseFinished":{"testCaseStartedId":"s","willBeRetried":true}}
{"testCaseStarted":{"id":"t","testCaseId":"c","attempt":1}}
{"testCaseFinished":{"testCaseStartedId":"t","willBeRetried":false}}
{"testRunFinished":{"success":false}}"#;
    let (rows, _) = read(Kind::CucumberMessages, text);
    assert_eq!(rows[1], "whole Collection [b.feature]");
    assert!(rows.contains(&"failed Test attempt 1 [||delivers]".to_owned()), "{rows:?}");
    assert!(rows.contains(&"passed attempt 2 [||delivers]".to_owned()), "{rows:?}");
    assert_eq!(rows.last().unwrap(), "totals Section passed 1, failed 1, skipped 0, other 0, total 2");
}
