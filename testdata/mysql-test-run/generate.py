#!/usr/bin/env python3
"""Writes logs of mysql-test-run.pl; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


HEAD = r"""Logging: mysql-test-run.pl  --parallel=2
MySQL Version 8.0.35
Checking supported features
Using suite(s): main
Collecting tests
 - Removing old var directory
 - Creating var directory '/home/user/var'
Installing system database
Using parallel: 2

==============================================================================
                  TEST NAME                       RESULT  TIME (ms) COMMENT
------------------------------------------------------------------------------
[ 33%] main.opens                                [ pass ]    118
[ 50%] main.docks                                [ skipped ]  Test needs --big-test
"""
write("all-pass", HEAD + r"""[100%] shutdown_report                           [ pass ]       
------------------------------------------------------------------------------
The servers were restarted 0 times
Spent 0.138 of 12 seconds executing testcases

Completed: All 2 tests were successful.

1 tests were skipped, 0 by the test itself.

""")
write("few-failures", HEAD + r"""[ 66%] main.moors                                [ fail ]
        Test ended at 2024-01-01 10:00:00

CURRENT_TEST: main.moors
--- /home/user/r/moors.result	2024-01-01 10:00:00
+++ /home/user/var/log/moors.reject	2024-01-01 10:00:00
@@ -1,2 +1,2 @@
-berths 4
+berths 3
mysqltest: Result length mismatch

safe_process[1234]: parent_pid: 1233
 - the logfile can be found at '/home/user/var/log/main.moors/moors.log'
[100%] main.tug                                  [ pass ]     20
------------------------------------------------------------------------------
The servers were restarted 1 times
Spent 0.138 of 12 seconds executing testcases

Completed: Failed 1/3 tests, 66.67% were successful.

Failing test(s): main.moors

The log files in var/log may give you some hint of what went wrong.

mysql-test-run: *** ERROR: there were failing test cases
""")
write("few-failures-mariadb", r"""Logging: ./mtr  --parallel=2
VS config:
vardir: /home/user/var
Checking leftover processes...
==============================================================================

TEST                                      RESULT   TIME (ms) or COMMENT
--------------------------------------------------------------------------

worker[1] Using MTR_BUILD_THREAD 300, with reserved ports 16000..16029
main.opens 'innodb'                      w1 [ pass ]    118
main.moors                               w2 [ fail ]
        Test ended at 2024-01-01 10:00:00

CURRENT_TEST: main.moors
mysqltest: At line 3: query 'select berth' failed: ER_BAD_FIELD_ERROR (1054): Unknown column

The result from queries just before the failure was:
berths 4
main.tug                                 w1 [ retry-pass ]     20
--------------------------------------------------------------------------
The servers were restarted 1 times
Spent 0.138 of 12 seconds executing testcases

Completed: Failed 1/3 tests, 66.67% were successful.

Failing test(s): main.moors

mysql-test-run: *** ERROR: there were failing test cases
""")
write("crash-cut", HEAD + r"""[ 66%] main.moors                                [ fail ]
        Test ended at 2024-01-01 10:00:00

CURRENT_TEST: main.moors
--- /home/user/r/moors.result	2024-01-01 10:00:00
+++ /home/user/var/log/moors.reject	2024-01-01 10:00:00
@@ -1,2 +1,2 @@
-berths 4
+berths 3
mysqltest: Result length mismatch

safe_process[1234]: parent_pid: 1233
 - the logfile can be found at '/home/user/var/log/main.moors/moors.log'
""")
write("crash-cut-passes", HEAD + r"""""")
write("hostile", HEAD + r"""see [ fail ] in the manual
Completed: the work
[100%] shutdown_report                           [ pass ]       
------------------------------------------------------------------------------
The servers were restarted 0 times
Spent 0.138 of 12 seconds executing testcases

Completed: All 2 tests were successful.

1 tests were skipped, 0 by the test itself.

""")
write("few-failures-workers", r"""==============================================================================

TEST                                  WORKER RESULT   TIME (ms) or COMMENT
--------------------------------------------------------------------------

main.opens 'innodb'                      w1 [ pass ]    118
main.moors 'innodb'                      w2 [ fail ]
        Test ended at 2024-01-01 10:00:00

CURRENT_TEST: main.moors
mysqltest: At line 3: query 'select 1' failed: ER_X (1): no berth

main.moors 'myisam'                      w2 [ pass ]    12
main.lifts                               w2 [ 2 pass ]    12
--------------------------------------------------------------------------
The servers were restarted 0 times
Spent 0.130 of 2 seconds executing testcases

Too many failed: Failed 1/4 tests, 75.00% were successful.

Failing test(s): main.moors

The log files in var/log may give you some hint of what went wrong.

mysql-test-run: *** ERROR: there were failing test cases
""")
