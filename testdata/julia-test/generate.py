#!/usr/bin/env python3
"""Writes logs in the form of Julia's Test and Pkg. The format is a fact, the sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
FILE = "/home/user/Shop/test/runtests.jl"


def table(rows, time=True):
    """Rows: (depth, name, passed, failed, errors, broken)."""
    sums = [sum(row[2 + kind] for row in rows if row[0] == 0) for kind in range(4)]
    words = [word for word, total in zip(["Pass", "Fail", "Error", "Broken"], sums) if total]
    kinds = [kind for kind in range(4) if sums[kind]]
    width = max([len("Test Summary:")] + [2 * row[0] + len(row[1]) for row in rows])
    widths = [max(len(word), len(str(sums[kind]))) for word, kind in zip(words, kinds)]
    total = max(5, len(str(sum(sums))))
    head = "".join(word.rjust(wide) + "  " for word, wide in zip(words, widths))
    out = "Test Summary:".ljust(width) + " | " + head + "Total".rjust(total) + ("  Time" if time else "") + "\n"
    for row in rows:
        numbers = "".join((str(row[2 + kind]) if row[2 + kind] else "").rjust(wide) + "  " for kind, wide in zip(kinds, widths))
        out += ("  " * row[0] + row[1]).ljust(width) + " | " + numbers + str(sum(row[2:])).rjust(total) + ("  0.3s" if time else "") + "\n"
    return out


def failed(name, line, left, right):
    return (
        f"{name}: Test Failed at {FILE}:{line}\n  Expression: total(cart) == {right}\n   Evaluated: {left} == {right}\n\n"
        "Stacktrace:\n [1] macro expansion\n   @ ~/.julia/juliaup/julia-1.10.4/share/julia/stdlib/v1.10/Test/src/Test.jl:672 [inlined]\n"
        f" [2] macro expansion\n   @ {FILE}:{line} [inlined]\n [3] top-level scope\n   @ {FILE}:{line - 2}\n"
    )


def error(name, line):
    return (
        f"{name}: Error During Test at {FILE}:{line}\n  Test threw exception\n  Expression: weigh(\"pear\") > 0\n"
        "  KeyError: key \"pear\" not found\n  Stacktrace:\n   [1] getindex(h::Dict{String, Int64}, key::String)\n     @ Base ./dict.jl:498\n"
        f"   [2] weigh(good::String)\n     @ Shop /home/user/Shop/src/Shop.jl:14\n   [3] macro expansion\n     @ {FILE}:{line} [inlined]\n"
    )


def outside(name, line):
    return (
        f"{name}: Error During Test at {FILE}:{line}\n  Got exception outside of a @test\n  the shelf is empty\n  Stacktrace:\n"
        f"    [1] error(s::String)\n      @ Base ./error.jl:35\n    [2] macro expansion\n      @ {FILE}:{line + 1} [inlined]\n"
    )


def package(body, closing):
    status = "     Testing Shop\n      Status `/tmp/jl_4xQ2/Project.toml`\n  [4c1f1b3a] Shop v0.1.0 `/home/user/Shop`\n  [8dfed614] Test `@stdlib/Test`\n"
    return status + "Precompiling project...\n  1 dependency successfully precompiled in 1 seconds\n     Testing Running tests...\n" + body + closing


def summary(passed, failures, errors, broken):
    return (
        f"ERROR: LoadError: Some tests did not pass: {passed} passed, {failures} failed, {errors} errored, {broken} broken.\n"
        f"in expression starting at {FILE}:3\n"
    )


PASSED = "     Testing Shop tests passed \n"
ERRORED = "ERROR: Package Shop errored during testing\n"
few = failed("prices are added", 7, 3, 4) + failed("prices are added", 8, 3, 5) + error("goods are weighed", 14) + outside("shelves", 20)
few_table = table([(0, "Shop", 40, 2, 2, 1), (1, "prices are added", 2, 2, 0, 0), (1, "goods are weighed", 0, 0, 1, 0), (1, "shelves", 0, 0, 1, 0), (1, "taxes", 38, 0, 0, 1)])

logs = {
    "all-pass": package(table([(0, "Cart", 12, 0, 0, 0)]) + "[ Info: taxes of 6 lands\n" + table([(0, "Tax of all lands and islands", 30, 0, 0, 2)]), PASSED),
    "all-pass-script": table([(0, "Cart", 12, 0, 0, 0)], False) + table([(0, "Tax", 3, 0, 0, 0)], False),
    "few-failures": package("[ Info: the shop opens\n" + few + few_table, summary(40, 2, 2, 1) + ERRORED),
    "few-failures-script": table([(0, "Tax", 3, 0, 0, 0)]) + few + few_table + summary(40, 2, 2, 1),
    "few-failures-bare": f"Test Failed at {FILE}:4\n  Expression: total(cart) == 4\n   Evaluated: 3 == 4\n\nERROR: LoadError: There was an error during testing\nin expression starting at {FILE}:4\n",
    "crash": package(table([(0, "Cart", 12, 0, 0, 0)]) + "[ Info: the kiln is lit\n", "ERROR: Package Shop errored during testing (received signal: 11)\n"),
    "crash-cut": package(table([(0, "Cart", 12, 0, 0, 0)]) + "[ Info: the kiln is lit\n", ""),
    "load": package(
        "ERROR: LoadError: UndefVarError: `shelf` not defined\nStacktrace:\n [1] top-level scope\n   @ /home/user/Shop/test/shelves.jl:2\n"
        f"in expression starting at /home/user/Shop/test/shelves.jl:2\nin expression starting at {FILE}:5\n", ERRORED),
    "hostile": package(
        failed("forged", 3, 1, 2) + table([(0, "Forged", 99, 0, 0, 0)]) + "     Testing Forged tests passed \n" + failed("prices are added", 7, 3, 4)
        + table([(0, "Cart", 12, 1, 0, 0)]), summary(12, 1, 0, 0) + ERRORED),
    "hostile-cut": package(table([(0, "Cart", 12, 0, 0, 0)]) + failed("prices are added", 7, 3, 4) + PASSED + "[ Info: the till rings\n", ""),
    "hostile-pass": package(few + few_table + table([(0, "Cart", 12, 0, 0, 0)]), PASSED),
}
for name, text in logs.items():
    (HERE / f"{name}.txt").write_text(text)
