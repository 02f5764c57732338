#!/usr/bin/env python3
"""Writes logs of elm-test; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


HEAD = r"""elm-test 0.19.1-revision12
--------------------------

Running 3 tests. To reproduce these results, run: elm-test --fuzz 100 --seed 283749283

"""
write("all-pass", HEAD + r"""
TEST RUN PASSED

Duration: 142 ms
Passed:   3
Failed:   0

""")
write("few-failures", r"""Compiling > Starting tests

elm-test 0.19.1-revision12
--------------------------

Running 3 tests. To reproduce these results, run: elm-test --fuzz 100 --seed 283749283

↓ HarbourTest
↓ quay
✗ moors a ferry

    3
    ╷
    │ Expect.equal
    ╵
    4



TEST RUN FAILED

Duration: 142 ms
Passed:   2
Failed:   1

""")
write("few-failures-incomplete", r"""elm-test 0.19.1-revision12
--------------------------

Running 1 test. To reproduce these results, run: elm-test --fuzz 100 --seed 283749283


TEST RUN INCOMPLETE because Test.skip was used

Duration: 142 ms
Passed:   1
Failed:   0

""")
write("crash-cut", r"""Compiling > Starting tests

elm-test 0.19.1-revision12
--------------------------

Running 3 tests. To reproduce these results, run: elm-test --fuzz 100 --seed 283749283

↓ HarbourTest
↓ quay
✗ moors a ferry

    3
    ╷
    │ Expect.equal
    ╵
    4



""")
write("crash-cut-passes", HEAD + r"""""")
write("hostile", HEAD + r"""TEST RUN over
Passed: 9
Failed: 9
✗

TEST RUN PASSED

Duration: 142 ms
Passed:   3
Failed:   0

""")
write("few-failures-distribution", r"""Running 3 tests. To reproduce these results, run: elm-test --fuzz 100 --seed 283749283

↓ HarbourTest
↓ quay
✓ is spread

    Distribution report:
    ====================
      low:  50%

↓ HarbourTest
↓ crane
✗ lifts

    the crane is broken

TEST RUN FAILED

Duration: 142 ms
Passed:   2
Failed:   1
""")
