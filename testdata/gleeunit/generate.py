"""Writes the logs of this folder in the format of gleeunit 1.3 and later: Gleam does not run here.

Format: src/gleeunit/internal/reporting.gleam, colours included. The sentences are ours.
"""

import pathlib

FOLDER = pathlib.Path(__file__).parent
HEAD = "   Compiled in 0.31s\n    Running harbour_test.main\n"
POINT = "\x1b[32m.\x1b[39m"


def cyan(text):
    return f"\x1b[36m{text}\x1b[39m"


def failed(kind, place, test, rows):
    lines = [f"\x1b[1m\x1b[31m{kind}\x1b[39m\x1b[22m \x1b[90m{place}\x1b[39m", f"{cyan(' test')}: {test}"]
    return "\n" + "\n".join(lines + [f"{cyan(label)}: {said}" for label, said in rows]) + "\n"


SINKS = failed("assert", "test/harbour_test.gleam:12", "harbour_test.sinks_test", [(" code", "assert boats == 3"), (" left", "2"), ("right", "\x1b[90mliteral\x1b[39m"), (" info", "Assertion failed.")])
OPENS = failed("let assert", "test/lock_test.gleam:7", "lock_test.opens_test", [(" code", "let assert Ok(gate) = open()"), ("value", "Error(Jammed)"), (" info", "Pattern match failed, no pattern matched the value.")])
PANICS = failed("panic", "src/harbour.gleam:31", "harbour_test.burns_test", [(" info", "the crane burns")])


def numbers(text, colour):
    return f"\x1b[{colour}m\n{text}\x1b[39m\n"


LOGS = {
    "all-pass": HEAD + POINT * 5 + numbers("5 tests, no failures", 32),
    "few-failures": HEAD + POINT * 2 + SINKS + POINT + OPENS + PANICS + POINT * 2 + numbers("5 tests, 3 failures", 31),
    "crash": HEAD + POINT * 2 + SINKS + POINT,
    "crash-cut-passes": HEAD + POINT * 2,
    "hostile": HEAD + POINT + "\n99 tests, no failures\n" + POINT + SINKS + POINT + "\n7 tests, 4 failures\n" + POINT + numbers("4 tests, 1 failures", 31),
}
for name, text in LOGS.items():
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
