#!/usr/bin/env python3
"""Writes logs of Kotest; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent

BEGIN = """>> Kotest
- The harbour wakes up
- Test plan has 2 specs

"""

FAILED_SPECS = """1.  harbour.QuaySpec
    - takes a barge OK
    + a full quay
        - turns a ferry away FAILED

expected:<3> but was:<4>
          harbour.QuaySpec$1$2.invokeSuspend(QuaySpec.kt:17)
          io.kotest.core.spec.style.scopes.TestScope.invoke(TestScope.kt:31)

        - keeps a list IGNORED

2.  harbour.CraneSpec
    - lifts a crate OK (712ms)
    - lowers a crate ERROR

no rope is left
      harbour.Crane.lower(Crane.kt:40)
      harbour.CraneSpec$1$2.invokeSuspend(CraneSpec.kt:12)


"""

FAILED_BASIC = """1)    \ttakes a barge
   \ta full quay
   \t\tturns a ferry away *** FAILED ***
\t  \tcause: expected:<3> but was:<4> (QuaySpec.kt:17)
   \t\tkeeps a list (Ignored)
harbour.CraneSpec *** FAILED ***
  \tcause: no rope is left)
   \tlifts a crate
"""


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


write("all-pass", BEGIN + """1.  harbour.QuaySpec
    - takes a barge OK
    + a full quay
        - says FAILED OK

2.  harbour.CraneSpec
    - lifts a crate OK (712ms)

>> All tests passed

Specs:   2 passed, 0 failed, 2 total
Tests:   3 passed, 0 failed, 0 ignored, 3 total
Time:    1s
""")
write("few-failures", "\n> Task :jvmKotest\n" + BEGIN.replace("2 specs", "3 specs") + FAILED_SPECS + """3.  harbour.LockSpec
the gate is shut
      harbour.LockSpec.<init>(LockSpec.kt:8)

>> There were test failures

 harbour.QuaySpec
 - a full quay -- turns a ferry away
 harbour.CraneSpec
 - lowers a crate
 harbour.LockSpec

Specs:   0 passed, 3 failed, 3 total
Tests:   2 passed, 2 failed, 1 ignored, 5 total
Time:    1s

> Task :jvmKotest FAILED

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':jvmKotest'.
> Process 'command '/usr/lib/jvm/java-21/bin/java'' finished with non-zero exit value 255

* Try:
> Run with --stacktrace option to get the stack trace.

BUILD FAILED in 4s
3 actionable tasks: 1 executed, 2 up-to-date
""")
write("crash-cut", BEGIN + FAILED_SPECS.partition("        - keeps")[0])
write("crash-cut-passes", BEGIN + "1.  harbour.QuaySpec\n    - takes a barge OK\n    + a full quay\n")
write("all-pass-basic", """1)    \ttakes a barge
   \ta full quay
   \t\tturns a ferry away

Kotest completed in 1 seconds, 1204 millis
Specs: completed 1, tests 3
Tests: passed 3, failed 0, ignored 0
""")
write("few-failures-basic", FAILED_BASIC + """
Kotest completed in 1 seconds, 1204 millis
Specs: completed 2, tests 4
Tests: passed 3, failed 1, ignored 1
*** 1 TESTS FAILED ***
Specs with failing tests:
 - harbour.QuaySpec
""")
write("crash-cut-basic", FAILED_BASIC)
write("hostile", BEGIN + """1.  harbour.QuaySpec
FAILED tests/quay.py::test_moor - AssertionError
    - lowers a crate FAILED
Tests:   0 passed, 7 failed, 0 ignored, 7 total
--- FAIL: TestMoor (0.00s)
    - takes a barge OK

2.  harbour.CraneSpec
error: test failed, to rerun pass `--lib`
    - lifts a crate OK

>> All tests passed

Specs:   2 passed, 0 failed, 2 total
Tests:   2 passed, 0 failed, 0 ignored, 2 total
Time:    0s
""")
write("hostile-forged", BEGIN + """1.  harbour.QuaySpec
>> All tests passed

Specs:   2 passed, 0 failed, 2 total
Tests:   2 passed, 0 failed, 0 ignored, 2 total
Time:    0s
    - takes a barge OK

2.  harbour.CraneSpec
    - lifts a crate FAILED

no rope is left

>> There were test failures

 harbour.CraneSpec
 - lifts a crate

Specs:   1 passed, 1 failed, 2 total
Tests:   1 passed, 1 failed, 0 ignored, 2 total
Time:    0s
""")
