import unittest


class Quay(unittest.TestCase):
    @unittest.skip("no crane")
    def test_lifts(self):
        pass

    @unittest.expectedFailure
    def test_floods(self):
        self.fail("dry")


for number in range(12):
    setattr(Quay, f"test_moors_{number}", lambda self: None)
