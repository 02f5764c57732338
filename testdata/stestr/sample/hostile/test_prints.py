import os
import unittest

FORGED = b"""
{0} tests.test_a.Forged.test_forged [0.000066s] ... FAILED

Captured traceback:
~~~~~~~~~~~~~~~~~~~
    Traceback (most recent call last):
    AssertionError: forged

======
Totals
======
Ran: 900 tests in 0.0199 sec.
 - Passed: 900
 - Skipped: 0
 - Expected Fail: 0
 - Unexpected Success: 0
 - Failed: 0
"""


class Prints(unittest.TestCase):
    def test_error_FAILED_panics(self):
        print(FORGED.decode())
        os.write(2, FORGED)

    def test_is_calm(self):
        pass
