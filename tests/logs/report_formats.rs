//! Reports of every format beside a log and on standard input: whole, cut, and against the text of the same run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Answer, answer};

fn testdata(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(file)
}

/// The answer to `log` with the report beside it.
fn with_report(log: &[u8], report: &Path) -> Answer {
    answer(&["-m", "minimal", "--report", report.to_str().unwrap()], log)
}

/// Reports of runs that failed, and names of failures in them.
const FAILED: [(&str, &[&str]); 23] = [
    ("reports/vstest.trx", &["HeavyCostsMore", "ByCountry (atlantis)", "Weighs", "Rounds", "test run"]),
    ("reports/nunit3.xml", &["HeavyCostsMore", "Weighs", "Parcels.Tests.VanTests", "missing.dll"]),
    ("reports/nunit2.xml", &["HeavyCostsMore", "Throws", "NoArguments"]),
    ("reports/xunit.xml", &["HeavyCostsMore", "rates by country", "Parcels.Tests.VanTests"]),
    ("reports/ctrf.json", &["a heavy parcel costs more", "weighs"]),
    ("reports/jest.json", &["a heavy parcel costs more", "weighs", "broken.test.js"]),
    ("reports/vitest.json", &["a heavy parcel costs more", "broken.test.js", "hook.test.js"]),
    ("reports/mocha.json", &["a heavy parcel costs more", "hook for"]),
    ("reports/mochawesome.json", &["a heavy parcel costs more", "hook for"]),
    ("reports/pytest-report.json", &["test_postage[2000]", "test_weighs", "test_delivers"]),
    ("reports/reportlog.jsonl", &["test_postage[2000]", "test_weighs", "test_delivers (teardown)"]),
    ("reports/reportlog-broken.jsonl", &["test_broken.py"]),
    ("reports/rspec.json", &["costs more when heavy", "has no rate for Atlantis"]),
    ("reports/rspec-broken.json", &["broken_spec.rb"]),
    ("reports/cucumber.json", &["a heavy parcel costs more", "a parcel to Atlantis", "the scale is off"]),
    ("reports/cucumber.ndjson", &["a heavy parcel costs more", "a parcel to Atlantis", "the scale is off"]),
    ("reports/eslint.sarif", &["unused.js"]),
    ("reports/ruff.sarif", &["unused.py"]),
    ("reports/checkstyle.xml", &["Rates.java", "Scale.java"]),
    ("reports/pmd.xml", &["Rates.java", "Scale.java"]),
    ("reports/spotbugs.xml", &["Rates.java"]),
    ("libtest-json/few-failures.txt", &["heavy_costs_more", "panics"]),
    ("go/failures-json.txt", &["TestParentOwnText", "TestGlued", "ExampleHook"]),
];

#[test]
fn a_report_tells_its_failures_without_any_text() {
    for (file, names) in FAILED {
        let answer = with_report(b"", &testdata(file));
        assert!(answer.verdict().starts_with("FAILED"), "{file}: {}", answer.text);
        for name in names {
            assert!(answer.text.contains(name), "{file}: {name}\n{}", answer.text);
        }
    }
}

#[test]
fn a_report_on_standard_input_is_reported_by_its_content() {
    for (file, names) in FAILED {
        let answer = answer(&["-m", "minimal"], fs::read(testdata(file)).unwrap());
        assert!(answer.verdict().starts_with("FAILED"), "{file}: {}", answer.text);
        for name in names {
            assert!(answer.text.contains(name), "{file}: {name}\n{}", answer.text);
        }
    }
}

#[test]
fn a_report_that_was_cut_is_never_passed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report");
    for (file, _) in FAILED {
        let whole = fs::read(testdata(file)).unwrap();
        for part in 1..8 {
            // Not after the last results of a run: lines of a tool that died there look like all of them.
            let end = whole.len() * part / 8;
            fs::write(&path, &whole[..end]).unwrap();
            for answer in [with_report(b"all is well\n", &path), answer(&["-m", "minimal"], &whole[..end])] {
                assert!(!answer.text.contains("PASSED"), "{file} cut at {end}: {}", answer.text);
            }
        }
    }
}

#[test]
fn what_a_broken_report_holds_is_reported_on_one_safe_line() {
    let log = b"<testsuite \r\n0></<testsuite \x1b[2J\r\n0></".to_vec();
    let answer = answer(&["-m", "standard"], log);
    // What is after the place is read as lines.
    let all =
        answer.text.lines().all(|line| line.starts_with("weir: ") || ["", "0></", "</"].contains(&line));
    let safe = answer.text.chars().all(|each| each == '\n' || !each.is_control());
    assert!(all && safe, "{:?}", answer.text);
    assert!(answer.text.contains("broken at byte"), "{}", answer.text);
}

#[test]
fn lines_of_libtest_that_a_test_prints_decide_nothing() {
    let log = fs::read(testdata("libtest-json/hostile.txt")).unwrap();
    let answer = answer(&["-m", "minimal"], log);
    assert!(answer.verdict().starts_with("FAILED 1 failed, 2 passed, 2 skipped"), "{}", answer.text);
    let passed =
        crate::support::answer(&["-m", "minimal"], fs::read(testdata("libtest-json/all-pass.txt")).unwrap());
    assert!(passed.verdict().starts_with("PASSED 4 passed, 2 skipped"), "{}", passed.text);
}

#[test]
fn a_process_that_died_in_a_test_is_a_failure_of_that_test() {
    let answer = answer(&["-m", "minimal"], fs::read(testdata("libtest-json/crash.txt")).unwrap());
    assert!(answer.text.contains("weir: FAIL tests::scale_breaks: did not finish"), "{}", answer.text);
    assert!(answer.verdict().starts_with("FAILED"), "{}", answer.text);
}

#[test]
fn a_report_of_lines_and_the_text_of_its_run_are_one_run() {
    let log = fs::read(testdata("libtest-json/few-failures.txt")).unwrap();
    let answer = with_report(&log, &testdata("libtest-json/few-failures.txt"));
    assert!(answer.verdict().starts_with("FAILED 2 failed, 4 passed, 2 skipped ("), "{}", answer.text);
}

#[test]
fn a_document_after_the_words_of_a_package_manager_is_read_and_counted_whole() {
    let report = fs::read(testdata("reports/mocha.json")).unwrap();
    let input = [&b"\n> parcels@1.0.0 test\n> mocha --reporter json\n\n"[..], &report].concat();
    let answer = answer(&["-m", "minimal"], input.clone());
    assert!(answer.verdict().starts_with("FAILED 3 failed, 2 passed, 1 skipped"), "{}", answer.text);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report");
    fs::write(&path, &input).unwrap();
    assert_eq!(with_report(b"", &path).verdict(), answer.verdict());
    let lines = String::from_utf8_lossy(&input).lines().count();
    assert!(answer.text.contains(&format!("of {lines} lines")), "{}", answer.text);
}

#[test]
fn a_report_of_more_suites_than_are_distinguished_is_counted_whole() {
    let suites = |failed: Option<usize>| {
        let suite = |number: usize| {
            let (failures, why) =
                if Some(number) == failed { (1, "<failure message=\"dry\"/>") } else { (0, "") };
            format!(
                "<testsuite name=\"s{number}\" tests=\"1\" failures=\"{failures}\"><testcase classname=\"q{number}\" \
                 name=\"holds\">{why}</testcase></testsuite>"
            )
        };
        format!("<testsuites>{}</testsuites>", (0..17_000).map(suite).collect::<String>())
    };
    let passed = answer(&["-m", "minimal"], suites(None).into_bytes());
    assert!(passed.verdict().starts_with("PASSED 17000 passed"), "{}", passed.text);
    let failed = answer(&["-m", "minimal"], suites(Some(16_990)).into_bytes());
    assert!(failed.verdict().starts_with("FAILED 1 failed, 16999 passed"), "{}", failed.text);
    assert!(failed.text.contains("q16990.holds"), "{}", failed.text);
}

/// Logs of runs that passed: with a header, without one, of points, of records in JSON, with totals that are printed late.
const PASSED: [&str; 8] = [
    "pytest/all-pass.txt",
    "cargo-test/all-pass.log",
    "jest/all-pass.txt",
    "go/pass-verbose.txt",
    "mocha/all-pass-json-stream.txt",
    "phpunit/all-pass.txt",
    "unittest/all-pass-verbose.txt",
    "maven/all-pass.txt",
];

/// A log with other lines after so many parts of three.
fn with_lines(log: &str, part: usize, more: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    let (before, after) = lines.split_at(lines.len() * part / 3);
    let mut all: Vec<&str> = before.to_vec();
    all.extend(more.lines());
    all.extend(after);
    all.join("\n") + "\n"
}

/// The reports of runs that failed, as text without the mark of its encoding.
fn failed() -> impl Iterator<Item = (&'static str, String, &'static [&'static str])> {
    FAILED.into_iter().filter(|(file, _)| file.starts_with("reports/")).map(|(file, names)| {
        let text = fs::read_to_string(testdata(file)).unwrap();
        (file, text.trim_start_matches('\u{feff}').to_owned(), names)
    })
}

#[test]
fn a_report_counts_wherever_it_is_in_the_log_of_a_run_that_passed() {
    for (number, (file, report, names)) in failed().enumerate() {
        let passed = PASSED[number % PASSED.len()];
        let log = fs::read_to_string(testdata(passed)).unwrap();
        for part in 0..=3 {
            let input = with_lines(&log, part, &report);
            let lines = input.lines().count();
            let answer = answer(&["-m", "minimal"], input);
            assert!(answer.verdict().starts_with("FAILED"), "{file} in {passed} at {part}: {}", answer.text);
            assert!(
                answer.text.contains(&format!("of {lines} lines")),
                "{file} in {passed}: {}",
                answer.text
            );
            for name in names {
                assert!(answer.text.contains(name), "{file} in {passed} at {part}: {name}\n{}", answer.text);
            }
        }
    }
}

#[test]
fn a_report_after_what_tools_print_before_each_line_is_read() {
    let log = fs::read_to_string(testdata("pytest/all-pass.txt")).unwrap();
    let prefix: [fn(usize, &str) -> String; 5] = [
        |number, line| format!("2026-01-02T03:04:{:02}.1234567Z {line}", number % 60),
        |_, line| format!("test\tRun the tests\t2026-01-02T03:04:05.1234567Z {line}"),
        |_, line| format!("web-1  | {line}"),
        |_, line| format!("[web] {line}"),
        |_, line| format!("{line}\r"),
    ];
    for (file, report, names) in failed() {
        for (number, prefix) in prefix.iter().enumerate() {
            let input = with_lines(&log, 2, &report);
            let input: Vec<String> = input.lines().enumerate().map(|(at, line)| prefix(at, line)).collect();
            let answer = answer(&["-m", "minimal"], input.join("\n") + "\n");
            assert!(answer.verdict().starts_with("FAILED"), "{file} {number}: {}", answer.text);
            assert!(answer.text.contains(names[0]), "{file} {number}: {}", answer.text);
        }
        let indented: Vec<String> = report.lines().map(|line| format!("    {line}")).collect();
        let answer = answer(&["-m", "minimal"], with_lines(&log, 2, &indented.join("\n")));
        assert!(answer.verdict().starts_with("FAILED"), "{file}: {}", answer.text);
    }
}

#[test]
fn a_warning_before_a_report_hides_none_of_it() {
    for (file, report, names) in failed() {
        let answer = answer(&["-m", "minimal"], format!("(node:7) Warning: the quay is old\n{report}"));
        assert!(answer.verdict().starts_with("FAILED"), "{file}: {}", answer.text);
        assert!(answer.text.contains(names[0]), "{file}: {}", answer.text);
    }
}

#[test]
fn a_report_that_is_cut_off_between_lines_is_never_passed_and_hides_none_of_them() {
    let log = fs::read_to_string(testdata("pytest/all-pass.txt")).unwrap();
    let failing = "test result: FAILED\nrunning 1 test\ntest moors ... FAILED\n";
    for (file, report, _) in failed() {
        for part in 3..8 {
            let mut end = report.len() * part / 8;
            while !report.is_char_boundary(end) {
                end += 1;
            }
            // Enough of it to know it by.
            let input = with_lines(&log, 1, &report[..end]);
            let text = answer(&["-m", "minimal"], input.clone()).text;
            let keyless =
                ["reports/cucumber.json", "reports/rspec-broken.json", "reports/xunit.xml"].contains(&file);
            assert!(!text.contains("PASSED") || keyless, "{file} cut at {end}: {text}");
            let text = answer(&["-m", "minimal"], input + failing).text;
            assert!(text.contains("moors"), "{file} cut at {end}: {text}");
        }
    }
}

#[test]
fn json_and_xml_that_are_no_reports_change_nothing() {
    let log = fs::read_to_string(testdata("cargo-test/all-pass.log")).unwrap();
    let expected = answer(&["-m", "minimal"], log.clone()).numbers().to_owned();
    for other in [
        "{\n  \"name\": \"quay\",\n  \"version\": \"1.0.0\",\n  \"scripts\": {\n    \"test\": \"jest\"\n  }\n}",
        "{\n  \"errors\": [],\n  \"results\": {}\n}",
        "{\"level\":30,\"req\":{\"method\":\"GET\"},\"msg\":\"moored\"}",
        "[\n  {\n    \"id\": 1\n  }\n]",
        "{\nint main() {\n  return 0;\n}",
        "<!DOCTYPE html>\n<html>\n<body>\n<p>moored</p>\n</body>\n</html>",
        "<?xml version=\"1.0\"?>\n<project>\n  <modelVersion>4.0.0</modelVersion>\n</project>",
        "<assembly>\n  <id>quay</id>\n</assembly>",
        "<div>\n  moored\n</div>",
    ] {
        for part in 0..=3 {
            let answer = answer(&["-m", "minimal"], with_lines(&log, part, other));
            assert_eq!(answer.numbers(), expected, "{other} at {part}: {}", answer.text);
        }
    }
}

#[test]
fn a_report_of_the_run_whose_lines_are_there_counts_once() {
    let log = "test_quay.py F.                                                          [100%]\n\n\
        =================================== FAILURES ===================================\n\
        __________________________________ test_moors __________________________________\n\n\
        \x20   def test_moors():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntest_quay.py:2: AssertionError\n\
        =========================== short test summary info ============================\n\
        FAILED test_quay.py::test_moors - assert 1 == 2\n";
    let header = "============================= test session starts ==============================\ncollected 2 items\n\n";
    let totals = "========================= 1 failed, 1 passed in 0.02s ==========================\n";
    let report = "<testsuites><testsuite name=\"pytest\" errors=\"0\" failures=\"1\" skipped=\"0\" tests=\"2\">\
        <testcase classname=\"test_quay\" name=\"test_moors\"><failure message=\"assert 1 == 2\"/></testcase>\
        <testcase classname=\"test_quay\" name=\"test_sails\"/></testsuite></testsuites>\n";
    let whole = format!("{header}{log}{totals}");
    for input in [format!("{whole}{report}"), format!("{report}{whole}"), format!("{header}{totals}{report}")]
    {
        let answer = answer(&["-m", "minimal"], input.clone());
        assert!(answer.verdict().starts_with("FAILED 1 failed, 1 passed"), "{input}{}", answer.text);
        assert!(answer.text.contains("test_moors"), "{}", answer.text);
    }
    let passed = report
        .replace("failures=\"1\"", "failures=\"0\"")
        .replace("<failure message=\"assert 1 == 2\"/>", "");
    let green = "============================== 2 passed in 0.02s ===============================\n";
    let answer = answer(&["-m", "minimal"], format!("{header}test_quay.py ..\n\n{green}{passed}"));
    assert!(answer.verdict().starts_with("PASSED 2 passed"), "{}", answer.text);
}

#[test]
fn a_report_inside_of_a_run_was_output_when_the_exit_status_is_known_to_be_0() {
    let log = fs::read_to_string(testdata("cargo-test/all-pass.log")).unwrap();
    let report = fs::read_to_string(testdata("reports/checkstyle.xml")).unwrap();
    for (part, verdict) in [(1, "PASSED"), (3, "FAILED")] {
        let input = with_lines(&log, part, &report);
        let answer = answer(&["-m", "minimal", "--child-exit", "0"], input);
        assert!(answer.verdict().starts_with(verdict), "{}", answer.text);
    }
}

#[test]
fn a_long_report_between_lines_is_read_to_its_end() {
    let log = fs::read_to_string(testdata("pytest/all-pass.txt")).unwrap();
    let passes: String =
        (0..60_000).map(|at| format!("<testcase classname=\"quay\" name=\"t{at}\"/>")).collect();
    let failure = "<testcase classname=\"quay\" name=\"moors\"><failure message=\"no berth\"/></testcase>";
    let report =
        format!("<testsuite name=\"quay\" tests=\"60001\" failures=\"1\">{passes}{failure}</testsuite>");
    for report in [report.clone(), report.replace("/>", "/>\n")] {
        let answer = answer(&["-m", "minimal"], with_lines(&log, 2, &report));
        assert!(answer.verdict().starts_with("FAILED 1 failed, 60117 passed"), "{}", answer.text);
        assert!(answer.text.contains("no berth"), "{}", answer.text);
    }
}
