#!/usr/bin/env python3
"""Writes logs of small compilers; the forms are facts of their source, names and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


DUB = ('    Starting Performing "debug" build using /usr/bin/dmd for x86_64.\n'
       "    Building harbour ~master: building configuration [application]\n")
write("all-pass-dub", DUB + "     Linking harbour\n")
write("few-failures-dub", DUB + "source/quay.d(5,5): Error: undefined identifier `rope`\n"
      "source/quay.d(9,12): Deprecation: use `moor` instead\n"
      "source/cargo.d(31): Error: template instance `harbour.crane!int` error instantiating\n"
      "source/quay.d(7):        instantiated from here: `lift!int`\nError /usr/bin/dmd failed with exit code 1.\n")
write("few-failures-dub-test", DUB + "     Running harbour-test-library\n"
      "core.exception.AssertError@source/quay.d(21): the barge is wet\n----------------\n"
      "source/quay.d:21 void harbour.quay.__unittest_L20_C1() [0x55d0]\n1/3 modules FAILED unittests\n"
      "Error Program exited with code 1\n")
write("few-failures-nim", "Hint: used config file '/etc/nim/nim.cfg' [Conf]\n....\n"
      "/home/user/harbour/quay.nim(2, 8) Warning: imported and not used: 'tides' [UnusedImport]\n"
      "/home/user/harbour/quay.nim(3, 6) Error: undeclared identifier: 'rope'\n")
write("few-failures-verilator", "verilator --cc quay.sv\n"
      "%Warning-WIDTH: quay.sv:12:9: Operator ASSIGNW expects 8 bits\n   12 | assign b = a;\n      |          ^\n"
      "%Error: quay.sv:15:5: syntax error, unexpected endmodule\n   15 | endmodule\n      | ^~~~~~~~~\n"
      "%Error-PINNOTFOUND: crane.sv:7:3: Pin not found: 'rope'\n    7 |   .rope(r),\n      |   ^~~~\n"
      "%Error: Exiting due to 2 error(s)\n")
REBAR = "===> Verifying dependencies...\n===> Compiling harbour\n===> Compiling src/quay.erl failed\n"
write("few-failures-rebar3", REBAR + "    \u250c\u2500 src/quay.erl:\n    \u2502\n  5 \u2502  moor() -> Rope.\n"
      "    \u2502            \u2570\u2500\u2500 variable 'Rope' is unbound\n\n")
write("few-failures-rebar3-old", REBAR + "src/quay.erl:5: variable 'Rope' is unbound\n"
      "src/quay.erl:3: Warning: function lift/0 is unused\n")
write("crash-cut-dub", DUB + "source/quay.d(5,5): Error: undefined identifier `rope`\n")
write("hostile", "the ferry (5): Error: late\nquay.d(5) is a place\nroot@quay.d(5): in\n%Errors are many: 3\n"
      "quay.nim(3, 6) Hint: 'x' is declared but not used [XDeclaredButNotUsed]\nError make failed with exit code 2\n"
      "source/quay.d(5,5): Error: undefined identifier `rope`\n")
