#!/usr/bin/env python3
"""Writes logs of scalac 2 and 3 without sbt; scalac cannot run here.

The forms are facts of scalac; programs and sentences are ours.
"""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


TWO = """src/Graft.scala:8: error: not found: value missing
  val wax = missing(3)
            ^
src/Graft.scala:9: error: type mismatch;
 found   : Int(7)
 required: String
  val knife: String = 7
                      ^
two errors found
"""
write("few-failures", TWO)
write("few-failures-3", """-- [E006] Not Found Error: src/Graft.scala:8:12 -------------------------------
8 |  val wax = missing(3)
  |            ^^^^^^^
  |            Not found: missing
  |
  | longer explanation available when compiling with `-explain`
-- Error: src/Scion.scala:4:6 --------------------------------------------------
4 |  val twig: String = 7
  |      ^
  |      object creation impossible
2 errors found
""")
write("all-pass-warnings", "src/Graft.scala:3: warning: method old in class Graft is deprecated\n  old()\n  ^\none warning found\n")
write("crash-truncated", "".join(TWO.splitlines(True)[:2]))
write("hostile", "see Graft.scala:8: error: is quoted\n-- Error: of judgement --\n")
