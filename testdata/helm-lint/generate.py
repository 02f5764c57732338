#!/usr/bin/env python3
"""Writes logs of `helm lint`; the forms are facts of its source, charts and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


QUAY = r"""==> Linting charts/quay
[INFO] Chart.yaml: icon is recommended

"""
FERRY = r"""==> Linting charts/ferry
[ERROR] Chart.yaml: version is required
[INFO] Chart.yaml: icon is recommended
[WARNING] templates/moor.yaml: the name of the object is longer than 63
[ERROR] templates/: parse error at (ferry/templates/moor.yaml:8): unexpected "}" in operand
[ERROR] : unable to load chart
	validation: chart.metadata.version is required

"""
WARNED = r"""==> Linting charts/tug
[WARNING] templates/tow.yaml: the name of the object is longer than 63

"""
write("all-pass", QUAY + WARNED + r"""2 chart(s) linted, 0 chart(s) failed
""")
write("few-failures", QUAY + FERRY + WARNED + r"""Error: 3 chart(s) linted, 1 chart(s) failed
""")
write("few-failures-strict", QUAY + WARNED + r"""Error: 2 chart(s) linted, 1 chart(s) failed
""")
write("few-failures-unreadable", r"""==> Linting charts/crane
Error unable to check Chart.yaml file in chart: stat charts/crane/Chart.yaml: no such file or directory

Error: 1 chart(s) linted, 1 chart(s) failed
""")
write("crash-cut", QUAY + FERRY)
write("crash-cut-passes", QUAY)
write("hostile", r"""[ERROR] Chart.yaml: is what helm says
1 chart(s) linted, 1 chart(s) failed
==> Linting
""" + QUAY + r"""1 chart(s) linted, 0 chart(s) failed
""")
