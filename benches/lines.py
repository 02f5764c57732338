#!/usr/bin/env python3
"""How large the source is, part by part: benches/lines.py [REV...]

Prints a table with a column for each commit, or one for what is checked out: lines of code without tests, comments included,
by part of src/; files; fields that are bools; functions by the names that every run's life has (`close`, `begin`, ...). Reads
the commits from git, so nothing has to be built.
"""

import re
import subprocess
import sys
from pathlib import Path

LIFE = {
    "functions named close, leave, finish": r"\bfn (?:close|leave|finish)\w*\s*[(<]",
    "functions named begin, open": r"\bfn (?:begin|open)\w*\s*[(<]",
    "functions named settle, declare, tell": r"\bfn (?:settle|declare|tell)\w*\s*[(<]",
}
BOOL_FIELD = re.compile(r"^    (?:pub(?:\([^)]*\))? )?\w+: bool,", re.MULTILINE)
# What a part was called before the folders had names.
FORMER = {"formats": "documents", "streams": "channel"}
UNKNOWN = {"counts", "crash", "exceptions", "exit_status", "gave_up", "generic", "last_word", "mentions", "passes", "placed",
           "strength", "tally", "verdicts"}
DISPATCH = {"ahead", "asked", "following", "literals", "mask", "prefilter", "registry", "scanner"}


def files_of(rev):
    """The path and the text of each source file."""
    if rev is None:
        for path in sorted(Path("src").rglob("*.rs")):
            yield path.as_posix(), path.read_text()
        return
    names = subprocess.run(["git", "ls-tree", "-r", "--name-only", rev, "src"], check=True, capture_output=True, text=True)
    for name in names.stdout.split("\n"):
        if name.endswith(".rs"):
            shown = subprocess.run(["git", "show", f"{rev}:{name}"], check=True, capture_output=True)
            yield name, shown.stdout.decode()


def without_tests(path, text):
    if re.search(r"/(?:tests|examples)(?:/|\.rs$)", path):
        return ""
    return re.split(r"^#\[cfg\(test\)\]\n(?:pub )?mod \w+ \{", text, maxsplit=1, flags=re.MULTILINE)[0]


def part(path):
    parts = path.removesuffix(".rs").split("/")[1:]
    if parts[0] != "recognize":
        return parts[0]
    below = parts[1] if len(parts) > 1 else "mod"
    if below == "runners":
        lint = "lint" in parts
        return "recognize/runners" + ("/lint" if lint else "")
    if below in UNKNOWN:
        below = "unknown"
    elif below in DISPATCH:
        below = "dispatch"
    return f"recognize/{FORMER.get(below, below)}"


def measure(rev):
    rows = {}

    def add(key, number):
        rows[key] = rows.get(key, 0) + number

    for path, text in files_of(rev):
        code = without_tests(path, text)
        lines = code.count("\n")
        add(part(path), lines)
        add("lines in all", lines)
        add("lines of unit tests", text.count("\n") - lines)
        add("files", 1)
        add("files of more than 400 lines", lines > 400)
        add("fields that are bools", len(BOOL_FIELD.findall(code)))
        for name, pattern in LIFE.items():
            add(name, len(re.findall(pattern, code)))
    return rows


def main():
    if any(each.startswith("-") for each in sys.argv[1:]):
        sys.exit(__doc__.splitlines()[0])
    revs = sys.argv[1:] or [None]
    columns = [measure(rev) for rev in revs]
    keys = sorted({key for column in columns for key in column}, key=lambda key: (" " in key, key.startswith("f"), key))
    print("| | " + " | ".join(rev or "here" for rev in revs) + " |")
    print("|---|" + "--:|" * len(revs))
    for key in keys:
        print(f"| {key} | " + " | ".join(f"{column.get(key, 0):,}" for column in columns) + " |")


if __name__ == "__main__":
    main()
