//! Failures beside, inside and after runs that passed: of wrappers, of other processes, of tools that run others.

use crate::support::answer;
use crate::support::here::judged;
use weir::budget::Mode;

const JEST: &str = "PASS src/moor.test.ts\n\nTest Suites: 1 passed, 1 total\nTests:       5 passed, 5 total\nSnapshots:   0 total\nTime:        0.9 s\nRan all test suites.\n";
const VITEST: &str = " RUN  v3.2.4 /home/user/tide\n\n \u{2713} src/moor.test.ts (4 tests) 12ms\n \u{2713} src/rope.test.ts (3 tests) 21ms\n\n Test Files  2 passed (2)\n      Tests  7 passed (7)\n   Start at  10:00:00\n   Duration  1.20s\n";
const FAILED_JEST: &str = "FAIL src/rope.test.ts\n  Rope\n    \u{2713} holds (2 ms)\n    \u{2715} tears (3 ms)\n\n  \u{25cf} Rope \u{203a} tears\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: false\n    Received: true\n\n      at Object.<anonymous> (src/rope.test.ts:11:21)\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 passed, 2 total\nSnapshots:   0 total\nTime:        0.9 s\nRan all test suites.\n";
const GO: &str =
    "=== RUN   TestMoors\n--- PASS: TestMoors (0.00s)\nPASS\nok  \texample.com/tide/moor\t0.004s\n";

/// Each line after a prefix.
fn after(prefix: &str, log: &str) -> String {
    log.lines().map(|line| format!("{prefix}{line}\n")).collect()
}

/// The log with a line of another process after its second one.
fn with(log: &str, line: &str) -> String {
    let mut lines: Vec<&str> = log.lines().collect();
    lines.insert(2, line);
    lines.join("\n") + "\n"
}

fn verdict(log: &str) -> String {
    judged(log, Mode::Standard)["verdict"].as_str().unwrap().to_owned()
}

#[track_caller]
fn assert_unknown(log: &str, printed: &str) {
    let answer = answer::answer(&[], log);
    assert!(answer.text.contains("weir: UNKNOWN") && answer.code == 3, "{log}\n{}", answer.text);
    assert!(answer.text.contains(printed), "{printed}\n{}", answer.text);
}

#[test]
fn an_exit_status_after_a_run_that_passed_keeps_it_from_being_called_passed() {
    for status in
        ["Exit code: 1", "EXIT=2", "<exit_code>1</exit_code>", "Process exited with status 1", "rc=1"]
    {
        assert_unknown(&format!("{JEST}{status}\n"), status);
        assert_unknown(&format!("{VITEST}\n{status}\nbye\n"), status);
    }
    for status in
        ["Exit code: 0", "EXIT=0", "<exit_code>0</exit_code>", "Process exited with status 0", "rc=0"]
    {
        assert_eq!(verdict(&format!("{JEST}{status}\n")), "passed", "{status}");
    }
    // A test prints it.
    let go = GO.replace("--- PASS", "Exit code: 1\n--- PASS");
    assert_eq!(verdict(&go), "passed");
}

#[test]
fn what_a_process_with_another_prefix_says_is_no_output_of_the_run() {
    let finding = "./tide/moor.py:3:80: E501 line too long (91 > 79 characters)";
    for (own, other) in
        [("[0] ", "[1] "), ("api:test: ", "py:lint: "), ("packages/a test: ", "packages/b lint: ")]
    {
        let passes = after(own, VITEST);
        assert_eq!(verdict(&passes), "passed", "{own}");
        let log = with(&passes, &format!("{other}{finding}"));
        assert_eq!(verdict(&log), "failed", "{log}");
        assert!(answer::answer(&[], log).text.contains("E501"), "{own}");
    }
}

#[test]
fn runs_of_two_programs_after_their_names_are_both_read() {
    for (one, two) in [("api:test: ", "web:test: "), ("packages/api test: ", "packages/web test: ")] {
        for log in
            [after(one, VITEST) + &after(two, FAILED_JEST), after(one, FAILED_JEST) + &after(two, VITEST)]
        {
            let answer = judged(&log, Mode::Standard);
            let counts = &answer["counts"];
            assert_eq!((counts["failed"].as_u64(), counts["passed"].as_u64()), (Some(1), Some(8)), "{log}");
            assert!(answer["failures"][0]["id"].as_str().unwrap().contains("tears"), "{log}");
        }
    }
}

#[test]
fn a_tool_that_runs_others_says_amid_a_run_that_one_failed() {
    for printed in [
        "make: *** [Makefile:3: rope] Error 1\nmake: *** Waiting for unfinished jobs....",
        "FAILED: rope.o\ncc -c rope.c\nninja: build stopped: subcommand failed.",
        "ERROR: \"lint\" exited with 1.",
    ] {
        let last = printed.lines().last().unwrap();
        for log in [with(GO, printed), with(VITEST, printed)] {
            assert_unknown(&log, last);
        }
    }
    // What make says alone may be a test's, or a command failed there: no run goes on over it.
    assert_eq!(verdict(&with(GO, "make: *** [Makefile:3: rope] Error 1")), "unknown");
}

#[test]
fn a_failing_run_inside_of_a_passing_one_of_the_same_runner_is_noticed() {
    let head = "PHPUnit 11.5.2 by Sebastian Bergmann and contributors.\n\nRuntime:       PHP 8.3.1\n\n";
    let failing = format!(
        "{head}.F                                                                  2 / 2 (100%)\n\nTime: 00:00.012, Memory: 8.00 MB\n\nThere was 1 failure:\n\n1) TideTest::test_tears\nFailed asserting that false is true.\n\n/home/user/tide/TideTest.php:14\n\nFAILURES!\nTests: 2, Assertions: 2, Failures: 1.\n"
    );
    let log = format!(
        "{head}{failing}..                                                                  2 / 2 (100%)\n\nTime: 00:00.012, Memory: 8.00 MB\n\nOK (2 tests, 2 assertions)\n"
    );
    assert_ne!(verdict(&log), "passed");
}

#[test]
fn a_record_that_tells_of_a_bad_end_is_heard() {
    let records: String = VITEST.lines().map(|line| format!("{{\"log\":\"{line}\\n\"}}\n")).collect();
    assert_eq!(verdict(&records), "passed");
    for last in ["{\"event\":\"exit\",\"exit_code\":1}", "{\"log\":\"\",\"status\":\"failed\"}"] {
        assert_ne!(verdict(&format!("{records}{last}\n")), "passed", "{last}");
    }
    assert_eq!(verdict(&format!("{records}{{\"event\":\"exit\",\"exit_code\":0}}\n")), "passed");
    // Documents are taken apart before lines are judged.
    let passes = |document: &str| answer::answer(&[], document).text.contains("weir: PASSED");
    let log = JEST.replace('\n', "\\n");
    for member in ["\"interrupted\":true", "\"buildResult\":\"FAILURE\"", "\"terminationReason\":\"timeout\""]
    {
        assert!(!passes(&format!("{{\"output\":\"{log}\",{member}}}")), "{member}");
    }
    assert!(passes(&format!("{{\"output\":\"{log}\",\"interrupted\":false}}")));
    let texts = format!(
        "{{\"content\":[{{\"type\":\"text\",\"text\":\"{log}\"}},{{\"type\":\"text\",\"text\":\"Exit code: 1\"}}]}}"
    );
    assert!(!passes(&texts));
}

#[test]
fn a_full_disk_and_a_registry_that_refuses_are_signs() {
    for printed in [
        "write /home/user/layer: no space left on device",
        "unauthorized: authentication required",
        "toomanyrequests: You have reached your pull rate limit.",
        "manifest unknown: manifest tagged by \"tide\" is not found",
    ] {
        assert_unknown(&format!("{JEST}{printed}\n"), printed);
    }
}

#[test]
fn a_second_run_whose_verdict_is_cut_off_is_not_over() {
    let rule = "-".repeat(70);
    for second in [
        format!("...F\n{rule}\nRan 4 tests in 0.001s\n"),
        "\nTide\n  rises\n  falls\n\nFinished in 0.00211 seconds (files took 0.1 seconds to load)\n"
            .to_owned(),
    ] {
        assert_eq!(verdict(&format!("{JEST}{second}")), "incomplete", "{second}");
    }
    let module = |class: &str| {
        let sum = "Tests run: 3, Failures: 0, Errors: 0, Skipped: 0";
        format!(
            "[INFO] Running {class}\n[INFO] {sum}, Time elapsed: 0.1 s -- in {class}\n[INFO] Results:\n[INFO] {sum}\n"
        )
    };
    let both = module("dev.tide.MoorTest") + &module("dev.tide.RopeTest");
    assert_eq!(verdict(&both), "passed");
    let (cut, _) = both.split_once("[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in dev.tide.Rope").unwrap();
    assert_ne!(verdict(cut), "passed");
    // Other tools end with such a line.
    assert_eq!(verdict(&format!("{JEST}Finished in 3 seconds\n")), "passed");
}

#[test]
fn a_job_of_gitlab_that_succeeded_printed_its_errors_as_output() {
    let job = |end: &str| {
        format!("ERROR: the tide is late\n{JEST}section_end:1778747660:step_script\r\u{1b}[0K{end}\n")
    };
    assert_eq!(verdict(&job("Job succeeded")), "passed");
    assert_eq!(verdict(&job("Job succeeded\nERROR: the rope tears")), "unknown");
    assert_eq!(verdict(&format!("ERROR: the tide is late\n{JEST}Job succeeded\n")), "unknown");
}
