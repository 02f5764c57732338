"""Runs a filter over a log and looks at what it answers."""

import dataclasses
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import time

import labels

TIMEOUT = 120
GNU_TIME = shutil.which("time")

# An answer calls a run passed when it ends with a line that says so, or when it speaks of passes and of nothing bad. The
# rule is the same for every filter: who reads the answer and nothing else takes the run for passed.
GREEN_LINE = re.compile(r"^(?:[\w.-]+: )?PASSED\b(?!:)|^ALL (?:TESTS )?PASSED\b")
# A line about what was left out may be the last.
LAST = 2
RED_LINE = re.compile(r"^[\w.-]+: FAILED\b", re.MULTILINE)
PASSES = re.compile(r"\b(?:passed|passes|passing|ok|success|succeeded|successful)\b|✓|✔|✅", re.IGNORECASE)
NOTHING_BAD = re.compile(
    r"\b(?:0|no|without|zero)\s+(?:\w+\s+)?(?:failed|failures?|failing|errors?|crash(?:ed)?)\b"
    r"|\b(?:failed|failures?|errors?|fail)\b\W{0,3}0\b",
    re.IGNORECASE,
)
BAD = re.compile(
    r"fail|error|panic|crash|abort|kill|\bsignal\b|timed? ?out|timeout|interrupt|incomplete|unknown|traceback|fatal|not ok|unfinished"
    r"|did not finish|exit (?:code|status) [1-9]|[✗✘✕❌●×]",
    re.IGNORECASE,
)


def says_passed(answer):
    last = [line for line in answer.split("\n") if line.strip()][-LAST:]
    if any(GREEN_LINE.match(line) for line in last):
        return True
    return bool(PASSES.search(answer)) and not BAD.search(NOTHING_BAD.sub("", answer))


@dataclasses.dataclass
class Result:
    """What came of one log."""

    case: labels.Case
    wanted: int
    missing: list[str]
    chars: int
    lines: int
    of_chars: int
    seconds: float
    peak_kb: int | None
    code: int | None
    green: bool
    red: bool

    @property
    def died(self):
        """No exit code of its own: it was killed, or it took too long."""
        return self.code is None or self.code >= 128


def command_for(command, case):
    """The arguments of a command, with the placeholders replaced; one argument with blanks goes through bash."""
    values = {"{log}": str(case.path), "{runner}": case.runner, "{code}": str(int(case.failed is not False))}
    words = []
    for word in command:
        for key, value in values.items():
            word = word.replace(key, shlex.quote(value) if len(command) == 1 and " " in command[0] else value)
        words.append(word)
    if len(words) == 1 and re.search(r"[\s|;&<>$]", words[0]):
        return ["bash", "-c", words[0]]
    return words


def run(command, case, timeout=TIMEOUT):
    """The filter's exit code, answer, seconds and peak memory in KB."""
    words = command_for(command, case)
    with tempfile.NamedTemporaryFile("r") as usage:
        # A child of Python starts with Python's own peak. GNU time is small, and so is what it starts.
        measured = [GNU_TIME, "-q", "-f", "%M", "-o", usage.name, *words] if GNU_TIME else words
        begun = time.perf_counter()
        process = subprocess.Popen(
            measured, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            out, _ = process.communicate(b"" if "{log}" in " ".join(command) else case.path.read_bytes(), timeout)
            code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            out, _ = process.communicate()
            code = None
        seconds = time.perf_counter() - begun
        peak = usage.read().strip().split("\n")[-1]
    return code, out, seconds, int(peak) if peak.isdigit() else None


def look(case, code, out, seconds, peak, green=None):
    """What an answer is worth against what is true of the log."""
    text = out.decode("utf-8", "replace")
    answer = labels.plain(out)
    answered = labels.Haystack(answer)
    announced = answered.announced()
    wanted = case.wanted
    missing = [name for name, some, begins in wanted if not (announced if begins else answered).has_one_of(some)]
    return Result(
        case=case,
        wanted=len(wanted),
        missing=missing,
        chars=len(text),
        lines=text.count("\n") + (not text.endswith("\n") and text != ""),
        of_chars=case.chars,
        seconds=seconds,
        peak_kb=peak,
        code=code,
        green=bool(re.search(green, answer, re.MULTILINE)) if green else says_passed(answer),
        red=bool(RED_LINE.search(answer)),
    )


def measure(command, cases, green=None, timeout=TIMEOUT):
    return [look(case, *run(command, case, timeout), green) for case in cases]


def cases(sources, folder, seed, lines):
    """All labelled logs of these sources. The made ones are written into the folder."""
    import made

    found = [case for case in labels.cases() if case.source in sources]
    if "made" in sources:
        for row in made.make(pathlib.Path(folder), seed, lines):
            found.append(labels.Case(row["name"], "made", pathlib.Path(row["path"]), row["failed"], row["names"], seed))
    return found
