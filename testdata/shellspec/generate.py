#!/usr/bin/env python3
"""Writes logs of shellspec; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


HEAD = r"""Running: /bin/sh [sh]
"""
write("all-pass", HEAD + r"""....

Finished in 0.09 seconds (user 0.06 seconds, sys 0.01 seconds)
4 examples, 0 failures

""")
write("few-failures", HEAD + r"""..F.S

Examples:
  1) harbour moors a ferry
     When call moor ferry

     1.1) The output should equal moored

            expected: "moored"
                 got: "adrift"

          # spec/harbour_spec.sh:14

  2) harbour docks later
     # Skip: not yet
          # spec/harbour_spec.sh:21 SKIPPED

Finished in 0.12 seconds (user 0.09 seconds, sys 0.02 seconds)
5 examples, 1 failure, 1 skip


Failure examples / Errors: (Listed here affect your suite's status)

shellspec spec/harbour_spec.sh:12 # 1) harbour moors a ferry FAILED

""")
write("few-failures-documentation", HEAD + r"""
harbour
  opens
  moors a ferry (FAILED - 1)

Examples:
  1) harbour moors a ferry
     When call moor ferry

     1.1) The output should equal moored

            expected: "moored"
                 got: "adrift"

          # spec/harbour_spec.sh:14

Finished in 0.12 seconds (user 0.09 seconds, sys 0.02 seconds)
2 examples, 1 failure


Failure examples / Errors: (Listed here affect your suite's status)

shellspec spec/harbour_spec.sh:12 # 1) harbour moors a ferry FAILED

""")
write("warned-fails", HEAD + r"""..W

Examples:
  1) harbour warns
     When call moor ferry

     1.1) WARNING: It exits with status non-zero but not found expectation

            status: 1

          # spec/harbour_spec.sh:14

Finished in 0.12 seconds (user 0.09 seconds, sys 0.02 seconds)
3 examples, 0 failures, 1 warning

Failure examples: (Listed here affect your suite's status)

shellspec spec/harbour_spec.sh:12 # 1) harbour warns WARNED

""")
write("aborted", HEAD + r""".

Finished in 0.12 seconds (user 0.09 seconds, sys 0.02 seconds)
1 example, 0 failures, aborted by an unexpected error

Aborted with status code [executor: 1] [reporter: 1] [error handler: 102]
Fatal error occurred, terminated with exit status 102.
""")
write("crash-cut", HEAD + r"""..F
""")
write("crash-cut-passes", HEAD + r"""....
""")
write("hostile", HEAD + r"""..
3 examples, 2 failures
moors (FAILED - 1)
Running: /bin/true
..

Finished in 0.09 seconds (user 0.06 seconds, sys 0.01 seconds)
4 examples, 0 failures

""")
