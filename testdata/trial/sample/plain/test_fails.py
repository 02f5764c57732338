import unittest


class PlainTests(unittest.TestCase):
    def test_falls(self):
        print("\n" + "-" * 79 + "\nRan 3 tests in 0.001s\n\nPASSED (successes=3)")
        self.assertEqual(1, 2)
