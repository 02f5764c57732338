//! What Swift Testing's recognizer makes of whole runs, in the smallest inputs that show a rule.

use super::SwiftTesting;
use crate::recognize::Recognizer;
use crate::recognize::kit::scan::drive;

fn rows(text: &str) -> Vec<String> {
    drive(&mut SwiftTesting::default(), text)
}

const ID: &str = "TestId { module: \"\", separator: \"\", name: \"f()\" }";

fn finished(outcome: &str, grade: &str) -> String {
    format!("Finished {{ id: {ID}, outcome: {outcome}, grade: {grade}, attempt: 0, alias: \"\" }}")
}

fn declared(passed: u64, failed: u64, skipped: u64, other: &str, total: u64) -> String {
    format!(
        "Declared {{ totals: Totals {{ passed: Some({passed}), failed: Some({failed}), errors: None, \
         skipped: Some({skipped}), other: {other}, total: Some({total}) }}, level: Section }} | SectionEnded({})",
        if failed > 0 { "Failed" } else { "Passed" }
    )
}

#[test]
fn an_issue_is_a_block_with_place_message_and_comments() {
    let text = "\
\u{25c7} Test run started.
\u{21b3} Testing Library Version: 6.0 (9aa8076dff01b66)
\u{25c7} Suite S started.
\u{25c7} Test f() started.
\u{2718} Test f() recorded an issue at F.swift:12:5: Expectation failed: (a \u{2192} 1) == (b \u{2192} 2)
\u{21b3} must be equal
\u{2718} Test f() failed after 0.001 seconds with 1 issue.
\u{21b3} // a comment of the test
\u{2718} Suite S failed after 0.001 seconds with 1 issue.
\u{2718} Test run with 1 test in 1 suite failed after 0.001 seconds with 1 issue.
";
    let started = "SectionStarted { opened: Own, announced: None, label: \"\" }";
    assert_eq!(
        rows(text),
        [
            format!("1 Mine(Noise) {started}"),
            "2 Mine(Noise) ".to_owned(),
            "3 Mine(Noise) ".to_owned(),
            format!("4 Mine(Noise) Started({ID})"),
            format!(
                "5 Mine(Detail) BlockOpened(Test {{ id: {ID}, kind: Test }}) | Heading | \
                 At {{ place: Place {{ file: \"F.swift\", line: Some(12) }}, better: false }} | \
                 Message(\"Expectation failed: (a \u{2192} 1) == (b \u{2192} 2)\")"
            ),
            "6 Mine(Detail) Text(Why)".to_owned(),
            format!("7 Inside(Detail) BlockClosed | {}", finished("Failed(Test)", "Block")),
            "8 Mine(Detail) Text(Where)".to_owned(),
            "9 Mine(Totals) ".to_owned(),
            format!("10 Mine(Totals) {}", declared(0, 1, 0, "None", 1)),
            "end ".to_owned(),
        ]
    );
}

#[test]
fn a_namesake_that_passes_does_not_make_a_failure_flaky() {
    let text = "\
\u{25c7} Test run started.
\u{25c7} Test f() started.
\u{25c7} Test f() started.
\u{2718} Test f() recorded an issue at F.swift:1:1: Issue recorded
\u{2718} Test f() failed after 0.001 seconds with 1 issue.
\u{2714} Test f() passed after 0.001 seconds.
\u{2718} Test run with 2 tests failed after 0.001 seconds with 1 issue.
";
    let rows = rows(text);
    assert_eq!(rows[5], "6 Mine(Passed) ");
    assert_eq!(rows[6], format!("7 Mine(Totals) {}", declared(1, 1, 0, "None", 2)));
}

#[test]
fn known_issues_and_warnings_are_no_failures() {
    let text = "\
\u{25c7} Test run started.
\u{25c7} Test f() started.
\u{2501} Test f() recorded a known issue at F.swift:1:1: Issue recorded
\u{26a0}\u{fe0e} Test f() recorded a warning at F.swift:2:1: Issue recorded
\u{2501} Test f() passed after 0.001 seconds with 1 warning and 1 known issue.
\u{279c} Test g() skipped: \"failed before\"
\u{2714} Test run with 2 tests passed after 0.001 seconds with 1 warning and 1 known issue.
";
    let rows = rows(text);
    assert_eq!(rows[2], "3 Mine(Other) ");
    assert_eq!(rows[3], "4 Mine(Warning) BlockOpened(Warning { key: \"f()\" }) | Text(Why)");
    assert_eq!(rows[4], format!("5 Mine(Passed) BlockClosed | {}", finished("Other", "Line")));
    assert!(rows[5].starts_with("6 Mine(Skipped) ") && rows[5].contains("outcome: Skipped"));
    assert_eq!(rows[6], format!("7 Mine(Totals) {}", declared(0, 0, 1, "Some(1)", 2)));
}

#[test]
fn the_last_words_are_reported_when_the_process_is_known_to_be_dead() {
    let text = "\
\u{25c7} Test run started.
\u{25c7} Test f() started.
A/F.swift:24: Fatal error: Unexpectedly found nil
Restarting after unexpected exit, crash, or test timeout; summary will include totals from previous launches.
\u{25c7} Test run started.
\u{25c7} Test g() started.
\u{2714} Test g() passed after 0.001 seconds.
\u{2714} Test run with 1 test passed after 0.001 seconds.
";
    let rows = rows(text);
    assert_eq!(rows[2], "3 Mine(Other) ");
    assert_eq!(
        rows[3],
        format!(
            "4 Mine(Detail) BlockOpened(Test {{ id: {ID}, kind: Crash }}) | \
             Decoded {{ part: Why, text: \"A/F.swift:24: Fatal error: Unexpectedly found nil\" }} | At {{ place: Place {{ file: \"A/F.swift\", line: Some(24) }}, better: true }} | \
             Message(\"Fatal error: Unexpectedly found nil\") | Text(Why) | {} | BlockClosed",
            finished("Failed(Crash)", "Block")
        )
    );
    assert_eq!(rows[4], "5 Mine(Noise) ");
    assert_eq!(rows[7], format!("8 Mine(Totals) {}", declared(1, 1, 0, "None", 2)));
}

#[test]
fn a_test_that_expects_another_process_to_die_passes() {
    let text = "\
\u{25c7} Test run started.
\u{25c7} Test f() started.
A/F.swift:24: Fatal error: wanted
\u{2714} Test f() passed after 0.001 seconds.
\u{2714} Test run with 1 test passed after 0.001 seconds.
";
    let rows = rows(text);
    assert_eq!(rows[3], format!("4 Mine(Passed) {}", finished("Passed", "Line")));
    assert_eq!(rows[4], format!("5 Mine(Totals) {}", declared(1, 0, 0, "None", 1)));
}

#[test]
fn a_stream_that_ends_after_last_words_tells_whose_they_were() {
    let text = "\u{25c7} Test run started.\n\u{25c7} Test f() started.\nFatal error: no\n";
    let wanted = format!(
        "end BlockOpened(Test {{ id: {ID}, kind: Crash }}) | Decoded {{ part: Why, text: \"Fatal error: no\" }} | \
         Message(\"Fatal error: no\") | BlockClosed"
    );
    assert_eq!(rows(text)[3], wanted);
}

#[test]
fn a_signal_ends_the_run_as_a_crash() {
    let text = "\u{25c7} Test run started.\n\u{25c7} Test f() started.\nerror: Exited with unexpected signal code 11\n";
    let rows = rows(text);
    assert!(rows[2].contains("kind: Crash") && rows[2].ends_with("SectionEnded(Crash)"), "{}", rows[2]);
}

#[test]
fn totals_while_tests_run_are_output() {
    let text = "\
\u{25c7} Test run started.
\u{25c7} Test f() started.
\u{2714} Test run with 1 test passed after 0.001 seconds.
\u{2718} Test f() recorded an issue: Issue recorded
\u{2718} Test f() failed after 0.001 seconds with 1 issue.
\u{2718} Test run with 1 test failed after 0.001 seconds with 1 issue.
";
    let rows = rows(text);
    assert_eq!(rows[2], "3 No ");
    assert_eq!(rows[5], format!("6 Mine(Totals) {}", declared(0, 1, 0, "None", 1)));
}

#[test]
fn the_lines_of_a_long_message_stay_with_their_issue() {
    let text = "\
\u{25c7} Test run started.
\u{25c7} Test f() started.
\u{2718} Test f() recorded an issue at F.swift:12:5: Expectation failed: (text \u{2192} \"one
two
three\") == \"\"
\u{b1} inserted [\"x\"]
\u{25c7} Test g() started.
printed later
";
    let rows = rows(text);
    assert_eq!(
        rows[3..6],
        ["4 Inside(Detail) Text(Why)", "5 Inside(Detail) Text(Why)", "6 Mine(Detail) Text(Why)"]
    );
    assert_eq!(rows[7], "8 No ");
}

#[test]
fn a_cross_or_an_arrow_alone_is_anybodys() {
    for line in
        ["\u{2718} something", "\u{21b3} nested", "- Test the door", "\u{d7} 3", "\u{2714} Test run with joy"]
    {
        assert_eq!(rows(line)[0], "1 No ", "{line}");
    }
    let signs = SwiftTesting::default().signs();
    assert!(signs.starts.iter().all(|start| start.len() >= 2));
}

#[test]
fn an_end_after_what_a_test_printed_counts_for_a_test_that_runs() {
    let run = |end: &str| {
        let text = format!(
            "\u{25c7} Test run started.\n\u{25c7} Test f() started.\nlamp: {end}\n\u{2714} Test run with 1 test passed after 0.1 seconds.\n"
        );
        rows(&text)
    };
    let passed = run("\u{2714} Test f() passed after 0.1 seconds.");
    assert_eq!(passed[2], format!("3 Mine(Passed) {}", finished("Passed", "Line")));
    assert_eq!(passed[3], format!("4 Mine(Totals) {}", declared(1, 0, 0, "None", 1)));
    let failed = run("\u{2718} Test f() failed after 0.1 seconds with 1 issue.");
    assert!(failed[2].contains(&finished("Failed(Test)", "Block")), "{failed:#?}");
    assert!(failed[2].contains("Instead"), "{failed:#?}");
    // A test that does not run.
    assert_eq!(run("\u{2714} Test g() passed after 0.1 seconds.")[2], "3 No ");
}
