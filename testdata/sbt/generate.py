#!/usr/bin/env python3
"""Writes logs of sbt with ScalaTest, munit and JUnit, and of ScalaTest's own runner; sbt cannot run here.

The forms are facts of sbt 1, ScalaTest 3, munit 1 and junit-interface; projects, tests and sentences are ours.
"""
import pathlib

HERE = pathlib.Path(__file__).parent
HEAD = """[info] welcome to sbt 1.9.9 (Debian Java 17.0.15)
[info] loading settings for project root from build.sbt...
[info] set current project to orchard (in build file:/home/user/project/)
"""
REPORT = """HarvestSpec:
Harvest
- should weigh every crate
- should count ladders (12 milliseconds)
- should press cider !!! IGNORED !!!
PressSpec:
Press
- should fill bottles *** FAILED *** (3 milliseconds)
  40 did not equal 39 one bottle is missing (PressSpec.scala:13)
- should read the scale *** FAILED ***
  java.lang.IllegalStateException: the scale said nothing useful
  at dev.orchard.Press.scale(Press.scala:21)
  at dev.orchard.PressSpec.$anonfun$new$3(PressSpec.scala:18)
  at org.scalatest.OutcomeOf.outcomeOf(OutcomeOf.scala:85)
  ...
  Cause: java.lang.NumberFormatException: For input string: "heavy"
  at java.base/java.lang.Integer.parseInt(Integer.java:652)
- should rinse
"""
TOTALS = """Run completed in 1 second, 204 milliseconds.
Total number of tests run: 5
Suites: completed 2, aborted 0
Tests: succeeded 3, failed 2, canceled 0, ignored 1, pending 0
"""


def marked(text, mark="[info] "):
    return "".join(mark + line + "\n" for line in text.splitlines())


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


write("few-failures", HEAD + marked(REPORT + TOTALS + "*** 2 TESTS FAILED ***") + """[error] Failed: Total 5, Failed 2, Errors 0, Passed 3, Ignored 1
[error] Failed tests:
[error] \tdev.orchard.PressSpec
[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful
[error] Total time: 4 s, completed Mar 1, 2026, 12:00:00 PM
""")
write("all-pass", HEAD + marked("""HarvestSpec:
- weighs every crate
- counts ladders
Run completed in 204 milliseconds.
Total number of tests run: 2
Suites: completed 1, aborted 0
Tests: succeeded 2, failed 0, canceled 0, ignored 0, pending 0
All tests passed.
Passed: Total 2, Failed 0, Errors 0, Passed 2""") + "[success] Total time: 4 s, completed Mar 1, 2026, 12:00:00 PM\n")
write("few-failures-scalatest", "Run starting. Expected test count is: 5\n" + REPORT + TOTALS + "*** 2 TESTS FAILED ***\n")
write("few-failures-munit", HEAD + """dev.orchard.PressSuite:
  + rinses 0.01s
==> X dev.orchard.PressSuite.fills all bottles  0.021s munit.ComparisonFailException: /home/user/project/src/test/scala/PressSuite.scala:12 one bottle is missing
11:  test("fills all bottles") {
12:    assertEquals(39, 40)
13:  }
values are not the same
=> Obtained
39
=> Diff (- obtained, + expected)
-39
+40
    at munit.Assertions.failComparison(Assertions.scala:274)
    at dev.orchard.PressSuite.$anonfun$new$2(PressSuite.scala:12)
[error] Failed: Total 2, Failed 1, Errors 0, Passed 1
[error] Failed tests:
[error] \tdev.orchard.PressSuite
[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful
""")
write("few-failures-junit", HEAD + """[info] Test run dev.orchard.PressTest started
[info] Test dev.orchard.PressTest.rinses started
[info] Test dev.orchard.PressTest.fillsBottles started
[error] Test dev.orchard.PressTest.fillsBottles failed: java.lang.AssertionError: one bottle is missing expected:<40> but was:<39>, took 0.004 sec
[error]     at org.junit.Assert.fail(Assert.java:89)
[error]     at dev.orchard.PressTest.fillsBottles(PressTest.java:13)
[info] Test run dev.orchard.PressTest finished: 1 failed, 0 ignored, 2 total, 0.01s
[error] Failed: Total 2, Failed 1, Errors 0, Passed 1
[error] Failed tests:
[error] \tdev.orchard.PressTest
[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful
""")
# Two specifications with examples of one name; one without a place; a line of standard error that begins with the mark.
write("few-failures-specs2", HEAD + """[error]   x marks the spot where the press stood
[info] HarvestSpec
[info] Harvest should
[info]   + weigh every crate
[error]   x fill bottles
[error]    40 != 39 (HarvestSpec.scala:13)
[error] Actual:   4[0]
[error] Expected: [39]
[info]
[info] Total for specification HarvestSpec
[info] Finished in 31 ms
[info] 2 examples, 1 failure, 0 error
[info]
[info] PressSpec
[info] Press should
[error]   x fill bottles
[error]    one bottle
[error]
[error]    is missing (PressSpec.scala:21)
[error]   ! read the scale
[error]    java.lang.IllegalStateException: the scale said nothing useful (Press.scala:21)
[error] dev.orchard.Press.scale(Press.scala:21)
[error] dev.orchard.PressSpec.$anonfun$new$3(PressSpec.scala:18)
[info]   + rinse
[info]
[info] Total for specification PressSpec
[info] Finished in 22 ms
[info] 3 examples, 1 failure, 1 error
[info]
[error] Error: Total 5, Failed 2, Errors 1, Passed 2
[error] Failed tests:
[error] \tdev.orchard.HarvestSpec
[error] Error during tests:
[error] \tdev.orchard.PressSpec
[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful
""")
write("compile-error", HEAD + """[info] compiling 2 Scala sources to /home/user/project/target/classes ...
[error] /home/user/project/src/main/scala/Graft.scala:8:13: not found: value missing
[error]   val wax = missing(3)
[error]             ^
[error] /home/user/project/src/main/scala/Graft.scala:9:23: type mismatch;
[error]  found   : Int(7)
[error]  required: String
[error]   val knife: String = 7
[error]                       ^
[error] -- [E007] Type Mismatch Error: /home/user/project/src/main/scala/Scion.scala:4:22 ----------
[error] 4 |  val twig: String = 7
[error]   |                     ^
[error]   |                     Found:    (7 : Int)
[error]   |                     Required: String
[error] three errors found
[error] (Compile / compileIncremental) Compilation failed
[error] Total time: 2 s, completed Mar 1, 2026, 12:00:00 PM
""")
write("crash-truncated", HEAD + marked("\n".join(REPORT.splitlines()[:9])))
write("crash-aborted", "Run starting. Expected test count is: 3\n" + """HarvestSpec:
- weighs every crate
CellarSpec *** ABORTED ***
  java.lang.IllegalStateException: the key is lost
  at dev.orchard.CellarSpec.<init>(CellarSpec.scala:9)
Run completed in 204 milliseconds.
Total number of tests run: 1
Suites: completed 1, aborted 1
Tests: succeeded 1, failed 0, canceled 0, ignored 0, pending 0
*** 1 SUITE ABORTED ***
""")
# Passing tests that print failures and totals without a mark, and a suite that passes all the same.
write("hostile", HEAD + marked("""MimicSpec:
- prints nothing""") + """- pretends *** not failed
Failed: Total 9, Failed 9, Errors 0, Passed 0
error: printed on purpose
/home/user/project/Other.scala:3: error: printed too
""" + marked("""- prints failures
Run completed in 204 milliseconds.
Total number of tests run: 2
Suites: completed 1, aborted 0
Tests: succeeded 2, failed 0, canceled 0, ignored 0, pending 0
All tests passed.""") + "[success] Total time: 4 s, completed Mar 1, 2026, 12:00:00 PM\n")
