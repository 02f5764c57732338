//! The answer depends on the bytes alone.

use std::io::Write as _;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use weir::budget::Mode;

use crate::bytes::{any_bytes, any_plan};
use crate::runs::any_log;
use crate::shared::Plain as _;
use crate::support::{answer, answer_in_pieces, any_settings, cases, mode};

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn any_split_into_reads_gives_the_same_answer(bytes in any_bytes(), plan in any_plan(), settings in any_settings()) {
        let bytes = &bytes[..bytes.len().min(20_000)];
        prop_assert_eq!(answer_in_pieces(bytes, &plan, &settings), answer(bytes, &settings));
    }
}

#[test]
fn a_document_read_byte_by_byte_gives_the_same_answer() {
    let junit = "<?xml version=\"1.0\"?>\n<testsuite tests=\"1\" failures=\"1\"><testcase name=\"a\"><failure message=\"boom\"/></testcase></testsuite>\n";
    for before in ["", "\u{feff}", "\n> a@1.0.0 test\n> tool --xml\n\n", "yarn run v1.22.0\n$ tool --xml\n"] {
        let document = format!("{before}{junit}");
        let whole = answer(document.as_bytes(), &mode(Mode::Standard));
        assert!(whole.contains("(junit"), "{whole}");
        assert_eq!(answer_in_pieces(document.as_bytes(), &[1], &mode(Mode::Standard)), whole);
    }
}

#[test]
fn a_document_between_lines_read_byte_by_byte_gives_the_same_answer() {
    let report = "{\n  \"numTotalTests\": 1,\n  \"testResults\": [\n    {\"name\": \"a.js\", \"status\": \"failed\", \"message\": \"\",\n     \"assertionResults\": [{\"fullName\": \"moors\", \"status\": \"failed\", \"failureMessages\": [\"no\"]}]}\n  ]\n}\n";
    let half = &report[..report.len() / 2];
    for (before, document) in [
        ("", report),
        ("2026-01-02T03:04:05.678Z ", report),
        ("", half),
        ("", "{\n\"a\": [\n{\n}\n]\n}\n"),
        ("  ", report),
    ] {
        let log: String = "running\n1 item\n"
            .lines()
            .chain(document.lines())
            .chain(["moored", "sailed"])
            .map(|line| format!("{before}{line}\n"))
            .collect();
        for log in [log.clone(), log.trim_end().to_owned()] {
            let whole = answer(log.as_bytes(), &mode(Mode::Standard));
            for size in [1, 2, 7] {
                assert_eq!(answer_in_pieces(log.as_bytes(), &[size], &mode(Mode::Standard)), whole);
            }
        }
    }
}

/// Maps have another order in each answer of a build without optimisation.
#[test]
fn tests_that_began_and_never_ended_are_reported_in_one_order() {
    let log: String = (0..40)
        .map(|number| {
            let name = format!("Test{}/part", number * 7 % 40);
            format!("=== RUN   {name}\n    --- PASS: {name} (0.01s)\n")
        })
        .collect();
    let first = answer(log.as_bytes(), &mode(Mode::Standard));
    for number in 0..40 {
        assert!(first.contains(&format!("FAIL Test{number}: did not finish")), "{first}");
    }
    for _ in 0..5 {
        assert_eq!(answer(log.as_bytes(), &mode(Mode::Standard)), first);
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn any_split_of_runs_into_reads_gives_the_same_answer(log in any_log(), plan in any_plan(), settings in any_settings()) {
        let bytes = log.text.as_bytes();
        prop_assert_eq!(answer_in_pieces(bytes, &plan, &settings), answer(bytes, &settings));
    }

    #[test]
    fn equal_bytes_give_equal_answers(bytes in any_bytes(), settings in any_settings()) {
        prop_assert_eq!(answer(&bytes, &settings), answer(&bytes, &settings));
    }
}

proptest! {
    #![proptest_config(cases(6))]

    #[test]
    fn a_process_answers_as_the_library_does(bytes in any_bytes(), log in any_log()) {
        let bytes = [log.text.as_bytes(), &bytes].concat();
        for each in Mode::ALL {
            let mut command = Command::new(assert_cmd::cargo::cargo_bin("weir"));
            command.plain();
            command.env("WEIR_STORE", "off");
            let mut child = command
                .args(["-m", each.name(), "--exit-zero"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut stdin = child.stdin.take().unwrap();
            let fed = bytes.clone();
            let feeder = std::thread::spawn(move || stdin.write_all(&fed));
            let output = child.wait_with_output().unwrap();
            feeder.join().unwrap().unwrap();
            prop_assert_eq!(String::from_utf8(output.stdout).unwrap(), answer(&bytes, &mode(each)));
        }
    }
}

/// Lines of which most are passes, so that many are after one another.
fn any_passes() -> impl Strategy<Value = String> {
    const FEW: [&str; 22] = [
        "tests/test_b.py::test_1 FAILED                           [ 50%]",
        "tests/test_a.py::test_12 FAILED                          [ 50%]",
        "tests/test_a.py::TestA::test_7 SKIPPED (later)           [ 50%]",
        "tests/test_a.py::test_x[a | b] PASSED                    [ 50%]",
        "tests/test_a.py::test_x[1-2] PASSED                      [ 50%]",
        "tests/test_a.py::test_x PASSED\t[ 50%]",
        "tests/test_a.py::test_x PASSED                           [101%]",
        "other tests/test_a.py::test_x PASSED                     [ 50%]",
        "TESTS/test_a.py::test_x PASSED                           [ 50%]",
        "[gw0] [ 50%] PASSED tests/test_a.py::test_x ",
        "2026-01-02T03:04:05.678Z tests/test_a.py::test_x PASSED  [ 50%]",
        "web-1  | tests/test_a.py::test_x PASSED                  [ 50%]",
        "test a::b_3 ... FAILED",
        "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
        "test b - c (line 7) ... ok",
        "running 5 tests",
        "============================= test session starts ==============================",
        "=================================== FAILURES ===================================",
        "________________________________ test_1 ________________________________________",
        "E       assert 1 == 2",
        "error: no such file",
        "",
    ];
    let line = prop_oneof![
        12 => (0..40_u32, 0..=100_u32, 1..30_usize).prop_map(|(test, percent, blanks)| {
            let blanks = " ".repeat(blanks);
            format!("tests/test_{}.py::test_{test} PASSED{blanks}[{percent:3}%]", ["a", "b"][test as usize % 2])
        }),
        8 => (0..40_u32).prop_map(|test| format!("test a::b_{test} ... ok")),
        1 => proptest::sample::select(&FEW[..]).prop_map(str::to_owned),
        1 => proptest::sample::select(&[8100_usize, 8192, 9000, 70_000][..])
            .prop_map(|blanks| format!("tests/test_a.py::test_x PASSED{}[ 50%]", " ".repeat(blanks))),
    ];
    let run = (line, 1..60_usize).prop_map(|(line, times)| {
        let times = if line.len() > 1000 { 2 } else { times };
        vec![line; times]
    });
    proptest::collection::vec(run, 1..40).prop_map(|runs| runs.concat().join("\n"))
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn passes_that_are_together_are_reported_as_one_by_one(log in any_passes()) {
        for settings in Mode::ALL.map(mode).into_iter().chain([crate::support::everything()]) {
            prop_assert_eq!(answer_in_pieces(log.as_bytes(), &[9], &settings), answer(log.as_bytes(), &settings));
        }
    }
}
