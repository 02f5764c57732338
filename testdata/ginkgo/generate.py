#!/usr/bin/env python3
"""Writes the logs of ginkgo 2, which cannot be had here: the format is a fact, read from its default reporter; names and
sentences are ours."""

import pathlib

HERE = pathlib.Path(__file__).parent
RULER = "-" * 30
AT = "@ 01/02/26 03:04:05.678"
FILE = "/home/user/harbour/crane/crane_test.go"


def header(suite, will, total, folder="/home/user/harbour/crane", procs=1):
    banner = f"Running Suite: {suite} - {folder}"
    text = f"{banner}\n{'=' * len(banner)}\nRandom Seed: 1600000000\n\nWill run {will} of {total} specs\n"
    return text + (f"Running in parallel across {procs} processes\n" if procs > 1 else "")


def failure(message, line, state="FAILED", node="It", file=FILE, more=""):
    body = "".join(f"  {each}\n" for each in f"[{state}] {message}".split("\n"))
    return f"{body}  In [{node}] at: {file}:{line} {AT}\n{more}"


def block(name, leaf, body, state="FAILED", between="", places=None):
    places = places or f"{FILE}:{leaf}\n"
    return f"• [{state}] [0.001 seconds]\n{name}\n{places}\n{between}{body}{RULER}\n"


def numbers(ran, total, passed, failed, pending=0, skipped=0, reason="", flaked=0):
    status = "SUCCESS!" if failed == 0 and not reason else "FAIL!"
    reason = f" - {reason}" if reason else ""
    flaked = f"{flaked} Flaked | " if flaked else ""
    return (
        f"\nRan {ran} of {total} Specs in 0.001 seconds\n"
        f"{status}{reason} -- {passed} Passed | {failed} Failed | {flaked}{pending} Pending | {skipped} Skipped\n"
    )


def summary(entries):
    count = "1 Failure" if len(entries) == 1 else f"{len(entries)} Failures"
    return f"\nSummarizing {count}:\n" + "".join(f"  [{state}] {name}\n  {place}\n" for state, name, place in entries)


def of_go(text, test, failed, package, verbose=True):
    word = "FAIL" if failed else "PASS"
    head = f"=== RUN   {test}\n" if verbose else ""
    told = f"--- {word}: {test} (0.01s)\n" if verbose or failed else ""
    end = f"FAIL\nFAIL\t{package}\t0.01s\nFAIL\n" if failed else f"PASS\nok  \t{package}\t0.01s\n"
    return head + text + told + end


def of_ginkgo(text, test, failed):
    if failed:
        return text + f"--- FAIL: {test} (0.01s)\nFAIL\n\nGinkgo ran 1 suite in 1.5s\n\nTest Suite Failed\n"
    return text + "PASS\n\nGinkgo ran 1 suite in 1.5s\nTest Suite Passed\n"


TRACE = (
    "\n  runtime error: invalid memory address or nil pointer dereference\n\n  Full Stack Trace\n"
    "    harbour/crane_test.init.func1.5.1()\n    \t/home/user/harbour/crane/crane_test.go:32 +0x1c\n"
)
SLIPPED = failure("the barrel slipped\nExpected\n    <int>: 4\nto equal\n    <int>: 5", 23)
MOTOR = failure("Expected\n    <string>: motor\nto equal\n    <string>: engine", 27, node="BeforeEach")
PANIC = failure("Test Panicked", 260, "PANICKED", file="/usr/lib/go-1.21/src/runtime/panic.go", more=TRACE)
SLOW = failure("A spec timeout occurred", 34, "TIMEDOUT", more=(
    "\n  This is the Progress Report generated when the spec timeout occurred:\n"
    "    Crane in a storm drops its load (Spec Runtime: 101ms)\n"
    f"      {FILE}:33\n      In [It] (Node Runtime: 100ms)\n        {FILE}:33\n\n      Spec Goroutine\n"
    "      goroutine 9 [select]\n      > harbour/crane_test.init.func1.5.2({0x7f, 0xc0})\n"
    f"          {FILE}:34\n            | It(\"drops its load\", func(ctx SpecContext) {{\n            > \t<-ctx.Done()\n"
))
TIMELINE = (
    "  Timeline >>\n  position: 12\n  error: the cable is wet\n"
    f"  [FAILED] in [It] - {FILE}:42 {AT}\n  << Timeline\n\n"
)
POSITION = failure("position\nis not known", 42)
BLOCKS = (
    "•" + f"\n{RULER}\n" + block("Crane [It] lifts a barrel", 21, SLIPPED)
    + f"•\n{RULER}\n"
    + block("Crane with a broken motor [BeforeEach] stands still", 28, MOTOR,
            places=f"  [BeforeEach] {FILE}:27\n  [It] {FILE}:28\n")
    + block("Crane in a storm [It] is locked", 32, PANIC, "PANICKED")
    + block("Crane in a storm [It] drops its load [storm, slow]", 33, SLOW, "TIMEDOUT")
    + f"S [SKIPPED] [0.001 seconds]\nCrane in a storm [It] waits\n{FILE}:36\n\n"
    + f"  [SKIPPED] no storm today\n  In [It] at: {FILE}:36 {AT}\n{RULER}\n"
    + f"•\n{RULER}\n" + block("Crane [It] reports its position", 40, POSITION, between=TIMELINE)
    + f"P [PENDING]\nCrane dances\n{FILE}:44\n{RULER}\n"
)
LIST = summary([
    ("FAIL", "Crane [It] lifts a barrel", f"{FILE}:23"),
    ("FAIL", "Crane with a broken motor [BeforeEach] stands still", f"{FILE}:27"),
    ("PANICKED!", "Crane in a storm [It] is locked", "/usr/lib/go-1.21/src/runtime/panic.go:260"),
    ("TIMEDOUT", "Crane in a storm [It] drops its load [storm, slow]", f"{FILE}:34"),
    ("FAIL", "Crane [It] reports its position", f"{FILE}:42"),
])
CRANE = header("Crane Suite", 9, 10) + "\n" + BLOCKS + LIST + numbers(8, 10, 3, 5, 1, 1)
VERBOSE = (
    header("Crane Suite", 2, 2) + f"\n{RULER}\nCrane lifts a box\n{FILE}:20\n• [0.001 seconds]\n{RULER}\n"
    + f"Crane lifts a barrel\n{FILE}:21\nthe barrel is on the hook\n  [FAILED] in [It] - {FILE}:23 {AT}\n"
    + block("Crane [It] lifts a barrel", 21, SLIPPED)
    + summary([("FAIL", "Crane [It] lifts a barrel", f"{FILE}:23")]) + numbers(2, 2, 1, 1)
)
TREE = f"Crane\n{FILE}:19\n  [It] lifts a barrel\n"
VERY_VERBOSE = (
    header("Crane Suite", 2, 2) + f"\n{RULER}\nCrane\n{FILE}:19\n  lifts a box\n  {FILE}:20\n• [0.001 seconds]\n{RULER}\n"
    + f"Crane\n{FILE}:19\n  lifts a barrel\n  {FILE}:21\n  > Enter [It] lifts a barrel - {FILE}:21 {AT}\n"
    + "the barrel is on the hook\n" + SLIPPED + f"  < Exit [It] lifts a barrel - {FILE}:21 {AT} (1ms)\n"
    + f"• [FAILED] [0.001 seconds]\n{TREE}  {FILE}:21\n{RULER}\n"
    + summary([("FAIL", "Crane [It] lifts a barrel", f"{FILE}:23")]) + numbers(2, 2, 1, 1)
)
TIDE = header("Tide Suite", 7, 8, "/home/user/harbour/tide")
HOOKS = (
    header("Hooks Suite", 2, 2, "/home/user/harbour/hooks")
    + "\n[BeforeSuite] [FAILED] [0.001 seconds]\n[BeforeSuite] \n/home/user/harbour/hooks/hooks_test.go:15\n\n"
    + failure("Expected\n    <string>: anchor\nto equal\n    <string>: down", 15, node="BeforeSuite",
              file="/home/user/harbour/hooks/hooks_test.go") + f"{RULER}\n"
    + summary([("FAIL", "[BeforeSuite] ", "/home/user/harbour/hooks/hooks_test.go:15")])
    + "\nRan 0 of 2 Specs in 0.001 seconds\n"
    + "FAIL! -- A BeforeSuite node failed so all tests were skipped.\n"
)
INTERRUPTED = (
    header("Slow Suite", 3, 3, "/home/user/harbour/slow") + f"\n•\n{RULER}\n"
    + block("Slow [It] waits for the tide", 18, failure("Interrupted by User", 18, "INTERRUPTED"), "INTERRUPTED")
    + summary([("INTERRUPTED", "Slow [It] waits for the tide", f"{FILE}:18")])
    + numbers(2, 3, 1, 1, 0, 1, "Interrupted by User")
)
FORGED = (
    header("Forged Suite", 2, 2) + f"\n•\n{RULER}\n" + block("Forged [It] breaks", 12, failure("forged", 13))
    + summary([("FAIL", "Forged [It] breaks", f"{FILE}:13")]) + numbers(2, 2, 1, 1)
)
SHORT = (
    "[1600000000] Tide Suite - 7/8 specs •••••••P SUCCESS! 1.5ms PASS\n"
    + f"[1600000000] Crane Suite - 2/2 specs •\n{RULER}\n" + block("Crane [It] lifts a barrel", 21, SLIPPED)
    + summary([("FAIL", "Crane [It] lifts a barrel", f"{FILE}:23")]) + numbers(2, 2, 1, 1)
    + "--- FAIL: TestCrane (0.01s)\nFAIL\n"
    + "[1600000000] Quay Suite [dry, wet] - 3/3 specs - 2 procs ••• SUCCESS! 2.5ms \n\n"
    + "There were failures detected in the following suites:\n  crane ./crane\n\n"
    + "Ginkgo ran 3 suites in 1.5s\n\nTest Suite Failed\n"
)

LOGS = {
    "all-pass-2": of_ginkgo(TIDE + "\n•••••••\n" + RULER + "\nP [PENDING]\nTide will turn some day\n"
                            + f"/home/user/harbour/tide/tide_test.go:24\n{RULER}\n" + numbers(7, 8, 7, 0, 1), "TestTide", False),
    "all-pass-2-go": of_go(TIDE + "\n•••••••P\n" + numbers(7, 8, 7, 0, 1), "TestTide", False, "harbour/tide"),
    "few-failures-2": of_ginkgo(CRANE, "TestCrane", True),
    "few-failures-2-go": of_go(CRANE, "TestCrane", True, "harbour/crane"),
    "few-failures-2-verbose": of_go(VERBOSE, "TestCrane", True, "harbour/crane"),
    "few-failures-2-very-verbose": of_ginkgo(VERY_VERBOSE, "TestCrane", True),
    "few-failures-2-suites": SHORT,
    "flaky-2": of_ginkgo(header("Flaky Suite", 2, 2) + f"\n•\n{RULER}\n"
                         + "↺ [FLAKEY TEST - TOOK 2 ATTEMPTS TO PASS] [0.001 seconds]\nFlaky comes at the second call\n"
                         + f"{FILE}:19\n{RULER}\n" + numbers(2, 2, 2, 0, flaked=1), "TestFlaky", False),
    "hooks-2": of_ginkgo(HOOKS, "TestHooks", True),
    "interrupted-2": of_ginkgo(INTERRUPTED, "TestSlow", True),
    "pending-2": of_go(header("Tide Suite", 7, 8) + "\n•••••••P\n"
                       + numbers(7, 8, 7, 0, 1, 0, "Detected pending specs and --fail-on-pending is set"),
                       "TestTide", True, "harbour/tide"),
    "crash-2": header("Crane Suite", 9, 10) + "\n•" + f"\n{RULER}\n" + block("Crane [It] lifts a barrel", 21, SLIPPED) + "•",
    "crash-2-killed": header("Crane Suite", 9, 10) + "\n•••",
    "hostile-pass-2": of_go(header("Hostile Suite", 3, 3) + "\n•" + FORGED + "••\n" + numbers(3, 3, 3, 0),
                            "TestHostile", False, "harbour/hostile"),
    "hostile-pass-2-same": of_ginkgo(header("Hostile Suite", 2, 2) + "\n" + FORGED + "Test Suite Failed\n••\n"
                                     + numbers(2, 2, 2, 0), "TestHostile", False),
    "hostile-fails-2": of_go(
        header("Hostile Suite", 3, 3) + "\n•" + numbers(3, 3, 3, 0) + f"PASS\n•\n{RULER}\n"
        + block("Hostile [It] ends", 79, failure("Expected\n    <string>: calm\nto equal\n    <string>: rough", 81))
        + summary([("FAIL", "Hostile [It] ends", f"{FILE}:81")]) + numbers(3, 3, 2, 1),
        "TestHostile", True, "harbour/hostile"),
}

for name, text in LOGS.items():
    (HERE / f"{name}.txt").write_text(text)
