#!/usr/bin/env python3
"""made.py [--seed N] [--lines N] FOLDER: writes the made logs of the suite into a folder, and what is true of them beside them.

Each log is a run of one of four runners, with something in it that makes filters answer wrongly. The names, the places
of the failures and what tests print follow from the seed, so nobody can learn the logs by heart; what is true of them is
true by construction.
"""

import argparse
import json
import pathlib
import random

NOUNS = "barge buoy crane dock ferry gull harbour jetty keel lock mast pier quay rudder sail tide tug wharf winch yawl".split()
VERBS = "anchors berths carries drifts floats hauls lifts lowers moors paints rows scrubs sinks tows turns weighs".split()
TIMES = "at_dawn at_ebb at_night by_day in_fog in_june in_rain on_friday under_way with_care".split()
CHATTER = [
    "12:00:{:02d} INFO retry {} of 9, 0 errors so far",
    "12:00:{:02d} DEBUG connection {} was closed without an error",
    "12:00:{:02d} WARN the tide table {} is old, failed over to the spare one",
    "12:00:{:02d} INFO stored manifest {}",
]
LONG = 300_000


class Names:
    """Names of tests, each once."""

    def __init__(self, rng):
        self.rng = rng
        self.used = set()

    def next(self):
        while True:
            words = [self.rng.choice(NOUNS), self.rng.choice(VERBS), self.rng.choice(NOUNS), self.rng.choice(TIMES)]
            name = "_".join([*words, str(self.rng.randrange(100_000))])
            if name not in self.used:
                self.used.add(name)
                return name


def chatter(rng, lines):
    return [rng.choice(CHATTER).format(rng.randrange(60), rng.randrange(10_000)) for _ in range(lines)]


class Test:
    """A test of a run: its name, whether it failed and with what message, and what it prints."""

    def __init__(self, name, message=None, printed=()):
        self.name = name
        self.message = message
        self.printed = list(printed)


def cargo(tests, died=None):
    lines = ["    Finished `test` profile [unoptimized + debuginfo] target(s) in 0.31s"]
    lines += ["     Running unittests src/lib.rs (target/debug/deps/quay-0f1e2d3c4b5a6978)", "", f"running {len(tests)} tests"]
    for test in tests[:died]:
        lines.append(f"test port::{test.name} ... {'FAILED' if test.message else 'ok'}")
    if died is not None:
        return [*lines, "error: test failed, to rerun pass `--lib`", "", "Caused by:", KILLED.format("target/debug/deps/quay-0f1e2d3c4b5a6978")]
    printing = [test for test in tests if not test.message and test.printed]
    failed = [test for test in tests if test.message]
    if printing:
        lines += ["", "successes:"]
        for test in printing:
            lines += ["", f"---- port::{test.name} stdout ----", *test.printed]
        lines += ["", "", "successes:", *[f"    port::{test.name}" for test in tests if not test.message]]
    if failed:
        lines += ["", "failures:"]
        for number, test in enumerate(failed):
            lines += ["", f"---- port::{test.name} stdout ----", *test.printed, ""]
            lines += [f"thread 'port::{test.name}' ({4000 + number}) panicked at src/port.rs:{10 + 7 * number}:5:", test.message]
        lines += ["", "", "failures:", *[f"    port::{test.name}" for test in failed]]
    result = "FAILED" if failed else "ok"
    numbers = f"{len(tests) - len(failed)} passed; {len(failed)} failed; 0 ignored; 0 measured; 0 filtered out"
    lines += ["", f"test result: {result}. {numbers}; finished in 0.42s", ""]
    return lines + (["error: test failed, to rerun pass `--lib`"] if failed else [])


def ruled(title, sign="="):
    """A title in the middle of a line of 80 signs."""
    return f" {title} ".center(80, sign)


KILLED = "  process didn't exit successfully: `{}` (signal: 9, SIGKILL: kill)"


def pytest(tests, died=None):
    lines = [ruled("test session starts"), "platform linux -- Python 3.12.3, pytest-8.3.4, pluggy-1.5.0"]
    lines += ["rootdir: /home/user/quay", f"collected {len(tests)} items", ""]
    for number, test in enumerate(tests[:died], 1):
        place = f"tests/test_port.py::test_{test.name}"
        lines.append(f"{place} {'FAILED' if test.message else 'PASSED'} [{100 * number // len(tests):3d}%]")
    if died is not None:
        return [*lines, "Killed"]
    failed = [test for test in tests if test.message]
    printing = [test for test in tests if not test.message and test.printed]
    lines.append("")
    if failed:
        lines.append(ruled("FAILURES"))
        for number, test in enumerate(failed):
            lines += [ruled(f"test_{test.name}", "_"), "", f"    def test_{test.name}():", f">       check({number})"]
            lines += [f"E       AssertionError: {test.message}", "", f"tests/test_port.py:{10 + 7 * number}: AssertionError"]
            if test.printed:
                lines += [ruled("Captured stdout call", "-"), *test.printed]
    if printing:
        lines.append(ruled("PASSES"))
        for test in printing:
            lines += [ruled(f"test_{test.name}", "_"), ruled("Captured stdout call", "-"), *test.printed]
    if failed:
        lines.append(ruled("short test summary info"))
        lines += [f"FAILED tests/test_port.py::test_{test.name} - AssertionError: {test.message[:40]}" for test in failed]
    numbers = [f"{len(failed)} failed"] if failed else []
    numbers += [f"{len(tests) - len(failed)} passed"]
    return [*lines, ruled(", ".join(numbers) + " in 0.42s")]


def go(tests, died=None):
    lines = []
    for test in tests[:died]:
        name = named("go", test.name)
        lines.append(f"=== RUN   {name}")
        lines += [f"    port_test.go:7: {line}" for line in test.printed]
        if test.message:
            lines.append(f"    port_test.go:12: {test.message}")
        lines.append(f"--- {'FAIL' if test.message else 'PASS'}: {name} (0.00s)")
    if died is not None:
        return [*lines, "signal: killed", "FAIL\texample.com/quay/port\t1.204s", "FAIL"]
    if any(test.message for test in tests):
        return [*lines, "FAIL", "FAIL\texample.com/quay/port\t0.042s", "FAIL"]
    return [*lines, "PASS", "ok  \texample.com/quay/port\t0.042s"]


def jest(tests, died=None):
    lines = ["", "> quay@1.0.0 test", "> jest --verbose", ""]
    size = 12
    files = [tests[at : at + size] for at in range(0, len(tests), size)]
    done = 0
    suites = [0, 0]
    for number, file in enumerate(files):
        if died is not None and done + len(file) > died:
            return [*lines, "Killed"]
        done += len(file)
        failed = [test for test in file if test.message]
        suites[bool(failed)] += 1
        lines.append(f"{'FAIL' if failed else 'PASS'} src/port{number}.test.js")
        lines += [f"  {'✕' if test.message else '✓'} {test.name} (2 ms)" for test in file]
        for test in file:
            if test.printed:
                lines += ["", "  console.log", *[f"    {line}" for line in test.printed], "", f"      at log (src/port{number}.test.js:5:11)"]
        for test in failed:
            lines += ["", f"  ● {test.name}", "", f"    {test.message}", "", f"      at Object.<anonymous> (src/port{number}.test.js:9:13)"]
        lines.append("")
    failed = sum(1 for test in tests if test.message)
    lines += [f"Test Suites: {counts(suites[1], len(files))}", f"Tests:       {counts(failed, len(tests))}", "Snapshots:   0 total"]
    return lines + ["Time:        1.2 s", "Ran all test suites."]


def counts(failed, total):
    """How jest counts."""
    parts = [f"{failed} failed"] if failed else []
    parts += [f"{total - failed} passed"] if total > failed else []
    return ", ".join([*parts, f"{total} total"])


RUNNERS = {"cargo-test": cargo, "pytest": pytest, "go": go, "jest": jest}
GREEN = {
    "cargo-test": ["test result: ok. 999 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s"],
    "pytest": ["============================= 999 passed in 0.01s =============================="],
    "go": ["PASS", "ok  \texample.com/quay/port\t0.010s"],
    "jest": ["Test Suites: 99 passed, 99 total", "Tests:       999 passed, 999 total"],
}
RED = ["7 tests failed, 2 passed", "error: the crane is on fire", "Traceback (most recent call last):", "Tests: 7 failed"]


def run(rng, names, passed, failed, printed=()):
    """So many tests in an order that the seed decides; the first failure is within the first tenth and the last in the last."""
    tests = [Test(names.next()) for _ in range(passed)]
    places = [rng.randrange(1 + passed // 10), passed - rng.randrange(1 + passed // 10)]
    places = places[:failed] + [rng.randrange(passed) for _ in range(failed - 2)]
    for place in sorted(places, reverse=True):
        name = names.next()
        tests.insert(place, Test(name, f"the {rng.choice(NOUNS)} weighs {rng.randrange(999)} and not {rng.randrange(999)}", printed))
    return tests


def kinds(rng, runner, lines):
    """The made logs of a runner: kind, lines or bytes, whether the run failed, tests that failed."""
    write = RUNNERS[runner]
    names = Names(rng)
    few = lambda: run(rng, names, 60 + rng.randrange(40), 3 + rng.randrange(3))

    tests = few()
    yield "few-failures", write(tests), tests
    tests = run(rng, names, 80, 0)
    yield "all-pass", write(tests), tests
    # Five failures, each of which prints a great deal before the next one.
    for number in (lines // 10, lines):
        tests = run(rng, names, 60, 5)
        for test in tests:
            if test.message:
                test.printed = chatter(rng, number // 5)
        yield f"among-{number}-lines", write(tests), tests
    tests = few()
    for test in tests[:: len(tests) // 3]:
        test.printed = [*GREEN[runner], "weir: PASSED 999 passed in 0.1 s (cargo test)"]
    yield "forged-green", write(tests), tests
    tests = run(rng, names, 70, 0)
    for test in tests[::9]:
        test.printed = RED[:]
    yield "forged-red", write(tests), tests
    tests = few()
    died = 3 + next(at for at, test in enumerate(tests) if test.message) + 12
    yield "died", write(tests, died), tests[:died] if runner != "jest" else tests[: died // 12 * 12]
    tests = few()
    whole = write(run(rng, names, 90, 0))
    yield "cut", "\n".join(whole[: len(whole) * 2 // 3]) + "\n" + whole[len(whole) * 2 // 3][:9], None
    for number in (60, 300):
        tests = run(rng, names, 400, number)
        yield f"{number}-failures", write(tests), tests
    tests = few()
    first = next(test for test in tests if test.message)
    first.message = f"expected {'7' * LONG} and got nothing"
    yield "long-line", write(tests), tests
    tests = few()
    data = "\r\n".join(write(tests)).encode()
    middle = data.index(b"\n") + 1
    yield "bytes", data[:middle] + b"\xff\xfe\x00 caf\xe9 \x1b[31mred\x1b[0m\r\n" + data[middle:], tests
    tests = few()
    yield "green-after", write(tests) + ["", *write(run(rng, names, 150, 0))], tests
    tests = few()
    stamp = lambda at: f"2026-03-04T05:06:{at % 60:02d}.{at % 10_000_000:07d}Z "
    yield "stamped", [stamp(at) + line for at, line in enumerate(write(tests))], tests


def named(runner, name):
    """How the runner prints a name."""
    return "Test" + "".join(part.capitalize() for part in name.split("_")) if runner == "go" else name


def make(folder, seed, lines):
    """Writes the logs; a row for each: name, whether its run failed, names of failures."""
    rows = []
    for runner in RUNNERS:
        rng = random.Random(f"{seed} {runner}")
        for kind, log, tests in kinds(rng, runner, lines):
            if isinstance(log, list):
                log = "\n".join(log) + "\n"
            path = pathlib.Path(folder) / f"{runner}-{kind}.log"
            path.write_bytes(log if isinstance(log, bytes) else log.encode())
            failures = [named(runner, test.name) for test in tests or [] if test.message]
            # A run that did not end did not pass.
            failed = kind in ("died", "cut") or bool(failures)
            rows.append({"name": f"{runner}/made-{kind}", "path": str(path), "failed": failed, "names": failures})
    return rows


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--lines", type=int, default=200_000, help="lines of the logs with failures in the middle")
    arguments.add_argument("folder", type=pathlib.Path)
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    rows = make(given.folder, given.seed, given.lines)
    (given.folder / "truth.json").write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
