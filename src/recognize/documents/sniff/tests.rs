//! What is reported by its first bytes, and what is not.

use super::{Begins, SNIFF_BYTES, begins, may_begin, sniff, sniff_lines};
use crate::event::Runner;
use crate::recognize::documents::Kind;

#[test]
fn xml_is_reported_by_its_root() {
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
fn json_is_reported_by_its_outermost_keys() {
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
fn a_key_after_a_list_that_fills_the_first_bytes_is_not_missed() {
    let long = format!(r#"{{"testFailures":[{}"#, r#"{"failureText":"x"},"#.repeat(5000));
    assert_eq!(sniff(long.as_bytes()), Some(Kind::XcresultSummary));
}

#[test]
fn formats_of_test_runners_are_reported_by_their_root_or_their_keys() {
    let cases: [(&[u8], Kind); 29] = [
        (b"<TestRun id='1' xmlns='http://microsoft.com/schemas/VisualStudio/TeamTest/2010'>", Kind::Trx),
        (b"<test-run id='2' total='1'>", Kind::Nunit),
        (b"<test-results name='a.dll' total='1'><test-suite>", Kind::Nunit),
        (b"<test-suite type='Assembly' total='1'>", Kind::Nunit),
        (b"<assemblies timestamp='x'/>", Kind::Xunit),
        (b"<assembly name='a.dll' total='1' failed='0'>", Kind::Xunit),
        (b"<checkstyle version='4.3'>", Kind::Checkstyle),
        (b"<pmd version='7'>", Kind::Pmd),
        (b"<BugCollection>", Kind::Spotbugs),
        (br#"{"numFailedTestSuites":0,"numTotalTests":1,"testResults":[]}"#, Kind::JestJson),
        (br#"{"testResults":[{"assertionResults":[]}]}"#, Kind::JestJson),
        (br#"{"testResults":[{"assertionResults":["#, Kind::JestJson),
        (br#"{"stats":{"passes":1,"failures":0},"tests":[],"passes":[]}"#, Kind::MochaJson),
        (br#"{"stats":{"passes":1,"failures":0},"results":[{"suites":["#, Kind::Mochawesome),
        (br#"{"reportFormat":"CTRF","results":{"tool":{"name":"x"}}}"#, Kind::Ctrf),
        (br#"{"results":{"tool":{"name":"x"},"summary":{},"tests":[]}}"#, Kind::Ctrf),
        (br#"{"$schema":"x","version":"2.1.0","runs":[]}"#, Kind::Sarif),
        (br#"{"runs":[{"tool":{}}]}"#, Kind::Sarif),
        (br#"{"version":"3.12.0","examples":[]}"#, Kind::RspecJson),
        (br#"{"examples":[{"full_description":"a""#, Kind::RspecJson),
        (br#"[{"uri":"a.feature","elements":[]}]"#, Kind::CucumberJson),
        (br#"[{"keyword":"Feature","elements":[{"steps":["#, Kind::CucumberJson),
        (br#"{"meta":{"protocolVersion":"30.0.0"}}"#, Kind::CucumberMessages),
        (br#"{"pytest_version": "9.2.0", "$report_type": "SessionStart"}"#, Kind::PytestReportlog),
        (br#"{"created": 1.5, "exitcode": 1, "root": "/a", "summary": {}}"#, Kind::PytestJson),
        (b"\xEF\xBB\xBF<TestRun>", Kind::Trx),
        (b"<?xml version='1.0'?><x:test-run xmlns:x='y'>", Kind::Nunit),
        (br#" {"numTotalTestSuites":1,"success":true,"testResults":[]}"#, Kind::JestJson),
        (br#"{"stats":{"suites":1,"passes":1,"failures":0},"tests":["#, Kind::MochaJson),
    ];
    for (bytes, kind) in cases {
        assert_eq!(sniff(bytes), Some(kind), "{}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn other_tools_files_with_the_same_words_are_not_taken() {
    for other in [
        &b"<assembly xmlns='http://maven.apache.org/ASSEMBLY/2.0.0'><id>a</id></assembly>"[..],
        b"<assembly xmlns='urn:schemas-microsoft-com:asm.v1' manifestVersion='1.0'>",
        b"<test-suite name='a'/>",
        b"<assemblies/>",
        br#"{"stats":{"errors":1},"assets":[]}"#,
        br#"{"results":[{"tool":1}],"tests":1}"#,
        br#"{"runs":1}"#,
        br#"[{"name":"x"}]"#,
        br#"[]"#,
        br#"[1]"#,
        br#"{"meta":{"page":1}}"#,
    ] {
        assert_eq!(sniff(other), None, "{}", String::from_utf8_lossy(other));
    }
}

#[test]
fn a_file_of_lines_is_reported_by_its_first_lines() {
    let go = Some(Runner("go test"));
    assert_eq!(sniff_lines(b"{\"Time\":\"x\",\"Action\":\"start\",\"Package\":\"a\"}\n"), go);
    assert_eq!(sniff_lines(b"go: downloading x\n{\"Action\":\"run\",\"Test\":\"T\"}\n"), go);
    let libtest = Some(Runner("libtest json"));
    assert_eq!(sniff_lines(b"{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": 1 }"), libtest);
    assert_eq!(sniff_lines(b"{\"type\":\"test\",\"event\":\"ok\",\"name\":\"a\"}"), libtest);
    for other in [&b"{\"Action\":\"x\"}"[..], b"{\"type\":\"module\"}", b"running 1 test", b""] {
        assert_eq!(sniff_lines(other), None);
    }
}

#[test]
fn what_a_package_manager_says_before_a_document_is_passed_over() {
    let npm = b"\n> parcels@1.0.0 test\n> mocha --reporter json\n\n{\"stats\":{\"passes\":1,\"failures\":0},\"tests\":[]}";
    assert_eq!(sniff(npm), Some(Kind::MochaJson));
    assert_eq!(sniff(b"yarn run v1.22.0\n$ a\n<testsuites>"), Some(Kind::JunitXml));
    assert_eq!(sniff(b"running tests\n<testsuites>"), None);
    assert_eq!(sniff(b"> a <testsuites>"), None);
    assert_eq!(sniff(&[&b"> a\n".repeat(9)[..], b"<testsuites>"].concat()), None);
}

#[test]
fn a_line_that_may_begin_a_document_is_known_at_a_glance() {
    for line in [
        "{",
        "  [",
        "{ \"numTotalTests\": 1,",
        "{\"a\": 1, \"testResults\": [{\"assertionResults\": []}]}",
        "{\"pytest_version\": \"9\", \"$report_type\": \"SessionStart\"}",
        "{\"version\": \"3.12.0\", \"examples\": [], \"summary_line\": \"no examples\"}npm notice",
        "[{\"uri\": \"a.feature\", \"elements\": []}]",
        "\u{feff}<?xml version=\"1.0\"?>",
        "\t<testsuite name=\"a\"",
        "<x:test-run>",
        "<!-- by a tool -->",
        "<pmd>",
    ] {
        assert!(may_begin(line.as_bytes()), "{line}");
    }
    for line in [
        "",
        "a {",
        "{}",
        "{ a: 1 }",
        "{\"Time\":\"x\",\"Action\":\"output\",\"Output\":\"a[1] {b}\"}",
        "{\"level\": \"info\", \"request\": {\"id\": 1}}",
        "[1, 2]",
        "[INFO] a",
        "[[",
        "<html>",
        "<anonymous>",
        "<testsuit",
    ] {
        assert!(!may_begin(line.as_bytes()), "{line}");
    }
}

#[test]
fn what_lines_begin_is_known_as_soon_as_enough_of_them_are_there() {
    let document = |text: &str, kind| {
        assert_eq!(begins(text.as_bytes(), true), Begins::Document(kind), "{text}");
        for end in 1..text.len() {
            let found = begins(&text.as_bytes()[..end], false);
            assert!(matches!(found, Begins::Open | Begins::Document(_)), "{found:?} of {}", &text[..end]);
        }
    };
    document("{\n\"stats\": {\"passes\": 1, \"failures\": 0},\n\"results\": []\n}\n", Kind::Mochawesome);
    document("<?xml version='1.0'?>\n<!-- a -->\n<testsuites>\n", Kind::JunitXml);
    document("[\n  {\n\"elements\": [{\"keyword\": \"Scenario\"}]}]", Kind::CucumberJson);
    // Of one that is cut off the keys decide that are there.
    assert_eq!(begins(b"{\n\"numTotalTests\": 3,\n\"te\nran\n", true), Begins::Document(Kind::JestJson));
    assert_eq!(begins(b"{\n\"errors\": [\nran\n", true), Begins::Lines(2));
}

#[test]
fn what_is_none_is_not_looked_at_again() {
    let whole = "{\n  \"a\": [\n    {\n      \"b\": 1\n    }\n  ]\n}\nran\n";
    assert_eq!(begins(whole.as_bytes(), false), Begins::Lines(6));
    assert_eq!(begins(b"{\nran\n", false), Begins::Lines(1));
    assert_eq!(begins(b"[\n{\"a\": 1}\n]\n", false), Begins::Lines(1));
    assert_eq!(begins(b"<?xml version='1.0'?>\n<html>\n", false), Begins::Lines(1));
    assert_eq!(begins(b"{\n\"a\": 1,\n", false), Begins::Open);
    let long = format!("{{\n{}", "\"a\": [1],\n".repeat(SNIFF_BYTES / 10 + 1));
    assert_eq!(begins(&long.as_bytes()[..SNIFF_BYTES], true), Begins::Lines(SNIFF_BYTES as u64 / 10 + 1));
}
