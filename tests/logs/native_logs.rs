//! Logs of native test frameworks, of the tools that run them, of .NET, and of processes that died, through the binary:
//! the verdict and every failure of each log of `testdata`. A log that is missing here is an error, too.

use crate::support::{json, tellings};

/// The folders that this test holds.
const FOLDERS: [&str; 30] = [
    "automake",
    "autotest",
    "bazel",
    "catch2",
    "check",
    "clojure-test",
    "cmake",
    "cmocka",
    "cppunit",
    "cpputest",
    "ctest",
    "cunit",
    "dejagnu",
    "doctest",
    "dotnet-test",
    "esbuild",
    "forge-build",
    "forge-test",
    "googletest",
    "lit",
    "msbuild",
    "newman",
    "process",
    "qttest",
    "rollup",
    "sphinx",
    "svelte-check",
    "terraform-test",
    "vite",
    "webpack",
];

#[test]
fn every_log_tells_its_verdict_and_its_failures() {
    tellings::hold(&FOLDERS, "native-logs.expected", |log| json(&[], log).0);
}

#[test]
fn around_a_crash_of_which_nobody_knows_the_run_its_surroundings_are_shown() {
    let mut log: String = (1..=60).map(|step| format!("step {step} of the tour went on\n")).collect();
    log.push_str("the pump is broken: no pressure in pipe 7\n");
    log.push_str(&"walking on\n".repeat(20));
    log.push_str("bash: line 1:  4711 Aborted                 ./tour\n");
    let answer = crate::support::answer(&[], log);
    for line in
        ["the pump is broken: no pressure in pipe 7", "bash: line 1:  4711 Aborted", "step 1 of the tour"]
    {
        assert!(answer.text.contains(line), "{line} is missing in {}", answer.text);
    }
    assert!(answer.text.contains("weir: FAILED 1 error (crash)"), "{}", answer.text);
}
