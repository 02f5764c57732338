#!/usr/bin/env python3
"""Writes logs of kotlinc, by itself and as Gradle's plugin of several versions shows it; kotlinc cannot run here.

The forms are facts of kotlinc 1.3 to 2.1; programs and sentences are ours.
"""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


PLAIN = """src/Press.kt:4:9: warning: variable 'wax' is never used
    val wax = 3
        ^
src/Press.kt:7:17: error: unresolved reference: bottles
    val count = bottles(3)
                ^
src/Cellar.kt:12:5: error: type mismatch: inferred type is String but Int was expected
    return "cold"
           ^
"""
write("few-failures", PLAIN)
write("few-failures-old", """w: /home/user/project/src/Press.kt: (4, 9): Variable 'wax' is never used
e: /home/user/project/src/Press.kt: (7, 17): Unresolved reference: bottles
e: /home/user/project/src/Cellar.kt: (12, 5): Type mismatch: inferred type is String but Int was expected
""")
write("few-failures-k2", """e: file:///home/user/project/src/Press.kt:7:17 Unresolved reference 'bottles'.
e: file:///home/user/project/src/Cellar.kt:12:5 None of the following candidates is applicable:
  fun cool(by: Int): Cellar
  fun cool(by: Double): Cellar
""")
write("all-pass-warnings", "w: file:///home/user/project/src/Press.kt:4:9 Variable 'wax' is never used\n")
write("crash", "e: java.lang.IllegalStateException: Backend Internal error: Exception during IR lowering\n  File being compiled: /home/user/project/src/Press.kt\n")
write("crash-truncated", "".join(PLAIN.splitlines(True)[:4]))
write("hostile", "e: is the fifth letter\nw: follows v\nsee Press.kt:7:17: error: is quoted\n")
