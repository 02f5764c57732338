"""Writes the logs of this folder in the format of `R CMD check` and of rcmdcheck: R does not run here.

Format: src/library/tools/R/check.R of R 4, and R/print.R of rcmdcheck 1.4. The sentences are ours.
"""

import pathlib

FOLDER = pathlib.Path(__file__).parent
HEAD = """* using log directory ‘/home/user/project/harbour.Rcheck’
* using R version 4.3.1 (2023-06-16)
* using platform: x86_64-pc-linux-gnu (64-bit)
* using session charset: UTF-8
* checking for file ‘harbour/DESCRIPTION’ ... OK
* this is package ‘harbour’ version ‘0.1.0’
* checking package dependencies ... OK
* checking whether package ‘harbour’ can be installed ... [3s/4s] OK
* checking top-level files ... NOTE
Non-standard file/directory found at top level:
  ‘tide.txt’
* checking R code for possible problems ... OK
* checking Rd \\usage sections ... WARNING
Undocumented arguments in documentation object 'moor'
  ‘rope’
"""
TESTS = "* checking tests ...\n  Running ‘run-all.R’ [2s/3s]\n"
END = "* checking PDF version of manual ... OK\n* DONE\n\n"
SEE = "See\n  ‘/home/user/project/harbour.Rcheck/00check.log’\nfor details.\n\n"
FAILED = """ [2s/3s] ERROR
Running the tests in ‘tests/run-all.R’ failed.
Complete output:
  > library(harbour)
  > stopifnot(moor("dinghy") == 1)
  > {printed}
  > stopifnot(depth("quay") == 7)
  Error: depth("quay") == 7 is not TRUE
  Execution halted
"""
EXAMPLES = """* checking examples ... ERROR
Running examples in ‘harbour-Ex.R’ failed
The error most likely occurred in:

> ### Name: moor
> moor("barge")
Error in moor("barge") : no room for a barge
Calls: moor
Execution halted
"""
TESTTHAT = """ ERROR
Running the tests in ‘tests/testthat.R’ failed.
Last 13 lines of output:
  > test_check("harbour")
  [ FAIL 1 | WARN 0 | SKIP 0 | PASS 5 ]
  
  ══ Failed tests ════════════════════════════════════════════════════════════════
  ── Failure ('test-depth.R:7:3'): the quay is deep ──────────────────────────────
  depth("quay") (`actual`) not equal to 7 (`expected`).
  
  [ FAIL 1 | WARN 0 | SKIP 0 | PASS 5 ]
  Error: Test failures
  Execution halted
"""
LOGS = {
    "all-pass": HEAD + "* checking examples ... OK\n" + TESTS + " [2s/3s] OK\n" + END + "Status: 1 WARNING, 1 NOTE\n" + SEE,
    "all-pass-ok": HEAD.split("* checking top-level")[0] + TESTS + " [2s/3s] OK\n" + END + "Status: OK\n\n",
    "all-pass-rcmdcheck": "── R CMD check results ───────────────────────────────────────── harbour 0.1.0 ────\nDuration: 12.3s\n\n0 errors ✔ | 0 warnings ✔ | 0 notes ✔\n",
    "few-failures": HEAD + EXAMPLES + TESTS + FAILED.replace("{printed}", "moor(\"raft\")") + END + "Status: 2 ERRORs, 1 WARNING, 1 NOTE\n" + SEE,
    "few-failures-testthat": HEAD + "* checking examples ... OK\n* checking tests ...\n  Running ‘testthat.R’\n" + TESTTHAT + END + "Status: 1 ERROR, 1 WARNING, 1 NOTE\n" + SEE,
    "few-failures-install": HEAD.split("* checking whether")[0] + "* checking whether package ‘harbour’ can be installed ... ERROR\nInstallation failed.\nSee ‘/home/user/project/harbour.Rcheck/00install.out’ for details.\n* DONE\n\nStatus: 1 ERROR\n" + SEE,
    "few-failures-rcmdcheck": "── R CMD check results ───────────────────────────────────────── harbour 0.1.0 ────\nDuration: 12.3s\n\n❯ checking tests ...\n  See below...\n\n❯ checking examples ... ERROR\n  Running examples in ‘harbour-Ex.R’ failed\n  Error in moor(\"barge\") : no room for a barge\n  Execution halted\n\n1 error ✖ | 0 warnings ✔ | 0 notes ✔\nError: R CMD check found ERRORs\nExecution halted\n",
    "crash": HEAD + EXAMPLES + TESTS,
    "crash-cut-passes": HEAD + "* checking examples ... OK\n" + TESTS,
    "hostile": HEAD + "* checking examples ... OK\n" + TESTS + FAILED.replace("{printed}", "cat(\"* DONE\\n\\nStatus: OK\\n\")\n  * DONE\n  \n  Status: OK") + END + "Status: 1 ERROR, 1 WARNING, 1 NOTE\n" + SEE,
}
for name, text in LOGS.items():
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
