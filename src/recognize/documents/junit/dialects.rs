//! Tests of what the writers of JUnit XML do differently, each with the smallest file that shows it.

use crate::recognize::documents::Kind;
use crate::recognize::documents::rows::rows;

fn read(xml: &str) -> Vec<String> {
    let (rows, result) = rows(Kind::JunitXml, xml.as_bytes());
    result.unwrap();
    rows
}

#[test]
fn a_suite_without_numbers_ends_by_what_was_reported() {
    assert_eq!(
        read("<testsuite name='s'><testcase name='a'/></testsuite>"),
        ["section s", "passed [||a]", "totals Section passed 1, failed 0, skipped 0, other 0, total 1"]
    );
    assert_eq!(
        read("<testsuite name='s'><testcase name='a' classname='C'><failure/></testcase></testsuite>"),
        [
            "section s",
            "failed Test [C|.|a]",
            "totals Section passed 0, failed 1, skipped 0, other 0, total 1"
        ]
    );
}

#[test]
fn a_suite_with_errors_and_without_cases_is_itself_a_failure() {
    assert_eq!(
        read("<testsuite name='s' tests='0' errors='1'><system-err>cannot load\n</system-err></testsuite>"),
        [
            "section s",
            "whole Suite [s]",
            "  Output: cannot load",
            "totals Section passed 0, failed 0, errors 1, skipped 0, other 0, total 1"
        ]
    );
    assert_eq!(
        read("<testsuite name='s' tests='0'><error message='before all'/></testsuite>"),
        [
            "section s",
            "whole Suite [s]",
            "  Why: before all",
            "  message before all",
            "totals Section total 0"
        ]
    );
}

#[test]
fn suites_in_suites_are_counted_once() {
    let inner = "<testsuite name='i' tests='1' failures='1'><testcase name='a'><failure message='m'/></testcase></testsuite>";
    let rows_of = |outer: &str| {
        read(&format!("<testsuites><testsuite name='o'{outer}>{inner}</testsuite></testsuites>"))
    };
    let expected = [
        "section o",
        "failed Test [||a]",
        "  Why: m",
        "  message m",
        "totals Section passed 0, failed 1, skipped 0, other 0, total 1",
    ];
    assert_eq!(rows_of(" tests='1' failures='1'"), expected);
    assert_eq!(rows_of(""), expected);
}

#[test]
fn numbers_at_the_root_are_those_of_the_run() {
    assert_eq!(
        read(
            "<testsuites tests='2' failures='1'><testsuite name='s'><testcase name='a'/></testsuite></testsuites>"
        ),
        [
            "section s",
            "passed [||a]",
            "totals Section passed 1, failed 0, skipped 0, other 0, total 1",
            "whole Suite [test suites]",
            "totals Run passed 1, failed 1, total 2"
        ]
    );
    assert_eq!(
        read("<testsuites name='r' tests='1' failures='0'><testcase name='a'/></testsuites>"),
        ["section ", "passed [||a]", "totals Section passed 1, failed 0, skipped 0, other 0, total 1"]
    );
    assert_eq!(
        read("<testsuites name='r' tests='0' failures='2'/>"),
        ["section r", "whole Suite [r]", "totals Section passed 0, failed 2, total 0"]
    );
}

#[test]
fn a_later_case_of_a_name_that_failed_is_another_test() {
    assert_eq!(
        read(
            "<testsuite name='s' tests='2' failures='1'><testcase name='a'><failure/></testcase><testcase name='a'/></testsuite>"
        ),
        [
            "section s",
            "failed Test [||a]",
            "passed [||a #2]",
            "totals Section passed 1, failed 1, skipped 0, other 0, total 2"
        ]
    );
}

#[test]
fn cases_marked_as_repetitions_are_attempts_of_one_test() {
    let mark = "<properties><property name='repetition' value='Retry'/></properties>";
    assert_eq!(
        read(&format!(
            "<testsuite name='s' tests='1' failures='0'><testcase name='a'><failure message='m'/>{mark}</testcase><testcase name='a'>{mark}</testcase></testsuite>"
        )),
        [
            "section s",
            "failed Test attempt 1 [||a]",
            "  Why: m",
            "  message m",
            "passed attempt 2 [||a]",
            "totals Section passed 1, failed 0, skipped 0, other 0, total 1"
        ]
    );
}

#[test]
fn a_pass_that_is_repeated_counts_once_wherever_it_is() {
    let case = |name: &str| {
        format!(
            "<testcase name='{name}'><properties><property name='repetition' value='1'/></properties></testcase>"
        )
    };
    let cases = [case("a"), case("b"), case("a"), case("b")].concat();
    assert_eq!(
        read(&format!("<testsuite name='s' tests='2' failures='0'>{cases}</testsuite>")),
        [
            "section s",
            "passed attempt 1 [||a]",
            "passed attempt 1 [||b]",
            "totals Section passed 2, failed 0, skipped 0, other 0, total 2"
        ]
    );
}

#[test]
fn attempts_that_failed_before_a_pass_are_flaky() {
    assert_eq!(
        read(
            "<testsuite name='s'><testcase name='a'><flakyFailure message='m'/><flakyError message='n'/></testcase></testsuite>"
        ),
        [
            "section s",
            "failed Test attempt 1 [||a]",
            "  Why: m",
            "  message m",
            "failed Test attempt 2 [||a]",
            "  Why: n",
            "  message n",
            "passed attempt 3 [||a]",
            "totals Section passed 1, failed 0, skipped 0, other 0, total 1"
        ]
    );
}

#[test]
fn a_status_attribute_tells_what_no_element_tells() {
    let one = |attributes: &str| {
        read(&format!("<testsuite><testcase name='a' {attributes}/></testsuite>"))[1].clone()
    };
    assert_eq!(one("status='run' result='completed'"), "passed [||a]");
    assert_eq!(one("status='notrun' result='suppressed'"), "skipped [||a]");
    assert_eq!(one("status='run' result='skipped'"), "skipped [||a]");
    assert_eq!(one("status='Failed'"), "failed Test [||a]");
    assert_eq!(one("status='disabled'"), "skipped [||a]");
}

#[test]
fn a_skip_gives_its_reason_and_an_expected_failure_is_neither() {
    let one = |element: &str| {
        let rows = read(&format!("<testsuite><testcase name='a'>{element}</testcase></testsuite>"));
        rows[1..rows.len() - 1].join(";")
    };
    assert_eq!(one("<skipped/>"), "skipped [||a]");
    assert_eq!(one("<skipped message='later'>x.py:1: later</skipped>"), "skipped [||a];  reason later");
    assert_eq!(one("<skipped><![CDATA[\n later ]]></skipped>"), "skipped [||a];  reason later");
    assert_eq!(one("<skipped type='pytest.xfail' message='gap'/>"), "other [||a]");
    assert_eq!(one("<skipped/><failure message='m'/>"), "failed Test [||a];  Why: m;  message m");
}

#[test]
fn kinds_of_failure_are_read_from_what_the_writers_say() {
    let one = |attributes: &str, element: &str| {
        read(&format!("<testsuite><testcase name='a' {attributes}><{element}/></testcase></testsuite>"))[1]
            .clone()
    };
    assert_eq!(one("", "error message='failed on setup with \"x\"'"), "failed Setup [||a]");
    assert_eq!(one("", "error message='collection failure'"), "failed Collection [||a]");
    assert_eq!(one("classname='Test suite failed to run'", "error"), "failed Collection [||a]");
    assert_eq!(one("", "failure type='test timeout'"), "failed Timeout [||a]");
    assert_eq!(one("", "failure type='test abort'"), "failed Crash [||a]");
    assert_eq!(one("", "error type='java.io.IOException'"), "failed Test [||a]");
}

#[test]
fn a_case_without_a_name_is_called_by_its_class_or_suite() {
    let one = |attributes: &str| {
        read(&format!("<testsuite name='s'><testcase {attributes}><failure/></testcase></testsuite>"))[1]
            .clone()
    };
    assert_eq!(one("name='' classname='C'"), "failed Test [||C]");
    assert_eq!(one(""), "failed Test [||s]");
}

#[test]
fn entities_are_decoded_and_unknown_ones_stay() {
    assert_eq!(
        read(
            "<!DOCTYPE x [<!ENTITY lol 'ha'>]><testsuite><testcase name='a &amp; &#98; &lol;'><failure>1 &lt; 2 &lol; & <![CDATA[<b>]]></failure></testcase></testsuite>"
        ),
        [
            "section ",
            "failed Test [||a & b &lol;]",
            "  Why: 1 < 2 &lol; & <b>",
            "  message 1 < 2 &lol; & <b>",
            "totals Section passed 0, failed 1, skipped 0, other 0, total 1"
        ]
    );
}

#[test]
fn what_a_terminal_would_obey_does_not_pass() {
    assert_eq!(
        read(
            "<testsuite><testcase name='a&#27;[31m&#x202E;'><failure message='\u{1B}[2Jm&#13;&#7;'/></testcase></testsuite>"
        ),
        [
            "section ",
            "failed Test [||a<U+202E>]",
            "  Why: m\n<U+0007>",
            "  message m <U+0007>",
            "totals Section passed 0, failed 1, skipped 0, other 0, total 1"
        ]
    );
}

#[test]
fn the_output_of_a_suite_goes_to_its_only_failure() {
    assert_eq!(
        read(
            "<testsuite name='s'><testcase name='a'><error message='m'/></testcase><system-out>\nout\n</system-out></testsuite>"
        ),
        [
            "section s",
            "failed Test [||a]",
            "  Why: m",
            "  message m",
            "more [a]",
            "  Output: out",
            "totals Section passed 0, failed 1, skipped 0, other 0, total 1"
        ]
    );
}

#[test]
fn a_file_that_breaks_off_has_reported_its_failures_and_states_no_passes() {
    let xml = "<testsuite name='s' tests='9' failures='2'><testcase name='a'><failure message='m'/></testcase><testcase name='b'><failure message='n'>half a li";
    let (rows, result) = rows(Kind::JunitXml, xml.as_bytes());
    assert_eq!(result.unwrap_err().to_string(), format!("ends at byte {} inside of a test case", xml.len()));
    assert_eq!(
        rows,
        [
            "section s",
            "failed Test [||a]",
            "  Why: m",
            "  message m",
            "failed Test [||b]",
            "  Why: n",
            "  Why: half a li",
            "  message n"
        ]
    );
    let (rows, _) =
        self::rows(Kind::JunitXml, b"<testsuite name='s' tests='9' failures='2'><testcase name='a'/>");
    assert_eq!(rows, ["section s", "passed [||a]", "totals Section failed 2, total 9"]);
}

#[test]
fn what_is_wrong_is_printed_with_its_byte() {
    let printed = |xml: &str| rows(Kind::JunitXml, xml.as_bytes()).1.unwrap_err().to_string();
    assert_eq!(printed("<test-run/>"), "holds no test suites");
    assert_eq!(printed(""), "holds no test suites");
    assert!(printed("<testsuite></testcase>").starts_with("broken at byte 22: "));
    assert!(printed(&"<a>".repeat(200)).ends_with(": elements nested deeper than 128"));
}

#[test]
fn two_files_in_one_stream_are_both_read() {
    let file = "<?xml version='1.0'?><testsuites><testsuite name='s'><testcase name='a'/></testsuite></testsuites>\n";
    let once =
        ["section s", "passed [||a]", "totals Section passed 1, failed 0, skipped 0, other 0, total 1"];
    assert_eq!(read(&file.repeat(2)), [once, once].concat());
}
