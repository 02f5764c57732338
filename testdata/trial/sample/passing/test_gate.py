from twisted.internet import defer, reactor, task
from twisted.trial import unittest


class GateTests(unittest.TestCase):
    def test_opens(self):
        self.assertEqual(1 + 1, 2)

    def test_closes(self):
        """The gate closes."""
        return task.deferLater(reactor, 0.01, lambda: None)

    @defer.inlineCallbacks
    def test_creaks(self):
        yield defer.succeed(1)
        self.assertTrue(False)

    test_creaks.todo = "needs oil"

    def test_locks(self):
        pass

    test_locks.skip = "no key"


class QuayTests(unittest.SynchronousTestCase):
    def test_counts(self):
        print("counted 4 crates")
        self.assertIn("crate", "crates")

    def test_weighs(self):
        raise unittest.SkipTest("no scale")
