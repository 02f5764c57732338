#!/usr/bin/env python3
"""Writes a load for benches/whole.sh: load.py KIND BYTES > FILE. Equal arguments give equal bytes.

KIND: mixed    passing tests of several runners with a failure about every megabyte
      colour   the same in the runners' colours
      libtest  cargo test's passing tests alone      prose  lines that no runner prints
      line     one line without an end               empty  empty lines
The sentences are made up; the shapes are those that the runners print."""
import sys

WORDS = "anchor buoy canal dock estuary ferry gangway harbour inlet jetty keel lantern mooring pier quay rudder".split()


def passing(number):
    first, second = WORDS[number % 16], WORDS[number // 16 % 16]
    yield f"test {first}::tests::{second}_{number} ... ok\n"
    yield f"tests/test_{first}.py::test_{second}_{number} PASSED                       [{number % 101:3}%]\n"
    yield f"=== RUN   Test{first.title()}/{second}_{number}\n"
    yield f"    --- PASS: Test{first.title()}/{second}_{number} (0.{number % 100:02}s)\n"
    yield f"ok {number} - the {first} holds the {second}\n"
    yield f"the {second} of the {first} was seen {number} times\n"


def failing(number):
    name = f"harbour::tests::gate_{number}"
    yield f"test {name} ... FAILED\n---- {name} stdout ----\n"
    yield f"thread '{name}' panicked at src/harbour.rs:{number}:9:\nthe gate is open\n  left: {number}\n right: 0\n\n"


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
        else:
            batch = list(passing(number))
            since += sum(map(len, batch))
            if since > 1_000_000:
                batch += failing(number)
                since = 0
            if kind == "colour":
                batch = [painted(line) for line in batch]
        yield from batch


def main():
    kind, left = sys.argv[1], int(sys.argv[2])
    if kind not in ("mixed", "colour", "libtest", "prose", "line", "empty"):
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
