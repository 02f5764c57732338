#!/usr/bin/env python3
"""compare.py --weir WEIR [--rtk RTK] [--tokf TOKF] [OPTIONS]

Scores weir in its three modes, other filters, and what people do without one over the same logs, and writes what came out
to docs/comparison.md, with a short table between its markers. The page names programs that are not given.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import stat
import statistics
import subprocess
import sys
import tempfile

import labels
import measure
import score

sys.dont_write_bytecode = True

PAGE = labels.ROOT / "docs/comparison.md"
BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"
# How often the longest log is read; the fastest counts, because the machine does other things, too.
ROUNDS = 7
# No verdict: an exit code of these is none.
WITHOUT_VERDICT = ("tail", "head + tail", "grep", "nothing")
# What all are held to: the limits of weir's mode `standard`.
CHARS, LINES = 40_000, 800
LIMITS = {"minimal": (5_000, 100), "standard": (40_000, 800), "verbose": (200_000, 4_000)}

# The command that prints the log of a runner. Filters that look at the command get it; a stand-in prints the log.
COMMANDS = {
    "ava": "npx ava",
    "cargo-test": "cargo test",
    "ctest": "ctest",
    "docker-build": "docker build .",
    "eslint": "eslint .",
    "go": "go test ./...",
    "gradle": "gradle test",
    "jest": "jest",
    "mocha": "npx mocha",
    "mypy": "mypy .",
    "next-build": "next build",
    "nextest": "cargo nextest run",
    "npm": "npm test",
    "phpunit": "phpunit",
    "playwright": "playwright test",
    "prettier": "prettier --check .",
    "pytest": "pytest",
    "rspec": "rspec",
    "ruff": "ruff check",
    "rustc": "cargo build",
    "tsc": "tsc",
    "vite": "vite build",
    "vitest": "vitest",
}
# rtk's filters for standard input. Those of JSON only are left out where the logs are plain.
OF_RTK = {
    "cargo-test": "cargo-test",
    "ctest": "ctest",
    "mypy": "mypy",
    "pest": "pest",
    "phpstan": "phpstan",
    "phpunit": "phpunit",
    "prettier": "prettier",
    "pytest": "pytest",
    "tsc": "tsc",
}


def script(path, text):
    path.write_text(f"#!/bin/bash\n{text}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def stand_ins(folder, given):
    """Programs that print the log and end as its run did, and what calls a filter over the one that a log comes from."""
    bin = folder / "bin"
    bin.mkdir()
    script(bin / "replay", 'cat "$LOG"; exit "$CODE"\n')
    for name in {command.split()[0] for command in COMMANDS.values()}:
        (bin / name).symlink_to("replay")
    cases = "".join(f"{runner}) set -- {command} ;;\n" for runner, command in COMMANDS.items())
    choose = f'LOG=$1 CODE=$2 RUNNER=$3; shift 3\nown=("$@")\nexport PATH={bin}:$PATH LOG CODE\n'
    script(folder / "over", f'{choose}case $RUNNER in\n{cases}*) set -- replay ;;\nesac\nexec "${{own[@]}}" "$@"\n')
    cases = "".join(f"{runner}) set -- -f {name} ;;\n" for runner, name in OF_RTK.items())
    # Its filter for go reads JSON.
    cases += f'go) set --; head -c 1 "$LOG" | grep -q "{{" && set -- -f go-test ;;\n'
    script(folder / "rtk-pipe", f'LOG=$1\ncase $2 in\n{cases}*) set -- ;;\nesac\nexec {given.rtk} pipe "$@" <"$LOG"\n')
    return f"{folder}/over {{log}} {{code}} {{runner}}"


def filters(folder, given):
    """Name, command, how it is called in the page, what limits it promises."""
    over = stand_ins(folder, given)
    for mode, limits in LIMITS.items():
        yield f"weir, {mode}", f"{given.weir} --mode {mode} --no-store", f"weir --mode {mode} --no-store", limits
    if given.rtk:
        yield "rtk pipe", f"{given.rtk} pipe", "rtk pipe", None
        yield "rtk pipe -f", f"{folder}/rtk-pipe {{log}} {{runner}}", "rtk pipe -f FILTER, where it has one for the runner", None
        yield "rtk test", f"{over} {given.rtk} test", "rtk test COMMAND", None
        yield "rtk err", f"{over} {given.rtk} err", "rtk err COMMAND", None
    if given.tokf:
        yield "tokf run", f"{over} {given.tokf} --no-mask-exit-code run", "tokf --no-mask-exit-code run COMMAND", None
        yield "tokf test", f"{over} {given.tokf} --no-mask-exit-code test", "tokf --no-mask-exit-code test COMMAND", None
    yield "tail", "tail -n 100", "tail -n 100", (None, 100)
    both = "cat >$TMPDIR/log; head -n 50 $TMPDIR/log; tail -n 50 $TMPDIR/log"
    yield "head + tail", both, "head -n 50 and tail -n 50", None
    yield "grep", 'grep -a -i -E "fail|error"', 'grep -i -E "fail|error"', None
    yield "nothing", "cat", "a bare pipe", None


def figures(command, cases, most):
    """The numbers of a filter over all logs, over those of each source, and against its own limits."""
    results = measure.measure([command], cases)
    found = score.columns(results, (CHARS, LINES))
    found["own"] = score.summary(results, *(most or (None, None)))
    theirs = [each for each in results if each.case.source != "made"]
    found["testdata"] = score.summary(theirs, CHARS, LINES) if theirs else found["all"]
    return found


def clock(commands, cases):
    """The seconds of each filter for the longest log; in rounds, so that what else the machine does slows all of them."""
    longest = max(cases, key=lambda case: case.chars)
    best = {}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            _, answer, seconds, _ = measure.run([command], longest)
            # Some refuse a log of this size.
            best[name] = min(seconds, best.get(name, seconds)) if answer else None
    return {name: "no answer" if seconds is None else f"{seconds:.2f}" for name, seconds in best.items()}


def version(program):
    if not program:
        return None
    printed = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout
    return printed.strip().split("\n")[0]


HEAD = [
    "filter",
    "recall",
    "failed run called passed",
    "failed run, exit code 0",
    "passed run called failed",
    "answer, chars: median; most",
    f"over {CHARS} chars or {LINES} lines",
    "peak MB",
    "200000 lines, s",
]


def row(name, it):
    return [
        name,
        score.percent(it["recall"]),
        f"{it['false_green']} of {it['failed_runs']}",
        "-" if name in WITHOUT_VERDICT else f"{it['exit_0']} of {it['failed_runs']}",
        "-" if name in WITHOUT_VERDICT else f"{it['false_red']} of {it['passed_runs']}",
        f"{it['chars_median']}; {it['chars_most']}",
        f"{it['over_limit']} of {it['logs']}",
        "-" if it["peak_mb"] is None else f"{it['peak_mb']:.0f}",
        it["clock"],
    ]


def table(head, rows):
    rule = "|---|" + "--:|" * (len(head) - 1)
    return "\n".join(["| " + " | ".join(head) + " |", rule, *["| " + " | ".join(row) + " |" for row in rows]])


SHORT = ["weir, minimal", "weir, standard", "weir, verbose", "rtk pipe", "rtk test", "tokf run", "tail", "nothing"]
SHORT_HEAD = [
    "filter",
    "failures found: testdata",
    "made logs",
    "failed run called passed",
    "longest answer, chars",
    f"answers over {CHARS}",
    "peak MB",
    "200000 lines, s",
]


def short(found):
    """The table for README: at most ten lines."""
    rows = []
    for name in SHORT:
        if name in found:
            it = found[name]["all"]
            rows.append(
                [
                    {"nothing": "a bare pipe", "tail": "`tail -n 100`"}.get(name, name),
                    score.percent(found[name]["testdata"]["recall"]),
                    score.percent(found[name].get("made", it)["recall"]),
                    f"{it['false_green']} of {it['failed_runs']}",
                    str(it["chars_most"]),
                    str(it["over_limit"]),
                    "-" if it["peak_mb"] is None else f"{it['peak_mb']:.0f}",
                    it["clock"],
                ]
            )
    return table(SHORT_HEAD, rows)


def by_source(found):
    sources = [source for source in labels.SOURCES if any(source in each for each in found.values())]
    rows = []
    for name, each in found.items():
        rows.append([name, *[f"{score.percent(each[source]['recall'])}, {each[source]['false_green']}" for source in sources]])
    return table(["filter", *[f"{source}: recall, called passed" for source in sources]], rows)


def kept(found, limits):
    """How many answers keep the limits that a filter promises."""
    rows = []
    for name, most in limits.items():
        if most:
            it = found[name]["own"]
            promise = " and ".join(f"{number} {unit}" for number, unit in zip(most, ("chars", "lines")) if number)
            rows.append([name, promise, f"{it['logs'] - it['over_limit']} of {it['logs']}"])
    return table(["filter", "promises at most", "keeps it"], rows)


def page(found, commands, limits, given, cases):
    all = {name: each["all"] for name, each in found.items()}
    counts = {source: sum(case.source == source for case in cases) for source in labels.SOURCES}
    template = (pathlib.Path(__file__).parent / "comparison.in.md").read_text()
    versions = [version(given.weir), version(given.rtk), version(given.tokf)]
    missing = [name for name, path in (("rtk", given.rtk), ("tokf", given.tokf)) if not path]
    values = {
        "date": datetime.date.today().isoformat(),
        "machine": f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}",
        "versions": ", ".join(each for each in versions if each),
        "missing": f"Left out, because it was not at hand: {', '.join(missing)}." if missing else "",
        "logs": str(len(cases)),
        "median": str(int(statistics.median(case.chars for case in cases))),
        "counts": ", ".join(f"{number} {source}" for source, number in counts.items() if number),
        "seed": str(given.seed),
        "short": f"{BEGIN}\n{short(found)}\n{END}",
        "table": table(HEAD, [row(name, it) for name, it in all.items()]),
        "sources": by_source(found),
        "limits": kept(found, limits),
        "commands": table(["filter", "command"], [[name, f"`{command}`"] for name, command in commands.items()]),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda key: values[key[1]], template)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("weir", "rtk", "tokf"):
        arguments.add_argument(f"--{name}", type=os.path.abspath, required=name == "weir", help="path of the program")
    arguments.add_argument("--results", type=pathlib.Path, metavar="FILE", help="keeps figures; filters in it are not run again")
    arguments.add_argument("--print", action="store_true", help="to standard output, not into docs/comparison.md")
    score.options(arguments)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        # What the filters keep of the logs is no part of this machine.
        os.environ.update(HOME=str(folder), TMPDIR=str(folder), XDG_DATA_HOME=str(folder / "data"))
        logs = folder / "logs"
        logs.mkdir()
        cases = score.chosen(given, logs)
        found, commands, limits = {}, {}, {}
        kept = json.loads(given.results.read_text()) if given.results and given.results.is_file() else {}
        programs = {}
        for name, command, shown, most in filters(folder, given):
            programs[name] = command
            commands[name], limits[name] = shown.replace("|", "\\|"), most
            if name not in kept:
                kept[name] = figures(command, cases, most)
                print(f"{name}: {score.percent(kept[name]['all']['recall'])}", file=sys.stderr, flush=True)
                if given.results:
                    given.results.write_text(json.dumps(kept))
            found[name] = kept[name]
        for name, seconds in clock(programs, cases).items():
            found[name]["all"]["clock"] = seconds
        text = page(found, commands, limits, given, cases)
    if given.print:
        print(text)
    else:
        PAGE.write_text(text)


if __name__ == "__main__":
    main()
