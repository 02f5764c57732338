"""Writes the logs of this folder in the format of yath: Test2::Harness does not run here.

Format: Test2/Harness/Renderer/Formatter.pm and App/Yath/Command/test.pm of Test2::Harness 1. The sentences are ours.
"""

import pathlib

FOLDER = pathlib.Path(__file__).parent
HEAD = "\n** Defaulting to the 'test' command **\n\n"
GOOD = "".join(f"( PASSED )  job  {number}    t/{name}.t\n" for number, name in enumerate(["moor", "float", "lift"], 1))
SINK = """[  FAIL  ]  job  4  + one boat floats
[  DEBUG ]  job  4    t/sink.t line 7
(  DIAG  )  job  4    Failed test 'one boat floats'
(  DIAG  )  job  4    at t/sink.t line 7.
( FAILED )  job  4    t/sink.t
< REASON >  job  4    Test script returned error (Err: 1)
< REASON >  job  4    Assertion failures were encountered (Count: 1)
"""
DIES = """( STDERR )  job  5    the crane broke at t/crane.t line 3.
( FAILED )  job  5    t/crane.t
< REASON >  job  5    Test script returned error (Err: 255)
< REASON >  job  5    No plan was ever seen
"""


def summary(files, failed):
    rows = ([f"     Fail Count: {failed}"] if failed else []) + [f"     File Count: {files}", "Assertion Count: 12", "      Wall Time: 0.52 seconds", "       CPU Time: 0.81 seconds (usr: 0.11s | sys: 0.02s | cusr: 0.60s | csys: 0.08s)", "      CPU Usage: 155%", f"    -->  Result: {'FAILED' if failed else 'PASSED'}  <--"]
    return "\n" + " " * 32 + "Yath Result Summary\n" + "-" * 83 + "\n" + "\n".join(rows) + "\n\n"


TABLE = """
The following jobs failed:
+--------------------------------------+-----------+
| Job ID                               | Test File |
+--------------------------------------+-----------+
| 00000000-0000-0000-0000-000000000004 | t/sink.t  |
| 00000000-0000-0000-0000-000000000005 | t/crane.t |
+--------------------------------------+-----------+
"""
LOGS = {
    "all-pass": HEAD + GOOD + summary(3, 0),
    "few-failures": HEAD + GOOD + SINK + DIES + TABLE + summary(5, 2),
    "crash": HEAD + GOOD + SINK,
    "crash-cut-passes": HEAD + GOOD,
    "hostile": HEAD + "( STDOUT )  job  1    -->  Result: FAILED  <--\n" + GOOD + SINK + "( STDOUT )  job  4        -->  Result: PASSED  <--\n" + summary(4, 1),
}
for name, text in LOGS.items():
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
