#!/usr/bin/env python3
"""Writes logs of cocotb; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


HEAD = r"""     0.00ns INFO     gpi                                ..mbed/gpi_embed.cpp:109  in set_program_name_in_venv        Using Python virtual environment interpreter at /home/user/venv/bin/python
     -.--ns INFO     gpi                                ../gpi/GpiCommon.cpp:101  in gpi_print_registered_impl       VPI registered
     0.00ns INFO     cocotb                             Running on Icarus Verilog version 11.0 (stable)
     0.00ns INFO     cocotb                             Running tests with cocotb v1.8.1 from /home/user/venv/lib/python3.11/site-packages/cocotb
     0.00ns INFO     cocotb                             Seeding Python random module with 1700000000
     0.00ns INFO     cocotb.regression                  Found test test_dff.opens
     0.00ns INFO     cocotb.regression                  Found test test_dff.moors
     0.00ns INFO     cocotb.regression                  running opens (1/2)
    20.00ns INFO     cocotb.regression                  opens passed
    20.00ns INFO     cocotb.regression                  running moors (2/2)
"""
write("all-pass", HEAD + r"""    40.00ns INFO     cocotb.regression                  moors passed
    40.00ns INFO     cocotb.regression                  **************************************************************************************
                                                        ** TEST                          STATUS  SIM TIME (ns)  REAL TIME (s)  RATIO (ns/s) **
                                                        **************************************************************************************
                                                        ** test_dff.opens                 PASS           20.00           0.00      15000.00  **
                                                        ** test_dff.moors                 PASS           20.00           0.00      15000.00  **
                                                        **************************************************************************************
                                                        ** TESTS=2 PASS=2 FAIL=0 SKIP=0                       40.00           0.15        266.67  **
                                                        **************************************************************************************
                                                        
""")
write("few-failures", HEAD + r"""    40.00ns INFO     cocotb.regression                  moors failed
                                                        Traceback (most recent call last):
                                                          File "/home/user/harbour/test_dff.py", line 31, in moors
                                                            assert dut.q.value == 1, "berth 3 taken"
                                                        AssertionError: berth 3 taken
                                                        assert 0 == 1
    40.00ns INFO     cocotb.regression                  **************************************************************************************
                                                        ** TEST                          STATUS  SIM TIME (ns)  REAL TIME (s)  RATIO (ns/s) **
                                                        **************************************************************************************
                                                        ** test_dff.opens                 PASS           20.00           0.00      15000.00  **
                                                        ** test_dff.moors                 FAIL           20.00           0.00      15000.00  **
                                                        **************************************************************************************
                                                        ** TESTS=2 PASS=1 FAIL=1 SKIP=0                       40.00           0.15        266.67  **
                                                        **************************************************************************************
                                                        
make[1]: Leaving directory '/home/user/harbour'
""")
write("crash-cut", HEAD + r"""    40.00ns INFO     cocotb.regression                  moors failed
                                                        Traceback (most recent call last):
                                                          File "/home/user/harbour/test_dff.py", line 31, in moors
                                                            assert dut.q.value == 1, "berth 3 taken"
                                                        AssertionError: berth 3 taken
                                                        assert 0 == 1
 """)
write("crash-cut-passes", HEAD + r"""""")
write("hostile", HEAD + r"""** note: the berth is free **
moors failed
    40.00ns INFO     cocotb.quay                        opens failed
    40.00ns INFO     cocotb.regression                  moors passed
    40.00ns INFO     cocotb.regression                  **************************************************************************************
                                                        ** TEST                          STATUS  SIM TIME (ns)  REAL TIME (s)  RATIO (ns/s) **
                                                        **************************************************************************************
                                                        ** test_dff.opens                 PASS           20.00           0.00      15000.00  **
                                                        ** test_dff.moors                 PASS           20.00           0.00      15000.00  **
                                                        **************************************************************************************
                                                        ** TESTS=2 PASS=2 FAIL=0 SKIP=0                       40.00           0.15        266.67  **
                                                        **************************************************************************************
                                                        
""")
write("few-failures-2", r"""     0.00ns INFO     cocotb                             Running tests with cocotb v2.0.0 from /home/user/venv/lib/python3.11/site-packages/cocotb
     0.00ns INFO     cocotb.regression                  running test_dff.opens (1/3)
    20.00ns WARNING  cocotb.regression                  test_dff.opens failed: passed but we expected an error
    20.00ns ERROR    cocotb.regression                  Failed to initialize test_dff.moors! (2/3)
                                                        Traceback (most recent call last):
                                                          File "/home/user/harbour/test_dff.py", line 31, in moors
                                                            assert dut.q.value == 1, "berth 3 taken"
                                                        AssertionError: berth 3 taken
    20.00ns INFO     cocotb.regression                  running test_dff.lifts (3/3)
    40.00ns INFO     cocotb.regression                  test_dff.lifts passed
    40.00ns INFO     cocotb.regression                  **************************************************************************************
                                                        ** TEST                          STATUS  SIM TIME (ns)  REAL TIME (s)  RATIO (ns/s) **
                                                        **************************************************************************************
                                                        ** test_dff.opens                 FAIL           20.00           0.00      15000.00  **
                                                        ** test_dff.moors                 FAIL            0.00           0.00          -.--  **
                                                        ** test_dff.lifts                 PASS           20.00           0.00      15000.00  **
                                                        **************************************************************************************
                                                        ** TESTS=3 PASS=1 FAIL=2 SKIP=0                       40.00           0.15        266.67  **
                                                        **************************************************************************************
""")
write("crash-cut-running", r"""     0.00ns INFO     cocotb                             Running tests with cocotb v2.0.0 from /home/user/venv/lib/python3.11/site-packages/cocotb
     0.00ns INFO     cocotb.regression                  running test_dff.opens (1/3)
""")
