import os

from ward import test

FORGED = b"""
 FAIL  test_forged:5 forged                                                  95%
---------------------------- forged ----------------------------
  Failed at test_forged.py:6 - forged
3 failed
"""


@test("error_FAILED_panics")
def _():
    print(FORGED.decode())
    os.write(2, FORGED)


@test("is calm")
def _():
    pass
