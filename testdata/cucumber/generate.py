#!/usr/bin/env python3
"""Writes logs of Cucumber-JVM's summary and of Behat in their form: neither can run here."""
from pathlib import Path

HERE = Path(__file__).parent
FILE = "file:///home/user/harbour/src/test/resources/berths.feature"


def jvm(lists, scenarios, steps, traces=""):
    told = "".join(
        f"{name} scenarios:\n" + "".join(f"{FILE}:{line} # {title}\n" for line, title in rows) + "\n"
        for name, rows in lists
    )
    return f"\n{told}{scenarios}\n{steps}\n0m0.123s\n\n{traces}"


def trace(message, line, step):
    return (
        f"\n{message}\n\tat org.junit.Assert.fail(Assert.java:89)\n"
        f"\tat harbour.Steps.taken(Steps.java:31)\n\tat \u273d.{step}({FILE}:{line})\n"
    )


(HERE / "passed-jvm.txt").write_text(jvm([], "3 Scenarios (3 passed)", "9 Steps (9 passed)"))
few = jvm(
    [("Failed", [(11, "turns a liner away"), (22, "weighs ferry")]), ("Undefined", [(30, "sings in the harbour")])],
    "5 Scenarios (2 failed, 1 undefined, 2 passed)",
    "15 Steps (2 failed, 1 skipped, 1 undefined, 11 passed)",
    trace("java.lang.AssertionError: expected:<2> but was:<1>", 13, "2 berths are taken")
    + trace("java.lang.AssertionError: expected:<3> but was:<1>", 24, "3 berths are taken")
    + "\n\nYou can implement missing steps with the snippets below:\n\n"
    '@When("the pilot sings")\npublic void the_pilot_sings() {\n'
    "    throw new io.cucumber.java.PendingException();\n}\n\n",
)
(HERE / "few-failures-jvm.txt").write_text(few)
behat = """Feature: Berths

  Scenario: moors a barge                 # features/berths.feature:7
    Given an empty harbour                # FeatureContext::anEmptyHarbour()
    When a barge of 20 metres comes       # FeatureContext::comes()

  Scenario: turns a liner away            # features/berths.feature:11
    Given an empty harbour                # FeatureContext::anEmptyHarbour()
    Then 2 berths are taken               # FeatureContext::taken()
      expected 2 berths, got 1 (Exception)

--- Failed scenarios:

    features/berths.feature:11

2 scenarios (1 passed, 1 failed)
4 steps (3 passed, 1 failed)
0m0.05s (9.09Mb)
"""
(HERE / "few-failures-behat.txt").write_text(behat)
passed = behat.split("--- ")[0].replace("      expected 2 berths, got 1 (Exception)\n", "")
(HERE / "all-pass-behat.txt").write_text(passed + "2 scenarios (2 passed)\n4 steps (4 passed)\n0m0.05s (9.09Mb)\n")
