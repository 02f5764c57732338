"""Writes two more logs of Swift Testing from `library-font.log`: their forms are facts of the library."""
import pathlib

here = pathlib.Path(__file__).parent
lines = (here / "library-font.log").read_text(encoding="utf-8").splitlines(keepends=True)
issue = next(number for number, line in enumerate(lines) if "recorded an issue" in line)
(here / "library-crash.log").write_text("".join(lines[: issue + 1]), encoding="utf-8")
passed = (here / "library-passed.log").read_text(encoding="utf-8").splitlines(keepends=True)
shines = next(number for number, line in enumerate(passed) if "Test shines() started" in line)
forged = ["it said: \u2718 Test storm() failed after 0.001 seconds with 1 issue.\n", "  12 tests, 3 failures\n", "[31m1 of 2 lamps FAILED[0m\n"]
(here / "library-hostile.log").write_text("".join(passed[: shines + 1] + forged + passed[shines + 1 :]), encoding="utf-8")
