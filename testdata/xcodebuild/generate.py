#!/usr/bin/env python3
"""Writes the logs of this folder and of ../swift.

Neither xcodebuild nor swift runs where weir is developed. The format of every line is a fact about these tools; the
project, its tests and their messages are made up here. The same call writes the same bytes.
"""
import pathlib

HERE = pathlib.Path(__file__).parent
SWIFT = HERE.parent / "swift"
STAMP = "2025-03-04 10:00:{:02d}.{:03d}"
ROOT = "/Users/builder/Lighthouse App"
DEVICE = "Clone 1 of iPhone 16 - Lighthouse (4711)"


def stamp(number):
    return STAMP.format(number // 1000 % 60, number % 1000)


class Process:
    """What one test process prints: suites, cases and totals, in Apple's or in Linux's spelling."""

    def __init__(self, bundle, apple=True, outer="All tests"):
        self.module, self.bundle, self.apple, self.outer = bundle.split(".")[0], bundle, apple, outer
        self.lines, self.clock = [], 0
        self.tests = self.failures = self.skipped = 0
        self.dot = "." if apple else ""

    def say(self, *lines):
        self.lines.extend(lines)
        self.clock += len(lines)

    def name(self, suite, test):
        return f"-[{self.module}.{suite} {test}]" if self.apple else f"{suite}.{test}"

    def start(self):
        for suite in (self.outer, self.bundle):
            self.say(f"Test Suite '{suite}' started at {stamp(self.clock)}{self.dot}")
        return self

    def begin(self, suite, test, iteration=""):
        when = "." if self.apple else f" at {stamp(self.clock)}"
        self.say(f"Test Case '{self.name(suite, test)}' started{iteration}{when}")

    def end(self, suite, test, verb):
        time = "0.003" if self.apple else "0.003"
        self.say(f"Test Case '{self.name(suite, test)}' {verb} ({time} seconds){self.dot}")

    def run(self, suite, test, *said, verb="passed", failures=0):
        self.begin(suite, test)
        self.say(*said)
        self.end(suite, test, verb)
        self.tests += 1
        self.failures += failures
        self.skipped += verb == "skipped"

    def fail(self, suite, test, line, *message):
        first, *more = message
        place = f"{ROOT}/Tests/{suite}.swift:{line}: error: {self.name(suite, test)} : {first}"
        self.run(suite, test, place, *more, verb="failed", failures=1)

    def totals(self):
        def many(number, noun):
            return f"{number} {noun}{'' if number == 1 else 's'}"

        skipped = f"{many(self.skipped, 'test')} skipped and " if self.skipped else ""
        verb = "failed" if self.failures else "passed"
        for suite in (self.bundle, self.outer):
            self.say(
                f"Test Suite '{suite}' {verb} at {stamp(self.clock)}{self.dot}",
                f"\t Executed {many(self.tests, 'test')}, with {skipped}{many(self.failures, 'failure')}"
                f" (0 unexpected) in 0.120 (0.{self.clock:03d}) seconds",
            )
        return self.lines


HEAD = [
    "Command line invocation:",
    "    /Applications/Xcode.app/Contents/Developer/usr/bin/xcodebuild test -scheme Lighthouse",
    "",
    "ComputeTargetDependencyGraph",
    "note: Building targets in dependency order",
    f"CompileC {ROOT}/build/Lamp.o {ROOT}/Sources/Lamp.m normal arm64 objective-c",
    f"    cd {ROOT}",
    "    /Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/bin/clang -x objective-c",
    "",
    f"{ROOT}/Sources/Lamp.swift:7:9: warning: variable 'oil' was never mutated; consider changing to 'let' constant",
    "    var oil = 3",
    "    ~~~ ^",
]
RESULTS = [
    "",
    "Test session results, code coverage, and logs:",
    "\t/Users/builder/DerivedData/Lighthouse/Logs/Test/Test-Lighthouse-2025.03.04.xcresult",
    "",
]


def failing(*names):
    return ["Failing tests:", *(f"\t{name}" for name in names), ""]


def many_tests(process, number):
    for at in range(number):
        process.run(f"Beam{at // 20}Tests", f"testTurn{at}WithError")


def all_pass():
    first, second = Process("LighthouseTests.xctest").start(), Process("HarbourTests.xctest").start()
    many_tests(first, 30)
    first.run("LampTests", "testWick", f"{ROOT}/Tests/LampTests.swift:9: -[LighthouseTests.LampTests testWick] : Test skipped - needs oil", verb="skipped")
    many_tests(second, 5)
    return HEAD + first.totals() + second.totals() + RESULTS + ["** TEST SUCCEEDED **"]


def few_failures():
    process = Process("LighthouseTests.xctest").start()
    many_tests(process, 40)
    process.fail("LampTests", "testColour", 14, 'XCTAssertEqual failed: ("red") is not equal to ("white") - wrong lamp')
    process.fail("LampTests", "testChart", 31, "XCTAssertEqual failed: charts differ", "--- expected", "+++ Index out of range", " note: tide table", "")
    many_tests(process, 40)
    process.run("LampTests", "testThrown", '<unknown>:0: error: -[LighthouseTests.LampTests testThrown] : failed: caught error: "no oil"', verb="failed", failures=1)
    process.run("LampTests", "testQuiet", verb="failed", failures=1)
    names = (f"LampTests.{name}()" for name in ("testColour", "testChart", "testThrown", "testQuiet"))
    return HEAD + process.totals() + RESULTS + failing(*names) + ["** TEST FAILED **"]


def crash_without_totals():
    process = Process("LighthouseTests.xctest").start()
    many_tests(process, 3)
    process.begin("LampTests", "testBlowOut")
    process.say("Lighthouse/Lamp.swift:24: Fatal error: Unexpectedly found nil while unwrapping an Optional value")
    return HEAD + process.lines


def crash_and_restart():
    process = Process("LighthouseTests.xctest").start()
    many_tests(process, 3)
    process.begin("LampTests", "testBlowOut")
    words = "Lighthouse/Lamp.swift:24: Fatal error: Unexpectedly found nil while unwrapping an Optional value"
    process.say(words, f"{stamp(5)}456+0100 Lighthouse[4711:90] {words}", "")
    process.say("Restarting after unexpected exit, crash, or test timeout in LampTests.testBlowOut(); summary will include totals from previous launches.", "")
    process.tests, process.failures, process.outer = process.tests + 1, 1, "Selected tests"
    process.start()
    process.run("LampTests", "testLater")
    return HEAD + process.totals() + RESULTS + failing("LampTests.testBlowOut()") + ["** TEST FAILED **"]


def parallel(failed):
    lines = [f"Test suite 'LampTests' started on '{DEVICE}'"]
    for at in range(12):
        verb = "failed" if failed and at == 7 else "passed"
        lines.append(f"Test case 'LampTests.testShine{at}()' {verb} on '{DEVICE}' (0.0{at:02d} seconds)")
    lines += RESULTS
    if failed:
        return lines + ["Failing tests:", "\tLighthouseTests:", "\t\tLampTests.testShine7()", "\t\tLampTests.testLost()", "", "** TEST FAILED **"]
    return lines + ["** TEST SUCCEEDED **"]


def retries():
    process = Process("LighthouseTests.xctest").start()
    for iteration, verb in (("1", "failed"), ("2", "passed")):
        process.begin("LampTests", "testFlicker", f" (Iteration {iteration} of 3)")
        if verb == "failed":
            process.say(f"{ROOT}/Tests/LampTests.swift:8: error: -[LighthouseTests.LampTests testFlicker] : XCTAssertTrue failed")
            process.failures += 1
        process.end("LampTests", "testFlicker", verb)
        process.tests += 1
    return HEAD + process.totals() + RESULTS + ["** TEST SUCCEEDED **"]


IMITATIONS = [
    "error: everything is on fire",
    f"{stamp(9)}123+0100 Lighthouse[4711:90] error: lamp is out",
    f"{ROOT}/Tests/Other.swift:4: error: -[LighthouseTests.Other testGhost] : XCTAssertTrue failed",
    "Test Case '-[LighthouseTests.Other testGhost]' failed (0.001 seconds).",
    f"Test Suite 'All tests' failed at {stamp(9)}.",
    "\t Executed 99 tests, with 99 failures (99 unexpected) in 1.000 (1.000) seconds",
    "Failing tests:",
    "\tOther.testGhost()",
    "** TEST SUCCEEDED **",
]


def hostile(failed):
    process = Process("LighthouseTests.xctest").start()
    process.run("LampTests", "testPrintsFailures", *IMITATIONS)
    if failed:
        process.fail("LampTests", "testReal", 40, "XCTAssertTrue failed - Index out of range")
    process.run("LampTests", "testErrorFailed", "** TEST SUCCEEDED **", "\t Executed 3 tests, with 0 failures (0 unexpected) in 1.000 (1.000) seconds")
    end = failing("LampTests.testReal()") + ["** TEST FAILED **"] if failed else ["** TEST SUCCEEDED **"]
    return HEAD + process.totals() + RESULTS + end


def build_errors():
    return HEAD[:-3] + [
        f"{ROOT}/Sources/Lamp.swift:10:5: error: cannot find 'wick' in scope",
        "    let a = wick",
        "            ^~~~",
        f"{ROOT}/DerivedData/Oil.m:3:9: fatal error: 'Oil.h' file not found",
        '#import "Oil.h"',
        "        ^~~~~~~",
        "1 error generated.",
        "",
        "Undefined symbols for architecture arm64:",
        '  "_OBJC_CLASS_$_Wick", referenced from:',
        "      objc-class-ref in Lamp.o",
        "ld: symbol(s) not found for architecture arm64",
        "clang: error: linker command failed with exit code 1 (use -v to see invocation)",
        "Command Ld failed with a nonzero exit code",
        "",
        "Testing failed:",
        "\tCannot find 'wick' in scope",
        "\tTesting cancelled because the build failed.",
        "",
        "** TEST FAILED **",
        "",
        "",
        "The following build commands failed:",
        f"\tCompileC {ROOT}/build/Oil.o {ROOT}/DerivedData/Oil.m normal arm64",
        "(1 failure)",
    ]


def no_destination():
    return [
        "xcodebuild: error: Unable to find a destination matching the provided destination specifier:",
        "\t\t{ platform:iOS Simulator, name:iPhone 6 }",
        "",
        "\tThe requested device could not be found because no available devices matched the request.",
        "",
        '\tAvailable destinations for the "Lighthouse" scheme:',
        "\t\t{ platform:iOS Simulator, id:0000-1111, OS:18.1, name:iPhone 16 }",
    ]


def pretty(symbols):
    """xcpretty over a run of xcodebuild; where the terminal knows no Unicode, with letters."""
    good, bad, pending, done, warning = symbols
    lines = [
        f"{done} Compiling Lamp.swift",
        f"{warning} {ROOT}/Sources/Lamp.swift:7:3: 'wick' is deprecated",
        "",
        "    wick.trim()",
        "    ^~~~",
        "",
        f"{done} Linking Lighthouse",
        f"{done} Build Succeeded",
        "All tests",
        "Test Suite LighthouseTests.xctest started",
        "FogTests",
    ]
    lines += [f"    {good} testHorn{number} (0.00{number} seconds)" for number in range(1, 9)]
    lines += [
        f"    {pending} testLater [PENDING]",
        "LampTests",
        f"    {good} testShine (0.003 seconds)",
        f"    {bad} testColour, XCTAssertEqual failed: (\"white\") is not equal to (\"red\")",
        f"    {bad} testColour, XCTAssertTrue failed - too dim",
        f"    {bad} testOil, XCTAssertNil failed: \"empty\"",
        f"    {good} testFailedError (0.003 seconds)",
        "",
        "",
        "LighthouseTests.LampTests",
    ]
    for test, reason, line in (
        ("testColour", 'XCTAssertEqual failed: ("white") is not equal to ("red")', 12),
        ("testColour", "XCTAssertTrue failed - too dim", 13),
        ("testOil", 'XCTAssertNil failed: "empty"', 21),
    ):
        lines += [f"  {test}, {reason}", f"  {ROOT}/Tests/LampTests.swift:{line}", "  ```", "        check(lamp)", "  ```", "", ""]
    return lines + ["\t Executed 13 tests, with 3 failures (0 unexpected) in 0.030 (0.040) seconds", "", ""]


def beautified():
    """xcbeautify over the same: XCTest's own headings and totals stay."""
    lines = ["[Lighthouse] Compiling Lamp.swift", "Build Succeeded"]
    for number, suite in enumerate(("All tests", "LighthouseTests.xctest", "FogTests")):
        lines.append(f"Test Suite '{suite}' started at {stamp(number)}.")
    lines += [f"    \u2714 testHorn{number} (0.00{number} seconds)" for number in range(1, 9)]
    lines += [
        "    \u2298 testLater (0.001 seconds)",
        f"Test Suite 'LampTests' started at {stamp(9)}.",
        "    \u2714 testShine (0.003 seconds)",
        '    \u2716 testColour, XCTAssertEqual failed: ("white") is not equal to ("red")',
        f"Test Suite 'LighthouseTests.xctest' failed at {stamp(11)}.",
        f"Test Suite 'All tests' failed at {stamp(12)}.",
        "Executed 11 tests, with 1 test skipped and 1 failure (0 unexpected) in 0.030 (0.040) seconds",
        "Failing tests:",
        "\tLampTests.testColour()",
        "",
        "** TEST FAILED **",
        "Tests Failed: 1 failed, 1 skipped, 11 total (0.030 seconds)",
    ]
    return lines


def formatted_errors():
    """Errors behind symbols, as both formatters print them, and a pod that does not pass its linter."""
    return [
        "\u25b8 Compiling Lamp.swift",
        "",
        f"\u274c  {ROOT}/Sources/Lamp.swift:10:5: cannot find 'wick' in scope",
        "",
        "    let a = wick",
        "            ^~~~",
        "",
        "",
        "\u274c  Undefined symbols for architecture arm64",
        "> Symbol: _OBJC_CLASS_$_Wick",
        "> Referenced from: objc-class-ref in Lamp.o",
        "",
        "** BUILD FAILED **",
        "",
        " -> Lighthouse (1.0.0)",
        "    - WARN  | url: The URL (https://lighthouse.example) is not reachable.",
        "    - ERROR | [iOS] xcodebuild: Returned an unsuccessful exit code. You can use `--verbose` for more information.",
        "    - NOTE  | xcodebuild:  note: Using new build system",
        f"    - ERROR | [iOS] xcodebuild:  {ROOT}/Sources/Oil.swift:34:2: error: cannot find 'lamp' in scope",
        "",
        "[!] Lighthouse did not pass validation, due to 2 errors and 1 warning.",
        "You can use the `--no-clean` option to inspect any issue.",
    ]


BUILD = ["Building for debugging...", "[1/4] Compiling Lighthouse Lamp.swift", "[4/4] Linking LighthousePackageTests.xctest", "Build complete! (3.21s)"]


def library(symbols, failed):
    begun, passed, skip, fail, known, detail = symbols
    lines = [
        f"{begun} Test run started.",
        f"{detail} Testing Library Version: 6.0.3",
        f"{begun} Suite LampTests started.",
        f"{begun} Test shines() started.",
        f"{begun} Test \"A lamp that failed after dusk\" started.",
        f"{begun} Test tide(hour:) started.",
        f"{begun} Passing 1 argument hour \u2192 3 to tide(hour:)",
        f"{skip} Test storm() skipped: \"no wind\"",
        f"{known} Test \"A lamp that failed after dusk\" recorded a known issue at LampTests.swift:30:9: Expectation failed: lamp.isLit",
        f"{known} Test \"A lamp that failed after dusk\" passed after 0.001 seconds with 1 known issue.",
    ]
    if failed:
        lines += [
            f"{fail} Test tide(hour:) recorded an issue with 1 argument hour \u2192 3 at TideTests.swift:12:5: Expectation failed: (level \u2192 2) == 4",
            f"{detail} high tide at three",
            f"{fail} Test tide(hour:) failed after 0.001 seconds with 1 issue.",
            f"{passed} Test shines() passed after 0.001 seconds.",
            f"{fail} Suite LampTests failed after 0.002 seconds with 1 issue.",
            f"{fail} Test run with 4 tests in 1 suite failed after 0.002 seconds with 2 issues (including 1 known issue).",
        ]
    else:
        lines += [
            f"{passed} Test tide(hour:) passed after 0.001 seconds.",
            f"{passed} Test shines() passed after 0.001 seconds.",
            f"{passed} Suite LampTests passed after 0.002 seconds with 1 known issue.",
            f"{known} Test run with 4 tests in 1 suite passed after 0.002 seconds with 1 known issue.",
        ]
    return lines


UNICODE = ("\u25c7", "\u2714", "\u279c", "\u2718", "\u2501", "\u21b3")
FONT = tuple(f"{each} " for each in ("\U001007c8", "\U0010105b", "\U0010065f", "\U00100884", "\U00100882", "\U00100135"))
WINDOWS = ("\u25ca", "\u221a", "\u279c", "\u00d7", "-", "\u2192")


def both_libraries():
    process = Process("debug.xctest", apple=False).start()
    process.run("HarbourTests", "testGate")
    process.fail("HarbourTests", "testCrane", 18, "XCTAssertTrue failed - crane stuck")
    return BUILD + process.totals() + library(UNICODE, failed=True)


def only_library(symbols, failed):
    process = Process("debug.xctest")
    empty = [f"Test Suite 'All tests' started at {stamp(1)}.", f"Test Suite 'All tests' passed at {stamp(2)}."]
    empty.append("\t Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.001) seconds")
    return BUILD + process.lines + empty + library(symbols, failed)


def dead_package():
    process = Process("debug.xctest", apple=False).start()
    process.run("HarbourTests", "testGate")
    process.begin("HarbourTests", "testFlood")
    process.say("Lighthouse/Harbour.swift:8: Fatal error: Index out of range", "error: Exited with unexpected signal code 4")
    return BUILD + process.lines


def package_errors():
    return [
        "Building for debugging...",
        "[1/4] Compiling Lighthouse Lamp.swift",
        f"{ROOT}/Sources/Lamp.swift:8:17: error: cannot find 'wick' in scope",
        " 6 | func light() {",
        " 7 |     let oil = 3",
        " 8 |     let a = oil + wick",
        "   |                   `- error: cannot find 'wick' in scope",
        " 9 | }",
        "",
        "error: fatalError",
    ]


LOGS = {
    HERE / "all-pass.log": all_pass(),
    HERE / "few-failures.log": few_failures(),
    HERE / "crash-without-totals.log": crash_without_totals(),
    HERE / "crash-and-restart.log": crash_and_restart(),
    HERE / "parallel-failed.log": parallel(True),
    HERE / "parallel-passed.log": parallel(False),
    HERE / "retries.log": retries(),
    HERE / "hostile-passed.log": hostile(False),
    HERE / "hostile-failed.log": hostile(True),
    HERE / "build-errors.log": build_errors(),
    HERE / "no-destination.log": no_destination(),
    HERE / "pretty-failed.log": pretty(("\u2713", "\u2717", "\u29d6", "\u25b8", "\u26a0\ufe0f ")),
    HERE / "pretty-letters.log": pretty((".", "x", "P", ">", "[!]")),
    HERE / "beautified-failed.log": beautified(),
    HERE / "formatted-errors.log": formatted_errors(),
    SWIFT / "both-libraries.log": both_libraries(),
    SWIFT / "library-passed.log": only_library(UNICODE, False),
    SWIFT / "library-font.log": only_library(FONT, True),
    SWIFT / "library-windows.log": only_library(WINDOWS, True),
    SWIFT / "dead-process.log": dead_package(),
    SWIFT / "build-errors.log": package_errors(),
}

for path, lines in LOGS.items():
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
