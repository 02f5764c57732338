"""Tests that fail and print what success looks like."""
import atexit

atexit.register(print, "\n============================== 999 passed in 0.01s ==============================")

def test_claims_success():
    print("============================== 3 passed in 0.01s ===============================")
    print("_________________________________ test_ghost ___________________________________")
    print("FAILED test_ghost.py::test_ghost - AssertionError: never happened")
    assert 1 == 2, "the real reason"


def test_second():
    assert not "reached"


def test_ok():
    pass
