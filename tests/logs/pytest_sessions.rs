//! Sessions of pytest: what its tests print is no failure, and each failure counts once, however many there are.

use std::fmt::Write as _;

use serde_json::Value;
use weir::budget::Mode;

use crate::support::here::judged;

/// The first lines of a session of so many tests.
fn head(tests: usize) -> String {
    format!(
        "============================= test session starts ==============================\n\
         platform linux -- Python 3.12.3, pytest-8.3.4, pluggy-1.5.0\nrootdir: /home/user/pier\ncollected {tests} items\n\n"
    )
}

/// The verdict and the number of failures.
fn outcome(log: &str) -> (String, u64) {
    let answer = judged(log, Mode::Verbose);
    (answer["verdict"].as_str().unwrap().to_owned(), answer["counts"]["failed"].as_u64().unwrap())
}

fn passed() -> (String, u64) {
    ("passed".to_owned(), 0)
}

fn failed(number: u64) -> (String, u64) {
    ("failed".to_owned(), number)
}

/// An `atexit` handler or a thread of a test may print when the session is over.
#[test]
fn lines_like_its_own_after_the_totals_of_a_session_that_passed_are_output() {
    let session = format!(
        "{}test_pier.py ..                                                          [100%]\n\n\
         ============================== 2 passed in 0.02s ===============================\n",
        head(2)
    );
    assert_eq!(outcome(&session), passed());
    for printed in [
        "FAILED test_pier.py::test_moors - assert 1 == 2\n",
        "ERROR test_pier.py::test_moors - OSError: no rope\n",
        "FAILED tests/test_quay.py::test_lifts\nERROR tests/test_quay.py::test_falls\n",
    ] {
        assert_eq!(outcome(&format!("{session}{printed}")), passed(), "{printed}");
    }
}

/// The same lines are the closing list of a session that did not pass, and a further session after it is one.
#[test]
fn lines_of_a_closing_list_stay_failures_where_the_session_did_not_pass() {
    let points = "test_pier.py F.                                                          [100%]\n\n";
    let list = "=========================== short test summary info ============================\n\
                FAILED test_pier.py::test_moors - assert 1 == 2\n";
    let totals = "========================= 1 failed, 1 passed in 0.02s ==========================\n";
    assert_eq!(outcome(&format!("{}{points}{list}{totals}", head(2))), failed(1));
    let green = format!(
        "{}test_quay.py .                                                           [100%]\n\n\
         ============================== 1 passed in 0.02s ===============================\n",
        head(1)
    );
    assert_eq!(outcome(&format!("{green}{}{points}{list}{totals}", head(2))), failed(1));
}

/// A quiet session of nothing but failures: its points, the list of them, the totals.
fn quiet(number: usize, blocks: bool) -> String {
    let mut log = String::new();
    let rows = number.div_ceil(72);
    for row in 0..rows {
        let points = "F".repeat(72.min(number - row * 72));
        writeln!(log, "{points:<72} [{:3}%]", (row + 1) * 100 / rows).unwrap();
    }
    if blocks {
        log += "=================================== FAILURES ===================================\n";
        for at in 0..number {
            let name = format!(" test_moors[{at}] ");
            write!(
                log,
                "{name:_^80}\n\nnumber = {at}\n\n>       assert number < 0\nE       assert {at} < 0\n\ntest_pier.py:6: AssertionError\n"
            )
            .unwrap();
        }
    }
    log += "=========================== short test summary info ============================\n";
    for at in 0..number {
        writeln!(log, "FAILED test_pier.py::test_moors[{at}] - assert {at} < 0").unwrap();
    }
    writeln!(log, "{number} failed in 1.51s").unwrap();
    log
}

#[test]
fn every_failure_of_a_quiet_session_counts_once_however_many_there_are() {
    for blocks in [true, false] {
        for number in [3, 1023, 1024, 1025, 2000] {
            let answer = judged(&quiet(number, blocks), Mode::Minimal);
            assert_eq!(answer["counts"]["failed"], Value::from(number), "{number} {blocks}");
            assert_eq!(answer["counts"]["passed"], Value::from(0), "{number} {blocks}");
        }
    }
}

#[test]
fn an_interrupt_is_no_failure() {
    let interrupt = "\n!!!!!!!!!!!!!!!!!!!!!!!!!!!!!! KeyboardInterrupt !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!\n\
                     /home/user/pier/test_pier.py:4: KeyboardInterrupt\n\
                     (to show a full traceback on KeyboardInterrupt use --full-trace)\n";
    let green = format!(
        "{}test_pier.py .\n{interrupt}============================== 1 passed in 0.51s ===============================\n",
        head(2)
    );
    let answer = judged(&green, Mode::Verbose);
    assert_eq!(answer["counts"]["failed"], 0, "{answer}");
    assert_ne!(answer["verdict"], "passed", "{answer}");
    let red = format!(
        "{}test_pier.py F.\n\n=================================== FAILURES ===================================\n\
         __________________________________ test_moors __________________________________\n\n\
         >       assert 1 == 2\nE       assert 1 == 2\n\ntest_pier.py:6: AssertionError\n\
         =========================== short test summary info ============================\n\
         FAILED test_pier.py::test_moors - assert 1 == 2\n{interrupt}\
         ========================= 1 failed, 1 passed in 0.51s ==========================\n",
        head(3)
    );
    assert_eq!(outcome(&red), ("incomplete".to_owned(), 1));
}

/// With `-rP` the output of tests that passed is right above the totals, and nothing else is between them.
#[test]
fn a_session_that_shows_what_passing_tests_printed_passed() {
    let session = format!(
        "{}test_pier.py ..                                                          [100%]\n\n\
         ==================================== PASSES ====================================\n\
         _________________________________ test_prints __________________________________\n\
         ----------------------------- Captured stdout call -----------------------------\n\
         Traceback (most recent call last):\n  File \"/home/user/pier/moor.py\", line 3, in moors\n    \
         raise OSError(\"no rope\")\nOSError: no rope\n\
         ============================== 2 passed in 0.02s ===============================\n",
        head(2)
    );
    assert_eq!(outcome(&session), passed());
    assert_eq!(outcome(&format!("{session}make: *** [Makefile:3: test] Error 1\n")), failed(1));
    assert_eq!(outcome(&session.replace(".. ", ".F ").replace("2 passed", "1 failed, 1 passed")).0, "failed");
    assert_ne!(outcome(&session.replace(".. ", ".F ")).0, "passed");
    // Totals that leave out a test are what a test printed.
    assert_ne!(outcome(&session.replace("2 passed", "1 passed")).0, "passed");
    // A test that prints totals, in the middle of what it prints.
    let printed =
        "============================== 2 passed in 0.02s ===============================\nand more\n";
    let rule = "____________________________________ test_b ____________________________________\n";
    let twice = session.replace("OSError: no rope\n", &format!("{printed}{rule}"));
    assert_eq!(judged(&twice, Mode::Verbose)["counts"]["passed"], 2);
    assert_eq!(judged(&format!("{session}{session}"), Mode::Verbose)["counts"]["passed"], 4);
    // A log of a session that failed, cut off before its totals, after one that passed.
    let cut = "=========================== short test summary info ============================\n\
               FAILED test_quay.py::test_lifts - assert 1 == 2\n";
    assert_ne!(outcome(&format!("{session}bye\n{cut}")).0, "passed");
}
