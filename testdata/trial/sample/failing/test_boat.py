import warnings

from twisted.internet import defer, reactor, task
from twisted.python import log
from twisted.trial import unittest


class BoatTests(unittest.TestCase):
    def test_floats(self):
        pass

    def test_weighs(self):
        self.assertEqual({"weight": 12}, {"weight": 13}, "the boat was weighed")

    def test_sinks(self):
        return task.deferLater(reactor, 0.01, self.sink)

    def sink(self):
        raise ValueError("a hole\nin the hull")

    def test_leaves(self):
        reactor.callLater(50, lambda: None)

    def test_logs(self):
        log.err(RuntimeError("the engine"), "logged")

    def test_waits(self):
        return defer.Deferred()

    test_waits.timeout = 0.1

    def test_swims(self):
        pass

    test_swims.todo = "it sinks"

    def test_drifts(self):
        self.fail("adrift")

    test_drifts.todo = "no anchor"

    def test_warns(self):
        warnings.warn("the sail is old", DeprecationWarning)


class CrewTests(unittest.TestCase):
    def setUp(self):
        self.fail("nobody aboard")

    def test_sings(self):
        pass

    def test_works(self):
        pass


class SailTests(unittest.TestCase):
    def test_sets(self):
        pass

    def tearDown(self):
        raise OSError("the rope")
