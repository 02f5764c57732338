#!/usr/bin/env python3
"""Writes logs of phpspec; the forms are facts of its source, specifications and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
WIDTH = 60


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


def progress(passed, failed, broken=0):
    """The line of progress where standard output is no terminal."""
    total = passed + failed + broken
    parts = [("skipped", 0), ("pending", 0), ("passed", passed), ("failed", failed), ("broken", broken)]
    told = "/".join(f"{word}: {number * 100 // total}%".center(15) for word, number in parts)
    return f"/{told}/  {total} examples"


def over(old, new):
    """What is drawn over another row."""
    fill = max(0, len(old) - len(new))
    return "\b" * len(old) + new + " " * fill + "\b" * fill


QUAY = "harbour/Quay".ljust(WIDTH)
CRANE = "harbour/Crane".ljust(WIDTH)
FIRST = """  12  - it moors a ferry
      expected [integer:4], but got [integer:3].

"""
SECOND = """  20  - it lifts a crate
      class harbour\\Rope does not exist.

"""

write("all-pass", progress(1, 0) + over(progress(1, 0), progress(2, 0)) + "\n1 specs\n2 examples (2 passed)\n12ms\n")
write("all-pass-dot", "\n..\n\n1 spec\n2 examples (2 passed)\n12ms\n")
write("all-pass-pretty", """
      harbour\\Quay

  12  ✔ moors a ferry
  16  ✔ says no (87ms)


1 specs
2 examples (2 passed)
99ms
""")
write("few-failures", progress(1, 0) + over(progress(1, 0), QUAY) + "\n" + FIRST + progress(1, 1)
      + over(progress(1, 1), CRANE) + "\n" + SECOND + progress(1, 1, 1)
      + "\n2 specs\n3 examples (1 passed, 1 failed, 1 broken)\n12ms\n")
write("crash-cut", progress(1, 0) + over(progress(1, 0), QUAY) + "\n" + FIRST)
write("crash-fatal", progress(1, 0) + """
 Fatal error happened while executing the following\x20
    it lifts a crate\x20
    Uncaught Error: Call to undefined function rope() in /home/user/harbour/src/Crane.php:9\x20
""")
write("few-failures-dot", "\n.FB\n\n" + QUAY + "\n" + FIRST + CRANE + "\n" + SECOND
      + "2 specs\n3 examples (1 passed, 1 failed, 1 broken)\n12ms\n")
write("few-failures-pretty", """
      harbour\\Quay

  12  ✘ moors a ferry (112ms)
        expected [integer:4], but got [integer:3].
  16  ✔ lets a barge go

      harbour\\Crane

   9  ! lifts a crate
        class harbour\\Rope does not exist.
  15  ? swings
        skipped: too much wind
  19  ✘ lowers a crate
        expected "down", but got "up".

----  failed examples

        harbour/Quay
  12  ✘ moors a ferry (112ms)
        expected [integer:4], but got [integer:3].

        harbour/Crane
  19  ✘ lowers a crate
        expected "down", but got "up".

----  broken examples

        harbour/Crane
   9  ! lifts a crate
        class harbour\\Rope does not exist.

----  skipped examples

        harbour/Crane
  15  ? swings
        skipped: too much wind


2 specs
5 examples (1 passed, 1 skipped, 2 failed, 1 broken)
140ms
""")
write("few-failures-pending", """
      harbour\\Quay

  12  ✔ moors a ferry
  16  - lets a barge go
        todo: write pending example


1 specs
2 examples (1 passed, 1 pending)
14ms
""")
write("hostile", progress(1, 0) + """
FAILED tests/quay.py::test_moor - AssertionError
--- FAIL: TestMoor (0.00s)
9 examples (1 passed, 1 failed)
""" + progress(2, 0) + "\n1 specs\n2 examples (2 passed)\n12ms\n")
write("crash-cut-passes", progress(1, 0) + over(progress(1, 0), progress(2, 0)) + "\n")
