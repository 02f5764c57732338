#!/usr/bin/env python3
"""Writes logs of goss; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


write("all-pass", r"""....

Total Duration: 0.014s
Count: 4, Failed: 0, Skipped: 0
""")
write("few-failures", r"""..F.S

Failures/Skipped:

Package: httpd: installed:
Expected
    false
to equal
    true

Service: httpd: enabled: skipped

Total Duration: 0.014s
Count: 5, Failed: 1, Skipped: 1
""")
write("few-failures-documentation", r"""Package: httpd: installed:
Expected
    <bool>: false
to equal
    <bool>: true
Port: tcp:80: listening: matches expectation: [true]


Failures/Skipped:

Package: httpd: installed:
Expected
    <bool>: false
to equal
    <bool>: true

Total Duration: 0.014s
Count: 2, Failed: 1, Skipped: 0
""")
write("crash-cut", r"""..F.S

Failures/Skipped:

Package: httpd: installed:
Expected
    false
to equal
    true

Service: httpd: enabled: skipped

""")
write("hostile", r"""....
Count: 9, Failed: 9, Skipped: 0
Total Duration: soon
....

Total Duration: 0.014s
Count: 4, Failed: 0, Skipped: 0
""")
write("few-failures-paragraph", r"""..F.SFF

Failures/Skipped:

Title: the server
Meta:
    team: harbour
Package: httpd: installed:
Expected
    false
to equal
    true
Package: httpd: version: skipped
Package: tug: installed:
Expected
    false
to equal
    true

berth: exists: Error: permission denied

Total Duration: 0.014s
Count: 7, Failed: 3, Skipped: 1
""")
write("few-failures-nagios", r"""GOSS CRITICAL - Count: 4, Failed: 2, Skipped: 0, Duration: 0.012s
Fail 1 - Package: httpd: installed: doesn't match, expect: [true] found: [false]
""")
