#!/usr/bin/env python3
"""Writes logs of TestNG's own runner; the forms are facts of its source, classes, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
HEAD = "[TestNG] Running:\n  /home/user/harbour/testng.xml\n\n"
RULER = "=" * 47 + "\n"


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


def thrown(message, name, line):
    return (f"{message}\n\tat org.testng.Assert.fail(Assert.java:110)\n\tat harbour.QuayTest.{name}(QuayTest.java:{line})\n"
            "\tat java.base/jdk.internal.reflect.NativeMethodAccessorImpl.invoke0(Native Method)\n\n")


def numbers(text, more=""):
    return f"{RULER}Harbour\nTotal tests run: {text}\n{more}{RULER}\n"


def suite(run, failed, skipped):
    return f"\n{RULER}    Quay\n    Tests run: {run}, Failures: {failed}, Skips: {skipped}\n{RULER}\n\n"


PASSES = "PASSED: opens\nPASSED: closes\n"
MOORS = "FAILED: moors\n" + thrown("java.lang.AssertionError: expected [3] but found [4]", "moors", 21)
LIFTS = 'FAILED: lifts("barge", 3)\n' + thrown("java.lang.IllegalStateException: no rope", "lifts", 30)
SETUP = "FAILED CONFIGURATION: @BeforeMethod fills\n" + thrown("java.lang.IllegalStateException: no water", "fills", 9)
write("all-pass", HEAD + PASSES + suite(2, 0, 0) + numbers("2, Passes: 2, Failures: 0, Skips: 0"))
write("all-pass-6", HEAD + numbers("2, Failures: 0, Skips: 0"))
write("all-pass-quiet", "\n" + numbers("2, Passes: 2, Failures: 0, Skips: 0"))
write("few-failures", HEAD + PASSES + MOORS + LIFTS + "SKIPPED: later\n\n" + suite(5, 2, 1)
      + numbers("5, Passes: 2, Failures: 2, Skips: 1"))
write("few-failures-headless", PASSES + MOORS + suite(3, 1, 0) + numbers("3, Passes: 2, Failures: 1, Skips: 0"))
write("few-failures-quiet", HEAD + numbers("3, Passes: 2, Failures: 1, Skips: 0"))
write("few-failures-setup", HEAD + "PASSED: opens\n" + SETUP + "SKIPPED: closes\n\n" + suite(2, 0, 1)
      + numbers("2, Passes: 1, Failures: 0, Skips: 1", "Configuration Failures: 1, Skips: 0\n"))
write("crash-cut", HEAD + PASSES + MOORS)
write("crash-cut-passes", HEAD + PASSES)
write("hostile", HEAD + "FAILED: to moor\nTotal tests run: many\nFAILED: moors\nthe ferry\n" + PASSES + suite(2, 0, 0)
      + numbers("2, Passes: 2, Failures: 0, Skips: 0"))
