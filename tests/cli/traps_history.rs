//! Faults that filters of test output had before this one, the first series: each is one regression test.

use std::fs;

use crate::support::runs::{THREE_PASS, cargo_test, panic, summary};
use crate::support::{Answer, MODES, Messages, answer, g, json, weir};

#[test]
fn t1_no_form_of_the_answer_carries_the_raw_text_past_the_limit() {
    let large = g(400, 200).messages(Messages::Lines(8)).noise(30).log();
    for input in [large, g(2, 1).log(), "ok\n".to_owned()] {
        for mode in &MODES {
            answer(&["-m", mode.name], input.clone()).holds(mode);
            let json = answer(&["-m", mode.name, "--format", "json"], input.clone());
            assert!(json.chars() <= mode.chars, "{}: {} chars", mode.name, json.chars());
        }
    }
}

#[test]
fn t2_ten_lines_of_a_million_chars_stay_in_the_limit_of_chars() {
    let input = format!("{}\n", "x".repeat(1_000_000)).repeat(10);
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], input.clone());
        answer.holds(mode);
        assert!(answer.footer().contains(" of 10 lines shown"), "{}", answer.footer());
        assert_eq!(answer.count("xxx..."), answer.count("\nx") + 1);
        assert!(!answer.footer().contains("escaped"), "{}", answer.footer());
    }
}

#[test]
fn t3_blank_lines_do_not_crowd_out_the_facts() {
    let blank = "\n".repeat(20_000);
    let input = format!("{blank}the pump runs\n{blank}the valve is open\n{blank}the tank is full\n{blank}");
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], input.clone());
        for fact in ["the pump runs", "the valve is open", "the tank is full"] {
            assert_eq!(answer.count(fact), 1, "{}: {fact}", mode.name);
        }
    }
}

#[test]
fn t4_the_output_of_an_unknown_tool_never_gives_an_empty_answer() {
    let many: String = (0..5000).map(|number| format!("widget {number} was polished\n")).collect();
    for input in [many, "done\n".to_owned(), "all 12 widgets polished, nothing to do\n".repeat(3)] {
        for mode in &MODES {
            let answer = answer(&["-m", mode.name], input.clone());
            let whole = input.lines().count() < 40 || mode.name == "verbose";
            assert!(!whole || answer.text.contains(input.lines().next().unwrap()), "{}", answer.text);
            assert!(answer.text.contains(input.lines().last().unwrap()), "{}", answer.text);
            assert_eq!(answer.code, 0);
        }
    }
}

#[test]
fn t5_an_answer_far_over_its_limit_has_exactly_one_footer() {
    let many = |form: &str| (0..20_000).map(|number| form.replace("N", &number.to_string())).collect();
    let inputs: [String; 4] = [
        g(5000, 3000).messages(Messages::Lines(8)).log(),
        many("step N\n"),
        many("src/N.c:1:1: error: no\n"),
        many("src/N.c:1:1: warning: hm [-Wall]\n"),
    ];
    for input in inputs {
        for mode in &MODES {
            let answer = answer(&["-m", mode.name], input.clone());
            assert_eq!(answer.footers().len(), 1, "{}", mode.name);
            answer.holds(mode);
        }
    }
}

#[test]
fn t6_a_failure_after_a_line_of_20_million_chars_is_shown() {
    let input = "x".repeat(20_000_000) + "\n" + &g(90, 1).log();
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], input.clone());
        answer.holds(mode);
        answer.names_all(&g(90, 1).names());
        answer.says("FAILED 1 failed, 89 passed", 1);
    }
}

#[test]
fn t7_an_exit_status_alone_does_not_tell_tests_from_builds() {
    let reported =
        |status: &str| answer(&["--child-exit", status], "nothing to see\n").text.replace(status, "N");
    assert_eq!(reported("65"), reported("66"));
    assert_eq!(reported("65"), reported("70"));
    for word in ["test", "build"] {
        assert!(!reported("65").contains(word), "{}", reported("65"));
    }
}

#[test]
fn t8_totals_with_two_times_after_them_are_read() {
    let log = "\
Test Suite 'LedgerTests' started at 2025-11-30 10:15:00.123.
Test Case '-[ShopTests.LedgerTests testOpen]' started.
Test Case '-[ShopTests.LedgerTests testOpen]' passed (0.071 seconds).
Test Case '-[ShopTests.LedgerTests testPost]' started.
Test Case '-[ShopTests.LedgerTests testPost]' failed (0.012 seconds).
Test Suite 'LedgerTests' failed at 2025-11-30 10:15:00.456.
\t Executed 2 tests, with 1 failure (0 unexpected) in 0.083 (0.085) seconds
";
    let (json, code) = json(&[], log);
    assert_eq!(code, 1);
    assert_eq!(json["counts"]["source"], "runner");
    assert_eq!(json["sections"][0]["closed"], true);
    assert_eq!(json["counts"]["total"], 2);
}

/// The answer to `log` with `report` beside it; none is written for an empty one.
fn with_report(words: &[&str], log: &str, report: &str) -> Answer {
    let folder = tempfile::tempdir().unwrap();
    if !report.is_empty() {
        fs::write(folder.path().join("report"), report).unwrap();
    }
    let words = [words, &["--report", "report"]].concat();
    Answer::of(weir(&words).current_dir(folder.path()).write_stdin(log).output().unwrap())
}

#[test]
fn t9_a_report_that_cannot_be_read_is_a_warning_and_the_counts_are_the_texts_only() {
    for report in ["", "{\"title\":\"Test - Sho", "<testsuites><testsuite", "no report at all\n"] {
        for mode in &MODES {
            let answer = with_report(&["-m", mode.name], &g(100, 0).log(), report);
            let notes: Vec<&str> =
                answer.text.lines().filter(|line| line.ends_with("the result is text only")).collect();
            assert_eq!(notes.len(), 1, "{report:?}\n{}", answer.text);
            answer.says("UNKNOWN 100 passed", 3);
            assert!(answer.verdict().ends_with("; text only)"), "{}", answer.verdict());
        }
    }
}

#[test]
fn t10_nine_failures_of_171_tests_are_whole_in_every_mode() {
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], g(171, 9).log());
        assert!(!answer.footer().contains("of 9 failures"), "{}", answer.footer());
    }
}

#[test]
fn t11_377_passing_tests_do_not_crowd_out_8_failures_and_the_verdict() {
    let run = g(385, 8).noise(3);
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], run.log());
        answer.names_all(&run.names());
        answer.names_all(&run.reasons());
        answer.says("FAILED 8 failed, 377 passed", 1);
    }
}

#[test]
fn t12_where_only_the_report_knows_the_failure_the_verdict_does_not_say_passed() {
    let log = THREE_PASS.to_owned() + "All tests passed, 0 failures\n";
    let report = summary(&[("testClose", "the view is empty")]);
    for mode in &MODES {
        let answer = with_report(&["-m", mode.name], &log, &report);
        answer.says("FAILED 1 failed, 2 passed", 1);
        assert!(answer.verdict().contains("report says 1 failed, text 0"), "{}", answer.text);
        assert!(answer.names("testClose"), "{}", answer.text);
    }
}

#[test]
fn t13_results_that_are_neither_passed_nor_failed_stay_in_the_total() {
    let case = |name: &str, result: &str| {
        serde_json::json!({"name": name, "nodeIdentifier": format!("LedgerTests/{name}"),
            "nodeType": "Test Case", "result": result})
    };
    let cases = [
        case("testOpen()", "Passed"),
        case("testPost()", "Failed"),
        case("testClose()", "Skipped"),
        case("testLater()", "Expected Failure"),
        case("testOdd()", "unknown"),
    ];
    let suite = serde_json::json!({"name": "LedgerTests", "nodeType": "Test Suite", "children": cases});
    let bundle =
        serde_json::json!({"name": "ShopTests", "nodeType": "Unit test bundle", "children": [suite]});
    let report = serde_json::json!({"testNodes": [{"name": "Test Plan", "nodeType": "Test Plan",
        "children": [bundle]}], "devices": [], "testPlanConfigurations": []});
    let text = with_report(&["--format", "json"], THREE_PASS, &report.to_string()).text;
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let number = |key: &str| json["counts"][key].as_u64().unwrap();
    assert_eq!(number("failed") + number("passed") + number("skipped") + number("other"), number("total"));
    assert_eq!((number("failed"), number("passed"), number("total")), (1, 1, 5), "{text}");
}

#[test]
fn t14_every_bundle_is_listed_with_its_own_count() {
    let shop = g(144, 3).log();
    let other = g(5, 0).log().replace("ShopTests", "ShopUITests");
    for (log, listed) in [
        (shop.clone() + &other, "ShopTests.xctest 3 of 144; xctest ShopUITests.xctest 0 of 5"),
        (shop, "(xctest)"),
    ] {
        let answer = answer(&[], log);
        assert!(answer.verdict().contains(listed), "{}", answer.verdict());
        assert!(!answer.verdict().contains("all"), "{}", answer.verdict());
    }
    let never = g(40, 0).log() + &g(5, 0).log().replace("ShopTests", "ShopUITests");
    let (begun, _) = never.rsplit_once("Test Case").unwrap();
    let (begun, _) = begun.rsplit_once("Test Case").unwrap();
    assert!(!answer(&[], begun).verdict().starts_with("PASSED"));
}

#[test]
fn t15_skipped_tests_keep_their_reasons() {
    let log = g(90, 0).log();
    let skipped = "\
Test Case '-[ShopTests.SyncTests testPush]' started.
/Users/ci/shop/Tests/SyncTests.swift:12: -[ShopTests.SyncTests testPush] : Test skipped - the network is down
Test Case '-[ShopTests.SyncTests testPush]' skipped (0.002 seconds).
";
    let log = log.replacen(
        "Test Suite 'Ledger000Tests' passed",
        &format!("{skipped}Test Suite 'Ledger000Tests' passed"),
        1,
    );
    let with_one = |total: usize| format!("Executed {} tests, with 1 test skipped and 0 failures", total + 1);
    let log = log
        .replacen("Executed 40 tests, with 0 failures", &with_one(40), 1)
        .replace("Executed 90 tests, with 0 failures", &with_one(90));
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], log.clone());
        answer.says("PASSED 90 passed, 1 skipped", 0);
        let reported = answer.names("testPush") && answer.names("the network is down");
        assert_eq!(reported, mode.name != "minimal", "{}", answer.text);
    }
    let pytest = "\
============================= test session starts ==============================
platform linux -- Python 3.11.4, pytest-8.2.0, pluggy-1.5.0
collected 3 items

tests/test_sync.py .s.                                                   [100%]

=========================== short test summary info ============================
SKIPPED [1] tests/test_sync.py:8: the network is down
========================= 2 passed, 1 skipped in 0.02s =========================
";
    let long = cargo_test("unittests src/lib.rs", 90, &[]) + pytest;
    assert_eq!(answer(&[], long).count("the network is down"), 1);
    let failing = [("tide::turns", &*panic("tide::turns", "src/tide.rs:7:5", "no turn"))];
    let crowded = cargo_test("unittests src/lib.rs", 90, &failing) + pytest;
    // Beside a failure it is only a number.
    assert_eq!(answer(&[], crowded.clone()).count("the network is down"), 0);
    assert_eq!(answer(&["-m", "verbose"], crowded).count("the network is down"), 1);
}
