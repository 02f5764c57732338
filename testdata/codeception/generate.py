#!/usr/bin/env python3
"""Writes logs of Codeception in its form: it cannot run here. The form is a fact, the sentences are made up."""
from pathlib import Path

HERE = Path(__file__).parent
RULE = "-" * 60
HEAD = "Codeception PHP Testing Framework v5.1.2 https://stand-with-ukraine.pp.ua\n\n"
TIME = "Time: 00:00.214, Memory: 12.00 MB\n\n"
UNIT = [
    ("\u2714", "BerthTest: Moors a barge (0.00s)"),
    ("\u2716", "BerthTest: Turns a liner away (0.01s)"),
    ("E", "CraneTest: Lifts a crate (0.02s)"),
    ("\u2714", "CraneTest: Lifts a crate of tea | #1 (0.00s)"),
    ("S", "PilotTest: Sings "),
    ("I", "PilotTest: Goes home "),
]


def suite(name, tests, marks="{mark} {test}\n"):
    return f"{name} Tests ({len(tests)}) {RULE}\n" + "".join(marks.format(mark=mark, test=test) for mark, test in tests) + RULE * 2 + "\n"


ERROR = """There was 1 error:
1) CraneTest: Lifts a crate
 Test  tests/Unit/CraneTest.php:testLiftsACrate
  [RuntimeException] the crane has no hook
#1  /home/user/harbour/src/Crane.php:31
#2  /home/user/harbour/tests/Unit/CraneTest.php:12

"""
FAILURE = """---------
There was 1 failure:
1) BerthTest: Turns a liner away
 Test  tests/Unit/BerthTest.php:testTurnsALinerAway
a liner takes two berths
Failed asserting that 1 matches expected 2.
#1  /home/user/harbour/tests/Unit/BerthTest.php:27

"""
ASIDE = """---------
There was 1 incomplete test:
1) PilotTest: Goes home
 Test  tests/Unit/PilotTest.php:testGoesHome
the pilot has no home yet
---------
There was 1 skipped test:
1) PilotTest: Sings
 Test  tests/Unit/PilotTest.php:testSings
the pilot is ill
"""
SUM = "Tests: 6, Assertions: 5, Errors: 1, Failures: 1, Skipped: 1, Incomplete: 1.\n"
few = HEAD + suite("Unit", UNIT) + TIME + ERROR + FAILURE + ASIDE + "\nERRORS!\n" + SUM
(HERE / "few-failures.txt").write_text(few)
(HERE / "crash-cut.txt").write_text(few.split("S PilotTest")[0])
good = [("\u2714", f"BerthTest: Moors barge {number} (0.00s)") for number in range(60)]
(HERE / "all-pass.txt").write_text(HEAD + suite("Unit", good) + TIME + "OK (60 tests, 60 assertions)\n")
(HERE / "aside.txt").write_text(HEAD + suite("Unit", UNIT[:1] + UNIT[4:]) + TIME + ASIDE + "\nOK, but incomplete, skipped, or useless tests!\nTests: 3, Assertions: 1, Skipped: 1, Incomplete: 1.\n")
(HERE / "empty.txt").write_text(HEAD + suite("Unit", []) + TIME + "No tests executed!\n")
steps = """Acceptance Tests (2) """ + RULE + """
BerthCest: Shows a berth
Signature: BerthCest:showsABerth
Test: tests/acceptance/BerthCest.php:showsABerth
Scenario --
 I am on page "/berths"
 I see "moored"
 PASSED 

BerthCest: Shows the total
Signature: BerthCest:showsTheTotal
Test: tests/acceptance/BerthCest.php:showsTheTotal
Scenario --
 I am on page "/berths"
 I see "2 berths"
 FAIL 

""" + RULE * 2 + "\n\n\n"
older = "Codeception PHP Testing Framework v4.2.2 https://helpukrainewin.org\nPowered by PHPUnit 8.5.28 #StandWithUkraine\n\n"
scenario = """There was 1 failure:

---------
1) BerthCest: Shows the total
 Test  tests/acceptance/BerthCest.php:showsTheTotal
 Step  See "2 berths"
 Fail  Failed asserting that  on page /berths
-->  The harbour 1 berth
--> contains "2 berths".

Scenario Steps:

 2. $I->see("2 berths") at tests/acceptance/BerthCest.php:19
 1. $I->amOnPage("/berths") at tests/acceptance/BerthCest.php:18

Artifacts:

Html: /home/user/harbour/tests/_output/BerthCest.showsTheTotal.fail.html


FAILURES!
Tests: 2, Assertions: 2, Failures: 1.
"""
(HERE / "few-failures-steps.txt").write_text(older + steps + TIME + scenario)
(HERE / "crash-cut-steps.txt").write_text(older + steps)
printed = "OK (99 tests, 99 assertions)\n\nFAILURES!\nTests: 99, Assertions: 99, Failures: 98.\n"
printed += "E Kernel: no route\n"
lines = suite("Unit", good[:3]).splitlines(keepends=True)
(HERE / "hostile.txt").write_text(HEAD + "".join(lines[:2]) + printed + "".join(lines[2:]) + TIME + "OK (3 tests, 3 assertions)\n")
