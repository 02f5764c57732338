#!/usr/bin/env python3
"""check.py WEIR: whether the suite can distinguish a good filter from a bad one.

WEIR, a built binary, has to score well over a sample of the logs; four filters that are bad in known ways have to score
badly: one that prints nothing, one that prints the end, one that calls everything passed, one that is killed. And a
filter that prints the whole log has to name every failure, or the labels are wrong. The exit code is 1 when one of
these does not hold.
"""

import sys
import tempfile

import labels
import measure
import score

sys.dont_write_bytecode = True

SAMPLE = 12
LINES = 3_000


def sample(folder):
    """All made logs and some of each other source of labels, the same in every run."""
    cases = measure.cases(labels.SOURCES, folder, seed=7, lines=LINES)
    found = []
    for source in labels.SOURCES:
        some = [case for case in cases if case.source == source]
        found += some if source == "made" else some[:: max(1, len(some) // SAMPLE)]
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    wrong = []

    def holds(what, it, key, well):
        if not well:
            wrong.append(f"{what}: {key} is {it[key]} of {it}")

    with tempfile.TemporaryDirectory() as folder:
        cases = sample(folder)
        of = lambda *command: score.summary(measure.measure(list(command), cases), 40_000, 800)
        found = {case.source for case in cases}
        if found != set(labels.SOURCES):
            sys.exit(f"check.py: no logs of {set(labels.SOURCES) - found}")

        weir = of(sys.argv[1], "--no-store")
        holds("weir", weir, "recall", weir["recall"] > 0.97)
        holds("weir", weir, "green_words", weir["green_words"] == 0)
        holds("weir", weir, "exit_0", weir["exit_0"] == 0)
        holds("weir", weir, "over_limit", weir["over_limit"] == 0)
        whole = of("cat")
        holds("cat", whole, "recall", whole["recall"] == 1)
        nothing = of("cat >/dev/null")
        holds("nothing", nothing, "found", nothing["found"] == 0)
        holds("nothing", nothing, "exit_0", nothing["exit_0"] == nothing["failed_runs"])
        end = of("tail -c 5000")
        holds("tail", end, "recall", 0.2 < end["recall"] < 0.95)
        holds("tail", end, "false_green", end["false_green"] > 0)
        forger = of("cat >/dev/null; echo 'weir: PASSED 12 passed in 0.1 s (cargo test)'")
        holds("forger", forger, "false_green", forger["false_green"] == forger["failed_runs"])
        holds("forger", forger, "found", forger["found"] == 0)
        killed = of("cat >/dev/null; kill -9 $$")
        holds("killed", killed, "died", killed["died"] == killed["logs"])
        holds("killed", killed, "false_red", killed["false_red"] == killed["passed_runs"])
    if wrong:
        sys.exit("\n".join(["check.py:", *wrong]))
    print(f"check.py: {len(cases)} logs; weir finds {weir['found']} of {weir['failures']}, the end alone {end['found']}")


if __name__ == "__main__":
    main()
