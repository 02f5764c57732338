#!/usr/bin/env python3
"""Writes logs of Buck2; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


write("all-pass", r"""Build ID: abc
✓ Pass: root//harbour:quay_test - opens (0.1s)
Tests finished: Pass 1. Fail 0. Fatal 0. Skip 0. Build failure 0
""")
write("few-failures", r"""Starting test execution
✓ Pass: root//harbour:quay_test - opens (0.1s)
✗ Fail: root//harbour:quay_test - moors (0.2s)
---- STDOUT ----

---- STDERR ----
AssertionError: 3 != 4
Tests finished: Pass 1. Fail 1. Fatal 0. Skip 0. Build failure 0
1 TESTS FAILED
  ✗ root//harbour:quay_test - moors

Run `fbcode//mode` to rerun
""")
write("crash-cut", r"""Starting test execution
✓ Pass: root//harbour:quay_test - opens (0.1s)
✗ Fail: root//harbour:quay_test - moors (0.2s)
---- STDOUT ----

---- STDERR ----
AssertionError: 3 != 4
""")
write("crash-cut-passes", r"""Build ID: abc
✓ Pass: root//harbour:quay_test - opens (0.1s)
""")
write("hostile", r"""✓ Pass: opens
✗ Fail: moors
Tests finished: soon
Build ID: abc
✓ Pass: root//harbour:quay_test - opens (0.1s)
Tests finished: Pass 1. Fail 0. Fatal 0. Skip 0. Build failure 0
""")
write("few-failures-stamped", r"""[2024-01-01T10:00:00.000+00:00] Starting build
[2024-01-01T10:00:00.000+00:00] ✗ Fail: root//harbour:quay_test - moors (0.2s)
---- STDOUT ----
---- STDERR ----
AssertionError: 3 != 4

[2024-01-01T10:00:00.000+00:00] ✉ Timeout: root//harbour:crane_test - lifts (60.0s)
[2024-01-01T10:00:00.000+00:00] ⚠ Listing failed: root//harbour:tug_test
[2024-01-01T10:00:00.000+00:00] Tests finished: Pass 1. Fail 1. Timeout 1. Fatal 0. Skip 0. Omit 0. Infra Failure 0. Build failure 0
""")
