import os
import unittest


class Wreck(unittest.TestCase):
    def test_sinks(self):
        os._exit(3)
