"""Writes logs of SwiftLint: their form is a fact of the tool, files and numbers are ours."""
import pathlib

here = pathlib.Path(__file__).parent
ROOT = "/home/user/project/Sources"
LINTING = [f"Linting '{name}.swift' ({number}/3)" for number, name in enumerate(["Buoy", "Lamp", "Tide"], 1)]
WARNINGS = [
    f"{ROOT}/Lamp.swift:12:18: warning: Colon Spacing Violation: Colons should be next to the identifier when specifying a type (colon)",
    f"{ROOT}/Tide.swift:3:1: warning: Todo Violation: TODOs should be resolved (error: src/a.swift:1:1 failed) (todo)",
]
ERRORS = [
    f"{ROOT}/Lamp.swift:30:21: error: Force Cast Violation: Force casts should be avoided (force_cast)",
    f"{ROOT}/Tide.swift:41:9: error: Identifier Name Violation: Variable name 'x' should be between 3 and 40 characters long (identifier_name)",
]
HEAD = ["Linting Swift files at paths Sources", *LINTING]


def done(violations, serious):
    noun = "violation" if violations == 1 else "violations"
    return f"Done linting! Found {violations} {noun}, {serious} serious in 3 files."


LOGS = {
    "all-pass": [*HEAD, done(0, 0)],
    "few-failures": [*HEAD, WARNINGS[0], *ERRORS, done(3, 2)],
    "crash": [*HEAD, WARNINGS[0], ERRORS[0]],
    "hostile": [*HEAD, *WARNINGS, done(2, 0)],
}
for name, lines in LOGS.items():
    (here / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
