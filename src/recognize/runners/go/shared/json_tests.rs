//! What `go_json.rs` reads out of events.

use super::summary::summary;
use crate::recognize::kit::Driven;
use crate::recognize::runners::go::go_json::GoJson;

fn read(text: &str) -> Vec<String> {
    summary(&mut Driven::<GoJson>::default(), text)
}

fn log(name: &str) -> Vec<String> {
    let path = format!("{}/testdata/go/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    read(&std::fs::read_to_string(path).unwrap())
}

fn event(action: &str, package: &str, test: &str, output: &str) -> String {
    let mut line = format!(r#"{{"Time":"2026-01-02T03:04:05Z","Action":"{action}","Package":"{package}""#);
    if !test.is_empty() {
        line.push_str(&format!(r#","Test":"{test}""#));
    }
    if !output.is_empty() {
        line.push_str(&format!(r#","Output":"{output}""#));
    }
    line + "}\n"
}

#[test]
fn the_events_of_packages_that_run_together_are_kept_apart() {
    let text = [
        event("run", "a.com/a", "TestX", ""),
        event("run", "a.com/b", "TestX", ""),
        event("output", "a.com/b", "TestX", r"    b_test.go:3: of b\n"),
        event("output", "a.com/a", "TestX", r"    a_test.go:2: of a\n"),
        event("fail", "a.com/b", "TestX", ""),
        event("fail", "a.com/a", "TestX", ""),
        event("fail", "a.com/b", "", ""),
        event("fail", "a.com/a", "", ""),
    ]
    .concat();
    assert_eq!(
        read(&text),
        [
            "a.com/b Declared passed 0 skipped 0",
            "  TestX Test b_test.go:3 b_test.go:3: of b",
            "a.com/a Declared passed 0 skipped 0",
            "  TestX Test a_test.go:2 a_test.go:2: of a",
        ]
    );
}

#[test]
fn failures_of_a_real_run_are_named_and_parents_only_with_text_of_their_own() {
    let rows = log("failures-json");
    let names: Vec<&str> = rows[2..].iter().filter_map(|row| row.split_whitespace().next()).collect();
    assert_eq!(
        names,
        [
            "TestLifts",
            "TestSwings/right",
            "TestSwings/over/pier",
            "TestParentOwnText/child",
            "TestParentOwnText",
            "TestGlued",
            "ExampleHook"
        ]
    );
    assert_eq!(rows[1], "example.com/harbour/crane Declared passed 2 skipped 0");
}

#[test]
fn a_failure_in_a_package_that_passed_was_printed_by_a_test() {
    let text = [
        event("run", "a.com/b", "TestA", ""),
        event("fail", "a.com/b", "TestInner", ""),
        event("pass", "a.com/b", "TestA", ""),
        event("pass", "a.com/b", "", ""),
    ]
    .concat();
    assert_eq!(read(&text), ["a.com/b Declared passed 1 skipped 0"]);
}

#[test]
fn a_failure_printed_by_a_test_that_passes_in_a_failing_package_is_output() {
    assert_eq!(
        log("hostile-json"),
        [
            "example.com/harbour/hostile Declared passed 2 skipped 0",
            "  TestReal Test hostile_test.go:22 hostile_test.go:22: a real failure"
        ]
    );
}

#[test]
fn crashes_timeouts_and_exits_of_real_runs_are_reported_by_their_tests() {
    let kinds = |name: &str| -> Vec<String> {
        log(name)
            .iter()
            .filter(|row| row.starts_with("  "))
            .map(|row| row.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
            .collect()
    };
    assert_eq!(kinds("panic-json"), ["TestMoors Test", "TestPanics Crash"]);
    assert_eq!(kinds("timeout-json"), ["TestForever Timeout"]);
    assert_eq!(kinds("exit-json"), ["TestLeaves Unfinished"]);
    assert_eq!(kinds("race-json"), ["TestCounter Test"]);
}

#[test]
fn a_timeout_reported_within_a_test_that_the_stream_calls_passed_is_a_failure() {
    let text = [
        event("run", "a.com/b", "TestA", ""),
        event("output", "a.com/b", "TestA", r"panic: test timed out after 1s\n"),
        event("output", "a.com/b", "TestA", r"running tests:\n"),
        event("output", "a.com/b", "TestA", r"\tTestA (1s)\n"),
        event("output", "a.com/b", "TestA", r"\n"),
        event("output", "a.com/b", "TestA", r"goroutine 33 [running]:\n"),
        event("pass", "a.com/b", "TestA", ""),
        event("fail", "a.com/b", "", ""),
    ]
    .concat();
    assert_eq!(read(&text)[1..], ["  TestA Timeout  panic: test timed out after 1s"]);
}

#[test]
fn a_failed_package_without_a_failed_test_is_a_failure_with_its_last_output() {
    let text = [
        event("start", "a.com/b", "", ""),
        event("output", "a.com/b", "", r"cannot open the database\n"),
        event("output", "a.com/b", "", r"FAIL\ta.com/b\t0.01s\n"),
        event("fail", "a.com/b", "", ""),
    ]
    .concat();
    assert_eq!(
        read(&text),
        ["a.com/b Declared passed 0 skipped 0", "  a.com/b Crash  cannot open the database"]
    );
}

#[test]
fn build_output_is_read_like_the_compilers_text() {
    let text = concat!(
        r##"{"ImportPath":"a.com/b [a.com/b.test]","Action":"build-output","Output":"# a.com/b [a.com/b.test]\n"}"##,
        "\n",
        r#"{"ImportPath":"a.com/b [a.com/b.test]","Action":"build-output","Output":"./b_test.go:3:10: undefined: foo\n"}"#,
        "\n",
        r#"{"ImportPath":"a.com/b [a.com/b.test]","Action":"build-fail"}"#,
        "\n",
        r#"{"Time":"x","Action":"start","Package":"a.com/b"}"#,
        "\n",
        r#"{"Time":"x","Action":"output","Package":"a.com/b","Output":"FAIL\ta.com/b [build failed]\n"}"#,
        "\n",
        r#"{"Time":"x","Action":"fail","Package":"a.com/b","Elapsed":0,"FailedBuild":"a.com/b [a.com/b.test]"}"#,
        "\n",
    );
    assert_eq!(
        read(text),
        [
            "a.com/b Failed passed 0 skipped 0",
            "  ./b_test.go:3 Diagnostic  undefined: foo",
            "consequence a.com/b",
            "a.com/b Failed passed 0 skipped 0"
        ]
    );
}

#[test]
fn a_stream_that_is_cut_off_names_failed_and_running_tests_and_has_no_end() {
    let text = [
        event("run", "a.com/b", "TestA", ""),
        event("fail", "a.com/b", "TestA", ""),
        event("run", "a.com/b", "TestB", ""),
    ]
    .concat();
    assert_eq!(read(&text), ["a.com/b open passed 0 skipped 0", "  TestA Test", "  TestB Unfinished"]);
}

#[test]
fn output_in_pieces_is_put_together() {
    let text = [
        event("run", "a.com/b", "TestA", ""),
        event("output", "a.com/b", "TestA", "    a_test.go:3: bo"),
        event("output", "a.com/b", "TestA", r"om\n"),
        event("fail", "a.com/b", "TestA", ""),
        event("fail", "a.com/b", "", ""),
    ]
    .concat();
    assert_eq!(read(&text)[1..], ["  TestA Test a_test.go:3 a_test.go:3: boom"]);
}

#[test]
fn a_test_that_began_and_failed_contradicts_a_package_that_passed() {
    let text = [
        event("run", "a.com/b", "TestA", ""),
        event("fail", "a.com/b", "TestA", ""),
        event("pass", "a.com/b", "", ""),
    ]
    .concat();
    assert_eq!(read(&text), ["a.com/b Declared passed 0 skipped 0", "  TestA Test"]);
}

#[test]
fn a_test_that_prints_its_own_failure_and_passes_has_passed() {
    let text = [
        event("run", "a.com/b", "TestA", ""),
        event("fail", "a.com/b", "TestA", ""),
        event("pass", "a.com/b", "TestA", ""),
        event("pass", "a.com/b", "", ""),
    ]
    .concat();
    assert_eq!(read(&text), ["a.com/b Declared passed 1 skipped 0"]);
}
