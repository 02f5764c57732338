//! What XCTest's recognizer makes of the output of xcpretty and xcbeautify.

use super::Xctest;
use crate::recognize::kit::scan::drive;

fn rows(text: &str) -> Vec<String> {
    drive(&mut Xctest::default(), text)
}

fn failed(module: &str, name: &str) -> String {
    let separator = if module.is_empty() { "" } else { "." };
    format!(
        "Finished {{ id: TestId {{ module: \"{module}\", separator: \"{separator}\", name: \"{name}\" }}, \
         outcome: Failed(Test), grade: Line, attempt: 0, alias: \"\" }} | Heading"
    )
}

fn declared(passed: u32, failed: u32, total: u32) -> String {
    format!(
        "Declared {{ totals: Totals {{ passed: Some({passed}), failed: Some({failed}), errors: None, skipped: Some(0), \
         other: None, total: Some({total}) }}, level: Section }}"
    )
}

#[test]
fn a_pretty_run_is_a_section_whose_failures_count_once_and_get_their_places() {
    let text = "\
All tests
Test Suite App iOS Tests.xctest started
LampTests
    \u{2713} testShine (0.001 seconds)
    \u{2717} testColour, XCTAssertTrue failed
    \u{2717} testColour, XCTAssertEqual failed: (\"1\") is not equal to (\"2\")


App.LampTests
  testColour, XCTAssertTrue failed
  /U/My App/LampTests.swift:12
  ```
        XCTAssertTrue(lamp.isRed)
  ```


\t Executed 2 tests, with 2 failures (0 unexpected) in 0.01 (0.02) seconds
";
    let rows = rows(text);
    assert_eq!(
        rows[1],
        "2 Mine(Noise) SectionStarted { opened: Own, announced: None, label: \"\" } | \
         SectionLabel(\"App iOS Tests.xctest\")"
    );
    assert!(
        rows[3].contains("module: \"LampTests\", separator: \".\", name: \"testShine\" }, outcome: Passed")
    );
    assert_eq!(
        rows[4],
        format!(
            "5 Mine(Detail) {} | Message(\"XCTAssertTrue failed\") | Decoded {{ part: Why, text: \"LampTests\" }}",
            failed("LampTests", "testColour")
        )
    );
    let more = "BlockOpened(More { name: \"LampTests.testColour\" })";
    assert_eq!(rows[5], format!("6 Mine(Detail) {more} | Text(Why) | BlockClosed"));
    assert_eq!(rows[9], format!("10 Mine(Detail) {more} | Decoded {{ part: Why, text: \"App.LampTests\" }}"));
    assert_eq!(
        rows[10],
        "11 Mine(Detail) At { place: Place { file: \"/U/My App/LampTests.swift\", line: Some(12) }, better: false } \
         | Text(Where)"
    );
    assert_eq!(rows[12], "13 Mine(Detail) Text(Where)");
    assert_eq!(rows[13], "14 Mine(Noise) BlockClosed");
    assert_eq!(rows[16], format!("17 Mine(Totals) {} | SectionEnded(Failed)", declared(1, 1, 2)));
}

#[test]
fn letters_mean_symbols_only_below_a_formatters_heading() {
    let text = "Test Suite A.xctest started\nS\n    . testA (0.001 seconds)\n    x testB, failed\n";
    let below = rows(text);
    assert!(below[2].starts_with("3 Mine(Passed)"));
    assert!(below[3].contains(&failed("S", "testB")));
    for text in ["    . testA (0.001 seconds)", "    x testB, failed", "Word"] {
        assert_eq!(rows(text)[0], "1 No ", "{text}");
    }
}

#[test]
fn a_beautified_run_keeps_xctests_headings_and_its_last_line_repeats_the_totals() {
    let text = "\
Test Suite 'All tests' started at 2025-01-01 10:00:00.000
Test Suite 'App.xctest' started at 2025-01-01 10:00:00.000
Test Suite 'LampTests' started at 2025-01-01 10:00:00.000
    \u{2714} testShine (0.001 seconds)
    \u{2716} testColour, XCTAssertTrue failed
Test Suite 'All tests' failed at 2025-01-01 10:00:01.000.
Executed 2 tests, with 1 failure (0 unexpected) in 0.01 (0.02) seconds
Tests Failed: 1 failed, 0 skipped, 2 total (0.010 seconds)
";
    let rows = rows(text);
    assert!(rows[3].contains("module: \"LampTests\""), "{}", rows[3]);
    assert!(rows[4].contains(&failed("LampTests", "testColour")));
    assert!(rows[6].contains(&declared(1, 1, 2)), "{}", rows[6]);
    assert_eq!(rows[7], "8 Mine(Totals) ");
}

#[test]
fn a_beautified_parallel_run_names_type_and_device() {
    let text = "\
Test Suite LampTests started on 'Clone 1 of iPhone 17 - App (96)'
    \u{2714} [LampTests] testShine on 'Clone 1 of iPhone 17 - App (96)' (0.1 seconds)
    \u{2716} [LampTests] testColour on 'Clone 1 of iPhone 17 - App (96)' (0.4 seconds)
Failing tests:
\tLampTests.testColour()

** TEST FAILED **
";
    let rows = rows(text);
    assert!(rows[1].starts_with("2 Mine(Passed)"));
    assert!(rows[2].contains(&failed("LampTests", "testColour")), "{}", rows[2]);
    assert_eq!(rows[4], "5 Mine(Detail) ");
    assert_eq!(rows[6], "7 No SectionEnded(Failed)");
}

#[test]
fn the_last_line_alone_is_the_totals() {
    let rows = rows("Tests Passed: 0 failed, 0 skipped, 12 total (1.0 seconds)\n");
    assert_eq!(rows[0], format!("1 Mine(Totals) {}", declared(12, 0, 12)));
}

#[test]
fn a_lost_process_names_its_test() {
    let rows = rows(
        "    \u{2716} Restarting after unexpected exit, crash, or test timeout in S.t(); summary will include totals from \
         previous launches.\n",
    );
    assert!(rows[0].contains(
        "BlockOpened(Test { id: TestId { module: \"S\", separator: \".\", name: \"t()\" }, kind: Crash })"
    ));
}

#[test]
fn symbols_of_other_runners_and_of_a_running_tests_output_are_left_alone() {
    for text in
        ["    \u{2717} adds two, three", "  \u{2717} a, b", "\u{2716} 3 problems", "    \u{2713} adds"]
    {
        assert_eq!(rows(text)[0], "1 No ", "{text}");
    }
    let text = "Test Case '-[A.S t]' started.\n    \u{2717} testB, XCTAssertTrue failed\n";
    assert_eq!(rows(text)[1], "2 No ");
}
