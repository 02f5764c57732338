//! Rules of the recognizer, each on the smallest log that shows it.

use super::Teamcity;
use super::message::parse;
use crate::recognize::kit::scan::drive;

#[test]
fn a_value_is_decoded_up_to_its_quote() {
    let text = "##teamcity[testFailed name='a |'b|' |[c|]' message = \"x|ny|r|nz ||\" details='|0x2014|0x']";
    let message = parse(text).unwrap();
    assert_eq!((message.kind, message.whole), ("testFailed", true));
    assert_eq!(message.get("name"), "a 'b' [c]");
    assert_eq!(message.get("message"), "x\ny\nz |");
    assert_eq!(message.get("details"), "\u{2014}|0x");
    assert_eq!(message.get("flowId"), "");
}

#[test]
fn a_cut_message_has_what_is_left_of_it() {
    let message = parse("##teamcity[testFailed name='a' message='it sa").unwrap();
    assert_eq!((message.get("name"), message.get("message"), message.whole), ("a", "it sa", false));
    for text in ["##teamcity[", "##teamcity[testFailed", "##teamcity[ x]", "##teamcity[9]", "teamcity[x]"] {
        assert_eq!(parse(text), None, "{text}");
    }
}

#[test]
fn a_test_without_a_failure_passed_and_the_outermost_suite_ends_the_run() {
    let text = "\
##teamcity[testSuiteStarted name='s']
##teamcity[testStarted name='one']
##teamcity[testFinished name='one' duration='1']
##teamcity[testStarted name='two']
##teamcity[testFailed name='two' message='no' details='at a.js:3']
##teamcity[testFinished name='two']
##teamcity[testSuiteFinished name='s']
";
    let rows = drive(&mut Teamcity::default(), text);
    assert_eq!(rows[0], "1 Mine(Noise) SectionStarted { opened: Own, announced: None, label: \"s\" }");
    assert!(
        rows[2].starts_with("3 Mine(Passed) Finished {") && rows[2].contains("outcome: Passed"),
        "{rows:?}"
    );
    assert!(rows[4].contains("outcome: Failed(Test)") && rows[4].contains("Message(\"no\")"), "{rows:?}");
    assert_eq!(rows[5], "6 Mine(Noise) ");
    assert_eq!(rows[6], "7 Mine(Noise) SectionEnded(Failed)");
}

#[test]
fn a_later_run_takes_a_failure_back_only_where_the_runner_asked_for_it() {
    let twice = "\
##teamcity[testStarted name='x']
##teamcity[testFailed name='x' message='no']
##teamcity[testFinished name='x']
##teamcity[testStarted name='x']
##teamcity[testFinished name='x']
";
    let rows = drive(&mut Teamcity::default(), twice);
    assert!(rows[4].contains("outcome: Other"), "{rows:?}");
    let rows =
        drive(&mut Teamcity::default(), &format!("##teamcity[testRetrySupport enabled='true']\n{twice}"));
    assert!(rows[5].contains("outcome: Passed"), "{rows:?}");
}

#[test]
fn a_run_whose_test_never_finished_does_not_end() {
    let text = "\
##teamcity[testSuiteStarted name='s']
##teamcity[testStarted name='one']
##teamcity[testSuiteFinished name='s']
";
    assert_eq!(drive(&mut Teamcity::default(), text)[2], "3 Mine(Noise) ");
}

#[test]
fn flows_have_suites_and_tests_of_their_own() {
    let text = "\
##teamcity[testSuiteStarted name='a' flowId='1']
##teamcity[testSuiteStarted name='b' flowId='2']
##teamcity[testStarted name='x' flowId='1']
##teamcity[testStarted name='x' flowId='2']
##teamcity[testFailed name='x' message='no' flowId='2']
##teamcity[testFinished name='x' flowId='1']
##teamcity[testSuiteFinished name='a' flowId='1']
";
    let rows = drive(&mut Teamcity::default(), text);
    assert!(rows[4].contains("module: \"b\", separator: \" > \", name: \"x\""), "{rows:?}");
    assert!(
        rows[5].contains("module: \"a\", separator: \" > \", name: \"x\" }, outcome: Passed"),
        "{rows:?}"
    );
    assert_eq!(rows[6], "7 Mine(Noise) ");
}

#[test]
fn an_error_of_the_build_is_a_failure_outside_of_suites() {
    let text = "##teamcity[message text='Compilation failed|nsecond' status='ERROR']";
    let rows = drive(&mut Teamcity::default(), text);
    assert!(rows[0].contains("Whole { name: \"Compilation failed\", kind: Build }"), "{rows:?}");
    let inside = format!("##teamcity[testSuiteStarted name='s']\n{text}");
    assert_eq!(drive(&mut Teamcity::default(), &inside)[1], "2 Mine(Other) ");
    let calm = "##teamcity[message text='Compiling' status='NORMAL']";
    assert_eq!(drive(&mut Teamcity::default(), calm)[0], "1 Mine(Other) ");
}
