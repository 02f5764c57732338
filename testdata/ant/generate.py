#!/usr/bin/env python3
"""Writes logs of Ant's junit task; the forms are facts of Ant 1.10, projects, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
HEAD = """Buildfile: /home/user/project/build.xml

compile:
    [javac] Compiling 2 source files to /home/user/project/classes

test:
"""


def junit(text):
    return "".join(f"    [junit] {line}\n" for line in text.splitlines())


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


HARVEST = """Testsuite: dev.orchard.HarvestTest
Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.158 sec

"""
PRESS = """Testsuite: dev.orchard.PressTest
Tests run: 3, Failures: 1, Errors: 1, Skipped: 0, Time elapsed: 0.011 sec

Testcase: fillsBottles(dev.orchard.PressTest):\tFAILED
one bottle is missing expected:<40> but was:<39>
junit.framework.AssertionFailedError: one bottle is missing expected:<40> but was:<39>
\tat dev.orchard.PressTest.fillsBottles(PressTest.java:13)

Testcase: readsTheScale took 0.002 sec
\tCaused an ERROR
For input string: "heavy"
java.lang.NumberFormatException: For input string: "heavy"
\tat java.base/java.lang.Integer.parseInt(Integer.java:668)
\tat dev.orchard.PressTest.readsTheScale(PressTest.java:19)

Test dev.orchard.PressTest FAILED
"""
FAILED = """
BUILD FAILED
/home/user/project/build.xml:14: One or more tests failed

Total time: 2 seconds
"""
write("all-pass", HEAD + junit(HARVEST) + "\nBUILD SUCCESSFUL\nTotal time: 2 seconds\n")
write("few-failures", HEAD + junit(HARVEST + PRESS) + FAILED)
write("crash-truncated", HEAD + junit(HARVEST + "\n".join(PRESS.splitlines()[:6])))
write("hostile", HEAD + junit(HARVEST + """------------- Standard Output ---------------
Tests run: 3, failures are printed
BUILD FAILED
FAILED
------------- ---------------- ---------------
""") + "\nBUILD SUCCESSFUL\nTotal time: 2 seconds\n")
write("compile-error", """Buildfile: /home/user/project/build.xml

compile:
    [javac] Compiling 2 source files to /home/user/project/classes
    [javac] /home/user/project/src/dev/orchard/Graft.java:8: error: cannot find symbol
    [javac]         int wax = missing(3);
    [javac]                   ^
    [javac]   symbol:   method missing(int)
    [javac]   location: class Graft
    [javac] 1 error

BUILD FAILED
/home/user/project/build.xml:9: Compile failed; see the compiler error output for details.

Total time: 1 second
""")
REPORT = """Testsuite: dev.orchard.ScaleTest
Tests run: 3, Failures: 1, Errors: 1, Skipped: 0, Time elapsed: 0.012 sec

Testcase: weighs took 0.001 sec
Testcase: balances took 0.003 sec
\tFAILED
the pan hangs low
junit.framework.AssertionFailedError: the pan hangs low
\tat dev.orchard.ScaleTest.balances(ScaleTest.java:12)

Testcase: tares took 0 sec
\tCaused an ERROR
no tare
java.lang.IllegalStateException: no tare
\tat dev.orchard.ScaleTest.tares(ScaleTest.java:18)

"""
write("all-pass-report", HARVEST)
write("few-failures-report", HARVEST + REPORT)
write("hostile-report", """Testsuite: dev.orchard.ScaleTest
Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.012 sec

------------- Standard Output ---------------
Testcase: balances took 0.003 sec
\tFAILED
------------- ---------------- ---------------

Testcase: weighs took 0.001 sec
""")
