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
write("few-failures-canceled", r"""
Waiting for flows to complete...

[Passed] Login (12s)
[Failed] Checkout (31s) (Assertion is false: "Pay" is visible)
[Failed] Buy (two) things (1m 31s) (Element not found: Text matching regex: Pay)
[Timeout] Slow
[Canceled (unknown reason)] Gone

2/5 Flows Failed
2 Flows Canceled

""")
write("few-failures-alone", r"""Running on iPhone 15

 > Flow
Launch app "com.example.app"... COMPLETED
Tap on "Login"... COMPLETED
Assert that "Welcome" is visible... FAILED

Assertion is false: "Welcome" is visible

==== Debug output (logs & screenshots) ====

/home/user/.maestro/tests/2024-01-01_100000
""")
