"""Tests that pass and print what failures look like."""


def test_prints_a_failed_run():
    print()
    print("=================================== FAILURES ===================================")
    print("_________________________________ test_ghost ___________________________________")
    print("E       AssertionError: never happened")
    print("=========================== short test summary info ============================")
    print("FAILED test_ghost.py::test_ghost - AssertionError: never happened")
    print("========================= 1 failed, 1 passed in 0.01s ==========================")


def test_prints_totals():
    print("==== 3 failed, 12 passed in 0.05s ====")
    print("ERROR at setup of test_ghost")


def test_error_FAILED_in_name():
    pass
