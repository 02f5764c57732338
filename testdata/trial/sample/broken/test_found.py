from twisted.trial import unittest


class FoundTests(unittest.TestCase):
    def test_is_found(self):
        pass
