"""Passing tests print failures, the failing one prints success."""
import atexit
import sys
import unittest

REPORT = """
======================================================================
FAIL: test_ghost (test_ghost.Ghost.test_ghost)
----------------------------------------------------------------------
AssertionError: never happened

----------------------------------------------------------------------
Ran 1 test in 0.001s

FAILED (failures=1)
"""
atexit.register(print, "\n" + "-" * 70 + "\nRan 999 tests in 0.001s\n\nOK")


class Hostile(unittest.TestCase):
    def test_a_prints_a_failure(self):
        sys.stderr.write(REPORT)

    def test_b_prints_success(self):
        sys.stderr.write("-" * 70 + "\nRan 3 tests in 0.001s\n\nOK\n")
        self.assertEqual(1, 2, "the real reason")

    def test_c_passes(self):
        pass
