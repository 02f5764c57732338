//! Tools that run several commands at once write a name before each line: each stream is read as if it was alone.

use crate::support::answer;

const PYTEST: &str = include_str!("../../testdata/pytest/all-kinds.txt");
const CARGO: &str = include_str!("../../testdata/cargo-test/few-failures.log");
const GO: &str = include_str!("../../testdata/go/pass-verbose.txt");

/// The lines of both logs in turns, each after what its tool writes before it.
fn interleaved(first: (&str, &str), second: (&str, &str)) -> String {
    let mut text = String::new();
    let (mut left, mut right) = (first.1.lines(), second.1.lines());
    loop {
        let (one, two) = (left.next(), right.next());
        for (prefix, line) in [(first.0, one), (second.0, two)] {
            if let Some(line) = line {
                text.push_str(prefix);
                text.push_str(line);
                text.push('\n');
            }
        }
        if one.is_none() && two.is_none() {
            return text;
        }
    }
}

/// What the answer's verdict line says up to its brackets.
fn counts(input: &str) -> String {
    let answer = answer::answer(&["-m", "minimal"], input);
    if answer.verdict().is_empty() { String::new() } else { format!("weir: {}", answer.numbers()) }
}

/// Failed, passed and skipped of a log.
fn numbers(input: &str) -> [u64; 3] {
    let counts = counts(input);
    let words: Vec<&str> = counts.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    ["failed", "passed", "skipped"].map(|kind| {
        let at = words.iter().position(|word| *word == kind);
        at.map_or(0, |at| words[at - 1].parse().unwrap())
    })
}

#[test]
fn two_runs_interleaved_line_by_line_both_reconcile_in_every_form() {
    let sum: Vec<u64> = numbers(PYTEST).iter().zip(numbers(CARGO)).map(|(one, two)| one + two).collect();
    assert!(sum[0] > 2, "{sum:?}");
    for (header, first, second) in [
        ("", "web-1     | ", "worker-1  | "),
        ("Attaching to db-1, app\n", "db-1  | ", "app   | "),
        ("", "12:01:02 web.1  | ", "12:01:02 job.1  | "),
        ("", "@x/a: ", "@x/b: "),
        ("", "@x/a:test: ", "@x/b:test: "),
        (
            "• Packages in scope: a, b\na:test: cache miss, executing 1f\nb:test: cache bypass, force executing 2e\n",
            "a:test: ",
            "b:test: ",
        ),
        (
            "Scope: 2 of 3 workspace projects\npackages/a test$ pytest\npackages/b test$ cargo test\n",
            "packages/a test: ",
            "packages/b test: ",
        ),
        ("lerna info run in 2 packages\na: > a@1.0.0 test\nb: > b@1.0.0 test\n", "a: ", "b: "),
        ("", "[0] ", "[1] "),
        ("", "[api] ", "[web] "),
        ("", "[@x/a]: ", "[@x/b]: "),
        ("", "[pod/a-1/c] ", "[pod/b-1/c] "),
        ("", "web-1  | 2026-01-02T03:04:05.678901Z ", "job-1  | 2026-01-02T03:04:05.678902Z "),
        ("", "[pod/a-1/c] 2026-01-02T03:04:05.678901Z ", "[pod/b-1/c] 2026-01-02T03:04:05.678902Z "),
        ("", "#12 3.456 ", "#13 3.456 "),
        ("", "Step #0 - \"unit\": ", "Step #1 - \"api\": "),
        ("", "Step #0: #12 3.456 ", "Step #0: #13 3.456 "),
        ("", "[unit : test] ", "[api : test] "),
        ("", "               +unit | ", "          ./api+test | "),
        ("", "[CI/unit tests]   | ", "[CI/api]   | "),
        ("[ci/a] \u{2b50} Run Main pytest\n", "[ci/a]   | ", "[ci/b]   | "),
        ("these 2 derivations will be built:\n  /nix/store/1-a.drv\n", "a-1.0> ", "b> "),
    ] {
        let input = format!("{header}{}", interleaved((first, PYTEST), (second, CARGO)));
        let found = counts(&input);
        assert!(found.starts_with("weir: FAILED "), "{first}: {found}");
        assert_eq!(numbers(&input)[..3], sum[..3], "{first}");
        let stamped: String =
            input.lines().map(|line| format!("2026-01-02T03:04:05.6789012Z {line}\n")).collect();
        assert_eq!(counts(&stamped), found, "{first}");
    }
}

#[test]
fn two_runs_of_one_runner_are_distinguished_and_named() {
    let input =
        interleaved(("a-1  | ", GO), ("b-1  | ", include_str!("../../testdata/go/failures-verbose.txt")));
    let answer = answer::answer(&["-m", "minimal"], input);
    assert!(answer.text.contains("weir: FAILED"), "{}", answer.text);
    let alone = numbers(include_str!("../../testdata/go/failures-verbose.txt"));
    let passed = numbers(GO);
    let both = numbers(&interleaved(
        ("a-1  | ", GO),
        ("b-1  | ", include_str!("../../testdata/go/failures-verbose.txt")),
    ));
    assert_eq!((both[0], both[1]), (alone[0], alone[1] + passed[1]));
}

#[test]
fn a_passing_stream_does_not_hide_a_dying_one() {
    let dying = include_str!("../../testdata/cargo-test/crash-without-totals.log");
    for turn in [true, false] {
        let (first, second) = if turn { (GO, dying) } else { (dying, GO) };
        let found = counts(&interleaved(("a-1  | ", first), ("b-1  | ", second)));
        assert!(!found.contains("PASSED") && !found.is_empty(), "{found}");
    }
}

#[test]
fn passing_streams_pass() {
    let other = include_str!("../../testdata/pytest/all-pass.txt");
    let found = counts(&interleaved(("a-1  | ", GO), ("b-1  | ", other)));
    assert!(found.starts_with("weir: PASSED"), "{found}");
}

#[test]
fn what_looks_like_a_failure_in_a_stream_that_is_alone_is_its_output_as_it_is_without_the_name() {
    let log = "ERROR the harbour is closed\nmoored\nERROR the quay is closed\n".repeat(3)
        + "===============================================================================\n\
           All tests passed (12 assertions in 3 test cases)\n\n";
    let named: String = log.lines().map(|line| format!("web-1  | {line}\n")).collect();
    assert!(counts(&log).starts_with("weir: PASSED 3 passed"), "{}", counts(&log));
    assert_eq!(counts(&named), counts(&log));
    assert_eq!(counts(&format!("Attaching to web-1\n{named}")), counts(&log));
    let before = counts(&format!("Attaching to web-1\nERROR no harbour\n{named}"));
    assert!(before.starts_with("weir: UNKNOWN"), "{before}");
    let other: String = named.replace("web-1  | moored", "web-1  | moored\njob-1  | moored");
    assert!(counts(&other).starts_with("weir: UNKNOWN"), "{}", counts(&other));
}

#[test]
fn a_table_is_not_a_set_of_streams() {
    let table = "a.js      |     100 |      100 |\nb.js      |     100 |      100 |\n".repeat(3);
    let input = format!("{table}{CARGO}");
    assert_eq!(numbers(&input), numbers(CARGO));
    // What looks like a prefix inside of one run stays in it.
    let inside = CARGO.replacen("running ", "a-1  | x\na-1  | y\nrunning ", 1);
    assert_eq!(numbers(&inside), numbers(CARGO));
}

#[test]
fn more_streams_than_can_be_distinguished_lose_no_failure() {
    let mut input = String::new();
    for stream in 0..40 {
        for line in CARGO.lines() {
            input.push_str(&format!("s-{stream}  | {line}\n"));
        }
    }
    let found = numbers(&input);
    assert!(found[0] >= 33 * numbers(CARGO)[0] / 2 && found[0] <= 40 * numbers(CARGO)[0], "{found:?}");
}

#[test]
fn prefixed_lines_inside_of_a_run_that_passes_are_its_output() {
    let logs: String = CARGO.lines().map(|line| format!("api-1  | {line}\n")).collect();
    let all: String = include_str!("../../testdata/go/pass-verbose.txt").to_owned();
    let at = all.find("--- PASS").unwrap();
    let inside = format!("{}{logs}{}", &all[..at], &all[at..]);
    assert_eq!(numbers(&inside)[..3], numbers(&all)[..3]);
    // They fail nothing, and keep the run from being called passed while its exit status is not known.
    assert!(counts(&inside).starts_with("weir: UNKNOWN"), "{}", counts(&inside));
    // The same lines outside of it count.
    assert!(counts(&format!("{all}{logs}")).starts_with("weir: FAILED"));
}

/// Each line after `api-1  | `, with what another service says after it.
fn composed(text: &str, other: &str) -> String {
    text.lines().map(|line| format!("api-1  | {line}\n{other}")).collect()
}

#[test]
fn a_compilers_source_excerpts_make_no_table_of_a_service() {
    let log = "sail.cc:6:17: error: cannot convert x\n    6 |     return wide;\n      |            ^~~~\nsail.cc:9:1: error: no y\n    9 | y\n      | ^\n";
    answer(&["-m", "minimal"], composed(log, "")).says("FAILED 2 errors", 1);
}

#[test]
fn a_block_of_one_service_does_not_end_at_a_line_of_another() {
    let tick = "web-1  | tick\n";
    let manifest =
        "error: key with no value, expected `=`\n --> Cargo.toml:7:9\n  |\n7 | nonsense\n  |         ^\n";
    answer(&["-m", "minimal"], composed(manifest, tick)).says("FAILED 1 error", 1);
    let install =
        "npm error code E404\nnpm error 404 Not Found - GET https://r/x\nnpm error 404 x is not there\n";
    answer(&["-m", "minimal"], composed(install, tick)).says("FAILED 1 error", 1);
}

#[test]
fn a_run_without_a_header_passes_beside_a_service_that_dies() {
    let log = "web-1  | ..\napi-1  | ==1==ERROR: LeakSanitizer: detected memory leaks\nweb-1  | \nweb-1  | Finished in 0.05 seconds (files took 0.1 seconds to load)\n\
         api-1  | SUMMARY: AddressSanitizer: 17 byte(s) leaked in 1 allocation(s).\nweb-1  | 2 examples, 0 failures\n";
    answer(&["-m", "minimal"], log).says("FAILED 1 failed, 2 passed", 1);
}

/// Each line after the same name, with other lines before.
fn after(header: &str, prefix: &str, text: &str) -> String {
    text.lines().fold(header.to_owned(), |all, line| all + prefix + line + "\n")
}

#[test]
fn a_script_of_a_workspace_needs_no_header_but_its_command() {
    let input = after("packages/a test$ pytest\n", "packages/a test: ", PYTEST);
    assert_eq!(numbers(&input)[..3], numbers(PYTEST)[..3]);
    let first = format!("packages/a test$ pytest\npackages/b test$ cargo test\n{}", {
        interleaved(("packages/a test: ", PYTEST), ("packages/b test: ", CARGO))
    });
    assert_eq!(numbers(&first)[0], numbers(PYTEST)[0] + numbers(CARGO)[0]);
}

/// The log of a job under act, with what act says of the job before and after it.
fn acted(name: &str, text: &str, end: &str) -> String {
    let begin = format!("[{name}] \u{1f680}  Start image=a/b:act-latest\n[{name}] \u{2b50} Run Main make\n");
    after(&begin, &format!("[{name}]   | "), text) + &format!("[{name}] \u{1f3c1}  Job {end}\n")
}

#[test]
fn a_job_under_act_passes_when_its_tests_do_and_the_job_does_not_fail() {
    for name in ["CI/unit tests", "ci/unit"] {
        let passed = include_str!("../../testdata/pytest/all-pass.txt");
        let found = counts(&acted(name, passed, "succeeded"));
        assert!(found.starts_with("weir: PASSED"), "{found}");
        assert!(counts(&acted(name, passed, "failed")).starts_with("weir: FAILED 1 failed"));
        assert_eq!(numbers(&acted(name, PYTEST, "failed"))[..3], numbers(PYTEST)[..3]);
    }
}

#[test]
fn one_name_in_brackets_is_a_stream_from_the_first_line_on_or_after_its_tool() {
    for header in ["", "> shop@1.0.0 test\n> concurrently -n unit pytest\n\n"] {
        let input = after(header, "[unit] ", PYTEST);
        assert_eq!(numbers(&input)[..3], numbers(PYTEST)[..3], "{header}");
    }
}

#[test]
fn what_a_step_of_a_build_runs_counts_once() {
    let printed = "[INFO] Running quay.BerthTest
[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in quay.BerthTest
[INFO]\u{20}
[INFO] Results:
[INFO]\u{20}
[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0
[INFO]\u{20}
[INFO] BUILD SUCCESS
";
    let step = after("", "#12 0.312 ", printed);
    assert_eq!(counts(&step), counts(printed));
    assert!(counts(&step).starts_with("weir: PASSED 3 passed"), "{}", counts(&step));
}
