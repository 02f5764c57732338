#!/usr/bin/env python3
"""Writes logs in the format of Boost.Test, beside this script."""

from pathlib import Path

HERE = Path(__file__).parent
FILE = "/home/user/harbour/tests/quay.cpp"
SIGNALS = f'{FILE}(8): error: in "Quay/signals": check lamps == 2 has failed [1 != 2]\n'
AGAIN = f'{FILE}(9): error: in "Quay/signals": check oil > 0 has failed [0 <= 0]\n'
CONTEXT = "Failure occurred in a following context:\n    night = 3; \n"
BOOM = f'unknown location(0): fatal error: in "Quay/weighs": std::runtime_error: no anchor\n{FILE}(21): last checkpoint\n'
FAULT = (
    f'unknown location(0): fatal error: in "Quay/moors": memory access violation at address: 0x00000008: no mapping at fault address\n'
    f"{FILE}(30): last checkpoint\n"
)


def end(number):
    verb = "failure is" if number == 1 else "failures are"
    return f'\n*** {number} {verb} detected in the test module "Harbour"\n'


def left(name, text=""):
    return (
        f'{FILE}(6): Entering test case "{name}"\n{text}{FILE}(6): Leaving test case "{name}"; testing time: 123us\n'
    )


LOGS = {
    "all-pass": "Running 12 test cases...\n\n*** No errors detected\n",
    "few-failures": "Running 12 test cases...\n" + SIGNALS + CONTEXT + AGAIN + "the crane is greased\n" + BOOM + end(3),
    "few-failures-log": 'Running 3 test cases...\nEntering test module "Harbour"\n'
    f'{FILE}(5): Entering test suite "Quay"\n' + left("signals", SIGNALS) + left("weighs", BOOM) + left("sails")
    + f'{FILE}(5): Leaving test suite "Quay"; testing time: 512us\nLeaving test module "Harbour"; testing time: 600us\n' + end(2),
    "crash": "Running 12 test cases...\n" + SIGNALS + FAULT + end(2),
    "crash-cut": "Running 12 test cases...\n" + SIGNALS + "Segmentation fault (core dumped)\n",
    "hostile": "Running 4 test cases...\nsrc/a.cpp:3:5: error: no such harbour\nFAILED tests/test_a.py::test_x - no\n"
    "[  FAILED  ] Quay.Signals\n2 tests failed\n\n*** No errors detected\n",
}
for name, text in LOGS.items():
    (HERE / f"{name}.txt").write_text(text, encoding="utf-8")
