//! Text of test runners.
#![no_main]

use libfuzzer_sys::fuzz_target;
use weir::settings::From;

const WORDS: &[&str] = &[
    "\nrunning 2 tests\n",
    "test a::b ... ok\n",
    "test a::b ... FAILED\n",
    "\nfailures:\n\n---- a::b stdout ----\n",
    "thread 'a::b' panicked at src/a.rs:1:2:\nboom\n",
    "\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
    "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
    "     Running unittests src/lib.rs (target/debug/deps/a-0123456789abcdef)\n",
    "    Starting 2 tests across 1 binary\n",
    "        PASS [   0.010s] a tests::b\n",
    "        FAIL [   0.010s] a tests::b\n",
    "     Summary [   0.010s] 2 tests run: 1 passed, 1 failed, 0 skipped\n",
    "=== RUN   TestA\n",
    "--- FAIL: TestA (0.00s)\n    a_test.go:3: boom\n",
    "--- PASS: TestA (0.00s)\n",
    "FAIL\tpkg\t0.01s\n",
    "ok  \tpkg\t0.01s\n",
    "{\"Action\":\"fail\",\"Package\":\"a\",\"Test\":\"T\"}\n",
    "{\"Action\":\"pass\",\"Package\":\"a\"}\n",
    "{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": 1 }\n",
    "{ \"type\": \"test\", \"event\": \"started\", \"name\": \"a\" }\n",
    "{ \"type\": \"test\", \"name\": \"a\", \"event\": \"failed\", \"stdout\": \"boom\" }\n",
    "{ \"type\": \"suite\", \"event\": \"failed\", \"passed\": 0, \"failed\": 1, \"ignored\": 0, \"measured\": 0 }\n",
    "============================= test session starts ==============================\ncollected 2 items\n\n",
    "test_a.py .F                                                             [100%]\n",
    "=================================== FAILURES ===================================\n",
    "____________________________________ test_b ____________________________________\n",
    "E   assert 1 == 2\n",
    "=========================== short test summary info ============================\nFAILED test_a.py::test_b - assert 1 == 2\n",
    "========================= 1 failed, 1 passed in 0.01s ==========================\n",
    "Test Suite 'A' started at 2026-01-01 00:00:00.000\n",
    "Test Case '-[A.B testC]' failed (0.001 seconds).\n",
    "Executed 2 tests, with 1 failure (0 unexpected) in 0.002 (0.003) seconds\n",
    "FAIL: test_a (t.A.test_a)\n----------------------------------------------------------------------\nTraceback (most recent call last):\n",
    "Ran 2 tests in 0.001s\n\nFAILED (failures=1)\n",
    " FAIL  src/a.test.js\n",
    "not ok 1 - a\n",
    "ok 1 - a\n",
    "1..2\n",
    "\r",
    "\u{1b}[31m",
    "\n",
];

fuzz_target!(|bytes: &[u8]| weir_fuzz::check(&weir_fuzz::spelled(bytes, WORDS), From::Auto));
