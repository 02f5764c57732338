//! What XCTest's recognizer makes of whole runs, in the smallest inputs that show a rule.

use super::Xctest;
use crate::recognize::Recognizer;
use crate::recognize::kit::scan::drive;

/// Only what claims, closes or opens, one row per event, without the parts of its debug form that never vary.
fn reported(text: &str) -> Vec<String> {
    let mut rows = Vec::new();
    for row in drive(&mut Xctest::default(), text) {
        let (number, events) = row.split_once(' ').unwrap();
        for event in events.split(" | ") {
            let at = [
                "Finished",
                "Declared",
                "SectionStarted",
                "SectionEnded",
                "SectionLabel",
                "BlockOpened",
                "Started(",
            ]
            .iter()
            .filter_map(|name| event.find(name))
            .min();
            if let Some(event) = at.and_then(|at| event.get(at..)) {
                rows.push(format!("{number} {}", short(event)));
            }
        }
    }
    rows
}

/// `Finished A.S.t Failed(Test) Block`, `Declared 1 passed 2 failed 0 skipped of 3`.
fn short(event: &str) -> String {
    let field = |name: &str| {
        let from =
            event.find(&format!("{name}: ")).map(|at| at.saturating_add(name.len()).saturating_add(2))?;
        let rest = &event[from..];
        let end = rest.find([',', '}']).unwrap_or(rest.len());
        Some(rest[..end].trim().trim_matches('"').to_owned())
    };
    let number = |name: &str| field(name).unwrap_or_default().replace("Some(", "").replace(')', "");
    let id = || {
        let part = |name: &str| field(name).unwrap_or_default();
        format!("{}{}{}", part("module"), part("separator"), part("name"))
    };
    if event.starts_with("Declared") {
        return format!(
            "Declared {} passed {} failed {} skipped of {}",
            number("passed"),
            number("failed"),
            number("skipped"),
            number("total")
        );
    }
    if event.starts_with("Finished") {
        return format!("Finished {} {} {}", id(), field("outcome").unwrap(), field("grade").unwrap());
    }
    if event.starts_with("BlockOpened(Test") || event.starts_with("Started") {
        let kind = field("kind").unwrap_or_default();
        return format!("{} {} {kind}", event.split('(').next().unwrap(), id()).trim_end().to_owned();
    }
    event.trim_end().to_owned()
}

const OPENED: &str = "SectionStarted { opened: Own, announced: None, label: \"\" }";

#[test]
fn a_run_is_a_section_from_its_outermost_suite_to_that_suites_totals() {
    let text = "\
Test Suite 'All tests' started at 2025-08-10 01:38:41.772.
Test Suite 'AppTests.xctest' started at 2025-08-10 01:38:41.773.
Test Suite 'SuiteA' started at 2025-08-10 01:38:41.773.
Test Case '-[AppTests.SuiteA testOne]' started.
/p/My App/A.swift:42: error: -[AppTests.SuiteA testOne] : XCTAssertEqual failed: (\"1\") is not equal to (\"2\") - no
Test Case '-[AppTests.SuiteA testOne]' failed (0.012 seconds).
Test Case '-[AppTests.SuiteA testTwo]' started.
Test Case '-[AppTests.SuiteA testTwo]' passed (0.001 seconds).
Test Suite 'SuiteA' failed at 2025-08-10 01:38:41.939.
\t Executed 2 tests, with 1 failure (0 unexpected) in 0.013 (0.013) seconds
Test Suite 'AppTests.xctest' failed at 2025-08-10 01:38:41.939.
\t Executed 2 tests, with 1 failure (0 unexpected) in 0.013 (0.014) seconds
Test Suite 'All tests' failed at 2025-08-10 01:38:41.939.
\t Executed 2 tests, with 1 failure (0 unexpected) in 0.013 (0.015) seconds
";
    assert_eq!(
        reported(text),
        [
            &format!("2 {OPENED}"),
            "2 SectionLabel(\"AppTests.xctest\")",
            "4 Started AppTests.SuiteA.testOne",
            "5 BlockOpened AppTests.SuiteA.testOne Test",
            "6 Finished AppTests.SuiteA.testOne Failed(Test) Block",
            "7 Started AppTests.SuiteA.testTwo",
            "8 Finished AppTests.SuiteA.testTwo Passed Line",
            "14 Declared 1 passed 1 failed 0 skipped of 2",
            "14 SectionEnded(Failed)",
        ]
    );
}

/// The log of `total` tests of which the last `failed` fail, each with a message of `lines` lines, or with none.
fn log(total: usize, failed: usize, lines: usize) -> String {
    let mut text = String::from("Test Suite 'All tests' started at 2025-01-01 10:00:00.000.\n");
    text += "Test Suite 'AppTests.xctest' started at 2025-01-01 10:00:00.000.\n";
    for number in 0..total {
        let name = format!("-[AppTests.Suite{} test{number}]", number / 50);
        text += &format!("Test Case '{name}' started.\n");
        let fails = number >= total.saturating_sub(failed);
        for line in 0..if fails { lines } else { 0 } {
            text += &match line {
                0 => format!(
                    "/p/A.swift:{}: error: {name} : XCTAssertEqual failed: a{number}\n",
                    number.saturating_add(1)
                ),
                _ => format!("part {line} of the message of {number}\n"),
            };
        }
        let word = if fails { "failed" } else { "passed" };
        text += &format!("Test Case '{name}' {word} (0.001 seconds).\n");
    }
    let word = if failed > 0 { "failed" } else { "passed" };
    for suite in ["AppTests.xctest", "All tests"] {
        text += &format!("Test Suite '{suite}' {word} at 2025-01-01 10:01:00.000.\n");
        text += &format!(
            "\t Executed {total} tests, with {failed} failures (0 unexpected) in 1.000 (1.100) seconds\n"
        );
    }
    text
}

#[test]
fn every_failure_of_a_long_run_is_named_with_and_without_messages() {
    for (total, failed, lines) in [(389, 8, 0), (1200, 60, 8), (5000, 5, 1), (1000, 500, 2)] {
        let rows = reported(&log(total, failed, lines));
        let finished = rows.iter().filter(|row| row.contains(" Failed(Test) ")).count();
        let passed = rows.iter().filter(|row| row.contains(" Passed ")).count();
        assert_eq!((finished, passed), (failed, total - failed), "{total} {failed} {lines}");
        let wanted = format!("Declared {} passed {failed} failed 0 skipped of {total}", total - failed);
        assert!(rows.iter().any(|row| row.ends_with(&wanted)), "{:?}", rows.last());
    }
}

#[test]
fn all_lines_of_a_message_belong_to_its_failure() {
    let text = "\
Test Case '-[A.S t]' started.
/p/A.swift:4: error: -[A.S t] : XCTAssertEqual failed: first
 second

third: Index out of range
Fatal error: quoted by the message
2025-01-01 10:00:00.123456+0100 App[1:2] printed
after
Test Case '-[A.S t]' failed (0.012 seconds).
";
    let rows = drive(&mut Xctest::default(), text);
    assert_eq!(
        rows[2..],
        [
            "3 Inside(Detail) Text(Why)",
            "4 Inside(Noise) ",
            "5 Inside(Detail) Text(Why)",
            "6 Mine(Detail) Text(Why)",
            "7 Inside(Other) Text(Output)",
            "8 Inside(Other) Text(Output)",
            "9 Mine(Detail) Finished { id: TestId { module: \"A.S\", separator: \".\", name: \"t\" }, \
             outcome: Failed(Test), grade: Block, attempt: 0, alias: \"\" } | BlockClosed",
            "end ",
        ]
    );
}

#[test]
fn an_assertion_tells_its_place_and_message() {
    let text = "Test Case 'S.t' started at 2025-08-10 01:38:55.196\n/p/A.swift:4: error: S.t : XCTFail failed - no\n";
    let rows = drive(&mut Xctest::default(), text);
    assert_eq!(
        rows[1],
        "2 Mine(Detail) BlockOpened(Test { id: TestId { module: \"S\", separator: \".\", name: \"t\" }, kind: Test }) | \
         Heading | At { place: Place { file: \"/p/A.swift\", line: Some(4) }, better: false } | \
         Message(\"XCTFail failed - no\")"
    );
}

#[test]
fn an_assertion_of_linux_is_a_failure_without_a_run_around_it() {
    let printed = |text: &str| crate::recognize::kit::scan::drive(&mut Xctest::default(), text).join("\n");
    let line = "/w/Tests/CartTests.swift:12: error: CartTests.testAdds : XCTAssertEqual failed: (\"4\") is not equal to (\"5\") - \n";
    let rows = printed(line);
    assert!(rows.contains("module: \"CartTests\"") && rows.contains("line: Some(12)"), "{rows}");
    for text in [
        "/w/Sources/Cart.swift:12:5: error: cannot find 'x.y' in scope\n",
        "/w/cart.c:12: error: cart.testAdds : no\n",
        "/w/Tests/CartTests.swift:12: error: cart.adds : no\n",
    ] {
        assert!(!printed(text).contains("BlockOpened"), "{text}");
    }
}

#[test]
fn a_crash_names_its_test_and_the_next_launch_goes_on_with_the_section() {
    let text = "\
Test Suite 'All tests' started at 2025-01-01 10:00:00.000.
Test Case '-[A.S one]' started.
Test Case '-[A.S one]' passed (0.001 seconds).
Test Case '-[A.S two]' started.
A/A.swift:24: Fatal error: Unexpectedly found nil while unwrapping an Optional value
2025-01-01 10:00:00.123456+0100 A[1:2] A/A.swift:24: Fatal error: Unexpectedly found nil while unwrapping an Optional value

Restarting after unexpected exit, crash, or test timeout in S.two(); summary will include totals from previous launches.

Test Suite 'Selected tests' started at 2025-01-01 10:00:01.000.
Test Case '-[A.S three]' started.
Test Case '-[A.S three]' passed (0.001 seconds).
Test Suite 'Selected tests' failed at 2025-01-01 10:00:02.000.
\t Executed 3 tests, with 1 failure (0 unexpected) in 0.002 (0.003) seconds
Failing tests:
\tS.two()

** TEST FAILED **
";
    assert_eq!(
        reported(text),
        [
            &format!("2 {OPENED}"),
            "2 Started A.S.one",
            "3 Finished A.S.one Passed Line",
            "4 Started A.S.two",
            "5 BlockOpened A.S.two Crash",
            "8 Finished A.S.two Failed(Crash) Block",
            "11 Started A.S.three",
            "12 Finished A.S.three Passed Line",
            "14 Declared 2 passed 1 failed 0 skipped of 3",
            "14 SectionEnded(Failed)",
        ]
    );
}

#[test]
fn a_process_that_died_without_totals_leaves_its_test_running() {
    let text = "\
Test Suite 'All tests' started at 2025-01-01 10:00:00.000.
Test Case 'S.one' started at 2025-01-01 10:00:00.000
";
    assert_eq!(reported(text), [&format!("2 {OPENED}"), "2 Started S.one"]);
    let text = format!("{text}error: Exited with unexpected signal code 11\n");
    assert_eq!(
        reported(&text)[2..],
        ["3 BlockOpened S.one Crash", "3 Finished S.one Failed(Crash) Block", "3 SectionEnded(Crash)"]
    );
}

#[test]
fn what_a_passing_test_prints_changes_nothing() {
    let text = "\
Test Suite 'All tests' started at 2025-01-01 10:00:00.000.
Test Case '-[A.S testErrorFailed]' started.
2025-01-01 10:00:00.123 App[123:456] error: nothing works
/p/A.swift:4: error: -[A.Other t] : XCTAssertTrue failed
Test Case '-[A.Other t]' failed (0.001 seconds).
Test Suite 'All tests' failed at 2025-01-01 10:00:00.000.
\t Executed 9 tests, with 9 failures (9 unexpected) in 0.002 (0.003) seconds
Test Suite 'All tests' started at 2025-01-01 10:00:00.000.
Failing tests:
\tOther.t()
** TEST SUCCEEDED **
Test Case '-[A.S testErrorFailed]' passed (0.001 seconds).
Test Suite 'All tests' passed at 2025-01-01 10:00:01.000.
\t Executed 1 test, with 0 failures (0 unexpected) in 0.002 (0.003) seconds
";
    assert_eq!(
        reported(text),
        [
            &format!("2 {OPENED}"),
            "2 Started A.S.testErrorFailed",
            "12 Finished A.S.testErrorFailed Passed Line",
            "14 Declared 1 passed 0 failed 0 skipped of 1",
            "14 SectionEnded(Passed)",
        ]
    );
}

#[test]
fn a_status_line_after_output_without_a_line_end_still_counts() {
    let text = "\
Test Case '-[A.S t]' started.
printed Test Case '-[A.Other t]' failed (0.001 seconds).
printedTest Case '-[A.S t]' failed (0.001 seconds).
";
    assert_eq!(reported(text), ["1 Started A.S.t", "3 Finished A.S.t Failed(Test) Block"]);
}

#[test]
fn a_retried_test_is_reported_attempt_by_attempt_and_counts_once() {
    let text = "\
Test Suite 'All tests' started at 2025-01-01 10:00:00.000.
Test Case '-[A.S t]' started (Iteration 1 of 3).
/p/A.swift:4: error: -[A.S t] : XCTAssertTrue failed
Test Case '-[A.S t]' failed (0.001 seconds).
Test Case '-[A.S t]' started (Iteration 2 of 3).
Test Case '-[A.S t]' passed (0.001 seconds).
Test Suite 'All tests' failed at 2025-01-01 10:00:01.000.
\t Executed 2 tests, with 1 failure (0 unexpected) in 0.002 (0.003) seconds
";
    let rows = drive(&mut Xctest::default(), text);
    assert!(rows[3].contains("attempt: 1,") && rows[5].contains("attempt: 2,"));
    assert!(reported(text).contains(&"8 Declared 1 passed 0 failed 0 skipped of 1".to_owned()));
}

#[test]
fn a_parallel_run_is_closed_by_the_marker() {
    let test = |name: &str, word: &str| {
        format!("Test case 'S.{name}()' {word} on 'Clone 1 of iPhone 16 - App (12)' (0.001 seconds)\n")
    };
    let head = "Test suite 'S' started on 'Clone 1 of iPhone 16 - App (12)'\n".to_owned();
    let passed = head.clone() + &test("a", "passed") + &test("b", "skipped") + "** TEST SUCCEEDED **\n";
    assert_eq!(
        reported(&passed),
        [
            &format!("1 {OPENED}"),
            "2 Finished S.a() Passed Line",
            "3 Finished S.b() Skipped Line",
            "4 SectionEnded(Passed)"
        ]
    );
    let failed = head
        + &test("a", "failed")
        + "Failing tests:\n\tAppTests:\n\t\tS.a()\n\t\tS.lost()\n\n** TEST FAILED **\n";
    assert_eq!(
        reported(&failed)[1..],
        [
            "2 Finished S.a() Failed(Test) Line",
            "6 Finished S.lost() Failed(Test) Listed",
            "8 SectionEnded(Failed)"
        ]
    );
}

#[test]
fn the_marker_of_a_parallel_run_may_come_before_its_tests() {
    let text = "\
Failing tests:
\tS.a()

** TEST EXECUTE FAILED **
Test suite 'S' started on 'My Mac - App (12)'
Test case 'S/a()' failed on 'My Mac - App (12)' (0.001 seconds)
";
    assert_eq!(
        reported(text),
        ["2 Finished S.a() Failed(Test) Listed", "6 Finished S.a() Failed(Test) Line"]
    );
    let text = "\
** TEST EXECUTE SUCCEEDED **
Test suite 'S' started on 'My Mac - App (12)'
Test case 'S/a()' passed on 'My Mac - App (12)' (0.001 seconds)
";
    assert_eq!(reported(text)[1..], ["3 Finished S.a() Passed Line", "end SectionEnded(Passed)"]);
}

#[test]
fn the_closing_list_names_only_what_nothing_else_reported() {
    let text = "\
Test Suite 'All tests' started at 2025-01-01 10:00:00.000.
Test Case '-[A.S t]' started.
Test Case '-[A.S t]' failed (0.001 seconds).
Test Suite 'All tests' failed at 2025-01-01 10:00:01.000.
\t Executed 1 test, with 1 failure (0 unexpected) in 0.002 (0.003) seconds
\u{2718} Test \"Reads a name\" failed after 0.001 seconds with 1 issue.
\u{2718} Test free() failed after 0.001 seconds with 1 issue.
Failing tests:
\t-[S t]
\tThings.free()
\tThings.readsName()
\tThings.neverSeen()
** TEST FAILED **
";
    let rows = reported(text);
    assert_eq!(
        rows[3..],
        [
            "5 Declared 0 passed 1 failed 0 skipped of 1",
            "5 SectionEnded(Failed)",
            "12 Finished Things.neverSeen() Failed(Test) Listed"
        ]
    );
}

#[test]
fn a_process_without_tests_of_its_own_is_no_section() {
    let text = "\
Test Suite 'All tests' started at 2025-01-01 10:00:00.000.
Test Suite 'All tests' passed at 2025-01-01 10:00:00.001.
\t Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.001) seconds
";
    assert_eq!(reported(text), Vec::<String>::new());
}

#[test]
fn a_test_that_prints_last_words_or_its_own_failure_and_passes_is_no_failure() {
    for line in ["Fatal error: caught by the test", "/p/A.swift:4: error: -[A.S t] : imitated"] {
        let text =
            format!("Test Case '-[A.S t]' started.\n{line}\nTest Case '-[A.S t]' passed (0.001 seconds).\n");
        let rows = drive(&mut Xctest::default(), &text);
        let id = "TestId { module: \"A.S\", separator: \".\", name: \"t\" }";
        assert_eq!(
            rows[2],
            format!(
                "3 Mine(Passed) Withdrawn({id}) | Finished {{ id: {id}, outcome: Passed, grade: Line, attempt: 0, \
                 alias: \"\" }} | BlockClosed"
            )
        );
    }
}

#[test]
fn bundles_are_sections_with_their_own_counts() {
    let text = log(3, 1, 1) + &log(2, 0, 0);
    let rows = reported(&text);
    let declared: Vec<&str> = rows
        .iter()
        .filter_map(|row| row.split_once(' '))
        .map(|row| row.1)
        .filter(|row| row.starts_with("Declared"))
        .collect();
    assert_eq!(
        declared,
        ["Declared 2 passed 1 failed 0 skipped of 3", "Declared 2 passed 0 failed 0 skipped of 2"]
    );
}

#[test]
fn skips_and_expected_failures_are_neither_passed_nor_failed() {
    let text = "\
Test Suite 'All tests' started at 2025-01-01 10:00:00.000.
Test Case '-[A.S a]' started.
/p/A.swift:10: -[A.S a] : Test skipped - no network
Test Case '-[A.S a]' skipped (0.001 seconds).
Test Case '-[A.S b]' started.
/p/A.swift:12: expected failure: -[A.S b] : XCTAssertTrue failed
Test Case '-[A.S b]' passed (0.001 seconds).
Test Suite 'All tests' passed at 2025-01-01 10:00:01.000.
\t Executed 2 tests, with 1 test skipped and 0 failures (0 unexpected) in 0.083 (0.085) seconds
";
    let rows = drive(&mut Xctest::default(), text);
    assert!(rows[2].starts_with("3 Mine(Skipped)") && rows[3].starts_with("4 Mine(Skipped)"));
    assert_eq!(
        reported(text)[2..],
        [
            "4 Finished A.S.a Skipped Line",
            "5 Started A.S.b",
            "7 Finished A.S.b Other Line",
            "9 Declared 0 passed 0 failed 1 skipped of 2",
            "9 SectionEnded(Passed)",
        ]
    );
}

#[test]
fn a_user_interface_test_fails_with_the_step_that_says_so() {
    let text = "\
Test Case '-[UITests t]' started.
    t =     0.06s         Launch com.example.App
    t =     6.26s Assertion Failure: UITests.m:40: ((false) is true) failed
    t =     6.28s Tear Down
Test Case '-[UITests t]' failed (6.481 seconds).
";
    let rows = drive(&mut Xctest::default(), text);
    assert!(
        rows[2].contains("Message(\"((false) is true) failed\")") && rows[2].contains("line: Some(40)"),
        "{}",
        rows[2]
    );
    assert!(rows[3].ends_with("Text(Output)"), "{}", rows[3]);
}

#[test]
fn the_signs_are_long_enough_and_a_pass_is_reported_by_its_shape() {
    let signs = Xctest::default().signs();
    assert!(signs.starts.iter().all(|start| start.len() >= 2));
    assert!(signs.inside.iter().all(|literal| literal.len() >= 4));
    let line = "Test Case '-[A.S t]' passed (0.001 seconds).";
    assert!(signs.passes.iter().any(|shape| line.starts_with(shape.start) && line.ends_with(shape.end)));
}

#[test]
fn a_suite_with_failures_is_named_where_none_of_its_failed_tests_is_in_the_log() {
    let log = "Test Case '-[Q.MoorTests testRope]' started.\nTest Case '-[Q.MoorTests testRope]' passed (0.000 seconds).\nTest Suite 'MoorTests' failed at 2026-01-02 19:32:14.478.\n\t Executed 9 tests, with 3 failures (0 unexpected) in 0.004 (0.004) seconds\nTest Suite 'All tests' failed at 2026-01-02 19:32:14.478.\n\t Executed 14 tests, with 7 failures (1 unexpected) in 1.600 (1.611) seconds\n";
    let rows = crate::recognize::kit::scan::drive(&mut super::Xctest::default(), log).join("\n");
    assert_eq!(rows.matches("BlockOpened").count(), 1, "{rows}");
    assert!(rows.contains("Whole { name: \"MoorTests\", kind: Suite }"), "{rows}");
    let known = log.replace("testRope]' passed", "testRope]' failed");
    let rows = crate::recognize::kit::scan::drive(&mut super::Xctest::default(), &known).join("\n");
    assert!(!rows.contains("Whole"), "{rows}");
}
