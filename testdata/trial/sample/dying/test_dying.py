import os

from twisted.trial import unittest


class CrashTests(unittest.TestCase):
    def test_before(self):
        pass

    def test_dies(self):
        os.kill(os.getpid(), 9)

    def test_then(self):
        pass
