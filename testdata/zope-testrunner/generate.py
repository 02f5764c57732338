#!/usr/bin/env python3
"""Writes logs of zope.testrunner; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


write("all-pass", r"""Running zope.testrunner.layer.UnitTests tests:
  Set up zope.testrunner.layer.UnitTests in 0.000 seconds.
  Ran 1 tests with 0 failures, 0 errors and 0 skipped in 0.000 seconds.
Running zp.tests.Lay tests:
  Tear down zope.testrunner.layer.UnitTests in 0.000 seconds.
  Set up zp.tests.Lay in 0.000 seconds.
  Ran 1 tests with 0 failures, 0 errors and 0 skipped in 0.000 seconds.
Tearing down left over layers:
  Tear down zp.tests.Lay in 0.000 seconds.
Total: 2 tests, 0 failures, 0 errors and 0 skipped in 0.084 seconds.
""")
write("all-pass-verbose", r"""Running tests at level 1
Running zope.testrunner.layer.UnitTests tests:
  Set up zope.testrunner.layer.UnitTests in 0.000 seconds.
  Running:
 test_opens (zp.tests.Quay.test_opens) (0.000 s)
  Ran 1 tests with 0 failures, 0 errors and 0 skipped in 0.000 seconds.
Running zp.tests.Lay tests:
  Tear down zope.testrunner.layer.UnitTests in 0.000 seconds.
  Set up zp.tests.Lay in 0.000 seconds.
  Running:
 test_l (zp.tests.Layered.test_l) (0.000 s)
  Ran 1 tests with 0 failures, 0 errors and 0 skipped in 0.000 seconds.
Tearing down left over layers:
  Tear down zp.tests.Lay in 0.000 seconds.
Total: 2 tests, 0 failures, 0 errors and 0 skipped in 0.077 seconds.
""")
write("few-failures", r"""Running zope.testrunner.layer.UnitTests tests:
  Set up zope.testrunner.layer.UnitTests in 0.000 seconds.


Error in test test_dies (zz.tests.Harbour.test_dies)
Traceback (most recent call last):
  File "/usr/lib/python3.11/unittest/case.py", line 57, in testPartExecutor
    yield
  File "/usr/lib/python3.11/unittest/case.py", line 623, in run
    self._callTestMethod(testMethod)
  File "/usr/lib/python3.11/unittest/case.py", line 579, in _callTestMethod
    if method() is not None:
  File "/home/user/harbour/zz/tests.py", line 5, in test_dies
    def test_dies(self): raise ValueError("x")
ValueError: x



Failure in test test_moors (zz.tests.Harbour.test_moors)
Traceback (most recent call last):
  File "/usr/lib/python3.11/unittest/case.py", line 57, in testPartExecutor
    yield
  File "/usr/lib/python3.11/unittest/case.py", line 623, in run
    self._callTestMethod(testMethod)
  File "/usr/lib/python3.11/unittest/case.py", line 579, in _callTestMethod
    if method() is not None:
  File "/home/user/harbour/zz/tests.py", line 4, in test_moors
    def test_moors(self): self.assertEqual(3,4)
  File "/usr/lib/python3.11/unittest/case.py", line 873, in assertEqual
    assertion_func(first, second, msg=msg)
  File "/usr/lib/python3.11/unittest/case.py", line 866, in _baseAssertEqual
    raise self.failureException(msg)
AssertionError: 3 != 4

  Ran 5 tests with 1 failures, 1 errors and 1 skipped in 0.010 seconds.
Tearing down left over layers:
  Tear down zope.testrunner.layer.UnitTests in 0.000 seconds.
""")
write("few-failures-verbose", r"""Running tests at level 1
Running zope.testrunner.layer.UnitTests tests:
  Set up zope.testrunner.layer.UnitTests in 0.000 seconds.
  Running:
 test_dies (zz.tests.Harbour.test_dies)

Error in test test_dies (zz.tests.Harbour.test_dies)
Traceback (most recent call last):
  File "/usr/lib/python3.11/unittest/case.py", line 57, in testPartExecutor
    yield
  File "/usr/lib/python3.11/unittest/case.py", line 623, in run
    self._callTestMethod(testMethod)
  File "/usr/lib/python3.11/unittest/case.py", line 579, in _callTestMethod
    if method() is not None:
  File "/home/user/harbour/zz/tests.py", line 5, in test_dies
    def test_dies(self): raise ValueError("x")
ValueError: x


 test_later (zz.tests.Harbour.test_later) (skipped)
 test_moors (zz.tests.Harbour.test_moors)

Failure in test test_moors (zz.tests.Harbour.test_moors)
Traceback (most recent call last):
  File "/usr/lib/python3.11/unittest/case.py", line 57, in testPartExecutor
    yield
  File "/usr/lib/python3.11/unittest/case.py", line 623, in run
    self._callTestMethod(testMethod)
  File "/usr/lib/python3.11/unittest/case.py", line 579, in _callTestMethod
    if method() is not None:
  File "/home/user/harbour/zz/tests.py", line 4, in test_moors
    def test_moors(self): self.assertEqual(3,4)
  File "/usr/lib/python3.11/unittest/case.py", line 873, in assertEqual
    assertion_func(first, second, msg=msg)
  File "/usr/lib/python3.11/unittest/case.py", line 866, in _baseAssertEqual
    raise self.failureException(msg)
AssertionError: 3 != 4


 test_opens (zz.tests.Harbour.test_opens)
 test_xf (zz.tests.Harbour.test_xf)
  Ran 5 tests with 1 failures, 1 errors and 1 skipped in 0.002 seconds.
Tearing down left over layers:
  Tear down zope.testrunner.layer.UnitTests in 0.000 seconds.

Tests with errors:
   test_dies (zz.tests.Harbour.test_dies)

Tests with failures:
   test_moors (zz.tests.Harbour.test_moors)
""")
write("few-failures-parallel", r"""Running tests at level 1
Running .EmptyLayer tests:
  Set up .EmptyLayer in 0.000 seconds.
  Running:
  Ran 0 tests with 0 failures, 0 errors and 0 skipped in 0.000 seconds.
[Parallel tests running in zope.testrunner.layer.UnitTests:
  ......]
[Parallel tests running in zp.tests.Lay:
  .]
[Parallel tests running in zope.testrunner.layer.UnitTests:
   LAYER FINISHED]
Running zope.testrunner.layer.UnitTests tests:
  Running in a subprocess.
  Set up zope.testrunner.layer.UnitTests in 0.000 seconds.


Error in test test_dies (zz.tests.Harbour.test_dies)
Traceback (most recent call last):
  File "/usr/lib/python3.11/unittest/case.py", line 57, in testPartExecutor
    yield
  File "/usr/lib/python3.11/unittest/case.py", line 623, in run
    self._callTestMethod(testMethod)
  File "/usr/lib/python3.11/unittest/case.py", line 579, in _callTestMethod
    if method() is not None:
  File "/home/user/harbour/zz/tests.py", line 5, in test_dies
    def test_dies(self): raise ValueError("x")
ValueError: x



Failure in test test_moors (zz.tests.Harbour.test_moors)
Traceback (most recent call last):
  File "/usr/lib/python3.11/unittest/case.py", line 57, in testPartExecutor
    yield
  File "/usr/lib/python3.11/unittest/case.py", line 623, in run
    self._callTestMethod(testMethod)
  File "/usr/lib/python3.11/unittest/case.py", line 579, in _callTestMethod
    if method() is not None:
  File "/home/user/harbour/zz/tests.py", line 4, in test_moors
    def test_moors(self): self.assertEqual(3,4)
  File "/usr/lib/python3.11/unittest/case.py", line 873, in assertEqual
    assertion_func(first, second, msg=msg)
  File "/usr/lib/python3.11/unittest/case.py", line 866, in _baseAssertEqual
    raise self.failureException(msg)
AssertionError: 3 != 4

  Ran 6 tests with 1 failures, 1 errors and 1 skipped in 0.014 seconds.
  Tear down zope.testrunner.layer.UnitTests in 0.000 seconds.
[Parallel tests running in zp.tests.Lay:
   LAYER FINISHED]
Running zp.tests.Lay tests:
  Running in a subprocess.
  Set up zp.tests.Lay in 0.000 seconds.
  Ran 1 tests with 0 failures, 0 errors and 0 skipped in 0.000 seconds.
  Tear down zp.tests.Lay in 0.000 seconds.
Tearing down left over layers:
  Tear down .EmptyLayer in 0.000 seconds.

Tests with errors:
   test_dies (zz.tests.Harbour.test_dies)

Tests with failures:
   test_moors (zz.tests.Harbour.test_moors)
Total: 7 tests, 1 failures, 1 errors and 0 skipped in 0.691 seconds.
""")
write("few-failures-import", r"""Test-module import failures:

Module: harbour.tests

ModuleNotFoundError: No module named 'ferry'


Running harbour.tests.Layer tests:
  Set up harbour.tests.Layer in 0.000 seconds.
  Ran 1 tests with 0 failures, 0 errors and 0 skipped in 0.000 seconds.
Tearing down left over layers:
  Tear down harbour.tests.Layer in 0.000 seconds.

Test-modules with import problems:
  harbour.tests
Total: 1 tests, 0 failures, 1 errors and 0 skipped in 0.010 seconds.
""")
write("crash-cut", r"""Running zope.testrunner.layer.UnitTests tests:
  Set up zope.testrunner.layer.UnitTests in 0.000 seconds.


Error in test test_dies (zz.tests.Harbour.test_dies)
Traceback (most recent call last):
  File "/usr/lib/python3.11/unittest/case.py", line 57, in testPartExecutor
    yield
  File "/usr/lib/python3.11/unittest/case.py", line 623, in run
    self._callTestMethod(testMethod)
  File "/usr/lib/python3.11/unittest/case.py", line 579, in _callTestMethod
    if method() is not None:
  File "/home/user/harbour/zz/tests.py", line 5, in test_dies
    def test_dies(self): raise ValueError("x")
ValueError: x

""")
write("crash-cut-passes", r"""Running harbour.tests.Layer tests:
  Set up harbour.tests.Layer in 0.000 seconds.
""")
write("hostile", r"""Running harbour.tests.Layer tests:
  Set up harbour.tests.Layer in 0.000 seconds.
Running harbour tests:
Failure in testing
Total: 3 tests, 3 failures
  Ran 1 tests with 0 failures, 0 errors and 0 skipped in 0.000 seconds.
Tearing down left over layers:
  Tear down harbour.tests.Layer in 0.000 seconds.
""")
