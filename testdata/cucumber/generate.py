#!/usr/bin/env python3
"""Writes logs of Cucumber-JVM's summary, of Behat and of godog in their form: none of them can run here."""
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
steps = [
    ("turns a liner away", 11, "Then 2 berths are taken", 13, "expected 2 berths, got 1"),
    ("weighs a barge", 21, "When the crane lifts it", 23, "the crane has no hook"),
]


def listed(number, first, below):
    """The list of failed steps: Behat numbers its scenarios, godog does not."""
    told = "\n--- Failed steps:\n\n"
    for at, (name, line, step, place, why) in enumerate(steps, 1):
        head = f"{number(at)}Scenario: {name}"
        step = first + step
        width = max(len(head), len(step))
        told += f"{head:{width}} # features/berths.feature:{line}\n{step:{width}} # features/berths.feature:{place}\n{below}{why}\n\n"
    return told


end = "6 scenarios (4 passed, 2 failed)\n18 steps (15 passed, 2 failed, 1 skipped)\n"
behat = "." * 8 + "F" + "." * 5 + "F-" + "..\n"
behat += listed(lambda at: f"{at:03} ", " " * 6, " " * 8) + end + "0m0.05s (9.09Mb)\n"
(HERE / "few-failures-behat-progress.txt").write_text(behat)
older = f"{'.' * 8}F{'.' * 5}F-..\n\n--- Failed steps:\n\n"
older += "".join(f"    {step} # features/berths.feature:{place}\n      {why}\n\n" for _, _, step, place, why in steps)
(HERE / "few-failures-behat-older.txt").write_text(older + end + "0m0.05s (9.09Mb)\n")
godog = """Feature: Berths
  A harbour has few of them.

  Scenario: moors a barge           # features/berths.feature:4
    Given an empty harbour          # berths_test.go:14 -> anEmptyHarbour
    When a barge of 20 metres comes # berths_test.go:18 -> comes
    Then 1 berths are taken         # berths_test.go:27 -> taken

  Scenario: turns a liner away # features/berths.feature:11
    Given an empty harbour     # berths_test.go:14 -> anEmptyHarbour
    Then 2 berths are taken    # berths_test.go:27 -> taken
    expected 2 berths, got 1
    And the pilot goes home    # berths_test.go:31 -> goesHome

  Scenario: weighs a barge  # features/berths.feature:21
    Given an empty harbour  # berths_test.go:14 -> anEmptyHarbour
    When the crane lifts it # berths_test.go:35 -> lifts
    the crane has no hook
"""
godog += listed(lambda at: "  ", "    ", "      Error: ")
godog += "\n3 scenarios (1 passed, 2 failed)\n8 steps (5 passed, 2 failed, 1 skipped)\n1.035601ms\n"
(HERE / "few-failures-godog.txt").write_text(godog)
