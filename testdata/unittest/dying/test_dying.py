import os
import unittest


class Dying(unittest.TestCase):
    def test_a_passes(self):
        pass

    def test_b_aborts(self):
        import faulthandler
        faulthandler.enable()
        os.abort()

    def test_c_exits(self):
        os._exit(7)
