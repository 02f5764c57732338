#!/usr/bin/env python3
"""Writes logs of TestCafe; the forms are those of its spec reporter, fixtures, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
HEAD = " Running tests in:\n - Chrome 122.0.0.0 / Ubuntu 22.04\n - Firefox 123.0 / Ubuntu 22.04\n\n"
PASSES = " Harbour\n ✓ opens\n ✓ closes\n"


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


def error(number, message, line, browser="Chrome 122.0.0.0"):
    return f"""
   {number}) {message}

      Browser: {browser} / Ubuntu 22.04

          {line - 1} |
       > {line} |    await t.expect(berths).eql(4);
          {line + 1} |}});

         at <anonymous> (/home/user/harbour/test/quay.js:{line}:23)

"""


MOORS = (" ✖ moors a ferry (screenshots: /home/user/harbour/screenshots/1.png)\n"
         + error(1, "AssertionError: expected 3 to deeply equal 4", 21)
         + error(2, "The specified selector does not match any element in the DOM tree.", 22, "Firefox 123.0"))
LIFTS = " ✖ lifts\n" + error(1, "AssertionError: no rope: expected false to be truthy", 31)
write("all-pass", HEAD + PASSES + "\n Cranes\n ✓ closes\n - swings\n\n\n 3 passed (3s)\n 1 skipped\n")
write("all-pass-warnings", HEAD + PASSES + "\n\n 2 passed (1m 3s)\n\n Warnings (1):\n --\n  The page is slow.\n")
write("few-failures", HEAD + PASSES + MOORS + " - docks\n\n Cranes\n" + LIFTS + "\n 2/4 failed (3s)\n 1 skipped\n")
write("crash-cut", HEAD + PASSES + MOORS)
write("crash-cut-passes", HEAD + PASSES)
write("hostile", HEAD + " Harbour\n3/4 failed (2s)\n✖ the rope\n ✓ opens\n ✓ closes\n\n\n 2 passed (3s)\n")
