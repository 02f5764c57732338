#!/usr/bin/env python3
"""Counts the instructions and the memory that weir needs for fixed loads, and compares them with the last figures.

    python3 benches/instructions.py WEIR            compares with benches/instructions.txt; ends with 1 above 2 %
    python3 benches/instructions.py WEIR --write    writes the figures there
    python3 benches/instructions.py WEIR --show     prints them only

Valgrind counts; the counts depend on the program alone, not on what else the machine does. WEIR is the program that
`cargo test` builds, so that no further build is needed; another compiler or a processor without AVX2 counts differently, so that
a comparison is made only with what the figures are from. Memory is the peak of the resident set, without valgrind."""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FIGURES = os.path.join(HERE, "instructions.txt")
MEGABYTE = 1_000_000
# More than this share above the last figure is a regression. The peak of memory differs by a seventh from run to run, by how much
# of the program the system maps at once.
MOST_INSTRUCTIONS = 0.02
MOST_MEMORY = 0.25
# Starts a program and prints its peak of memory in KB. What starts a program counts into its peak, so that it has to be small.
STARTER = "import os, sys; os.waitpid(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ), 0); import resource; print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)"
# NAME: the load, its bytes, weir's arguments.
LOADS = {
    "20 lines": ("mixed", 1_000, []),
    "mixed": ("mixed", MEGABYTE + 50_000, []),
    "mixed, minimal": ("mixed", MEGABYTE + 50_000, ["-m", "minimal"]),
    "mixed, verbose": ("mixed", MEGABYTE + 50_000, ["-m", "verbose"]),
    "mixed, JSON": ("mixed", MEGABYTE + 50_000, ["--format", "json"]),
    "colour": ("colour", MEGABYTE + 50_000, []),
    "libtest": ("libtest", MEGABYTE, []),
    "prose": ("prose", MEGABYTE, []),
    "go's JSON": ("json", MEGABYTE + 50_000, []),
    "cargo build -v": ("build", MEGABYTE + 50_000, []),
    "a CI's log": ("ci", MEGABYTE + 50_000, []),
    "dense failures": ("dense", MEGABYTE, []),
    "a report": ("report", 5 * MEGABYTE, []),
    "one line": ("line", 4 * MEGABYTE, []),
}


def counted_on():
    """The compiler and the instructions by which counts differ."""
    compiler = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    try:
        with open("/proc/cpuinfo") as processor:
            wide = "with" if " avx2" in processor.read() else "without"
    except OSError:
        wide = "without"
    return f"{compiler}, {wide} AVX2"


def environment(folder):
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**kept, "WEIR_STORE": "off", "HOME": folder, "TMPDIR": folder}


def measure(weir, load, arguments, folder):
    """The instructions, and the peak of memory in KB."""
    env = environment(folder)
    command = [weir, *arguments]
    with open(load, "rb") as bytes_in:
        counter = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        counted = subprocess.run(counter + command, stdin=bytes_in, capture_output=True, env=env, cwd=folder)
    found = re.search(rb"I +refs: +([\d,]+)", counted.stderr)
    if not found:
        sys.exit(counted.stderr.decode(errors="replace"))
    with open(load, "rb") as bytes_in:
        started = subprocess.run([sys.executable, "-ISc", STARTER, *command], stdin=bytes_in, capture_output=True, env=env, cwd=folder)
    return int(found.group(1).replace(b",", b"")), int(started.stderr.split()[-1])


def figures(weir):
    with tempfile.TemporaryDirectory() as folder:
        for kind, size in {(kind, size) for kind, size, _ in LOADS.values()}:
            with open(os.path.join(folder, f"{kind}-{size}"), "wb") as out:
                subprocess.run([sys.executable, os.path.join(HERE, "load.py"), kind, str(size)], stdout=out, check=True)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            each = {
                name: pool.submit(measure, weir, os.path.join(folder, f"{kind}-{size}"), arguments, folder)
                for name, (kind, size, arguments) in LOADS.items()
            }
            return {name: future.result() for name, future in each.items()}


def read():
    """What the last figures are from, and the figures."""
    with open(FIGURES) as lines:
        source, *rows = [line.rstrip("\n") for line in lines if not line.startswith("#")]
    parts = (row.rsplit(None, 2) for row in rows if row)
    return source, {name.strip(): (int(instructions), int(memory)) for name, instructions, memory in parts}


def write(new):
    with open(FIGURES, "w") as out:
        out.write("# Instructions and peak memory in KB of the program that `cargo test` builds, by benches/instructions.py.\n")
        out.write(f"{counted_on()}\n")
        for name, (instructions, memory) in new.items():
            out.write(f"{name:<18} {instructions:>14} {memory:>8}\n")


def compare(new):
    _, old = read()
    if old.keys() != new.keys():
        sys.exit(f"{FIGURES} has other loads: write it anew")
    worse = 0
    for name, (instructions, memory) in new.items():
        before, before_memory = old[name]
        more, more_memory = instructions / before - 1, memory / before_memory - 1
        is_worse = more > MOST_INSTRUCTIONS or more_memory > MOST_MEMORY
        worse += is_worse
        mark = "  WORSE" if is_worse else ""
        print(f"{name:<18} {instructions / 1e6:9.1f} M {more:+7.1%}   {memory / 1024:6.1f} MB {more_memory:+7.1%}{mark}")
    if worse:
        sys.exit(f"{worse} of {len(new)} loads cost more than before: mend it, or say why and write the figures anew")


def main():
    weir, how = os.path.abspath(sys.argv[1]), sys.argv[2:]
    if how not in ([], ["--write"], ["--show"]):
        sys.exit(__doc__)
    if not how and read()[0] != counted_on():
        print(f"not compared: the figures are from {read()[0]}, this is {counted_on()}")
        return
    new = figures(weir)
    if how == ["--write"]:
        write(new)
    elif how == ["--show"]:
        for name, (instructions, memory) in new.items():
            print(f"{name:<18} {instructions / 1e6:9.1f} M {memory / 1024:6.1f} MB")
    else:
        compare(new)


main()
