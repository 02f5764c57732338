//! Logs of JavaScript's test runners, made by `make.sh` or `generate.py` beside them: what the answer says of each.

use crate::support::answer;

/// The verdict line of a log's answer and its exit code, and the names that the answer must hold.
#[track_caller]
fn reported(log: &str, verdict: &str, code: i32, names: &[&str]) {
    let path = format!("{}/testdata/{log}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    for mode in ["minimal", "standard", "verbose"] {
        let answer = answer(&["-m", mode], text.clone());
        let brackets = answer.verdict().split_once(" (").map_or("", |(_, brackets)| brackets);
        let line = format!("{} ({brackets}", answer.numbers());
        assert!(line.starts_with(verdict), "{log}: {line} is not {verdict}: {}", answer.text);
        assert_eq!(answer.code, code, "{log}: {}", answer.text);
        for name in names {
            assert!(answer.text.contains(name), "{log} does not name {name}: {}", answer.text);
        }
    }
}

#[test]
fn jest_runs_that_pass() {
    reported("jest/all-pass", "PASSED 3 passed, 2 skipped (jest", 0, &[]);
    reported("jest/all-pass-verbose", "PASSED 3 passed, 2 skipped (jest", 0, &[]);
    reported("jest/hostile", "PASSED 1 passed (jest", 0, &[]);
}

#[test]
fn jest_runs_that_fail() {
    let names = [
        "cart › when empty › has a total",
        "cart › has a total",
        "no total for basket 12",
        "few/tax.test.js:3",
    ];
    reported("jest/few-failures", "FAILED 3 failed, 4 passed (jest", 1, &names);
    reported("jest/few-failures-verbose", "FAILED 3 failed, 4 passed (jest", 1, &names);
    reported("jest/retry", "FAILED 1 failed, 1 passed (jest", 1, &["never passes"]);
    reported("jest/hostile-fail", "FAILED 1 failed (jest", 1, &["fails for real"]);
    let names = [
        "waits too long",
        "disk is full",
        "just text",
        "doubles 2",
        "calls back",
        "snapshot",
        "no database",
        "hooks › reads",
        "hooks › writes",
        "kinds/import.test.js",
        "./nowhere",
        "kinds/syntax.test.js",
        "Unexpected token",
        "kinds/empty.test.js",
        "must contain at least one test",
    ];
    reported("jest/many-kinds", "FAILED 11 failed, 1 passed (jest", 1, &names);
}

#[test]
fn jest_runs_that_fail_though_every_test_passed() {
    reported("jest/obsolete", "FAILED 1 failed, 1 passed (jest", 1, &["obsolete"]);
    let line = "Jest: Coverage for functions (50%) does not meet \"global\" threshold (90%)";
    reported("jest/threshold", "FAILED 1 failed, 1 passed (jest", 1, &[line]);
    let names = ["crash/exits.test.js", "was terminated by another process: signal=SIGKILL"];
    reported("jest/crash-worker", "FAILED 1 failed, 1 passed (jest", 1, &names);
    let names = ["process.exit called with \"7\"", "crash/leaves.test.js:2"];
    reported("jest/crash-exit", "FAILED 1 failed", 1, &names);
    reported("jest/crash", "FAILED 1 error (crash", 1, &["orphan promise"]);
}

#[test]
fn vitest_runs_that_pass() {
    reported("vitest/all-pass", "PASSED 3 passed, 2 skipped, 1 other (vitest", 0, &[]);
    reported("vitest/all-pass-verbose", "PASSED 3 passed, 2 skipped, 1 other (vitest", 0, &[]);
    reported("vitest/hostile-pass", "PASSED 1 passed (vitest", 0, &[]);
}

#[test]
fn vitest_runs_that_fail() {
    let names = [
        "few/cart.test.js > cart > when empty > has a total",
        "few/cart.test.js > cart > has a total",
        "few/cart.test.js > has a total",
        "few/tax.test.js > rounds up",
        "few/tax.test.js > rounds down",
        "no total for basket 12",
        "the same line fails twice",
        "few/cart.test.js:6",
    ];
    for log in ["", "-verbose", "-tree", "-dot", "-old"] {
        let log = format!("vitest/few-failures{log}");
        reported(&log, "FAILED 5 failed, 3 passed (vitest", 1, &names);
    }
    reported("vitest/retry", "FAILED 1 failed, 1 passed (vitest", 1, &["never passes"]);
    reported("vitest/hostile", "FAILED 1 failed, 1 passed (vitest", 1, &["fails for real"]);
    let names = [
        "kinds/hooks.test.js > hooks",
        "no database",
        "cannot clean",
        "kinds/import.test.js",
        "nowhere.js",
        "kinds/syntax.test.js",
        "kinds/empty.test.js",
        "waits too long",
        "disk is full",
        "just text",
        "snapshot",
    ];
    reported("vitest/many-kinds", "FAILED 9 failed, 2 skipped (vitest", 1, &names);
    reported("vitest/many-kinds-old", "FAILED 9 failed, 2 other (vitest", 1, &names);
}

#[test]
fn vitest_errors_outside_of_tests() {
    let names = ["orphan promise", "late throw", "crash/dies.test.js:4"];
    reported("vitest/crash", "FAILED 2 failed, 3 passed (vitest", 1, &names);
    reported("vitest/crash-worker", "FAILED 1 failed, 1 other (vitest", 1, &["Worker exited"]);
    reported("vitest/crash-startup", "FAILED 1 failed", 1, &["no configuration today"]);
}

#[test]
fn playwright_runs() {
    reported("playwright/all-pass", "PASSED 2 passed, 2 skipped (playwright", 0, &[]);
    reported("playwright/all-pass-line", "PASSED 2 passed, 2 skipped (playwright", 0, &[]);
    reported("playwright/hostile-pass", "PASSED 1 passed (playwright", 0, &[]);
    let names = [
        "cart › when empty › has a total @slow",
        "cart › has a total",
        "soft",
        "no total for basket 12",
        "cart.spec.ts:7",
    ];
    for log in ["", "-line", "-dot"] {
        let log = format!("playwright/few-failures{log}");
        reported(&log, "FAILED 3 failed, 1 passed (playwright", 1, &names);
    }
    let names = [
        "never passes",
        "the shop is closed",
        "Test timeout of 100ms exceeded",
        "Expected to fail, but passed",
        "no database",
        "worker process exited unexpectedly",
    ];
    reported("playwright/many-kinds", "FAILED 5 failed, 1 passed, 1 other (playwright", 1, &names);
    reported("playwright/retry-line", "FAILED 1 failed, 1 passed (playwright", 1, &["never passes"]);
    reported("playwright/hostile", "FAILED 1 failed, 1 passed (playwright", 1, &["fails for real"]);
    reported("playwright/crash", "FAILED 1 failed", 1, &["when empty › has a total"]);
    reported("playwright/crash-import", "FAILED 1 error", 1, &["./nowhere"]);
}

#[test]
fn bun_runs() {
    reported("bun-test/all-pass", "PASSED 2 passed, 2 skipped (bun test", 0, &[]);
    reported("bun-test/hostile-pass", "PASSED 1 passed (bun test", 0, &[]);
    let names = [
        "cart > when empty > has a total",
        "cart > has a total",
        "rounds up",
        "no total for basket 12",
        "cart.test.ts:7",
    ];
    reported("bun-test/few-failures", "FAILED 3 failed, 2 passed (bun test", 1, &names);
    let names = [
        "hooks > (unnamed)",
        "no database",
        "cannot clean",
        "waits too long",
        "timed out after 50ms",
        "orphan promise",
        "kinds/import.test.ts",
        "nowhere",
        "kinds/syntax.test.ts",
        "Unexpected ;",
    ];
    reported("bun-test/many-kinds", "FAILED 6 failed (bun test", 1, &names);
    reported("bun-test/hostile", "FAILED", 1, &["fails for real"]);
    reported("bun-test/crash", "INCOMPLETE", 3, &[]);
}

#[test]
fn deno_runs() {
    reported("deno-test/all-pass", "PASSED 2 passed, 1 skipped (deno test", 0, &[]);
    reported("deno-test/hostile-pass", "PASSED 1 passed (deno test", 0, &[]);
    let names = [
        "cart has a total",
        "expected 8, got 7",
        "deep inside",
        "deep trouble",
        "1.5 is not 2",
        "no total for basket 12",
    ];
    reported("deno-test/few-failures", "FAILED 3 failed, 2 passed (deno test", 1, &names);
    reported(
        "deno-test/many-kinds",
        "FAILED 3 failed, 1 passed (deno test",
        1,
        &["orphan promise", "cannot load this file"],
    );
    reported("deno-test/types", "FAILED 2 errors", 1, &["TS2307", "TS2322", "type_test.ts:2"]);
    reported("deno-test/crash-import", "FAILED 1 ", 1, &["nowhere.ts"]);
    reported("deno-test/hostile", "FAILED 1 failed, 1 passed (deno test", 1, &["fails for real"]);
    reported("deno-test/crash", "FAILED 1 ", 1, &["cart has a total"]);
}

#[test]
fn cypress_runs() {
    reported("cypress/all-pass", "PASSED 2 passed, 1 skipped (cypress", 0, &[]);
    reported("cypress/hostile", "PASSED 2 passed (cypress", 0, &[]);
    let names = [
        "tax > rounds up",
        "Timed out retrying after 4000ms",
        "\"before each\" hook for \"opens\"",
        "cy.visit",
        "tax.cy.js:12",
    ];
    reported("cypress/few-failures", "FAILED 2 failed, 3 passed, 2 skipped (cypress", 1, &names);
    reported("cypress/crash", "FAILED 2 failed, 3 passed (cypress", 1, &["rounds up", "before each"]);
    reported("cypress/crash-renderer", "FAILED 1 failed (cypress", 1, &["cart.cy.js"]);
}

#[test]
fn what_npm_says_after_totals_that_name_no_failure_is_no_further_one() {
    let totals = "Test Suites: 2 failed, 3 passed, 5 total\nTests:       4 failed, 22 passed, 26 total\nSnapshots:   0 total\nTime:        1.25 s\nRan all test suites.\n";
    let log = format!("{totals}npm ERR! Test failed.  See above for more details.\n");
    let answer = answer(&["-m", "standard"], log);
    assert!(answer.text.contains("weir: FAILED 4 failed, 22 passed"), "{}", answer.text);
}

#[test]
fn closings_of_mocha_before_1_11() {
    for log in ["mocha/all-pass-1-0", "mocha/all-pass-1-8"] {
        reported(log, "PASSED 13 passed, 1 skipped (mocha", 0, &[]);
    }
    let names =
        ["stands alone", "basket adds prices", "when empty waits", "throws late", "\"before each\" hook"];
    for log in ["mocha/few-failures-1-8", "mocha/few-failures-1-8-dot"] {
        reported(log, "FAILED 6 failed, 20 passed (mocha", 1, &names);
    }
    reported("mocha/hostile-1-8", "FAILED 1 failed, 2 passed (mocha", 1, &["fails and prints success"]);
    reported("mocha/killed-1-8", "FAILED 1 failed, 1 passed (mocha", 1, &["breaks"]);
}
