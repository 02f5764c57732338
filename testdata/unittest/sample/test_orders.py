"""Orders, for unittest: every kind of result."""
import sys
import unittest


def total(items):
    return sum(items)


class Orders(unittest.TestCase):
    def test_empty_order_costs_nothing(self):
        """An empty order costs nothing."""
        self.assertEqual(total([]), 0)

    def test_discount(self):
        """A discount is taken once."""
        print("applying the discount")
        self.assertEqual(total([5, -1]), 5, "discount was lost")

    def test_rows(self):
        for i in range(3):
            with self.subTest("row", i=i):
                self.assertNotEqual(i % 2, 0)

    def test_lists(self):
        self.assertEqual([1, 2, 3], [1, 4, 3])

    def test_chain(self):
        try:
            {}["shelf"]
        except KeyError as cause:
            raise LookupError("no shelf is known") from cause

    @unittest.skip("needs a real scanner")
    def test_scanner(self):
        pass

    @unittest.expectedFailure
    def test_rounding(self):
        self.assertEqual(1, 2)

    @unittest.expectedFailure
    def test_fixed(self):
        self.assertEqual(1, 1)


class Store(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise ConnectionError("store refused the handshake")

    def test_never_runs(self):
        pass


class Leak(unittest.TestCase):
    def tearDown(self):
        raise RuntimeError("store was not closed")

    def test_fails_and_leaks(self):
        self.assertTrue(False)
