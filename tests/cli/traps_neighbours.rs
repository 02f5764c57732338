//! Faults that the nearest tools show on real runs: each is one regression test.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::Plain as _;
use crate::support::runs::{cargo_test, panic};
use crate::support::{Answer, MODES, answer, g, json};

const SUMMARY: &str = "=========================== short test summary info ============================\n";

/// The head of pytest's report.
fn pytest_head(collected: usize) -> String {
    format!(
        "============================= test session starts ==============================\n\
         platform linux -- Python 3.11.4, pytest-8.2.0, pluggy-1.5.0\nrootdir: /home/user/app\n\
         collected {collected} items\n\n"
    )
}

#[test]
fn r1_an_aborted_test_binary_after_one_that_passed_is_a_named_failure() {
    let log = cargo_test("unittests src/lib.rs", 90, &[])
        + "     Running tests/storm.rs (target/debug/deps/storm-0123456789abcdef)\n\nrunning 2 tests\n\
           error: test failed, to rerun pass `--test storm`\n\nCaused by:\n  \
           process didn't exit successfully: `/home/user/app/target/debug/deps/storm-0123456789abcdef` \
           (signal: 6, SIGABRT: process abort signal)\n";
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], log.clone());
        answer.says("FAILED 1 failed", 1);
        assert!(answer.names("--test storm") && answer.names("SIGABRT"), "{}", answer.text);
    }
}

#[test]
fn r2_a_failing_test_that_prints_a_report_of_its_own_keeps_its_message() {
    let report = [
        "failures:\n\ntest result: ok. 99 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
        "failures:\n    tide::wave_1\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
        "failures:\n",
    ];
    let inner = [("deck::creaks", &*panic("deck::creaks", "src/deck.rs:1:1", "of another run"))];
    let inner = cargo_test("unittests src/lib.rs", 2, &inner);
    // A test that runs a test binary, without cargo round it.
    let (_, inner) = inner.split_once('\n').unwrap();
    let (inner, _) = inner.split_once("error: test failed").unwrap();
    for printed in report.into_iter().chain([inner]) {
        let words = printed.to_owned() + &panic("tide::turns", "src/tide.rs:7:5", "the mast broke");
        let log = cargo_test("unittests src/lib.rs", 90, &[("tide::turns", &words)]);
        for mode in &MODES {
            let answer = answer(&["-m", mode.name], log.clone());
            assert!(answer.names("the mast broke") && answer.names("src/tide.rs:7:5"), "{}", answer.text);
            answer.says("FAILED 1 failed, 90 passed", 1);
        }
        let (json, _) = json(&[], log);
        assert_eq!(
            (&json["failures"][0]["file"], &json["failures"][0]["line"]),
            (&"src/tide.rs".into(), &7.into())
        );
        assert_eq!(json["failures"][0]["message"], "the mast broke");
    }
}

#[test]
fn r3_a_conftest_that_cannot_be_imported_is_an_error_of_collection() {
    let log = "ImportError while loading conftest '/home/user/app/tests/conftest.py'.\n\
               tests/conftest.py:1: in <module>\n    from missing_settings import PROFILE\n\
               E   ModuleNotFoundError: No module named 'missing_settings'\n";
    let long = "Successfully installed a wheel of something\n".repeat(90) + log;
    for mode in &MODES {
        for input in [log, &long] {
            let answer = answer(&["-m", mode.name, "--child-exit", "4"], input);
            answer.says("FAILED 1 failed", 1);
            assert!(answer.text.contains("No module named 'missing_settings'"), "{}", answer.text);
            assert!(!answer.verdict().contains("no failure"), "{}", answer.text);
        }
    }
    assert_eq!(json(&[], long).0["failures"][0]["kind"], "collection");
}

#[test]
fn r4_the_quiet_form_of_pytest_tells_its_failure() {
    let dots = ".".repeat(72);
    let log = format!(
        "{dots} [ 72%]\n...........................F                                             [100%]\n\
         =================================== FAILURES ===================================\n\
         __________________________________ test_turns __________________________________\n\n    \
         def test_turns():\n>       assert depth() == 4\nE       assert 3 == 4\nE        +  where 3 = depth()\n\n\
         tests/test_tide.py:6: AssertionError\n{SUMMARY}\
         FAILED tests/test_tide.py::test_turns - assert 3 == 4\n1 failed, 99 passed in 0.12s\n"
    );
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], log.clone());
        assert!(answer.names("tests/test_tide.py::test_turns"), "{}", answer.text);
        assert!(answer.text.contains("E       assert 3 == 4\n"), "{}", answer.text);
        answer.says("FAILED 1 failed, 99 passed", 1);
    }
}

#[test]
fn r5_of_three_go_packages_the_unbuilt_and_the_panicking_one_are_both_shown() {
    let passing: String =
        (0..90).map(|number| format!("ok  \texample.com/harbour/quay{number}\t0.01s\n")).collect();
    let log = format!(
        "# example.com/harbour/broken [example.com/harbour/broken.test]\n\
         broken/broken.go:5:9: undefined: undefinedName\n\
         --- FAIL: TestDock (0.00s)\n\
         panic: the crane fell [recovered]\n\tpanic: the crane fell\n\n\
         goroutine 6 [running]:\ntesting.tRunner.func1.2({{0x4f4d20, 0x54a8c8}})\n\
         \t/usr/lib/go/src/testing/testing.go:1396 +0x24e\n\
         example.com/harbour/berth.TestDock(0xc0000a04e0)\n\t/home/user/harbour/berth/berth_test.go:6 +0x2c\n\
         FAIL\texample.com/harbour/berth\t0.005s\nFAIL\texample.com/harbour/broken [build failed]\n{passing}FAIL\n"
    );
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], log.clone());
        assert!(answer.text.contains("undefined: undefinedName"), "{}", answer.text);
        assert!(answer.names("TestDock") && answer.text.contains("the crane fell"), "{}", answer.text);
        answer.says("FAILED 2 failed", 1);
    }
}

#[test]
fn r6_bytes_that_are_no_text_end_nothing() {
    let mut input = b"\xff\xfe\x80 bytes\n".to_vec();
    input.splice(0..0, b"begin\n".iter().copied());
    input.extend(g(90, 2).log().into_bytes());
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], input.clone());
        answer.names_all(&g(90, 2).names());
        answer.says("FAILED 2 failed, 88 passed", 1);
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs a POSIX shell")]
fn r7_failures_after_megabytes_of_passing_tests_are_shown_in_flat_memory() {
    let run = g(100_000, 3);
    let folder = tempfile::tempdir().unwrap();
    let log = run.log();
    assert!(log.len() > 13_000_000);
    std::fs::write(folder.path().join("log"), log).unwrap();
    // Address space in KiB: the program itself, and the bound of the memory that it may take.
    let line = "ulimit -v 262144 && exec \"$0\" -m minimal log";
    let mut shell = Command::new("bash");
    shell
        .plain()
        .args(["-c", line, env!("CARGO_BIN_EXE_weir")])
        .current_dir(folder.path())
        .env("WEIR_STORE", "off");
    let answer = Answer::of(shell.output().unwrap());
    answer.names_all(&run.names());
    answer.says("FAILED 3 failed, 99997 passed", 1);
}

#[test]
fn r8_an_error_in_the_middle_of_a_build_by_make_is_shown() {
    let compiles = |range: std::ops::Range<usize>| -> String {
        range.map(|number| format!("cc -Wall -O2 -c -o mast{number}.o mast{number}.c\n")).collect()
    };
    let log = compiles(0..150)
        + "keel.c: In function 'keel':\nkeel.c:3:12: error: 'ballast' undeclared (first use in this function)\n\
           \u{20}   3 |     return ballast;\n      |            ^~~~~~~\nmake: *** [Makefile:4: keel.o] Error 1\n"
        + &compiles(150..297)
        + "make: Target 'all' not remade because of errors.\n";
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], log.clone());
        assert!(answer.text.contains("keel.c:3:12: error: 'ballast' undeclared"), "{}", answer.text);
        answer.says("FAILED 1 error", 1);
    }
}

#[test]
fn r9_one_error_is_before_25_warnings() {
    let mut log = String::from("   Compiling harbour v0.1.0 (/home/user/harbour)\n");
    for line in 1..=25 {
        let _ = write!(
            log,
            "warning: unused variable: `rope{line}`\n --> src/lib.rs:{line}:9\n  |\n{line} |     let rope{line} = 1;\n  \
             |         ^^^^^ help: if this is intentional, prefix it with an underscore: `_rope{line}`\n\n"
        );
    }
    log += "error[E0425]: cannot find value `mast` in this scope\n --> src/lib.rs:31:5\n   |\n31 |     mast\n   |     ^^^^ \
            not found in this scope\n\nFor more information about this error, try `rustc --explain E0425`.\n\
            warning: `harbour` (lib) generated 25 warnings\n\
            error: could not compile `harbour` (lib) due to 1 previous error; 25 warnings emitted\n";
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], log.clone());
        let error = answer.text.find("cannot find value `mast` in this scope").unwrap();
        assert!(answer.text.find("warning: unused").is_none_or(|warning| error < warning), "{}", answer.text);
        assert!(answer.text.contains("src/lib.rs:31:5"), "{}", answer.text);
        answer.says("FAILED 1 error, 25 warnings", 1);
    }
    // rustc has no name for their kind beside them.
    assert!(!answer(&[], log).text.contains("unused variable"));
}

#[test]
fn r10_forty_failures_are_counted_as_forty() {
    let failing: Vec<(String, String)> = (0..40)
        .map(|number| {
            let name = format!("tide::turns_{number}");
            let words = panic(&name, &format!("src/tide.rs:{number}:5"), "no turn");
            (name, words)
        })
        .collect();
    let failing: Vec<(&str, &str)> = failing.iter().map(|(name, words)| (&**name, &**words)).collect();
    let mut pytest = pytest_head(40);
    let names = || (0..40).map(|number| format!("tests/test_tide.py::test_turns_{number}"));
    for name in names() {
        let _ = writeln!(pytest, "{name} FAILED");
    }
    pytest += SUMMARY;
    for name in names() {
        let _ = writeln!(pytest, "FAILED {name} - assert 3 == 4");
    }
    pytest += "============================== 40 failed in 0.12s ==============================\n";
    for log in [cargo_test("unittests src/lib.rs", 0, &failing), pytest, g(40, 40).log()] {
        answer(&[], log).says("FAILED 40 failed", 1);
    }
}

#[test]
fn r12_a_message_of_several_paragraphs_is_shown_whole() {
    let wide = "wave ".repeat(59) + "crest";
    let message = format!("the mast broke\n\nat the third wave\n\n{wide}\n\nand fell");
    let words = panic("tide::turns", "src/tide.rs:7:5", &message);
    let log = cargo_test("unittests src/lib.rs", 90, &[("tide::turns", &words)]);
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], log.clone());
        for part in ["the mast broke\n", "at the third wave\n", "wave wave", "and fell\n"] {
            assert!(answer.text.contains(part), "{part:?}\n{}", answer.text);
        }
        assert_eq!(answer.names("crest"), mode.name == "verbose", "{}", answer.text);
        assert_eq!(answer.footer().contains("clipped 1"), mode.name != "verbose", "{}", answer.text);
    }
}

#[test]
fn r13_a_suite_that_does_not_load_is_never_a_success() {
    let passing: String = (0..60).map(|number| format!("PASS src/quay{number}.test.js\n")).collect();
    let jest = "FAIL src/cart.test.js\n  ● Test suite failed to run\n\n    \
                Cannot find module './missing' from 'src/cart.test.js'\n\n\
                Test Suites: 1 failed, 60 passed, 61 total\nTests:       60 passed, 60 total\n\
                Snapshots:   0 total\nTime:        1.2 s\n";
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], passing.clone() + jest);
        assert!(answer.names("src/cart.test.js"), "{}", answer.text);
        assert!(answer.text.contains("Cannot find module './missing'"), "{}", answer.text);
        assert!(!answer.verdict().starts_with("PASSED") && answer.code != 0, "{}", answer.text);
    }
}

#[test]
fn r14_an_error_of_make_that_is_alone_is_a_failure() {
    for line in ["make[1]: *** [Makefile:7: lib/foo.o] Error 1\n", "make: *** [all] Error 2\n"] {
        for before in [0, 200] {
            let log = "cc -O2 -c -o mast.o mast.c\n".repeat(before) + line;
            for mode in &MODES {
                let answer = answer(&["-m", mode.name], log.clone());
                assert!(answer.text.contains(line.trim_end()), "{}", answer.text);
                answer.says("FAILED 1 error", 1);
            }
        }
    }
}

#[test]
fn r15_a_passing_test_is_passed_whatever_its_name_and_its_output_hold() {
    let cargo = cargo_test("unittests src/lib.rs", 60, &[])
        .replace("tide::wave_7 ", "tide::error_FAILED_panics ")
        .replace(
            "test tide::wave_9 ... ok",
            "ERROR: it FAILED, panic!\nerror: test failed\ntest tide::wave_9 ... ok",
        );
    let pytest = pytest_head(60)
        + &(0..60)
            .map(|number| {
                format!("tests/test_FAILED.py::test_error_{number} PASSED             [{number:>3}%]\n")
            })
            .collect::<String>()
        + "============================== 60 passed in 0.12s ==============================\n";
    let go = (0..60)
        .map(|number| {
            format!(
                "=== RUN   TestPanicFAILED{number}\n    tide_test.go:7: ERROR: panic: it FAILED\n\
                 --- PASS: TestPanicFAILED{number} (0.00s)\n"
            )
        })
        .collect::<String>()
        + "PASS\nok  \texample.com/harbour/tide\t0.01s\n";
    let xctest = g(60, 0).log().replace("testOrder00007", "testErrorFAILED").replace(
        "Test Case '-[ShopTests.Ledger000Tests testOrder00009]' passed",
        "** TEST FAILED **\nFatal error: no\nTest Case '-[ShopTests.Ledger000Tests testOrder00009]' passed",
    );
    for (name, log) in [("cargo", cargo), ("pytest", pytest), ("go", go), ("xctest", xctest)] {
        for mode in &MODES {
            let answer = answer(&["-m", mode.name], log.clone());
            assert!(answer.verdict().starts_with("PASSED 60 passed"), "{name}\n{}", answer.text);
            assert_eq!(answer.code, 0, "{name}");
        }
    }
}

#[test]
fn r16_expected_failures_and_counts_of_zero_are_no_failures() {
    let pytest = pytest_head(3)
        + "tests/test_tide.py .x.                                                   [100%]\n\n"
        + SUMMARY
        + "XFAIL tests/test_tide.py::test_turns - known\n\
           ========================= 2 passed, 1 xfailed in 0.02s =========================\n";
    let unittest = "test_flows (test_tide.Tide.test_flows) ... ok\n\
                    test_turns (test_tide.Tide.test_turns) ... expected failure\n\n\
                    ----------------------------------------------------------------------\n\
                    Ran 2 tests in 0.001s\n\nOK (expected failures=1)\n";
    let zero = cargo_test("unittests src/lib.rs", 3, &[]) + "summary: 0 failed, 0 errors, 3 passed\n";
    for log in [pytest, unittest.to_owned(), zero] {
        let answer = answer(&[], log);
        assert!(answer.verdict().starts_with("PASSED"), "{}", answer.text);
        assert_eq!(answer.code, 0);
    }
}

#[test]
fn r17_the_failures_of_a_closed_section_are_written_while_the_run_goes_on() {
    let words = panic("tide::turns", "src/tide.rs:7:5", "the mast broke");
    let log = cargo_test("unittests src/lib.rs", 90, &[("tide::turns", &words)])
        + "     Running tests/storm.rs (target/debug/deps/storm-0123456789abcdef)\n\nrunning 1 test\n";
    let mut child = Command::new(env!("CARGO_BIN_EXE_weir"))
        .plain()
        .env("WEIR_STORE", "off")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(log.as_bytes()).unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    let reading = std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = stdout.read(&mut bytes) {
            let _ = sender.send(bytes[..count].to_vec());
        }
    });
    let end = Instant::now() + Duration::from_secs(10);
    let mut early = Vec::new();
    while !String::from_utf8_lossy(&early).contains("the mast broke") {
        let left = end.saturating_duration_since(Instant::now());
        early.extend(receiver.recv_timeout(left).unwrap());
    }
    drop(stdin);
    reading.join().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
}
