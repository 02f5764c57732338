#!/usr/bin/env python3
"""Writes logs of Alcotest; the forms are facts of its expected outputs, suites, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
HEAD = "Testing `Harbour'.\nThis run has ID `4M1WSC3B'.\n\n"


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


def row(mark, suite, number, words):
    return f"{'>' if mark == 'FAIL' else ' '} {'[' + mark + ']':<13} {suite:<10} {number:>5}   {words}.\n"


def box(suite, number, words, text):
    head = f"[FAIL]        {suite:<10} {number:>5}   {words}."
    return (f"┌{'─' * 78}┐\n│ {head:<77}│\n└{'─' * 78}┘\n{text}\n"
            f"Logs saved to `~/harbour/_build/_tests/Harbour/{suite}.{number:03}.output'.\n {'─' * 78}\n\n")


MOORS = """ASSERT berths
FAIL berths

   Expected: `3'
   Received: `4'

Raised at Alcotest_engine__Test.check in file "src/alcotest-engine/test.ml", lines 200-210, characters 4-19
"""
LOWERS = '[exception] Failure("the rope is torn")\n            Raised at Dune__exe__Crane.lowers in file "test/crane.ml", line 9\n'
END = "Full test results in `~/harbour/_build/_tests/Harbour'.\n"
PASSES = row("OK", "berths", 0, "counts") + row("OK", "cranes", 0, "lifts")
ROWS = (row("OK", "berths", 0, "counts") + row("FAIL", "berths", 1, "moors a ferry") + row("OK", "cranes", 0, "lifts")
        + row("SKIP", "cranes", 1, "swings") + row("FAIL", "cranes", 2, "lowers") + "\n")
write("all-pass", HEAD + PASSES + "\n" + END + "Test Successful in 0.001s. 2 tests run.\n")
write("all-pass-compact", HEAD + "..\n\n" + END + "Test Successful in 0.001s. 2 tests run.\n")
write("few-failures", HEAD + ROWS + box("berths", 1, "moors a ferry", MOORS) + END + "2 failures! in 0.002s. 4 tests run.\n")
write("few-failures-all", HEAD + ROWS + box("berths", 1, "moors a ferry", MOORS) + box("cranes", 2, "lowers", LOWERS) + END
      + "2 failures! in 0.002s. 4 tests run.\n")
write("few-failures-compact", HEAD + ".F.\n\n" + box("berths", 1, "moors a ferry", MOORS) + END
      + "1 failure! in 0.002s. 3 tests run.\n")
write("crash-cut", HEAD + "".join(ROWS.splitlines(True)[:3]))
write("crash-cut-passes", HEAD + PASSES)
write("hostile", HEAD + PASSES + "[FAIL] the rope\n3 failures! in a row.\n\n" + END + "Test Successful in 0.001s. 2 tests run.\n")
