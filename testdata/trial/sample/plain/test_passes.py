import unittest


class PlainTests(unittest.TestCase):
    def test_stands(self):
        print("\n" + "-" * 79 + "\nRan 3 tests in 0.001s\n\nFAILED (failures=1, successes=2)")
