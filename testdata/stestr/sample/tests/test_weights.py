import unittest


class Weights(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(3 + 1, 5, "the scale is wrong")

    def test_breaks(self):
        raise RuntimeError("the rope is torn")

    @unittest.expectedFailure
    def test_holds(self):
        pass

    def test_is_light(self):
        pass
