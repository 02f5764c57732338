#!/usr/bin/env python3
"""Writes logs of Criterion; the forms are facts of its samples' expected outputs, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


def numbers(passed, failed, crashed=0):
    return f"[====] Synthesis: Tested: {passed + failed} | Passing: {passed} | Failing: {failed} | Crashing: {crashed} \n"


OLD = "[----] tests/quay.c:12: Assertion failed: The expression berths() == 3 is false.\n[FAIL] quay::moors: (0.00s)\n"
NEW = """[----] tests/quay.c:12: Assertion Failed
[----]   
[----]   berth is taken
[----]     eq(int, 3, berths()): 
[----]     diff: [-3-]{+4+}
[----]   
[FAIL] quay::moors: (0.00s)
"""
CRASH = "[----] tests/quay.c:20: Unexpected signal caught below this line!\n[FAIL] quay::lifts: CRASH!\n"
LATE = "[FAIL] tug::waits: Timed out. (1.00s)\n"
write("all-pass", numbers(6, 0))
write("all-pass-verbose", "[----] Criterion v2.4.2\n[====] Running 2 tests from quay:\n[RUN ] quay::opens\n[PASS] quay::opens: (0.00s)\n"
      "[RUN ] quay::closes\n[PASS] quay::closes: (0.00s)\n[SKIP] quay::later: Test is disabled\n" + numbers(2, 0))
write("few-failures", NEW + CRASH + LATE + numbers(3, 3, 1))
write("few-failures-2.3", OLD + CRASH + numbers(4, 2, 1))
write("few-failures-verbose", "[----] Criterion v2.4.2\n[====] Running 3 tests from quay:\n[RUN ] quay::opens\n[PASS] quay::opens: (0.00s)\n"
      "[RUN ] quay::moors\n" + NEW + "[RUN ] quay::lifts\n" + CRASH + numbers(1, 2, 1))
write("crash-cut", NEW + CRASH)
write("crash-cut-passes", "[====] Running 2 tests from quay:\n[RUN ] quay::opens\n[PASS] quay::opens: (0.00s)\n[RUN ] quay::closes\n")
write("hostile", "[FAIL] the rope\n[----] 3 berths\n[====] Synthesis: done\n[FAIL] quay::moors: reverted\n" + numbers(6, 0))
