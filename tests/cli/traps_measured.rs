//! Faults that filters of test output had before this one, the second series: each was measured, each is one test.

use crate::support::runs::{cargo_test, panic};
use crate::support::{MODES, Messages, answer, g, json};

/// Lines that push a small log out of the window in which everything passes whole.
fn long_build() -> String {
    (0..200).map(|number| format!("    cd /Users/ci/shop && touch build/{number}.stamp\n")).collect()
}

/// One failing test in a class, its line of error being this one.
fn one_failing(error: &str) -> String {
    format!(
        "Test Suite 'LedgerTests' started at 2025-11-30 10:15:00.123.\n\
         Test Case '-[ShopTests.LedgerTests testPost]' started.\n\
         {error}\n\
         Test Case '-[ShopTests.LedgerTests testPost]' failed (0.012 seconds).\n\
         Test Suite 'LedgerTests' failed at 2025-11-30 10:15:00.456.\n\
         \t Executed 1 test, with 1 failure (0 unexpected) in 0.083 (0.085) seconds\n"
    )
}

#[test]
fn m1_of_500_failures_every_one_is_named_or_counted_and_the_verdict_is_there() {
    let run = g(1000, 500);
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], run.log());
        answer.says("FAILED 500 failed, 500 passed", 1);
        let named = run.names().iter().filter(|name| answer.names(name)).count();
        if mode.name == "minimal" {
            assert!(named > 200, "{named}");
            assert!(answer.text.contains(&format!("weir: and {} more (", 500 - named)), "{}", answer.text);
        } else {
            assert_eq!(named, 500);
        }
        let counted = format!(", {} only counted;", 500 - named);
        assert!(answer.footer().contains("500 failures "), "{}", answer.footer());
        assert_eq!(answer.footer().contains(&counted), named < 500, "{}", answer.footer());
    }
}

#[test]
fn m2_verbose_shows_the_5_failures_at_the_end_of_5000_tests() {
    let run = g(5000, 5);
    let answer = answer(&["-m", "verbose"], run.log());
    answer.names_all(&run.names());
    answer.names_all(&run.reasons());
    answer.says("FAILED 5 failed, 4995 passed", 1);
}

#[test]
fn m3_failures_without_a_line_of_error_are_named_in_minimal() {
    let run = g(389, 8).messages(Messages::None);
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], run.log());
        answer.names_all(&run.names());
        answer.says("FAILED 8 failed, 381 passed", 1);
    }
}

#[test]
fn m4_the_footer_is_inside_the_limit_of_chars() {
    for chars in [400, 401, 777, 5000, 5001, 12_345, 40_000] {
        for run in [g(1000, 500), g(300, 40).messages(Messages::Lines(8))] {
            let answer = answer(&["--max-chars", &chars.to_string()], run.log());
            assert!(answer.chars() <= chars, "{} > {chars}", answer.chars());
            assert_eq!(answer.footers().len(), 1);
        }
    }
}

#[test]
fn m5_3000_short_errors_keep_the_lines_of_the_mode() {
    let input: String = (1..=3000).map(|number| format!("a.c:{number}:1: error: e{number}\n")).collect();
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], input.clone());
        answer.holds(mode);
        answer.says("FAILED 3000 errors", 1);
    }
}

#[test]
fn m6_verbose_keeps_its_chars_for_5000_lines_of_900_chars() {
    let input: String = (0..5000).map(|number| format!("{number:08} ").repeat(100) + "\n").collect();
    let answer = answer(&["-m", "verbose"], input);
    answer.holds(&MODES[2]);
    assert!(answer.footer().contains("; limit: chars"), "{}", answer.footer());
}

#[test]
fn m7_an_error_after_2000_warnings_is_shown_and_so_is_the_failed_build() {
    let warnings: String = (1..=2000)
        .map(|line| {
            format!("/Users/ci/shop/Ledger.swift:{line}:9: warning: variable 'v{line}' was never used\n")
        })
        .collect();
    let log = format!(
        "Command line invocation:\n    /usr/bin/xcodebuild build -scheme Shop\n\n\
         {warnings}/Users/ci/shop/Cart.swift:31:5: error: cannot find 'total' in scope\n\
         \n** BUILD FAILED **\n\n\nThe following build commands failed:\n\
         \tSwiftCompile normal arm64 /Users/ci/shop/Cart.swift (in target 'Shop' from project 'Shop')\n(1 failure)\n"
    );
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], log.clone());
        answer.holds(mode);
        assert_eq!(answer.count("error: cannot find 'total' in scope"), 1, "{}", answer.text);
        answer.says("FAILED 1 error, 2000 warnings", 1);
    }
    // The tool has no name for their kind.
    assert!(!answer(&["-m", "standard"], log).text.contains("was never used"));
}

#[test]
fn m8_a_failure_is_shown_whatever_its_path_and_message_hold() {
    for error in [
        "/Users/ci/Library/Developer/Xcode/DerivedData/Shop-abc/Ledger.swift:9: error: -[ShopTests.LedgerTests testPost] : a post is missing",
        "/Users/ci/shop/Ledger.swift:9: error: -[ShopTests.LedgerTests testPost] : a post is missing; note: see export CodeSign cd /",
        "/Users/ci/Shop.app/PlugIns/ShopTests.xctest/Ledger.swift:9: error: -[ShopTests.LedgerTests testPost] : a post is missing",
    ] {
        for mode in &MODES {
            let answer = answer(&["-m", mode.name], long_build() + &one_failing(error));
            let end = answer.text.contains(error);
            assert!(end || answer.names("a post is missing"), "{}", answer.text);
            answer.says("FAILED 1 failed", 1);
        }
    }
}

#[test]
fn m9_a_line_of_11_mb_before_the_failure_hides_nothing_and_the_footer_tells_it_was_clipped() {
    let input = "x".repeat(11_000_000)
        + "\n"
        + &one_failing("/a/B.swift:9: error: -[ShopTests.LedgerTests testPost] : gone");
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], input.clone());
        answer.says("FAILED 1 failed", 1);
        assert!(answer.names("testPost") && answer.names("gone"), "{}", answer.text);
        assert!(answer.footer().contains(" of 7 lines shown"), "{}", answer.text);
        // Where the line is shown it is clipped, and the footer says so.
        assert_eq!(answer.text.contains("xxxx"), mode.name == "verbose", "{}", answer.text);
        assert_eq!(answer.footer().contains("clipped 1"), mode.name == "verbose", "{}", answer.text);
    }
}

#[test]
fn m10_300_accented_letters_are_clipped_between_letters() {
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], "é".repeat(600) + "\n");
        let line = answer.text.lines().next().unwrap();
        assert_eq!(line, "é".repeat(mode.line_chars - 3) + "...");
    }
}

#[test]
fn m11_a_coloured_error_is_seen_and_shown_without_its_colours() {
    let error = "\u{1b}[1msrc/keel.c:7:12: \u{1b}[0;1;31merror: \u{1b}[0m\u{1b}[1muse of undeclared identifier 'mast'\u{1b}[0m\n";
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], long_build() + error);
        assert!(answer.text.contains("src/keel.c:7:12: error: use of undeclared identifier 'mast'\n"));
        answer.says("FAILED 1 error", 1);
    }
}

#[test]
fn m12_a_failed_test_of_swift_testing_is_named() {
    let passing: String = (0..90)
        .map(|number| {
            format!("◇ Test wave{number}() started.\n✔ Test wave{number}() passed after 0.001 seconds.\n")
        })
        .collect();
    let log = format!(
        "◇ Test run started.\n↳ Testing Library Version: 124.4\n◇ Suite TideTests started.\n{passing}\
         ◇ Test turns() started.\n\
         ✘ Test turns() recorded an issue at TideTests.swift:9:9: Expectation failed: (depth → 3) == 4\n\
         ✘ Test turns() failed after 0.002 seconds with 1 issue.\n\
         ✘ Suite TideTests failed after 0.010 seconds with 1 issue.\n\
         ✘ Test run with 91 tests failed after 0.011 seconds with 1 issue.\n"
    );
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], log.clone());
        assert!(answer.text.contains("turns()"), "{}", answer.text);
        assert!(answer.text.contains("Expectation failed: (depth → 3) == 4"), "{}", answer.text);
        answer.says("FAILED 1 failed, 90 passed", 1);
    }
}

#[test]
fn m13_a_fatal_error_and_the_restart_after_it_are_shown() {
    let log = long_build()
        + "Test Suite 'LedgerTests' started at 2025-11-30 10:15:00.123.\n\
           Test Case '-[ShopTests.LedgerTests testPost]' started.\n\
           ShopTests/Ledger.swift:41: Fatal error: the ledger is locked\n\
           \n\
           Restarting after unexpected exit, crash, or test timeout in LedgerTests.testPost(); summary will include totals from previous launches.\n\
           \n\
           Test Suite 'LedgerTests' started at 2025-11-30 10:15:02.123.\n\
           Test Case '-[ShopTests.LedgerTests testOpen]' started.\n\
           Test Case '-[ShopTests.LedgerTests testOpen]' passed (0.001 seconds).\n\
           Test Suite 'LedgerTests' failed at 2025-11-30 10:15:03.456.\n\
           \t Executed 2 tests, with 1 failure (1 unexpected) in 0.083 (0.085) seconds\n";
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], log.clone());
        assert!(answer.names("testPost"), "{}", answer.text);
        assert!(answer.text.contains("Fatal error: the ledger is locked"), "{}", answer.text);
        answer.says("FAILED 1 failed, 1 passed", 1);
    }
}

#[test]
fn m14_every_line_of_a_long_assertion_is_shown() {
    let run = g(90, 2).messages(Messages::Lines(8));
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], run.log());
        for line in 0..7 {
            assert_eq!(answer.count(&format!("field {line} of order")), 2, "{}", answer.text);
        }
    }
}

#[test]
fn m15_class_and_method_of_an_objective_c_name_are_distinguished() {
    let (json, _) = json(&[], one_failing("/a/B.swift:9: error: -[ShopTests.LedgerTests testPost] : gone"));
    let failure = &json["failures"][0];
    assert_eq!(failure["id"], "ShopTests.LedgerTests.testPost");
    assert_eq!((&failure["file"], &failure["line"]), (&"/a/B.swift".into(), &9.into()));
    assert_eq!(failure["message"], "gone");
}

#[test]
fn m16_skips_in_totals_and_the_lines_of_a_parallel_run_are_read() {
    let serial = "\
Test Suite 'LedgerTests' started at 2025-11-30 10:15:00.123.
Test Case '-[ShopTests.LedgerTests testOpen]' started.
Test Case '-[ShopTests.LedgerTests testOpen]' passed (0.001 seconds).
Test Case '-[ShopTests.LedgerTests testPost]' started.
Test Case '-[ShopTests.LedgerTests testPost]' skipped (0.001 seconds).
Test Case '-[ShopTests.LedgerTests testClose]' started.
Test Case '-[ShopTests.LedgerTests testClose]' passed (0.001 seconds).
Test Suite 'LedgerTests' passed at 2025-11-30 10:15:00.456.
\t Executed 3 tests, with 1 test skipped and 0 failures (0 unexpected) in 0.083 (0.085) seconds
";
    answer(&[], serial).says("PASSED 2 passed, 1 skipped", 0);
    let parallel = "\
Test suite 'LedgerTests' started on 'iPhone 16 - ShopTests (812)'
Test case 'LedgerTests.testOpen()' passed on 'iPhone 16 - ShopTests (812)' (0.021 seconds)
Test case 'LedgerTests.testPost()' failed on 'iPhone 16 - ShopTests (812)' (0.034 seconds)
** TEST FAILED **
";
    let answer = answer(&[], parallel);
    answer.says("FAILED 1 failed, 1 passed", 1);
}

#[test]
fn m17_a_test_that_failed_and_passed_on_its_second_attempt_is_one_test_and_no_failure() {
    let summary = "\
    Starting 2 tests across 1 binary
  TRY 1 FAIL [   0.010s] harbour tide::turns
  stdout ---

running 1 test
test tide::turns ... FAILED

  TRY 2 PASS [   0.010s] harbour tide::turns
        PASS [   0.010s] harbour tide::flows
------------
     Summary [   0.030s] 2 tests run: 2 passed (1 flaky), 0 skipped
   FLAKY 2/2 [   0.010s] harbour tide::turns
";
    let (json, code) = json(&[], summary);
    assert_eq!(code, 0, "{json}");
    assert_eq!((&json["counts"]["failed"], &json["counts"]["total"]), (&0.into(), &2.into()));
    assert_eq!(json["flaky"].as_array().map(Vec::len), Some(1), "{json}");
    assert!(answer(&[], summary).names("turns"));
}

#[test]
fn m18_a_short_failed_build_is_a_failure_like_any_other() {
    let log = "/Users/ci/shop/Cart.swift:31:5: error: cannot find 'total' in scope\n** BUILD FAILED **\n";
    let answer = answer(&[], log);
    answer.says("FAILED 1 error", 1);
    for word in ["silent", "crash", "no failure", "more"] {
        assert!(!answer.text.contains(word), "{}", answer.text);
    }
}

#[test]
fn m19_a_message_that_speaks_of_a_crash_is_no_crash() {
    for words in ["Index out of range", "Fatal error: is only a text", "the runner crashed: SIGSEGV"] {
        let error = format!("/a/B.swift:9: error: -[ShopTests.LedgerTests testPost] : {words}");
        let (json, _) = json(&[], one_failing(&error));
        assert_eq!(json["failures"].as_array().unwrap().len(), 1, "{json}");
        assert_eq!(json["failures"][0]["kind"], "test", "{words}");
    }
}

#[test]
fn m20_the_output_of_cargo_test_shows_names_and_messages() {
    let words =
        panic("tide::turns", "src/tide.rs:7:5", "assertion `left == right` failed\n  left: 3\n right: 4");
    let log = cargo_test("unittests src/lib.rs", 200, &[("tide::turns", &words)]);
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], log.clone());
        for part in [
            "tide::turns",
            "src/tide.rs:7:5",
            "  left: 3\n right: 4\n",
            "error: test failed, to rerun pass `--lib`\n",
        ] {
            assert!(answer.text.contains(part), "{}", answer.text);
        }
        answer.says("FAILED 1 failed, 200 passed", 1);
    }
}

/// A heading that is longer than a line says what is wrong after its path: also where the input is small.
#[test]
fn a_long_heading_of_a_small_input_goes_on_on_the_next_line() {
    let path = format!("/srv/{}/Shelf.java", "deeply-nested-folder/".repeat(9));
    let log =
        format!("[ERROR] COMPILATION ERROR : \n[ERROR] {path}:[38,9] cannot find symbol: class Spindle\n");
    let answer = answer(&["--mode", "standard"], log.as_bytes());
    assert!(answer.text.contains("cannot find symbol: class Spindle"), "{}", answer.text);
}
