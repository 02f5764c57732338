#!/usr/bin/env python3
"""Writes logs of pg_regress; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


HEAD = r"""============== creating temporary instance            ==============
============== initializing database system           ==============
============== starting postmaster                    ==============
running on port 58928 with PID 11111
============== creating database "regression"         ==============
CREATE DATABASE
ALTER DATABASE
============== running regression test queries        ==============
test opens                        ... ok          118 ms
parallel group (3 tests):  quay tug ferry
     quay                         ... ok           20 ms
"""
write("all-pass", HEAD + r"""     ferry                        ... ok           22 ms
============== shutting down postmaster               ==============
============== removing temporary instance            ==============

=====================
 All 3 tests passed. 
=====================

""")
write("few-failures", HEAD + r"""     ferry                        ... FAILED       22 ms
     tug                          ... ok           11 ms
============== shutting down postmaster               ==============
============== removing temporary instance            ==============

======================
 1 of 4 tests failed. 
======================

The differences that caused some tests to fail can be viewed in the
file "/home/user/regression.diffs".  A copy of the test summary that you see
above is saved in the file "/home/user/regression.out".

""")
write("few-failures-ignored", HEAD + r"""     ferry                        ... failed (ignored)       22 ms
test tug                          ... FAILED (test process exited with exit code 2)       11 ms
============== shutting down postmaster               ==============

========================================================
 2 of 4 tests failed, 1 of these failures ignored. 
========================================================

""")
write("crash-cut", HEAD + r"""     ferry                        ... FAILED       22 ms
     tug                          ... ok           11 ms
""")
write("crash-cut-passes", HEAD + r"""""")
write("hostile", HEAD + r"""test x ... FAILED to begin
 All tests passed. 
     a b ... FAILED
     ferry                        ... ok           22 ms
============== shutting down postmaster               ==============
============== removing temporary instance            ==============

=====================
 All 3 tests passed. 
=====================

""")
