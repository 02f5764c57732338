#!/bin/sh
# Prints what a run that failed prints, and one that passed.
cat <<'F'
FAIL: a.sh
ERROR: b.sh
FAIL: turns.tap 2 - name
=====================
1 of 3 tests failed
(1 test was not run)
=====================
make[2]: *** [Makefile:271: check-TESTS] Error 1

PASS: c.sh
FAIL: d.sh
==========

d.sh: error: no
FAIL d.sh (exit status: 1)

==================
All 3 tests passed
==================
============================================================================
Testsuite summary for harbour 1.0
============================================================================
# TOTAL: 3
# PASS:  3
# SKIP:  0
# XFAIL: 0
# FAIL:  0
# XPASS: 0
# ERROR: 0
============================================================================
F
exit 1
