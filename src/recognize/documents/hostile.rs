//! Whatever the bytes: no panic, no endless work, no deep stack, and first failures reported.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::rows::{Rows, rows};
use super::{Kind, parse, sniff};

/// Generous for a busy machine without optimisation; quadratic work would take hours.
const PATIENCE: Duration = Duration::from_secs(60);

const VALID: [(Kind, &[u8]); 28] = [
    (Kind::JunitXml, include_bytes!("../../../testdata/reports/nextest.xml")),
    (Kind::JunitXml, include_bytes!("../../../testdata/reports/surefire.xml")),
    (Kind::JunitXml, include_bytes!("../../../testdata/reports/pytest.xml")),
    (Kind::JunitXml, include_bytes!("../../../testdata/reports/googletest.xml")),
    (Kind::XcresultTests, include_bytes!("../../../testdata/reports/tests.json")),
    (Kind::XcresultTests, include_bytes!("../../../testdata/reports/tests-sorted.json")),
    (Kind::XcresultSummary, include_bytes!("../../../testdata/reports/summary.json")),
    (Kind::XcresultLegacy, include_bytes!("../../../testdata/reports/legacy.json")),
    (Kind::XcresultBuild, include_bytes!("../../../testdata/reports/build.json")),
    (Kind::Trx, include_bytes!("../../../testdata/reports/vstest.trx")),
    (Kind::Nunit, include_bytes!("../../../testdata/reports/nunit3.xml")),
    (Kind::Nunit, include_bytes!("../../../testdata/reports/nunit2.xml")),
    (Kind::Xunit, include_bytes!("../../../testdata/reports/xunit.xml")),
    (Kind::Ctrf, include_bytes!("../../../testdata/reports/ctrf.json")),
    (Kind::JestJson, include_bytes!("../../../testdata/reports/jest.json")),
    (Kind::JestJson, include_bytes!("../../../testdata/reports/vitest.json")),
    (Kind::MochaJson, include_bytes!("../../../testdata/reports/mocha.json")),
    (Kind::Mochawesome, include_bytes!("../../../testdata/reports/mochawesome.json")),
    (Kind::PytestReportlog, include_bytes!("../../../testdata/reports/reportlog.jsonl")),
    (Kind::PytestJson, include_bytes!("../../../testdata/reports/pytest-report.json")),
    (Kind::RspecJson, include_bytes!("../../../testdata/reports/rspec.json")),
    (Kind::RspecJson, include_bytes!("../../../testdata/reports/rspec-broken.json")),
    (Kind::CucumberJson, include_bytes!("../../../testdata/reports/cucumber.json")),
    (Kind::CucumberMessages, include_bytes!("../../../testdata/reports/cucumber.ndjson")),
    (Kind::Sarif, include_bytes!("../../../testdata/reports/eslint.sarif")),
    (Kind::Checkstyle, include_bytes!("../../../testdata/reports/checkstyle.xml")),
    (Kind::Pmd, include_bytes!("../../../testdata/reports/pmd.xml")),
    (Kind::Spotbugs, include_bytes!("../../../testdata/reports/spotbugs.xml")),
];

/// Parses what the parts give one after the other, without holding it. Gives the rows' bytes and the result as text.
fn stream(kind: Kind, parts: Vec<Box<dyn Read>>) -> (Vec<String>, String) {
    let all =
        parts.into_iter().fold(Box::new(io::empty()) as Box<dyn Read>, |all, part| Box::new(all.chain(part)));
    let mut input = BufReader::new(all);
    let mut rows = Rows::default();
    let begun = Instant::now();
    let result = parse(kind, &mut input as &mut dyn BufRead, &mut rows);
    assert!(begun.elapsed() < PATIENCE, "took {:?}", begun.elapsed());
    let result = result.map_or_else(|error| error.to_string(), |parsed| parsed.notes.join(";"));
    (rows.0, result)
}

fn text(text: impl Into<Vec<u8>>) -> Box<dyn Read> {
    Box::new(Cursor::new(text.into()))
}

fn many(text: &'static str, times: usize) -> Box<dyn Read> {
    let repeated = std::iter::repeat_n(text, times).map(|text| io::Cursor::new(text.as_bytes()));
    struct Parts<I>(I, Option<io::Cursor<&'static [u8]>>);
    impl<I: Iterator<Item = io::Cursor<&'static [u8]>>> Read for Parts<I> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            loop {
                let Some(part) = self.1.as_mut() else { return Ok(0) };
                match part.read(into)? {
                    0 if !into.is_empty() => self.1 = self.0.next(),
                    count => return Ok(count),
                }
            }
        }
    }
    let mut repeated = repeated;
    let first = repeated.next();
    Box::new(Parts(repeated, first))
}

const LONG: usize = 4 * 1024 * 1024;

#[test]
fn an_entity_bomb_is_not_expanded() {
    let bomb = "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;\">]>";
    let (rows, result) = rows(
        Kind::JunitXml,
        format!("{bomb}<testsuite><testcase name='&c;'><failure>&c;</failure></testcase></testsuite>")
            .as_bytes(),
    );
    result.unwrap();
    assert_eq!(
        rows,
        [
            "section ",
            "failed Test [||&c;]",
            "  Why: &c;",
            "  message &c;",
            "totals Section passed 0, failed 1, skipped 0, other 0, total 1"
        ]
    );
}

#[test]
fn a_tag_of_very_many_attributes_is_bounded() {
    let parts = vec![
        text("<testsuite><testcase name='a'><failure/></testcase><testcase "),
        many("b='1' ", 100_000),
        text("/></testsuite>"),
    ];
    let (rows, result) = stream(Kind::JunitXml, parts);
    assert_eq!((rows.len(), result.as_str()), (4, ""));
    let parts = vec![
        text("<testsuite><testcase name='a'><failure/></testcase><testcase "),
        many("b='1' ", 200_000),
        text("/></testsuite>"),
    ];
    let (rows, result) = stream(Kind::JunitXml, parts);
    assert_eq!(rows, ["section ", "failed Test [||a]"]);
    assert!(result.ends_with("a tag of more than 1048576 bytes"), "{result}");
}

#[test]
fn long_texts_values_and_strings_are_cut_and_what_follows_is_read() {
    for (before, after) in [
        ("<testsuite><testcase name='a' x='", "'/><testcase name='b'/></testsuite>"),
        ("<testsuite>", "<testcase name='b'/></testsuite>"),
        ("<testsuite><system-out><![CDATA[", "]]></system-out><testcase name='b'/></testsuite>"),
        ("<testsuite><!--", "--><testcase name='b'/></testsuite>"),
        ("<testsuite><?", "?><testcase name='b'/></testsuite>"),
        ("<!DOCTYPE ", "><testsuite><testcase name='b'/></testsuite>"),
    ] {
        let (rows, _) = stream(Kind::JunitXml, vec![text(before), many("xxxxxxxx", LONG / 8), text(after)]);
        assert!(rows.contains(&"passed [||b]".to_owned()), "{before}: {rows:?}");
    }
    let parts = vec![
        text(r#"{"testNodes":[{"nodeType":"Test Case","result":"Failed","name":""#),
        many("xxxxxxxx", LONG / 8),
        text(r#""},{"name":"b","nodeType":"Test Case","result":"Failed"}]}"#),
    ];
    let (rows, result) = stream(Kind::XcresultTests, parts);
    assert_eq!((rows[1].len() < 70_000, rows[2].as_str()), (true, "failed Test [||b]"));
    assert_eq!(result, format!("{} bytes of overlong texts left out", LONG - 65536));
    let parts =
        vec![text(r#"{"totalTestCount":1,"x":"#), many("11111111", LONG / 8), text(r#","failedTests":0}"#)];
    let (rows, result) = stream(Kind::XcresultSummary, parts);
    assert_eq!((rows.last().unwrap().as_str(), result.as_str()), ("totals Section failed 0, total 1", ""));
}

#[test]
fn very_many_small_things_are_bounded() {
    let case = vec![
        text("<testsuite><testcase name='a'>"),
        many("<failure message='m'>t</failure>", 20_000),
        text("</testcase></testsuite>"),
    ];
    let (rows, result) = stream(Kind::JunitXml, case);
    assert_eq!((rows.len() < 200, result.as_str()), (true, ""));
    let entities = vec![
        text("<testsuite><testcase name='a'><failure>"),
        many("&lt;&x;", 100_000),
        text("</failure></testcase></testsuite>"),
    ];
    let (rows, _) = stream(Kind::JunitXml, entities);
    assert!(rows.iter().map(String::len).sum::<usize>() < 200_000);
    let nodes = vec![
        text(r#"{"testNodes":[{"children":["#),
        many(r#"{"nodeType":"Failure Message","name":"m"},"#, 20_000),
        text(r#"{}],"nodeType":"Test Case","result":"Failed","name":"a"}]}"#),
    ];
    let (rows, _) = stream(Kind::XcresultTests, nodes);
    assert!(rows.len() < 200);
}

#[test]
fn nesting_beyond_the_bound_is_refused_with_a_small_stack() {
    let deep = |open: &str, times: usize| open.repeat(times).into_bytes();
    let inputs = [
        (Kind::JunitXml, deep("<testsuite>", 200_000)),
        (Kind::JunitXml, deep("<a>", 200_000)),
        (Kind::XcresultTests, [br#"{"testNodes":["#.to_vec(), deep(r#"{"children":["#, 100_000)].concat()),
        (Kind::XcresultTests, [br#"{"x":"#.to_vec(), deep("[", 200_000)].concat()),
        (Kind::XcresultLegacy, deep(r#"{"subtests":{"_values":["#, 100_000)),
        (Kind::XcresultSummary, deep(r#"{"testFailures":["#, 100_000)),
        (Kind::XcresultBuild, deep("[", 200_000)),
        (
            Kind::Trx,
            [b"<TestRun><Results>".to_vec(), deep("<UnitTestResult><InnerResults>", 100_000)].concat(),
        ),
        (Kind::Nunit, deep("<test-suite>", 200_000)),
        (Kind::Mochawesome, [br#"{"results":["#.to_vec(), deep(r#"{"suites":["#, 100_000)].concat()),
        (Kind::CucumberJson, deep("[", 200_000)),
        (Kind::CucumberJson, [br#"[{"elements":["#.to_vec(), deep(r#"{"steps":["#, 100_000)].concat()),
        (Kind::Sarif, [br#"{"runs":[{"results":["#.to_vec(), deep(r#"{"locations":["#, 100_000)].concat()),
        (Kind::PytestReportlog, [br#"{"longrepr":"#.to_vec(), deep(r#"{"chain":[["#, 100_000)].concat()),
        (Kind::JestJson, [br#"{"testResults":["#.to_vec(), deep(r#"{"testResults":["#, 100_000)].concat()),
    ];
    // Frames without optimisation are several times as large as the released ones.
    let run = move || {
        for (kind, input) in inputs {
            rows(kind, &input).1.unwrap_err();
        }
    };
    std::thread::Builder::new().stack_size(1024 * 1024).spawn(run).unwrap().join().unwrap();
}

#[test]
fn a_report_cut_at_any_byte_tells_the_failures_before_the_cut() {
    for (kind, bytes) in VALID {
        let whole = rows(kind, bytes).0;
        for end in (0..bytes.len()).step_by(37) {
            let (cut, result) = rows(kind, &bytes[..end]);
            // Only what is reported because of the cut may differ: an open case and the totals of what is open. Failures
            // that wait for more to be known of them may be reported without it.
            let late: Vec<&String> = cut.iter().filter(|row| !whole.contains(row)).collect();
            let waits = matches!(kind, Kind::Trx | Kind::JestJson | Kind::CucumberJson);
            assert!(late.len() <= if waits { 12 } else { 8 }, "{kind:?} at {end}: {late:?}");
            assert!(
                result.is_err()
                    || bytes[end..].trim_ascii().is_empty()
                    || kind == Kind::XcresultLegacy
                    || end + 3 > bytes.len()
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let _ = sniff(&bytes);
        for kind in Kind::ALL {
            let _ = rows(kind, &bytes);
        }
    }

    #[test]
    fn markup_like_text_never_panics(parts in proptest::collection::vec(prop_oneof![
        Just("<testsuite"), Just("<testcase name='"), Just("'"), Just("\""), Just(">"), Just("/>"), Just("</testcase>"), Just("</testsuite>"),
        Just("<failure message=\""), Just("</failure>"), Just("<![CDATA["), Just("]]>"), Just("<!--"), Just("-->"), Just("<!DOCTYPE a ["), Just("&"),
        Just("&#0;"), Just("]"), Just("{\"testNodes\":["), Just("{\"_values\":["), Just("<TestRun><Results>"), Just("<UnitTestResult testName='a' outcome='"), Just("Failed"),
        Just("<test-run><test-suite result='Failed'>"), Just("<assemblies><assembly>"), Just("{\"testResults\":[{\"assertionResults\":[{"),
        Just("\"status\":\"failed\""), Just("{\"runs\":[{\"results\":[{"), Just("{\"$report_type\":\"TestReport\","), Just("\"nodeid\":\"a\","),
        Just("\"name\":"), Just("\"children\":["), Just("{"), Just("}"),
        Just(","), Just("\\ud800"), Just("\u{e9}"), Just("\n"), Just("1e999"), Just("#StartingLineNumber=18446744073709551615"), Just("file://"),
        Just("tests='18446744073709551616'"), Just(" ")], 0..60)) {
        let text = parts.concat();
        let _ = sniff(text.as_bytes());
        for kind in Kind::ALL {
            let _ = rows(kind, text.as_bytes());
        }
    }

    #[test]
    fn mutated_reports_never_panic(which in 0..VALID.len(), edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..8)) {
        let (kind, bytes) = VALID[which];
        let mut bytes = bytes.to_vec();
        for (at, byte, how) in edits {
            let at = at.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => {
                    let end = at.saturating_add(usize::from(byte)).min(bytes.len().saturating_sub(1)).max(at);
                    bytes.drain(at..end);
                }
            }
        }
        let _ = sniff(&bytes);
        let _ = rows(kind, &bytes);
    }
}

/// The document with room in it, so that it takes several blocks, and with something in it that breaks it.
fn spread_and_broken(document: &[u8]) -> Vec<u8> {
    let room = document.iter().position(|byte| matches!(byte, b'{' | b'[' | b'>')).unwrap() + 1;
    let (begin, rest) = document.split_at(room);
    let (middle, end) = rest.split_at(rest.len() * 2 / 3);
    [begin, &[b' '; 9001], middle, b"\"]}</no>{", end].concat()
}

#[test]
fn what_is_printed_of_a_broken_report_does_not_depend_on_the_pieces_in_which_it_comes() {
    for (kind, document) in VALID {
        let broken = spread_and_broken(document);
        let reported = |capacity: usize| {
            let mut rows = Rows::default();
            let mut input = BufReader::with_capacity(capacity, broken.as_slice());
            let result = parse(kind, &mut input, &mut rows);
            (rows.0, result.map_or_else(|error| error.to_string(), |parsed| parsed.notes.join(";")))
        };
        let whole = reported(1 << 20);
        for capacity in [1, 97, 8191] {
            assert_eq!(reported(capacity), whole, "{kind:?} {capacity}");
        }
    }
}
