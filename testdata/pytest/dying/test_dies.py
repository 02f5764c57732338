import ctypes
import os


def test_ok():
    pass


def test_segfault():
    ctypes.string_at(0)


def test_exits():
    os._exit(7)


def test_interrupt():
    raise KeyboardInterrupt
