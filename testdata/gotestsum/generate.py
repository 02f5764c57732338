#!/usr/bin/env python3
"""Writes logs in the format of gotestsum, beside this script."""

from pathlib import Path

HERE = Path(__file__).parent
PASS, FAIL, EMPTY = "\u2713  ", "\u2716  ", "\u2205  "


def case(package, name, text, seconds="0.00s", run=0):
    again = f" (re-run {run})" if run else ""
    return f"=== FAIL: {package} {name}{again} ({seconds})\n{text}"


def failed(*cases):
    return "\n=== Failed\n" + "\n".join(cases) + "\n"


SIGNAL = "    quay_test.go:5: expected 2 lamps, got 1\n"
NIGHT = "    quay_test.go:15: too dark to moor\n    --- FAIL: TestMoor/at_night (0.00s)\n"
OIL = "    lamp_test.go:9: the lamp has no oil\n"
LIVE = f"{PASS}berth (3ms)\n{FAIL}quay (4ms)\n{FAIL}lamp (9ms)\n"
LIST = failed(
    case("quay", "TestSignal", SIGNAL),
    case("quay", "TestMoor/at_night", NIGHT),
    case("quay", "TestMoor", ""),
    case("lamp", "TestOil", OIL, "unknown"),
)


def told(package, name, text):
    return f"=== RUN   {name}\n{text}--- FAIL: {name} (0.00s)\nFAIL {package}.{name} (0.00s)\n"


TESTNAMES = (
    "PASS berth.TestTide (0.00s)\nPASS berth (cached)\n"
    + told("quay", "TestSignal", SIGNAL)
    + "=== RUN   TestMoor/at_night\n" + NIGHT + "FAIL quay.TestMoor/at_night (0.00s)\n"
    + told("quay", "TestMoor", "")
    + "FAIL quay\n"
)
FIRST = f"{FAIL}quay (4ms)\n\nDONE 5 tests, 2 failures in 0.512s\n\n"
AGAIN = [case("quay", "TestSignal", SIGNAL), case("quay", "TestTide", "    quay_test.go:30: no water\n")]
PRINTED = (
    "    quay_test.go:40: the run wrote:\nDONE 9 tests in 0.1s\n=== RUN   TestInner\n--- PASS: TestInner (0.00s)\nPASS\nok  \tinner\t0.1s\n"
    "test result: ok. 99 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n"
)
LOGS = {
    "all-pass": f"{PASS}berth (3ms)\n{PASS}quay (cached)\n{EMPTY}lamp\n\n=== Skipped\n=== SKIP: quay TestFog (0.00s)\n"
    "    quay_test.go:9: no fog today\n\nDONE 7 tests, 1 skipped in 0.512s\n",
    "few-failures": f"{LIVE}{LIST}DONE 9 tests, 4 failures in 0.612s\n",
    "few-failures-testname": TESTNAMES
    + failed(case("quay", "TestSignal", SIGNAL), case("quay", "TestMoor/at_night", NIGHT), case("quay", "TestMoor", ""))
    + "DONE 4 tests, 3 failures in 0.612s\n",
    "build": f"{PASS}berth (3ms)\n{FAIL}lamp\n"
    + failed(case("lamp", "", "FAIL\texample.com/harbour/lamp [build failed]\n"))
    + "=== Errors\nlamp/lamp.go:5:2: undefined: oil\nlamp/lamp.go:7:9: undefined: wick\n\nDONE 3 tests, 1 failure, 2 errors in 0.2s\n",
    "rerun-pass": FIRST + f"{PASS}quay (3ms)\n{PASS}quay (3ms)\n" + failed(*AGAIN) + "DONE 2 runs, 7 tests, 2 failures in 1.021s\n",
    "rerun-fails": FIRST + f"{PASS}quay (3ms)\n{FAIL}quay (3ms)\n" + failed(*AGAIN, case("quay", "TestTide", "    quay_test.go:30: no water\n", run=1))
    + "DONE 2 runs, 7 tests, 3 failures in 1.021s\n",
    "crash-cut": LIVE + LIST[: LIST.index("    lamp_test.go")],
    "hostile": f"{PASS}berth (3ms)\n{FAIL}quay (4ms)\n" + failed(case("quay", "TestPrinter", PRINTED), case("quay", "TestSignal", SIGNAL))
    + "DONE 5 tests, 2 failures in 0.512s\n",
}
for name, text in LOGS.items():
    (HERE / f"{name}.txt").write_text(text, encoding="utf-8")
