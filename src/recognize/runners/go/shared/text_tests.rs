//! What `go_test.rs` reads out of text.

use super::summary::summary;
use crate::recognize::kit::Driven;
use crate::recognize::runners::go::ginkgo::GoTest;

fn read(text: &str) -> Vec<String> {
    summary(&mut Driven::<GoTest>::default(), text)
}

/// A log of this repository, made by `testdata/go/make.sh`.
fn log(name: &str) -> Vec<String> {
    let path = format!("{}/testdata/go/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    read(&std::fs::read_to_string(path).unwrap())
}

#[test]
fn a_package_that_passed_is_a_section_of_its_own() {
    assert_eq!(
        read("ok  \ta.com/b\t0.01s\nok  \ta.com/c\t(cached)\n?   \ta.com/d\t[no test files]\n"),
        ["a.com/b Passed passed 0 skipped 0", "a.com/c Passed passed 0 skipped 0"]
    );
}

#[test]
fn failures_of_a_real_run_are_named_and_parents_only_with_text_of_their_own() {
    let failures = [
        "  TestLifts Test crane_test.go:9 crane_test.go:9: chain checked",
        "  TestSwings/right Test crane_test.go:16 crane_test.go:16: stuck at 40 degrees",
        "  TestSwings/over/pier Test crane_test.go:18 crane_test.go:18: hit the pier",
    ];
    for name in ["failures", "failures-verbose"] {
        let rows = log(name);
        let tide = if name == "failures" { "passed 0 skipped 0" } else { "passed 3 skipped 1" };
        assert_eq!(rows[0], format!("example.com/harbour/tide Passed {tide}"));
        assert_eq!(rows[2..5], failures);
        let mut names: Vec<&str> = rows[5..].iter().filter_map(|row| row.split_whitespace().next()).collect();
        names.sort_unstable();
        assert_eq!(names, ["ExampleHook", "TestGlued", "TestParentOwnText", "TestParentOwnText/child"]);
    }
}

#[test]
fn a_test_that_failed_in_one_of_several_runs_has_failed_once() {
    let rows = read(
        "=== RUN   TestA\n    a_test.go:3: boom\n--- FAIL: TestA (0.00s)\n=== RUN   TestA\n--- PASS: TestA (0.00s)\n\
         FAIL\nFAIL\ta.com/b\t0.01s\n",
    );
    assert_eq!(rows, ["a.com/b Failed passed 0 skipped 0", "  TestA Test a_test.go:3 a_test.go:3: boom"]);
}

#[test]
fn a_panic_belongs_to_the_test_that_is_reported_above_it() {
    let rows = log("panic");
    assert_eq!(
        rows[..3],
        [
            "example.com/harbour/berth Failed passed 0 skipped 0",
            "  TestMoors Test berth_test.go:8 berth_test.go:8: before the end",
            "  TestPanics Test berth_test.go:12 berth_test.go:12: about to moor",
        ]
    );
    assert_eq!(rows.len(), 4);
}

#[test]
fn a_panic_in_a_goroutine_is_named_by_its_frames_or_by_the_running_test() {
    let row = |name: &str| {
        format!("  {name} Crash /home/user/harbour/deadlock/deadlock_test.go:7 panic: off the rails")
    };
    assert_eq!(log("goroutine-panic")[1..], [row("TestWaits")]);
    assert_eq!(log("goroutine-panic-verbose")[1..], [row("TestWaits/x")]);
}

#[test]
fn a_timeout_is_a_failure_of_the_tests_that_were_running() {
    let row =
        "  TestForever Timeout /home/user/harbour/slow/slow_test.go:10 panic: test timed out after 300ms";
    assert_eq!(log("timeout")[1..], [row]);
    assert_eq!(log("timeout-verbose")[1..], [row]);
    let rows = read(
        "panic: test timed out after 1s\n\trunning tests:\n\t\tTestA/b (1s)\n\t\tTestC (0.5s)\n\n\
         goroutine 5 [running]:\ntesting.(*M).startAlarm.func1()\n\t/go/src/testing/testing.go:1 +0x8e\n\
         FAIL\ta.com/b\t1.01s\n",
    );
    assert_eq!(
        rows,
        [
            "a.com/b Failed passed 0 skipped 0",
            "  TestA/b Timeout  panic: test timed out after 1s",
            "  TestC Timeout"
        ]
    );
}

#[test]
fn a_package_that_leaves_is_a_failure_and_with_verbose_its_running_test_is() {
    assert_eq!(
        log("exit")[..2],
        [
            "example.com/harbour/exits Failed passed 0 skipped 0",
            // The first package's output came before anything was recognised.
            "  example.com/harbour/exits Crash"
        ]
    );
    assert_eq!(
        log("exit-verbose")[..2],
        [
            "example.com/harbour/exits Failed passed 1 skipped 0",
            "  TestLeaves Unfinished  leaving the harbour"
        ]
    );
}

#[test]
fn a_package_that_dies_after_failed_tests_is_a_failure_too() {
    let rows = read("--- FAIL: TestA (0.00s)\n    a_test.go:3: boom\nbye\nFAIL\ta.com/b\t0.01s\n");
    assert_eq!(
        rows,
        [
            "a.com/b Failed passed 0 skipped 0",
            "  TestA Test a_test.go:3 a_test.go:3: boom",
            "  a.com/b Crash  bye"
        ]
    );
}

#[test]
fn what_looked_like_a_crash_is_reported_with_its_test_when_that_begins_again() {
    let rows = read(
        "=== RUN   TestA\n=== RUN   TestA/b\nfatal error: no luck\n=== RUN   TestA/b\n    a_test.go:3: boom\n\
         --- FAIL: TestA (0.07s)\n    --- FAIL: TestA/b (0.00s)\nFAIL\nFAIL\ta.com/b\t0.01s\n",
    );
    assert_eq!(rows[1..], ["  TestA/b Test a_test.go:3 fatal error: no luck"]);
}

#[test]
fn a_race_after_which_the_log_ends_is_a_failure() {
    let rows = read(
        "ok  \ta.com/b\t(cached)\n==================\nWARNING: DATA RACE\nRead at 0x00c000 by goroutine 8:\n",
    );
    assert!(rows.iter().any(|row| row.contains("WARNING: DATA RACE Crash")), "{rows:?}");
}

#[test]
fn a_race_belongs_to_the_test_that_is_reported_below_it() {
    assert_eq!(
        log("race")[1..],
        ["  TestCounter Test /home/user/harbour/race/race_test.go:7 WARNING: DATA RACE"]
    );
}

#[test]
fn a_fuzz_tests_failing_input_is_the_same_failure() {
    assert_eq!(log("fuzz")[1..], ["  FuzzAnchor Test fuzzed_test.go:9 fuzzed_test.go:9: too long: 4"]);
}

#[test]
fn a_passing_test_that_imitates_failures_has_passed() {
    assert_eq!(log("pass-verbose")[1..], ["example.com/harbour/hostile Passed passed 3 skipped 0"]);
}

#[test]
fn a_success_forged_after_failures_does_not_end_the_package() {
    let expected = [
        "example.com/harbour/hostile Failed passed 2 skipped 0",
        "  TestReal Test hostile_test.go:22 hostile_test.go:22: a real failure",
    ];
    assert_eq!(log("hostile-verbose"), expected);
    let forged = read(
        "--- FAIL: TestA (0.00s)\n    a_test.go:3: boom\nFAIL\nPASS\nok  \ta.com/x\t0.01s\nFAIL\ta.com/b\t0.01s\n",
    );
    assert_eq!(forged, ["a.com/b Failed passed 0 skipped 0", "  TestA Test a_test.go:3 a_test.go:3: boom"]);
}

#[test]
fn no_beginning_of_a_failing_package_has_passed() {
    let path = format!("{}/testdata/go/hostile-verbose.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for count in 1..lines.len() {
        let rows = read(&lines[..count].join("\n"));
        assert!(!rows.iter().any(|row| row.contains(" Passed ")), "{count}: {rows:?}");
    }
}

#[test]
fn a_closing_line_printed_by_a_running_test_is_output() {
    let rows = read(
        "=== RUN   TestA\nFAIL\ta.com/pretend\t0.01s\n--- PASS: TestA (0.00s)\nPASS\nok  \ta.com/b\t0.01s\n",
    );
    assert_eq!(rows, ["a.com/b Passed passed 1 skipped 0"]);
}

#[test]
fn a_closing_line_while_a_test_runs_is_believed_when_another_package_follows() {
    let rows = read(
        "=== RUN   TestA\nbye\nFAIL\ta.com/b\t0.01s\n=== RUN   TestB\n--- PASS: TestB (0.00s)\nPASS\nok  \ta.com/c\t0.01s\n",
    );
    assert_eq!(
        rows,
        ["a.com/b Failed passed 0 skipped 0", "  TestA Unfinished  bye", "a.com/c Passed passed 1 skipped 0"]
    );
}

#[test]
fn texts_of_parallel_tests_go_to_the_test_that_is_named() {
    let rows = read(
        "=== RUN   TestA\n=== PAUSE TestA\n=== RUN   TestB\n=== PAUSE TestB\n=== CONT  TestA\n=== CONT  TestB\n\
         \u{20}   b_test.go:1: of b\n=== NAME  TestA\n    a_test.go:2: of a\n--- FAIL: TestA (0.00s)\n\
         --- FAIL: TestB (0.00s)\nFAIL\nFAIL\ta.com/b\t0.01s\n",
    );
    assert_eq!(
        rows[1..],
        ["  TestA Test a_test.go:2 a_test.go:2: of a", "  TestB Test b_test.go:1 b_test.go:1: of b"]
    );
}

#[test]
fn a_run_that_is_cut_off_names_the_running_subtest_and_has_no_end() {
    let rows = read(
        "=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n=== RUN   TestB/c\n    b_test.go:3: on\n",
    );
    assert_eq!(rows, ["- open passed 1 skipped 0", "  TestB/c Unfinished b_test.go:3 b_test.go:3: on"]);
}

#[test]
fn lines_with_the_marker_of_test2json_are_read() {
    let rows = read(
        "<U+0016>=== RUN   TestA\n    a_test.go:3: boom\n<U+0016>--- FAIL: TestA (0.00s)\n<U+0016>FAIL\n\
         <U+0016>FAIL\ta.com/b\t0.01s\n",
    );
    assert_eq!(rows, ["a.com/b Failed passed 0 skipped 0", "  TestA Test a_test.go:3 a_test.go:3: boom"]);
}

#[test]
fn a_verdict_glued_to_output_counts() {
    let rows = read(
        "=== RUN   TestA\nloading--- PASS: TestA (0.00s)\n=== RUN   TestB\nmore--- FAIL: TestB (0.00s)\nFAIL\n\
         FAIL\ta.com/b\t0.01s\n",
    );
    assert_eq!(rows, ["a.com/b Failed passed 1 skipped 0", "  TestB Test"]);
}

#[test]
fn logs_of_older_go_follow_their_test_indented_by_tabs() {
    let rows =
        read("--- FAIL: TestA (0.00s)\n\ta_test.go:3: boom\n\t\tand more\nFAIL\nFAIL\ta.com/b\t0.01s\n");
    assert_eq!(rows[1..], ["  TestA Test a_test.go:3 a_test.go:3: boom"]);
}

#[test]
fn a_failed_build_follows_from_messages_and_is_a_failure_without_them() {
    assert_eq!(
        read("# a.com/b\nb.go:1:2: no\nFAIL\ta.com/b [build failed]\n"),
        ["consequence a.com/b", "a.com/b Failed passed 0 skipped 0"]
    );
    assert_eq!(
        read("# a.com/b\nthe linker gave up\nFAIL\ta.com/b [build failed]\n"),
        ["a.com/b Failed passed 0 skipped 0", "  a.com/b Build"]
    );
}

#[test]
fn a_program_that_crashes_outside_of_any_test_is_a_failure() {
    let rows = read(
        "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nmain.main()\n\
         \t/home/u/main.go:8 +0x6c\nexit status 2\n",
    );
    assert_eq!(
        rows,
        [
            "- Crash passed 0 skipped 0",
            "  fatal error: all goroutines are asleep - deadlock! Crash /home/u/main.go:8 \
             fatal error: all goroutines are asleep - deadlock!"
        ]
    );
}

#[test]
fn a_panic_that_somebody_prints_without_goroutines_is_nothing() {
    assert_eq!(read("panic: staged\nand on\nmore text\n"), Vec::<String>::new());
}

#[test]
fn a_crash_report_printed_by_a_test_of_a_package_that_passes_is_output() {
    let rows = read(
        "panic: of a child\n\ngoroutine 1 [running]:\nmain.main()\n\t/home/u/main.go:8 +0x6c\nPASS\nok  \ta.com/b\t0.01s\n",
    );
    assert_eq!(rows, ["a.com/b Passed passed 0 skipped 0"]);
}

#[test]
fn a_binary_that_runs_without_the_go_command_ends_with_its_own_verdict() {
    assert_eq!(read("=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\n"), ["- Passed passed 1 skipped 0"]);
}

#[test]
fn an_endless_run_keeps_its_state_bounded() {
    let mut text = String::new();
    for number in 0..40_000 {
        text.push_str(&format!("=== RUN   TestParent/{number}\nsome output of it that is held\n"));
    }
    let rows = read(&text);
    assert_eq!(rows.first().map(String::as_str), Some("- open passed 0 skipped 0"));
}

#[test]
fn a_test_that_prints_its_own_failure_and_passes_has_passed() {
    let rows = read(
        "=== RUN   TestA\n--- FAIL: TestA (0.00s)\n--- PASS: TestA (0.00s)\nPASS\nok  \ta.com/b\t0.01s\n",
    );
    assert_eq!(rows, ["a.com/b Passed passed 1 skipped 0"]);
}

#[test]
fn the_last_word_of_a_run_is_none_of_the_next_run() {
    let rows = read(
        "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\ta.com/a\t0.01s\nFAIL\n\
         === RUN   TestB\n--- PASS: TestB (0.00s)\nPASS\nok  \ta.com/b\t0.01s\n",
    );
    assert_eq!(
        rows,
        ["a.com/a Failed passed 0 skipped 0", "  TestA Test", "a.com/b Passed passed 1 skipped 0"]
    );
}

#[test]
fn a_crash_without_its_package_is_reported_though_a_verdict_follows() {
    let crash = "panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/a/b.go:7 +0x25\n";
    let reported = ["  panic: boom Crash /a/b.go:7 panic: boom"];
    assert_eq!(read(crash)[1..], reported);
    assert_eq!(read(&format!("{crash}FAIL\n"))[1..], reported);
}
