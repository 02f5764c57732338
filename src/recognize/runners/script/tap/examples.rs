//! Whole documents.

use super::Tap;
use crate::recognize::kit::scan;

/// What was printed, without the lines that printed nothing, in few words.
fn reported(text: &str) -> Vec<String> {
    let rows = scan::drive(&mut Tap::default(), text);
    let mut printed = Vec::new();
    let mut passed = 0;
    for row in &rows {
        for event in row.split(" | ") {
            let at = |words: &str| event.find(words).map(|at| event.get(at + words.len()..).unwrap_or(""));
            let quoted = |text: &str| text.split('"').skip(1).step_by(2).collect::<Vec<_>>().concat();
            if let Some(rest) = at("Finished { id: ") {
                let outcome = rest.split("outcome: ").nth(1).and_then(|rest| rest.split(", grade").next());
                printed.push(format!("{} {}", outcome.unwrap_or(""), quoted(rest)));
            } else if event.contains("Counted { passed: 1") {
                passed += 1;
            } else if let Some(rest) = at("Counted { passed: 0") {
                printed.push(format!("counted{rest}"));
            } else if let Some(rest) = at("Declared { totals: Totals { ") {
                printed.push(
                    rest.replace("Some(", "")
                        .replace([')', '}'], "")
                        .replace(", level: Section", "")
                        .trim()
                        .to_owned(),
                );
            } else if let Some(rest) = at("SectionStarted { ") {
                printed.push(rest.replace(", label: \"\" }", "").replace("opened: ", ""));
            } else if let Some(rest) = at("SectionEnded(") {
                printed.push(format!("ended {}", rest.trim_end_matches(')')));
            } else if let Some(rest) = at("Withdrawn(") {
                printed.push(format!("withdrawn {}", quoted(rest)));
            } else if let Some(rest) = at("Message(") {
                printed.push(format!("message {rest}"));
            } else if let Some(rest) = at("BlockOpened(") {
                printed.push(rest.to_owned());
            } else if let Some(rest) = at("At { place: Place ") {
                printed.push(format!("at {rest}"));
            }
        }
    }
    printed.push(format!("{passed} passed"));
    printed
}

#[test]
fn a_plan_that_was_kept_closes_the_document_with_what_was_counted() {
    assert_eq!(
        reported(
            "1..4\nok 1 a\nnot ok 2 b\n# (in test file t.bats, line 4)\n#   `false' failed\nok 3 c # skip no db\nok 4 c\n"
        ),
        [
            "Own, announced: Some(4)",
            "Failed(Test) b",
            "at { file: \"t.bats\", line: Some(4) }, better: true }",
            "message \"`false' failed\")",
            "Skipped c",
            "passed: 2, failed: 1, errors: None, skipped: 1, other: 0, total: None",
            "2 passed"
        ]
    );
}

#[test]
fn a_document_that_was_cut_off_closes_nothing() {
    assert_eq!(reported("TAP version 13\n1..4\nok 1 a\nok 2 b\n"), ["Own, announced: Some(4)", "2 passed"]);
    assert_eq!(reported("TAP version 13\nok 1 - a\nok 2 - b\n"), ["Own, announced: None", "2 passed"]);
}

#[test]
fn a_parent_of_a_failed_subtest_is_no_failure_and_no_test() {
    let text = "TAP version 13\n# Subtest: cart\n    # Subtest: a\n    ok 1 - a\n      ---\n      duration_ms: 1\n      ...\n    \
                # Subtest: b\n    not ok 2 - b\n      ---\n      failureType: 'testCodeFailure'\n      error: 'no'\n      stack: |-\n        \
                TestContext.<anonymous> (/p/a.test.js:9:3)\n      ...\n    1..2\nnot ok 1 - cart\n  ---\n  type: 'suite'\n  \
                failureType: 'subtestsFailed'\n  ...\n1..1\n# tests 2\n# suites 1\n# pass 1\n# fail 1\n# cancelled 0\n# skipped 0\n# todo 0\n\
                # duration_ms 5\n";
    assert_eq!(
        reported(text),
        [
            "Own, announced: None",
            "Failed(Test) cart > b",
            "message \"no\")",
            "at { file: \"/p/a.test.js\", line: Some(9) }, better: true }",
            "passed: 1, failed: 1, errors: 0, skipped: 0, other: 0, total: 2",
            "1 passed"
        ]
    );
}

#[test]
fn a_parent_that_its_producer_counts_is_reported() {
    let text = "TAP version 13\n# Subtest: p\n    # Subtest: c\n    not ok 1 - c\n    1..1\nnot ok 1 - p\n1..1\n# tests 2\n# pass 0\n# fail 2\n";
    assert_eq!(
        reported(text),
        [
            "Own, announced: None",
            "Failed(Test) p > c",
            "Failed(Test) p",
            "passed: 0, failed: 2, errors: None, skipped: None, other: None, total: 2",
            "0 passed"
        ]
    );
}

#[test]
fn totals_of_the_outermost_level_alone_give_way_to_what_was_counted() {
    let text = "TAP version 13\n# Subtest: s\n    not ok 1 - a\n    not ok 2 - b\n    1..2\nnot ok 1 - s\n1..1\n# tests 1\n# pass 0\n# fail 1\n";
    let printed = reported(text);
    assert_eq!(
        printed.get(3).map(String::as_str),
        Some("passed: 0, failed: 2, errors: None, skipped: 0, other: 0, total: None"),
        "{printed:#?}"
    );
}

#[test]
fn subtests_of_perl_are_named_on_their_own_level() {
    let text = "    # Subtest: deep\n    ok 1 - a\n    not ok 2 - b\n    1..2\nnot ok 1 - deep\n1..1\n";
    assert_eq!(
        reported(text),
        [
            "Own, announced: None",
            "Failed(Test) deep > b",
            "passed: 1, failed: 1, errors: None, skipped: 0, other: 0, total: None",
            "1 passed"
        ]
    );
}

#[test]
fn subtests_in_braces_take_their_parents_failure_back() {
    let text = "TAP version 13\n1..2\nnot ok 1 - f.js # time=1ms {\n    1..2\n    ok 1 - a\n    not ok 2 - b\n}\nnot ok 2 - g.js # time=1ms {\n}\n";
    assert_eq!(
        reported(text),
        [
            "Own, announced: Some(2)",
            "Failed(Test) f.js",
            "withdrawn f.js",
            "Failed(Test) f.js > b",
            "Failed(Test) g.js",
            "passed: 1, failed: 2, errors: None, skipped: 0, other: 0, total: None",
            "1 passed"
        ]
    );
}

#[test]
fn equal_names_are_different_tests_and_a_pass_takes_nothing_back() {
    let text = "TAP version 13\n# sums\nnot ok 1 should be equal\n  ---\n    operator: equal\n    expected: 1\n    actual:   2\n  ...\n\
                ok 2 should be equal\nnot ok 3 should be equal\n1..3\n# tests 3\n# pass  1\n# fail  2\n";
    assert_eq!(
        reported(text),
        [
            "Own, announced: None",
            "Failed(Test) sums > should be equal",
            "Failed(Test) sums > should be equal (test 3)",
            "passed: 1, failed: 2, errors: None, skipped: None, other: None, total: 3",
            "1 passed"
        ]
    );
}

#[test]
fn what_may_fail_is_no_failure() {
    assert_eq!(
        reported("1..2\nnot ok 1 - a # TODO later\n#   Failed (TODO) test 'a'\nok 2 - b # TODO\n"),
        [
            "Own, announced: Some(2)",
            "counted, failed: 0, skipped: 0, other: 1 }",
            "counted, failed: 0, skipped: 0, other: 1 }",
            "passed: 0, failed: 0, errors: None, skipped: 0, other: 2, total: None",
            "0 passed"
        ]
    );
}

#[test]
fn a_run_that_gave_up_is_a_failure() {
    assert_eq!(
        reported("1..3\nok 1 - a\nBail out!  no database\n"),
        [
            "Own, announced: Some(3)",
            "Whole { name: \"Bail out!\", kind: Crash })",
            "message \"no database\")",
            "ended Crash",
            "1 passed"
        ]
    );
    let dead = reported("1..3\nok 1 - a\n# Looks like your test exited with 255 just after 1.\n");
    assert_eq!(
        dead.get(1).map(String::as_str),
        Some("Whole { name: \"Looks like your test exited with 255 just after 1.\", kind: Crash })")
    );
}

#[test]
fn a_plan_whose_tests_never_ran_is_no_pass() {
    let printed = reported("1..1\nok 1 - a\n1..25\n");
    assert_eq!(printed.iter().filter(|row| row.starts_with("Own")).count(), 2, "{printed:#?}");
    assert_eq!(printed.iter().filter(|row| row.starts_with("passed: ")).count(), 1, "{printed:#?}");
    for log in ["1..1\nok 1 - a\n1..25\n# No tests run!\n", "1..25\n# No tests run!\n"] {
        let printed = reported(log);
        assert!(printed.iter().any(|row| row.contains("Whole { name: \"No tests run!\"")), "{printed:#?}");
    }
    let printed = reported("1..1\nok 1 - a\n1..1\n");
    assert_eq!(printed.iter().filter(|row| row.starts_with("Own")).count(), 1, "{printed:#?}");
}

#[test]
fn words_of_the_producer_amid_tests_that_ran_are_somebody_elses() {
    let printed = reported("1..2\nok 1 - a\n# No tests run!\nok 2 - b\n");
    assert!(!printed.iter().any(|row| row.contains("Whole")), "{printed:#?}");
}

#[test]
fn more_tests_than_planned_are_a_failure() {
    let printed = reported("1..1\nok 1 - a\nok 2 - b\n");
    assert_eq!(
        printed.get(1).map(String::as_str),
        Some("Whole { name: \"bad plan: 1 tests planned, 2 ran\", kind: Suite })"),
        "{printed:#?}"
    );
}

#[test]
fn documents_one_after_the_other_are_runs_of_their_own() {
    let printed = reported("1..1\nok 1 - a\n1..1\nok 1 - b\nok 1 - c\nok 2 - d\n1..2\n");
    let ends = printed.iter().filter(|row| row.starts_with("passed: ")).count();
    assert_eq!((ends, printed.last().map(String::as_str)), (3, Some("4 passed")), "{printed:#?}");
}

#[test]
fn what_a_message_holds_is_no_verdict() {
    let text = "TAP version 13\nnot ok 1 - a\n  ---\n  error: |-\n    ...\n    ok 2 - b\n    not ok 3 - c\n  ...\n1..1\n# tests 1\n# pass 0\n# fail 1\n";
    let printed = reported(text);
    assert_eq!(printed.iter().filter(|row| row.starts_with("Failed")).count(), 1, "{printed:#?}");
    assert_eq!(printed.last().map(String::as_str), Some("0 passed"));
}

#[test]
fn prose_opens_no_document() {
    for text in ["ok then\n1..5\nnot okay\nok  \tpkg\t0.1s\n# tests 3\n# pass 3\n", "1..10\nsteps to go\n"] {
        assert_eq!(reported(text), ["0 passed"], "{text}");
    }
}

#[test]
fn a_verdict_from_the_middle_is_believed_when_the_next_number_follows() {
    assert_eq!(reported("not ok 4 - a\nhm\nnot ok 4 - b\n"), ["0 passed"]);
    assert_eq!(
        reported("not ok 4 - a\nok 5 - b\nok 6 - c\n"),
        ["Headless, announced: None", "Failed(Test) a", "2 passed"]
    );
}

#[test]
fn a_producer_that_counts_what_is_to_do_as_failed_is_corrected() {
    let printed =
        reported("TAP version 13\nok 1 - a\nnot ok 2 - b # TODO\n\n1..2\n# tests 2\n# pass 1\n# fail 1\n\n");
    let last = printed.iter().find(|row| row.starts_with("passed: "));
    assert_eq!(
        last.map(String::as_str),
        Some("passed: 1, failed: 0, errors: None, skipped: 0, other: 1, total: None")
    );
}

#[test]
fn an_indented_line_after_a_whole_document_ends_it() {
    let rows = scan::drive(&mut Tap::default(), "1..1\nok 1 - a\n\n  another tool\n");
    assert!(rows.iter().any(|row| row.starts_with("4 No Declared")), "{rows:#?}");
}

#[test]
fn what_a_test_printed_above_its_verdict_is_the_reason_when_nothing_after_it_says_one() {
    let log = |after: &str| {
        let text = format!(
            "1..2\nok 1 adds\n# Starting Test: totals\n  cart.lua:83: Missing 1 expected call\n  stack traceback:\n\t[C]: in function 'error'\nnot ok 2 totals\n{after}"
        );
        scan::drive(&mut Tap::default(), &text).join("\n")
    };
    for after in [
        "",
        "\n# Starting Test: next\n",
        "1..2\n",
        "# tests 2\n# pass 1\n# fail 1\n",
        "next test\nok 3\n",
        "not ok 3\n",
    ] {
        let printed = log(after);
        assert!(
            printed.contains("Decoded { part: Why, text: \"  cart.lua:83: Missing 1 expected call\" }"),
            "{printed}"
        );
        assert!(
            printed.contains("Decoded { part: Where, text: \"\\t[C]: in function 'error'\" }"),
            "{printed}"
        );
    }
    assert!(!log("# expected 3, got 4\n").contains("Decoded"));
    assert!(!log("  ---\n  message: no\n  ...\n").contains("Decoded"));
}

#[test]
fn totals_with_failures_after_a_plan_are_left_of_a_document_that_is_cut_in_front() {
    let printed = reported("1..5\n# tests 9\n# pass 6\n# fail 3\n");
    assert!(printed.iter().any(|row| row.contains("failed: 3")), "{printed:?}");
    assert_eq!(reported("1..5\n# tests 9\n# pass 9\n# fail 0\n"), ["0 passed"]);
}

#[test]
fn a_verdict_that_is_alone_is_believed_with_its_own_block_of_yaml() {
    let log = |text: &str| scan::drive(&mut Tap::default(), text).join("\n");
    let printed = log("building\nnot ok 28 - adds\n  ---\n  error: 'no total'\n  ...\ndone\n");
    assert!(printed.contains("Instead(\"not ok 28 - adds\")") && printed.contains("no total"), "{printed}");
    for text in [
        "not ok 28 - adds\n---\n  error: 'no total'\n",
        "not ok 28 - adds\nnext\n  ---\n  error: 'no total'\n",
        "not ok 28 - adds\n    ---\n",
        "not ok 1 - adds\n  ---\n  error: 'no total'\n  ...\n",
        "  ---\n  error: 'no total'\n",
    ] {
        let printed = log(text);
        assert!(!printed.contains("SectionStarted"), "{text}: {printed}");
    }
}

#[test]
fn too_little_coverage_ends_a_document_that_is_whole_and_is_left_to_who_reads_it() {
    let rows = |text: &str| scan::drive(&mut Tap::default(), text);
    let printed = rows(
        "TAP version 13\nok 1 - loads\n1..1\n# tests 1\n# pass 1\n# Error: 77.00% line coverage does not meet threshold of 90%.\n",
    );
    assert!(printed[5].starts_with("6 No ") && printed[5].contains("Declared"), "{printed:#?}");
    let printed = rows(
        "TAP version 13\nok 1 - loads\n# Error: 77.00% line coverage does not meet threshold of 90%.\n1..1\n",
    );
    assert!(printed[2].starts_with("3 Inside(Other)"), "{printed:#?}");
}

#[test]
fn verdicts_without_dashes_are_certain_where_the_stream_begins_with_them() {
    let document = "ok 1 cart adds\nok 2 cart takes\n# tests 2\n# pass 2\n# fail 0\n1..2\n";
    let opened = |text: &str| scan::drive(&mut Tap::default(), text).join("").contains("opened: Own");
    assert!(opened(document));
    assert!(!opened(&format!("he said:\n{document}")));
}

#[test]
fn totals_with_failures_count_where_a_log_is_cut_in_front_of_them() {
    let drive = |text: &str| scan::drive(&mut Tap::default(), text);
    let totals = "# tests 29\n# suites 4\n# pass 20\n# fail 6\n# cancelled 1\n# skipped 1\n# todo 1\n# duration_ms 0.5\n";
    let declared = "passed: Some(20), failed: Some(6), errors: Some(1), skipped: Some(1)";
    for before in ["", "1..5\n", "ok 5 - orders\n  ---\n  duration_ms: 0.5\n  ...\n1..5\n", "words\n"] {
        for after in ["", "\n", "npm error\n"] {
            let rows = drive(&format!("{before}{totals}{after}")).join("\n");
            assert_eq!(rows.matches(declared).count(), 1, "{before}{after}{rows}");
        }
    }
    let rows = drive("# tests 9\n# pass 0\n# fail 9\nwords\n").join("\n");
    assert!(!rows.contains("Declared"), "{rows}");
    let rows = drive("# tests 4\n# pass 4\n# fail 0\n# duration_ms 0.5\n").join("\n");
    assert!(!rows.contains("Declared"), "{rows}");
}
