//! Logs that begin late or end early: what their lines state of failures and totals is the result, and nothing beside it.

use weir::budget::Mode;

use crate::support::answer;
use crate::support::here::judged;

/// A part of a log, and how many failed and passed.
struct Part {
    what: &'static str,
    log: &'static str,
    failed: u64,
    passed: Option<u64>,
}

const PARTS: [Part; 21] = [
    Part {
        what: "a report of jest below no file's header",
        log: "  ● moor › holds\n\n    expect(received).toBe(expected)\n\n    Expected: 2\n    Received: 1\n\n      at Object.<anonymous> (moor.test.js:9:3)\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 4 passed, 5 total\n",
        failed: 1,
        passed: Some(4),
    },
    Part {
        what: "the same without totals",
        log: "  ● moor › holds\n\n    expect(received).toBe(expected)\n\n    Expected: 2\n    Received: 1\n\n      at Object.<anonymous> (moor.test.js:9:3)\n\n",
        failed: 1,
        passed: None,
    },
    Part {
        what: "the last of three failures of vitest",
        log: " FAIL  moor.test.ts > moor > holds\nAssertionError: no rope\n ❯ moor.test.ts:7:3\n      7|   rope()\n\n⎯⎯⎯⎯⎯⎯⎯⎯[3/3]⎯\n",
        failed: 3,
        passed: None,
    },
    Part {
        what: "two failures of vitest, the first without its heading",
        log: " ❯ knot src/moor.test.ts:12:5\n     12|   knot(rope)\n       |   ^\n\n⎯⎯⎯⎯⎯⎯⎯⎯[1/2]⎯\n\n FAIL  src/moor.test.ts > moor > holds\nAssertionError: no rope\n ❯ src/moor.test.ts:7:3\n      7|   rope()\n\n⎯⎯⎯⎯⎯⎯⎯⎯[2/2]⎯\n\n Test Files  1 failed (1)\n      Tests  2 failed | 3 passed (5)\n",
        failed: 2,
        passed: Some(3),
    },
    Part {
        what: "a suite of XCTest that began before the log does",
        log: "Test Case 'QuayTests.testHolds' started at 2024-03-02 10:00:01.000\nTest Case 'QuayTests.testHolds' passed (0.1 seconds)\nTest Suite 'QuayTests' passed at 2024-03-02 10:00:02.000\n\t Executed 4 tests, with 0 failures (0 unexpected) in 0.7 (0.7) seconds\nTest Suite 'RopeTests' started at 2024-03-02 10:00:02.000\nTest Case 'RopeTests.testKnot' started at 2024-03-02 10:00:02.000\n/q/RopeTests.swift:8: error: RopeTests.testKnot : XCTAssertTrue failed - \n",
        failed: 1,
        passed: Some(4),
    },
    Part {
        what: "a command that Atlantis ran",
        log: "exit status 3: running \"terraform fmt -check -diff\" in \"/quay/moor\": \nmain.tf\n--- old/main.tf\n+++ new/main.tf\n",
        failed: 1,
        passed: None,
    },
    Part {
        what: "totals of RSpec 1",
        log: "1)\n'Quay moors' FAILED\nexpected 1, got 2\n./quay_spec.rb:7:\n\nFinished in 0.013484 seconds\n\n2 examples, 1 failure\n",
        failed: 1,
        passed: Some(1),
    },
    Part {
        what: "an exception of flutter without the line that names its test",
        log: "00:03 +0: moors a barge\n══╡ EXCEPTION CAUGHT BY FLUTTER TEST FRAMEWORK ╞═══════════\nThe following TestFailure was thrown running a test:\nExpected: <2>\n  Actual: <3>\n",
        failed: 1,
        passed: None,
    },
    Part {
        what: "points of ExUnit below a seed",
        log: "Randomized with seed 4711\n....\n\n  1) test moors (Quay.PierTest)\n     test/pier_test.exs:22\n     Assertion with == failed\n     left:  1\n     right: 2\n\n..\n\nFinished in 0.7 seconds\n9 tests, 1 failure\n",
        failed: 1,
        passed: Some(8),
    },
    Part {
        what: "a report of RSpec that a second formatter repeats",
        log: "Failures:\n\n  1) Quay moors\n     Failure/Error: expect(1).to eq 2\n     # ./quay_spec.rb:13:in `block'\n\nFinished in 0.9 seconds\n3 examples, 1 failure\n\nFailed examples:\n\nrspec ./quay_spec.rb:5 # Quay moors\n\nFinished in 0.9 seconds\n3 examples, 1 failure\n\nFailed examples:\n\nrspec ./quay_spec.rb:5 # Quay moors\n",
        failed: 1,
        passed: Some(2),
    },
    Part {
        what: "classes of Surefire without its totals",
        log: " T E S T S\n-------------------\nRunning quay.MoorTest\nTests run: 4, Failures: 2, Errors: 0, Skipped: 0, Time elapsed: 0.1 sec <<< FAILURE!\nRunning quay.SinkTest\nTests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 sec\n",
        failed: 2,
        passed: Some(5),
    },
    Part {
        what: "totals of ScalaTest with the suites below them",
        log: "[info] Run completed in 2 minutes, 41 seconds.\n[info] Tests: succeeded 5, failed 1, canceled 0, ignored 0, pending 0\n[error] Failed: Total 6, Failed 1, Errors 0, Passed 5\n[error] Failed tests:\n[error]         quay.MoorSpec\n[error] (test:test) sbt.TestsFailedException: Tests unsuccessful\n",
        failed: 1,
        passed: Some(5),
    },
    Part {
        what: "totals of an old sbt whose task failed",
        log: "[info] Passed: : Total 9, Failed 0, Errors 0, Passed 9, Skipped 0\n[error] quay-core/test:test: Tests unsuccessful\n",
        failed: 1,
        passed: Some(9),
    },
    Part {
        what: "a panic of a test and what cargo and the CI say of it",
        log: "     Running tests/quay.rs (target/debug/deps/quay-b836)\n\nrunning 9 tests\n\nthread 'pier::moors' panicked at tests/quay.rs:4:9:\nassertion `left == right` failed\n  left: 2\n right: 4\n\nerror: test failed, to rerun pass `--test quay`\nError: Process completed with exit code 101.\n",
        failed: 1,
        passed: None,
    },
    Part {
        what: "tests of CTest that run where the log ends",
        log: "Test project /q/build\n      Start  1: keel\n      Start  2: mast\n 1/4 Test  #1: keel .............   Passed    0.03 sec\n      Start  3: sail\n 2/4 Test  #2: mast .............***Failed    0.03 sec\nno mast\n",
        failed: 1,
        passed: Some(1),
    },
    Part {
        what: "findings of eslint below a file's name",
        log: "quay.js\n  1:0   error  no rope  no-rope\n  1:0   error  no pier  no-pier\n  1:19  error  no mast  no-mast\n\n✖ 3 problems (3 errors, 0 warnings)\n",
        failed: 3,
        passed: Some(0),
    },
    Part {
        what: "what could not be installed for an error",
        log: "error[E0425]: cannot find function `rope` in this scope\n  --> src/main.rs:6:18\n   |\n6  |         rope();\n   |         ^^^^ not found in this scope\n\nerror: aborting due to previous error\n\nerror: Could not compile `quay`.\nwarning: build failed, waiting for other jobs to finish...\nerror: failed to compile `quay v0.0.1`, intermediate artifacts can be found at `/tmp/x`\n",
        failed: 1,
        passed: Some(0),
    },
    Part {
        what: "the number of errors below one of them",
        log: "Quay.cs(17,19): error CS0103: The name 'Rope' does not exist in the current context [/q/Quay.csproj]\n    0 Warning(s)\n    4 Error(s)\n",
        failed: 4,
        passed: None,
    },
    Part {
        what: "failed commands above the error that stopped them",
        log: "The following build commands failed:\n\tCompileSwift normal x86_64 /q/Moor.swift\n\tCompileSwift normal x86_64 /q/Quay.swift\n(2 failures)\n/q/Quay.swift:10:8: error: no such module 'Rope'\n",
        failed: 1,
        passed: Some(0),
    },
    Part {
        what: "terraform's errors without bars",
        log: "Error: Error applying plan:\n\n2 error(s) occurred:\n\n* quay_lb.a: 1 error(s) occurred:\n\n* quay_lb.a: no rope\n* quay_lb.b: 1 error(s) occurred:\n\n* quay_lb.b: no pier\n",
        failed: 2,
        passed: Some(0),
    },
    Part {
        what: "numbers of testthat below a result",
        log: " Failure ('test-quay.R:12:5'): moors\n Expected 0 successes and 1 failure.\n[ FAIL 1 | WARN 0 | SKIP 5 | PASS 12 ]\nError: ! Test failures. Execution halted\n",
        failed: 1,
        passed: Some(12),
    },
];

#[test]
fn the_numbers_of_a_part_are_those_that_it_states() {
    for Part { what, log, failed, passed } in PARTS {
        let answer = judged(log, Mode::Standard);
        assert_eq!(answer["verdict"], "failed", "{what}: {answer}");
        assert_eq!(answer["counts"]["failed"], failed, "{what}: {answer}");
        if passed.is_some() {
            assert_eq!(answer["counts"]["passed"].as_u64(), passed, "{what}: {answer}");
        }
    }
}

#[test]
fn names_that_the_failures_have_are_not_listed_again() {
    let mut report = "  0 passing (9ms)\n  5 failing\n\n".to_owned();
    for (number, title) in (1..).zip(["moors", "sails", "drifts", "docks", "turns"]) {
        report += &format!(
            "  {number}) quay\n       {title}:\n     ReferenceError: rope is not defined\n      at Context.<anonymous> (test/quay.js:{number}:5)\n      at processImmediate (internal/timers.js:456:21)\n\n"
        );
    }
    let listed = |last: &str| {
        let log = format!("  quay\n    4) docks\n    5) {last}\n\n\n{report}\n\nother words\n");
        answer(&["-m", "minimal"], log)
    };
    let mocha = listed("turns");
    assert!(mocha.verdict().contains("5 failed"), "{}", mocha.text);
    assert_eq!(mocha.text.matches("turns").count(), 1, "{}", mocha.text);
    assert_eq!(mocha.text.matches("docks").count(), 1, "{}", mocha.text);
    // As many are reported with their reasons as failed.
    assert!(!listed("swims").text.contains("5) swims"));
    let mut log = "Test project /q/build\n".to_owned();
    for number in 1..=4 {
        log += &format!(
            "    Start {number}: qa_{number}\n{number}/4 Test #{number}: qa_{number} ........***Failed    0.20 sec\n"
        );
    }
    log += "\n0% tests passed, 4 tests failed out of 4\n\nTotal Test time (real) =   0.80 sec\n\nThe following tests FAILED:\n";
    (1..=4).for_each(|number| log += &format!("\t  {number} - qa_{number} (Failed)\n"));
    log += "Errors while running CTest\n";
    let ctest = answer(&["-m", "minimal"], log);
    assert!(ctest.verdict().contains("4 failed"), "{}", ctest.text);
    assert!(
        !ctest.text.contains("following tests") && !ctest.text.contains("Errors while"),
        "{}",
        ctest.text
    );
}

#[test]
fn a_tool_and_its_numbers_are_called_what_they_are() {
    let script =
        "Error in sprintf(\"%s %s\", rope) : too few arguments\nCalls: moor -> sprintf\nExecution halted\n";
    assert_eq!(answer(&[], script).verdict(), "FAILED 1 error (r)");
    let none = "Error in `test_dir()`:\n! No test files found\nExecution halted\n";
    assert_eq!(answer(&[], none).verdict(), "FAILED 1 error (testthat)");
    // A run of testthat keeps its name, before R gives up and after a script did.
    let run = "[ FAIL 1 | WARN 0 | SKIP 0 | PASS 2 ]\n\n══ Failed tests ══════\n── Failure ('test-quay.R:3:5'): moors ──\n1 is not 2\n\n[ FAIL 1 | WARN 0 | SKIP 0 | PASS 2 ]\nError: Test failures\nExecution halted\n";
    assert!(answer(&[], run).verdict().contains("(testthat"));
    assert!(answer(&[], format!("{script}{run}")).verdict().contains("testthat"));
    let mut log = "Analyzing quay...\n\n".to_owned();
    for line in 1..=9 {
        log += &format!("   info \u{2022} Missing comma \u{2022} lib/quay.dart:{line}:8 \u{2022} commas\n");
    }
    log += "  error \u{2022} No rope \u{2022} lib/quay.dart:14:9 \u{2022} undefined_rope\nwarning \u{2022} Unused \u{2022} lib/quay.dart:1:8 \u{2022} unused\n\n11 issues found. (ran in 2.1s)\n";
    let dart = answer(&[], log);
    assert!(dart.verdict().contains("1 error, 1 warning"), "{}", dart.text);
}
