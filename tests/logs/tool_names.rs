//! Which tool an answer names, and the tools' own numbers as a check of what was found.

use std::fmt::Write as _;

use crate::support::answer;
use crate::support::here::judged;
use weir::budget::Mode;

fn standard(log: &str) -> String {
    answer(&[], log).text
}

/// The verdict of the answer.
fn verdict(log: &str) -> String {
    let text = standard(log);
    let line = text.lines().find(|line| {
        ["weir: FAILED", "weir: PASSED", "weir: UNKNOWN", "weir: INCOMPLETE"]
            .iter()
            .any(|verdict| line.starts_with(verdict))
    });
    line.unwrap_or(&text).to_owned()
}

#[test]
fn a_package_of_swift_is_built_by_swift_and_a_project_by_xcodebuild() {
    let package = "Building for debugging...\n/quay/Sources/Moor.swift:1:8: error: no such module 'Rope'\n 1 | import Rope\nerror: emit-module command failed with exit code 1 (use -v to see invocation)\nerror: fatalError\n";
    assert_eq!(verdict(package), "weir: FAILED 1 error (swift)");
    let recipe = format!("{package}error: Recipe `moor` failed on line 3 with exit code 1\n");
    assert_eq!(verdict(&recipe), "weir: FAILED 1 error (swift)");
    let project = "Command line invocation:\n    /usr/bin/xcodebuild build\n\n/quay/Sources/Moor.swift:1:8: error: no such module 'Rope'\n** BUILD FAILED **\n";
    assert_eq!(verdict(project), "weir: FAILED 1 error (xcodebuild)");
}

#[test]
fn cmake_and_ninja_are_not_called_make() {
    let cmake = "-- Detecting C compiler\nCMake Error at quay/CMakeLists.txt:5 (add_subdirectory):\n  The source \"pier\" is no directory.\n\n-- Configuring incomplete, errors occurred!\n";
    assert_eq!(verdict(cmake), "weir: FAILED 1 error (cmake)");
    assert_eq!(
        verdict(&format!("{cmake}make: *** [Makefile:3: configure] Error 1\n")),
        "weir: FAILED 1 error (cmake)"
    );
    let mut ninja = String::from(
        "[1/400 0.0s] Linking quay\nFAILED: lib/libquay.a \nar qc lib/libquay.a moor.o\nar: no room on board\n",
    );
    for number in 2..90 {
        let _ = writeln!(ninja, "[{number}/400 0.{number}s] Building C object quay/x{number}.o");
    }
    ninja.push_str("ninja: build stopped: subcommand failed.\n");
    let text = standard(&ninja);
    assert!(
        text.starts_with("FAILED: lib/libquay.a\nar qc lib/libquay.a moor.o\nar: no room on board\nweir: FAILED 1 error (ninja)\nweir: 3 of 93 lines shown"),
        "{text}"
    );
    assert_eq!(verdict("make: *** No rule to make target 'moor'.  Stop.\n"), "weir: FAILED 1 error (make)");
}

#[test]
fn the_command_that_bazel_says_failed_is_shown_above_what_it_printed() {
    let log = format!(
        "INFO: Found 1 target...\nERROR: /quay/BUILD:24:14: Compiling moor.cc failed: (Exit 1): gcc failed: error executing command (from target //quay:moor)\nquay/moor.cc:3:5: error: 'rope' was not declared in this scope\n    3 |     rope();\n      |     ^~~~\n{}Target //quay:moor failed to build\nFAILED: Build did NOT complete successfully\n",
        "INFO: the tide is high\n".repeat(60)
    );
    let text = standard(&log);
    assert!(text.contains("ERROR: /quay/BUILD:24:14: Compiling moor.cc failed"), "{text}");
    assert!(text.contains("weir: FAILED 1 error (gcc)"), "{text}");
}

#[test]
fn a_test_case_of_catch2_fails_once_whatever_number_of_its_assertions_failed() {
    let log = "RNG seed: 7\nquay.cpp:15: failed: 1 == 2\nquay.cpp:17: failed: moored\nquay.cpp:40: failed: afloat\ntest cases:  9 |  7 passed | 2 failed\nassertions: 30 | 27 passed | 3 failed\n";
    let found = judged(log, Mode::Standard);
    assert_eq!((&found["counts"]["failed"], &found["counts"]["passed"]), (&2.into(), &7.into()), "{found}");
    let text = standard(log);
    for assertion in ["quay.cpp:15: failed", "quay.cpp:17: failed", "quay.cpp:40: failed"] {
        assert!(text.contains(assertion), "{text}");
    }
    assert!(!text.contains("runner says"), "{text}");
}

#[test]
fn sbts_number_of_errors_counts_what_has_no_place() {
    let error =
        "[error] /quay/Moor.scala:5:25: Unused import\n[error] import quay.Rope\n[error]             ^\n";
    let log = format!(
        "{error}[error] No warnings can be incurred under -Werror.\n[error] two errors found\n[error] (Compile / compileIncremental) Compilation failed\n"
    );
    assert_eq!(verdict(&log), "weir: FAILED 2 errors (sbt)");
    assert!(verdict(&format!("{error}[error] three errors found\n")).contains("3 errors"), "{error}");
    assert_eq!(verdict(&format!("{error}[error] one error found\n")), "weir: FAILED 1 error (sbt)");
}

#[test]
fn the_rows_of_cypress_table_are_the_check_of_its_last_one() {
    let row = |failed: &str| {
        format!(
            "\n  (Run Starting)\n\n  (Run Finished)\n\n  │ ✔  cart.cy.js    00:01   3   2   -   1   - │\n  │ ✖  tax.cy.js     00:01   4   1   2   -   1 │\n    ✖  1 of 2 failed (50%)   00:01   7   3   {failed}   1   1\n"
        )
    };
    for failed in ["2", "1"] {
        let found = judged(&row(failed), Mode::Standard);
        assert_eq!(found["counts"]["failed"], 2, "{failed}: {found}");
    }
    let cut = row("2").lines().take(7).collect::<Vec<_>>().join("\n");
    assert_eq!(judged(&cut, Mode::Standard)["counts"]["failed"], 2, "{cut}");
}

#[test]
fn tenths_of_a_minute_are_no_seconds() {
    let log = |time: &str| {
        format!(
            "Running 2 tests using 1 worker\n\n  ✓  1 quay.spec.ts:3:1 › moors (1.0s)\n  ✓  2 quay.spec.ts:7:1 › sails (1.0s)\n\n  2 passed ({time})\n"
        )
    };
    assert!(verdict(&log("1.1m")).contains("2 passed (playwright)"), "{}", verdict(&log("1.1m")));
    assert!(verdict(&log("7.1s")).contains("2 passed in 7.1 s"), "{}", verdict(&log("7.1s")));
}

#[test]
fn azures_verdict_on_a_step_names_the_step_that_it_ends() {
    let line = |text: &str| format!("2026-03-10T09:41:58.2620695Z {text}\n");
    let begin = line("##[section]Starting: Checkout");
    let end = line("the quay is full") + &line("##[error]Bash exited with code '1'.");
    let found = judged(&format!("{begin}{end}{}", line("##[section]Finishing: Moor")), Mode::Standard);
    assert_eq!(found["failures"][0]["id"], "Moor: Bash exited with code '1'.", "{found}");
    assert_eq!(found["failures"][0]["message"], "the quay is full", "{found}");
    let found = judged(&format!("{begin}{end}"), Mode::Standard);
    assert_eq!(found["failures"][0]["id"], "Bash exited with code '1'.", "{found}");
}

#[test]
fn what_dies_after_a_run_that_passed_fails_it() {
    let passed =
        "running 1 test from ./quay_test.ts\nmoors ... ok (1ms)\n\nok | 1 passed | 0 failed (12ms)\n\n";
    let died = "error: Uncaught (in promise) Error: no rope\n    at file:///srv/quay.ts:1:7\n";
    assert!(verdict(&format!("{passed}Task sail deno run sail.ts\n{died}")).contains("FAILED 1 failed"));
    let passed = "PASS src/quay.test.ts\n\nTest Suites: 1 passed, 1 total\nTests:       5 passed, 5 total\nSnapshots:   0 total\nTime:        0.9 s\nRan all test suites.\n";
    let record = "no rope\nNativeCommandExitException: C:\\quay\\build.ps1:9\nLine |\n   9 |  npm run sail\n     |  ~~~~~~~~~~~~\n     | Program \"npm.ps1\" ended with non-zero exit code: 1 (0x00000001).\n";
    assert!(verdict(&format!("{passed}{record}")).contains("FAILED 1 failed"));
}

#[test]
fn a_build_that_says_that_it_went_well_takes_nothing_from_the_tests_before_it() {
    let log = "PASS src/quay.test.ts\n\nTest Suites: 1 passed, 1 total\nTests:       5 passed, 5 total\nSnapshots:   0 total\nTime:        0.9 s\nRan all test suites.\n#9 exporting to image\n#9 naming to docker.io/library/quay done\n#9 DONE 0.1s\n";
    let found = judged(log, Mode::Standard);
    assert_eq!((&found["verdict"], &found["counts"]["passed"]), (&"passed".into(), &5.into()), "{found}");
}
