"""Writes the logs of this folder in the format of jtreg, which does not run here.

Format: VerboseHandler.java, TestStats.java and i18n.properties of jtreg 7. The sentences are ours.
"""

import pathlib

FOLDER = pathlib.Path(__file__).parent
RULE = "-" * 50 + "\n"
END = "Report written to /home/user/project/JTreport/html/report.html\nResults written to /home/user/project/JTwork\n"
PROBLEMS = "Error: Some tests failed or other problems occurred.\n"


def block(test, status, output=""):
    return f"TEST: {test}\n{output}TEST RESULT: {status}\n{RULE}"


GOOD = "Passed. Execution successful"
SINK = "Failed. Execution failed: `main' threw exception: java.lang.RuntimeException: one boat sank"
DIES = "Error. Agent error: java.lang.Exception: Agent 3 timed out with a timeout of 480 seconds; check console log for any additional details"
FEW = block("quay/Moor.java", GOOD) + block("quay/Sink.java", SINK) + block("quay/Lift.java#heavy", DIES) + block("quay/Float.java", GOOD)
SHOWN = "TEST JDK: /opt/jdk\n\nACTION: main -- Passed. Execution successful\nREASON: Assumed action based on file name: run main Moor\nTIME:   0.2 seconds\nSTDOUT:\nTest results: failed: 3\nFAILED: the crane\nSTDERR:\n\n"
LOGS = {
    "all-pass": RULE + block("quay/Moor.java", GOOD) + block("quay/Float.java", GOOD) + "Test results: passed: 2\n" + END,
    "all-pass-summary": "Passed: quay/Moor.java\nPassed: quay/Float.java\nTest results: passed: 2; did not match keywords: 1\n" + END,
    "few-failures": RULE + FEW + "Test results: passed: 2; failed: 1; error: 1\n" + END + PROBLEMS,
    "few-failures-summary": "Passed: quay/Moor.java\nFAILED: quay/Sink.java\nError:  quay/Lift.java#heavy\nTest results: passed: 1; failed: 1; error: 1\n" + END + PROBLEMS,
    "few-failures-default": f"runner starting test: quay/Sink.java\nrunner finished test: quay/Sink.java\n{SINK}\nTest results: failed: 1\n" + END + PROBLEMS,
    "crash": RULE + FEW[: FEW.index("TEST: quay/Lift")],
    "crash-cut-passes": "runner starting test: quay/Moor.java\nrunner finished test: quay/Moor.java\n" + GOOD + "\nrunner starting test: quay/Sink.java\n",
    "hostile": RULE + block("quay/Moor.java", GOOD, SHOWN) + block("quay/Sink.java", SINK, SHOWN.replace("failed: 3", "passed: 9")) + "Test results: passed: 1; failed: 1\n" + END + PROBLEMS,
}
for name, text in LOGS.items():
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
