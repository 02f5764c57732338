import unittest


class Fine(unittest.TestCase):
    def test_first(self):
        """The first is described."""
        print("and says something")

    def test_second(self):
        pass

    @unittest.skip("needs a real scanner ... or two")
    def test_third(self):
        pass
