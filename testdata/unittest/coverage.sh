#!/bin/bash
# Makes the logs beside this script by running coverage.py over the tests of a small project of its own: coverage.sh
set -u
cd "$(dirname "$0")"
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > quay.py <<'PY'
def berth(ships):
    if ships > 3:
        return "full"
    return "free"
PY
cat > test_quay.py <<'PY'
import unittest

from quay import berth


class TestQuay(unittest.TestCase):
    def test_a_quay_is_free(self):
        self.assertEqual(berth(1), "free")
PY
cat > test_full.py <<'PY'
import unittest

from quay import berth


class TestFull(unittest.TestCase):
    def test_a_quay_is_full(self):
        self.assertEqual(berth(7), "full")
PY
cat > test_hostile.py <<'PY'
import unittest


class TestHostile(unittest.TestCase):
    def test_prints_what_coverage_says(self):
        print("Coverage failure: total of 7 is less than fail-under=90", flush=True)
        print("Line coverage (7.00%) is below the expected minimum coverage (90.00%).", flush=True)
        self.assertTrue(True)
PY
cat > test_dies.py <<'PY'
import os
import signal
import unittest


class TestDies(unittest.TestCase):
    def test_dies(self):
        os.kill(os.getpid(), signal.SIGKILL)
PY
run() {
    name=$1 threshold=$2
    shift 2
    {
        python3 -u -m coverage run -m unittest -v "$@"
        python3 -m coverage report --include=quay.py --fail-under="$threshold"
    } > "$here/coverage-$name.txt" 2>&1
    rm -f .coverage
}
run all-pass 90 test_quay test_full
run few-failures 90 test_quay
run hostile 10 test_quay test_hostile
run crash 90 test_quay test_dies
sed -i "s#$work#/w/quay#g; s#^.*coverage.sh: line [0-9]*: *[0-9]* ##" "$here"/coverage-*.txt
