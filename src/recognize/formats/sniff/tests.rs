//! What is told by its first bytes, and what is not.

use super::{sniff, sniff_lines};
use crate::event::Runner;
use crate::recognize::formats::Kind;

#[test]
fn xml_is_told_by_its_root() {
    let junit = Some(Kind::JunitXml);
    assert_eq!(sniff(b"<testsuites>"), junit);
    assert_eq!(sniff(b"\xEF\xBB\xBF\n<?xml version=\"1.0\"?>\n<!-- <a> -->\n<!DOCTYPE x [<!ENTITY a \"b\">]>\n<testsuite\nname='a'"), junit);
    assert_eq!(sniff(b"<testsuite/>"), junit);
    for other in [&b"<testsuitesx>"[..], b"<test-results>", b"<suites>", b"<?xml", b"<", b"", b"x<testsuite>"]
    {
        assert_eq!(sniff(other), None, "{}", String::from_utf8_lossy(other));
    }
}

#[test]
fn json_is_told_by_its_outermost_keys() {
    assert_eq!(sniff(br#"{"devices":[],"testNodes":[]}"#), Some(Kind::XcresultTests));
    assert_eq!(sniff(br#" {"title":"x","passedTests":1,"totalTestCount":1}"#), Some(Kind::XcresultSummary));
    assert_eq!(
        sniff(br#"{"actions":{"_type":{"_name":"Array"}},"_type":{"_name":"ActionsInvocationRecord"}}"#),
        Some(Kind::XcresultLegacy)
    );
    assert_eq!(
        sniff(br#"{"_type" : { "_name" : "ActionTestPlanRunSummaries" }"#),
        Some(Kind::XcresultLegacy)
    );
    assert_eq!(
        sniff(br#"{"errorCount":1,"errors":[],"status":"failed","warningCount":0}"#),
        Some(Kind::XcresultBuild)
    );
    for other in [
        &br#"{"$defs":{"Tests":{"properties":{"testNodes":1,"totalTestCount":1,"passedTests":1}}}}"#[..],
        br#"{"name":"ActionsInvocationRecord"}"#,
        br#"{"Action":"run","Package":"a"}"#,
        br#"{"errors":[]}"#,
        br#"["testNodes"]"#,
        br#"{"a":"testNodes"}"#,
        br#"{"a\"#,
    ] {
        assert_eq!(sniff(other), None, "{}", String::from_utf8_lossy(other));
    }
}

#[test]
fn a_key_behind_a_list_that_fills_the_first_bytes_is_not_missed() {
    let long = format!(r#"{{"testFailures":[{}"#, r#"{"failureText":"x"},"#.repeat(5000));
    assert_eq!(sniff(long.as_bytes()), Some(Kind::XcresultSummary));
}
