//! A runner whose lines a build tool prefixes, because the build runs it: the same failures, reported by the same runner.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::support::here::Bytes;
use weir::filter;
use weir::settings::{AnswerFormat, Settings};

fn answer(log: &str) -> serde_json::Value {
    let settings = Settings { format: AnswerFormat::Json, ..Settings::default() };
    let mut out = Vec::new();
    filter::run(&settings, &mut Bytes(log.as_bytes()), &[] as &[PathBuf], &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

/// What jest prints of one test that failed, among many that passed.
fn jest() -> String {
    let mut log = String::from("\n> quay@1.0.0 test\n> jest\n\n");
    for number in 0..60 {
        let _ = writeln!(log, "PASS src/pier{number}.test.js");
    }
    log.push_str(
        "FAIL src/quay.test.js\n  \u{25cf} quay \u{203a} moors a barge\n\n    expect(received).toBe(expected) // Object.is equality\n\n    \
         Expected: 3\n    Received: 2\n\n      at Object.<anonymous> (src/quay.test.js:7:9)\n\n\
         Test Suites: 1 failed, 60 passed, 61 total\nTests:       1 failed, 60 passed, 61 total\nSnapshots:   0 total\nTime:        1.2 s\n",
    );
    log
}

fn after(log: &str, prefix: &str) -> String {
    log.lines().map(|line| format!("{prefix}{line}\n")).collect()
}

fn maven(inner: &str, reason: &str) -> String {
    let ruler = format!("[INFO] {}\n", "-".repeat(72));
    format!(
        "[INFO] Scanning for projects...\n[INFO] \n[INFO] -----------< a.quay:quay >-----------\n[INFO] Building quay 1.0\n\
         [INFO] \n[INFO] --- resources:3.3.1:resources (default-resources) @ quay ---\n[INFO] Copying 1 resource\n[INFO] \n\
         {inner}{ruler}[INFO] BUILD FAILURE\n{ruler}[INFO] Total time:  3.4 s\n{ruler}\
         [ERROR] Failed to execute goal {reason} -> [Help 1]\n"
    )
}

#[track_caller]
fn only_jests_failure(log: &str) {
    let answer = answer(log);
    let failures = answer["failures"].as_array().unwrap();
    assert_eq!(failures.len(), 1, "{answer:#}");
    assert_eq!(failures[0]["id"], "src/quay.test.js \u{203a} quay \u{203a} moors a barge", "{answer:#}");
    assert_eq!(failures[0]["runner"], "jest");
    assert!(failures[0]["detail"].to_string().contains("Received: 2"), "{answer:#}");
    assert_eq!(answer["verdict"], "failed");
}

#[test]
fn what_mavens_plugin_for_front_ends_runs_is_read() {
    let inner = format!(
        "[INFO] --- frontend:1.15.0:npm (npm test) @ quay ---\n[INFO] Running 'npm test' in /build/quay\n{}",
        after(&jest(), "[INFO] ")
    );
    let reason = "com.github.eirslett:frontend-maven-plugin:1.15.0:npm (npm test) on project quay: Failed to run task: 'npm test' failed. \
         org.apache.commons.exec.ExecuteException: Process exited with an error: 1 (Exit value: 1)";
    only_jests_failure(&maven(&inner, reason));
}

#[test]
fn what_a_test_logs_in_mavens_style_hides_no_failure_of_its_run() {
    let inner = "[INFO] --- surefire:3.2.5:test (default-test) @ quay ---\n[INFO] \n[INFO] -------------------------------------------------------\n\
                 [INFO]  T E S T S\n[INFO] -------------------------------------------------------\n[INFO] Running a.QuayTest\n\
                 [INFO] Running 'migration' in /build/quay\n\
                 [ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in a.QuayTest\n\
                 [ERROR] a.QuayTest.moors -- Time elapsed: 0.1 s <<< FAILURE!\norg.opentest4j.AssertionFailedError: no rope\n\n\
                 [INFO] \n[INFO] Results:\n[INFO] \n[ERROR] Failures: \n[ERROR]   QuayTest.moors:7 no rope\n[INFO] \n\
                 [ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n[INFO] \n";
    let reason = "org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project quay: There are test failures.";
    let answer = answer(&maven(inner, reason));
    let failures = answer["failures"].as_array().unwrap();
    assert_eq!((failures.len(), &failures[0]["runner"]), (1, &serde_json::json!("maven")), "{answer:#}");
    assert_eq!(answer["counts"]["total"], 2, "{answer:#}");
}

/// A source that gives a line at a time, as a slow program does.
struct Lines<'a>(&'a [u8]);

impl weir::source::Source for Lines<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<weir::source::Got> {
        let end = self.0.split_inclusive(|byte| *byte == b'\n').next().map_or(0, <[u8]>::len);
        let (now, later) = self.0.split_at(end);
        buffer[..end].copy_from_slice(now);
        self.0 = later;
        Ok(if end == 0 { weir::source::Got::End } else { weir::source::Got::Bytes(end) })
    }
}

#[test]
fn a_label_is_believed_alike_however_its_lines_come() {
    // After more lines than the beginning of an answer has room for, empty ones are counted together.
    let head = "the tide turns\n".repeat(6000);
    let run = after(
        "running 1 test\ntest moors ... FAILED\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n",
        "unit: ",
    );
    for between in ["", "\n", "\n\n\n\n\n\n", "other\n", "unit:\n"] {
        let log = format!("{head}unit:\nunit: a\nunit: b\n{between}unit: c\nunit:\n{run}");
        let settings = Settings::default();
        let (mut whole, mut lines) = (Vec::new(), Vec::new());
        filter::run(&settings, &mut Bytes(log.as_bytes()), &[] as &[PathBuf], &mut whole).unwrap();
        filter::run(&settings, &mut Lines(log.as_bytes()), &[] as &[PathBuf], &mut lines).unwrap();
        assert!(whole == lines, "{between:?}");
    }
}

#[test]
fn what_mavens_task_of_ant_runs_is_read() {
    let inner = format!(
        "[INFO] --- antrun:3.1.0:run (test) @ quay ---\n[INFO] Executing tasks\n{}",
        after(&jest(), "[INFO]      [exec] ")
    );
    let reason = "org.apache.maven.plugins:maven-antrun-plugin:3.1.0:run (test) on project quay: An Ant BuildException has occurred: \
         exec returned: 1";
    only_jests_failure(&maven(&inner, reason));
}

#[test]
fn what_ant_runs_is_read() {
    let log = format!(
        "Buildfile: /build/quay/build.xml\n\ntest:\n{}\nBUILD FAILED\n/build/quay/build.xml:17: exec returned: 1\n\n\
         Total time: 3 seconds\n",
        after(&jest(), "     [exec] ")
    );
    only_jests_failure(&log);
}

#[test]
fn what_a_tool_that_nobody_knows_runs_is_read_after_its_label() {
    for label in ["unit: ", "     +test | ", "null_resource.quay (local-exec): ", "Step #1 - \"unit\": "] {
        let head = "checking out the harbour\n";
        only_jests_failure(&format!("{head}{}", after(&jest(), label)));
    }
}

#[test]
fn failures_before_a_label_is_believed_are_shown_beside_the_others() {
    let mut inner =
        String::from("FAIL src/early.test.js\n  \u{25cf} quay \u{203a} sinks at once\n\n    no\n\n");
    inner.push_str(&jest().replace("1 failed, 60 passed", "2 failed, 60 passed"));
    let log = after(&inner, "unit: ");
    let answer = answer(&log).to_string();
    assert!(answer.contains("sinks at once") && answer.contains("moors a barge"), "{answer}");
}

#[test]
fn a_program_that_says_nothing_of_its_failure_leaves_it_to_the_build() {
    let quiet = "the tide turns\n".repeat(60);
    let inner = format!(
        "[INFO] --- frontend:1.15.0:npm (npm test) @ quay ---\n[INFO] Running 'npm test' in /build/quay\n{}",
        after(&quiet, "[INFO] ")
    );
    let reason = "com.github.eirslett:frontend-maven-plugin:1.15.0:npm (npm test) on project quay: Failed to run task: 'npm test' failed.";
    let ant = format!(
        "Buildfile: build.xml\n\ntest:\n{}\nBUILD FAILED\n/build/build.xml:17: exec returned: 1\n",
        after(&quiet, "     [exec] ")
    );
    for (log, printed) in [(maven(&inner, reason), "Failed to run task"), (ant, "exec returned: 1")] {
        let answer = answer(&log);
        let failures = answer["failures"].as_array().unwrap();
        assert_eq!(failures.len(), 1, "{answer:#}");
        assert!(failures[0].to_string().contains(printed), "{answer:#}");
        assert_eq!(answer["verdict"], "failed");
    }
}

#[test]
fn service_messages_below_a_runners_header_tell_its_failures_once() {
    let message = |words: &str| format!("\n##teamcity[{words} flowId='7']\n");
    let log = [
        "PHPUnit 10.5.3 by Sebastian Bergmann and contributors.\n".to_owned(),
        message("testCount count='2'"),
        message("testSuiteStarted name='QuayTest'"),
        message("testStarted name='testMoors'"),
        message("testFailed name='testMoors' message='The barge drifts' details=' /quay/QuayTest.php:7|n '"),
        message("testFinished name='testMoors' duration='1'"),
        message("testStarted name='testSails'"),
        message("testFinished name='testSails' duration='1'"),
        message("testSuiteFinished name='QuayTest'"),
        "Time: 00:00.012, Memory: 4.00 MB\n\nFAILURES!\nTests: 2, Assertions: 2, Failures: 1.\n".to_owned(),
    ];
    let answer = answer(&log.concat());
    assert_eq!(answer["failures"].as_array().map(Vec::len), Some(1), "{answer:#}");
    assert_eq!(answer["failures"][0]["message"], "The barge drifts");
    let counts = &answer["counts"];
    assert_eq!((&counts["failed"], &counts["passed"], &counts["total"]), (&1.into(), &1.into(), &2.into()));
}

#[test]
fn what_goes_wrong_elsewhere_in_gradles_build_leaves_the_tests_their_numbers() {
    let log = |task: &str| {
        format!(
            "> Task :quay:test FAILED\n\nQuayTest > moors() FAILED\n    java.lang.AssertionError: the barge drifts\n        \
             at org.quay.QuayTest.moors(QuayTest.java:14)\n\n3 tests completed, 1 failed\n{task}\n\
             FAILURE: Build completed with 2 failures.\n\n1: Task failed with an exception.\n-----------\n\
             * What went wrong:\nExecution failed for task ':quay:test'.\n> There were failing tests. See the report\n\n\
             2: Task failed with an exception.\n-----------\n* What went wrong:\n\
             Execution failed for task ':pier:test'.\n\
             > Process 'Gradle Test Executor 2' finished with non-zero exit value 137\n\nBUILD FAILED in 3s\n"
        )
    };
    for task in ["", "> Task :pier:test FAILED\n"] {
        let answer = answer(&log(task));
        assert_eq!(answer["failures"].as_array().map(Vec::len), Some(2), "{answer:#}");
        let counts = &answer["counts"];
        assert_eq!(
            (&counts["failed"], &counts["passed"], &counts["total"]),
            (&2.into(), &2.into(), &4.into())
        );
    }
}
