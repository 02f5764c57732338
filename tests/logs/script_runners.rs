//! The logs of the runners of JavaScript, Perl, shell and Tcl, and what pytest counts: the verdict and the numbers of each.

use std::fs;

use crate::support::answer;

/// Log and verdict. The numbers are those of the runner, or what can be counted where it tells none.
const VERDICTS: &[(&str, &str)] = &[
    ("ava/all-pass", "PASSED 12 passed, 1 skipped, 2 other"),
    ("ava/crash-cut", "FAILED 4 failed, 24 passed, 1 other"),
    ("ava/crash-files", "FAILED 4 failed, 14 passed, 1 skipped, 2 other"),
    ("ava/crash-timeout", "FAILED 1 failed, 13 passed, 1 skipped, 2 other"),
    ("ava/few-failures-one-file", "FAILED 5 failed, 12 passed"),
    ("ava/few-failures-tap", "FAILED 5 failed, 25 passed, 1 skipped, 1 other"),
    ("ava/few-failures", "FAILED 7 failed, 24 passed, 1 skipped, 2 other"),
    ("ava/hostile-fails", "FAILED 1 failed, 2 passed"),
    ("ava/hostile", "PASSED 14 passed, 1 skipped, 2 other"),
    ("lab/all-pass-verbose", "PASSED 60 passed, 1 skipped"),
    ("lab/all-pass", "PASSED 60 passed, 1 skipped"),
    ("lab/few-failures-coverage", "FAILED 1 failed, 2 passed"),
    ("lab/few-failures-hook", "FAILED 2 failed, 60 passed, 1 skipped"),
    ("lab/few-failures-leaks", "FAILED 1 failed, 2 passed"),
    ("lab/few-failures-verbose", "FAILED 3 failed, 61 passed, 2 skipped"),
    ("lab/few-failures", "FAILED 3 failed, 61 passed, 2 skipped"),
    ("lab/hostile-lies", "FAILED 1 failed"),
    ("mocha/all-pass", "PASSED 13 passed, 1 skipped"),
    ("mocha/crash-load", "FAILED 1 failed"),
    ("mocha/crash", "FAILED 1 failed, 1 passed"),
    ("mocha/few-failures-tree", "FAILED 2 failed, 2 passed"),
    ("mocha/few-failures-dot", "FAILED 6 failed, 20 passed"),
    ("mocha/few-failures-list", "FAILED 6 failed, 20 passed"),
    ("mocha/few-failures-min", "FAILED 6 failed, 20 passed"),
    ("mocha/few-failures", "FAILED 6 failed, 20 passed"),
    ("mocha/all-pass-json-stream", "PASSED 13 passed, 1 skipped"),
    ("mocha/few-failures-doc", "FAILED 6 failed"),
    ("mocha/few-failures-json-stream", "FAILED 6 failed, 20 passed"),
    ("mocha/hostile", "FAILED 1 failed, 2 passed"),
    ("mocha/only", "FAILED 1 failed, 13 passed"),
    ("node-test/all-pass-tap", "PASSED 11 passed, 1 skipped, 1 other"),
    ("node-test/all-pass", "PASSED 11 passed, 1 skipped, 1 other"),
    ("node-test/crash-cut-tap", "INCOMPLETE the end is missing; 6 passed so far"),
    ("node-test/crash-cut", "FAILED 1 failed, 8 passed"),
    ("node-test/crash-tap", "FAILED 2 failed, 11 passed, 1 skipped, 1 other"),
    ("node-test/crash", "FAILED 2 failed, 11 passed, 1 skipped, 1 other"),
    ("node-test/few-failures-dot", "FAILED 10 failed"),
    ("node-test/few-failures-tap", "FAILED 7 failed, 20 passed, 1 skipped, 1 other"),
    ("node-test/few-failures", "FAILED 7 failed, 20 passed, 1 skipped, 1 other"),
    ("node-test/hostile-fails-tap", "FAILED 1 failed, 2 passed"),
    ("node-test/hostile-fails", "FAILED 1 failed, 2 passed"),
    ("node-test/hostile-tap", "PASSED 2 passed"),
    ("node-test/hostile", "UNKNOWN 2 passed"),
    ("npm/all-pass", "PASSED 1 passed"),
    ("npm/crash-install-old", "FAILED 1 error"),
    ("npm/crash-install", "FAILED 1 error"),
    ("npm/crash-missing-command", "FAILED 1 error"),
    ("npm/crash-native", "FAILED 1 error"),
    ("npm/few-failures-berry", "FAILED 1 error"),
    ("npm/few-failures-pnpm", "FAILED 1 error"),
    ("npm/few-failures-yarn", "FAILED 1 error"),
    ("npm/few-failures", "FAILED 1 failed, 1 passed"),
    ("npm/hostile", "PASSED 2 passed"),
    ("prove/all-pass-verbose", "PASSED 3 passed, 1 skipped"),
    ("prove/all-pass", "PASSED 7 passed"),
    ("prove/crash-cut", "FAILED 1 failed, 3 passed, 1 skipped"),
    ("prove/crash", "FAILED 3 failed, 5 passed"),
    ("prove/few-failures-merged", "FAILED 5 failed, 21 passed"),
    ("prove/few-failures-verbose", "FAILED 5 failed, 24 passed, 1 skipped"),
    ("prove/few-failures", "FAILED 5 failed, 25 passed"),
    ("prove/hostile-fails", "FAILED 5 failed, 24 passed"),
    ("prove/hostile", "PASSED 3 passed"),
    ("prove/numbers-only", "FAILED 5 failed, 21 passed"),
    ("stestr/all-pass", "PASSED 12 passed, 1 skipped, 1 other"),
    ("stestr/crash-cut", "FAILED 2 failed, 7 passed"),
    ("stestr/crash", "FAILED 4 failed, 13 passed, 1 skipped, 1 other"),
    ("stestr/few-failures-short", "FAILED 3 failed, 13 passed, 1 skipped, 1 other"),
    ("stestr/few-failures", "FAILED 3 failed, 13 passed, 1 skipped, 1 other"),
    ("tap/all-pass", "PASSED 2 passed, 1 skipped"),
    ("tap/crash-cut", "FAILED 1 failed, 1 passed, 1 skipped"),
    ("tap/crash", "FAILED 2 failed, 1 passed"),
    ("tap/few-failures-bats-pretty", "FAILED 2 failed, 2 passed, 1 skipped"),
    ("tap/few-failures-bats-tap13", "FAILED 2 failed, 2 passed, 1 skipped"),
    ("tap/few-failures-bats", "FAILED 2 failed, 2 passed, 1 skipped"),
    ("tap/few-failures-mocha-tap13", "FAILED 1 failed, 1 passed, 1 skipped"),
    ("tap/few-failures-mocha", "FAILED 1 failed, 1 passed, 1 skipped"),
    ("tap/few-failures-node-tap", "FAILED 2 failed, 2 passed, 1 other"),
    ("tap/few-failures-perl", "FAILED 2 failed, 6 passed, 1 skipped, 1 other"),
    ("tap/few-failures-tap-arc", "FAILED 3 failed"),
    ("tap/few-failures-tap-dot", "FAILED 3 failed"),
    ("tap/few-failures-tap-spec", "FAILED 3 failed"),
    ("tap/few-failures-tape", "FAILED 3 failed, 3 passed"),
    ("tap/hostile-fails", "FAILED 1 failed"),
    ("tap/hostile", "PASSED 2 passed"),
    ("tcltest/all-pass", "PASSED 1 passed, 5 skipped"),
    ("tcltest/crash-cut", "FAILED 2 failed"),
    ("tcltest/crash", "FAILED 2 failed, 1 passed, 4 skipped"),
    ("tcltest/few-failures-alone", "FAILED 5 failed, 1 passed"),
    ("tcltest/few-failures-verbose", "FAILED 5 failed, 1 passed"),
    ("tcltest/few-failures", "FAILED 5 failed, 1 passed"),
    ("tcltest/hostile", "PASSED 6 passed, 1 skipped"),
    ("uvu/all-pass-named", "UNKNOWN 13 passed, 1 skipped"),
    ("uvu/all-pass", "PASSED 13 passed, 1 skipped"),
    ("uvu/crash-cut", "FAILED 1 failed"),
    ("uvu/crash-hook", "FAILED 1 failed, 13 passed, 1 skipped"),
    ("uvu/few-failures", "FAILED 4 failed, 14 passed, 1 skipped"),
    ("ward/all-pass-points", "PASSED 12 passed, 1 skipped, 1 other"),
    ("ward/all-pass", "PASSED 12 passed, 1 skipped, 1 other"),
    ("ward/crash", "INCOMPLETE the end is missing; 9 passed so far"),
    ("ward/few-failures-points", "FAILED 3 failed, 13 passed, 1 skipped, 1 other"),
    ("ward/few-failures", "FAILED 3 failed, 13 passed, 1 skipped, 1 other"),
    ("ward/hostile-lies", "FAILED 1 failed"),
    ("ward/hostile", "PASSED 2 passed"),
];

#[test]
fn every_log_has_its_verdict_in_every_mode() {
    let mut wrong = String::new();
    for (name, verdict) in VERDICTS {
        let path = format!("{}/testdata/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let log = fs::read_to_string(&path).unwrap_or_default();
        assert!(!log.is_empty(), "{path}");
        for mode in ["minimal", "standard", "verbose"] {
            let answer = answer::answer(&["-m", mode], log.clone());
            let rest = answer.verdict().strip_prefix(*verdict);
            let rest = rest.map(|rest| rest.strip_prefix(", 1 warning").unwrap_or(rest));
            if !rest.is_some_and(|rest| rest.starts_with(" (") || rest.starts_with(" in ")) {
                wrong += &format!("{name} in {mode}: {}, not {verdict}\n", answer.verdict());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_failure_is_named_with_its_message_and_place() {
    for (name, reported) in [
        ("mocha/few-failures", "3 !== 4"),
        ("mocha/few-failures", "few.js:4"),
        ("ava/few-failures", "test/few.js:3"),
        ("node-test/few-failures", "few.js:5:32"),
        ("prove/few-failures", "at few.t line 3."),
        ("prove/crash", "the lid is stuck"),
        ("tap/few-failures-bats", "(in test file few.bats, line 6)"),
        ("tap/few-failures-node-tap", "-4"),
        ("npm/crash-install", "peer basket@"),
        ("tcltest/crash", "can't find package NotThere"),
        ("stestr/few-failures", "AssertionError: 4 != 5 : the scale is wrong"),
        ("uvu/few-failures", "the scale is wrong"),
        ("lab/few-failures", "Expected 4 to equal specified value: 5"),
        ("ward/few-failures", "the scale is wrong"),
    ] {
        let path = format!("{}/testdata/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let answer = answer::answer(&["-m", "minimal"], fs::read_to_string(path).unwrap_or_default());
        assert!(answer.text.contains(reported), "{name}: {reported}\n{}", answer.text);
    }
}

#[test]
fn bats_in_pretty_form_passes_and_fails_by_its_own_totals() {
    let passing =
        " \u{2713} adds\n - asks (skipped: no network)\n \u{2713} weighs\n\n3 tests, 0 failures, 1 skipped\n";
    let (json, code) = answer::json(&[], passing);
    assert_eq!(
        (json["verdict"].as_str(), json["counts"]["passed"].as_u64(), code),
        (Some("passed"), Some(2), 0)
    );
    let log = include_str!("../../testdata/tap/few-failures-bats-pretty.txt");
    let (json, code) = answer::json(&[], log);
    let ids: Vec<&str> =
        json["failures"].as_array().unwrap().iter().filter_map(|each| each["id"].as_str()).collect();
    assert_eq!((ids, code), (vec!["adds prices", "weighs"], 1));
    // The name that was drawn while the next test ran is no part of it.
    let detail = json["failures"][0]["detail"].as_array().unwrap();
    assert_eq!(detail.last().and_then(|line| line.as_str()), Some("   got 3"));
}

#[test]
fn what_pytest_counts_on_top_of_its_tests_is_in_its_totals() {
    // 18 tests were collected; two tear-downs and a subtest failed beside their tests.
    let log = include_str!("../../testdata/pytest/all-kinds-verbose.txt");
    let answer = answer::answer(&["-m", "minimal"], log);
    let reported = "FAILED 11 failed, 8 passed, 1 skipped, 1 other, 1 warning in";
    assert!(answer.text.contains(reported), "{}", answer.text);
}
