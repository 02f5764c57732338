//! Logs of native test frameworks, of the tools that run them, of .NET, and of processes that died, through the binary:
//! the verdict and every failure of each log of `testdata`. A log that is missing here is an error, too.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a helper of tests fails like a test"
)]

mod support;

use std::path::Path;

use support::json;

/// The folders that this test holds.
const FOLDERS: [&str; 9] =
    ["bazel", "catch2", "cmake", "ctest", "doctest", "dotnet-test", "googletest", "msbuild", "process"];

/// What a log tells: verdict, counts, and a row per failure.
fn told(log: &Path) -> String {
    let input = std::fs::read_to_string(log).unwrap();
    let (answer, _) = json(&[], input);
    let count =
        |name: &str| answer["counts"][name].as_u64().map_or("?".to_owned(), |number| number.to_string());
    let mut rows = format!(
        "{} {} failed {} passed {} skipped\n",
        answer["verdict"].as_str().unwrap(),
        count("failed"),
        count("passed"),
        count("skipped")
    );
    for failure in answer["failures"].as_array().unwrap() {
        let text = |name: &str| failure[name].as_str().unwrap_or("-").to_owned();
        let line = failure["line"].as_u64().map_or(String::new(), |line| format!(":{line}"));
        rows.push_str(&format!(
            "    {} {} | {}{line} | {}\n",
            text("kind"),
            text("id"),
            text("file"),
            text("message")
        ));
    }
    rows
}

#[test]
fn every_log_tells_its_verdict_and_its_failures() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut all = String::new();
    for folder in FOLDERS {
        let mut logs: Vec<_> =
            std::fs::read_dir(testdata.join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        logs.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
        logs.sort();
        for log in logs {
            let name = log.file_stem().unwrap().to_str().unwrap().to_owned();
            all.push_str(&format!("{folder}/{name}: {}", told(&log)));
        }
    }
    let expected = testdata.join("native-logs.expected");
    if std::env::var_os("WRITE_EXPECTED").is_some() {
        std::fs::write(&expected, &all).unwrap();
    }
    let expected = std::fs::read_to_string(expected).unwrap();
    for (told, expected) in all.lines().zip(expected.lines()) {
        assert_eq!(told, expected);
    }
    assert_eq!(all.lines().count(), expected.lines().count());
}

#[test]
fn around_a_crash_of_which_nobody_knows_the_run_its_surroundings_are_shown() {
    let mut log: String = (1..=60).map(|step| format!("step {step} of the tour went on\n")).collect();
    log.push_str("the pump is broken: no pressure in pipe 7\n");
    log.push_str(&"walking on\n".repeat(20));
    log.push_str("bash: line 1:  4711 Aborted                 ./tour\n");
    let answer = support::answer(&[], log);
    for line in
        ["the pump is broken: no pressure in pipe 7", "bash: line 1:  4711 Aborted", "step 1 of the tour"]
    {
        assert!(answer.text.contains(line), "{line} is missing in {}", answer.text);
    }
    assert!(answer.text.contains("weir: FAILED 1 failed"), "{}", answer.text);
}
