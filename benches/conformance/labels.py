"""What is true of the logs of testdata: which runs failed, and by what names. Nothing here asks weir.

There is no list of labels beside the logs. They are read from what the project has already, each with its source:

hand    a row of a table in tests/logs/*.rs. People write these rows; no command rewrites them.
report  what the tool itself reports: the events of `go test -json` and of libtest (also for the plain logs that make.sh
        makes of the same run), the closing lists of cargo test and pytest, the headings of unittest. A log counts only
        when its list is as long as its totals.
totals  a row of testdata/*/expected. weir wrote these rows and a person read them, so they are used only where the log
        confirms them: its own totals name the same number of failures, or it is named `all-pass` or `crash`.
made    a log that made.py makes. It is true by construction.

A row that nothing confirms is left out, and so is a name that is not in its log.
"""

import dataclasses
import functools
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTDATA = ROOT / "testdata"
SOURCES = ("hand", "report", "totals", "made")

COLOUR = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
BLANKS = re.compile(r"\s+")
# A line that only announces a test. It reports nothing of how the test ended.
BEGINS = re.compile(r"^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\b|\[ RUN +\]|Start +\d+: |.*\"Action\":\"(?:run|pause|cont|start)\")")
PLACE = re.compile(r"(?:.*/)?([^/\s:]+):(\d+)((?::\d+)?)")
SEPARATOR = re.compile(r"::| > | › | » | / |#|/|\.(?=\w)")
LEAST_OF_A_NAME = 4
LEAST_OF_SOME_WORDS = 6


@dataclasses.dataclass
class Case:
    """A log, whether its run failed (None: not known), and the names of failures that an answer has to have."""

    name: str
    source: str
    path: pathlib.Path
    failed: bool | None
    names: list[str]
    seed: int | None = None

    @property
    def runner(self):
        return self.name.split("/")[0]

    def text(self):
        return plain(self.path.read_bytes())

    @functools.cached_property
    def chars(self):
        return len(self.text())

    @functools.cached_property
    def wanted(self):
        """For each name the ways of naming it, and whether a line that announces it is enough; without the names that the
        log lacks."""
        text = Haystack(self.text())
        found = [(name, ways(name, self.names, text), False) for name in self.names]
        # A test that died may be named nowhere but where it begins.
        found = [(name, some, False) if some else (name, ways(name, self.names, text.announced()), True) for name, some, _ in found]
        return [each for each in found if each[1]]


class Haystack:
    """A text in which names are looked for: without colours, blanks as one, without lines that only announce a test."""

    def __init__(self, text, announcing=False):
        self.lines = text.split("\n")
        self.text = "\n".join(flat(line) for line in self.lines if announcing or not BEGINS.match(line))

    def announced(self):
        """The same with the lines that announce."""
        return Haystack("\n".join(self.lines), announcing=True)

    def has(self, string):
        return found(flat(string), self.text)

    def has_one_of(self, ways):
        return any(all(self.has(string) for string in way) for way in ways)


def flat(text):
    return BLANKS.sub(" ", text).strip()


def plain(data):
    return COLOUR.sub("", data.decode("utf-8", "replace")).replace("\r\n", "\n").replace("\r", "\n")


def found(string, text):
    """Whether the text has the string, not as a part of a longer word."""
    at = text.find(string)
    while at >= 0 and string:
        end = at + len(string)
        before = at > 0 and is_word(string[0]) and is_word(text[at - 1])
        after = end < len(text) and is_word(string[-1]) and is_word(text[end])
        if not before and not after:
            return True
        at = text.find(string, at + 1)
    return False


def is_word(char):
    return char.isalnum() or char == "_"


def ways(name, names, text):
    """The ways in which an answer can name a failure: it has to have all strings of one of them. As little of the name is
    asked for as differs from the others, so that no way of writing names is preferred. A way is a list of strings."""
    place = PLACE.fullmatch(name)
    if place:
        return ways_of_a_place(*place.groups(), text)
    others = [other for other in names if other != name]
    starts = [0] + [each.end() for each in SEPARATOR.finditer(name)]
    parts = [name[start:].strip() for start in reversed(starts)]
    parts = [part for part in parts if len(part) >= LEAST_OF_A_NAME and text.has(part)]
    alone = [part for part in parts if not any(other.endswith(part) for other in others)]
    if parts:
        name = (alone or parts)[0]
    # Names of which the log prints the parts line by line, or a filter does: at least half of the words, if the log has them.
    words = [each.end() for each in re.finditer(r"[:\s]+", name)]
    tails = [name[start:] for start in words if len(name) - start >= LEAST_OF_SOME_WORDS]
    tails = [tail for tail in tails if text.has(tail) and not any(other.endswith(tail) for other in others)]
    half = [tail for tail in tails if tail.count(" ") + 1 >= len(words) / 2]
    whole = [name] if len(name) >= LEAST_OF_A_NAME and text.has(name) else []
    return [[part] for part in whole + half or tails[:1]]


def ways_of_a_place(file, line, column, text):
    """Filters write places in more than one way."""
    if any(text.has(exact) for exact in (f"{file}:{line}", f"{file}({line}", f"{file}, line {line}", f'{file}" line {line}')):
        return [[file, line]]
    if column and text.has(file) and text.has(line + column):
        return [[file, line + column]]
    return []


# Tables in tests/logs

STRING = re.compile(r'"((?:\\.|[^"\\])*)"', re.DOTALL)
MARK = r"\x00(\d+)\x00"
MARKS = r"&\[((?:\s*\x00\d+\x00,?)*)\s*\]"


def rust(string):
    """The value of what is between the quotation marks of a string literal."""
    string = re.sub(r"\\\n\s*", "", string)
    string = re.sub(r"\\u\{([0-9a-fA-F]+)\}", lambda found: chr(int(found[1], 16)), string)
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}.get(found[1], found[1]), string)


class Source:
    """A file of tests whose string literals are taken out, so that patterns can be matched around them."""

    def __init__(self, name):
        self.strings = []
        text = (ROOT / "tests/logs" / name).read_text()
        self.text = STRING.sub(self.take, "\n".join(line for line in text.split("\n") if not line.lstrip().startswith("//")))

    def take(self, found):
        self.strings.append(rust(found[1]))
        return f"\x00{len(self.strings) - 1}\x00"

    def string(self, number):
        return self.strings[int(number)]

    def all(self, marks):
        return [self.string(each) for each in re.findall(MARK, marks)]


def log(name):
    for ending in ("txt", "log"):
        path = TESTDATA / f"{name}.{ending}"
        if path.is_file():
            return path
    return None


def truth(verdict):
    """Whether a run failed: one that did not finish did not pass."""
    return {"failed": True, "incomplete": True, "passed": False}.get(verdict.split()[0].lower())


def hand():
    rows = []
    table = Source("dynamic_languages.rs")
    for name, verdict, names in re.findall(rf"\(\s*{MARK},\s*{MARK},\s*{MARKS},?\s*\)", table.text):
        rows.append((table.string(name), table.string(verdict), table.all(names)))
    table = Source("tools_that_check.rs")
    for name, verdict, names in re.findall(rf"\({MARK}, {MARK}, \d+, {MARKS}\)", table.text):
        rows.append((table.string(name), table.string(verdict), table.all(names)))
    table = Source("script_runners.rs")
    for name, verdict in re.findall(rf"\({MARK}, {MARK}\)", table.text):
        rows.append((table.string(name), table.string(verdict), []))
    table = Source("javascript.rs")
    names = ""
    for let, name, verdict, here in re.findall(
        rf"let names = \[((?:\s*\x00\d+\x00,?)*)\s*\];|told\({MARK}, {MARK}, \d+, &(names|\[[^\]]*\])\)", table.text
    ):
        if not name:
            names = let
            continue
        # Rows of this table also have messages; the name of a test has its suite before it.
        ids = [each for each in table.all(names if here == "names" else here) if re.search(" [›>] ", each)]
        rows.append((table.string(name), table.string(verdict), ids))
    table = Source("jvm_runs.rs")
    for folder, const in re.findall(rf"\({MARK}, ([A-Z_]+)\)", table.text):
        part = re.search(rf"const {const}: &\[Row\] = &\[(.*?)\n\];", table.text, re.DOTALL)[1]
        for name, rows_of_log in re.findall(rf"\(\s*{MARK},\s*{MARKS},?\s*\)", part):
            verdict, *failures = table.all(rows_of_log)
            names = [re.match(r"\w+ (.*?) \(", each) for each in failures]
            rows.append((f"{table.string(folder)}/{table.string(name)}", verdict, [each[1] for each in names if each]))
    return rows


# What tools report


def cargo(text):
    """The names of the lists at the end of each binary, and the sum of the totals."""
    lists = re.findall(r"^failures:\n((?:    \S.*\n)+)\ntest result: FAILED\.", text, re.MULTILINE)
    names = [name.strip() for each in lists for name in each.splitlines()]
    totals = [int(each) for each in re.findall(r"^test result: .*? (\d+) failed;", text, re.MULTILINE)]
    return names, sum(totals) if totals else None


def pytest(text):
    found = re.search(r"^=+ short test summary info =+\n(.*?)^=+ (.*) in [\d.]+s.*=+$", text, re.MULTILINE | re.DOTALL)
    if not found:
        passed = re.findall(r"^=+ \d+ passed.* in [\d.]+s.*=+$", text, re.MULTILINE)
        return [], 0 if len(passed) == 1 else None
    names = re.findall(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", found[1], re.MULTILINE)
    return names, sum(int(each) for each in re.findall(r"(\d+) (?:failed|errors?)", found[2]))


def unittest(text):
    names = re.findall(r"^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (\S+)", text, re.MULTILINE)
    last = re.findall(r"^(OK|FAILED)(?: \((.*)\))?$", text, re.MULTILINE)
    if len(last) != 1:
        return [], None
    return names, sum(int(each) for each in re.findall(r"(?:failures|errors|unexpected successes)=(\d+)", last[0][1]))


def events(text):
    """The events of a stream of JSON lines; what is no event is skipped."""
    for line in text.splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict):
            yield event


def go(text):
    """The tests that failed and have no part that failed, and whether anything did; None when nothing ended."""
    ends = {}
    for event in events(text):
        if event.get("Action") in ("pass", "fail", "skip"):
            ends[(event.get("Package", ""), event.get("Test", ""))] = event["Action"]
    failed = [key for key, action in ends.items() if action == "fail"]
    parents = {(package, "/".join(test.split("/")[:depth])) for package, test in failed for depth in range(1, test.count("/") + 1)}
    names = [test for package, test in failed if test and (package, test) not in parents]
    return (names, bool(failed)) if ends else None


def same_runs():
    """For each log of go's events the logs of the same command without them, and itself."""
    commands = {}
    for name, command in re.findall(r"^log (\S+) (go test .*)$", (TESTDATA / "go/make.sh").read_text(), re.MULTILINE):
        commands[name] = re.sub(r" -(?:json|v)\b", "", command)
    return {
        name: [other for other in commands if commands[other] == commands[name]]
        for name in commands
        if name.endswith("-json")
    }


def libtest(text):
    ended = [event for event in events(text) if event.get("type") == "test" and event.get("event") in ("failed", "timeout")]
    totals = [event["failed"] for event in events(text) if event.get("type") == "suite" and "failed" in event]
    # nextest writes its binary before a name, and the number of the attempt after it.
    names = [re.sub(r"^.*\$|#\d+$", "", event["name"]) for event in ended]
    return names, sum(totals) if totals else None


READERS = [("cargo-test", cargo), ("pytest", pytest), ("unittest", unittest), ("libtest-json", libtest)]
PASSED = re.compile("all-pass|pass|quiet-pass")
# The text of these is made to look like reports.
IMITATIONS = re.compile("hostile|forged|inner|conftest")


def report():
    rows = []
    for folder, read in READERS:
        for path in sorted((TESTDATA / folder).glob("*.*")):
            if path.suffix not in (".txt", ".log") or IMITATIONS.search(path.stem):
                continue
            names, total = read(plain(path.read_bytes()))
            if names and total == len(names):
                rows.append((f"{folder}/{path.stem}", "failed", names))
            elif total == 0 and PASSED.match(path.stem):
                rows.append((f"{folder}/{path.stem}", "passed", []))
            elif path.stem.startswith("crash"):
                rows.append((f"{folder}/{path.stem}", "failed", []))
    for name, same in same_runs().items():
        ends = go(plain(log(f"go/{name}").read_bytes()))
        # A build that failed is not among the events of older versions.
        if ends and not name.startswith("build") and not IMITATIONS.search(name):
            rows += [(f"go/{each}", "failed" if ends[1] else "passed", ends[0]) for each in same]
    return rows


# Rows of weir's that the log confirms

ROW = re.compile(r"(\S+): (\w+) (\S+) failed (\S+) passed (\S+) skipped")
FAILED_OF = [
    re.compile(r"(\d+)\s+(?:\w+\s+)?(?:failed|failures?|failing|errors?|problems?|broken)\b", re.IGNORECASE),
    re.compile(r"\b(?:failed|failures?|errors?|fails?|problems?|broken)\b\W{0,3}(\d+)\b", re.IGNORECASE),
]


def confirmed(failed, text):
    """Whether a line of the log names this number of failures, or failures and errors that add up to it."""
    for line in text.split("\n"):
        for pattern in FAILED_OF:
            numbers = [int(each) for each in pattern.findall(line[:500])]
            if failed in numbers or (len(numbers) > 1 and failed == sum(numbers)):
                return True
    return False


def totals():
    rows = []
    for expected in sorted(TESTDATA.glob("*/expected")):
        row = None
        for line in expected.read_text().splitlines():
            head = ROW.fullmatch(line)
            if head:
                row = (head[1], head[2], [], head[3])
                rows.append(row)
            elif row:
                row[2].append(line.split(" | ")[0].strip().partition(" ")[2])
    kept = []
    for name, verdict, names, failed in rows:
        path = log(name)
        stem = name.split("/")[1]
        # What an imitation looks like confirms nothing.
        if path is None or verdict == "unknown" or IMITATIONS.search(stem):
            continue
        if verdict == "failed" and failed == str(len(names)) and confirmed(len(names), plain(path.read_bytes())):
            kept.append((name, verdict, names))
        elif verdict == "passed" and stem.startswith("all-pass") or verdict != "passed" and stem.startswith("crash"):
            kept.append((name, verdict, []))
    return kept


def cases():
    """The labelled logs of testdata, each once: what people wrote goes before what tools report, and that before the rest."""
    found = {}
    for source, rows in (("hand", hand()), ("report", report()), ("totals", totals())):
        for name, verdict, names in rows:
            path = log(name)
            if path and truth(verdict) is not None and name not in found:
                found[name] = Case(name, source, path, truth(verdict), list(dict.fromkeys(names)))
    return [found[name] for name in sorted(found)]
