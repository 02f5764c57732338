#!/usr/bin/env python3
"""Writes the logs of this folder: the form is that of Bazel 6 to 8, the targets and sentences are made up."""

from pathlib import Path

HERE = Path(__file__).parent
LOGS = "/home/user/.cache/bazel/_bazel_user/0123/execroot/_main/bazel-out/k8-fastbuild/testlogs"
HEAD = "INFO: Analyzed 5 targets (0 packages loaded, 0 targets configured).\nINFO: Found 1 target and {tests} test targets...\n"
LIVE = f"FAIL: //shop/cart:cart_test (see {LOGS}/shop/cart/cart_test/test.log)\n"
DUMP = """\
INFO: From Testing //shop/cart:cart_test:
==================== Test output for //shop/cart:cart_test:
[==========] Running 2 tests from 1 test suite.
[ RUN      ] CartTest.Adds
shop/cart/cart_test.cc:10: Failure
Expected equality of these values:
  cart.Count()
    Which is: 1
  2
[  FAILED  ] CartTest.Adds (0 ms)
[ RUN      ] CartTest.Removes
[       OK ] CartTest.Removes (0 ms)
[==========] 2 tests from 1 test suite ran. (0 ms total)
[  PASSED  ] 1 test.
[  FAILED  ] 1 test, listed below:
[  FAILED  ] CartTest.Adds

 1 FAILED TEST
================================================================================
"""
COMPILE = """\
ERROR: /home/user/project/shop/tax/BUILD:3:11: Compiling shop/tax/tax.cc failed: (Exit 1): gcc failed: error executing CppCompile command (from target //shop/tax:tax) /usr/bin/gcc -U_FORTIFY_SOURCE (remaining 20 arguments skipped)

Use --sandbox_debug to see verbose messages from the sandbox and retain the sandbox build root for debugging
shop/tax/tax.cc: In function 'int tax()':
shop/tax/tax.cc:4:10: error: 'rate' was not declared in this scope
    4 |   return rate;
      |          ^~~~
"""
TIMES = "INFO: Elapsed time: 5.971s, Critical Path: 3.43s\nINFO: 12 processes: 6 internal, 6 linux-sandbox.\n"


def row(label, result):
    return f"{label:<60}{result:>20}\n"


def write(name, *parts):
    (HERE / f"{name}.txt").write_text("".join(parts))


passing = row("//shop/price:price_test", "(cached) PASSED in 0.1s") + row("//shop/stock:stock_test", "PASSED in 0.2s")
failing = row("//shop/cart:cart_test", "FAILED in 0.3s") + f"  {LOGS}/shop/cart/cart_test/test.log\n"
write(
    "all-pass",
    HEAD.format(tests=2),
    TIMES,
    "INFO: Build completed successfully, 12 total actions\n",
    passing,
    "\nExecuted 1 out of 2 tests: 2 tests pass.\n",
)
write(
    "few-failures",
    HEAD.format(tests=3),
    LIVE,
    TIMES,
    "INFO: Build completed, 1 test FAILED, 12 total actions\n",
    passing,
    failing,
    "\nExecuted 2 out of 3 tests: 2 tests pass and 1 fails locally.\n",
)
write(
    "few-failures-output",
    HEAD.format(tests=4),
    LIVE,
    DUMP,
    COMPILE,
    TIMES,
    "ERROR: Build did NOT complete successfully\n",
    passing,
    row("//shop/tax:tax_test", "FAILED TO BUILD"),
    failing,
    "\nExecuted 2 out of 4 tests: 2 tests pass, 1 fails to build and 1 fails locally.\n",
)
write(
    "others",
    HEAD.format(tests=5),
    f"TIMEOUT: //shop/slow:slow_test (see {LOGS}/shop/slow/slow_test/test.log)\n",
    passing,
    row("//shop/slow:slow_test", "TIMEOUT in 60.0s"),
    row("//shop/odd:odd_test", "FLAKY, failed in 1 out of 2 in 3.0s"),
    row("//shop/mac:mac_test", "SKIPPED"),
    "\nExecuted 4 out of 5 tests: 3 tests pass, 1 fails locally and 1 was skipped.\n",
)
write(
    "analysis",
    "ERROR: /home/user/project/shop/BUILD:7:10: in deps attribute of cc_library rule //shop:shop: target '//shop/depot:depot' does not exist\n",
    "ERROR: Analysis of target '//shop:shop' failed; build aborted: \n",
    TIMES,
    "ERROR: Build did NOT complete successfully\n",
)
write(
    "hostile",
    HEAD.format(tests=2),
    "INFO: From Testing //shop/price:price_test:\n",
    "==================== Test output for //shop/price:price_test:\n",
    row("//inner:pretend_test", "FAILED in 0.3s"),
    "Executed 1 out of 1 test: 1 fails locally.\nFAIL: //inner:pretend_test (see x.log)\nERROR: Build did NOT complete successfully\n",
    "================================================================================\n",
    TIMES,
    passing,
    "\nExecuted 2 out of 2 tests: 2 tests pass.\n",
)


def dump(label, *lines):
    return (
        f"INFO: From Testing {label}:\n==================== Test output for {label}:\n"
        + "".join(f"{line}\n" for line in lines)
        + "=" * 80
        + "\n"
    )


def live(label, log="test.log"):
    return f"FAIL: {label} (see {LOGS}/{label.split()[0].strip('/').replace(':', '/')}/{log})\n"


PYTHON = [
    "F.",
    "=" * 70,
    "FAIL: test_empty (price_test.PriceTest.test_empty)",
    "-" * 70,
    "Traceback (most recent call last):",
    '  File "/home/user/project/shop/price_test.py", line 9, in test_empty',
    "    self.assertEqual(price([]), 0)",
    "AssertionError: 3 != 0",
    "",
    "-" * 70,
    "Ran 2 tests in 0.001s",
    "",
    "FAILED (failures=1)",
]
PLAIN = ["starting the depot", "depot.sh: line 7: /opt/depot/bin: No such file or directory", "depot did not start"]
TEXT = ["//shop/price:price_test", "//shop/depot:depot_test", "//shop/cart:cart_test"]
# Two targets print a framework's failures, one prints plain text, one shard of two fails.
write(
    "nested",
    HEAD.format(tests=5),
    LIVE,
    DUMP,
    live(TEXT[0]),
    dump(TEXT[0], *PYTHON),
    live(TEXT[1]),
    dump(TEXT[1], *PLAIN),
    live("//shop/all:all_test (shard 2 of 2)"),
    dump("//shop/all:all_test (shard 2 of 2)", "shard 2 broke: AssertionError: no stock"),
    TIMES,
    "INFO: Build completed, 4 tests FAILED, 12 total actions\n",
    row("//shop/stock:stock_test", "PASSED in 0.2s"),
    row("//shop/all:all_test", "FAILED in 1 out of 2 in 0.3s"),
    failing,
    row(TEXT[1], "FAILED in 0.3s") + f"  {LOGS}/shop/depot/depot_test/test.log\n",
    row(TEXT[0], "FAILED in 0.3s") + f"  {LOGS}/shop/price/price_test/test.log\n",
    "\nExecuted 5 out of 5 tests: 1 test passes and 4 fail locally.\n",
)
# The first attempt fails, the second passes.
write(
    "flaky",
    HEAD.format(tests=2),
    live(TEXT[0], "test_attempts/attempt_1.log"),
    dump(TEXT[0], *PYTHON),
    f"FLAKY: {TEXT[0]} (Summary)\n",
    TIMES,
    "INFO: Build completed successfully, 12 total actions\n",
    row("//shop/stock:stock_test", "PASSED in 0.2s"),
    row(TEXT[0], "FLAKY, failed in 1 out of 2 in 3.0s"),
    "\nExecuted 2 out of 2 tests: 2 tests pass.\n",
)
STREAMED = "WARNING: Streamed test output requested. All tests will be run locally, without sharding, one at a time\n"
PASSING = ["..", "-" * 70, "Ran 2 tests in 0.001s", "", "OK"]
text = lambda lines: "".join(f"{line}\n" for line in lines)
write(
    "streamed",
    STREAMED,
    HEAD.format(tests=3),
    text(PYTHON),
    live(TEXT[0]),
    text(PLAIN),
    live(TEXT[1]),
    text(PASSING),
    TIMES,
    row("//shop/stock:stock_test", "PASSED in 0.2s"),
    row(TEXT[1], "FAILED in 0.3s") + f"  {LOGS}/shop/depot/depot_test/test.log\n",
    row(TEXT[0], "FAILED in 0.3s") + f"  {LOGS}/shop/price/price_test/test.log\n",
    "\nExecuted 3 out of 3 tests: 1 test passes and 2 fail locally.\n",
)
write(
    "all-pass-streamed",
    STREAMED,
    HEAD.format(tests=1),
    "ERROR: the depot is away, as the test wants\n",
    text(PYTHON),
    text(PASSING),
    TIMES,
    row("//shop/stock:stock_test", "PASSED in 0.2s"),
    "\nExecuted 1 out of 1 test: 1 test passes.\n",
)
# The run was killed before the table.
write(
    "crash", HEAD.format(tests=3), LIVE, LIVE.replace("cart", "depot"), dump("//shop/depot:depot_test", *PLAIN), DUMP)
