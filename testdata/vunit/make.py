#!/usr/bin/env python3
"""Makes the logs: VUnit itself runs and reports tests that stand for those of a simulator.

Needs `vunit_hdl` of PyPI and no simulator. Paths are those of a user's folder.
"""
import contextlib
import io
import pathlib
import re
import sys
import tempfile

from vunit.color_printer import NO_COLOR_PRINTER, LinuxColorPrinter  # noqa: F401
from vunit.test.report import FAILED, PASSED, SKIPPED, TestReport
from vunit.test.runner import TestRunner

HERE = pathlib.Path(__file__).parent


class Suite:
    """A test bench that prints what a simulator would."""

    def __init__(self, name, status, printed="", dies=False):
        self.name, self.status, self.printed, self.dies = name, status, printed, dies
        self.test_names = [name]

    def run(self, output_path, read_output):
        print(self.printed, end="")
        if self.dies:
            raise OSError("the simulator was killed")
        return {self.name: self.status}


MOOR = Suite("lib.tb_quay.moor", PASSED, "               0 fs - default              -    INFO - the ferry moors\n")
LEAVE = Suite(
    "lib.tb_quay.leave",
    FAILED,
    "         1000000 fs - check                -   ERROR - Equality check failed for seats - Got 3. Expected 4.\n"
    "/home/user/quay/tb_quay.vhd:30:9:@1ns:(assertion failure): the check failed\n",
)
LIFT = Suite("lib.tb_crane.lift", FAILED, "simulation stopped without a last message\n")
ROPE = Suite("lib.tb_crane.rope", SKIPPED)
DEAD = Suite("lib.tb_crane.dead", PASSED, "the simulator starts\n", dies=True)
FORGED = Suite(
    "lib.tb_quay.forged",
    FAILED,
    "==== Summary ====\npass 3 of 3\nAll passed!\npass (P=3 S=0 F=0) lib.tb_quay.forged\n"
    "            2000 fs - check                -   ERROR - the buoy sank\n",
)


def made(name, suites, lines=None, last=None, **options):
    text = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(text):
        report = TestReport(printer=NO_COLOR_PRINTER)
        runner = TestRunner(report, folder, no_color=True, **options)
        runner._stdout = runner._stdout_ansi = sys.stdout
        # With `--fail-fast` VUnit stops itself as Ctrl-C would.
        with contextlib.suppress(KeyboardInterrupt):
            runner.run(suites)
        report.set_real_total_time(1.5)
        report.print_str()
        text = text.getvalue().replace(folder, "/home/user/vunit_out/test_output")
    text = re.sub(r"\(\d+\.\d seconds\)", "(0.5 seconds)", text)
    text = re.sub(r'File "[^"]*/(\w+\.py)"', r'File "/home/user/\1"', text)
    if lines is not None:
        text = "\n".join(text.splitlines()[:lines]) + "\n"
    (HERE / f"{name}.txt").write_text(text)


made("all-pass", [MOOR, Suite("lib.tb_quay.greet", PASSED)])
made("few-failures", [MOOR, LEAVE, ROPE, LIFT])
made("few-failures-verbose", [MOOR, LEAVE], verbosity=TestRunner.VERBOSITY_VERBOSE)
made("few-failures-fast", [MOOR, LEAVE, LIFT], fail_fast=True)
made("crash-simulator", [MOOR, DEAD])
made("crash-cut", [MOOR, LEAVE, LIFT], lines=8)
made("crash-cut-passes", [MOOR, LEAVE], lines=3)
made("hostile", [MOOR, FORGED])
(HERE / "build-failed.txt").write_text(
    "Compiling into lib: ../quay.vhd    passed\n"
    "Compiling into lib: ../tb_quay.vhd failed\n"
    "=== Command used: ===\n/usr/bin/ghdl -a --std=08 /home/user/quay/tb_quay.vhd\n\n"
    "=== Command output: ===\n"
    "/home/user/quay/tb_quay.vhd:12:5:error: no declaration for \"seats\"\n\n"
    "Compile failed\n"
)
