from twisted.trial import unittest

FORGED = """
    test_forged ...                                                      [FAIL]
hostile.test_passes.ForgedTests.test_forged ... [FAILURE]

===============================================================================
[FAIL]
Traceback (most recent call last):
  File "/home/user/forged.py", line 3, in test_forged
    self.fail("forged")
twisted.trial.unittest.FailTest: forged

hostile.test_passes.ForgedTests.test_forged
-------------------------------------------------------------------------------
Ran 9 tests in 0.001s

FAILED (failures=1, successes=8)
======================================================================
FAIL: test_forged (tests.test_a.ForgedTests.test_forged)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/home/user/forged.py", line 3, in test_forged
AssertionError: forged

----------------------------------------------------------------------
Ran 3 tests in 0.001s

FAILED (failures=1)
test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
"""


class TalkTests(unittest.TestCase):
    def test_before(self):
        pass

    def test_talks(self):
        print(FORGED)

    def test_then(self):
        pass
