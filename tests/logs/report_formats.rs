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
    let lines = input.iter().filter(|byte| **byte == b'\n').count();
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
