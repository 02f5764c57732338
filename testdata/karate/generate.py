#!/usr/bin/env python3
"""Writes logs of Karate; the forms are facts of its source, features and sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
RULER = "=" * 54 + "\n"


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


def feature(name, passed, failed):
    line = "-" * 57 + "\n"
    return (f"{line}feature: classpath:features/{name}.feature\nscenarios: {passed + failed:2} | passed: {passed:2} | failed: {failed:2}"
            f" | time: 0.8510\n{line}\n")


def numbers(passed, failed):
    return (f"Karate version: 1.4.1\n{RULER}elapsed:   2.13 | threads:    1 | thread time: 0.85\n"
            f"features:     2 | skipped:    0 | efficiency: 0.40\n"
            f"scenarios: {passed + failed:4} | passed: {passed:5} | failed: {failed}\n{RULER}")


END = ("\nHTML report: (paste into browser to view) | Karate version: 1.4.1\n"
       "file:///home/user/harbour/target/karate-reports/karate-summary.html\n" + "=" * 67 + "\n")
MATCH = "match failed: EQUALS\n  $ | not equal (NUMBER:NUMBER)\n  3\n  4\n\nclasspath:features/quay.feature:24\n"
STATUS = "status code was: 409, expected: 201, response time in milliseconds: 12\nclasspath:features/quay.feature:31\n"
LOG = "12:34:25.004 [main]  ERROR com.intuit.karate - classpath:features/quay.feature:24\n* match berths == 4\n" + MATCH
write("all-pass", feature("tug", 2, 0) + feature("quay", 1, 0) + numbers(3, 0) + END)
write("few-failures", feature("tug", 2, 0) + LOG + feature("quay", 1, 2) + numbers(3, 2) + f">>> failed features:\n{MATCH}{STATUS}<<<\n"
      + END)
write("crash-cut", feature("tug", 2, 0) + LOG)
write("crash-cut-passes", feature("tug", 2, 0))
write("hostile", feature("tug", 2, 0) + "scenarios: three\n>>> failed features:\n" + numbers(2, 0) + END)
