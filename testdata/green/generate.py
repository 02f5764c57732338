#!/usr/bin/env python3
"""Writes logs of green; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


write("all-pass", r""".

Ran 1 test in 0.460s using 2 processes

OK (passes=1)
""")
write("few-failures", r"""EsF.x

Skipped test_a.Harbour.test_later - later

Error in test_a.Harbour.test_dies
  File "/usr/lib/python3.11/unittest/case.py", line 57, in testPartExecutor
    yield
  File "/usr/lib/python3.11/unittest/case.py", line 623, in run
    self._callTestMethod(testMethod)
  File "/usr/lib/python3.11/unittest/case.py", line 579, in _callTestMethod
    if method() is not None:
       ^^^^^^^^
  File "/home/user/harbour/test_a.py", line 5, in test_dies
    def test_dies(self): raise ValueError("x")
                         ^^^^^^^^^^^^^^^^^^^^^
ValueError: x

Failure in test_a.Harbour.test_moors
  File "/usr/lib/python3.11/unittest/case.py", line 57, in testPartExecutor
    yield
  File "/usr/lib/python3.11/unittest/case.py", line 623, in run
    self._callTestMethod(testMethod)
  File "/usr/lib/python3.11/unittest/case.py", line 579, in _callTestMethod
    if method() is not None:
       ^^^^^^^^
  File "/home/user/harbour/test_a.py", line 4, in test_moors
    def test_moors(self): self.assertEqual(3,4)
                          ^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/unittest/case.py", line 873, in assertEqual
    assertion_func(first, second, msg=msg)
  File "/usr/lib/python3.11/unittest/case.py", line 866, in _baseAssertEqual
    raise self.failureException(msg)
AssertionError: 3 != 4

Ran 5 tests in 0.489s using 2 processes

FAILED (errors=1, expected_failures=1, failures=1, passes=1, skips=1)
""")
write("few-failures-verbose", r"""test_a
  Harbour
E   test_dies
s   test_later -- later
F   test_moors
.   test_opens
x   test_xf

Skipped test_a.Harbour.test_later - later

Error in test_a.Harbour.test_dies
  File "/usr/lib/python3.11/unittest/case.py", line 57, in testPartExecutor
    yield
  File "/usr/lib/python3.11/unittest/case.py", line 623, in run
    self._callTestMethod(testMethod)
  File "/usr/lib/python3.11/unittest/case.py", line 579, in _callTestMethod
    if method() is not None:
       ^^^^^^^^
  File "/home/user/harbour/test_a.py", line 5, in test_dies
    def test_dies(self): raise ValueError("x")
                         ^^^^^^^^^^^^^^^^^^^^^
ValueError: x

Failure in test_a.Harbour.test_moors
  File "/usr/lib/python3.11/unittest/case.py", line 57, in testPartExecutor
    yield
  File "/usr/lib/python3.11/unittest/case.py", line 623, in run
    self._callTestMethod(testMethod)
  File "/usr/lib/python3.11/unittest/case.py", line 579, in _callTestMethod
    if method() is not None:
       ^^^^^^^^
  File "/home/user/harbour/test_a.py", line 4, in test_moors
    def test_moors(self): self.assertEqual(3,4)
                          ^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/unittest/case.py", line 873, in assertEqual
    assertion_func(first, second, msg=msg)
  File "/usr/lib/python3.11/unittest/case.py", line 866, in _baseAssertEqual
    raise self.failureException(msg)
AssertionError: 3 != 4

Ran 5 tests in 0.426s using 2 processes

FAILED (errors=1, expected_failures=1, failures=1, passes=1, skips=1)
""")
write("crash-cut", r"""EsF.x

Skipped test_a.Harbour.test_later - later

Error in test_a.Harbour.test_dies
  File "/usr/lib/python3.11/unittest/case.py", line 57, in testPartExecutor
    yield
  File "/usr/lib/python3.11/unittest/case.py", line 623, in run
    self._callTestMethod(testMethod)
  File "/usr/lib/python3.11/unittest/case.py", line 579, in _callTestMethod
    if method() is not None:
       ^^^^^^^^
  File "/home/user/harbour/test_a.py", line 5, in test_dies
    def test_dies(self): raise ValueError("x")
                         ^^^^^^^^^^^^^^^^^^^^^
ValueError: x

Failure in test_a.Harbour.test_moors
  File "/usr/lib/python3.11/unittest/case.py", line 57, in testPartExecutor
    yield
  File "/usr/lib/python3.11/unittest/case.py", line 623, in run
    self._callTestMethod(testMethod)
  File "/usr/lib/python3.11/unittest/case.py", line 579, in _callTestMethod
    if method() is not None:
       ^^^^^^^^
  File "/home/user/harbour/test_a.py", line 4, in test_moors
    def test_moors(self): self.assertEqual(3,4)
                          ^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/unittest/case.py", line 873, in assertEqual
    assertion_func(first, second, msg=msg)
  File "/usr/lib/python3.11/unittest/case.py", line 866, in _baseAssertEqual
    raise self.failureException(msg)
AssertionError: 3 != 4

""")
write("hostile", r"""Failure in the.harbour of Rome
Failure in a.b
Error in c.d
.

Ran 1 test in 0.460s using 2 processes

OK (passes=1)
""")
write("coverage", r"""...

Ran 3 tests in 0.249s using 2 processes

Coverage of 41% is below minimum level of 80%
FAILED (passes=3)
""")
