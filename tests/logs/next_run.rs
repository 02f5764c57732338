//! A run that failed or died is not cured by the next run of the same tool: not where all of it is there, and not where
//! the log is cut in front, so that its last lines are all that is left.

use std::collections::{BTreeMap, BTreeSet};

use weir::budget::Mode;

use crate::support::here::judged;
use crate::support::kept::{Log, all, named, verdict};
use crate::support::sweep::{sample, side_by_side};

/// Longer logs are left to other tests, so that this one stays quick.
const LONGEST_BYTES: usize = 32 * 1024;
/// How many last lines are left of a log that is cut in front.
const LEFT: [usize; 3] = [2, 6, 20];

/// Logs whose whole content nothing tells apart from the beginning of the next run: the tool prints no header, or the next
/// log is of another form of it.
const ONE_WITH_THE_NEXT: [&str; 22] = [
    "automake/crash-parallel-killed.txt",
    "automake/crash-serial-killed.txt",
    "clojure-test/crash-quiet-lein.txt",
    "criterion/crash-cut-passes.txt",
    "cucumber/crash-ruby.txt",
    "cucumber/pending-ruby.txt",
    "cunit/crash-console.txt",
    "eunit/crash-cut-rebar3.txt",
    "opa-test/crash-cut.txt",
    "pester/crash-pass.txt",
    "pester/crash-two.txt",
    "pester/crash.txt",
    "pester/hostile-fails-cut.txt",
    "pester/hostile-fails.txt",
    "phpspec/crash-cut-passes.txt",
    "prove/crash-cut.txt",
    "r-cmd-check/crash-cut-passes.txt",
    "testng/crash-cut-passes.txt",
    "unittest/coverage-crash.txt",
    "unity/crash-cut.txt",
    "unity/crash-platformio.txt",
    "zig-build/stderr.txt",
];

/// Tools of which some cut logs are taken for the output of the next run's first test.
const CUT_ONES_ARE_OUTPUT: [&str; 5] = ["clojure-test", "exunit", "pest", "pester", "prove"];

/// Tools whose killed runs must not take lines of another tool's run after them.
const NEWER_TOOLS: [&str; 42] = [
    "alcotest",
    "avocado",
    "buck2",
    "cocotb",
    "container-structure-test",
    "criterion",
    "dbt",
    "elm-test",
    "gleeunit",
    "helm-lint",
    "helm-unittest",
    "hurl",
    "inspec",
    "japa",
    "jtreg",
    "k6",
    "kahlan",
    "karate",
    "kotest",
    "kunit",
    "kyua",
    "locust",
    "maestro",
    "mysql-test-run",
    "nightwatch",
    "nunit",
    "pg-regress",
    "phpspec",
    "poku",
    "r-cmd-check",
    "schemathesis",
    "semgrep",
    "shellspec",
    "testcafe",
    "testng",
    "tstyche",
    "twister",
    "vunit",
    "wdio",
    "xunit",
    "yath",
    "zope-testrunner",
];

fn is_bad(verdict: &str) -> bool {
    matches!(verdict, "failed" | "incomplete")
}

/// The logs of runs that failed or died, each with the passing ones of its folder.
fn bad_and_passes() -> Vec<(&'static Log, Vec<&'static Log>)> {
    let mut folders: BTreeMap<&str, Vec<&Log>> = BTreeMap::new();
    for log in all().iter().filter(|log| log.text.len() <= LONGEST_BYTES) {
        folders.entry(&log.runner).or_default().push(log);
    }
    let folders: Vec<Vec<&Log>> = folders.into_values().collect();
    let found = side_by_side(&folders, |logs| {
        let passes = |log: &&&Log| log.file().starts_with("all-pass") && log.verdict() == "passed";
        let passes: Vec<&Log> = logs.iter().filter(passes).copied().collect();
        let bad = logs.iter().filter(|log| is_bad(log.verdict()));
        bad.map(|log| (*log, passes.clone())).collect::<Vec<_>>()
    });
    found.into_iter().flatten().collect()
}

/// `FOLDER/FILE` of a log.
fn short_name(log: &Log) -> String {
    format!("{}/{}", log.runner, log.file())
}

#[test]
fn a_run_that_failed_or_died_is_not_cured_by_the_next_one() {
    let logs = bad_and_passes();
    assert!(logs.len() > 500, "{}", logs.len());
    let cured = side_by_side(&logs, |(log, passes)| {
        let name = short_name(log);
        let known = ONE_WITH_THE_NEXT.contains(&name.as_str());
        let tried = if known { (0..passes.len()).collect() } else { sample(&log.name, passes.len(), 2) };
        let passed = |number: usize| verdict(&format!("{}{}", log.text, passes[number].text)) == "passed";
        tried.into_iter().any(passed).then_some(name)
    });
    let known: BTreeSet<String> = ONE_WITH_THE_NEXT.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(cured.into_iter().flatten().collect::<BTreeSet<String>>(), known);
}

#[test]
fn what_is_left_of_a_run_that_failed_is_not_cured_by_the_next_one() {
    let logs = bad_and_passes();
    let cured = side_by_side(&logs, |(log, passes)| {
        let pass = passes.first()?;
        let lines: Vec<&str> = log.text.split_inclusive('\n').collect();
        let known = CUT_ONES_ARE_OUTPUT.contains(&log.runner.as_str());
        let tried = if known { (0..LEFT.len()).collect() } else { sample(&log.name, LEFT.len(), 1) };
        let cured = |left: usize| {
            let cut = lines[lines.len() - left..].concat();
            verdict(&cut) == "failed" && verdict(&format!("{cut}{}", pass.text)) == "passed"
        };
        let mut tried = tried.into_iter().map(|number| LEFT[number]).filter(|left| *left < lines.len());
        tried.any(cured).then(|| short_name(log))
    });
    let names: BTreeSet<String> = cured.into_iter().flatten().collect();
    let tools: BTreeSet<&str> = names.iter().map(|name| name.split('/').next().unwrap()).collect();
    assert_eq!(tools, CUT_ONES_ARE_OUTPUT.into_iter().collect(), "{names:?}");
}

/// The names of the failures that an answer tells.
fn failures(log: &str) -> BTreeSet<String> {
    let answer = judged(log, Mode::Verbose);
    let reported =
        answer["failures"].as_array().unwrap().iter().map(|failure| failure["id"].as_str().unwrap());
    reported.map(str::to_owned).collect()
}

#[test]
fn what_fails_after_a_run_of_another_tool_that_was_killed_is_named() {
    // These tell runs apart by blanks and empty lines, which are nobody's own.
    for after in ["mocha/few-failures-dot.txt", "vitest/few-failures.txt"] {
        let after = &named(after).text;
        let alone = failures(after);
        assert!(alone.len() > 1);
        for tool in NEWER_TOOLS {
            let killed = &named(&format!("{tool}/crash-cut-passes.txt")).text;
            let both = failures(&format!("{killed}{after}"));
            assert!(both.is_superset(&alone), "{tool}: {both:?}");
        }
    }
}
