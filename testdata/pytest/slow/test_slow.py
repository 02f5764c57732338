import time


def test_ok():
    pass


def test_slow():
    time.sleep(30)
