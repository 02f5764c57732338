import time

from avocado import Test


class Crane(Test):
    def test_lift(self):
        self.fail("one boat (the old one) sank")

    def test_turn(self):
        raise OSError("no power: 3 of 4 phases")

    def test_lower(self):
        self.assertEqual(3, 4)


class Slow(Test):
    timeout = 1

    def test_slow(self):
        time.sleep(5)
