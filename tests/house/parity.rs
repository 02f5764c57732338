//! What can be forgotten about a runner: its logs in `testdata/`.
//!
//! Every runner of `weir runners` has a log of a good run, one with a few failures, one that ends too early, and one
//! that imitates something; by convention `testdata/RUNNER-WITH-DASHES/{all-pass,few-failures,crash,hostile}*`, else where
//! `ELSEWHERE` says. A log that tells of failures is reported with its runner's name, and with no test runner's that `ALSO`
//! does not name. A good run may be silent: then nobody may claim a failure.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::sweep::side_by_side;
use crate::support::{json, weir};

/// The four kinds of logs, by convention.
const KINDS: [&str; 4] = ["all-pass", "few-failures", "crash", "hostile"];

/// The fewest runners that there must be: less would prove nothing.
const FEWEST: usize = 80;

/// Logs that are elsewhere: the runner, its folder, and how the four kinds' names begin there.
const ELSEWHERE: &[(&str, &str, [&str; 4])] = &[
    ("cargo nextest", "nextest", ["all-pass", "failures", "killed", "failures-flat"]),
    ("pytest", "pytest", ["all-pass", "many", "segfault", "hostile-passes"]),
    ("unittest", "unittest", ["all-pass", "all-kinds", "abort", "hostile"]),
    (
        "coverage",
        "unittest",
        ["coverage-all-pass", "coverage-few-failures", "coverage-crash", "coverage-hostile"],
    ),
    ("go test", "go", ["pass", "failures", "panic", "hostile"]),
    ("go build", "go", ["build-all-pass", "build-only", "build-crash", "build-hostile"]),
    ("xctest", "xcodebuild", ["all-pass", "few-failures", "crash-without-totals", "hostile-passed"]),
    ("swift testing", "swift", ["library-passed", "library-font", "library-crash", "library-hostile"]),
    ("rustc", "rustc", ["warnings", "errors", "crash", "hostile"]),
    ("gcc", "gcc", ["all-pass", "gcc", "crash", "hostile"]),
    ("ld", "gcc", ["ld-all-pass", "ld", "ld-crash", "ld-hostile"]),
    ("make", "make", ["all-pass", "fails", "crash", "hostile"]),
    ("process", "process", ["all-pass", "python", "crash-cut", "hostile"]),
    ("pnpm", "npm", ["pnpm-all-pass", "few-failures-pnpm", "pnpm-crash", "pnpm-hostile"]),
    ("yarn", "npm", ["yarn-all-pass", "few-failures-yarn", "yarn-crash", "yarn-hostile"]),
];

/// Other runners that a runner's logs tell of, since one runs the other or a process of it dies.
const ALSO: &[(&str, &[&str])] = &[
    ("xctest", &["xcodebuild"]),
    ("swift testing", &["swift", "xcodebuild", "xctest"]),
    ("zig test", &["zig build"]),
    ("xcodebuild", &["xctest"]),
    ("libtest json", &["cargo test"]),
    // Its compact reporter prints the lines with which jest heads a file.
    ("poku", &["jest"]),
    ("automake", &["make"]),
    ("autotest", &["make"]),
    ("bazel", &["gcc", "googletest", "unittest"]),
    ("node test", &["tap", "jest"]),
    ("pre-commit", &["flake8"]),
    ("tox", &["pytest", "pip"]),
    ("nox", &["pytest"]),
    ("ci", &["pytest", "cargo test"]),
    // What formatters make of it has mocha's marks.
    ("tap", &["mocha"]),
    // Its steps run tests, and what these print is reported by their runner.
    ("r cmd check", &["testthat"]),
    ("testthat", &["r cmd check"]),
    ("npm", &["tap", "yarn", "pnpm"]),
    ("docker build", &["gcc", "make"]),
    ("ava", &["tap"]),
    ("rustc", &["cargo test"]),
    ("go build", &["go test"]),
    ("go test", &["go build"]),
    ("ginkgo", &["go test", "go build"]),
    ("gcc", &["ld"]),
    ("weir", &["pytest"]),
    // What another tool's line looks like, after the run.
    ("flake8", &["ruff"]),
    ("linter", &["ghc"]),
    // What is measured while they run.
    ("coverage", &["unittest"]),
];

/// Crashes of a process are reported by whoever knows the process's last words.
const PROCESSES: [&str; 3] = ["process", "node", "java"];

/// Runners that are heard of through another one's name alone in some of their logs.
const THROUGH_OTHERS: &[&str] = &[
    "weir",
    "ci",
    "docker build",
    "npm",
    "ava",
    "node test",
    "pre-commit",
    "jest",
    "javac",
    "coverage",
    "r cmd check",
    "testthat",
];

/// Logs in a form that is not read: they are reported as unknown, with the exit code of a sign.
const UNREAD: &[&str] = &[];

/// Tools whose lines another runner reads: answers name them.
const TOOLS: &[&str] = &["cmake", "ninja", "swift"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The names that `weir runners` prints, once each.
fn runners() -> Vec<String> {
    let output = weir(&["runners", "--format", "json"]).output().unwrap();
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut names: Vec<String> = Vec::new();
    for row in list["runners"].as_array().unwrap() {
        let name = row["name"].as_str().unwrap();
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    assert!(names.len() >= FEWEST, "{} runners", names.len());
    names
}

/// The logs of one kind, sorted.
fn logs(runner: &str, kind: usize) -> Vec<PathBuf> {
    let dashes = runner.replace(' ', "-");
    let elsewhere = ELSEWHERE.iter().find(|(name, _, _)| *name == runner);
    let (folder, begins) = match elsewhere {
        Some((_, folder, begins)) => (*folder, begins[kind]),
        None => (dashes.as_str(), KINDS[kind]),
    };
    let Ok(entries) = fs::read_dir(root().join("testdata").join(folder)) else { return Vec::new() };
    let is_log = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let named = if elsewhere.is_some() { name == begins } else { name.starts_with(begins) };
        named && path.extension().is_some_and(|ending| ending == "txt" || ending == "log")
    };
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).filter(is_log).collect();
    found.sort();
    found
}

/// What is wrong with the answer to one log.
fn wrong(runner: &str, kind: usize, log: &Path) -> Option<String> {
    let (answer, code) = json(&["-m", "verbose"], fs::read(log).unwrap());
    if UNREAD.iter().any(|unread| log.ends_with(unread)) {
        let as_unknown = answer["verdict"] == "unknown" && code == 3;
        return (!as_unknown).then(|| format!("no form that is not read: {}", answer["verdict"]));
    }
    let also = ALSO.iter().find(|(name, _)| *name == runner).map_or(&[] as &[&str], |(_, also)| also);
    let sections: Vec<&str> =
        answer["sections"].as_array().unwrap().iter().map(|each| each["runner"].as_str().unwrap()).collect();
    let verdict = answer["verdict"].as_str().unwrap();
    let foreign =
        |name: &&&str| **name != runner && !also.contains(*name) && !(kind > 1 && PROCESSES.contains(*name));
    if let Some(name) = sections.iter().find(foreign) {
        let lone = kind == 2 && THROUGH_OTHERS.contains(&runner);
        if !lone && *name != "process" {
            return Some(format!("{verdict}, claimed by {name}"));
        }
    }
    match (kind, verdict) {
        (0, "failed") => return Some("a good run is told as failed".to_owned()),
        (1, reported) if reported != "failed" => return Some(format!("failures are told as {reported}")),
        (2, "passed") => return Some("a run that ended too early is told as passed".to_owned()),
        _ => {}
    }
    let named = sections.contains(&runner) || THROUGH_OTHERS.contains(&runner);
    // Nothing is known of a tool that says nothing.
    (!named && !matches!(verdict, "unknown")).then(|| format!("{verdict}, told as of {sections:?}"))
}

#[test]
fn every_runner_has_its_four_logs_and_they_are_reported_as_its_own() {
    let all = side_by_side(&runners(), |runner| {
        let mut all = String::new();
        for (kind, name) in KINDS.iter().enumerate() {
            let logs = logs(runner, kind);
            if logs.is_empty() {
                writeln!(all, "{runner}: no log of the kind {name}").unwrap();
            }
            for log in logs {
                if let Some(reason) = wrong(runner, kind, &log) {
                    writeln!(all, "{runner}: {}: {reason}", log.display()).unwrap();
                }
            }
        }
        let reported = (0..3).flat_map(|kind| logs(runner, kind)).any(|log| {
            let (answer, _) = json(&["-m", "verbose"], fs::read(log).unwrap());
            answer["sections"].as_array().unwrap().iter().any(|each| each["runner"] == runner.as_str())
        });
        if !reported && runner != "ci" && runner != "docker build" {
            writeln!(all, "{runner}: no log tells its name").unwrap();
        }
        all
    });
    assert!(all.concat().is_empty(), "{}", all.concat());
}

#[test]
fn tables_name_runners_that_exist() {
    let names = runners();
    let known = |name: &str| TOOLS.contains(&name) || names.iter().any(|each| each == name);
    for (name, _, _) in ELSEWHERE {
        assert!(known(name), "{name}");
    }
    for (name, also) in ALSO {
        assert!(known(name) && also.iter().all(|other| known(other)), "{name}");
    }
    assert!(THROUGH_OTHERS.iter().chain(&PROCESSES).all(|name| known(name)));
}
