#!/usr/bin/env python3
"""Writes logs of WebdriverIO's test runner; the forms are facts of its source, projects, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
RULER = "-" * 66 + "\n"


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


def begun(workers):
    return f"\nExecution of {workers} workers started at 2024-03-11T10:02:11.123Z\n\n"


def told(worker, word, spec, more=""):
    return f"[{worker}] {word} in chrome - file:///test/specs/{spec}.e2e.js{more}\n"


def early(worker, title, message, spec, line):
    kind = message.split(":")[0]
    return f'[{worker}] {kind} in "{title}"\n{message}\n{frame(spec, line)}\n'


def frame(spec, line):
    return f"    at Context.<anonymous> (file:///home/user/harbour/test/specs/{spec}.e2e.js:{line}:24)"


def report(worker, rows):
    preface = f"[chrome 122.0.6261.94 linux #{worker}]"
    head = ["Running: chrome (v122.0.6261.94) on linux", f"Session ID: 3b6d1f4b7a{worker[-1]}", ""]
    return RULER + "".join(f"{preface} {row}\n" if row else f"{preface}\n" for row in head + rows)


def last(numbers, percent=100):
    return f"\n\nSpec Files:\t {numbers} ({percent}% completed) in 00:00:09 \n\n"


HEAD = '\n "spec" Reporter:\n'
TUG = report("0-1", ["» /test/specs/tug.e2e.js", "tug", "   ✓ pulls", "    at sea", "       ✓ pushes", "", "2 passing (1.3s)"])
QUAY = ["» /test/specs/quay.e2e.js", "harbour", "   ✓ opens", "   - docks", "    at ebb", "       ✖ moors a ferry", "",
        "1 passing (2.3s)", "1 failing", "1 skipped", "", "1) at ebb moors a ferry", "expected 3 to equal 4",
        "AssertionError: expected 3 to equal 4", frame("quay", 12)]
HOOK = ["» /test/specs/crane.e2e.js", "crane", '   ✖ "before all" hook for "lifts"', "", "1 failing (12ms)", "",
        '1) crane "before all" hook for "lifts"', "no crane", "Error: no crane", frame("crane", 5)]
FAILED = (begun(3) + told("0-0", "RUNNING", "quay") + told("0-1", "RUNNING", "tug")
          + early("0-0", "harbour at ebb moors a ferry", "AssertionError: expected 3 to equal 4", "quay", 12)
          + told("0-0", "FAILED", "quay") + told("0-1", "PASSED", "tug") + told("0-2", "RUNNING", "crane")
          + early("0-2", 'crane "before all" hook for "lifts"', "Error: no crane", "crane", 5)
          + told("0-2", "FAILED", "crane"))
write("all-pass", begun(1) + told("0-1", "RUNNING", "tug") + told("0-1", "PASSED", "tug") + HEAD + TUG
      + last("1 passed, 1 total"))
write("all-pass-dot", begun(2) + told("0-0", "RUNNING", "quay") + told("0-0", "PASSED", "quay")
      + told("0-1", "RUNNING", "tug") + told("0-1", "PASSED", "tug") + '\n "dot" Reporter:\n....\n'
      + last("2 passed, 2 total"))
write("few-failures", FAILED + HEAD + report("0-0", QUAY) + TUG + report("0-2", HOOK)
      + last("1 passed, 2 failed, 3 total"))
write("few-failures-dot", FAILED + '\n "dot" Reporter:\n.F..F\n' + last("1 passed, 2 failed, 3 total"))
write("few-failures-load", begun(2) + told("0-0", "RUNNING", "quay")
      + "[0-0]  Error:  Cannot find module './berths'\n" + told("0-0", "FAILED", "quay") + told("0-1", "RUNNING", "tug")
      + told("0-1", "PASSED", "tug") + HEAD + TUG + last("1 passed, 1 failed, 2 total"))
write("few-failures-session", begun(2) + told("0-0", "RUNNING", "quay") + told("0-0", "FAILED", "quay")
      + told("0-1", "RUNNING", "tug") + told("0-1", "PASSED", "tug") + HEAD
      + report("0-0", ["✖ Failed to create a session:", "session not created: no browser", ""]) + TUG
      + last("1 passed, 1 failed, 2 total"))
write("retries", begun(1) + told("0-0", "RUNNING", "quay")
      + early("0-0", "harbour at ebb moors a ferry", "AssertionError: expected 3 to equal 4", "quay", 12)
      + told("0-0", "RETRYING", "quay") + told("0-0", "RUNNING", "quay") + told("0-0", "PASSED", "quay", " (1 retries)")
      + HEAD + report("0-0", QUAY) + report("0-0", ["» /test/specs/quay.e2e.js", "harbour", "   ✓ opens", "   - docks",
                                                    "    at ebb", "       ✓ moors a ferry", "", "2 passing (2.1s)", "1 skipped"])
      + last("1 passed, 1 retries, 1 total"))
write("crash-cut", FAILED[: FAILED.index("[0-2] RUNNING")])
write("crash-cut-passes", begun(2) + told("0-0", "RUNNING", "quay") + told("0-0", "PASSED", "quay")
      + told("0-1", "RUNNING", "tug"))
write("crash-bail", begun(2) + told("0-0", "RUNNING", "quay") + told("0-0", "PASSED", "quay")
      + last("1 passed, 2 total", 50))
write("hostile", begun(1) + told("0-1", "RUNNING", "tug") + "1 failing\n  1) moors\nSpec Files: 1 failed\nFAILED in anger\n"
      + told("0-1", "PASSED", "tug") + HEAD + TUG + last("1 passed, 1 total"))
