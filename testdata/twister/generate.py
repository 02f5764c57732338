#!/usr/bin/env python3
"""Writes logs of Zephyr's twister; the forms are facts of its source, boards, suites and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, lines):
    (HERE / f"{name}.txt").write_text("\n".join(lines) + "\n")


def info(text):
    return "INFO    - " + text


def error(text):
    return "ERROR   - " + text


def row(at, of, platform, suite, status, more):
    return info(f"{at:>{len(str(of))}}/{of} {platform:<25} {suite:<50} {status} ({more})")


HEAD = [
    info("Using Ninja.."),
    info("Zephyr version: v4.2.0-88-g5f2d1c"),
    info("Using 'zephyr' toolchain."),
    info("Building initial testsuite list..."),
    info("JOBS: 8"),
    info("Adding tasks to the queue..."),
    info("Added initial list of jobs to queue"),
]


def end(passed, of, built, failed, errored):
    rate = passed / of
    return [
        "",
        info(f"{of + built} test scenarios ({of + built} configurations) selected, 0 configurations filtered (0 by static filter, 0 at runtime)."),
        info(
            f"{passed} of {of} executed test configurations passed ({rate:.2%}), {built} built (not run), {failed} failed,"
            f" {errored} errored, with no warnings in 75.06 seconds."
        ),
        info(f"{passed * 3} of {of * 3} executed test cases passed ({rate:.2%}) on 2 out of total 1115 platforms (0.18%)."),
        info(f"{of} test configurations executed on platforms, {built} test configurations were only built."),
        info("Saving reports..."),
        info("Run completed"),
    ]


MOOR = row(1, 3, "native_sim/native", "tests/quay/quay.moor", "PASSED", "native 0.211s <host>")
LEAVE = row(2, 3, "qemu_x86/atom", "tests/quay/quay.leave", "FAILED Timeout", "qemu 60.106s <zephyr>")
LIFT = row(3, 3, "qemu_x86/atom", "tests/crane/crane.lift", "ERROR Build failure", "build <zephyr>")
SEE = error("see: /home/user/twister-out/qemu_x86_atom/tests/quay/quay.leave/handler.log")
ISSUES = [
    info("-+" * 40),
    info("The following issues were found (showing the all 2 items):"),
    info("1) tests/quay/quay.leave on qemu_x86/atom failed (Timeout)"),
    info("2) tests/crane/crane.lift on qemu_x86/atom error (Build failure)"),
    info(""),
    info("To rerun the tests, call twister using the following commandline:"),
    info("west twister -p <PLATFORM> -s <TEST ID>, for example:"),
    info("-+" * 40),
]

write("all-pass", HEAD + [MOOR, row(2, 3, "qemu_x86/atom", "tests/quay/quay.leave", "PASSED", "qemu 1.020s <zephyr>"),
                          row(3, 3, "frdm_k64f/mk64f12", "samples/ferry/sample.ferry", "NOT RUN", "build <zephyr>")] + end(2, 2, 1, 0, 0))
write("few-failures", HEAD + [MOOR, LEAVE, SEE, LIFT] + end(1, 3, 0, 1, 1)[:-2] + ISSUES + end(1, 3, 0, 1, 1)[-2:])
short = f"{'qemu_x86':<25} {'tests/quay/quay.leave':<50}"
log = "/home/user/twister-out/qemu_x86/tests/quay/quay.leave/handler.log"
write("few-failures-short", HEAD + [
    error(f"{short} FAILED: Timeout"),
    info(f"{log:-^100}"),
    error("*** Booting Zephyr OS build v4.2.0 ***"),
    "START - test_the_ferry_leaves",
    "    Assertion failed at tests/quay/src/main.c:31: seats not equal to 4",
    info(f"{log:-^100}"),
    info("Total complete:    3/   3  100%  built (not run):    0, filtered:    0, failed:    1, error:    0"),
] + end(2, 3, 0, 1, 0))
write("few-failures-retried", HEAD + [MOOR, LEAVE, SEE, row(3, 3, "qemu_x86/atom", "tests/crane/crane.lift", "FAILED rc=1", "qemu 2.001s <zephyr>"), "",
    info("2 Iteration:"),
    row(2, 3, "qemu_x86/atom", "tests/quay/quay.leave", "PASSED", "qemu 3.100s <zephyr>"),
    row(3, 3, "qemu_x86/atom", "tests/crane/crane.lift", "FAILED rc=1", "qemu 2.011s <zephyr>")] + end(2, 3, 0, 1, 0))
write("crash-cut", HEAD + [MOOR, LEAVE, SEE])
write("crash-cut-passes", HEAD + [MOOR])
write("hostile", HEAD + [MOOR,
    row(2, 3, "qemu_x86/atom", "tests/quay/quay.leave", "FAILED a test printed \"3/3 PASSED (native)\"", "qemu 2.1s <zephyr>"),
    SEE,
    row(3, 3, "native_sim/native", "tests/quay/quay.FAILED", "PASSED", "native 0.1s <host>"),
    error("this is what a configuration file says: FAILED")] + end(2, 3, 0, 1, 0))
