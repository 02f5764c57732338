#!/usr/bin/env python3
"""Writes a load for benches/whole.sh: load.py KIND BYTES > FILE. Equal arguments give equal bytes.

KIND: mixed    passing tests of several runners with a failure about every megabyte
      colour   the same in the runners' colours
      libtest  cargo test's passing tests alone      prose  lines that no runner prints
      json     go test -json, a failure about every megabyte
      build    cargo build -v, an error about every megabyte
      ci       the mixed tests as GitHub's log, with time stamps and groups
      dense    pytest's run in which one test of twenty fails, each for a reason of its own
      report   a JUnit document in which one test of fifty fails
      line     one line without an end               empty  empty lines
The sentences are made up; the shapes are those that the runners print."""
import sys

# Tests of one runner before those of the next.
TESTS = 250
WORDS = "anchor buoy canal dock estuary ferry gangway harbour inlet jetty keel lantern mooring pier quay rudder".split()


def passing(number):
    """A passing test. The runners follow one another, each with so many tests, as in the log of a build."""
    first, second = WORDS[number % 16], WORDS[number // 16 % 16]
    runner = number // TESTS % 4
    if runner == 0:
        yield f"test {first}::tests::{second}_{number} ... ok\n"
    elif runner == 1:
        yield f"tests/test_{first}.py::test_{second}_{number} PASSED                       [{number % 101:3}%]\n"
    elif runner == 2:
        name = f"Test{first.title()}{number}"
        yield f"=== RUN   {name}\n=== RUN   {name}/{second}\n"
        yield f"    {first}_test.go:{number % 900}: the {second} was seen\n"
        yield f"--- PASS: {name} (0.{number % 100:02}s)\n    --- PASS: {name}/{second} (0.00s)\n"
    else:
        yield f"# Subtest: the {first} holds the {second}\nok {number} - the {first} holds the {second}\n"
        yield f"  ---\n  duration_ms: {number % 90 / 7:.6f}\n  ...\n"
    if number % 10 == 0:
        yield f"the {second} of the {first} was seen {number} times\n"


def failing(number):
    name = f"harbour::tests::gate_{number}"
    yield f"test {name} ... FAILED\n---- {name} stdout ----\n"
    yield f"thread '{name}' panicked at src/harbour.rs:{number}:9:\nthe gate is open\n  left: {number}\n right: 0\n\n"


def go_event(action, number, output=None):
    first, second = WORDS[number % 16], WORDS[number // 16 % 16]
    event = f'{{"Time":"{stamp(number)}","Action":"{action}","Package":"example.com/{first}","Test":"Test{second.title()}{number}"'
    return event + (f',"Output":"{output}\\n"}}\n' if output else ',"Elapsed":0.01}\n')


def json_lines(number, fails):
    name = f"Test{WORDS[number // 16 % 16].title()}{number}"
    word = "FAIL" if fails else "PASS"
    yield go_event("run", number)
    yield go_event("output", number, f"=== RUN   {name}")
    if fails:
        yield go_event("output", number, f"    gate_test.go:{number % 900}: the gate is open")
    yield go_event("output", number, f"--- {word}: {name} (0.01s)")
    yield go_event(word.lower(), number)


def build_lines(number, fails):
    name = f"{WORDS[number % 16]}-{number}"
    yield f"   Compiling {name} v0.{number % 40}.1\n"
    yield f"     Running `rustc --crate-name {name.replace('-', '_')} --edition=2024 src/lib.rs --error-format=json --crate-type lib --emit=dep-info,metadata,link -C opt-level=3 --out-dir target/release/deps`\n"
    if fails:
        yield f"error[E0425]: cannot find value `gate_{number}` in this scope\n  --> src/lib.rs:{number % 900}:5\n   |\n{number % 900:3} |     gate_{number}\n   |     ^^^^ not found in this scope\n\n"


def dense_lines(number):
    name = f"tests/test_{WORDS[number % 16]}.py::test_{WORDS[number // 16 % 16]}_{number}"
    yield f"{name} {'FAILED' if number % 20 == 0 else 'PASSED'}\n"
    if number % 2000 == 0:
        yield "=================================== FAILURES ===================================\n"
        for each in range(number - 1980, number + 1, 20):
            test = f"test_{WORDS[each // 16 % 16]}_{each}"
            file = f"tests/test_{WORDS[each % 16]}.py"
            yield f"{f' {test} ':_^80}\n\n    def {test}():\n        depth = sound({each})\n"
            yield f">       assert depth == {each}, 'the {WORDS[each % 16]} is dry'\n"
            yield f"E       AssertionError: the {WORDS[each % 16]} is dry\nE       assert {each + 7} == {each}\n\n"
            yield f"{file}:{each % 900 + 1}: AssertionError\n"


def report_lines(number):
    if number == 1:
        yield '<?xml version="1.0"?>\n<testsuites>\n<testsuite name="harbour">\n'
    name = f"{WORDS[number // 16 % 16]} {number}"
    yield f'<testcase classname="harbour.{WORDS[number % 16].title()}" name="{name}" time="0.{number % 100:02}"'
    if number % 50:
        yield "/>\n"
    else:
        yield f'>\n<failure message="the gate {number} is open">at Gate.java:{number % 900}</failure>\n</testcase>\n'


def stamp(number):
    return f"2026-01-02T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}.0000000Z"


def ci_line(line, number):
    return "".join(f"{stamp(number)} {each}\n" for each in line.splitlines())


def painted(line):
    for word, colour in (("ok", 32), ("PASSED", 32), ("PASS", 32), ("FAILED", 31), ("panicked", 1)):
        line = line.replace(word, f"\x1b[{colour}m{word}\x1b[0m")
    return line


def lines(kind):
    written = since = number = 0
    while True:
        number += 1
        if kind == "libtest":
            batch = [f"test {WORDS[number % 16]}::tests::{WORDS[number // 16 % 16]}_{number} ... ok\n"]
        elif kind == "prose":
            batch = [f"the {WORDS[number % 16]} and the {WORDS[number // 16 % 16]} met {number} times at dusk\n"]
        elif kind == "line":
            batch = [f"{WORDS[number % 16]}={number},"]
        elif kind == "empty":
            batch = ["\n" * 4096]
        elif kind == "dense":
            batch = list(dense_lines(number))
        elif kind == "report":
            batch = list(report_lines(number))
        elif kind in ("json", "build"):
            make = json_lines if kind == "json" else build_lines
            batch = list(make(number, since > 1_000_000))
            since = 0 if since > 1_000_000 else since + sum(map(len, batch))
        else:
            batch = list(passing(number))
            since += sum(map(len, batch))
            if since > 1_000_000:
                batch += failing(number)
                since = 0
            if kind == "ci":
                ends = "##[endgroup]\n##[group]Run the tests of dock %d\n" % number if number % 500 == 0 else ""
                batch = [ci_line(line, number) for line in batch + [ends] if line]
            if kind == "colour":
                batch = [painted(line) for line in batch]
        yield from batch


def main():
    kind, left = sys.argv[1], int(sys.argv[2])
    if kind not in ("mixed", "colour", "libtest", "prose", "json", "build", "ci", "dense", "report", "line", "empty"):
        sys.exit(__doc__)
    piece = []
    size = 0
    for line in lines(kind):
        data = line.encode()
        piece.append(data)
        size += len(data)
        if size >= min(1 << 20, left):
            sys.stdout.buffer.write(b"".join(piece)[:left])
            left -= size
            piece, size = [], 0
            if left <= 0:
                return


main()
