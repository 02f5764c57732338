#!/usr/bin/env python3
"""channels.py [--bin WEIR] [--every N] [--most BYTES] [--only CHANNEL,...] [-v] [FOLDER...]

Sends logs through what logs go through on their way (consoles, shells, services) and compares weir's answer with the one
on the clean log: the names of its failures and its numbers. Without a folder the logs are those of testdata. Logs are the
files LOG.txt, LOG.log and LOG.txt.xz below a folder whose clean answer names a failure.

For each channel a line: logs, names that the clean log gives and the share of them that is found again, logs whose numbers
are not the same, and green answers. The exit code is 1 when a channel has less than 95 % of the names, any other number,
or a green answer.
"""

import argparse
import concurrent.futures
import json
import lzma
import os
import pathlib
import re
import subprocess
import sys

COLOUR = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
STAMP = "2026-03-04T05:06:{:02d}.{:07d}Z "
LEAST = 0.95


def utf8(text):
    return text.encode("utf-8", "surrogateescape")


def utf16(text):
    return b"\xff\xfe" + text.replace("\n", "\r\n").encode("utf-16-le")


def read_in(page):
    """The bytes of the text, each a character of the page."""
    table = [bytes([byte]).decode(page, "replace").replace("\ufffd", chr(byte)) for byte in range(256)]
    return lambda text: "".join(table[byte] for byte in text.encode())


def wrapped(columns):
    def wrap(text):
        lines = []
        for line in text.split("\n"):
            lines += [line[at : at + columns] for at in range(0, len(line), columns)] or [""]
        return "\n".join(lines)

    return wrap


def words(columns):
    """Lines broken behind the last blank that fits, as PowerShell writes what came from standard error."""

    def wrap(line):
        lines = []
        while len(line) > columns:
            cut = line.rfind(" ", 1, columns + 1) + 1 or columns
            if not line[:cut].strip():
                cut = columns
            lines.append(line[:cut])
            line = line[cut:]
        return "\n".join([*lines, line])

    return lambda text: "\n".join(wrap(line) for line in text.split("\n"))


def record(text, program="node.exe", place="At line:1 char:1"):
    """The first line of a text in a record of PowerShell's."""
    first, _, rest = text.partition("\n")
    short = first if len(first) < 40 else f"{first[:17]}...{first[-17:]}"
    return (
        f"{program} : {first}\n{place}\n+ & {program} test 2>&1\n+ {'~' * 24}\n"
        f"    + CategoryInfo          : NotSpecified: ({short}:String) [], RemoteException\n"
        f"    + FullyQualifiedErrorId : NativeCommandError\n \n{rest}"
    )


def short_record(text):
    first, _, rest = text.partition("\n")
    head = "check.ps1: C:\\build\\check.ps1:3\nLine |\n   3 |  npm test 2>&1\n     |  ~~~~~~~~~~~~~\n"
    return f"{head}     | {first}\n{rest}"


def lines_with(before):
    return lambda text: "\n".join(before(number) + line for number, line in enumerate(text.split("\n")))


def stamp(number):
    return STAMP.format(number // 1000 % 60, number % 1000 * 10007 % 10**7)


def clock(number):
    return f"{12 + number // 3600000:02d}:{number // 60000 % 60:02d}:{number // 1000 % 60:02d}"


def gh(number):
    return f"build (ubuntu)\tRun the tests\t{stamp(number)}"


def buildkit(text, again=60):
    """A step of a build of an image, and its last lines once more behind it."""
    lines = text.rstrip("\n").split("\n")
    at = [f"{1 + number / 997:.3f}" for number in range(len(lines))]
    step = [f"#13 {at[number]} {line}" for number, line in enumerate(lines)]
    more = [f"{at[number]} {line}" for number, line in enumerate(lines)][-again:]
    command = 'process "/bin/sh -c make check" did not complete successfully: exit code: 1'
    return "\n".join(
        ["#13 [app 4/4] RUN make check", *step, f"#13 ERROR: {command}", "------", " > [app 4/4] RUN make check:"]
        + [*more, "------", f"ERROR: failed to solve: {command}", ""]
    )


def json_of(make):
    return lambda text: json.dumps(make(text))


def tool_answer(text):
    return {"jsonrpc": "2.0", "id": 3, "result": {"content": [{"type": "text", "text": text}]}}


def events(text):
    return {"events": [{"timestamp": 1767, "message": line} for line in text.split("\n")]}


plain = {name: (read_in(name), utf8) for name in ("cp437", "cp850", "cp1252", "latin-1", "mac-roman")}
CHANNELS = {
    **plain,
    "cp437, UTF-16": (read_in("cp437"), utf16),
    "cp850, UTF-16": (read_in("cp850"), utf16),
    "80 columns": (wrapped(80), utf8),
    "100 columns": (wrapped(100), utf8),
    "120 columns": (wrapped(120), utf8),
    "record": (record, utf8),
    "record of a script, UTF-16": (lambda text: record(text, "npm", "At C:\\build\\a.ps1:7 char:3"), utf16),
    "record, cp437, 120 columns, UTF-16": (
        lambda text: wrapped(120)(record(read_in("cp437")(text))),
        utf16,
    ),
    "record, words at 120, UTF-16": (lambda text: record(words(120)(text)), utf16),
    "short record": (short_record, utf8),
    "JSON string": (json_of(lambda text: text), utf8),
    "JSON log": (json_of(lambda text: {"id": 7, "log": text}), utf8),
    "JSON output": (json_of(lambda text: [{"stdout": text, "stderr": "", "exit_code": 1}]), utf8),
    "JSON tool": (json_of(tool_answer), utf8),
    "JSON events": (json_of(events), utf8),
    "gh log": (lines_with(gh), utf8),
    "stamps": (lines_with(stamp), utf8),
    "BuildKit": (buildkit, utf8),
    "Heroku": (lines_with(lambda _: "remote:        "), utf8),
    "Vercel": (lines_with(lambda number: f"[{clock(number)}.{number % 1000:03d}] "), utf8),
    "Netlify": (lines_with(lambda number: f"{clock(number)} PM: "), utf8),
    "Cloudflare": (lines_with(lambda number: f"2026-03-04T05:06:07.{number % 1000:03d}Z\t"), utf8),
    "Render": (lines_with(lambda number: f"2026-03-04T05:06:07.{number % 1000:03d}012345Z "), utf8),
    "Buildkite": (lines_with(lambda number: f"\x1b_bk;t={1767225600000 + number}\x07"), utf8),
    "Drone": (lines_with(lambda number: f"[unit:{number}] "), utf8),
    "clock and bar": (lines_with(lambda number: f"{clock(number)}.{number % 1000:03d} | "), utf8),
    "clock and tab": (lines_with(lambda number: f"{clock(number)}.{number % 1000:03d}\t"), utf8),
    "clock of half a day": (lines_with(lambda number: f"Mar 04 {clock(number)} PM  "), utf8),
    "doubled": (lambda text: text.replace("\n", "\n\n"), utf8),
    "branch": (lines_with(lambda _: "[Unit Tests] "), utf8),
    "TeamCity": (lines_with(lambda number: f"[{clock(number)}] :\t [Step 1/2] "), utf8),
}
# A console shows colours and keeps none of them.
UNCOLOURED = ("columns", "words")


class Answers:
    def __init__(self, binary):
        self.binary = binary
        self.environment = dict(os.environ, WEIR_STORE="off", NO_COLOR="1")

    def of(self, log):
        """The answer on a log: its verdict, its numbers, the names of its failures."""
        command = [self.binary, "-m", "verbose", "--format", "json"]
        done = subprocess.run(command, input=log, capture_output=True, env=self.environment, check=False)
        answer = json.loads(done.stdout)
        names = {each["id"] for each in answer["failures"] if each.get("id")} | set(answer["named"])
        numbers = {key: answer["counts"][key] for key in ("failed", "passed", "skipped", "total")}
        return answer["verdict"], numbers, names, answer.get("normalized", [])


def logs_below(folders, every, most):
    paths = sorted(
        path
        for folder in folders
        for path in pathlib.Path(folder).rglob("*")
        if path.name.endswith((".txt", ".log", ".txt.xz"))
    )
    for path in paths[::every]:
        data = lzma.open(path).read() if path.suffix == ".xz" else path.read_bytes()
        if len(data) > most:
            continue
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue
        # A document is no log, and what was drawn over is gone from every copy.
        if text.lstrip()[:1] in ("<", "{") or "\r" in text.replace("\r\n", "\n") or "\x1b[" in COLOUR.sub("", text):
            continue
        yield path, text.replace("\r\n", "\n")


def compare(answers, path, text, channels):
    """What each channel made of a log."""
    clean = {True: answers.of(utf8(COLOUR.sub("", text)))}
    clean[False] = answers.of(utf8(text)) if "\x1b" in text else clean[True]
    if clean[False][0] != "failed" or not clean[False][2]:
        return []
    rows = []
    for name in channels:
        change, encode = CHANNELS[name]
        uncoloured = any(word in name for word in UNCOLOURED)
        source = COLOUR.sub("", text) if uncoloured else text
        _, numbers, names, _ = clean[uncoloured]
        sent = encode(change(source))
        if sent == utf8(source):
            continue
        verdict, sent_numbers, sent_names, normalized = answers.of(sent)
        found = len(names & sent_names)
        rows.append((name, path, len(names), found, numbers == sent_numbers, verdict, (numbers, sent_numbers), normalized))
    return rows


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--bin", default="target/release/weir")
    options.add_argument("--every", type=int, default=1, help="each Nth log only")
    options.add_argument("--most", type=int, default=2**31, help="the most bytes of a log")
    options.add_argument("--only", help="these channels only, parted by semicolons")
    options.add_argument("-v", action="store_true", help="say which logs are not answered alike")
    options.add_argument("folders", nargs="*")
    chosen = options.parse_args()
    project = pathlib.Path(__file__).resolve().parent.parent
    channels = [name for name in CHANNELS if not chosen.only or name in chosen.only.split(";")]
    answers = Answers(chosen.bin)
    logs = logs_below(chosen.folders or [project / "testdata"], chosen.every, chosen.most)
    rows = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for some in pool.map(lambda log: compare(answers, *log, channels), logs):
            rows += some
    good = True
    for channel in channels:
        own = [row for row in rows if row[0] == channel]
        wanted, found = sum(row[2] for row in own), sum(row[3] for row in own)
        other = [row for row in own if not row[4]]
        green = [row for row in own if row[5] == "passed"]
        share = found / wanted if wanted else 1.0
        fine = share >= LEAST and not other and not green
        good &= fine
        print(
            f"{'ok ' if fine else 'BAD'} {channel:36} {len(own):5} logs {wanted:6} names {share:7.1%} "
            f"other numbers {len(other):4} green {len(green)}"
        )
        if chosen.v:
            for _, path, count, names, same, verdict, numbers, normalized in own:
                if names < count or not same or verdict == "passed":
                    print(f"      {path}: {names} of {count} names, {verdict}, {'' if same else numbers} {normalized}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
