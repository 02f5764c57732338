#!/usr/bin/env python3
"""before-after.py [--check] WEIR

Draws docs/before-after.svg: on the left what a run of pytest printed, on the right what weir answers to it. Nothing in the
picture is written by hand: the log is one of testdata, and WEIR, a built binary, answers it while the picture is drawn.
With --check nothing is written; the exit code is 1 when the picture is no longer what the script draws.
"""

import pathlib
import subprocess
import sys
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parents[1]
LOG = "testdata/pytest/many-verbose-xdist.txt"
PICTURE = ROOT / "docs/before-after.svg"
COMMAND = ["--mode", "minimal", "--no-store"]

WIDTH, HEIGHT = 1280, 440
MARGIN, TITLE = 20, 44
LEFT = (MARGIN, 500)
RIGHT = (MARGIN + 500 + 24, WIDTH - 2 * MARGIN - 500 - 24)
# Of a letter of a monospaced font, against its size; a little wide, because fonts differ.
ADVANCE = 0.61
SMALL, LARGE = 9, 12
MOST_BYTES = 60_000

STYLE = """
text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre;fill:#c9d1d9}
.title{font-size:13px;font-weight:600;fill:#f0f6fc}
.note{font-size:12px;fill:#8b949e}
.log{font-size:9px;fill:#8b949e}
.answer{font-size:12px}
.bad{fill:#ff7b72}
.verdict{fill:#ff7b72;font-weight:700}
.weir{fill:#79c0ff}
"""


def panel(at, width, title, body):
    """A framed panel with a title; what is in it does not reach over its frame."""
    name = f"panel{at}"
    inside = HEIGHT - 2 * MARGIN - TITLE
    return (
        f'<rect x="{at}" y="{MARGIN}" width="{width}" height="{HEIGHT - 2 * MARGIN}" rx="8" fill="#161b22" stroke="#30363d"/>\n'
        f'<text class="title" x="{at + 14}" y="{MARGIN + 26}">{escape(title)}</text>\n'
        f'<clipPath id="{name}"><rect x="{at}" y="{MARGIN + TITLE - 6}" width="{width}" height="{inside}"/></clipPath>\n'
        f'<g clip-path="url(#{name})">\n{body}</g>\n'
    )


def before(log):
    """As many of the first lines of the log as there is room for, and how many there are."""
    at, width = LEFT
    step = SMALL + 2
    room = (HEIGHT - 2 * MARGIN - TITLE) // step
    lines = log.split("\n")[:-1]
    rows = []
    for number, line in enumerate(lines[:room]):
        fits = int((width - 28) / (SMALL * ADVANCE))
        rows.append(f'<text class="log" x="{at + 14}" y="{MARGIN + TITLE + 4 + number * step}">{escape(line[:fits])}</text>\n')
    bottom = HEIGHT - MARGIN - 1
    # The lines fade out, and the number of those that follow is below them.
    fade = f'<rect x="{at + 1}" y="{bottom - 130}" width="{width - 2}" height="130" rx="8" fill="url(#fade)"/>\n'
    failed = next(number for number, line in enumerate(lines, 1) if "FAILED" in line)
    notes = [f"... {len(lines)} lines in all. The first FAILED is in line {failed},", f"the reason in line {reason(lines)}."]
    below = "".join(
        f'<text class="note" x="{at + 14}" y="{bottom - 34 + 18 * number}">{escape(note)}</text>\n'
        for number, note in enumerate(notes)
    )
    return panel(at, width, f"$ pytest -v -n 2: {len(lines)} lines, {len(log)} characters", "".join(rows) + fade + below)


def reason(lines):
    return next(number for number, line in enumerate(lines, 1) if line.startswith("E  "))


def wrapped(line, most):
    """A line in pieces, broken at blanks; what follows the first is set in."""
    pieces = []
    while len(line) > most:
        cut = line.rfind(" ", most // 2, most) + 1 or most
        pieces.append(line[:cut].rstrip())
        line = "    " + line[cut:]
    return [*pieces, line]


def kind(line):
    if line.startswith("weir: FAILED"):
        return "answer verdict"
    if line.startswith("weir:"):
        return "answer weir"
    return "answer bad" if line.startswith(("FAILED", "E  ", ">")) else "answer"


def after(answer):
    at, width = RIGHT
    step = LARGE + 6
    lines = answer.split("\n")[:-1]
    fits = int((width - 28) / (LARGE * ADVANCE))
    rows = []
    for line in lines:
        for piece in wrapped(line, fits):
            y = MARGIN + TITLE + 10 + len(rows) * step
            rows.append(f'<text class="{kind(line)}" x="{at + 14}" y="{y}">{escape(piece)}</text>\n')
    title = f"$ pytest -v -n 2 2>&1 | weir --mode minimal: {len(lines)} lines, {len(answer)} characters"
    return panel(at, width, title, "".join(rows))


def picture(weir):
    log = (ROOT / LOG).read_text()
    answer = subprocess.run([weir, *COMMAND], input=log, stdout=subprocess.PIPE, text=True, check=False).stdout
    summary = f"On the left the {log.count(chr(10))} lines that pytest printed, on the right the {answer.count(chr(10))} lines of weir's answer to them: "
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        'aria-labelledby="title description" xml:space="preserve">\n'
        "<title id=\"title\">A failed test run before and after weir</title>\n"
        f'<desc id="description">{escape(summary + answer.strip())}</desc>\n'
        f"<style>{STYLE}</style>\n"
        '<defs><linearGradient id="fade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#161b22" stop-opacity="0"/>'
        '<stop offset="0.6" stop-color="#161b22"/></linearGradient></defs>\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#0d1117"/>\n'
        f"{before(log)}{after(answer)}</svg>\n"
    )


def main():
    words = [word for word in sys.argv[1:] if word != "--check"]
    if len(words) != 1:
        sys.exit(__doc__)
    drawn = picture(words[0])
    if len(drawn.encode()) > MOST_BYTES:
        sys.exit(f"before-after.py: the picture has {len(drawn.encode())} bytes, the most is {MOST_BYTES}")
    if "--check" not in sys.argv:
        PICTURE.write_text(drawn)
    elif not PICTURE.is_file() or PICTURE.read_text() != drawn:
        sys.exit("before-after.py: docs/before-after.svg is old; docs/before-after.py WEIR draws it again")


if __name__ == "__main__":
    main()
