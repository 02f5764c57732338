#!/usr/bin/env python3
"""Writes what `am instrument` prints of a run on a device, with and without -r: the format is androidx's, the tests are ours."""

import pathlib

HERE = pathlib.Path(__file__).parent
TRACE = "java.lang.AssertionError: expected:<3> but was:<2>\n\tat org.junit.Assert.fail(Assert.java:89)\n\tat shop.CartTest.counts(CartTest.java:21)\n"
END = "\nTime: 0.012\nThere was 1 failure:\n1) counts(shop.CartTest)\n" + TRACE + "\nFAILURES!!!\nTests run: 2,  Failures: 1\n\n"
PASS = "\nTime: 0.012\n\nOK (2 tests)\n\n"


def status(test, number, code, more=""):
    text = "".join(f"INSTRUMENTATION_STATUS: {key}\n" for key in ["class=shop.CartTest", f"current={number}", "id=AndroidJUnitRunner", "numtests=2"])
    return f"{text}{more}INSTRUMENTATION_STATUS: stream=\nINSTRUMENTATION_STATUS: test={test}\nINSTRUMENTATION_STATUS_CODE: {code}\n"


def write(name, text):
    (HERE / name).write_text(text)


write("all-pass-android.txt", "\nshop.CartTest:..\n" + PASS + "\n")
write("few-failures-android.txt", "\nshop.CartTest:.\nError in counts(shop.CartTest):\n" + TRACE + ".\n" + END + "\n")
raw = [status("adds", 1, 1) + status("adds", 1, 0), status("counts", 2, 1)]
write("all-pass-android-raw.txt", "".join(raw) + status("counts", 2, 0) + "INSTRUMENTATION_RESULT: stream=\n" + PASS + "INSTRUMENTATION_CODE: -1\n")
stack = "INSTRUMENTATION_STATUS: stack=" + TRACE + "\n"
write("few-failures-android-raw.txt", "".join(raw) + status("counts", 2, -2, stack) + "INSTRUMENTATION_RESULT: stream=\n" + END + "INSTRUMENTATION_CODE: -1\n")
write("crash-android.txt", "\nshop.CartTest:.\nINSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n")
write("crash-android-raw.txt", "".join(raw) + "INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n")
