//! What the lines of a run come to.

use super::Cucumber;
use crate::recognize::kit::scan;

#[test]
fn nothing_but_steps_that_are_not_written_proves_nothing_of_ruby() {
    let end = "1 scenario (1 undefined)\n1 step (1 undefined)\n0m0.003s\n";
    assert!(!printed(end).contains("Declared"));
    let raised = "Feature: Quay\n\n  Scenario: moors # f.feature:2\n    Given a ferry # f.feature:3\n      Undefined step: \"a ferry\" (Cucumber::Undefined)\n\n";
    assert!(printed(&format!("{raised}{end}")).contains("failed: Some(1)"));
    let mixed = "2 scenarios (1 undefined, 1 passed)\n2 steps (1 undefined, 1 passed)\n0m0.003s\n";
    assert!(printed(mixed).contains("passed: Some(1), failed: Some(0)"));
}

fn printed(text: &str) -> String {
    scan::drive(&mut Cucumber::default(), text).join("\n")
}

const END: &str = "2 scenarios (1 failed, 1 passed)\n4 steps (1 failed, 3 passed)\n0m00.010s (executing steps: 0m00.001s)\n";
const FAILURES: &str = "Failures:\n\n1) Scenario: a # f.feature:3\n   \u{2714} Given b # s.js:1\n   \u{2716} Then c # s.js:2\n       Error: no room\n           at World.c (/h/s.js:2:7)\n\n";

#[test]
fn a_numbered_scenario_failed_with_the_error_below_its_step() {
    let reported = printed(&format!("...F\n\n{FAILURES}{END}"));
    let id = "TestId { module: \"f.feature\", separator: \":\", name: \"3 a\" }";
    assert!(
        reported.contains(&format!("BlockOpened(Test {{ id: {id}, kind: Test }}) | Heading")),
        "{reported}"
    );
    assert!(reported.contains("Message(\"Error: no room\") | Text(Why)"), "{reported}");
    assert!(reported.contains("file: \"/h/s.js\", line: Some(2)"), "{reported}");
    assert!(reported.contains("passed: Some(1), failed: Some(1)"), "{reported}");
}

#[test]
fn totals_alone_are_a_run_when_steps_follow_scenarios() {
    assert!(printed("2 scenarios (2 passed)\n4 steps (4 passed)\n0m0.1s\n").contains("passed: Some(2)"));
    assert!(!printed("2 scenarios (2 passed)\nand more\n4 steps (4 passed)\n").contains("Section"));
    assert!(!printed("4 steps (4 passed)\n").contains("Section"));
}

#[test]
fn what_is_not_written_fails_a_run_of_javascript_and_not_one_of_ruby() {
    let end = "1 scenario (1 pending)\n1 step (1 pending)\n";
    assert!(printed(&format!("{end}0m00.010s\n")).contains("failed: Some(1)"));
    assert!(!printed(&format!("{end}0m0.010s\n")).contains("Declared"));
    let mixed = "2 scenarios (1 pending, 1 passed)\n2 steps (1 pending, 1 passed)\n0m0.010s\n";
    assert!(printed(mixed).contains("failed: Some(0)"));
    assert!(
        printed("1 Scenarios (1 undefined)\n1 Steps (1 undefined)\n0m0.1s\n").contains("failed: Some(1)")
    );
}

#[test]
fn an_attempt_that_was_made_again_fails_nothing() {
    let reported =
        printed(&format!("{}{END}", FAILURES.replace("Scenario: a", "Scenario: a (attempt 1, retried)")));
    assert!(!reported.contains("BlockOpened"), "{reported}");
}

#[test]
fn an_error_of_ruby_is_below_its_step_and_ends_with_a_trace() {
    let log = "Feature: F\n\n  Scenario: a # f.feature:3\n    Given b # features/s.rb:1\n      a barge comes\n    Then c # features/s.rb:2\n      no room (RuntimeError)\n      ./features/s.rb:2:in `c'\n      f.feature:5:in `Then c'\n\nFailing Scenarios:\ncucumber f.feature:3 # Scenario: a\n";
    let reported = printed(log);
    assert!(
        reported.contains("BeganThere") && reported.contains("Message(\"no room (RuntimeError)\")"),
        "{reported}"
    );
    assert!(!reported.contains("barge") && reported.matches("name: \"3 a\"").count() == 2, "{reported}");
}

#[test]
fn errors_that_are_distinguished_find_their_scenario() {
    let log = "(::) failed steps (::)\n\nno room (RuntimeError)\n./s.rb:2:in `c'\nf.feature:5:in `Then c'\n\nFailing Scenarios:\ncucumber f.feature:3 # Scenario: a\ncucumber f.feature:9 # Scenario: b\n\n";
    let reported = printed(&format!("{log}{END}"));
    assert!(reported.contains("More { name: \"f.feature:3 a\" }"), "{reported}");
    // The log ends before the list.
    let reported = printed(log.split("Failing").next().unwrap());
    assert!(reported.contains("name: \"5 (a step)\""), "{reported}");
}

#[test]
fn a_list_of_the_java_virtual_machine_owns_nothing() {
    let log = "Failed scenarios:\nfile:///h/f.feature:3 # a\n\n1 Scenarios (1 failed)\n2 Steps (1 failed, 1 passed)\n0m0.1s\n\n\njava.lang.AssertionError: no room\n\tat S.c(S.java:3)\n\tat \u{273d}.c(file:///h/f.feature:5)\n";
    let reported = printed(log);
    assert!(reported.contains("opened: Headless") && reported.contains("grade: Listed"), "{reported}");
    assert!(reported.contains("Message(\"java.lang.AssertionError: no room\")"), "{reported}");
}

#[test]
fn a_report_that_a_step_printed_is_taken_back() {
    let real = "4 scenarios (4 passed)\n12 steps (12 passed)\n0m00.010s\n";
    let reported = printed(&format!("..F\n{FAILURES}{END}........\n\n{real}"));
    assert!(
        reported.contains("Withdrawn") && reported.contains("passed: Some(4), failed: Some(0)"),
        "{reported}"
    );
    // Another run has steps enough of its own.
    let reported = printed(&format!("..F\n{FAILURES}{END}............\n\n{real}"));
    assert!(
        !reported.contains("Withdrawn") && reported.contains("passed: Some(5), failed: Some(1)"),
        "{reported}"
    );
}

#[test]
fn a_report_before_a_feature_is_another_runs() {
    let feature = "Feature: F\n\n  Scenario: a # f.feature:3\n    Given b # features/s.rb:1\n";
    let passed = "1 scenario (1 passed)\n4 steps (4 passed)\n0m0.010s\n";
    let reported = printed(&format!("{feature}{FAILURES}{END}{feature}{passed}"));
    assert!(
        !reported.contains("Withdrawn") && reported.contains("passed: Some(2), failed: Some(1)"),
        "{reported}"
    );
    // Behat's steps are not marked.
    let reported = printed(&format!("{feature}{FAILURES}{END}{passed}"));
    assert!(
        !reported.contains("Withdrawn") && reported.contains("passed: Some(2), failed: Some(1)"),
        "{reported}"
    );
}

#[test]
fn failed_steps_of_a_list_are_reported_with_their_scenarios_and_errors() {
    let log = "..F..F\n\n--- Failed steps:\n\n001 Scenario: a   # f.feature:9\n      Then b    # f.feature:11\n        no room\n\n        below\n\n002 Example: | 0 | 4 | # f.feature:29\n      Then c    # f.feature:24\n        closed\n\n";
    let reported = printed(&format!("{log}{END}"));
    for name in ["9 a", "29 | 0 | 4 |"] {
        let id = format!("TestId {{ module: \"f.feature\", separator: \":\", name: \"{name}\" }}");
        assert!(
            reported.contains(&format!("BlockOpened(Test {{ id: {id}, kind: Test }}) | Heading")),
            "{reported}"
        );
    }
    assert!(
        reported.contains("Message(\"no room\") | Text(Why)") && reported.contains("line: Some(24)"),
        "{reported}"
    );
    assert_eq!(reported.matches("BlockClosed").count(), 2, "{reported}");
    // godog's scenarios have no number, and its errors a word before them.
    let log = log.replace("001 ", "  ").replace("002 ", "  ").replace("no room", "Error: no room");
    let reported = printed(&format!("{log}2 scenarios (2 failed)\n6 steps (4 passed, 2 failed)\n1.03ms\n"));
    assert!(reported.contains("Message(\"no room\") | Text(Why)"), "{reported}");
    assert_eq!(
        (reported.matches("BlockOpened").count(), reported.matches("BlockClosed").count()),
        (2, 2),
        "{reported}"
    );
    // Older lists have the steps alone, and a log may end in one.
    let reported = printed("--- Failed steps:\n\n    Then b # f.feature:11\n      no room\n");
    assert!(reported.contains("name: \"11 Then b\"") && reported.contains("BlockClosed"), "{reported}");
}

#[test]
fn what_is_below_a_step_is_an_error_when_the_list_has_its_scenario() {
    let scenario = |line: u32, below: &str| {
        format!("  Scenario: s{line} # f.feature:{line}\n    Given b # FeatureContext::b()\n{below}\n")
    };
    let log = format!(
        "Feature: F\n\n{}{}{}--- Failed scenarios:\n\n    f.feature:7 (on line 8)\n\n{END}",
        scenario(3, "      printed\n"),
        scenario(7, "      | a | b |\n      \"\"\"\n      quoted\n      \"\"\"\n      no room\n"),
        scenario(11, ""),
    );
    let reported = printed(&log);
    assert!(reported.contains("name: \"7 s7\"") && reported.contains("Message(\"no room\")"), "{reported}");
    assert!(
        !reported.contains("printed") && !reported.contains("quoted") && !reported.contains("name: \"3"),
        "{reported}"
    );
    assert!(reported.contains("text: \"    Given b # FeatureContext::b()\""), "{reported}");
}

#[test]
fn a_list_inside_of_an_error_is_text_of_it() {
    let inner = "        --- Failed steps:\n\n        001 Scenario: x # g.feature:3\n              Then y # g.feature:5\n                inner\n001 Scenario: z # g.feature:9\n";
    let log = format!(
        "--- Failed steps:\n\n001 Scenario: a # f.feature:9\n      Then b # f.feature:11\n        no room\n{inner}\n002 Scenario: c # f.feature:20\n      Then d # f.feature:22\n        closed\n\n{END}"
    );
    let reported = printed(&log);
    assert_eq!(
        (reported.matches("BlockOpened").count(), reported.matches("BlockClosed").count()),
        (2, 2),
        "{reported}"
    );
    assert!(!reported.contains("g.feature\", separator"), "{reported}");
    assert_eq!(reported.matches("Message(").count(), 2, "{reported}");
}

#[test]
fn the_error_of_a_hook_before_the_first_step_is_reported_with_its_scenario() {
    let reported = printed(
        "Feature: quay\n\n  Scenario: moors    # features/quay.feature:2\n  no water (RuntimeError)\n  ./features/support/hooks.rb:2:in `Before'\n    Given a barge # features/steps.rb:1\n\nFailing Scenarios:\ncucumber features/quay.feature:2 # Scenario: moors\n\n1 scenario (1 failed)\n1 step (1 skipped)\n0m0.012s\n",
    );
    assert!(reported.contains("Message(\"no water (RuntimeError)\")"), "{reported}");
    assert!(reported.contains("file: \"./features/support/hooks.rb\", line: Some(2)"), "{reported}");
    assert!(reported.contains("passed: Some(0), failed: Some(1)"), "{reported}");
}

#[test]
fn the_error_of_a_hook_below_a_row_of_examples_is_reported_with_its_row() {
    let reported = printed(
        "Feature: quay\n\n  Scenario Outline: moors # features/quay.feature:3\n    Given a <ship> # features/quay.feature:4\n\n    Examples: \n      | ship  |\n      | barge |\n      no water (Dry)\n      ./features/support/env.rb:4:in `AfterStep'\n      features/quay.feature:8:in `Given a barge'\n      features/quay.feature:4:in `Given a <ship>'\n      | raft  |\n\nFailing Scenarios:\ncucumber features/quay.feature:8 # Scenario Outline: moors, Examples (#1)\n\n2 scenarios (1 failed, 1 passed)\n2 steps (2 passed)\n0m0.012s\n",
    );
    assert!(reported.contains("name: \"8 moors\""), "{reported}");
    assert!(reported.contains("Message(\"no water (Dry)\")"), "{reported}");
}
