#!/usr/bin/env python3
"""Writes logs of NUnit's own runners; the forms are facts of their source, names and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
HEAD = ("NUnit Console Runner 3.16.3 (.NET 6.0.0)\n\nRuntime Environment\n   OS Version: Linux\n\n"
        "Test Files\n    /home/user/harbour/Harbour.Tests.dll\n\n\n")
LITE = "NUnitLite 3.12.0 (.NET Core 3.1.0)\n\nTest Files\n    /home/user/harbour/Harbour.Tests.dll\n\n"
PROBLEMS = "Errors, Failures and Warnings\n\n"
SETTINGS = "Run Settings\n    WorkDirectory: /home/user/harbour\n\n"


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


def summary(result, count, passed, failed, warnings, skipped, more=""):
    return (f"Test Run Summary\n  Overall result: {result}\n  Test Count: {count}, Passed: {passed}, Failed: {failed}, "
            f"Warnings: {warnings}, Inconclusive: 0, Skipped: {skipped}\n{more}"
            "  Start time: 2026-01-01 10:00:00Z\n    End time: 2026-01-01 10:00:01Z\n    Duration: 0.500 seconds\n\n")


MOORS = ("1) Failed : Harbour.Tests.Quay.Moors\n  Expected: 3\n  But was:  4\n"
         "   at Harbour.Tests.Quay.Moors() in /home/user/harbour/Quay.cs:line 12\n\n")
LIFTS = ('2) Error : Harbour.Tests.Quay.Lifts("barge",3.5)\nSystem.InvalidOperationException : no rope\n'
         "   at Harbour.Tests.Quay.Lifts(String name, Double weight) in /home/user/harbour/Quay.cs:line 30\n\n")
WARNS = "3) Warning : Harbour.Tests.Quay.Creaks\n  the quay is old\n\n"
LATER = "Tests Not Run\n\n1) Ignored : Harbour.Tests.Quay.Later\nno tide\n\n"
FAILED = "    Failed Tests - Failures: 1, Errors: 1, Invalid: 0\n    Skipped Tests - Ignored: 1, Explicit: 0, Other: 0\n"
write("all-pass", HEAD + SETTINGS + summary("Passed", 9, 9, 0, 0, 0))
write("all-pass-lite", LITE + LATER + summary("Passed", 9, 8, 0, 0, 1))
write("few-failures", HEAD + PROBLEMS + MOORS + LIFTS + WARNS + LATER + SETTINGS + summary("Failed", 9, 5, 2, 1, 1, FAILED))
write("few-failures-headless", PROBLEMS + MOORS + summary("Failed", 9, 8, 1, 0, 0))
write("few-failures-tear-down", HEAD + SETTINGS + summary("Failed", 9, 9, 0, 0, 0))
write("crash-cut", HEAD + PROBLEMS + MOORS)
write("crash-cut-passes", HEAD)
write("hostile", HEAD + "the ferry prints: Errors and Failures\n" + PROBLEMS + MOORS.replace("  But", "1) Failed : nothing\n\n  But")
      + SETTINGS + summary("Failed", 9, 8, 1, 0, 0) + "  Test Count: many, Passed: all\n")
