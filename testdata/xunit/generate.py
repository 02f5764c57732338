#!/usr/bin/env python3
"""Writes logs of xUnit.net's own runners; the forms are facts of its source, names and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
HEAD = "xUnit.net Console Runner v2.4.1 (64-bit .NET Core 3.1.0)\n"
THIRD = "xUnit.net v3 In-Process Runner v1.0.0+65e1bb2f5a (64-bit .NET 8.0.11)\n"
SUMMARY = "=== TEST EXECUTION SUMMARY ===\n"


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


def begins(name):
    return f"  Discovering: {name}\n  Discovered:  {name}\n  Starting:    {name}\n"


def ends(name):
    return f"  Finished:    {name}\n"


def row(name, total, errors, failed, skipped, more=""):
    return f"   {name}  Total: {total}, Errors: {errors}, Failed: {failed}, Skipped: {skipped}{more}, Time: 0.105s\n"


def failed(name, message, line, output=""):
    told = "".join(f"      {each}\n" for each in message.split("\n"))
    return (f"    {name} [FAIL]\n{told}      Stack Trace:\n           at Xunit.Assert.Equal[T](T expected, T actual)\n"
            f"        /home/user/harbour/Quay.cs({line},0): at {name.split('(')[0]}()\n{output}")


MOORS = failed("Harbour.Tests.Quay.Moors", "Assert.Equal() Failure\nExpected: 3\nActual:   4", 12)
LIFTS = failed('Harbour.Tests.Quay.Lifts(name: "barge", weight: 3.5)', "System.InvalidOperationException : no rope", 30,
               "      Output:\n        the barge is wet\n")
LATER = "    Harbour.Tests.Quay.Later [SKIP]\n      no tide\n"
TESTS = "Harbour.Tests"
write("all-pass", HEAD + begins(TESTS) + ends(TESTS) + SUMMARY + row(TESTS, 9, 0, 0, 0))
write("all-pass-3", THIRD + begins(TESTS) + LATER + ends(TESTS) + SUMMARY + row(TESTS, 9, 0, 0, 1, ", Not Run: 0"))
write("few-failures", HEAD + begins(TESTS) + MOORS + LATER + LIFTS + ends(TESTS) + SUMMARY + row(TESTS, 9, 0, 2, 1))
write("few-failures-two", HEAD + begins("Cargo.Tests") + begins(TESTS) + MOORS + ends("Cargo.Tests") + ends(TESTS) + SUMMARY
      + row("Cargo.Tests  ", 4, 0, 0, 0) + row(TESTS, 9, 0, 1, 0)
      + "                   --          -          -           -        ------\n"
      + "     GRAND TOTAL: 13          0          1           0        0.210s (0.300s)\n")
write("few-failures-cleanup", HEAD + begins(TESTS)
      + "    [Test Class Cleanup Failure (Harbour.Tests.Quay)] System.InvalidOperationException\n"
      + "      System.InvalidOperationException : the quay is locked\n      Stack Trace:\n"
      + "        /home/user/harbour/Quay.cs(40,0): at Harbour.Tests.Quay.Dispose()\n"
      + ends(TESTS) + SUMMARY + row(TESTS, 9, 1, 0, 0))
write("crash-cut", HEAD + begins(TESTS) + MOORS)
write("crash-cut-passes", HEAD + begins(TESTS))
write("hostile", HEAD + begins(TESTS) + "a test prints\n    that nothing [FAIL]s\n" + MOORS.replace("Failure\n", "Failure\n      x [FAIL]\n", 1)
      + ends(TESTS) + SUMMARY + row(TESTS, 9, 0, 1, 0) + "   Harbour is closed  Total: none\n")
