//! Runners that stand in no other list of logs, from Behave to Zig: what each of their logs tells, that one which was
//! cut never passes when it failed, and that a run which passed takes nothing back.

use crate::support::here::judged;
use crate::support::tellings::{self, logs};
use weir::budget::Mode;

const RUNNERS: [&str; 99] = [
    "alcotest",
    "audit",
    "avocado",
    "behave",
    "boost-test",
    "buck2",
    "bun-run",
    "busted",
    "cargo-audit",
    "cargo-deny",
    "clang-tidy",
    "cloudflare",
    "cocoapods",
    "cocotb",
    "codeception",
    "common-test",
    "compiler",
    "composer",
    "conftest",
    "container-structure-test",
    "cppcheck",
    "criterion",
    "cucumber",
    "dart-analyze",
    "dbt",
    "deno-task",
    "docker-compose",
    "elm-test",
    "ert",
    "eunit",
    "flutter-build",
    "fly",
    "ginkgo",
    "gleeunit",
    "goss",
    "gotestsum",
    "green",
    "helm-lint",
    "helm-unittest",
    "heroku",
    "hurl",
    "inspec",
    "japa",
    "jasmine",
    "jtreg",
    "julia-test",
    "junit",
    "just",
    "k6",
    "kahlan",
    "karate",
    "karma",
    "kotest",
    "kunit",
    "kyua",
    "locust",
    "luaunit",
    "maestro",
    "meson-test",
    "mkdocs",
    "mysql-test-run",
    "netlify",
    "next-build",
    "nightwatch",
    "nunit",
    "nx",
    "ocaml",
    "opa-test",
    "oxlint",
    "pao",
    "pester",
    "pg-regress",
    "php-cs-fixer",
    "phpspec",
    "phpstan",
    "poku",
    "r-cmd-check",
    "render",
    "resolver",
    "schemathesis",
    "semgrep",
    "shellspec",
    "testcafe",
    "testng",
    "testthat",
    "trial",
    "tstyche",
    "turbo",
    "twister",
    "unity",
    "uv",
    "vercel",
    "vunit",
    "wdio",
    "xunit",
    "yath",
    "zig-build",
    "zig-test",
    "zope-testrunner",
];

#[test]
fn every_log_tells_its_numbers_names_places_and_messages() {
    tellings::hold(&RUNNERS, "further-runners.expected", |log| judged(&log, Mode::Standard));
}

/// Logs in which a run that passed stands before the one that failed, or whose last line alone tells that it failed.
const PASSED_FIRST: [&str; 13] = [
    "ginkgo/few-failures-2-suites",
    "ginkgo/few-failures-ginkgo-suites",
    "ginkgo/few-failures-go",
    "ginkgo/focused",
    "jasmine/focused",
    "julia-test/few-failures-script",
    "mkdocs/crash-behind",
    "mkdocs/forged-dies",
    "mkdocs/forged-fails",
    "trial/few-failures-until",
    "trial/forged-totals-text",
    "trial/unittest-behind",
    "unity/few-failures",
];

#[test]
fn a_failed_log_that_was_cut_at_any_line_never_passes() {
    for runner in RUNNERS {
        for (name, log) in logs(runner) {
            if judged(&log, Mode::Minimal)["verdict"] != "failed" {
                continue;
            }
            let log_name = format!("{runner}/{name}");
            let mut until = 0;
            let mut failed = !PASSED_FIRST.contains(&log_name.as_str());
            for line in log.split_inclusive('\n') {
                until += line.len();
                let verdict = &judged(&log[..until], Mode::Minimal)["verdict"];
                failed |= verdict == "failed";
                assert!(!failed || verdict != "passed", "{log_name} up to {line:?}");
            }
        }
    }
}

/// A run that passed, before or behind it, takes no failure of another run back.
#[test]
fn a_passing_run_beside_a_failing_one_changes_nothing() {
    let told = |log: &str| {
        let answer = judged(log, Mode::Minimal);
        (answer["verdict"].clone(), answer["failures"].as_array().unwrap().len())
    };
    for runner in RUNNERS {
        let all = logs(runner);
        for (name, failing) in all.iter().filter(|(name, _)| name.starts_with("few-failures")) {
            for (other, passing) in all.iter().filter(|(name, _)| name.starts_with("all-pass")) {
                for both in [format!("{passing}\n{failing}"), format!("{failing}\n{passing}")] {
                    assert_eq!(told(&both), told(failing), "{runner}/{name} and {other}");
                }
            }
        }
    }
}

#[test]
fn tasks_of_a_list_are_failures_side_by_side_unless_something_tells_why() {
    let names = |log: String| {
        let answer = judged(&log, Mode::Standard);
        let failures = answer["failures"].as_array().unwrap();
        failures.iter().map(|failure| failure["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let list = " Tasks:    1 successful, 3 total\nCached:    0 cached, 3 total\n  Time:    412ms\nFailed:    ferry#test, tug#test\n\n";
    assert_eq!(names(list.to_owned()), ["ferry#test", "tug#test"]);
    let test = "--- FAIL: TestMoors (0.00s)\n    quay_test.go:3: no berth\nFAIL\nFAIL\tquay\t0.004s\nFAIL\n";
    assert_eq!(names(format!("{test}{list}")), ["TestMoors"]);
}
