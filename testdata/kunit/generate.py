#!/usr/bin/env python3
"""Writes logs of kunit.py; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


HEAD = r"""[10:00:00] Configuring KUnit Kernel ...
[10:00:00] Building KUnit Kernel ...
Populating config with:
$ make ARCH=um O=.kunit olddefconfig
Building with:
$ make all compile_commands.json ARCH=um O=.kunit --jobs=8
[10:00:42] Starting KUnit Kernel (1/1)...
[10:00:42] ============================================================
[10:00:42] ================= harbour (3 subtests) ==================
[10:00:42] [PASSED] opens
"""
write("all-pass", HEAD + r"""[10:00:42] [PASSED] moors
[10:00:42] [SKIPPED] docks
[10:00:42] ==================== [PASSED] harbour =====================
[10:00:42] ============================================================
[10:00:42] Testing complete. Ran 3 tests: passed: 2, skipped: 1
[10:00:42] Elapsed time: 42.110s total, 1.001s configuring, 40.850s building, 0.250s running
""")
write("few-failures", HEAD + r"""[10:00:42]     # moors: EXPECTATION FAILED at lib/kunit/harbour-test.c:31
[10:00:42]     Expected berths == 4, but
[10:00:42]         berths == 3 (0x3)
[10:00:42] [FAILED] moors
[10:00:42] [SKIPPED] docks
[10:00:42] # harbour: pass:1 fail:1 skip:1 total:3
[10:00:42] # Totals: pass:1 fail:1 skip:1 total:3
[10:00:42] ==================== [FAILED] harbour =====================
[10:00:42] ============================================================
[10:00:42] Testing complete. Ran 3 tests: passed: 1, failed: 1, skipped: 1
[10:00:42] Elapsed time: 42.110s total, 1.001s configuring, 40.850s building, 0.250s running
""")
write("few-failures-crashed", HEAD + r"""[10:00:42] [CRASHED] moors
[10:00:42] [ERROR] Test: harbour: Expected test name not found
[10:00:42] ==================== [CRASHED] harbour ====================
[10:00:42] ============================================================
[10:00:42] Testing complete. Ran 3 tests: passed: 1, crashed: 1, skipped: 1, errors: 1
""")
write("few-failures-silent", r"""[10:00:42] Starting KUnit Kernel (1/1)...
[10:00:42] ============================================================
[10:00:42] [ERROR] Test: <missing>: Could not find any KTAP output. Did any KUnit tests run?
[10:00:42] ============================================================
[10:00:42] Testing complete. Ran 0 tests: errors: 1
""")
write("few-failures-old", r"""[10:00:42] Starting KUnit Kernel ...
[10:00:42] ============================================================
[10:00:42] ======== [FAILED] harbour ========
[10:00:42] [PASSED] opens
[10:00:42] [FAILED] moors
[10:00:42] 	# moors: EXPECTATION FAILED at lib/harbour-test.c:31
[10:00:42] 	Expected berths == 4, but
[10:00:42] 	not ok 2 - moors
[10:00:42] 
[10:00:42] ============================================================
[10:00:42] Testing complete. 2 tests run. 1 failed. 0 crashed.
""")
write("crash-cut", HEAD + r"""[10:00:42]     # moors: EXPECTATION FAILED at lib/kunit/harbour-test.c:31
[10:00:42]     Expected berths == 4, but
[10:00:42]         berths == 3 (0x3)
[10:00:42] [FAILED] moors
""")
write("crash-cut-passes", HEAD + r"""""")
write("hostile", HEAD + r"""[10:00:42]     # moors: [FAILED] is a word
[10:00:42] # Testing complete. Ran 9 tests: failed: 9
[10:00:42] [PASSED] moors
[10:00:42] [SKIPPED] docks
[10:00:42] ==================== [PASSED] harbour =====================
[10:00:42] ============================================================
[10:00:42] Testing complete. Ran 3 tests: passed: 2, skipped: 1
[10:00:42] Elapsed time: 42.110s total, 1.001s configuring, 40.850s building, 0.250s running
""")
