//! What a longer log's answer begins with: the failure and its reason, and the numbers that belong to them.

use std::fmt::Write as _;

use crate::support::answer;
use crate::support::here::judged;
use weir::budget::Mode;

fn standard(log: &str) -> String {
    answer(&[], log).text
}

#[test]
fn a_step_that_failed_comes_before_the_rest_of_its_log() {
    let mut log = String::new();
    for number in 0..60 {
        let _ = writeln!(log, "moor\tSail\t2026-05-01T10:00:00.0000000Z crate {number} is on board");
    }
    log.push_str("moor\tSail\t2026-05-01T10:00:01.0000000Z \u{274c} Mooring failed: the berth `north` does not exist\n");
    log.push_str("moor\tSail\t2026-05-01T10:00:01.0000000Z ##[error]Process completed with exit code 1.\n");
    for number in 0..30 {
        let _ = writeln!(log, "moor\tSail\t2026-05-01T10:00:02.0000000Z rope {number} is put away");
    }
    let text = standard(&log);
    let at = |what: &str| text.lines().position(|line| line.contains(what));
    assert!(
        at("the berth `north`").is_some_and(|berth| at("Process completed") == Some(berth + 1)),
        "{text}"
    );
    assert!(text.lines().count() < 45 && !text.contains("is put away"), "{text}");
}

#[test]
fn a_harness_that_panics_because_tests_failed_is_no_failure_of_its_own() {
    for (name, panic) in [
        ("[quay] moor.rs", "thread 'main' panicked at 'Some tests failed', src/main.rs:5:22"),
        ("[quay (deep)] moor.rs", "thread 'main' panicked at '1 test(s) failed', src/main.rs:5:22"),
        ("moor (deep) twice", ""),
    ] {
        let log = format!(
            "running 2 tests\ntest {name} ... FAILED\ntest other ... ok\n\nfailures:\n\n---- {name} stdout ----\nerror: the rope is slack\n\n\nfailures:\n    {name}\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n\n{panic}\n"
        );
        let (text, found) = (standard(&log), judged(&log, Mode::Standard));
        assert!(text.contains("weir: FAILED 1 failed, 1 passed (cargo test)"), "{text}");
        assert_eq!(found["counts"]["failed"], 1, "{found}");
        assert!(text.contains("the rope is slack"), "{text}");
    }
    let own = "running 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n\nthread 'main' panicked at 'the crew left', src/main.rs:5:22\n";
    assert!(standard(own).contains("weir: FAILED"), "{}", standard(own));
}

#[test]
fn a_failure_that_is_only_counted_is_not_called_whole() {
    let passes: String = (0..50).fold(String::new(), |mut log, number| {
        let _ = writeln!(log, "test tide::rises_{number} ... ok");
        log
    });
    let log = format!(
        "{passes}test result: FAILED. 50 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\nerror: test failed, to rerun pass `--lib`\n"
    );
    let text = standard(&log);
    assert!(text.contains("1 only counted"), "{text}");
    assert!(text.contains("2 failed") && !text.contains("all 2 failures whole"), "{text}");
}

#[test]
fn a_tool_without_a_finding_lends_neither_its_time_nor_its_name() {
    let log = "Analyzing quay...\nNo issues found! (ran in 7.7s)\ne: file:///quay/Moor.kt:8:13 Unresolved reference 'rope'.\n";
    let text = standard(log);
    assert!(text.ends_with("weir: FAILED 1 error (kotlinc)\n"), "{text}");
    let text = standard("# ex/quay\nquay/moor_test.go:5:1: undefined: Rope\nFAIL\tex/quay [build failed]\n");
    assert!(text.contains("weir: FAILED 1 error (go build)"), "{text}");
}

#[test]
fn a_command_of_ninja_that_is_no_compiler_has_its_output_for_a_reason() {
    let mut log = String::new();
    for number in 1..=90 {
        let _ = writeln!(log, "[{number}/400] Building CXX object quay/x{number}.o");
    }
    log.push_str("FAILED: lib/libquay.a \n: && ar qc lib/libquay.a x1.o && :\nar: could not create the archive: no room on board\n");
    for number in 91..=300 {
        let _ = writeln!(log, "[{number}/400] Building CXX object quay/x{number}.o");
    }
    log.push_str("ninja: build stopped: subcommand failed.\n");
    let text = standard(&log);
    let first: Vec<&str> = text.lines().take(3).collect();
    assert!(first[0].starts_with("FAILED: lib/libquay.a"), "{text}");
    assert!(first[1].contains("ar qc lib/libquay.a") && first[2].contains("no room on board"), "{text}");
}

#[test]
fn what_a_failed_file_of_jest_logged_as_an_error_is_reported_with_its_failure() {
    let mut log = String::from(
        " FAIL  quay/moor.test.js\n  \u{25cf} Console\n\n    console.log\n      the tide is high\n\n      at log (quay/moor.js:7:3)\n\n    console.error\n      Mooring: no free berth\n          at Quay.moor (quay/moor.js:4:13)\n\n      at error (quay/moor.js:9:13)\n\n  \u{25cf} moors a ship\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 1\n    Received: 0\n\n      at Object.toBe (quay/moor.test.js:5:26)\n\n",
    );
    for number in 0..40 {
        let _ = writeln!(log, " PASS  quay/rope{number}.test.js");
    }
    log.push_str(
        "\nTest Suites: 1 failed, 40 passed, 41 total\nTests:       1 failed, 50 passed, 51 total\n",
    );
    let text = standard(&log);
    assert!(text.contains("Mooring: no free berth") && text.contains("Expected: 1"), "{text}");
    assert!(!text.contains("the tide is high") && text.contains("1 failed, 50 passed"), "{text}");
}

#[test]
fn blanks_at_the_end_of_a_line_are_not_cut() {
    let heading = format!("FAILED tests/test_quay.py::test_moor - assert 1 == 2{}", " ".repeat(300));
    let log = format!(
        "=========== short test summary info ===========\n{heading}\n=========== 1 failed in 0.02s ===========\n"
    );
    let text = standard(&log);
    assert!(!text.contains("clipped") && !text.contains("limit"), "{text}");
    assert!(text.lines().all(|line| !line.is_empty() && !line.ends_with("...")), "{text}");
}

#[test]
fn a_message_that_is_too_long_is_not_called_whole() {
    let ropes: String = (0..90).map(|number| format!("rope{number:02} ")).collect();
    let log = format!(
        "thread 'main' panicked at 'the ropes {ropes}are gone', src/quay.rs:7:5\nstack backtrace:\n   0: quay::moor\n             at ./src/quay.rs:7\nleaving\n"
    );
    let text = standard(&log);
    assert!(text.contains("are gone', src/quay.rs:7:5\n"), "{text}");
    assert!(text.contains("clipped 1 line") && !text.contains("whole"), "{text}");
}

#[test]
fn the_place_of_a_broken_build_script_is_part_of_its_failure() {
    let tasks: String = (0..40).map(|number| format!("> Task :quay:moor{number} UP-TO-DATE\n")).collect();
    let end = "* Try:\n> Run with --stacktrace option to get the stack trace.\n> Run with --scan to get full insights.\n> Get more help at https://help.gradle.org.\n\nBUILD FAILED in 3s\n";
    let place = "* Where:\nBuild file '/quay/build.gradle' line: 42\n";
    let wrong = format!(
        "{tasks}\nFAILURE: Build failed with an exception.\n\n{place}\n* What went wrong:\nA problem occurred evaluating project ':quay'.\n> Could not find method rope()\n\n{end}"
    );
    let text = standard(&wrong);
    assert!(text.contains("Build file '/quay/build.gradle' line: 42\n"), "{text}");
    assert!(!text.contains("Run with") && text.contains("FAILED 1 error (gradle)"), "{text}");
    let script = format!(
        "{tasks}\nFAILURE: Build failed with an exception.\n\n{place}\n* What went wrong:\nScript compilation errors:\n\n  Line 42:     rope {{\n               ^ Unresolved reference: rope\n\n  Line 43:         knots = 2\n                   ^ Unresolved reference: knots\n\n2 errors\n\n{end}"
    );
    let text = standard(&script);
    assert!(text.contains("FAILED 2 errors (gradle)") && text.contains("Line 42:     rope {\n"), "{text}");
    let both = "FAILURE: Build completed with 2 failures.\n\n1: Task failed with an exception.\n-----------\n* What went wrong:\nExecution failed for task ':quay:lint'.\n> Lint found errors in the project; aborting build.\n\n2: Task failed with an exception.\n-----------\n* What went wrong:\nExecution failed for task ':moor:compileJava'.\n> Compilation failed; see the compiler error output for details.\n\nBUILD FAILED in 3s\n";
    assert!(standard(both).contains("FAILED 2 errors (gradle)"), "{}", standard(both));
}
