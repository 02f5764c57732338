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
