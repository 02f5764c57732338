#!/usr/bin/env python3
"""Writes logs of InSpec; the forms are facts of its source, tests and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


HEAD = r"""Profile:   Harbour (harbour)
Version:   0.1.0
Target:    local://
Target ID: 6dcb9e6f

  ✔  quay-1: The quay opens
     ✔  File /etc/quay is expected to exist
"""
write("all-pass", HEAD + r"""

Profile Summary: 1 successful control, 0 control failures, 0 controls skipped
Test Summary: 1 successful, 0 failures, 0 skipped
""")
write("few-failures", HEAD + r"""  ×  quay-2: The ferry moors (1 failed)
     ×  Port 80 is expected to be listening
     expected `Port 80.listening?` to be truthy, got false
     ✔  File /etc/ferry is expected to exist


Profile Summary: 1 successful control, 1 control failure, 0 controls skipped
Test Summary: 2 successful, 1 failure, 0 skipped
""")
write("crash-cut", HEAD + r"""  ×  quay-2: The ferry moors (1 failed)
     ×  Port 80 is expected to be listening
     expected `Port 80.listening?` to be truthy, got false
     ✔  File /etc/ferry is expected to exist
""")
write("crash-cut-passes", HEAD + r"""""")
write("hostile", HEAD + r"""× failed
Test Summary: none


Profile Summary: 1 successful control, 0 control failures, 0 controls skipped
Test Summary: 1 successful, 0 failures, 0 skipped
""")
write("few-failures-narrow", r"""
Profile: Harbour (harbour)
Version: 0.1.0
Target:  local://

  ✔  quay-1: The quay opens
     ✔  File /etc/quay is expected to exist
  ×  quay-2: The ferry moors (1 failed)
     ×  Port 80 is expected to be listening
     expected `Port 80.listening?` to be truthy, got false
     ✔  File /etc/ferry is expected to exist


Profile Summary: 1 successful control, 1 control failure, 0 controls skipped
Test Summary: 2 successful, 1 failure, 0 skipped
""")
write("few-failures-windows", r"""
Profile: Harbour (harbour)
Version: 0.1.0
Target:  local://

  [FAIL]  quay-2: The ferry moors (1 failed)
     [FAIL]  Port 80 is expected to be listening
     expected `Port 80.listening?` to be truthy, got false
     [PASS]  File /etc/ferry is expected to exist


Profile Summary: 0 successful controls, 1 control failure, 0 controls skipped
Test Summary: 1 successful, 1 failure, 0 skipped
""")
