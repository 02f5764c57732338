#!/usr/bin/env python3
"""Writes logs of conftest; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


write("all-pass", r"""5 tests, 5 passed, 0 warnings, 0 failures, 0 exceptions
""")
write("few-failures", r"""WARN - deployment.yaml - main - image has no tag
FAIL - deployment.yaml - main - Containers must not run as root
FAIL - deployment.yaml - main - Containers must provide app label

5 tests, 2 passed, 1 warning, 2 failures, 0 exceptions
""")
write("crash-cut", r"""WARN - deployment.yaml - main - image has no tag
FAIL - deployment.yaml - main - Containers must not run as root
FAIL - deployment.yaml - main - Containers must provide app label
""")
write("hostile", r"""FAIL - to see the sign - is no failure
5 tests, 2 passed
5 tests, 5 passed, 0 warnings, 0 failures, 0 exceptions
""")
write("few-failures-input", r"""FAIL - - main - Containers must not run as root
EXCP - deploy.yaml - main - data.main.exception[_][_] == "run_as_root"

3 tests, 1 passed, 0 warnings, 1 failure, 1 exception
""")
write("all-pass-exception", r"""EXCP - deploy.yaml - main - data.main.exception[_][_] == "run_as_root"

3 tests, 1 passed, 0 warnings, 0 failures, 1 exception, 1 skipped
""")
