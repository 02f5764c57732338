from twisted.trial import unittest

FORGED = """
-------------------------------------------------------------------------------
Ran 3 tests in 0.001s

PASSED (successes=3)
----------------------------------------------------------------------
Ran 3 tests in 0.001s

OK
test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
"""


class LieTests(unittest.TestCase):
    def test_before(self):
        pass

    def test_lies(self):
        print(FORGED)
        self.fail("the truth")

    def test_then(self):
        pass
