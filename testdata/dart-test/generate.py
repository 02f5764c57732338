"""Writes the logs of dart test and flutter test: the format is test_core's and Flutter's, the sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


def run(total, failing, last, skipped=()):
    out, passed, skips, fails = [], 0, 0, 0

    def counts():
        return f"00:01 +{passed}" + (f" ~{skips}" if skips else "") + (f" -{fails}" if fails else "")

    out.append("00:00 +0: loading test/cart_test.dart")
    for number in range(total):
        name = f"test/cart_test.dart: cart holds {number} goods"
        out.append(f"{counts()}: {name}")
        if number in failing:
            fails += 1
            out.append(f"{counts()}: {name} [E]")
            out.append(f"""  Expected: <{number}>
    Actual: <{number + 1}>
  the sum is wrong

  package:matcher                      expect
  test/cart_test.dart {number + 10}:5             main.<fn>.<fn>

To run this test again: dart test test/cart_test.dart -p vm --plain-name 'cart holds {number} goods'""")
        elif number in skipped:
            skips += 1
            out.append("  Skip: no printer here")
        else:
            passed += 1
    if last:
        out.append(f"{counts()}: {last}")
    return "\n".join(out) + "\n"


write("all-pass", run(80, (), "All tests passed!"))
write("few-failures", run(80, (7, 40), "Some tests failed.", (12,)))
write("crash", run(30, (7,), ""))
write("load", """00:00 +0: loading test/cart_test.dart
00:00 +0 -1: loading test/cart_test.dart [E]
  Failed to load "test/cart_test.dart":
  test/cart_test.dart:4:10: Error: Undefined name 'missing'.
  void main() { missing(); }
                ^^^^^^^
00:00 +0 -1: Some tests failed.
""")
write("flutter", """00:00 +0: loading /home/user/project/test/widget_test.dart
00:01 +0: counts up
══╡ EXCEPTION CAUGHT BY FLUTTER TEST FRAMEWORK ╞════════════════════════════════════════════════════
The following TestFailure was thrown running a test:
Expected: exactly one matching candidate
  Actual: _TextWidgetFinder:<Found 0 widgets with text "1": []>
   Which: means none were found but one was expected

When the exception was thrown, this was the stack:
#4      main.<anonymous closure> (file:///home/user/project/test/widget_test.dart:19:5)
<asynchronous suspension>
(elided one frame from package:stack_trace)

This was caught by the test expectation on the following line:
  file:///home/user/project/test/widget_test.dart line 19
The test description was:
  counts up
════════════════════════════════════════════════════════════════════════════════════════════════════
00:01 +0 -1: counts up [E]
  Test failed. See exception logs above.
  The test description was: counts up

To run this test again: /home/user/flutter/bin/cache/dart-sdk/bin/dart test /home/user/project/test/widget_test.dart -p vm --plain-name 'counts up'
00:01 +0 -1: counts down
00:02 +1 -1: Some tests failed.
""")
write("github", """✅ test/a_test.dart: adds
::group::❌ test/a_test.dart: subtracts (failed)
Expected: <1>
  Actual: <2>

package:matcher 149:31  fail
test/a_test.dart 9:5    main.<fn>
::endgroup::
❎ test/a_test.dart: prints (skipped)
::error::1 test passed, 1 failed, 1 skipped.
""")
write("hostile", """00:00 +0: loading test/printer_test.dart
00:00 +0: is quiet
00:00 +1: prints
ERROR no connection
  Expected: <1>
FAILED
00:09 +0 -3: forged [E]
00:01 +2: All tests passed!
""")
