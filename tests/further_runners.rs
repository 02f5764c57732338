//! Jasmine, Karma, Behave, phpstan, cppcheck and clang-tidy: what each of their logs tells, and that a log which was cut
//! never passes when it failed.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a helper of tests fails like a test"
)]

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;
use support::here::judged;
use weir::budget::Mode;

const RUNNERS: [&str; 6] = ["behave", "clang-tidy", "cppcheck", "jasmine", "karma", "phpstan"];

/// The logs of a runner by their names, in order.
fn logs(runner: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(runner);
    let mut logs: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned())
        })
        .collect();
    logs.sort();
    logs
}

/// The verdict, the counts of failures, passes and skips, and each failure with its place.
fn told(answer: &Value) -> String {
    let number =
        |key: &str| answer["counts"][key].as_u64().map_or("?".to_owned(), |number| number.to_string());
    let verdict = answer["verdict"].as_str().unwrap();
    let mut told = format!("{verdict} {}/{}/{}", number("failed"), number("passed"), number("skipped"));
    for failure in answer["failures"].as_array().unwrap() {
        let place = match (failure["file"].as_str(), failure["line"].as_u64()) {
            (Some(file), Some(line)) => format!(" ({file}:{line})"),
            _ => String::new(),
        };
        write!(told, "\n    {}{place}", failure["id"].as_str().unwrap()).unwrap();
    }
    told
}

#[test]
fn every_log_tells_its_numbers_names_and_places() {
    let mut found = String::new();
    for runner in RUNNERS {
        for (name, log) in logs(runner) {
            writeln!(found, "{runner}/{name}: {}", told(&judged(&log, Mode::Standard))).unwrap();
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/further-runners.expected");
    if std::env::var_os("WEIR_REGENERATE").is_some() {
        fs::write(&path, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(path).unwrap());
}

#[test]
fn a_failed_log_that_was_cut_at_any_line_never_passes() {
    for runner in RUNNERS {
        for (name, log) in logs(runner) {
            // What makes a run with focused specs incomplete is its last line, and nothing else.
            if name == "focused" || judged(&log, Mode::Minimal)["verdict"] != "failed" {
                continue;
            }
            let mut until = 0;
            let mut failed = false;
            for line in log.split_inclusive('\n') {
                until += line.len();
                let answer = judged(&log[..until], Mode::Minimal);
                failed |= answer["verdict"] == "failed";
                assert!(answer["verdict"] != "passed", "{runner}/{name} up to {line:?}");
            }
            assert!(failed, "{runner}/{name}");
        }
    }
}
