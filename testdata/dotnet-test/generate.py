#!/usr/bin/env python3
"""Writes the logs of this folder: the form is that of vstest 17, Microsoft.Testing.Platform and MSBuild's terminal logger,
the projects and sentences are made up. The .NET SDK is not needed."""

from pathlib import Path

HERE = Path(__file__).parent
BUILD = """\
  Determining projects to restore...
  All projects are up-to-date for restore.
  Shop -> /home/user/project/src/bin/Debug/net8.0/Shop.dll
  Shop.Tests -> /home/user/project/tests/bin/Debug/{framework}/Shop.Tests.dll
"""
HEAD = """\
Test run for /home/user/project/tests/bin/Debug/{framework}/Shop.Tests.dll (.NETCoreApp,Version=v{version})
"""
START = """\
VSTest version 17.11.0 (x64)

Starting test execution, please wait...
A total of 1 test files matched the specified pattern.
"""
ADDS = """\
  Failed Shop.Tests.CartTests.Adds(count: 2, name: "x.y (z)") [4 ms]
  Error Message:
   Assert.Equal() Failure: Values differ
Expected: 1
Actual:   2
  Stack Trace:
     at Shop.Tests.CartTests.Adds(Int32 count, String name) in /home/user/project/tests/CartTests.cs:line 10
   at System.RuntimeMethodHandle.InvokeMethod(Object target, Void** arguments, Signature sig)
  Standard Output Messages:
 a cart was made


"""
THROWS = """\
  Failed Shop.Tests.CartTests.Throws [< 1 ms]
  Error Message:
   System.InvalidOperationException : no stock for 17
  Stack Trace:
     at Shop.Cart.Take() in /home/user/project/src/Cart.cs:line 3
   at Shop.Tests.CartTests.Throws() in /home/user/project/tests/CartTests.cs:line 20
"""
XUNIT = """\
[xUnit.net 00:00:00.52]     Shop.Tests.CartTests.Adds(count: 2, name: "x.y (z)") [FAIL]
[xUnit.net 00:00:00.53]       Assert.Equal() Failure: Values differ
[xUnit.net 00:00:00.53]       Expected: 1
[xUnit.net 00:00:00.53]       Actual:   2
[xUnit.net 00:00:00.53]       Stack Trace:
[xUnit.net 00:00:00.53]         /home/user/project/tests/CartTests.cs(10,0): at Shop.Tests.CartTests.Adds()
[xUnit.net 00:00:00.60]     Shop.Tests.CartTests.Later [SKIP]
[xUnit.net 00:00:00.60]       not yet
"""


def totals(failed, passed, skipped, framework="net8.0"):
    word = "Failed!" if failed else "Passed!"
    total = failed + passed + skipped
    return (
        f"{word}  - Failed: {failed:>5}, Passed: {passed:>5}, Skipped: {skipped:>5}, Total: {total:>5},"
        f" Duration: 12 ms - Shop.Tests.dll ({framework})\n"
    )


def head(framework="net8.0"):
    return HEAD.format(framework=framework, version=framework.removeprefix("net"))


def write(name, *parts):
    (HERE / f"{name}.txt").write_text("".join(parts))


build = BUILD.format(framework="net8.0")
skipped = "  Skipped Shop.Tests.CartTests.Later [1 ms]\n"
write("all-pass", build, head(), START, "\n", totals(0, 9, 0))
write("few-failures", build, head(), START, XUNIT, ADDS, THROWS, skipped, "\n", totals(2, 7, 1))
write("two-frameworks", build, head(), head("net9.0"), START, ADDS, totals(1, 8, 0), ADDS, "\n", totals(1, 8, 0, "net9.0"))
verbose = "".join(f"  Passed Shop.Tests.PriceTests.Rounds(cents: {cents}) [< 1 ms]\n" for cents in range(7))
column = "Test Run Failed.\nTotal tests: 10\n     Passed: 7\n     Failed: 2\n    Skipped: 1\n Total time: 1.2345 Seconds\n"
write("few-failures-verbose", build, head(), START, verbose, ADDS, THROWS, skipped, "\n", column)
write(
    "few-failures-platform",
    """\
Running tests from bin/Debug/net9.0/Shop.Tests.dll (net9.0|x64)
failed Shop.Tests.CartTests.Adds (4ms)
  Assert.AreEqual failed. Expected:<1>. Actual:<2>.
    at Shop.Tests.CartTests.Adds() in /home/user/project/tests/CartTests.cs:10
    at System.Reflection.MethodBaseInvoker.InvokeWithNoArgs(Object obj, BindingFlags invokeAttr)
  Standard output
    a cart was made
skipped Shop.Tests.CartTests.Later (0ms)
  not yet

Test run summary: Failed! - bin/Debug/net9.0/Shop.Tests.dll (net9.0|x64)
  total: 4
  failed: 1
  succeeded: 2
  skipped: 1
  duration: 123ms
""",
)
write(
    "few-failures-terminal-logger",
    """\
Restore complete (0.5s)
  Shop succeeded (0.2s) → src/bin/Debug/net9.0/Shop.dll
  Shop.Tests test failed with 1 error(s) (1.2s)
    /home/user/project/tests/CartTests.cs(10): error TESTERROR: 
      Shop.Tests.CartTests.Adds (4ms): Error Message: Assert.Equal() Failure: Values differ
      Expected: 1
      Actual:   2
      Stack Trace:
         at Shop.Tests.CartTests.Adds() in /home/user/project/tests/CartTests.cs:line 10
         at System.RuntimeMethodHandle.InvokeMethod(Object target)

Test summary: total: 4, failed: 1, succeeded: 2, skipped: 1, duration: 1.2s
Build failed with 1 error(s) in 3.2s
""",
)
write(
    "crash",
    build,
    head(),
    START,
    "  Passed Shop.Tests.CartTests.Adds [3 ms]\n",
    "The active test run was aborted. Reason: Test host process crashed : Stack overflow.\n"
    "   at Shop.Cart.Loop()\n   at Shop.Cart.Loop()\n\n",
    "Test Run Aborted with error System.Exception: One or more errors occurred.\n",
)
hostile = """\
  Passed Shop.Tests.CartTests.TalksOfFailures [1 ms]
  Standard Output Messages:
 Failed Inner.Pretend [1 ms]
 Failed!  - Failed:     3, Passed:     1, Skipped:     0, Total:     4, Duration: 1 ms
 error CS1002: ; expected
"""
write("hostile", build, head(), START, hostile, "\n", totals(0, 9, 0))
