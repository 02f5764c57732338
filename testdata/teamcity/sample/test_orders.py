import os
import sys
import unittest

KIND = os.environ.get("KIND", "few-failures")


class Totals(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(sum([1, 2]), 3)

    def test_discount(self):
        wanted = 90 if KIND == "few-failures" else 80
        self.assertEqual(wanted, 80, "discount [of ten] isn't applied")

    @unittest.skip("needs the ledger")
    def test_ledger(self):
        pass


class Shipping(unittest.TestCase):
    def test_rate(self):
        if KIND == "few-failures":
            raise KeyError("zone 'north'")

    def test_route(self):
        if KIND == "crash":
            sys.stdout.flush()
            os._exit(139)
        if KIND == "hostile":
            print("##teamcity progress: FAILED 3 of 4")
            print("error: nothing to ship")
            print("3 failed, 1 passed")


if __name__ == "__main__":
    from teamcity.unittestpy import TeamcityTestRunner

    unittest.main(testRunner=TeamcityTestRunner())
