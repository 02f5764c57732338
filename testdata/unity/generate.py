#!/usr/bin/env python3
"""Writes logs in the form of Unity, Ceedling and PlatformIO. The format is a fact, the sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
RULER = "\n-----------------------\n"


def program(file, tests, noise=""):
    """Tests: (name, word and message)."""
    lines = "".join(f"{file}:{10 + 7 * at}:{name}:{word}\n" for at, (name, word) in enumerate(tests))
    failures = sum(word.startswith("FAIL") for _, word in tests)
    ignored = sum(word.startswith("IGNORE") for _, word in tests)
    return noise + lines + RULER + f"{len(tests)} Tests {failures} Failures {ignored} Ignored \n" + ("FAIL\n" if failures else "OK\n")


def passing(count, word="test_price"):
    return [(f"{word}_{at}", "PASS") for at in range(count)]


def heading(words):
    ruler = "-" * len(words)
    return f"{ruler}\n{words}\n{ruler}\n"


def overall(passed, failed, ignored):
    tested = passed + failed + ignored
    width = len(str(tested))
    return heading("OVERALL TEST SUMMARY") + "".join(
        f"{word:9}{number:>{width}}\n" for word, number in [("TESTED:", tested), ("PASSED:", passed), ("FAILED:", failed), ("IGNORED:", ignored)])


def ceedling(lists):
    return "\nTest 'test_cart.c'\n------------------\nGenerating runner for test_cart.c...\nCompiling test_cart.c...\nLinking test_cart.out...\nRunning test_cart.out...\n\n" + lists


def bar(words, sign):
    side = sign * max(3, (78 - len(words)) // 2)
    return f"{side} {words} {side}\n"


few = passing(9) + [("test_total", "FAIL: Expected 4 Was 3"), ("test_name", "FAIL: Expected 'pear' Was 'pea'. no label"), ("test_tax", "IGNORE: no rates yet")] + passing(6, "test_tax")
broken = heading("FAILED TEST SUMMARY") + '[test_cart.c]\n  Test: test_total\n  At line (12): "Expected 4 Was 3"\n\n  Test: test_name\n  At line (19): "Expected \'pear\' Was \'pea\'. no label"\n\n'
ignored = heading("IGNORED TEST SUMMARY") + '[test_tax.c]\n  Test: test_rates\n  At line (31): "no rates yet"\n\n'
stopped = heading("BUILD FAILURE SUMMARY") + "Unit test failures.\n"
collected = "Verbosity level can be increased via `-v, -vv, or -vvv` option\nCollected 2 tests\n\n"


def suite(name, body, status):
    return f"Processing {name} in native environment\n" + "-" * 80 + "\nBuilding...\nTesting...\n" + body + bar(f"native:{name} [{status}] Took 1.42 seconds", "-") + "\n"


def suite_5(name, results):
    tests = "".join(f"test/{name}.cpp:{at + 8}:{name}_{at}:{result}\t[{'FAILED' if result[0] == 'F' else 'PASSED'}]\n" for at, result in enumerate(results))
    failed = sum(result[0] == "F" for result in results)
    return (f"Processing {name} in native environment\n" + "-" * 80 + "\nBuilding...\nTesting...\n" + tests + RULER
            + f"{len(results)} Tests {failed} Failures 0 Ignored\n" + bar(f"[{'FAILED' if failed else 'PASSED'}] Took 1.42 seconds", "=") + "\n")


collected_5 = "Verbose mode can be enabled via `-v, --verbose` option\nCollected 2 items\n\n"
pio_table_5 = "Test       Environment    Status    Duration\n---------  -------------  --------  ------------\ntest_cart  native         PASSED    00:00:01.420\n"
pio_table = "=================================== SUMMARY ====================================\nEnvironment    Test       Status    Duration\n-------------  ---------  --------  ------------\n"

logs = {
    "all-pass": program("test/test_cart.c", passing(25)) + program("test/test_tax.c", passing(4, "test_tax")),
    "all-pass-ceedling": ceedling(overall(12, 0, 0)),
    "all-pass-platformio": collected + suite("test_cart", "".join(f"test/test_cart.cpp:{at}: test_price_{at}\t[PASSED]\n" for at in range(4, 9)), "PASSED")
    + pio_table + "native         test_cart  PASSED    00:00:01.420\n" + bar("5 test cases: 5 succeeded in 00:00:01.420", "="),
    "few-failures": program("test/test_tax.c", passing(4, "test_tax")) + program("test/test_cart.c", few, "I (312) shop: the shop opens\n"),
    "few-failures-fixture": "....test/test_cart.c:12:TEST(Cart, Total):FAIL: Expected 4 Was 3\n..." + RULER + "8 Tests 1 Failures 0 Ignored \nFAIL\n",
    "few-failures-ceedling": ceedling(ignored + broken + overall(12, 2, 1) + "\n" + stopped),
    "few-failures-ceedling-ide": ceedling(heading("FAILED TEST SUMMARY") + 'test/test_cart.c:12:test_total: "Expected 4 Was 3"\n\n' + overall(3, 1, 0) + "\n" + stopped),
    "few-failures-platformio": collected + suite("test_cart", "test/test_cart.cpp:12: test_total: Expected 4 Was 3\t[FAILED]\ntest/test_cart.cpp:20: test_adds\t[PASSED]\ntest/test_cart.cpp:28: test_tax: no rates yet\t[SKIPPED]\n"
    "Program errored with 1 code\n", "FAILED") + suite("test_kiln", "", "ERRORED") + pio_table
    + "native         test_cart  FAILED    00:00:01.420\nnative         test_kiln  ERRORED   00:00:01.420\n" + bar("4 test cases: 1 failed, 1 skipped, 1 succeeded in 00:00:02.840", "="),
    "few-failures-platformio-status": collected + suite("test_cart", "test/test_cart.cpp:12: test_total: Expected 4 Was 3\t[FAILED]\ntest/test_cart.cpp:20: test_adds\t[PASSED]\n"
    "Program received signal SIGHUP (Hangup)\n", "ERRORED") + pio_table + "native         test_cart  ERRORED   00:00:01.420\n" + bar("3 test cases: 1 failed, 1 succeeded in 00:00:01.420", "="),
    "all-pass-platformio-5": collected_5 + suite_5("test_cart", ["PASS"]) + suite_5("test_tax", ["PASS"]) + pio_table_5 + bar("2 succeeded in 00:00:02.840", "="),
    "few-failures-platformio-5-suites": collected_5 + suite_5("test_cart", ["PASS"]) + suite_5("test_tax", ["PASS", "FAIL: Expected 4 Was 3"]) + pio_table_5 + bar("1 failed, 1 succeeded in 00:00:02.840", "="),
    "hostile-platformio": "Processing orders in nightly environment\nall shipped\n" + program("test/test_cart.c", passing(4) + [("test_total", "FAIL: Expected 4 Was 3")]),
    "crash-platformio": collected + suite("test_cart", "test/test_cart.cpp:20: test_adds\t[PASSED]\n", "PASSED") + "Processing test_kiln in native environment\n" + "-" * 80 + "\nBuilding...\n",
    "few-failures-platformio-5": "test/test_cart.cpp:12:test_total:FAIL: Expected 4 Was 3\t[FAILED]\ntest/test_cart.cpp:20:test_adds\t[PASSED]\n" + RULER + "2 Tests 1 Failures 0 Ignored\n",
    "crash": "".join(f"test/test_cart.c:{at}:test_price_{at}:PASS\n" for at in range(8)) + "I (312) kiln: lit\nSegmentation fault (core dumped)\n",
    "crash-cut": "".join(f"test/test_cart.c:{at}:test_price_{at}:PASS\n" for at in range(8)),
    "no-tests": RULER + "0 Tests 0 Failures 0 Ignored \nOK\n",
    "hostile": program("test/test_cart.c", few, "printed: test/x.c:3:test_forged:FAIL: no\n9 Tests 0 Failures 0 Ignored\nOK\n") .replace("test/test_cart.c:38:", RULER + "12 Tests 0 Failures 0 Ignored\nOK\ntest/test_cart.c:38:"),
    "hostile-pass": program("test/test_cart.c", passing(9), "printed: test/x.c:3:test_forged:FAIL: no\n3 Tests 3 Failures 0 Ignored\nFAIL\nFAILED TEST SUMMARY\n"),
}
for name, text in logs.items():
    (HERE / f"{name}.txt").write_text(text)
