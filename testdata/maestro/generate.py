#!/usr/bin/env python3
"""Writes logs of Maestro; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


HEAD = r"""Waiting for flows to complete...
[Passed] Login (12s)
"""
write("all-pass", HEAD + r"""[Passed] Checkout (31s)

2/2 Flows Passed in 43s

""")
write("few-failures", HEAD + r"""[Failed] Checkout (31s) (Assertion is false: "Pay" is visible)

1/2 Flow Failed

""")
write("crash-cut", HEAD + r"""[Failed] Checkout (31s) (Assertion is false: "Pay" is visible)

""")
write("crash-cut-passes", HEAD + r"""""")
write("hostile", HEAD + r"""[Failing] is a word
1/2 Flow
[Passed] Checkout (31s)

2/2 Flows Passed in 43s

""")
