#!/usr/bin/env python3
"""Writes logs of Gradle in forms that cannot be made here: versions 5 to 9, several projects, Kotlin, retries.

The forms are facts of Gradle, of its test-retry plugin and of kotlinc; projects, tests and sentences are ours.
"""
import pathlib

HERE = pathlib.Path(__file__).parent
TRY = """
* Try:
> Run with --stacktrace option to get the stack trace.
> Run with --info or --debug option to get more log output.
> Run with --scan to get full insights.
> Get more help at https://help.gradle.org
"""
FAILURE = "\nFAILURE: Build failed with an exception.\n\n"


def wrong(task, reason):
    return f"* What went wrong:\nExecution failed for task '{task}'.\n> {reason}\n{TRY}"


def report(task):
    path = task.strip(":").replace(":", "/").rsplit("/", 1)[0]
    return f"There were failing tests. See the report at: file:///home/user/project/{path}/build/reports/tests/test/index.html"


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


write("all-pass-8", """> Task :app:compileJava
> Task :app:test

HarvestTest > weighsEveryCrate() PASSED

HarvestTest > pressesCider() SKIPPED

> Task :app:check

BUILD SUCCESSFUL in 4s
3 actionable tasks: 3 executed
""")

# Two projects with --continue, parameters, a nested class, the names of run and worker; the parts of the failure are numbered.
write("few-failures-8", """> Task :app:compileJava UP-TO-DATE

> Task :app:test

PressTest > turnsTheScrew(int) > [1] 1 FAILED
    org.opentest4j.AssertionFailedError: expected: <2> but was: <1>
        at app//org.junit.jupiter.api.AssertionFailureBuilder.build(AssertionFailureBuilder.java:151)
        at app//dev.orchard.PressTest.turnsTheScrew(PressTest.java:33)

Gradle Test Run :app:test > Gradle Test Executor 2 > CellarTest > Cold > cools() FAILED
    java.lang.IllegalStateException: the key is lost
        at dev.orchard.Cellar.open(Cellar.java:9)

        Caused by:
        java.io.IOException: no key
            at dev.orchard.Key.find(Key.java:3)
            ... 2 more

11 tests completed, 2 failed, 1 skipped

> Task :app:test FAILED

> Task :press:test

ScaleTest > weighs() PASSED

ScaleTest > tares() FAILED
    java.lang.AssertionError at ScaleTest.java:8

2 tests completed, 1 failed

> Task :press:test FAILED

FAILURE: Build completed with 2 failures.

1: Task failed with an exception.
-----------
""" + wrong(":app:test", report(":app:test")) + """==============================================================================

2: Task failed with an exception.
-----------
""" + wrong(":press:test", report(":press:test")) + """==============================================================================

BUILD FAILED in 9s
6 actionable tasks: 4 executed, 2 up-to-date
""")

# The test-retry plugin: a test that fails first and passes then, and one that stays failed.
write("few-failures-retry", """> Task :test

WindTest > gusts() FAILED
    java.lang.AssertionError: too still
        at dev.orchard.WindTest.gusts(WindTest.java:13)

WindTest > turns() FAILED
    java.lang.AssertionError: the vane is stuck
        at dev.orchard.WindTest.turns(WindTest.java:21)

WindTest > gusts() PASSED

WindTest > turns() FAILED
    java.lang.AssertionError: the vane is stuck
        at dev.orchard.WindTest.turns(WindTest.java:21)

5 tests completed, 3 failed

> Task :test FAILED
""" + FAILURE + wrong(":test", report(":test")) + """
BUILD FAILED in 3s
1 actionable task: 1 executed
""")
write("all-pass-retry", """> Task :test

WindTest > gusts() FAILED
    java.lang.AssertionError: too still
        at dev.orchard.WindTest.gusts(WindTest.java:13)

WindTest > gusts() PASSED

2 tests completed, 1 failed

BUILD SUCCESSFUL in 3s
1 actionable task: 1 executed
""")

write("compile-error-kotlin", """> Task :compileKotlin
w: file:///home/user/project/src/main/kotlin/Press.kt:4:9 Variable 'wax' is never used
e: file:///home/user/project/src/main/kotlin/Press.kt:7:17 Unresolved reference: bottles
e: file:///home/user/project/src/main/kotlin/Cellar.kt:12:5 Type mismatch: inferred type is String but Int was expected

> Task :compileKotlin FAILED
""" + FAILURE + wrong(":compileKotlin", "Compilation error. See log for more details") + """
BUILD FAILED in 3s
1 actionable task: 1 executed
""")

# Gradle 9 repeats the compiler's output inside of the reason.
write("compile-error-9", """> Task :compileJava FAILED
/home/user/project/src/main/java/dev/orchard/Graft.java:8: error: cannot find symbol
        int wax = missing(3);
                  ^
  symbol:   method missing(int)
  location: class Graft
1 error

[Incubating] Problems report is available at: file:///home/user/project/build/reports/problems/problems-report.html
""" + FAILURE + """* What went wrong:
Execution failed for task ':compileJava'.
> Compilation failed; see the compiler output below.
  /home/user/project/src/main/java/dev/orchard/Graft.java:8: error: cannot find symbol
          int wax = missing(3);
                    ^
    symbol:   method missing(int)
    location: class Graft
  1 error
""" + TRY + """
BUILD FAILED in 1s
1 actionable task: 1 executed
""")

write("broken-script", FAILURE + """* Where:
Build file '/home/user/project/build.gradle' line: 14

* What went wrong:
A problem occurred evaluating root project 'orchard'.
> Could not find method implementaton() for arguments [dev.orchard:wax:1.1] on object of type org.gradle.api.internal.artifacts.dsl.dependencies.DefaultDependencyHandler.
""" + TRY + """
BUILD FAILED in 412ms
""")

write("few-failures-logger", """> Task :test

dev.orchard.HarvestTest

  Test weighsEveryCrate() PASSED
  Test pressesCider() SKIPPED

dev.orchard.PressTest

  Test fillsBottles() FAILED (1.2s)

  org.opentest4j.AssertionFailedError: expected: <40> but was: <39>
      at app//dev.orchard.PressTest.fillsBottles(PressTest.java:13)

  Test rinses() PASSED

FAILURE: Executed 4 tests in 3.1s (1 failed, 1 skipped)

4 tests completed, 1 failed, 1 skipped

> Task :test FAILED
""" + FAILURE + wrong(":test", report(":test")) + """
BUILD FAILED in 5s
1 actionable task: 1 executed
""")
