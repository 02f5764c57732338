#!/usr/bin/env python3
"""Writes logs of container-structure-test; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


HEAD = r"""=======================================================
====== Test file: structure.yaml ======
=======================================================
=== RUN: Command Test: opens
--- PASS
duration: 412.11ms
stdout: quay
"""
write("all-pass", HEAD + r"""
=======================================================
======================= RESULTS =======================
=======================================================
Passes:      1
Failures:    0
Duration:    412.11ms
Total tests: 1

PASS
""")
write("few-failures", HEAD + r"""=== RUN: File Existence Test: berth
--- FAIL
duration: 0s
Error: File /etc/berth should exist but does not, got: <nil>

=======================================================
======================= RESULTS =======================
=======================================================
Passes:      1
Failures:    1
Duration:    412.11ms
Total tests: 2

FAIL
""")
write("crash-cut", HEAD + r"""=== RUN: File Existence Test: berth
--- FAIL
duration: 0s
Error: File /etc/berth should exist but does not, got: <nil>
""")
write("crash-cut-passes", HEAD + r"""""")
write("hostile", HEAD + r"""=== RUN
--- FAILED
Passes: 9

=======================================================
======================= RESULTS =======================
=======================================================
Passes:      1
Failures:    0
Duration:    412.11ms
Total tests: 1

PASS
""")
