#!/usr/bin/env python3
"""score.py [OPTIONS] -- COMMAND...

Pipes every labelled log of the project through a filter and measures what is left: how many failures its answer still
names, how often it calls a failed run passed, how long its answers are, how much memory and time it takes.

COMMAND reads a log from standard input and writes an answer. One word with blanks or `|` goes through bash. {log} is
replaced by the path of the log, {runner} by its runner and {code} by 1 when its run failed. README.md beside this file
explains each number.

    python3 benches/conformance/score.py -- target/release/weir --no-store
    python3 benches/conformance/score.py --format markdown -- 'tail -n 100'
"""

import argparse
import json
import statistics
import sys
import tempfile

import labels
import measure


def share(part, whole):
    return part / whole if whole else None


def summary(results, most_chars=None, most_lines=None):
    """The numbers of one filter over some logs."""
    failed = [each for each in results if each.case.failed]
    passed = [each for each in results if each.case.failed is False]
    wanted = sum(each.wanted for each in results)
    missing = sum(len(each.missing) for each in results)
    named = [each for each in results if each.wanted]
    over = [
        each
        for each in results
        if (most_chars and each.chars > most_chars) or (most_lines and each.lines > most_lines)
    ]
    peaks = [each.peak_kb for each in results if each.peak_kb]
    longest = max(results, key=lambda each: each.of_chars)
    codes = {}
    for each in results:
        key = "killed" if each.code is None else str(each.code)
        codes[key] = codes.get(key, 0) + 1
    return {
        "logs": len(results),
        "failures": wanted,
        "found": wanted - missing,
        "recall": statistics.mean(1 - len(each.missing) / each.wanted for each in named) if named else None,
        "logs_with_failures": len(named),
        "logs_whole": sum(not each.missing for each in named),
        "failed_runs": len(failed),
        "false_green": sum(each.green and each.code == 0 for each in failed),
        "green_words": sum(each.green for each in failed),
        "exit_0": sum(each.code == 0 for each in failed),
        "passed_runs": len(passed),
        "false_red": sum(each.red or each.code != 0 for each in passed),
        "chars_median": int(statistics.median(each.chars for each in results)),
        "chars_most": max(each.chars for each in results),
        "lines_most": max(each.lines for each in results),
        "chars_share": share(sum(each.chars for each in results), sum(each.of_chars for each in results)),
        "over_limit": len(over) if most_chars or most_lines else None,
        "peak_mb": round(max(peaks) / 1024, 1) if peaks else None,
        "ms_median": round(statistics.median(each.seconds for each in results) * 1000, 1),
        "seconds_longest": round(longest.seconds, 2),
        "died": sum(each.died for each in results),
        "exit_codes": dict(sorted(codes.items())),
    }


ROWS = [
    ("recall", lambda it: percent(it["recall"])),
    ("failures found", lambda it: f"{it['found']} of {it['failures']}"),
    ("logs with all failures", lambda it: f"{it['logs_whole']} of {it['logs_with_failures']}"),
    ("failed runs called passed", lambda it: f"{it['false_green']} of {it['failed_runs']}"),
    ("failed runs, success in words", lambda it: f"{it['green_words']} of {it['failed_runs']}"),
    ("failed runs with exit code 0", lambda it: f"{it['exit_0']} of {it['failed_runs']}"),
    ("passed runs called failed", lambda it: f"{it['false_red']} of {it['passed_runs']}"),
    ("answer, median chars", lambda it: str(it["chars_median"])),
    ("answer, most chars; lines", lambda it: f"{it['chars_most']}; {it['lines_most']}"),
    ("answers over the limit", lambda it: "-" if it["over_limit"] is None else f"{it['over_limit']} of {it['logs']}"),
    ("peak memory, MB", lambda it: "-" if it["peak_mb"] is None else str(it["peak_mb"])),
    ("time, median ms", lambda it: str(it["ms_median"])),
    ("time, longest log, s", lambda it: str(it["seconds_longest"])),
    ("killed or without an end", lambda it: str(it["died"])),
    ("exit codes", lambda it: ", ".join(f"{code}: {number}" for code, number in it["exit_codes"].items())),
]


def percent(part):
    return "-" if part is None else f"{100 * part:.1f} %"


def columns(results, limits):
    """A summary of all logs, and one for each source of labels."""
    found = {"all": summary(results, *limits)}
    for source in labels.SOURCES:
        some = [each for each in results if each.case.source == source]
        if some:
            found[source] = summary(some, *limits)
    return found


def as_table(found, markdown):
    """A row for each number, a column for each source of labels."""
    cells = [["", *found], ["logs", *[str(it["logs"]) for it in found.values()]]]
    cells += [[name, *[cell(it) for it in found.values()]] for name, cell in ROWS]
    if markdown:
        rule = "|---|" + "--:|" * len(found)
        lines = ["| " + " | ".join(row) + " |" for row in cells]
        return "\n".join([lines[0], rule, *lines[1:]])
    widths = [max(len(row[at]) for row in cells) for at in range(len(cells[0]))]
    line = lambda row: "  ".join(text.ljust(widths[0]) if not at else text.rjust(widths[at]) for at, text in enumerate(row))
    return "\n".join(line(row).rstrip() for row in cells)


def detail(results):
    """A line for each log of which something is wrong."""
    for each in results:
        wrong = []
        if each.missing:
            wrong.append(f"misses {len(each.missing)} of {each.wanted}: {', '.join(each.missing[:3])}")
        if each.case.failed and each.green:
            wrong.append("called passed")
        if each.case.failed is False and (each.red or each.code != 0):
            wrong.append("called failed")
        if each.died:
            wrong.append(f"ended with {each.code}")
        if wrong:
            yield f"{each.case.name} ({each.case.source}): {'; '.join(wrong)}"


def options(arguments):
    arguments.add_argument("--source", default=",".join(labels.SOURCES), help="of these labels: hand, report, totals, made")
    arguments.add_argument("--only", default="", help="logs whose name contains this")
    arguments.add_argument("--sample", type=int, default=0, metavar="N", help="every so many-th log that N are left")
    arguments.add_argument("--seed", type=int, default=1, help="of the made logs")
    arguments.add_argument("--lines", type=int, default=200_000, help="lines of the longest made logs")


def chosen(given, folder):
    """The logs that the options ask for."""
    cases = measure.cases(given.source.split(","), folder, given.seed, given.lines)
    cases = [case for case in cases if given.only in case.name]
    if given.sample and len(cases) > given.sample:
        cases = cases[:: -(-len(cases) // given.sample)]
    return cases


def main():
    if "--" not in sys.argv:
        sys.exit(__doc__)
    own, command = sys.argv[1 : sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1 :]
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options(arguments)
    arguments.add_argument("--max-chars", type=int, help="a limit that the answers have to keep")
    arguments.add_argument("--max-lines", type=int, help="the same in lines")
    arguments.add_argument("--green", metavar="REGEX", help="what the filter prints when it calls a run passed")
    arguments.add_argument("--format", choices=["text", "markdown", "json"], default="text")
    arguments.add_argument("--detail", action="store_true", help="a line for each log of which something is wrong")
    given = arguments.parse_args(own)
    if not command:
        sys.exit("score.py: no command after --")
    with tempfile.TemporaryDirectory() as folder:
        cases = chosen(given, folder)
        if not cases:
            sys.exit("score.py: no log has such a name and such labels")
        results = measure.measure(command, cases, given.green)
        found = columns(results, (given.max_chars, given.max_lines))
        if given.format == "json":
            logs = [
                {
                    "log": each.case.name,
                    "source": each.case.source,
                    "failed": each.case.failed,
                    "wanted": each.wanted,
                    "missing": each.missing,
                    "green": each.green,
                    "code": each.code,
                    "chars": each.chars,
                    "lines": each.lines,
                    "ms": round(each.seconds * 1000, 1),
                    "peak_kb": each.peak_kb,
                }
                for each in results
            ]
            print(json.dumps({"command": command, "seed": given.seed, "summary": found, "logs": logs}, indent=1))
        else:
            print(as_table(found, given.format == "markdown"))
            if given.detail:
                print("", *detail(results), sep="\n")


if __name__ == "__main__":
    main()
