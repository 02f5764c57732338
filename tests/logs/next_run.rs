//! A run that failed or died is not cured by the next run of the same tool: not where all of it stands there, and not where
//! the log is cut in front, so that its last lines are all that is left.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Mutex;
use std::thread;

use crate::support::here::judged;
use crate::support::logs::{LOGS, testdata};
use weir::budget::Mode;

/// Longer logs are left to other tests, so that this one stays quick.
const LONGEST_BYTES: usize = 32 * 1024;
/// How many last lines are left of a log that is cut in front.
const LEFT: [usize; 3] = [2, 6, 20];

/// Logs whose whole content nothing tells apart from the beginning of the next run: the tool prints no header, or the next
/// log is of another form of it.
const ONE_WITH_THE_NEXT: [&str; 26] = [
    "automake/crash-parallel-killed.txt",
    "automake/crash-serial-killed.txt",
    "clojure-test/crash-quiet-lein.txt",
    "criterion/crash-cut-passes.txt",
    "cucumber/crash-ruby.txt",
    "cucumber/pending-ruby.txt",
    "cunit/crash-console.txt",
    "eunit/crash-cut-rebar3.txt",
    "helm-unittest/crash-cut-passes.txt",
    "jest/crash-exit.txt",
    "nightwatch/crash-cut-passes.txt",
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
    "unity/crash.txt",
    "zig-build/stderr.txt",
];

/// Tools of which some cut logs are taken for the output of the next run's first test.
const CUT_ONES_ARE_OUTPUT: [&str; 6] = ["clojure-test", "exunit", "pest", "pester", "prove", "unity"];

/// Tools whose killed runs must not take lines of another tool's run behind them.
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

struct Log {
    name: String,
    text: String,
    verdict: String,
}

fn verdict(log: &str) -> String {
    judged(log, Mode::Minimal)["verdict"].as_str().unwrap().to_owned()
}

/// The logs of each folder with more than one.
fn folders() -> BTreeMap<String, Vec<Log>> {
    let mut folders: BTreeMap<String, Vec<Log>> = BTreeMap::new();
    for path in testdata(&LOGS) {
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        if text.len() > LONGEST_BYTES {
            continue;
        }
        let folder = path.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = if text.ends_with('\n') { text } else { text + "\n" };
        folders.entry(folder).or_default().push(Log { name, verdict: verdict(&text), text });
    }
    folders
}

fn is_bad(verdict: &str) -> bool {
    matches!(verdict, "failed" | "incomplete")
}

/// The names of the logs for which `cured` says so, on all processors.
fn found(
    folders: &BTreeMap<String, Vec<Log>>,
    cured: impl Fn(&Log, &[&Log]) -> bool + Sync,
) -> BTreeSet<String> {
    let passes = |logs: &'_ [Log]| -> Vec<usize> {
        let passing = |log: &Log| log.name.starts_with("all-pass") && log.verdict == "passed";
        (0..logs.len()).filter(|index| logs.get(*index).is_some_and(passing)).collect()
    };
    let work: Vec<(&String, &Vec<Log>, Vec<usize>)> =
        folders.iter().map(|(folder, logs)| (folder, logs, passes(logs))).collect();
    let (next, names) = (Mutex::new(work.iter()), Mutex::new(BTreeSet::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((folder, logs, passes)) = { next.lock().unwrap().next() } {
                    let passes: Vec<&Log> = passes.iter().filter_map(|index| logs.get(*index)).collect();
                    for log in logs.iter().filter(|log| is_bad(&log.verdict)) {
                        if cured(log, &passes) {
                            names.lock().unwrap().insert(format!("{folder}/{}", log.name));
                        }
                    }
                }
            });
        }
    });
    names.into_inner().unwrap()
}

#[test]
fn a_run_that_failed_or_died_is_not_cured_by_the_next_one() {
    let folders = folders();
    let mut tried = 0;
    for logs in folders.values() {
        tried += logs.iter().filter(|log| is_bad(&log.verdict)).count();
    }
    assert!(tried > 500, "{tried}");
    let cured = |log: &Log, passes: &[&Log]| {
        passes.iter().any(|pass| verdict(&format!("{}{}", log.text, pass.text)) == "passed")
    };
    let known: BTreeSet<String> = ONE_WITH_THE_NEXT.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(found(&folders, cured), known);
}

#[test]
fn what_is_left_of_a_run_that_failed_is_not_cured_by_the_next_one() {
    let cured = |log: &Log, passes: &[&Log]| {
        let Some(pass) = passes.first() else { return false };
        let lines: Vec<&str> = log.text.split_inclusive('\n').collect();
        LEFT.iter().filter(|left| **left < lines.len()).any(|left| {
            let cut = lines.get(lines.len() - left..).unwrap().concat();
            verdict(&cut) == "failed" && verdict(&format!("{cut}{}", pass.text)) == "passed"
        })
    };
    let names = found(&folders(), cured);
    let tools: BTreeSet<&str> = names.iter().map(|name| name.split('/').next().unwrap()).collect();
    assert_eq!(tools, CUT_ONES_ARE_OUTPUT.into_iter().collect(), "{names:?}");
}

/// The names of the failures that an answer tells.
fn failures(log: &str) -> BTreeSet<String> {
    let answer = judged(log, Mode::Verbose);
    let told = answer["failures"].as_array().unwrap().iter().map(|failure| failure["id"].as_str().unwrap());
    told.map(str::to_owned).collect()
}

#[test]
fn what_fails_behind_a_run_of_another_tool_that_was_killed_is_named() {
    let read = |name: &str| {
        fs::read_to_string(format!("{}/testdata/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap() + "\n"
    };
    // These tell runs apart by blanks and empty lines, which are nobody's own.
    for behind in ["mocha/few-failures-dot.txt", "vitest/few-failures.txt"] {
        let behind = read(behind);
        let alone = failures(&behind);
        assert!(alone.len() > 1);
        for tool in NEWER_TOOLS {
            let killed = read(&format!("{tool}/crash-cut-passes.txt"));
            let both = failures(&format!("{killed}{behind}"));
            assert!(both.is_superset(&alone), "{tool}: {both:?}");
        }
    }
}
